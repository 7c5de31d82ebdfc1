"""From a scene to a world: everything stands as it was, and sleeps but for what is in play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Final

from sandbox.components.catalogue import Catalogue
from sandbox.components.spec import Component
from sandbox.geometry import Pose
from sandbox.physics import DEFAULT, Profile, World
from sandbox.physics.bullet import BulletEngine
from sandbox.physics.engine import Engine
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene

__all__ = ["BLOCK", "CATAPULT", "FLAG", "KINDS", "PLATFORM", "SANDBAG", "SUPPORT", "WALL", "Bench"]

WALL: Final = "hurlyburly/wall"
PLATFORM: Final = "hurlyburly/platform"
FLAG: Final = "hurlyburly/flag"
SANDBAG: Final = "hurlyburly/sandbag"
SUPPORT: Final = "hurlyburly/support"
BLOCK: Final = "hurlyburly/block"
CATAPULT: Final = "hurlyburly/catapult"
TABLE: Final = "hurlyburly/table"
FLOOR: Final = "common/floor"

DRAWN = 3
"""Upgrades for which there are models of their own; more of them are stiffer, but look like so many."""

KINDS: Final = (
    WALL,
    PLATFORM,
    FLAG,
    SANDBAG,
    SUPPORT,
    BLOCK,
    *(f"{CATAPULT}_{count}" if count else CATAPULT for count in range(DRAWN + 1)),
    TABLE,
    FLOOR,
)
"""The ids of all components that play a part."""

TABLE_HEIGHT = 0.72
"""Metres from the floor to the top of the table; assumed, a dining table."""

GROUND = ("table", "floor")
"""Names of the fixed bodies."""


@cache
def _engine(profile: Profile) -> BulletEngine:
    """Return this process's engine: emptying it costs a hundredth of connecting anew, with the same bits."""
    return BulletEngine(profile)


class Bench:
    """Makes worlds of scenes. All of a bench share one engine, so one at a time.

    Args:
        catalogue: Where the pieces are described; the shipped ones by default.
        profile: The engine's numbers.
        engine: One of its own, for a world that goes on while others are made; None shares the process's.
    """

    def __init__(
        self, catalogue: Catalogue | None = None, profile: Profile = DEFAULT, *, engine: Engine | None = None
    ) -> None:
        self.catalogue = catalogue or Catalogue()
        self.profile = profile
        self._own = engine
        self._statues: dict[str, Component] = {}

    def component(self, kind: str) -> Component:
        """Return a component by its id."""
        return self.catalogue.get(kind)

    def catapult(self, upgrades: int) -> Component:
        """Return the catapult with some upgrade cards: n more cards are n more springs in parallel."""
        drawn = min(upgrades, DRAWN)
        component = self.component(catapult_kind(upgrades))
        if upgrades == drawn:
            return component
        (arm,) = component.links
        stiffness = arm.hinge.stiffness * (1 + upgrades) / (1 + drawn)
        return replace(component, links=(replace(arm, hinge=replace(arm.hinge, stiffness=stiffness)),))

    def statue(self, kind: str) -> Component:
        """Return a jointed piece as one that never moves, its hinges at 0: a catapult that nobody uses."""
        if kind not in self._statues:
            component = self.component(kind)
            visuals = tuple(visual for link in component.links for visual in link.visuals)
            self._statues[kind] = replace(
                component,
                handling="fixed",
                mass=0.0,
                inertia=(0.0, 0.0, 0.0),
                parts=tuple(component.all_parts()),
                visuals=component.visuals + visuals,
                links=(),
            )
        return self._statues[kind]

    def of(self, piece: Piece) -> Component:
        """Return the component as which a piece stands about."""
        return self.statue(piece.kind) if piece.role is Role.CATAPULT else self.component(piece.kind)

    def world(self, scene: Scene, live: Iterable[str] = (), *, leave_out: Iterable[str] = ()) -> World:
        """Return a world in which a scene stands.

        Args:
            scene: What lies on the table.
            live: Pieces that are in play from the start; everything else sleeps until something hits it.
            leave_out: Pieces that are not put into the world.
        """
        hidden = set(leave_out)
        kinds = (WALL, FLAG, BLOCK, CATAPULT, TABLE, FLOOR)  # every material that can come in
        world = World(
            self.catalogue.materials,
            self.profile,
            declare=[self.component(kind) for kind in kinds] + [self.statue(CATAPULT)],
            engine=self._own or _engine(self.profile),
        )
        world.add(self.component(FLOOR), "floor", Pose((0.0, 0.0, -TABLE_HEIGHT)))
        world.add(self.component(TABLE), "table")
        there = [piece for piece in scene.on_table() if piece.name not in hidden]
        world.add_all((self.of(piece), piece.name, piece.pose) for piece in there)
        awake = set(live)
        world.freeze([piece.name for piece in there if piece.name not in awake])
        return world


def catapult_kind(upgrades: int) -> str:
    """Return the id of the catapult with some upgrade cards."""
    drawn = min(upgrades, DRAWN)
    return f"{CATAPULT}_{drawn}" if drawn else CATAPULT
