"""The contract of every game, and the base class that keeps most of it.

How to add a game, in this order (Burst is the example to follow):

1. `rules/rulebooks/<game>.toml`: the numbered rules and the data tables.
2. `rules/<game>/`, a package of small files: pieces and data (a dataclass with a field for each table of the
   file, checked when the game is made, errors by `book.bad`); acts (a `Move` class a move, a `Finding` class a
   thing observed, each field with its unit and its evidence, and the `NOTATION` with a verb for each); an
   `Options` subclass if there are variants; a frozen state; and a subclass of `Engine` with `name`, `title`,
   `state_type`, `options_type`, `notation`, `turn_rule`, `end_rule`, `due` and the methods `start`, `to_act`,
   `legal_moves`, `judge`, `outcome`, `view`, `pieces`.
3. One line in `rules/registry.py`.
4. `players/nature/<game>.py` with `find(game, state, rng)`, and `players/greedy/<game>.py` with
   `choose(game, view, moves, rng)`.
5. `tests/rules/secrets/<game>.py` with `plant(state, seat)`; `tests/rules/test_<game>.py` that cites every
   rule; and `python -m tests.playthroughs`, which writes `tests/playthroughs/<game>.txt`.

The rest comes by itself: text, JSON, logs, replay, the command line, the contract suite, the state machine.

What to keep in mind:

- `judge` sees only acts of an actor in `to_act`; it never raises for well-typed acts, whatever their numbers.
- Every field of a state is hashable; no list, no dict, no history: an act must not cost more in a long game.
- A ruling is read aloud, so its reason must not name what is hidden. A hidden piece is one value of its type
  (a card back), so that a view is a state like any other.
- What a seat may do follows from what it sees: `legal_moves` of a view equals that of the state.
- A physical rule is judged from the numbers of a finding. A refused finding changes nothing: the pieces are
  put right on the table and found again.
- Pieces are conserved: `pieces` counts every piece wherever it is, the box included.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Protocol, TypeVar

from sandbox.errors import IllegalMove, InputError
from sandbox.rules.codec import Mismatch, decode, encode
from sandbox.rules.notation import Notation
from sandbox.rules.rulebook import Rulebook
from sandbox.rules.words import (
    NATURE,
    Act,
    Actor,
    Decision,
    Finding,
    Move,
    Nature,
    Options,
    Outcome,
    Ruling,
    Seat,
    actor_name,
    actor_of,
    allowed,
    by_score,
    refused,
    some,
)

__all__ = [
    "NATURE",
    "Act",
    "Actor",
    "Decision",
    "Engine",
    "Finding",
    "Game",
    "Move",
    "Nature",
    "Notation",
    "Options",
    "Outcome",
    "Ruling",
    "Seat",
    "actor_name",
    "actor_of",
    "allowed",
    "by_score",
    "refused",
    "some",
]

S = TypeVar("S")


class Game(Protocol[S]):
    """What every game can do. S is its state: a frozen dataclass that goes through JSON and back."""

    def initial(self, players: int, options: Options | None = None) -> S:
        """Return the state in which nothing has happened.

        Raises:
            InputError: The number of players or an option is not one of this game.
        """
        ...

    def to_act(self, state: S) -> frozenset[Actor]:
        """Return who may act now: seats, NATURE, or nobody when the game is over."""
        ...

    def legal_moves(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return every legal move of a seat, each once; none when it is not to act."""
        ...

    def check(self, state: S, act: Act) -> Ruling:
        """Return whether an act is legal, by which rule and why. Never raises."""
        ...

    def apply(self, state: S, act: Act) -> S:
        """Return the state after an act.

        Raises:
            IllegalMove: The rules forbid the act; the error carries the rule and the reason.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def view(self, state: S, seat: Seat) -> S:
        """Return the state as a seat sees it, the secrets of others and of the supply removed."""
        ...


class Engine(Game[S]):
    """The base class of a game: a subclass says how one act is judged; the rest follows.

    Args:
        book: The rules and the data of the game.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    state_type: ClassVar[type[Any]]
    options_type: ClassVar[type[Options]] = Options
    notation: ClassVar[Notation]
    turn_rule: ClassVar[str]  # cited when somebody acts who is not to act
    end_rule: ClassVar[str]  # cited when somebody acts after the end
    due: ClassVar[Mapping[Any, tuple[str, str]]]  # what each phase waits for: the rule, and what comes first

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    @abstractmethod
    def start(self, players: int, options: Options) -> S:
        """Return the first state; the number of players and the type of the options are right."""

    @abstractmethod
    def judge(self, state: S, act: Act) -> Decision[S]:
        """Rule on an act of somebody who is to act, with `allowed` or `refused`."""

    @abstractmethod
    def pieces(self, state: S) -> Counter[str]:
        """Return how many pieces of each kind there are, wherever they are; it never changes."""

    def initial(self, players: int, options: Options | None = None) -> S:
        """Return the state in which nothing has happened."""
        fewest, most = self.book.players
        if not fewest <= players <= most:
            raise InputError(f"{self.title} is for {fewest} to {most} players, not {players}")
        options = self.options_type() if options is None else options
        assert isinstance(options, self.options_type), f"{options!r} are not options of {self.title}"
        return self.start(players, options)

    def decide(self, state: S, act: Act) -> Decision[S]:
        """Return the ruling on an act and the state after it: `check` and `apply` in one step."""
        actors = self.to_act(state)
        if not actors:
            return refused(self.end_rule, "the game is over", state)
        actor = actor_of(act)
        if actor not in actors:
            due = " or ".join(sorted(map(actor_name, actors)))
            return refused(self.turn_rule, f"{actor_name(actor)} acts out of turn: {due} is to act", state)
        return self.judge(state, act)

    def misplaced(self, state: S, phase: Enum, act: Act) -> Decision[S]:
        """Refuse an act of another phase than the one that the game is in, and say what comes first."""
        rule, first = self.due[phase]
        return refused(rule, f"{self.notation.verb(act)} does not fit: {first}", state)

    def check(self, state: S, act: Act) -> Ruling:
        """Return whether an act is legal, by which rule and why."""
        return self.decide(state, act).ruling

    def apply(self, state: S, act: Act) -> S:
        """Return the state after an act, or raise IllegalMove."""
        ruling, after = self.decide(state, act)
        if not ruling.legal:
            raise IllegalMove(ruling.rule, ruling.reason)
        return after

    def to_json(self, state: S) -> dict[str, Any]:
        """Return a state as JSON."""
        data: dict[str, Any] = encode(state, self.state_type)
        return data

    def from_json(self, data: object) -> S:
        """Return the state that JSON describes.

        Raises:
            InputError: The data is no state of this game.
        """
        try:
            state: S = decode(self.state_type, data)
        except Mismatch as error:
            raise InputError(f"no state of {self.title}: {error}") from error
        return state
