"""Wandering and encounters: pawns are placed; then players collect, steal and trade."""

from __future__ import annotations

from dataclasses import replace

from sandbox.rules.base import Decision, Seat, actor_name, allowed, refused, some
from sandbox.rules.burp.acts import Ask, Give, Pass, Put, Steal, Stone, Strip
from sandbox.rules.burp.data import LANGUAGE, WHEEL, Figures
from sandbox.rules.burp.flow import done, go_on
from sandbox.rules.burp.pieces import PAWNS, QUARRY, WOODS, Fruit, Pawn, Place, village
from sandbox.rules.burp.state import BurpState, Errand, Phase, Placed, change, meeting
from sandbox.rules.heaps import without

__all__ = ["collect", "givable", "give", "pawns_left", "places", "put", "request", "second_stone", "wanderer"]


def wanderer(state: BurpState) -> Seat:
    """Return whose turn it is to place a pawn."""
    return Seat((state.start + len(state.pawns)) % len(state.players))


def places(state: BurpState) -> list[Place]:
    """Return where pawns may go."""
    return [*(village(Seat(seat)) for seat in range(len(state.players))), QUARRY, WOODS]


def pawns_left(state: BurpState, seat: Seat) -> list[Pawn]:
    """Return the pawns that a player has not placed in this round."""
    placed = [p.pawn for p in state.pawns if p.seat == seat]
    return [pawn for pawn in PAWNS if pawn not in placed]


def put(figures: Figures, state: BurpState, act: Put) -> Decision[BurpState]:
    """Place a pawn face down; after the last one all are turned over."""
    name = actor_name(act.seat)
    if act.pawn not in pawns_left(state, act.seat):
        return refused("burp.wander.place", f"{name} has no such pawn left to place", state)
    if act.place not in places(state):
        reason = f"{act.place.name!r} is no place with {len(state.players)} players"
        return refused("burp.wander.places", reason, state)
    where = f"the {act.place.name}" if act.place in (QUARRY, WOODS) else f"the village of {act.place.name}"
    after = replace(state, pawns=(*state.pawns, Placed(act.seat, act.pawn, act.place)))
    last = len(after.pawns) == len(PAWNS) * len(state.players)
    rule = "burp.encounter.reveal" if last else "burp.wander.place"
    return go_on(figures, after, rule, f"{name} places a pawn in {where}")


def collect(figures: Figures, state: BurpState, act: Strip | Stone | Pass) -> Decision[BurpState]:
    """Take a strip or a stone, and with the wheel a second one or not."""
    seat, place = state.queue[0].seat, state.queue[0].place
    player, name = state.players[seat], actor_name(seat)
    second = state.count > 0
    rule = "burp.invention.wheel" if second else "burp.encounter.collect"
    if isinstance(act, Pass):
        if not second:
            return refused(rule, f"{name} collects first and may go without a second piece only", state)
        return go_on(figures, done(state), rule, f"{name} takes no second piece")
    if isinstance(act, Strip) is not (place == WOODS):
        return refused(rule, f"the pawn of {name} is in the {place.name}", state)
    if isinstance(act, Strip):
        after = replace(change(state, seat, strips=player.strips + 1), woods=state.woods - 1)
        reason = f"{name} collects a strip and {state.woods - 1} are left in the woods"
    elif act.stone not in state.quarry:
        return refused(rule, f"stone {act.stone} is not one of the {len(state.quarry)} in the quarry", state)
    else:
        quarry = tuple(stone for stone in state.quarry if stone != act.stone)
        after = replace(change(state, seat, stones=tuple(sorted((*player.stones, act.stone)))), quarry=quarry)
        reason = f"{name} collects stone {act.stone} and {len(quarry)} are left in the quarry"
    after = done(after) if second or WHEEL not in player.skills else replace(after, count=1)
    return go_on(figures, after, rule, reason)


def givable(state: BurpState, seat: Seat) -> tuple[int, ...]:
    """Return the stones of which a victim may choose: the spare ones, or else those of the dock."""
    return state.players[seat].stones or state.players[seat].dock_stones


def give(figures: Figures, state: BurpState, act: Give) -> Decision[BurpState]:
    """Give a stone to the fighter; one out of the dock has nature look at the dock."""
    thief, victim = state.queue[0].seat, state.players[act.seat]
    name = actor_name(act.seat)
    rule = "burp.invention.wheel" if state.count else "burp.encounter.steal"
    if act.stone not in givable(state, act.seat):
        if act.stone in victim.dock_stones:
            return refused(
                rule, f"{name} has {some(len(victim.stones), 'spare stone')} and gives from there first", state
            )
        return refused(rule, f"{name} has no stone {act.stone} to give", state)
    taken = change(state, thief, stones=tuple(sorted((*state.players[thief].stones, act.stone))))
    taken = replace(taken, count=state.count + 1)
    reason = f"{name} gives stone {act.stone} to {actor_name(thief)}"
    if victim.stones:
        left = tuple(stone for stone in victim.stones if stone != act.stone)
        after = replace(change(taken, act.seat, stones=left), phase=Phase.STEAL)
        return go_on(figures, after, rule, reason)
    left = tuple(stone for stone in victim.dock_stones if stone != act.stone)
    after = replace(change(taken, act.seat, dock_stones=left), phase=Phase.ROBBED)
    return allowed(rule, f"{reason} out of the dock", after)


def second_stone(figures: Figures, state: BurpState, act: Steal | Pass) -> Decision[BurpState]:
    """Demand a second stone with the wheel, or not."""
    name = actor_name(act.seat)
    if isinstance(act, Steal):
        reason = f"{name} demands a second stone of {state.queue[0].place.name}"
        return allowed("burp.invention.wheel", reason, replace(state, phase=Phase.GIVE))
    after = done(replace(state, phase=Phase.STEAL))
    return go_on(figures, after, "burp.invention.wheel", f"{name} takes no second stone")


def request(figures: Figures, state: BurpState, act: Ask | Pass) -> Decision[BurpState]:
    """Ask for a fruit, which must be given where there is one, or make no request."""
    errand: Errand = state.queue[0]
    name = actor_name(act.seat)
    if isinstance(act, Pass):
        return go_on(figures, done(state), "burp.trade.instead", f"{name} asks for nothing more")
    other = act.trader
    if other == act.seat or other not in meeting(state, Pawn.TRADER, errand.place):
        return refused("burp.trade.order", f"{actor_name(other)} does not trade with {name} at this place", state)
    if act.colour not in figures.colours:
        return refused("burp.trade.order", f"no fruit is {act.colour!r}", state)
    fruit, giver = Fruit(act.colour), state.players[other]
    second = state.count > 0
    if fruit in giver.fruit:
        after = change(state, other, fruit=without(giver.fruit, [fruit]))
        after = change(after, act.seat, aside=(*after.players[act.seat].aside, fruit))
        rule = "burp.trade.second" if second else "burp.trade.must-give"
        reason = f"{actor_name(other)} gives {name} one {act.colour} fruit, which is set aside"
        return go_on(figures, done(after) if second else replace(after, count=1), rule, reason)
    reason = f"{actor_name(other)} has no {act.colour} fruit that may be asked for"
    if fruit in giver.aside:
        rule = "burp.trade.aside"
    elif not second and LANGUAGE in state.players[act.seat].skills:
        rule = "burp.invention.language"
    else:
        rule = "burp.trade.second"
    again = not second and LANGUAGE in state.players[act.seat].skills
    return go_on(figures, replace(state, count=1) if again else done(state), rule, reason)
