"""The rules of Burp.

A round, as the engine sees it: nature fills the dots and shows the docks; the players place their pawns, then
collect, steal and trade, each act a move of its own; nature shows how the docks carry, what the spinner pushes
past each fisher and where it stops; dots are filled again; the players invent and copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, cast

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
    by_score,
)
from sandbox.rules.burp import docks, encounters, fishing, genius
from sandbox.rules.burp.acts import (
    NOTATION,
    Ask,
    Copy,
    Deal,
    Dock,
    First,
    Fisher,
    Give,
    Invent,
    Pass,
    Passage,
    Put,
    Ripe,
    Robbed,
    Spun,
    Steal,
    Stone,
    Strip,
)
from sandbox.rules.burp.data import ROW, SIDES, read_figures
from sandbox.rules.burp.flow import has_ended
from sandbox.rules.burp.pieces import PAWNS, UNSEEN, WOODS, Pawn, lacks
from sandbox.rules.burp.state import BurpOptions, BurpState, Phase, Placed, Player, meeting
from sandbox.rules.rulebook import Rulebook

__all__ = ["Burp"]

_NATURE: Final = frozenset(
    {
        Phase.FIRST,
        Phase.DEAL,
        Phase.RIPEN,
        Phase.DOCKS,
        Phase.ROBBED,
        Phase.FISHERS,
        Phase.PASSAGE,
        Phase.SPIN,
        Phase.REFILL,
    }
)
_DUE: Final = {
    Phase.FIRST: ("burp.setup.first", "first it is seen who has the longest hair"),
    Phase.DEAL: ("burp.setup.player", "the first fruits are dealt first"),
    Phase.STONES: ("burp.setup.player", "each player chooses a stone first"),
    Phase.RIPEN: ("burp.ripen.dots", "the empty dots get fruit first"),
    Phase.DOCKS: ("burp.dock.time", "the docks are built first"),
    Phase.WANDER: ("burp.wander.place", "the pawns are placed first"),
    Phase.COLLECT: ("burp.encounter.collect", "strips and stones are collected first"),
    Phase.GIVE: ("burp.encounter.steal", "the victim gives a stone first"),
    Phase.ROBBED: ("burp.encounter.steal", "the robbed dock is looked at first"),
    Phase.MORE: ("burp.invention.wheel", "the thief says first whether to take a second stone"),
    Phase.TRADE: ("burp.trade.order", "the traders make their requests first"),
    Phase.FISHERS: ("burp.fish.place", "the fishers are put on their docks first"),
    Phase.PASSAGE: ("burp.fish.pass", "the spinner passes the fishers first"),
    Phase.SPIN: ("burp.fish.next-start", "the spinner stops first"),
    Phase.REFILL: ("burp.fish.centre", "the dots are covered first"),
    Phase.GENIUS: ("burp.genius.trade", "the players invent first"),
    Phase.COPY: ("burp.genius.copy", "others may copy the invention first"),
}


class Burp(Engine[BurpState]):
    """The rules of Burp for two to four players."""

    name = "burp"
    title = "Burp"
    state_type = BurpState
    options_type = BurpOptions
    notation = NOTATION
    turn_rule = "burp.round.order"
    end_rule = "burp.end"
    due = _DUE

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.figures = read_figures(book)

    def start(self, players: int, options: Options) -> BurpState:
        """Return the table before it is known who begins."""
        data = self.figures.data
        player = Player(
            strips=data.setup.strips,
            stones=(),
            dock_strips=0,
            dock_stones=(),
            fruit=(),
            aside=(),
            marker=0,
            disks=(),
            ideas=(),
            skills=(),
        )
        return BurpState(
            options=cast(BurpOptions, options),
            phase=Phase.FIRST,
            start=Seat(0),
            players=(player,) * players,
            reserve=self.figures.fruits,
            sea=(None,) * (SIDES * ROW),
            quarry=tuple(range(1, data.pieces.stones + 1)),
            woods=data.pieces.wood_strips - players * data.setup.strips,
            disks=self.figures.disks,
            pawns=(),
            queue=(),
            count=0,
            fishing=(),
            idea=None,
            copiers=(),
            quiet=0,
        )

    def to_act(self, state: BurpState) -> frozenset[Actor]:
        """Return nature where the table is read, else the one player whose turn it is."""
        if state.phase in _NATURE:
            return frozenset({NATURE})
        match state.phase:
            case Phase.OVER:
                return frozenset()
            case Phase.WANDER:
                return frozenset({encounters.wanderer(state)})
            case Phase.COPY:
                return frozenset({state.copiers[0]})
            case Phase.GIVE:
                victim = state.queue[0].place.seat
                assert victim is not None
                return frozenset({victim})
        return frozenset({state.queue[0].seat})

    def legal_moves(self, state: BurpState, seat: Seat) -> Sequence[Move]:
        """Return what the player whose turn it is may do."""
        if seat not in self.to_act(state):
            return ()
        match state.phase:
            case Phase.STONES:
                return [Stone(seat, stone) for stone in state.quarry]
            case Phase.WANDER:
                pawns, places = encounters.pawns_left(state, seat), encounters.places(state)
                return [Put(seat, pawn, place) for pawn in pawns for place in places]
            case Phase.GIVE:
                return [Give(seat, stone) for stone in encounters.givable(state, seat)]
            case Phase.MORE:
                return [Steal(seat), Pass(seat)]
            case Phase.COLLECT:
                woods = state.queue[0].place == WOODS
                pieces: list[Move] = [Strip(seat)] if woods else [Stone(seat, stone) for stone in state.quarry]
                return [*pieces, Pass(seat)] if state.count else pieces
            case Phase.TRADE:
                others = meeting(state, Pawn.TRADER, state.queue[0].place)
                colours = self.figures.colours
                asks = [Ask(seat, other, colour) for other in others if other != seat for colour in colours]
                return [*asks, Pass(seat)]
            case Phase.COPY:
                assert state.idea is not None
                can = not lacks(state.players[seat].fruit, self.figures.cocktails[state.idea])
                return [Copy(seat), Pass(seat)] if can else [Pass(seat)]
        names = dict.fromkeys(state.disks)
        can_be = [name for name in names if genius.why_not(self.figures, state, seat, name) is None]
        return [*(Invent(seat, name) for name in can_be), Pass(seat)]

    def judge(self, state: BurpState, act: Act) -> Decision[BurpState]:
        """Rule on an act by what the game waits for."""
        figures = self.figures
        match state.phase, act:
            case Phase.WANDER, Put():
                return encounters.put(figures, state, act)
            case Phase.COLLECT, Strip() | Stone() | Pass():
                return encounters.collect(figures, state, act)
            case Phase.GIVE, Give():
                return encounters.give(figures, state, act)
            case Phase.MORE, Steal() | Pass():
                return encounters.second_stone(figures, state, act)
            case Phase.TRADE, Ask() | Pass():
                return encounters.request(figures, state, act)
            case Phase.GENIUS, Invent() | Pass():
                return genius.invent(figures, state, act)
            case Phase.COPY, Copy() | Pass():
                return genius.copy(figures, state, act)
            case Phase.STONES, Stone():
                return docks.first_stone(figures, state, act.seat, act)
            case Phase.FIRST, First():
                return docks.first(figures, state, act)
            case Phase.DEAL, Deal():
                return docks.deal(figures, state, act)
            case ((Phase.RIPEN | Phase.REFILL), Ripe()):
                return docks.ripen(figures, state, act)
            case Phase.DOCKS, Dock():
                return docks.build(figures, state, act)
            case Phase.ROBBED, Robbed():
                return docks.rest_of_dock(figures, state, act)
            case Phase.FISHERS, Fisher():
                return fishing.stand(figures, state, act)
            case Phase.PASSAGE, Passage():
                return fishing.pass_fisher(figures, state, act)
            case Phase.SPIN, Spun():
                return fishing.spin(figures, state, act)
        return self.misplaced(state, state.phase, act)

    def outcome(self, state: BurpState) -> Outcome | None:
        """Return the result when the disks are gone, a marker is at the top, or the game stalls."""
        if state.phase is not Phase.OVER:
            return None
        markers = tuple(player.marker for player in state.players)
        if not has_ended(self.figures, state):
            return by_score(
                "burp.end.stall", f"nothing comes of it any more after {state.quiet} quiet rounds", markers
            )
        reason = f"the furthest marker is at {max(markers)} of {self.figures.data.pieces.chart_spaces} spaces"
        return by_score("burp.end", reason if state.disks else f"all disks are taken; {reason}", markers)

    def view(self, state: BurpState, seat: Seat) -> BurpState:
        """Return the state with fruit face down, hands of others included, and pawns until they are turned."""
        players = tuple(
            player if owner == seat else replace(player, fruit=(UNSEEN,) * len(player.fruit))
            for owner, player in enumerate(state.players)
        )
        pawns = state.pawns
        if state.phase is Phase.WANDER:
            pawns = tuple(p if p.seat == seat else Placed(p.seat, Pawn.UNSEEN, p.place) for p in pawns)
        return replace(
            state,
            players=players,
            reserve=(UNSEEN,) * len(state.reserve),
            sea=tuple(fruit and UNSEEN for fruit in state.sea),
            pawns=pawns,
        )

    def pieces(self, state: BurpState) -> Counter[str]:
        """Count fruit, stones, strips, disks and pawns: in hands, villages and docks, on the board, left."""
        fruit = [*state.reserve, *(fruit for fruit in state.sea if fruit is not None)]
        stones, disks, strips = [*state.quarry], [*state.disks], state.woods
        for player in state.players:
            fruit += player.fruit + player.aside
            stones += player.stones + player.dock_stones
            disks += player.disks
            strips += player.strips + player.dock_strips
        count = Counter({"strip": strips, "block": SIDES})
        count.update(f"fruit {one.colour}" for one in fruit)
        count.update(f"stone {stone}" for stone in stones)
        count.update(f"disk {disk}" for disk in disks)
        owners = range(SIDES)  # the pawns of colours that nobody plays stay in the box
        count.update(f"pawn {owner + 1} {pawn.value}" for owner in owners for pawn in self._in_hand(state, owner))
        count.update(f"pawn {p.seat + 1} {p.pawn.value}" for p in state.pawns)
        return count

    @staticmethod
    def _in_hand(state: BurpState, owner: int) -> list[Pawn]:
        return encounters.pawns_left(state, Seat(owner)) if owner < len(state.players) else list(PAWNS)
