"""What a reading of the towers means: which levels stand, what has fallen, whether a flag is up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from sandbox.rules.base import Seat, actor_name, some
from sandbox.rules.hurlyburly.acts import Tower
from sandbox.rules.hurlyburly.data import Limits
from sandbox.rules.hurlyburly.state import Cards, HurlyburlyState

__all__ = ["Levels", "Problem", "absorb", "as_built", "losses", "misfit", "shifted", "standing"]

Levels: TypeAlias = tuple[int, ...]
Problem: TypeAlias = tuple[str, str]  # the rule that a reading breaks, and why


def standing(walls: Sequence[int]) -> int:
    """Return how many levels stand: counted upward until a platform has no upright wall beneath it."""
    return next((i for i, count in enumerate(walls) if count < 1), len(walls))


def flag_is_up(tower: Tower, levels: int, limits: Limits) -> bool:
    """Return whether a flag stands on the top level."""
    on_top = 0 < levels == tower.flag_level
    return on_top and abs(tower.flag_tilt_deg) < limits.flag_tilt_deg


def as_built(state: HurlyburlyState) -> tuple[Levels, ...]:
    """Return the levels of each tower as the next reading must know them, what hands add included."""
    levels = [player.levels for player in state.players]
    levels[state.turn] += state.rising
    return tuple(levels)


def misfit(state: HurlyburlyState, built: Sequence[Levels], towers: Sequence[Tower]) -> Problem | None:
    """Return why a reading cannot be of this table, if so.

    Args:
        state: The table before the reading.
        built: The walls of each level of each tower before anything fell.
        towers: The reading.
    """
    if len(towers) != len(built):
        return "hurlyburly.demolish.level", f"{len(towers)} towers are read and there are {len(built)}"
    for seat, (levels, tower) in enumerate(zip(built, towers, strict=True)):
        name = actor_name(Seat(seat))
        if len(tower.walls) != len(levels):
            reason = f"{len(tower.walls)} platforms are read in the tower of {name}, which has {len(levels)}"
            return "hurlyburly.build.on-top", reason
        for number, (before, after) in enumerate(zip(levels, tower.walls, strict=True), start=1):
            if not 0 <= after <= before:
                reason = f"level {number} of {name} shows {after} upright walls and had {before}"
                return "hurlyburly.repair.tower", reason
        player = state.players[seat]
        placed = state.placing if seat == state.turn else Cards()
        for kind, fell, there in (
            ("sandbags", tower.sandbags_fallen, player.sandbags + placed.sandbags),
            ("supports", tower.supports_fallen, player.supports + placed.supports),
        ):
            if not 0 <= fell <= there:
                return "hurlyburly.clear.fallen", f"{fell} {kind} of {name} fell and {there} stood"
    return None


def shifted(limits: Limits, tower_shift: float, defence_shift: float) -> Problem | None:
    """Return which rule hands broke that moved what stood, if so."""
    for rule, what, shift in (
        ("hurlyburly.repair.tower", "a tower", tower_shift),
        ("hurlyburly.repair.defence", "a defence", defence_shift),
    ):
        if not shift * 1000 <= limits.nudge_mm:
            return rule, f"hands moved {what} by {shift * 1000:.1f} mm, over {limits.nudge_mm:g} mm"
    return None


def absorb(state: HurlyburlyState, towers: Sequence[Tower], limits: Limits) -> HurlyburlyState:
    """Return the state that a fitting reading describes: what fell is fallen, what hands placed stands.

    The cards of demolished levels count as fallen, upright or not; so does a wall that fell under a level
    that still stands.
    """
    players = []
    for seat, (levels, tower) in enumerate(zip(as_built(state), towers, strict=True)):
        player = state.players[seat]
        left = tower.walls[: standing(tower.walls)]
        placed = state.placing if seat == state.turn else Cards()
        fell = Cards(
            sum(levels) - sum(left), len(levels) - len(left), tower.sandbags_fallen, tower.supports_fallen
        )
        flag = flag_is_up(tower, len(left), limits)
        fallen = player.fallen + fell
        if (left, flag, fallen) == (player.levels, player.flag, player.fallen) and placed == Cards():
            players.append(player)
            continue
        player = replace(
            player,
            levels=left,
            flag=flag,
            sandbags=player.sandbags + placed.sandbags - fell.sandbags,
            supports=player.supports + placed.supports - fell.supports,
            fallen=fallen,
        )
        players.append(player)
    return replace(state, players=tuple(players), rising=(), placing=Cards())


def losses(state: HurlyburlyState, after: HurlyburlyState) -> str:
    """Return which levels fell between two states, such as `P2 loses 2 levels and keeps 1`; empty for none."""
    said = []
    for seat, (levels, player) in enumerate(zip(as_built(state), after.players, strict=True)):
        lost = len(levels) - len(player.levels)
        if lost:
            said.append(f"{actor_name(Seat(seat))} loses {some(lost, 'level')} and keeps {len(player.levels)}")
    return "; ".join(said)
