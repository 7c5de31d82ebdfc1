"""Mesh files: four formats, units, what is read of them, and what is refused."""

import numpy as np
import pytest
import trimesh

from sandbox.components import meshes
from sandbox.errors import BadFile

UNIT_SIZES = {"mm": 0.03, "cm": 0.3, "m": 30.0, "in": 0.762}


@pytest.mark.parametrize("kind", meshes.FORMATS)
@pytest.mark.parametrize("unit", ["mm", "in"])
def test_four_formats_and_units(tmp_path, kind, unit):
    """The same box comes out of every format, in metres, watertight, with its volume."""
    file = tmp_path / f"box.{kind}"
    trimesh.creation.box((30, 20, 10)).export(file)
    mesh = meshes.load(file, unit)
    scale = meshes.UNITS[unit]
    assert mesh.size == pytest.approx((30 * scale, 20 * scale, 10 * scale))
    assert (len(mesh.vertices), len(mesh.faces)) == (8, 12)
    assert mesh.is_watertight
    assert mesh.is_convex
    assert mesh.solid(1000.0).volume == pytest.approx(6000 * scale**3)


@pytest.mark.parametrize(("unit", "length"), UNIT_SIZES.items())
def test_each_unit_is_what_it_is(tmp_path, unit, length):
    """30 units are 30 mm, 30 cm, 30 m or 30 inches."""
    file = tmp_path / "box.obj"
    trimesh.creation.box((30, 20, 10)).export(file)
    assert max(meshes.load(file, unit).size) == pytest.approx(length)


def test_our_own_obj_reader_agrees_with_trimesh(tmp_path, bowl):
    """The short way for plain OBJ files reads what the long way reads."""
    plain = tmp_path / "plain.obj"
    plain.write_text(
        meshes.to_obj(meshes.Mesh(bowl.vertices / 1000, bowl.faces, True), "a bowl"), encoding="utf-8"
    )
    fancy = tmp_path / "fancy.obj"
    fancy.write_text("o bowl\n" + plain.read_text(encoding="utf-8"), encoding="utf-8")
    a, b = meshes.load(plain, "mm"), meshes.load(fancy, "mm")
    assert np.array_equal(a.faces, b.faces)
    assert a.vertices == pytest.approx(b.vertices)
    assert a.is_watertight
    assert not a.is_convex
    assert a.solid(1.0).volume == pytest.approx(bowl.volume * 1e-9, rel=1e-4)


def test_a_scene_is_placed_and_joined(tmp_path):
    """Two boxes in one GLB file are one mesh, each where the scene puts it."""
    scene = trimesh.Scene()
    scene.add_geometry(trimesh.creation.box((0.01, 0.01, 0.01)))
    scene.add_geometry(
        trimesh.creation.box((0.01, 0.01, 0.01)),
        transform=trimesh.transformations.translation_matrix((0.05, 0, 0)),
    )
    scene.export(tmp_path / "two.glb")
    mesh = meshes.load(tmp_path / "two.glb", "m")
    assert mesh.size == pytest.approx((0.06, 0.01, 0.01))
    assert len(mesh.faces) == 24
    assert mesh.is_watertight


def test_an_inside_out_mesh_is_turned(tmp_path):
    """A closed mesh whose triangles all face inward weighs what it should."""
    box = trimesh.creation.box((10, 10, 10))
    trimesh.Trimesh(box.vertices, box.faces[:, ::-1], process=False).export(tmp_path / "in.ply")
    assert meshes.load(tmp_path / "in.ply", "mm").solid(1000).mass == pytest.approx(1e-3)


def test_flaws_are_named(tmp_path, open_box):
    """Holes, edges of three triangles and mixed winding are told apart; triangles without area are counted."""
    open_box.export(tmp_path / "open.obj")
    assert meshes.load(tmp_path / "open.obj", "mm").flaw == "4 open edges"
    box = trimesh.creation.box((10, 10, 10))
    faces = box.faces.copy()
    faces[0] = faces[0][::-1]
    trimesh.Trimesh(box.vertices, faces, process=False).export(tmp_path / "mixed.obj")
    mixed = meshes.load(tmp_path / "mixed.obj", "mm")
    assert mixed.flaw == "triangles that face inward beside triangles that face outward"
    assert not mixed.is_convex
    fin = np.vstack([box.faces, [box.faces[0][0], box.faces[0][1], 8]])
    trimesh.Trimesh(np.vstack([box.vertices, [20, 20, 20]]), fin, process=False).export(tmp_path / "fin.obj")
    assert "open edges" in meshes.load(tmp_path / "fin.obj", "mm").flaw
    flat = np.vstack([box.faces, [0, 1, 1]])
    trimesh.Trimesh(box.vertices, flat, process=False).export(tmp_path / "flat.obj")
    degenerate = meshes.load(tmp_path / "flat.obj", "mm")
    assert degenerate.degenerate == 1
    assert degenerate.is_watertight


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.obj", None, "there is no such file"),
        ("empty.stl", b"", "is empty; export it again"),
        ("scan.ply", b"x" * 20_000_001, "is 20 MB large; a mesh has at most 20 MB"),
        ("wrong.dae", b"x", "is of a kind that is not read (.dae); use OBJ, STL, GLB or PLY"),
        ("noise.glb", b"\x00\x01\x02\xff" * 40, "cannot be read as GLB ("),
        ("noise.ply", b"\x00\x01\x02\xff" * 40, "cannot be read as PLY ("),
        ("noise.stl", b"\x00\x01\x02\xff" * 40, "export it again, as OBJ, STL, GLB or PLY"),
        ("points.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "triangle"),
        ("nan.obj", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "has a corner that is NaN or infinite"),
        ("far.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "far.obj"),
        ("line.obj", b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "has no triangles with an area"),
    ],
)
def test_what_is_no_mesh_is_refused_in_one_line(tmp_path, name, content, words):
    """Missing, empty, large, foreign and broken files: the file, what is wrong, what to do."""
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadFile) as caught:
        meshes.load(file, "mm")
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(file))
    assert words in message
    assert len(message) < len(str(file)) + 200


def test_a_hull_is_closed_convex_and_keeps_its_corners(bowl):
    """The hull of a bowl is a watertight body with the bowl's outer corners in their order."""
    hull = meshes.hull(bowl.vertices)
    assert meshes.is_closed(hull.faces)
    assert hull.is_convex
    assert hull.solid(1.0).volume == pytest.approx(np.pi * 20**2 * 20, rel=3e-3)
    rows = {tuple(row): i for i, row in enumerate(bowl.vertices)}
    order = [rows[tuple(row)] for row in hull.vertices]
    assert order == sorted(order)
    with pytest.raises(ValueError, match="one plane"):
        meshes.hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])


def test_simplifying_keeps_within_its_grid():
    """Corners merged on a grid of 2 mm are fewer and moved by less than the grid's diagonal."""
    ball = trimesh.creation.icosphere(subdivisions=4, radius=0.015)
    mesh = meshes.Mesh(np.array(ball.vertices), np.array(ball.faces), True)
    coarse = meshes.simplified(mesh, 0.002)
    assert len(coarse.vertices) < len(mesh.vertices) / 3
    radii = np.linalg.norm(coarse.vertices, axis=1)
    assert radii.max() <= 0.015 + 1e-9
    assert radii.min() >= 0.015 - 0.002 * 3**0.5


def test_a_comment_in_an_old_code_page_is_no_fault(tmp_path):
    """Names and comments may be Latin-1; only the shape counts. Quads take the long way."""
    file = tmp_path / "box.obj"
    trimesh.creation.box((30, 20, 10)).export(file)
    file.write_bytes(b"# W\xfcrfel\ng Gr\xf6\xdfe\n" + file.read_bytes())
    assert meshes.load(file, "mm").is_watertight


def test_noise_with_the_ending_of_a_mesh_is_called_damaged(tmp_path):
    """No word of readers that are not installed."""
    file = tmp_path / "noise.stl"
    file.write_bytes(np.random.default_rng(1).bytes(2000))
    with pytest.raises(BadFile, match="damaged, or something else") as caught:
        meshes.load(file, "mm")
    assert "module" not in str(caught.value)
