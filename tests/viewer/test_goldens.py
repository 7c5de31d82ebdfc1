"""Every material still looks as it did when somebody looked at it and was content.

The goldens were drawn by Mesa's software renderer. Another driver rounds differently, so pictures are compared as
an eye would from afar (`kit.apart`), with a tolerance that any two different materials miss by far.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandbox.viewer.offscreen import Studio
from sandbox.viewer.png import read_png, write_png
from sandbox.viewer.quality import Tier
from tests.viewer import goldens
from tests.viewer.kit import apart

MEAN, WORST = 1.5, 16.0
"""Steps of 255 by which a picture may be off, on average and at its worst place."""


@pytest.mark.parametrize("name", goldens.NAMES)
def test_a_material_looks_as_it_did(
    studio: Callable[[tuple[int, int], Tier], Studio], name: str, tmp_path_factory: pytest.TempPathFactory
):
    """The picture is the golden one to an eye; where it is not, it is kept for looking at."""
    drawn = goldens.draw(studio(goldens.SIZE, goldens.TIER), name)
    mean, worst = apart(drawn, read_png(goldens.FOLDER / f"{name}.png"))
    if mean > MEAN or worst > WORST:
        kept = tmp_path_factory.getbasetemp() / f"{name}.png"
        write_png(kept, drawn)
        pytest.fail(
            f"{name} is off by {mean:.1f} on average and {worst:.0f} at worst; look at {kept}, and when it is "
            "meant, run python -m tests.viewer.goldens"
        )


def test_the_tolerance_tells_materials_apart():
    """No golden passes for another: the comparison is strong enough to notice a wrong shader."""
    pictures = {name: read_png(goldens.FOLDER / f"{name}.png") for name in goldens.NAMES}
    for one in pictures:
        for other in pictures:
            mean, worst = apart(pictures[one], pictures[other])
            assert (mean > MEAN or worst > WORST) == (one != other), (one, other, mean, worst)


def test_goldens_are_small():
    """All of them together stay below half a megabyte."""
    assert sum(file.stat().st_size for file in goldens.FOLDER.glob("*.png")) < 500_000
