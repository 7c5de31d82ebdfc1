"""The bodies of a world: their names, their handles in the engine, and how their materials meet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from types import TracebackType
from typing import Self

import numpy as np

from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import UnknownName, WorldError
from sandbox.geometry import IDENTITY, Pose, Twist, Vec3
from sandbox.physics.bullet import BulletEngine
from sandbox.physics.engine import Engine, Surface
from sandbox.physics.handling import effective_surface
from sandbox.physics.haste import Haste
from sandbox.physics.profile import DEFAULT, Profile
from sandbox.physics.rolling import on_its_edge, rolling_axis, stands
from sandbox.physics.surfaces import Kind, solve

__all__ = ["Bodies", "Body"]


@dataclass(frozen=True, slots=True)
class Body:
    """An instance of a component in a world.

    Attributes:
        name: How the world calls it.
        handle: How the engine calls it; may be 0.
        component: What it is.
        is_fixed: True when it is held where it was added.
        model: The model frame as seen from the engine's frame.
    """

    name: str
    handle: int
    component: Component
    is_fixed: bool
    model: Pose


class Bodies:
    """The ground floor of `World`: an engine, and the bodies on it by name. See `World` for the arguments."""

    def __init__(
        self,
        materials: Materials,
        profile: Profile = DEFAULT,
        *,
        declare: Iterable[Component] = (),
        engine: Engine | None = None,
    ) -> None:
        self.profile = profile
        self.materials = materials
        self._owns_engine = engine is None
        self._engine: Engine = BulletEngine(profile) if engine is None else engine
        if engine is not None:
            engine.reset(profile)
        self._bodies: dict[str, Body] = {}
        self._names_by_handle: dict[int, str] = {}
        self._gone: set[str] = set()
        self._asleep: set[str] = set()
        self._axes: dict[str, Vec3] = {}  # of the round pieces that may stand on a face
        self._standing: set[str] = set()
        self._haste = Haste(profile)
        self._unchecked: list[str] = []  # added since anybody looked for overlaps
        self._steps = 0
        self._warnings: dict[str, None] = {}
        self._gravity: Vec3 = (0.0, 0.0, -profile.gravity)
        self._kinds: set[Kind] = set()
        self._solved = solve(materials, ())
        self._declare((component.material, component.is_fixed) for component in declare)

    def close(self) -> None:
        """Give the engine back. The world cannot be used afterwards."""
        if self._owns_engine:
            self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<World of {len(self._bodies)} bodies at {self.time:.3f} s, profile {self.profile.name}>"

    @property
    def time(self) -> float:
        """Seconds since the world began."""
        return self._steps / self.profile.rate_hz

    @property
    def gravity(self) -> Vec3:
        """Gravity in m/s²; setting it tilts or shakes the table, seen from the table."""
        return self._gravity

    @gravity.setter
    def gravity(self, value: Vec3) -> None:
        self._gravity = value
        self._engine.set_gravity(value)

    # --- who is there

    @property
    def names(self) -> tuple[str, ...]:
        """Bodies in the order they were added."""
        return tuple(self._bodies)

    @property
    def loose(self) -> tuple[str, ...]:
        """Bodies that can move and are still in the world, in the order they were added."""
        return tuple(n for n, body in self._bodies.items() if not body.is_fixed and n not in self._gone)

    @property
    def gone(self) -> frozenset[str]:
        """Bodies that left the world; they are frozen where they were seen last."""
        return frozenset(self._gone)

    def body(self, name: str) -> Body:
        """Return a body. Raises `UnknownName`."""
        try:
            return self._bodies[name]
        except KeyError:
            raise UnknownName("body", name, self._bodies) from None

    def match(self, pattern: str) -> tuple[str, ...]:
        """Return the names that match a pattern such as `red.level3.*`.

        Raises:
            UnknownName: None does.
        """
        found = tuple(name for name in self._bodies if fnmatchcase(name, pattern))
        if not found:
            raise UnknownName("body", pattern, self._bodies)
        return found

    def components(self) -> Mapping[str, str]:
        """Return the component id of each body."""
        return {name: body.component.id for name, body in self._bodies.items()}

    # --- coming and going

    def add(
        self,
        component: Component,
        name: str,
        pose: Pose = IDENTITY,
        *,
        twist: Twist | None = None,
        fixed: bool | None = None,
    ) -> None:
        """Add a body with its model frame at `pose`, its hinges at the angles that the model starts from.

        Args:
            component: What it is.
            name: How it is called; not used yet.
            pose: Where its model frame is, metres.
            twist: How it moves; at rest when None.
            fixed: True holds a piece that could move; None asks the component.

        Raises:
            WorldError: The name is taken, or the engine refuses the component.
        """
        self._refuse_taken([name])
        self._add(component, [(name, pose)], component.is_fixed if fixed is None else fixed)
        if twist is not None:
            self._engine.place(self._bodies[name].handle, pose @ component.frame, twist)

    def add_all(
        self, pieces: Iterable[tuple[Component, str, Pose]], *, held: Collection[str] = (), is_known: bool = False
    ) -> None:
        """Add many bodies at rest, as `add` does, ten times quicker when few components come many times.

        Args:
            pieces: Component, name and pose of the model frame of each.
            held: Names of those that are held where they are added though they could move.
            is_known: Whether they lay so in a world before, at rest: then nobody looks whether they overlap.

        Raises:
            WorldError: A name is taken or comes twice, or the engine refuses a component.
        """
        rows = list(pieces)
        self._refuse_taken([name for _, name, _ in rows])
        groups: dict[tuple[int, bool], tuple[Component, list[tuple[str, Pose]]]] = {}
        for component, name, pose in rows:
            is_fixed = component.is_fixed or name in held
            groups.setdefault((id(component), is_fixed), (component, []))[1].append((name, pose))
        self._declare((component.material, is_fixed) for (_, is_fixed), (component, _) in groups.items())
        for (_, is_fixed), (component, placed) in groups.items():
            self._add(component, placed, is_fixed)
        if is_known:
            known = {name for _, name, _ in rows}
            self._unchecked = [name for name in self._unchecked if name not in known]
        # The engine numbers them kind by kind; the world lists them as they were given.
        for _, name, _ in rows:
            self._bodies[name] = self._bodies.pop(name)

    def _add(self, component: Component, placed: list[tuple[str, Pose]], is_fixed: bool) -> None:
        self._declare([(component.material, is_fixed)])
        poses, model = [pose for _, pose in placed], component.frame.inverse()
        handles = self._engine.add(component, poses, self._surface(component, is_fixed), fixed=is_fixed)
        for handle, (name, _) in zip(handles, placed, strict=True):
            self._bodies[name] = Body(name, handle, component, is_fixed, model)
            self._names_by_handle[handle] = name
            self._unchecked.append(name)
        if is_fixed:
            return
        for handle in handles:
            self._haste.add(handle, component)
        if (axis := rolling_axis(component)) is not None:
            self._axes |= {name: axis for name, _ in placed}
            self._let_roll([name for name, _ in placed])

    def _refuse_taken(self, names: list[str]) -> None:
        seen = set(self._bodies)
        for name in names:
            if name in seen:
                raise WorldError(f"there is a body {name!r} already; give the second one another name")
            seen.add(name)

    def remove(self, name: str) -> None:
        """Take a body away. Raises `UnknownName`."""
        body = self.body(name)
        self._engine.remove(body.handle)
        del self._bodies[name], self._names_by_handle[body.handle]
        self._haste.forget(body.handle)
        self._axes.pop(name, None)
        for names in (self._gone, self._asleep, self._standing):
            names.discard(name)
        if name in self._unchecked:
            self._unchecked.remove(name)

    def _let_roll(self, names: Iterable[str]) -> None:
        """Give all their rolling friction to round pieces that lie, and a part to those that stand on a face."""
        names = [name for name in names if name in self._axes]
        if not names:
            return
        poses, _ = self._engine.read([self._bodies[name].handle for name in names])
        axes = np.array([self._axes[name] for name in names])
        for name, is_up in zip(names, stands(axes, poses[:, 3:]), strict=True):
            if is_up != (name in self._standing):
                self._standing ^= {name}
                self._put_surface(self._bodies[name])

    def _put_surface(self, body: Body) -> None:
        surface = self._surface(body.component, body.is_fixed)
        if body.name in self._standing:
            surface = on_its_edge(surface)
        self._engine.set_surface(body.handle, surface)

    def _surface(self, component: Component, is_fixed: bool) -> Surface:
        return effective_surface(component, self._solved.surfaces[component.material, is_fixed])

    def _declare(self, kinds: Iterable[Kind]) -> None:
        """Balance the materials anew when a new kind comes in."""
        wanted = self._kinds | set(kinds)
        if wanted == self._kinds:
            return
        self._kinds = wanted
        self._solved = solve(self.materials, wanted)
        for departure in self._solved.departures:
            self.warn(departure)
        for body in self._bodies.values():
            self._put_surface(body)

    # --- sleep

    @property
    def asleep(self) -> frozenset[str]:
        """Bodies that were frozen and have not been seen to move since."""
        return frozenset(self._asleep)

    def freeze(self, names: Iterable[str] | None = None) -> None:
        """Let bodies sleep until something hits them; None means all. They cost nothing and move exactly 0.

        Raises:
            UnknownName: No such body.
        """
        chosen = list(self.names if names is None else names)
        self._engine.sleep([self.body(name).handle for name in chosen])
        self._asleep.update(chosen)

    def wake(self, names: Iterable[str] | None = None) -> None:
        """Wake bodies that were frozen; None means all of them."""
        sleeping = sorted(self._asleep.intersection(self._asleep if names is None else names))
        self._engine.wake([self._bodies[name].handle for name in sleeping])
        self._asleep.difference_update(sleeping)

    # --- doubts

    @property
    def warnings(self) -> tuple[str, ...]:
        """What should make a reader doubt the result, each said once."""
        return tuple(self._warnings)

    def warn(self, message: str) -> None:
        """Add a warning, once."""
        self._warnings.setdefault(message)
