"""Fishing: fishers are put on docks, the spinner passes them, and what they catch is shared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sandbox.rules.base import Decision, Seat, actor_name, refused, some
from sandbox.rules.burp.acts import Fisher, Passage, Pushed, Spun
from sandbox.rules.burp.data import POLE, SIDES, Figures
from sandbox.rules.burp.docks import taken_down
from sandbox.rules.burp.flow import done, go_on
from sandbox.rules.burp.pieces import Pawn, village
from sandbox.rules.burp.state import BurpState, Phase, change, meeting, quarters_to
from sandbox.rules.heaps import put_at

__all__ = ["pass_fisher", "quarters_of_spin", "reach_of", "spin", "stand", "zone_of"]

_QUARTER: Final = 2 * math.pi / SIDES
_ZONES: Final = 3  # the zones of which fruit can be caught, from the bank to the third circle
_EXTRA: Final = 2  # fruits of the zone beyond, with the fishing pole
_SPIN_RULES: Final = {2: "burp.fish.spin-two", 3: "burp.fish.spin-three", 4: "burp.fish.spin"}


def stand(figures: Figures, state: BurpState, act: Fisher) -> Decision[BurpState]:
    """See whether a dock carries its fisher."""
    seat = state.queue[0].seat
    name, strips = actor_name(seat), state.players[seat].dock_strips
    if act.seat != seat:
        reason = f"the dock of {name} is looked at, not that of {actor_name(act.seat)}"
        return refused("burp.fish.place", reason, state)
    if act.pawns > 1:
        reason = f"{act.pawns} pawns stand on the dock of {name}: guests stay off it"
        return refused("burp.fish.no-resident", reason, state)
    if act.pawns < 0 or not 0 <= act.strips <= strips:
        reason = f"{act.pawns} pawns and {act.strips} strips cannot be on a dock of {strips} strips"
        return refused("burp.dock.collapse", reason, state)
    if act.pawns < 1 or act.strips < strips:
        fate = "the fisher off it" if act.pawns < 1 else f"{strips - act.strips} of {some(strips, 'strip')} off it"
        reason = f"the dock of {name} collapses, {fate}: {name} does not fish and keeps the pieces in the village"
        return go_on(figures, done(taken_down(state, seat)), "burp.dock.collapse", reason)
    after = done(replace(state, fishing=(*state.fishing, seat)))
    return go_on(figures, after, "burp.fish.place", f"the dock of {name} carries its fisher")


def reach_of(figures: Figures, fisher: float) -> int:
    """Return how many zones a fisher reaches: the first, and one for each of two circles that it is past.

    Args:
        figures: The radii of the circles.
        fisher: Distance in metres from the middle of the board to the fisher's centre.
    """
    return 1 + sum(fisher < circle for circle in figures.circles[: _ZONES - 1])


def zone_of(figures: Figures, radius: float) -> int:
    """Return the zone of a fruit, 1 at the bank and 4 in the centre; on a line it is in the one further out.

    Args:
        figures: The radii of the circles and of a fruit.
        radius: Distance in metres from the middle of the board to the fruit's centre.
    """
    inner_edge = radius - figures.data.table.fruit_radius_mm / 1000
    return 1 + sum(inner_edge < circle for circle in figures.circles)


def pass_fisher(figures: Figures, state: BurpState, act: Passage) -> Decision[BurpState]:
    """Share what is caught when the spinner is beneath a fisher."""
    seat, table = state.queue[0].seat, figures.data.table
    name = actor_name(seat)
    if act.seat != seat:
        return refused("burp.fish.pass", f"{name} is passed next, not {actor_name(act.seat)}", state)
    quarters = quarters_to(state, seat)
    if not (quarters - 1) * _QUARTER < act.turned <= quarters * _QUARTER:
        reason = f"{name} is first passed before {quarters / SIDES:g} turns, not at {act.turned / math.tau:.3g}"
        return refused("burp.fish.pass", reason, state)
    if act.arm_gap <= 0 and act.dock_moved > table.dock_moved_mm / 1000:
        reason = (
            f"the spinner hit the dock of {name}, which moved by {act.dock_moved * 1000:.2f} mm, "
            f"over {table.dock_moved_mm:g} mm: nobody fishes there in this round"
        )
        return go_on(figures, done(state), "burp.fish.dock-hit", reason)
    if not act.beneath <= table.beneath_mm / 1000:
        reason = f"the arm is {act.beneath * 1000:.1f} mm off the fisher of {name}, over {table.beneath_mm:g} mm"
        return refused("burp.fish.moment", reason, state)
    dots = [fruit.dot for fruit in act.fruits]
    wrong = _not_in_sea(state, dots)
    if wrong is not None:
        return refused("burp.fish.candidates", wrong, state)
    return _catch(figures, state, act)


def _catch(figures: Figures, state: BurpState, act: Passage) -> Decision[BurpState]:
    seat, table = state.queue[0].seat, figures.data.table
    pushed = [
        fruit
        for fruit in sorted(act.fruits, key=lambda fruit: (-fruit.radius, fruit.dot))
        if fruit.gap <= table.touch_mm / 1000 and fruit.radius <= table.board_radius_mm / 1000
    ]
    reach = reach_of(figures, act.fisher)
    caught = [fruit for fruit in pushed if zone_of(figures, fruit.radius) <= reach]
    guests = [guest for guest in meeting(state, Pawn.FISHER, village(seat)) if guest != seat]
    shares = [*guests, *[seat] * len(caught)][: len(caught)]
    after, rule = state, "burp.fish.guests" if guests else "burp.fish.reach"
    for who, fruit in zip(shares, caught, strict=True):
        after = _land(after, who, fruit)
    beyond: Sequence[Pushed] = ()
    if POLE in state.players[seat].skills and reach < _ZONES:
        beyond = [fruit for fruit in pushed if zone_of(figures, fruit.radius) == reach + 1][:_EXTRA]
        for fruit in beyond:
            after = _land(after, seat, fruit)
        rule = "burp.invention.fishing-pole" if beyond else rule
    got = [(who, shares.count(who) + (len(beyond) if who == seat else 0)) for who in (*guests, seat)]
    name = actor_name(seat)
    listed = ", ".join(f"{actor_name(who)} gets {n}" for who, n in got)
    reason = (
        f"the fisher of {name} is {act.fisher * 1000:.1f} mm from the middle and reaches zone {reach}: "
        f"{len(caught)} of {some(len(pushed), 'pushed fruit')} within reach"
    )
    if beyond:
        reason += f" and {len(beyond)} more within that of the pole"
    return go_on(figures, done(after), rule, f"{reason}; {listed}")


def _land(state: BurpState, who: Seat, fruit: Pushed) -> BurpState:
    """Return the state with a fruit of the sea in a hand."""
    got = state.sea[fruit.dot - 1]
    assert got is not None
    sea = put_at(state.sea, fruit.dot - 1, None)
    hand = tuple(sorted((*state.players[who].fruit, got)))
    return replace(change(state, who, fruit=hand), sea=sea)


def quarters_of_spin(state: BurpState) -> int:
    """Return how many quarter turns the spinner makes: a full turn and on to the next occupied village."""
    return SIDES + quarters_to(state, _next(state))


def _next(state: BurpState) -> Seat:
    """Return the player at the next occupied village clockwise."""
    return Seat((state.start + 1) % len(state.players))


def spin(figures: Figures, state: BurpState, act: Spun) -> Decision[BurpState]:
    """See where the spinner stopped, and what became of the fruit that nobody caught."""
    rule = _SPIN_RULES[len(state.players)]
    quarters = quarters_of_spin(state)
    if not abs(act.turned - quarters * _QUARTER) <= figures.off:
        reason = f"the spinner turned {act.turned / math.tau:.3g} times clockwise, not {quarters / SIDES:g}"
        return refused(rule, reason, state)
    dots = [fruit.dot for fruit in act.fruits]
    left = sum(fruit is not None for fruit in state.sea)
    wrong = _not_in_sea(state, dots)
    if wrong is None and len(dots) != left:
        wrong = f"{len(dots)} fruits were found, not the {left} that nobody caught"
    if wrong is not None:
        return refused("burp.fish.left-over", wrong, state)
    rim = figures.data.table.board_radius_mm / 1000
    thrown = [fruit.dot for fruit in act.fruits if fruit.radius > rim]
    centre = sum(zone_of(figures, fruit.radius) > _ZONES for fruit in act.fruits)
    sea = tuple(None if i + 1 in thrown else fruit for i, fruit in enumerate(state.sea))
    back = [fruit for i, fruit in enumerate(state.sea) if i + 1 in thrown and fruit is not None]
    follower = _next(state)
    after = replace(
        state, phase=Phase.REFILL, start=follower, sea=sea, reserve=tuple(sorted((*state.reserve, *back)))
    )
    reason = (
        f"the spinner turned {quarters / SIDES:g} times and stops at {actor_name(follower)}, who starts next; "
        f"{some(centre, 'fruit')} in the centre, {left - centre - len(thrown)} elsewhere"
    )
    if thrown:
        reason += f", {len(thrown)} thrown off the board at up to {act.fastest:.1f} rad/s"
        return go_on(figures, after, "burp.fish.too-fast", reason)
    return go_on(figures, after, "burp.fish.next-start", reason)


def _not_in_sea(state: BurpState, dots: list[int]) -> str | None:
    """Return why these are not fruits of the sea, each once, or None."""
    for dot in dots:
        if not 1 <= dot <= len(state.sea) or state.sea[dot - 1] is None:
            return f"no fruit of dot {dot} is in the sea"
        if dots.count(dot) > 1:
            return f"the fruit of dot {dot} is named twice"
    return None
