"""From how the garden was found to how it has to lie: hands put right what the rulebook says to put right."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sandbox.rules.base import actor_name
from sandbox.rules.beethupferl.acts import Grass, Reading, Rest, Surface, Watered
from sandbox.rules.beethupferl.state import THREE, BeethupferlState, poured_directly
from sandbox.rules.beethupferl.tiles import LimitsData, Tile

__all__ = ["Settled", "misfit", "settle"]

_ORDER = (  # the rule that a ruling names when several had a part in it: the first of these
    "beethupferl.special.missed-grass",
    "beethupferl.harvest.advanced",
    "beethupferl.special.stays-flat",
    "beethupferl.special.pushed-off",
    "beethupferl.special.outside",
    "beethupferl.drop.three",
    "beethupferl.drop.two",
    "beethupferl.drop.one",
)
_BY_DROPS = ("beethupferl.special.outside", "beethupferl.drop.one", "beethupferl.drop.two")


@dataclass(frozen=True, slots=True)
class Settled:
    """The garden put right after a watering.

    Args:
        state: The state with the drops where they belong; one that may be used again is in the can.
        rule: The rule that had the most special part in it.
        notes: What happened, in the order of the finding.
    """

    state: BeethupferlState
    rule: str
    notes: tuple[str, ...]


def misfit(state: BeethupferlState, act: Watered, limits: LimitsData) -> tuple[str, str] | None:
    """Return the rule and the reason for which a watering cannot count, if any."""
    way = "beethupferl.water.grass" if isinstance(state.watering, Grass) else "beethupferl.water.direct"
    if act.poured != 1:
        return "beethupferl.turn.fill", f"drops that left the can: {act.poured}, not 1"
    if not act.speed * 1000 <= limits.rest_mm_s:
        speed = f"{act.speed * 1000:.1f} mm/s, over {limits.rest_mm_s:g} mm/s"
        return "beethupferl.harvest.when", f"a piece still moves at {speed}"
    if way == "beethupferl.water.direct" and not act.aim * 1000 <= limits.aim_mm:
        far = f"{act.aim * 1000:.1f} mm from the middle of the hollow, over {limits.aim_mm:g} mm"
        return way, f"the drop was poured {far}"
    if way == "beethupferl.water.grass" and act.touched is Surface.GRASS and not act.aim <= 0:
        return way, f"the drop was poured {act.aim * 1000:.1f} mm beside the grass patch"
    if act.touched is None and act.rest is not Rest.GONE:
        return way, f"the drop lies {act.rest.place} but touched neither grass nor bed"
    listed = [reading.hollow for reading in act.hollows]
    for reading in act.hollows:
        if not 1 <= reading.hollow <= len(state.drops):
            return "beethupferl.drop.one", f"there is no hollow {reading.hollow} of {len(state.drops)}"
        if reading.drops < 0 or listed.count(reading.hollow) > 1:
            said = "is read twice" if reading.drops >= 0 else f"cannot hold {reading.drops} drops"
            return "beethupferl.drop.one", f"hollow {reading.hollow} {said}"
    before = sum(state.drops[hollow - 1] for hollow in listed) + 1
    after = sum(reading.drops for reading in act.hollows) + act.loose + (act.rest is not Rest.HOLLOW)
    if after != before or act.loose < 0:
        where = f"drops in the hollows that changed and outside (older ones {act.loose})"
        return "beethupferl.special.outside", f"{where}: {after}, not {before}"
    return None


def settle(state: BeethupferlState, act: Watered, limits: LimitsData) -> Settled:
    """Return the garden put right after a watering that counts."""
    missed = isinstance(state.watering, Grass) and act.touched is Surface.BED
    direct = poured_directly(state, missed=missed)
    drops, rules, notes = list(state.drops), [], []
    for reading in act.hollows:
        tile = state.tiles[reading.hollow - 1]
        spares = state.options.advanced and direct and tile is not Tile.SNAIL
        count, rule, note = _put_right(reading, tile, limits, spares=spares)
        if note or count != drops[reading.hollow - 1]:
            rules.append(rule)
        drops[reading.hollow - 1] = count
        if not note and state.drops[reading.hollow - 1] and not count:
            note = "holds no drop any more; its tile is face down"
        if note:
            notes.append(f"hollow {reading.hollow} {note}")
    if act.loose:
        rules.append("beethupferl.special.outside")
        notes.append(f"older drops outside the hollows go to the bowl: {act.loose}")
    again = act.rest not in (Rest.HOLLOW, Rest.GONE)
    if act.rest is not Rest.HOLLOW:
        rules.append("beethupferl.special.outside")
        notes.append(f"the drop lies {act.rest.place}" + ("" if again else " and is spent"))
    if missed:
        rules.append("beethupferl.special.missed-grass")
        means = "counts as poured directly" if state.watered == 1 else "wins no vegetable now"
        notes.insert(0, f"the drop of {actor_name(state.turn)} touched the bed before the grass and {means}")
    bowl = state.bowl + sum(state.drops) + state.can - sum(drops) - again
    after = replace(state, drops=tuple(drops), bowl=bowl, can=int(again), missed=missed)
    return Settled(after, min(rules, key=_ORDER.index, default="beethupferl.drop.one"), tuple(notes))


def _put_right(reading: Reading, tile: Tile, limits: LimitsData, *, spares: bool) -> tuple[int, str, str]:
    """Return the drops that stay in a hollow, the rule for it, and what is said about it, if anything.

    Args:
        reading: The hollow as it was found.
        tile: The tile that belongs to it; named only when it is visible in the end.
        limits: What tells one measured thing from another.
        spares: Whether a third drop goes back to the bowl.
    """
    count = reading.drops
    flat, over = reading.tilt < limits.flat_below_deg, reading.tilt > limits.visible_above_deg
    if count >= THREE:
        if spares:
            gone = count - 2
            return (
                2,
                "beethupferl.harvest.advanced",
                f"held {count} drops; poured directly, {gone} of them goes to the bowl",
            )
        return count, "beethupferl.drop.three", f"holds {count} drops: {tile.label} must be taken"
    off = reading.offset * 1000 > limits.off_centre_mm or reading.rise * 1000 > limits.off_rise_mm
    rule = _BY_DROPS[count]
    if count == 2:
        if off:
            return 2, "beethupferl.special.pushed-off", f"gets its tile back, upright: {tile.label}"
        if flat or over:
            rest = f"lies flat ({reading.tilt:.0f} degrees) on 2 drops; one goes to the bowl"
            return 1, "beethupferl.special.stays-flat", f"{rest}: {tile.label}"
        return 2, rule, f"holds 2 drops: {tile.label} stands upright"
    if count == 1:
        if off:
            return 1, "beethupferl.special.pushed-off", f"gets its tile back, visible: {tile.label}"
        if not over:
            turned = f"has its tile turned by hand from {reading.tilt:.0f} degrees: {tile.label}"
            return 1, "beethupferl.special.pushed-off", turned
        return 1, rule, f"holds 1 drop: {tile.label} is visible"
    if off:
        return 0, "beethupferl.special.pushed-off", "gets its tile back, face down"
    if not flat:
        turned = f"holds no drop; its tile is turned face down from {reading.tilt:.0f} degrees"
        return 0, "beethupferl.special.pushed-off", turned
    return 0, rule, ""
