"""Films are whole or not there; their frames are the pictures that were given."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest

from sandbox.errors import BadFile, InputError
from sandbox.play.record import Movie, Recorder, free_name, shot
from sandbox.viewer.png import read_png

SIZE = (64, 48)


def picture(value: int, channels: int = 3, size: tuple[int, int] = SIZE) -> np.ndarray:
    """Return a picture whose upper half is light and whose red grows with `value`."""
    pixels = np.full((size[1], size[0], channels), 40, dtype=np.uint8)
    pixels[: size[1] // 2] = 200
    pixels[..., 0] = value
    return pixels


def read(path: Path) -> tuple[list[np.ndarray], float]:
    """Return the frames of a film, and how many there are a second."""
    with av.open(str(path)) as film:
        rate = float(film.streams.video[0].average_rate)
        return [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)], rate


def test_a_film_shows_what_was_given(tmp_path: Path):
    """Order, rate, size and colours come back, the top row on top."""
    path = tmp_path / "a.mp4"
    with Movie(path, SIZE, 25) as movie:
        for value in range(0, 250, 10):
            movie.add(picture(value))
    frames, rate = read(path)
    assert (len(frames), rate) == (25, 25.0)
    for number, frame in enumerate(frames):
        assert frame.shape == (48, 64, 3)
        wanted = picture(number * 10).astype(float)
        assert np.abs(frame.astype(float)[4:20] - wanted[4:20]).mean() < 12
        assert np.abs(frame.astype(float)[28:44] - wanted[28:44]).mean() < 12


def _break_off(path: Path, error: type[BaseException]) -> None:
    with Movie(path, SIZE, 25) as movie:
        movie.add(picture(1))
        raise error


def test_what_is_given_up_leaves_nothing(tmp_path: Path):
    """An error or Ctrl-C in the middle: no file, no half of one; an older film of that name stays as it was."""
    path = tmp_path / "a.mp4"
    path.write_bytes(b"older")
    for error in (RuntimeError, KeyboardInterrupt):
        with pytest.raises(error):
            _break_off(path, error)
    assert [each.name for each in tmp_path.iterdir()] == ["a.mp4"]
    assert path.read_bytes() == b"older"


def test_a_film_without_a_frame_is_none(tmp_path: Path):
    """Started and stopped at once: no file."""
    with Movie(tmp_path / "a.mp4", SIZE, 25):
        pass
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_a_film_is_one_line(tmp_path: Path):
    """Wrong ending, missing folder, odd edges: each says what to do instead, and nothing is opened."""
    with pytest.raises(BadFile, match=r"is no MP4 file; write a\.mp4"):
        Movie(tmp_path / "a.avi", SIZE, 25)
    with pytest.raises(BadFile, match="make the folder"):
        Movie(tmp_path / "no" / "a.mp4", SIZE, 25)
    with pytest.raises(InputError, match="both must be even, from 16 on; take 64x48"):
        Movie(tmp_path / "a.mp4", (65, 49), 25)
    (tmp_path / "a.mp4").mkdir()
    with pytest.raises(BadFile, match="is a folder"):
        Movie(tmp_path / "a.mp4", SIZE, 25)
    assert [each.name for each in tmp_path.iterdir()] == ["a.mp4"]


def test_without_pyav_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The extra is named; nothing is written."""
    monkeypatch.setitem(__import__("sys").modules, "av", None)
    with pytest.raises(InputError, match=r"pip install 'sandbox-referee\[play\]'"):
        Movie(tmp_path / "a.mp4", SIZE, 25)
    assert list(tmp_path.iterdir()) == []


def test_a_film_of_the_window_runs_as_fast_as_what_was_seen(tmp_path: Path):
    """Frames that took long are kept for as long; the film lasts as long as the play did."""
    recorder = Recorder()
    recorder.start(tmp_path / "a.mp4", (65, 49), 30)
    for number in range(20):
        seconds = 1 / 60 if number % 2 else 1 / 12
        recorder.frame(picture(number * 10, 4, (65, 49)), recorder.wants(seconds))
    said = recorder.stop()
    frames, _ = read(tmp_path / "a.mp4")
    assert len(frames) / 30 == pytest.approx(1.0, abs=0.04)
    assert frames[0].shape == (48, 64, 3)
    assert said.startswith(f"{tmp_path / 'a.mp4'}: 1.0 s")
    assert not recorder.is_on
    assert recorder.stop() == "no film is being made"


def test_a_window_that_is_resized_does_not_end_its_film(tmp_path: Path):
    """Smaller pictures are filled with black, larger ones are cut."""
    recorder = Recorder()
    recorder.start(tmp_path / "a.mp4", SIZE, 10)
    for size in (SIZE, (32, 24), (100, 90)):
        recorder.frame(picture(100, 4, size))
    recorder.stop()
    frames, _ = read(tmp_path / "a.mp4")
    assert len(frames) == 3
    assert frames[1][30:, 40:].mean() < 30


def test_pictures_have_names_of_their_own(tmp_path: Path):
    """Two in one second are two files; they hold what was shown."""
    first, second = shot(tmp_path, picture(10, 4)), shot(tmp_path, picture(20))
    assert first != second
    assert np.array_equal(read_png(first), picture(10))
    assert np.array_equal(read_png(second), picture(20))
    assert free_name(tmp_path, "film", ".mp4").suffix == ".mp4"
