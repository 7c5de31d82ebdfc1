"""Where the links of a jointed piece are, from its base and its hinge angles.

The model file draws every link with all angles at 0, in one model frame. So each link is placed by one pose
that takes "as drawn" to "in the world": its parent's, turned about the hinge.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.components.spec import Component
from sandbox.geometry import Pose, quat_from_axis_angle, quat_rotate

__all__ = ["link_poses"]


def link_poses(component: Component, pose: Pose, angles: Sequence[float]) -> tuple[Pose, ...]:
    """Return where the model frame that each link was drawn in is now.

    Args:
        component: Its links name their parents before themselves.
        pose: Of the component's own model frame, metres.
        angles: Of the hinges in rad, in the order of the links.
    """
    placed: dict[str | None, Pose] = {None: pose}
    for link, angle in zip(component.links, angles, strict=True):
        turn = quat_from_axis_angle(link.hinge.axis, angle)
        x, y, z = quat_rotate(turn, link.hinge.anchor)
        a, b, c = link.hinge.anchor
        placed[link.name] = placed[link.parent] @ Pose((a - x, b - y, c - z), turn)
    return tuple(placed[link.name] for link in component.links)
