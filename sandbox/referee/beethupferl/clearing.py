"""The table follows the rules: what a ruling puts right, takes away or gives back is so on the table too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sandbox.geometry import Pose
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.patterns import lying_right, pattern
from sandbox.referee.beethupferl.places import drop_pose, tile_pose
from sandbox.referee.beethupferl.scene import Drop, Laid, Scene, Zone
from sandbox.referee.beethupferl.stage import bed_of
from sandbox.rules.base import Act, Seat, actor_name
from sandbox.rules.beethupferl import BeethupferlState, Phase, Take

__all__ = ["audit", "follow", "into_bowl", "misfit"]

BEFORE_PLAY = (Phase.TILES, Phase.GARDEN)


def follow(
    bench: Bench, scene: Scene, before: BeethupferlState, act: Act, after: BeethupferlState
) -> tuple[Scene, tuple[str, ...]]:
    """Return the scene that a state describes, and what is worth a note.

    Args:
        bench: Knows how a tile lies over one drop and over two.
        scene: The table as it was last read.
        before: The rules' state before the act.
        act: What was legal.
        after: The state after it.
    """
    if before.phase in BEFORE_PLAY:
        return scene, ()
    notes: list[str] = []
    if isinstance(act, Take):
        scene = _take(bench, scene, act, before, after)
    lay, scene = scene, _share_drops(bench, scene, after)
    stirred = _stirred(bench, lay, scene)
    for hollow in range(1, len(after.drops) + 1):
        scene = _put_right(bench, scene, hollow, after, notes, is_stirred=hollow in stirred)
    return scene, tuple(notes)


def into_bowl(bench: Bench, scene: Scene, goes: Callable[[Drop], bool]) -> Scene:
    """Return the scene with some drops in the bowl."""
    taken = {drop.pose for drop in scene.of(Zone.BOWL)}
    free = (pose for n in range(len(scene.drops)) if (pose := bench.in_bowl(n)) not in taken)
    return scene.with_drops(
        lambda drop: replace(drop, zone=Zone.BOWL, hollow=0, pose=next(free)) if goes(drop) else drop
    )


def _take(bench: Bench, scene: Scene, act: Take, before: BeethupferlState, after: BeethupferlState) -> Scene:
    """Return the scene with a tile before its taker, the next one in hand, and drops about to be picked out."""
    garden, gone, new = bench.garden, scene.tile_on(act.hollow), scene.heap(Zone.SUPPLY)[0]
    is_lost = len(after.removed) > len(before.removed)
    zone, owner = (Zone.REMOVED, -1) if is_lost else (Zone.TAKEN, int(act.seat))
    number = len(scene.heap(zone, owner))
    taken = replace(gone, zone=zone, owner=owner, hollow=0, pose=tile_pose(garden, zone, number, max(owner, 0)))
    held = replace(new, zone=Zone.HAND, hollow=act.hollow, pose=tile_pose(garden, Zone.HAND, 0, hollow=act.hollow))
    # The tile that was taken goes to the end, so that a player's tiles lie in the order of taking.
    rest = [held if tile is new else tile for tile in scene.tiles if tile is not gone]
    scene = replace(scene, tiles=(*rest, taken))
    cleared = {h for h, (had, has) in enumerate(zip(before.drops, after.drops, strict=True), 1) if had and not has}
    return scene.with_drops(lambda drop: replace(drop, zone=Zone.HAND) if drop.hollow in cleared else drop)


def _share_drops(bench: Bench, scene: Scene, state: BeethupferlState) -> Scene:
    """Return the scene with as many drops in the can, in each hollow and in hand as the rules say.

    What is too much goes to the bowl, what is missing comes from it.
    """
    if not state.hand:  # a game that ends with a harvest ends before the drops are picked out
        scene = into_bowl(bench, scene, lambda drop: drop.zone is Zone.HAND)
    surplus: set[str] = set()
    for hollow, wanted in enumerate(state.drops, start=1):
        inside = [drop.name for drop in scene.drops_in(hollow) if drop.zone is Zone.BED]
        surplus |= set(inside[wanted:])
    loose = [drop.name for drop in scene.drops if drop.zone is Zone.BED and not drop.hollow]
    filled = [drop.name for drop in scene.of(Zone.CAN)] + loose
    can = set(filled[: state.can])
    surplus |= set(filled[state.can :])
    aside = drop_pose(bench.garden, Zone.CAN, 0)
    scene = scene.with_drops(
        lambda drop: replace(drop, zone=Zone.CAN, hollow=0, pose=aside) if drop.name in can else drop
    )
    if surplus:
        scene = into_bowl(bench, scene, lambda drop: drop.name in surplus)
    if len(can) < state.can:
        scene = _from_bowl(scene, Zone.CAN, 0, aside)
    for hollow, wanted in enumerate(state.drops, start=1):
        for _ in range(wanted - sum(drop.zone is Zone.BED for drop in scene.drops_in(hollow))):
            scene = _from_bowl(scene, Zone.BED, hollow, Pose())
    return scene


def _from_bowl(scene: Scene, zone: Zone, hollow: int, pose: Pose) -> Scene:
    """Return the scene with one drop fewer in the bowl: the one that lies on top."""
    top = max(scene.of(Zone.BOWL), key=lambda drop: drop.pose.position[2])
    return scene.with_drops(
        lambda drop: replace(drop, zone=zone, hollow=hollow, pose=pose) if drop is top else drop
    )


def _stirred(bench: Bench, before: Scene, now: Scene) -> set[int]:
    """Return the hollows out of which, or off whose tiles, drops were taken: what leant on them lies anew."""
    places, there = bed_of(bench, before).places, {drop.name for drop in now.wet()}
    return {hollow for name, (_, hollow) in places.items() if hollow and name not in there}


def _put_right(
    bench: Bench,
    scene: Scene,
    hollow: int,
    state: BeethupferlState,
    notes: list[str],
    *,
    is_stirred: bool,
) -> Scene:
    """Return the scene with a tile as it has to lie: face down, visible over one drop, upright over two."""
    tile, drops = scene.tile_on(hollow), [d for d in scene.drops_in(hollow) if d.zone is Zone.BED]
    clearing = state.phase is Phase.CLEAR and (
        tile.zone is Zone.HAND or bool(scene.drops_in(hollow)) > bool(drops)
    )
    if clearing or len(drops) > 2:  # hands are at it, or are about to be
        return scene
    in_order = tile.zone is Zone.BED and lying_right(bench.garden, bench.limits, hollow, tile.pose, drops)
    if in_order and not is_stirred:
        return scene
    right = pattern(bench, len(drops), hollow)
    turned = {drop.name: pose for drop, pose in zip(drops, right.drops, strict=True)}
    if tile.zone is Zone.BED and not in_order:
        notes.append(f"hands put {tile.name} right on hollow {hollow}, over {len(drops)} drops")

    def back(laid: Laid) -> Laid:
        return replace(laid, zone=Zone.BED, pose=right.tile) if laid is tile else laid

    scene = scene.with_drops(lambda d: replace(d, pose=turned[d.name]) if d.name in turned else d)
    return scene.with_tiles(back)


def audit(scene: Scene, state: BeethupferlState) -> None:
    """Assert that the table and the rules count the same pieces in the same places, and that none is missing."""
    problem = misfit(scene, state)
    assert problem is None, problem


def misfit(scene: Scene, state: BeethupferlState) -> str | None:
    """Return in what table and rules do not count the same pieces in the same places; None where they do."""
    if scene.players != len(state.taken):
        return f"{scene.players} players have a can on the table, not {len(state.taken)}"
    for what, names in (("drops", [d.name for d in scene.drops]), ("tiles", [t.name for t in scene.tiles])):
        if len(set(names)) != len(names):
            return f"two {what} have one name"
    return _drops_misfit(scene, state) or (None if state.phase in BEFORE_PLAY else _tiles_misfit(scene, state))


def _drops_misfit(scene: Scene, state: BeethupferlState) -> str | None:
    total = state.bowl + state.can + state.hand + sum(state.drops)
    if len(scene.drops) != total:
        return f"{len(scene.drops)} drops are on the table, not {total}"
    counts = {
        "in the bowl": (len(scene.of(Zone.BOWL)), state.bowl),
        "in the can": (len(scene.of(Zone.CAN)), state.can),
        "in hand": (len(scene.of(Zone.HAND)), state.hand),
    }
    if state.phase is not Phase.TILES:
        for hollow, wanted in enumerate(state.drops, start=1):
            found = sum(drop.zone is Zone.BED for drop in scene.drops_in(hollow))
            counts[f"in hollow {hollow}"] = (found, wanted)
    wrong = ((where, found, wanted) for where, (found, wanted) in counts.items() if found != wanted)
    return next((f"{found} drops are {where} on the table, not {wanted}" for where, found, wanted in wrong), None)


def _tiles_misfit(scene: Scene, state: BeethupferlState) -> str | None:
    lies = {t.hollow: t.picture for t in reversed(scene.tiles) if t.zone in (Zone.BED, Zone.HAND)}
    if tuple(lies.get(hollow) for hollow in range(1, len(state.tiles) + 1)) != state.tiles:
        return "other tiles lie in the garden than the rules say"
    heaps = {
        "in the supply": (scene.heap(Zone.SUPPLY), state.supply),
        "removed": (scene.heap(Zone.REMOVED), state.removed),
    }
    for seat, tiles in enumerate(state.taken):
        heaps[f"before {actor_name(Seat(seat))}"] = (scene.heap(Zone.TAKEN, seat), tiles)
    for where, (found, wanted) in heaps.items():
        pictures = tuple(tile.picture for tile in found)
        if pictures != wanted:
            lying, due = (", ".join(tile.value for tile in each) or "none" for each in (pictures, wanted))
            return f"{where} lie {lying}, not {due}"
    return None
