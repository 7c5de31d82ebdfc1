"""The buttons of the program at the top left, and the tools of the hand below them."""

from __future__ import annotations

from dataclasses import dataclass

from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Pen, icons

__all__ = ["BarShown", "draw_bar", "draw_changed", "draw_tools"]

_TOOLS = {
    "drag": icons.ICON_FA_HAND,
    "measure": icons.ICON_FA_RULER,
    "flick": icons.ICON_FA_HAND_BACK_FIST,
    "catapult": icons.ICON_FA_BULLSEYE,
    "can": icons.ICON_FA_DROPLET,
    "spinner": icons.ICON_FA_ROTATE,
}
_OTHER = icons.ICON_FA_SCREWDRIVER_WRENCH


@dataclass(frozen=True, slots=True)
class BarShown:
    """What the buttons of the program look like.

    Attributes:
        is_muted: No sounds.
        is_recording: A film is being made.
        open: Panels that are open.
        can_spawn: Whether pieces can be put on the table.
        keys: The first key of each action.
    """

    is_muted: bool = False
    is_recording: bool = False
    open: frozenset[str] = frozenset()
    can_spawn: bool = False
    keys: tuple[tuple[str, str], ...] = ()


def draw_bar(pen: Pen, place: Rect, shown: BarShown) -> None:
    """Draw the buttons of the program."""
    keys = dict(shown.keys)
    film = (icons.ICON_FA_CIRCLE_STOP, "End the film") if shown.is_recording else (icons.ICON_FA_VIDEO, "Film")
    sound = (
        (icons.ICON_FA_VOLUME_XMARK, "Sound on") if shown.is_muted else (icons.ICON_FA_VOLUME_HIGH, "Sound off")
    )
    buttons = [
        (icons.ICON_FA_BARS, "Menu", "to_menu", False),
        (icons.ICON_FA_FLOPPY_DISK, "Save", "quick_save", False),
        (icons.ICON_FA_CAMERA, "Picture", "screenshot", False),
        (*film, "record", shown.is_recording),
        (*sound, "mute", False),
        (icons.ICON_FA_SLIDERS, "Physics", "panel_physics", "physics" in shown.open),
        (icons.ICON_FA_KEYBOARD, "Keys", "help", "keys" in shown.open),
    ]
    if shown.can_spawn:
        buttons.insert(6, (icons.ICON_FA_CUBES, "Pieces", "panel_spawn", "spawn" in shown.open))
    side, gap = imgui.get_frame_height(), pen.px(5)
    width = len(buttons) * side + (len(buttons) - 1) * gap + pen.px(20)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(gap, 0.0))
    with pen.window("bar", Rect(place.x, place.y, width, place.height), padding=(10, 9)):
        for number, (glyph, label, action, is_on) in enumerate(buttons):
            if number:
                imgui.same_line()
            key = keys.get(action, "")
            if pen.icon(glyph, label, is_on=is_on, key=key):
                pen.do(action)
    imgui.pop_style_var()


def draw_changed(pen: Pen, place: Rect, changes: tuple[str, ...]) -> None:
    """Draw a sign that the table has other physics than it came with, beside its top left corner.

    Args:
        pen: To draw with.
        place: Its top left corner.
        changes: What is otherwise.
    """
    glyph, label = icons.ICON_FA_SLIDERS, "Changed physics"
    width = imgui.calc_text_size(f"{glyph}  {label}").x + pen.px(44)
    with pen.window("changed", Rect(place.x, place.y, width, pen.px(46)), padding=(10, 9)):
        shown = "\n".join(changes[:12])
        more = f"\nand {len(changes) - 12} more" if len(changes) > 12 else ""
        if pen.button(label, icon=glyph, kind="danger", width=-1, tip=f"{shown}{more}\nReset is in the panel"):
            pen.do("panel_physics")


def draw_tools(
    pen: Pen, place: Rect, tools: tuple[tuple[str, str], ...], chosen: str, keys: dict[str, str]
) -> Rect:
    """Draw the tools of the hand; return where they are.

    Args:
        pen: To draw with.
        place: Top and left of the strip.
        tools: Name and title of each.
        chosen: The one in use.
        keys: The first key of each action.
    """
    side, gap = imgui.get_frame_height() + pen.px(2), pen.px(5)
    height = len(tools) * side + (len(tools) - 1) * gap + pen.px(18)
    strip = Rect(place.x, place.y, side + pen.px(18), height)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(0.0, gap))
    with pen.window("tools", strip, padding=(9, 9)):
        for name, title in tools:
            label = title[:1].upper() + title[1:]
            glyph = _TOOLS.get(name, _OTHER)
            if pen.icon(glyph, label, is_on=name == chosen, side=side, key=keys.get(f"tool_{name}", "")):
                pen.do("set_tool", name=name)
    imgui.pop_style_var()
    return strip
