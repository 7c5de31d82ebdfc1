"""Tileable noise: the one picture that every material reads. Pure; the same bits from the same seed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sandbox.geometry import Floats

__all__ = ["SIZE", "noise"]

SIZE = 512
"""Pixels along an edge."""


@lru_cache(maxsize=1)
def noise(seed: int = 7) -> NDArray[np.uint8]:
    """Return `(512, 512, 4) uint8` noise that repeats without a seam.

    - R, G: two independent clouds, broad to fine
    - B: grain, fine only
    - A: fibres, long along x and fine across
    """
    rng = np.random.default_rng(seed)
    fy = np.fft.fftfreq(SIZE)[:, None] * SIZE
    fx = np.fft.fftfreq(SIZE)[None, :] * SIZE
    reach = np.hypot(fx, fy)
    cloud = np.where(reach < 3, 0, np.maximum(reach, 1) ** -1.7)
    grain = np.exp(-(((reach - 110) / 60) ** 2))
    long = np.hypot(fx * 22, fy)
    fibre = np.where(np.abs(fy) < 6, 0, np.maximum(long, 1) ** -0.9)
    planes = [_field(rng, spectrum) for spectrum in (cloud, cloud, grain, fibre)]
    out = np.stack(planes, axis=-1)
    out.setflags(write=False)
    return out


def _field(rng: np.random.Generator, spectrum: Floats) -> NDArray[np.uint8]:
    """Return noise of a spectrum, spread so that 2.5 standard deviations fill the range."""
    white = np.fft.fft2(rng.standard_normal((SIZE, SIZE)))
    field = np.fft.ifft2(white * spectrum).real
    field = (field - field.mean()) / field.std()
    return np.asarray(np.round(np.clip(field / 5 + 0.5, 0, 1) * 255), dtype=np.uint8)
