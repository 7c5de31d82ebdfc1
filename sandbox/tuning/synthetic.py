"""Measurements that the simulator makes up: from stated true values, with noise, for examples and for proofs.

python -m sandbox.tuning.synthetic FOLDER     makes the data of the shipped study `slides` again
"""

from __future__ import annotations

import csv
import io
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.geometry import Floats, Pose, Twist, Vec3, quat_from_axis_angle, quat_multiply
from sandbox.physics import DEFAULT
from sandbox.runner.plan import Plan, compile_plan
from sandbox.scenario.load import Value, load
from sandbox.tuning.data import Track
from sandbox.tuning.evaluate import follow

__all__ = ["EXAMPLES", "TRUE", "Noise", "drops", "height_of", "measure", "plan_of", "slides", "table_of"]

EXAMPLES = Path(__file__).parent / "examples"

TRUE: Mapping[str, float] = {"friction.beech_table": 0.27, "restitution.glass_table": 0.66}
"""What the data of the study `slides` were made from."""

SEED = 20_261_130
FRAME_HZ = 60.0


@dataclass(frozen=True)
class Noise:
    """Sigma of what a camera gets wrong.

    Attributes:
        position: Metres, of every coordinate of every frame.
        angle: Radians, about every axis of every frame.
        velocity: m/s, of every component of the velocity at the start.
        spin: rad/s, of every component of the spin at the start.
    """

    position: float = 0.0005
    angle: float = math.radians(0.5)
    velocity: float = 0.01
    spin: float = 0.05


def plan_of(scenario: Path, values: Mapping[str, Value]) -> Plan:
    """Return a scenario at some values."""
    loaded = load(scenario, values)
    return compile_plan(loaded, loaded.points[0], Catalogue(), DEFAULT)


def slides(rng: np.random.Generator, count: int, height: float) -> list[tuple[Pose, Twist]]:
    """Return starts of a flat block, its origin so high, that slides and turns on the table."""
    out = []
    for _ in range(count):
        speed, way, yaw = rng.uniform(0.5, 0.9), rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi)
        pose = Pose((0.0, 0.0, height), quat_from_axis_angle((0, 0, 1), yaw))
        twist = Twist((speed * math.cos(way), speed * math.sin(way), 0.0), (0.0, 0.0, rng.uniform(-3, 3)))
        out.append((pose, twist))
    return out


def drops(rng: np.random.Generator, count: int, height: float) -> list[tuple[Pose, Twist]]:
    """Return starts of a piece that is let go above where its origin would be at rest."""
    heights = rng.uniform(0.05, 0.2, count)
    return [(Pose((0.0, 0.0, height + float(above))), Twist()) for above in heights]


def height_of(plan: Plan) -> float:
    """Return how high the origin of the first placed piece is when it lies on the table, metres."""
    return -plan.placements[0].component.extent()[0][2]


def measure(
    plan: Plan,
    body: str,
    starts: Sequence[tuple[Pose, Twist]],
    seconds: float,
    noise: Noise,
    rng: np.random.Generator,
) -> list[Track]:
    """Return tracks as a camera would have seen them."""
    out = []
    times = np.arange(0, seconds, 1 / FRAME_HZ)
    for number, (pose, twist) in enumerate(starts, start=1):
        blank = Track(str(number), times, np.zeros((len(times), 3)), None, pose, twist)
        poses = follow(plan, body, blank)
        positions = poses[:, :3] + rng.normal(0, noise.position, (len(times), 3))
        rotations = np.array([_shaken(row, noise.angle, rng) for row in poses[:, 3:]])
        linear = np.asarray(twist.linear) + rng.normal(0, noise.velocity, 3)
        angular = np.asarray(twist.angular) + rng.normal(0, noise.spin, 3)
        seen = Twist(_vec3(linear), _vec3(angular))
        out.append(Track(str(number), times, positions, rotations, pose, seen))
    return out


def _shaken(rotation: Floats, sigma: float, rng: np.random.Generator) -> Floats:
    axis = rng.normal(size=3)
    angle = float(np.linalg.norm(axis)) * sigma
    turn = quat_from_axis_angle(_vec3(axis), angle)
    x, y, z, w = (float(value) for value in rotation)
    return np.array(quat_multiply(turn, (x, y, z, w)))


def _vec3(values: Floats) -> Vec3:
    return (float(values[0]), float(values[1]), float(values[2]))


def table_of(tracks: Sequence[Track], name: str) -> str:
    """Return tracks as CSV text; velocities and spins stand in the first row of each, zeros in the others."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    axes = ("x", "y", "z")
    write.writerow(
        [name, "t_s", *(f"{a}_m" for a in axes), *(f"q{a}" for a in (*axes, "w"))]
        + [f"v{a}_mps" for a in axes]
        + [f"w{a}_radps" for a in axes]
    )
    for track in tracks:
        assert track.rotations is not None
        for frame, time in enumerate(track.times):
            moving = (*track.twist.linear, *track.twist.angular) if frame == 0 else (0.0,) * 6
            row = [f"{time:.6f}", *(f"{x:.6f}" for x in track.positions[frame])]
            row += [f"{x:.7f}" for x in track.rotations[frame]]
            write.writerow([track.name, *row, *(f"{x:.5f}" for x in moving)])
    return out.getvalue()


def make(folder: Path) -> None:
    """Write the data of the study `slides`."""
    rng = np.random.default_rng(SEED)
    sliding, dropping = EXAMPLES / "slide.toml", EXAMPLES / "drop.toml"
    friction = {name: value for name, value in TRUE.items() if name.startswith("friction")}
    bounce = {name: value for name, value in TRUE.items() if name.startswith("restitution")}
    block, marble = plan_of(sliding, friction), plan_of(dropping, bounce)
    tracks = measure(block, "block", slides(rng, 12, height_of(block)), 0.4, Noise(), rng)
    (folder / "slides.csv").write_text(table_of(tracks, "slide"), encoding="utf-8")
    tracks = measure(marble, "marble", drops(rng, 8, height_of(marble)), 0.5, Noise(), rng)
    (folder / "drops.csv").write_text(table_of(tracks, "drop"), encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLES)
