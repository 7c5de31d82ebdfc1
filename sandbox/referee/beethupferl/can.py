"""A drop that rolls out of a watering can which a hand tilts.

Seen from the can it is gravity that turns. So the can stands still in a world of its own: a shell that is moved by
small steps would let the drop through.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from sandbox.components.garden import Garden
from sandbox.geometry import Pose, Twist, Vec3, quat_from_axis_angle, quat_from_euler_deg, quat_rotate
from sandbox.referee.beethupferl.bench import Bench

__all__ = ["Exit", "held", "roll_out"]

GRAVITY: Final = 9.81

SPEED: Final = math.radians(60)
"""rad/s at which the can is tilted: faster, and the drop is flung."""

LEVEL: Final = math.radians(-10)
"""How the can is held at first: its spout points up a little, so that the drop stays in the tub."""

STEEP: Final = math.radians(60)
"""How far it is tilted at most."""

LOAD: Final = 4.5
"""Drop diameters behind the tip of the spout at which the drop is laid into the tub."""

PATIENCE: Final = 3.0
"""Seconds until the can is empty, or the drop has stuck in it."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a drop leaves the spout, in the frame of a can that is held level: x ahead, z up, the tip at the origin.

    Args:
        at: The drop's centre.
        twist: How it moves.
        seconds: After the can began to tilt.
    """

    at: Vec3
    twist: Twist
    seconds: float


def roll_out(bench: Bench, speed: float = SPEED) -> Exit | None:
    """Lay a drop into a can, tilt it until the drop has left the spout, and return how; None if it sticks.

    Args:
        bench: Makes the world; an earlier one of it is gone afterwards.
        speed: rad/s of the hand.
    """
    d = 2 * bench.garden.drop_radius
    with bench.can_world() as world:
        world.add(bench.drop, "drop", Pose((-LOAD * d, 0.0, -0.85 * d)))
        for _ in range(round(PATIENCE * world.profile.rate_hz)):
            angle = min(STEEP, LEVEL + speed * world.time)
            turn = quat_from_axis_angle((0.0, 1.0, 0.0), angle)
            back = quat_from_axis_angle((0.0, 1.0, 0.0), -angle)
            world.gravity = quat_rotate(back, (0.0, 0.0, -GRAVITY))
            world.step()
            snapshot = world.snapshot()
            x, y, z = snapshot.pose("drop").position
            if x > 0.0 and math.hypot(x, z) > 0.55 * d:
                twist = snapshot.twist("drop")
                turning = speed if angle < STEEP else 0.0
                vx, vy, vz = twist.linear
                # The tip is where the can turns about; what is away from it is carried along.
                linear = quat_rotate(turn, (vx + turning * z, vy, vz - turning * x))
                return Exit(
                    quat_rotate(turn, (x, y, z)),
                    Twist(linear, quat_rotate(turn, twist.angular)),
                    world.time,
                )
    return None


def held(garden: Garden, left: Exit, above: Vec3, fall: float) -> tuple[Vec3, Twist]:
    """Return where a drop leaves a can, and how it moves, so that it comes down below a point.

    Args:
        garden: Where the can is held: over the bed it comes from its middle, over the grass from along the slope.
        left: How it leaves the spout.
        above: The point, at the height at which the drop's centre is to leave.
        fall: How far it falls.
    """
    yaw = math.degrees(math.atan2(above[1], above[0]))
    if (edge := garden.patch_under(above[0], above[1])) is not None:
        yaw = 0.0 if edge in ("north", "south") else 90.0
    hand = quat_from_euler_deg(0.0, 0.0, yaw)
    velocity, spin = quat_rotate(hand, left.twist.linear), quat_rotate(hand, left.twist.angular)
    falls = (velocity[2] + math.sqrt(velocity[2] ** 2 + 2 * GRAVITY * fall)) / GRAVITY
    at = (above[0] - velocity[0] * falls, above[1] - velocity[1] * falls, above[2])
    return at, Twist(velocity, spin)
