"""The garden in scenarios: what is placed, where drops are let go, what is read, what is refused."""

from __future__ import annotations

import math

import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.components.garden import SHIPPED
from sandbox.errors import BadFile, InputError
from sandbox.geometry import Pose, quat_from_axis_angle
from sandbox.scenario.garden import is_in, lies
from sandbox.scenario.layout import components_of, place
from sandbox.scenario.load import load
from sandbox.scenario.schema_acts import Pour
from sandbox.scenario.schema_layout import Place

FLAT = SHIPPED.tile_pose(6)
FILE = """\
title = "A garden"
[[place]]
name   = "bed"
garden = {{ tiles = [6] }}
[[act]]
{act}
[[expect]]
{expect}
"""


def leaning(degrees: float, by: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Pose:
    """The tile of hollow 6, turned about x and moved."""
    return Pose(FLAT.moved(by).position, quat_from_axis_angle((1.0, 0.0, 0.0), math.radians(degrees)))


def test_a_garden_places_its_parts_and_the_tiles_asked_for() -> None:
    """Bed, ground, four patches, four walls; two tiles, one with its picture up, exactly where they lie."""
    order = Place.model_validate({"name": "bed", "garden": {"tiles": [6, 7], "face_up": [7]}})
    made = {each.name: each for each in place(order, Catalogue().get, {})}
    assert len(made) == 12
    assert set(components_of(order)) == {each.component.id for each in made.values()}
    assert made["bed.tile6"].pose.position == pytest.approx(FLAT.position, abs=1e-7)
    assert lies(FLAT, made["bed.tile6"].pose) == "flat"
    assert lies(SHIPPED.tile_pose(7), made["bed.tile7"].pose) == "visible"
    assert made["bed.grass.west"].pose.position == pytest.approx((0, 0, 0), abs=1e-7)


def test_a_drop_is_poured_where_it_is_said() -> None:
    """Over hollow 6 its lowest point is 50 mm above the land; on the grass it falls onto the point in its lane."""
    x, y, z = Pour(drop="drop", over=6).lowest_mm()
    assert (x, y, z) == pytest.approx((-22, 22, 70))
    x, y, z = Pour(drop="drop", grass="east", lane=2.5, up_mm=30.0, height_mm=10.0).lowest_mm()
    touch = SHIPPED.on_grass("east", SHIPPED.along("east", 1.5), 0.03)
    assert y == pytest.approx(0, abs=1e-9)
    # The drop touches the slope beside its lowest point.
    assert x == pytest.approx(1000 * touch[0] - 5 * math.sin(SHIPPED.slope))
    assert z == pytest.approx(1000 * touch[2] + 10 + 5 * math.cos(SHIPPED.slope) - 5)
    assert Pour(drop="drop", over=6, aim_mm=4.0).place_in().noise.position_mm == 4


@pytest.mark.parametrize(
    ("pose", "how"),
    [
        (leaning(0), "flat"),
        (leaning(44), "flat"),
        (leaning(46), "upright"),
        (leaning(-90), "upright"),
        (leaning(134), "upright"),
        (leaning(136), "visible"),
        (leaning(180, (0.002, 0.0, 0.001)), "visible"),
        (leaning(0, (0.009, 0.0, 0.0)), "pushed off"),
        (leaning(170, (0.0, 0.0, 0.009)), "pushed off"),
    ],
)
def test_how_a_tile_lies(pose: Pose, how: str) -> None:
    """By its lean, 45 and 135 degrees; beside or above its hollow by more than half a radius it is pushed off."""
    assert lies(FLAT, pose) == how


def test_a_drop_is_in_a_hollow_below_the_land_only() -> None:
    """On the flat tile it is not, nor beside the hollow, nor in another one."""
    x, y, z = SHIPPED.hollow(6)
    assert is_in(6, (x + 0.01, y, z - 0.005))
    assert not is_in(7, (x + 0.01, y, z - 0.005))
    assert not is_in(6, (x, y, FLAT.position[2] + 0.006))
    assert not is_in(6, (x + 0.02, y, z - 0.005))


@pytest.mark.parametrize(
    ("act", "expect", "problem"),
    [
        ('pour = { drop = "drop", over = 17 }', "drops = { hollow = 6, equals = 1 }", "over"),
        ('pour = { drop = "drop" }', "drops = { hollow = 6, equals = 1 }", "give either over = HOLLOW or grass"),
        ('pour = { drop = "d", over = 6, lane = 2 }', "drops = { hollow = 6, equals = 1 }", "are for the grass"),
        ('pour = { drop = "d", over = 6 }', "drops = { hollow = 6, equals = 1 }", "no body is called 'drop*'"),
        (
            'pour = { drop = "d", over = 6 }',
            'tile = { body = "bed.tile7", lies = "flat" }',
            "no body is called 'bed.tile7'; did you mean bed.tile6",
        ),
        ('pour = { drop = "d", over = 6 }', 'tile = { body = "bed.tile6", lies = "tilted" }', "upright"),
        ('pour = { drop = "d", over = 6, component = "drop" }', "drops = { hollow = 6, equals = 1 }", "drop"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path, act: str, expect: str, problem: str) -> None:
    """One line that names the key; nothing runs."""
    from sandbox.physics import DEFAULT
    from sandbox.runner.plan import compile_plan

    file = tmp_path / "scenario.toml"
    file.write_text(FILE.format(act=act, expect=expect), encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        compile_plan(loaded := load(file), loaded.points[0], Catalogue(), DEFAULT)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("garden", "problem"),
    [
        ("tiles = [6, 6]", "garden.tiles: names hollow 6 twice; write each hollow once"),
        ("tiles = [6], face_up = [6, 7]", "face_up names hollow 7, on which no tile lies"),
    ],
)
def test_a_tile_lies_once_and_where_it_is_turned(tmp_path, garden: str, problem: str) -> None:
    """A hollow named twice, or turned over without its tile, is found with its line."""
    file = tmp_path / "s.toml"
    text = FILE.format(act="wait = { seconds = 1 }", expect='tile = { body = "bed.tile6", lies = "flat" }')
    file.write_text(text.replace("tiles = [6]", garden), encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        load(file)
    assert caught.value.line == 4
    assert problem in str(caught.value)


def test_a_garden_stands_where_it_stands() -> None:
    """A place for it is refused, since hollows are found by number."""
    with pytest.raises(ValueError, match="stands in the middle of the table"):
        Place.model_validate({"name": "bed", "garden": {}, "at_mm": [10, 0]})


def test_a_bed_of_other_hollows_is_refused(tmp_path) -> None:
    """Tiles would miss its hollows; one of another slope is played in."""
    from dataclasses import replace

    from sandbox.components.garden_files import files

    for changes, problem in (({"slope": math.radians(30)}, None), ({"pitch": 0.05}, "the bed is 200 mm wide")):
        for name, text in files(replace(SHIPPED, **changes)).items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        order = Place.model_validate({"name": "bed", "garden": {}})
        if problem is None:
            assert place(order, Catalogue([tmp_path]).get, {})
        else:
            with pytest.raises(InputError, match=problem):
                place(order, Catalogue([tmp_path]).get, {})


@pytest.mark.parametrize("degrees", [25, 30])
def test_a_drop_is_poured_onto_the_grass_of_the_models_that_are_loaded(degrees: float, tmp_path) -> None:
    """By a scenario and at the table: as it is let go, it is as far from the slope as it is to fall."""
    from dataclasses import replace

    from sandbox.components.garden_files import files
    from sandbox.components.garden_read import read_garden
    from sandbox.physics import DEFAULT
    from sandbox.referee.beethupferl import BeethupferlTable, Bench
    from sandbox.referee.beethupferl.places import release
    from sandbox.rules import load_game
    from sandbox.runner.plan import compile_plan
    from sandbox.scenario.garden import garden_of

    garden = replace(SHIPPED, slope=math.radians(degrees))
    for name, text in files(garden).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    catalogue = Catalogue([tmp_path])
    assert read_garden(catalogue) == garden
    file = tmp_path / "scenario.toml"
    act = 'pour = { drop = "drop", grass = "north", up_mm = 60.0, height_mm = 10.0 }'
    file.write_text(FILE.format(act=act, expect="drops = { hollow = 6, equals = 0 }"), encoding="utf-8")
    plan = compile_plan(loaded := load(file), loaded.points[0], catalogue, DEFAULT)
    poured = Pour(drop="drop", grass="north", up_mm=60.0, height_mm=10.0).place_in(garden_of(plan.components))
    (drop,) = place(poured, catalogue.get, {})
    table = BeethupferlTable(Bench(catalogue))
    x, y, _ = garden.on_grass("north", 0.0, 0.06)
    with table.bench.world(table.empty(load_game("beethupferl").initial(2))) as world:
        world.add(drop.component, "of the scenario", drop.pose)
        world.add(drop.component, "at the table", Pose(release(table.bench.garden, x, y, 0.01)))
        for name in ("of the scenario", "at the table"):
            gap = world.closest(name, "grass.north").distance
            assert gap == pytest.approx(0.01 * math.cos(garden.slope), abs=2e-5)
