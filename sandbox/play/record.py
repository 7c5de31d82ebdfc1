"""Pictures and films of what is on the screen. Speaks PyAV, which is loaded with the first film."""

from __future__ import annotations

import contextlib
import time
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from sandbox.errors import BadFile, InputError
from sandbox.viewer.png import Pixels, write_png

__all__ = ["CODECS", "Movie", "Recorder", "shot"]

CODECS = (
    ("libx264", {"crf": "18", "preset": "veryfast"}),
    ("libopenh264", {"b": "8M"}),
    ("mpeg4", {"qscale": "3"}),
)
"""Encoders that are tried in turn, and what they are told."""

LEAST = 16
"""Pixels along an edge."""


def load_av() -> Any:  # noqa: ANN401 (a module)
    """Return PyAV.

    Raises:
        InputError: It is not installed.
    """
    try:
        import av
    except ImportError:
        raise InputError("films need PyAV, which is not here; pip install 'sandbox-referee[play]'") from None
    return av


class Movie:
    """An MP4 file that is made frame by frame: whole when it is closed, not there when it is given up.

    Args:
        path: The file, ending in `.mp4`.
        size: Width and height in pixels, even.
        fps: Frames a second.

    Raises:
        BadFile: It cannot be written, or is of another kind.
        InputError: The size is odd or too small; PyAV is not installed.
    """

    def __init__(self, path: Path, size: tuple[int, int], fps: int) -> None:
        if path.suffix.lower() != ".mp4":
            raise BadFile(path, "is no MP4 file", instead=f"write {path.with_suffix('.mp4').name}")
        if not path.resolve().parent.is_dir():
            raise BadFile(path, "cannot be written", instead=f"make the folder {path.parent} first")
        if path.is_dir():
            raise BadFile(path, "is a folder", instead="name a file")
        if size[0] % 2 or size[1] % 2 or min(size) < LEAST:
            even = f"{max(size[0] // 2 * 2, LEAST)}x{max(size[1] // 2 * 2, LEAST)}"
            raise InputError(f"a film of {size[0]}x{size[1]} pixels: both must be even, from 16 on; take {even}")
        self.path, self.size, self.fps = path, size, fps
        self.frames = 0
        self._part = path.with_name(path.name + ".part")
        self._av = load_av()
        try:
            self._container = self._av.open(str(self._part), "w", format="mp4", options={"movflags": "+faststart"})
        except (OSError, self._av.FFmpegError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BadFile(path, f"cannot be written ({reason})", instead="choose another place") from None
        self._stream = self._add_stream()

    def _add_stream(self) -> Any:  # noqa: ANN401 (PyAV's stream)
        for name, options in CODECS:
            try:
                stream = self._container.add_stream(name, rate=Fraction(self.fps))
            except (ValueError, self._av.FFmpegError):
                continue
            stream.width, stream.height = self.size
            stream.pix_fmt = "yuv420p"
            stream.options = options
            # What the eye sees is sRGB; players take this matrix for pictures of this size.
            stream.codec_context.color_range = 1
            return stream
        self.abort()
        raise InputError("this PyAV has no encoder for MP4; install it again: pip install --force-reinstall av")

    def add(self, pixels: Pixels) -> None:
        """Add a picture, `(height, width, 3) uint8` (or 4 channels), the top row first."""
        assert pixels.shape[:2] == (self.size[1], self.size[0]), f"a picture of {pixels.shape}"
        form = "rgb24" if pixels.shape[2] == 3 else "rgba"
        frame = self._av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels), format=form)
        for packet in self._stream.encode(frame):
            self._container.mux(packet)
        self.frames += 1

    def close(self) -> int:
        """Finish the file and return its size in bytes; one without a frame is given up."""
        if not self.frames:
            self.abort()
            return 0
        for packet in self._stream.encode():
            self._container.mux(packet)
        self._container.close()
        self._part.replace(self.path)
        return self.path.stat().st_size

    def abort(self) -> None:
        """Give it up; nothing is left, and a file of that name that was there before stays."""
        with contextlib.suppress(Exception):  # whatever an unfinished container complains of
            self._container.close()
        self._part.unlink(missing_ok=True)

    def __enter__(self) -> Movie:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.abort()


class Recorder:
    """Makes films of the window, one after another.

    A frame is kept for as long as it was on the screen, so that a film runs as fast as what was seen.
    """

    def __init__(self) -> None:
        self._movie: Movie | None = None
        self._clock = 0.0

    @property
    def is_on(self) -> bool:
        """Whether a film is being made."""
        return self._movie is not None

    def start(self, path: Path, size: tuple[int, int], fps: int = 30) -> None:
        """Begin a film.

        Args:
            path: The file.
            size: Width and height of the pictures to come, in pixels; an odd edge loses its last row.
            fps: Frames a second.

        Raises:
            BadFile: It cannot be written.
            InputError: PyAV is not installed.
        """
        self._movie = Movie(path, (size[0] // 2 * 2, size[1] // 2 * 2), fps)
        self._clock = 0.0

    def wants(self, seconds: float) -> int:
        """Let some time pass; return how many times the next frame has to be added, often 0.

        Args:
            seconds: Since the last call.
        """
        if self._movie is None:
            return 0
        self._clock += seconds * self._movie.fps
        due = int(self._clock)
        self._clock -= due
        return due

    def frame(self, pixels: Pixels, count: int = 1) -> None:
        """Add a picture so many times; one of another size than at the start is cut or filled."""
        if self._movie is None or count < 1:
            return
        width, height = self._movie.size
        if pixels.shape[:2] != (height, width):
            canvas = np.zeros((height, width, pixels.shape[2]), dtype=np.uint8)
            part = pixels[:height, :width]
            canvas[: part.shape[0], : part.shape[1]] = part
            pixels = canvas
        for _ in range(count):
            self._movie.add(pixels)

    def stop(self) -> str:
        """Finish the film and return one line about it."""
        if self._movie is None:
            return "no film is being made"
        movie, self._movie = self._movie, None
        written = movie.close()
        if not written:
            return "the film was too short to keep"
        return f"{movie.path}: {movie.frames / movie.fps:.1f} s, {written / 1e6:.1f} MB"

    def give_up(self) -> None:
        """End without a film."""
        if self._movie is not None:
            self._movie.abort()
            self._movie = None


def shot(folder: Path, pixels: Pixels) -> Path:
    """Write a picture into a folder under a name of its own, and return the file.

    Args:
        folder: Where.
        pixels: `(height, width, 3 or 4) uint8`, the top row first.

    Raises:
        BadFile: It cannot be written.
    """
    path = free_name(folder, "picture", ".png")
    write_png(path, np.ascontiguousarray(pixels[..., :3]))
    return path


def free_name(folder: Path, stem: str, ending: str) -> Path:
    """Return a name with date and time that no file in the folder has."""
    moment = time.strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{stem}-{moment}{ending}"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{moment}-{number}{ending}"
        number += 1
    return path
