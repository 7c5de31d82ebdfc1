"""Where things are put: generators turn a `[[place]]` into named placements. Pure: no world, no chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from sandbox.components.garden import SHIPPED
from sandbox.components.spec import Component
from sandbox.errors import UnknownName
from sandbox.geometry import (
    IDENTITY,
    Pose,
    Quat,
    Vec3,
    quat_from_axis_angle,
    quat_from_euler_deg,
    quat_from_matrix,
    quat_multiply,
)
from sandbox.scenario.garden import pieces
from sandbox.scenario.schema_layout import Place, Tower
from sandbox.scenario.schema_words import Noise

__all__ = ["Boxes", "Placement", "components_of", "place", "rotation_of", "with_noise"]

MM = 1e-3

OVERHANG = 8e-3
"""Metres by which a platform reaches past the folds of a pair of walls; assumed, the rulebook gives none."""

Get = Callable[[str], Component]
Boxes = Mapping[str, tuple[Vec3, Vec3]]
"""Lowest and highest corner in metres of the box around every body that is there."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A body to be: what, called what, where (model frame, metres), and how far the hand may miss."""

    name: str
    component: Component
    pose: Pose
    noise: Noise | None = None
    is_fixed: bool = False

    @property
    def box(self) -> tuple[Vec3, Vec3]:
        """Lowest and highest corner of the box around it, metres."""
        low, high = self.component.extent(self.pose.rotation)
        return self.pose.moved(low).position, self.pose.moved(high).position


def rotation_of(turn_deg: float | tuple[float, float, float]) -> Quat:
    """Return the rotation that a file writes as a yaw, or as roll, pitch and yaw, in degrees."""
    if isinstance(turn_deg, tuple):
        return quat_from_euler_deg(*turn_deg)
    return quat_from_euler_deg(0.0, 0.0, turn_deg)


def components_of(order: Place) -> tuple[str, ...]:
    """Return the ids of the components that a `[[place]]` needs."""
    if order.component is not None:
        return (order.component,)
    if order.tower is not None:
        return (order.tower.wall, order.tower.platform, *(["hurlyburly/flag"] if order.tower.flag else []))
    if order.dock is not None:
        return (order.dock.bank, order.dock.strip, *order.dock.stones)
    if order.garden is not None:
        return (*dict.fromkeys(component for component, _, _ in SHIPPED.parts()), order.garden.tile)
    piece = order.stack or order.row or order.frame
    assert piece is not None
    return (piece.component,)


def place(order: Place, get: Get, boxes: Boxes) -> list[Placement]:
    """Return the placements of one `[[place]]`.

    Args:
        order: The table of the file.
        get: From a component's id to the component.
        boxes: What is there already, for `on`.

    Raises:
        UnknownName: No such component, or `on` names no body.
    """
    made = [replace(each, noise=order.noise) for each in _generate(order, get)]
    if order.fixed:
        made = [replace(each, is_fixed=True) for each in made]
    turn = Pose(rotation=rotation_of(order.turn_deg)) if order.component is None else Pose()
    made = [replace(each, pose=turn @ each.pose) for each in made]
    lowest = min(each.box[0][2] for each in made)
    height = order.at_mm[2] * MM if len(order.at_mm) == 3 else 0.0
    if order.on is not None:
        if order.on not in boxes:
            raise UnknownName("body", order.on, boxes)
        height = boxes[order.on][1][2]
    shift = (order.at_mm[0] * MM, order.at_mm[1] * MM, height - lowest)
    return [replace(each, pose=each.pose.moved(shift)) for each in made]


def _generate(order: Place, get: Get) -> Iterator[Placement]:
    if order.component is not None:
        yield Placement(order.name, get(order.component), Pose(rotation=rotation_of(order.turn_deg)))
    elif order.tower is not None:
        yield from _tower(order.name, order.tower, get)
    elif order.stack is not None:
        yield from _stack(order, get)
    elif order.row is not None:
        yield from _row(order, get)
    elif order.dock is not None:
        yield from _dock(order, get)
    elif order.garden is not None:
        for name, component, pose in pieces(order.garden, get):
            yield Placement(f"{order.name}.{name}", component, pose)
    else:
        yield from _frame(order, get)


def on_top(component: Component, x: float, y: float, height: float, rotation: Quat = IDENTITY.rotation) -> Pose:
    """Return the pose in which a component's lowest point is at `height`, its origin above (x, y); metres."""
    low, _ = component.extent(rotation)
    return Pose((x, y, height - low[2]), rotation)


def _yaw(degrees: float) -> Quat:
    return quat_from_euler_deg(0.0, 0.0, degrees)


def _tower(name: str, tower: Tower, get: Get) -> Iterator[Placement]:
    wall, platform = get(tower.wall), get(tower.platform)
    # Two walls stand with their folds at opposite corners of a rectangle under the platform, which overhangs
    # them by a finger's width along its long side; leaves run along the rectangle's sides and do not meet.
    low, high = wall.extent()
    reach = max(platform.size) / 2 - OVERHANG
    corner = (-reach - low[0], -(high[1] - low[1]) / 2 - low[1])
    turn = 90.0 if platform.size[1] > platform.size[0] else 0.0
    height = 0.0
    for level in range(1, tower.levels + 1):
        if tower.walls == 2:
            x, y, _ = Pose(rotation=_yaw(turn)).apply((*corner, 0.0))
            spots = [(x, y, turn), (-x, -y, turn + 180.0)]
        else:  # one wall carries by its centre of mass; turned from level to level
            spots = [(0.0, 0.0, 0.0 if level % 2 else 180.0)]
        for number, (x, y, yaw) in enumerate(spots, start=1):
            pose = on_top(wall, x, y, height, _yaw(yaw))
            yield Placement(f"{name}.level{level}.wall{number}", wall, pose)
        height += wall.size[2]
        shift = tower.platform_shift_mm * MM
        yield Placement(f"{name}.level{level}.platform", platform, on_top(platform, shift, 0.0, height))
        height += platform.size[2]
    if tower.flag:
        flag = get("hurlyburly/flag")
        yield Placement(f"{name}.flag", flag, on_top(flag, tower.platform_shift_mm * MM, 0.0, height))


def _stack(order: Place, get: Get) -> Iterator[Placement]:
    assert order.stack is not None
    stack, component = order.stack, get(order.stack.component)
    if stack.harmonic is None:
        offsets = [x * MM for x in stack.offsets_mm] + [0.0] * (stack.count - len(stack.offsets_mm))
        x = 0.0
    else:
        # The k-th piece from the top reaches length / 2k past the one below, the lowest one past the edge.
        offsets = [stack.harmonic * component.size[0] / (2 * k) for k in range(stack.count, 0, -1)]
        x = -component.size[0] / 2
    height = 0.0
    for number, offset in enumerate(offsets, start=1):
        x += offset
        yield Placement(f"{order.name}.{number}", component, on_top(component, x, 0.0, height))
        height += component.size[2]


def _row(order: Place, get: Get) -> Iterator[Placement]:
    assert order.row is not None
    row, component = order.row, get(order.row.component)
    angle = math.radians(row.direction_deg)
    for number in range(row.count):
        along = number * row.pitch_mm * MM
        pose = on_top(component, along * math.cos(angle), along * math.sin(angle), 0.0, _yaw(row.direction_deg))
        yield Placement(f"{order.name}.{number + 1}", component, pose)


def _dock(order: Place, get: Get) -> Iterator[Placement]:
    """The bank's edge is at x = 0; strips reach towards +x."""
    assert order.dock is not None
    dock, name = order.dock, order.name
    bank, strip = get(dock.bank), get(dock.strip)
    length, thickness = strip.size[0], strip.size[2]
    height = bank.size[2]
    yield Placement(f"{name}.bank", bank, on_top(bank, -bank.size[0] / 2, 0.0, 0.0))
    tip = dock.overhang_mm * MM
    yield Placement(f"{name}.strip1", strip, on_top(strip, tip - length / 2, 0.0, height))
    height += thickness
    stones = [get(stone) for stone in dock.stones[: dock.strips]]
    if stones:
        at = on_top(stones[0], -dock.stone_back_mm * MM, 0.0, height)
        yield Placement(f"{name}.stone1", stones[0], at)
    if dock.strips == 2:
        inner = tip - dock.lap_mm * MM
        yield Placement(f"{name}.strip2", strip, on_top(strip, inner + length / 2, 0.0, height))
        if len(stones) == 2:
            at = on_top(stones[1], inner + stones[1].size[0] / 2, 0.0, height + thickness)
            yield Placement(f"{name}.stone2", stones[1], at)


def _frame(order: Place, get: Get) -> Iterator[Placement]:
    """Two cards on edge lean together over x = 0; their long sides are up."""
    assert order.frame is not None
    component = get(order.frame.component)
    lean = math.radians(order.frame.lean_deg)
    on_edge = _on_edge(component)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        rotation = quat_multiply(quat_from_axis_angle((0.0, 1.0, 0.0), sign * lean), on_edge)
        low, high = component.extent(rotation)
        # The inner upper edges meet at x = 0.
        x = -high[0] if sign > 0 else -low[0]
        yield Placement(f"{order.name}.{side}", component, Pose((x, 0.0, -low[2]), rotation))


def _on_edge(component: Component) -> Quat:
    """Return the turn that puts a flat component's longest edge up and its thinnest along x."""
    edges = np.argsort(component.size)
    turn = np.zeros((3, 3))
    for axis, edge in enumerate((edges[0], edges[1], edges[2])):  # thinnest to x, middle to y, longest to z
        turn[axis, edge] = 1.0
    if np.linalg.det(turn) < 0:
        turn[1] *= -1
    return quat_from_matrix(turn)


def with_noise(placement: Placement, noise: Noise, rng: np.random.Generator) -> Placement:
    """Return the placement as a hand would do it; the lowest point keeps its height.

    Five numbers are drawn whatever the sigmas are, so that trials with one seed differ by the sigmas only.
    """
    dx, dy, yaw, lean_x, lean_y = rng.standard_normal(5)
    sigma = placement.noise or noise
    if placement.is_fixed or placement.component.is_fixed:
        return placement
    turn = quat_from_axis_angle((0.0, 0.0, 1.0), math.radians(sigma.angle_deg) * yaw)
    lean = math.radians(sigma.tilt_deg)
    if lean:
        turn = quat_multiply(quat_from_axis_angle((1.0, 0.0, 0.0), lean * lean_x), turn)
        turn = quat_multiply(quat_from_axis_angle((0.0, 1.0, 0.0), lean * lean_y), turn)
    if not (sigma.position_mm or sigma.angle_deg or lean):
        return placement
    bottom = placement.box[0][2]
    x, y, _ = placement.pose.position
    rotation = quat_multiply(turn, placement.pose.rotation)
    at = on_top(
        placement.component,
        x + sigma.position_mm * MM * float(dx),
        y + sigma.position_mm * MM * float(dy),
        bottom,
        rotation,
    )
    return replace(placement, pose=at)
