"""The camera in a person's hands does what a hand expects."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.play.orbit import GLIDE_SECONDS, LOWEST, Orbit
from sandbox.viewer.camera import Camera

SIZE = (960, 540)


def test_what_is_under_the_mouse_stays_there_while_zooming():
    """Zooming towards a point keeps it at its place in the picture."""
    orbit = Orbit(Camera())
    point = (0.11, -0.06, 0.02)
    before = orbit.camera.project([point], SIZE)[0]
    for notches in (3, -1, 2):
        orbit.zoom(notches, point)
    after = orbit.camera.project([point], SIZE)[0]
    assert after[:2] == pytest.approx(before[:2], abs=0.5)
    assert after[2] < before[2]


def test_panning_holds_on_to_the_table():
    """A drag by some pixels moves what is at the target by as many."""
    orbit = Orbit(Camera(target=(0.0, 0.0, 0.05)))
    grabbed = orbit.camera.target
    orbit.pan(60, -30, SIZE)
    seen = orbit.camera.project([grabbed], SIZE)[0]
    assert seen[:2] == pytest.approx((SIZE[0] / 2 + 60, SIZE[1] / 2 - 30), abs=1.0)


def test_dragging_never_goes_below_the_table_or_over_the_top():
    """However far the mouse is dragged, the eye stays above the table and the picture upright."""
    orbit = Orbit()
    rng = np.random.default_rng(1)
    for dx, dy in rng.normal(0, 400, (200, 2)):
        orbit.turn(float(dx), float(dy), SIZE)
        assert LOWEST <= orbit.camera.elevation_deg <= 89
        assert orbit.camera.axes()[1][2] > 0


def test_views_come_back_the_short_way_round():
    """A kept view is reached exactly, and a glide never turns by more than half a circle."""
    orbit = Orbit(Camera(azimuth_deg=170.0, distance=0.4))
    orbit.keep(3)
    orbit.turn(-75, 40, SIZE)
    orbit.zoom(4)
    start = orbit.camera.azimuth_deg
    assert orbit.recall(3)
    travelled = 0.0
    last = start
    while orbit.is_gliding:
        orbit.advance(GLIDE_SECONDS / 9)
        travelled += abs(orbit.camera.azimuth_deg - last)
        last = orbit.camera.azimuth_deg
    assert travelled <= 180
    assert orbit.camera.azimuth_deg % 360 == pytest.approx(170)
    assert orbit.camera.distance == pytest.approx(0.4)


def test_there_are_views_without_keeping_any():
    """Numbers without a kept view show the shipped ones, and others say that there is none."""
    orbit = Orbit()
    assert orbit.recall(6)
    orbit.advance(1.0)
    assert orbit.camera.elevation_deg == pytest.approx(89)
    assert not orbit.recall(9)


def test_a_hand_on_the_mouse_ends_a_glide():
    """Turning by hand during a glide is obeyed at once."""
    orbit = Orbit()
    orbit.recall(2)
    orbit.turn(10, 0, SIZE)
    before = orbit.camera
    orbit.advance(1.0)
    assert orbit.camera == before


def test_focus_leaves_the_panels_alone():
    """Points come into the part that no panel covers, and fill it."""
    orbit = Orbit()
    points = np.random.default_rng(2).uniform((-0.3, -0.1, 0), (0.3, 0.2, 0.1), (50, 3))
    free = (60.0, 70.0, 640.0, 540.0)
    orbit.frame(points, SIZE, free=free, at_once=True)
    seen = orbit.camera.project(points, SIZE)[:, :2]
    low, high = np.array(free[:2]), np.array(free[2:])
    assert (seen >= low).all()
    assert (seen <= high).all()
    assert (np.ptp(seen, axis=0) / (high - low)).max() > 0.65


def test_focus_fills_the_picture():
    """All points are inside, and they fill most of the height or the width."""
    orbit = Orbit()
    points = np.random.default_rng(2).uniform((-0.3, -0.1, 0), (0.3, 0.2, 0.1), (50, 3))
    orbit.frame(points, SIZE, at_once=True)
    seen = orbit.camera.project(points, SIZE)[:, :2] / SIZE
    assert seen.min() > 0
    assert seen.max() < 1
    assert max(np.ptp(seen[:, 0]), np.ptp(seen[:, 1])) > 0.7
