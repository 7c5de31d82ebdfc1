"""Does a scenario speak of bodies, hinges and acts that are there at that time? Asked before anything runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from sandbox.components.spec import Component
from sandbox.errors import InputError, UnknownName
from sandbox.scenario.layout import Placement, place
from sandbox.scenario.schema import Scenario
from sandbox.scenario.schema_acts import Act
from sandbox.scenario.schema_expect import Expect

__all__ = ["Fault", "as_pattern", "find_fault"]

Key = tuple[str | int, ...]


class Fault(InputError):
    """What is wrong, and the key of the scenario at which it stands."""

    def __init__(self, key: Key, message: str) -> None:
        self.key = key
        super().__init__(message)


@dataclass
class _There:
    """The bodies that exist at a time, with their components, and what existed when named acts were over."""

    bodies: dict[str, Component]
    after: dict[str, dict[str, Component]] = field(default_factory=dict)

    def find(self, key: Key, pattern: str, bodies: Mapping[str, Component] | None = None) -> list[str]:
        seen = self.bodies if bodies is None else bodies
        found = [name for name in seen if fnmatchcase(name, pattern)]
        if not found:
            raise Fault(key, str(UnknownName("body", pattern, set(seen) - {"table", "floor"})))
        return found


def find_fault(
    scenario: Scenario, placements: list[Placement], components: Mapping[str, Component]
) -> Fault | None:
    """Return the first thing that a scenario names and that is not there, or None."""
    bodies = {each.name: each.component for each in placements}
    if scenario.table:
        bodies |= {"table": components[scenario.table], "floor": components[scenario.table]}
    there = _There(bodies)
    there.after["start"] = dict(bodies)
    try:
        for number, act in enumerate(scenario.act):
            _check_act(act, number, there)
            _happen(act, there, components)
        for number, expect in enumerate(scenario.expect):
            _check_expect(expect, number, scenario, there)
    except Fault as fault:
        return fault
    return None


def _check_act(act: Act, number: int, there: _There) -> None:
    for key, pattern in _bodies_of_act(act):
        there.find(("act", number, *key), pattern)
    if act.set_joint is not None:
        component = there.bodies[act.set_joint.body]
        _check_joint(("act", number, "set_joint", "joint"), component, act.set_joint.joint)


def _check_joint(key: Key, component: Component, joint: str) -> None:
    joints = [link.name for link in component.links]
    if joint not in joints:
        raise Fault(key, str(UnknownName(f"hinge of {component.id}", joint, joints)))


def _happen(act: Act, there: _There, components: Mapping[str, Component]) -> None:
    if act.launch is not None and act.launch.component is not None:
        there.bodies[act.launch.name] = components[act.launch.component]
    if (order := act.placing) is not None:
        nowhere = (0.0, 0.0, 0.0)
        boxes = {order.on: (nowhere, nowhere)} if order.on else {}
        made = place(order, components.__getitem__, boxes)
        there.bodies |= {each.name: each.component for each in made}
    if act.remove is not None:
        gone = there.find(("act",), act.remove.body)
        there.bodies = {name: kind for name, kind in there.bodies.items() if name not in gone}
    if act.name:
        there.after[act.name] = dict(there.bodies)


def _check_expect(expect: Expect, number: int, scenario: Scenario, there: _There) -> None:
    for name in ("at", "since"):
        mark = getattr(expect, name)
        if mark is not None and mark not in there.after and mark != "end":
            raise Fault(("expect", number, name), str(UnknownName("act", mark, there.after)))
    seen = there.after.get(expect.at or "end", there.bodies)
    for key, pattern in _bodies_of_expect(expect):
        there.find(("expect", number, *key), pattern, seen)
    if expect.levels is not None and not any(fnmatchcase(name, f"{expect.levels.of}.level1.*") for name in seen):
        towers = [order.name for order in scenario.place if order.tower is not None]
        raise Fault(("expect", number, "levels", "of"), str(UnknownName("tower", expect.levels.of, towers)))
    if expect.joint is not None:
        _check_joint(("expect", number, "joint", "joint"), seen[expect.joint.body], expect.joint.joint)
    if expect.settles is not None:
        settles = [act for act in scenario.act if act.settle is not None]
        if not any(expect.at in (None, act.name) for act in settles):
            raise Fault(("expect", number, "settles"), "there is no such settle act; add one before it")


def _bodies_of_act(act: Act) -> Iterator[tuple[tuple[str, ...], str]]:
    if act.settle is not None:
        for pattern in act.settle.ignore:
            yield ("settle", "ignore"), pattern
    if act.wait is not None:
        for name in act.wait.until_touch or ():
            yield ("wait", "until_touch"), name
    for name in ("remove", "push", "set_joint"):
        inner = getattr(act, name)
        if inner is not None:
            yield (name, "body"), inner.body
    if act.place is not None and act.place.on is not None:
        yield ("place", "on"), act.place.on
    if act.launch is not None:
        if act.launch.body is not None:
            yield ("launch", "body"), act.launch.body
        if isinstance(act.launch.towards, str):
            yield ("launch", "towards"), as_pattern(act.launch.towards)


def as_pattern(name: str) -> str:
    """Return a name as a pattern of all that begins with it; a pattern stays as it is."""
    return name if any(sign in name for sign in "*?[") else f"{name}*"


def _bodies_of_expect(expect: Expect) -> Iterator[tuple[tuple[str, ...], str]]:
    inner = getattr(expect, expect.kind)
    for name in ("body", "on"):
        if isinstance(getattr(inner, name, None), str):
            yield (expect.kind, name), getattr(inner, name)
    for name in getattr(inner, "between", ()):
        if isinstance(name, str):
            yield (expect.kind, "between"), name
