"""What is under a piece that is carried, and where it may be carried: boxes around parts, seen from above."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from sandbox.components.spec import Box, Component, Cylinder, Sphere
from sandbox.geometry import Floats, Pose, Quat
from sandbox.physics import World

__all__ = ["Outline", "Terrain", "pushes", "rests"]

REFRESH = 0.1
"""Seconds after which what moves is looked at again."""

MARGIN = 3e-3
"""Metres around a piece that are looked at with it."""

ABOVE = 2e-3
"""Metres below the top of a piece from which on a thing is above it."""

AROUND = 32
"""Points around a cylinder."""

LEVEL = 0.5
"""A surface is level enough to rest on from this vertical part of its normal on."""

EVERYWHERE = 1.5
"""Metres from the origin that hands reach where there is no table."""


class Outline:
    """The points of a piece that can be its lowest or highest, to ask for them every step."""

    def __init__(self, component: Component) -> None:
        points, radii = [], []
        for part in component.all_parts():
            shape = part.shape
            if isinstance(shape, Sphere):
                found = np.zeros((1, 3))
            elif isinstance(shape, Cylinder):
                turn = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
                ring = np.stack([shape.radius * np.cos(turn), shape.radius * np.sin(turn), 0 * turn], axis=1)
                half = np.array((0.0, 0.0, shape.height / 2))
                found = np.concatenate([ring - half, ring + half])
            else:
                found = shape.points() if isinstance(shape, Box) else shape.vertices
            points.append(part.pose.apply_all(found))
            radii.append(np.full(len(found), shape.radius if isinstance(shape, Sphere) else 0.0))
        self._points, self._radii = np.concatenate(points), np.concatenate(radii)[:, None]
        self.reach = float(np.linalg.norm(component.size)) / 2
        self._known: dict[Quat, tuple[Floats, Floats]] = {}

    def box(self, turn: Quat) -> tuple[Floats, Floats]:
        """Return lowest and highest corner, `(3,) float` metres each, from the model's origin."""
        if (known := self._known.get(turn)) is not None:
            return known
        x, y, z, w = turn
        columns = np.array(
            (
                (1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
                (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
                (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
            )
        )
        turned = self._points @ columns
        if len(self._known) > 4:  # the turn now, the one that is wanted, and no more
            self._known.clear()
        found = (turned - self._radii).min(axis=0), (turned + self._radii).max(axis=0)
        self._known[turn] = found
        return found


class Terrain:
    """Knows how high things are.

    Args:
        world: They are in it.
        without: The body in the hand.
    """

    def __init__(self, world: World, without: str) -> None:
        self._world, self._without = world, without
        self._boxes: dict[str, Floats] = {}
        self._looked = -1.0
        self._all, self._owners = np.empty((0, 2, 3)), np.empty(0, dtype=np.int64)
        self.refresh(world.names)
        self.low, self.high = self._reach()

    def refresh(self, names: Collection[str]) -> None:
        """Look at some bodies again."""
        world = self._world
        wanted = [name for name in names if name != self._without and name in world.names]
        poses, _ = world.rows(wanted)
        for name, row in zip(wanted, poses, strict=True):
            x, y, z, a, b, c, d = (float(value) for value in row)
            body = world.body(name)
            boxes = [part.extent(Pose((x, y, z), (a, b, c, d))) for part in body.component.parts]
            if body.component.links:
                for link, placed in zip(body.component.links, world.link_poses(name), strict=True):
                    boxes += [part.extent(placed) for part in link.parts]
            self._boxes[name] = np.asarray(boxes)
        for name in self._boxes.keys() - set(world.names):
            del self._boxes[name]
        self._all = np.concatenate([np.empty((0, 2, 3)), *self._boxes.values()])
        self._owners = np.repeat(np.arange(len(self._boxes)), [len(boxes) for boxes in self._boxes.values()])
        self._looked = world.time

    @property
    def boxes(self) -> Floats:
        """Lowest and highest corner of the box around every part that is there, `(n, 2, 3) float` metres."""
        return self._all

    def follow(self) -> None:
        """Look at what moves again when it is time to."""
        if self._world.time - self._looked >= REFRESH:
            asleep = self._world.asleep
            self.refresh([name for name in self._world.loose if name not in asleep])

    def top(self, low: Floats, high: Floats, over: tuple[Floats, Floats] | None = None) -> float:
        """Return how high the highest thing is that lies within a rectangle.

        Args:
            low: `(2,) float` its lower corner, metres.
            high: `(2,) float` its upper corner.
            over: Corners, `(3,) float`, of the box around the piece: what is above it, such as what it carries, is
                not in its way.
        """
        boxes = self._all
        near = ((boxes[:, 0, :2] < high + MARGIN) & (boxes[:, 1, :2] > low - MARGIN)).all(axis=1)
        if over is not None:
            here = ((boxes[:, 0, :2] < over[1][:2]) & (boxes[:, 1, :2] > over[0][:2])).all(axis=1)
            above = here & (boxes[:, 0, 2] > over[1][2] - ABOVE)
            near &= ~np.isin(self._owners, self._owners[above])
        return float(boxes[near, 1, 2].max(initial=-np.inf))

    def near(self, low: Floats, high: Floats) -> list[str]:
        """Return the bodies whose boxes meet a box, corners `(3,) float` metres."""
        met = ((self._all[:, 0] <= high) & (self._all[:, 1] >= low)).all(axis=1)
        names = list(self._boxes)
        return [names[k] for k in np.unique(self._owners[met])]

    def _reach(self) -> tuple[Floats, Floats]:
        """Return the corners of the table, seen from above."""
        world = self._world
        fixed = [name for name in world.names if world.body(name).is_fixed and name in self._boxes]
        tables = ["table"] if "table" in fixed else fixed
        if not tables:
            return np.full(2, -EVERYWHERE), np.full(2, EVERYWHERE)
        boxes = np.concatenate([self._boxes[name] for name in tables])
        return (
            np.maximum(boxes[:, 0, :2].min(axis=0), -EVERYWHERE),
            np.minimum(boxes[:, 1, :2].max(axis=0), EVERYWHERE),
        )


def rests(world: World, name: str, within: float, terrain: Terrain, *, thorough: bool = True) -> bool:
    """Return whether a piece touches, or all but touches, something with a level surface.

    Args:
        world: It is read.
        name: The piece.
        within: Metres that count as touching.
        terrain: Knows what is around.
        thorough: Whether distances are measured too, not only what the engine holds apart.
    """
    if any(abs(contact.normal[2]) > LEVEL for contact in world.contacts(name)):
        return True
    if not thorough:
        return False
    low, high = world.bounds([name])[0]
    for other in terrain.near(low - 2 * within, high + 2 * within):
        found = world.closest(name, other, within) if other in world.names else None
        if found is not None and abs(found.normal[2]) > LEVEL:
            return True
    return False


def pushes(world: World, name: str) -> bool:
    """Return whether a piece touches something that can move."""
    others = {each.a for each in world.contacts(name)} | {each.b for each in world.contacts(name)}
    return any(not world.body(other).is_fixed for other in others - {name})
