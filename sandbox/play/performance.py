"""The acts of a scenario on a live table: the runner's own stage, which goes on only when the table's clock asks.

The stage calls the same code as a headless trial, to the bit. That code runs acts from beginning to end, so it has
a thread of its own; one of the two always waits for the other, and nothing is ever done at the same time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from sandbox.components.spec import Component
from sandbox.errors import SandboxError
from sandbox.physics import World
from sandbox.physics.changes import Changes
from sandbox.play.live_state import with_mass
from sandbox.runner.plan import Plan, declared
from sandbox.runner.trial import Stage
from sandbox.scenario.expectations import Measured

__all__ = ["Expected", "Performance"]

OF_MANY = ("rate", "crossing")
"""What is expected of many trials together."""


EVERY = 0.12
"""Seconds of wall time between two looks at what is expected: who carries whom is 150 questions to the engine."""


class _Stopped(BaseException):
    """The table is taken away in the middle of an act."""


@dataclass(frozen=True, slots=True)
class Expected:
    """An expectation and what it finds.

    Attributes:
        what: In words.
        found: What was measured; empty where nothing can be said yet.
        holds: Whether it is true now, or was when it was judged; None where nothing can be said yet.
        is_final: Whether it has been judged.
        after: Name of the act after which it is judged; empty for the end.
    """

    what: str
    found: str = ""
    holds: bool | None = None
    is_final: bool = False
    after: str = ""


class Performance:
    """One trial of a scenario that happens before one's eyes.

    Args:
        plan: The compiled scenario.
        seed: Of its chance.
        number: Which trial of that seed, from 0.
        changes: Of the physics, instead of the scenario's own numbers.
        seen: Verdicts on other trials of this scenario, by seed and number; this one's is added at its end.

    Attributes:
        plan: As the file says it.
        world: Filled, and not yet moved.
        is_over: Whether all acts are done, or it broke off.
        is_stopped: Whether a person broke it off.
        is_touched: Whether hands changed something on the way; a headless run may end otherwise.
        holds: Whether everything holds that is asked of one trial; None before the end, or when it was stopped.
        problem: Why there is no verdict, as in a headless run; None while there is none to give.

    Raises:
        SandboxError: The pieces cannot be placed.
    """

    def __init__(
        self,
        plan: Plan,
        seed: int,
        number: int = 0,
        *,
        changes: Changes | None = None,
        seen: Mapping[tuple[int, int], bool] = {},
    ) -> None:
        self.plan, self.seed, self.number = plan, seed, number
        self.shipped = Changes(profile=plan.profile)
        self.changes = changes or self.shipped
        self.seen = dict(seen) if self.changes == self.shipped else {}
        played = changed(plan, self.changes)
        self.world = World(played.materials, played.profile, declare=declared(played))
        self.stage = Stage(played, self.world, np.random.default_rng([seed, number]), records=False)
        self.is_over, self.is_stopped, self.is_touched = False, False, False
        self.problem: str | None = None
        self.holds: bool | None = None
        self._failure: BaseException | None = None
        self._left = 0
        self._ours, self._its = threading.Semaphore(0), threading.Semaphore(0)
        self._thread: threading.Thread | None = None
        self._rows: tuple[Expected, ...] = ()
        self._looked, self._is_final = -EVERY, False
        try:
            self.stage.fill()
        except SandboxError:
            self.world.close()
            raise

    # --- time

    def step(self, count: int) -> int:
        """Let the acts take steps; return how many they took: fewer than `count` once the last act is over."""
        if self.is_over or count <= 0:
            return 0
        self._left = count
        if self._thread is None:
            self.world.observers.append(self._wait)
            self._thread = threading.Thread(target=self._perform, name="stage", daemon=True)
            self._thread.start()
        else:
            self._its.release()
        self._ours.acquire()
        if self._failure is not None:
            raise self._failure
        return count - self._left

    def stop(self) -> None:
        """End it where it is; the world stays as it is, for whoever goes on with it."""
        if self.is_over:
            return
        self.is_stopped = True
        if self._thread is None:
            self.is_over = True
            return
        self._its.release()
        self._thread.join()

    def _wait(self, _: World) -> None:
        """After every step: go on while there are steps to take, else wait until more are asked for."""
        self._left -= 1
        if self._left == 0:
            self._ours.release()
            self._its.acquire()
            if self.is_stopped:
                raise _Stopped

    def _perform(self) -> None:
        try:
            self.stage.perform()
            self.problem = self.stage.problem
            self._end(is_good=self.problem is None and all(each.holds for each in self.stage.found.values()))
        except _Stopped:
            pass
        except SandboxError as error:
            self.problem = str(error)
            self._end(is_good=False)
        except BaseException as error:  # raised again where the steps were asked for
            self._failure = error
        finally:
            self.world.observers.remove(self._wait)
            self.is_over = True
            self._ours.release()

    def _end(self, *, is_good: bool) -> None:
        self.holds = is_good
        if not self.is_touched:
            self.seen[self.seed, self.number] = is_good

    # --- what is true

    def expected(self) -> tuple[Expected, ...]:
        """Return what is expected of one trial, in the order of the file, with what was found a moment ago."""
        is_due = not self._is_final and (self.is_over or time.monotonic() - self._looked >= EVERY)
        if is_due:
            wanted = self.plan.scenario.expect
            self._rows = tuple(self._row(i) for i, each in enumerate(wanted) if each.kind not in OF_MANY)
            self._looked, self._is_final = time.monotonic(), self.is_over
        return self._rows

    def _row(self, index: int) -> Expected:
        expect, found = self.plan.scenario.expect[index], self.stage.found.get(index)
        after = expect.at or ""
        if found is not None:
            return Expected(found.what, found.found, found.holds, True, after)
        now = self._judged(index)
        if now is None:
            return Expected(expect.kind.replace("_", " "), after=after)
        if expect.settles is not None and now.value is None:
            return Expected(now.what, after=after)  # nothing has come to rest yet
        return Expected(now.what, now.found, now.holds, False, after)

    def _judged(self, index: int) -> Measured | None:
        """Return what an expectation would find now; None where what it speaks of is not there yet."""
        if self.is_stopped:
            return None
        try:
            return self.stage.judge(index)
        except SandboxError:
            return None


def changed(plan: Plan, changes: Changes) -> Plan:
    """Return a plan with other numbers of the physics than its file's. Raises `InputError`."""
    masses = changes.masses

    def weighed(piece: Component) -> Component:
        return with_mass(piece, masses.get(piece.id, piece.mass))

    return replace(
        plan,
        materials=changes.materials(plan.materials),
        profile=changes.profile,
        components={name: weighed(piece) for name, piece in plan.components.items()},
        placements=tuple(replace(each, component=weighed(each.component)) for each in plan.placements),
    )
