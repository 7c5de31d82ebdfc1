"""A person's hands at the table of Hurlyburly: what lies ready, what is left, and the launch.

Nothing is done for the person and nothing is made up: the pieces are carried on a live table, the umpire is shown
where they came to rest (`ByHand`), and a launch is measured while it happens.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.errors import InputError
from sandbox.geometry import Pose, quat_rotate
from sandbox.physics import Profile
from sandbox.physics.bullet import BulletEngine
from sandbox.physics.settle import Settled
from sandbox.play.desk_beside import Still
from sandbox.play.desk_tray import Handed, handed, laid_out
from sandbox.play.devices import Catapult
from sandbox.play.live import Live
from sandbox.play.marks import Label, Line, Mark, Ring
from sandbox.referee.hurlyburly.attempts import ByHand, Place
from sandbox.referee.hurlyburly.bench import BLOCK, Bench
from sandbox.referee.hurlyburly.building import FALL
from sandbox.referee.hurlyburly.by_hand import assigned, upright
from sandbox.referee.hurlyburly.launch import ARM, Launched, load_pose
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.referee.words import Attempt
from sandbox.rules.base import Seat, actor_name, some
from sandbox.rules.hurlyburly import Hurlyburly, HurlyburlyState, Phase

__all__ = ["HurlyburlyMat"]

PATIENCE = 12.0
"""Seconds after which rest is waited for no longer, as on the referee's own stage."""

MOVED = 3e-3
"""Metres by which a piece that was taken up has been moved at least."""

OPEN = (Phase.BUILD, Phase.PLACE, Phase.AIM, Phase.SHOT, Phase.FLAG, Phase.MEND)
"""Where a person's own hands act; who starts is drawn, the first towers are set up by a steady hand."""


class HurlyburlyMat:
    """The side of the table that a person touches; see `Mat`.

    Args:
        game: The rules, for their limits.
        catalogue: Where the pieces are.
    """

    is_performed = False

    def __init__(self, game: Hurlyburly, catalogue: Catalogue) -> None:
        self._game = game
        self._engine = BulletEngine(Bench(catalogue).profile)
        self.bench = Bench(catalogue, engine=self._engine)
        self._live: Live | None = None
        self._state: HurlyburlyState | None = None
        self._handed = Handed(Scene(2, 1.0), (), ())
        self._waits_since: float | None = None
        self._arm: Catapult | None = None
        self._launched: Launched | None = None
        self._asked = ""

    # --- tables

    def show(self, lying: Scene, state: HurlyburlyState) -> Live:
        """Return the table as it lies."""
        self._forget()
        return self._table(lying, ())

    def can_open(self, state: HurlyburlyState) -> bool:
        """Return whether a person's own hands act."""
        return state.phase in OPEN

    def open(self, lying: Scene, state: HurlyburlyState) -> Live:
        """Return the table with what the hands need: cards beside the tower, or the catapult ready."""
        self._forget()
        self._state = state
        if state.phase in (Phase.AIM, Phase.SHOT):
            return self._with_catapult(lying, state)
        self._handed = handed(self.bench, lying, state)
        live = self._table(self._handed.scene, self._handed.awake)
        places = laid_out(self.bench, live.world, self._handed, lying, state)
        scene = _posed(self._handed.scene, places)
        for name, pose in places.items():
            live.world.add(self.bench.component(scene.piece(name).kind), name, pose)
        self._handed = replace(self._handed, scene=scene)
        live.bodies_changed()
        return live

    def _table(self, scene: Scene, awake: Sequence[str], leave_out: Sequence[str] = ()) -> Live:
        hidden = {*leave_out, *self._handed.tray}
        if self._live is not None:
            self._live.retire()
        world = self.bench.world(scene, awake, leave_out=hidden)
        self._live = Live(
            world,
            catalogue=self.bench.catalogue,
            title=self._game.title,
            owns=False,
        )
        self._live.can_rewind = False
        return self._live

    def _with_catapult(self, lying: Scene, state: HurlyburlyState) -> Live:
        (piece,) = lying.of(state.turn, Role.CATAPULT)
        self._handed = Handed(lying, (), (piece.name,))
        live = self._table(lying, (), (piece.name,))
        component, is_shot = self.bench.catapult(state.players[state.turn].upgrades), state.phase is Phase.SHOT
        live.world.add(component, piece.name, piece.pose, fixed=True if is_shot else None)
        live.world.hold_joint(piece.name, ARM, 0.0)
        if is_shot:
            self._load(lying, piece, state)
            self._arm = Catapult(live, piece.name, lambda: [p.name for p in self._blocks()])
        live.bodies_changed()
        return live

    def _load(self, lying: Scene, catapult: Piece, state: HurlyburlyState) -> None:
        """Lay one more block on the basket."""
        assert self._live is not None
        scene = self._handed.scene
        component = self.bench.catapult(state.players[state.turn].upgrades)
        pose = catapult.pose @ load_pose(component, self.bench.component(BLOCK), len(self._blocks()))
        name = scene.free_name(f"p{state.turn + 1}.block")
        self._live.world.add(self.bench.component(BLOCK), name, pose)
        block = Piece(name, BLOCK, Role.BLOCK, state.turn, pose, pose)
        self._handed = replace(self._handed, scene=scene.adding([block]), movable=(*self._handed.movable, name))

    def _blocks(self) -> list[Piece]:
        """Return the blocks that lie on the basket, or lay there before the launch."""
        movable = set(self._handed.movable)
        return [p for p in self._handed.scene.of(None, Role.BLOCK) if p.name in movable]

    def _forget(self) -> None:
        self._state, self._waits_since, self._arm, self._launched = None, None, None, None
        self._asked, self._handed = "", Handed(Scene(2, 1.0), (), ())

    def close(self) -> None:
        """Give the engine back."""
        self._engine.close()

    # --- what a person reads and presses

    @property
    def hint(self) -> str:
        """What the hands are to do now."""
        state = self._state
        if state is None:
            return ""
        tower = f"the tower of {actor_name(state.turn)}"
        match state.phase:
            case Phase.BUILD:
                levels = some(len(state.rising), "level")
                return f"Build {levels} on {tower}, the flag on top; then let the referee look."
            case Phase.PLACE:
                return f"Place the defence cards before {tower}, touching no tower; then let them be looked at."
            case Phase.AIM:
                limit = self._game.data.limits.flag_cm
                return f"Put the catapult within {limit:g} cm of your flag, no nearer to the target; Q, E turn it."
            case Phase.SHOT:
                return "Drag the basket back, watch the arc, and let go."
            case _:
                whose = " and ".join(actor_name(seat) for seat in state.mending)
                return f"Put the flag and the base of {whose} back up; then let it be looked at."

    @property
    def busy(self) -> str | None:
        """What is waited for."""
        if self._waits_since is not None:
            return "waiting for rest"
        return (
            "the block flies"
            if self._arm is not None and self._arm.stage.value in ("flying", "swinging")
            else None
        )

    def buttons(self) -> list[tuple[str, str]]:
        """Return what the hands can ask for."""
        state = self._state
        if state is None or self.busy is not None:
            return []
        out = [("reset", "Begin again")]
        if state.phase is Phase.SHOT:
            if len(self._blocks()) < 1 + state.players[state.turn].blocks:
                out.append(("load", "Lay another block on the basket"))
        else:
            done = "The catapult stands here" if state.phase is Phase.AIM else "Let the referee look"
            out.insert(0, ("done", done))
        out.append(("auto", "Let a steady hand do it"))
        return out

    def do(self, key: str) -> str:
        """Do what a button asks for; `reset` and `auto` are the desk's."""
        state = self._state
        if state is None or self._live is None:
            return "there is nothing for hands to do now"
        if key == "load":
            catapult = self._handed.scene.of(state.turn, Role.CATAPULT)[0]
            self._load(self._handed.scene, catapult, state)
            self._live.bodies_changed()
            return ""
        if key != "done":
            raise InputError(f"hands know no {key!r}")
        if left := self._left():
            what = (
                "1 piece lies where you found it"
                if len(left) == 1
                else f"{len(left)} pieces lie where you found them"
            )
            if state.phase in (Phase.BUILD, Phase.FLAG, Phase.MEND) and not self._came_down():
                return f"{what}: build, or let a steady hand do it"
            if self._asked != key:
                self._asked = key
                return f"{what}; press again to have the table looked at all the same"
        self._waits_since = self._live.time
        self._live.begin_rest()
        return ""

    def _left(self) -> list[str]:
        """Return the pieces that nobody has taken up yet."""
        assert self._live is not None
        world = self._live.world
        tray = {name: self._handed.scene.piece(name).pose for name in self._handed.tray}
        return [
            name
            for name, pose in tray.items()
            if name in world.names and math.dist(world.pose(name).position, pose.position) < MOVED
        ]

    def _came_down(self) -> bool:
        """Return whether a tower fell under the hands: then there is nothing left to build on."""
        assert self._live is not None
        world, scene = self._live.world, self._handed.scene
        return any(
            piece.pose.position[2] - world.pose(piece.name).position[2] > FALL
            for piece in scene.of(None, Role.WALL, Role.PLATFORM)
            if piece.name not in self._handed.tray and piece.name in world.names
        )

    def why_not(self, name: str, what: str) -> str:
        """Return why a piece may not be touched now."""
        state = self._state
        if what in ("delete", "duplicate", "lock", "unlock", "flick"):
            return "pieces of a game are not made, taken away, locked or flicked; the rules count them"
        if state is None:
            return "it is not your hands' turn: choose what to do first"
        if self.busy is not None:
            return f"not now: {self.busy}"
        if what == "pull":
            is_own = self._arm is not None and name == self._arm.name
            return "" if is_own else "the catapult is not to be shot with now"
        if name in self._handed.movable:
            return ""
        owner = self.owner(name)
        if owner is not None and owner != state.turn:
            return f"that belongs to {actor_name(Seat(owner))}; only what is in your hands may be moved"
        return "what stands may not be rearranged; only what is in your hands may be moved"

    def owner(self, name: str) -> int | None:
        """Return whose a piece is."""
        piece = next((p for p in self._handed.scene if p.name == name), None)
        return None if piece is None else piece.owner

    def catapult(self, name: str) -> Catapult | None:
        """Return the hand on the player's own catapult."""
        return self._arm if self._arm is not None and self._arm.name == name else None

    def can(self) -> None:
        """Nobody waters here."""
        return

    # --- time

    def advance(self, seconds: float) -> Attempt | None:
        """Wait for rest when something was asked for; return what the hands left."""
        live, state = self._live, self._state
        if live is None or state is None:
            return None
        if self._arm is not None and self._arm.launched is not None and self._launched is None:
            self._launched = self._arm.launched
            self._waits_since = live.time
            live.begin_rest()
        if self._waits_since is None or live.held:
            return None
        if state.phase is Phase.AIM:
            return self._stands(live, state)
        rest = live.settled()
        if rest is None:
            if live.time - self._waits_since < PATIENCE:
                return None
            rest = live.give_up_rest()
        self._waits_since, self._asked = None, ""
        return self._left_behind(live, state, rest)

    def _stands(self, live: Live, state: HurlyburlyState) -> Attempt:
        """Return where the catapult was put."""
        self._waits_since = None
        pose = live.world.pose(self._handed.scene.of(state.turn, Role.CATAPULT)[0].name)
        ahead = quat_rotate(pose.rotation, (1.0, 0.0, 0.0))
        return Place(pose.position[0], pose.position[1], math.degrees(math.atan2(ahead[1], ahead[0])))

    def _left_behind(self, live: Live, state: HurlyburlyState, rest: Settled) -> ByHand:
        """Return everything where it came to rest, with what each new card is."""
        now, scene = live.world.snapshot(), self._handed.scene
        catapults = {p.name for p in scene.of(None, Role.CATAPULT)}
        there = [p.name for p in scene.on_table() if p.name in now and p.name not in catapults]
        scene = _posed(scene, {name: now.pose(name) for name in there})
        tray = set(self._handed.tray)
        scene = scene.changed(lambda p: replace(p, placed=upright(p.pose)) if p.name in tray else p)
        for seat, rising, base in self._handed.rising:
            new = [p for p in scene.of(seat, Role.WALL, Role.PLATFORM) if p.name in tray]
            levels = assigned(new, rising, base)
            scene = _levelled(scene, levels)
        moving = tuple(body.name for body in rest.moving)
        return ByHand(scene, rest.ok, rest.waited, moving, self._launched)

    def beside(self, lying: Scene, state: HurlyburlyState) -> Sequence[Still]:
        """Nothing: all pieces are on the referee's table."""
        return ()

    def hides(self, name: str, pose: Pose) -> bool:
        """Everything may be told."""
        return False

    def change(self, catalogue: Catalogue, profile: Profile) -> None:
        """Make the tables from now on with other physics; the one that is there stays as it is."""
        self.bench = Bench(catalogue, profile, engine=self._engine)

    # --- what is drawn

    def marks(self) -> Sequence[Mark]:
        """Return the zone of the catapult, or where the new level goes."""
        live, state = self._live, self._state
        if live is None or state is None or state.phase is not Phase.AIM or state.target is None:
            return ()
        scene = self._handed.scene
        (fx, fy), (tx, ty) = scene.flags[state.turn], scene.flags[state.target]
        limit = self._game.data.limits.flag_cm / 100
        x, y, _ = live.world.pose(scene.of(state.turn, Role.CATAPULT)[0].name).position
        own, target, between = (
            math.dist((x, y), (fx, fy)),
            math.dist((x, y), (tx, ty)),
            math.dist((fx, fy), (tx, ty)),
        )
        z = 1e-3
        good = "good" if own <= limit and target >= between else "bad"
        ring, nearest = Ring((fx, fy, z), limit, good), Ring((tx, ty, z), between, "warn", 1.5, 0.5, dashed=8.0)
        text = f"{100 * own:.1f} of {100 * limit:g} cm"
        return (
            ring,
            nearest,
            Line(np.array([(x, y, z), (fx, fy, z)]), good, 1.5, 0.8, dashed=6.0),
            Label((x, y, 0.1), text, good),
        )


def _posed(scene: Scene, poses: Mapping[str, Pose]) -> Scene:
    return scene.changed(lambda p: replace(p, pose=poses[p.name]) if p.name in poses else p)


def _levelled(scene: Scene, levels: Mapping[str, int]) -> Scene:
    return scene.changed(lambda p: replace(p, level=levels.get(p.name, p.level)))
