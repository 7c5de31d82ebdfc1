"""What the person sees and has asked for: one plain object that app, tools and panels share. No window.

Panels and keys change nothing themselves: they queue an action with `Ui.do`, and the app carries it out.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from sandbox.geometry import Vec3
from sandbox.viewer.camera import Camera, Ray

__all__ = ["Asked", "Hit", "Pointer", "Ui"]

Screen = Literal["menu", "table", "handover"]
Button = Literal["left", "middle", "right"]

MESSAGE_SECONDS = 6.0
"""How long a line that was said stays."""


class Hit(NamedTuple):
    """The body under the mouse: its name, where it was met (m), and the unit normal there."""

    name: str
    point: Vec3
    normal: Vec3


@dataclass(frozen=True, slots=True)
class Pointer:
    """The mouse at one instant.

    Attributes:
        x: In the mouse's units from the left.
        y: From the bottom.
        ray: Through the middle of that pixel, world axes.
        hit: The body that the ray meets first; None over nothing.
        camera: The eye at that instant.
        size: Of the window in the mouse's units.
        is_down: Whether a button is held.
        button: Which one; None when none is.
        mods: Of `shift`, `ctrl`, `alt`.
    """

    x: float
    y: float
    ray: Ray
    hit: Hit | None
    camera: Camera
    size: tuple[int, int]
    is_down: bool = False
    button: Button | None = None
    mods: frozenset[str] = frozenset()


class Asked(NamedTuple):
    """An action in the queue, with its arguments."""

    action: str
    arguments: Mapping[str, Any]


@dataclass
class Ui:
    """Everything on the screen that is not the world.

    Attributes:
        screen: Which one is shown; `handover` hides the table until the next player has sat down.
        tool: Name of the active tool.
        selected: Bodies, the last chosen last.
        hovered: Body under the mouse.
        held: Body in the hand.
        mouse: Where it is, in its units, from the lower left.
        tooltip: Lines beside the mouse.
        labels: Texts in the scene: x, y from the lower left in the mouse's units, the text, a name of a colour.
        hint: What to do now, one line.
        overlays: Of `evidence.OVERLAYS`, and `evidence`: what the game wants to show.
        open: Panels that are shown.
        tier: Name of the quality tier in force.
        frame_ms: Milliseconds that a frame took, a running mean.
        scale: Framebuffer pixels per unit of the mouse.
        games: `(id, title)` of the games that can be played.
        scenarios: `(path, title)` of the scenarios.
        saves: `(path, title)` of saved games, the newest first.
        tools: `(name, title)` of the tools that there are now.
        keys: Keys of every action, as they are written in the config file.
        is_muted: No sounds.
        is_recording: A film is being made.
        message: A line that was said and is still shown.
        is_bad: Whether it is a refusal or a failure.
    """

    screen: Screen = "menu"
    tool: str = "drag"
    selected: list[str] = field(default_factory=list)
    hovered: str | None = None
    held: str | None = None
    mouse: tuple[float, float] = (0.0, 0.0)
    tooltip: tuple[str, ...] = ()
    labels: list[tuple[float, float, str, str]] = field(default_factory=list)
    hint: str = ""
    overlays: set[str] = field(default_factory=lambda: {"evidence"})
    open: set[str] = field(default_factory=lambda: {"hints", "time", "referee"})
    tier: str = "low"
    frame_ms: float = 0.0
    scale: float = 1.0
    games: list[tuple[str, str]] = field(default_factory=list)
    scenarios: list[tuple[str, str]] = field(default_factory=list)
    saves: list[tuple[str, str]] = field(default_factory=list)
    tools: list[tuple[str, str]] = field(default_factory=list)
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    is_muted: bool = False
    is_recording: bool = False
    message: str = ""
    is_bad: bool = False
    _said_at: float = field(default=0.0, repr=False)
    _queue: deque[Asked] = field(default_factory=deque, repr=False)

    def do(self, action: str, /, **arguments: Any) -> None:  # noqa: ANN401 (each action has its own)
        """Queue an action; the app carries it out after the event or the frame."""
        self._queue.append(Asked(action, arguments))

    def next(self) -> Asked | None:
        """Take the oldest action out of the queue."""
        return self._queue.popleft() if self._queue else None

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show one line for some seconds; `bad` for refusals and failures."""
        self.message, self.is_bad = text, bad
        self._said_at = time.monotonic()

    def forget(self) -> None:
        """Take the line away when its time is over."""
        if self.message and time.monotonic() - self._said_at > MESSAGE_SECONDS:
            self.message, self.is_bad = "", False
