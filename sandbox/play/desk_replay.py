"""A saved game that is watched: every act happens again on the table, as it did; nobody here has a hand in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sandbox.components.catalogue import Catalogue
from sandbox.errors import IllegalMove, InputError
from sandbox.physics.changes import Changes
from sandbox.play import desk_files
from sandbox.play.desk import Desk
from sandbox.play.desk_make import Setting, new_session, new_setting
from sandbox.play.desk_seats import SeatInfo
from sandbox.referee import changed_physics, saving
from sandbox.referee.saving import SavedAct
from sandbox.referee.session import Entry, Session
from sandbox.rules.base import Move, Seat
from sandbox.rules.registry import load_game

__all__ = ["Replay"]


class Replay(Desk):
    """Plays the acts of a file; make one with `of_file`.

    Args:
        session: A game in which nothing has happened.
        seats: Who sat there.
        setting: The table.
        acts: What happened.
        in_background: Whether acts are performed beside the picture.

    Attributes:
        is_playing: Whether one act follows the other by itself.
    """

    def __init__(
        self,
        session: Session,
        seats: Sequence[SeatInfo],
        setting: Setting,
        acts: Sequence[SavedAct] = (),
        *,
        in_background: bool = True,
    ) -> None:
        self.acts, self.is_playing = tuple(acts), True
        self.rows: changed_physics.Rows = ()
        super().__init__(session, seats, setting, in_background=in_background)

    @classmethod
    def of_file(cls, path: Path, catalogue: Catalogue | None = None, *, in_background: bool = True) -> Replay:
        """Return a saved game from its beginning.

        Raises:
            BadFile: It is no saved game, or of other rules or models.
        """
        head, seats, options = desk_files.read_head(path, is_watched=True)
        rules = load_game(head.game)
        setting = new_setting(rules, seats, catalogue or Catalogue())
        session = new_session(rules, setting, head.players, head.seed, options, is_advisory=head.is_advisory)
        saved = saving.load(path, rules, session.table)
        saving.demand_models(saved, session.table)
        desk = cls(session, seats, setting, saved.acts, in_background=in_background)
        desk.rows = changed_physics.read_rows(saved)
        return desk

    @property
    def shown_acts(self) -> tuple[int, int]:
        """How many acts have been shown, and how many there are."""
        return len(self.session.entries), len(self.acts)

    @property
    def is_your_turn(self) -> bool:
        """Nobody's: it is a replay."""
        return False

    @property
    def needs_handover(self) -> str | None:
        """Nobody: what is watched is over."""
        return None

    @property
    def _viewer(self) -> Seat | None:
        return None

    @property
    def turn(self) -> str:
        """Where the replay is."""
        done, count = self.shown_acts
        return f"replay, act {done} of {count}"

    @property
    def hint(self) -> str:
        """What can be done."""
        return self._trouble or "A saved game is watched: undo goes an act back, redo an act on."

    def change_physics(self, changes: Changes) -> str:
        """Refuse: it happened with the physics that it had. Raises `InputError`."""
        raise InputError("a replay is only watched; load the game to go on from its end with other physics")

    def tell(self, move: Move) -> Entry:
        """Refuse: what happened has happened. Raises `IllegalMove`."""
        raise IllegalMove(self.session.game.turn_rule, "a replay is only watched")

    def why_not(self, name: str, what: str) -> str:
        """Return why nothing may be touched."""
        return "a replay is only watched"

    def step(self, count: int) -> str:
        """Go some acts on, or (negative) back, and stop there."""
        self.is_playing = False
        self.skip()
        self._stop()
        if count < 0:
            self.session.undo(min(-count, len(self.session.entries)), for_good=True)
            self._gone_back()
        for _ in range(count):
            self._next()
        done, acts = self.shown_acts
        return f"act {done} of {acts}"

    def undo(self) -> str:
        """Go an act back."""
        return self.step(-1)

    def redo(self) -> str:
        """Go an act on."""
        return self.step(1)

    @property
    def can_redo(self) -> bool:
        """Whether there is another act."""
        return len(self.session.entries) < len(self.acts)

    def _go_on(self, seconds: float) -> None:
        if self._is_occupied:
            super()._go_on(seconds)
        elif self.is_playing and self.can_redo:
            self._wait -= 0.0 if self.live.paused else seconds
            if self._wait <= 0:
                self._next()

    def _next(self) -> None:
        """Let the next act happen."""
        if not self.can_redo or self._is_occupied:
            return
        session, act = self.session, self.acts[len(self.session.entries)]
        done = saving.parse(session.game, act)
        if (changes := self.physics.at(self.rows, len(session.entries))) != self.physics.now:
            self._use_physics(changes)
        if act.attempt is None:
            self._judged(session.tell(done) if isinstance(done, Move) else session.judge_only(done))
            return
        lying, state, attempt = session.lying, session.state, act.attempt
        table = self._far_table()
        what = "the act is performed again"
        self._give(what, lambda: (attempt, table.perform(lying, state, attempt, records=True)))

    def _set_table(self) -> None:
        speed = self.live.speed
        self._by_hand, self._trouble = False, ""
        self.live = self._dress(self._seen_table())
        self.live.speed = speed

    def autosave(self) -> None:
        """Keep nothing: the file is there."""
