"""Mass properties against textbook values and against one another."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.components.inertia import (
    Solid,
    combine,
    of_box,
    of_cylinder,
    of_mesh,
    of_sphere,
    principal,
)
from sandbox.geometry import Pose, matrices, quat_from_euler_deg, rotation_angle

BOX_CORNERS = np.array(list(itertools.product((0.0, 1.0), repeat=3)))
BOX_FACES = np.array(
    [
        (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
        (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
    ]
)  # fmt: skip


def test_primitives_have_their_textbook_moments():
    """A box, a ball and a cylinder of known mass have the moments that tables give."""
    box = of_box((0.2, 0.3, 0.4), 1000.0)
    assert box.mass == pytest.approx(24.0)
    assert np.diag(box.tensor) == pytest.approx([24 * 0.25 / 12, 24 * 0.2 / 12, 24 * 0.13 / 12])
    ball = of_sphere(0.1, 1000.0)
    assert ball.mass == pytest.approx(4.18879, rel=1e-5)
    assert np.diag(ball.tensor) == pytest.approx([0.4 * ball.mass * 0.01] * 3)
    rod = of_cylinder(0.1, 0.6, 1000.0)
    assert rod.mass == pytest.approx(18.8496, rel=1e-5)
    assert np.diag(rod.tensor) == pytest.approx([rod.mass * (3 * 0.01 + 0.36) / 12] * 2 + [rod.mass * 0.01 / 2])


def test_mesh_integral_is_exact_for_a_box_anywhere():
    """The polyhedron integral of a box of triangles far from the origin equals the box formula."""
    size = np.array([0.044, 0.001, 0.063])
    solid = of_mesh(BOX_CORNERS * size + [3.0, -2.0, 5.0], BOX_FACES, 950.0)
    exact = of_box(tuple(size), 950.0)
    assert solid.mass == pytest.approx(exact.mass, rel=1e-9)
    assert solid.centre == pytest.approx(size / 2 + [3.0, -2.0, 5.0])
    assert solid.tensor == pytest.approx(exact.tensor, rel=1e-6, abs=1e-15)


def test_mesh_integral_of_a_corner_tetrahedron():
    """The unit corner tetrahedron has volume 1/6, centre 1/4 and moments 1/40 about its centre."""
    vertices = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    solid = of_mesh(vertices, faces, 6.0)
    assert solid.mass == pytest.approx(1.0)
    assert solid.centre == pytest.approx([0.25] * 3)
    about_corner = solid.tensor + np.eye(3) * 3 / 16 - np.full((3, 3), 1 / 16)
    assert np.diag(about_corner) == pytest.approx([0.2] * 3)  # 2 * the integral of x², 1/60 * 6
    assert of_mesh(vertices, [face[::-1] for face in faces], 6.0).mass == pytest.approx(-1.0)


def test_two_halves_make_the_whole():
    """Two boxes side by side are the large box, by the parallel-axis theorem."""
    half = of_box((0.1, 0.2, 0.3), 700.0)
    both = combine([half.at(Pose((-0.05, 0, 0))), half.at(Pose((0.05, 0, 0)))])
    whole = of_box((0.2, 0.2, 0.3), 700.0)
    assert both.mass == pytest.approx(whole.mass)
    assert both.volume == pytest.approx(whole.volume)
    assert both.tensor == pytest.approx(whole.tensor)


def test_an_l_of_two_equal_leaves_has_its_axes_at_45_degrees():
    """A folded card's principal axes lie along and across its line of symmetry, moments by hand."""
    a, m = 0.044, 0.83e-3
    leaf = of_box((a, 1e-9, 0.063), 1.0).weighing(m)
    other = of_box((1e-9, a, 0.063), 1.0).weighing(m)
    moments, frame = principal(combine([leaf.at(Pose((a / 2, 0, 0))), other.at(Pose((0, a / 2, 0)))]))
    assert frame.position == pytest.approx([a / 4, a / 4, 0])
    assert math.degrees(rotation_angle((0, 0, 0, 1), frame.rotation)) == pytest.approx(45)
    upright = 2 * m * 0.063**2 / 12
    # In the plane: xx = yy = m a²/3 - 2m (a/4)², xy = 2m (a/4)²; along the symmetry axis xx - xy, across xx + xy.
    xx, xy = m * a**2 / 3 - 2 * m * (a / 4) ** 2, 2 * m * (a / 4) ** 2
    assert sorted(moments) == pytest.approx(sorted([upright + xx - xy, upright + xx + xy, 2 * xx]))


def test_a_diagonal_tensor_is_not_turned():
    """Axes that are principal already keep their names, also when moments are equal."""
    for solid in (of_box((0.3, 0.2, 0.1), 1.0), of_cylinder(0.1, 0.3, 1.0), of_sphere(0.1, 1.0)):
        moments, frame = principal(solid)
        assert frame.rotation == (0.0, 0.0, 0.0, 1.0)
        assert moments == pytest.approx(np.diag(solid.tensor))


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(*[st.floats(0.01, 0.2)] * 3),
    st.tuples(*[st.floats(-180, 180)] * 3),
    st.booleans(),
)
def test_principal_frame_gives_the_tensor_back(size, turn, is_round):
    """However a solid is turned, its frame is a rotation that rebuilds its tensor, and the same one each time."""
    solid = of_cylinder(size[0], size[1], 500.0) if is_round else of_box(size, 500.0)
    turned = solid.at(Pose((0.1, 0.2, 0.3), quat_from_euler_deg(*turn)))
    moments, frame = principal(turned)
    axes = matrices(frame.rotation)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    scale = np.abs(turned.tensor).max()
    assert axes @ np.diag(moments) @ axes.T == pytest.approx(turned.tensor, abs=1e-5 * scale)
    assert (moments, frame) == principal(turned)


def test_equal_moments_take_the_axes_nearest_to_the_model():
    """A leaning rod is free to turn about itself; it stays as little turned as it can."""
    rod = of_cylinder(0.01, 0.2, 700.0).at(Pose(rotation=quat_from_euler_deg(30, 0, 0)))
    _, frame = principal(rod)
    assert math.degrees(rotation_angle((0, 0, 0, 1), frame.rotation)) == pytest.approx(30, abs=1e-4)


def test_weighing_scales_the_moments():
    """Twice the mass, twice the moments; the shape is the same."""
    solid = of_box((0.1, 0.2, 0.3), 100.0)
    heavy = solid.weighing(2 * solid.mass)
    assert isinstance(heavy, Solid)
    assert heavy.tensor == pytest.approx(2 * solid.tensor)
    assert heavy.volume == solid.volume
