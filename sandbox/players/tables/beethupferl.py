"""Hands of bots in Beethupferl's garden: steady or clumsy, aiming at what their player remembers, or at random."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sandbox.components.garden import Garden
from sandbox.errors import UnknownName
from sandbox.players.memory.beethupferl import FORGETFUL, Memory, best_lane, worths
from sandbox.referee.beethupferl import Ask, BeethupferlTable, Clear, Hand, Mix, Pour, Scene, SetUp
from sandbox.referee.words import Attempt, Field
from sandbox.rules.base import Engine
from sandbox.rules.beethupferl import Beethupferl, BeethupferlState, Direct, Edge, Phase

__all__ = ["FALL", "SKILLS", "UP", "GardenHands", "RandomHands", "Skill", "hands"]

FALL: Final = 0.05
"""Metres that a drop falls when it is poured directly; from above 70 mm tiles are pushed off."""

GRASS_FALL: Final = 0.02
"""Metres that it falls onto the grass."""

UP: Final = (0.012, 0.035)
"""Metres up the slope from which the first and the second row are reached most often; the chances of both are
`LANE_HITS`, by `sandbox aim`."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How good hands are.

    Args:
        position: Sigma in metres, along each axis, of where the nozzle is.
        placing: Sigma in metres of where a tile is let go.
        tilt_deg: Sigma of how far it leans then.
        slips: Part of the drops that slip from the fingers.
    """

    position: float
    placing: float
    tilt_deg: float
    slips: float

    def hand(self, rng: np.random.Generator) -> Hand:
        """Return a hand of this skill with a tremor of its own."""
        return Hand(int(rng.integers(2**31)), self.position, self.placing, self.tilt_deg, self.slips)


SKILLS: Mapping[str, Skill] = {
    "steady": Skill(2e-3, 3e-4, 1.0, 0.005),
    "fair": Skill(4e-3, 5e-4, 2.0, 0.02),
    "clumsy": Skill(7e-3, 1e-3, 4.0, 0.06),
}
"""By name, the best first. `fair` is what TABLES calls an aim: 4 mm."""


class GardenHands(Memory):
    """Pours plumb above the hollow that the move names, or from the grass at the lane that is worth most.

    Args:
        skill: How good the hands are.
        forgets: Part of the tiles seen and turned back that the player loses at every watering.
    """

    def __init__(self, skill: Skill, forgets: float = 0.0) -> None:
        super().__init__(forgets)
        self.skill = skill

    def attempt(
        self, game: Engine[Any], field: Field, lying: Scene, state: BeethupferlState, rng: np.random.Generator
    ) -> Attempt:
        """Return how the player tries what the state waits for."""
        assert isinstance(field, BeethupferlTable)
        assert isinstance(game, Beethupferl)
        hand = self.skill.hand(rng)
        match state.phase:
            case Phase.TILES:
                return Mix(hand.seed)
            case Phase.GARDEN:
                return SetUp(hand)
            case Phase.FIRST:
                return Ask(hand.seed)
            case Phase.POUR:
                return self._pour(game, field.bench.garden, game.view(state, state.turn), hand, rng)
            case _:
                return Clear(hand)

    def _pour(
        self, game: Beethupferl, garden: Garden, view: BeethupferlState, hand: Hand, rng: np.random.Generator
    ) -> Pour:
        watering = view.watering
        if isinstance(watering, Direct):
            x, y, _ = garden.hollow(watering.hollow)
            return Pour(hand, x, y, FALL)
        assert watering is not None
        self.see(view)
        known = {hollow: tile for hollow, tile in self.known.items() if self.forgets < 1}
        _, lane, row = best_lane(watering.edge, garden.side, worths(game, view, known, direct=False))
        return from_grass(garden, hand, watering.edge, lane, UP[row])


class RandomHands(GardenHands):
    """Does anything that hands can do: from any height, anywhere above what is to be watered."""

    def _pour(
        self, game: Beethupferl, garden: Garden, view: BeethupferlState, hand: Hand, rng: np.random.Generator
    ) -> Pour:
        watering = view.watering
        if isinstance(watering, Direct):
            x, y, _ = garden.hollow(watering.hollow)
            return Pour(hand, x, y, float(rng.uniform(0.02, 0.1)))
        assert watering is not None
        lane, up = float(rng.uniform(-0.5, garden.side - 0.5)), float(rng.uniform(0.005, 0.065))
        return from_grass(garden, hand, watering.edge, lane, up)


def from_grass(garden: Garden, hand: Hand, edge: Edge, lane: float, up: float) -> Pour:
    """Return a pour onto a patch, straight uphill from a lane; 0.5 is between the first two."""
    x, y, _ = garden.on_grass(edge.value, garden.along(edge.value, lane), up)
    return Pour(hand, x, y, GRASS_FALL)


def hands(kind: str, bot: str = "greedy") -> GardenHands:
    """Return hands by name: a skill, or `random`; they remember as the bot does that chooses the moves.

    Raises:
        UnknownName: There are none of that name.
    """
    forgets = {"perfect": 0.0, "forgetful": FORGETFUL}.get(bot, 1.0)
    if kind == "random":
        return RandomHands(SKILLS["clumsy"], forgets)
    if kind not in SKILLS:
        raise UnknownName("skill", kind, [*SKILLS, "random"])
    return GardenHands(SKILLS[kind], forgets)
