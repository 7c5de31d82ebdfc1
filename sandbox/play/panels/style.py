"""How the panels look: dark walnut, cream ink, one amber accent. Sizes are in units of the mouse at scale 1."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import imgui_bundle
from imgui_bundle import imgui, implot

__all__ = ["COLOURS", "SIZE", "Fonts", "colour", "load_fonts", "rgba", "use_style"]

SIZE = 15.0
"""Height of the text."""

COLOURS = {
    "ground": "#211a15",
    "raised": "#33281f",
    "hover": "#4a392b",
    "press": "#5d4733",
    "line": "#57463a",
    "ink": "#f4eadb",
    "soft": "#b9a893",
    "faint": "#8f7f6f",
    "accent": "#e3a857",
    "accent_ink": "#241a10",
    "good": "#93c47d",
    "bad": "#ee8168",
    "info": "#86b6d6",
}
"""What colours are for, by name."""

RGBA = tuple[float, float, float, float]


@dataclass(frozen=True)
class Fonts:
    """The two weights; both know the icons."""

    plain: imgui.ImFont
    bold: imgui.ImFont


@lru_cache(maxsize=512)
def rgba(name: str, alpha: float = 1.0) -> imgui.ImVec4:
    """Return a colour by its name or as `#rrggbb`, with its opacity, 0 to 1."""
    text = COLOURS.get(name, name)
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return imgui.ImVec4(red, green, blue, alpha)


@lru_cache(maxsize=512)
def colour(name: str, alpha: float = 1.0) -> int:
    """Return a colour as draw lists take it."""
    return imgui.color_convert_float4_to_u32(rgba(name, alpha))


def load_fonts() -> Fonts:
    """Load the fonts that come with imgui-bundle; the sharpness for high-DPI screens is imgui's own work."""
    folder = Path(imgui_bundle.__file__).parent / "assets" / "fonts"
    atlas = imgui.get_io().fonts
    loaded = []
    for name in ("Roboto-Regular.ttf", "Roboto-Bold.ttf"):
        font = atlas.add_font_from_file_ttf(str(folder / "Roboto" / name), SIZE)
        icons = imgui.ImFontConfig()
        icons.merge_mode = True
        icons.glyph_min_advance_x = SIZE
        icons.glyph_offset = imgui.ImVec2(0.0, 0.5)
        atlas.add_font_from_file_ttf(str(folder / "Font_Awesome_6_Free-Solid-900.otf"), SIZE * 0.86, icons)
        loaded.append(font)
    return Fonts(*loaded)


def use_style(scale: float) -> None:
    """Give the current imgui context our colours and measures.

    Args:
        scale: How much larger than at scale 1 everything is.
    """
    style = imgui.get_style()
    style.window_padding = imgui.ImVec2(14, 12)
    style.frame_padding = imgui.ImVec2(10, 5)
    style.item_spacing = imgui.ImVec2(8, 6)
    style.item_inner_spacing = imgui.ImVec2(7, 5)
    style.cell_padding = imgui.ImVec2(6, 3)
    style.indent_spacing = 14
    style.scrollbar_size = 9
    style.grab_min_size = 12
    style.window_rounding = 10
    style.child_rounding = 8
    style.frame_rounding = 6
    style.popup_rounding = 8
    style.grab_rounding = 6
    style.tab_rounding = 6
    style.scrollbar_rounding = 6
    style.frame_border_size = 0
    style.tab_bar_border_size = 1
    style.window_title_align = imgui.ImVec2(0.0, 0.5)
    style.disabled_alpha = 0.45
    style.scale_all_sizes(scale)
    style.window_border_size = style.popup_border_size = max(1.0, round(scale))
    style.font_size_base = SIZE
    style.font_scale_main = scale
    for which, name, alpha in _PARTS:
        style.set_color_(which, rgba(name, alpha))
    _use_plot_style(scale)


def _use_plot_style(scale: float) -> None:
    plot = implot.get_style()
    plot.plot_padding = imgui.ImVec2(4 * scale, 4 * scale)
    plot.label_padding = imgui.ImVec2(4 * scale, 2 * scale)
    plot.legend_padding = imgui.ImVec2(4 * scale, 2 * scale)
    plot.plot_border_size = 0
    plot.minor_alpha = 0.1
    for which, name, alpha in (
        (implot.Col_.frame_bg, "ground", 0.0),
        (implot.Col_.plot_bg, "raised", 0.55),
        (implot.Col_.plot_border, "line", 0.0),
        (implot.Col_.legend_bg, "ground", 0.0),
        (implot.Col_.legend_border, "ground", 0.0),
        (implot.Col_.legend_text, "soft", 1.0),
        (implot.Col_.axis_text, "faint", 1.0),
        (implot.Col_.axis_grid, "line", 0.5),
        (implot.Col_.inlay_text, "soft", 1.0),
    ):
        plot.set_color_(which, rgba(name, alpha))


_PARTS = (
    (imgui.Col_.text, "ink", 1.0),
    (imgui.Col_.text_disabled, "faint", 1.0),
    (imgui.Col_.window_bg, "ground", 0.95),
    (imgui.Col_.child_bg, "raised", 0.0),
    (imgui.Col_.popup_bg, "ground", 0.98),
    (imgui.Col_.border, "line", 0.55),
    (imgui.Col_.frame_bg, "raised", 1.0),
    (imgui.Col_.frame_bg_hovered, "hover", 1.0),
    (imgui.Col_.frame_bg_active, "press", 1.0),
    (imgui.Col_.title_bg, "ground", 1.0),
    (imgui.Col_.title_bg_active, "ground", 1.0),
    (imgui.Col_.scrollbar_bg, "ground", 0.0),
    (imgui.Col_.scrollbar_grab, "line", 0.8),
    (imgui.Col_.scrollbar_grab_hovered, "faint", 0.9),
    (imgui.Col_.scrollbar_grab_active, "soft", 1.0),
    (imgui.Col_.check_mark, "accent", 1.0),
    (imgui.Col_.slider_grab, "accent", 0.9),
    (imgui.Col_.slider_grab_active, "accent", 1.0),
    (imgui.Col_.button, "raised", 1.0),
    (imgui.Col_.button_hovered, "hover", 1.0),
    (imgui.Col_.button_active, "press", 1.0),
    (imgui.Col_.header, "raised", 1.0),
    (imgui.Col_.header_hovered, "hover", 1.0),
    (imgui.Col_.header_active, "press", 1.0),
    (imgui.Col_.separator, "line", 0.6),
    (imgui.Col_.tab, "ground", 0.0),
    (imgui.Col_.tab_hovered, "hover", 1.0),
    (imgui.Col_.tab_selected, "raised", 1.0),
    (imgui.Col_.tab_selected_overline, "accent", 1.0),
    (imgui.Col_.text_selected_bg, "accent", 0.35),
    (imgui.Col_.nav_cursor, "accent", 0.9),
    (imgui.Col_.modal_window_dim_bg, "ground", 0.6),
)
