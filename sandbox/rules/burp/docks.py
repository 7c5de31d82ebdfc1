"""Setup, ripe fruit and docks: what nature shows before the pawns wander."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from sandbox.rules.base import Decision, Seat, actor_name, allowed, refused, some
from sandbox.rules.burp.acts import Deal, Dock, First, Ripe, Robbed, Stone
from sandbox.rules.burp.data import ROW, SIDES, Figures
from sandbox.rules.burp.flow import begin, done, go_on, to_genius
from sandbox.rules.burp.pieces import Fruit
from sandbox.rules.burp.state import BurpState, Phase, Player, around, change, dots_due, dots_in_use
from sandbox.rules.heaps import without

__all__ = ["build", "deal", "first", "first_stone", "rest_of_dock", "ripen", "taken_down"]

_UNUSED_DOT = {2: "burp.ripen.two-players", 3: "burp.ripen.three-players", 4: "burp.ripen.dots"}


def first(figures: Figures, state: BurpState, act: First) -> Decision[BurpState]:
    """Let the longest-haired player begin."""
    rule = "burp.setup.first"
    if not 0 <= act.seat < len(state.players):
        return refused(rule, f"{actor_name(act.seat)} is none of {len(state.players)} players", state)
    if not abs(act.arm) <= figures.off:
        reason = f"the arm lies {act.arm:.3f} rad from the mark of {actor_name(act.seat)}, over {figures.off:.3f}"
        return refused(rule, reason, state)
    reason = f"{actor_name(act.seat)} has the longest hair and begins"
    return allowed(rule, reason, replace(state, phase=Phase.DEAL, start=act.seat))


def deal(figures: Figures, state: BurpState, act: Deal) -> Decision[BurpState]:
    """Give each player its first fruits."""
    rule, each = "burp.setup.player", figures.data.setup.fruits
    sizes = [len(hand) for hand in act.hands]
    if sizes != [each] * len(state.players):
        return refused(
            rule, f"the hands have {sizes} fruits; each of {len(state.players)} players gets {each}", state
        )
    dealt = [fruit for hand in act.hands for fruit in hand]
    if Counter(dealt) - Counter(state.reserve):
        return refused(rule, "a fruit was dealt that is not in the reserve", state)
    players = tuple(
        replace(player, fruit=tuple(sorted(hand))) for player, hand in zip(state.players, act.hands, strict=True)
    )
    after = replace(state, players=players, reserve=without(state.reserve, dealt))
    return allowed(rule, f"each player gets {some(each, 'fruit')}", begin(after, Phase.STONES, around(after)))


def first_stone(figures: Figures, state: BurpState, seat: Seat, act: Stone) -> Decision[BurpState]:
    """Let a player choose the stone to begin with."""
    rule = "burp.setup.player"
    if act.stone not in state.quarry:
        return refused(rule, f"stone {act.stone} is not among the {len(state.quarry)} left", state)
    quarry = tuple(stone for stone in state.quarry if stone != act.stone)
    after = done(replace(change(state, seat, stones=(act.stone,)), quarry=quarry))
    return go_on(figures, after, rule, f"{actor_name(seat)} chooses stone {act.stone}")


def ripen(figures: Figures, state: BurpState, act: Ripe) -> Decision[BurpState]:
    """Take the fruit on the dots as it lies, if it lies as it should."""
    refill = state.phase is Phase.REFILL
    rule = "burp.fish.centre" if refill else "burp.ripen.dots"
    if act.face_up != 0:
        return refused("burp.ripen.dots", f"{act.face_up} fruits do not lie with the mark down", state)
    if not act.off <= figures.data.table.dot_off_mm / 1000:
        reason = f"a fruit lies {act.off * 1000:.1f} mm off its dot, over {figures.data.table.dot_off_mm:g} mm"
        return refused("burp.ripen.dots", reason, state)
    due = dots_due(state)
    wrong = _wrong_dots(state, [one.dot for one in act.fruits], due, rule)
    if wrong is not None:
        return refused(*wrong, state)
    new = Counter(one.fruit for one in act.fruits)
    if refill:
        left = Counter(fruit for fruit in state.sea if fruit is not None)
        if left - new:
            reason = f"{(left - new).total()} fruits that were left in the sea do not lie on the dots"
            return refused(rule, reason, state)
        new -= left
    if new - Counter(state.reserve):
        return refused(rule, "a fruit lies on a dot that was neither in the sea nor in the reserve", state)
    sea: list[Fruit | None] = [None] * len(state.sea) if refill else list(state.sea)
    for one in act.fruits:
        sea[one.dot - 1] = one.fruit
    after = replace(state, sea=tuple(sea), reserve=without(state.reserve, new.elements()))
    if not refill:
        return go_on(figures, after, rule, f"{some(len(due), 'fruit')} on empty dots")
    reason = (
        f"{some(len(due) - new.total(), 'fruit')} from the sea and {new.total()} from the reserve "
        f"cover {len(due)} of {len(dots_in_use(state))} dots"
    )
    return go_on(figures, to_genius(after), rule, reason)


def _wrong_dots(state: BurpState, dots: list[int], due: list[int], rule: str) -> tuple[str, str] | None:
    """Return by which rule and why fruit may not lie on these dots, or None when they are those due."""
    for dot in dots:
        if dot in due and dots.count(dot) == 1:
            continue
        if dot in due:
            return "burp.ripen.dots", f"{dots.count(dot)} fruits lie on dot {dot}"
        if not 1 <= dot <= SIDES * ROW:
            return "burp.ripen.dots", f"there is no dot {dot}"
        if dot not in dots_in_use(state):
            players = len(state.players)
            return _UNUSED_DOT[players], f"dot {dot} stays empty with {players} players"
        if state.phase is not Phase.REFILL and state.sea[dot - 1] is not None:
            return rule, f"dot {dot} had a fruit already"
        return "burp.supply.short", f"the fruit goes as far as dot {due[-1]} clockwise, not to dot {dot}"
    missing = [dot for dot in due if dot not in dots]
    return (rule, f"dot {missing[0]} lacks a fruit") if missing else None


def build(figures: Figures, state: BurpState, act: Dock) -> Decision[BurpState]:
    """Take a dock as it stands when the time is over; what is no dock goes into the village."""
    seat = state.queue[0].seat
    player, name = state.players[seat], actor_name(seat)
    stones = player.stones + player.dock_stones
    problem = _not_those(seat, act, player.strips + player.dock_strips, stones)
    if problem is not None:
        return refused("burp.dock.keep", problem, state)
    wrong = _no_dock(act)
    limit = figures.data.table.dock_s
    if not act.finished <= limit:
        wrong = ("burp.dock.time", f"building went on to {act.finished:g} s, over {limit:g} s")
    elif act.tests != 0:
        wrong = ("burp.dock.untested", f"the dock was tested {some(act.tests, 'time')}")
    if wrong is not None:
        after = done(taken_down(state, seat))
        return go_on(figures, after, wrong[0], f"{wrong[1]}: all of it is stored in the village of {name}")
    after = done(_with_dock(state, seat, act.strips, act.stones if act.strips else ()))
    reason = f"{name} has no dock"
    if act.strips:
        reason = f"{name} has a dock of {some(act.strips, 'strip')} and {some(len(act.stones), 'stone')}"
    return go_on(figures, after, "burp.dock.keep", reason)


def rest_of_dock(figures: Figures, state: BurpState, act: Robbed) -> Decision[BurpState]:
    """Take a dock as it stands after a stone was given out of it."""
    seat = state.queue[0].place.seat
    assert seat is not None
    player, name = state.players[seat], actor_name(seat)
    problem = _not_those(seat, act, player.dock_strips, player.dock_stones)
    if problem is not None:
        return refused("burp.encounter.steal", problem, state)
    wrong = _no_dock(act)
    if wrong is not None or not act.strips:
        after = replace(taken_down(state, seat), phase=Phase.STEAL)
        reason = f"without the stone the dock of {name} does not stand"
        return go_on(figures, after, "burp.encounter.steal", reason if wrong is None else f"{reason}: {wrong[1]}")
    after = replace(_with_dock(state, seat, act.strips, act.stones), phase=Phase.STEAL)
    reason = f"the dock of {name} still has {some(act.strips, 'strip')} and {some(len(act.stones), 'stone')}"
    return go_on(figures, after, "burp.encounter.steal", reason)


def taken_down(state: BurpState, seat: Seat) -> BurpState:
    """Return the state with a player's dock stored in the village."""
    return _with_dock(state, seat, 0, ())


def _with_dock(state: BurpState, seat: Seat, strips: int, stones: tuple[int, ...]) -> BurpState:
    player: Player = state.players[seat]
    spare = sorted(stone for stone in player.stones + player.dock_stones if stone not in stones)
    return change(
        state,
        seat,
        strips=player.strips + player.dock_strips - strips,
        stones=tuple(spare),
        dock_strips=strips,
        dock_stones=tuple(sorted(stones)),
    )


def _not_those(seat: Seat, act: Dock | Robbed, strips: int, stones: tuple[int, ...]) -> str | None:
    """Return why a reading is not of this dock, or None."""
    if act.seat != seat:
        return f"the dock of {actor_name(seat)} is looked at, not that of {actor_name(act.seat)}"
    if not 0 <= act.strips <= strips:
        return f"a dock of {act.strips} strips cannot be: {actor_name(seat)} has {strips} for it"
    strange = [stone for stone in act.stones if stone not in stones or act.stones.count(stone) > 1]
    return f"stone {strange[0]} is not one of {actor_name(seat)} for it, or named twice" if strange else None


def _no_dock(act: Dock | Robbed) -> tuple[str, str] | None:
    """Return by which rule and why what stands there is no dock, or None when it is one."""
    rule = "burp.dock.on-block"
    if act.loose != 0:
        return rule, f"the block does not bear {act.loose} of {some(act.strips, 'strip')}"
    if act.on_board != 0:
        return rule, f"pieces that rest on the board: {act.on_board}"
    if not act.outside <= 0:
        return rule, f"block or supports reach {act.outside * 1000:.1f} mm out of the village"
    return None
