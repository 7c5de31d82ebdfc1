"""What happens at a desk: a person's acts, bots that think and try, what is watched, and the rulings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from sandbox.errors import IllegalMove, InputError, SandboxError
from sandbox.physics.changes import Changes
from sandbox.play import desk_words
from sandbox.play.desk_beside import with_still
from sandbox.play.desk_clock import clock_of
from sandbox.play.desk_make import Setting
from sandbox.play.desk_seats import SeatInfo
from sandbox.play.desk_standing import Result, Standing
from sandbox.play.desk_words import Verdict, verdict
from sandbox.play.desk_worker import FarHands, FarTable
from sandbox.play.devices import Catapult
from sandbox.play.devices_can import Can
from sandbox.play.live import Live
from sandbox.referee.changed_physics import Rows, changed_catalogue
from sandbox.referee.session import Entry, Session
from sandbox.referee.words import Field, Impossible
from sandbox.rules.base import Move, Nature, Seat, actor_name

__all__ = ["Acting"]

SAVES_EVERY = 5.0
"""Seconds between two autosaves at least."""


class Acting(Standing):
    """Adds acts and time to `Standing`; see `Desk`."""

    def __init__(
        self, session: Session, seats: Sequence[SeatInfo], setting: Setting, *, in_background: bool = True
    ) -> None:
        super().__init__(session, seats, setting, in_background=in_background)
        self._since_saved = 0.0
        self._wanted: Changes | None = None
        self._offered: tuple[object, list[tuple[Move, str]]] | None = None
        self._set_table()

    # --- a person's acts

    def moves(self) -> list[tuple[Move, str]]:
        """Return what may be done now, each with its text; nothing unless a person is to choose."""
        actor = self.actor
        if actor is None or isinstance(actor, Nature) or not self.is_your_turn or self.needs_handover:
            return []
        game, state = self.session.game, self.session.state
        if self._offered is None or self._offered[0] is not state:  # panels ask every frame
            legal = game.legal_moves(game.view(state, actor), actor)
            self._offered = (state, [(move, desk_words.label(game, move)) for move in legal])
        return list(self._offered[1])

    def tell(self, move: Move) -> Entry:
        """Make a move; the referee's answer is in the result and in `ruling`."""
        if self._is_occupied:
            raise IllegalMove(self.session.game.turn_rule, f"not now: {self.busy}")
        return self._judged(self.session.tell(move))

    def hands(self) -> list[tuple[str, str]]:
        """Return what one's hands can ask for now, `(key, text)`."""
        return self._mat.buttons() if self._by_hand and not self._is_occupied else []

    def do(self, key: str) -> str:
        """Do what a button of `hands` asks for; return what should be said. Raises `InputError`."""
        if not self._by_hand or self._is_occupied:
            return "there is nothing for hands to do now"
        if key == "reset":
            self._set_table()
            return "everything is back as it was"
        if key == "auto":
            self._by_hand, self._auto, self._wait = False, True, 0.0
            self.live = self._dress(self._mat.show(self.session.lying, self.session.state))
            return "a steady hand does it"
        return self._mat.do(key)

    def why_not(self, name: str, what: str) -> str:
        """Return why a piece may not be touched now, as a sentence; empty when it may."""
        if self._is_occupied:
            return f"not now: {self.busy}"
        if self.needs_handover is not None:
            return f"hand over to {self.needs_handover} first"
        return self._mat.why_not(name, what)

    def catapult(self, name: str) -> Catapult | None:
        """Return the hand that the game has on a catapult."""
        return self._mat.catapult(name)

    def can(self) -> Can | None:
        """Return the watering can that the hands hold; None when they hold none."""
        return self._mat.can() if self._by_hand and not self._is_occupied else None

    def owner(self, name: str) -> str | None:
        """Return whose a piece is, or None: also one that is in the hands and not yet on the referee's table."""
        seat = self._mat.owner(name)
        if seat is None:
            pieces = getattr(self.session.lying, "pieces", ())
            seat = next((piece.owner for piece in pieces if piece.name == name), None)
        return None if seat is None else actor_name(Seat(seat))

    def hides(self, name: str) -> bool:
        """Return whether nobody may be told what a piece is, because it lies with its picture down."""
        now = self.live.look()
        return name in now and self._mat.hides(name, now.pose(name))

    # --- the physics

    def change_physics(self, changes: Changes) -> str:
        """Play on with other physics, by hands and by bots, until it is changed again; return what to say.

        Raises:
            InputError: Nothing moves by physics in this game, or a number is out of range.
        """
        if not hasattr(self.physics.table, "bench"):
            raise InputError(f"{self.title} is played without physics: nothing on its table would change")
        if self._is_occupied:
            self._wanted = changes
            return "the physics changes when this act is over"
        self._use_physics(changes)
        self.live.change(changes)
        self._is_saved = False
        how = "as shipped" if changes == self.physics.shipped else "changed for the rest of the game"
        return f"the physics is {how}"

    def _use_physics(self, changes: Changes) -> None:
        """Give the referee's table, and the mat's next tables, other physics."""
        self.session.table = self.physics.table_for(changes)
        self.physics.now, self._wanted = changes, None
        self._mat.change(changed_catalogue(self.physics.catalogue, changes), changes.profile)

    def resume_physics(self, rows: Rows) -> None:
        """Go on with the physics that a loaded game had. Raises `InputError`: it cannot be."""
        if hasattr(self.physics.table, "bench"):
            self.physics.resume(rows, self.session)
            if self.physics.now != self.physics.shipped:
                self._use_physics(self.physics.now)
                self._set_table()

    def _dress(self, live: Live) -> Live:
        """Tell a table that the game put up which physics it has."""
        now, shipped, catalogue = self.physics.now, self.physics.shipped, self.physics.catalogue
        if hasattr(self.physics.table, "bench"):
            live.catalogue = catalogue
            live.came_with(catalogue.materials, shipped, now, [catalogue.get(name) for name in now.masses])
        return live

    # --- time

    def advance(self, seconds: float) -> None:
        """Let the game go on by some wall time: the live table is advanced by whoever draws it.

        Nothing here takes longer than a frame but the referee's own look at the table (some 30 ms).
        """
        self._since_saved += seconds
        if self._trouble or self.needs_handover is not None:
            return
        try:
            self._go_on(seconds)
        except SandboxError as error:
            self._trouble = f"{error}; take the last act back, or let a steady hand do it"
            self._watched = self.clock = None
        if not self._is_saved and self._since_saved > SAVES_EVERY:
            self.autosave()

    def _go_on(self, seconds: float) -> None:
        if self._jobs.is_busy:
            self._collect()
        elif self.clock is not None:
            self.clock.run(0.0 if self.live.paused else seconds * self.live.speed)
            if self.clock.is_over:
                self._end_watching()
        elif self._watched is not None:
            if self.live.is_replay and self.live.now >= self.live.span[1]:
                self._end_watching()
        elif self.actor is None:
            return
        elif self._by_hand:
            self._look_at_hands(seconds)
        elif not (self.is_your_turn and not isinstance(self.actor, Nature)):
            self._wait -= 0.0 if self.live.paused else seconds
            if self._wait <= 0:
                self._ask()

    def _ask(self) -> None:
        """Let a bot choose, or hands that are not here try."""
        session, actor, seat = self.session, self.actor, self.seat
        assert actor is not None
        assert seat is not None
        if isinstance(actor, Nature):
            hands = self._setting.steady if self._auto else session.hands[seat]
            table = self._far_table()
            far = hands if table is session.table or self._worker is None else FarHands.of(hands, self._worker)
            what = f"{actor_name(seat)} tries"
            self._give(what, lambda: session.rehearse(far, records=True, table=table))
        else:
            self._give(f"{actor_name(seat)} thinks", lambda: session.ask(seat, session.minds[seat]))

    def _far_table(self) -> Field:
        """Return the referee's table as it performs beside the picture: in a process of its own."""
        table = self.session.table
        is_far = self._worker is not None and hasattr(table, "bench")
        return cast("Field", FarTable(table, self._worker)) if self._worker is not None and is_far else table

    def _give(self, what: str, job: Callable[[], Result]) -> None:
        self._job = what
        self._jobs.give(job)

    def _collect(self) -> None:
        try:
            found = self._jobs.fetch()
        except Impossible as error:
            self._set_table()
            self._cannot(error)
            return
        if found is None:
            return
        if isinstance(found, str):  # something was taken back
            self._gone_back()
            return
        if isinstance(found, Move):
            self._judged(self.session.tell(found))
            return
        _, report = found
        if report.trace is None or len(report.trace) < 2:
            # Who wants no beat between two acts wants to see no clock either.
            self.clock = clock_of(self.session.game, report.finding) if self.beat else None
            self._watched = found
            if self.clock is None:
                self._end_watching()
            return
        self._watched = found
        old = self.live
        still = self._mat.beside(self.session.lying, self.session.state)
        trace = with_still(report.trace, still)
        self.live = self._dress(Live.of_trace(trace, self._setting.catalogue, self.title))
        self.live.sights = tuple(name for name in old.sights if name in self.live.kinds)
        self.live.paused = False
        self.live.speed = old.speed

    def skip(self) -> None:
        """Watch no longer: the ruling comes at once."""
        if self._watched is not None:
            self._end_watching()

    def _end_watching(self) -> None:
        assert self._watched is not None
        (attempt, report), self._watched, self.clock = self._watched, None, None
        self._judged(self.session.found(report, attempt))

    def _look_at_hands(self, seconds: float) -> None:
        attempt = self._mat.advance(seconds)
        if attempt is None:
            return
        if self._mat.is_performed:
            session = self.session
            lying, state = session.lying, session.state
            what = f"{actor_name(self.seat)} acts" if self.seat is not None else ""
            table = self._far_table()
            self._give(what, lambda: (attempt, table.perform(lying, state, attempt, records=True)))
            return
        try:
            self._judged(self.session.try_out(attempt), is_by_hand=True)
        except Impossible as error:
            self._cannot(error)

    def _cannot(self, error: Impossible) -> None:
        """Say that what the hands want cannot be; nothing moved."""
        rule = self.ruling.rule if self.ruling is not None else self.session.game.turn_rule
        self.rulings.append(Verdict(False, rule, str(error), f"That cannot be: {error}.", "", "hands"))

    def _judged(self, entry: Entry, *, is_by_hand: bool = False) -> Entry:
        self.rulings.append(verdict(self.session.game, entry))
        self._auto, self._is_saved, self._wait = False, False, self.beat
        keeps = is_by_hand and not entry.ruling.legal and not entry.overruled and not self._mat.busy
        if not (keeps and getattr(entry.attempt, "launched", None) is None):
            self._set_table()
        return entry

    def _set_table(self) -> None:
        """Put the live table in line with the game: ready for a person's hands, or to look at."""
        session, seat = self.session, self.seat
        # A replay pauses by itself when it is over.
        speed, paused = self.live.speed, self.live.paused and not self.live.is_replay
        self._trouble = ""
        if self._wanted is not None:
            self._use_physics(self._wanted)
        is_mine = seat is not None and self.seats[seat].is_you and isinstance(self.actor, Nature)
        self._by_hand = is_mine and self._mat.can_open(session.state)
        by_hand = self._by_hand
        self.live = self._mat.open(session.lying, session.state) if by_hand else self._seen_table()
        self._dress(self.live)
        self.live.speed, self.live.paused = speed, paused
        self.live.can_rewind = self.practice

    def _gone_back(self) -> None:
        """Bring everything in line with a session that went back, or forth again."""
        entries = self.session.entries
        self.rulings[:] = [verdict(self.session.game, entry) for entry in entries]
        self._lines.clear()
        if self._practice_from is not None:
            self._practice_from = min(self._practice_from, len(entries))
        self._is_saved = False
        self._set_table()

    def _stop(self) -> None:
        """Drop what is thought or watched."""
        self._jobs.drop()
        self._watched, self.clock, self._auto = None, None, False

    def autosave(self) -> None:
        """Keep the game."""
        raise NotImplementedError
