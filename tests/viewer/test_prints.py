"""Prints drawn from data: readable, in place, the same every time."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.viewer import glyphs
from sandbox.viewer.atlas import LAYER, colour_of, draw_face
from sandbox.viewer.faces import Face, accent_of, default_print
from sandbox.viewer.textures import SIZE, noise

NUMBERS = [Face("number", str(number), "#2180c9") for number in range(-3, 16)]
ARTS = [
    Face("suit", "7 heart", "#c0342b"),
    Face("suit", "A spade", "#222222"),
    Face("suit", "K club", "#222222"),
    Face("suit", "10 diamond", "#c0342b"),
    Face("back"),
    Face("wall", size=(0.0437, 0.063)),
    Face("platform"),
    Face("sack", size=(0.0437, 0.063)),
    Face("domino", "5 3", "#222222", (0.024, 0.048)),
]


@pytest.mark.parametrize("face", [*NUMBERS, *ARTS], ids=lambda face: f"{face.art}-{face.text}")
def test_ink_is_premultiplied_and_keeps_off_the_edge(face: Face):
    """No colour is brighter than its ink allows, and the outermost millimetre is bare, where cards are cut."""
    pixels = draw_face(face)
    assert pixels.shape == (LAYER[1], LAYER[0], 4)
    assert (pixels[..., :3].max(axis=-1) <= pixels[..., 3].astype(int) + 1).all()
    assert 0.004 < (pixels[..., 3] > 128).mean() < 0.99
    edge = np.concatenate([pixels[0, :, 3], pixels[-1, :, 3], pixels[:, 0, 3], pixels[:, -1, 3]])
    assert edge.max() == 0


def test_faces_are_drawn_the_same_every_time():
    """The same data gives the same bits, also without the cache."""
    first = draw_face(ARTS[0]).copy()
    draw_face.cache_clear()
    assert (draw_face(ARTS[0]) == first).all()


def test_numbers_differ_from_one_another():
    """Any two numbers differ in at least a hundredth of the disc they stand in."""
    discs = [draw_face(face)[150:300, 80:240].astype(int) for face in NUMBERS]
    for i, one in enumerate(discs):
        for other in discs[:i]:
            assert (np.abs(one - other).sum(axis=-1) > 200).mean() > 0.01


def test_a_number_stands_upright_twice():
    """The lower right corner is the upper left one turned by half a circle, so it reads from both seats."""
    ink = draw_face(NUMBERS[9])[..., 3].astype(int)
    corner = ink[-90:, :80]
    assert (corner > 128).any()
    assert np.abs(ink[:90, -80:][::-1, ::-1] - corner).max() <= 2


def test_suits_are_symmetric_and_solid():
    """Hearts and clubs mirror left to right, and the ink in their middle has no hole."""
    for face in ARTS[:4]:
        ink = draw_face(face)[120:330, 60:260, 3].astype(int)
        assert np.abs(ink - ink[:, ::-1]).mean() < 6
        column = ink[:, 99:101].max(axis=1) > 128
        inside = np.flatnonzero(column)
        assert column[inside[0] : inside[-1] + 1].all(), face.text


def test_domino_pips_are_counted():
    """Each half has as many pips as the text says: counted as separate blots."""
    for text in ("0 6", "5 3", "1 2", "4 4"):
        ink = draw_face(Face("domino", text, "#222222", (0.024, 0.048)))[..., 3] > 128
        for half, wanted in zip((ink[: LAYER[1] // 2 - 12], ink[LAYER[1] // 2 + 12 :]), text.split(), strict=True):
            assert blots(half) == int(wanted)


def blots(ink: np.ndarray) -> int:
    """Return how many separate blots there are (scipy is a dependency of the engine room)."""
    from scipy.ndimage import label

    return int(label(ink)[1])


def test_glyphs_stay_in_their_box():
    """Letters end at the cap line and sit on the baseline; an unknown character is a question mark."""
    for letter in glyphs.known():
        lines = glyphs.segments(letter)
        if letter == " ":
            assert len(lines) == 0
            continue
        assert lines[:, [1, 3]].min() >= -0.07
        assert lines[:, [1, 3]].max() <= 1.0 + 1e-9
        assert lines[:, [0, 2]].min() >= -0.03
        assert lines[:, [0, 2]].max() <= glyphs.advance(letter) + 0.04
    assert (glyphs.segments("~") == glyphs.segments("?")).all()
    assert glyphs.advance("12") == pytest.approx(glyphs.advance("1") + glyphs.advance("2") + glyphs.SPACING)


def test_shipped_pieces_wear_something():
    """Walls, platforms, cards and dominoes have prints; others none; names choose colour and number."""
    size = (0.063, 0.088)
    assert default_print("common/block", "a", size) is None
    assert default_print("hurlyburly/wall", "red.level1.wall1", size) == default_print(
        "hurlyburly/wall", "red.x", size
    )
    card = default_print("common/card", "hand.7", size)
    assert card is not None
    assert card.front is not None
    assert card.front.text == "7"
    assert card.back is not None
    assert accent_of("red.flag") == "#c0342b"
    assert accent_of("reddish.flag") is None


def test_colours_are_read_from_hex():
    """Two digits each for red, green and blue."""
    assert colour_of("#ff8000") == pytest.approx((1, 128 / 255, 0))


def test_noise_repeats_without_a_seam():
    """The step across the edge is as small as any other, in each of the four planes."""
    planes = noise().astype(float)
    assert planes.shape == (SIZE, SIZE, 4)
    for axis in (0, 1):
        steps = np.abs(np.diff(planes, axis=axis)).mean(axis=(0, 1))
        seam = np.abs(planes.take(0, axis=axis) - planes.take(-1, axis=axis)).mean(axis=0)
        assert (seam < 1.5 * steps + 0.004).all()
    assert planes.mean(axis=(0, 1)) == pytest.approx(0.5, abs=0.01)


def test_fibres_run_along_x():
    """Wood's fibres change three times as fast across as along."""
    fibre = noise()[..., 3].astype(float)
    assert np.abs(np.diff(fibre, axis=0)).mean() > 3 * np.abs(np.diff(fibre, axis=1)).mean()
