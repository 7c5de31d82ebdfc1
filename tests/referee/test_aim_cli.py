"""`sandbox aim beethupferl`: where drops go, the map of a slope, and what is refused before a drop falls."""

import math
from collections import Counter
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from sandbox.aim_garden import map_grid
from sandbox.aim_words import interval, intervals
from sandbox.cli import app
from sandbox.components.garden import SHIPPED
from sandbox.players.tables.beethupferl_cloud import Cloud, Spot
from sandbox.referee.beethupferl.places import reach
from sandbox.rules.base import some
from sandbox.rules.beethupferl import Rest

RUN = CliRunner()
HALF = Counter({(Rest.HOLLOW, 7): 1, (Rest.HOLLOW, 3): 1})
"""One of two drops in row 1 of the north, one in row 2; both in lane 3."""


def _aim(*words, code=0):
    done = RUN.invoke(app, ["aim", "beethupferl", *map(str, words)])
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.output


@pytest.fixture
def poured(monkeypatch):
    """Return the points at which drops were let go, of which nothing is simulated; at most 12 are reached."""
    points = []

    def pour(bench, edge, *, lanes, ups, fall, pours, sigma, seed):
        for up in ups:
            for lane in lanes:
                if len(points) == 12:
                    raise KeyboardInterrupt
                points.append((up, lane))
                yield Cloud(Spot(0.0, 0.0, fall, lane, up), HALF)

    monkeypatch.setattr("sandbox.players.tables.beethupferl_cloud.slope_map", pour)
    return points


def test_aim_tells_how_likely_each_hollow_is():
    """From the grass straight uphill from a lane, and directly above a hollow; each part with its interval."""
    said = _aim("--lane", 2, "--up-mm", 12, "--shots", 3, "--skill", "steady", "--seed", 4)
    assert "likeliest hollow 2: 1.00 (0.44–1.00)" in said
    assert "3 drops let go 12 mm up the north grass, above lane 2, falling 20 mm, steady hands, seed 4" in said
    said = _aim("--hollow", 11, "--shots", 1, "--skill", "steady")
    assert "1 drop let go" in said
    assert "likeliest hollow 11: 1.00 (0.21–1.00); in no hollow: 0.00 (0.00–0.79)" in said


def test_intervals_are_wilsons_of_95_per_cent():
    """As the report of `sandbox run` has them; a count is told as it is spoken."""
    assert interval(7, 10) == "0.40–0.89"
    assert intervals(5) == "95 % intervals of 5: 0.00 means 0.00–0.43, 0.40 means 0.12–0.77, 1.00 means 0.57–1.00"
    assert intervals(1) == "95 % intervals of 1: 0.00 means 0.00–0.79, 1.00 means 0.21–1.00"
    assert (some(1, "drop"), some(0, "drop")) == ("1 drop", "0 drops")


def test_aim_maps_a_slope_and_draws_it(tmp_path, monkeypatch):
    """A line a point with the part of each row; the picture is what its name says."""
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("sandbox.aim_garden.LANE_STEP", 4.0)
    monkeypatch.setattr("sandbox.aim_garden.UP_STEP", 0.035)
    file = tmp_path / "map.png"
    said = _aim("--edge", "east", "--shots", 1, "--map", "--plot", file)
    rows = [line for line in said.splitlines() if line.split()[0] in ("35", "70")]
    assert "row1 row2 row3 row4" in said
    assert "4 points, 1 drop at each, let go 20 mm above the east grass, fair hands, seed 0" in said
    assert len(rows) == 4
    assert file.read_bytes().startswith(b"\x89PNG")


def test_between_two_lanes_no_lane_is_its_own(poured):
    """Neither of them; rounding would take one here and the other there."""
    said = _aim("--map", code=130)
    lines = [line.split() for line in said.splitlines() if line.startswith("   10")]
    assert [line[1] for line in lines] == ["0.5", "1.0", "1.5", "2.0", "2.5", "3.0", "3.5", "4.0", "4.5"]
    assert [line[6] for line in lines] == ["-", "0.00", "-", "0.00", "-", "1.00", "-", "0.00", "-"]


def test_a_stopped_map_draws_what_is_known(poured, tmp_path):
    """Ctrl-C after 12 of 63 points: all are printed, the picture is there, and the exit code is 130."""
    pytest.importorskip("matplotlib")
    file = tmp_path / "map.PDF"
    said = _aim("--map", "--plot", file, code=130)
    assert len(poured) == 12
    assert "stopped after 12 of 63 points" in said
    assert f"drawn to {file}" in said
    assert file.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("degrees", [3, 25, 30, 35])
def test_every_point_of_the_map_is_in_the_garden(degrees):
    """However steep it is: the uppermost is below where a drop touches the wall, the next one is not."""
    garden = replace(SHIPPED, slope=math.radians(degrees))
    lanes, ups = map_grid(garden)
    assert (lanes[0] + 1, lanes[-1] + 1) == (0.5, 4.5)
    touches = reach(garden) - garden.wall_thickness - garden.drop_radius
    highest = garden.half + ups[-1] * math.cos(garden.slope)
    assert highest <= touches < highest + 0.01


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--edge", "top"], "no edge is called 'top'"),
        (["--hollow", 17], "no hollow 17; they are numbered from 1 to 16"),
        (["--up-mm", "nan"], "--up-mm nan: write a number from 0 to 71.7"),
        (["--up-mm", 85], "--up-mm 85: write a number from 0 to 71.7"),
        (["--lane", "nan"], "--lane nan: write a number from 0.5 to 4.5"),
        (["--lane", 0], "--lane 0: write a number from 0.5 to 4.5"),
        (["--fall-mm", 900], "--fall-mm 900: write a number from 1 to 300"),
        (["--map", "--fall-mm", "inf"], "--fall-mm inf: write a number from 1 to 300"),
        (["--skill", "perfect"], "no skill is called 'perfect'"),
        (["--hollow", 3, "--edge", "north"], "--edge says nothing here: --hollow is not over grass"),
        (["--map", "--hollow", 3], "--hollow says nothing here: --map shows the whole slope"),
        (["--plot", "map.png", "--lane", 2], "--lane says nothing here: --plot shows the whole slope"),
        (["--tower", "2+2"], "--tower is of hurlyburly, not of beethupferl"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(poured, arguments, says):
    """Exit code 2, the option as it was typed, and what it can be; also when it is written as it is by default."""
    said = _aim(*arguments, code=2)
    assert says in said
    assert said.count("\n") == 1
    assert not poured


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "is a folder; name a picture in it, such as"),
        ("map", "is no picture that can be drawn; write map.png, map.svg or map.pdf"),
        ("map.txt", "is no picture that can be drawn; write map.png, map.svg or map.pdf"),
        ("no/such/folder/map.png", "there is no such folder"),
        ("a.png/map.png", "there is no such folder"),
        ("loop.png", "cannot be written (Too many levels of symbolic links)"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_told_before_anything_is_poured(poured, tmp_path, name, says):
    """And nothing is left behind."""
    pytest.importorskip("matplotlib")
    (tmp_path / "a.png").write_bytes(b"a picture")
    (tmp_path / "loop.png").symlink_to("loop.png")
    said = _aim("--plot", tmp_path / name, code=2)
    assert says in said
    assert said.count(str(tmp_path / name)) in (1, 2)
    assert not poured
    assert {file.name for file in tmp_path.iterdir()} == {"a.png", "loop.png"}
    assert (tmp_path / "a.png").read_bytes() == b"a picture"


def test_options_of_drops_are_none_of_shots():
    """They would be ignored."""
    done = RUN.invoke(app, ["aim", "hurlyburly", "--map"])
    assert done.exit_code == 2
    assert "--map is of beethupferl, not of hurlyburly" in done.output
