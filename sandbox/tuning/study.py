"""The study file: what is fitted to what, and how. Strict; every key has its unit in its name or is SI."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from sandbox.strict import Finite, NonNegative, Positive, Strict, Unit

__all__ = [
    "Budget",
    "Columns",
    "Loss",
    "Parameter",
    "Prior",
    "Rate",
    "Scalar",
    "Split",
    "Start",
    "Study",
    "Tracks",
]

Value = float | int | bool | str
Axes = tuple[StrictStr, StrictStr, StrictStr]
Values = dict[StrictStr, Value]


class Prior(Strict):
    """What is known of a parameter beforehand: a normal distribution, in the parameter's own unit."""

    mean: Finite
    sd: Positive
    source: StrictStr = ""


class Parameter(Strict):
    """A number that is fitted: any that `sandbox run --param` takes."""

    name: Annotated[StrictStr, Field(min_length=1)]
    """`friction.card_card`, `profile.contact_damping`, `noise.position_mm`, `model.common/block.mass_g`, ..."""
    low: Finite
    high: Finite
    scale: Literal["linear", "log"] = "linear"
    """`log` searches by factors; for numbers that may be anything over a decade or more."""
    prior: Prior | None = None

    @model_validator(mode="after")
    def _bounds(self) -> Parameter:
        if not self.low < self.high:
            raise ValueError(f"low is {self.low:g} and high is {self.high:g}; low must be the smaller")
        if self.scale == "log" and self.low <= 0:
            raise ValueError(f'scale is "log" and low is {self.low:g}; write a low of more than 0')
        return self


class Columns(Strict):
    """Which columns (or NPZ arrays) hold what; positions in m, times in s, velocities in m/s, spins in rad/s."""

    item: StrictStr
    time: StrictStr
    position: Axes
    quaternion: tuple[StrictStr, StrictStr, StrictStr, StrictStr] | None = None
    """Columns of x, y, z, w, in this order whatever the file's is; missing leaves turns out."""
    velocity: Axes | None = None
    """World axes; where a track is too short to fit its start from."""
    spin: Axes | None = None
    """World axes."""


class Start(Strict):
    """Where a simulated track starts, and how fast: fitted to the free flight before the first contact."""

    lead: Annotated[StrictInt, Field(ge=1, le=1000)] = 3
    """Frames before the first contact at which it starts."""
    touch_mm: NonNegative = 0.0
    """Height of the body's lowest point that counts as contact."""
    file: StrictStr | None = None
    """JSON file that says start and contact instead, one entry an item."""
    rows: StrictStr = "tosses"
    item: StrictStr = "toss"
    first: StrictStr = "start_frame"
    contact: StrictStr = "first_contact_frame"
    on_table: StrictBool = False
    """True puts it flat on z = 0, turned and turning about the vertical only, as the model file has it: for what
    slides. What a camera gets wrong in height, tilt and upward speed would rub and hop, and pass for friction."""
    fit: Literal["ballistic", "given"] = "ballistic"
    """`ballistic`: velocity and spin from the frames between start and contact, where there are four or more;
    `given`: from the velocity and spin columns of the start frame."""


class Tracks(Strict):
    """Measured poses over time: each item is a body let go, or thrown, and followed."""

    file: StrictStr
    """CSV or NPZ, beside the study (or in the folder that --data names)."""
    scenario: StrictStr
    """Template: what is there. Its acts and expectations are not used."""
    body: StrictStr
    """Name of the placed body that flies."""
    columns: Columns
    start: Start = Start()
    length_mm: Positive
    """By which position errors are divided, such as the body's width."""
    weight: Positive = 1.0
    params: Values = Field(default_factory=dict)


class Scalar(Strict):
    """One number that was measured, compared with what an expectation of a scenario measures."""

    name: StrictStr
    scenario: StrictStr
    expect: Annotated[StrictInt, Field(ge=1)] = 1
    """Which expectation of the scenario measures it, from 1."""
    measured: Finite
    """In the unit of that expectation's key."""
    sd: Positive
    trials: Annotated[StrictInt, Field(ge=1, le=10_000)] = 1
    """Simulated trials, of which the mean is taken."""
    weight: Positive = 1.0
    params: Values = Field(default_factory=dict)


class Rate(Strict):
    """How often all expectations of a scenario held, of some tries; compared by its likelihood."""

    name: StrictStr
    scenario: StrictStr
    held: Annotated[StrictInt, Field(ge=0)]
    of: Annotated[StrictInt, Field(ge=1)]
    trials: Annotated[StrictInt, Field(ge=1, le=10_000)] = 20
    """Simulated trials."""
    weight: Positive = 1.0
    params: Values = Field(default_factory=dict)

    @model_validator(mode="after")
    def _part(self) -> Rate:
        if self.held > self.of:
            raise ValueError(f"held is {self.held} of {self.of}; write at most {self.of}")
        return self


class Loss(Strict):
    """How errors become one number. A track's errors are its distance over `length_mm` and its angle in rad."""

    kind: Literal["squared", "absolute", "huber"] = "huber"
    """`squared` follows outliers; `absolute` and `huber` do not."""
    huber_at: Positive = 0.3
    """Error from which `huber` grows linearly: of length for tracks, rad for angles, sd x 10 for scalars."""
    angle_weight: NonNegative = 1.0
    """Of a radian against a length."""
    angle_cap_deg: Annotated[float, Field(strict=True, gt=0, le=180)] = 180.0
    """Angles above count as this: a cube on another face is 90° off, and no parameter mends that."""
    over_items: Literal["mean", "median", "trimmed"] = "mean"
    """`trimmed`: the mean without the worst tenth."""


class Split(Strict):
    """How many items are for what; drawn by the study's seed. The rest is held out."""

    training: Annotated[StrictInt, Field(ge=1)] | Unit = 1.0
    """A number of items, or with a point in it a part of them."""
    validation: Annotated[StrictInt, Field(ge=0)] | Unit = 0
    """Chooses among the best candidates."""


class Budget(Strict):
    """When the search stops."""

    trials: Annotated[StrictInt, Field(ge=4, le=100_000)] = 200
    seconds: Positive | None = None
    """Of the search, by the clock; intervals and sensitivity follow. Run again, it goes on where it ended."""
    refine: Annotated[StrictInt, Field(ge=0, le=20)] = 6
    """Rounds of trials around the best, from which the intervals come; 0 gives none."""
    morris: Annotated[StrictInt, Field(ge=0, le=1000)] = 6
    """Trajectories of the sensitivity analysis over the whole bounds; each costs parameters + 1 trials."""
    sobol: Annotated[StrictInt, Field(ge=0, le=100_000)] = 0
    """Base samples of Sobol indices; 2 (parameters + 1) trials each, a power of two."""
    bootstrap: Annotated[StrictInt, Field(ge=100, le=100_000)] = 1000

    @model_validator(mode="after")
    def _power(self) -> Budget:
        if self.sobol & (self.sobol - 1):
            below = 1 << (self.sobol.bit_length() - 1)
            raise ValueError(f"sobol is {self.sobol}; write a power of two, such as {below} or {2 * below}")
        return self


class Study(Strict):
    """One study."""

    title: Annotated[StrictStr, Field(min_length=1, max_length=120)]
    about: StrictStr = ""
    seed: Annotated[StrictInt, Field(ge=0)] = 0
    profile: StrictStr = "default"
    """Engine profile to start from: a shipped name, or a TOML file beside the study."""
    params: Values = Field(default_factory=dict)
    """Fixed numbers of every scenario, untuned and tuned alike."""
    sampler: Literal["tpe", "cma-es", "random"] = "tpe"
    batch: Annotated[StrictInt, Field(ge=1, le=1000)] = 8
    """Trials that are asked for together; the result depends on it, and not on the number of workers."""
    parameter: Annotated[tuple[Parameter, ...], Field(min_length=1, max_length=8)]
    baseline: dict[StrictStr, Finite] = Field(default_factory=dict)
    """Untuned values of parameters, to compare with; what is missing is as the scenarios have it."""
    tracks: tuple[Tracks, ...] = ()
    scalar: tuple[Scalar, ...] = ()
    rate: tuple[Rate, ...] = ()
    loss: Loss = Loss()
    split: Split = Split()
    budget: Budget = Budget()

    @model_validator(mode="after")
    def _sense(self) -> Study:
        if not (self.tracks or self.scalar or self.rate):
            raise ValueError("measures nothing; add a [[tracks]], [[scalar]] or [[rate]]")
        names = [each.name for each in self.parameter]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"has two parameters called {name!r}; take one out")
            if name in self.params:
                raise ValueError(f"fits {name!r} and fixes it under [params]; do one of them")
        for name in self.baseline:
            if name not in names:
                raise ValueError(
                    f"has a baseline for {name!r}, which is no parameter; write one of {', '.join(names)}"
                )
        items = [each.name for each in self.scalar] + [each.name for each in self.rate]
        for name in items:
            if items.count(name) > 1:
                raise ValueError(f"has two measurements called {name!r}; give each a name of its own")
        return self
