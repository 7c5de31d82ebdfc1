"""The loop of a game at a table: who acts is asked, what is tried is performed, what is found is judged.

    session = Session(game, table, players=3, seed=7, minds=minds, hands=hands)
    while session.outcome is None:
        session.step()

Chance: the session hands every act a generator of its own, made of the seed and the act's number. So an act does
not depend on how much chance the acts before it used, undo needs no rewinding, and a game that was loaded goes on
as it would have.
"""

# ruff: noqa: ANN401 (states and tables of any game)
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from sandbox.errors import TrialError
from sandbox.record import Trace
from sandbox.referee.words import Attempt, Evidence, Field, Hands, Impossible, Report
from sandbox.rules.base import (
    Act,
    Actor,
    Engine,
    Finding,
    Move,
    Nature,
    Options,
    Outcome,
    Ruling,
    Seat,
    actor_name,
)

__all__ = ["Entry", "Mind", "Onlooker", "Session"]

STUBBORN = 25
"""Refused findings in a row after which a table is said to be at a loss."""


class Mind(Protocol):
    """Chooses one of the legal moves: a bot, or a person."""

    def __call__(self, game: Engine[Any], view: Any, moves: Sequence[Move], rng: random.Random) -> Move:
        """Return one of `moves`."""
        ...


@runtime_checkable
class Onlooker(Protocol):
    """A mind, or hands, that also remember what others did.

    Before it acts it is shown everything that happened since it acted last. What it remembers follows from that
    alone: after an undo it begins anew and is shown what is left.
    """

    def begin(self) -> None:
        """Forget everything: a game begins."""
        ...

    def look(self, game: Engine[Any], view: Any, move: Move | None, rng: random.Random) -> None:
        """See one act.

        Args:
            game: The rules.
            view: The state before the act, as the seat sees it.
            move: What was done in the open; None for a finding, whose effect shows in the next view.
            rng: Of this act and seat.
        """
        ...


@dataclass(frozen=True)
class Entry:
    """One act that happened, and the game as it was before it: undo goes back to exactly that.

    Args:
        act: The move or the finding.
        ruling: What the referee said.
        before: The rules' state before it.
        lying: What lay on the table before it; None in a game that was loaded.
        attempt: How it was tried, where the table decided.
        evidence: What the finding rests on.
        notes: What was worth saying when the table followed the ruling.
        overruled: Whether it was refused and, in advisory mode, let pass as the players wished.
        cpu: Processor seconds by part of the work.
        table: Who performed it, where the table decided: the physics may be changed in the middle of a game.
    """

    act: Act
    ruling: Ruling
    before: Any
    lying: Any
    attempt: Attempt | None = None
    evidence: Evidence | None = None
    notes: tuple[str, ...] = ()
    overruled: bool = False
    cpu: dict[str, float] = field(default_factory=dict)
    table: Field | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class _Undone:
    """Acts that were taken back, and what the game was like after them."""

    entries: list[Entry]
    state: Any
    lying: Any


class Session:
    """A game that is being played.

    Args:
        game: The rules.
        table: Performs what NATURE decides.
        players: How many play.
        seed: Of everything that is left to chance.
        minds: Who chooses the moves, one a seat; empty when moves come through `tell`.
        hands: Who says how things are tried, one a seat.
        options: House rules and variants.
        is_advisory: Comments only: what is refused is said, and what was done stays done on the table.
        keeps_trace: Called with the number of an act and its trace.
    """

    def __init__(
        self,
        game: Engine[Any],
        table: Field,
        players: int,
        *,
        seed: int,
        minds: Sequence[Mind] = (),
        hands: Sequence[Hands] = (),
        options: Options | None = None,
        is_advisory: bool = False,
        keeps_trace: Callable[[int, Trace], None] | None = None,
    ) -> None:
        self.game, self.table, self.players, self.seed = game, table, players, seed
        self.minds, self.hands = tuple(minds), tuple(hands)
        self.options = options or game.options_type()
        self.is_advisory = is_advisory
        self.state: Any = game.initial(players, self.options)
        self.lying: Any = table.empty(self.state)
        self.entries: list[Entry] = []
        self._keeps_trace = keeps_trace
        self._undone: list[_Undone] = []
        self._shown: Counter[tuple[str, Seat]] = Counter()  # acts that each mind and each hand was shown

    # --- what is going on

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def due(self) -> Actor:
        """Who acts next; where several may, the first by name."""
        return min(self.game.to_act(self.state), key=actor_name)

    @property
    def waits_for_table(self) -> bool:
        """Whether the next act is a finding."""
        return self.outcome is None and isinstance(self.due, Nature)

    # --- acting

    def step(self) -> Entry:
        """Let whoever is due act, by minds and hands; return what happened.

        Raises:
            TrialError: The table keeps finding what the rules refuse.
        """
        actor = self.due
        if isinstance(actor, Nature):
            records = self._keeps_trace is not None
            return self._take(*self.rehearse(self.hands[self.table.doer(self.state)], records=records))
        return self.tell(self.ask(actor, self.minds[actor]))

    def ask(self, seat: Seat, mind: Mind) -> Move:
        """Return the move that a mind chooses for a seat, with the chance of the act that comes next."""
        view = self.game.view(self.state, seat)
        self._show("mind", seat, mind)
        return mind(self.game, view, self.game.legal_moves(self.state, seat), self._rng())

    def rehearse(
        self, hands: Hands, *, records: bool = False, table: Field | None = None
    ) -> tuple[Attempt, Report]:
        """Ask hands how, until it is something that the table can perform; nothing is judged yet.

        Args:
            hands: Who tries.
            records: Whether a trace is kept.
            table: Performs instead of the session's own, to the same end.

        Raises:
            TrialError: The hands want only what cannot be done.
        """
        table = table or self.table
        self._show("hands", table.doer(self.state), hands)
        reason = ""
        for number in range(STUBBORN):
            rng = np.random.default_rng([self.seed, len(self.entries), number])
            try:
                attempt = hands.attempt(self.game, table, self.lying, self.state, rng)
                return attempt, table.perform(self.lying, self.state, attempt, records=records)
            except Impossible as error:
                reason = str(error)
        raise TrialError(f"{STUBBORN} attempts in a row were impossible, the last: {reason}")

    def _show(self, part: str, seat: Seat, who: Mind | Hands) -> None:
        """Show a mind or hands that remember what happened since they were shown anything."""
        if not isinstance(who, Onlooker):
            return
        if not self._shown[part, seat]:
            who.begin()
        for number, entry in enumerate(self.entries[self._shown[part, seat] :], start=self._shown[part, seat]):
            view = self.game.view(entry.before, seat)
            move = entry.act if isinstance(entry.act, Move) and entry.ruling.legal else None
            who.look(self.game, view, move, random.Random(f"{self.seed} {number} {seat}"))  # noqa: S311 (a game)
        self._shown[part, seat] = len(self.entries)

    def play(self, *, limit: int = 20_000) -> Outcome:
        """Step until the game is over.

        Raises:
            TrialError: It does not end within `limit` acts.
        """
        while (outcome := self.outcome) is None:
            if len(self.entries) >= limit:
                raise TrialError(f"the game of {self.game.title} did not end within {limit} acts")
            self.step()
        return outcome

    def tell(self, move: Move) -> Entry:
        """Judge a move. A refused one changes nothing, in advisory mode too: the rules cannot go on from it."""
        return self._judge(move, self.lying)

    def try_out(self, attempt: Attempt) -> Entry:
        """Perform an attempt and judge what was found.

        Raises:
            Impossible: The table cannot perform it; nothing moved.
            TrialError: The table keeps finding what the rules refuse.
        """
        records = self._keeps_trace is not None
        return self._take(attempt, self.table.perform(self.lying, self.state, attempt, records=records))

    def _take(self, attempt: Attempt, report: Report) -> Entry:
        if self._keeps_trace is not None and report.trace is not None:
            self._keeps_trace(len(self.entries), report.trace)
        return self.found(report, attempt)

    def found(self, report: Report, attempt: Attempt | None = None) -> Entry:
        """Judge what was found on the table, by an attempt or by somebody who looked."""
        entry = self._judge(report.finding, report.after, attempt, report.evidence, dict(report.cpu))
        if not entry.ruling.legal and self._refused_in_a_row() >= STUBBORN:
            raise TrialError(f"{STUBBORN} findings in a row were refused, the last: {entry.ruling.reason}")
        return entry

    def judge_only(self, act: Act) -> Entry:
        """Judge an act that was stored; the table is left alone."""
        ruling, after = self.game.decide(self.state, act)
        entry = Entry(act, ruling, self.state, self.lying)
        self.state = after
        self.entries.append(entry)
        return entry

    def _judge(
        self,
        act: Act,
        lying: Any,
        attempt: Attempt | None = None,
        evidence: Evidence | None = None,
        cpu: dict[str, float] | None = None,
    ) -> Entry:
        ruling, after = self.game.decide(self.state, act)
        notes: tuple[str, ...] = ()
        before, lay = self.state, self.lying
        overruled = False
        if ruling.legal:
            self.lying, notes = self.table.follow(lying, before, act, after)
            self.state = after
        elif self.is_advisory and isinstance(act, Finding):
            # It only comments: nobody puts the pieces back for the referee, so the table is as it was left.
            self.lying, overruled = lying, True
        performed_by = None if attempt is None else self.table
        entry = Entry(act, ruling, before, lay, attempt, evidence, notes, overruled, cpu or {}, performed_by)
        self.entries.append(entry)
        self._undone.clear()
        return entry

    def _refused_in_a_row(self) -> int:
        count = 0
        for entry in reversed(self.entries):
            if entry.ruling.legal or not isinstance(entry.act, Finding):
                break
            count += 1
        return count

    # --- going back

    def undo(self, count: int = 1, *, for_good: bool = False) -> str:
        """Take back the last acts: rules, table, score, chance and log together.

        Args:
            count: How many.
            for_good: Whether redo does not bring them back.

        Returns:
            What should be known about it: whether something hidden had been revealed by then.

        Raises:
            TrialError: The game was loaded and comes out otherwise here, so nobody knows what lay on the table;
                nothing is taken back.
        """
        count = min(count, len(self.entries))
        if not count:
            return "nothing was done yet"
        taken, left = self.entries[-count:], self.entries[:-count]
        lying = taken[0].lying
        if lying is None:  # the game was loaded, and its file keeps the last table only
            left, lying = self._perform_again(left, taken[0].before)
        self.entries[:] = left
        self._shown.clear()
        shown = any(self._reveals(entry) for entry in taken)
        if for_good:
            self._undone.clear()
        else:
            self._undone.append(_Undone(taken, self.state, self.lying))
        self.state, self.lying = taken[0].before, lying
        acts = "1 act is" if count == 1 else f"{count} acts are"
        return f"{acts} taken back" + ("; what was revealed is known by now" if shown else "")

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing was done since."""
        return bool(self._undone)

    def redo(self) -> str:
        """Do again what the last undo took back: the same rulings, table and chance, not another try."""
        if not self._undone:
            return "nothing was taken back"
        again = self._undone.pop()
        self.entries += again.entries
        self.state, self.lying = again.state, again.lying
        count = len(again.entries)
        return "1 act is done again" if count == 1 else f"{count} acts are done again"

    def _perform_again(self, entries: Sequence[Entry], state: Any) -> tuple[list[Entry], Any]:
        """Repeat acts from the bare table, and return them with what lies there then: the same, to the bit.

        Raises:
            TrialError: The rules end in another state than `state`.
        """
        again = Session(
            self.game, self.table, self.players, seed=self.seed, options=self.options, is_advisory=self.is_advisory
        )
        for entry in entries:
            again.table = entry.table or self.table
            if entry.attempt is None:
                again._judge(entry.act, again.lying)
            else:
                again.try_out(entry.attempt)
        if again.state != state:
            raise TrialError("this game comes out otherwise when it is performed again: its models were others")
        return again.entries, again.lying

    def _reveals(self, entry: Entry) -> bool:
        """Return whether a finding showed anybody what no seat could see before."""
        if not isinstance(entry.act, Finding):
            return False
        seats = [Seat(i) for i in range(self.players)]
        return any(self.game.view(entry.before, seat) != entry.before for seat in seats)

    # --- chance

    def _rng(self) -> random.Random:
        return random.Random(f"{self.seed} {len(self.entries)}")  # noqa: S311 (a game, not a secret)
