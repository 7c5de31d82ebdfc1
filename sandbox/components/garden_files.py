"""The model files of a garden, as text: `sandbox models build beethupferl` writes them.

Everything is a function of the `Garden`, so the same numbers give the same bytes. A file that a number of a
person's own went into names the option as its source. All parts of the garden are written in its own frame; grass
and wall are those of the north edge, the others are turned by quarters.
"""

from __future__ import annotations

import math
from typing import Final

from sandbox.components import garden_mesh
from sandbox.components.garden import Garden
from sandbox.components.garden_numbers import asked
from sandbox.components.garden_pictures import PICTURES, PROUD, Shape, outline
from sandbox.components.meshes import to_obj

__all__ = ["FOLDER", "files"]

FOLDER: Final = "beethupferl"
"""Folder of the models folder in which a garden lies."""

_OVERLAP = 0.002
"""Metres that the grass goes on under the land, so that no crack is left along its foot."""

_GRASS_THICK = 0.008
"""Metres; its outer end stays inside the wall."""


def files(garden: Garden) -> dict[str, str]:
    """Return the text of every file of a garden, by its path in the models folder."""
    out = {
        "bed.obj": to_obj(garden_mesh.bed(garden), "Bed of the garden: land and hollows"),
        "bowl.obj": to_obj(garden_mesh.drop_bowl(garden), "Bowl for the drops"),
        "can.obj": to_obj(garden_mesh.can(garden), "Watering can, open above, its spout towards +x"),
        "bed.toml": _bed(garden),
        "ground.toml": _ground(garden),
        "grass.toml": _grass(garden),
        "wall.toml": _wall(garden),
        "drop.toml": _drop(garden),
        "bowl.toml": _bowl(garden),
        "can.toml": _can(garden),
    }
    for kind, shapes in PICTURES.items():
        out[f"{kind}.toml"] = _tile(garden, kind, shapes)
        for number, shape in enumerate(shapes, start=1):
            mesh = outline(shape, garden.tile_radius, PROUD)
            out[f"{kind}_{number}.obj"] = to_obj(
                mesh, f"Picture of a tile, {kind.replace('_', ' ')}, shape {number}"
            )
    return {f"{FOLDER}/{name}": text for name, text in out.items()}


def _mm(*metres: float) -> str:
    numbers = [f"{1000 * value:.4f}".rstrip("0").rstrip(".") for value in metres]
    numbers = ["0" if number == "-0" else number for number in numbers]
    return numbers[0] if len(numbers) == 1 else f"[{', '.join(numbers)}]"


def _source(garden: Garden, known: str, *names: str) -> str:
    """Return where the numbers of a file come from.

    Args:
        garden: Whose file it is.
        known: Where those come from that nobody asked for.
        names: Of the numbers that the file's own depend on.
    """
    options = " ".join(asked(garden, names))
    return f"asked for: sandbox models build {FOLDER} {options}; {known}" if options else known


_BOWL_NUMBERS = ("bowl_radius_mm", "facets", "rings")


def _bed(garden: Garden) -> str:
    source = _source(
        garden,
        "TABLES: pitch and bowl, assumed; facets by sandbox/components/garden_mesh.py",
        "pitch_mm",
        *_BOWL_NUMBERS,
    )
    return f"""\
title    = "Bed with hollows"
material = "soil"
handling = "fixed"

# Origin: on the table under the middle of the bed; x east, y north.
[[part]]
mesh      = "bed.obj"
unit      = "mm"
collision = "concave"

[source]
"part.mesh" = "{source}"
"""


def _bowl(garden: Garden) -> str:
    source = _source(garden, "assumed: room for 20 drops; made by sandbox/components/garden_mesh.py", "drop_mm")
    return f"""\
title    = "Bowl for the drops"
material = "soil"
handling = "fixed"

# Stands on z = 0.
[[part]]
mesh      = "bowl.obj"
unit      = "mm"
collision = "concave"

[[visual]]
material = "acrylic"
mesh     = "bowl.obj"
unit     = "mm"
colour   = "#c9d6da"

[source]
"part.mesh" = "{source}"
visual      = "as what collides"
"""


def _can(garden: Garden) -> str:
    source = _source(
        garden, "assumed: a drop rolls down its spout; made by sandbox/components/garden_mesh.py", "drop_mm"
    )
    return f"""\
title    = "Watering can"
material = "soil"
handling = "fixed"

# Origin: the tip of the spout, inside; the can reaches towards -x and is open above. A hand turns it about y.
[[part]]
mesh      = "can.obj"
unit      = "mm"
collision = "concave"

[[visual]]
material = "acrylic"
mesh     = "can.obj"
unit     = "mm"
colour   = "#4f86ad"

[source]
"part.mesh" = "{source}"
visual      = "as what collides"
"""


def _ground(garden: Garden) -> str:
    height = garden.bowl_bottom - 1e-4
    edge = 2 * garden.half
    source = _source(garden, "TABLES: a floor box under the bowls", "pitch_mm", *_BOWL_NUMBERS)
    return f"""\
title    = "Ground under the bowls"
material = "soil"
handling = "fixed"

[[part]]                     # from the table to the bowls' lowest points
box_mm = {_mm(edge, edge, height)}
at_mm  = {_mm(0, 0, height / 2)}

[source]
part = "{source}"
"""


def _grass(garden: Garden) -> str:
    length = garden.grass_run / math.cos(garden.slope) + _OVERLAP
    wide = 2 * (garden.half + garden.grass_run)
    at = "" if asked(garden, ["slope_deg"]) else " at 25 degrees"
    source = _source(
        garden,
        f"TABLES: one box a side, 70 mm run{at}, corners closed; 2 mm of it lie under the land",
        "slope_deg",
        "pitch_mm",
        "bowl_radius_mm",
    )
    middle = garden.patch("north").apply((0.0, (length / 2) - _OVERLAP, -_GRASS_THICK / 2))
    return f"""\
title    = "Grass patch"
material = "grass"
handling = "fixed"

# That of the north edge. It reaches into the corners, where two patches meet in a valley that leads to the bed.
[[part]]
box_mm   = {_mm(wide, length, _GRASS_THICK)}
at_mm    = {_mm(*middle)}
turn_deg = [{math.degrees(garden.slope):g}, 0, 0]

[source]
part = "{source}"
"""


def _wall(garden: Garden) -> str:
    reach = garden.half + garden.grass_run
    height = garden.grass_top + garden.wall_height
    long = 2 * (reach + garden.wall_thickness)
    source = _source(
        garden,
        "TABLES: walls at the grass's outer edge; their height assumed",
        "slope_deg",
        "pitch_mm",
        "bowl_radius_mm",
    )
    return f"""\
title    = "Wall behind the grass"
material = "grass"
handling = "fixed"

# That of the north edge.
[[part]]
box_mm = {_mm(long, garden.wall_thickness, height)}
at_mm  = {_mm(0, reach + garden.wall_thickness / 2, height / 2)}

[[visual]]
box_mm   = {_mm(long, garden.wall_thickness, height)}
at_mm    = {_mm(0, reach + garden.wall_thickness / 2, height / 2)}
material = "pine"

[source]
part   = "{source}"
visual = "as what collides"
"""


def _drop(garden: Garden) -> str:
    known = "glass, as TABLES has it" if asked(garden, ["drop_mm"]) else "TABLES: 10 mm glass, 1.31 g"
    source = _source(garden, known, "drop_mm")
    return f"""\
title    = "Drop of water"
material = "drop"
handling = "marble"

[[part]]                     # centred on the origin
sphere_mm = {_mm(2 * garden.drop_radius)}

[source]
"part.sphere_mm" = "{source}"
"""


def _tile(garden: Garden, kind: str, shapes: tuple[Shape, ...]) -> str:
    radius, thick = garden.tile_radius, garden.tile_thickness
    layer = thick / 4
    sizes = "tile_radius_mm", "drop_mm", *_BOWL_NUMBERS
    mass = "tuned: 0.6 to 1.5 g turn in 95 of 100, see how_heavy_a_tile_may_be; TABLES had 0.75"
    if asked(garden, sizes):
        mass += "; all with the shipped tiles, drops and bowls"
    source = _source(
        garden,
        "TABLES: 2 mm thick; a radius that turns in the hollow: sandbox/components/garden_fit.py",
        "tile_radius_mm",
    )
    picture = "".join(
        f"""\
[[visual]]
mesh   = "{kind}_{number}.obj"
unit   = "mm"
at_mm  = {_mm(0, 0, -thick / 2 - (number - 1) * PROUD / 2)}
colour = "{shape.colour}"
"""
        for number, shape in enumerate(shapes, start=1)
    )
    return f"""\
title    = "Tile: {kind.replace("_", " ")}"
material = "tile"
handling = "sliding"
mass_g   = 1.1

# Centred on the origin, its earth side up; the picture is below.
[[part]]
cylinder_mm = {_mm(2 * radius, thick)}

[[visual]]                   # earth
cylinder_mm = {_mm(2 * radius, thick - layer)}
at_mm       = {_mm(0, 0, layer / 2)}
[[visual]]                   # picture
cylinder_mm = {_mm(2 * radius, layer)}
at_mm       = {_mm(0, 0, -(thick - layer) / 2)}
colour      = "#f3e6c4"
{picture}
[source]
mass_g             = "{mass}"
"part.cylinder_mm" = "{source}"
visual             = "as what collides; the picture by sandbox/components/garden_pictures.py"
"""
