"""Poses and the only quaternion maths: round trips on anything, and a few values by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sandbox.geometry import (
    IDENTITY,
    Pose,
    bounds_of,
    matrices,
    quat_between,
    quat_from_axis_angle,
    quat_from_euler_deg,
    quat_from_matrix,
    quat_inverse,
    quat_multiply,
    quat_rotate,
    rotation_angle,
    tilt,
    vec3,
)

numbers = st.floats(-10, 10, allow_nan=False)
vectors = st.tuples(numbers, numbers, numbers)
directions = vectors.filter(lambda v: math.hypot(*v) > 1e-3)
quats = (
    st.tuples(numbers, numbers, numbers, numbers)
    .filter(lambda q: math.hypot(*q) > 1e-3)
    .map(lambda q: tuple(value / math.hypot(*q) for value in q))
)
poses = st.builds(Pose, vectors, quats)


def same_turn(a, b):
    """A quaternion and its negative are one rotation."""
    return min(math.dist(a, b), math.dist(a, tuple(-v for v in b))) < 1e-7


@given(quats, vectors)
def test_a_turn_keeps_lengths_and_is_undone_by_its_inverse(q, v):
    """So it is a rotation."""
    turned = quat_rotate(q, v)
    assert math.hypot(*turned) == pytest.approx(math.hypot(*v), abs=1e-9)
    assert quat_rotate(quat_inverse(q), turned) == pytest.approx(v, abs=1e-9)


@given(quats, quats, vectors)
def test_a_product_turns_by_the_second_first(a, b, v):
    """As matrices do."""
    both = quat_rotate(quat_multiply(a, b), v)
    assert both == pytest.approx(quat_rotate(a, quat_rotate(b, v)), abs=1e-9)
    np.testing.assert_allclose(matrices(a) @ matrices(b) @ np.array(v), both, atol=1e-9)


@given(quats)
def test_a_matrix_and_back(q):
    """All four branches of the way back are reached."""
    assert same_turn(quat_from_matrix(matrices(q)), q)


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_half_turns_come_back_from_a_matrix(axis):
    """Where the trace is as small as it can be."""
    q = quat_from_axis_angle(axis, math.pi)
    assert same_turn(quat_from_matrix(matrices(q)), q)


def test_many_matrices_at_once():
    """Any leading shape."""
    many = np.random.default_rng(0).normal(size=(2, 3, 4))
    many /= np.linalg.norm(many, axis=-1, keepdims=True)
    assert matrices(many).shape == (2, 3, 3, 3)
    np.testing.assert_allclose(matrices(many)[1, 2], matrices(many[1, 2]))


@given(directions, directions)
def test_the_shortest_turn_from_one_direction_to_another(a, b):
    """It gets there, by the angle between them."""
    u, v = np.array(a) / np.linalg.norm(a), np.array(b) / np.linalg.norm(b)
    assume(u @ v > -1 + 1e-9)
    q = quat_between(a, b)
    np.testing.assert_allclose(quat_rotate(q, vec3(u)), v, atol=1e-6)
    assert rotation_angle((0, 0, 0, 1), q) == pytest.approx(math.acos(np.clip(u @ v, -1, 1)), abs=1e-5)


@given(directions)
def test_the_turn_to_the_opposite(a):
    """Half a turn about anything across."""
    q = quat_between(a, tuple(-value for value in a))
    np.testing.assert_allclose(quat_rotate(q, a), np.negative(a), atol=1e-6)


@given(poses, poses, poses)
def test_poses_compose(a, b, c):
    """Associative, with an identity and an inverse."""
    left, right = (a @ b) @ c, a @ (b @ c)
    assert left.position == pytest.approx(right.position, abs=1e-7)
    assert same_turn(left.rotation, right.rotation)
    there_and_back = a @ a.inverse()
    assert there_and_back.position == pytest.approx((0, 0, 0), abs=1e-7)
    assert same_turn(there_and_back.rotation, IDENTITY.rotation)
    assert (IDENTITY @ a).position == pytest.approx(a.position)


@given(poses, poses, vectors)
def test_a_point_through_two_frames(outer, inner, point):
    """One by one, composed, and many points at once."""
    true = outer.apply(inner.apply(point))
    assert (outer @ inner).apply(point) == pytest.approx(true, abs=1e-8)
    np.testing.assert_allclose((outer @ inner).apply_all([point, point])[1], true, atol=1e-8)


@given(st.floats(-3, 3), st.floats(-3, 3))
def test_tilt_sees_leaning_and_not_turning(lean, yaw):
    """A yaw before or after does not change by how much a thing leans."""
    leaning = quat_from_axis_angle((1, 0, 0), lean)
    about = quat_from_axis_angle((0, 0, 1), yaw)
    start = quat_from_axis_angle((0, 0, 1), 0.3)
    assert tilt(start, quat_multiply(leaning, quat_multiply(about, start))) == pytest.approx(abs(lean), abs=1e-7)


def test_a_few_values_by_hand():
    """Quarter turns, euler angles in their order, and the zero axis."""
    assert quat_rotate(quat_from_axis_angle((0, 0, 2), math.pi / 2), (1, 0, 0)) == pytest.approx((0, 1, 0))
    assert quat_rotate(quat_from_euler_deg(90, 0, 90), (0, 1, 0)) == pytest.approx((0, 0, 1))
    assert quat_rotate(quat_from_euler_deg(0, 90, 0), (1, 0, 0)) == pytest.approx((0, 0, -1))
    assert rotation_angle(quat_from_euler_deg(0, 0, 10), quat_from_euler_deg(0, 0, -30)) == pytest.approx(
        math.radians(40)
    )
    assert Pose((1, 2, 3)).moved((1, 0, -1)).position == (2, 2, 2)
    assert bounds_of([(0, 5, 1), (2, -1, 1)]) == ((0, -1, 1), (2, 5, 1))
    with pytest.raises(ValueError, match="no direction"):
        quat_from_axis_angle((0, 0, 0), 1)
