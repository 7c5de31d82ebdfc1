"""Shots: where the catapult stands, how it is let go, and what a block does."""

from __future__ import annotations

from dataclasses import replace

from sandbox.rules.base import Decision, Seat, actor_name, allowed, refused, some
from sandbox.rules.hurlyburly.acts import Aim, Fire, Shot
from sandbox.rules.hurlyburly.aftermath import end_attack
from sandbox.rules.hurlyburly.data import HurlyburlyData, Limits
from sandbox.rules.hurlyburly.state import HurlyburlyState, Phase, put
from sandbox.rules.hurlyburly.towers import Problem, absorb, as_built, losses, misfit

__all__ = ["judge_aim", "judge_fire", "judge_shot"]

State = HurlyburlyState


def judge_fire(state: State, act: Fire) -> Decision[State]:
    """Rule on the wish to launch one more block."""
    name, seat = actor_name(act.seat), act.seat
    if not 0 <= act.target < len(state.players) or act.target == seat:
        return refused("hurlyburly.attack.fire", f"{actor_name(act.target)} has no tower to aim at", state)
    own = state.players[seat].blocks
    after = replace(state, phase=Phase.AIM, target=act.target, launched=state.launched + 1)
    if own:
        reason = f"{name} aims a block at {actor_name(act.target)} and keeps {own - 1}"
        return allowed(
            "hurlyburly.attack.fire", reason, put(after, seat, replace(state.players[seat], blocks=own - 1))
        )
    assert state.blocks > 0, "the data leave a block for every player who has none"
    reason = f"{name} has no block and takes one of {state.blocks} for a single shot"
    return allowed("hurlyburly.attack.last-ditch", reason, replace(after, blocks=state.blocks - 1))


def judge_aim(state: State, act: Aim, limits: Limits) -> Decision[State]:
    """Rule on where the catapult stands."""
    rule = "hurlyburly.attack.position"
    from_flag, target, flag = act.from_flag * 100, act.from_target * 100, act.flag_from_target * 100
    if not 0 <= from_flag <= limits.flag_cm:
        return refused(
            rule, f"the catapult stands {from_flag:.1f} cm from the flag, over {limits.flag_cm:g} cm", state
        )
    if not target >= flag >= 0:
        reason = f"the catapult stands {target:.1f} cm from the target, closer than the flag at {flag:.1f} cm"
        return refused(rule, reason, state)
    reason = f"the catapult stands {from_flag:.1f} cm from the flag and {target:.1f} cm from the target"
    return allowed(rule, reason, replace(state, phase=Phase.SHOT))


def judge_shot(state: State, act: Shot, data: HurlyburlyData) -> Decision[State]:
    """Rule on one launch and on what it did."""
    built = as_built(state)
    problem = _launch(act, data.limits) or misfit(state, built, act.towers)
    if problem:
        return refused(*problem, state)
    after = absorb(state, act.towers, data.limits)
    attacker = state.turn
    knocked = []
    for seat in (Seat(i) for i in range(len(built)) if i != attacker):
        before, now = state.players[seat], after.players[seat]
        if lost := len(before.levels) - len(now.levels):
            after = put(after, seat, replace(now, lost=before.lost + lost))
        if before.flag and not now.flag:
            knocked.append(seat)
    blocks = after.players[attacker].blocks
    fell = losses(state, after)
    if knocked and not fell:
        names = " and ".join(map(actor_name, knocked))
        after = put(after, attacker, replace(after.players[attacker], blocks=blocks + 1))
        after = replace(after, phase=Phase.FLAG, mending=tuple(knocked), launched=after.launched - 1)
        reason = f"the flag of {names} falls and no level: {actor_name(attacker)} gets the block back"
        return allowed("hurlyburly.attack.flag-only", reason, after)
    rule, reason = "hurlyburly.attack.fire", "the shot demolishes no level"
    if fell:
        rule, reason = "hurlyburly.demolish.level", fell
        if len(after.players[attacker].levels) < len(built[attacker]):
            rule = "hurlyburly.repair.own-fault"
    if blocks:
        reason = f"{reason}; {actor_name(attacker)} has {some(blocks, 'block')} left"
        return allowed(rule, reason, replace(after, phase=Phase.FIRE))
    return end_attack(after, data, rule, reason)


def _launch(act: Shot, limits: Limits) -> Problem | None:
    rule = "hurlyburly.attack.launch"
    if act.blocks != 1:
        return rule, f"{act.blocks} blocks lay in the basket, not 1"
    if not act.block_gap * 1000 <= limits.touch_mm:
        return rule, f"the block was {act.block_gap * 1000:.1f} mm off the basket, over {limits.touch_mm:g} mm"
    if not act.base_slip * 1000 <= limits.base_slip_mm:
        return rule, f"the base slipped by {act.base_slip * 1000:.1f} mm, over {limits.base_slip_mm:g} mm"
    if not act.pull_speed <= limits.pull_speed:
        return rule, f"the basket was pulled at {act.pull_speed:.2f} m/s, over {limits.pull_speed:g} m/s"
    return None
