"""Two hundred hollows watered directly three times: what goes wrong is ruled as a special situation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from sandbox.referee.beethupferl import Hand, Pour, Zone
from sandbox.rules.beethupferl import Direct, Hollow, Phase
from tests.referee.plot import GARDEN, P1, Plot

CLEAN = ("beethupferl.drop.one", "beethupferl.drop.two", "beethupferl.drop.three")
SPECIAL = ("beethupferl.special.outside", "beethupferl.special.stays-flat", "beethupferl.special.pushed-off")


def water_three_times(seed: int, rulings: Counter[tuple[int, str]]) -> None:
    """Water one hollow three times as long as all goes well, and count how each watering was ruled."""
    hollow = Hollow(1 + seed % 16)
    x, y, _ = GARDEN.hollow(hollow)
    plot = Plot(watering=hollow)
    for number, rule in enumerate(CLEAN, start=1):
        _, ruling = plot.perform(Pour(Hand(1000 * number + seed, 4e-3), x, y))
        assert ruling.legal, ruling.reason
        went_well = ruling.rule == rule and plot.state.drops[hollow - 1] == number
        rulings[number, "well" if went_well else ruling.rule] += 1
        assert (
            sum(drop.zone is not Zone.BOWL for drop in plot.scene.drops) == sum(plot.state.drops) + plot.state.can
        )
        if not went_well:
            # A drop that went to a neighbour is ruled by the drops that lie there.
            assert ruling.rule in (*SPECIAL, *CLEAN), ruling
            return
        plot.state = replace(plot.state, phase=Phase.WATER, watered=0, turn=P1)
        if number < len(CLEAN):
            plot.tell(Direct(P1, hollow))


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_two_hundred_hollows_are_watered_three_times():
    """Of those that came so far: one drop visible in 95 %, two upright in 90 %, three in in 90 %."""
    rulings: Counter[tuple[int, str]] = Counter()
    for seed in range(200):
        water_three_times(seed, rulings)
    print(dict(sorted(rulings.items())))  # noqa: T201
    for number, least in ((1, 0.95), (2, 0.90), (3, 0.90)):
        tried = sum(count for (which, _), count in rulings.items() if which == number)
        assert rulings[number, "well"] >= least * tried, (number, rulings)
