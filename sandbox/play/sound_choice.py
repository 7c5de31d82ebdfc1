"""Who knocked against whom, and how hard: read from two instants of the table. Pure numpy.

Contacts alone miss bounces that are over before anybody looks. A piece that was struck changed its velocity by
more than falling explains, however late one looks; contacts then tell by what.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from sandbox.components.spec import Component
from sandbox.play.sound_modes import FORCES
from sandbox.record import Contact, Snapshot

__all__ = ["Knock", "force_class", "knocks", "loudness"]

LEAST = 0.06
"""m/s by which a velocity has to change; sliding and rolling change less between two frames."""

LONGEST = 0.25
"""Seconds between two instants from which on nothing is said about what happened between them."""

SOFTEST, LOUDEST = 2e-5, 8e-3
"""N·s: what is just heard, and what is as loud as it gets: a wooden block of 2 g at 4 m/s."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Two bodies that met.

    Attributes:
        a: Name of one body.
        b: Name of the other; empty when nobody knows, as in a replay.
        impulse: N·s, above 0.
    """

    a: str
    b: str
    impulse: float


def loudness(impulse: float) -> float:
    """Return how loud an impulse in N·s is, 0 to 1, as an amplitude.

    A tenth of an impulse is half as loud, that is 10 dB less. A real one would be 20 dB less, and what is soft
    would be lost beside a computer's fan.
    """
    if impulse < SOFTEST:
        return 0.0
    return float(min((impulse / LOUDEST) ** 0.5, 1.0))


def force_class(impulse: float) -> int:
    """Return how hard an impulse in N·s is among the `FORCES` for which samples are made; harder is higher."""
    part = math.log(max(impulse, SOFTEST) / SOFTEST) / math.log(LOUDEST / SOFTEST)
    return min(int(FORCES * part), FORCES - 1)


def knocks(
    before: Snapshot,
    after: Snapshot,
    kinds: Mapping[str, Component],
    contacts: Callable[[], Iterable[Contact]],
    *,
    held: Collection[str] = (),
    gravity: float = 9.81,
) -> list[Knock]:
    """Return what knocked between two instants, the loudest first, each pair once.

    Args:
        before: The earlier instant.
        after: The later one.
        kinds: The component of every body.
        contacts: Asked for the contacts of the later instant, only when something changed its velocity.
        held: Bodies in a hand, which pulls them about: they sound only by what they touch.
        gravity: m/s² downwards.
    """
    seconds = after.time - before.time
    if not 0 < seconds <= LONGEST or before.names != after.names:
        return []
    struck = _struck(before, after, kinds, seconds * gravity)
    if not struck:
        return []
    partners = _partners(contacts())
    found: dict[tuple[str, str], float] = {}
    for name, impulse in struck.items():
        other = partners.get(name, ("", 0.0))[0]
        if name in held and (not other or other in struck):
            continue  # the other one tells how hard it was; alone, it was the hand
        key = (min(name, other), max(name, other)) if other else (name, "")
        found[key] = max(found.get(key, 0.0), impulse)
    out = [Knock(a, b, impulse) for (a, b), impulse in found.items() if impulse >= SOFTEST]
    return sorted(out, key=lambda each: -each.impulse)


def _struck(before: Snapshot, after: Snapshot, kinds: Mapping[str, Component], fallen: float) -> dict[str, float]:
    """Return by body the impulse in N·s that falling by `fallen` m/s does not explain."""
    change = after.twists - before.twists
    speed = np.linalg.norm(change[:, :3], axis=1)
    unfallen = np.linalg.norm(change[:, :3] + np.array([0.0, 0.0, fallen]), axis=1)
    # What lies still has the first 0, what flies the second.
    moved = np.minimum(speed, unfallen)
    spun = np.linalg.norm(change[:, 3:], axis=1)
    out: dict[str, float] = {}
    for row in np.flatnonzero((moved > LEAST) | (spun > 2.0)):
        name = after.names[row]
        kind = kinds.get(name)
        if kind is None or kind.is_fixed:
            continue
        edge = float(spun[row]) * max(kind.size) / 6  # a card that falls flat strikes with its edge
        change_of_speed = max(float(moved[row]), edge)
        if change_of_speed > LEAST:
            out[name] = kind.mass * change_of_speed
    return out


def _partners(contacts: Iterable[Contact]) -> dict[str, tuple[str, float]]:
    """Return by body the other one that presses it most, and how hard in N."""
    out: dict[str, tuple[str, float]] = {}
    for contact in contacts:
        force = contact.force if math.isfinite(contact.force) else 0.0
        for mine, other in ((contact.a, contact.b), (contact.b, contact.a)):
            if force >= out.get(mine, ("", -1.0))[1]:
                out[mine] = (other, force)
    return out
