"""How far what collides departs from what is drawn, where the answer is known."""

import math

import numpy as np
import pytest

from sandbox.components.deviation import deviation_of

MESH = """
title = "A bowl"
material = "beech"
handling = "flat"
[[part]]
mesh = "bowl.stl"
unit = "mm"
"""


def test_the_hull_of_a_bowl_closes_it(folder, load, bowl):
    """A hull spans the hollow 30 across and 15 deep: 15 mm out at the middle, nowhere inside."""
    bowl.export(folder / "bowl.stl")
    found = deviation_of(load(MESH))
    assert found.out_max == pytest.approx(0.015, rel=0.1)
    assert found.in_max < 1e-6
    # Over the lid's area pi 15² the distance to the wall or floor is the smaller of 15 - r and 15: mean 5.
    lid, whole = math.pi * 15**2, 2 * math.pi * 20 * (20 + 20)
    assert found.out_mean == pytest.approx(0.005 * lid / whole, rel=0.15)


def test_a_box_around_a_bowl_stands_out_at_its_corners(folder, load, bowl):
    """A box of 40 mm around a round bowl stands out 20 (√2 - 1) at the corners."""
    bowl.export(folder / "bowl.stl")
    found = deviation_of(load(MESH + 'collision = "box"\n'))
    assert found.out_max == pytest.approx(0.015, rel=0.1)  # the lid is still further out
    found = deviation_of(load(MESH.replace("flat", "fixed") + 'collision = "concave"\n'))
    assert (found.out_max, found.in_max) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("part", "visual", "out", "inside"),
    [
        ("box_mm = [20, 20, 20]", "box_mm = [18, 18, 18]", math.sqrt(3), 0.0),
        ("box_mm = [18, 18, 18]", "box_mm = [20, 20, 20]", 0.0, math.sqrt(3)),
        ("sphere_mm = 20", "sphere_mm = 16", 2.0, 0.0),
        ("cylinder_mm = [20, 10]", "cylinder_mm = [20, 12]", 0.0, 1.0),
        ("sphere_mm = 20", "box_mm = [20, 20, 20]", 0.0, 10 * (math.sqrt(3) - 1)),
        ("box_mm = [20, 20, 20]", "box_mm = [20, 20, 20]\nat_mm = [3, 0, 0]", 3.0, 3.0),
        ("box_mm = [10, 10, 10]", "box_mm = [10, 10, 10]\nturn_deg = [90, 0, 90]", 0.0, 0.0),
    ],
)
def test_primitives_against_primitives(load, part, visual, out, inside):
    """Known distances between boxes, spheres and cylinders, to a hundredth of a millimetre or 2 %."""
    piece = load(f'title = "t"\nmaterial = "beech"\nhandling = "flat"\n[[part]]\n{part}\n[[visual]]\n{visual}\n')
    found = deviation_of(piece)
    assert found.out_max * 1000 == pytest.approx(out, rel=0.02, abs=0.01)
    assert found.in_max * 1000 == pytest.approx(inside, rel=0.02, abs=0.01)
    assert found.out_mean <= found.out_max
    assert found.in_mean <= found.in_max


def test_the_same_seed_gives_the_same_numbers(folder, load, bowl):
    """The points are seeded: two calls agree to the bit, another seed differs a little."""
    bowl.export(folder / "bowl.stl")
    piece = load(MESH)
    assert deviation_of(piece) == deviation_of(piece)
    other = deviation_of(piece, seed=1)
    assert other != deviation_of(piece)
    assert other.out_mean == pytest.approx(deviation_of(piece).out_mean, rel=0.3)


def test_an_open_sheet_is_measured_from_both_sides(folder, load):
    """A drawn sheet without an inside: what collides around it stands out by half its thickness."""
    lines = ["v -10 -10 0", "v 10 -10 0", "v 10 10 0", "v -10 10 0", "f 1 2 3", "f 1 3 4"]
    (folder / "sheet.obj").write_text("\n".join(lines), encoding="utf-8")
    found = deviation_of(
        load(
            'title = "t"\nmaterial = "card"\nhandling = "flat"\n[[part]]\nbox_mm = [20, 20, 1]\n'
            '[[visual]]\nmesh = "sheet.obj"\nunit = "mm"\n'
        )
    )
    assert found.out_max == pytest.approx(0.0005, rel=1e-6)
    assert found.in_max < 1e-9
    assert np.isfinite(found.out_mean)
