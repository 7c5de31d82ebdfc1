"""A world in real time, or a trace that is played: the one table of the interactive program.

    live.advance(wall_seconds)     drives act, steps are made, the minute is kept
    live.look()                    what to draw: between two steps, or the moment that the scrubber is at

The class is built in two layers: `live_time` (time, looking, rest) and here: where it comes from, and changing it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.geometry import Pose, vec3
from sandbox.physics import DEFAULT, Profile, World
from sandbox.physics.changes import Changes
from sandbox.physics.world import Drive
from sandbox.play.live_state import State, Undo, capture, rebuild, with_mass
from sandbox.play.live_time import SPEEDS, Playing
from sandbox.play.performance import Performance
from sandbox.record import Trace

__all__ = ["SPEEDS", "Live"]


class Live(Playing):
    """Adds to `Playing` where a table comes from, and changing it; see there for the arguments.

    Attributes:
        base: Materials as the table came with them.
        shipped: The engine's numbers as the table came with them.
        changes: What of the physics is otherwise now; `shipped` is nothing.
    """

    def __init__(self, world: World | None, **others: Any) -> None:  # noqa: ANN401 (the arguments of Playing)
        super().__init__(world, **others)
        self.undoing = Undo()
        self.base = self.materials
        self.shipped = self.changes = Changes(profile=self.profile)
        self._weights = {kind.id: kind.mass for kind in self.kinds.values()}
        self._changed: list[Callable[[], None]] = []

    # --- made from

    @classmethod
    def empty(cls, catalogue: Catalogue | None = None, profile: Profile = DEFAULT) -> Live:
        """Return a bare table."""
        from sandbox.play.live_make import empty

        return empty(catalogue or Catalogue(), profile)

    @classmethod
    def of_scenario(
        cls, path: Path, catalogue: Catalogue | None = None, profile: Profile = DEFAULT, seed: int | None = None
    ) -> Live:
        """Return the table of a scenario before its acts. Raises `BadFile`."""
        from sandbox.play.live_make import of_scenario

        return of_scenario(path, catalogue or Catalogue(), profile, seed)

    @classmethod
    def of_performance(cls, performance: Performance, catalogue: Catalogue | None = None) -> Live:
        """Return the table of a scenario on which its acts happen."""
        plan = performance.plan
        live = cls(performance.world, catalogue=catalogue, title=plan.scenario.title, performance=performance)
        live.came_with(plan.materials, performance.shipped, performance.changes, plan.components.values())
        return live

    @classmethod
    def of_trace(cls, trace: Trace | Path, catalogue: Catalogue | None = None, title: str = "") -> Live:
        """Return a trace that plays with the same clock. Raises `BadFile`."""
        from sandbox.play.live_make import of_trace

        return of_trace(trace, catalogue or Catalogue(), title)

    # --- changing

    def came_with(
        self, base: Materials, shipped: Changes, changes: Changes, kinds: Iterable[Component] = ()
    ) -> None:
        """Say that the world was built with changed physics.

        Args:
            base: Materials without the changes.
            shipped: What is no change.
            changes: What the world was built with.
            kinds: Pieces as heavy as they were without the changes.
        """
        self.base, self.shipped, self.changes = base, shipped, changes
        self._weights.update({kind.id: kind.mass for kind in kinds})

    @property
    def is_changed(self) -> bool:
        """Whether the physics is otherwise than the table came with."""
        return self.changes != self.shipped

    def change(self, changes: Changes) -> None:
        """Go on with other physics; what is no longer changed is as it came. Raises `InputError`."""
        self.apply(materials=changes.materials(self.base), profile=changes.profile, masses=changes.masses)
        self.changes = changes

    def _touched(self) -> None:
        """Remember that hands interfere with the acts of a scenario."""
        if self.performance is not None and self.is_performing:
            self.performance.is_touched = True

    def add_drive(self, drive: Drive) -> None:
        """Let something act before every step, also in a world that is built anew."""
        self._touched()
        self._drives.append(drive)
        self.world.drives.append(drive)

    def remove_drive(self, drive: Drive) -> None:
        """Let it act no more."""
        if drive in self._drives:
            self._drives.remove(drive)
        if self._world is not None and not self._is_retired and drive in self._world.drives:
            self._world.drives.remove(drive)

    def on_rebuild(self, told: Callable[[], None]) -> None:
        """Call something after the world was replaced by another one."""
        self._changed.append(told)

    def add(self, component: Component, name: str, pose: Pose, *, fixed: bool | None = None) -> None:
        """Add a body, as heavy as others of its kind are here. Raises `WorldError`."""
        self._touched()
        self._weights.setdefault(component.id, component.mass)
        component = with_mass(component, self.changes.masses.get(component.id, component.mass))
        self.world.add(component, name, pose, fixed=fixed)
        self.bodies_changed()

    def remove(self, name: str) -> None:
        """Take a body away. Raises `UnknownName`."""
        self._touched()
        self.world.remove(name)
        self.locked.discard(name)
        self.bodies_changed()

    def bodies_changed(self) -> None:
        """Look at a world anew in which bodies came, went or were put somewhere."""
        self._scrub = None
        self._before = self._after = self.world.snapshot()
        self._ring.add(replace(self._after, time=self.world.time), always=True)
        self.version += 1

    def lock(self, name: str, *, is_locked: bool = True) -> None:
        """Hold a piece where it is, or let it go again. Raises `UnknownName`."""
        world = self.world
        body, pose = world.body(name), world.pose(name)
        if body.component.is_fixed or is_locked == (name in self.locked):
            return
        self._touched()
        angles = {link.name: world.joint(name, link.name).angle for link in body.component.links}
        world.remove(name)
        world.add(body.component, name, pose, fixed=True if is_locked else None)
        for joint, angle in angles.items():
            world.set_joint(name, joint, angle)
        (self.locked.add if is_locked else self.locked.discard)(name)
        self.bodies_changed()

    def apply(
        self,
        *,
        materials: Materials | None = None,
        profile: Profile | None = None,
        masses: Mapping[str, float] | None = None,
    ) -> None:
        """Go on with other numbers; everything stays where it is and moves as it did.

        Args:
            materials: Pair values; None keeps those in force.
            profile: The engine's numbers, likewise.
            masses: Kilograms by component id, moments of inertia grow along; others weigh what they came with.
                None keeps those in force.
        """
        state = capture(self)
        if masses is not None:
            for each in state.kinds.values():
                self._weights.setdefault(each.id, each.mass)
            weights = {**self._weights, **masses}
            kinds = {name: with_mass(each, weights[each.id]) for name, each in state.kinds.items()}
            state = replace(state, kinds=kinds)
        if profile is not None and profile.gravity != self.profile.gravity:
            # A tilted table stays tilted.
            down = np.asarray(state.gravity) / self.profile.gravity if self.profile.gravity else (0.0, 0.0, -1.0)
            state = replace(state, gravity=vec3(np.multiply(down, profile.gravity)))
        new = World(materials or self.materials, profile or self.profile, declare=list(state.kinds.values()))
        rebuild(new, state)
        self._replace(new)

    def _replace(self, world: World) -> None:
        self.end_acts()
        if self._owns and self._world is not None:
            self._world.close()
        self._world, self._owns = world, True
        self._ring.clear()
        self._scrub = None
        self._start()
        self.version += 1
        for told in self._changed:
            told()

    # --- going back

    def take_from_here(self) -> str:
        """Go on from the moment that is looked at; return what happened in words."""
        if self._world is None or self._scrub is None:
            return "this is now already"
        if not self.can_rewind:
            return "in a game that counts the table is not turned back; undo a turn, or switch practice on"
        then = self._frames.at(self._scrub)
        ends = "; the acts of the scenario end here" if self.is_performing else ""
        self.keep("before going back")
        state = replace(capture(self), snapshot=then)
        missing = [name for name in then.names if name not in self.world.names]
        if missing:
            return f"{missing[0]} is not there any more; undo brings it back"
        for name in [name for name in self.world.names if name not in then]:
            self.remove(name)
        self._put_back(state)
        return f"goes on from {then.time:.2f} s{ends}"

    def keep(self, label: str) -> None:
        """Remember this moment: undo comes back to it."""
        if self._world is not None and not self._is_retired:
            self.undoing.keep(label, capture(self))

    def undo(self) -> str:
        """Take back what was done last; return what that was."""
        if self.is_replay:
            return "a replay cannot be changed"
        return self._go("nothing to take back", self.undoing.back(capture(self)))

    def redo(self) -> str:
        """Do again what was taken back."""
        if self.is_replay:
            return "a replay cannot be changed"
        return self._go("nothing was taken back", self.undoing.forth(capture(self)))

    def _go(self, nothing: str, found: tuple[str, State] | None) -> str:
        if found is None:
            return nothing
        self._put_back(found[1])
        return found[0]

    def _put_back(self, state: State) -> None:
        self.end_acts()  # they know nothing of another past
        rebuild(self.world, state)
        self.locked = set(state.locked)
        self.held.clear()
        self.bodies_changed()
        self._rest.begin(self._after)

    def save(self, path: Path) -> None:
        """Write the table to a file. Raises `InputError`."""
        from sandbox.play.live_make import save

        save(self, path)

    @classmethod
    def load(cls, path: Path, catalogue: Catalogue | None = None) -> Live:
        """Return the table that `save` wrote. Raises `BadFile`."""
        from sandbox.play.live_make import load

        return load(path, catalogue or Catalogue())

    def close(self) -> None:
        """Give the world back."""
        self.end_acts()
        if self._world is not None and self._owns:
            self._world.close()
