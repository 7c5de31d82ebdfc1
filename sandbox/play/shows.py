"""Which marks are drawn now: of the tool, of the game, and of the physics that is wanted. No window."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from sandbox.play.evidence import OVERLAYS, marks_of
from sandbox.play.live import Live
from sandbox.play.marks import Mark
from sandbox.play.tools import Tool
from sandbox.play.ui import Ui

__all__ = ["Shows"]

EVERY = 0.12
"""Seconds between two looks at the physics while things move: who carries whom is 150 questions to the engine."""


class _Marked(Protocol):
    def marks(self) -> Sequence[Mark]: ...


class Shows:
    """Gathers marks, and remembers those that are dear for as long as nothing moved."""

    def __init__(self) -> None:
        self._physics: list[Mark] = []
        self._key: object = None
        self._looked = -1.0

    def forget(self) -> None:
        """Look anew: another table is up."""
        self._key = None
        self._looked = -1.0

    def marks(self, live: Live, desk: _Marked | None, tool: Tool | None, ui: Ui) -> list[Mark]:
        """Return what is drawn over the picture now."""
        out: list[Mark] = list(tool.marks()) if tool is not None else []
        if desk is not None and ui.overlays & {"evidence", "zones"}:
            out += desk.marks()
        wanted = sorted(ui.overlays.intersection(OVERLAYS) - {"zones"})
        if wanted and not live.is_replay:
            out += self._looked_up(live, wanted, ui)
        return out

    def _looked_up(self, live: Live, wanted: list[str], ui: Ui) -> list[Mark]:
        chosen = list(ui.selected) or ([ui.hovered] if ui.hovered and wanted == ["balance"] else [])
        chosen = [name for name in chosen if name in live.kinds]
        key = (live.world.time, live.version, tuple(wanted), tuple(chosen))
        now = time.monotonic()
        if key != self._key and now - self._looked >= EVERY:
            self._physics = marks_of(live.world, wanted, chosen)
            self._key, self._looked = key, now
        return self._physics
