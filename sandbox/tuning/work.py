"""From a study file to what can be run: templates, items, the split, and a baseline. All checks happen here."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from sandbox import __version__
from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, InputError, suggest
from sandbox.geometry import Floats
from sandbox.physics.profile import NAMED, Profile
from sandbox.runner.plan import Plan, compile_plan
from sandbox.runner.profile_file import ProfileFile, read_profile
from sandbox.scenario.load import Loaded, Value, load
from sandbox.strict import dotted, line_of, parse, read_toml
from sandbox.tuning.data import FAR, FAST, digest, read_tracks
from sandbox.tuning.evaluate import Flight, Item, Task, Tried
from sandbox.tuning.loss import over_items
from sandbox.tuning.relevance import idle
from sandbox.tuning.space import Space
from sandbox.tuning.study import Rate, Scalar, Study, Tracks

__all__ = ["Template", "Work", "prepare_study"]


TABLES = ("friction", "restitution", "rolling_mm", "noise", "profile", "model", "place", "act")
"""First parts of the names of what can be fitted in most scenarios."""

TRIED = ("act", "expect", "noise")
"""Those that only trials use: tracks say themselves what happens."""

LONGEST = 50.0
"""How many times longer, or shorter, than the body the length may be that its errors are divided by."""

MOST = {
    **dict.fromkeys(("drift", "moved", "distance", "position"), (1000 * FAR, "mm")),
    **dict.fromkeys(("upright", "joint"), (360.0, "degrees")),
    "speed": (1000 * FAST, "mm/s"),
}
"""What expectations measure at most, and in which unit; more is in another unit."""


@dataclass(frozen=True)
class Template:
    """A scenario file that items are simulated in.

    Attributes:
        path: The file.
        fixed: Numbers of it that the study fixes.
        names: Parameters of the study that it knows.
    """

    path: Path
    fixed: Mapping[str, Value]
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Work:
    """A study, ready to run.

    Attributes:
        path: The study file.
        study: What it says.
        space: Its parameters.
        templates: By key.
        items: Everything that was measured.
        training: Indices of items that the search sees.
        validation: Those that choose among the best.
        held_out: Those that only judge the result.
        baseline: Values of the parameters before tuning, as far as they are known.
        data_hash: Digest of all files with measurements.
        key: Digest of all that decides the search: two studies with one key are one study.
        catalogue: Models and materials.
        profile: The engine's numbers to start from.
    """

    path: Path
    study: Study
    space: Space
    templates: Mapping[str, Template]
    items: tuple[Item, ...]
    training: tuple[int, ...]
    validation: tuple[int, ...]
    held_out: tuple[int, ...]
    baseline: Mapping[str, float]
    data_hash: str
    key: str
    catalogue: Catalogue
    profile: Profile

    def plans(self, values: Mapping[str, float], *, checks_overlaps: bool = False) -> dict[str, Plan]:
        """Return the plan of every template at some values of the parameters.

        Raises:
            BadFile: A value cannot be used.
        """
        return {
            key: compile_plan(
                loaded, loaded.points[0], self.catalogue, self.profile, checks_overlaps=checks_overlaps
            )
            for key, template in self.templates.items()
            for loaded in (_loaded(template, values),)
        }

    @property
    def is_likelihood(self) -> bool:
        """Whether losses are minus log likelihoods: scalars with their sd and rates, and no tracks."""
        tried = all(isinstance(self.items[i], Tried) for i in self.training)
        return tried and self.study.loss.over_items == "mean"

    def task(self, number: int, values: Mapping[str, float], indices: Sequence[int]) -> Task:
        """Return what a worker needs to run some items at some values."""
        items = tuple(self.items[i] for i in indices)
        return Task(number, self.plans(values), items, self.study.loss, self.study.seed)

    def total(self, losses: Floats, values: Mapping[str, float]) -> float:
        """Return what is minimised: the loss over the training items, `(items,) float`, and the priors."""
        return float(over_items(losses, self.study.loss)) + self.space.penalty(values) / len(losses)


def prepare_study(
    path: Path,
    *,
    data: Path | None = None,
    models: Sequence[Path] = (),
    changes: Mapping[str, object] | None = None,
) -> Work:
    """Read a study and everything that it names.

    Args:
        path: The study file.
        data: Folder of the measurements, instead of the study's own.
        models: Folders of a person's own models.
        changes: Keys of the study instead of the file's, dotted, such as `budget.trials`.

    Raises:
        InputError: Something cannot be used; one line says what, where, and what to write instead.
    """
    raw, text = read_toml(path)
    for key, value in (changes or {}).items():
        *way, last = key.split(".")
        place = raw
        for part in way:
            place = place.setdefault(part, {})
        place[last] = value
    study = parse(Study, raw, path, text)
    space = Space(study.parameter)
    folder = path.parent
    shipped = Catalogue(models)
    chosen = _profile(study.profile, folder)
    chosen.apply_to(shipped)
    maker = _Maker(path, text, study, shipped, chosen.profile, data or folder)
    items, templates = maker.items()
    training, validation, held_out = _split(path, text, study, len(items))
    fingerprint = hashlib.sha256()
    told = study.model_dump_json(include={"scalar", "rate"})
    data_hash = digest(maker.files) if maker.files else hashlib.sha256(told.encode()).hexdigest()[:16]
    search = study.model_dump(mode="json", exclude={"title", "about", "budget", "baseline"})
    pieces = [json.dumps(search), data_hash, chosen.profile.model_dump_json(), __version__]
    pieces += [template.path.read_text(encoding="utf-8") for template in templates.values()]
    fingerprint.update("\0".join(pieces).encode())
    work = Work(
        path,
        study,
        space,
        templates,
        items,
        training,
        validation,
        held_out,
        {},
        data_hash,
        fingerprint.hexdigest()[:16],
        shipped,
        chosen.profile,
    )
    middle = space.values([0.5] * len(space))
    maker.check(lambda values: work.plans(values, checks_overlaps=True), middle)
    untuned = _untuned(work)
    return replace(work, baseline={**untuned, **study.baseline})


def _profile(name: str, folder: Path) -> ProfileFile:
    return read_profile(name if name in NAMED or Path(name).is_absolute() else str(folder / name))


def _loaded(template: Template, values: Mapping[str, float]) -> Loaded:
    mine = {name: values[name] for name in template.names if name in values}
    return load(template.path, {**template.fixed, **mine})


def _split(
    path: Path, text: str, study: Study, count: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    def number(key: str, asked: float) -> int:
        found = asked if isinstance(asked, int) else round(asked * count)
        if found > count:
            line = line_of(text, ("split", key))
            raise BadFile(
                path, f"is {found} of {count} items", key=f"split.{key}", line=line, instead="give fewer"
            )
        return found

    training = number("training", study.split.training)
    validation = number("validation", study.split.validation)
    if training < 1 or training + validation > count:
        problem = (
            f"leaves no item of {count} for training"
            if training < 1
            else f"wants {training} + {validation} items and there are {count}"
        )
        line = line_of(text, ("split", "training"))
        raise BadFile(path, problem, key="split", line=line, instead="give numbers of items that add up to less")
    order = np.random.default_rng(study.seed).permutation(count)
    parts = np.split(order, [training, training + validation])
    one, two, three = (tuple(sorted(int(i) for i in part)) for part in parts)
    return one, two, three


def _untuned(work: Work) -> dict[str, float]:
    """Return what the parameters are before tuning, where that can be told."""
    plan = next(iter(work.plans({}).values()))
    out = {}
    for name in work.space.names:
        head, _, rest = name.partition(".")
        value: object = None
        if head in ("friction", "restitution", "rolling_mm") and rest.count("_") == 1:
            pair = plan.materials.pair(*rest.split("_"))
            value = 1000 * pair.rolling if head == "rolling_mm" else getattr(pair, head)
        elif head == "profile":
            value = getattr(plan.profile, rest)
        elif head == "noise":
            value = getattr(plan.scenario.noise, rest)
        if isinstance(value, int | float):
            out[name] = float(value)
    return out


class _Maker:
    """Makes items and templates; knows the study file, so that every complaint names it."""

    def __init__(
        self, path: Path, text: str, study: Study, catalogue: Catalogue, profile: Profile, data: Path
    ) -> None:
        self.path, self.text, self.study = path, text, study
        self.catalogue, self.profile, self.data = catalogue, profile, data
        self.files: list[Path] = []
        self.templates: dict[str, Template] = {}
        self.unheeded: dict[str, str] = {}
        """Why parameters change nothing in a scenario."""

    def bad(self, key: tuple[str | int, ...], problem: str, instead: str | None = None) -> BadFile:
        return BadFile(self.path, problem, key=dotted(key), line=line_of(self.text, key), instead=instead)

    def items(self) -> tuple[tuple[Item, ...], dict[str, Template]]:
        out: list[Item] = []
        for i, tracks in enumerate(self.study.tracks):
            out += self._flights(i, tracks)
        out += [self._tried(("scalar", i), what) for i, what in enumerate(self.study.scalar)]
        out += [self._tried(("rate", i), what) for i, what in enumerate(self.study.rate)]
        self._check_known()
        return tuple(out), self.templates

    def _template(self, key: tuple[str | int, ...], scenario: str, params: Mapping[str, Value]) -> str:
        """Return the key of a template, made when it is new."""
        path = self.path.parent / scenario
        fixed = {**self.study.params, **params}
        name = json.dumps([scenario, sorted(fixed.items())])
        if name not in self.templates:
            if not path.is_file():
                raise self.bad(
                    (*key, "scenario"), f"there is no scenario {path}", "its path, as seen from this file"
                )
            loaded = load(path)
            for each in fixed:
                if not _knows(path, each):
                    raise self.bad(
                        (*key, "params"), f"{loaded.path.name} has no parameter {each!r}", "see its keys"
                    )
            plan = compile_plan(loaded, loaded.points[0], self.catalogue, self.profile, checks_overlaps=False)
            names = tuple(
                each.name
                for each in self.study.parameter
                if _knows(path, each.name) and idle(each.name, plan) is None
            )
            self.unheeded |= {each.name: why for each in self.study.parameter if (why := idle(each.name, plan))}
            self.templates[name] = Template(path, fixed, names)
        return name

    def _check_known(self) -> None:
        known = {name for template in self.templates.values() for name in template.names}
        for i, parameter in enumerate(self.study.parameter):
            if parameter.name not in known:
                example = next(iter(self.templates.values())).path
                try:
                    load(example, {parameter.name: parameter.low})
                except BadFile as error:
                    head = parameter.name.partition(".")[0]
                    advice = suggest(head, TABLES) if head not in TABLES else error.instead
                    raise self.bad(("parameter", i, "name"), error.problem, advice) from None
                raise self.bad(
                    ("parameter", i, "name"),
                    f"changes nothing: {self.unheeded[parameter.name]}",
                    "name another one",
                )
            head = parameter.name.partition(".")[0]
            if head in TRIED and not (self.study.scalar or self.study.rate):
                problem = f"changes nothing: tracks use no {head} of a scenario"
                raise self.bad(("parameter", i, "name"), problem, "name another one")

    def _flights(self, index: int, tracks: Tracks) -> list[Item]:
        key = ("tracks", index)
        name = self._template(key, tracks.scenario, tracks.params)
        template = self.templates[name]
        loaded = load(template.path, template.fixed)
        plan = compile_plan(loaded, loaded.points[0], self.catalogue, self.profile)
        bodies = [each.name for each in plan.placements]
        if tracks.body not in bodies:
            raise self.bad((*key, "body"), f"{template.path.name} places no {tracks.body!r}", " or ".join(bodies))
        component = next(each.component for each in plan.placements if each.name == tracks.body)
        file = self.data / tracks.file
        low, high = (np.asarray(corner) for corner in component.extent())
        ratio = tracks.length_mm / 1000 / float((high - low).max())
        if not 1 / LONGEST <= ratio <= LONGEST:
            problem = (
                f"is {tracks.length_mm:g}, and {tracks.body} is {1000 * float((high - low).max()):.3g} mm long"
            )
            raise self.bad((*key, "length_mm"), problem, "write millimetres")
        found = read_tracks(file, tracks, component, plan.profile.gravity)
        self.files.append(file)
        length = tracks.length_mm / 1000
        return [Flight(track, name, tracks.body, length, tracks.weight) for track in found]

    def _tried(self, key: tuple[str | int, ...], what: Scalar | Rate) -> Item:
        name = self._template(key, what.scenario, what.params)
        if isinstance(what, Scalar):
            expects = load(self.templates[name].path, self.templates[name].fixed).scenario.expect
            if what.expect > len(expects):
                raise self.bad(
                    (*key, "expect"), f"the scenario has {len(expects)} expectations", "a smaller number"
                )
            if expects[what.expect - 1].kind in ("rate", "crossing", "rests_on"):
                kind = expects[what.expect - 1].kind
                raise self.bad((*key, "expect"), f"{kind} measures no number of one trial", "name another one")
            most, unit = MOST.get(expects[what.expect - 1].kind, (math.inf, ""))
            if abs(what.measured) > most:
                problem = f"is {what.measured:g}, and what is measured is {unit}, at most {most:g}"
                raise self.bad((*key, "measured"), problem, f"write {unit}")
        return Tried(what, name)

    def check(self, plans: Callable[[Mapping[str, float]], object], middle: Mapping[str, float]) -> None:
        """Compile everything once, at the middle and at each parameter's bounds, so that nothing fails later."""
        for i, parameter in enumerate(self.study.parameter):
            for key in ("low", "high"):
                values = {**middle, parameter.name: getattr(parameter, key)}
                try:
                    plans(values)
                except BadFile as error:
                    where = key if error.problem.startswith("is ") else "name"
                    problem = f"{parameter.name}: {error.problem}"
                    raise self.bad(("parameter", i, where), problem, error.instead) from None
                except InputError as error:
                    raise self.bad(("parameter", i, key), str(error)) from None


def _knows(path: Path, name: str) -> bool:
    """Return whether a scenario has a number of this name (a made-up value will do)."""
    try:
        load(path, {name: 1.0})
    except BadFile as error:
        return "no parameter is called" not in error.problem
    return True
