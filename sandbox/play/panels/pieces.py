"""What is selected, and what can be put on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Pen, icons
from sandbox.play.panels.shown import CatalogueShown, InspectorShown, PieceOffer

__all__ = ["CatalogueState", "draw_catalogue", "draw_inspector", "mass"]


STILL = 1e-3
"""m/s below which a piece is said to rest."""


def mass(kg: float) -> str:
    """Return a mass as a person says it: `1.8 g`, `340 g`, `1.20 kg`."""
    if kg >= 1:
        return f"{kg:.2f} kg"
    return f"{kg * 1000:.0f} g" if kg >= 0.1 else f"{kg * 1000:.3g} g"


def draw_inspector(pen: Pen, place: Rect, shown: InspectorShown) -> None:
    """Draw what is selected, in a panel as high as it needs."""
    with pen.window("inspector", place, fits=True, scrolls=True):
        count = len(shown.names)
        pen.title(shown.title if count == 1 else f"{count} pieces")
        pen.text(", ".join(shown.names[:4]) + (" …" if count > 4 else ""), "faint", size=0.9)
        pen.space(2)
        pen.pair("Mass" if count == 1 else "Mass together", "fixed" if shown.is_fixed else mass(shown.mass_kg))
        pen.pair("Material", shown.material)
        if shown.owner:
            pen.pair("Belongs to", shown.owner)
        if count == 1:
            _place(pen, shown)
        if shown.speed is not None:
            pen.pair("Speed", "at rest" if shown.speed < STILL else f"{shown.speed:.3f} m/s")
        pen.space(3)
        _buttons(pen, shown)


def _place(pen: Pen, shown: InspectorShown) -> None:
    if shown.size_mm is not None:
        pen.pair("Size", " × ".join(f"{edge:.3g}" for edge in shown.size_mm) + " mm")
    if shown.position_mm is not None:
        pen.pair("Place", ", ".join(f"{value:.1f}" for value in shown.position_mm) + " mm")


def _buttons(pen: Pen, shown: InspectorShown) -> None:
    if pen.icon(icons.ICON_FA_CROSSHAIRS, "Look at it"):
        pen.do("focus")
    if not shown.is_fixed:
        imgui.same_line()
        if pen.icon(icons.ICON_FA_ARROWS_ROTATE, "Turn it over"):
            pen.do("flip")
    if not shown.can_edit:
        return
    imgui.same_line()
    glyph, label = (
        (icons.ICON_FA_LOCK, "Let it move") if shown.is_locked else (icons.ICON_FA_LOCK_OPEN, "Hold it fast")
    )
    if pen.icon(glyph, label, is_on=shown.is_locked):
        pen.do("unlock" if shown.is_locked else "lock")
    imgui.same_line()
    if pen.icon(icons.ICON_FA_COPY, "One more of it"):
        pen.do("duplicate")
    imgui.same_line()
    if pen.icon(icons.ICON_FA_TRASH_CAN, "Take it away", kind="danger"):
        pen.do("delete")


@dataclass
class CatalogueState:
    """What a person wrote and unfolded: words to search, how many to put down at once."""

    search: str = ""
    count: int = 1
    folded: set[str] = field(default_factory=set)


def draw_catalogue(pen: Pen, place: Rect, shown: CatalogueShown, state: CatalogueState) -> None:
    """Draw what can be put on the table."""
    with pen.window("catalogue", place):
        pen.title("Pieces", f"{len(shown.pieces)} kinds")
        imgui.set_next_item_width(-1)
        _, state.search = imgui.input_text_with_hint("##search", "Search, such as card or marble", state.search)
        pen.note("search pieces")
        footer = imgui.get_frame_height() + pen.px(12)
        with pen.child("pieces", height=-footer):
            found = _found(shown, state.search)
            for group, pieces in found.items():
                pen.heading(group)
                for piece in pieces:
                    _piece(pen, piece, state.count)
            if not found:
                pen.text("Nothing is called that. Models of your own come in with --models FOLDER.", "soft")
        pen.space(1)
        imgui.align_text_to_frame_padding()
        pen.text("At once", "soft", wraps=False)
        for count in (1, 5, 20):
            imgui.same_line()
            kind = "main" if state.count == count else "plain"
            if pen.button(f"{count}", kind=kind, width=pen.px(44), name=f"count {count}"):  # type: ignore[arg-type]
                state.count = count


def _found(shown: CatalogueShown, search: str) -> dict[str, list[PieceOffer]]:
    words = search.lower().split()
    groups: dict[str, list[PieceOffer]] = {}
    for piece in shown.pieces:
        text = f"{piece.id} {piece.title} {piece.material}".lower()
        if all(word in text for word in words):
            groups.setdefault(piece.id.rpartition("/")[0] or "own", []).append(piece)
    return dict(
        sorted(groups.items(), key=lambda each: each[0] != "common")
    )  # what belongs to no game comes first


def _piece(pen: Pen, piece: PieceOffer, count: int) -> None:
    start = imgui.get_cursor_screen_pos()
    width = imgui.get_content_region_avail().x
    height = imgui.get_text_line_height() + pen.px(8)
    pressed = imgui.invisible_button(f"##{piece.id}", imgui.ImVec2(width, height))
    pen.note(piece.id)
    draw = imgui.get_window_draw_list()
    if imgui.is_item_hovered():
        high = imgui.ImVec2(start.x + width, start.y + height)
        draw.add_rect_filled(start, high, pen.colour("press" if imgui.is_item_active() else "hover"), pen.px(6))
    side = mass(piece.mass_kg) if piece.mass_kg else "fixed"
    taken = imgui.calc_text_size(side).x
    y = start.y + pen.px(4)
    draw.push_clip_rect(start, imgui.ImVec2(start.x + width - taken - pen.px(16), start.y + height), True)
    draw.add_text(imgui.ImVec2(start.x + pen.px(8), y), pen.colour("ink"), piece.title)
    draw.pop_clip_rect()
    draw.add_text(imgui.ImVec2(start.x + width - taken - pen.px(8), y), pen.colour("faint"), side)
    pen.tip(
        f"{piece.title}\n{piece.id}, {piece.material}, {side}\nPress to put it down at the middle of the table"
    )
    if pressed:
        pen.do("spawn", component=piece.id, count=count)
