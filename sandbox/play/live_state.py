"""A table as a value: what is on it and where; and the stack of such values that undo goes back through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from sandbox.components.spec import Component
from sandbox.geometry import Vec3
from sandbox.physics import World
from sandbox.record import Snapshot

__all__ = ["State", "Undo", "capture", "rebuild", "with_mass"]

DEPTH = 100
"""States that are kept for undo."""


class _Table(Protocol):
    @property
    def world(self) -> World: ...
    @property
    def kinds(self) -> dict[str, Component]: ...

    locked: set[str]


@dataclass(frozen=True, eq=False)
class State:
    """Everything on a table at an instant.

    Attributes:
        snapshot: Where everything is and how it moves.
        kinds: What it is.
        fixed: Bodies that never move.
        locked: Those of them that a person locked.
        gravity: m/s².
        held: Hinges that are held, as (body, hinge).
    """

    snapshot: Snapshot
    kinds: Mapping[str, Component]
    fixed: frozenset[str]
    locked: frozenset[str]
    gravity: Vec3
    held: frozenset[tuple[str, str]] = frozenset()


def capture(live: _Table) -> State:
    """Return the table as it is."""
    world = live.world
    fixed = frozenset(name for name in world.names if world.body(name).is_fixed)
    return State(world.snapshot(), live.kinds, fixed, frozenset(live.locked), world.gravity, world.held)


def rebuild(world: World, state: State) -> None:
    """Bring a world to a state: what is too much goes, what is missing comes, everything is put where it was."""
    for name in world.names:
        kept = name in state.kinds and world.body(name).is_fixed == (name in state.fixed)
        if not kept or world.body(name).component is not state.kinds[name]:
            world.remove(name)
    there = set(world.names)
    for name, component in state.kinds.items():
        pose = state.snapshot.pose(name)
        if name not in there:
            world.add(component, name, pose, fixed=name in state.fixed)
        elif name in state.fixed and world.pose(name) != pose:
            world.put(name, pose)
    world.restore(state.snapshot)
    for name, joint in world.held - state.held:
        world.release_joint(name, joint)
    for name, joint in state.held:
        world.hold_joint(name, joint, state.snapshot.joints[name, joint])
    world.gravity = state.gravity


def with_mass(component: Component, mass: float) -> Component:
    """Return a component with another mass in kg, its links and its moments of inertia grown alike."""
    if component.is_fixed or mass == component.mass or mass <= 0:
        return component
    by = mass / component.mass

    def grown(inertia: Vec3) -> Vec3:
        return (inertia[0] * by, inertia[1] * by, inertia[2] * by)

    links = tuple(replace(each, mass=each.mass * by, inertia=grown(each.inertia)) for each in component.links)
    return replace(component, mass=mass, inertia=grown(component.inertia), links=links)


class Undo:
    """States to go back to and, after that, forth again."""

    def __init__(self) -> None:
        self._back: list[tuple[str, State]] = []
        self._forth: list[tuple[str, State]] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._back)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return bool(self._forth)

    def keep(self, label: str, state: State) -> None:
        """Keep the state before something is done; what had been taken back is forgotten."""
        self._back.append((label, state))
        del self._back[:-DEPTH]
        self._forth.clear()

    def back(self, now: State) -> tuple[str, State] | None:
        """Return what was done last and the state before it; None when there is nothing."""
        return self._move(self._back, self._forth, now)

    def forth(self, now: State) -> tuple[str, State] | None:
        """Return what was taken back and the state after it; None when there is nothing."""
        return self._move(self._forth, self._back, now)

    @staticmethod
    def _move(
        source: list[tuple[str, State]], sink: list[tuple[str, State]], now: State
    ) -> tuple[str, State] | None:
        if not source:
            return None
        label, state = source.pop()
        sink.append((label, now))
        return label, state
