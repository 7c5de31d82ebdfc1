"""A person's hands in the garden of Beethupferl: the watering can.

Where the hand holds the can, and how high, is the attempt, with no tremor added: the person's own hand trembles by
itself. The referee tilts that can in its own garden and the picture shows what the drop does there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandbox.components.catalogue import Catalogue
from sandbox.errors import InputError
from sandbox.geometry import Pose, quat_rotate
from sandbox.physics import Profile, load_profile
from sandbox.physics.bullet import BulletEngine
from sandbox.play.desk_beside import Still, beside
from sandbox.play.devices import Catapult
from sandbox.play.devices_can import Can
from sandbox.play.live import Live
from sandbox.play.marks import Label, Mark, Ring
from sandbox.referee.beethupferl.attempts import Hand, Pour
from sandbox.referee.beethupferl.bench import CAN, PROFILE, Bench
from sandbox.referee.beethupferl.places import gap_to_hollow, gap_to_patch
from sandbox.referee.beethupferl.scene import Scene
from sandbox.referee.words import Attempt
from sandbox.rules.base import actor_name
from sandbox.rules.beethupferl import BeethupferlState, Direct, Edge, Grass, Phase

__all__ = ["BeethupferlMat"]

NAME = "can"

ASIDE = 0.035
"""Metres from what is to be watered at which the can is held at first."""

FALL = 0.02
"""Metres that a drop falls at first onto the bed: it leaves the spout forwards, and higher up too far from it."""

GRASS_FALL = 0.015
"""The same onto the grass."""


class BeethupferlMat:
    """The garden as a person finds it; see `Mat`.

    Args:
        catalogue: Where the pieces are.
    """

    busy: str | None = None
    is_performed = True

    def __init__(self, catalogue: Catalogue) -> None:
        self._engine = BulletEngine(load_profile(PROFILE))
        self.bench = Bench(catalogue, engine=self._engine)
        self._live: Live | None = None
        self._state: BeethupferlState | None = None
        self._can: Can | None = None
        self._asked: Phase | None = None
        self._owners: dict[str, int] = {}

    def show(self, lying: Scene, state: BeethupferlState) -> Live:
        """Return the garden as it lies."""
        self._state = self._can = None
        self._asked = state.phase
        if self._live is not None:
            self._live.retire()
        # Nothing is moved here: the referee's own garden performs, and the can of a hand must not push tiles.
        world, bench = self.bench.bare_world(), self.bench
        pieces = [
            *((bench.tiles[tile.picture], tile.name, tile.pose) for tile in lying.laid()),
            *((bench.drop, drop.name, drop.pose) for drop in lying.wet()),
            *self.beside(lying, state),
        ]
        self._owners = {tile.name: tile.owner for tile in lying.tiles if tile.owner >= 0}
        self._owners |= {f"p{seat + 1}.can": seat for seat in range(lying.players)}
        world.add_all(pieces, held={name for _, name, _ in pieces})
        self._live = Live(world, catalogue=self.bench.catalogue, title="Beethupferl", owns=False)
        self._live.can_rewind = False
        self._live.sights = ("bed", *(f"grass.{edge.value}" for edge in Edge), "bowl")
        return self._live

    def beside(self, lying: Scene, state: BeethupferlState) -> list[Still]:
        """Return what lies beside the garden."""
        return beside(self.bench, lying, int(state.turn) if state.phase is Phase.POUR else None)

    def can_open(self, state: BeethupferlState) -> bool:
        """Return whether a person waters; tiles are laid and drops picked out by a steady hand."""
        return state.phase is Phase.POUR

    def open(self, lying: Scene, state: BeethupferlState) -> Live:
        """Return the garden with the can in the hand, beside what is to be watered."""
        live = self.show(lying, state)
        self._state = state
        x, y = self._goal(state)
        away = math.hypot(x, y) or 1.0
        start = (
            (x - ASIDE * x / away, y - ASIDE * y / away) if isinstance(state.watering, Grass) else (x + ASIDE, y)
        )
        live.world.add(self.bench.catalogue.get(CAN), NAME)
        self._can = Can(live, NAME, self.bench.garden, start, FALL if self._is_direct else GRASS_FALL)
        live.bodies_changed()
        return live

    @property
    def _is_direct(self) -> bool:
        return self._state is not None and isinstance(self._state.watering, Direct)

    def _goal(self, state: BeethupferlState) -> tuple[float, float]:
        """Return the middle of what is to be watered."""
        garden, watering = self.bench.garden, state.watering
        if isinstance(watering, Direct):
            x, y, _ = garden.hollow(watering.hollow)
            return x, y
        assert watering is not None
        x, y, _ = garden.on_grass(watering.edge.value, 0.0, garden.grass_run / 2)
        return x, y

    @property
    def hint(self) -> str:
        """What the hands are to do now."""
        state = self._state
        if state is None:
            return ""
        where = f"hollow {state.watering.hollow}" if isinstance(state.watering, Direct) else "the grass"
        return f"{actor_name(state.turn)}: carry the can above {where} and tilt it (T)."

    def buttons(self) -> list[tuple[str, str]]:
        """Return what the hands can ask for."""
        if self._can is None:
            return []
        return [("done", "Tilt the can"), ("reset", "Begin again"), ("auto", "Let a steady hand do it")]

    def do(self, key: str) -> str:
        """Tilt the can."""
        if key != "done":
            raise InputError(f"hands know no {key!r}")
        if self._can is not None:
            self._can.tilt()
        return ""

    def why_not(self, name: str, what: str) -> str:
        """Return why a piece may not be touched now."""
        return "tiles and drops stay where they are; only the can is in your hands"

    def catapult(self, name: str) -> Catapult | None:
        """Nobody shoots here."""
        return None

    def can(self) -> Can | None:
        """Return the can in the hand."""
        return self._can

    def advance(self, seconds: float) -> Attempt | None:
        """Return the pour once the can has been tilted."""
        can = self._can
        if can is None or not can.is_tilted:
            return None
        self._can = None
        x, y = can.goal
        return Pour(Hand(position=0.0, slips=0.0), x, y, can.fall, tilted=True)

    def owner(self, name: str) -> int | None:
        """Return whose can it is, or who won a tile."""
        if name == NAME and self._state is not None:
            return int(self._state.turn)
        return self._owners.get(name)

    def hides(self, name: str, pose: Pose) -> bool:
        """Return whether a tile lies with its picture down."""
        return name.startswith("tile") and quat_rotate(pose.rotation, (0.0, 0.0, 1.0))[2] > 0

    def change(self, catalogue: Catalogue, profile: Profile) -> None:
        """Make the gardens from now on with other physics; the one that is there stays as it is."""
        self.bench = Bench(catalogue, profile, engine=self._engine)

    def marks(self) -> Sequence[Mark]:
        """Return what is to be watered, and how far the spout is from it."""
        state, can = self._state, self._can
        garden = self.bench.garden
        if state is None or can is None or state.watering is None:
            return self._names() if self._asked in (Phase.WATER, Phase.TAKE) else ()
        if isinstance(state.watering, Direct):
            x, y, z = garden.hollow(state.watering.hollow)
            gap = gap_to_hollow(garden, state.watering.hollow, *can.spout)
            ring = Ring((x, y, z + 2e-3), 0.5 * garden.pitch, "warn", 2.0, 0.8, dashed=6.0)
            return (
                ring,
                Label((x, y, z + 0.01), f"spout {1000 * gap:.0f} mm from hollow {state.watering.hollow}", "warn"),
            )
        gap = gap_to_patch(garden, state.watering.edge.value, *can.spout)
        at = can.below
        text = (
            f"above the {state.watering.edge.value} grass" if gap <= 0 else f"{1000 * gap:.0f} mm from the grass"
        )
        return (Label((at[0], at[1], at[2] + 0.02), text, "good" if gap <= 0 else "bad"),)

    def _names(self) -> list[Mark]:
        """Return what the buttons call the hollows and, when it is watered, the patches of grass."""
        garden, out = self.bench.garden, list[Mark]()
        for number in range(1, 17):
            x, y, z = garden.hollow(number)
            out.append(Label((x, y, z + 2e-3), f"{number}", "info"))
        if self._asked is Phase.WATER:
            for edge in Edge:
                out.append(Label(garden.on_grass(edge.value, 0.0, garden.grass_run / 2), edge.value, "good"))
        return out

    def close(self) -> None:
        """Give the engine back."""
        self._engine.close()
