"""One off-screen context for all tests of the viewer, skipped without OpenGL; one window for those of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import moderngl
import pytest

from sandbox.viewer.offscreen import NoOpenGL, Studio, open_context
from sandbox.viewer.quality import Tier

if TYPE_CHECKING:
    from tests.viewer.window_kit import Person


@pytest.fixture(scope="session")
def opened_once() -> Iterator[moderngl.Context]:
    """Return a context that needs no display."""
    try:
        opened = open_context()
    except NoOpenGL as error:
        pytest.skip(str(error))
    yield opened
    opened.release()


@pytest.fixture
def context(opened_once: moderngl.Context) -> Iterator[moderngl.Context]:
    """Return the one context, made current: windows of tests before may have left theirs, or none."""
    with opened_once:
        yield opened_once


@pytest.fixture
def studio(context: moderngl.Context) -> Iterator[Callable[[tuple[int, int], Tier], Studio]]:
    """Return a maker of studios on the shared context; they are closed afterwards."""
    made: list[Studio] = []

    def make(size: tuple[int, int], tier: Tier) -> Studio:
        made.append(Studio(size, tier, context=context))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture(scope="module")
def window_size() -> tuple[int, int]:
    """Return how large the window of `person` is; a file that wants another has a fixture of this name."""
    from tests.viewer import window_kit  # only tests of windows load what a window needs

    return window_kit.SIZE


@pytest.fixture(scope="module")
def person(window_size: tuple[int, int], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Return somebody at a window whose files lie apart."""
    from tests.viewer import window_kit

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        made = window_kit.Person(window_size)
        yield made
        made.leave()
