"""The still table behind the menu. No window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sandbox.components.catalogue import Catalogue
from sandbox.play.live import Live
from sandbox.viewer.camera import Camera

__all__ = ["eye", "showpiece"]

FILE = Path(__file__).with_name("showpiece.toml")


def showpiece(catalogue: Catalogue) -> Live:
    """Return a table that is only looked at: time stands still there."""
    live = Live.of_scenario(FILE, catalogue)
    live.title, live.paused = "", True
    return live


def eye(camera: Camera) -> Camera:
    """Return where it is seen from: what stands on it is to the right, where no menu is."""
    return replace(camera, target=(-0.14, 0.0, 0.10), azimuth_deg=-72.0, elevation_deg=17.0, distance=1.15)
