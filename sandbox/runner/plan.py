"""Compile a scenario once: components found, pieces placed, materials and profile put together, names checked.

A `Plan` is frozen and travels to the worker processes; a trial is a plan, a seed and a number.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sandbox import __version__
from sandbox.components.catalogue import Catalogue
from sandbox.components.materials import Materials
from sandbox.components.spec import Box, Component, Part
from sandbox.errors import BadFile, SandboxError, UnknownName, WorldError
from sandbox.geometry import IDENTITY, Pose
from sandbox.physics import Profile, World
from sandbox.physics.surfaces import solve
from sandbox.runner.references import find_fault
from sandbox.scenario.layout import Placement, components_of, place
from sandbox.scenario.load import Loaded, Point
from sandbox.scenario.schema import Scenario
from sandbox.strict import dotted, line_of, parse

__all__ = ["Plan", "compile_plan", "fill_world"]

FLOOR = Component(
    "floor",
    "The floor below the table",
    "table",
    "fixed",
    0.0,
    (0.0, 0.0, 0.0),
    IDENTITY,
    (Part(Box((8.0, 8.0, 0.1)), Pose((0.0, 0.0, -0.8))),),
)
"""What runs off the table's edge would fall for ever without it (0.75 m below the top)."""

OVERLAP = 5e-5
"""Metres by which pieces may overlap at the start; the engine pushes deeper ones apart visibly."""


@dataclass(frozen=True)
class Plan:
    """A scenario at one point of its sweep, ready to run.

    Attributes:
        file: The scenario's file, as the person named it.
        scenario: What it says.
        values: The swept values of this point.
        components: Everything that appears in it, by id.
        placements: What is there at the start, before noise.
        materials: Pair values, with the scenario's own.
        profile: The engine's numbers, with the scenario's own.
        key: Digest of all of the above: same key, seed and number, same trial.
    """

    file: str
    scenario: Scenario
    values: Mapping[str, float]
    components: Mapping[str, Component]
    placements: tuple[Placement, ...]
    materials: Materials
    profile: Profile
    key: str


def compile_plan(
    loaded: Loaded, point: Point, catalogue: Catalogue, profile: Profile, *, checks_overlaps: bool = True
) -> Plan:
    """Return the plan of a scenario at one point of its sweep.

    Looking for pieces that overlap at the start builds a world and costs 50 ms; a fit asks for it only once.

    Raises:
        BadFile: Something in it cannot be used; file, key and line are named.
    """
    compiler = _Compiler(loaded, point.scenario)
    scenario = point.scenario
    components = dict(compiler.components(catalogue))
    placements = compiler.placements(components)
    materials = compiler.materials(catalogue.materials)
    changed = compiler.profile(profile)
    compiler.check_names(placements, components)
    digest = hashlib.sha256()
    for item in (__version__, scenario.model_dump_json(), changed.model_dump_json(), repr(materials)):
        digest.update(item.encode())
    digest.update(json.dumps(sorted(components)).encode())
    digest.update(repr([components[name] for name in sorted(components)]).encode())
    plan = Plan(
        str(loaded.path),
        scenario,
        dict(point.values),
        components,
        tuple(placements),
        materials,
        changed,
        digest.hexdigest()[:16],
    )
    compiler.check_materials(plan)
    if checks_overlaps and not scenario.allow_overlap:
        compiler.check_overlaps(plan)
    return plan


def fill_world(world: World, plan: Plan, placements: tuple[Placement, ...] | None = None) -> None:
    """Add the table, the floor and the placements to an empty world."""
    if plan.scenario.table:
        world.add(plan.components[plan.scenario.table], "table")
        world.add(FLOOR, "floor")
    placed = plan.placements if placements is None else placements
    pieces = [(each.component, each.name, each.pose) for each in placed]
    world.add_all(pieces, held={each.name for each in placed if each.is_fixed})


def declared(plan: Plan) -> tuple[Component, ...]:
    """Return what the plan's world will hold, for `World(declare=...)`; what is held in place as fixed."""
    out = [as_fixed(each.component) if each.is_fixed else each.component for each in plan.placements]
    if plan.scenario.table:
        out += [plan.components[plan.scenario.table], FLOOR]
    for act in plan.scenario.act:
        if (order := act.placing) is not None:
            pieces = [plan.components[name] for name in components_of(order)]
            out += [as_fixed(piece) for piece in pieces] if order.fixed else pieces
        if act.launch is not None and act.launch.component is not None:
            out.append(plan.components[act.launch.component])
    return tuple(out)


def as_fixed(component: Component) -> Component:
    """Return the component as one that never moves."""
    return replace(component, handling="fixed")


class _Compiler:
    """Knows the file, so that every complaint names it."""

    def __init__(self, loaded: Loaded, scenario: Scenario) -> None:
        self.loaded, self.scenario = loaded, scenario

    def bad(self, key: tuple[str | int, ...], problem: str, instead: str | None = None) -> BadFile:
        line = line_of(self.loaded.text, key)
        return BadFile(self.loaded.path, problem, key=dotted(key), line=line, instead=instead)

    def explain(self, key: tuple[str | int, ...], error: SandboxError) -> BadFile:
        problem, _, instead = str(error).partition("; ")
        return self.bad(key, problem, instead or None)

    def components(self, catalogue: Catalogue) -> Iterator[tuple[str, Component]]:
        scenario = self.scenario
        wanted: list[tuple[tuple[str | int, ...], str]] = []
        if scenario.table:
            wanted.append((("table",), scenario.table))
        for i, order in enumerate(scenario.place):
            wanted += [(("place", i, order.kind), name) for name in components_of(order)]
        for i, act in enumerate(scenario.act):
            if (placing := act.placing) is not None:
                where = ("pour", "component") if act.pour else ("place", placing.kind)
                wanted += [(("act", i, *where), name) for name in components_of(placing)]
            if act.launch is not None and act.launch.component is not None:
                wanted.append((("act", i, "launch", "component"), act.launch.component))
        for name in scenario.model:
            if name not in [each for _, each in wanted]:
                error = UnknownName("component of this scenario", name, [each for _, each in wanted])
                raise self.explain(("model", name), error)
        for key, name in wanted:
            changes = scenario.model.get(name, {})
            try:
                yield name, catalogue.get(name, changes)
            except UnknownName as error:
                raise self.explain(key, error) from None
            except BadFile as error:
                if not changes:
                    raise
                raise self.bad(("model", name), f"{error.key or name}: {error.problem}", error.instead) from None

    def placements(self, components: Mapping[str, Component]) -> list[Placement]:
        out: list[Placement] = []
        boxes = {}
        if self.scenario.table:
            boxes["table"] = components[self.scenario.table].extent()
        for i, order in enumerate(self.scenario.place):
            try:
                made = place(order, components.__getitem__, boxes)
            except UnknownName as error:
                raise self.explain(("place", i, "on"), error) from None
            out += made
            boxes |= {each.name: each.box for each in made}
        return out

    def materials(self, base: Materials) -> Materials:
        tables: dict[str, dict[tuple[str, str], float]] = {}
        for what in ("friction", "restitution", "rolling_mm"):
            pairs: dict[tuple[str, str], float] = {}
            for key, value in getattr(self.scenario, what).items():
                names = key.split("_")
                if len(names) != 2:
                    raise self.bad((what, key), "is not a pair of materials", "write it like card_card")
                for name in names:
                    try:
                        base.get(name)
                    except UnknownName as error:
                        raise self.explain((what, key), error) from None
                pairs[names[0], names[1]] = value / 1000 if what == "rolling_mm" else value
            tables[what] = pairs
        return base.with_pairs(
            friction=tables["friction"], restitution=tables["restitution"], rolling=tables["rolling_mm"]
        )

    def profile(self, base: Profile) -> Profile:
        if not self.scenario.profile:
            return base
        data = base.model_dump() | {"name": f"{base.name}, changed"} | self.scenario.profile
        return parse(Profile, data, self.loaded.path, self.loaded.text, at=("profile",))

    def check_names(self, placements: list[Placement], components: Mapping[str, Component]) -> None:
        """See that acts and expectations speak of what is there at that time."""
        fault = find_fault(self.scenario, placements, components)
        if fault is not None:
            raise self.explain(fault.key, fault)

    def check_materials(self, plan: Plan) -> None:
        """See that the numbers that the scenario asks for can all be given to the engine."""
        kinds = {(component.material, component.is_fixed) for component in declared(plan)}
        for a, b, number, got in solve(plan.materials, kinds).refused:
            table = getattr(self.scenario, number)
            key = f"{a}_{b}" if f"{a}_{b}" in table else f"{b}_{a}"
            raise self.bad(
                (number, key),
                f"cannot be met together with the other pairs: the engine multiplies one value a material, and "
                f"{table[key]:g} becomes {got:.3g}",
                "change one of the pairs, or ask for fewer of them",
            )

    def check_overlaps(self, plan: Plan) -> None:
        """Place everything once without noise and see whether pieces are inside one another."""
        with World(plan.materials, plan.profile, declare=declared(plan)) as world:
            try:
                fill_world(world, plan)
            except WorldError as error:
                raise self.explain(("place",), error) from None
            deep = world.overlaps(OVERLAP)
        if not deep:
            return
        first = deep[0]
        names = [place.name for place in self.scenario.place]
        owner = first.b if first.b.split(".")[0] in names else first.a
        key = ("place", names.index(owner.split(".")[0]))
        more = f" (and {len(deep) - 1} more pairs)" if len(deep) > 1 else ""
        raise self.bad(
            key,
            f"{first.a} and {first.b} overlap by {-1000 * first.distance:.2f} mm at the start{more}",
            "move one of them, or set allow_overlap = true",
        )
