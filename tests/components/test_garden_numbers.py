"""The numbers that a garden is built by: ranges, advice, sources, and where they are written."""

import re
import tomllib
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from sandbox.components import garden_files
from sandbox.components.catalogue import Catalogue, shipped_models
from sandbox.components.fingerprint import fingerprints
from sandbox.components.garden import SHIPPED
from sandbox.components.garden_fit import fits, problems
from sandbox.components.garden_numbers import NUMBERS
from sandbox.errors import InputError
from sandbox.garden_cli import garden_of
from sandbox.models_cli import app

OTHER = {"slope_deg": 30, "pitch_mm": 50, "tile_radius_mm": 17.2, "drop_mm": 9}
ENDS = [
    {"slope_deg": 3},
    {"slope_deg": 35},
    {"bowl_radius_mm": 14, "pitch_mm": 30, "facets": 32, "rings": 9, "tile_radius_mm": 13.223, "drop_mm": 1},
    {"bowl_radius_mm": 14, "facets": 8, "rings": 7, "tile_radius_mm": 12.5, "drop_mm": 1},
    {"rings": 3},
    {"bowl_radius_mm": 95, "pitch_mm": 200, "facets": 64, "rings": 24, "tile_radius_mm": 90, "drop_mm": 50},
]


def build(*words):
    """Run `sandbox models build` and return its result."""
    return CliRunner().invoke(app, ["build", *map(str, words)])


def test_both_ends_of_every_range_are_those_of_gardens_that_work():
    """Each end is accepted with other numbers that go with it; a hair beyond is refused with the range."""
    for numbers in ENDS:
        assert problems(garden_of(numbers)) == (), numbers
    for name, number in NUMBERS.items():
        used = {numbers[name] for numbers in ENDS if name in numbers}
        assert {number.low, number.high} <= used, name
        for beyond in (number.low - 0.01, number.high + 0.01, float("nan"), float("inf")):
            with pytest.raises(InputError, match=f"write a number from {number.low:g} to {number.high:g}$"):
                garden_of({name: beyond})


def test_the_help_tells_what_is_shipped_and_every_range(monkeypatch):
    """Each option's line has both."""
    monkeypatch.setenv("COLUMNS", "200")
    text = build("--help").stdout
    for number in NUMBERS.values():
        assert re.search(rf"{number.option} .*: {number.low:g} to {number.high:g}, shipped ", text), number.name
    assert "shipped 17." in text


@pytest.mark.parametrize(
    "numbers",
    [
        {"bowl_radius_mm": 22},
        {"bowl_radius_mm": 14},
        {"bowl_radius_mm": 95},
        {"bowl_radius_mm": 14, "facets": 8},
        {"bowl_radius_mm": 90, "facets": 8},
        {"facets": 8},
        {"facets": 64, "tile_radius_mm": 13, "drop_mm": 50},
        {"rings": 24},
        {"tile_radius_mm": 13},
        {"tile_radius_mm": 90},
        {"drop_mm": 20},
        {"pitch_mm": 30},
    ],
)
def test_advice_mends_the_line_that_it_stands_on(numbers):
    """Every option that a failing line names makes that check pass, at the very value that is said."""
    named = 0
    for index, each in enumerate(fits(garden_of(numbers))):
        if each.ok:
            continue
        assert re.search(r"--[a-z-]+", each.instead), each
        for option, values in re.findall(r"--([a-z-]+) (?:of|from) ([\d.]+(?: to [\d.]+)?)", each.instead):
            for value in values.split(" to "):
                mended = garden_of({**numbers, option.replace("-", "_"): float(value)})
                assert fits(mended)[index].ok, (each, option, value)
                named += 1
        if "--bowl-radius-mm" in each.instead:
            now = numbers.get("bowl_radius_mm", 18)
            ways = range(4 * 14, 4 * now) if "smaller" in each.instead else range(4 * now, 4 * 95)
            assert any(fits(garden_of({**numbers, "bowl_radius_mm": way / 4}))[index].ok for way in ways), each
            named += 1
    assert named


def test_advice_stands_on_failing_lines_only(tmp_path):
    """A larger bowl: three lines fail and name what helps; the others name no option."""
    result = build("beethupferl", "--bowl-radius-mm", 22, "--out", tmp_path / "g")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert [line[0] for line in lines if "; take --" in line] == ["✗"] * 3
    assert not any("--" in line for line in lines if line[0] == "✓")
    assert any("--tile-radius-mm of 17.69 or more" in line for line in lines if "room under" in line)
    assert not (tmp_path / "g").exists()


def test_the_shipped_numbers_change_nothing(tmp_path):
    """Given or not, they make the shipped files, and need no folder of their own."""
    given = {name: number.value(SHIPPED) for name, number in NUMBERS.items()}
    assert garden_of(given) == SHIPPED
    result = build("beethupferl", "--slope-deg", 25, "--drop-mm", 10)
    assert result.exit_code == 0
    files = [line for line in result.stdout.splitlines() if line[0] != "✓"]
    assert len(files) == len(garden_files.files(SHIPPED))
    assert all(line.endswith(": unchanged") for line in files)


@pytest.mark.parametrize("out", [[], ["--out", shipped_models()], ["--out", shipped_models() / "x" / ".." / "y"]])
def test_other_numbers_never_go_into_the_shipped_folder(out, monkeypatch):
    """Without --out, or with one that is the shipped folder after all: one line, before anything else."""
    monkeypatch.setattr("sandbox.components.write_files.write_files", None)
    result = build("beethupferl", "--slope-deg", 30, *out)
    assert isinstance(result.exception, InputError)
    assert str(result.exception).endswith("name another folder by --out DIR")
    assert result.stdout == ""


def test_sources_tell_the_numbers_that_were_asked_for(tmp_path):
    """Each file that a number went into names its option; no source of the shipped number is left."""
    texts = garden_files.files(garden_of(OTHER))
    sources = {
        name.removeprefix("beethupferl/").removesuffix(".toml"): " ".join(tomllib.loads(text)["source"].values())
        for name, text in texts.items()
        if name.endswith(".toml")
    }
    for name, options in {
        "grass": "--slope-deg 30 --pitch-mm 50",
        "wall": "--slope-deg 30 --pitch-mm 50",
        "bed": "--pitch-mm 50",
        "ground": "--pitch-mm 50",
        "drop": "--drop-mm 9",
        "bowl": "--drop-mm 9",
        "can": "--drop-mm 9",
        "carrot": "--tile-radius-mm 17.2",
    }.items():
        assert f"asked for: sandbox models build beethupferl {options}; " in sources[name], name
    assert "25 degrees" not in sources["grass"]
    assert "10 mm" not in sources["drop"]
    assert "25 degrees" in garden_files.files(replace(SHIPPED, pitch=0.05))["beethupferl/grass.toml"]


def test_a_source_is_no_part_of_a_fingerprint(tmp_path):
    """A file with another source is the same file to a game; one with other numbers is not."""
    folder = tmp_path / "beethupferl"
    folder.mkdir()
    text = garden_files.files(SHIPPED)["beethupferl/drop.toml"]
    (folder / "drop.toml").write_text(text.replace("TABLES", "asked for"), encoding="utf-8")
    names = ["beethupferl/drop"]
    assert fingerprints(Catalogue([tmp_path]), names) == fingerprints(Catalogue(), names)
    other = garden_files.files(garden_of({"drop_mm": 9}))["beethupferl/drop.toml"]
    (folder / "drop.toml").write_text(other, encoding="utf-8")
    assert fingerprints(Catalogue([tmp_path]), names) != fingerprints(Catalogue(), names)
