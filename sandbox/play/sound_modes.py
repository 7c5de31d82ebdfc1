"""What a knock sounds like: modal synthesis in numpy. Pure.

A piece that is struck rings in its modes: sines that die away, whose pitches depend on what it is made of and how
large it is. How long the two touch decides how bright it is: a marble on stone is a click, one on felt a thud.
The numbers are chosen by ear, so that materials can be told apart; they are no measurements.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sandbox.components.materials import Kind

__all__ = ["FORCES", "RATE", "VARIANTS", "VOICES", "Voice", "knock", "pitch", "size_class"]

RATE = 44_100
"""Samples a second."""

PEAK = 0.8
"""Of the samples of hard pieces, and soft ones are below it; 1 is full scale."""

VARIANTS = 3
"""Samples of one knock that differ a little, so that a rain of blocks does not sound like a machine."""

LONGEST = 1.0
"""Seconds of a sample."""

ATTACK = 0.0004
"""Seconds in which a sample rises at least, a soft one within two touches; in `RELEASE` it ends. Else it would
click by itself."""
RELEASE = 0.006

LOWEST, HIGHEST = 90.0, 9000.0
"""Hz of the modes that are made."""

DEEP = 60.0
"""Hz below which nothing is left: a small loudspeaker cannot play it, and it takes room from what is heard."""

FORCES = 3
"""How hard a knock is: samples are made for soft, middling and hard ones."""

SHORTER = 0.63
"""How much shorter pieces touch that meet six times as hard: to the power of -1/5 of the speed, by Hertz's law,
and a little more, so that it is heard."""


@dataclass(frozen=True, slots=True)
class Voice:
    """How a material rings.

    Attributes:
        hz: The lowest mode of a piece of 20 mm.
        modes: All modes as multiples of the lowest.
        ring: Seconds in which the lowest mode falls by 60 dB; higher ones are faster.
        noise: How much of the sound is noise of the touch, 0 to 1.
        touch: Seconds that two such pieces touch; in a pair the softer one decides.
    """

    hz: float
    modes: tuple[float, ...]
    ring: float
    noise: float
    touch: float


VOICES: dict[Kind, Voice] = {
    "wood": Voice(1250.0, (1.0, 2.57, 4.17, 5.9), 0.10, 0.30, 0.00025),
    "card": Voice(520.0, (1.0, 1.83, 2.9, 4.3), 0.05, 0.75, 0.0006),
    "glass": Voice(3300.0, (1.0, 1.52, 2.32, 2.9), 0.45, 0.06, 0.00005),
    "stone": Voice(2100.0, (1.0, 1.47, 2.09, 3.3), 0.07, 0.45, 0.00009),
    "metal": Voice(2400.0, (1.0, 2.76, 3.9, 5.4), 0.80, 0.05, 0.00006),
    "plastic": Voice(1550.0, (1.0, 2.1, 3.4, 4.9), 0.06, 0.30, 0.00025),
    "acrylic": Voice(1750.0, (1.0, 2.2, 3.6, 5.2), 0.09, 0.20, 0.00018),
    "cork": Voice(430.0, (1.0, 2.1, 3.2), 0.04, 0.40, 0.0011),
    "cloth": Voice(170.0, (1.0, 1.7), 0.05, 0.80, 0.0035),
    "felt": Voice(150.0, (1.0, 1.6), 0.04, 0.70, 0.0040),
}
"""How materials ring, by what they look like."""

_CLASSES = (0.012, 0.02, 0.035, 0.06, 0.1, 0.25, 1.0)
"""Metres: the sizes for which samples are made."""


def size_class(size: float) -> int:
    """Return which of the sizes that samples are made for is nearest to one in metres; larger is higher."""
    return int(np.argmin([abs(np.log(max(size, 1e-4) / each)) for each in _CLASSES]))


def pitch(kind: Kind, size: int) -> float:
    """Return the lowest mode in Hz of a piece of some material and size class."""
    return float(np.clip(VOICES[kind].hz * (0.02 / _CLASSES[size]) ** 0.7, LOWEST, HIGHEST))


@lru_cache(maxsize=512)
def knock(
    one: Kind, one_size: int, other: Kind, other_size: int, variant: int = 0, force: int = 1
) -> NDArray[np.int16]:
    """Return the sound of two pieces that meet, `(n,) int16`, mono at `RATE`.

    Args:
        one: What the first is made of.
        one_size: Its size class.
        other: What the second is made of.
        other_size: Its size class.
        variant: 0 to `VARIANTS` - 1.
        force: 0 to `FORCES` - 1: the harder, the brighter.
    """
    if (other, other_size) < (one, one_size):
        one, one_size, other, other_size = other, other_size, one, one_size
    rng = np.random.default_rng([variant, one_size, other_size, *map(ord, one[:3] + other[:3])])
    usual = max(VOICES[one].touch, VOICES[other].touch)
    touch = usual * SHORTER ** (force - 1)
    length = min(LONGEST, max(_length(one), _length(other)) + 8 * touch)
    time = np.arange(int(length * RATE)) / RATE
    sound = np.zeros(len(time))
    for kind, size in ((one, one_size), (other, other_size)):
        # The smaller of two things is heard more: it is what rings freely.
        weight = 1.0 if size == min(one_size, other_size) else 0.45
        sound += weight * _ringing(VOICES[kind], pitch(kind, size), touch, time, rng)
    noise = max(VOICES[one].noise, VOICES[other].noise)
    sound = sound / max(float(np.abs(sound).max()), 1e-9) * (1 - 0.6 * noise)
    sound += noise * _rustle(touch, time, rng)
    rise, fall = int(max(ATTACK, 2 * touch) * RATE), int(RELEASE * RATE)
    sound[:rise] *= _ramp(rise)
    sound = _without_rumble(sound)
    sound[-fall:] *= _ramp(fall)[::-1]
    sound *= PEAK * _hardness(usual) / max(float(np.abs(sound).max()), 1e-9)
    return np.asarray(np.round(sound * 32767), dtype=np.int16)


def _ramp(count: int) -> NDArray[np.float64]:
    """Return `(count,) float` from 0 to 1 without a corner at either end."""
    return np.asarray(0.5 - 0.5 * np.cos(np.linspace(0, np.pi, count)))


def _hardness(touch: float) -> float:
    """Return how loud a touch of some length is, 0 to 1: the same push given slowly is heard less."""
    return float(min((VOICES["wood"].touch / touch) ** 0.35, 1.0))


def _length(kind: Kind) -> float:
    return VOICES[kind].ring * 1.1 + 0.05


def _ringing(
    voice: Voice, lowest: float, touch: float, time: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the modes of one piece, from the moment of the touch on."""
    sound = np.zeros(len(time))
    for number, multiple in enumerate(voice.modes):
        hz = lowest * multiple * (1 + rng.uniform(-0.03, 0.03))
        if hz > HIGHEST:
            continue
        # A touch of this length has little to give to what swings faster than it lasts.
        strength = 1 / (1 + (2 * hz * touch) ** 2) / (1 + 0.6 * number)
        falling = 6.9 / (voice.ring / (1 + 0.5 * number))
        sound += strength * np.exp(-falling * time) * np.sin(2 * np.pi * hz * time)
    return sound


def _rustle(touch: float, time: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the noise of a touch: the softer, the longer and the darker; its peak is about 1."""
    noise = rng.standard_normal(len(time))
    width = max(int(touch * RATE), 1)
    # Between two smoothings lies the band of a touch: neither the hiss above it nor a rumble that no touch makes.
    band = _smoothed(noise, width) - _smoothed(noise, 5 * width)
    band *= np.exp(-time / (0.004 + 4 * touch))
    return np.asarray(band / max(float(np.abs(band).max()), 1e-9))


def _without_rumble(sound: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a sound without what is below `DEEP`: of a low mode that dies at once a constant pressure is left."""
    count = 2 * len(sound)
    s = 1j * np.fft.rfftfreq(count, 1 / RATE) / DEEP
    high_pass = s**2 / (
        s**2 + np.sqrt(2) * s + 1
    )  # Butterworth's, of second order; nothing comes before its cause
    return np.fft.irfft(np.fft.rfft(sound, count) * high_pass, count)[: len(sound)]


def _smoothed(noise: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    if width < 2:
        return noise
    window = np.hanning(width + 2)[1:-1]
    return np.asarray(np.convolve(noise, window / window.sum(), mode="same")[: len(noise)])
