"""What the tests of games at a desk share."""

from __future__ import annotations

from sandbox.components.catalogue import Catalogue
from sandbox.play.desk import Desk
from sandbox.play.grab import Grab
from sandbox.rules.base import Move
from tests.play.hands import carry

__all__ = ["CATALOGUE", "build", "move"]

CATALOGUE = Catalogue()


def move(desk: Desk, text: str) -> Move:
    """Return the legal move that is written so."""
    return next(m for m, _ in desk.moves() if desk.session.game.notation.to_text(m) == text)


def build(desk: Desk, *, skew: float = 0.0) -> None:
    """Build one level of one wall with a hand that carries."""
    world = desk.live.world
    x, y, _ = world.pose("p1.level1.platform1").position
    grab = Grab(desk.live)
    for name in ("p1.level2.wall1", "p1.level2.platform1", "p1.flag1"):
        carry(grab, desk.live, name, x + skew, y)
