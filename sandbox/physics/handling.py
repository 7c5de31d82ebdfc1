"""What the engine is told about a kind of piece beyond its shape and mass."""

from __future__ import annotations

from sandbox.components.spec import Component, Cylinder, Sphere
from sandbox.geometry import Vec3, vec3
from sandbox.physics.engine import Surface
from sandbox.physics.profile import Profile

__all__ = ["effective_inertia", "effective_surface", "has_anchors", "is_plain", "is_round", "tumbles"]

ROLLS = ("round", "marble")
"""Kinds on which rolling friction acts; on what must tip or balance it would be a crutch."""

TUMBLES: frozenset[str] = frozenset({"tumbling"})
"""Kinds that are tossed and turn over, as dice do.

They are multibodies on a soft contact of their own. Plain rigid bodies have a friction pyramid: in an impact with
spin both its directions saturate, which is up to 41 % too much, and 50 measured tosses of a cube end 24 % of its
width away from the truth instead of 13 %. Only multibodies have the cone; on a hard contact those never rest.
"""


def is_round(component: Component) -> bool:
    """Return whether a piece could roll: it has a sphere or a cylinder, and nothing turns on it."""
    return not component.links and any(isinstance(part.shape, Sphere | Cylinder) for part in component.parts)


def tumbles(component: Component) -> bool:
    """Return whether pieces of this kind are tossed and turn over."""
    return component.handling in TUMBLES


def has_anchors(component: Component) -> bool:
    """Return whether sticking contacts of a loose piece of this kind are held in place."""
    return component.handling not in ("marble", "sliding")


def is_plain(component: Component, profile: Profile) -> bool:
    """Return whether the engine makes a plain rigid body of it; else a multibody, which has joints or a cone."""
    return profile.maximal_coordinates and not component.links and not tumbles(component)


def effective_inertia(component: Component, profile: Profile) -> Vec3:
    """Return the principal moments in kg·m² that the engine gets.

    A strip's moment about its long axis is so small that a heavy stone's contact turns it several degrees;
    raising it changes how fast the strip starts to turn, not when.
    """
    if component.handling != "long":
        return component.inertia
    largest = max(component.inertia)
    return vec3([max(profile.thin_inertia * moment, largest) for moment in component.inertia])


def effective_surface(component: Component, surface: Surface) -> Surface:
    """Return what a body of this kind brings into its pairs, given what its material would."""
    if component.handling in ROLLS:
        return surface
    return Surface(surface.friction, surface.restitution)
