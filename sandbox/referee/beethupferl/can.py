"""A drop that rolls out of a watering can which a hand tilts."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from sandbox.components.garden import Garden
from sandbox.geometry import Pose, Vec3, quat_from_axis_angle, quat_from_euler_deg
from sandbox.physics import World
from sandbox.referee.beethupferl.bench import CAN
from sandbox.referee.beethupferl.stage import Stage

__all__ = ["LEVEL", "STEEP", "held_above", "pour_from_can", "tilted"]

NAME: Final = "can"

SPEED: Final = math.radians(60)
"""rad/s at which the can is tilted: faster, and the drop is flung."""

LEVEL: Final = math.radians(-10)
"""How the can is held at first: its spout points up a little, so that the drop stays in the tub."""

STEEP: Final = math.radians(55)
"""How far it is tilted at most."""

LOAD: Final = 4.5
"""Drop diameters behind the tip of the spout at which the drop is laid into the tub."""

PATIENCE: Final = 2.5
"""Seconds until the can is empty, or the drop has stuck in it."""

OUT: Final = 1.0
"""Drop diameters from the tip at which the drop is out of the can."""

EXIT: Final = 0.25
"""m/s at which a drop leaves the spout, roughly: hands hold the can so much behind where it is to come down."""

EVERY: Final = 2
"""Steps between two small turns of the can, 1/6 of a degree each; larger ones push it through the drop."""


def pour_from_can(stage: Stage, drop: str, nozzle: Vec3, fall: float) -> tuple[bool, Vec3]:
    """Lay a drop into a can, tilt it until the drop has rolled out, and take the can away.

    Args:
        stage: Its world is advanced until the drop is out.
        drop: Name of the drop; it is not in the world yet.
        nozzle: Above where the drop is meant to come down, at the height of the spout.
        fall: How far it falls from there.

    Returns:
        Whether the drop left the can, and where its centre was as it did.
    """
    garden, world = stage.bench.garden, stage.world
    d = 2 * garden.drop_radius
    tip = held_above(garden, nozzle, fall)
    world.add(stage.bench.catalogue.get(CAN), NAME, tip @ tilted(LEVEL))
    inside = (tip @ tilted(LEVEL)).apply((-LOAD * d, 0.0, -0.75 * d))
    world.add(stage.bench.drop, drop, Pose(inside))
    began = world.time

    def tilt(world: World) -> None:
        if round((world.time - began) * world.profile.rate_hz) % EVERY:
            return
        angle = min(STEEP, LEVEL + SPEED * (world.time - began))
        world.put(NAME, tip @ tilted(angle))

    world.drives.append(tilt)
    left = False
    try:
        for _ in range(round(PATIENCE * world.profile.rate_hz)):
            world.step()
            at = np.asarray(world.pose(drop).position)
            ahead = tip.inverse().apply((float(at[0]), float(at[1]), float(at[2])))
            if ahead[0] > 0.0 and math.hypot(ahead[0], ahead[2]) > OUT * d:
                left = True
                break
    finally:
        world.drives.remove(tilt)
        world.remove(NAME)
    stage.lap("can")
    if not left:
        world.remove(drop)
        return False, nozzle
    return True, world.pose(drop).position


def held_above(garden: Garden, nozzle: Vec3, fall: float) -> Pose:
    """Return where a hand holds the tip of the can's spout, level, so that the drop comes down below a point.

    Args:
        garden: The can is held where there is room for it: over the bed it comes from its middle, over the grass
            from along the slope.
        nozzle: Above where the drop is meant to come down, at the height of the spout.
        fall: How far it falls from there.
    """
    yaw = math.degrees(math.atan2(nozzle[1], nozzle[0]))
    if (edge := garden.patch_under(nozzle[0], nozzle[1])) is not None:
        yaw = 0.0 if edge in ("north", "south") else 90.0
    hand = quat_from_euler_deg(0.0, 0.0, yaw)
    behind = EXIT * math.sqrt(2 * fall / 9.81)
    return Pose((nozzle[0], nozzle[1], nozzle[2] - garden.drop_radius), hand) @ Pose((-behind, 0.0, 0.0))


def tilted(angle: float) -> Pose:
    """Return the can tilted about the tip of its spout, downwards for positive angles."""
    return Pose(rotation=quat_from_axis_angle((0.0, 1.0, 0.0), angle))
