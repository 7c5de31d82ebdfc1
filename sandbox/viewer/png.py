"""PNG files without another library: enough to write a picture small and to read it back."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadFile

__all__ = ["Pixels", "from_png", "read_png", "to_png", "write_png"]

Pixels = NDArray[np.uint8]
"""`(height, width, 3) uint8`, the top row first, sRGB."""

BAND = 64
"""Rows that are filtered at once, so that a large picture does not need many times its memory."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def to_png(pixels: Pixels) -> bytes:
    """Return a picture as the bytes of a PNG file; each row has the filter that makes it smallest."""
    height, width, channels = pixels.shape
    assert channels == 3
    raw = pixels.reshape(height, width * 3)
    body = np.empty((height, 1 + width * 3), dtype=np.uint8)
    for start in range(0, height, BAND):
        band = raw[start : start + BAND].astype(np.int16)
        before = raw[start - 1 : start].astype(np.int16) if start else np.zeros((1, width * 3), dtype=np.int16)
        above = np.concatenate([before, band[:-1]])
        left, corner = (np.pad(rows, ((0, 0), (3, 0)))[:, :-3] for rows in (band, above))
        guesses = np.stack([np.zeros_like(band), left, above, (left + above) // 2, _paeth(left, above, corner)])
        filtered = (band - guesses).astype(np.uint8)
        best = np.argmin(np.abs(filtered.view(np.int8).astype(np.int16)).sum(axis=2, dtype=np.int64), axis=0)
        body[start : start + BAND, 0] = best
        body[start : start + BAND, 1:] = filtered[best, np.arange(len(band))]
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"sRGB", b"\0"), (b"IDAT", zlib.compress(body.tobytes(), 7)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _paeth(left: NDArray[np.int16], above: NDArray[np.int16], corner: NDArray[np.int16]) -> NDArray[np.int16]:
    guess = left + above - corner
    to_left, to_above, to_corner = np.abs(guess - left), np.abs(guess - above), np.abs(guess - corner)
    near = np.where(to_above <= to_corner, above, corner)
    return np.where((to_left <= to_above) & (to_left <= to_corner), left, near)


def from_png(data: bytes) -> Pixels:
    """Return the picture in a PNG of 8-bit RGB without interlacing, such as `to_png` makes.

    Raises:
        ValueError: It is another kind of file.
    """
    if not data.startswith(_SIGNATURE):
        raise ValueError("is no PNG file")
    at, packed, shape = len(_SIGNATURE), b"", (0, 0)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if (depth, colours, interlaced) != (8, 2, 0):
                raise ValueError("is not 8-bit RGB without interlacing")
            shape = (height, width)
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    height, width = shape
    raw = np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(height, 1 + width * 3)
    out = np.zeros((height + 1, width + 1, 3), dtype=np.int16)  # a border of zeros above and to the left
    for y in range(height):
        row = raw[y, 1:].reshape(width, 3).astype(np.int16)
        _unfilter(int(raw[y, 0]), row, out, y + 1)
    return out[1:, 1:].astype(np.uint8)


def _unfilter(kind: int, row: NDArray[np.int16], out: NDArray[np.int16], y: int) -> None:
    if kind == 0:
        out[y, 1:] = row
    elif kind == 1:
        out[y, 1:] = np.cumsum(row, axis=0, dtype=np.int64) % 256
    elif kind == 2:
        out[y, 1:] = (row + out[y - 1, 1:]) % 256
    else:
        # Plain numbers: an array operation for each of a picture's bytes would take ten times as long.
        above, here = out[y - 1].ravel().tolist(), [0, 0, 0]
        for at, byte in enumerate(row.ravel().tolist(), start=3):
            left, up, corner = here[at - 3], above[at], above[at - 3]
            if kind == 3:
                guess = (left + up) // 2
            else:
                to_left, to_above, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                near = up if to_above <= to_corner else corner
                guess = left if to_left <= to_above and to_left <= to_corner else near
            here.append((byte + guess) % 256)
        out[y] = np.array(here, dtype=np.int16).reshape(-1, 3)


def write_png(path: Path, pixels: Pixels) -> int:
    """Write a picture and return the size of the file in bytes.

    Raises:
        BadFile: It cannot be written.
    """
    data = to_png(pixels)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadFile(path, f"cannot be written ({error.strerror})", instead="name another file") from None
    return len(data)


def read_png(path: Path) -> Pixels:
    """Return the picture in a file that `write_png` wrote.

    Raises:
        BadFile: Not there, or of another kind.
    """
    try:
        return from_png(path.read_bytes())
    except FileNotFoundError:
        raise BadFile(path, "there is no such file") from None
    except (OSError, ValueError, struct.error, zlib.error) as error:
        raise BadFile(path, f"cannot be read ({error})") from None
