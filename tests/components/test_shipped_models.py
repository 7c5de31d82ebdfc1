"""Every model that comes with the package: loads, is plausible, says where its numbers are from."""

import math
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sandbox.components import garden_files
from sandbox.components.catalogue import Catalogue, shipped_models
from sandbox.components.check import check_file
from sandbox.components.garden import SHIPPED
from sandbox.components.make_meshes import MESHES, files
from sandbox.components.plausible import FIXED, MOVING
from sandbox.components.spec import Box, Concave, Hull, Sphere

CATALOGUE = Catalogue()
IDS = CATALOGUE.ids()


def test_everything_that_scenarios_need_is_there():
    """The pieces of the first scenarios are all shipped."""
    common = (
        "block block_25 cube domino plank marble marble_10 card support table floor pebble_a pebble_b pebble_c"
    )
    hurlyburly = "wall wall_hinged platform flag sandbag support block"
    burp = "strip stone pawn dock_block"
    wanted = {"common": common, "hurlyburly": hurlyburly, "burp": burp}
    assert {f"{folder}/{name}" for folder, names in wanted.items() for name in names.split()} <= set(IDS)


@pytest.mark.parametrize("name", IDS)
def test_it_is_plausible_and_has_sources(name):
    """Size, mass, density and moments are those of a piece for a table; nothing looks wrong to the checker."""
    model = CATALOGUE.model(name)
    piece = model.component
    assert model.missing_sources == ()
    low, high = FIXED if piece.is_fixed else MOVING
    assert low <= max(piece.size) <= high
    assert len(piece.title) <= 28, "one line of the list at 120 columns"
    report = check_file(CATALOGUE.file(name)[0], CATALOGUE)
    assert report.warnings == ()
    assert report.component == piece
    if piece.is_fixed:
        assert (piece.mass, piece.inertia, piece.frame.position) == (0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        return
    assert 1e-4 <= piece.mass <= 0.5
    for moments in (piece.inertia, *(link.inertia for link in piece.links)):
        assert min(moments) > 0
        assert 2 * max(moments) <= sum(moments) * (1 + 1e-9)
    low, high = piece.extent()
    assert all(a < x < b for a, x, b in zip(low, piece.frame.position, high, strict=True))


@pytest.mark.parametrize("name", IDS)
def test_it_is_picklable(name):
    """Workers get components as they are."""
    piece = CATALOGUE.get(name)
    assert pickle.loads(pickle.dumps(piece)) == piece


@pytest.mark.parametrize("name", IDS)
def test_every_part_is_small_enough_for_what_is_drawn(name):
    """What is drawn is inside what collides, within a tenth of a millimetre, but for the cloth of a flag."""
    report = check_file(CATALOGUE.file(name)[0], CATALOGUE)
    if name == "hurlyburly/flag":
        assert report.notes
        assert report.notes[0].startswith("drawn up to 30")
    else:
        assert report.deviation.in_max < 1e-4
    assert report.deviation.out_max < 5e-4


def test_a_wall_is_a_folded_card_over_its_centre_of_mass():
    """Two leaves of 44 x 63 mm at 90°, half a card each, standing on z = 0 with the origin below the centre."""
    wall = CATALOGUE.get("hurlyburly/wall")
    assert [part.shape.size for part in wall.parts] == [(0.044, 0.001, 0.063), (0.001, 0.044, 0.063)]
    assert wall.mass == pytest.approx(1.66e-3)
    assert wall.frame.position == pytest.approx((0, 0, 0.0315), abs=1e-9)
    assert wall.extent()[0][2] == pytest.approx(0, abs=1e-12)
    # TABLES: a platform over one wall falls 15.6 mm out: as far as the line between the leaves' ends is away.
    end, across = wall.extent()[1][0], wall.parts[0].pose.position[1]
    assert (end + across) / math.sqrt(2) == pytest.approx(0.0156, abs=1e-4)


def test_the_hinged_wall_is_a_wall_whose_leaf_turns():
    """The link is one leaf, the hinge the fold; together they weigh what a wall weighs."""
    hinged, wall = CATALOGUE.get("hurlyburly/wall_hinged"), CATALOGUE.get("hurlyburly/wall")
    (leaf,) = hinged.links
    assert hinged.mass == pytest.approx(wall.mass)
    assert hinged.base_mass == pytest.approx(leaf.mass) == pytest.approx(0.83e-3)
    assert leaf.hinge.axis == (0.0, 0.0, 1.0)
    assert leaf.hinge.anchor[:2] == pytest.approx((-0.01075, -0.01075))
    assert leaf.hinge.stiffness > 0
    assert len(leaf.visuals) == len(hinged.visuals) == 1


def test_the_flag_stands_on_its_cork():
    """Most of the weight is in the cork; the cloth is drawn and does not collide."""
    flag = CATALOGUE.get("hurlyburly/flag")
    assert flag.handling == "round"
    assert flag.frame.position[2] < 0.012
    assert any(isinstance(visual.shape, Concave) for visual in flag.visuals)
    assert not any(isinstance(part.shape, Concave) for part in flag.parts)


def test_known_masses():
    """Where the tables give a mass and a size, ours agrees: a 10 mm drop is 1.31 g."""
    assert CATALOGUE.get("common/marble_10").mass == pytest.approx(1.31e-3, rel=1e-3)
    assert isinstance(CATALOGUE.get("common/marble_10").parts[0].shape, Sphere)
    assert CATALOGUE.get("hurlyburly/block").mass == pytest.approx(1.8e-3)
    assert CATALOGUE.get("burp/strip").mass == pytest.approx(3.2e-3)
    toss = CATALOGUE.get("common/toss_cube")
    assert toss.inertia == (0.00081, 0.00081, 0.00081)
    assert toss.frame.rotation == (0.0, 0.0, 0.0, 1.0)


def test_the_table_top_is_at_zero_and_thick():
    """Fast blocks sink into thinner floors."""
    table = CATALOGUE.get("common/table")
    assert table.extent()[1][2] == pytest.approx(0, abs=1e-12)
    (part,) = table.parts
    assert isinstance(part.shape, Box)
    assert part.shape.size[2] >= 0.1


@pytest.mark.parametrize("name", [name for name in IDS if "pebble" in name or "stone" in name])
def test_a_pebble_lies_stable(name):
    """A convex lump of 15 to 30 mm that stands on a face under its centre, margin over 10°."""
    pebble = CATALOGUE.get(name)
    (part,) = pebble.parts
    assert isinstance(part.shape, Hull)
    assert 0.0149 <= max(pebble.size) <= 0.0301
    assert 0.5 <= pebble.size[2] / pebble.size[0] <= 0.62
    foot = part.shape.vertices[part.shape.vertices[:, 2] == 0.0][:, :2]
    assert len(foot) >= 3
    centre = np.array(pebble.frame.position)
    assert centre[:2] == pytest.approx((0, 0), abs=1e-6)
    around = foot[np.argsort(np.arctan2(*(foot - foot.mean(axis=0)).T[::-1]))]
    ahead = np.roll(around, -1, axis=0) - around
    inward = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / np.linalg.norm(ahead, axis=1)[:, None]
    margin = (inward * (centre[:2] - around)).sum(axis=1).min()
    assert math.degrees(math.atan2(margin, centre[2])) > 10


def test_the_shipped_meshes_are_what_the_script_makes(tmp_path):
    """Building again gives the same corners (to 2 µm, for other processors) and the same triangles."""
    for name, text in files().items():
        (tmp_path / "made.obj").write_text(text, encoding="utf-8")
        ours, shipped = _numbers(tmp_path / "made.obj"), _numbers(shipped_models() / name)
        assert ours[1].tolist() == shipped[1].tolist()
        assert np.abs(ours[0] - shipped[0]).max() <= 0.002
    on_disk = {path.relative_to(shipped_models()).as_posix() for path in shipped_models().rglob("*.obj")}
    assert on_disk == set(MESHES) | {name for name in garden_files.files(SHIPPED) if name.endswith(".obj")}


def _numbers(file: Path) -> tuple[np.ndarray, np.ndarray]:
    rows = [line.split() for line in file.read_text(encoding="utf-8").splitlines()]
    return tuple(np.array([row[1:] for row in rows if row[0] == kind], dtype=float) for kind in "vf")


def test_a_worker_that_loads_everything_stays_cheap():
    """Reading every shipped model loads neither trimesh nor scipy."""
    code = (
        "import sys\n"
        "from sandbox.components.catalogue import Catalogue\n"
        "c = Catalogue()\n"
        "[c.get(name) for name in c.ids()]\n"
        "print([m for m in ('trimesh', 'scipy', 'pybullet', 'rich') if m in sys.modules])\n"
    )
    root = Path(__file__).parents[2]
    out = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
