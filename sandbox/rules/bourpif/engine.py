"""The rules of BOURPIF.

One turn, as the engine sees it: nature shows that all tiles rest on a weapon, turns the cards, and shows who
tapped when; the pile is shared, or cards are owed and each player chooses one to give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sandbox.rules.base import (
    NATURE,
    Act,
    Actor,
    Decision,
    Engine,
    Move,
    Options,
    Outcome,
    Seat,
    actor_name,
    allowed,
    by_score,
    refused,
)
from sandbox.rules.bourpif.acts import NOTATION, DeckOrder, Doors, Pay, Race, Reveal, Setup, TilePictures
from sandbox.rules.bourpif.cards import BACK, WEAPONS, BourpifData, Card, Colour, Monster, build_decks
from sandbox.rules.bourpif.race import Goal, Result, goal_of, judge_race, rest_problem
from sandbox.rules.bourpif.state import BourpifOptions, BourpifState, Level, Phase
from sandbox.rules.heaps import mixed_up, put_at, without
from sandbox.rules.rulebook import Rulebook

__all__ = ["Bourpif"]

_DUE: Final = {
    Phase.SHUFFLE: ("bourpif.setup.pile", "the cards are shuffled first"),
    Phase.SETUP: ("bourpif.setup.tiles", "the tiles are laid first"),
    Phase.DOORS: ("bourpif.level2.setup", "the doors are laid first"),
    Phase.REST: ("bourpif.tiles.rest-weapon", "all tiles have to show a weapon first"),
    Phase.REVEAL: ("bourpif.turn.reveal", "the cards of the turn are turned over first"),
    Phase.RACE: ("bourpif.turn.last-monster", "the turn is decided by taps"),
    Phase.PAY: ("bourpif.case2.pay", "the cards that are owed are given first"),
}


class Bourpif(Engine[BourpifState]):
    """The rules of BOURPIF for two to four players, at both levels."""

    name = "bourpif"
    title = "BOURPIF"
    state_type = BourpifState
    options_type = BourpifOptions
    notation = NOTATION
    turn_rule = "bourpif.turn.reveal"
    end_rule = "bourpif.end"
    due = _DUE

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.data = book.data(BourpifData)
        self.dungeon, self.dragons = build_decks(book, self.data)

    def start(self, players: int, options: Options) -> BourpifState:
        """Return the table before the shuffle; at level 1 the dragons stay in the box."""
        assert isinstance(options, BourpifOptions)
        with_dragons = options.level is Level.TWO
        return BourpifState(
            phase=Phase.SHUFFLE,
            level=options.level,
            draw=self.dungeon + self.dragons if with_dragons else self.dungeon,
            pile=(),
            stacks=((),) * players,
            box=() if with_dragons else self.dragons,
        )

    def to_act(self, state: BourpifState) -> frozenset[Actor]:
        """Return the players who owe a card; else nature."""
        if state.phase is Phase.OVER:
            return frozenset()
        return frozenset(state.owing) if state.phase is Phase.PAY else frozenset({NATURE})

    def legal_moves(self, state: BourpifState, seat: Seat) -> Sequence[Move]:
        """Return the cards that a player who owes one can give."""
        if state.phase is not Phase.PAY or seat not in state.owing:
            return ()
        return [Pay(seat, card) for card in dict.fromkeys(state.stacks[seat])]

    def judge(self, state: BourpifState, act: Act) -> Decision[BourpifState]:
        """Rule on an act by what the game waits for."""
        match state.phase, act:
            case Phase.SHUFFLE, DeckOrder():
                return self._shuffle(state, act)
            case Phase.SETUP, Setup():
                return self._set_up(state, act)
            case Phase.DOORS, Doors():
                return self._lay_doors(state, act)
            case Phase.REST, TilePictures():
                return self._rest(state, act)
            case Phase.REVEAL, Reveal():
                return self._reveal(state, act)
            case Phase.RACE, Race():
                return self._race(state, act)
            case Phase.PAY, Pay():
                return self._pay(state, act)
        return self.misplaced(state, state.phase, act)

    def outcome(self, state: BourpifState) -> Outcome | None:
        """Return who has the most cards once no turn can be set up."""
        if state.phase is not Phase.OVER:
            return None
        left, needed = len(state.draw), state.draw[0].count + 1
        reason = f"{left} cards are left and a turn needs {needed}"
        return by_score("bourpif.end", reason, tuple(map(len, state.stacks)))

    def view(self, state: BourpifState, seat: Seat) -> BourpifState:
        """Return the state with the draw pile hidden but for the parchment on its top.

        What was turned over once has been seen by all, and so have the cards that were won.
        """
        hidden: tuple[Card, ...] = (BACK,) * len(state.draw)
        if state.phase is not Phase.SHUFFLE:
            hidden = (replace(state.draw[0], monster=None), *hidden[1:])
        return replace(state, draw=hidden)

    def pieces(self, state: BourpifState) -> Counter[str]:
        """Count the cards in both piles, with the players and in the box, and the tiles."""
        zones = (state.draw, state.pile, *state.stacks, state.box)
        counts = Counter(card.to_text() for zone in zones for card in zone)
        return counts + Counter(equipment=self.data.tiles.equipment, door=self.data.tiles.doors)

    def _shuffle(self, state: BourpifState, act: DeckOrder) -> Decision[BourpifState]:
        rule = "bourpif.setup.pile"
        if problem := mixed_up("the draw pile", "card", act.cards, state.draw, Card.to_text):
            return refused(rule, problem, state)
        reason = f"{len(act.cards)} cards are shuffled and lie parchment side up"
        return allowed(rule, reason, replace(state, phase=Phase.SETUP, draw=act.cards))

    def _set_up(self, state: BourpifState, act: Setup) -> Decision[BourpifState]:
        rule, count = "bourpif.setup.tiles", len(state.stacks)
        for seat, player in enumerate(act.players):
            if player.backs != 1:
                reason = f"the tiles of {actor_name(Seat(seat))} have {player.backs} different backs"
                return refused(rule, reason, state)
        tiles = [player.tiles for player in act.players]
        if problem := rest_problem(rule, tiles, count, self.data.limits):
            return refused(*problem, state)
        phase = Phase.DOORS if state.level is Level.TWO else Phase.REVEAL
        return allowed(rule, f"{count} players have a weapon before them", replace(state, phase=phase))

    def _lay_doors(self, state: BourpifState, act: Doors) -> Decision[BourpifState]:
        rule, limit = "bourpif.level2.setup", self.data.limits.reach_cm
        if Counter(act.colours) != Counter(Colour):
            listed = ", ".join(colour.value for colour in act.colours) or "no door"
            return refused(rule, f"the table shows {listed}, not one door of each colour", state)
        if not act.reach * 100 <= limit:
            reason = f"a door lies {act.reach * 100:.1f} cm from a player, over {limit:g} cm"
            return refused(rule, reason, state)
        return allowed(rule, "four doors lie within reach of all", replace(state, phase=Phase.REVEAL))

    def _rest(self, state: BourpifState, act: TilePictures) -> Decision[BourpifState]:
        rule = "bourpif.tiles.rest-weapon"
        if problem := rest_problem(rule, act.players, len(state.stacks), self.data.limits):
            return refused(*problem, state)
        return allowed(rule, "all tiles show a weapon", replace(state, phase=Phase.REVEAL))

    def _reveal(self, state: BourpifState, act: Reveal) -> Decision[BourpifState]:
        """Turn the cards; say what the last monster and the parchment on the pile ask for."""
        rule, due = "bourpif.turn.reveal", state.draw[0].count
        if act.cards != due:
            return refused(rule, f"{act.cards} cards are turned and the parchment says {due}", state)
        if act.at_once != 1:
            return refused(rule, f"{act.at_once} cards are turned in one motion, not 1", state)
        if act.face_down != 0:
            return refused(rule, f"{act.face_down} of the cards do not lie monster side up", state)
        after = replace(state, phase=Phase.RACE, draw=state.draw[due:], pile=(*state.pile, *state.draw[:due]))
        goal = _goal(after)
        what = f"the {goal.place.value} door" if goal.picture is None else f"the {goal.picture.value}"
        cards = "1 card is" if due == 1 else f"{due} cards are"
        reason = f"{cards} turned, {_monster(after).value} last, and the parchment shows {_shown(after.draw[0])}"
        return allowed(goal.rule, f"{reason}: {what}", after)

    def _race(self, state: BourpifState, act: Race) -> Decision[BourpifState]:
        """Rule on the taps: share the pile, or say who owes a card."""
        goal, count = _goal(state), len(state.stacks)
        result = judge_race(act, goal, count, self.data.limits)
        if not isinstance(result, Result):
            return refused(*result, state)
        did = f"after {result.at:.2f} s"
        if result.void:
            did = f"{did} and {result.void} void tap{'s' if result.void > 1 else ''}"
        if not result.order:
            return self._next(state, "bourpif.turn.timeout", f"{did} nobody has tapped and nothing moves")
        first = result.order[0]
        if goal.picture in WEAPONS:
            return self._share(state, result, did)
        others = tuple(Seat(i) for i in range(count) if i != first and state.stacks[i])
        flees = goal.picture is None
        rule = goal.rule if flees else "bourpif.case2.pay"
        told = "flees first" if flees else "is the quickest with the shield"
        reason = f"{did} {actor_name(first)} {told}"
        if not others:
            return self._next(state, rule, f"{reason} and nobody has a card to give")
        owing = replace(state, phase=Phase.PAY, owing=others, receiver=None if flees else first)
        reason = f"{reason}; {' and '.join(map(actor_name, others))} owe one card each"
        return allowed(rule, reason, owing)

    def _share(self, state: BourpifState, result: Result, did: str) -> Decision[BourpifState]:
        stacks, pile, said = list(state.stacks), state.pile, []
        two = len(stacks) == 2
        for seat in result.order[:1] if two else result.order:
            gain = len(pile) if two else (len(pile) + 1) // 2
            rest = len(pile) - gain
            stacks[seat] += pile[rest:][::-1]
            pile = pile[:rest]
            said.append(f"{actor_name(seat)} {gain}")
        rule = "bourpif.case1.two-players" if two else "bourpif.case1.share"
        if not result.in_time:
            rule = "bourpif.turn.timeout"
        reason = f"{did} cards are won: {', '.join(said)}; {len(pile)} stay"
        return self._next(replace(state, stacks=tuple(stacks), pile=pile), rule, reason)

    def _pay(self, state: BourpifState, act: Pay) -> Decision[BourpifState]:
        seat, to = act.seat, state.receiver
        rule = "bourpif.level2.pay" if to is None else "bourpif.case2.pay"
        text, stack = act.card.to_text(), state.stacks[seat]
        if act.card not in stack:
            return refused(rule, f"{actor_name(seat)} has not won the card {text}", state)
        stacks, pile = put_at(state.stacks, seat, without(stack, [act.card])), state.pile
        if to is None:
            pile, where = (act.card, *pile), "under the monster pile"
        else:
            stacks, where = put_at(stacks, to, (*stacks[to], act.card)), f"to {actor_name(to)}"
        owing = tuple(other for other in state.owing if other != seat)
        after = replace(state, stacks=stacks, pile=pile, owing=owing)
        reason = f"{actor_name(seat)} gives {text} {where}"
        return allowed(rule, reason, after) if owing else self._next(after, rule, reason)

    def _next(self, state: BourpifState, rule: str, reason: str) -> Decision[BourpifState]:
        """Let the next turn begin, or end the game where the cards do not suffice for one."""
        left, needed = len(state.draw), state.draw[0].count + 1
        phase = Phase.REST if left >= needed else Phase.OVER
        if phase is Phase.OVER:
            reason = f"{reason}; {left} cards are left and a turn needs {needed}: the game is over"
        return allowed(rule, reason, replace(state, phase=phase, owing=(), receiver=None))


def _monster(state: BourpifState) -> Monster:
    """Return the monster that was turned last."""
    monster = state.pile[-1].monster
    assert monster is not None, "a card on the monster pile shows its monster"
    return monster


def _goal(state: BourpifState) -> Goal:
    return goal_of(state.draw[0], _monster(state))


def _shown(card: Card) -> str:
    """Return the weapons of a parchment, such as `a green axe, a red bow and a blue grimoire`."""
    axe, bow, grimoire = (f"a {colour.value} {w.value}" for colour, w in zip(card.colours, WEAPONS, strict=True))
    return f"{axe}, {bow} and {grimoire}"
