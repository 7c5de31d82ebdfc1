"""Model files: what good ones become."""

import math
from pathlib import Path
from typing import get_args

import pytest
import trimesh

from sandbox.components.catalogue import Catalogue, shipped_models
from sandbox.components.model_file import HingeTable, ModelTable, PartTable, VisualTable
from sandbox.components.spec import Box, Concave, Cylinder, Handling, Hull, Sphere
from sandbox.errors import BadFile, UnknownName
from sandbox.physics.handling import ROLLS, TUMBLES

HANDLINGS_TEXT = (Path(__file__).parents[2] / "models" / "README.md").read_text(encoding="utf-8")

HEAD = 'title = "Piece"\nmaterial = "beech"\nhandling = "flat"\n'
BOX = "[[part]]\nbox_mm = [20, 20, 20]\n"
HINGED = (
    HEAD.replace("flat", "articulated")
    + BOX
    + '[[part]]\nbox_mm = [20, 2, 20]\nat_mm = [20, 0, 0]\nlink = "lid"\n'
    + '[[hinge]]\nturns = "lid"\nanchor_mm = [10, 0, 0]\naxis = [0, 0, 2]\n'
)


def mesh_part(name="piece.stl", unit="mm", more=""):
    """Return a [[part]] of a mesh."""
    return f'[[part]]\nmesh = "{name}"\nunit = "{unit}"\n{more}'


def test_density_and_mass_have_an_order(load):
    """A part's own mass, then the piece's mass, then its density, then the material's."""
    assert load(HEAD + BOX).mass == pytest.approx(8e-6 * 705)
    assert load(HEAD + "density_kg_m3 = 500\n" + BOX).mass == pytest.approx(4e-3)
    assert load(HEAD + "mass_g = 5\n" + BOX).mass == pytest.approx(5e-3)
    two = HEAD + "mass_g = 5\n" + BOX + "mass_g = 1\n" + BOX + "at_mm = [0, 0, 20]\n"
    piece = load(two)
    assert piece.mass == pytest.approx(5e-3)
    assert piece.frame.position == pytest.approx((0, 0, 0.016))
    mixed = load(HEAD + BOX + "density_kg_m3 = 1000\n" + BOX + "at_mm = [0, 0, 20]\nmass_g = 2\n")
    assert mixed.mass == pytest.approx(10e-3)


def test_a_hull_weighs_what_the_mesh_weighs(folder, load, bowl):
    """What fills a bowl is the bowl, though its hull collides."""
    bowl.export(folder / "piece.stl")
    piece = load(HEAD + mesh_part())
    assert piece.mass == pytest.approx(bowl.volume * 1e-9 * 705, rel=1e-4)
    assert piece.frame.position[2] == pytest.approx(bowl.center_mass[2] / 1000, rel=1e-4)
    assert piece.inertia[2] == pytest.approx(bowl.moment_inertia[2, 2] * 1e-15 * 705, rel=1e-3)
    assert isinstance(piece.parts[0].shape, Hull)
    assert isinstance(piece.visuals[0].shape, Concave)


@pytest.mark.parametrize(
    ("collision", "kind", "size"),
    [("box", Box, (40, 40, 20)), ("sphere", Sphere, (40, 40, 40)), ("cylinder", Cylinder, (40, 40, 20))],
)
def test_a_primitive_may_stand_in_for_a_mesh(folder, load, collision, kind, size, bowl):
    """The chosen primitive goes around the mesh, where the mesh is."""
    bowl.export(folder / "piece.stl")
    piece = load(HEAD + mesh_part(more=f'collision = "{collision}"\nat_mm = [5, 0, 0]\n'))
    (part,) = piece.parts
    assert isinstance(part.shape, kind)
    assert [edge * 1000 for edge in piece.size] == pytest.approx(size, rel=1e-3)
    assert part.pose.position == pytest.approx((0.005, 0, 0.01), abs=1e-5)


def test_a_fixed_mesh_is_concave_and_may_be_open(folder, load, open_box):
    """What never moves collides as it is drawn, holes and all, and weighs nothing."""
    open_box.export(folder / "piece.stl")
    piece = load(HEAD.replace("flat", "fixed") + mesh_part())
    assert isinstance(piece.parts[0].shape, Concave)
    assert piece.is_fixed
    assert piece.mass == 0.0


def test_simplify_is_only_done_when_asked(folder, load):
    """A round hull keeps all its corners, or those that a grid leaves."""
    trimesh.creation.icosphere(subdivisions=3, radius=10).export(folder / "piece.stl")
    assert len(load(HEAD + mesh_part()).parts[0].shape.vertices) == 642
    assert len(load(HEAD + mesh_part(more="simplify_mm = 3\n")).parts[0].shape.vertices) < 200


def test_hinges_become_links_in_si(load):
    """Degrees become radians, the axis gets length 1, and parents come first."""
    text = HINGED + "lower_deg = -90\nupper_deg = 45\nrest_deg = 10\nstart_deg = 5\nstiffness_N_m_per_rad = 0.02\n"
    text += '[[part]]\nbox_mm = [2, 2, 2]\nat_mm = [30, 0, 0]\nlink = "knob"\n'
    text = text.replace(
        "[[hinge]]",
        '[[hinge]]\nturns = "knob"\nparent = "lid"\nanchor_mm = [30, 0, 0]\naxis = [1, 0, 0]\n[[hinge]]',
    )
    piece = load(text)
    lid, knob = piece.links
    assert (lid.name, lid.parent, knob.name, knob.parent) == ("lid", None, "knob", "lid")
    assert lid.hinge.axis == (0.0, 0.0, 1.0)
    assert lid.hinge.anchor == (0.01, 0.0, 0.0)
    angles = [lid.hinge.lower, lid.hinge.upper, lid.hinge.rest, lid.hinge.start]
    assert [math.degrees(angle) for angle in angles] == pytest.approx([-90, 45, 10, 5])
    assert lid.frame.position == pytest.approx((0.02, 0, 0))
    assert piece.base_mass == pytest.approx(8e-6 * 705)
    assert piece.mass == pytest.approx((8e-6 + 0.8e-6 + 8e-9) * 705)


def test_turn_is_about_fixed_axes_x_then_y_then_z(load):
    """A 40 mm long box turned by yaw 90° is long along y; a cylinder pitched 90° lies along x."""
    assert load(HEAD + "[[part]]\nbox_mm = [40, 20, 10]\nturn_deg = [0, 0, 90]\n").size == pytest.approx(
        (0.02, 0.04, 0.01)
    )
    assert load(HEAD + "[[part]]\ncylinder_mm = [10, 40]\nturn_deg = [0, 90, 0]\n").size == pytest.approx(
        (0.04, 0.01, 0.01)
    )


def test_visuals_have_a_material_and_a_colour(load):
    """What is drawn may be of other stuff than what collides."""
    piece = load(HEAD + BOX + '[[visual]]\nsphere_mm = 22\nmaterial = "glass"\ncolour = "#12ab34"\n')
    (visual,) = piece.visuals
    assert (visual.material, visual.colour, visual.shape) == ("glass", "#12ab34", Sphere(0.011))


def test_a_mesh_may_be_named_from_the_folders_top(folder, load):
    """A file beside the model comes first; else the path counts from the top of the models folder."""
    (folder / "shared").mkdir()
    trimesh.creation.box((10, 10, 10)).export(folder / "shared" / "piece.stl")
    assert load(HEAD + mesh_part("shared/piece.stl"), "game/piece").size == pytest.approx((0.01,) * 3)
    trimesh.creation.box((20, 10, 10)).export(folder / "game" / "piece.stl")
    assert load(HEAD + mesh_part("piece.stl"), "game/piece").size == pytest.approx((0.02, 0.01, 0.01))


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("", ["mass_g", "part.box_mm", "part.at_mm"]),
        ('[source]\nmass_g = "scales"\n"part.box_mm" = "ruler"\n', ["part.at_mm"]),
        ('[source]\nmass_g = "scales"\npart = "ruler"\n', []),
        ('[source]\nmass_g = "scales"\n"part[1]" = "ruler"\n"part[2].at_mm" = "ruler"\n', ["part.box_mm"]),
        ('[source]\nmass_g = " "\npart = "ruler"\n', ["mass_g"]),
    ],
)
def test_sources_serve_a_key_its_index_or_its_table(folder, source, missing):
    """One entry may serve every part; an empty one serves nothing."""
    text = HEAD + "mass_g = 9\n" + BOX + BOX + "at_mm = [0, 0, 20]\n" + source
    (folder / "piece.toml").write_text(text, encoding="utf-8")
    assert list(Catalogue([folder]).model("piece").missing_sources) == missing


def test_a_huge_model_file_is_refused(folder):
    """A 50 MB TOML file is not read."""
    with (folder / "piece.toml").open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(BadFile, match="is 50 MB large; a file here has at most 1 MB"):
        Catalogue([folder]).get("piece")


@pytest.mark.parametrize("name", ["../piece", "/etc/passwd", "common/../common/block", "common/blok", "materials"])
def test_a_name_is_never_a_path(name):
    """What is no component's id is unknown, whatever file it may point at."""
    with pytest.raises(UnknownName, match="no component is called"):
        Catalogue().get(name)


def test_a_near_id_is_suggested():
    """A typing error is answered with the piece that was meant."""
    with pytest.raises(UnknownName, match="did you mean hurlyburly/wall"):
        Catalogue().get("hurlyburly/wal")


def test_the_example_of_the_readme_is_a_model(folder, load):
    """What the guide shows works as it stands, every number with its source."""
    guide = (shipped_models() / "README.md").read_text(encoding="utf-8")
    example = guide.split("```toml\n")[1].split("```")[0]
    spinner = load(example)
    assert spinner.mass == pytest.approx(0.04)
    assert [link.name for link in spinner.links] == ["arm"]
    assert spinner.links[0].hinge.start == pytest.approx(math.radians(30))
    keys = {key for table in (ModelTable, PartTable, VisualTable, HingeTable) for key in table.model_fields}
    assert {key for key in keys if key not in guide} == set()
    assert Catalogue([folder]).model("piece").missing_sources == ()


@pytest.mark.parametrize("handling", [name for name in get_args(Handling) if name not in ("articulated", "fixed")])
def test_a_model_can_name_every_handling(load, handling):
    """What the engine knows, a file can ask for."""
    ball = HEAD.replace("flat", handling) + "[[part]]\nsphere_mm = 16\n"
    assert load(ball).handling == handling
    assert f"| `{handling}` |" in HANDLINGS_TEXT


def test_what_a_model_can_name_the_engine_knows():
    """Tumbling pieces are a kind of their own to the engine, so a file has to be able to ask for it."""
    assert set(ROLLS) | TUMBLES <= set(get_args(Handling))
