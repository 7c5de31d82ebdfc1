"""A saved game tells the models it was played with; with others it is not replayed as if physics were at fault."""

import json
import math
import re
import shutil
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from sandbox.cli import app
from sandbox.components.catalogue import Catalogue, shipped_models
from sandbox.components.fingerprint import fingerprints
from sandbox.components.garden import SHIPPED
from sandbox.components.garden_files import files
from sandbox.errors import BadFile
from sandbox.physics import DEFAULT
from sandbox.players.tables.seats import TABLES, load_table, seat_bots
from sandbox.referee.beethupferl import BeethupferlTable, Bench
from sandbox.referee.models import models_of, others
from sandbox.referee.saving import demand_models, load, save
from sandbox.rules import load_game

RUN = CliRunner()
GAME = load_game("beethupferl")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Return the file of a game of which the garden stands; do not change it."""
    session = seat_bots(GAME, 2, seed=1)
    for _ in range(3):
        session.step()
    path = tmp_path_factory.mktemp("saved") / "game.json"
    save(session, path, extra={"bots": "greedy:fair"})
    return path


def _own(tmp_path, name, old, new):
    """Return a folder of models with the garden's files, one of them changed."""
    shutil.copytree(shipped_models() / "beethupferl", tmp_path / "beethupferl")
    file = tmp_path / "beethupferl" / name
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return Catalogue([tmp_path])


def _edited(file, folder, **changes):
    data = json.loads(file.read_text())
    data["models"] = data["models"] | changes if changes else None
    if data["models"] is None:
        del data["models"]
    path = folder / "edited.json"
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("game", sorted(TABLES))
def test_every_table_names_its_models(game):
    """Model files by path, the mesh files that collide, the materials, and the profile; eight digits each."""
    models = load_table(game).models
    assert all(re.fullmatch("[0-9a-f]{8}", digest) for digest in models.values())
    assert {"materials.toml", "profile default"} < set(models)
    assert len([name for name in models if name.startswith(game)]) >= 9
    if game == "beethupferl":
        assert {"beethupferl/bed.obj", "beethupferl/snail.toml"} < set(models)
        assert not any(name.startswith("beethupferl/snail_") for name in models), "pictures are only drawn"


def test_the_file_of_a_game_tells_them(file):
    """As the table does that it was played on; a table of the same models performs it."""
    saved = load(file, GAME, BeethupferlTable())
    assert saved.models == BeethupferlTable().models
    demand_models(saved, BeethupferlTable())


@pytest.mark.parametrize(
    ("name", "change", "differ"),
    [
        ("drop.toml", ("[[part]]", "# a marble\n[[part]]"), []),
        ("drop.toml", ("Drop of water", "Marble"), []),
        ("drop.toml", ("TABLES: 10 mm glass", "weighed"), []),
        ("wall.toml", ("pine", "beech"), []),
        ("drop.toml", ("= 10", "= 10.1"), ["beethupferl/drop.toml"]),
        ("grass.toml", ("[25,", "[26,"), ["beethupferl/grass.toml"]),
        ("bed.obj", ("v -47.796 ", "v -47.795 "), ["beethupferl/bed.obj"]),
    ],
)
def test_what_physics_sees_makes_the_difference(name, change, differ, tmp_path):
    """Not a comment, a title, a source or a colour."""
    shipped = Catalogue()
    ids = [each for each in shipped.ids() if each.startswith("beethupferl/")]
    now = fingerprints(_own(tmp_path, name, *change), ids)
    assert list(others(fingerprints(shipped, ids), now)) == differ


def test_numbers_of_a_material_and_of_the_engine_count_too(tmp_path):
    """Those that the pieces are of; how a profile is called makes no difference."""
    (tmp_path / "materials.toml").write_text('[material.tile]\nfriction = 0.31\nsource.friction = "a test"\n')
    kinds = BeethupferlTable().bench.kinds
    usual = models_of(Catalogue(), kinds, DEFAULT)
    assert others(usual, models_of(Catalogue([tmp_path]), kinds, DEFAULT)) == ("materials.toml",)
    fine = DEFAULT.model_copy(update={"rate_hz": 1440.0})
    assert others(usual, models_of(Catalogue(), kinds, fine)) == ("profile default",)


def test_a_game_of_other_models_is_refused_in_one_line(file, tmp_path):
    """It says which file is another one, and what to do; the rulings alone can still be checked."""
    changed = _edited(file, tmp_path, **{"beethupferl/bed.obj": "00000000", "beethupferl/drop.toml": "00000000"})
    done = RUN.invoke(app, ["replay", str(changed)])
    assert done.exit_code == 2
    said = " ".join(done.output.split())
    assert "was played with another beethupferl/bed.obj, beethupferl/drop.toml" in said
    assert "put those models back or name them by --models" in said
    assert "differ" not in said
    assert "or check its rulings alone by --no-physics" in said
    game = ["match", "beethupferl", "--players", "2", "--seed", "1", "--save", str(changed)]
    other = RUN.invoke(app, game)
    assert other.exit_code == 2
    assert "was played with another beethupferl/bed.obj" in other.output
    assert "--no-physics" not in other.output
    again = RUN.invoke(app, ["replay", str(changed), "--no-physics"])
    assert again.exit_code == 0, again.output


def test_a_table_of_other_models_refuses(file, tmp_path):
    """A garden of another slope, loaded from a person's own folder."""
    for name, text in files(replace(SHIPPED, slope=math.radians(25.5))).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    steep = BeethupferlTable(Bench(Catalogue([tmp_path])))
    with pytest.raises(BadFile, match=r"another beethupferl/grass\.toml,"):
        demand_models(load(file, GAME, steep), steep)
    done = RUN.invoke(app, ["replay", str(file), "--models", str(tmp_path)])
    assert done.exit_code == 2
    assert "another beethupferl/grass.toml" in " ".join(done.output.split())


def test_a_file_that_does_not_tell_is_replayed_all_the_same(file, tmp_path):
    """Files of before say nothing of models; that is said."""
    old = _edited(file, tmp_path)
    assert load(old).models is None
    done = RUN.invoke(app, ["replay", str(old)])
    assert done.exit_code == 0, done.output
    assert "all the same" in done.output
    assert "models it was played with are not recorded" in done.output


def test_models_that_are_no_digests_make_no_saved_game(file, tmp_path):
    """One line, as for everything else that is wrong in it."""
    with pytest.raises(BadFile, match="no digests by name"):
        load(_edited(file, tmp_path, **{"beethupferl/bed.obj": 7}))
