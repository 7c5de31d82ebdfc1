"""One off-screen context for all tests of the viewer; without OpenGL they are skipped and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import moderngl
import pytest

from sandbox.viewer.offscreen import NoOpenGL, Studio, open_context
from sandbox.viewer.quality import Tier


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
