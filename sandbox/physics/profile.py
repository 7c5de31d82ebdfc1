"""The engine's numbers, in one frozen place, each with unit, range and what changing it breaks.

The default values were measured together against the laws in `tests/laws`; a change of one is a change of the
physics, so run the laws after it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from pydantic import ConfigDict, Field

from sandbox.errors import BadFile, UnknownName, suggest
from sandbox.strict import Strict, line_of, parse, read_toml

__all__ = ["BESIDE_ENGINE", "DEFAULT", "NAMED", "Profile", "load_profile", "profile_names"]


class Profile(Strict):
    """How the engine is run. SI units; the engine's own scale is hidden behind the door."""

    model_config = ConfigDict(use_attribute_docstrings=True, strict=True)

    name: str = "default"
    """What reports call it."""

    gravity: float = Field(9.81, ge=0, le=30)
    """m/s², 0 to 30, downwards."""

    length_scale: float = Field(10.0, ge=1, le=100)
    """Engine lengths a metre, 1 to 100. At 1 the engine's fixed margins are 1 mm thick: hulls float, small pieces
    sink, closest distances are wrong by up to 2 mm."""

    rate_hz: float = Field(720.0, ge=60, le=10_000)
    """Steps a second, 60 to 10,000. Cost grows with it. 480 is a third cheaper, but marbles dropped from above
    0.3 m go through thin meshes; 240 fails most laws. Knock-down thresholds move with it, so compare verdicts
    at one rate only."""

    iterations: int = Field(60, ge=1, le=1000)
    """Solver iterations a step, 1 to 1000. At 40 one dock slowly turned, at 10 towers collapse."""

    contact_erp: float = Field(0.2, ge=0, le=1)
    """Part of an overlap that is corrected in a step, 0 to 1. At 0.02 collapses leave 1.8 mm of overlap, at 0
    towers fall."""

    contact_breaking: float = Field(5e-4, gt=0, le=0.02)
    """Metres at which a contact point is given up, up to 0.02. Bullet keeps it for the whole process, so every
    world puts its own value in force before it steps."""

    bounce_speed: float = Field(0.01, ge=0, le=1)
    """m/s below which nothing bounces, 0 to 1. Too high and last bounces are lost; 0 and stacks jitter."""

    ccd_penetration: float = Field(1e-5, ge=0, le=0.01)
    """Metres that continuous collision allows, 0 to 0.01. At Bullet's own value it is silently off for small
    pieces."""

    hull_margin: float = Field(1e-5, gt=0, le=0.01)
    """Metres by which hulls are thicker than their vertices say, up to 0.01. At Bullet's own value (0.1 mm at
    this length scale) pebbles float by that much; rest and cost do not change with it."""

    ccd_radius: float = Field(0.4, ge=0, le=1)
    """Radius of the swept sphere of fast pieces, as a part of their smallest edge, 0 to 1. 0 turns continuous
    collision off and thrown blocks may pass through cards."""

    haste: float = Field(0.65, ge=0, le=100)
    """Part of its smallest edge that a fast piece may move in a step before steps are divided, up to 100; 0.65 is
    6.6 m/s for a block of 14 mm. 0 never divides; then at 10 m/s 2 to 4 % of the blocks pass a card that stands
    free."""

    haste_parts: Literal[1, 2, 4, 8] = 4
    """Parts of a divided step. With 2 at 10 m/s and with 4 at 20 m/s no block passes a card any more."""

    linear_damping: float = Field(0.0, ge=0, le=1)
    """Part of the speed lost in a second, 0 to 1. Bullet's own 0.04 costs 6 to 13 % of a throw's range."""

    angular_damping: float = Field(0.0, ge=0, le=1)
    """Part of the spin lost in a second, 0 to 1."""

    friction_anchors: bool = True
    """Hold sticking contacts of loose pieces in place. Without them towers creep 8 mm in 16 s and a pile of ten
    blocks falls. What is fixed has none, so marbles roll true on it; on a loose piece one slower than 50 mm/s is
    carried along unless its rolling friction is 1e-4 m or more."""

    maximal_coordinates: bool = True
    """Plain rigid bodies for pieces that have no joints and do not tumble. False makes each a multibody: slower,
    without continuous collision and friction anchors, and piles never come to rest."""

    thin_inertia: float = Field(3.0, ge=1, le=100)
    """Long thin pieces get max(this x I, largest I) about each axis, 1 to 100. At 1 strips under heavy
    stones roll over by degrees. The static balance does not change with it."""

    marble_damping: float = Field(1e4, ge=0, le=1e7)
    """Contact damping of marbles, N·s/m, 0 to 1e7; 0 uses the engine's hard contact, which loses bounces."""

    marble_erp: float = Field(0.012, gt=0, lt=1)
    """Softness of marbles' contacts: part of the overlap corrected in a step, 0 to 1. An impact is seen up to a
    step late, deep in the floor; what the correction adds on the way out has to make up for that. At 0.0075 third
    bounces are up to 9 % low, at 0.03 up to 12 % high."""

    tumble_stiffness: float = Field(1e5, ge=0, le=1e9)
    """Contact stiffness of tumbling pieces, N/m for each kg of theirs, 0 to 1e9: they sink by gravity over this.
    0 uses the engine's hard contact, on which they never come to rest."""

    tumble_damping: float = Field(150.0, ge=0, le=1e7)
    """Contact damping of tumbling pieces, N·s/m for each kg of theirs, 0 to 1e7. From 75 to 300 measured tosses
    are met; at 50 the cube bounces too high."""

    sliding_stiffness: float = Field(3e5, ge=0, le=1e9)
    """Contact stiffness of sliding pieces, N/m for each kg of theirs, 0 to 1e9: they sink by gravity over this. A
    tile in its hollow touches a ring of facets, of which the engine keeps four points that take turns; with hard
    contacts (0) it jitters at 15 mm/s for ever. At 1e6 one tile in ten does, at 1e5 one in a finer hollow."""

    sliding_damping: float = Field(1500.0, ge=0, le=1e7)
    """Contact damping of sliding pieces, N·s/m for each kg of theirs, 0 to 1e7."""

    contact_stiffness: float = Field(0.0, ge=0, le=1e9)
    """Contact stiffness of what is fixed (table, floor), N/m, 0 to 1e9; 0 leaves the engine's hard contact. Soft
    tables are for measured impacts of single pieces: piles sink into them by weight over stiffness."""

    contact_damping: float = Field(0.0, ge=0, le=1e7)
    """Contact damping of what is fixed, N·s/m, 0 to 1e7; it acts only together with `contact_stiffness`."""

    fixed_planes: bool = False
    """Fixed single boxes collide as endless planes through their upper face, to compare with published fits. Fast
    blocks sink up to 20 mm into a plane before they are pushed out."""

    rest_speed: float = Field(0.003, gt=0, le=1)
    """m/s under which a piece counts as quiet, up to 1. Larger calls slowly leaning towers quiet."""

    rest_spin: float = Field(0.08, gt=0, le=10)
    """rad/s under which a piece counts as quiet, up to 10."""

    rest_dwell: float = Field(0.25, gt=0, le=60)
    """Seconds that everything has to stay quiet, up to 60, before rest is declared."""

    rest_rate_hz: float = Field(30.0, gt=0, le=1000)
    """How often rest is looked for, per second, up to 1000."""

    @property
    def least_bounce(self) -> float:
        """m/s below which the engine lets nothing bounce.

        A multibody at rest meets its support with the speed that one step of gravity gives it; where that
        counts as a bounce, a hinged piece hops all the time and its springs make it walk.
        """
        return max(self.bounce_speed, 1.5 * self.gravity * self.dt)

    @property
    def dt(self) -> float:
        """Seconds a step."""
        return 1 / self.rate_hz

    @property
    def marble_stiffness(self) -> float:
        """Contact stiffness of marbles, N/m, that gives `marble_erp` at this rate."""
        return self.marble_damping * self.rate_hz * self.marble_erp / (1 - self.marble_erp)


DEFAULT: Final = Profile()

NAMED: Final = {
    "default": DEFAULT,
    "fast": Profile(name="fast", rate_hz=480.0),
    "fine": Profile(name="fine", rate_hz=1440.0, iterations=100),
    # What PyBullet does when nobody sets anything, to see the difference; not for verdicts.
    "factory": Profile(
        name="factory",
        length_scale=1.0,
        rate_hz=240.0,
        iterations=50,
        contact_breaking=0.02,
        bounce_speed=0.2,
        ccd_penetration=0.01,
        hull_margin=0.001,
        ccd_radius=0.0,
        haste=0.0,
        linear_damping=0.04,
        angular_damping=0.04,
        friction_anchors=False,
        maximal_coordinates=False,
        thin_inertia=1.0,
        marble_damping=0.0,
        tumble_stiffness=0.0,
    ),
}


BESIDE_ENGINE: Final = ("friction", "restitution", "rolling_mm", "model", "provenance")
"""Tables that a profile file may have beside the engine's numbers; `sandbox.runner.profile_file` reads them."""


def profile_names() -> tuple[str, ...]:
    """Return the names of the shipped profiles."""
    return tuple(NAMED)


def load_profile(name_or_file: str) -> Profile:
    """Return a shipped profile by name, or one from a TOML file.

    A file names the profile it starts from and what it changes:

        based_on = "default"
        rate_hz = 960

    Raises:
        UnknownName: Neither a shipped name nor a `.toml` file.
        BadFile: The file cannot be used.
    """
    if name_or_file in NAMED:
        return NAMED[name_or_file]
    path = Path(name_or_file)
    if path.suffix != ".toml":
        raise UnknownName("profile", name_or_file, NAMED)
    data, text = read_toml(path)
    data = {key: value for key, value in data.items() if key not in BESIDE_ENGINE}
    base_name = data.pop("based_on", "default")
    if base_name not in NAMED:
        raise BadFile(
            path,
            f"no profile is called {base_name!r}",
            key="based_on",
            line=line_of(text, ("based_on",)),
            instead=suggest(str(base_name), NAMED),
        )
    base = NAMED[base_name].model_dump() | {"name": path.stem}
    return parse(Profile, base | data, path, text)
