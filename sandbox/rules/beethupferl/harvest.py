"""Taking a tile from the bed and clearing the others of its kind."""

from __future__ import annotations

from dataclasses import replace

from sandbox.rules.base import actor_name
from sandbox.rules.beethupferl.acts import Cleared, Take
from sandbox.rules.beethupferl.state import THREE, BeethupferlState, Phase, tiles_to_take, visible
from sandbox.rules.beethupferl.tiles import Tile
from sandbox.rules.heaps import put_at

__all__ = ["clearing_rule", "not_clear", "not_due", "take"]


def not_due(state: BeethupferlState, act: Take) -> tuple[str, str] | None:
    """Return the rule and the reason for which a tile may not be taken, if any."""
    due = tiles_to_take(state)
    if act.hollow in due:
        return None
    kinds = {state.tiles[hollow - 1] for hollow in due}
    if state.drops[due[0] - 1] >= THREE or len(kinds) > 1:
        rule = "beethupferl.harvest.when"
    else:
        rule = "beethupferl.snail.three" if Tile.SNAIL in kinds else "beethupferl.harvest.three-kind"
    return rule, f"the tile to take is in hollow {' or '.join(map(str, due))}, not {act.hollow}"


def take(state: BeethupferlState, act: Take) -> tuple[str, str, BeethupferlState]:
    """Return the rule, the reason and the state in which a tile that is due is gone and its kind turned over."""
    seat, kind, drops = act.seat, state.tiles[act.hollow - 1], state.drops[act.hollow - 1]
    third, snail, together = drops >= THREE, kind is Tile.SNAIL, state.options.cooperative
    lost = third and together and not snail
    cleared = visible(state, kind)
    kept = tuple(0 if hollow in cleared else n for hollow, n in enumerate(state.drops, start=1))
    after = replace(
        state,
        phase=Phase.CLEAR,
        tiles=put_at(state.tiles, act.hollow - 1, state.supply[0]),
        drops=kept,
        supply=state.supply[1:],
        hand=sum(state.drops) - sum(kept),
        third=third,
        taken=state.taken if lost else put_at(state.taken, seat, (*state.taken[seat], kind)),
        removed=(*state.removed, kind) if lost else state.removed,
    )
    did = "takes" if snail else "removes" if lost else "harvests"
    shown = f"{drops} drops in it" if third else f"{len(cleared)} visible"
    reason = f"{actor_name(seat)} {did} the {kind.label} of hollow {act.hollow} ({shown})"
    if not state.watered:
        return "beethupferl.special.missed-grass", f"{reason}, left by the player before", after
    if third:
        return f"beethupferl.{'coop.third-drop' if together else 'drop.three'}", reason, after
    return f"beethupferl.{'snail.three' if snail else 'harvest.three-kind'}", reason, after


def clearing_rule(state: BeethupferlState) -> str:
    """Return the rule by which hollows are being cleared."""
    return f"beethupferl.{'drop.three-clears' if state.third else 'harvest.clears'}"


def not_clear(state: BeethupferlState, act: Cleared) -> tuple[str, str] | None:
    """Return the rule and the reason for which the garden cannot stay as it is after a tile was taken, if any."""
    for found, what in (
        (act.left, "drops still in the cleared hollows"),
        (act.face_up, "cleared tiles with the earth side not up"),
        (act.bare, "cleared hollows without a tile"),
    ):
        if found != 0:
            return clearing_rule(state), f"{what}: {found}, not 0"
    wrong = next((hollow for hollow in act.strays if not 1 <= hollow <= len(state.tiles)), None)
    if wrong is None and len(act.strays) <= state.hand:
        return None
    problem = f"drops that rolled away: {len(act.strays)}, but only {state.hand} were removed"
    if wrong is not None:
        problem = f"there is no hollow {wrong} of {len(state.tiles)}"
    return "beethupferl.special.removed-rolls", problem
