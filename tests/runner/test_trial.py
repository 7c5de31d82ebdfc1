"""The acts do what the file says, and nothing is ruled before rest."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sandbox.errors import WorldError
from sandbox.runner.run import Job
from sandbox.runner.trial import TrialResult, aimed, run_trial

MakeJob = Callable[..., Job]


def outcome(job: Job) -> TrialResult:
    """Run the first trial."""
    return run_trial(job.plans[0], job.seed, 0)


def acts(make_job: MakeJob, text: str, expect: str) -> TrialResult:
    """Run the block with other acts and one expectation."""
    start = 'name = "push"\nlaunch = { body = "block", towards = [1000, 0, 4], speed = 0.5 }\n'
    return outcome(
        make_job(
            (f"[[act]]\n{start}[[act]]\nsettle = {{ timeout_s = 3 }}", text),
            ('moved = { body = "block", at_least_mm = 20 }', expect),
        )
    )


SETTLE = "\n[[act]]\nsettle = { timeout_s = 5 }\n"

CASES = {
    "push": (
        "push = { body = 'block', force_N = [0.2, 0, 0], seconds = 0.2 }",
        "moved = { body = 'block', at_least_mm = 10 }",
    ),
    "place with a drop": (
        "place = { name = 'cube', component = 'common/cube', on = 'block', drop_mm = 5 }",
        "rests_on = { body = 'cube', on = 'block' }",
    ),
    "place with a fade": (
        "place = { name = 'cube', component = 'common/cube', on = 'block', fade_s = 0.3 }",
        "rests_on = { body = 'cube', on = 'block' }",
    ),
    "place a generator": (
        "place = { name = 'row', at_mm = [100, 0], "
        "row = { component = 'common/domino', count = 3, pitch_mm = 30 } }",
        "stands = { body = 'row.*' }",
    ),
    "launch at a pattern": (
        "launch = { component = 'hurlyburly/block', from_mm = [-200, 0, 20], towards = 'block', speed = 3 }",
        "moved = { body = 'block', at_least_mm = 1 }",
    ),
    "launch in an arc": (
        "launch = { component = 'hurlyburly/block', from_mm = [-300, 0, 8], towards = [-100, 0, 7], "
        "speed = 2, arc = true }",
        "position = { body = 'shot', x_mm = [-150, 50] }",
    ),
    "tilt": ("tilt = { angle_deg = 30, seconds = 1 }", "moved = { body = 'block', at_least_mm = 50 }"),
    "a gentle shake": (
        "shake = { amplitude_mm = 1, frequency_hz = 3, seconds = 1 }",
        "drift = { body = 'block', under_mm = 0.1 }\nsince = 'start'",
    ),
    "a hard shake": (
        "shake = { amplitude_mm = 15, frequency_hz = 5, seconds = 1 }",
        "moved = { body = 'block', at_least_mm = 1 }",
    ),
    "wait": ("wait = { seconds = 0.5 }", "stands = { body = 'block' }"),
}


@pytest.mark.parametrize("name", CASES)
def test_each_act_does_what_it_says(name: str, make_job: MakeJob) -> None:
    """One act, then rest, then a look at what it should have done."""
    act, expect = (text.replace("'", '"') for text in CASES[name])
    result = acts(make_job, f"[[act]]\n{act}{SETTLE}", expect)
    assert result.holds, result.first_failure


def test_a_wait_may_end_at_a_touch(make_job: MakeJob) -> None:
    """A cube that is let go 50 mm above the table is on it after sqrt(2 h / g), and is looked at there."""
    text = (
        '[[act]]\nname = "drop"\n'
        'place = { name = "cube", component = "common/cube", at_mm = [90, 0], drop_mm = 50 }'
        '\n[[act]]\nwait = { seconds = 2, until_touch = ["cube", "table"] }'
    )
    result = acts(make_job, text, 'moved = { body = "cube", at_least_mm = 48 }\nsince = "drop"')
    assert result.holds, result.first_failure
    assert result.sim_seconds == pytest.approx((2 * 0.05 / 9.81) ** 0.5, abs=2 / 480)


def test_a_wait_for_a_touch_ends_without_one(make_job: MakeJob) -> None:
    """When the two never meet, the seconds are the limit."""
    text = (
        '[[act]]\nplace = { name = "cube", component = "common/cube", at_mm = [90, 0] }'
        '\n[[act]]\nwait = { seconds = 0.25, until_touch = ["cube", "block"] }'
    )
    result = acts(make_job, text, 'stands = { body = "cube" }')
    assert result.sim_seconds == pytest.approx(0.25, abs=1 / 480)


def test_remove_takes_away_what_carries(make_job: MakeJob) -> None:
    """What lay on a removed body falls: it is woken."""
    text = (
        '[[act]]\nplace = { name = "cube", component = "common/cube", on = "block" }'
        f'{SETTLE}[[act]]\nremove = {{ body = "block" }}{SETTLE}'
    )
    result = acts(make_job, text, 'rests_on = { body = "cube", on = "table" }')
    assert result.holds, result.first_failure


def test_a_hinge_is_turned_held_and_let_go(make_job: MakeJob) -> None:
    """A folded wall is opened to another angle, held, and springs back when let go."""
    text = (
        '[[act]]\nplace = { name = "wall", component = "hurlyburly/wall_hinged", at_mm = [150, 0] }'
        '\n[[act]]\nset_joint = { body = "wall", joint = "leaf", angle_deg = 10, hold = true }'
        '\n[[act]]\nname = "held"\nwait = { seconds = 0.2 }'
        '\n[[act]]\nset_joint = { body = "wall", joint = "leaf" }'
        "\n[[act]]\nwait = { seconds = 2 }"
    )
    held = 'joint = { body = "wall", joint = "leaf", between_deg = [8, 12] }\nat = "held"'
    free = '\n[[expect]]\njoint = { body = "wall", joint = "leaf", between_deg = [-6, 6] }'
    result = acts(make_job, text, held + free)
    assert result.holds, result.first_failure


def test_what_does_not_settle_has_no_verdict(make_job: MakeJob) -> None:
    """Every expectation may be true, but the trial says what still moves and what to try."""
    result = outcome(make_job(("timeout_s = 3", "timeout_s = 0.05"), ("at_least_mm = 20", "at_least_mm = 1")))
    assert not result.holds
    assert result.problem is not None
    assert result.problem.startswith("did not settle in 0.05 s: block")
    assert "timeout_s" in result.problem


def test_an_expectation_may_be_looked_up_in_the_middle(make_job: MakeJob) -> None:
    """`at` looks when the act is over: the block has not moved yet when it was only just launched."""
    result = outcome(make_job(more='at = "push"\n'))
    assert not result.holds
    assert result.first_failure == "block moves at least 20 mm: block 0 mm"


def test_a_block_slides_as_far_as_friction_lets_it(make_job: MakeJob) -> None:
    """v² / 2 mu g, with the friction that the file gives."""
    job = make_job(("angle_deg = 10.0", "angle_deg = 0.0"), more="[friction]\nbeech_table = 0.25\n")
    found = outcome(job).measured[0].value
    assert found == pytest.approx(1000 * 0.5**2 / (2 * 0.25 * 9.81), rel=0.02)


def test_an_arc_meets_its_target() -> None:
    """The parabola of the aimed velocity passes through the target."""
    start, target = np.array([0.0, 0.0, 0.1]), np.array([0.3, 0.2, 0.25])
    velocity = np.array(aimed(start, target, 3.0, 9.81))
    assert np.linalg.norm(velocity) == pytest.approx(3.0)
    time = 0.3 / velocity[0]
    there = start + velocity * time - np.array([0, 0, 9.81]) * time**2 / 2
    assert there == pytest.approx(target, abs=1e-9)


def test_a_target_out_of_reach_is_said() -> None:
    """No NaN comes out of a throw that cannot be."""
    with pytest.raises(WorldError, match="does not reach"):
        aimed(np.zeros(3), np.array([10.0, 0.0, 0.0]), 1.0, 9.81)
    with pytest.raises(WorldError, match="no direction"):
        aimed(np.zeros(3), np.zeros(3), 1.0, 0.0)


def test_nothing_is_judged_before_rest(make_job: MakeJob) -> None:
    """A scenario that ends in a throw settles before it is judged; one without acts, too."""
    thrown = outcome(make_job(("[[act]]\nsettle = { timeout_s = 3 }\n", "")))
    assert thrown.holds
    assert thrown.sim_seconds > 0.3
    start = 'name = "push"\nlaunch = { body = "block", towards = [1000, 0, 4], speed = 0.5 }\n'
    fell = outcome(
        make_job(
            (f"[[act]]\n{start}[[act]]\nsettle = {{ timeout_s = 3 }}\n", ""),
            ('component = "common/block"', 'component = "common/block"\nat_mm = [0, 0, 50]'),
            ('moved = { body = "block", at_least_mm = 20 }', 'stands = { body = "block" }'),
        )
    )
    assert not fell.holds


def test_the_friction_of_a_pair_acts_although_one_of_it_is_held(make_job: MakeJob) -> None:
    """A scenario's own friction is met exactly where a piece that could move is held in place."""
    result = outcome(
        make_job(
            ('component = "common/block"', 'component = "common/block"\nat_mm = [0, 0]\non = "base"'),
            (
                '[[place]]\nname = "block"',
                '[[place]]\nname = "base"\ncomponent = "common/plank"\nfixed = true\n[[place]]\nname = "block"',
            ),
            (
                'launch = { body = "block", towards = [1000, 0, 4], speed = 0.5 }',
                "tilt = { angle_deg = 8, seconds = 1 }",
            ),
            more="[friction]\nbeech_pine = 0.1\n",
        )
    )
    assert result.holds, result.first_failure
