"""The table follows the rules: what a ruling says is fallen, stolen or cleared up is so on the table too."""

from __future__ import annotations

import math
from dataclasses import replace

from sandbox.measures import carried_by
from sandbox.physics import settle
from sandbox.record import Support
from sandbox.referee.hurlyburly.bench import Bench, catapult_kind
from sandbox.referee.hurlyburly.places import grounds
from sandbox.referee.hurlyburly.scene import CARDS, FALLEN, HEAP, Piece, Role, Scene
from sandbox.rules.base import Seat, actor_name
from sandbox.rules.hurlyburly import HurlyburlyState, Phase

__all__ = ["audit", "follow", "misfit", "sweep"]

CALM = 3.0
"""Seconds that are waited after something was taken away."""

ELBOW_ROOM = 0.12
"""Metres around the middle of a tower that hands clear of what fell before they build there."""

DROP = 5e-3
"""Metres by which a counted card has come down when clearing up made it fall."""

HEAPS = {
    Role.FALLEN_WALL: "walls",
    Role.FALLEN_PLATFORM: "platforms",
    Role.FALLEN_SANDBAG: "sandbags",
    Role.FALLEN_SUPPORT: "supports",
}


def follow(bench: Bench, scene: Scene, state: HurlyburlyState) -> tuple[Scene, tuple[str, ...]]:
    """Return the scene that a state describes, and what is worth a note.

    A card that goes back to the supply stays where it is for as long as something that stands rests on it: the
    rules forbid hands to rearrange what stands.

    Args:
        bench: Makes worlds.
        scene: The table as it was last read.
        state: The rules' state after a legal act.
    """
    if not scene.pieces:
        return scene, ()
    scene = scene.changed(lambda piece: _demoted(piece, state))
    scene = scene.changed(lambda piece: _with_upgrades(piece, state))
    surplus = _surplus(scene, state)
    props = scene.of(None, Role.PROP)
    if not surplus and not props:
        return scene, ()
    return _take_away(bench, scene, surplus, props)


def _demoted(piece: Piece, state: HurlyburlyState) -> Piece:
    """Return a piece as fallen that no longer counts."""
    if piece.role not in CARDS:
        return piece
    is_high = piece.role in (Role.WALL, Role.PLATFORM) and piece.level > len(state.players[piece.owner].levels)
    rising = bool(state.rising) and piece.owner == state.turn
    if (piece.counts and not is_high) or (rising and piece.counts):
        return piece
    return replace(piece, role=FALLEN[piece.role], level=0, counts=False)


def _with_upgrades(piece: Piece, state: HurlyburlyState) -> Piece:
    if piece.role is not Role.CATAPULT:
        return piece
    return replace(piece, kind=catapult_kind(state.players[piece.owner].upgrades))


def _surplus(scene: Scene, state: HurlyburlyState) -> list[Piece]:
    """Return the pieces that lie about and, by the rules, no longer do; those that lie aside first."""
    out = []
    for seat, player in enumerate(state.players):
        for role, kind in HEAPS.items():
            heap = sorted(scene.of(seat, role), key=lambda piece: not piece.aside)
            out += heap[: max(0, len(heap) - getattr(player.fallen, kind))]
    blocks = scene.of(None, Role.BLOCK)
    fired = state.launched - (state.phase in (Phase.AIM, Phase.SHOT))
    return out + blocks[max(0, fired) :]


def _take_away(
    bench: Bench, scene: Scene, surplus: list[Piece], props: list[Piece]
) -> tuple[Scene, tuple[str, ...]]:
    world = bench.world(scene)
    supports = world.supports()
    notes = []
    kept, gone = set(), set()
    for piece in (*surplus, *props):
        if not piece.aside and (carried := _standing_on(scene, supports, piece.name)):
            kept.add(piece.name)
            if piece.role is not Role.PROP:
                notes.append(f"{piece.name} stays where it lies: {carried[0]} rests on it")
        else:
            gone.add(piece.name)
    scene = scene.changed(lambda p: replace(p, role=Role.PROP, level=0) if p.name in kept else p)
    touched = [name for name in sorted(gone) if name in world.names]
    for name in touched:
        world.remove(name)
    scene = scene.without(gone)
    if not touched:
        return scene, tuple(notes)
    rest = settle(world, timeout=CALM)
    if not rest.ok:
        notes.append(f"clearing up: {rest}")
    now = world.snapshot()
    before = scene
    scene = scene.changed(lambda p: replace(p, pose=now.pose(p.name)) if p.name in now else p)
    for old, new in zip(before, scene, strict=True):
        if old.role in CARDS and old.counts and old.pose.position[2] - new.pose.position[2] > DROP:
            notes.append(f"clearing up: {old.name} of {actor_name(Seat(old.owner))} comes down")
    return scene, tuple(notes)


def sweep(bench: Bench, scene: Scene, seat: int) -> Scene:
    """Return the scene in which hands have put aside what fell and lies about where a tower stands or stood.

    They leave what something that stands rests on.
    """
    x, y = _middle(scene, seat)
    litter = [
        piece.name
        for piece in scene.on_table()
        if (piece.role in HEAP or piece.role in (Role.BLOCK, Role.PROP))
        and math.dist(piece.pose.position[:2], (x, y)) < ELBOW_ROOM
    ]
    if not litter:
        return scene
    supports = bench.world(scene).supports()
    swept = {name for name in litter if not _standing_on(scene, supports, name)}
    return scene.changed(lambda p: replace(p, aside=True) if p.name in swept else p)


def _middle(scene: Scene, seat: int) -> tuple[float, float]:
    platforms = [p for p in scene.of(seat, Role.PLATFORM) if p.level == 1 and not p.aside]
    if platforms:
        return platforms[0].pose.position[:2]
    spot = grounds(scene.players, scene.apart)[seat]
    return spot.x, spot.y


def _standing_on(scene: Scene, supports: list[Support], name: str) -> list[str]:
    """Return the cards that count by the last reading and rest on a piece, directly or through others."""
    above = carried_by(supports, [name]) - {name}
    # Not flags: one that is up is on a card that counts, one on a card that fell is put back anyway.
    return sorted(p.name for p in scene if p.role in CARDS and p.counts and p.name in above)


def audit(scene: Scene, state: HurlyburlyState) -> None:
    """Assert that the table and the rules count the same pieces."""
    problem = misfit(scene, state)
    assert problem is None, problem


def misfit(scene: Scene, state: HurlyburlyState) -> str | None:
    """Return in what table and rules do not count the same pieces; None where they do."""
    if state.phase in (Phase.START, Phase.SETUP):
        return None
    for seat, player in enumerate(state.players):
        counts = {
            Role.WALL: sum(player.levels),
            Role.PLATFORM: len(player.levels),
            Role.SANDBAG: player.sandbags,
            Role.SUPPORT: player.supports,
            Role.FLAG: 1,
            Role.CATAPULT: 1,
            **{role: getattr(player.fallen, kind) for role, kind in HEAPS.items()},
        }
        for role, wanted in counts.items():
            found = len(scene.of(seat, role))
            name = actor_name(Seat(seat))
            if found != wanted:
                return f"{found} {role.value}s of {name} lie on the table, not {wanted}"
    fired = max(0, state.launched - (state.phase in (Phase.AIM, Phase.SHOT)))
    found = len(scene.of(None, Role.BLOCK))
    return None if found == fired else f"{found} blocks lie on the table, not {fired}"
