"""The mat of a game that has no physics of its own yet: its pieces are laid out to be looked at."""

# ruff: noqa: ANN401 (states of any game)

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sandbox.components.catalogue import Catalogue
from sandbox.components.spec import Component, Cylinder, Part, Visual
from sandbox.physics import World
from sandbox.physics.profile import DEFAULT
from sandbox.physics.still import StillEngine
from sandbox.play.desk_hands import BareMat
from sandbox.play.laid_out import LAYOUTS, Laid, Tint
from sandbox.play.live import Live
from sandbox.play.marks import Label, Mark

__all__ = ["LaidMat"]

DISK = Cylinder(0.012, 0.004)
"""Radius and height in metres of a disk that stands for an invention."""

ABOVE = 0.018
"""Metres above a piece at which its number is written."""


class LaidMat(BareMat):
    """Lays out what a seat may see, on a table on which nothing moves.

    Args:
        game: Name of a game in `LAYOUTS`.
        title: Of the game.
        catalogue: Where the pieces are.
    """

    def __init__(self, game: str, title: str, catalogue: Catalogue) -> None:
        super().__init__(Live.empty(catalogue))
        self._lay, self._title, self._catalogue = LAYOUTS[game], title, catalogue
        self._painted: dict[tuple[str, Tint], Component] = {}
        self._pieces: tuple[Laid, ...] = ()

    def lay(self, view: Any, seat: int) -> Live:
        """Return the table as a seat sees it; what that seat may not see is not on it, on no side of a card.

        Args:
            view: The state as the seat may see it.
            seat: Who sits at the near side.
        """
        pieces = tuple(self._lay(view, seat))
        if pieces == self._pieces and self._live.is_retired is False:
            return self._live
        self._pieces = pieces
        world = World(self._catalogue.materials, DEFAULT, engine=StillEngine(DEFAULT))
        world.add(self._catalogue.get("common/table"), "table")
        for piece in pieces:
            world.add(self._kind(piece), piece.name, piece.pose)
        self._live.close()
        self._live = Live(world, catalogue=self._catalogue, title=self._title)
        self._live.can_rewind = False
        return self._live

    def why_not(self, name: str, what: str) -> str:
        """Nothing is done by hand: say where it is done."""
        return "this game is played with the buttons on the right; its pieces follow"

    def marks(self) -> Sequence[Mark]:
        """Return the numbers of the stones that can be taken: what a button calls stone 5 is to be found."""
        out: list[Mark] = []
        for piece in self._pieces:
            if piece.name.startswith("quarry.stone "):
                x, y, z = piece.pose.position
                out.append(Label((x, y, z + ABOVE), piece.name.rpartition(" ")[2], "info"))
        return out

    def _kind(self, piece: Laid) -> Component:
        key = piece.component, piece.tint
        if key not in self._painted:
            self._painted[key] = self._made(*key)
        return self._painted[key]

    def _made(self, name: str, tint: Tint) -> Component:
        if name == "disk":
            kind = replace(self._catalogue.get("burp/pawn"), id="burp/disk", title="Disk of an invention")
            return replace(kind, parts=(Part(DISK),), visuals=(Visual(DISK, "beech", colour=tint),))
        kind = self._catalogue.get(name)
        if tint is None:
            return kind
        painted = tuple(replace(visual, material="lacquer", colour=tint) for visual in kind.visuals)
        title = "Fruit" if name == "common/marble" else kind.title
        return replace(kind, id=f"{name} {tint}", title=title, visuals=painted)
