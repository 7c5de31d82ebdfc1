"""A bot for Hurlyburly that looks one action ahead: what it may win, and what the rivals may do about it.

How likely shots fell a level was measured at the table, over shots that were misjudged as hands do. By that it
builds double walls or a screen of sandbags against a strong catapult, builds on while there is no danger, and
shoots whoever is about to win.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sandbox.rules.base import Engine, Move, Seat
from sandbox.rules.hurlyburly import (
    Collect,
    Defend,
    Fast,
    Fire,
    HurlyburlyState,
    Phase,
    Player,
    Raise,
    Steal,
    Stop,
    Strong,
    Upgrade,
)

__all__ = ["choose", "felling_chance", "impatience"]

Players = tuple[Player, ...]

# Chance of a first and of a later shot, by upgrades: 16 shots each of fair hands, so give or take 0.12, by
#   sandbox aim hurlyburly --tower 1+1+1 --upgrades 0 --shot 1 --shots 16 --pulls 1
# and so on to --upgrades 3, and with --shot 2.
_SINGLE = ((0.50, 0.44, 0.62, 0.75), (0.62, 0.75, 0.81, 0.88))
# The same with --tower 2+2+2; 1 to 3 upgrades differ by less than chance and are pooled: 24 and 33 of 48. Without
# any, 0 and 3 of 16 fell a level, and of those that were aimed well 13 of 220.
_DOUBLE = ((0.02, 0.50, 0.50, 0.50), (0.06, 0.69, 0.69, 0.69))
_BLOCK = 2e-3  # what a block is worth that is not fired
_ALIKE = 0.04  # worths of actions that nobody can tell apart
_BUILDS = 0.7  # how likely a rival builds what wins if it can
_SCREEN = 0.8  # what a screen as high as the tower takes from the chance
_PATIENCE = 8  # rounds after which players begin to tire of a game in which every tower is shot down again
_TIRING = 0.04  # in how many turns more, round by round, they just build
_HASTE = 0.6  # and at most


def choose(game: Engine[Any], view: HurlyburlyState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return the move of greatest worth; actions that are all but equal by chance, since worths are guesses.

    The longer a game lasts the more often a player goes on with the own tower, come what may: among hands that
    never miss no game would end if everybody always shot down the tower that is about to win.
    """
    if view.phase is Phase.TURN and rng.random() < impatience(view.round):
        peaceful = [move for move in moves if not isinstance(move, Fire)]
        moves = [move for move in peaceful if isinstance(move, Strong | Fast)] or peaceful or moves
    goal = game.data.height[str(len(view.players))]  # type: ignore[attr-defined]
    most = game.data.blocks.limit  # type: ignore[attr-defined]
    worth = [_worth(view, move, goal, most) for move in moves]
    least = max(worth) - (_ALIKE if view.phase is Phase.TURN else 1e-6)
    return rng.choice([move for move, w in zip(moves, worth, strict=True) if w >= least])


def impatience(round_: int) -> float:
    """Return in which part of the turns of a round a player builds without looking at what rivals may do."""
    return min(_HASTE, max(0.0, _TIRING * (round_ - _PATIENCE)))


def felling_chance(upgrades: int, victim: Player, *, is_first: bool = True) -> float:
    """Return how likely a shot is to demolish a level of a tower, about.

    Args:
        upgrades: Cards that were added to the catapult.
        victim: Whose tower is shot at.
        is_first: Whether it is the first shot of an attack, of which the aim is not yet corrected.
    """
    storeys, levels = _storeys(victim), victim.levels
    if not levels:
        return 0.0
    table = (_SINGLE if 1 in levels[min(storeys, len(levels) - 1) :] else _DOUBLE)[not is_first]
    covered = min(1.0, storeys / len(levels))
    return table[min(upgrades, len(table) - 1)] * (1 - _SCREEN * covered**2)


def _storeys(player: Player) -> int:
    """Return how many storeys a screen of two sandbags and a support each has."""
    return min(player.sandbags // 2, player.supports + 1)


def _attack(attacker: Player, victim: Player, launched: int = 0) -> float:
    """Return how likely a whole attack is to demolish a level; without blocks one shot may be made."""
    misses = 1.0
    for number in range(max(1, attacker.blocks)):
        misses *= 1 - felling_chance(attacker.upgrades, victim, is_first=launched + number == 0)
    return 1 - misses


def _left(victim: Player) -> int:
    """Return how many levels are left when a shot fells some: what is above the lowest weak one goes with it."""
    levels = victim.levels
    weak = levels.index(1) if 1 in levels else len(levels) // 2
    return min(len(levels) - 1, max(weak, _storeys(victim), 1)) if levels else 0


def _worth(view: HurlyburlyState, move: Move, goal: int, most: int) -> float:
    """Return how good a move is: the chance to win, by rules of thumb."""
    seat = view.turn
    if isinstance(move, Fire):
        return sum(chance * _hope(after, seat, goal, left) for chance, after, left in _shots(view, move)) - _BLOCK
    own, left, extra = view.players[seat], view.supply.platforms, 0.0
    match move:
        case Strong():
            own, left = replace(own, levels=(*own.levels, 2)), left - 1
        case Fast(levels=levels):
            own, left = replace(own, levels=own.levels + (1,) * levels), left - levels
        case Collect():
            own = replace(own, blocks=min(most, own.blocks + len(own.levels), own.blocks + view.blocks))
        case Upgrade():
            own = replace(own, upgrades=own.upgrades + 1)
        case Defend(sandbags=sandbags, supports=supports):
            own = replace(own, sandbags=own.sandbags + sandbags, supports=own.supports + supports)
        case Raise(walls=walls):
            own = replace(own, levels=own.levels + walls)
        case Steal(walls=walls, platforms=platforms):
            own = replace(own, levels=own.levels + _built(walls, platforms))
            extra = 1e-3 * (walls + 2 * platforms)
        case Stop():
            own = replace(own, levels=own.levels + _loot(view, view.players))
    return _hope(_with(view.players, seat, own), seat, goal, left) + extra


def _shots(view: HurlyburlyState, move: Fire) -> Iterator[tuple[float, Players, int]]:
    """Yield what may come of an attack, stolen cards built: chance, players, and platforms of the supply."""
    seat, players = view.turn, view.players
    own, victim = players[seat], players[move.target]
    chance = _attack(own, victim, view.launched)
    fell = len(victim.levels) - _left(victim)
    hit = replace(victim, levels=victim.levels[: _left(victim)], lost=victim.lost + fell, flag=True)
    for likely, rival, blocks in ((chance, hit, max(0, own.blocks - 1)), (1 - chance, victim, 0)):
        after = _with(players, move.target, rival)
        loot = _loot(view, after)
        own_after = replace(own, blocks=blocks, levels=own.levels + loot)
        lost = len(victim.levels) - len(rival.levels)
        yield likely, _with(after, seat, own_after), view.supply.platforms + max(0, lost - len(loot))


def _loot(view: HurlyburlyState, players: Players) -> tuple[int, ...]:
    """Return the levels that can be built of what was shot down in this turn."""
    most = 2 if len(players) == 2 else 1
    stolen = sum(min(most, p.lost) for i, p in enumerate(players) if i != view.turn and Seat(i) not in view.robbed)
    return (1,) * stolen


def _built(walls: int, platforms: int) -> tuple[int, ...]:
    """Return the levels that stolen cards make."""
    levels = min(walls, platforms)
    strong = min(levels, walls - levels)
    return (2,) * strong + (1,) * (levels - strong)


def _hope(players: Players, seat: Seat, goal: int, platforms: int) -> float:
    """Return how likely the player of a seat is to win when the others act next, about.

    Args:
        players: As they will be.
        seat: Whose hope.
        goal: Levels that win.
        platforms: Those left in the supply.
    """
    own = players[seat]
    others = [players[(seat + k) % len(players)] for k in range(1, len(players))]
    alive = 1.0
    for i, rival in enumerate(others):
        if len(rival.levels) >= goal and rival.flag:  # it wins unless somebody before it shoots it down
            alive *= 1 - _misses(others[:i], rival)
            continue
        rest = [own, *others[:i], *others[i + 1 :]]
        taller, likely = _next_levels(rival, rest, goal, platforms)
        alive *= 1 - likely * _misses(rest, replace(rival, levels=taller))
    holds = _misses(others, own) if len(own.levels) >= goal else 0.0
    lead = _strength(own, others) - max(
        _strength(rival, [own, *(o for o in others if o is not rival)]) for rival in others
    )
    return alive * (holds + (1 - holds) * min(0.6, max(0.05, 0.35 + 0.07 * lead)))


def _next_levels(
    player: Player, others: Sequence[Player], goal: int, platforms: int
) -> tuple[tuple[int, ...], float]:
    """Return the levels with which a player may next reach the goal, and how likely that is; 0 if in no way."""
    built = player.levels + (1,) * min(2, platforms)
    if len(built) >= goal:
        return built, _BUILDS
    most = 2 if len(others) == 1 else 1
    ways = [(player.levels, 0.0)]
    for victim in others:
        robbed = player.levels + (1,) * min(most, len(victim.levels) - _left(victim))
        if len(robbed) >= goal:
            ways.append((robbed, _attack(player, victim)))
    return max(ways, key=lambda way: way[1])


def _misses(attackers: Sequence[Player], victim: Player) -> float:
    """Return how likely nobody of some demolishes a level."""
    likely = 1.0
    for attacker in attackers:
        likely *= 1 - _attack(attacker, victim)
    return likely


def _strength(player: Player, others: Sequence[Player]) -> float:
    """Return a tower's levels, less those that the most dangerous of the others may be expected to fell."""
    danger = max(_attack(other, player) for other in others)
    return len(player.levels) - danger * (len(player.levels) - _left(player))


def _with(players: Players, seat: int, player: Player) -> Players:
    return (*players[:seat], player, *players[seat + 1 :])
