"""What a person's hands find on the table when it is their turn, and what they leave: one `Mat` a game."""

# ruff: noqa: ANN401 (states and tables of any game)
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sandbox.components.catalogue import Catalogue
from sandbox.geometry import Pose
from sandbox.physics import Profile
from sandbox.play.desk_beside import Still
from sandbox.play.devices import Catapult
from sandbox.play.devices_can import Can
from sandbox.play.live import Live
from sandbox.play.marks import Mark
from sandbox.referee.words import Attempt

__all__ = ["BareMat", "Mat"]


class Mat(Protocol):
    """The side of a game's table that a person touches.

    Attributes:
        is_performed: Whether the referee's table performs what the hands want, and it is watched there; else the
            hands have done it on the live table, and it is read.
    """

    is_performed: bool

    def show(self, lying: Any, state: Any) -> Live:
        """Return the table as it lies, to look at; everything sleeps."""
        ...

    def can_open(self, state: Any) -> bool:
        """Return whether a person's own hands do what nature is to find in this state."""
        ...

    def open(self, lying: Any, state: Any) -> Live:
        """Return the table with everything in reach that the hands need now."""
        ...

    @property
    def hint(self) -> str:
        """What the hands are to do now, one sentence."""
        ...

    @property
    def busy(self) -> str | None:
        """What is waited for, or None."""
        ...

    def buttons(self) -> list[tuple[str, str]]:
        """Return what the hands can also ask for, `(key, text)`."""
        ...

    def do(self, key: str) -> str:
        """Do what a button asks for; return what should be said, if anything. Raises `InputError`."""
        ...

    def why_not(self, name: str, what: str) -> str:
        """Return why a piece may not be touched now; empty when it may."""
        ...

    def catapult(self, name: str) -> Catapult | None:
        """Return the hand on a catapult that the game measures; None for others."""
        ...

    def can(self) -> Can | None:
        """Return the watering can that the hands hold; None when they hold none."""
        ...

    def advance(self, seconds: float) -> Attempt | None:
        """Go on; return how it was tried once that is known."""
        ...

    def beside(self, lying: Any, state: Any) -> Sequence[Still]:
        """Return what lies about that the referee's own table leaves out; it is drawn when an act is watched."""
        ...

    def owner(self, name: str) -> int | None:
        """Return the seat whose piece it is, as far as the hands know."""
        ...

    def hides(self, name: str, pose: Pose) -> bool:
        """Return whether nobody may be told what a piece is, as it lies."""
        ...

    def change(self, catalogue: Catalogue, profile: Profile) -> None:
        """Make the tables from now on with other physics; the one that is there stays as it is."""
        ...

    def marks(self) -> Sequence[Mark]:
        """Return zones and distances that matter now."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...


class BareMat:
    """The mat of a game without pieces: there is a table to look at, and nothing to do with one's hands."""

    hint, busy, is_performed = "", None, False

    def __init__(self, live: Live) -> None:
        self._live = live

    def show(self, lying: Any, state: Any) -> Live:
        """Return the bare table."""
        return self._live

    def can_open(self, state: Any) -> bool:
        """Nothing is done by hand."""
        return False

    def open(self, lying: Any, state: Any) -> Live:
        """Return the bare table."""
        return self._live

    def buttons(self) -> list[tuple[str, str]]:
        """There are none."""
        return []

    def do(self, key: str) -> str:
        """Do nothing."""
        return ""

    def why_not(self, name: str, what: str) -> str:
        """Everything may be touched: nothing counts."""
        return ""

    def catapult(self, name: str) -> Catapult | None:
        """There is none."""
        return None

    def can(self) -> Can | None:
        """There is none."""
        return None

    def advance(self, seconds: float) -> Attempt | None:
        """Nothing is tried."""
        return None

    def beside(self, lying: Any, state: Any) -> Sequence[Still]:
        """Nothing."""
        return ()

    def owner(self, name: str) -> int | None:
        """Return the seat that a piece is named after, such as `p2.marker`."""
        stem = name.partition(".")[0]
        return int(stem[1:]) - 1 if stem[:1] == "p" and stem[1:].isdecimal() and "." in name else None

    def hides(self, name: str, pose: Pose) -> bool:
        """Everything may be told."""
        return False

    def change(self, catalogue: Catalogue, profile: Profile) -> None:
        """Nothing moves here by physics."""

    def marks(self) -> Sequence[Mark]:
        """There are none."""
        return ()

    def close(self) -> None:
        """Close the table."""
        self._live.close()
