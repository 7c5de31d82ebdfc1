"""How a game stands for those who sit at it: whose turn it is, what may be seen, what was said."""

# ruff: noqa: ANN401 (states and tables of any game)
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandbox.play import desk_words
from sandbox.play.desk_clock import Clock
from sandbox.play.desk_hands import Mat
from sandbox.play.desk_jobs import Jobs
from sandbox.play.desk_laid import LaidMat
from sandbox.play.desk_make import Setting
from sandbox.play.desk_marks import evidence_marks
from sandbox.play.desk_seats import SeatInfo
from sandbox.play.desk_words import Verdict, verdict
from sandbox.play.desk_worker import Worker
from sandbox.play.live import Live
from sandbox.play.marks import Mark
from sandbox.referee.changed_physics import Physics
from sandbox.referee.session import Session
from sandbox.referee.words import Attempt, Report
from sandbox.rules.base import Actor, Move, Nature, Seat, actor_name

__all__ = ["BEAT", "Performed", "Result", "Standing"]

BEAT = 0.6
"""Seconds between two acts that nobody here decides, so that a person can follow."""

Performed = tuple[Attempt, Report]
"""What hands tried, and what came of it."""

Result = Move | Performed | str
"""What a job ends with: a choice, something that was tried, or what was taken back, in words."""


class Standing:
    """The ground floor of `Desk`: reading changes nothing. See there for the arguments."""

    def __init__(
        self, session: Session, seats: Sequence[SeatInfo], setting: Setting, *, in_background: bool = True
    ) -> None:
        self.session, self.seats, self._setting = session, tuple(seats), setting
        self.rulings: list[Verdict] = [verdict(session.game, entry) for entry in session.entries]
        self.beat = BEAT
        self._jobs: Jobs[Result] = Jobs(in_background=in_background)
        self._worker = Worker() if in_background and hasattr(session.table, "bench") else None
        if self._worker is not None:
            self._worker.begin()
        self._watched: Performed | None = None
        self.clock: Clock | None = None
        self._wait, self._job = 0.0, ""
        self._by_hand, self._auto = False, False
        self._practice_from: int | None = None
        self._seen_by: int | None = None
        self._trouble = ""
        self._is_saved = True
        self.other_models: tuple[str, ...] = ()
        self._lines: list[str] = []
        self.live: Live = self._seen_table()
        self.physics = Physics(self.live.shipped, setting.catalogue, session.table)

    @property
    def _mat(self) -> Mat:
        return self._setting.mat

    # --- whose turn it is

    @property
    def title(self) -> str:
        """The name of the game."""
        return str(self.session.game.title)

    @property
    def actor(self) -> Actor | None:
        """Who acts now: a seat, nature, or nobody when the game is over."""
        return None if self.session.outcome is not None else self.session.due

    @property
    def seat(self) -> Seat | None:
        """The seat whose move or whose hands are waited for; None when the game is over."""
        actor = self.actor
        if actor is None:
            return None
        return self.session.table.doer(self.session.state) if isinstance(actor, Nature) else actor

    @property
    def is_your_turn(self) -> bool:
        """Whether a person here has to choose a move or act by hand."""
        if self.seat is None or self._is_occupied or not self.seats[self.seat].is_you:
            return False
        return not isinstance(self.actor, Nature) or self._by_hand

    @property
    def turn(self) -> str:
        """Whose turn it is, in words."""
        if self.outcome_text is not None:
            return self.outcome_text
        seat = self.seat
        if seat is None:
            return ""
        who = "you" if self.seats[seat].is_you else "a bot"
        return f"{actor_name(seat)} ({who}): {desk_words.phase_text(self.shown)}"

    @property
    def hint(self) -> str:
        """What a person is to do now, one sentence."""
        if self._trouble:
            return self._trouble
        if self.needs_handover is not None:
            return f"Hand over to {self.needs_handover}."
        if not self.is_your_turn or self.seat is None:
            return ""
        if self._by_hand:
            return self._mat.hint
        are_more = sum(seat.is_you for seat in self.seats) > 1
        return f"{actor_name(self.seat) + ', your' if are_more else 'Your'} turn: choose on the right."

    @property
    def busy(self) -> str | None:
        """What is going on that nobody here has a hand in, or None."""
        if self._jobs.is_busy:
            return self._job
        if self._watched is not None:
            return "everybody watches" if self.clock is None else "the time runs"
        return self._mat.busy if self._by_hand else None

    @property
    def _is_occupied(self) -> bool:
        return self._jobs.is_busy or self._watched is not None

    @property
    def practice(self) -> bool:
        """Whether nothing counts."""
        return self._practice_from is not None

    # --- what is to be seen

    def _seen_table(self) -> Live:
        """Return the table to look at; where pieces are only laid out, those that whoever looks may see."""
        mat = self._mat
        if isinstance(mat, LaidMat):
            return mat.lay(self.shown, self._viewer or 0)
        return mat.show(self.session.lying, self.session.state)

    @property
    def shown(self) -> Any:
        """The state as whoever looks may see it."""
        viewer = self._viewer
        return self.session.state if viewer is None else self.session.game.view(self.session.state, viewer)

    @property
    def _viewer(self) -> Seat | None:
        people = [Seat(i) for i, seat in enumerate(self.seats) if seat.is_you]
        if not people:
            return None
        return Seat(self._seen_by) if self._seen_by is not None and len(people) > 1 else people[0]

    @property
    def needs_handover(self) -> str | None:
        """Who has to sit down before anything is shown: another person, in a game with secrets."""
        people = [i for i, seat in enumerate(self.seats) if seat.is_you]
        seat = self.seat
        if len(people) < 2 or seat is None or not self.seats[seat].is_you or self._is_occupied:
            return None
        if isinstance(self.actor, Nature) and not self._by_hand:
            return None
        if self._seen_by == seat or not self._has_secrets(people):
            return None
        return actor_name(seat)

    def _has_secrets(self, people: Sequence[int]) -> bool:
        game, state = self.session.game, self.session.state
        views = [game.view(state, Seat(seat)) for seat in people]
        return any(view != views[0] for view in views)

    def handed_over(self) -> None:
        """Say that the next person has sat down."""
        self._seen_by = self.seat
        if isinstance(self._mat, LaidMat):
            self.live = self._seen_table()

    @property
    def ruling(self) -> Verdict | None:
        """What the referee said last."""
        return self.rulings[-1] if self.rulings else None

    @property
    def score(self) -> list[tuple[str, str]]:
        """How each seat stands, `(P1, text)`."""
        return desk_words.score(self.session.game, self.shown)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What else is worth showing, `(label, text)`."""
        return desk_words.facts(self.session.game, self.shown)

    @property
    def log(self) -> list[str]:
        """All acts and rulings, two lines an act, the oldest first."""
        entries = self.session.entries
        del self._lines[2 * len(entries) :]
        for entry in entries[len(self._lines) // 2 :]:
            self._lines += desk_words.lines_of(self.session.game, entry)
        return list(self._lines)

    @property
    def outcome_text(self) -> str | None:
        """How the game ended; None while it goes on."""
        outcome = self.session.outcome
        return None if outcome is None else desk_words.winner_text(outcome)

    def marks(self) -> list[Mark]:
        """Return the evidence of the last ruling, and the zones that matter to the hands now."""
        marks = [*self._mat.marks()]
        if not self._is_occupied:
            marks += evidence_marks(self.ruling, self.live)
        return marks
