"""Random drags over a table full of things, and what went wrong in them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.geometry import Pose
from sandbox.physics import World
from sandbox.play.grab import Grab
from sandbox.play.grab_feel import RELEASE
from sandbox.play.grab_terrain import Outline
from sandbox.play.live import Live
from tests.play.drags_falls import Falls, Sizes, near

FRAME = 1 / 30
TOWER = Path(__file__).parents[2] / "scenarios" / "hurlyburly" / "five_levels_of_single_walls_stand.toml"

FLOOR = -0.75
"""Metres; what falls off the table ends here."""

BATCH = 25
"""Drags after which the table is laid out anew: by then most of it is a wreck."""

LOOKS = 6
"""Steps between two looks: what flies faster than is allowed is seen within 10 mm."""

STIRRED = 1e-5
"""Metres from which a piece has moved, so that what it touches may move too: a tenth of what is allowed."""

KINDS = (
    "common/cube",
    "common/block",
    "common/domino",
    "common/card",
    "common/pebble_a",
    "common/pebble_b",
    "common/plank",
    "common/marble",
    "hurlyburly/wall",
    "hurlyburly/platform",
    "hurlyburly/flag",
    "hurlyburly/sandbag",
    "hurlyburly/wall_hinged",
    "burp/stone",
)
"""Light and heavy, flat and round, with hinges and without."""


@dataclass
class Found:
    """What a number of drags came to.

    Attributes:
        drags: How many were made.
        number: Of the one that is being made.
        fastest: m/s: the greatest speed of any piece beyond what its own fall gives.
        fastest_held: m/s of a piece in the hand.
        stillest: Metres: the furthest that a piece moved which nothing touched.
        worst: By what went wrong, in words, how badly it did.
    """

    drags: int = 0
    number: int = 0
    fastest: float = 0.0
    fastest_held: float = 0.0
    stillest: float = 0.0
    worst: dict[str, float] = field(default_factory=dict)

    def blame(self, what: str, how_much: float = 0.0) -> None:
        """Keep what went wrong, the worst of it."""
        self.worst[what] = max(how_much, self.worst.get(what, 0.0), key=abs)

    @property
    def problems(self) -> list[str]:
        """What went wrong, a line each."""
        return [f"{what}: {how_much:.3g}" for what, how_much in self.worst.items()]


def full_table(catalogue: Catalogue) -> Live:
    """Return a table with a tower of cards, a row of dominoes, a pile of cubes, and one of everything else."""
    live = Live.of_scenario(TOWER, catalogue)
    for number, kind in enumerate(KINDS):
        _stand(live, kind, f"one{number}", (-0.34 + 0.09 * (number % 8), 0.17 + 0.12 * (number // 8), 0.0))
    for number in range(4):
        _stand(live, "common/domino", f"domino{number}", (-0.2 + 0.03 * number, -0.2, 0.0))
    height = 0.0
    for number in range(3):
        height = _stand(live, "common/cube", f"pile{number}", (0.25, -0.2, height))
    for _ in range(30):
        live.advance(FRAME, budget=9.0)
    return live


def _stand(live: Live, kind: str, name: str, at: tuple[float, float, float]) -> float:
    """Add a piece standing at a place; return how high its top is."""
    component = live.catalogue.get(kind)
    low, high = Outline(component).box(Pose().rotation)
    live.add(component, name, Pose((at[0], at[1], at[2] - float(low[2]) + 1e-4)))
    return at[2] + float(high[2] - low[2]) + 1e-4


class Watch:
    """Looks on while pieces are dragged."""

    def __init__(self, live: Live, found: Found) -> None:
        self.live, self.found = live, found
        self.grab = Grab(live)
        self.kind = ""
        self._steps = 0
        self._sizes = Sizes(live.world)
        self._table = live.world.bounds(["table"])[0]
        self._falls = Falls()
        self._own: dict[str, float] = {}
        self._above: dict[str, bool] = {}
        self._touched: set[str] = set()
        live.world.observers.append(self._look)

    def begin(self) -> None:
        """A drag begins: nothing is touched yet."""
        # A wreck of the drag before may still creep below the limit of rest; it is not this drag that moves it.
        if self.live.is_quiet:
            self.live.world.freeze(self.live.world.loose)
        self._touched = set(self.live.awake)
        self.before = self.live.world.snapshot()

    def _look(self, world: World) -> None:
        """Every few steps: what the held piece touches has been touched; nothing is too fast or nowhere."""
        self._steps += 1
        if self._steps % LOOKS:
            return
        held = self.grab.held
        if held is not None:
            self._touched.add(held)
            for contact in world.contacts(held):
                self._touched |= {contact.a, contact.b}
        awake = self.live.awake
        poses, twists = world.rows(awake)
        if not (np.isfinite(poses).all() and np.isfinite(twists).all()):
            self.blame("something", "is nowhere")
            return
        own = self._falls.own_speeds(awake, poses, twists, self._sizes, held, RELEASE)
        # A wall of a tower that comes down is squeezed for two steps between the table and what falls onto it, at
        # 3.3 m/s, and leaves at 1 (seed 18, drag 62): a speed that a piece has gained is still there a look later.
        lasting = np.minimum(own, [self._own.get(name, 0.0) for name in awake])
        self._own = dict(zip(awake, own, strict=True))
        self.found.fastest = max(self.found.fastest, float(lasting.max(initial=0.0)))
        for row in np.flatnonzero(lasting > RELEASE):
            self.blame(awake[row], "moves too fast beyond its fall, m/s", float(lasting[row]))
        if held in awake:
            speed = float(np.linalg.norm(twists[awake.index(held), :3]))
            self.found.fastest_held = max(self.found.fastest_held, speed)

    def frame(self) -> None:
        """Let a frame pass and look at everything."""
        live, world = self.live, self.live.world
        live.advance(FRAME, budget=9.0)
        awake = live.awake
        self._spread(self._stirred(awake))
        for name, pose in zip(awake, world.rows(awake)[0], strict=True):
            self._judge_place(name, pose)

    def _stirred(self, awake: list[str]) -> list[str]:
        """Return what is awake, and what has moved: slower than the limit of rest it falls asleep on its way."""
        now = self.live.world.snapshot()
        moved = np.linalg.norm(now.poses[:, :3] - self.before.poses[:, :3], axis=1) > STIRRED
        stirred = {*awake, *(now.names[row] for row in np.flatnonzero(moved))}
        return [name for name in now.names if name in stirred]

    def _spread(self, awake: list[str]) -> None:
        """What is touched touches on: through contacts, and pieces that met and parted within the frame."""
        world = self.live.world
        pairs = [{contact.a, contact.b} for name in awake for contact in world.contacts(name)]
        poses, twists = world.rows(awake)
        # Who flies may have hit and left within the frame: it reaches as far as it flew.
        flown = np.linalg.norm(twists[:, :3], axis=1) * FRAME
        reaches = self._sizes.reaches(awake) + flown
        ground = {name for name in world.names if world.body(name).is_fixed}
        grown = True
        while grown:
            grown = False
            for pair in pairs:
                if pair & self._touched - ground and not pair <= self._touched:
                    self._touched |= pair
                    grown = True
            touched = np.array([name in self._touched for name in awake], dtype=bool)
            for row, name in enumerate(awake):
                if not touched[row] and touched[near(row, poses, reaches)].any():
                    self._touched.add(name)
                    grown = True

    def _judge_place(self, name: str, pose: np.ndarray) -> None:
        height, size, (low, high) = float(pose[2]), 2 * float(self._sizes.reaches([name])[0]), self._table
        is_above = height > -2e-3 - 0.5 * size
        inside = bool((pose[:2] > low[:2] + 0.05).all() and (pose[:2] < high[:2] - 0.05).all())
        # From the floor it may be carried about below the table, where it came around the edge.
        was_above = self._above.get(name, is_above)
        self._above[name] = is_above
        if (inside and is_above != was_above) or height < FLOOR - size:
            self.blame(name, "passed through", height)

    def blame(self, name: str, what: str, how_much: float = 0.0) -> None:
        """Say what went wrong with a piece in this drag."""
        self.found.blame(f"drag {self.found.number} ({self.kind}): {name} {what}", how_much)

    def end(self) -> None:
        """A drag is over: what was not touched must not have moved."""
        now = self.live.world.snapshot()
        for name in self.before.names:
            if name in self._touched or name not in now:
                continue
            moved = math.dist(self.before.pose(name).position, now.pose(name).position)
            self.found.stillest = max(self.found.stillest, moved)
            if moved > 1e-4:
                self.blame(name, "moved untouched, mm", 1000 * moved)


def random_drags(count: int, seed: int, *, first: int = 0) -> Found:
    """Drag random pieces about and return what was seen.

    Every `BATCH` drags begin with a new table and chance of their own, so that one that fails is found again soon.

    Args:
        count: How many drags.
        seed: Of all chance.
        first: The number of the first, the first of a batch.
    """
    catalogue, found = Catalogue(), Found()
    for batch in range(first, first + count, BATCH):
        rng = np.random.default_rng((seed, batch) if batch else seed)
        live = full_table(catalogue)
        watch = Watch(live, found)
        for number in range(batch, min(batch + BATCH, first + count)):
            found.number = number
            _drag(watch, rng)
            found.drags += 1
        live.close()
    return found


def _drag(watch: Watch, rng: np.random.Generator) -> None:
    """Make one drag of a random kind."""
    live, world, grab = watch.live, watch.live.world, watch.grab
    names = list(world.loose)
    name = names[int(rng.integers(len(names)))]
    low, high = world.bounds([name])[0]
    point = tuple(float(v) for v in rng.uniform(low, high))
    watch.begin()
    assert grab.take(name, point)  # type: ignore[arg-type]
    kind = str(rng.choice(["carry", "jerk", "into", "shake", "away"]))
    grab.follows = bool(rng.random() < 0.7)
    watch.kind = f"{kind}{'' if grab.follows else ' straight'} of {name}"
    goal = rng.uniform(-0.4, 0.4, 2)
    towards = [n for n in names if n != name]
    for frame in range(int(rng.integers(10, 20))):
        if kind == "jerk" and frame % 4 == 0:
            goal = rng.uniform(-0.55, 0.55, 2)
        elif kind == "into" and frame == 0:  # straight into something that stands
            goal = np.asarray(world.pose(towards[int(rng.integers(len(towards)))]).position[:2])
        elif kind == "shake":
            goal = np.asarray(point[:2]) + 0.1 * np.array((math.sin(frame * 2.6), math.cos(frame * 3.4)))
        elif kind == "away" and frame > 3:  # out of the window: the ray meets the table far off, or never
            far = rng.uniform(-50, 50, 2)
            grab.aim((0.0, -1.0, 0.8), tuple(np.array((far[0], far[1], -0.4)) / np.linalg.norm((*far, 0.4))))
        if kind != "away":
            grab.aim_at((float(goal[0]), float(goal[1])))
        if rng.random() < 0.1:
            grab.turn(float(rng.choice([15.0, -15.0, 90.0])))
        if rng.random() < 0.04:
            grab.roll(float(rng.choice([90.0, 180.0])))
        if rng.random() < 0.1:
            grab.raise_by(float(rng.uniform(-0.2, 0.1)))  # and pressed into the table
        watch.frame()
    if rng.random() < 0.1:
        grab.cancel()
        live.bodies_changed()
        watch._touched.add(name)
    else:
        grab.let_go()
    for frame in range(110):
        watch.frame()
        if grab.held is None and (live.is_quiet or frame > 45):
            break
    watch.end()
    if grab.held is not None:
        watch.blame(name, "is still in the hand")
        grab.drop()
