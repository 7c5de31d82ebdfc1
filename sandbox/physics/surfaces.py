"""From pair values, which people measure, to body values, which the engine multiplies.

Bullet takes friction of a pair as the product of a value of each body. With k materials there are k(k+1)/2
measured pairs and only k numbers to choose, so not every table of pairs can be met. Catalogue values that were
not measured are geometric means, which products meet exactly; for the rest the numbers are chosen so that the
logarithms of all pairs that can touch differ least from what is wanted. What somebody measured counts far more
than a geometric mean that nobody did. The departures that remain are reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from sandbox.components.materials import Materials
from sandbox.physics.engine import Surface

__all__ = ["Kind", "Solved", "solve"]

Kind = tuple[str, bool]
"""A material, and whether bodies of it are fixed: two fixed bodies never meet, so their pair is free."""

TOLERANCE = 0.01
"""Relative departure of a pair value from the catalogue above which it is reported."""

ASKED = 1e4
"""Weight of a number that a scenario asks for: it is met exactly, unless several of them contradict each other."""

MEASURED = 100.0
"""How much more a pair counts that somebody gave a value than one that has the geometric mean."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What the engine gets.

    Attributes:
        surfaces: Its values by kind.
        departures: A sentence for every pair that cannot be met within `TOLERANCE`.
        refused: Of these, the numbers that somebody asked for: (material, material, number, what it would be).
    """

    surfaces: Mapping[Kind, Surface]
    departures: tuple[str, ...]
    refused: tuple[tuple[str, str, str, float], ...] = ()


def solve(materials: Materials, kinds: Iterable[Kind]) -> Solved:
    """Return the engine's values for the kinds of body that meet in one world.

    Rolling and spinning friction are carried by the moving bodies; what of it acts is decided by `Handling`.

    Raises:
        UnknownName: A material that is not in the catalogue.
    """
    order = sorted(set(kinds))
    pairs = [(i, j) for i in range(len(order)) for j in range(i, len(order)) if not (order[i][1] and order[j][1])]
    wanted = {(i, j): materials.pair(order[i][0], order[j][0]) for i, j in pairs}
    found, departures, refused = {}, [], []
    for name in ("friction", "restitution"):
        weights = {(i, j): _weight(materials, order[i][0], order[j][0], name) for i, j in pairs}
        found[name], off = _factors(len(order), {ij: getattr(wanted[ij], name) for ij in pairs}, weights)
        for i, j, value, got in off:
            pair = (min(order[i][0], order[j][0]), max(order[i][0], order[j][0]))
            if (*pair, name) in materials.asked:
                refused.append((*pair, name, got))
            departures.append(_say(name, pair, value, got))
    friction, restitution = found["friction"], found["restitution"]
    rolling, spinning = np.zeros(len(order)), np.zeros(len(order))
    for target, name in ((rolling, "rolling"), (spinning, "spinning")):
        for i, (_, fixed) in enumerate(order):
            if fixed:
                continue
            # Against fixed things only this body carries it; against its like both do. The table counts.
            partners = [
                (getattr(wanted[min(i, j), max(i, j)], name), friction[j])
                for j in range(len(order))
                if order[j][1] and friction[j] > 0
            ] or [(getattr(wanted[i, i], name) / 2, friction[i])]
            target[i] = max((value / mu for value, mu in partners if mu > 0), default=0.0)
    surfaces = {
        kind: Surface(float(friction[i]), float(restitution[i]), float(rolling[i]), float(spinning[i]))
        for i, kind in enumerate(order)
    }
    return Solved(surfaces, tuple(dict.fromkeys(departures)), tuple(refused))


Departure = tuple[int, int, float, float]


def _weight(materials: Materials, a: str, b: str, number: str) -> float:
    if (min(a, b), max(a, b), number) in materials.asked:
        return ASKED
    is_given = a == b or number in materials.pairs.get((min(a, b), max(a, b)), {})
    return MEASURED if is_given else 1.0


def _factors(
    count: int, wanted: Mapping[tuple[int, int], float], weights: Mapping[tuple[int, int], float]
) -> tuple[np.ndarray, list[Departure]]:
    """Return factors whose products come nearest to the wanted values, and the pairs that they miss."""
    factors = np.zeros(count)
    positive = {ij: value for ij, value in wanted.items() if value > 0}
    if positive:
        rows = np.zeros((len(positive), count))
        for row, (i, j) in zip(rows, positive, strict=True):
            row[i] += weights[i, j]
            row[j] += weights[i, j]
        right = [weights[ij] * np.log(value) for ij, value in positive.items()]
        logs, *_ = np.linalg.lstsq(rows, np.array(right), rcond=None)
        used = rows.any(axis=0)
        factors[used] = np.exp(logs[used])
    # A material with no friction on itself has none at all: a product cannot be zero otherwise.
    for (i, j), value in wanted.items():
        if value == 0 and i == j:
            factors[i] = 0.0
    off = [
        (i, j, value, float(factors[i] * factors[j]))
        for (i, j), value in wanted.items()
        if abs(factors[i] * factors[j] - value) > TOLERANCE * max(value, 1e-3)
    ]
    return factors, off


def _say(what: str, pair: tuple[str, str], value: float, got: float) -> str:
    return f"{what} {pair[0]}_{pair[1]} acts as {got:.3g} instead of {value:.3g}: products cannot meet all pairs"
