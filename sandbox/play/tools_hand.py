"""The hand: takes pieces, carries, turns, sets down; and what is done to pieces that are chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.errors import SandboxError
from sandbox.geometry import Pose, Vec3, vec3
from sandbox.play.devices import device_at
from sandbox.play.grab import Grab
from sandbox.play.grab_terrain import Outline
from sandbox.play.live import Live
from sandbox.play.marks import Dot, Line, Mark
from sandbox.play.tools_device import CatapultTool, Rules, SpinnerTool
from sandbox.play.ui import Pointer, Ui

__all__ = ["DragTool", "free_place", "spawn", "spawnable"]

STEP = 5e-3
"""Metres that a piece is raised by one notch of the wheel."""

STEP_DEG = 15.0
"""Degrees of one turn; with shift 90, with alt 1 without snapping."""

BESIDE = 0.012
"""Metres between a copy and what stands near it."""


class DragTool:
    """The hand.

    Args:
        live: The table.
        desk: Says what may be touched; None in a free sandbox.
        ui: What is selected and said.
        catapult: Takes over when an arm is pressed.
        spinner: Likewise.
    """

    name, title = "drag", "Hand"
    _idle = "Drag a piece to carry it. Shift-click chooses several. Right drag turns the view."
    _holding = "Wheel raises, Q and E turn, F turns over, T stands it up, Esc puts it back, Alt pushes through."

    def __init__(
        self, live: Live, desk: Rules | None, ui: Ui, catapult: CatapultTool, spinner: SpinnerTool
    ) -> None:
        self._live, self._desk, self._ui = live, desk, ui
        self._devices: tuple[CatapultTool, SpinnerTool] = (catapult, spinner)
        self._device: CatapultTool | SpinnerTool | None = None
        self._mods: frozenset[str] = frozenset()
        self.grab = Grab(live)

    @property
    def hint(self) -> str:
        """What can be done now."""
        if self._device is not None:
            return self._device.hint
        return self._holding if self.held else self._idle

    @property
    def held(self) -> str | None:
        """The piece in the hand."""
        if self._device is not None:
            return self._device.held
        return None if self.grab.is_setting_down else self.grab.held

    @property
    def lines(self) -> tuple[str, ...]:
        """How high it is held."""
        if self._device is not None:
            return self._device.lines
        shadow = self.grab.shadow()
        if shadow is None or self._live.is_replay or self.grab.held is None:
            return ()
        bottom = float(self._live.world.bounds([self.grab.held])[0, 0, 2])
        return (f"{1000 * (bottom - shadow[1][2]):.0f} mm above what is below",)

    def press(self, at: Pointer) -> bool:
        """Take the piece under the mouse."""
        if at.button != "left" or at.hit is None or self._live.is_replay:
            return False
        name = at.hit.name
        if self._live.is_scrubbed:
            self._ui.say("an old moment is shown; go on from here or come back to now to touch things", bad=True)
            return True
        device = None if "alt" in at.mods else device_at(self._live, name, at.hit.point)
        if device is not None:
            for tool in self._devices:
                if tool.kind == device.kind and tool.press(at):
                    self._device = tool
                    return True
        body = self._live.world.body(name)
        if body.component.is_fixed or (body.is_fixed and name not in self._live.locked):
            return self._refused(name) if self._desk is not None and not body.component.is_fixed else False
        if at.mods & {"shift", "ctrl"}:
            self._ui.selected.remove(name) if name in self._ui.selected else self._ui.selected.append(name)
            return True
        if name not in self._ui.selected:
            self._ui.selected[:] = [name]
        if name in self._live.locked:
            self._ui.say(f"{name} is locked; L unlocks it", bad=True)
            return True
        if self._refused(name):
            return True
        if self.grab.held is not None:
            self.grab.drop()
        self._keep(f"move {name}")
        self.grab.take(name, at.hit.point)
        return True

    def move(self, at: Pointer) -> None:
        """Carry it."""
        self._mods = at.mods
        if self._device is not None:
            self._device.move(at)
        elif self.grab.held is not None and at.is_down and not self.grab.is_setting_down:
            self.grab.follows = "alt" not in at.mods
            below = at.hit.point if at.hit is not None and at.hit.name != self.grab.held else None
            self.grab.aim(at.ray.origin, at.ray.direction, below)

    def release(self, at: Pointer) -> None:
        """Set it down."""
        if self._device is not None:
            self._device.release(at)
            self._device = None
        else:
            self.grab.let_go()

    def scroll(self, at: Pointer, notches: float) -> bool:
        """Raise what is held."""
        if self.held is None or self._device is not None:
            return False
        self.grab.raise_by(notches * STEP)
        return True

    def act(self, action: str) -> bool:
        """Do what a key asks for; return False when it means nothing here."""
        if self._device is not None:
            done = self._device.act(action)
            self._device = None if action == "cancel" else self._device
            return done
        if action == "cancel":
            return self._cancel()
        step = 90.0 if "shift" in self._mods else 1.0 if "alt" in self._mods else STEP_DEG
        snaps = "alt" not in self._mods
        if action in ("turn_left", "turn_right"):
            degrees = step if action == "turn_left" else -step
            return self._turn(lambda: self.grab.turn(degrees, snaps=snaps))
        if action == "flip":
            return self._turn(lambda: self.grab.roll(180.0))
        if action == "tilt":
            return self._turn(lambda: self.grab.roll(90.0))
        if action in ("raise", "lower") and self.held:
            self.grab.raise_by(STEP if action == "raise" else -STEP)
            return True
        if action in ("lock", "unlock", "delete", "duplicate"):
            return self._change(action)
        if action == "select_all" and not self._live.is_replay:
            self._ui.selected[:] = [n for n in self._live.world.loose if n not in self._live.locked]
            return True
        return False

    def marks(self) -> Sequence[Mark]:
        """Return where the piece in the hand would come down."""
        if self._device is not None:
            return self._device.marks()
        shadow = self.grab.shadow()
        if shadow is None:
            return ()
        above, below = shadow
        return (Line(np.array([above, below]), "pick", 1.5, 0.7, dashed=5.0), Dot(below, "pick", 6.0))

    # --- inside

    def _cancel(self) -> bool:
        if self.grab.held is not None:
            self.grab.cancel()
            self._live.bodies_changed()
            return True
        if self._ui.selected:
            self._ui.selected.clear()
            return True
        return False

    def _turn(self, turn: Callable[[], None]) -> bool:
        """Turn what is held, or what was chosen last where it stands: lifted, turned, set down."""
        if self.grab.held is not None:
            turn()
            return True
        if self._live.is_replay or not self._ui.selected:
            return False
        name = self._ui.selected[-1]
        if name not in self._live.world.names or self._refused(name):
            return True
        self._keep(f"turn {name}")
        if not self.grab.take(name, self._live.world.pose(name).position):
            return False
        turn()
        self.grab.let_go(throws=False)
        return True

    def _chosen(self) -> list[str]:
        world = self._live.world
        pointed = [self._ui.hovered] if self._ui.hovered else []
        names = [self.grab.held] if self.grab.held else list(self._ui.selected) or pointed
        return [n for n in names if n in world.names and not world.body(n).component.is_fixed]

    def _change(self, action: str) -> bool:
        if self._live.is_replay:
            return False
        chosen = self._chosen()
        if not chosen:
            self._ui.say(f"point at a piece to {action} it, or choose some first", bad=True)
            return True
        if self._desk is not None and (why := self._desk.why_not(chosen[0], action)):
            self._ui.say(why, bad=True)
            return True
        self.grab.drop()
        self._keep(f"{action} {', '.join(chosen[:3])}")
        if action in ("lock", "unlock"):
            is_locked = action == "lock" and any(name not in self._live.locked for name in chosen)
            for name in chosen:
                self._live.lock(name, is_locked=is_locked)
            what = chosen[0] if len(chosen) == 1 else f"{len(chosen)} pieces"
            does = "is" if len(chosen) == 1 else "are"
            self._ui.say(f"{what} {does} {'locked' if is_locked else 'free again'}")
        elif action == "delete":
            for name in chosen:
                self._live.remove(name)
            self._ui.selected.clear()
        else:
            self._ui.selected[:] = [duplicate(self._live, name) for name in chosen]
        return True

    def _refused(self, name: str) -> bool:
        if self._desk is not None and (why := self._desk.why_not(name, "move")):
            self._ui.say(why, bad=True)
            return True
        return False

    def _keep(self, label: str) -> None:
        if self._desk is None:
            self._live.keep(label)


def spawnable(catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return `(id, title)` of every piece that can be put on a table."""
    out = []
    for name in catalogue.ids():
        try:
            component = catalogue.get(name)
        except SandboxError:
            continue  # a person's own file that cannot be used; `sandbox models check` says why
        if not component.is_fixed:
            out.append((name, component.title))
    return out


def spawn(live: Live, kind: str, at: Vec3 | None = None, count: int = 1) -> list[str]:
    """Put new pieces on the table, near a place, standing as their model stands; return their names.

    Args:
        live: The table.
        kind: Id in the catalogue.
        at: Where, metres; the middle when None.
        count: How many.

    Raises:
        UnknownName: There is no such kind.
        WorldError: The engine refuses it.
    """
    component = live.catalogue.get(kind)
    live.keep(f"add {count} {component.title}" if count > 1 else f"add {component.title}")
    names = []
    for _ in range(count):
        name = _free_name(live, re.sub(r"\W", "_", kind.rsplit("/", 1)[-1]))
        pose = free_place(live, Outline(component), Pose(), at or (0.0, 0.0, 0.0))
        live.add(component, name, pose)
        names.append(name)
    return names


def duplicate(live: Live, name: str) -> str:
    """Put a copy of a piece beside it, turned as it is; return the copy's name. Raises `UnknownName`."""
    body, pose = live.world.body(name), live.world.pose(name)
    copy = _free_name(live, re.sub(r"\d+$", "", name) or name)
    place = free_place(live, Outline(body.component), pose, pose.position)
    live.add(body.component, copy, place)
    for link in body.component.links:
        live.world.set_joint(copy, link.name, live.world.joint(name, link.name).angle)
    return copy


def free_place(live: Live, outline: Outline, pose: Pose, near: Vec3) -> Pose:
    """Return the place nearest to another at which a piece stands free on the table, turned as it is.

    Args:
        live: The table.
        outline: Of the piece.
        pose: How it is turned.
        near: Where it is wanted, metres.
    """
    world = live.world
    low, high = outline.box(pose.rotation)
    others = [n for n in world.names if not world.body(n).component.is_fixed]
    boxes = world.bounds(others) if others else np.empty((0, 2, 3))
    ground = [n for n in world.names if world.body(n).component.is_fixed]
    tables = world.bounds([n for n in ground if n == "table"] or ground) if ground else np.empty((0, 2, 3))
    step = max(float((high - low)[:2].max()) / 2, 0.01)
    for ring in range(40):
        for k in range(max(1, 6 * ring)):
            turn = 2 * np.pi * k / max(1, 6 * ring)
            at = np.array((near[0] + ring * step * np.cos(turn), near[1] + ring * step * np.sin(turn)))
            a, b = at + low[:2] - BESIDE, at + high[:2] + BESIDE
            if len(tables) and not ((tables[:, 0, :2] <= a) & (tables[:, 1, :2] >= b)).all(axis=1).any():
                continue
            if not ((boxes[:, 0, :2] <= b) & (boxes[:, 1, :2] >= a)).all(axis=1).any():
                top = float(tables[:, 1, 2].max(initial=0.0)) if len(tables) else 0.0
                return Pose((float(at[0]), float(at[1]), top - float(low[2]) + 2e-4), pose.rotation)
    # No room: above everything that is there.
    top = float(boxes[:, 1, 2].max(initial=0.0))
    return Pose(vec3((near[0], near[1], top - float(low[2]) + 0.01)), pose.rotation)


def _free_name(live: Live, stem: str) -> str:
    taken, number = set(live.world.names), 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"
