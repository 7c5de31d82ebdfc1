"""What a race of taps means: which touches count, whether the turn is over, and who was how quick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from sandbox.rules.base import Seat, actor_name
from sandbox.rules.bourpif.acts import Place, Race, Tap, Tiles
from sandbox.rules.bourpif.cards import WEAPONS, Card, Limits, Monster, Picture

__all__ = ["Goal", "Problem", "Result", "goal_of", "judge_race", "rest_problem"]

Problem: TypeAlias = tuple[str, str]  # the rule that is broken, and why

_TAP: Final = "bourpif.tap.valid"
_HANDS: Final = "bourpif.case1.all-hands"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a turn asks for.

    Args:
        rule: The rule that says so.
        place: What to tap.
        picture: What the tiles must show; None when they do not matter.
    """

    rule: str
    place: Place
    picture: Picture | None


@dataclass(frozen=True, slots=True)
class Result:
    """How a race ended.

    Args:
        order: The players whose taps count, the quickest first.
        at: When the turn ended.
        in_time: Whether it ended before the time was up.
        void: How many touches did not count.
    """

    order: tuple[Seat, ...]
    at: float
    in_time: bool
    void: int


def goal_of(parchment: Card, monster: Monster) -> Goal:
    """Return what the last monster and the visible parchment ask for."""
    if monster is Monster.DRAGON:
        return Goal("bourpif.level2.flee", Place(parchment.doors[0].value), None)
    weapon = parchment.weapon(monster)
    if weapon is None:
        return Goal("bourpif.case2.shield", Place.PILE, Picture.SHIELD)
    return Goal("bourpif.case1.weapon", Place.PILE, weapon)


def picture_of(tiles: Tiles, limits: Limits) -> Picture | None:
    """Return what four tiles show together, if anything."""
    first, *others = tiles.corners
    complete = all(corner is first for corner in others) and abs(tiles.skew_deg) <= limits.skew_deg
    return first if complete else None


def moved_problem(name: str, tiles: Tiles, limits: Limits) -> Problem | None:
    """Return why tiles were moved instead of rotated, if so."""
    moved = tiles.moved * 1000
    if moved <= limits.moved_mm:
        return None
    reason = f"a tile of {name} lies {moved:.1f} mm from its place, over {limits.moved_mm:g} mm"
    return "bourpif.tiles.rotate", reason


def rest_problem(rule: str, players: Sequence[Tiles], count: int, limits: Limits) -> Problem | None:
    """Return whose tiles do not show a weapon in their places, if anybody's.

    Args:
        rule: The rule that asks for a weapon.
        players: The tiles of each player.
        count: The number of players.
        limits: The tolerances.
    """
    if len(players) != count:
        return rule, f"the tiles of {len(players)} players are read and there are {count}"
    for seat, tiles in enumerate(players):
        name = actor_name(Seat(seat))
        if problem := moved_problem(name, tiles, limits):
            return problem
        if (picture := picture_of(tiles, limits)) not in WEAPONS:
            return rule, f"the tiles of {name} show {_named(picture)}, not a weapon"
    return None


def judge_race(act: Race, goal: Goal, players: int, limits: Limits) -> Result | Problem:
    """Return how a race ended, or why its reading cannot stand or is no end yet."""
    if problem := _malformed(act, players):
        return problem
    faults = [(tap, _void(tap, goal, limits)) for tap in act.taps]
    valid = sorted((tap for tap, fault in faults if fault is None), key=lambda tap: (tap.at, tap.seat))
    void = len(faults) - len(valid)
    if goal.picture in WEAPONS:
        for end in dict.fromkeys(tap.at for tap in valid):
            order = _holding(valid, end)
            if len(order) == players:
                return Result(order, end, True, void)
    elif valid:
        return Result((valid[0].seat,), valid[0].at, True, void)
    if act.ended >= limits.turn_s:
        return Result(_holding(valid, limits.turn_s), limits.turn_s, False, void)
    return _unfinished(act, faults, goal, players)


def _malformed(act: Race, players: int) -> Problem | None:
    """Return why the reading contradicts itself, if so."""
    if not act.ended >= 0:
        return _TAP, f"the race ended at {act.ended:.2f} s, before it began"
    for tap in act.taps:
        name = actor_name(tap.seat)
        if not 0 <= tap.seat < players:
            return _TAP, f"{name} is none of {players} players"
        if not tap.at <= act.ended:
            return _TAP, f"a tap of {name} at {tap.at:.2f} s is later than the last look at {act.ended:.2f} s"
        if tap.lifted is not None and not tap.at <= tap.lifted:
            return _TAP, f"a hand of {name} leaves at {tap.lifted:.2f} s, before it comes at {tap.at:.2f} s"
    return None


def _void(tap: Tap, goal: Goal, limits: Limits) -> Problem | None:
    """Return why a touch does not count, if so."""
    name = actor_name(tap.seat)
    if tap.at < 0:
        return _TAP, f"{name} taps {-tap.at:.2f} s before the last card lies open"
    if tap.at > limits.turn_s:
        return "bourpif.turn.timeout", f"{name} taps after {tap.at:.2f} s, over {limits.turn_s:g} s"
    if tap.place is not goal.place:
        wrong_door = Place.PILE not in (tap.place, goal.place)
        rule = "bourpif.level2.wrong-door" if wrong_door else _TAP
        return rule, f"{name} taps {_spoken(tap.place)}, not {_spoken(goal.place)}"
    if goal.picture is None:
        return None
    if problem := moved_problem(name, tap.tiles, limits):
        return problem
    if (picture := picture_of(tap.tiles, limits)) is not goal.picture:
        rule = "bourpif.case1.wrong" if goal.picture in WEAPONS else goal.rule
        return rule, f"{name} taps with {_named(picture)}, not {_named(goal.picture)}"
    return None


def _holding(valid: Sequence[Tap], at: float) -> tuple[Seat, ...]:
    """Return whose hands are on the pile at an instant, by the time of the touch that is held."""
    held = (tap.seat for tap in valid if tap.at <= at and (tap.lifted is None or at < tap.lifted))
    return tuple(dict.fromkeys(held))


def _unfinished(act: Race, faults: Sequence[tuple[Tap, Problem | None]], goal: Goal, players: int) -> Problem:
    """Return why a turn is not over yet: what is wrong with the last touch of the first hand that is missing."""
    held = _holding([tap for tap, fault in faults if fault is None], act.ended)
    since = f"after {act.ended:.2f} s the turn goes on"
    missing = next((Seat(i) for i in range(players) if i not in held), Seat(0))
    own = [(tap, fault) for tap, fault in faults if tap.seat == missing or goal.picture not in WEAPONS]
    if not own:
        rule = _HANDS if goal.picture in WEAPONS else goal.rule
        who = actor_name(missing) if goal.picture in WEAPONS else "nobody"
        return rule, f"{who} has {'not ' if goal.picture in WEAPONS else ''}tapped: {since}"
    tap, fault = max(own, key=lambda pair: pair[0].at)
    if fault is None:
        return _HANDS, f"{actor_name(tap.seat)} lifted the hand at {tap.lifted:.2f} s: {since}"
    return fault[0], f"{fault[1]}: {since}"


def _named(picture: Picture | None) -> str:
    if picture is None:
        return "no picture"
    return f"{'an' if picture is Picture.AXE else 'a'} {picture.value}"


def _spoken(place: Place) -> str:
    return "the pile" if place is Place.PILE else f"the {place.value} door"
