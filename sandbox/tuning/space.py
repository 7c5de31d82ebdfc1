"""The space of parameters: their values, and the same as numbers from 0 to 1 on their own scales."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.study import Parameter

__all__ = ["Space"]

EDGE = 0.01
"""Part of the range next to a bound that counts as on it."""


@dataclass(frozen=True)
class Space:
    """Parameters in order. A *point* is `(p,) float` from 0 (low) to 1 (high), by factors on a log scale."""

    parameters: tuple[Parameter, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order."""
        return tuple(each.name for each in self.parameters)

    def __len__(self) -> int:
        return len(self.parameters)

    def values(self, point: Sequence[float] | Floats) -> dict[str, float]:
        """Return the values at a point; outside the bounds they are put on them."""
        out = {}
        for part, each in zip(point, self.parameters, strict=True):
            part = min(max(float(part), 0.0), 1.0)
            if each.scale == "log":
                value = math.exp(math.log(each.low) + part * math.log(each.high / each.low))
            else:
                value = each.low + part * (each.high - each.low)
            out[each.name] = min(max(value, each.low), each.high)
        return out

    def point(self, values: Mapping[str, float]) -> Floats:
        """Return the point of some values."""
        out = []
        for each in self.parameters:
            value = values[each.name]
            if each.scale == "log":
                out.append(math.log(max(value, 1e-300) / each.low) / math.log(each.high / each.low))
            else:
                out.append((value - each.low) / (each.high - each.low))
        return np.array(out)

    def contains(self, values: Mapping[str, float]) -> bool:
        """Return whether every parameter has a value inside its bounds."""
        return all(each.name in values and each.low <= values[each.name] <= each.high for each in self.parameters)

    def penalty(self, values: Mapping[str, float]) -> float:
        """Return minus the log of the priors at some values, 0 at their means."""
        return sum(
            ((values[each.name] - each.prior.mean) / each.prior.sd) ** 2 / 2
            for each in self.parameters
            if each.prior is not None
        )

    def on_bounds(self, values: Mapping[str, float]) -> dict[str, str]:
        """Return which parameters sit on a bound, and on which: `low` or `high`."""
        return {
            name: "low" if part < EDGE else "high"
            for name, part in zip(self.names, self.point(values), strict=True)
            if not EDGE <= part <= 1 - EDGE
        }
