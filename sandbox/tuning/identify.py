"""What the data tell of each parameter, and what they leave open, in words."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.space import Space
from sandbox.tuning.surrogate import Cloud, expanded

__all__ = ["Estimate", "correlations", "describe", "estimates", "number"]

Standing = Literal["well", "weakly", "not"]

WEAK, OPEN = 0.3, 0.8
"""Part of the range that an interval may fill: above WEAK weakly identified, above OPEN not at all."""

FACTOR = 2.0
"""How far apart the ends of an interval may be on a log scale: many decades make every interval look short."""

SIDES = {"low": "lower", "high": "upper"}

RIDGE_RATIO = 2.0
"""How many times less certain the ratio is than the product (or the other way) when only the latter is known."""

TIED, TIGHT = 0.6, 0.85
"""Correlations from which two parameters are said to trade off, and to be known by a product or ratio only."""


@dataclass(frozen=True)
class Estimate:
    """A parameter's result.

    Attributes:
        name: Of the parameter.
        value: Best value.
        low: Lower end of its 95 % interval; the same as `high` when there is none.
        high: Upper end.
        fills: Part of the range (on its scale) that the interval fills; NaN when there is none.
        standing: How well the data identify it.
        untuned: Value before tuning, where known.
    """

    name: str
    value: float
    low: float
    high: float
    fills: float
    standing: Standing
    untuned: float | None


def number(value: float, digits: int = 3) -> str:
    """Return a number with so many digits, and without an exponent from 0.0001 to a million."""
    if not math.isfinite(value):
        return "–"
    if value and not 1e-4 <= abs(value) < 1e6:
        return f"{value:.{digits}g}"
    rounded = float(f"{value:.{digits}g}")
    return f"{rounded:,.0f}" if abs(rounded) >= 10 ** (digits - 1) else f"{rounded:.{digits}g}"


def estimates(
    space: Space, best: dict[str, float], cloud: Cloud | None, untuned: dict[str, float]
) -> tuple[Estimate, ...]:
    """Return the result of every parameter: its interval holds those of bootstrap and profile.

    Well identified is what fills little of its range, is known within a factor of two where factors count, and
    does not sit on a bound: how far it would go beyond is not known.
    """
    out = []
    pushed = space.on_bounds(best)
    for i, name in enumerate(space.names):
        if cloud is None:
            out.append(Estimate(name, best[name], math.nan, math.nan, math.nan, "well", untuned.get(name)))
            continue
        low, high = expanded(cloud.points[:, i], float(cloud.informing[i]))
        if cloud.kept is not None:
            low, high = min(low, float(cloud.kept[:, i].min())), max(high, float(cloud.kept[:, i].max()))
        low, high = max(low, 0.0), min(high, 1.0)
        ends = [space.values(np.where(np.arange(len(space)) == i, end, 0.5))[name] for end in (low, high)]
        fills = high - low
        standing: Standing = "well" if fills < WEAK else "weakly" if fills < OPEN else "not"
        is_wide = space.parameters[i].scale == "log" and ends[1] > FACTOR * ends[0]
        if standing == "well" and (is_wide or name in pushed):
            standing = "weakly"
        out.append(Estimate(name, best[name], ends[0], ends[1], fills, standing, untuned.get(name)))
    return tuple(out)


def correlations(cloud: Cloud | None) -> Floats | None:
    """Return `(p, p) float` correlations of the estimates, 0 where one does not vary."""
    if cloud is None:
        return None
    with np.errstate(all="ignore"):
        matrix = np.atleast_2d(np.corrcoef(cloud.points.T))
    return np.nan_to_num(matrix) * (1 - np.eye(len(matrix))) + np.eye(len(matrix))


def describe(space: Space, found: Sequence[Estimate], cloud: Cloud | None, items: int) -> tuple[str, ...]:
    """Return sentences about what is identified, the doubtful ones first."""
    if cloud is None:
        return (
            "No intervals: budget.refine is 0, or worlds break down around the best values. How sure these are is "
            "not known.",
        )
    tied: set[str] = set()
    sides = space.on_bounds({each.name: each.value for each in found})
    out = []
    if cloud.is_cut:
        out.append("Intervals are cut where trials ended and may be wider: raise budget.refine.")
    for a, b in itertools.combinations(range(len(space)), 2):
        sentence = _pair(space, found, cloud, a, b, items)
        if sentence is not None:
            out.append(sentence)
            tied |= {found[a].name, found[b].name}
    for each in found:
        if each.standing == "not":
            out.append(
                f"The data do not identify {each.name}: every value from {number(each.low)} to "
                f"{number(each.high)} does about as well. Fix it, or measure something that depends on it."
            )
        elif each.standing == "weakly" and (side := sides.get(each.name)) and each.fills < WEAK:
            bound = next(getattr(one, side) for one in space.parameters if one.name == each.name)
            out.append(
                f"{each.name} is pushed onto its {SIDES[side]} bound {number(bound)}: how far it would go beyond "
                "is not known."
            )
        elif each.standing == "weakly" and each.name not in tied:
            out.append(
                f"{each.name} is weakly identified: {number(each.low)} to {number(each.high)} "
                f"({100 * each.fills:.0f} % of its range) fit about as well."
            )
        elif each.standing == "weakly":
            out.append(f"{each.name} alone is weakly identified ({number(each.low)} to {number(each.high)}).")
    well = [each.name for each in found if each.standing == "well"]
    if well:
        out.append(f"Well identified: {', '.join(well)}.")
    return tuple(out)


def _pair(space: Space, found: Sequence[Estimate], cloud: Cloud, a: int, b: int, items: int) -> str | None:
    """Return a sentence when two parameters are known together better than each alone."""
    one, two = space.parameters[a], space.parameters[b]
    if found[a].standing == "well" and found[b].standing == "well":
        return None
    points = cloud.points[:, [a, b]]
    if (points.std(axis=0) < 1e-9).any():
        return None
    r = float(np.asarray(np.corrcoef(points.T))[0, 1])
    if abs(r) < TIED:
        return None
    logs = _logs(space, points, a, b)
    if logs is not None:
        both = np.stack([logs[:, 0] + logs[:, 1], logs[:, 0] - logs[:, 1]])
        ends = np.asarray(np.quantile(both, [0.16, 0.84], axis=1))
        product, ratio = (ends[1] - ends[0]).tolist()
        if abs(r) > TIGHT and max(product, ratio) > RIDGE_RATIO * min(product, ratio):
            is_product = product < ratio
            sign, word = ("x", "product") if is_product else ("/", "ratio")
            reach = math.inf if np.isinf(cloud.informing).all() else items
            low, high = (math.exp(end) for end in expanded(both[0 if is_product else 1], reach))
            return (
                f"Only the {word} {one.name} {sign} {two.name} is identified, {number(low)} to {number(high)}: "
                f"a larger one with a {'smaller' if is_product else 'larger'} other fits as well. Fix one of them."
            )
    way = "larger" if r > 0 else "smaller"
    return (
        f"{one.name} and {two.name} trade off (correlation {r:+.2f}): "
        f"a larger one with a {way} other fits as well."
    )


def _logs(space: Space, points: Floats, a: int, b: int) -> Floats | None:
    """Return logarithms of two parameters' values, None where they may be zero or less."""
    columns = []
    for column, index in enumerate((a, b)):
        each = space.parameters[index]
        if each.low <= 0 and each.scale != "log":
            return None
        part = points[:, column]
        if each.scale == "log":
            columns.append(np.log(each.low) + part * np.log(each.high / each.low))
        else:
            columns.append(np.log(each.low + part * (each.high - each.low)))
    return np.stack(columns, axis=1)
