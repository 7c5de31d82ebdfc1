"""The order of a round of Burp: what comes next when there is nothing left to do.

Each phase has a step that looks at a state and returns the next one, or None when somebody has to act. Steps
may leave notes, which are read aloud behind the ruling on the act that brought the game there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from sandbox.rules.base import Decision, Seat, actor_name, allowed, some
from sandbox.rules.burp.data import FENCE, WHEEL, Figures
from sandbox.rules.burp.pieces import PAWNS, QUARRY, WOODS, Pawn, village
from sandbox.rules.burp.state import (
    BurpState,
    Errand,
    Phase,
    around,
    change,
    dots_due,
    dots_in_use,
    meeting,
    quarters_to,
)

__all__ = ["begin", "done", "go_on", "has_ended", "to_genius"]

Step = Callable[[Figures, BurpState, list[str]], BurpState | None]


def go_on(figures: Figures, state: BurpState, rule: str, reason: str) -> Decision[BurpState]:
    """Return the decision that an act stands, once all that follows by itself has followed.

    Args:
        figures: The figures of the game.
        state: The state right after the act.
        rule: The rule that decided.
        reason: What the act did.
    """
    notes: list[str] = []
    while (step := _STEPS.get(state.phase)) is not None and (after := step(figures, state, notes)) is not None:
        state = after
    return allowed(rule, "; ".join([reason, *notes]), state)


def begin(state: BurpState, phase: Phase, seats: Iterable[Seat]) -> BurpState:
    """Return the state in which each of some players has something to do at home."""
    return _queue(state, phase, [Errand(seat, village(seat)) for seat in seats])


def done(state: BurpState) -> BurpState:
    """Return the state in which the first of the queue is finished."""
    return replace(state, queue=state.queue[1:], count=0)


def has_ended(figures: Figures, state: BurpState) -> bool:
    """Return whether all disks are taken or a marker is at the top."""
    return not state.disks or max(p.marker for p in state.players) >= figures.data.pieces.chart_spaces


def _queue(state: BurpState, phase: Phase, errands: Iterable[Errand]) -> BurpState:
    return replace(state, phase=phase, queue=tuple(errands), count=0)


def _after_setup(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    return None if state.queue else _new_round(state)


def _new_round(state: BurpState) -> BurpState:
    """Return the state with all pawns in hand again; what was invented or copied takes effect."""
    players = tuple(replace(player, skills=player.ideas) for player in state.players)
    return replace(state, phase=Phase.RIPEN, players=players, pawns=(), fishing=(), queue=(), count=0)


def _after_ripening(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    if dots_due(state):
        return None
    _note_bare(state, notes)
    builders = []
    for seat in around(state):
        player = state.players[seat]
        if player.strips or player.stones or player.dock_strips or player.dock_stones:
            builders.append(seat)
    return begin(state, Phase.DOCKS, builders)


def _after_docks(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    return None if state.queue else replace(state, phase=Phase.WANDER)


def _after_wandering(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    """Turn over all pawns at once and find out who collects."""
    if len(state.pawns) < len(PAWNS) * len(state.players):
        return None
    notes.append(f"all {len(state.pawns)} pawns are turned over")
    collectors = []
    for seat in around(state):
        for placed in state.pawns:
            alone = placed.pawn is Pawn.FISHER or len(meeting(state, placed.pawn, placed.place)) == 1
            if placed.seat == seat and placed.place in (WOODS, QUARRY) and alone:
                collectors.append(Errand(seat, placed.place))
    return _queue(state, Phase.COLLECT, collectors)


def _collecting(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    if state.queue:
        errand = state.queue[0]
        if state.woods if errand.place == WOODS else state.quarry:
            return None
        if state.count == 0:
            name = errand.place.name
            notes.append(
                f"{'the woods are' if name == 'woods' else 'the quarry is'} empty for {_name(errand.seat)}"
            )
        return done(state)
    thieves = []
    for seat in around(state):
        for placed in state.pawns:
            home = placed.place.seat
            abroad = placed.seat == seat and placed.pawn is Pawn.FIGHTER and home not in (None, seat)
            if abroad and len(meeting(state, Pawn.FIGHTER, placed.place)) == 1:
                thieves.append(Errand(seat, placed.place))
    return _queue(state, Phase.STEAL, thieves)


def _stealing(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    """Find out what the first of the fighters can have: a first stone, a second, or none."""
    if not state.queue:
        return _queue(state, Phase.TRADE, _traders(state))
    thief, place = state.queue[0].seat, state.queue[0].place
    assert place.seat is not None
    victim = state.players[place.seat]
    if state.count == 0:
        if FENCE in victim.skills:
            notes.append(f"the fence of {place.name} keeps {_name(thief)} out")
        elif not victim.stones and not victim.dock_stones:
            notes.append(f"{place.name} has no stone for {_name(thief)}")
        else:
            return replace(state, phase=Phase.GIVE)
    elif state.count == 1 and WHEEL in state.players[thief].skills and (victim.stones or victim.dock_stones):
        return replace(state, phase=Phase.MORE)
    return done(state)


def _traders(state: BurpState) -> list[Errand]:
    found = []
    for seat in around(state):
        for placed in state.pawns:
            if (
                placed.seat == seat
                and placed.pawn is Pawn.TRADER
                and _is_met(state, placed.pawn, placed.place.name)
            ):
                found.append(Errand(seat, placed.place))
    return found


def _is_met(state: BurpState, pawn: Pawn, name: str) -> bool:
    return sum(placed.pawn is pawn and placed.place.name == name for placed in state.pawns) > 1


def _trading(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    """Let what was set aside rejoin the hands and find out who can fish."""
    if state.queue:
        return None
    for seat, player in enumerate(state.players):
        if player.aside:
            state = change(state, seat, fruit=tuple(sorted(player.fruit + player.aside)), aside=())
    fishers = []
    for seat in around(state):
        if seat in meeting(state, Pawn.FISHER, village(seat)):
            if state.players[seat].dock_strips:
                fishers.append(seat)
            else:
                notes.append(f"{_name(seat)} has no dock to fish from")
    return begin(state, Phase.FISHERS, fishers)


def _after_placing(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    """Line up the fishers as the spinner will pass them, the starting player's last."""
    if state.queue:
        return None
    return begin(state, Phase.PASSAGE, sorted(state.fishing, key=lambda seat: quarters_to(state, seat)))


def _after_passages(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    return None if state.queue else replace(state, phase=Phase.SPIN)


def _refilling(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    if dots_due(state):
        return None
    _note_bare(state, notes)
    return to_genius(state)


def to_genius(state: BurpState) -> BurpState:
    """Return the state in which the players may invent, from the new starting player on."""
    return begin(replace(state, quiet=state.quiet + 1), Phase.GENIUS, around(state))


def _inventing(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    over = replace(state, phase=Phase.OVER, queue=(), count=0)
    if has_ended(figures, state):
        return over
    if state.queue:
        return None
    bare = _bare(state)
    if state.quiet and bare:
        notes.append(f"{some(bare, 'dot')} bare for lack of fruit and nobody invented: the game ends")
        return over
    if state.quiet >= figures.data.end.quiet_rounds:
        notes.append(f"{state.quiet} rounds without an invention: the game ends")
        return over
    notes.append("the next round begins")
    return _new_round(state)


def _copying(figures: Figures, state: BurpState, notes: list[str]) -> BurpState | None:
    return None if state.copiers else replace(state, phase=Phase.GENIUS, idea=None)


def _bare(state: BurpState) -> int:
    return sum(state.sea[dot - 1] is None for dot in dots_in_use(state))


def _note_bare(state: BurpState, notes: list[str]) -> None:
    bare = _bare(state)
    if bare:
        notes.append(f"{some(bare, 'dot')} left bare")


def _name(seat: Seat) -> str:
    return actor_name(seat)


_STEPS: Final[dict[Phase, Step]] = {
    Phase.STONES: _after_setup,
    Phase.RIPEN: _after_ripening,
    Phase.DOCKS: _after_docks,
    Phase.WANDER: _after_wandering,
    Phase.COLLECT: _collecting,
    Phase.STEAL: _stealing,
    Phase.TRADE: _trading,
    Phase.FISHERS: _after_placing,
    Phase.PASSAGE: _after_passages,
    Phase.REFILL: _refilling,
    Phase.GENIUS: _inventing,
    Phase.COPY: _copying,
}
