"""What lies beside the garden of Beethupferl: the bowl with its drops, cans, the heap of tiles, what was won.

The referee counts these and needs no physics for them; on the table that a person looks at they are there, fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sandbox.components.spec import Component
from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.record import Trace
from sandbox.referee.beethupferl.bench import BOWL, CAN, Bench
from sandbox.referee.beethupferl.places import bowl_place, drop_pose, tile_pose
from sandbox.referee.beethupferl.scene import Scene, Zone

__all__ = ["Still", "beside", "with_still"]

Still = tuple[Component, str, Pose]
"""A body that only lies there: what it is, what it is called, where."""

TABLE = "common/table"

BELOW = 5e-4
"""Metres of the table's top below the garden's underside: two faces in one plane would flicker."""

CANS = 0.055
"""Metres from the middle of the bowl to the first can, and from can to can."""


def beside(bench: Bench, lying: Scene, in_hand: int | None = None) -> list[Still]:
    """Return everything that lies beside the garden.

    Args:
        bench: What the pieces are.
        lying: The table.
        in_hand: Whose can is not there, because a hand holds it; None for nobody's.
    """
    garden = bench.garden
    x, y, _ = bowl_place(garden)
    out: list[Still] = [
        (bench.catalogue.get(TABLE), "table", Pose((0.0, 0.0, -BELOW))),
        (bench.catalogue.get(BOWL), "bowl", Pose((x, y, 0.0))),
    ]
    drops = lying.of(Zone.BOWL)
    out += [(bench.drop, drop.name, drop_pose(garden, Zone.BOWL, n)) for n, drop in enumerate(drops)]
    can = bench.catalogue.get(CAN)
    low, _ = can.extent()
    for seat in range(lying.players):
        if seat != in_hand:
            place = (x, y - CANS * (seat + 1) - 0.01, -low[2])
            out.append((can, f"p{seat + 1}.can", Pose(place, quat_from_euler_deg(0.0, 0.0, 180.0))))
    for number, tile in enumerate(reversed(lying.heap(Zone.SUPPLY))):
        out.append((bench.tiles[tile.picture], tile.name, tile_pose(garden, Zone.SUPPLY, number)))
    for zone, owners in ((Zone.REMOVED, (-1,)), (Zone.TAKEN, range(lying.players))):
        for owner in owners:
            for number, tile in enumerate(lying.heap(zone, owner)):
                out.append((bench.tiles[tile.picture], tile.name, tile_pose(garden, zone, number, max(owner, 0))))
    return out


def with_still(trace: Trace, still: Sequence[Still]) -> Trace:
    """Return a trace in which more bodies lie still; those that are in it already stay as they are."""
    there = set(trace.names)
    more = [(component.id, name, pose) for component, name, pose in still if name not in there]
    if not more:
        return trace
    rows = np.array([[*pose.position, *pose.rotation] for _, _, pose in more])
    count = len(trace)
    return replace(
        trace,
        names=(*trace.names, *(name for _, name, _ in more)),
        components=(*trace.components, *(kind for kind, _, _ in more)),
        poses=np.concatenate([trace.poses, np.broadcast_to(rows, (count, *rows.shape))], axis=1),
        twists=np.concatenate([trace.twists, np.zeros((count, len(more), 6))], axis=1),
    )
