"""The physics panel: the numbers of the world, how it fares, and a profile file of what was changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui, implot

from sandbox.geometry import Floats
from sandbox.physics.changes import Changes
from sandbox.physics.profile import NAMED
from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Kind, Pen, icons
from sandbox.play.panels.pieces import mass
from sandbox.play.panels.shown import PhysicsShown

__all__ = ["OVERLAYS", "PhysicsState", "draw_physics"]

OVERLAYS = {
    "contacts": "Contact points",
    "supports": "Who carries whom",
    "balance": "Centre of mass",
    "shapes": "Collision shapes",
    "zones": "Zones and distances",
    "names": "Names",
}
"""What can be drawn over the scene."""

_PAIRS = (
    (
        "friction",
        "Friction",
        0.0,
        1.5,
        1.0,
        "%.3f",
        "0 is ice, 1 is rubber; the part of the weight that resists sliding",
    ),
    ("restitution", "Bounce", 0.0, 1.0, 1.0, "%.3f", "0 stays where it lands, 1 comes back as fast as it came"),
    (
        "rolling",
        "Rolling resistance",
        0.0,
        5.0,
        1000.0,
        "%.2f mm",
        "Lever arm of the weight that stops what rolls",
    ),
)
"""Number of a pair, its name, least and most on the slider, what SI is multiplied with, form, and what it is."""


@dataclass
class PhysicsState:
    """What a person chose in the panel.

    Attributes:
        a: A material.
        b: The other one.
        component: Whose mass is shown.
        about: What materials and mass were last chosen for by themselves.
        pending: Numbers that are being dragged; the world gets them when they are let go.
        path: Of the profile file.
    """

    a: str = ""
    b: str = ""
    component: str = ""
    about: str = ""
    pending: Changes | None = None
    path: str = "my_profile.toml"


def draw_physics(pen: Pen, place: Rect, shown: PhysicsShown, state: PhysicsState) -> None:
    """Draw the panel of the physics."""
    with pen.window("physics", place):
        pen.title("Physics")
        if pen.closer():
            pen.do("panel_physics")
        footer = imgui.get_frame_height() * 2 + pen.px(26)
        with pen.child("numbers", height=-footer):
            changes, wanted = _numbers(pen, shown, state)
        _hand_over(pen, state, shown, changes, wanted)
        _save(pen, shown, state)


def _numbers(pen: Pen, shown: PhysicsShown, state: PhysicsState) -> tuple[Changes, Changes]:
    """Draw all that can be changed; return what holds and what is wanted."""
    changes = state.pending or shown.changes
    wanted = changes
    wanted = _presets(pen, shown, wanted)
    wanted = _pairs(pen, shown, state, wanted)
    wanted = _masses(pen, shown, state, wanted)
    wanted = _world(pen, wanted)
    _plots(pen, shown)
    _show(pen, shown)
    return changes, wanted


def _hand_over(pen: Pen, state: PhysicsState, shown: PhysicsShown, changes: Changes, wanted: Changes) -> None:
    """Give the world what was chosen once no slider is held: a new world is built for it."""
    if wanted is not changes:
        state.pending = wanted
    if state.pending is not None and not imgui.is_any_item_active():
        if state.pending != shown.changes:
            pen.do("physics", changes=state.pending)
        state.pending = None


def _presets(pen: Pen, shown: PhysicsShown, changes: Changes) -> Changes:
    pen.pair("Runs at", f"{shown.factor:.2f} × real time", "bad" if shown.factor < 0.95 else "ink")
    pen.pair("Pieces", f"{shown.bodies}, {shown.awake} awake")
    pen.pair("A frame takes", f"{shown.frame_ms:.0f} ms")
    pen.heading("Profile", "changed" if changes != shown.shipped else "as shipped")
    count = max(len(shown.presets), 1)
    gap = imgui.get_style().item_spacing.x
    width = (imgui.get_content_region_avail().x - gap * (count - 1)) / count
    for number, name in enumerate(shown.presets):
        if number:
            imgui.same_line()
        is_on = changes.based_on == name
        kind: Kind = "main" if is_on else "plain"
        if pen.button(name, kind=kind, width=width, name=f"profile {name}"):
            changes = changes.with_profile(**NAMED[name].model_dump())
    return changes


def _pairs(pen: Pen, shown: PhysicsShown, state: PhysicsState, changes: Changes) -> Changes:
    names = shown.materials.names
    if shown.about != state.about:  # another piece is selected
        state.about = state.component = shown.about
        state.a, state.b = shown.meeting or (names[0], names[0])
    if not names:
        return changes
    if state.a not in names or state.b not in names:
        state.a = state.b = names[0]
    pen.heading("Between materials")
    width = (imgui.get_content_region_avail().x - pen.px(26)) / 2
    state.a = _chooser(pen, "material a", state.a, names, width)
    imgui.same_line(0.0, pen.px(6))
    pen.text("on", "soft", wraps=False)
    imgui.same_line(0.0, pen.px(6))
    state.b = _chooser(pen, "material b", state.b, names, -1)
    pair = changes.materials(shown.materials).pair(state.a, state.b)
    for number, name, low, high, scale, form, tip in _PAIRS:
        value = pen.slider(name, getattr(pair, number) * scale, low, high, form, tip=tip)
        if value is not None:
            changes = changes.with_pair(number, state.a, state.b, round(value, 4) / scale)
    return changes


def _chooser(pen: Pen, name: str, value: str, values: tuple[str, ...], width: float) -> str:
    imgui.set_next_item_width(width)
    if imgui.begin_combo(f"##{name}", value):
        for each in values:
            if imgui.selectable(each, each == value)[0]:
                value = each
            pen.note(f"{name} {each}")
        imgui.end_combo()
    pen.note(name)
    return value


def _masses(pen: Pen, shown: PhysicsShown, state: PhysicsState, changes: Changes) -> Changes:
    names = tuple(sorted(shown.masses))
    if not names:
        return changes
    if state.component not in names:
        state.component = names[0]
    pen.heading("Mass of a piece")
    state.component = _chooser(pen, "piece", state.component, names, -1)
    kg = changes.masses.get(state.component, shown.masses[state.component])
    low, high = (limit * 1000 for limit in shown.mass_limits[state.component])
    tip = f"All pieces of {state.component}: {mass(kg)} each"
    value = pen.slider("Mass", kg * 1000, low, high, "%.4g g", is_log=True, tip=tip)
    return changes if value is None else changes.with_mass(state.component, float(f"{value / 1000:.4g}"))


def _world(pen: Pen, changes: Changes) -> Changes:
    pen.heading("World")
    profile = changes.profile
    value = pen.slider("Gravity", profile.gravity, 0.0, 20.0, "%.2f m/s²", tip="9.81 on Earth, 1.62 on the Moon")
    if value is not None:
        changes = changes.with_profile(gravity=round(value, 3))
    tip = "More is finer and dearer; below 480 marbles pass through thin meshes"
    value = pen.slider("Steps a second", profile.rate_hz, 60.0, 2400.0, "%.0f Hz", is_log=True, tip=tip)
    if value is not None:
        changes = changes.with_profile(rate_hz=float(round(value / 10) * 10))
    tip = "How often a step solves its contacts; at 10 towers fall"
    value = pen.slider("Iterations", float(profile.iterations), 1.0, 200.0, "%.0f", tip=tip)
    if value is not None:
        changes = changes.with_profile(iterations=round(value))
    return changes


# --- plots


def _plots(pen: Pen, shown: PhysicsShown) -> None:
    pen.heading("Energy", _millijoules(shown))
    lines = {"moving": ("accent", shown.kinetic * 1e3), "lifted": ("info", shown.potential * 1e3)}
    _plot(pen, "energy", "mJ", shown.times, lines)
    pen.heading("Fastest piece", "at rest" if _is_quiet(shown) else "moving")
    _plot(
        pen, "settling", "mm/s", shown.times, {"speed": ("good", shown.fastest * 1e3)}, mark=shown.rest_speed * 1e3
    )


def _millijoules(shown: PhysicsShown) -> str:
    return f"{shown.kinetic[-1] * 1e3:.3g} mJ moving" if len(shown.kinetic) else ""


def _is_quiet(shown: PhysicsShown) -> bool:
    return not len(shown.fastest) or bool(shown.fastest[-1] < shown.rest_speed)


def _plot(
    pen: Pen,
    name: str,
    unit: str,
    times: Floats,
    lines: dict[str, tuple[str, Floats]],
    mark: float | None = None,
) -> None:
    """Draw lines over the last ten seconds; `mark` is a level that is drawn across."""
    flags = (
        implot.Flags_.no_menus
        | implot.Flags_.no_box_select
        | implot.Flags_.no_mouse_text
        | implot.Flags_.no_inputs
    )
    if len(lines) == 1:
        flags |= implot.Flags_.no_legend
    if not implot.begin_plot(f"##{name}", imgui.ImVec2(-1, pen.px(104)), int(flags)):
        return
    axis = implot.AxisFlags_.no_highlight | implot.AxisFlags_.no_menus
    implot.setup_axes("", "", int(axis), int(axis))
    ago = np.ascontiguousarray(times - times[-1]) if len(times) else times
    high = max(
        [float(values.max()) for _, values in lines.values() if len(values)] + [1e-3 if mark is None else 2 * mark]
    )
    implot.setup_axis_limits(implot.ImAxis_.x1, -10.0, 0.5, int(implot.Cond_.always))
    implot.setup_axis_limits(implot.ImAxis_.y1, 0.0, high * 1.12, int(implot.Cond_.always))
    implot.setup_axis_format(implot.ImAxis_.x1, "%g s")
    implot.setup_axis_format(implot.ImAxis_.y1, f"%g {unit}")
    for label, (ink, values) in lines.items():
        spec = implot.Spec()
        spec.line_color, spec.line_weight = pen.rgba(ink), pen.px(1.8)
        if len(values) > 1:
            implot.plot_line(label, ago, np.ascontiguousarray(values), spec)
    if mark is not None:
        spec = implot.Spec()
        spec.line_color, spec.line_weight = pen.rgba("soft", 0.8), pen.px(1.0)
        implot.plot_line("##rest", np.array([-10.0, 0.5]), np.array([mark, mark]), spec)
    implot.end_plot()


# --- what is drawn, and the file


def _show(pen: Pen, shown: PhysicsShown) -> None:
    pen.heading("Draw over the table")
    for name, label in OVERLAYS.items():
        if pen.switch(label, shown.overlays.get(name, False)):
            pen.do("overlay", name=name)
    if shown.tiers:
        pen.heading("Quality of the picture")
        gap = imgui.get_style().item_spacing.x
        width = (imgui.get_content_region_avail().x - gap * (len(shown.tiers) - 1)) / len(shown.tiers)
        for number, name in enumerate(shown.tiers):
            if number:
                imgui.same_line()
            kind: Kind = "main" if name == shown.tier else "plain"
            if pen.button(name, kind=kind, width=width, name=f"tier {name}"):
                pen.do("set_tier", name=name)


def _save(pen: Pen, shown: PhysicsShown, state: PhysicsState) -> None:
    pen.line()
    imgui.set_next_item_width(-1)
    _, state.path = imgui.input_text_with_hint("##path", "my_profile.toml", state.path)
    pen.note("profile path")
    width = imgui.get_content_region_avail().x - pen.px(100)
    tip = "A file for: sandbox run --profile " + (state.path or "my_profile.toml")
    if pen.button(
        "Save as profile", icon=icons.ICON_FA_FLOPPY_DISK, width=width, is_enabled=bool(state.path), tip=tip
    ):
        pen.do("save_profile", path=state.path, changes=shown.changes)
    imgui.same_line()
    if pen.button(
        "Reset", width=-1, is_enabled=shown.changes != shown.shipped, tip="All numbers as the table came with them"
    ):
        pen.do("physics", changes=shown.shipped)
