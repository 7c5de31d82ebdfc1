"""What the engine is told about a kind of piece beyond its shape and mass."""

from __future__ import annotations

from sandbox.components.spec import Component
from sandbox.geometry import Vec3, vec3
from sandbox.physics.engine import Surface
from sandbox.physics.profile import Profile

__all__ = ["effective_inertia", "effective_surface"]

ROLLS = ("round", "marble")
"""Kinds on which rolling friction acts; on what must tip or balance it would be a crutch."""


def effective_inertia(component: Component, profile: Profile) -> Vec3:
    """Return the principal moments in kg·m² that the engine gets.

    A strip's moment about its long axis is so small that a heavy stone's contact turns it several degrees;
    raising it changes how fast the strip starts to turn, not when.
    """
    if component.handling not in ("long", "fast"):
        return component.inertia
    largest = max(component.inertia)
    return vec3([max(profile.thin_inertia * moment, largest) for moment in component.inertia])


def effective_surface(component: Component, surface: Surface, profile: Profile) -> Surface:
    """Return what a body of this kind brings into its pairs, given what its material would."""
    bounce = profile.marble_bounce if component.handling == "marble" else 1.0
    rolls = component.handling in ROLLS
    return Surface(
        surface.friction,
        surface.restitution * bounce,
        surface.rolling if rolls else 0.0,
        surface.spinning if rolls else 0.0,
    )
