"""The rules of Beethupferl.

One watering, as the engine sees it: the player fills the can and waters; nature shows what the drop did; the
garden is put right; tiles that are due are taken one by one, and nature shows the garden after each; then the
second watering follows, or the next turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sandbox.errors import InputError
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
from sandbox.rules.beethupferl.acts import (
    NOTATION,
    Carrot,
    Cleared,
    Direct,
    Edge,
    Garden,
    Grass,
    Leave,
    Stop,
    Take,
    TileOrder,
    Watered,
)
from sandbox.rules.beethupferl.harvest import clearing_rule, not_clear, not_due, take
from sandbox.rules.beethupferl.reading import misfit, settle
from sandbox.rules.beethupferl.state import (
    GOAL,
    SNAILS,
    BeethupferlOptions,
    BeethupferlState,
    Phase,
    Version,
    directly_waterable,
    goal_met,
    snails_taken,
    tiles_to_take,
    vegetables_wait,
)
from sandbox.rules.beethupferl.tiles import BACK, VEGETABLES, BeethupferlData, Hollow, Tile, build_tiles
from sandbox.rules.heaps import mixed_up
from sandbox.rules.rulebook import Rulebook

__all__ = ["Beethupferl"]

_DUE: Final = {
    Phase.TILES: ("beethupferl.setup.tiles", "the tiles are mixed first"),
    Phase.GARDEN: ("beethupferl.setup.garden", "the garden is set up first"),
    Phase.FIRST: ("beethupferl.setup.first", "the first player is named first"),
    Phase.WATER: ("beethupferl.turn.fill", "the can is filled and the player waters"),
    Phase.POUR: ("beethupferl.harvest.when", "the poured drop comes to rest first"),
    Phase.TAKE: ("beethupferl.harvest.when", "a tile is due to be taken first"),
    Phase.CLEAR: ("beethupferl.harvest.clears", "the hollows are cleared first"),
    Phase.AGAIN: ("beethupferl.special.outside", "the drop outside is used again in the same way or left"),
}
_NATURES: Final = (Phase.TILES, Phase.GARDEN, Phase.FIRST, Phase.POUR, Phase.CLEAR)


class Beethupferl(Engine[BeethupferlState]):
    """The rules of Beethupferl for one to four players."""

    name = "beethupferl"
    title = "Beethupferl"
    state_type = BeethupferlState
    options_type = BeethupferlOptions
    notation = NOTATION
    turn_rule = "beethupferl.setup.first"
    end_rule = "beethupferl.end"
    due = _DUE

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        data = book.data(BeethupferlData)
        self.tiles = build_tiles(book, data)
        self.box, self.limits = data.pieces, data.limits
        self._counts = Counter(self.tiles)
        self._hollows = tuple(map(Hollow, range(1, self.box.hollows + 1)))

    def start(self, players: int, options: Options) -> BeethupferlState:
        """Return the table before the tiles are mixed."""
        assert isinstance(options, BeethupferlOptions)
        if players == 1 and not options.cooperative:
            raise InputError("one player plays Beethupferl with the option cooperative=yes only")
        few = next((kind for kind in VEGETABLES if self._counts[kind] < GOAL), None)
        if options.cooperative and few is not None:
            problem = f"the tiles of {few.label} ({self._counts[few]}) are too few for {GOAL} of each kind"
            raise InputError(f"{problem}; play without cooperative=yes")
        return BeethupferlState(
            options=options,
            phase=Phase.TILES,
            turn=Seat(0),
            tiles=self.tiles[: self.box.hollows],
            drops=(0,) * self.box.hollows,
            supply=self.tiles[self.box.hollows :],
            bowl=self.box.drops,
            can=0,
            hand=0,
            watered=0,
            watering=None,
            missed=False,
            third=False,
            taken=((),) * players,
            removed=(),
        )

    def to_act(self, state: BeethupferlState) -> frozenset[Actor]:
        """Return nature for what is read from the garden; else the player whose turn it is."""
        if state.phase is Phase.OVER:
            return frozenset()
        return frozenset({NATURE if state.phase in _NATURES else state.turn})

    def legal_moves(self, state: BeethupferlState, seat: Seat) -> Sequence[Move]:
        """Return the waterings, or the tiles that can be taken."""
        if seat != state.turn:
            return ()
        if state.phase is Phase.TAKE:
            return [Take(seat, hollow) for hollow in tiles_to_take(state)]
        direct: list[Move] = [Direct(seat, hollow) for hollow in directly_waterable(state)]
        grass: list[Move] = [Grass(seat, edge) for edge in Edge]
        if state.phase is Phase.AGAIN:
            return [*(direct if isinstance(state.watering, Direct) else grass), Leave(seat)]
        if state.phase is not Phase.WATER:
            return ()
        if state.watered:
            return [*grass, Stop(seat)]
        return direct if state.options.version is Version.FOUR else [*direct, *grass]

    def judge(self, state: BeethupferlState, act: Act) -> Decision[BeethupferlState]:
        """Rule on an act by what the game waits for."""
        match state.phase, act:
            case Phase.TILES, TileOrder():
                return self._mix(state, act)
            case Phase.GARDEN, Garden():
                return self._stand(state, act)
            case Phase.FIRST, Carrot():
                return self._begin(state, act)
            case Phase.WATER | Phase.AGAIN, Direct() | Grass():
                return self._water(state, act)
            case Phase.WATER, Stop():
                if not state.watered:
                    return refused("beethupferl.turn.fill", "the first watering of a turn is a duty", state)
                reason = f"{actor_name(state.turn)} does without the second watering"
                return self._pass(state, "beethupferl.water.grass", reason)
            case Phase.POUR, Watered():
                return self._pour(state, act)
            case Phase.TAKE, Take():
                return self._take(state, act)
            case Phase.CLEAR, Cleared():
                return self._clear(state, act)
            case Phase.AGAIN, Leave():
                left = replace(state, can=0, bowl=state.bowl + state.can)
                reason = f"{actor_name(state.turn)} puts the drop into the bowl"
                return self._go_on(left, "beethupferl.special.outside", reason)
        return self.misplaced(state, state.phase, act)

    def outcome(self, state: BeethupferlState) -> Outcome | None:
        """Return the result once the supply, the snails, the bowl or the common goal has ended the game."""
        if state.phase is not Phase.OVER:
            return None
        snails = snails_taken(state)
        if snails >= SNAILS:
            rule, why = "beethupferl.end", f"{snails} snails are taken"
        elif not state.supply:
            rule, why = "beethupferl.end", "the last tile of the supply is laid"
        else:
            rule, why = "beethupferl.turn.fill", "the bowl is empty at the start of a turn"
        crops = tuple(len(tiles) - tiles.count(Tile.SNAIL) for tiles in state.taken)
        if not state.options.cooperative:
            eaten = (max(0, crop - t.count(Tile.SNAIL)) for crop, t in zip(crops, state.taken, strict=True))
            return by_score(rule, f"{why}; each snail eats a vegetable of its taker", tuple(eaten))
        if goal_met(state):
            everyone = tuple(map(Seat, range(len(crops))))
            why = f"{GOAL} vegetables of each kind are harvested"
            return Outcome("beethupferl.coop.goal", why, everyone, crops)
        return Outcome("beethupferl.coop.end", f"{why} before the goal is met: all lose", (), crops)

    def view(self, state: BeethupferlState, seat: Seat) -> BeethupferlState:
        """Return the state with the tiles that nobody sees face down; all players see the same."""
        pairs = zip(state.tiles, state.drops, strict=True)
        tiles = tuple(tile if drops else BACK for tile, drops in pairs)
        return replace(state, tiles=tiles, supply=(BACK,) * len(state.supply))

    def pieces(self, state: BeethupferlState) -> Counter[str]:
        """Count the tiles in the bed, in the supply, before players and removed, and all drops."""
        zones = (state.tiles, state.supply, *state.taken, state.removed)
        counts = Counter(tile.value for zone in zones for tile in zone)
        counts["drop"] = state.bowl + state.can + state.hand + sum(state.drops)
        return counts

    def _mix(self, state: BeethupferlState, act: TileOrder) -> Decision[BeethupferlState]:
        rule = "beethupferl.setup.tiles"
        if problem := mixed_up("the mixture", "tile", act.tiles, self.tiles, lambda tile: tile.label):
            return refused(rule, problem, state)
        n = self.box.hollows
        mixed = replace(state, phase=Phase.GARDEN, tiles=act.tiles[:n], supply=act.tiles[n:])
        reason = f"{len(act.tiles)} tiles are mixed: {n} for the hollows, {len(mixed.supply)} for the supply"
        return allowed(rule, reason, mixed)

    def _stand(self, state: BeethupferlState, act: Garden) -> Decision[BeethupferlState]:
        tiles, garden = "beethupferl.setup.tiles", "beethupferl.setup.garden"
        for rule, found, wanted, what in (
            (tiles, act.covered, self.box.hollows, "hollows closed by one tile"),
            (tiles, act.face_up, 0, "tiles with the earth side not up"),
            (garden, act.patches, self.box.grass_patches, "edges with a grass patch"),
            (garden, act.bowl, self.box.drops, "drops in the bowl"),
            (garden, act.cans, len(state.taken), "players with a watering can"),
        ):
            if found != wanted:
                return refused(rule, f"{what}: {found}, not {wanted}", state)
        reason = f"the garden stands: {act.patches} grass patches, {act.bowl} drops in the bowl, {act.cans} cans"
        return allowed(garden, reason, replace(state, phase=Phase.FIRST))

    def _begin(self, state: BeethupferlState, act: Carrot) -> Decision[BeethupferlState]:
        rule = "beethupferl.setup.first"
        if not 0 <= act.eater < len(state.taken):
            return refused(rule, f"{actor_name(act.eater)} is not one of {len(state.taken)} players", state)
        reason = f"{actor_name(act.eater)} ate a carrot last and begins"
        return allowed(rule, reason, replace(state, phase=Phase.WATER, turn=act.eater))

    def _water(self, state: BeethupferlState, act: Direct | Grass) -> Decision[BeethupferlState]:
        again = state.phase is Phase.AGAIN
        if again and type(act) is not type(state.watering):
            return refused(*_DUE[Phase.AGAIN], state)
        if isinstance(act, Direct) and state.watered and not again:
            return refused("beethupferl.water.version-5", "the second watering is from the grass", state)
        if isinstance(act, Grass) and state.options.version is Version.FOUR:
            return refused("beethupferl.water.version-4", "in this version players water directly only", state)
        if isinstance(act, Direct) and not 1 <= act.hollow <= len(self._hollows):
            reason = f"there is no hollow {act.hollow} of {len(self._hollows)}"
            return refused("beethupferl.water.direct", reason, state)
        if isinstance(act, Direct) and act.hollow not in directly_waterable(state):
            reason = (
                f"hollow {act.hollow} holds {state.drops[act.hollow - 1]} drops: a third rolls in from the grass"
            )
            return refused("beethupferl.harvest.advanced", reason, state)
        where = f"above hollow {act.hollow}" if isinstance(act, Direct) else f"from the {act.edge.value} grass"
        if again:
            after = replace(state, phase=Phase.POUR, watering=act)
            reason = f"{actor_name(act.seat)} uses the drop again {where}"
            return allowed("beethupferl.special.outside", reason, after)
        count = state.watered + 1
        after = replace(state, phase=Phase.POUR, watering=act, watered=count, bowl=state.bowl - 1, can=1)
        reason = f"{actor_name(act.seat)} fills the can and waters {where}; {after.bowl} drops are left"
        return allowed(f"beethupferl.water.{self.notation.verb(act)}", reason, after)

    def _pour(self, state: BeethupferlState, act: Watered) -> Decision[BeethupferlState]:
        problem = misfit(state, act, self.limits)
        if problem is not None:
            return refused(*problem, state)
        settled = settle(state, act, self.limits)
        return self._go_on(settled.state, settled.rule, "; ".join(settled.notes))

    def _take(self, state: BeethupferlState, act: Take) -> Decision[BeethupferlState]:
        problem = not_due(state, act)
        if problem is not None:
            return refused(*problem, state)
        rule, reason, after = take(state, act)
        if snails_taken(after) >= SNAILS or not after.supply or (state.options.cooperative and goal_met(after)):
            over = replace(after, phase=Phase.OVER, bowl=after.bowl + after.hand, hand=0)
            return allowed(rule, f"{reason}; the game ends at once", over)
        return allowed(rule, reason, after)

    def _clear(self, state: BeethupferlState, act: Cleared) -> Decision[BeethupferlState]:
        problem = not_clear(state, act)
        if problem is not None:
            return refused(*problem, state)
        after = replace(state, bowl=state.bowl + state.hand, hand=0)
        reason = f"{state.hand} drops go to the bowl; a new tile lies face down"
        if not act.strays:
            return self._go_on(after, clearing_rule(state), reason)
        listed = ", ".join(map(str, act.strays))
        reason = f"drops that rolled into hollow {listed} are taken out, their tiles as before; {reason}"
        return self._go_on(after, "beethupferl.special.removed-rolls", reason)

    def _go_on(self, state: BeethupferlState, rule: str, reason: str) -> Decision[BeethupferlState]:
        """Return what follows in this turn once the garden is at rest."""
        if tiles_to_take(state):
            return allowed(rule, reason, replace(state, phase=Phase.TAKE))
        if state.can:
            # A drop is not used again while a vegetable waits for the next player: the two would mix.
            if not vegetables_wait(state):
                return allowed(rule, reason, replace(state, phase=Phase.AGAIN))
            state = replace(state, can=0, bowl=state.bowl + state.can)
            reason = f"{reason}; the drop goes to the bowl"
        if not state.watered:  # what the player before had won is taken; now the turn begins
            return allowed(rule, reason, replace(state, phase=Phase.WATER))
        if state.watered == 1 and isinstance(state.watering, Grass) and not state.missed:
            if state.bowl:
                return allowed(rule, reason, replace(state, phase=Phase.WATER))
            reason = f"{reason}; the bowl is empty and the second watering lapses"
        return self._pass(state, rule, reason)

    def _pass(self, state: BeethupferlState, rule: str, reason: str) -> Decision[BeethupferlState]:
        """Return the start of the next turn: tiles that wait are taken before the player waters."""
        turn = Seat((state.turn + 1) % len(state.taken))
        after = replace(state, phase=Phase.WATER, turn=turn, watered=0, watering=None, missed=False)
        if tiles_to_take(after):
            reason = f"{reason}; {actor_name(turn)} harvests before watering"
            return allowed(rule, reason, replace(after, phase=Phase.TAKE))
        if not state.bowl:
            return allowed(rule, f"{reason}; the bowl is empty: the game ends", replace(after, phase=Phase.OVER))
        return allowed(rule, reason, after)
