"""Beethupferl's garden as numbers: how big it is, and where hollows, grass patches and nozzles are. Pure.

The garden's frame: the origin lies on the table under the middle of the bed, x points east, y north, z up. Hollow
1 is in the north-west corner, hollow 2 east of it, and so on row by row, as the rules count them. A *lane* is the
line of hollows straight downhill from a grass patch, counted from the west (or the north) as the hollows are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from sandbox.components.spec import Part
from sandbox.geometry import Pose, Vec3, quat_from_axis_angle, quat_from_euler_deg, quat_multiply

__all__ = ["EDGES", "SHIPPED", "Edge", "Garden", "slope_of"]

Edge = Literal["north", "east", "south", "west"]
EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")

_OUT: Final[dict[str, tuple[int, int]]] = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_YAW: Final[dict[str, float]] = {"north": 0.0, "east": -90.0, "south": 180.0, "west": 90.0}


@dataclass(frozen=True, slots=True)
class Garden:
    """A garden; lengths in metres, angles in rad.

    Attributes:
        slope: Of the grass against the horizontal, up to 0.6: steeper, and drops slip instead of rolling.
        pitch: From hollow to hollow; more than twice the bowl's radius.
        bowl_radius: Of the sphere that a hollow is a part of.
        bowl_rise: How far the sphere's centre lies above the land. Higher, and tiles slip out; lower, and the rim
            leans over the tile.
        rings: Corners of the bowl's facets on each ring, the rim first; the last ring is closed by one corner.
            The rim's count is a multiple of 4. More: truer to the sphere, slower in proportion.
        tile_radius: Of a tile; `garden_fit` says whether it can turn over.
        tile_thickness: Of a tile.
        drop_radius: Of a drop of water.
        grass_run: Of a patch, horizontally.
        land_height: Of the bed above the table; more than the bowl is deep.
        wall_height: How far the outer walls reach above the upper edge of the grass.
        wall_thickness: Of the outer walls, and of the floor under the bowls.
        side: Hollows in a row, and rows.
    """

    slope: float = math.radians(25)
    pitch: float = 0.044
    bowl_radius: float = 0.018
    bowl_rise: float = 0.002
    rings: tuple[int, ...] = (12,) * 6
    tile_radius: float = 0.017
    tile_thickness: float = 0.002
    drop_radius: float = 0.005
    grass_run: float = 0.070
    land_height: float = 0.020
    wall_height: float = 0.015
    wall_thickness: float = 0.004
    side: int = 4

    # --- the bed

    @property
    def half(self) -> float:
        """Half the edge of the bed."""
        return self.side * self.pitch / 2

    @property
    def corner_radius(self) -> float:
        """Radius of the sphere on which the facets' corners lie, so that the facets are half inside the bowl's."""
        return self.bowl_radius * 2 / (1 + math.cos(self._facet))

    @property
    def inner_radius(self) -> float:
        """Radius of the largest sphere about the bowl's centre that the facets leave room for, to 0.02 mm."""
        return self.corner_radius * math.cos(self._facet)

    @property
    def _facet(self) -> float:
        """Radius in rad of the circle round a facet, seen from the bowl's centre."""
        half_base = math.pi / self.rings[0]
        height = math.acos(self.bowl_rise / self.bowl_radius) / len(self.rings)
        return (height**2 + half_base**2) / (2 * height)

    @property
    def opening(self) -> float:
        """Radius of a hollow where it meets the land, to the facets' corners."""
        return math.sqrt(self.corner_radius**2 - self.bowl_rise**2)

    @property
    def bowl_bottom(self) -> float:
        """Height of a hollow's lowest point above the table."""
        return self.land_height + self.bowl_rise - self.corner_radius

    def number(self, row: int, column: int) -> int:
        """Return the hollow's number; rows from the north, columns from the west, both from 0."""
        return row * self.side + column + 1

    def row_column(self, hollow: int) -> tuple[int, int]:
        """Return row from the north and column from the west of a hollow, both from 0."""
        return divmod(hollow - 1, self.side)

    def hollow(self, hollow: int) -> Vec3:
        """Return the middle of a hollow at the height of the land."""
        row, column = self.row_column(hollow)
        return ((column + 0.5) * self.pitch - self.half, self.half - (row + 0.5) * self.pitch, self.land_height)

    def sphere(self, hollow: int) -> Vec3:
        """Return the centre of the sphere that a hollow is a part of."""
        x, y, z = self.hollow(hollow)
        return (x, y, z + self.bowl_rise)

    def hollow_under(self, x: float, y: float) -> int | None:
        """Return the hollow whose opening a point is above; None above land, grass or beyond."""
        column, row = math.floor((x + self.half) / self.pitch), math.floor((self.half - y) / self.pitch)
        if not (0 <= row < self.side and 0 <= column < self.side):
            return None
        hollow = self.number(row, column)
        at = self.hollow(hollow)
        return hollow if math.hypot(x - at[0], y - at[1]) < self.opening else None

    def tile_pose(self, hollow: int, *, face_up: bool = False) -> Pose:
        """Return where a tile lies flat on its hollow, its model frame (centre; earth side up) in the garden's.

        It lies a hair above where it comes to rest, so that it starts without overlap.
        """
        sink = math.sqrt(max(self.inner_radius**2 - self.tile_radius**2, 0.0))
        x, y, z = self.sphere(hollow)
        turn = quat_from_axis_angle((1.0, 0.0, 0.0), math.pi if face_up else 0.0)
        return Pose((x, y, z - sink + self.tile_thickness / 2 + 5e-5), turn)

    # --- the grass

    @property
    def grass_top(self) -> float:
        """Height of the grass's upper edge above the table."""
        return self.land_height + self.grass_run * math.tan(self.slope)

    def patch(self, edge: Edge) -> Pose:
        """Return the frame of a grass patch: origin in the middle of its foot, y up the slope, z the normal."""
        x, y = _OUT[edge]
        turn = quat_multiply(
            quat_from_euler_deg(0.0, 0.0, _YAW[edge]), quat_from_axis_angle((1.0, 0.0, 0.0), self.slope)
        )
        return Pose((x * self.half, y * self.half, self.land_height), turn)

    def lane(self, edge: Edge, lane: int) -> tuple[int, ...]:
        """Return the hollows of a lane (from 0), the first one downhill from the grass first."""
        ways = {
            "north": [self.number(i, lane) for i in range(self.side)],
            "south": [self.number(self.side - 1 - i, lane) for i in range(self.side)],
            "west": [self.number(lane, i) for i in range(self.side)],
            "east": [self.number(lane, self.side - 1 - i) for i in range(self.side)],
        }
        return tuple(ways[edge])

    def along(self, edge: Edge, lane: float) -> float:
        """Return where a lane crosses the foot of a patch, in the patch's x; 0.5 is between lanes 0 and 1."""
        step = (lane + 0.5) * self.pitch - self.half
        # Lanes count from the west or the north, a patch's own x to the right of who looks up the slope.
        return step if edge in ("north", "east") else -step

    def on_grass(self, edge: Edge, along: float, up: float) -> Vec3:
        """Return a point of a patch's surface: `along` its foot, `up` the slope (measured on the slope)."""
        return self.patch(edge).apply((along, up, 0.0))

    def patch_under(self, x: float, y: float) -> Edge | None:
        """Return the patch that a point is above; in a corner, the one that is higher there."""
        out, edge = max((x * _OUT[e][0] + y * _OUT[e][1] - self.half, e) for e in EDGES)
        return edge if 0 < out <= self.grass_run else None

    # --- what stands there

    def parts(self) -> tuple[tuple[str, str, Pose], ...]:
        """Return what never moves: component id, name and pose of the model frame of each."""
        quarters = [(edge, Pose(rotation=quat_from_euler_deg(0.0, 0.0, _YAW[edge]))) for edge in EDGES]
        return (
            ("beethupferl/bed", "bed", Pose()),
            ("beethupferl/ground", "ground", Pose()),
            *(("beethupferl/grass", f"grass.{edge}", pose) for edge, pose in quarters),
            *(("beethupferl/wall", f"wall.{edge}", pose) for edge, pose in quarters),
        )

    # --- where drops are let go

    def above_hollow(self, hollow: int, height: float) -> Vec3:
        """Return the centre of a drop that is let go with its lowest point `height` above the land."""
        x, y, z = self.hollow(hollow)
        return (x, y, z + height + self.drop_radius)

    def above_grass(self, edge: Edge, along: float, up: float, height: float) -> Vec3:
        """Return the centre of a drop that is let go plumb above where it then touches the grass.

        Args:
            edge: Which patch.
            along: Of the point that it touches, along the foot; see `along`.
            up: Of that point, up the slope.
            height: How far it falls.
        """
        x, y, z = self.patch(edge).apply((along, up, self.drop_radius))
        return (x, y, z + height)


SHIPPED: Final = Garden()
"""The garden that `models/beethupferl` describes."""


def slope_of(grass: Part) -> float:
    """Return the slope in rad of a grass patch: of the north edge, as the model file has it."""
    return math.radians(round(math.degrees(2 * math.asin(grass.pose.rotation[0])), 4))
