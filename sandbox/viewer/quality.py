"""How much a frame may cost: three tiers. Pure data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.errors import UnknownName
from sandbox.viewer.meshes import FINE, NORMAL

__all__ = ["TIERS", "Tier", "affordable", "tier"]


@dataclass(frozen=True, slots=True)
class Tier:
    """One choice of cost against look.

    Attributes:
        name: What people call it.
        shadow_size: Edge of the sun's shadow map in pixels.
        sun_taps: Shadow look-ups a pixel; 1 has hard edges of one shadow pixel.
        blocker_taps: Look-ups that measure how far the thing that casts the shadow is, so that penumbras grow;
            0 gives every shadow the same edge.
        sky_count: Directions from which the sky is tested for being hidden; 0 has no ambient occlusion.
        sky_size: Edge in pixels of one such direction's depth map.
        samples: Of multisampling; 0 or 1 none.
        anisotropy: Of texture filtering, 1 to 16; at 1 textures are not blended between sizes either.
        detail: How finely round things are cut into triangles, as `meshes.make` takes it.
        reflections: Whether marbles mirror the room and bend the light that goes through them.
    """

    name: str
    shadow_size: int
    sun_taps: int
    blocker_taps: int
    sky_count: int
    sky_size: int
    samples: int
    anisotropy: float
    detail: int
    reflections: bool


TIERS = {
    each.name: each
    for each in (
        Tier("low", 1024, 1, 0, 0, 0, 0, 1.0, NORMAL, False),
        Tier("medium", 1536, 6, 6, 8, 256, 2, 2.0, NORMAL, True),
        Tier("high", 2048, 20, 14, 36, 512, 4, 8.0, FINE, True),
    )
}
"""The tiers by name, cheapest first."""


def tier(name: str) -> Tier:
    """Return a tier by its name. Raises `UnknownName`."""
    try:
        return TIERS[name]
    except KeyError:
        raise UnknownName("quality", name, TIERS) from None


def affordable(seconds: Callable[[Tier], float], budget: float = 1 / 40) -> Tier:
    """Return the best tier whose frame costs no more than the budget; the cheapest when none does.

    Args:
        seconds: Measures a frame. Tiers are tried from the cheapest up, and none after the first that is too dear.
        budget: Seconds a frame may take.
    """
    best, *better = TIERS.values()
    if seconds(best) > budget:
        return best
    for each in better:
        if seconds(each) > budget:
            break
        best = each
    return best
