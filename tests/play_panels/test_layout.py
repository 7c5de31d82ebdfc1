"""Panels stand beside each other and inside the window, whatever its size."""

from __future__ import annotations

import itertools

import pytest

from sandbox.play.panels.layout import Rect, places, scale_for

SIZES = [(640, 400), (960, 540), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440), (3840, 2160)]


@pytest.mark.parametrize("size", SIZES)
def test_no_panel_lies_on_another(size: tuple[int, int]):
    """Left, right, clock, hint and message have room of their own."""
    place = places(size, scale_for(size))
    panels = {name: getattr(place, name) for name in ("bar", "left", "right", "time", "hint")}
    panels["toast"] = place.toast
    for (one, a), (other, b) in itertools.combinations(panels.items(), 2):
        assert not a.overlaps(b), f"{one} lies on {other} at {size}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("has_right", [True, False])
def test_all_panels_are_in_the_window(size: tuple[int, int], has_right: bool):
    """Nothing reaches over an edge, and nothing has no room."""
    place = places(size, scale_for(size), has_right=has_right)
    for name in ("bar", "left", "right", "time", "hint", "toast", "middle", "menu"):
        rect: Rect = getattr(place, name)
        assert rect.x >= 0, name
        assert rect.y >= 0, name
        assert rect.right <= size[0], name
        assert rect.bottom <= size[1], name
        assert rect.width >= 60 * scale_for(size), name
        assert rect.height >= 30 * scale_for(size), name


def test_the_table_keeps_three_tenths_of_the_window():
    """Between the panels on both sides one still sees what one plays."""
    for size in SIZES:
        place = places(size, scale_for(size))
        assert place.right.x - place.left.right >= size[0] * 0.3, size


def test_large_windows_have_large_letters():
    """The scale is 1 up to 1000 units of height and grows with it from there; narrow windows have smaller ones."""
    assert scale_for((1440, 900)) == scale_for((960, 540)) == 1.0
    assert 0.7 < scale_for((640, 400)) < 0.8
    assert scale_for((3840, 2160)) == pytest.approx(2.16)
    assert scale_for((2560, 1440), 2.0) == 2.0
    assert scale_for((1280, 800), 2.0) == pytest.approx(2 * scale_for((640, 400)))
