"""Generators put pieces where statics wants them, by the names that the documents promise."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.physics.statics import harmonic_reach
from sandbox.scenario.layout import place, with_noise
from sandbox.scenario.schema_layout import Place
from sandbox.scenario.schema_words import Noise

GET = Catalogue().get


def made(**table: object) -> dict[str, object]:
    """Return the placements of one [[place]] by name."""
    return {each.name: each for each in place(Place.model_validate({"name": "x", **table}), GET, {})}


def test_a_tower_has_the_names_of_its_levels() -> None:
    """Walls and platforms are numbered from the table up, the flag is on top."""
    order = Place.model_validate({"name": "red", "tower": {"levels": 2, "walls": 2, "flag": True}})
    assert tuple(each.name for each in place(order, GET, {})) == (
        "red.level1.wall1",
        "red.level1.wall2",
        "red.level1.platform",
        "red.level2.wall1",
        "red.level2.wall2",
        "red.level2.platform",
        "red.flag",
    )


@pytest.mark.parametrize("walls", [1, 2])
def test_the_levels_of_a_tower_touch_without_overlap(walls: int) -> None:
    """Each piece's bottom is exactly the top of what is below."""
    pieces = list(place(Place.model_validate({"name": "t", "tower": {"levels": 3, "walls": walls}}), GET, {}))
    tops = {0.0}
    for piece in pieces:
        bottom = piece.box[0][2]
        assert min(abs(bottom - top) for top in tops) < 1e-12
        tops.add(piece.box[1][2])


def test_a_harmonic_stack_reaches_as_far_as_statics_says() -> None:
    """The top piece of four ends at the harmonic reach past x = 0."""
    pieces = made(stack={"component": "common/block", "count": 4, "harmonic": 1.0})
    reach = max(piece.box[1][0] for piece in pieces.values())
    assert reach == pytest.approx(harmonic_reach(0.048, 4), abs=1e-9)


def test_a_turned_generator_turns_as_a_whole() -> None:
    """turn_deg = 90 takes a row along x to a row along y."""
    row = {"component": "common/domino", "count": 3, "pitch_mm": 25}
    turned = made(row=row, turn_deg=90.0)
    assert turned["x.3"].pose.position[:2] == pytest.approx((0.0, 0.05))


def test_two_leaning_cards_meet_and_stand_on_the_table() -> None:
    """Their boxes touch at x = 0 and their feet are at z = 0."""
    cards = made(frame={"lean_deg": 20.0})
    left, right = cards["x.left"].box, cards["x.right"].box
    assert left[1][0] == pytest.approx(0.0, abs=1e-12)
    assert right[0][0] == pytest.approx(0.0, abs=1e-12)
    assert left[0][2] == right[0][2] == pytest.approx(0.0, abs=1e-12)


def test_on_puts_the_lowest_point_on_the_highest_of_the_other() -> None:
    """A cube on a post stands at the post's height."""
    order = Place.model_validate({"name": "c", "component": "common/cube", "on": "post"})
    (cube,) = place(order, GET, {"post": ((0, 0, 0), (0.03, 0.03, 0.06))})
    assert cube.box[0][2] == pytest.approx(0.06)


def test_noise_moves_and_turns_but_never_lifts() -> None:
    """The lowest point stays where it was, however the piece is turned and tilted."""
    (block,) = made(component="common/block", at_mm=[10.0, 20.0, 30.0]).values()
    noise = Noise(position_mm=1.0, angle_deg=5.0, tilt_deg=3.0)
    rng = np.random.default_rng(1)
    moved = [with_noise(block, noise, rng) for _ in range(200)]
    assert all(each.box[0][2] == pytest.approx(0.03, abs=1e-12) for each in moved)
    x = np.array([each.pose.position[0] for each in moved])
    assert np.std(x) == pytest.approx(1e-3, rel=0.2)
    assert np.mean(x) == pytest.approx(0.01, abs=3e-4)


def test_noise_draws_the_same_numbers_whatever_the_sigmas() -> None:
    """Trials with one seed at two points of a sweep differ by the sigma only."""
    (block,) = made(component="common/block").values()
    small = with_noise(block, Noise(position_mm=1.0), np.random.default_rng(3)).pose.position
    large = with_noise(block, Noise(position_mm=2.0, angle_deg=1.0), np.random.default_rng(3)).pose.position
    assert large[0] == pytest.approx(2 * small[0])
    assert large[1] == pytest.approx(2 * small[1])


def test_a_piece_may_have_its_own_noise() -> None:
    """A fixed piece has none, another its own instead of the scenario's."""
    own = made(component="common/block", noise={"position_mm": 0.0})["x"]
    held = made(component="common/block", fixed=True)["x"]
    for piece in (own, held):
        assert with_noise(piece, Noise(position_mm=5.0), np.random.default_rng(1)).pose == piece.pose


def test_a_dock_reaches_as_far_as_asked() -> None:
    """The first strip's tip is `overhang_mm` past the bank's edge; the second laps over it."""
    dock = made(dock={"overhang_mm": 60.0, "strips": 2, "lap_mm": 40.0, "stones": ["burp/stone", "burp/stone"]})
    assert dock["x.bank"].box[1][0] == pytest.approx(0.0)
    assert dock["x.strip1"].box[1][0] == pytest.approx(0.06)
    assert dock["x.strip2"].box[0][0] == pytest.approx(0.02)
    assert dock["x.stone2"].box[0][2] == pytest.approx(dock["x.strip2"].box[1][2])
