"""2,000 random drags: carried, jerked, pressed into the table and into towers, out of the window, thrown."""

from __future__ import annotations

import pytest

from sandbox.play.grab_feel import RELEASE
from tests.play.drags import random_drags


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(20))
def test_drags_do_no_harm(seed: int) -> None:
    """A hundred a seed: nobody is faster than allowed or falls through, who is not touched stays to 0.1 mm."""
    found = random_drags(100, seed)
    print(f"{found.drags} drags: {found.fastest:.2f} m/s, untouched {1000 * found.stillest:.4f} mm")  # noqa: T201
    assert found.problems == []
    assert found.fastest <= RELEASE
    assert found.stillest <= 1e-4
