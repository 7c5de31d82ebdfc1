"""A flash of genius: fruit becomes inventions, and others copy them."""

from __future__ import annotations

from dataclasses import replace

from sandbox.rules.base import Decision, Seat, actor_name, refused
from sandbox.rules.burp.acts import Copy, Invent, Pass
from sandbox.rules.burp.data import WHEEL, Figures
from sandbox.rules.burp.flow import done, go_on, has_ended
from sandbox.rules.burp.pieces import lacks
from sandbox.rules.burp.state import BurpState, Phase, around, change
from sandbox.rules.heaps import without

__all__ = ["copy", "invent", "why_not"]


def why_not(figures: Figures, state: BurpState, seat: Seat, invention: str) -> tuple[str, str] | None:
    """Return by which rule and why a player cannot make an invention now, or None."""
    player, name = state.players[seat], actor_name(seat)
    if invention not in figures.cocktails:
        return "burp.genius.trade", f"no invention is called {invention!r}"
    if invention not in state.disks:
        return "burp.genius.once", f"no disk of {invention} is left"
    if invention in player.ideas:
        return "burp.genius.once", f"{name} has discovered {invention} already"
    if lacks(player.fruit, figures.cocktails[invention]):
        return (
            "burp.genius.trade",
            f"{name} cannot show the {len(figures.cocktails[invention])} fruits of {invention}",
        )
    return None


def invent(figures: Figures, state: BurpState, act: Invent | Pass) -> Decision[BurpState]:
    """Make an invention, or end the turn."""
    name = actor_name(act.seat)
    if isinstance(act, Pass):
        return go_on(figures, done(state), "burp.genius.trade", f"{name} ends its turn")
    problem = why_not(figures, state, act.seat, act.invention)
    if problem is not None:
        return refused(*problem, state)
    after, steps = _turn_in(figures, state, act.seat, act.invention)
    disks = list(after.disks)
    disks.remove(act.invention)
    after = change(after, act.seat, disks=(*after.players[act.seat].disks, act.invention))
    after = replace(after, disks=tuple(disks), quiet=0)
    if state.options.copying and act.invention != WHEEL:
        need = len(figures.cocktails[act.invention])
        # Whose hand is too small cannot copy; that is open to all, unlike what is in a hand.
        copiers = tuple(
            seat for seat in list(around(after, act.seat))[1:] if len(after.players[seat].fruit) >= need
        )
        if copiers:
            after = replace(after, phase=Phase.COPY, idea=act.invention, copiers=copiers)
    marker = after.players[act.seat].marker
    reason = f"{name} invents {act.invention} with {steps} fruits and its marker stands at {marker}"
    return go_on(figures, after, _rule(figures, after, "burp.genius.trade"), reason)


def copy(figures: Figures, state: BurpState, act: Copy | Pass) -> Decision[BurpState]:
    """Copy the invention that was just made, or not."""
    name, idea = actor_name(act.seat), state.idea
    assert idea is not None
    after = replace(state, copiers=state.copiers[1:])
    if isinstance(act, Pass):
        return go_on(figures, after, _rule(figures, after, "burp.genius.copy"), f"{name} does not copy {idea}")
    if lacks(state.players[act.seat].fruit, figures.cocktails[idea]):
        reason = f"{name} cannot show the {len(figures.cocktails[idea])} fruits of {idea}"
        return refused("burp.genius.copy", reason, state)
    after, steps = _turn_in(figures, after, act.seat, idea)
    marker = after.players[act.seat].marker
    reason = f"{name} copies {idea} with {steps} fruits and its marker stands at {marker}"
    return go_on(figures, after, _rule(figures, after, "burp.genius.copy"), reason)


def _turn_in(figures: Figures, state: BurpState, seat: Seat, invention: str) -> tuple[BurpState, int]:
    """Return the state with a cocktail in the reserve and the marker moved, and the number of fruits."""
    player, cocktail = state.players[seat], figures.cocktails[invention]
    after = change(
        state,
        seat,
        fruit=without(player.fruit, cocktail),
        marker=min(player.marker + len(cocktail), figures.data.pieces.chart_spaces),
        ideas=(*player.ideas, invention),
    )
    return replace(after, reserve=tuple(sorted(state.reserve + cocktail))), len(cocktail)


def _rule(figures: Figures, state: BurpState, rule: str) -> str:
    """Return the rule of the end when an act has ended the game and nobody has still to copy, else its own."""
    return "burp.end" if has_ended(figures, state) and not state.copiers else rule
