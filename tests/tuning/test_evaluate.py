"""Simulated tracks are read where the camera's frames are, not where the steps are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sandbox.geometry import Pose, Twist, quat_from_axis_angle, rotation_angle
from sandbox.tuning import synthetic
from sandbox.tuning.data import Track
from sandbox.tuning.evaluate import follow, moved_on


def test_frames_between_steps_are_where_flight_puts_them() -> None:
    """In free flight a marble is within 10 µm of the parabola at frames that no step hits."""
    plan = synthetic.plan_of(synthetic.EXAMPLES / "drop.toml", {})
    times = np.array([0.0, 0.0131, 0.0313, 0.0577, 0.0999])
    track = Track("fall", times, np.zeros((5, 3)), None, Pose((0, 0, 0.3)), Twist((0.5, 0, 0)))
    poses = follow(plan, "marble", track)
    # The engine's steps fall by g dt (t + dt) / 2, half a step ahead of the parabola.
    expected = 0.3 - 9.81 * times * (times + 1 / 720) / 2
    assert poses[:, 2] == pytest.approx(expected, abs=1e-5)
    assert poses[:, 0] == pytest.approx(0.5 * times, abs=1e-9)


def test_turning_pieces_move_on_about_their_centre() -> None:
    """A piece that spins about its centre of mass moves its origin around it."""
    pose = np.array([[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]])
    twist = np.array([[0.0, 0.0, 0.0, 0.0, 0.0, 2.0]])
    later = moved_on(pose, twist, np.array([1e-3]), np.array([0.1, 0.0, 0.0]))
    assert later[0, :3] == pytest.approx([0.0, -2e-4, 0.0], abs=1e-9)
    turn = quat_from_axis_angle((0, 0, 1), 2e-3)
    x, y, z, w = later[0, 3:].tolist()
    assert rotation_angle((x, y, z, w), turn) == pytest.approx(0.0, abs=1e-7)


def test_the_shipped_data_can_be_made_again(tmp_path: Path) -> None:
    """The command that made the shipped measurements makes the same ones, to the last digit but one."""
    synthetic.make(tmp_path)
    for name in ("slides.csv", "drops.csv"):
        made, shipped = (
            np.genfromtxt(folder / name, delimiter=",", skip_header=1) for folder in (tmp_path, synthetic.EXAMPLES)
        )
        assert made == pytest.approx(shipped, abs=1e-5)
