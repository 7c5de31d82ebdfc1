"""Marks are where they belong, as wide as told, and faint where something hides them."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl
import numpy as np
import pytest

from sandbox.geometry import Pose
from sandbox.play.marks import Arrow, Dot, Label, Line, Ring
from sandbox.play.overlay import Overlay, gather, labels
from sandbox.play.picture import read
from sandbox.viewer.camera import Camera
from sandbox.viewer.png import Pixels
from sandbox.viewer.scene import Cast
from tests.viewer.kit import CATALOGUE, snapshot

SIZE = (320, 240)
TOP = Camera(azimuth_deg=-90, elevation_deg=89, distance=0.5)


class Board:
    """A grey picture with depth, to draw marks on."""

    def __init__(self, context: moderngl.Context) -> None:
        self.overlay = Overlay(context)
        self.target = context.framebuffer([context.texture(SIZE, 4)], context.depth_renderbuffer(SIZE))

    def draw(self, *marks: object, depth: float = 1.0, scale: float = 1.0, camera: Camera = TOP) -> Pixels:
        """Return the picture of marks; everything in it has one depth, 0 nearest."""
        self.target.clear(0.5, 0.5, 0.5, depth=depth)
        self.overlay.draw(gather(marks, scale), camera, self.target)
        return read(self.target, SIZE)

    def release(self) -> None:
        """Give everything back."""
        self.overlay.release()
        self.target.release()


@pytest.fixture
def board(context: moderngl.Context) -> Iterator[Board]:
    """Return a board on the shared context."""
    made = Board(context)
    yield made
    made.release()


def coloured(pixels: Pixels) -> np.ndarray:
    """Return which pixels are not grey, the bottom row first."""
    return (np.abs(pixels.astype(int) - 128).max(axis=2) > 40)[::-1]


def across(line: Line, board: Board, scale: float = 1.0) -> float:
    """Return how many pixels wide a line along x is drawn, at its middle."""
    pixels = board.draw(line, scale=scale).astype(float)[::-1]
    return float(np.abs(pixels[:, SIZE[0] // 2, 2] - 128).sum() / 127)


@pytest.mark.parametrize(("width", "scale"), [(1.5, 1.0), (3.0, 1.0), (3.0, 2.0), (8.0, 1.0)])
def test_a_line_is_as_wide_as_told(board: Board, width: float, scale: float):
    """In pixels of the window, whatever its distance; on fine screens in as many more."""
    line = Line(np.array([(-0.1, 0.0, 0.0), (0.1, 0.0, 0.0)]), "#0000ff", width)
    assert across(line, board, scale) == pytest.approx(width * scale, rel=0.12)


def test_a_line_lies_where_its_ends_are(board: Board):
    """It is drawn between the pixels that the camera says."""
    ends = np.array([(-0.07, 0.03, 0.02), (0.06, -0.04, 0.05)])
    rows, columns = np.nonzero(coloured(board.draw(Line(ends, "#ff0000", 2.0))))
    seen = TOP.project(ends, SIZE)
    assert columns.min() == pytest.approx(seen[:, 0].min(), abs=2)
    assert columns.max() == pytest.approx(seen[:, 0].max(), abs=2)
    assert rows.min() == pytest.approx(seen[:, 1].min(), abs=2)
    assert rows.max() == pytest.approx(seen[:, 1].max(), abs=2)


def test_what_is_hidden_is_faint(board: Board):
    """Behind something a line is seen a little, and one that is on top as if nothing were there."""
    ends = np.array([(-0.1, 0.0, 0.0), (0.1, 0.0, 0.0)])

    def strength(on_top: bool, depth: float) -> float:
        drawn = board.draw(Line(ends, "#0000ff", 4.0, on_top=on_top), depth=depth).astype(float)
        return float(np.abs(drawn[:, :, 2] - 128).max())

    assert strength(False, 1.0) == strength(True, 1.0) == strength(True, 0.0)
    assert 0.1 < strength(False, 0.0) / strength(False, 1.0) < 0.35


def test_what_is_behind_the_eye_is_cut_off(board: Board):
    """A line from before the eye to behind it does not come out on the other side."""
    eye = Camera(azimuth_deg=-90, elevation_deg=2, distance=0.3)
    drawn = coloured(board.draw(Line(np.array([(0.0, 0.1, 0.0), (0.02, -2.0, -0.3)]), "bad", 3.0), camera=eye))
    rows, _ = np.nonzero(drawn)
    assert drawn.any()
    assert rows.max() < SIZE[1] * 0.6
    assert not coloured(board.draw(Line(np.array([(0, -2, 0), (0, -3, 0)]), "bad", 3.0), camera=eye)).any()


def test_dashes_leave_gaps(board: Board):
    """About half of a dashed line is there."""
    ends = np.array([(-0.1, 0.0, 0.0), (0.1, 0.0, 0.0)])
    whole = coloured(board.draw(Line(ends, "#0000ff", 3.0))).any(axis=0).sum()
    dashed = coloured(board.draw(Line(ends, "#0000ff", 3.0, dashed=6.0))).any(axis=0).sum()
    assert 0.35 < dashed / whole < 0.8


def test_dots_rings_and_arrows(board: Board):
    """A dot has its size in pixels, a ring its radius in metres, an arrow's head is wider than its shaft."""
    dot = coloured(board.draw(Dot((0.0, 0.0, 0.0), "#0000ff", 12.0)))
    assert dot.any(axis=0).sum() == pytest.approx(14, abs=2)  # with its rim
    rows, columns = np.nonzero(coloured(board.draw(Ring((0.0, 0.0, 0.0), 0.06, "#0000ff"))))
    edge = TOP.project([(0.06, 0.0, 0.0)], SIZE)[0, 0]
    assert columns.max() == pytest.approx(edge, abs=2)
    assert np.ptp(columns) == pytest.approx(np.ptp(rows), abs=2)
    arrow = coloured(board.draw(Arrow((-0.08, 0.0, 0.0), (0.08, 0.0, 0.0), "#0000ff")))
    thick = arrow.sum(axis=0)[arrow.any(axis=0)]
    assert thick[: len(thick) // 2].max() <= 4 < thick.max()


def test_nothing_draws_nothing(board: Board):
    """No marks, and labels only, leave the picture as it was; labels say where they go."""
    marks = [Label((0.0, 0.0, 0.0), "here"), Label((5.0, 0.0, 0.0), "outside")]
    assert not coloured(board.draw()).any()
    assert not coloured(board.draw(*marks)).any()
    ((x, y, text, _),) = labels(marks, TOP, SIZE)
    assert text == "here"
    assert (x, y) == pytest.approx((SIZE[0] / 2, SIZE[1] / 2), abs=2)


def test_an_outline_goes_around_its_piece(board: Board):
    """It touches the piece on all sides, has the colour of what it says, and leaves the piece itself alone."""
    kind = CATALOGUE.get("common/block")
    camera = Camera(elevation_deg=40, distance=0.3)
    names = {"a": Pose((-0.03, 0, 0)), "b": Pose((0.05, 0, 0))}
    shown = Cast(dict.fromkeys(names, kind), CATALOGUE.materials).scene(snapshot(names))
    board.target.clear(0.5, 0.5, 0.5, depth=0.0)  # hidden by something: outlines are seen all the same
    board.overlay.outline(shown, {"a": "bad"}, camera, board.target)
    drawn = read(board.target, SIZE)
    rows, columns = np.nonzero(coloured(drawn))
    corners = camera.project(shown.points("a"), SIZE)
    assert columns.min() == pytest.approx(corners[:, 0].min(), abs=4)
    assert columns.max() == pytest.approx(corners[:, 0].max(), abs=4)
    assert rows.max() == pytest.approx(corners[:, 1].max(), abs=4)
    middle = camera.project([(-0.03, 0.0, 0.0)], SIZE)[0]
    assert not coloured(drawn)[int(middle[1]), int(middle[0])]
    strongest = drawn[::-1][rows, columns]
    assert (strongest[:, 0] > strongest[:, 2]).all()
