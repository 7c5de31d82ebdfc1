"""The rules of Burst.

One turn, as the engine sees it: the player draws, or plays a card; nature shows how the row lies; the card's
action is followed, by a move of the player where there is a choice; then the row is counted.
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
    some,
)
from sandbox.rules.burst.acts import NOTATION, Cut, DeckOrder, Discard, Draw, Play, RowLayout, Take
from sandbox.rules.burst.cards import BACK, Action, BurstData, Card, build_deck, total
from sandbox.rules.burst.state import BurstState, Phase
from sandbox.rules.heaps import mixed_up, put_at, without
from sandbox.rules.rulebook import Rulebook

__all__ = ["Burst"]

LIMIT: Final = 21  # the highest total of the row that is no burst
HAND: Final = 3  # the most cards in a hand
GOAL: Final = 100  # points that end the game

_DUE: Final = {
    Phase.CUT: ("burst.setup.cut", "the players cut the deck first"),
    Phase.SHUFFLE: ("burst.setup.deck", "the deck is shuffled first"),
    Phase.ROW: ("burst.row.face-up", "the card played is laid into the row first"),
    Phase.TURN: ("burst.turn.options", "a turn is a draw or a play"),
    Phase.ACTION: ("burst.action.must", "the action of the card played is followed first"),
}


class Burst(Engine[BurstState]):
    """The rules of Burst for two to six players."""

    name = "burst"
    title = "Burst"
    state_type = BurstState
    notation = NOTATION
    turn_rule = "burst.turn.options"
    end_rule = "burst.end"
    due = _DUE

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        data = book.data(BurstData)
        self.cards = build_deck(book, data.deck)
        self.reach = data.row.reach_cm / 100
        self.rounds = data.end.rounds
        if self.rounds < 1:
            raise book.bad("end.rounds", f"{self.rounds} rounds are too few", instead="write 1 or more")

    def start(self, players: int, options: Options) -> BurstState:
        """Return the table before the deck is cut."""
        everyone = tuple(Seat(i) for i in range(players))
        return replace(self._new_round((0,) * players, Seat(0)), phase=Phase.CUT, cutters=everyone)

    def to_act(self, state: BurstState) -> frozenset[Actor]:
        """Return nature for a cut, a shuffle and the row; else the player whose turn it is."""
        if state.phase is Phase.OVER:
            return frozenset()
        return frozenset({state.turn if state.phase in (Phase.TURN, Phase.ACTION) else NATURE})

    def legal_moves(self, state: BurstState, seat: Seat) -> Sequence[Move]:
        """Return the draw and the plays, or the cards that an action can name."""
        if seat != state.turn:
            return ()
        if state.phase is Phase.ACTION:
            kind = Discard if state.row[-1].action is Action.DISCARD_ONE else Take
            return [kind(seat, card) for card in dict.fromkeys(state.row[:-1])]
        if state.phase is not Phase.TURN:
            return ()
        hand = state.hands[seat]
        plays: list[Move] = [Play(seat, card) for card in dict.fromkeys(hand)]
        return [Draw(seat), *plays] if state.deck and len(hand) < HAND else plays

    def judge(self, state: BurstState, act: Act) -> Decision[BurstState]:
        """Rule on an act by what the game waits for."""
        match state.phase, act:
            case Phase.CUT, Cut():
                return self._cut(state, act)
            case Phase.SHUFFLE, DeckOrder():
                return self._shuffle(state, act)
            case Phase.ROW, RowLayout():
                return self._lie(state, act)
            case Phase.TURN, Draw():
                return self._draw(state)
            case Phase.TURN, Play():
                return self._play(state, act)
            case Phase.ACTION, Discard() | Take():
                return self._choose(state, act)
        return self.misplaced(state, state.phase, act)

    def outcome(self, state: BurstState) -> Outcome | None:
        """Return the result once a round has ended with a player at the goal."""
        if state.phase is not Phase.OVER:
            return None
        best = max(state.scores)
        if best < GOAL:
            reason = f"the last of {some(self.rounds, 'round')} is over; the most points are {best}"
            return by_score("burst.end.limit", reason, state.scores)
        return by_score("burst.end", f"a player has {best} points, {GOAL} or more", state.scores)

    def view(self, state: BurstState, seat: Seat) -> BurstState:
        """Return the state with the deck and the other hands face down."""
        hands = tuple(hand if owner == seat else (BACK,) * len(hand) for owner, hand in enumerate(state.hands))
        return replace(state, deck=(BACK,) * len(state.deck), hands=hands)

    def pieces(self, state: BurstState) -> Counter[str]:
        """Count the cards in the deck, in hands, in the row and out."""
        zones = (state.deck, *state.hands, state.row, state.out)
        return Counter(card.to_text() for zone in zones for card in zone)

    def _cut(self, state: BurstState, act: Cut) -> Decision[BurstState]:
        rule = "burst.setup.cut"
        if len(act.cards) != len(state.cutters):
            return refused(rule, f"{len(act.cards)} cuts for {len(state.cutters)} players", state)
        strange = next((card for card in act.cards if card not in self.cards), None)
        if strange is not None:
            return refused(rule, f"the deck has no {strange.to_text()}", state)
        best = max(card.value for card in act.cards)
        tied = tuple(s for s, card in zip(state.cutters, act.cards, strict=True) if card.value == best)
        if len(tied) > 1:
            names = " and ".join(map(actor_name, tied))
            return allowed(rule, f"{names} tie at {best} and cut again", replace(state, cutters=tied))
        after = replace(state, phase=Phase.SHUFFLE, turn=tied[0], cutters=())
        return allowed(rule, f"{actor_name(tied[0])} cuts the highest card, {best}, and starts", after)

    def _shuffle(self, state: BurstState, act: DeckOrder) -> Decision[BurstState]:
        rule = "burst.setup.deck"
        if problem := mixed_up("the deck", "card", act.cards, self.cards, Card.to_text):
            return refused(rule, problem, state)
        reason = f"{len(self.cards)} cards are shuffled; {actor_name(state.turn)} starts"
        return allowed(rule, reason, replace(state, phase=Phase.TURN, deck=act.cards))

    def _draw(self, state: BurstState) -> Decision[BurstState]:
        seat, hand = state.turn, state.hands[state.turn]
        if not state.deck:
            return refused("burst.turn.deck-empty", f"the deck is empty: {actor_name(seat)} must play", state)
        if len(hand) >= HAND:
            reason = f"{actor_name(seat)} holds {len(hand)} cards and must play"
            return refused("burst.turn.hand-limit", reason, state)
        drawn = replace(state, deck=state.deck[1:], hands=put_at(state.hands, seat, (*hand, state.deck[0])))
        rule = "burst.turn.options" if hand else "burst.turn.empty-hand"
        return self._go_on(drawn, rule, f"{actor_name(seat)} draws and holds {len(hand) + 1}")

    def _play(self, state: BurstState, act: Play) -> Decision[BurstState]:
        seat, hand = state.turn, state.hands[state.turn]
        if not hand:
            return refused("burst.turn.empty-hand", f"{actor_name(seat)} holds no card and must draw", state)
        if act.card not in hand:
            reason = f"{actor_name(seat)} holds no {act.card.to_text()}"
            return refused("burst.turn.options", reason, state)
        hands = put_at(state.hands, seat, without(hand, [act.card]))
        after = replace(state, phase=Phase.ROW, hands=hands, row=(*state.row, act.card))
        return allowed("burst.turn.options", f"{actor_name(seat)} plays {act.card.to_text()}", after)

    def _lie(self, state: BurstState, act: RowLayout) -> Decision[BurstState]:
        """Judge how the row lies, then begin the action of the card played last."""
        if act.face_down != 0:
            return refused("burst.row.face-up", f"{act.face_down} cards of the row lie face down", state)
        if not act.gap >= 0:
            reason = f"cards overlap by {-act.gap * 1000:.1f} mm and must be moved apart"
            return refused("burst.row.no-overlap", reason, state)
        if not act.reach <= self.reach:
            reason = f"a card lies {act.reach * 100:.1f} cm from a player, over {self.reach * 100:g} cm"
            return refused("burst.row.reach", reason, state)
        card, others = state.row[-1], state.row[:-1]
        if card.action is None:
            return self._count(state, "burst.row.total", "")
        if card.action is Action.REVERSE:
            turned = replace(state, clockwise=not state.clockwise)
            return self._count(turned, "burst.action.reverse", "the order of play turns round; ")
        if card.action is Action.DISCARD_SAME:
            same = tuple(other for other in others if other.value == card.value)
            if same:
                row = (*(other for other in others if other.value != card.value), card)
                gone = replace(state, row=row, out=state.out + same)
                did = f"{len(same)} other cards of value {card.value} go out; "
                return self._count(gone, "burst.action.discard-same", did)
        elif self._has_acted(state, card):
            return self._count(state, "burst.action.once", f"{card.to_text()} has acted in this round; ")
        elif others:
            verb = "discard" if card.action is Action.DISCARD_ONE else "take"
            reason = f"{actor_name(state.turn)} must {verb} one of {len(others)} other cards of the row"
            return allowed("burst.action.must", reason, replace(state, phase=Phase.ACTION))
        return self._count(state, "burst.action.impossible", "no other card fits the action; ")

    def _has_acted(self, state: BurstState, card: Card) -> bool:
        """Return whether a take-one card, and each that equals it, has fetched a card in this round."""
        return card.action is Action.TAKE_ONE and state.spent.count(card) >= self.cards.count(card)

    def _choose(self, state: BurstState, act: Discard | Take) -> Decision[BurstState]:
        played, others, seat = state.row[-1], state.row[:-1], state.turn
        discards = played.action is Action.DISCARD_ONE
        verb = "discard" if discards else "take"
        rule = f"burst.action.{verb}-one"
        text = act.card.to_text()
        if isinstance(act, Discard) is not discards:
            return refused("burst.action.must", f"the action of {played.to_text()} is to {verb} one", state)
        if act.card not in others:
            if act.card == played:
                return refused("burst.action.not-itself", f"{text} was played on this turn", state)
            return refused(rule, f"the row has no {text} to {verb}", state)
        row = (*without(others, [act.card]), played)
        if discards:
            after = replace(state, row=row, out=(*state.out, act.card))
        else:
            hands = put_at(state.hands, seat, (*state.hands[seat], act.card))
            after = replace(state, row=row, hands=hands, spent=(*state.spent, played))
        return self._count(after, rule, f"{actor_name(seat)} {verb}s {text}; ")

    def _count(self, state: BurstState, rule: str, did: str) -> Decision[BurstState]:
        """Count the row after the action; `did` says what the action did, with `; ` at its end."""
        row, burster = total(state.row), state.turn
        if row <= LIMIT:
            return self._go_on(state, rule, f"{did}the row totals {row}")
        points = tuple(0 if seat == burster else total(hand) for seat, hand in enumerate(state.hands))
        scores = tuple(a + b for a, b in zip(state.scores, points, strict=True))
        over = max(scores) >= GOAL
        after = (
            replace(state, phase=Phase.OVER, scores=scores) if over else self._end_round(state, scores, burster)
        )
        listed = ", ".join(f"{actor_name(Seat(i))} {n}" for i, n in enumerate(points))
        reason = f"{did}the row totals {row}, over {LIMIT}: {actor_name(burster)} bursts; points: {listed}"
        return allowed("burst.burst", reason, after)

    def _go_on(self, state: BurstState, rule: str, reason: str) -> Decision[BurstState]:
        """Pass the turn to the next player who can act; end the round when nobody can."""
        players = len(state.hands)
        step = 1 if state.clockwise else -1
        order = [Seat((state.turn + k * step) % players) for k in range(1, players + 1)]
        for seat in order:
            if state.deck or state.hands[seat]:
                return allowed(rule, reason, replace(state, phase=Phase.TURN, turn=seat))
        reason = f"{reason}; deck and hands are empty: the round ends without points"
        return allowed("burst.turn.deck-empty", reason, self._end_round(state, state.scores, order[0]))

    def _end_round(self, state: BurstState, scores: tuple[int, ...], starter: Seat) -> BurstState:
        """Return what follows a round in which nobody reached the goal: the next one, or the end of the game."""
        if state.round >= self.rounds:
            return replace(state, phase=Phase.OVER, scores=scores)
        return replace(self._new_round(scores, starter), round=state.round + 1)

    def _new_round(self, scores: tuple[int, ...], starter: Seat) -> BurstState:
        """Return the table with all cards together, waiting for the shuffle."""
        return BurstState(
            phase=Phase.SHUFFLE,
            turn=starter,
            clockwise=True,
            cutters=(),
            deck=self.cards,
            hands=((),) * len(scores),
            row=(),
            out=(),
            scores=scores,
        )
