"""Measurements that a person can make at a table, with a ruler and a phone: what to do, and what to write down.

The answers to a `Recipe` become parameters and measurements of a study, with the scenarios that they speak of.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandbox.components.catalogue import Catalogue
from sandbox.errors import SandboxError

__all__ = ["RECIPES", "Answers", "Made", "Question", "Recipe"]

G = 9.81
MARBLE_RADIUS = 0.008
"""Of `common/marble`, metres."""

Answers = Mapping[str, float | str]


@dataclass(frozen=True)
class Question:
    """A number (or a name) to write down.

    Attributes:
        key: Of the answers file.
        text: What is asked.
        default: What most people have; None must be answered.
        low: Smallest number that makes sense.
        high: Largest one.
        is_whole: It counts something.
    """

    key: str
    text: str
    default: float | str | None = None
    low: float = 0.0
    high: float = 1e6
    is_whole: bool = False


@dataclass(frozen=True)
class Made:
    """What the answers of a recipe add to the study: parameters, measurements, and scenario files by name."""

    parameters: str
    measurements: str
    scenarios: Mapping[str, str]


def _agrees(_: Answers) -> str | None:
    return None


@dataclass(frozen=True)
class Recipe:
    """A measurement that can be made at a table.

    Attributes:
        name: In the answers file.
        title: For people.
        how: What to do.
        questions: What to write down.
        make: From answers that are each good.
        check: What is wrong with answers that are each good and do not go together; None when nothing is.
    """

    name: str
    title: str
    how: str
    questions: tuple[Question, ...]
    make: Callable[[Answers], Made]
    check: Callable[[Answers], str | None] = _agrees


def _number(answers: Answers, key: str) -> float:
    return float(answers[key])


TABLE = "table"
"""What a piece slips on, unless told otherwise."""


def _slip(answers: Answers) -> Made:
    """The friction is the tangent of the angle; two tilts in the simulation hold it to that."""
    component, below = str(answers["component"]), str(answers["on"])
    catalogue = Catalogue()
    pair = f"{catalogue.get(component).material}_" + ("table" if below == TABLE else catalogue.get(below).material)
    angle, sd = _number(answers, "angle_deg"), _number(answers, "sd_deg")
    friction = math.tan(math.radians(angle))
    spread = math.radians(sd) / math.cos(math.radians(angle)) ** 2
    parameter = f"""
[[parameter]]
name  = "friction.{pair}"
low   = {max(friction / 4, 0.01):.3g}
high  = {min(friction * 4, 2.0):.3g}
scale = "log"
prior = {{ mean = {friction:.4g}, sd = {spread:.2g}, source = "slips at {angle:g}° ± {sd:g}" }}
"""
    taped = (
        ""
        if below == TABLE
        else f"""[[place]]
name      = "below"
component = {json.dumps(below)}
fixed     = true
"""
    )
    on = "" if below == TABLE else '\non        = "below"'
    scenario = f"""title = "A piece on a table that is tilted slowly"
[params]
angle = {angle:g}
{taped}[[place]]
name      = "piece"
component = {json.dumps(component)}{on}
[[act]]
settle = {{ timeout_s = 3 }}
[[act]]
tilt = {{ angle_deg = "$angle", seconds = 3 }}
[[expect]]
drift = {{ body = "piece", under_mm = 1 }}
"""
    rates = "".join(
        f"""
[[rate]]
name     = "{name} at {tilt:g}°"
scenario = "slip.toml"
held     = {held}
of       = 1
trials   = 1
params   = {{ angle = {tilt:g} }}
"""
        for name, tilt, held in (("stays", max(angle - 2 * sd, 0.5), 1), ("slips", min(angle + 2 * sd, 89.0), 0))
    )
    return Made(parameter, rates, {"slip.toml": scenario})


def _slips(answers: Answers) -> str | None:
    catalogue = Catalogue()
    for key in ("component", "on"):
        name = str(answers[key])
        if key == "on" and name == TABLE:
            continue
        try:
            component = catalogue.get(name)
        except SandboxError as error:
            return str(error)
        if key == "component" and component.is_fixed:
            return f"{name} never moves; name a piece that slips"
    return None


def _bounce(answers: Answers) -> Made:
    """At the top of the bounce, by the clock that both heights give, the marble is as high as was seen."""
    drop, rise = _number(answers, "drop_mm") / 1000, _number(answers, "bounce_mm") / 1000
    guess = math.sqrt(rise / drop)
    parameter = f"""
[[parameter]]
name = "restitution.glass_table"
low  = {max(guess - 0.3, 0.02):.3g}
high = {min(guess + 0.3, 0.98):.3g}
"""
    top = math.sqrt(2 * drop / G) + math.sqrt(2 * rise / G)
    scenario = f"""title = "A marble falls and bounces"
[[act]]
place = {{ name = "marble", component = "common/marble", drop_mm = {1000 * drop:g} }}
[[act]]
wait = {{ seconds = {top:.4f} }}
[[expect]]
position = {{ body = "marble", z_mm = [0, {2000 * drop:g}] }}
"""
    # The origin is the centre; what was read is the lowest point.
    measured = f"""
[[scalar]]
name     = "bounce"
scenario = "bounce.toml"
measured = {1000 * (rise + MARBLE_RADIUS):g}
sd       = {_number(answers, "sd_mm"):g}
"""
    return Made(parameter, measured, {"bounce.toml": scenario})


def _bounces(answers: Answers) -> str | None:
    drop, rise = _number(answers, "drop_mm"), _number(answers, "bounce_mm")
    return f"{rise:g} mm is not lower than the {drop:g} mm it fell from" if rise >= drop else None


def _roll(answers: Answers) -> Made:
    """A marble that left a ramp of height h rolls at v² = 10/7 g h."""
    height = _number(answers, "ramp_mm") / 1000
    speed = math.sqrt(10 / 7 * G * height)
    spin = speed / MARBLE_RADIUS
    parameter = """
[[parameter]]
name  = "rolling_mm.glass_table"
low   = 0.002
high  = 1.0
scale = "log"
"""
    scenario = f"""title = "A marble rolls out"
[[place]]
name      = "marble"
component = "common/marble"
at_mm     = [-550, 0]
[[act]]
launch = {{ body = "marble", towards = [1000, 0, 8], speed = {speed:.4f}, spin_rad_s = [0, {spin:.2f}, 0] }}
[[act]]
settle = {{ timeout_s = 20 }}
[[expect]]
moved = {{ body = "marble", at_least_mm = 1 }}
"""
    measured = f"""
[[scalar]]
name     = "run-out"
scenario = "roll.toml"
measured = {_number(answers, "distance_mm"):g}
sd       = {_number(answers, "sd_mm"):g}
"""
    return Made(parameter, measured, {"roll.toml": scenario})


def _tower(answers: Answers) -> Made:
    """How often a tower of so many levels stands tells how steady the hand is."""
    levels = int(_number(answers, "levels"))
    parameter = """
[[parameter]]
name = "noise.position_mm"
low  = 0.2
high = 10.0
scale = "log"
"""
    scenario = f"""title = "A tower built by hand"
noise = {{ position_mm = 1, angle_deg = 1 }}
place = [{{ name = "tower", tower = {{ levels = {levels}, walls = {int(_number(answers, "walls"))} }} }}]
act   = [{{ settle = {{ timeout_s = 5 }} }}]
expect = [{{ levels = {{ of = "tower", equals = {levels} }} }}]
"""
    measured = f"""
[[rate]]
name     = "tower of {levels}"
scenario = "tower.toml"
held     = {int(_number(answers, "stood"))}
of       = {int(_number(answers, "tries"))}
trials   = 20
"""
    return Made(parameter, measured, {"tower.toml": scenario})


def _stood(answers: Answers) -> str | None:
    stood, tries = _number(answers, "stood"), _number(answers, "tries")
    return f"it stood {stood:g} times of {tries:g} tries" if stood > tries else None


BASKET = (8.76, 61.75)
"""Where the middle of a block in the catapult's basket is, mm before and above the arm's hinge, arm upright."""

HINGE_MM, BLOCK_HALF_MM, BASE_AT_MM = 22.5, 7.0, -1500.0


def _range(answers: Answers) -> Made:
    """How far a block flies tells how stiff the card is. Where it comes to lie is a matter of chance.

    Between its first touch and rest it bounces and rolls: 1 % of stiffness moves the first touch by 6 mm, and the
    rest by up to half a metre either way.
    """
    pull = _number(answers, "pull_deg")
    sine, cosine = math.sin(math.radians(-pull)), math.cos(math.radians(pull))
    x = BASE_AT_MM + BASKET[0] * cosine + BASKET[1] * sine
    z = HINGE_MM - BASKET[0] * sine + BASKET[1] * cosine - BLOCK_HALF_MM * (cosine + abs(sine))
    parameter = """
[[parameter]]
name  = "model.hurlyburly/catapult.hinge.arm.stiffness_N_m_per_rad"
low   = 0.004
high  = 0.08
scale = "log"
"""
    scenario = f"""title = "A catapult throws a block"
table = "common/floor"
[[place]]
name      = "catapult"
component = "hurlyburly/catapult"
at_mm     = [{BASE_AT_MM:g}, 0]
fixed     = true
[[act]]
set_joint = {{ body = "catapult", joint = "arm", angle_deg = {-pull:g}, hold = true }}
[[act]]
[act.place]
name = "block"
component = "hurlyburly/block"
at_mm = [{x:.2f}, 0, {z:.2f}]
turn_deg = [0, {-pull:g}, 0]
[[act]]
wait = {{ seconds = 0.1 }}
[[act]]
set_joint = {{ body = "catapult", joint = "arm" }}
[[act]]
wait = {{ seconds = 5, until_touch = ["block", "table"] }}
[[expect]]
position = {{ body = "block", x_mm = [-2000, 2000] }}
"""
    measured = f"""
[[scalar]]
name     = "range at {pull:g}°"
scenario = "range.toml"
measured = {_number(answers, "range_mm") + BASE_AT_MM:g}
sd       = {_number(answers, "sd_mm"):g}
"""
    return Made(parameter, measured, {"range.toml": scenario})


RECIPES: tuple[Recipe, ...] = (
    Recipe(
        "slip",
        "Slip angle of a piece on the table",
        "Lay the piece on a board of your table's surface, lift one end slowly, and read the angle at which it "
        "slips with the level app of a phone. Five times; take the mean. For a card on a card tape one to the "
        "board.",
        (
            Question("component", "Which piece (see `sandbox models`)", "common/block"),
            Question("on", "What it lies on: table, or a piece that is taped to it", TABLE),
            Question("angle_deg", "Angle at which it slips, degrees", None, 1, 60),
            Question("sd_deg", "How far single tries differ, degrees", 1.5, 0.1, 15),
        ),
        _slip,
        _slips,
    ),
    Recipe(
        "bounce",
        "Bounce of a marble",
        "Let a marble fall beside a ruler and film it in slow motion. Heights are of its lowest point.",
        (
            Question("drop_mm", "Height it falls from, mm", 300, 20, 500),
            Question("bounce_mm", "Height it bounces to, mm", None, 1, 500),
            Question("sd_mm", "How far you may be off, mm", 5, 0.5, 100),
        ),
        _bounce,
        _bounces,
    ),
    Recipe(
        "roll",
        "Run-out of a marble",
        "Let a marble roll down a bent card or a folded ruler onto the table, and measure from the foot "
        "of the ramp to where it stops.",
        (
            Question("ramp_mm", "Height of its start above the foot of the ramp, mm", None, 0.5, 100),
            Question("distance_mm", "How far it rolls, mm", None, 10, 1000),
            Question("sd_mm", "How far single tries differ, mm", 20, 1, 500),
        ),
        _roll,
    ),
    Recipe(
        "tower",
        "Tower that stands",
        "Build a tower of folded cards as in play, let go, and count how often it is whole after five seconds.",
        (
            Question("levels", "How many levels", 5, 1, 12, is_whole=True),
            Question("walls", "Walls a level, 1 or 2", 2, 1, 2, is_whole=True),
            Question("stood", "How often it stood", None, 0, 1000, is_whole=True),
            Question("tries", "Of how many tries", None, 1, 1000, is_whole=True),
        ),
        _tower,
        _stood,
    ),
    Recipe(
        "range",
        "Range of the catapult",
        "On a bare floor hold the base of a catapult of one card, pull it back to an angle that you read on a "
        "protractor, let go, and measure from the middle of the base to where the block first touches the floor: "
        "film it, or strew flour. Where it comes to lie says little.",
        (
            Question("pull_deg", "Angle from upright, degrees", 50, 20, 80),
            Question("range_mm", "How far away the block touches first, mm", None, 20, 3200),
            Question("sd_mm", "How far single throws differ, mm", 30, 1, 300),
        ),
        _range,
    ),
)
