"""A game in play: a session, its live table, who sits there, and what each of them may do now.

    desk = Desk.start("hurlyburly", ["you", "bot"], seed=7)
    desk.moves(), desk.tell(move)          choose, when it is your turn
    desk.hint, desk.hands(), desk.do(key)  act with your hands, when the table decides
    desk.advance(seconds)                  bots think and are watched, rest is waited for, rulings are given

A bot's hands are performed by the referee's own table, and what it recorded is played on the live one; a person's
hands act on the live table, and the referee reads what they left. Either way the picture shows what is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, InputError
from sandbox.play import desk_files
from sandbox.play.desk_acting import Acting
from sandbox.play.desk_files import is_game
from sandbox.play.desk_make import new_session, new_setting
from sandbox.play.desk_seats import PLAYERS, read_seats
from sandbox.referee import changed_physics, saving
from sandbox.rules.base import Move
from sandbox.rules.registry import load_game

__all__ = ["PLAYERS", "Desk", "is_game"]


class Desk(Acting):
    """A game at a table; make one with `start` or `load`.

    Args:
        session: The game.
        seats: Who sits there.
        setting: Bots, hands and the side of the table that a person touches.
        in_background: Whether bots think beside the picture; tests do it at once.

    Attributes:
        live: What to draw and touch; another one after every act.
        rulings: Everything that the referee said, the newest last.
        beat: Seconds between two acts of bots.
        other_models: What a loaded game was played with and is another model now.
    """

    @classmethod
    def start(
        cls,
        game: str,
        players: Sequence[str],
        seed: int = 0,
        catalogue: Catalogue | None = None,
        *,
        practice: bool = False,
        advisory: bool = False,
        options: str = "-",
        in_background: bool = True,
    ) -> Desk:
        """Begin a game.

        Args:
            game: Its name.
            players: Who sits there, one word a seat; see `desk_seats.read_seats`.
            seed: Of all chance.
            catalogue: Where the pieces are.
            practice: Whether nothing counts from the start.
            advisory: Whether the referee only comments.
            options: House rules, as text.
            in_background: Whether bots think beside the picture.

        Raises:
            InputError: Something of that is not there, or the game is for other numbers of players.
        """
        rules, seats = load_game(game), read_seats(players)
        setting = new_setting(rules, seats, catalogue or Catalogue())
        session = new_session(rules, setting, len(seats), seed, options, is_advisory=advisory)
        desk = cls(session, seats, setting, in_background=in_background)
        desk.practice = practice
        return desk

    @classmethod
    def load(
        cls,
        path: Path,
        catalogue: Catalogue | None = None,
        *,
        players: Sequence[str] | None = None,
        in_background: bool = True,
    ) -> Desk:
        """Go on with a saved game.

        Args:
            path: The file.
            catalogue: Where the pieces are.
            players: Who sits there instead of who did.
            in_background: Whether bots think beside the picture.

        Raises:
            BadFile: It is no saved game, or of other rules.
            InputError: The players are not as many as the game has.
        """
        head, seats, options = desk_files.read_head(path, players)
        rules = load_game(head.game)
        setting = new_setting(rules, seats, catalogue or Catalogue())
        session = new_session(rules, setting, head.players, head.seed, options, is_advisory=head.is_advisory)
        saved = saving.load(path, rules, session.table)
        saving.resume(saved, session)
        desk = cls(session, seats, setting, in_background=in_background)
        desk.other_models = saving.other_models(saved, session.table)
        try:
            desk.resume_physics(changed_physics.read_rows(saved))
        except InputError as error:
            desk.close()
            raise error if isinstance(error, BadFile) else changed_physics.bad(path, error) from error
        return desk

    # --- going back

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back."""
        return bool(self.session.entries) or self._watched is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing was done since."""
        return self.session.can_redo

    def undo(self) -> str:
        """Take back everything since a person's last choice; return what should be known about it.

        Where nobody here plays, one turn is taken back.
        """
        self._stop()
        count = self._to_take_back()
        if not count:
            self._set_table()
            return "nothing was done yet"
        if self.session.entries[-count].lying is None:
            # A loaded game knows its last table only; the others are performed again, which takes a while.
            self._give("the table is set up again", lambda: self.session.undo(count))
            return "the table is set up again, act by act"
        said = self.session.undo(count)
        self._gone_back()
        return said

    def redo(self) -> str:
        """Do again what the last undo took back: the same acts, rulings and table."""
        self._stop()
        said = self.session.redo()
        self._gone_back()
        return said

    def _to_take_back(self) -> int:
        """Return how many acts there are since a person's last choice, that choice included."""
        entries = self.session.entries
        people = {i for i, seat in enumerate(self.seats) if seat.is_you}
        for count, entry in enumerate(reversed(entries), start=1):
            if isinstance(entry.act, Move) and (not people or int(entry.act.seat) in people):
                return count
        return 0 if people and self._practice_from is None and not entries else len(entries)

    # --- practice and advice

    @property
    def practice(self) -> bool:
        """Whether nothing counts: switched off, the game goes on from where it was switched on."""
        return self._practice_from is not None

    @practice.setter
    def practice(self, value: bool) -> None:
        if value == self.practice:
            return
        if value:
            self._practice_from = len(self.session.entries)
            self.live.can_rewind = True
            return
        since = self._practice_from or 0
        self._stop()
        self._practice_from = None
        if len(self.session.entries) > since:
            self.session.undo(len(self.session.entries) - since, for_good=True)
        self._gone_back()

    @property
    def advisory(self) -> bool:
        """Whether the referee only comments: what is refused is said, and stays done."""
        return self.session.is_advisory

    @advisory.setter
    def advisory(self, value: bool) -> None:
        self.session.is_advisory = value

    # --- files

    def save(self, path: Path) -> None:
        """Write the game to a file. Raises `InputError`."""
        desk_files.write(self.session, self.seats, path, self.physics, is_of_one_kind=not self.other_models)

    @property
    def autosave_path(self) -> Path:
        """Return where the game keeps itself. Raises `InputError`."""
        return desk_files.autosave_file(self.session.game.name)

    def autosave(self) -> None:
        """Keep the game, if anything was done since it was kept; practice is not."""
        if not self._is_saved and not self.practice:
            try:
                self.save(self.autosave_path)
            except InputError as error:
                self._trouble = str(error)
        self._is_saved, self._since_saved = True, 0.0

    def close(self) -> None:
        """Keep the game and give everything back; its table can still be drawn, but never moves again."""
        self.autosave()
        self.live.retire()
        if self._worker is not None:
            self._worker.close()  # before the jobs: what is performed there is waited for no longer
        self._jobs.close()
        self._mat.close()
