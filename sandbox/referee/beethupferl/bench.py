"""From a scene to a world: everything lies as it did, and sleeps until something touches it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Final

from sandbox.components.catalogue import Catalogue
from sandbox.components.garden import EDGES
from sandbox.components.garden_read import read_garden
from sandbox.components.spec import Component
from sandbox.geometry import Pose, Vec3, quat_rotate
from sandbox.physics import DEFAULT, Profile, World
from sandbox.physics.bullet import BulletEngine
from sandbox.physics.engine import Engine
from sandbox.referee.beethupferl.places import bowl_place, drop_pose
from sandbox.referee.beethupferl.scene import Scene, Zone
from sandbox.rules import load_game
from sandbox.rules.beethupferl import BACK, Beethupferl, Surface, Tile
from sandbox.rules.beethupferl.tiles import LimitsData

__all__ = ["CAN", "PROFILE", "Bench"]

DROP: Final = "beethupferl/drop"
BOWL: Final = "beethupferl/bowl"
CAN: Final = "beethupferl/can"

PROFILE: Final = DEFAULT.name
"""Name of the engine's numbers with which the garden is played."""

UPHILL: Final = math.cos(math.radians(5))
"""A patch stands right when the direction up its slope is within 5° of where it should be."""


@cache
def _engine(profile: Profile) -> BulletEngine:
    """Return this process's engine: emptying it costs a hundredth of connecting anew, with the same bits."""
    return BulletEngine(profile)


class Bench:
    """Makes worlds of scenes. All of them share one engine, so one at a time.

    Args:
        catalogue: Where the pieces are described; the shipped ones by default.
        profile: The engine's numbers.
        engine: One of its own, for a world that goes on while others are made; None shares the process's.
    """

    def __init__(
        self,
        catalogue: Catalogue | None = None,
        profile: Profile = DEFAULT,
        *,
        engine: Engine | None = None,
    ) -> None:
        self._own = engine
        self.catalogue = catalogue or Catalogue()
        self.garden = read_garden(self.catalogue)
        self.profile = profile
        self.drop = self.catalogue.get(DROP)
        self.tiles: Mapping[Tile, Component] = {
            picture: self.catalogue.get(f"beethupferl/{picture.value}") for picture in Tile if picture is not BACK
        }
        self._fixed = [(self.catalogue.get(kind), name, pose) for kind, name, pose in self.garden.parts()]
        self._bowl = self.catalogue.get(BOWL)
        game = load_game("beethupferl")
        assert isinstance(game, Beethupferl)
        self.limits: LimitsData = game.limits

    @property
    def kinds(self) -> tuple[str, ...]:
        """The ids of all components that play a part."""
        parts = dict.fromkeys(component.id for component, _, _ in self._fixed)
        return (*parts, *(tile.id for tile in self.tiles.values()), DROP, BOWL, CAN)

    def bare_world(self) -> World:
        """Return a world with the garden alone."""
        kinds = [component for component, _, _ in self._fixed]
        world = World(
            self.catalogue.materials,
            self.profile,
            declare=[*kinds, *self.tiles.values(), self.drop],
            engine=self._own or _engine(self.profile),
        )
        world.add_all(self._fixed, is_known=True)
        return world

    def can_world(self) -> World:
        """Return a world with a can alone, held level: the tip of its spout is at the origin, towards x."""
        can = self.catalogue.get(CAN)
        world = World(
            self.catalogue.materials,
            self.profile,
            declare=[can, self.drop],
            engine=self._own or _engine(self.profile),
        )
        world.add(can, "can")
        return world

    def world(self, scene: Scene) -> World:
        """Return a world in which what lies in the garden sleeps until something touches it."""
        world = self.bare_world()
        world.add_all(
            [
                *((self.tiles[tile.picture], tile.name, tile.pose) for tile in scene.laid()),
                *((self.drop, drop.name, drop.pose) for drop in scene.wet()),
            ],
            is_known=True,
        )
        world.freeze()
        return world

    def surface(self, body: str) -> Surface | None:
        """Return what a body is to the rules; None for the walls."""
        if body.startswith("grass"):
            return Surface.GRASS
        return None if body.startswith("wall") else Surface.BED

    def patches(self, world: World) -> int:
        """Return at how many edges a grass patch stands with its slope down to the bed."""
        there, count = set(world.names), 0
        for edge in EDGES:
            if (name := f"grass.{edge}") in there:
                (part,) = world.body(name).component.parts
                turned = (world.pose(name) @ part.pose).rotation
                wanted = self.garden.patch(edge).rotation
                up, right = (quat_rotate(q, (0.0, 1.0, 0.0)) for q in (turned, wanted))
                count += sum(a * b for a, b in zip(up, right, strict=True)) > UPHILL
        return count

    # --- the bowl

    def in_bowl(self, number: int) -> Pose:
        """Return where the drop with a number, from 0, lies in the bowl."""
        return drop_pose(self.garden, Zone.BOWL, number)

    def is_in_bowl(self, at: Vec3) -> bool:
        """Return whether a point is inside the bowl."""
        x, y, z = bowl_place(self.garden)
        wide, _, high = self._bowl.size
        return math.hypot(at[0] - x, at[1] - y) < wide / 2 and z < at[2] < z + high
