"""The same bits: the same seed and acts give equal worlds, whatever else the process did before."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from sandbox.geometry import Pose
from sandbox.physics import Profile, World, settle
from tests import kit
from tests.laws.law import Row, at_most, law

ODD = Profile(name="odd", rate_hz=240.0, iterations=10, contact_breaking=0.004, length_scale=1.0)
"""Settings as different as they can be; the contact threshold is the one that Bullet keeps for the process."""


def hit_tower(*, fresh: bool = True) -> str:
    """Return the digest of a tower that a block hits, a jointed piece and a marble beside it."""
    pieces = kit.tower(4, 1, np.random.default_rng(5))
    block, ground, arm = kit.shipped("hurlyburly/block"), kit.shipped("common/table"), kit.arm(stiffness=0.02)
    marble = kit.shipped("common/marble")
    with kit.world(ground, block, arm, marble, *(component for component, _, _ in pieces), fresh=fresh) as world:
        world.add(ground, "table")
        world.add_all(pieces)
        world.add(arm, "arm", Pose((0.3, 0, 0)))
        world.set_joint("arm", "arm", 0.4)
        world.add(marble, "marble", Pose((0.2, 0.2, 0.1)))
        world.add(block, "block", Pose((-0.2, 0, 0.1)))
        world.launch("block", (3.0, 0.02, 0.3))
        world.run(1.0)
        settle(world, timeout=0.5)
        return kit.bits(world)


def _other_world(*, keep: bool = False) -> World:
    ground, card = kit.shipped("common/table"), kit.shipped("common/card")
    world = kit.world(ground, card, profile=ODD, fresh=keep)
    world.add(ground, "table")
    world.add_all((card, f"card{n}", Pose((0, 0, 0.0005 + 0.004 * n))) for n in range(5))
    world.run(0.3)
    return world


@law(slow=True)
def same_bits() -> Iterator[Row]:
    """A second world, an emptied engine, another process, and a world with other settings change no bit."""
    digests = [hit_tower()]
    digests.append(hit_tower(fresh=False))
    _other_world().close()
    digests.append(hit_tower(fresh=False))
    with _other_world(keep=True):
        digests.append(hit_tower())
    script = "from tests.laws.sameness import hit_tower; print(hit_tower())"
    root = Path(__file__).parents[2]
    other = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    digests.append(other.stdout.strip())
    cases = (
        "an engine that is used again",
        "that engine after other settings",
        "beside a world with other settings",
        "another process",
    )
    for case, digest in zip(cases, digests[1:], strict=True):
        yield at_most("same bits", f"differences: {case}", float(digest != digests[0]), 0, "")
