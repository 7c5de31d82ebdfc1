"""The figures of Hurlyburly: what is in the box, what wins, and where each tolerance lies."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from sandbox.rules.rulebook import Rulebook

__all__ = ["HurlyburlyData", "Limits", "read_data"]

BASE_WALLS = 2  # walls of the level that every player begins with


@dataclass(frozen=True, slots=True)
class Pieces:
    """The table `[pieces]`: what is in the box."""

    walls: int
    sandbags: int
    platforms: int
    sandbag_supports: int
    basic_catapult_cards: int
    catapult_bases: int
    upgrades: int
    baskets: int
    flags: int
    blocks: int


@dataclass(frozen=True, slots=True)
class Blocks:
    """The table `[blocks]`: the most blocks in a personal supply."""

    limit: int
    experienced_limit: int


@dataclass(frozen=True, slots=True)
class Limits:
    """The table `[limits]`: where a measured number is no longer as it should be; units in the names."""

    apart_cm: float
    apart_about_cm: tuple[float, float]
    flag_cm: float
    touch_mm: float
    nudge_mm: float
    flag_tilt_deg: float
    fold_deg: tuple[float, float]
    bend_deg: float
    card_tilt_deg: float
    cup_deg: float
    base_slip_mm: float
    pull_speed: float


@dataclass(frozen=True, slots=True)
class HurlyburlyData:
    """The data of the rulebook file."""

    pieces: Pieces
    platforms_in_play: Mapping[str, int]
    height: Mapping[str, int]
    blocks: Blocks
    limits: Limits


def read_data(book: Rulebook) -> HurlyburlyData:
    """Return the data, checked: every number of players must find its pieces and be able to win."""
    data = book.data(HurlyburlyData)
    for name in ("sandbags", "sandbag_supports", "upgrades"):
        count = getattr(data.pieces, name)
        if count < 0:
            raise book.bad(f"pieces.{name}", f"{count} pieces cannot be")
    fewest, most = book.players
    for key, table in (("platforms_in_play", data.platforms_in_play), ("height", data.height)):
        for text in table:
            if text not in map(str, range(fewest, most + 1)):
                problem = f"{text!r} is no number of players"
                raise book.bad(f"{key}.{text}", problem, instead=f"write {fewest} to {most}")
    for players in range(fewest, most + 1):
        _check_platforms(book, data, players)
    _check_blocks(book, data, most)
    needed = dict.fromkeys(("basic_catapult_cards", "catapult_bases", "baskets", "flags"), most)
    for name, count in {**needed, "walls": BASE_WALLS * most}.items():
        if getattr(data.pieces, name) < count:
            problem = f"{getattr(data.pieces, name)} are not enough for {most} players"
            raise book.bad(f"pieces.{name}", problem, instead=f"write {count} or more")
    _check_limits(book, data.limits)
    return data


def _check_platforms(book: Rulebook, data: HurlyburlyData, players: int) -> None:
    key = str(players)
    for name, table in (("platforms_in_play", data.platforms_in_play), ("height", data.height)):
        if key not in table:
            raise book.bad(f"{name}.{key}", "this key is missing")
    in_play, height = data.platforms_in_play[key], data.height[key]
    if height < 2:
        raise book.bad(f"height.{key}", f"every tower begins with one level, so {height} cannot win")
    if in_play > data.pieces.platforms:
        problem = f"{in_play} platforms of {data.pieces.platforms} cannot be in play"
        raise book.bad(f"platforms_in_play.{key}", problem, instead="change it or pieces.platforms")
    if in_play < height + players - 1:
        problem = f"with {in_play} platforms no tower of {players} players reaches {height} levels"
        raise book.bad(f"platforms_in_play.{key}", problem, instead=f"write {height + players - 1} or more")


def _check_blocks(book: Rulebook, data: HurlyburlyData, most: int) -> None:
    """A player may always attack only if the others cannot hold all blocks."""
    for name in ("limit", "experienced_limit"):
        limit = getattr(data.blocks, name)
        if limit < most:
            problem = f"the last of {most} players begins with {most} blocks, more than {limit}"
            raise book.bad(f"blocks.{name}", problem, instead=f"write {most} or more")
        needed = max(limit * (most - 1) + 1, most * (most + 1) // 2)
        if data.pieces.blocks < needed:
            problem = f"{data.pieces.blocks} blocks can all be held while a player has none"
            raise book.bad("pieces.blocks", problem, instead=f"write {needed} or more")


def _check_limits(book: Rulebook, limits: Limits) -> None:
    for field in dataclasses.fields(limits):
        value = getattr(limits, field.name)
        key = f"limits.{field.name}"
        if isinstance(value, tuple):
            if not 0 <= value[0] <= value[1]:
                raise book.bad(key, f"from {value[0]:g} to {value[1]:g} is no range")
        elif not value > 0:
            raise book.bad(key, f"{value:g} is not more than 0")
