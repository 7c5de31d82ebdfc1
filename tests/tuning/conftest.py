"""A study of two made-up parameters that takes a second, and the measured tosses where they are."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.tuning.synthetic import EXAMPLES

pytest.importorskip("optuna", reason="tuning needs the extra `tune`")

TOSSES = Path(__file__).parents[3] / "shared" / "data" / "cube_tosses"


@pytest.fixture(scope="session")
def tosses() -> Path:
    """Return the folder of the measured tosses; they are not part of the project."""
    if not TOSSES.is_dir():
        pytest.skip(f"the measured tosses are not at {TOSSES}")
    return TOSSES


@pytest.fixture
def slides(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies the shipped study `slides`, smaller and with changes to its text."""

    def make(*changes: tuple[str, str], data: Callable[[str], str] | None = None) -> Path:
        for name in ("slides.toml", "slides.csv", "drops.csv", "slide.toml", "drop.toml"):
            shutil.copy(EXAMPLES / name, tmp_path / name)
        study = tmp_path / "slides.toml"
        text = study.read_text(encoding="utf-8")
        small = (("training = 14", "training = 5"), ("trials = 64", "trials = 16\nrefine = 1\nmorris = 0"))
        for old, new in (*small, *changes):
            assert old in text, old
            text = text.replace(old, new, 1)
        study.write_text(text, encoding="utf-8")
        if data is not None:
            file = tmp_path / "slides.csv"
            file.write_text(data(file.read_text(encoding="utf-8")), encoding="utf-8")
        return study

    return make
