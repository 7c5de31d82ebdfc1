"""What the suites share: every case of every game, a game played at random, and acts that are not all right."""

from __future__ import annotations

import dataclasses
import json
import random
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

from sandbox.errors import InputError
from sandbox.players.bots import load_bot
from sandbox.players.match import Match, play
from sandbox.players.scripted_nature import ScriptedNature
from sandbox.rules import GAMES, load_game
from sandbox.rules.base import Act, Engine, Options, Seat
from sandbox.rules.codec import item_hints
from sandbox.rules.log import Step, replay
from sandbox.rules.notation import options_to_text


class Case(NamedTuple):
    """One way to sit down to a game: the variants are taken one at a time."""

    game: str
    players: int
    options: Options

    def __str__(self) -> str:
        return f"{self.game}-{self.players}-{options_to_text(self.options).replace(' ', ',')}"


def variants(kind: type[Options]) -> list[Options]:
    """Return the default options, and each `bool` and `Enum` option at each other value."""
    default = kind()
    found = [default]
    for field in dataclasses.fields(kind):
        value = getattr(default, field.name)
        others = [not value] if isinstance(value, bool) else list(type(value)) if isinstance(value, Enum) else []
        found += [dataclasses.replace(default, **{field.name: x}) for x in others if x != value]
    return found


def cases() -> list[Case]:
    """Return every case that a game accepts."""
    found = []
    for name in GAMES:
        game = load_game(name)
        low, high = game.book.players
        for players in range(low, high + 1):
            for options in variants(game.options_type):
                try:
                    game.initial(players, options)
                except InputError:  # a variant for another number of players
                    continue
                found.append(Case(name, players, options))
    return found


@cache
def engine(name: str) -> Engine[Any]:
    """Return a game, loaded once."""
    return load_game(name)


def match_of(case: Case, seed: int = 1, bot: str = "random") -> Match:
    """Play a case to its end."""
    game, rng = engine(case.game), random.Random(seed)
    bots = [load_bot(bot, case.game)] * case.players
    nature = ScriptedNature(game, rng)
    return play(game, case.players, bots=bots, nature=nature, rng=rng, options=case.options)


@cache
def the_match_of(case: Case) -> Match:
    """Return the random game of a case that all tests look at."""
    return match_of(case)


@cache
def states_and_steps(case: Case) -> tuple[Any, list[Step[Any]]]:
    """Return the first state of that game and its steps."""
    match = the_match_of(case)
    return match.log.game.initial(case.players, case.options), list(replay(match.log))


def states_of(case: Case) -> list[Any]:
    """Return all states of that game, the first and the last included."""
    first, steps = states_and_steps(case)
    return [first, *(step.state for step in steps)]


@cache
def texts_of(case: Case) -> list[str]:
    """Return all states of that game as JSON text, as they were when the game had just been played."""
    game = engine(case.game)
    return [json.dumps(game.to_json(state)) for state in states_of(case)]


def strange_act(game: Engine[Any], players: int, rng: random.Random) -> Act:
    """Return a well-typed act with any values: most are illegal, none may make `check` raise."""
    cls = rng.choice(list(game.notation.verbs.values()))
    return cls(**{name: _value(hint, players, rng) for name, hint in _hints(cls)})


@cache
def _hints(cls: type) -> tuple[tuple[str, Any], ...]:
    """Return the names and the types of the fields of a dataclass."""
    hints = get_type_hints(cls)
    return tuple((field.name, hints[field.name]) for field in dataclasses.fields(cls))


def _value(hint: Any, players: int, rng: random.Random) -> Any:
    if hint is Seat:
        return Seat(rng.randint(0, players))  # one seat too many
    if isinstance(hint, NewType):
        return _value(hint.__supertype__, players, rng)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _value(rng.choice(get_args(hint)), players, rng)
    if origin is Literal:
        return rng.choice(get_args(hint))
    if origin in (tuple, frozenset):
        kinds = item_hints(hint) if origin is tuple else None
        if kinds is None:
            kinds = get_args(hint)[:1] * rng.randint(0, 5)
        return origin(_value(kind, players, rng) for kind in kinds)
    if dataclasses.is_dataclass(hint):
        return hint(**{name: _value(kind, players, rng) for name, kind in _hints(hint)})
    if issubclass(hint, Enum):
        return rng.choice(list(hint))
    return rng.choice(_PLAIN[hint])


_PLAIN: dict[type, list[Any]] = {
    bool: [False, True],
    int: [*range(-2, 13), 10**9],
    float: [-1.0, -0.01, 0.0, 0.01, 0.3, 0.5, 1.0, 60.0, 1e9],
    str: ["red", "nothing", "x"],
    NoneType: [None],
}
