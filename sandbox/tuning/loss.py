"""From errors to one number: of a track, of a scalar, of a rate, and over items."""

from __future__ import annotations

import math

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.study import Loss

__all__ = ["of_rate", "of_scalar", "of_track", "over_items"]

TRIM = 0.1
"""Part of the items, the worst ones, that `trimmed` leaves out."""

SCALAR_UNIT = 10.0
"""`huber_at` of scalars is in units of this many sd: 0.3 is three sd."""


def _shape(errors: Floats, loss: Loss, at: float) -> Floats:
    if loss.kind == "squared":
        return errors**2 / 2
    if loss.kind == "absolute":
        return errors
    return np.where(errors < at, errors**2 / 2, at * (errors - at / 2))


def of_track(distances: Floats, angles: Floats | None, loss: Loss) -> float:
    """Return the loss of a track.

    Args:
        distances: `(n,) float` distances between simulated and measured, as parts of the study's length.
        angles: `(n,) float` rad, or None where turns were not measured.
        loss: How errors count.
    """
    total = float(_shape(distances, loss, loss.huber_at).mean())
    if angles is not None and loss.angle_weight:
        capped = np.minimum(angles, math.radians(loss.angle_cap_deg))
        total += loss.angle_weight * float(_shape(capped, loss, loss.huber_at).mean())
    return total


def of_scalar(deviation: float, loss: Loss) -> float:
    """Return the loss of a scalar that is `deviation` sd off."""
    return float(_shape(np.array([abs(deviation)]), loss, loss.huber_at * SCALAR_UNIT)[0])


def of_rate(held: int, of: int, simulated: int, trials: int) -> float:
    """Return minus the log likelihood of `held` of `of` tries, above its least possible value.

    Args:
        held: Tries in which it held, as measured.
        of: Tries that were measured.
        simulated: Simulated trials in which it held.
        trials: Simulated trials.
    """
    rate = (simulated + 0.5) / (trials + 1)  # Jeffreys: no finite sample makes anything impossible
    best = held / of

    def log_likelihood(p: float) -> float:
        return (held * math.log(p) if held else 0.0) + ((of - held) * math.log(1 - p) if of > held else 0.0)

    return log_likelihood(best) - log_likelihood(rate)


def over_items(losses: Floats, loss: Loss) -> Floats:
    """Return the loss over items: `(..., items)` becomes `(...)`."""
    if loss.over_items == "median":
        return np.asarray(np.median(losses, axis=-1))
    if loss.over_items == "trimmed":
        keep = max(1, math.ceil(losses.shape[-1] * (1 - TRIM)))
        return np.asarray(np.sort(losses, axis=-1)[..., :keep].mean(axis=-1))
    return np.asarray(losses.mean(axis=-1))
