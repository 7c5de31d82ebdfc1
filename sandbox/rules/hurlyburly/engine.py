"""The rules of Hurlyburly.

One turn, as the engine sees it: the player names an action; where hands or blocks touch the table nature shows
how the towers stand afterwards; what fell is mended, stolen and cleared; the next player begins.
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
    some,
)
from sandbox.rules.hurlyburly import acts as a
from sandbox.rules.hurlyburly.aftermath import (
    end_attack,
    go_on,
    judge_mending,
    judge_steal,
    judge_win,
    raise_stolen,
)
from sandbox.rules.hurlyburly.attack import judge_aim, judge_fire, judge_shot
from sandbox.rules.hurlyburly.data import read_data
from sandbox.rules.hurlyburly.setup import check_setup, deal_blocks, first_state
from sandbox.rules.hurlyburly.spoils import arrangements, leave_over, steals
from sandbox.rules.hurlyburly.state import Cards, HurlyburlyOptions, HurlyburlyState, Phase, put
from sandbox.rules.hurlyburly.towers import absorb, as_built, losses, misfit, shifted, standing
from sandbox.rules.rulebook import Rulebook

__all__ = ["Hurlyburly"]

DEFENCE: Final = 3  # cards of one defence

_DUE: Final = {
    Phase.START: ("hurlyburly.setup.first", "somebody has to be the first"),
    Phase.SETUP: ("hurlyburly.setup.tower", "the table is set up first"),
    Phase.TURN: ("hurlyburly.turn.one-action", "a turn is to build, to prepare or to attack"),
    Phase.BUILD: ("hurlyburly.build.on-top", "the new levels are built first"),
    Phase.PLACE: ("hurlyburly.build.defence", "the defence cards are placed first"),
    Phase.AIM: ("hurlyburly.attack.position", "the catapult is placed first"),
    Phase.SHOT: ("hurlyburly.attack.launch", "the block is launched first"),
    Phase.FLAG: ("hurlyburly.attack.flag-only", "the flag that fell is put back first"),
    Phase.FIRE: ("hurlyburly.attack.fire", "the attack goes on until the player stops"),
    Phase.MEND: ("hurlyburly.clear.order", "bases and flags are put back first"),
    Phase.STEAL: ("hurlyburly.clear.order", "the attacker steals first, or stops"),
    Phase.RAISE: ("hurlyburly.steal.build-now", "the attacker says how the stolen cards are built"),
    Phase.WIN: ("hurlyburly.win", "the tower that would win is looked at first"),
}
_PLAYERS: Final = (Phase.TURN, Phase.FIRE, Phase.STEAL, Phase.RAISE)


class Hurlyburly(Engine[HurlyburlyState]):
    """The rules of Hurlyburly for two to four players."""

    name = "hurlyburly"
    title = "Hurlyburly"
    state_type = HurlyburlyState
    options_type = HurlyburlyOptions
    notation = a.NOTATION
    turn_rule = "hurlyburly.turn.one-action"
    end_rule = "hurlyburly.win"
    due = _DUE

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.data = read_data(book)

    def start(self, players: int, options: Options) -> HurlyburlyState:
        """Return the table before anybody knows who starts."""
        assert isinstance(options, HurlyburlyOptions)
        if options.rounds < 1:
            raise InputError(f"Hurlyburly is played for 1 round or more, not {options.rounds}")
        return first_state(self.data, players, options)

    def to_act(self, state: HurlyburlyState) -> frozenset[Actor]:
        """Return the player for actions, shots and steals; else nature."""
        if state.phase is Phase.OVER:
            return frozenset()
        return frozenset({state.turn if state.phase in _PLAYERS else NATURE})

    def legal_moves(self, state: HurlyburlyState, seat: Seat) -> Sequence[Move]:
        """Return the actions of a turn, shots, steals, or the ways to build stolen cards."""
        if seat != state.turn:
            return ()
        if state.phase is Phase.RAISE:
            return [a.Raise(seat, way) for way in arrangements(state.stolen)]
        if state.phase is Phase.STEAL:
            return [*steals(state), a.Stop(seat)]
        shots: list[Move] = [a.Fire(seat, Seat(i)) for i in range(len(state.players)) if i != seat]
        if state.phase is Phase.FIRE:
            return [*shots, a.Stop(seat)]
        return [*self._builds(state), *shots] if state.phase is Phase.TURN else ()

    def _builds(self, state: HurlyburlyState) -> Sequence[Move]:
        """Return the legal actions of a turn but shots."""
        seat, supply = state.turn, state.supply
        moves: list[Move] = []
        levels = min(supply.platforms, supply.walls)
        if levels:
            moves += [a.Strong(seat), *(a.Fast(seat, n) for n in range(1, min(2, levels) + 1))]
        cards = min(DEFENCE, supply.sandbags + supply.supports)
        moves += [
            a.Defend(seat, cards - supports, supports)
            for supports in range(min(cards, supply.supports) + 1)
            if 0 < cards <= supply.sandbags + supports
        ]
        if self._collectable(state):
            moves.append(a.Collect(seat))
        if state.upgrades:
            moves.append(a.Upgrade(seat))
        return moves

    def judge(self, state: HurlyburlyState, act: Act) -> Decision[HurlyburlyState]:
        """Rule on an act by what the game waits for."""
        data = self.data
        match state.phase, act:
            case Phase.START, a.Starter():
                return self._first(state, act)
            case Phase.SETUP, a.Setup():
                return self._set_up(state, act)
            case Phase.TURN, a.Strong() | a.Fast():
                return self._build(state, act)
            case Phase.TURN, a.Defend():
                return self._defend(state, act)
            case Phase.TURN, a.Collect() | a.Upgrade():
                return self._prepare(state, act)
            case Phase.TURN | Phase.FIRE, a.Fire():
                return judge_fire(state, act)
            case Phase.FIRE, a.Stop():
                reason = f"{actor_name(act.seat)} fires no more after {some(state.launched, 'block')}"
                return end_attack(state, data, "hurlyburly.attack.fire", reason)
            case Phase.STEAL, a.Steal():
                return judge_steal(state, act, data)
            case Phase.STEAL, a.Stop():
                reason = f"{actor_name(act.seat)} steals no more"
                return raise_stolen(state, data, "hurlyburly.steal.limit", reason)
            case Phase.RAISE, a.Raise():
                return self._raise(state, act)
            case Phase.BUILD, a.Towers():
                return self._built(state, act)
            case Phase.PLACE, a.Defences():
                return self._placed(state, act)
            case Phase.AIM, a.Aim():
                return judge_aim(state, act, data.limits)
            case Phase.SHOT, a.Shot():
                return judge_shot(state, act, data)
            case Phase.FLAG | Phase.MEND, a.Towers():
                return judge_mending(state, act, data)
            case Phase.WIN, a.Towers():
                return judge_win(state, act, data)
            case Phase.TURN, a.Stop():
                reason = "stop does not fit: an attack fires at least once"
                return refused("hurlyburly.turn.short-supply", reason, state)
        return self.misplaced(state, state.phase, act)

    def outcome(self, state: HurlyburlyState) -> Outcome | None:
        """Return who won by a tower that stood, or by the highest one after the last round."""
        if state.phase is not Phase.OVER:
            return None
        heights = tuple(len(player.levels) for player in state.players)
        if state.winner is None:
            rounds = some(state.options.rounds, "round")
            reason = f"the highest tower after {rounds} has {some(max(heights), 'level')}"
            return by_score("hurlyburly.end.limit", reason, heights)
        reason = (
            f"{actor_name(state.winner)} begins a turn with {heights[state.winner]} levels and the flag on top"
        )
        return Outcome("hurlyburly.win", reason, (state.winner,), heights)

    def view(self, state: HurlyburlyState, seat: Seat) -> HurlyburlyState:
        """Return the state: nothing is hidden."""
        return state

    def pieces(self, state: HurlyburlyState) -> Counter[str]:
        """Count the pieces in the supply, on the table, in hands, in catapults and in the box."""
        players = state.players
        cards = state.supply + state.placing + state.stolen
        for player in players:
            standing_cards = Cards(sum(player.levels), len(player.levels), player.sandbags, player.supports)
            cards = cards + player.fallen + standing_cards
        return Counter(
            wall=cards.walls + sum(state.rising),
            platform=cards.platforms + len(state.rising) + state.box,
            sandbag=cards.sandbags,
            support=cards.supports,
            upgrade=state.upgrades + sum(player.upgrades for player in players),
            block=state.blocks + state.launched + sum(player.blocks for player in players),
        )

    def _first(self, state: HurlyburlyState, act: a.Starter) -> Decision[HurlyburlyState]:
        rule, name = "hurlyburly.setup.first", actor_name(act.seat)
        if not 0 <= act.seat < len(state.players):
            return refused(rule, f"{name} is none of {len(state.players)} players", state)
        return allowed(
            rule, f"{name} starts with 1 block, each later player with one more", deal_blocks(state, act.seat)
        )

    def _set_up(self, state: HurlyburlyState, act: a.Setup) -> Decision[HurlyburlyState]:
        if problem := check_setup(state, act, self.data.limits):
            return refused(*problem, state)
        reason = f"{len(state.players)} towers stand with their flags; {actor_name(state.turn)} begins"
        return allowed("hurlyburly.setup.tower", reason, replace(state, phase=Phase.TURN))

    def _build(self, state: HurlyburlyState, act: a.Strong | a.Fast) -> Decision[HurlyburlyState]:
        supply = state.supply
        kind = "strong" if isinstance(act, a.Strong) else "fast"
        rule = f"hurlyburly.build.{kind}"
        levels = 1 if isinstance(act, a.Strong) else act.levels
        if not 1 <= levels <= 2:
            return refused(rule, f"a fast build makes 1 or 2 levels, not {levels}", state)
        if min(supply.platforms, supply.walls) < levels:
            reason = f"{levels} levels do not come from {supply.platforms} platforms and {supply.walls} walls"
            return refused("hurlyburly.turn.short-supply", reason, state)
        rising = (min(2, supply.walls),) if isinstance(act, a.Strong) else (1,) * levels
        if isinstance(act, a.Strong) and rising == (1,):
            rule = "hurlyburly.turn.short-supply"
        taken = Cards(sum(rising), len(rising))
        platforms, walls = some(taken.platforms, "platform"), some(taken.walls, "wall")
        reason = f"{actor_name(act.seat)} takes {platforms} and {walls}"
        return allowed(rule, reason, replace(state, phase=Phase.BUILD, rising=rising, supply=supply - taken))

    def _defend(self, state: HurlyburlyState, act: a.Defend) -> Decision[HurlyburlyState]:
        supply, taken = state.supply, Cards(sandbags=act.sandbags, supports=act.supports)
        there = supply.sandbags + supply.supports
        number = act.sandbags + act.supports
        short = "hurlyburly.turn.short-supply"
        rule = short if there < DEFENCE else "hurlyburly.build.defence"
        if min(act.sandbags, act.supports) < 0 or number != min(DEFENCE, there) or not number:
            return refused(rule, f"a defence of {number} cards is not one of {min(DEFENCE, there)}", state)
        for what, wanted, left in (
            ("sandbags", act.sandbags, supply.sandbags),
            ("supports", act.supports, supply.supports),
        ):
            if wanted > left:
                return refused(short, f"{wanted} {what} are more than the {left} of the supply", state)
        sandbags, supports = some(act.sandbags, "sandbag"), some(act.supports, "support")
        reason = f"{actor_name(act.seat)} takes {sandbags} and {supports}"
        return allowed(rule, reason, replace(state, phase=Phase.PLACE, placing=taken, supply=supply - taken))

    def _collectable(self, state: HurlyburlyState) -> int:
        """Return how many blocks the player may collect now."""
        player, blocks = state.players[state.turn], self.data.blocks
        limit = blocks.experienced_limit if state.options.experienced else blocks.limit
        return max(0, min(len(player.levels), limit - player.blocks, state.blocks))

    def _prepare(self, state: HurlyburlyState, act: a.Collect | a.Upgrade) -> Decision[HurlyburlyState]:
        seat, name = act.seat, actor_name(act.seat)
        player = state.players[seat]
        short = "hurlyburly.turn.short-supply"
        if isinstance(act, a.Upgrade):
            if not state.upgrades:
                return refused(short, "no upgrade is left in the supply", state)
            taken = replace(state, upgrades=state.upgrades - 1)
            after = put(taken, seat, replace(player, upgrades=player.upgrades + 1))
            reason = f"{name} has {some(player.upgrades + 1, 'upgrade')} in the catapult"
            return go_on(after, self.data, "hurlyburly.prepare.upgrade", reason)
        count = self._collectable(state)
        rule = "hurlyburly.expert" if state.options.experienced else "hurlyburly.prepare.blocks"
        if not count:
            if not state.blocks:
                rule = short
            return refused(rule, f"{name} holds {player.blocks} blocks and can take none of {state.blocks}", state)
        after = replace(state, blocks=state.blocks - count)
        after = put(after, seat, replace(player, blocks=player.blocks + count))
        did = f"takes {some(count, 'block')} and holds {player.blocks + count}"
        reason = f"{name} has {some(len(player.levels), 'level')}, {did}"
        return go_on(after, self.data, "hurlyburly.prepare.blocks", reason)

    def _raise(self, state: HurlyburlyState, act: a.Raise) -> Decision[HurlyburlyState]:
        rule = "hurlyburly.steal.build-now"
        ways = arrangements(state.stolen)
        if act.walls not in ways:
            listed = " or ".join("+".join(map(str, way)) for way in ways)
            return refused(rule, f"the stolen cards make levels of {listed} walls", state)
        reason = f"{actor_name(act.seat)} builds levels of {'+'.join(map(str, act.walls))} walls"
        return allowed(rule, reason, replace(leave_over(state, act.walls), phase=Phase.BUILD))

    def _built(self, state: HurlyburlyState, act: a.Towers) -> Decision[HurlyburlyState]:
        """Judge the towers after the player built: the new levels stand as taken, or they fell."""
        seat, limits, built = state.turn, self.data.limits, as_built(state)
        name, height = actor_name(seat), len(built[seat])
        rule = "hurlyburly.build.strong" if state.rising == (2,) else "hurlyburly.build.fast"
        if state.launched:
            rule = "hurlyburly.steal.build-now"
        if seat < len(act.towers) and standing(walls := act.towers[seat].walls) == len(walls) == height:
            rising = walls[-len(state.rising) :]
            if rising != state.rising:
                found, due = ("+".join(map(str, x)) for x in (rising, state.rising))
                return refused(rule, f"the new levels of {name} stand on {found} walls, not {due}", state)
        if problem := misfit(state, built, act.towers):
            return refused(*problem, state)
        after = absorb(state, act.towers, limits)
        if lost := losses(state, after):  # what falls pushes what stands: that is nobody's rearranging
            old = zip(state.players, after.players, strict=True)
            is_new = all(len(now.levels) >= len(was.levels) for was, now in old)
            reason = f"{'what is built does not stand' if is_new else 'hands knock a tower over'}: {lost}"
            return go_on(after, self.data, "hurlyburly.repair.own-fault", reason)
        if problem := shifted(limits, act.tower_shift, act.defence_shift):
            return refused(*problem, state)
        if not after.players[seat].flag:
            return refused("hurlyburly.build.on-top", f"the flag of {name} is not on level {height}", state)
        return go_on(after, self.data, rule, f"the tower of {name} has {some(height, 'level')}, the flag on top")

    def _placed(self, state: HurlyburlyState, act: a.Defences) -> Decision[HurlyburlyState]:
        """Judge the table after the player placed defences."""
        name, limits, due = actor_name(state.turn), self.data.limits, state.placing
        if (act.sandbags, act.supports) != (due.sandbags, due.supports):
            found = f"{act.sandbags} sandbags and {act.supports} supports are placed"
            reason = f"{found}, not {due.sandbags} and {due.supports}"
            return refused("hurlyburly.build.defence", reason, state)
        if not act.gap * 1000 > limits.touch_mm:
            reason = f"a defence is {act.gap * 1000:.1f} mm from a tower, not more than {limits.touch_mm:g} mm"
            return refused("hurlyburly.build.no-touch", reason, state)
        if problem := misfit(state, as_built(state), act.towers):
            return refused(*problem, state)
        after = absorb(state, act.towers, limits)
        if lost := losses(state, after):
            return go_on(after, self.data, "hurlyburly.repair.own-fault", f"hands knock a tower over: {lost}")
        if problem := shifted(limits, act.tower_shift, act.defence_shift):
            return refused(*problem, state)
        player = after.players[state.turn]
        sandbags, supports = some(player.sandbags, "sandbag"), some(player.supports, "support")
        reason = f"{name} is defended by {sandbags} and {supports}"
        return go_on(after, self.data, "hurlyburly.build.defence", reason)
