"""What follows once hands are still: bases are rebuilt, cards stolen, the table cleared, the turn passed on.

Every function returns the decision on the act that led there; `rule` and `reason` say what that act was.
"""

from __future__ import annotations

from dataclasses import replace

from sandbox.rules.base import Decision, Seat, actor_name, allowed, refused, some
from sandbox.rules.hurlyburly.acts import Steal, Towers
from sandbox.rules.hurlyburly.data import BASE_WALLS, HurlyburlyData
from sandbox.rules.hurlyburly.spoils import arrangements, check_steal, leave_over, steals, take
from sandbox.rules.hurlyburly.state import Cards, HurlyburlyState, Phase, Player, clockwise, put
from sandbox.rules.hurlyburly.towers import Levels, absorb, losses, misfit, shifted

__all__ = ["base_from", "end_attack", "go_on", "judge_mending", "judge_steal", "judge_win", "raise_stolen"]

State = HurlyburlyState


def end_attack(state: State, data: HurlyburlyData, rule: str, reason: str) -> Decision[State]:
    """Begin to clear up after the last shot."""
    return go_on(replace(state, target=None, may_steal=True), data, rule, reason)


def go_on(state: State, data: HurlyburlyData, rule: str, reason: str) -> Decision[State]:
    """Let the next victim mend, then the attacker steal, then pass the turn on."""
    for seat in clockwise(state):
        player = state.players[seat]
        if not player.levels or not player.flag:
            what = "a flag" if player.levels else "the base"
            reason = f"{reason}; {actor_name(seat)} has to put {what} up"
            return allowed(rule, reason, replace(state, phase=Phase.MEND, mending=(seat,)))
    state = replace(state, mending=())
    if state.may_steal and steals(state):
        return allowed(rule, reason, replace(state, phase=Phase.STEAL))
    if state.may_steal:
        return raise_stolen(state, data, rule, reason)
    return _clear(state, data, rule, reason)


def judge_steal(state: State, act: Steal, data: HurlyburlyData) -> Decision[State]:
    """Rule on a steal."""
    if problem := check_steal(state, act):
        return refused(*problem, state)
    rule = "hurlyburly.steal.two-players" if len(state.players) == 2 else "hurlyburly.steal.limit"
    reason = f"{actor_name(act.seat)} takes {some(act.walls, 'wall')} and {some(act.platforms, 'platform')}"
    reason = f"{reason} of {actor_name(act.victim)}"
    after = take(state, act)
    return allowed(rule, reason, after) if steals(after) else raise_stolen(after, data, rule, reason)


def raise_stolen(state: State, data: HurlyburlyData, rule: str, reason: str) -> Decision[State]:
    """Hand the stolen cards to the attacker to build; ask how where there is a choice."""
    ways = arrangements(state.stolen)
    state = replace(state, may_steal=False)
    if len(ways) > 1:
        return allowed(rule, reason, replace(state, phase=Phase.RAISE))
    if ways:
        return allowed(rule, reason, replace(leave_over(state, ways[0]), phase=Phase.BUILD))
    return _clear(leave_over(state, ()), data, rule, reason)


def base_from(state: State, seat: Seat) -> Levels:
    """Return the base that a player can rebuild: its own fallen walls, and what it lacks from the supply."""
    return (min(BASE_WALLS, state.players[seat].fallen.walls + state.supply.walls),)


def judge_mending(state: State, act: Towers, data: HurlyburlyData) -> Decision[State]:
    """Rule on the towers after a base was rebuilt or flags were put back."""
    between_shots = state.phase is Phase.FLAG
    mended = state
    for seat in state.mending:
        if not state.players[seat].levels:
            mended = _rebuild(state, seat)
            wanted, walls = mended.players[seat].levels, act.towers[seat].walls if seat < len(act.towers) else ()
            if walls != wanted:
                found = "+".join(map(str, walls)) or "no"
                reason = f"{found} walls carry the base of {actor_name(seat)}, which takes {wanted[0]}"
                return refused("hurlyburly.clear.rebuild-base", reason, state)
    built = [player.levels for player in mended.players]
    problem = misfit(mended, built, act.towers) or shifted(data.limits, act.tower_shift, act.defence_shift)
    if problem:
        return refused(*problem, state)
    after = absorb(mended, act.towers, data.limits)
    rule = "hurlyburly.attack.flag-only" if between_shots else "hurlyburly.clear.order"
    if mended is not state:
        rule = "hurlyburly.clear.rebuild-base"
    for seat in state.mending:
        if len(after.players[seat].levels) == len(built[seat]) and not after.players[seat].flag:
            return refused(rule, f"the flag of {actor_name(seat)} is not back on level {len(built[seat])}", state)
    names = " and ".join(map(actor_name, state.mending))
    reason = f"the flag of {names} is back" if mended is state else f"{names} rebuilds the base"
    if lost := losses(mended, after):
        rule, reason = "hurlyburly.repair.own-fault", f"hands knock a tower over: {lost}"
    if between_shots:
        return allowed(rule, reason, replace(after, phase=Phase.FIRE, mending=()))
    return go_on(after, data, rule, reason)


def judge_win(state: State, act: Towers, data: HurlyburlyData) -> Decision[State]:
    """Rule on the look at the tower of a player whose turn begins and who would win."""
    built = [player.levels for player in state.players]
    if problem := misfit(state, built, act.towers):
        return refused(*problem, state)
    after = absorb(state, act.towers, data.limits)
    player, name = after.players[state.turn], actor_name(state.turn)
    if wins(after, player, data):
        reason = f"{name} begins the turn with {some(len(player.levels), 'level')} and the flag on top"
        return allowed("hurlyburly.win", reason, replace(after, phase=Phase.OVER, winner=state.turn))
    flag = "up" if player.flag else "down"
    reason = f"the tower of {name} has {some(len(player.levels), 'level')} and the flag is {flag}"
    return go_on(after, data, "hurlyburly.win", reason)


def wins(state: State, player: Player, data: HurlyburlyData) -> bool:
    """Return whether a player has the tower that wins at the start of a turn."""
    return player.flag and len(player.levels) >= data.height[str(len(state.players))]


def _rebuild(state: State, seat: Seat) -> State:
    """Return the state with a new base of a player's fallen cards."""
    player, base = state.players[seat], base_from(state, seat)
    own = min(base[0], player.fallen.walls)
    supply = state.supply - Cards(walls=base[0] - own)
    after = put(state, seat, replace(player, levels=base, flag=True, fallen=player.fallen - Cards(own, 1)))
    return replace(after, supply=supply)


def _clear(state: State, data: HurlyburlyData, rule: str, reason: str) -> Decision[State]:
    """Put what fell and what was launched back to the supply, and let the next turn begin."""
    supply = state.supply
    for player in state.players:
        supply = supply + player.fallen
    attacker = state.players[state.turn]
    if state.options.experienced and attacker.upgrades and any(player.lost for player in state.players):
        state = put(state, state.turn, replace(attacker, upgrades=attacker.upgrades - 1))
        state = replace(state, upgrades=state.upgrades + 1)
        rule, reason = "hurlyburly.expert", f"{reason}; the success costs {actor_name(state.turn)} an upgrade"
    players = tuple(
        player if not player.lost and player.fallen == Cards() else replace(player, fallen=Cards(), lost=0)
        for player in state.players
    )
    state = replace(
        state,
        supply=supply,
        blocks=state.blocks + state.launched,
        players=players,
        launched=0,
        robbed=(),
        mending=(),
    )
    if state.opening:
        return allowed(rule, reason, replace(state, phase=Phase.TURN, opening=False))
    return _pass_on(state, data, rule, reason)


def _pass_on(state: State, data: HurlyburlyData, rule: str, reason: str) -> Decision[State]:
    """Let the next player begin, or end the game after the last round."""
    turn = Seat((state.turn + 1) % len(state.players))
    number = state.round + (turn == state.first)
    if number > state.options.rounds:
        reason = f"{reason}; round {state.round} was the last"
        return allowed("hurlyburly.end.limit", reason, replace(state, phase=Phase.OVER))
    state = replace(state, turn=turn, round=number, phase=Phase.TURN)
    if wins(state, state.players[turn], data):
        return allowed(rule, reason, replace(state, phase=Phase.WIN, opening=True))
    return allowed(rule, reason, state)
