"""Maps of rates: numbers that the law predicts, a picture, and one line for what cannot be varied."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from sandbox.errors import InputError
from sandbox.runner.executor import InlineExecutor
from sandbox.tuning.vary import (
    RateMap,
    as_json,
    check_picture,
    parse_axis,
    plan_map,
    print_map,
    run_map,
    save_picture,
)

SLIDE = """
title = "A block slides 121 mm at most"
[params]
speed = 0.8
[[place]]
name = "block"
component = "common/block"
[[act]]
launch = { body = "block", towards = [1000, 0, 4], speed = "$speed" }
[[act]]
settle = { timeout_s = 5 }
[[expect]]
moved = { body = "block", at_least_mm = 121 }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the scenario's file."""
    path = tmp_path / "slide.toml"
    path.write_text(SLIDE, encoding="utf-8")
    return path


def mapped(file: Path, *vary: str) -> RateMap:
    """Return the map of a scenario."""
    return run_map(*plan_map(file, vary), InlineExecutor())


def shown(found: RateMap, width: int) -> str:
    """Return what is printed."""
    out = io.StringIO()
    print_map(found, Console(file=out, width=width))
    return out.getvalue()


def test_a_verdict_flips_where_the_law_says(file: Path) -> None:
    """v² / 2 mu g = 121 mm at mu = 0.27 for 0.8 m/s."""
    found = mapped(file, "friction.beech_table=0.2:0.34:8")
    (flip,) = found.flips
    assert flip.where == {}
    assert flip.value == pytest.approx(0.27, abs=0.015)
    assert f"flips at friction.beech_table = {flip.value:.4g}" in shown(found, 80)


def test_a_verdict_may_flip_along_the_second_axis_only(file: Path) -> None:
    """Where the first parameter makes no difference the second one is told, and not that nothing flips."""
    found = mapped(file, "noise.angle_deg=0:1:2", "speed=0.6:1.0:2")
    assert [(flip.name, flip.where["noise.angle_deg"]) for flip in found.flips] == [("speed", 0.0), ("speed", 1.0)]
    assert "stays" not in shown(found, 80)


def test_two_axes_make_a_picture(file: Path, tmp_path: Path) -> None:
    """The grid of two parameters, as numbers within 80 columns, as JSON and as a PNG."""
    found = mapped(file, "friction.beech_table=0.2:0.34:5", "speed=0.6:1.0:5")
    assert found.rates.shape == (5, 5)
    assert found.rates[0, -1] == 1.0  # smooth and fast
    assert found.rates[-1, 0] == 0.0
    text = shown(found, 80)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "beech_table ↑  speed →" in text
    data = as_json(found)
    assert len(data["scenarios"][0]["points"]) == 25
    assert list(data["map"]["axes"]) == ["friction.beech_table", "speed"]
    picture = tmp_path / "map.png"
    pytest.importorskip("matplotlib")
    save_picture(found, picture)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_one_axis_makes_a_curve(file: Path, tmp_path: Path) -> None:
    """Rates of one parameter with their intervals, as SVG."""
    pytest.importorskip("matplotlib")
    picture = tmp_path / "map.svg"
    save_picture(mapped(file, "friction.beech_table=0.2:0.34:3"), picture)
    text = picture.read_text(encoding="utf-8")
    assert "friction.beech_table" in text
    assert "of 1 trials each; band: 95 % intervals" in text


def test_three_axes_are_scattered(file: Path) -> None:
    """More axes than a picture has: bands of a Latin hypercube."""
    found = mapped(file, "friction.beech_table=0.2:0.34", "speed=0.6:1.0", "profile.gravity=9:11")
    assert len(found.result.points) == 64
    assert "lowest fifth" in shown(found, 80)
    pytest.importorskip("matplotlib")
    with pytest.raises(InputError, match="one or two axes"):
        check_picture(Path("no.png"), found.axes)
    with pytest.raises(InputError, match=r"no.xyz: is no picture that can be drawn; write no.png"):
        check_picture(Path("no.xyz"), found.axes[:2])
    with pytest.raises(InputError, match="there is no such folder"):
        check_picture(file.parent / "nowhere" / "map.png", found.axes[:2])


@pytest.mark.parametrize("text", ["friction.card_card", "a=1", "a=1:x", "=1:2", "a=1:2:3:4", "a=0:inf"])
def test_a_wrong_axis_is_named(text: str) -> None:
    """One line that shows how to write it."""
    with pytest.raises(InputError, match="is not NAME=LOW:HIGH; write it like"):
        parse_axis(text)


@pytest.mark.parametrize(
    ("text", "said"), [("a=2:1", "from 2 to 1"), ("a=2:2", "from 2 to 2"), ("a=1:2:1", "for 1;")]
)
def test_a_range_that_is_none_is_named(text: str, said: str) -> None:
    """Reversed, empty, or of a single value."""
    with pytest.raises(InputError, match=said):
        parse_axis(text)


def test_what_is_not_there_cannot_be_varied(file: Path) -> None:
    """Unknown names, and one axis twice."""
    with pytest.raises(InputError, match="no parameter is called 'sped'; did you mean"):
        plan_map(file, ["sped=1:2"])
    with pytest.raises(InputError, match="is varied twice"):
        plan_map(file, ["speed=1:2", "speed=2:3"])
    with pytest.raises(InputError, match="is given by --param as well"):
        plan_map(file, ["speed=1:2"], params={"speed": 1.0})
    with pytest.raises(InputError, match="card_card: changes nothing: nothing in the scenario is of card"):
        plan_map(file, ["friction.card_card=0.2:0.3"])


def test_numbers_stand_out_on_every_colour() -> None:
    """Contrast of text on the map's colours is at least 4.5 to 1 (WCAG 2, AA): white on dark, black on light."""
    plots = pytest.importorskip("sandbox.tuning.map_plots")
    matplotlib = pytest.importorskip("matplotlib")

    def luminance(rgb: Sequence[float]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
        return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))

    for rate in np.linspace(0, 1, 21):
        back = matplotlib.colormaps["RdYlBu"](float(rate))[:3]
        text = matplotlib.colors.to_rgb(plots.readable_on(back))
        low, high = sorted((luminance(back), luminance(text)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, rate
