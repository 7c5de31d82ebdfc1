"""A garden is read from its files; files of two gardens make none."""

import math
from dataclasses import replace

import pytest

from sandbox.components.catalogue import Catalogue, shipped_models
from sandbox.components.garden import SHIPPED
from sandbox.components.garden_files import files
from sandbox.components.garden_read import read_garden
from sandbox.errors import BadFile


def put(folder, texts):
    """Write the files of a garden, or some of them, into a folder of models."""
    (folder / "beethupferl").mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Catalogue([folder])


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"slope": math.radians(30)},
        {"pitch": 0.046},
        {"drop_radius": 0.0045, "slope": math.radians(7.7777)},
        {"bowl_radius": 0.02, "land_height": 0.022, "tile_radius": 0.0187, "pitch": 0.05},
    ],
)
def test_the_files_of_one_garden_are_that_garden(tmp_path, changes):
    """Whatever its numbers are."""
    garden = replace(SHIPPED, **changes)
    assert read_garden(put(tmp_path, files(garden))) == replace(
        garden, slope=pytest.approx(garden.slope, abs=1e-6)
    )


@pytest.mark.parametrize(
    ("changes", "taken", "says"),
    [
        (
            {"slope": math.radians(30)},
            ["grass"],
            "beethupferl/wall.toml: the wall is 7.23 mm higher than the grass",
        ),
        (
            {"slope": math.radians(30)},
            ["wall"],
            "beethupferl/grass.toml: the wall is 22.8 mm higher than the grass",
        ),
        ({"pitch": 0.046}, ["bed"], "beethupferl/grass.toml: it does not reach from the bed to the wall"),
        ({"bowl_radius": 0.0175}, ["bed"], "beethupferl/ground.toml: it does not end under the bowls"),
    ],
)
def test_files_of_two_gardens_are_refused(tmp_path, changes, taken, says):
    """A person's own file is named first, then the one that it does not belong to, and how that is seen."""
    texts = files(replace(SHIPPED, **changes))
    kept = {name: text for name, text in texts.items() if name.split("/")[1].split(".")[0] in taken}
    with pytest.raises(BadFile) as caught:
        read_garden(put(tmp_path, kept))
    assert str(caught.value).startswith(f"{tmp_path}/beethupferl/{taken[0]}.toml: does not belong to ")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("grass", "[25,", "[26,", "it does not reach from the bed to the wall"),  # its edge has moved
        ("wall", "[324,", "[320,", "it does not stand along the grass"),
    ],
)
def test_a_file_in_which_one_number_is_changed_is_refused(tmp_path, name, old, new, says):
    """The others no longer fit."""
    text = (shipped_models() / "beethupferl" / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    catalogue = put(tmp_path, {f"beethupferl/{name}.toml": text.replace(old, new)})
    with pytest.raises(BadFile, match=rf"{name}\.toml: does not belong to .*{says}"):
        read_garden(catalogue)
