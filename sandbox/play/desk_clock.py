"""Acts against the clock: how the time that a rule gives runs, who was when done, and what its end means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandbox.rules.base import Engine, Finding, actor_name
from sandbox.rules.bourpif import Bourpif, Place, Race
from sandbox.rules.burp import Burp, Dock

__all__ = ["SECONDS", "Clock", "clock_of"]

SECONDS = 6.0
"""Seconds in which a clock is shown to run down to the end of an act; real time where the act is shorter."""


@dataclass
class Clock:
    """A time limit that runs while an act is watched.

    Args:
        title: What is done against it.
        limit: Seconds that the rule gives.
        ended: Seconds after which the act was over.
        events: What happened when: seconds and words, in order.
        rule: Id of the rule.
        at_end: What that rule says.

    Attributes:
        now: Seconds that have run.
    """

    title: str
    limit: float
    ended: float
    events: tuple[tuple[float, str], ...]
    rule: str
    at_end: str
    now: float = 0.0

    @property
    def pace(self) -> float:
        """Seconds of the act per second of watching, 1 or faster."""
        return max(1.0, self.ended / SECONDS)

    @property
    def is_over(self) -> bool:
        """Whether the act has ended."""
        return self.now >= self.ended

    @property
    def left(self) -> float:
        """Seconds until the limit; 0 when it has passed."""
        return max(0.0, self.limit - self.now)

    @property
    def said(self) -> tuple[str, ...]:
        """What has happened so far."""
        return tuple(f"{max(0.0, at):.1f} s: {text}" for at, text in self.events if at <= self.now)

    def run(self, seconds: float) -> None:
        """Let some seconds of watching pass."""
        self.now = min(self.ended, self.now + seconds * self.pace)


def clock_of(game: Engine[Any], found: Finding) -> Clock | None:
    """Return the clock of an act that the rules give a limited time, with what the table saw; None for others."""
    if isinstance(game, Bourpif) and isinstance(found, Race):
        return _race(game, found)
    if isinstance(game, Burp) and isinstance(found, Dock):
        limit = game.figures.data.table.dock_s
        who = actor_name(found.seat)
        late = "" if found.finished <= limit else ", too late"
        done = ((found.finished, f"{who} lets go of the dock{late}"),)
        return _clock(game, f"{who} builds a dock", limit, found.finished, done, "burp.dock.time")
    return None


def _race(game: Bourpif, found: Race) -> Clock:
    events = []
    for tap in found.taps:
        what = "the monster pile" if tap.place is Place.PILE else f"the {tap.place.value} door"
        events.append((tap.at, f"{actor_name(tap.seat)} taps {what}"))
        if tap.lifted is not None:
            events.append((tap.lifted, f"{actor_name(tap.seat)} lifts the hand"))
    events.sort()
    limit = game.data.limits.turn_s
    return _clock(game, "Who taps first?", limit, min(found.ended, limit), tuple(events), "bourpif.turn.timeout")


def _clock(
    game: Engine[Any], title: str, limit: float, ended: float, events: tuple[tuple[float, str], ...], rule: str
) -> Clock:
    return Clock(title, limit, ended, events, rule, game.book.rule(rule).text)
