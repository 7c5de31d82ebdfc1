"""`sandbox record`: a film of what happened, at the speed that was asked for; refusals are one line and exit 2."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import av
import moderngl
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from sandbox import cli
from sandbox.components.catalogue import Catalogue
from sandbox.errors import InputError
from sandbox.geometry import Pose
from sandbox.physics import World, recording
from sandbox.physics.changes import Changes
from sandbox.play.record_takes import camera_for, moments, of_game, of_trace
from sandbox.players.tables.seats import load_table, seat_bots
from sandbox.record import Trace
from sandbox.record_cli import record
from sandbox.referee.changed_physics import KEY, changed_table
from sandbox.referee.hurlyburly.attempts import SetUp
from sandbox.referee.saving import save
from sandbox.rules import load_game
from sandbox.viewer.camera import parse_view
from sandbox.viewer.faces import PLAYER_COLOURS, accent_of
from sandbox.viewer.scene import Cast

app = typer.Typer()
app.command()(record)

Film = Callable[..., str]
CATALOGUE = Catalogue()


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a trace of half a second in which a block falls and a catapult's arm swings."""
    file = tmp_path_factory.mktemp("trace") / "falls.npz"
    table, block = CATALOGUE.get("common/table"), CATALOGUE.get("hurlyburly/block")
    catapult = CATALOGUE.get("hurlyburly/catapult_3")
    with World(CATALOGUE.materials, declare=[table, block, catapult]) as world:
        world.add(table, "table")
        world.add(block, "red.block1", Pose((0.0, 0.0, 0.15)))
        world.add(catapult, "catapult", Pose((-0.2, 0.0, -catapult.extent()[0][2])))
        world.set_joint("catapult", catapult.links[0].name, 0.9)
        with recording(world, 60.0) as recorder:
            world.run(0.5)
        recorder.trace({"title": "A block falls"}).save(file)
    return file


@pytest.fixture
def film(context: moderngl.Context, tmp_path: Path) -> Film:
    """Return a function that makes a small film and returns what was said, or raises what was raised."""

    def make(scene: Path, *args: str, out: str = "out.mp4") -> str:
        small = ["--size", "64x48", "--quality", "low"] if "--size" not in args else ["--quality", "low"]
        result = CliRunner().invoke(app, [str(scene), "--out", str(tmp_path / out), *small, *args])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.output

    return make


def frames_of(path: Path) -> list[np.ndarray]:
    """Return the frames of a film."""
    with av.open(str(path)) as container:
        return [frame.to_ndarray(format="rgb24").astype(float) for frame in container.decode(video=0)]


def test_a_film_lasts_as_long_as_what_happened(film: Film, trace: Path, tmp_path: Path):
    """Half a second and its hold, at the rate that was asked for; at half the speed twice as long."""
    said = film(trace, "--fps", "10", "--hold", "0.3")
    assert len(frames_of(tmp_path / "out.mp4")) == 6 + 3
    assert "64 x 48, 9 frames, 0.9 s" in said
    film(trace, "--fps", "10", "--hold", "0", "--speed", "0.5")
    assert len(frames_of(tmp_path / "out.mp4")) == 11


def test_a_film_shows_that_something_moves(film: Film, trace: Path, tmp_path: Path):
    """Frames differ while the block falls; the hold at the end stands still."""
    film(trace, "--fps", "20", "--hold", "0.3", "--size", "160x120")
    frames = frames_of(tmp_path / "out.mp4")
    assert np.abs(frames[0] - frames[6]).max() > 40
    assert np.abs(frames[-1] - frames[-3]).mean() < 1.0
    assert frames[0].std() > 10, "there is a picture"


def test_joints_are_filmed(trace: Path):
    """The arm of the catapult is drawn where the trace says that it was."""
    take = of_trace(trace, CATALOGUE)
    cast = Cast(take.kinds, CATALOGUE.materials)
    first, last = take.trace.snapshot(0), take.trace.snapshot(len(take.trace) - 1)
    arms = [cast.scene(each).points("catapult") for each in (first, last)]
    assert first.joints
    assert np.abs(arms[0] - arms[1]).max() > 0.02


def test_moments_run_from_the_first_to_the_last(trace: Path):
    """In even steps of the speed, never past the end, and the last one is held."""
    take = of_trace(trace, CATALOGUE)
    times = moments(take, 30, 0.25, hold=1.0)
    first, last = float(take.trace.times[0]), float(take.trace.times[-1])
    assert times[0] == first
    assert times[-31:] == [pytest.approx(last)] * 31
    assert np.diff(times[:-31]) == pytest.approx(0.25 / 30)


def test_the_camera_sees_everything_on_the_table(trace: Path):
    """From the first to the last moment every piece is inside the picture."""
    take = of_trace(trace, CATALOGUE)
    cast = Cast(take.kinds, CATALOGUE.materials)
    camera = camera_for(take, cast, parse_view("front"), 4 / 3)
    for snapshot in take.trace:
        points = camera.project(cast.scene(snapshot).points("red.block1", "catapult"), (640, 480))
        assert points[:, 0].min() >= 0
        assert points[:, 0].max() <= 640
        assert points[:, 1].min() >= 0
        assert points[:, 1].max() <= 480


@pytest.mark.parametrize(
    ("scene", "args", "match"),
    [
        ("none.npz", [], "there is no such file"),
        ("none.json", [], "No such file"),
        ("a.toml", [], "is a scenario; run it first: sandbox run"),
        ("a.txt", [], r"is neither a trace nor a saved game; give a \.npz or a \.json file"),
        ("TRACE", ["--size", "65x48"], "both must be even"),
        ("TRACE", ["--size", "many"], "is not width x height"),
        ("TRACE", ["--view", "upp"], "no view is called 'upp'"),
    ],
)
def test_refusals_are_one_line_and_leave_nothing(
    film: Film, trace: Path, tmp_path: Path, scene: str, args: list[str], match: str
):
    """Whatever is wrong with the file, the size or the view is said before anything is written."""
    with pytest.raises(InputError, match=match) as error:
        film(trace if scene == "TRACE" else tmp_path / scene, *args)
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_trace_of_no_moment_is_refused(film: Film, tmp_path: Path):
    """There is nothing to film in it."""
    empty = tmp_path / "empty.npz"
    Trace.from_snapshots([]).save(empty)
    with pytest.raises(InputError, match="holds no moment"):
        film(empty)


def test_record_is_a_command_of_sandbox():
    """It is listed with the others and tells about its options."""
    result = CliRunner().invoke(cli.app, ["record", "--help"])
    assert result.exit_code == 0
    assert "--speed" in result.output


def test_an_interrupt_leaves_no_half_film(context: moderngl.Context, trace: Path, tmp_path: Path):
    """Ctrl-C while it is at work: exit 130, one line, and neither a film nor a part of one."""
    command = [sys.executable, "-m", "sandbox", "record", str(trace), "--out", str(tmp_path / "a.mp4")]
    command += ["--size", "160x120", "--quality", "low", "--speed", "0.01"]
    worker = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("*.part")) and time.monotonic() < deadline:
        assert worker.poll() is None, worker.communicate()
        time.sleep(0.02)
    worker.send_signal(signal.SIGINT)
    said, complaint = worker.communicate(timeout=60)
    assert worker.returncode == 130, complaint
    assert "was not written" in complaint
    assert said == ""
    assert list(tmp_path.iterdir()) == []


def test_a_saved_game_is_performed_again(tmp_path: Path):
    """Every attempt that the table decided is a take, in its order; cards wear the colour of their seat."""
    session = seat_bots(load_game("hurlyburly"), 2, seed=3)
    while not any(isinstance(entry.attempt, SetUp) for entry in session.entries):
        session.step()
    file = tmp_path / "game.json"
    save(session, file)
    takes = list(of_game(file, CATALOGUE))
    assert len(takes) == 1, "a draw moves nothing, the set-up does"
    [take] = takes
    walls = [name for name in take.trace.names if "wall" in name]
    assert len(walls) == 4
    colours = {accent_of(name) for name in walls}
    assert colours == {PLAYER_COLOURS["red"], PLAYER_COLOURS["blue"]}
    last = take.trace.snapshot(len(take.trace) - 1)
    platforms = [name for name in take.trace.names if "platform" in name]
    assert len(platforms) == 2
    for name in platforms:
        assert last.pose(name).position[2] > 0.06, "it lies on its walls"


def test_a_game_whose_physics_was_changed_is_filmed_as_it_was_played(tmp_path: Path):
    """From the act on at which it was changed; a film of the shipped physics would show something else."""
    table = load_table("hurlyburly", CATALOGUE)
    moon = Changes(profile=table.bench.profile).with_profile(gravity=1.6)
    session = seat_bots(load_game("hurlyburly"), 2, seed=3)
    traces: list[Trace] = []
    session._keeps_trace = lambda _, trace: traces.append(trace)
    session.step()
    session.table = changed_table(table, CATALOGUE, moon)
    while not any(isinstance(entry.attempt, SetUp) for entry in session.entries):
        session.step()
    for name, rows in (("moon", [{"act": 1, **moon.to_json()}]), ("earth", [])):
        save(session, tmp_path / f"{name}.json", extra={"models": dict(table.models), KEY: rows})
    played = [trace for trace in traces if len(trace)]
    filmed, otherwise = (
        [take.trace for take in of_game(tmp_path / f, CATALOGUE)] for f in ("moon.json", "earth.json")
    )
    assert [np.array_equal(a.poses, b.poses, equal_nan=True) for a, b in zip(filmed, played, strict=True)] == [
        True
    ]
    assert not np.array_equal(otherwise[0].poses, played[0].poses, equal_nan=True)


def test_a_game_of_other_models_is_not_filmed(tmp_path: Path):
    """It would show what did not happen."""
    session = seat_bots(load_game("hurlyburly"), 2, seed=3)
    session.step()
    models = dict(session.table.models) | {"hurlyburly/wall.toml": "00000000"}
    save(session, tmp_path / "game.json", extra={"models": models})
    with pytest.raises(InputError, match=r"was played with another hurlyburly/wall\.toml"):
        next(of_game(tmp_path / "game.json", CATALOGUE))


def test_a_game_in_which_nothing_was_tried_is_refused(tmp_path: Path):
    """There is nothing to film yet."""
    file = tmp_path / "game.json"
    save(seat_bots(load_game("hurlyburly"), 2, seed=3), file)
    with pytest.raises(InputError, match="nothing was tried yet; play a shot first"):
        next(of_game(file, CATALOGUE))
