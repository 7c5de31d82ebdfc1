"""Tools for devices: pull a catapult and see where it would throw, turn a spinner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from sandbox.play.devices import (
    Catapult,
    Device,
    Spinner,
    angle_under,
    device_at,
    devices_of,
    is_catapult,
    loaded_on,
)
from sandbox.play.devices_arc import Arcs, Prediction
from sandbox.play.devices_can import Can
from sandbox.play.live import Live
from sandbox.play.marks import Dot, Label, Line, Mark
from sandbox.play.ui import Pointer, Ui

__all__ = ["CatapultTool", "Rules", "SpinnerTool"]

NOTCH_DEG = 1.0
"""Degrees that a notch of the wheel pulls further."""


class Rules(Protocol):
    """What a game says about hands."""

    def why_not(self, name: str, what: str) -> str:
        """Return why a piece may not be touched now, as a sentence; empty when it may.

        Args:
            name: The piece.
            what: `move`, `pull`, `flick`, `lock`, `delete`, `duplicate`.
        """
        ...

    def catapult(self, name: str) -> Catapult | None:
        """Return the hand that the game has on a catapult; None when a free one will do."""
        ...

    def can(self) -> Can | None:
        """Return the watering can that the hands hold; None when they hold none."""
        ...


class CatapultTool:
    """Pull the basket of a catapult back and let go; the arc and its scatter are drawn meanwhile."""

    name, title, kind = "catapult", "Catapult", "catapult"
    hint = "Drag the basket back, or turn the wheel; the arc shows the flight. Let go to shoot, Esc to ease."

    def __init__(self, live: Live, desk: Rules | None, ui: Ui) -> None:
        self._live, self._desk, self._ui = live, desk, ui
        self._arm: Catapult | None = None
        self._offset = 0.0
        self._wanted = 0.0
        self._locked: str | None = None
        self._arcs: dict[tuple[int, int], Arcs] = {}

    @property
    def held(self) -> str | None:
        """The catapult whose arm is held."""
        return None if self._arm is None else self._arm.name

    @property
    def arm(self) -> Catapult | None:
        """The hand on the arm."""
        return self._arm

    @property
    def lines(self) -> tuple[str, ...]:
        """How far it is pulled and what would come of it."""
        if self._arm is None:
            return ()
        out = [f"pulled {self._arm.pull_deg:.0f}° of {self._arm.most_deg:.0f}°"]
        found = self.prediction()
        if found is not None:
            reach = math.dist(found.landing[:2], self._live.world.pose(self._arm.name).position[:2])
            out.append(f"leaves at {found.speed:.2f} m/s, lands {100 * reach:.0f} cm away")
            out.append(f"scatter ± {200 * found.along:.1f} cm along, ± {200 * found.across:.1f} cm across")
        return tuple(out)

    def press(self, at: Pointer) -> bool:
        """Take the arm of the catapult under the mouse."""
        if at.button != "left" or at.hit is None or self._live.is_replay or self._live.is_scrubbed:
            return False
        device = device_at(self._live, at.hit.name, at.hit.point)
        name = at.hit.name if device is None else device.name
        if not is_catapult(self._live.world.body(name).component):
            return False
        if self._desk is not None and (why := self._desk.why_not(name, "pull")):
            self._ui.say(why, bad=True)
            return True
        self._take(name)
        assert self._arm is not None
        under = angle_under(self._live.world, self._device(name), at.ray.origin, at.ray.direction)
        self._offset = 0.0 if under is None else under + math.radians(self._arm.pull_deg)
        return True

    def _take(self, name: str) -> None:
        own = None if self._desk is None else self._desk.catapult(name)
        if own is None:
            if self._desk is None:
                self._live.keep(f"shoot {name}")
            if not self._live.world.body(name).is_fixed:
                # A hand holds the base, as one does; it is let go when the arm has been caught.
                self._live.lock(name)
                self._locked = name
            own = Catapult(self._live, name, lambda: loaded_on(self._live, name))
        self._arm = own
        own.take()
        self._wanted = own.pull_deg

    def move(self, at: Pointer) -> None:
        """Pull to under the mouse."""
        if self._arm is None or not at.is_down:
            return
        under = angle_under(self._live.world, self._device(self._arm.name), at.ray.origin, at.ray.direction)
        if under is not None:
            turned = (under - self._offset + math.pi) % (2 * math.pi) - math.pi
            self.pull_to(-math.degrees(turned))

    def pull_to(self, degrees: float) -> None:
        """Ask for a pull in degrees."""
        if self._arm is not None:
            self._wanted = max(0.0, min(self._arm.most_deg, degrees))
            self._arm.pull_to(self._wanted)

    def release(self, at: Pointer) -> None:
        """Let go."""
        if self._arm is not None:
            self._arm.let_go()
            self._arm = None
            self._release_base()

    def scroll(self, at: Pointer, notches: float) -> bool:
        """Pull a degree further, or less."""
        if self._arm is None:
            return False
        self.pull_to(self._wanted + notches * NOTCH_DEG)
        return True

    def act(self, action: str) -> bool:
        """Ease the arm back with Esc."""
        if action == "cancel" and self._arm is not None:
            self._arm.cancel()
            self._arm = None
            self._release_base()
            return True
        return False

    def marks(self) -> Sequence[Mark]:
        """Return the arc and the ellipses of one and two standard deviations."""
        found = self.prediction()
        if found is None:
            return ()
        text = f"{math.degrees(math.atan2(found.direction[1], found.direction[0])):.0f}°, {found.speed:.1f} m/s"
        return (
            Line(found.arc, "info", 2.5, 0.9),
            Line(found.ring(1.0), "info", 2.0, 0.9),
            Line(found.ring(2.0), "info", 1.5, 0.6, dashed=5.0),
            Dot(found.landing, "info", 6.0),
            Label(found.landing, text, "info"),
        )

    def prediction(self) -> Prediction | None:
        """Return where the block would fly from the pull that is asked for; each call works a little on it."""
        if self._arm is None:
            return None
        loaded = self._blocks(self._arm)
        if not loaded:
            return None
        world = self._live.world
        block = world.body(loaded[0]).component
        key = id(self._arm.component), id(block)
        if key not in self._arcs:
            self._arcs[key] = Arcs(self._arm.component, block, world.materials, world.profile)
        arcs = self._arcs[key]
        arcs.work(self._wanted)
        return arcs.predict(world.pose(self._arm.name), self._wanted)

    def _blocks(self, arm: Catapult) -> list[str]:
        return loaded_on(self._live, arm.name)

    def _release_base(self) -> None:
        if self._locked is None:
            return
        name, live = self._locked, self._live
        self._locked = None
        # The base stays held until the arm has been caught; a person unlocks it, or the next drag does.
        if name in live.world.names:
            self._ui.say(f"{name} stays locked, as a hand would hold it; L unlocks it")

    def _device(self, name: str) -> Device:
        return next(each for each in devices_of(self._live) if each.name == name)


class SpinnerTool:
    """Turn a spinner with a finger and let it run on."""

    name, title, kind = "spinner", "Spinner", "spinner"
    hint = "Drag around the spinner's middle and let go: it spins on."

    def __init__(self, live: Live, desk: Rules | None, ui: Ui) -> None:
        self._live, self._desk, self._ui = live, desk, ui
        self._finger: Spinner | None = None
        self._last = 0.0

    @property
    def held(self) -> str | None:
        """The spinner under the finger."""
        return None if self._finger is None else self._finger.device.name

    @property
    def lines(self) -> tuple[str, ...]:
        """How fast it turns."""
        if self._finger is None:
            return ()
        state = self._live.world.joint(self._finger.device.name, self._finger.device.link)
        return (f"{math.degrees(state.angle) % 360:.0f}°, {state.speed / (2 * math.pi):.1f} turns a second",)

    def press(self, at: Pointer) -> bool:
        """Lay the finger on the spinner under the mouse."""
        if at.button != "left" or at.hit is None or self._live.is_replay or self._live.is_scrubbed:
            return False
        found = [d for d in devices_of(self._live) if d.name == at.hit.name and d.kind == "spinner"]
        if not found:
            return False
        if self._desk is not None and (why := self._desk.why_not(at.hit.name, "spin")):
            self._ui.say(why, bad=True)
            return True
        under = angle_under(self._live.world, found[0], at.ray.origin, at.ray.direction)
        self._finger, self._last = Spinner(self._live, found[0]), under or 0.0
        self._finger.take()
        return True

    def move(self, at: Pointer) -> None:
        """Turn it along with the mouse."""
        if self._finger is None or not at.is_down:
            return
        under = angle_under(self._live.world, self._finger.device, at.ray.origin, at.ray.direction)
        if under is not None:
            step = (under - self._last + math.pi) % (2 * math.pi) - math.pi
            self._finger.turn_by(step)
            self._last = under

    def release(self, at: Pointer) -> None:
        """Let it spin."""
        if self._finger is not None:
            self._finger.let_go()
            self._finger = None

    def scroll(self, at: Pointer, notches: float) -> bool:
        """Turn it by a little."""
        if self._finger is None:
            return False
        self._finger.turn_by(math.radians(5 * notches))
        return True

    def act(self, action: str) -> bool:
        """Lift the finger with Esc."""
        if action == "cancel" and self._finger is not None:
            self._finger.let_go()
            self._finger = None
            return True
        return False

    def marks(self) -> Sequence[Mark]:
        """Return nothing."""
        return ()
