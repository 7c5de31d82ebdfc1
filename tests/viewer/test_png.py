"""PNG files: what is written is what is read, here and by others."""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sandbox.errors import BadFile
from sandbox.viewer.png import from_png, read_png, to_png, write_png

pictures = st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(lambda size: arrays(np.uint8, (*size, 3)))


def gradient(height: int = 40, width: int = 60) -> np.ndarray:
    """Return a smooth picture."""
    y, x = np.mgrid[:height, :width]
    return np.stack([3 * x, 5 * y, x * y], axis=-1).astype(np.uint8)


@given(pictures)
def test_a_picture_comes_back(pixels: np.ndarray):
    """Any picture survives the round trip."""
    assert (from_png(to_png(pixels)) == pixels).all()


def test_others_read_it_too():
    """Another reader (pypng, which pyglet carries) sees the same pixels."""
    from pyglet.extlibs import png

    pixels = gradient()
    width, height, rows, about = png.Reader(bytes=to_png(pixels)).read()
    assert (width, height, about["planes"], about["bitdepth"]) == (60, 40, 3, 8)
    assert (np.array([list(row) for row in rows]).reshape(40, 60, 3) == pixels).all()


def test_filters_make_it_small():
    """A smooth picture takes a small part of its raw size, and less than without filters."""
    pixels = gradient(200, 300)
    assert len(to_png(pixels)) < len(zlib.compress(pixels.tobytes(), 9)) / 2


def test_files_are_written_and_read(tmp_path: Path):
    """The returned size is the file's."""
    file = tmp_path / "a.png"
    assert write_png(file, gradient()) == file.stat().st_size
    assert (read_png(file) == gradient()).all()


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR123"])
def test_what_is_no_picture_is_refused_in_one_line(tmp_path: Path, data: bytes):
    """Broken files raise BadFile with the file's name."""
    file = tmp_path / "broken.png"
    file.write_bytes(data)
    with pytest.raises(BadFile, match=r"broken\.png") as caught:
        read_png(file)
    assert "\n" not in str(caught.value)


def test_places_that_cannot_be_written_are_named(tmp_path: Path):
    """A folder is no file; a missing file is missing."""
    with pytest.raises(BadFile, match="cannot be written"):
        write_png(tmp_path, gradient())
    with pytest.raises(BadFile, match="no such file"):
        read_png(tmp_path / "none.png")
