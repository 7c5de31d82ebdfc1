"""Calibration at a table, with a ruler and a phone: questions, and the study that their answers make.

Each `Recipe` is a measurement that a person can make: how to do it, which numbers to write down, and the scenario
and parameter that they speak of. Answers become a study file with its scenarios, which `sandbox tune` fits.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sandbox.errors import BadFile
from sandbox.strict import read_toml
from sandbox.tuning.output import write_text

__all__ = ["RECIPES", "Question", "Recipe", "check_answer", "read_answers", "write_study"]

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
    """

    key: str
    text: str
    default: float | str | None = None
    low: float = 0.0
    high: float = 1e6


@dataclass(frozen=True)
class Made:
    """What the answers of a recipe add to the study: parameters, measurements, and scenario files by name."""

    parameters: str
    measurements: str
    scenarios: Mapping[str, str]


@dataclass(frozen=True)
class Recipe:
    """A measurement that can be made at a table."""

    name: str
    title: str
    how: str
    questions: tuple[Question, ...]
    make: Callable[[Answers], Made]


def _number(answers: Answers, key: str) -> float:
    return float(answers[key])


def _slip(answers: Answers) -> Made:
    """The friction is the tangent of the angle; two tilts in the simulation hold it to that."""
    component, material = str(answers["component"]), str(answers["material"])
    angle, sd = _number(answers, "angle_deg"), _number(answers, "sd_deg")
    friction = math.tan(math.radians(angle))
    spread = math.radians(sd) / math.cos(math.radians(angle)) ** 2
    parameter = f"""
[[parameter]]
name  = "friction.{material}_table"
low   = {max(friction / 4, 0.01):.3g}
high  = {min(friction * 4, 2.0):.3g}
scale = "log"
prior = {{ mean = {friction:.4g}, sd = {spread:.2g}, source = "slips at {angle:g}° ± {sd:g}" }}
"""
    scenario = f"""title = "A piece on a table that is tilted slowly"
[params]
angle = {angle:g}
[[place]]
name      = "piece"
component = {json.dumps(component)}
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
        "slips with the level app of a phone. Five times; take the mean.",
        (
            Question("component", "Which piece (see `sandbox models`)", "common/block"),
            Question("material", "What it is made of", "beech"),
            Question("angle_deg", "Angle at which it slips, degrees", None, 1, 60),
            Question("sd_deg", "How far single tries differ, degrees", 1.5, 0.1, 15),
        ),
        _slip,
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
            Question("levels", "How many levels", 5, 1, 12),
            Question("walls", "Walls a level, 1 or 2", 2, 1, 2),
            Question("stood", "How often it stood", None, 0, 1000),
            Question("tries", "Of how many tries", None, 1, 1000),
        ),
        _tower,
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


def read_answers(path: Path) -> dict[str, dict[str, float | str]]:
    """Return the answers of a TOML file, by recipe.

    Raises:
        BadFile: A recipe, a key or a number that cannot be.
    """
    data, _ = read_toml(path)
    out = {}
    known = {recipe.name: recipe for recipe in RECIPES}
    for name, given in data.items():
        if name not in known or not isinstance(given, dict):
            raise BadFile(path, f"no measurement is called {name!r}", key=name, instead=", ".join(known))
        out[name] = _complete(path, known[name], given)
    if not out:
        raise BadFile(path, "holds no answers", instead=f"write a table for one of {', '.join(known)}")
    return out


def _complete(path: Path, recipe: Recipe, given: Mapping[str, object]) -> dict[str, float | str]:
    keys = [question.key for question in recipe.questions]
    for key in given:
        if key not in keys:
            raise BadFile(
                path, "unknown key", key=f"{recipe.name}.{key}", instead=f"known keys: {', '.join(keys)}"
            )
    out: dict[str, float | str] = {}
    for question in recipe.questions:
        value = given.get(question.key, question.default)
        where = f"{recipe.name}.{question.key}"
        if value is None:
            raise BadFile(path, "is missing", key=where, instead=f"add it: {question.text}")
        problem = check_answer(question, value)
        if problem is not None:
            raise BadFile(path, f"is {value!r}", key=where, instead=problem)
        assert isinstance(value, int | float | str)
        out[question.key] = value
    return out


def check_answer(question: Question, value: object) -> str | None:
    """Return what to write instead, or None when an answer can be."""
    if isinstance(question.default, str):
        return None if isinstance(value, str) and value else "write a name in quotes"
    if isinstance(value, bool) or not isinstance(value, int | float) or not question.low <= value <= question.high:
        return f"write a number from {question.low:g} to {question.high:g}"
    return None


def write_study(answers: Mapping[str, Answers], folder: Path) -> Path:
    """Write the study and its scenarios into a folder and return the study's file.

    Raises:
        BadFile: It cannot be written.
    """
    made = {recipe.name: recipe.make(answers[recipe.name]) for recipe in RECIPES if recipe.name in answers}
    lines = [
        'title = "Calibration at the table"',
        f'about = "Measured: {", ".join(made)}"',
        "seed  = 1",
        *(each.parameters for each in made.values()),
        f'\n[loss]\nkind = "squared"\n\n[budget]\ntrials = {_trials(len(made))}\nmorris = 0',
        *(each.measurements for each in made.values()),
    ]
    study = folder / "study.toml"
    write_text(study, "\n".join(lines) + "\n")
    for each in made.values():
        for name, text in each.scenarios.items():
            write_text(folder / name, text)
    return study


def _trials(parameters: int) -> int:
    """Enough to find the valley; the rounds of refinement that follow find its floor."""
    return 16 + 8 * parameters
