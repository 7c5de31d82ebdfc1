"""What an attacker may steal, and how stolen cards are built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from sandbox.rules.base import Seat, actor_name
from sandbox.rules.hurlyburly.acts import Steal
from sandbox.rules.hurlyburly.data import BASE_WALLS
from sandbox.rules.hurlyburly.state import Cards, HurlyburlyState, Player, put
from sandbox.rules.hurlyburly.towers import Levels, Problem

__all__ = ["arrangements", "check_steal", "leave_over", "steals", "take"]


def steals(state: HurlyburlyState) -> Sequence[Steal]:
    """Return every steal that the attacker may make now."""
    found = []
    for seat, player in enumerate(state.players):
        if seat == state.turn or seat in state.robbed or not player.lost:
            continue
        spare, most = _spare(player), _most(state)
        walls = min(most, player.fallen.walls, spare.walls)
        platforms = min(most, player.fallen.platforms, spare.platforms)
        amounts = product(range(walls + 1), range(platforms + 1))
        found += [Steal(state.turn, Seat(seat), w, p) for w, p in amounts if (w, p) != (0, 0)]
    return found


def check_steal(state: HurlyburlyState, act: Steal) -> Problem | None:
    """Return why a steal does not stand, if so."""
    most = _most(state)
    rule = "hurlyburly.steal.two-players" if len(state.players) == 2 else "hurlyburly.steal.limit"
    name = actor_name(act.victim)
    if not 0 <= act.victim < len(state.players) or act.victim == state.turn:
        return "hurlyburly.steal.limit", f"{name} is no rival to steal from"
    player = state.players[act.victim]
    if not player.lost:
        return "hurlyburly.steal.limit", f"shots of this turn demolished no level of {name}"
    if act.victim in state.robbed:
        return "hurlyburly.steal.limit", f"{name} was stolen from in this turn already"
    spare = _spare(player)
    if act.walls < 0 or act.platforms < 0 or act.walls == act.platforms == 0:
        return rule, f"{act.walls} walls and {act.platforms} platforms are nothing to take"
    for what, wanted, fallen, free in (
        ("walls", act.walls, player.fallen.walls, spare.walls),
        ("platforms", act.platforms, player.fallen.platforms, spare.platforms),
    ):
        if wanted > most:
            return rule, f"{wanted} {what} are more than {most}"
        if wanted > fallen:
            return rule, f"{wanted} {what} are more than the {fallen} of {name} that lie fallen"
        if wanted > free:
            kept = f"leave {name} less than the base"
            return "hurlyburly.steal.not-base", f"{wanted} {what} would {kept}: {free} are to spare"
    return None


def take(state: HurlyburlyState, act: Steal) -> HurlyburlyState:
    """Return the state after a steal that stands."""
    cards = Cards(act.walls, act.platforms)
    victim = state.players[act.victim]
    after = put(state, act.victim, replace(victim, fallen=victim.fallen - cards))
    return replace(after, stolen=state.stolen + cards, robbed=(*state.robbed, act.victim))


def arrangements(stolen: Cards) -> Sequence[Levels]:
    """Return every way to build stolen cards: a level a platform while walls last, no wall left that fits."""
    levels = min(stolen.platforms, stolen.walls)
    walls = min(stolen.walls, 2 * levels)
    ways = product((1, 2), repeat=levels)
    return [way for way in ways if sum(way) == walls] if levels else []


def leave_over(state: HurlyburlyState, way: Levels) -> HurlyburlyState:
    """Return the state with stolen cards in the attacker's hands; what cannot be built goes to the supply."""
    rest = state.stolen - Cards(sum(way), len(way))
    return replace(state, rising=way, stolen=Cards(), supply=state.supply + rest)


def _most(state: HurlyburlyState) -> int:
    """Return how many walls, and how many platforms, may be stolen from one rival."""
    return 2 if len(state.players) == 2 else 1


def _spare(player: Player) -> Cards:
    """Return how much of a player's tower is more than the base, standing or fallen."""
    return Cards(
        max(0, sum(player.levels) + player.fallen.walls - BASE_WALLS),
        max(0, len(player.levels) + player.fallen.platforms - 1),
    )
