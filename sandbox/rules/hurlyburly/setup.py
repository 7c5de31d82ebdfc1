"""The table of Hurlyburly before the first turn: who gets what, and how it must stand."""

from __future__ import annotations

from dataclasses import replace

from sandbox.rules.base import Seat, actor_name
from sandbox.rules.hurlyburly.acts import PlayerSetup, Setup
from sandbox.rules.hurlyburly.data import BASE_WALLS, HurlyburlyData, Limits
from sandbox.rules.hurlyburly.state import Cards, HurlyburlyOptions, HurlyburlyState, Phase, Player, put
from sandbox.rules.hurlyburly.towers import Problem, as_built, flag_is_up

__all__ = ["check_setup", "deal_blocks", "first_state"]


def first_state(data: HurlyburlyData, players: int, options: HurlyburlyOptions) -> HurlyburlyState:
    """Return the table before the starting player is known: each has the cards of one level, nobody blocks."""
    in_play = data.platforms_in_play[str(players)]
    pieces = data.pieces
    return HurlyburlyState(
        phase=Phase.START,
        options=options,
        turn=Seat(0),
        first=Seat(0),
        round=1,
        box=pieces.platforms - in_play,
        supply=Cards(
            pieces.walls - BASE_WALLS * players,
            in_play - players,
            pieces.sandbags,
            pieces.sandbag_supports,
        ),
        upgrades=pieces.upgrades,
        blocks=pieces.blocks,
        players=(Player(levels=(BASE_WALLS,)),) * players,
    )


def deal_blocks(state: HurlyburlyState, first: Seat) -> HurlyburlyState:
    """Return the state with one block for the first player and one more for each later one."""
    count = len(state.players)
    state = replace(state, phase=Phase.SETUP, turn=first, first=first)
    for k in range(count):
        seat = Seat((first + k) % count)
        state = put(state, seat, replace(state.players[seat], blocks=k + 1))
        state = replace(state, blocks=state.blocks - (k + 1))
    return state


def check_setup(state: HurlyburlyState, act: Setup, limits: Limits) -> Problem | None:
    """Return what is not as it should be on the table, if anything."""
    low, high = limits.fold_deg
    if not (low <= act.fold_min_deg and act.fold_max_deg <= high):
        found = f"{act.fold_min_deg:g} to {act.fold_max_deg:g} degrees"
        return "hurlyburly.setup.fold", f"cards are folded at {found}, not within {low:g} to {high:g}"
    if not abs(act.bend_deg) <= limits.bend_deg:
        reason = f"a flat card is bent by {act.bend_deg:g} degrees, over {limits.bend_deg:g}"
        return "hurlyburly.setup.fold", reason
    count = len(state.players)
    if len(act.players) != count:
        return "hurlyburly.setup.tower", f"{len(act.players)} towers stand for {count} players"
    for seat, (levels, place) in enumerate(zip(as_built(state), act.players, strict=True)):
        name = actor_name(Seat(seat))
        tower = place.tower
        if tower.walls != levels:
            found = "+".join(map(str, tower.walls)) or "no"
            return "hurlyburly.setup.tower", f"{found} walls carry the platforms of {name}, not {levels[0]}"
        if not flag_is_up(tower, len(levels), limits):
            reason = f"the flag of {name} is on level {tower.flag_level} at {tower.flag_tilt_deg:g} degrees"
            return "hurlyburly.setup.tower", reason
        if (tower.sandbags_fallen, tower.supports_fallen) != (0, 0):
            return "hurlyburly.setup.tower", f"defences of {name} fell before anybody placed one"
        if problem := _check_distance(name, place.apart, count, limits) or _check_catapult(name, place, limits):
            return problem
    return None


def _check_distance(name: str, apart: float, count: int, limits: Limits) -> Problem | None:
    centimetres = apart * 100
    rule, found = "hurlyburly.setup.distance", f"the tower of {name} stands {centimetres:.1f} cm from the next"
    if count == 2:
        least = limits.apart_cm
        return None if centimetres > least else (rule, f"{found}, not more than {least:g} cm")
    low, high = limits.apart_about_cm
    return None if low <= centimetres <= high else (rule, f"{found}, not {low:g} to {high:g} cm")


def _check_catapult(name: str, place: PlayerSetup, limits: Limits) -> Problem | None:
    rule, whose = "hurlyburly.setup.catapult", f"of the catapult of {name}"
    if not abs(place.card_tilt_deg) <= limits.card_tilt_deg:
        return rule, f"the card {whose} leans by {place.card_tilt_deg:g} degrees, over {limits.card_tilt_deg:g}"
    if not abs(place.cup_deg) <= limits.cup_deg:
        return rule, f"the cup {whose} turns {place.cup_deg:g} degrees aside, over {limits.cup_deg:g}"
    for what, gap in (("card and base", place.card_gap), ("basket and card", place.basket_gap)):
        if not gap * 1000 <= limits.touch_mm:
            return rule, f"{what} {whose} are {gap * 1000:.1f} mm apart, over {limits.touch_mm:g} mm"
    return None
