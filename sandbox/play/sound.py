"""Plays what is heard of the table. Speaks pyglet.media; without a device everything goes on in silence."""

# ruff: noqa: ANN401 (a table of any kind; pyglet is not typed)
from __future__ import annotations

import importlib
import io
import itertools
import math
import wave
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyglet
from numpy.typing import NDArray

from sandbox.components.materials import Kind, Materials
from sandbox.components.spec import Component
from sandbox.play.sound_choice import Knock, force_class, knocks, loudness
from sandbox.play.sound_mix import Mix, envelope
from sandbox.play.sound_modes import RATE, VARIANTS, knock, size_class
from sandbox.play.ui import Ui
from sandbox.record import Snapshot

__all__ = ["AT_ONCE", "MOST", "Sound", "recipe"]

MOST = 14
"""Sounds that are heard at the same time; what comes then is not heard."""

AT_ONCE = 5
"""Sounds that begin in one frame: the loudest ones."""

AGAIN = 0.05
"""Seconds in which a pair is heard once."""

_TABLE_SIZE = 6
"""Size class of what a piece struck when nobody knows what: the table, of wood."""


def recipe(each: Knock, kinds: Mapping[str, Component], materials: Materials) -> tuple[Kind, int, Kind, int]:
    """Return of what kind and size class the two bodies of a knock are, as `knock` takes it."""
    one = _kind_and_size(kinds.get(each.a), materials)
    other = _kind_and_size(kinds.get(each.b), materials)
    return (*one, *other)


def _kind_and_size(component: Component | None, materials: Materials) -> tuple[Kind, int]:
    if component is None:
        return "wood", _TABLE_SIZE
    size = math.prod(component.size) ** (1 / 3)
    return materials.get(component.material).look.kind, size_class(size)


class Sound:
    """The ear of the program.

    Args:
        ui: Says whether it is muted.

    Attributes:
        played: Sounds that were begun so far.
        last: What was heard last: the knock and its loudness.
    """

    def __init__(self, ui: Ui) -> None:
        self.ui = ui
        self.played = 0
        self.last: tuple[Knock, float] | None = None
        self._before: Snapshot | None = None
        self._table: Any = None
        self._clock = 0.0
        self._heard: dict[tuple[str, str], float] = {}
        self._variants = itertools.cycle(range(VARIANTS))
        self._samples: dict[tuple[Any, ...], tuple[Any, NDArray[np.float64]]] = {}
        self._mix = Mix()
        self._players: list[Any] = []
        self._media = _media()

    @property
    def is_silent(self) -> bool:
        """Whether there is no device to play on."""
        return self._media is None

    def advance(self, live: Any, seconds: float) -> list[Knock]:
        """Hear what happened since the last call; return what was begun.

        Args:
            live: The table; None when there is none.
            seconds: Of wall time since the last call.
        """
        self._clock += seconds
        self._clean()
        if live is None:
            self._before = None
            return []
        now = live.look() if live.is_replay else live.history.last
        before, self._before = self._before, now
        if live is not self._table:
            self._table, before = live, None
        if before is None or now is None or before is now or live.is_scrubbed:
            return []
        gravity = live.profile.gravity
        found = knocks(before, now, live.kinds, live.contacts, held=live.held, gravity=gravity)
        begun: list[Knock] = []
        for each in found:
            if len(begun) < min(AT_ONCE, MOST - len(self._players)) and self._may(each):
                begun.append(each)
        if begun:
            self._play(begun, live.kinds, live.materials)
        return begun

    def close(self) -> None:
        """Stop every sound."""
        for player in self._players:
            player.delete()
        self._players.clear()
        self._mix.clear()

    def _may(self, each: Knock) -> bool:
        """Return whether a knock is heard: not muted, and not the same again."""
        key = (each.a, each.b)
        if self.ui.is_muted or self._clock - self._heard.get(key, -1.0) < AGAIN:
            return False
        if len(self._heard) > 400:
            self._heard.clear()
        self._heard[key] = self._clock
        return True

    def _play(self, begun: Sequence[Knock], kinds: Mapping[str, Component], materials: Materials) -> None:
        """Begin the sounds of one frame, the loudest first."""
        loud = [loudness(each.impulse) for each in begun]
        self.played += len(begun)
        self.last = (begun[-1], loud[-1])
        if self._media is None:
            return
        keys = [
            (*recipe(each, kinds, materials), next(self._variants), force_class(each.impulse)) for each in begun
        ]
        volumes = self._mix.begin(self._clock, loud, [self._sample(key)[1] for key in keys])
        for key, volume in zip(keys, volumes, strict=True):
            player = self._media.Player()
            player.volume = volume
            player.queue(self._sample(key)[0])
            player.play()
            self._players.append(player)

    def _sample(self, key: tuple[Any, ...]) -> tuple[Any, NDArray[np.float64]]:
        """Return a sound as pyglet plays it, and its envelope; made when it is heard first."""
        if key not in self._samples:
            samples = knock(*key)
            source = self._media.load("knock.wav", file=_wave_file(samples), streaming=False)
            self._samples[key] = (source, envelope(samples))
        return self._samples[key]

    def _clean(self) -> None:
        """Let go of what has ended; when muted, of everything."""
        going = []
        for player in self._players:
            if player.source is None or not player.playing or self.ui.is_muted:
                player.delete()
            else:
                going.append(player)
        self._players = going
        if not going:
            self._mix.clear()


def _wave_file(samples: NDArray[np.int16]) -> io.BytesIO:
    """Return samples as a WAV file in memory, which is what pyglet reads without any library."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples.astype("<i2").tobytes())
    file.seek(0)
    return file


def _media() -> Any:
    """Return pyglet.media, or None when it has nothing to play on."""
    if pyglet.options.headless:
        return None
    try:
        media: Any = importlib.import_module("pyglet.media")
        driver = media.get_audio_driver()
    except Exception:  # whatever a sound system that half works raises: the game goes on without it
        return None
    return None if driver is None or "silent" in type(driver).__module__ else media
