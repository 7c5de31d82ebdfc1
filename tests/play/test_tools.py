"""Tools with a mouse made by hand: carrying, turning, copying, measuring, flicking, devices; refusals are said."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.components.spec import Box, Component, Hinge, Link, Part
from sandbox.geometry import IDENTITY, Pose, quat_rotate
from sandbox.play.devices import Catapult, device_at, devices_of, loaded_on
from sandbox.play.devices_arc import Arcs
from sandbox.play.live import Live
from sandbox.play.tools import spawn, spawnable, tools_for
from sandbox.play.tools_device import CatapultTool
from sandbox.play.tools_hand import DragTool
from sandbox.play.ui import Ui
from sandbox.referee.hurlyburly.launch import load_pose
from tests.play.hands import click, frames, pointer

CATALOGUE = Catalogue()


@pytest.fixture
def live() -> Iterator[Live]:
    """Return a bare table."""
    table = Live.empty(CATALOGUE)
    yield table
    table.close()


def top_of(live: Live, name: str) -> tuple[float, float, float]:
    """Return the middle of a piece's top."""
    low, high = live.world.bounds([name])[0]
    return (float((low + high)[0] / 2), float((low + high)[1] / 2), float(high[2]) - 1e-4)


# --- pieces


def test_pieces_come_from_the_catalogue_and_stand_free(live: Live) -> None:
    """Five of a kind and one of every other, at rest within a second, nothing inside anything."""
    names = spawn(live, "common/cube", count=5)
    assert len(set(names)) == 5
    for kind, _ in spawnable(CATALOGUE):
        spawn(live, kind, (0.1, 0.1, 0.0))
    assert not live.world.overlaps(3e-4)
    frames(live, 60)
    assert not live.world.gone
    assert all(live.world.pose(name).position[2] > -1e-3 for name in names)


def test_the_mouse_carries_a_piece(live: Live) -> None:
    """Pressed, moved and let go: it stands where it was pointed at; undo brings it back, redo carries it again."""
    (name,) = spawn(live, "common/cube", (0.0, 0.0, 0.0))
    frames(live, 40)
    ui = Ui()
    tool = tools_for(live, None, ui)["drag"]
    start = live.world.pose(name).position
    assert tool.press(pointer(live, top_of(live, name)))
    assert tool.held == name
    assert ui.selected == [name]
    for number in range(40):
        tool.move(pointer(live, (0.15 * min(1.0, number / 20), 0.1, 0.0)))
        live.advance(1 / 60, budget=9.0)
    assert "above what is below" in tool.lines[0]
    assert tool.marks()
    frames(live, 30)
    tool.release(pointer(live, (0.15, 0.1, 0.0), is_down=False))
    frames(live, 60)
    there = live.world.pose(name).position
    assert math.dist(there[:2], (0.15, 0.1)) < 0.02
    assert live.undo() == f"move {name}"
    assert math.dist(live.world.pose(name).position, start) < 1e-6
    live.redo()
    assert math.dist(live.world.pose(name).position, there) < 1e-3


def test_keys_turn_what_was_chosen_without_shoving_its_neighbours(live: Live) -> None:
    """A tile between two others turns by 90 degrees where it lies, lifted: the others stay to 0.1 mm."""
    size = CATALOGUE.get("common/cube").size[0]
    for number in range(3):
        component = CATALOGUE.get("common/cube")
        live.add(component, f"cube{number}", Pose(((number - 1) * size, 0.0, -component.extent()[0][2])))
    frames(live, 40)
    before = live.world.snapshot()
    ui = Ui()
    tool = tools_for(live, None, ui)["drag"]
    ui.selected[:] = ["cube1"]
    tool.move(pointer(live, (0.3, 0.3, 0.0), is_down=False, mods=frozenset({"shift"})))
    assert tool.act("turn_left")
    frames(live, 120)
    now = live.world.snapshot()
    x, y, _ = quat_rotate(now.pose("cube1").rotation, (1.0, 0.0, 0.0))
    assert math.degrees(math.atan2(y, x)) == pytest.approx(90, abs=0.3)
    assert math.dist(now.pose("cube1").position, before.pose("cube1").position) < 5e-4
    assert all(math.dist(now.pose(n).position, before.pose(n).position) < 1e-4 for n in ("cube0", "cube2"))


def test_pieces_are_locked_copied_deleted_and_that_is_undone(live: Live) -> None:
    """Several at once; what is locked says why it stays."""
    one, two = spawn(live, "common/cube", count=2)
    frames(live, 40)
    ui = Ui()
    tool = tools_for(live, None, ui)["drag"]
    click(tool, live, top_of(live, one))
    frames(live, 40)
    click(tool, live, top_of(live, two), mods=frozenset({"shift"}))
    assert ui.selected == [one, two]
    tool.act("lock")
    assert live.locked == {one, two}
    click(tool, live, top_of(live, one))
    assert "L unlocks it" in ui.message
    assert ui.is_bad
    ui.selected[:] = [one, two]
    tool.act("unlock")
    tool.act("duplicate")
    assert len(ui.selected) == 2
    assert len(live.world.loose) == 4
    tool.act("delete")
    assert len(live.world.loose) == 2
    live.undo()
    assert len(live.world.loose) == 4
    ui.selected.clear()
    tool.act("delete")
    assert "choose some first" in ui.message


def test_the_ruler_says_millimetres_and_degrees(live: Live) -> None:
    """From the table to the top of a cube beside it; over a piece, its size and tilt."""
    (name,) = spawn(live, "common/cube", (0.0, 0.0, 0.0))
    frames(live, 30)
    tool = tools_for(live, None, Ui())["measure"]
    x, y, z = top_of(live, name)
    assert tool.press(pointer(live, (0.1, -0.1, 0.0)))
    tool.move(pointer(live, (x, y, z)))
    tool.release(pointer(live, (x, y, z), is_down=False))
    wanted = 1000 * math.dist((0.1, -0.1, 0.0), (x, y, z))
    assert float(tool.lines[0].split()[0]) == pytest.approx(wanted, abs=1.0)
    slope = math.degrees(math.atan2(z, math.hypot(x - 0.1, y + 0.1)))
    assert f"slope {slope:.0f}" in tool.lines[1].replace(f"{slope:.1f}", f"{slope:.0f}")
    assert tool.marks()
    assert tool.act("cancel")
    tool.move(pointer(live, (x, y, z), is_down=False))
    size = 1000 * CATALOGUE.get("common/cube").size[0]
    assert tool.lines[0].startswith(f"{size:.1f} x {size:.1f}")
    assert "tilt 0.0°" in tool.lines[1]


def test_a_flick_sends_a_piece_the_way_it_points(live: Live) -> None:
    """The speed is what was shown, and no more than a flick's most."""
    (name,) = spawn(live, "common/cube", (0.0, 0.0, 0.0))
    frames(live, 40)
    tool = tools_for(live, None, Ui())["flick"]
    low, high = live.world.bounds([name])[0]
    at = (float((low + high)[0] / 2), float(low[1]), float((low + high)[2] / 2))
    assert tool.press(pointer(live, at))
    tool.move(pointer(live, (at[0], at[1] - 0.12, at[2])))
    said = float(tool.lines[0].split()[2])
    tool.release(pointer(live, at, is_down=False))
    live.step_once(2)
    velocity = live.world.snapshot().twist(name).linear
    assert velocity[1] == pytest.approx(said, rel=0.1)
    assert abs(velocity[0]) < 0.1 * said
    assert said < 2.51


# --- devices


def loaded(live: Live, pose: Pose = IDENTITY) -> str:
    """Stand a catapult with a block on its basket; return the catapult's name."""
    component, block = CATALOGUE.get("hurlyburly/catapult"), CATALOGUE.get("hurlyburly/block")
    live.add(component, "catapult", pose, fixed=True)
    live.add(block, "block", pose @ load_pose(component, block))
    live.world.hold_joint("catapult", "arm", 0.0)
    frames(live, 20)
    return "catapult"


def test_a_catapult_is_pulled_slowly_and_throws_where_it_was_said(live: Live) -> None:
    """However the mouse is jerked the pull keeps the rules' speed; the block comes down on the predicted place."""
    name = loaded(live, Pose((-0.2, 0.1, 0.0)))
    assert [device.kind for device in devices_of(live)] == ["catapult"]
    assert loaded_on(live, name) == ["block"]
    ui = Ui()
    tools = tools_for(live, None, ui)
    tool, catapult = tools["drag"], tools["catapult"]
    assert isinstance(tool, DragTool)
    assert isinstance(catapult, CatapultTool)
    basket = live.world.pose("block").position
    assert device_at(live, "block", basket) is not None
    assert tool.press(pointer(live, basket, eye=(basket[0], basket[1] - 0.6, basket[2] + 0.3)))
    assert tool.held == name
    arm = catapult.arm
    assert arm is not None
    for number in range(45):
        back = (basket[0] - 0.05, basket[1], basket[2] - 0.012)
        if number > 2:
            tool.move(pointer(live, back, eye=(back[0], back[1] - 0.6, back[2] + 0.3)))
        tool.marks()
        live.advance(1 / 60, budget=9.0)
    assert arm.pull_deg == pytest.approx(46, abs=8)
    found = catapult.prediction()
    assert found is not None
    assert found.along > found.across > 0
    assert any("lands" in line for line in tool.lines)
    tool.release(pointer(live, basket, is_down=False))
    landed = None
    for _ in range(240):
        live.step_once(4)
        if any({each.a, each.b} == {"table", "block"} for each in live.world.contacts("block")):
            landed = live.world.pose("block").position
            break
    assert landed is not None
    assert math.dist(landed[:2], found.landing[:2]) < 0.02
    frames(live, 20)
    assert arm.launched is not None
    assert arm.launched.left
    assert arm.launched.pull_speed < 0.25
    assert arm.launched.gap < 1e-3
    assert arm.launched.speed == pytest.approx(found.speed, rel=0.1)


def test_an_arm_that_is_hardly_pulled_only_goes_back(live: Live) -> None:
    """And so it does with Esc: the block stays in the basket."""
    name = loaded(live)
    arm = Catapult(live, name, lambda: ["block"])
    for pull, lets_go in ((1.0, True), (40.0, False)):
        arm.take()
        arm.pull_to(pull)
        frames(live, 40)
        if lets_go:
            assert not arm.let_go()
        else:
            arm.cancel()
        frames(live, 60)
        assert not arm.is_busy
        assert abs(arm.pull_deg) < 1.0
        assert loaded_on(live, name) == ["block"]
    assert arm.launched is None


def test_the_arc_agrees_with_physics_and_is_worked_out_a_throw_a_frame() -> None:
    """Stronger pulls go further; one throw a call; nothing is said before two are known."""
    arcs = Arcs(
        CATALOGUE.get("hurlyburly/catapult_1"),
        CATALOGUE.get("hurlyburly/block"),
        CATALOGUE.materials,
        Live.empty().profile,
    )
    assert arcs.predict(Pose(), 40.0) is None
    for near in (30.0, 38.0, 46.0, 54.0):
        arcs.work(near)
    reaches = []
    for pull in (32.0, 42.0, 52.0):
        found = arcs.predict(Pose(), pull)
        assert found is not None
        reaches.append(found.landing[0])
        ring = found.ring(2.0)
        assert np.allclose(ring[:, 2], ring[0, 2])
        assert ring[:, 0].max() - found.landing[0] == pytest.approx(2 * found.along, rel=0.01)
    assert reaches == sorted(reaches)
    arcs.close()


def test_a_spinner_spins_on_with_the_speed_of_the_finger(live: Live) -> None:
    """A disc that turns for ever about the vertical is turned along with the mouse, and let go."""
    arm = Part(Box((0.1, 0.01, 0.002)), Pose((0.0, 0.0, 0.02)))
    base = Part(Box((0.04, 0.04, 0.015)), Pose((0.0, 0.0, 0.0075)))
    link = Link(
        "arm_of_it",
        Hinge((0.0, 0.0, 0.02), (0.0, 0.0, 1.0), lower=-math.pi * 4, upper=math.pi * 4),
        (arm,),
        0.01,
        (1e-6, 1e-5, 1e-5),
        Pose((0.0, 0.0, 0.02)),
    )
    spinner = Component(
        "test/spinner",
        "Spinner",
        "beech",
        "articulated",
        0.06,
        (1e-5, 1e-5, 1e-5),
        Pose((0.0, 0.0, 0.0075)),
        (base,),
        (),
        (link,),
    )
    live.add(spinner, "spinner", IDENTITY, fixed=True)
    frames(live, 10)
    tools = tools_for(live, None, Ui())
    assert "spinner" in tools
    tool = tools["drag"]
    eye = (0.0, 0.0, 0.6)
    assert tool.press(pointer(live, (0.04, 0.0, 0.021), eye=eye))
    for number in range(30):
        angle = number * 0.08
        tool.move(pointer(live, (0.04 * math.cos(angle), 0.04 * math.sin(angle), 0.021), eye=eye))
        live.advance(1 / 60, budget=9.0)
    speed = live.world.joint("spinner", "arm_of_it").speed
    assert speed == pytest.approx(0.08 * 60, rel=0.15)
    assert "turns a second" in tool.lines[0]
    tool.release(pointer(live, (0.0, 0.04, 0.021), eye=eye, is_down=False))
    before = live.world.joint("spinner", "arm_of_it").angle
    frames(live, 6)
    assert live.world.joint("spinner", "arm_of_it").angle - before > 0.6 * speed * 0.1
