"""`sandbox shot`: the right moment of the right thing, from the right side; refusals are one line and exit 2."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import moderngl
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from sandbox import cli
from sandbox.errors import InputError
from sandbox.geometry import Pose
from sandbox.record import Trace
from sandbox.shot_cli import shot
from sandbox.viewer.png import read_png
from tests.viewer.kit import apart, snapshot

SCENARIO = """
title = "A block falls for a second"
table = "common/table"

[[place]]
name      = "block"
component = "hurlyburly/block"
at_mm     = [0, 0, 300]

[[act]]
name = "fell"
wait = { seconds = 0.1 }
[[act]]
wait = { seconds = 0.1 }

[[expect]]
drop = { body = "block", at_least_mm = 1 }
"""

app = typer.Typer()
app.command()(shot)

Shoot = Callable[..., str]


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """Return a scenario of a block in free fall, so that the law says where it is."""
    file = tmp_path / "falls.toml"
    file.write_text(SCENARIO.split("[[expect]]")[0] + '[[expect]]\nstands = { body = "block", drop_mm = 400 }\n')
    return file


@pytest.fixture
def shoot(context: moderngl.Context, tmp_path: Path) -> Shoot:
    """Return a function that takes a small picture and returns what was said, or raises what was raised."""

    def call(*arguments: str | Path, size: str = "64x48") -> str:
        out = tmp_path / "out.png"
        texts = [str(argument) for argument in arguments]
        result = CliRunner().invoke(app, [*texts, "--out", str(out), "--size", size, "--quality", "low"])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.output

    return call


def moment(said: str) -> float:
    """Return the instant that a shot says it shows."""
    return float(said.rsplit("at ", 1)[1].split(" s")[0])


@pytest.mark.parametrize(
    ("at", "time"),
    [("start", 0.0), ("fell", 0.1), ("fell+0.05", 0.15), ("0.05", 0.05), ("end", 0.2), ("act 2", 0.2)],
)
def test_a_scenario_is_run_up_to_the_moment(shoot: Shoot, scenario: Path, at: str, time: float):
    """The picture is of the first step at or after what was asked for, to a step of the engine."""
    assert moment(shoot(scenario, "--at", at)) == pytest.approx(time, abs=0.0021)


def test_the_end_is_the_default(shoot: Shoot, scenario: Path):
    """Without --at the whole scenario happens first."""
    assert moment(shoot(scenario)) == pytest.approx(0.2, abs=0.0021)


def test_a_trace_shows_what_was_recorded(shoot: Shoot, tmp_path: Path):
    """Another moment of a trace is another picture; marks and seconds find it."""
    frames = [snapshot({"table": Pose(), "ball": Pose((0.1 * i, 0, 0.008))}, time=0.1 * i) for i in range(5)]
    kinds = {"table": "common/table", "ball": "common/marble"}
    Trace.from_snapshots(frames, components=kinds, marks={"rolled": 0.2}).save(tmp_path / "roll.npz")
    view = ("--view", "top", "--focus", "table")
    pictures = []
    for at, time in (("start", 0.0), ("rolled", 0.2), ("rolled+0.1", 0.3), ("0.25", 0.2), ("end", 0.4)):
        assert moment(shoot(tmp_path / "roll.npz", "--at", at, *view)) == pytest.approx(time)
        pictures.append(read_png(tmp_path / "out.png"))
    assert (pictures[1] == pictures[3]).all()
    assert (pictures[0] != pictures[1]).any()


def test_a_trace_shows_hinges_at_their_angles(shoot: Shoot, tmp_path: Path):
    """A wall that folds in the trace folds in the picture, and stands at its start angle where none was kept."""
    frames = [snapshot({"wall": Pose()}, time=0.1 * i) for i in range(3)]
    frames = [
        frames[0],
        *(replace(now, joints={("wall", "leaf"): at}) for now, at in zip(frames[1:], (0, 1.0), strict=True)),
    ]
    Trace.from_snapshots(frames, components={"wall": "hurlyburly/wall_hinged"}).save(tmp_path / "fold.npz")
    pictures = []
    for at in ("0", "0.1", "0.2"):
        shoot(tmp_path / "fold.npz", "--at", at, "--view", "top", "--focus", "wall")
        pictures.append(read_png(tmp_path / "out.png"))
    assert (pictures[0] == pictures[1]).all()
    assert pictures[1].shape != pictures[2].shape or apart(pictures[1], pictures[2])[0] > 3


def test_a_piece_lies_on_a_table(shoot: Shoot, tmp_path: Path):
    """A component by its id fills the picture; from above and from the side are two pictures."""
    shoot("common/cube")
    one = read_png(tmp_path / "out.png")
    shoot("common/cube", "--view", "top")
    assert apart(one, read_png(tmp_path / "out.png"))[0] > 3


@pytest.mark.parametrize("name", ["beethupferl/grass", "beethupferl/wall", "beethupferl/bed", "common/table"])
def test_what_stands_fast_is_shown_by_itself(shoot: Shoot, tmp_path: Path, name: str):
    """Also what is ground to others, such as a patch of grass; and the table itself, which stands on none."""
    shoot(name)
    picture = read_png(tmp_path / "out.png").astype(int)
    middle, corner = picture[20:28, 28:36], picture[:3, :3]
    assert np.abs(middle.mean(axis=(0, 1)) - corner.mean(axis=(0, 1))).max() > 30


def test_focus_fills_the_picture_with_a_body(shoot: Shoot, tmp_path: Path):
    """A name, a pattern and a beginning of names all find the same bodies."""
    frames = [snapshot({"red.ball": Pose((0.3, 0, 0)), "block": Pose((-0.3, 0, 0))})]
    Trace.from_snapshots(frames, components={"red.ball": "common/marble", "block": "common/block"}).save(
        tmp_path / "two.npz"
    )
    pictures = []
    for focus in (["red.ball"], ["red.*"], ["red"], ["block"], []):
        shoot(tmp_path / "two.npz", *[word for body in focus for word in ("--focus", body)])
        pictures.append(read_png(tmp_path / "out.png"))
    assert (pictures[0] == pictures[1]).all()
    assert (pictures[0] == pictures[2]).all()
    assert all((pictures[0] != other).any() for other in pictures[3:])


def test_seeds_and_parameters_reach_the_scenario(shoot: Shoot, scenario: Path, tmp_path: Path):
    """Another seed with noise, or another parameter, is another picture."""
    look = ("--at", "start", "--view=-90,0,0.1", "--focus", "block")
    pictures = []
    for change in ([], ["--param", "noise.angle_deg=40"], ["--param", "noise.angle_deg=40", "--seed", "9"]):
        shoot(scenario, *look, *change)
        pictures.append(read_png(tmp_path / "out.png"))
    assert all((pictures[i] != pictures[j]).any() for i, j in ((0, 1), (1, 2), (0, 2)))


@pytest.mark.parametrize("size", ["64x48", "333x77", "48x160"])
def test_pictures_have_the_size_that_was_asked_for(shoot: Shoot, tmp_path: Path, size: str):
    """Width and height are exact, wide or tall."""
    shoot("common/cube", size=size)
    height, width, _ = read_png(tmp_path / "out.png").shape
    assert size == f"{width}x{height}"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("common/cubus",), "no component is called 'common/cubus'; did you mean common/cube"),
        (("none.toml",), "none.toml: there is no such file"),
        (("none.npz",), "none.npz: there is no such file"),
        (("common/cube", "--at", "1"), "--at is for scenarios and traces"),
        (("common/cube", "--seed", "1"), "--seed and --param are for scenarios"),
        (("common/cube", "--view", "fornt"), "no view is called 'fornt'; did you mean front"),
        (("common/cube", "--focus", "pice"), "no body is called 'pice'; did you mean piece"),
        (("FALLS", "--at", "fel"), "no act is called 'fel'; did you mean fell"),
        (("FALLS", "--at", "fell+x"), "x is no number of seconds"),
        (("FALLS", "--at", "9"), "is over at 0.200 s, so there is nothing at 9.000 s"),
        (("FALLS", "--at", "fell+9"), "is over at 0.200 s"),
        (("FALLS", "--param", "place.blok.at_mm=3"), "blok"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_what_cannot_be_drawn_is_refused_in_one_line(
    shoot: Shoot, scenario: Path, arguments: tuple[str, ...], says: str
):
    """Every refusal says what is wrong and what there is, in one line, before any picture is made."""
    given = [scenario if argument == "FALLS" else argument for argument in arguments]
    with pytest.raises(InputError) as caught:
        shoot(*given)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", ["big", "64", "64x", "8x8", "64x99999", "-5x10"])
def test_sizes_are_checked(shoot: Shoot, size: str):
    """Width x height, 16 to 8192 each."""
    with pytest.raises(InputError, match="--size"):
        shoot("common/cube", size=size)


@pytest.mark.parametrize(("out", "says"), [("no/such/folder/a.png", "make the folder"), ("a.jpg", "write a.png")])
def test_places_for_pictures_are_checked_first(tmp_path: Path, out: str, says: str):
    """A wrong place is found before anything is run."""
    result = CliRunner().invoke(app, ["common/cube", "--out", str(tmp_path / out)])
    assert says in str(result.exception)


def test_the_command_line_prints_one_line_and_exits_2(monkeypatch: pytest.MonkeyPatch, capsys):
    """What is raised reaches the person as one line on standard error."""
    monkeypatch.setattr(sys, "argv", ["sandbox", "shot", "common/cubus", "--out", "a.png"])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("error: no component is called")
    assert error.count("\n") == 1


def test_running_scenarios_never_loads_graphics(scenario: Path):
    """`sandbox run` works on a machine without any OpenGL library."""
    code = (
        "import sys; from sandbox import cli; sys.argv = ['sandbox', 'run', sys.argv[1], '--jobs', '0']\n"
        "try: cli.main()\n"
        "finally: print('loaded', [name for name in ('moderngl', 'pyglet') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(scenario)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith("loaded []")


def test_a_shot_does_not_disturb_the_physics(shoot: Shoot, scenario: Path, tmp_path: Path):
    """Looking at every step changes nothing: the picture at the end is that of the last recorded frame."""
    runner = CliRunner()
    result = runner.invoke(cli.app, ["run", str(scenario), "--jobs", "0", "--trace", str(tmp_path / "traces")])
    assert result.exit_code == 0, result.output
    (trace,) = (tmp_path / "traces").rglob("*.npz")
    pictures = []
    for scene, at in ((scenario, "0.2"), (trace, "end"), (trace, "start")):
        shoot(scene, "--at", at, "--view=-90,5,1.2", "--focus", "table")
        pictures.append(read_png(tmp_path / "out.png").astype(int))
    assert np.abs(pictures[0] - pictures[1]).max() <= 1
    assert np.abs(pictures[0] - pictures[2]).max() > 30
