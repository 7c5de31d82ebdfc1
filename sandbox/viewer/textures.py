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
def noise(seed: int = 7) -> NDArray[np.float16]:
    """Return `(512, 512, 4) float16` noise, 0 to 1, that repeats without a seam.

    Grain is bent by many times what a cloud tells, so eight bits would show as steps.

    - R: clouds, broad to fine
    - G: broad clouds only
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
    broad = np.where(reach < 3, 0, np.maximum(reach, 1) ** -2.8)
    planes = [_field(rng, spectrum) for spectrum in (cloud, broad, grain, fibre)]
    out = np.stack(planes, axis=-1)
    out.setflags(write=False)
    return out


def _field(rng: np.random.Generator, spectrum: Floats) -> NDArray[np.float16]:
    """Return noise of a spectrum, spread so that 2.5 standard deviations fill the range."""
    white = np.fft.fft2(rng.standard_normal((SIZE, SIZE)))
    field = np.fft.ifft2(white * spectrum).real
    field = (field - field.mean()) / field.std()
    return np.asarray(np.clip(field / 5 + 0.5, 0, 1), dtype=np.float16)
