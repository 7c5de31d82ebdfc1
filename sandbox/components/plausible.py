"""What a piece on a table can be: limits that catch a wrong unit before the engine does something odd with it."""

from __future__ import annotations

from sandbox.components.meshes import UNITS
from sandbox.components.spec import Box, Cylinder, Sphere
from sandbox.geometry import Vec3

__all__ = [
    "DENSITIES",
    "FIXED",
    "MOVING",
    "THINNEST",
    "length_text",
    "odd_density",
    "odd_size",
    "odd_thickness",
    "units_that_fit",
]

MOVING = (0.002, 1.5)
"""Smallest and largest length in metres of a piece that moves: a seed bead, a long plank."""

FIXED = (0.005, 10.0)
"""The same of a piece that never moves: a peg, the floor of a room."""

THINNEST = 0.00005
"""Smallest edge in metres of a primitive: half a sheet of paper. The engine cannot hold less apart."""

DENSITIES = (1.0, 23_000.0)
"""kg/m³ of a whole piece, from what collides: foam in a box that is too large for it, and osmium."""

Advice = tuple[str, str]  # what is wrong, what to write instead


def odd_size(size: Vec3, *, is_fixed: bool, unit: str | None = None) -> Advice | None:
    """Return what is wrong with a size and what to write instead, or None.

    Args:
        size: Edge lengths in metres of the box around a piece.
        is_fixed: Whether it never moves.
        unit: The unit that was told for a mesh file; None when the numbers are millimetres.
    """
    length = max(size)
    low, high = FIXED if is_fixed else MOVING
    if low <= length <= high:
        return None
    who = "never moves" if is_fixed else "moves"
    between = f"a piece that {who} is {length_text(low)} to {length_text(high)} long"
    if unit is None:
        return (f"the piece is {length_text(length)} long", f"write millimetres; {between}")
    fitting = units_that_fit(length / UNITS[unit], is_fixed=is_fixed)
    if not fitting:
        return (f'with "{unit}" the mesh is {length_text(length)} long', f"scale the mesh; {between}")
    choices = " or ".join(f'"{name}" ({length_text(meant)})' for name, meant in fitting)
    return (f'with "{unit}" the mesh is {length_text(length)} long', f"write unit = {choices}")


def units_that_fit(number: float, *, is_fixed: bool) -> list[tuple[str, float]]:
    """Return the units in which a mesh that measures `number` would be a piece, with its length in metres."""
    low, high = FIXED if is_fixed else MOVING
    return [(name, number * scale) for name, scale in UNITS.items() if low <= number * scale <= high]


def odd_thickness(shape: Box | Sphere | Cylinder) -> Advice | None:
    """Return what is wrong with the smallest edge of a primitive and what to write instead, or None."""
    if isinstance(shape, Box):
        edge = min(shape.size)
    elif isinstance(shape, Sphere):
        edge = 2 * shape.radius
    else:
        edge = min(2 * shape.radius, shape.height)
    if edge >= THINNEST:
        return None
    return (f"is {length_text(edge)} thin", f"write at least {THINNEST * 1000:g} (mm); cards collide well at 1")


def odd_density(mass: float, volume: float) -> Advice | None:
    """Return what is wrong with a mass in kg for a volume in m³ and what to write instead, or None."""
    low, high = DENSITIES
    density = mass / volume
    if low <= density <= high:
        return None
    return (
        f"makes the piece {density:.3g} kg/m³ dense ({mass * 1000:.4g} g in {volume * 1e6:.4g} cm³)",
        f"check the units: mass_g is grams, sizes are millimetres, and {low:g} to {high:g} kg/m³ is possible",
    )


def length_text(metres: float) -> str:
    """Return a length as people write it: `0.35 mm`, `88 mm`, `1.2 m`."""
    if metres < 1.0:
        return f"{round(metres * 1000, 2):g} mm"
    return f"{round(metres, 2):g} m"
