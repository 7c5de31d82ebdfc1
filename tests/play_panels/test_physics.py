"""The physics panel changes the world when a slider is let go, and draws how it fares."""

from __future__ import annotations

import numpy as np
import pytest
from imgui_bundle import imgui

from sandbox.geometry import Pose
from sandbox.physics.changes import Changes
from sandbox.physics.profile import NAMED
from sandbox.play.live import Live
from sandbox.play.panels.meter import Meter, energies
from sandbox.play.ui import Ui
from tests.play_panels.conftest import Sit
from tests.play_panels.kit import Person, queue, table_ui

TALL = (1440, 1400)


def opened() -> Ui:
    """Return a screen with the physics panel."""
    ui = table_ui()
    ui.open.add("physics")
    return ui


def drag(person: Person, name: str, start: float, end: float) -> tuple[list[str], list[Changes]]:
    """Drag a slider; return what was asked for on the way, and the changes asked for at the end."""
    person.point(name, start)
    io = imgui.get_io()
    io.add_mouse_button_event(0, True)
    person.look(2)
    for part in np.linspace(start, end, 4):
        person.point(name, float(part))
    on_the_way = [each.action for each in queue(person.ui)]
    io.add_mouse_button_event(0, False)
    person.look(3)
    return on_the_way, [each.arguments["changes"] for each in queue(person.ui) if each.action == "physics"]


def test_friction_is_given_to_the_world_when_the_slider_is_let_go(sit: Sit, table: Live):
    """While it is dragged nothing is built anew; then the pair has about the friction under the mouse."""
    person = sit(opened(), table, size=TALL)
    on_the_way, [changes] = drag(person, "Friction", 0.2, 0.5)
    assert on_the_way == []
    assert changes.friction == {("lacquer", "table"): pytest.approx(0.75, abs=0.05)}
    assert (
        changes.materials(table.materials).pair("lacquer", "table").friction
        == changes.friction["lacquer", "table"]
    )


@pytest.mark.parametrize(
    ("slider", "read"),
    [
        ("Bounce", lambda changes: changes.restitution["lacquer", "table"]),
        ("Rolling resistance", lambda changes: changes.rolling["lacquer", "table"]),
        ("Mass", lambda changes: changes.masses["hurlyburly/block"]),
        ("Gravity", lambda changes: changes.profile.gravity),
        ("Steps a second", lambda changes: changes.profile.rate_hz),
        ("Iterations", lambda changes: changes.profile.iterations),
    ],
)
def test_every_slider_changes_its_number(sit: Sit, table: Live, slider: str, read):
    """Farther right is more of the same number, and no other number changes."""
    person = sit(opened(), table, size=TALL)
    _, [less] = drag(person, slider, 0.5, 0.3)
    _, [more] = drag(person, slider, 0.5, 0.8)
    assert read(less) < read(more)


def test_pairs_of_two_materials_are_chosen_from_lists(sit: Sit, table: Live):
    """The pair that is shown is the pair that is changed."""
    person = sit(opened(), table, size=TALL)
    person.press("material a")
    person.press("material a glass")
    person.press("material b")
    person.press("material b felt")
    _, [changes] = drag(person, "Friction", 0.3, 0.6)
    assert list(changes.friction) == [("felt", "glass")]


def test_the_panel_is_about_what_is_selected(sit: Sit, table: Live):
    """Its material on that of the table, and its mass; another choice stays until another piece is selected."""
    marble = table.catalogue.get("common/marble")
    table.add(marble, "marble", Pose((0.1, 0.0, 0.008)))
    person = sit(opened(), table, size=TALL)
    state = person.panels.physics
    assert (state.a, state.b, state.component) == ("lacquer", "table", "hurlyburly/block")
    person.ui.selected = ["marble"]
    person.look()
    assert (state.a, state.b, state.component) == ("glass", "table", "common/marble")
    person.press("material b")
    person.press("material b felt")
    assert (state.a, state.b) == ("glass", "felt")


def test_presets_are_the_shipped_profiles(sit: Sit, table: Live):
    """One press takes all engine numbers of a shipped profile, and keeps the materials."""
    person = sit(opened(), table, size=TALL)
    person.panels.changes = Changes().with_pair("friction", "card", "card", 0.4)
    [asked] = person.press("profile fine")
    wanted: Changes = asked.arguments["changes"]
    assert wanted.profile == NAMED["fine"]
    assert wanted.friction == {("card", "card"): 0.4}


def test_saving_asks_with_the_path_and_all_changes(sit: Sit, table: Live):
    """The typed name and what holds go along; reset asks for what was shipped."""
    person = sit(opened(), table, size=TALL)
    person.panels.changes = Changes().with_profile(gravity=1.62)
    [asked] = person.press("Save as profile")
    assert (asked.action, asked.arguments["path"]) == ("save_profile", "my_profile.toml")
    assert asked.arguments["changes"].profile.gravity == 1.62
    [asked] = person.press("Reset")
    assert asked.arguments["changes"] == Changes()


def test_overlays_and_quality_can_be_chosen(sit: Sit, table: Live):
    """Everything that can be drawn over the table has a switch; every quality a button."""
    person = sit(opened(), table, size=TALL)
    person.scroll("Friction", -60)
    [asked] = person.press("Contact points")
    assert (asked.action, asked.arguments) == ("overlay", {"name": "contacts"})
    [asked] = person.press("tier high")
    assert (asked.action, asked.arguments) == ("set_tier", {"name": "high"})


def test_the_table_takes_what_the_panel_asks_for(sit: Sit, table: Live):
    """A heavier block on the Moon: the world has these numbers, and the panel shows them."""
    person = sit(opened(), table, size=TALL)
    changes = Changes().with_profile(gravity=1.62).with_mass("hurlyburly/block", 0.0036)
    table.apply(materials=changes.materials(person.panels.base), profile=changes.profile, masses=changes.masses)
    person.panels.changes = changes
    person.look()
    assert table.kinds["red.block1"].mass == pytest.approx(0.0036)
    assert {"1.62 m/s²", "3.6 g", "changed"} <= set(person.panels.written)


# --- the meter


def test_a_falling_block_turns_height_into_speed():
    """Kinetic and potential energy are ½mv² and mgh; their sum stays but for what semi-implicit steps lose."""
    live = Live.empty()
    block = live.catalogue.get("hurlyburly/block")
    live.add(block, "block", Pose((0.0, 0.0, 0.5)))
    meter, sums = Meter(), []
    for _ in range(20):
        snapshot = live.world.snapshot()
        kinetic, potential, fastest = energies(snapshot, live.kinds, 9.81)
        assert kinetic == pytest.approx(0.5 * block.mass * fastest**2, rel=1e-6, abs=1e-15)
        assert potential == pytest.approx(block.mass * 9.81 * snapshot.pose("block").position[2], rel=1e-6)
        sums.append(kinetic + potential)
        meter.read(snapshot, live.kinds, 9.81)
        live.world.run(0.01)
    lost = block.mass * 9.81**2 * live.profile.dt * 0.19 / 2
    assert sums[0] - sums[-1] == pytest.approx(lost, rel=0.05)
    live.close()


def test_the_meter_keeps_ten_seconds_and_forgets_a_future():
    """Readings are 50 ms apart; going back in time takes away what came after."""
    live = Live.empty()
    meter = Meter()
    snapshot = live.world.snapshot()
    for time in np.arange(0, 25, 0.02):
        meter.read(type(snapshot)(float(time), snapshot.names, snapshot.poses, snapshot.twists), live.kinds, 9.81)
    times = meter.curves()[0]
    assert times[-1] - times[0] <= 10.0
    assert np.diff(times).min() >= 0.05 - 1e-9
    meter.read(type(snapshot)(20.0, snapshot.names, snapshot.poses, snapshot.twists), live.kinds, 9.81)
    assert meter.curves()[0][-1] <= 20.0
    live.close()


def test_a_spinning_top_has_the_energy_of_its_spin():
    """½Iω² about a principal axis counts."""
    live = Live.empty()
    block = live.catalogue.get("hurlyburly/block")
    live.add(block, "block", Pose((0.0, 0.0, 0.5)))
    snapshot = live.world.snapshot()
    twists = snapshot.twists.copy()
    twists[snapshot.index("block")] = (0, 0, 0, 0, 0, 30.0)
    spinning = type(snapshot)(0.0, snapshot.names, snapshot.poses, twists)
    assert energies(spinning, live.kinds, 9.81)[0] == pytest.approx(0.5 * block.inertia[2] * 900, rel=1e-6)
    live.close()
