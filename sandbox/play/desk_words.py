"""A game in words for a person: what may be done, how it stands, what the referee said."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sandbox.referee.session import Entry
from sandbox.rules.base import Engine, Move, Nature, Outcome, Seat, actor_name, actor_of, some
from sandbox.rules.burst import total
from sandbox.rules.log import act_to_line, ruling_to_text

__all__ = ["Verdict", "facts", "label", "lines_of", "phase_text", "score", "verdict", "winner_text"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee said to one act.

    Attributes:
        legal: Whether it stands.
        rule: Id of the numbered rule.
        reason: Why, without a full stop.
        text: Both in one sentence, as it is read aloud.
        rule_text: What the rule says.
        act: Who did what.
        notes: What was worth saying besides.
        figures: Measured numbers by name, SI.
        bodies: The bodies that it speaks of.
        overruled: Whether it was refused and, in advisory mode, stays as the players wished.
    """

    legal: bool
    rule: str
    reason: str
    text: str
    rule_text: str
    act: str
    notes: tuple[str, ...] = ()
    figures: Mapping[str, float] = field(default_factory=dict)
    bodies: tuple[str, ...] = ()
    overruled: bool = False


def verdict(game: Engine[Any], entry: Entry) -> Verdict:
    """Return what was said to an act."""
    ruling, evidence = entry.ruling, entry.evidence
    found: tuple[str, ...] = () if evidence is None else evidence.notes
    return Verdict(
        ruling.legal,
        ruling.rule,
        ruling.reason,
        ruling_to_text(ruling),
        _rule_text(game, ruling.rule),
        act_to_line(game, entry.act),
        (*found, *entry.notes),
        {} if evidence is None else dict(evidence.figures),
        () if evidence is None else evidence.bodies,
        entry.overruled,
    )


def _rule_text(game: Engine[Any], rule: str) -> str:
    found = game.book.rule(rule)
    return found.text if found.assumed is None else f"{found.text} (Assumed: {found.assumed})"


def lines_of(game: Engine[Any], entry: Entry) -> tuple[str, str]:
    """Return an act and its ruling as two lines of a log; measured findings are told by their ruling only."""
    actor = actor_of(entry.act)
    act = f"nature: {game.notation.verb(entry.act)}" if isinstance(actor, Nature) else act_to_line(game, entry.act)
    return act, ruling_to_text(entry.ruling)


def label(game: Engine[Any], move: Move) -> str:
    """Return a move as the text of a button: what it is, and the values of its fields."""
    about = re.split(r"[.;\n]", type(move).__doc__ or game.notation.verb(move))[0].strip()
    values = []
    for each in dataclasses.fields(move):
        if each.name == "seat":
            continue
        value = getattr(move, each.name)
        is_none = value == 0 and isinstance(value, int) and each.name.endswith("s")  # no supports need no words
        if value != each.default and not is_none:
            values.append(_field(game, each.name, value, str(each.type)))
    return f"{about}: {', '.join(values)}" if values else about


def _field(game: Engine[Any], name: str, value: Any, kind: str) -> str:  # noqa: ANN401 (fields of any kind)
    if kind == "Seat" or (kind.startswith("Seat ") and value is not None):
        return actor_name(Seat(value))
    if isinstance(value, bool):
        return name if value else f"not {name}"
    if isinstance(value, int):
        if not name.endswith("s"):
            return f"{name} {value}"
        return f"{value} {name[:-1] if value == 1 else name}"
    if words := getattr(value, "words", ""):  # a card that is written in letters, read by people
        return str(words)
    text = getattr(value, "to_text", None)
    if callable(text):
        return str(text())
    if isinstance(value, tuple):
        return f"{name} " + (" + ".join(_field(game, "", each, "").strip() for each in value) or "none")
    return str(getattr(value, "value", value))


def phase_text(state: Any) -> str:  # noqa: ANN401 (states of any game)
    """Return where the game is, such as `Round 2, aim`."""
    phase = getattr(getattr(state, "phase", None), "value", "")
    number = getattr(state, "round", None)
    return f"Round {number}, {phase}" if isinstance(number, int) else str(phase).capitalize()


def winner_text(outcome: Outcome) -> str:
    """Return how the game ended, in one sentence."""
    if not outcome.winners:
        who = "Nobody wins"
    elif len(outcome.winners) == 1:
        who = f"{actor_name(outcome.winners[0])} wins"
    else:
        who = " and ".join(map(actor_name, outcome.winners)) + " share the win"
    return f"{who}: {outcome.termination} [{outcome.rule}]"


# --- how each game stands


def score(game: Engine[Any], state: Any) -> list[tuple[str, str]]:  # noqa: ANN401 (states of any game)
    """Return how each seat stands, `(P1, text)`."""
    texts = _SCORES.get(game.name, lambda _: [])(state)
    return [(actor_name(Seat(seat)), text) for seat, text in enumerate(texts)]


def facts(game: Engine[Any], state: Any) -> list[tuple[str, str]]:  # noqa: ANN401 (states of any game)
    """Return what else is worth showing of a state, `(label, text)`."""
    return _FACTS.get(game.name, lambda _: [])(state)


def _hurlyburly(state: Any) -> list[str]:  # noqa: ANN401
    out = []
    for player in state.players:
        parts = [some(len(player.levels), "level") + ("" if player.flag else ", flag down")]
        parts.append(some(player.blocks, "block"))
        if player.upgrades:
            parts.append(some(player.upgrades, "upgrade"))
        if player.sandbags or player.supports:
            parts.append(some(player.sandbags + player.supports, "defence"))
        out.append(", ".join(parts))
    return out


def _beethupferl(state: Any) -> list[str]:  # noqa: ANN401
    out = []
    for tiles in state.taken:
        snails = sum(tile.name == "SNAIL" for tile in tiles)
        out.append(f"{some(len(tiles) - snails, 'vegetable')}, {some(snails, 'snail')}")
    return out


_SCORES: dict[str, Callable[[Any], list[str]]] = {
    "hurlyburly": _hurlyburly,
    "beethupferl": _beethupferl,
    "burst": lambda s: [
        f"{some(p, 'point')}, {some(len(h), 'card')}" for p, h in zip(s.scores, s.hands, strict=True)
    ],
    "bourpif": lambda s: [some(len(stack), "card") for stack in s.stacks],
    "burp": lambda s: [f"space {p.marker}, {some(len(p.disks), 'disk')}" for p in s.players],
}

_FACTS: dict[str, Callable[[Any], list[tuple[str, str]]]] = {
    "hurlyburly": lambda s: [
        (
            "Supply",
            f"{s.supply.walls} walls, {s.supply.platforms} platforms, {s.supply.sandbags} sandbags, "
            f"{s.supply.supports} supports",
        ),
        ("Upgrades left", str(s.upgrades)),
        ("Blocks left", str(s.blocks)),
    ],
    "beethupferl": lambda s: [("Drops in the bowl", str(s.bowl)), ("Tiles left", str(len(s.supply)))],
    "burst": lambda s: [
        ("Row", ", ".join(card.words for card in s.row) or "empty"),
        ("Together", str(total(s.row))),
        ("Deck", some(len(s.deck), "card")),
    ],
    "bourpif": lambda s: [("Draw pile", some(len(s.draw), "card")), ("Monster pile", some(len(s.pile), "card"))],
    "burp": lambda s: [("Woods", some(s.woods, "strip")), ("Quarry", some(len(s.quarry), "stone"))],
}
