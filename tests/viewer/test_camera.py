"""The camera's maths, without a window."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import InputError
from sandbox.viewer.camera import VIEWS, Camera, Ray, framed, parse_view

SIZE = (640, 360)
cameras = st.builds(
    Camera,
    target=st.tuples(*[st.floats(-1, 1)] * 3),
    azimuth_deg=st.floats(-360, 360),
    elevation_deg=st.floats(-89, 89),
    distance=st.floats(0.05, 5),
    fov_deg=st.floats(10, 90),
)


@given(cameras, st.integers(0, SIZE[0] - 1), st.integers(0, SIZE[1] - 1), st.floats(0.1, 3))
def test_a_ray_through_a_pixel_meets_what_is_drawn_there(camera: Camera, x: int, y: int, far: float):
    """Projecting a point of the pixel's ray gives the pixel's middle: half a pixel past its whole number."""
    ray = camera.ray(x, y, SIZE)
    point = np.asarray(ray.origin) + far * camera.distance * np.asarray(ray.direction)
    at = camera.project(point, SIZE)[0]
    assert at[:2] == pytest.approx((x + 0.5, y + 0.5), abs=1e-4)
    assert at[2] > 0


@given(cameras)
def test_the_target_is_in_the_middle_at_its_distance(camera: Camera):
    """The target is projected to the middle of the picture, `distance` before the eye."""
    x, y, depth = camera.project(camera.target, SIZE)[0]
    assert (x, y) == pytest.approx((SIZE[0] / 2, SIZE[1] / 2), abs=1e-6)
    assert depth == pytest.approx(camera.distance)


@given(cameras)
def test_axes_are_a_rotation_with_level_right(camera: Camera):
    """Right, up and backward are orthonormal and right-handed, and the horizon is level."""
    axes = camera.axes()
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1)
    assert axes[0, 2] == pytest.approx(0)


def test_azimuth_says_where_the_camera_stands():
    """From the front, x runs to the right; from the left, what is in front is to the right."""
    front = Camera(azimuth_deg=VIEWS["front"][0], elevation_deg=0.0)
    assert front.eye[1] < 0
    assert front.project((0.1, 0, 0), SIZE)[0, 0] > SIZE[0] / 2
    left = Camera(azimuth_deg=VIEWS["left"][0], elevation_deg=0.0)
    assert left.eye[0] < 0
    assert left.project((0, -0.1, 0), SIZE)[0, 0] > SIZE[0] / 2


def test_depth_planes_are_the_ends_of_the_clip_cube():
    """Points at the near and far distance come out at -1 and 1."""
    camera = Camera(elevation_deg=0.0)
    for depth, wanted in ((camera.near, -1), (camera.far, 1)):
        clip = camera.projection(1.5) @ (0, 0, -depth, 1)
        assert clip[2] / clip[3] == pytest.approx(wanted)


@given(
    st.lists(st.tuples(*[st.floats(-0.5, 0.5)] * 3), min_size=2, max_size=12),
    st.floats(-180, 180),
    st.floats(-85, 85),
    st.sampled_from([0.5, 1.0, 16 / 9]),
)
def test_framing_fills_the_picture(
    points: list[tuple[float, float, float]], azimuth: float, up: float, aspect: float
):
    """All points are inside the margin, and on one axis both margins are touched (unless the eye is too near)."""
    size = (round(360 * aspect), 360)
    camera = framed(Camera(azimuth_deg=azimuth, elevation_deg=up), points, aspect, margin=0.1)
    at = camera.project(points, size)[:, :2] / size
    assert at.min() >= 0.1 - 1e-6
    assert at.max() <= 0.9 + 1e-6
    depth = camera.project(points, size)[:, 2].min()
    if depth > 0.031:
        assert max(np.ptp(at, axis=0)) > 0.4
        low, high = at.min(axis=0), at.max(axis=0)
        assert any(
            low[i] == pytest.approx(0.1, abs=1e-6) and high[i] == pytest.approx(0.9, abs=1e-6) for i in (0, 1)
        )


def test_orbiting_stops_short_of_the_poles():
    """No drag turns the picture upside down."""
    camera = Camera().orbited(30, 500)
    assert camera.elevation_deg == 89
    assert camera.orbited(0, -1000).elevation_deg == -89


def test_panning_by_a_whole_picture_moves_the_target_out_at_the_edge():
    """A pan by one picture height brings what was at the middle to where the lower edge's opposite was."""
    camera = Camera(elevation_deg=10.0)
    moved = camera.panned(0.0, 0.5)
    assert moved.project(camera.target, SIZE)[0, 1] == pytest.approx(0, abs=1e-6)
    assert moved.distance == camera.distance


def test_zooming_keeps_within_limits():
    """However far the wheel turns, the camera stays between 3 cm and 8 m."""
    assert Camera().zoomed(1e-9).distance == 0.03
    assert Camera().zoomed(1e9).distance == 8.0


def test_a_ray_meets_a_height_only_ahead():
    """A ray that goes up never meets the table below."""
    assert Ray((0, 0, 1), (0, 0, -1)).at_height(0.0) == (0, 0, 0)
    assert Ray((0, 0, 1), (0, 0, 1)).at_height(0.0) is None
    assert Ray((0, 0, 1), (1, 0, 0)).at_height(0.0) is None


@pytest.mark.parametrize("text", ["30,20", "-60, 12.5", "0,90,0.4"])
def test_views_can_be_numbers(text: str):
    """Azimuth and elevation, perhaps a distance."""
    azimuth, elevation, distance = parse_view(text)
    assert (azimuth, min(elevation, 89)) == (azimuth, elevation)
    assert (distance is None) == (text.count(",") == 1)


@pytest.mark.parametrize("text", ["abov", "1,2,3,4", "a,b", "nan,3", "10,95", "10,20,0", "10,20,99", ""])
def test_wrong_views_are_refused_in_one_line(text: str):
    """The message is one line that says what to write."""
    with pytest.raises(InputError) as caught:
        parse_view(text)
    assert "\n" not in str(caught.value)
