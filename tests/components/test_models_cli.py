"""`sandbox models`: what a person sees, at 80 and at 120 columns, and what a script gets."""

import io
import json
import shutil
from dataclasses import replace

import pytest
import trimesh
from rich.console import Console
from typer.testing import CliRunner

from sandbox.components import garden_files
from sandbox.components.catalogue import Catalogue, shipped_models
from sandbox.components.garden import SHIPPED
from sandbox.components.make_meshes import MESHES
from sandbox.errors import BadFile, InputError
from sandbox.models_cli import _list, app

CARD = 'title = "My card"\nmaterial = "card"\nhandling = "flat"\n[[part]]\nbox_mm = [63, 88, 1]\n'


@pytest.fixture
def run(monkeypatch):
    """Run `sandbox models` on a terminal of some width and return its result."""

    def invoke(*args, width=80):
        monkeypatch.setenv("COLUMNS", str(width))
        return CliRunner().invoke(app, [str(arg) for arg in args])

    return invoke


@pytest.mark.parametrize("width", [80, 120])
def test_the_list_fits_and_shows_everything(run, width):
    """Every id, title, mass, size, inertia, triangle count and material, in lines that fit; ids in one piece."""
    result = run(width=width)
    assert result.exit_code == 0
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert max(map(len, lines)) <= width
    catalogue = Catalogue()
    for name in catalogue.ids():
        (at,) = [i for i, line in enumerate(lines) if line.strip().startswith(f"{name} ")]
        entry = " ".join(lines[at : at + 2])
        assert catalogue.get(name).title in entry
        assert catalogue.get(name).material in lines[at]
    text = result.stdout
    for words in (
        "mass g",
        "size mm",
        "inertia g·cm²",
        "angles",
        "material",
        "48×24×8",
        "6.83  10.7  6.52",
        "156",
    ):
        assert words in text
    assert ("fixed" in text) == any(catalogue.get(name).is_fixed for name in catalogue.ids())


@pytest.mark.parametrize("width", [70, 84, 109, 110, 116])
def test_ids_are_in_one_piece_at_every_width(width):
    """So that they can be copied, also a long one of a person's own, without any column being pushed out."""
    catalogue = Catalogue()
    shipped = [
        catalogue.get(name) for name in ("common/block", "hurlyburly/wall_hinged", "beethupferl/red_cabbage")
    ]
    longest = replace(shipped[0], id=f"mine/{'x' * (width - 55)}")
    for components in (shipped, [*shipped, longest]):
        console = Console(file=io.StringIO(), width=width, highlight=False)
        console.print(_list(components, width))
        lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
        assert max(map(len, lines)) <= width
        assert any(line.endswith("material") for line in lines)
        for component in components:
            assert any(line.split()[:1] == [component.id] for line in lines), component.id


def test_at_120_columns_a_model_is_one_line(run):
    """Nothing wraps on a wide terminal."""
    lines = [line for line in run(width=120).stdout.splitlines() if line.strip()]
    assert len(lines) == len(Catalogue().ids()) + 2


def test_the_list_as_json(run):
    """A script gets numbers with their units in the keys."""
    pieces = {piece["id"]: piece for piece in json.loads(run("--json").stdout)}
    wall = pieces["hurlyburly/wall"]
    assert wall["mass_g"] == 1.66
    assert wall["size_mm"] == [44.0, 44.0, 63.0]
    assert wall["centre_of_mass_mm"] == [0.0, 0.0, 31.5]
    assert pieces["common/pebble_a"]["triangles"] > 100
    assert pieces["hurlyburly/wall_hinged"]["links"] == ["leaf"]


def test_a_persons_folder_is_listed_and_its_broken_file_named(run, folder):
    """Good files are shown, a bad one gets its line on stderr and the status 2."""
    (folder / "mine.toml").write_text(CARD, encoding="utf-8")
    (folder / "bad.toml").write_text(CARD + "mass = 3\n", encoding="utf-8")
    result = run("--models", folder)
    assert result.exit_code == 2
    assert "My card" in result.stdout
    assert result.stderr.startswith(
        f"error: {folder / 'bad.toml'}:6: part[1].mass: unknown key; did you mean mass_g?"
    )


def test_check_says_what_collides_and_how_well_it_fits(run):
    """A wall by its id: parts, drawing, size, mass, balance, deviation; all well."""
    result = run("check", "hurlyburly/wall", width=120)
    assert result.exit_code == 0
    for words in (
        "✓ ",
        "hurlyburly/wall.toml",
        "box 44×1×63 mm; box 1×44×63 mm",
        "1.66 g, card",
        "centre of mass at 0, 0, 31.5 mm",
        "collision stands out of the drawing by up to 0.46 mm, 0.32 on average",
    ):
        assert words in result.stdout
    assert "warning" not in result.stdout


def test_check_describes_joints_and_fixed_pieces(run):
    """A hinge shows its spring and limits; what never moves has no mass."""
    result = run("check", "hurlyburly/wall_hinged", "common/table", width=120)
    assert "leaf: 0.830 g, spring 0.005 N·m/rad, -85 to 85°" in result.stdout
    assert "1200×800×100 mm; never moves" in result.stdout
    assert "nowhere: what collides is what is drawn" in result.stdout


def test_check_warns_of_what_only_looks_wrong(run, folder, bowl):
    """A hollow that is closed, a far origin, a faceted ball, a thin box, missing sources; status 0."""
    bowl.apply_translation((300, 0, 0)).export(folder / "bowl.stl")
    trimesh.creation.icosphere(subdivisions=3, radius=10).export(folder / "ball.obj")
    (folder / "bowl.toml").write_text(
        'title = "Bowl"\nmaterial = "beech"\nhandling = "flat"\n[[part]]\nmesh = "bowl.stl"\nunit = "mm"\n',
        encoding="utf-8",
    )
    (folder / "ball.toml").write_text(
        'title = "Ball"\nmaterial = "beech"\nhandling = "round"\n[[part]]\nmesh = "ball.obj"\nunit = "mm"\n',
        encoding="utf-8",
    )
    (folder / "leaf.toml").write_text(CARD.replace("88, 1]", "88, 0.1]"), encoding="utf-8")
    result = run("check", *(folder / f"{name}.toml" for name in ("bowl", "ball", "leaf")), width=160)
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    for words in (
        "outside of what is drawn; use several [[part]] primitives",
        "from the origin; move the mesh with at_mm",
        "triangles, watertight, dented",
        "ball.obj is a ball of flat faces and rolls 8-30 % slow; use sphere_mm",
        "a hull of 642 corners is slow; simplify_mm = 0.5 merges them",
        "a box of 0.1 mm is thin, stacks of it crush; cards collide well at 1 mm",
        "has no [source] for part.mesh",
        "has no [source] for part.box_mm",
        "mm is plausible: 20×20×20 mm; so would be cm (200 mm long) or in (508 mm long)",
    ):
        assert words in text


def test_check_of_several_files_reports_each_and_goes_on(run, folder):
    """A bad file in the middle gets its line; the others are still checked; status 2."""
    (folder / "bad.toml").write_text(CARD.replace("card", "crad"), encoding="utf-8")
    files = ("common/block", folder / "bad.toml", folder / "none.toml", "common/blok", "common/card")
    result = run("check", *files, width=120)
    assert result.exit_code == 2
    assert "common/block.toml" in result.stdout
    assert "common/card.toml" in result.stdout
    first, second, third = result.stderr.splitlines()
    assert first.startswith(
        f"error: {folder / 'bad.toml'}:2: material: no material is called 'crad'; did you mean card"
    )
    assert second.startswith(f"error: {folder / 'none.toml'}: there is no such file")
    assert third.startswith("error: no component is called 'common/blok'; did you mean common/block")


def test_check_as_json(run, folder):
    """A script gets one entry a file, good or bad."""
    (folder / "bad.toml").write_text("x = 1\n", encoding="utf-8")
    result = run("check", "--json", "hurlyburly/flag", folder / "bad.toml")
    assert result.exit_code == 2
    flag, bad = json.loads(result.stdout)
    assert flag["ok"]
    assert flag["deviation_mm"]["in_max"] == pytest.approx(30, abs=0.1)
    assert flag["meshes"][0]["watertight"]
    assert flag["component"]["id"] == "hurlyburly/flag"
    assert not bad["ok"]
    assert bad["error"].endswith("unknown key; known keys: density_kg_m3, handling, hinge, inertia_kg_m2, mass_g, "
                                 "material, part, source, title, visual")  # fmt: skip


@pytest.mark.parametrize("kind", ["obj", "stl", "glb", "ply"])
def test_check_of_a_bare_mesh(run, folder, kind, bowl):
    """With its unit: mass, size, traits, and how far its hull departs from it."""
    bowl.export(folder / f"bowl.{kind}")
    result = run("check", folder / f"bowl.{kind}", "--unit", "mm", "--material", "glass", width=140)
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "Mesh file, as a piece of glass that collides as its hull" in text
    assert "watertight, dented" in text
    assert "mm is plausible: 40×40×20 mm" in text
    assert "outside of what is drawn; use several [[part]] primitives" in text
    assert ("GLB files are metres by their standard" in text) == (kind == "glb")


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("bowl.stl", [], "is a mesh file and says no unit; add --unit mm (40 mm long) or --unit cm (400 mm long)"),
        ("bowl.stl", ["--unit", "m"], '--unit: with "m" the mesh is 40 m long; write unit = "mm" (40 mm) or'),
        (
            "bowl.stl",
            ["--unit", "mm", "--material", "glas"],
            "--material: no material is called 'glas'; did you mean",
        ),
        (
            "open.stl",
            ["--unit", "mm"],
            "open.stl is not watertight (4 open edges), so it has no mass; close it, or give",
        ),
        ("none.stl", ["--unit", "mm"], "there is no such file"),
        ("none.stl", [], "there is no such file"),
    ],
)
def test_check_of_a_mesh_that_cannot_work(run, folder, name, options, words, bowl, open_box):
    """One line that says what to do, status 2."""
    bowl.export(folder / "bowl.stl")
    open_box.export(folder / "open.stl")
    (folder / "piece.toml").write_text(CARD, encoding="utf-8")
    result = run("check", folder / name, *options)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"error: {folder / name}: ")
    assert words in line


def test_a_unit_is_for_the_mesh_files_among_the_files(run, folder, bowl):
    """With a model file and a mesh it is for the mesh; with model files only it is a mistake."""
    bowl.export(folder / "bowl.stl")
    assert run("check", "common/block", folder / "bowl.stl", "--unit", "mm").exit_code == 0
    result = run("check", "common/block", "--unit", "mm")
    assert isinstance(result.exception, InputError)
    assert str(result.exception).startswith("--unit is for mesh files and there is none; model files say")


def test_check_of_a_materials_file(run, folder):
    """The shipped one is all right; a person's is told which numbers have no source."""
    assert "✓" in run("check", shipped_models() / "materials.toml").stdout
    (folder / "materials.toml").write_text(
        '[[pair]]\nbetween = ["card", "glass"]\nfriction = 0.3\n', encoding="utf-8"
    )
    result = run("check", folder / "materials.toml", width=120)
    assert result.exit_code == 0
    assert "has no source for pair card and glass" in result.stdout


def test_build_writes_the_meshes(run, folder):
    """Into a folder that is empty, then over them again; the garden's files with them."""
    many = len(MESHES) + len(garden_files.files(SHIPPED))
    assert run("build", "--out", folder).stdout.count(": new") == many
    again = run("build", "--out", folder).stdout
    assert again.count(": unchanged") == many
    shutil.rmtree(folder / "burp")
    (folder / "burp").write_text("in the way", encoding="utf-8")
    result = run("build", "--out", folder)
    assert isinstance(result.exception, BadFile)
    assert str(result.exception).startswith(f"{folder / 'burp'}: is a file where a folder is needed")


def test_options_of_the_list_do_not_slip_into_check(run, folder):
    """`--models` before `check` would be lost silently; it is refused."""
    result = run("--models", folder, "check", "common/block")
    assert isinstance(result.exception, InputError)
    assert str(result.exception) == "--models and --json would be lost before check; write them after it"
    result = run("--models", folder, "build")
    assert str(result.exception) == "--models and --json would be lost before build; it writes to --out DIR"
