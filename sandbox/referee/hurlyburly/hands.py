"""Hands that put pieces down: lowered until they all but touch, let go with a tremor, watched for a moment."""

from __future__ import annotations

import numpy as np

from sandbox.components.spec import Component
from sandbox.geometry import Pose
from sandbox.physics import World
from sandbox.referee.hurlyburly.attempts import Hand
from sandbox.referee.words import Impossible
from sandbox.scenario.layout import Placement, with_noise
from sandbox.scenario.schema_words import Noise

__all__ = ["let_go", "refuse_overlap"]

GAP = 3e-4
"""Metres above what carries it at which a piece is let go."""

LIFT = 12e-3
"""Metres by which a hand lifts a piece that something is in the way of."""

LIFTS = 12
"""How often it does so before it lets go all the same."""

MOMENT = 0.06
"""Seconds between one piece and the next."""

OVERLAP = 2e-4
"""Metres of overlap at which something is in the way."""


def let_go(
    world: World, component: Component, name: str, pose: Pose, hand: Hand, rng: np.random.Generator
) -> Pose:
    """Put a piece down as a hand does, and return the pose in which it was let go.

    Args:
        world: It is advanced by a moment.
        component: What is put.
        name: How it is called.
        pose: Where it is meant to stand.
        hand: How steady the hand is.
        rng: Of the tremor.
    """
    noise = Noise(position_mm=hand.position * 1000, angle_deg=hand.angle_deg)
    at = with_noise(Placement(name, component, pose), noise, rng).pose.moved((0.0, 0.0, GAP))
    world.add(component, name, at)
    for _ in range(LIFTS):
        if not world.overlaps(OVERLAP, of=frozenset({name})):
            break
        at = at.moved((0.0, 0.0, LIFT))
        world.put(name, at)
    world.run(MOMENT)
    return at


def refuse_overlap(world: World, component: Component, pose: Pose, what: str) -> None:
    """Refuse to put a piece where another one is; nothing moves.

    Args:
        world: A scratch world; the piece is in it afterwards.
        component: What would be put.
        pose: Where.
        what: How a person calls it.

    Raises:
        Impossible: Something stands there.
    """
    world.add(component, "tried", pose, fixed=True)
    deep = world.overlaps(OVERLAP, of=frozenset({"tried"}))
    if deep:
        other = deep[0].a if deep[0].b == "tried" else deep[0].b
        raise Impossible(f"{what} would be {-1000 * deep[0].distance:.1f} mm inside {other}")
