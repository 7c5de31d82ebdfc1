"""Parameters and sweeps change what the file says, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.scenario.load import load

TEXT = """
title = "A row"
[params]
pitch = 25
[noise]
position_mm = 1
[[place]]
name = "row"
row = { component = "common/domino", count = 3, pitch_mm = "$pitch" }
[[expect]]
stands = { body = "row.*" }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A scenario with one parameter."""
    path = tmp_path / "row.toml"
    path.write_text(TEXT)
    return path


def test_a_parameter_is_put_where_it_is_written(file: Path) -> None:
    """`$pitch` becomes the number of [params]."""
    row = load(file).scenario.place[0].row
    assert row is not None
    assert row.pitch_mm == 25


@pytest.mark.parametrize(
    ("key", "value"),
    [("pitch", 40), ("place.row.row.count", 5), ("place.1.row.count", 5), ("noise.position_mm", 2.5)],
)
def test_values_from_outside(file: Path, key: str, value: float) -> None:
    """A parameter by name, any number by its dotted path, array entries by name or number."""
    scenario = load(file, {key: value}).scenario
    row = scenario.place[0].row
    assert row is not None
    assert value in (row.pitch_mm, row.count, scenario.noise.position_mm)


def test_missing_tables_of_numbers_are_made(file: Path) -> None:
    """Friction can be set although the file says nothing of it."""
    scenario = load(file, {"friction.beech_table": 0.5, "profile.rate_hz": 480.0}).scenario
    assert scenario.friction == {"beech_table": 0.5}
    assert scenario.profile == {"rate_hz": 480.0}


def test_a_sweep_is_the_product_of_its_values(file: Path) -> None:
    """Two swept parameters give a grid, in the file's order."""
    file.write_text(TEXT + '[sweep]\npitch = [20, 30]\n"noise.position_mm" = [0, 1, 2]\n')
    loaded = load(file)
    assert [tuple(point.values.values()) for point in loaded.points] == [
        (20, 0),
        (20, 1),
        (20, 2),
        (30, 0),
        (30, 1),
        (30, 2),
    ]
    assert loaded.points[-1].scenario.noise.position_mm == 2


def test_a_given_value_takes_its_parameter_out_of_the_sweep(file: Path) -> None:
    """--param fixes what would be swept."""
    file.write_text(TEXT + "[sweep]\npitch = [20, 30]\n")
    loaded = load(file, {"pitch": 27})
    assert [dict(point.values) for point in loaded.points] == [{}]


def test_fixing_the_swept_value_leaves_no_crossing_to_expect(file: Path) -> None:
    """With one value there is no curve."""
    crossing = "[[expect]]\ncrossing = { between = [20, 30] }\n[sweep]\npitch = [20, 30]\n"
    file.write_text(TEXT + crossing)
    assert len(load(file).scenario.expect) == 2
    assert [e.kind for e in load(file, {"pitch": 27}).scenario.expect] == ["stands"]
