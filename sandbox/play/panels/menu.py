"""The menu: begin a game, open a scenario, go on with a saved game, or take a bare table."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from imgui_bundle import imgui

from sandbox.play.desk_seats import YOU
from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Kind, Pen, icons
from sandbox.play.panels.shown import FileOffer, GameOffer, MenuShown

__all__ = ["MenuState", "draw_menu", "start_arguments"]


@dataclass
class MenuState:
    """What a person chose so far.

    Attributes:
        page: `games`, `scenarios` or `saves`.
        game: Name of the chosen game; empty before anything was chosen.
        players: Who sits on each seat, as `start_game` takes it.
        seed: What chance is made of, as it was typed; empty draws one.
        search: Words that a scenario's title must have.
        is_practice: Nothing counts.
        is_advisory: The referee only comments.
    """

    page: str = "games"
    game: str = ""
    players: list[str] = field(default_factory=list)
    seed: str = ""
    search: str = ""
    is_practice: bool = False
    is_advisory: bool = False


def start_arguments(state: MenuState, rng: random.Random) -> dict[str, object]:
    """Return what `start_game` is called with."""
    seed = int(state.seed) if state.seed.isdigit() else rng.randrange(1, 1_000_000)
    return {
        "game": state.game,
        "players": tuple(state.players),
        "seed": seed,
        "practice": state.is_practice,
        "advisory": state.is_advisory,
    }


def draw_menu(pen: Pen, place: Rect, shown: MenuShown, state: MenuState) -> None:
    """Draw the menu."""
    with pen.window("menu", place, padding=(26, 20), alpha=0.96):
        _head(pen, shown)
        pages = (
            ("games", "Games", icons.ICON_FA_CHESS_ROOK),
            ("scenarios", "Scenarios", icons.ICON_FA_FLASK),
            ("saves", "Saved games", icons.ICON_FA_BOX_OPEN),
        )
        for number, (page, label, icon) in enumerate(pages):
            if number:
                imgui.same_line()
            kind: Kind = "main" if state.page == page else "quiet"
            if pen.button(label, icon=icon, kind=kind, name=f"page {page}"):
                state.page = page
        tip = "A bare table and all pieces that there are"
        imgui.same_line()
        if pen.button("Empty table", icon=icons.ICON_FA_CUBES, kind="quiet", tip=tip):
            pen.do("start_empty")
        pen.line()
        if state.page == "games":
            _games(pen, shown, state)
        elif state.page == "scenarios":
            _scenarios(pen, shown, state)
        else:
            with pen.child("saves"):
                _saves(pen, shown)


def _head(pen: Pen, shown: MenuShown) -> None:
    pen.text("sandbox", "accent", is_bold=True, size=2.0, wraps=False)
    imgui.same_line(0.0, pen.px(10))
    y = imgui.get_cursor_pos_y()
    imgui.set_cursor_pos_y(y + pen.px(15))
    pen.text("what really happens on a game table", "soft", wraps=False)
    side = imgui.get_frame_height()
    pen.at_right(side * 2 + pen.px(8))
    imgui.set_cursor_pos_y(y + pen.px(6))
    glyph = icons.ICON_FA_VOLUME_XMARK if shown.is_muted else icons.ICON_FA_VOLUME_HIGH
    if pen.icon(glyph, "Sound"):
        pen.do("mute")
    imgui.same_line()
    imgui.set_cursor_pos_y(y + pen.px(6))
    if pen.icon(icons.ICON_FA_POWER_OFF, "Quit"):
        pen.do("quit")
    if shown.autosave is not None:
        label = f"Go on: {shown.autosave.title}"
        if pen.button(label, icon=icons.ICON_FA_PLAY, kind="main", width=-1, height=pen.px(38), name="go on"):
            pen.do("load_game", path=shown.autosave.file)
        pen.space(2)


# --- games


def _games(pen: Pen, shown: MenuShown, state: MenuState) -> None:
    if not shown.games:
        pen.text("No game is here; install the package again.", "bad")
        return
    chosen = next((game for game in shown.games if game.name == state.game), None) or _choose(
        shown.games[0], state, shown
    )
    width = imgui.get_content_region_avail().x
    with pen.child("games", width * 0.36):
        for game in shown.games:
            if _row(pen, game, is_on=game.name == chosen.name):
                chosen = _choose(game, state, shown)
    imgui.same_line(0.0, pen.px(22))
    with pen.child("seats"):
        _seats(pen, chosen, shown, state)


def _choose(game: GameOffer, state: MenuState, shown: MenuShown) -> GameOffer:
    """Take a game with a person on the first seat and bots on the least number of others."""
    state.game = game.name
    bot = shown.bots[0][0] if shown.bots else "bot"
    state.players = [YOU, *[bot] * (max(game.fewest, 2) - 1)][: game.most]
    return game


def _row(pen: Pen, game: GameOffer, *, is_on: bool) -> bool:
    start = imgui.get_cursor_screen_pos()
    width = imgui.get_content_region_avail().x
    height = pen.px(46)
    pressed = imgui.invisible_button(f"##{game.name}", imgui.ImVec2(width, height))
    pen.note(f"game {game.name}")
    is_over = imgui.is_item_hovered()
    draw = imgui.get_window_draw_list()
    corner = imgui.ImVec2(start.x + width, start.y + height)
    if is_on or is_over:
        draw.add_rect_filled(start, corner, pen.colour("hover" if is_on else "raised"), pen.px(8))
    if is_on:
        edge = imgui.ImVec2(start.x + pen.px(4), corner.y)
        draw.add_rect_filled(start, edge, pen.colour("accent"), pen.px(8), int(imgui.ImDrawFlags_.round_left))
    text = imgui.ImVec2(start.x + pen.px(16), start.y + pen.px(6))
    draw.add_text(pen.fonts.bold, imgui.get_font_size(), text, pen.colour("ink"), game.title)
    players = f"{game.fewest} to {game.most} players" if game.fewest != game.most else f"{game.most} players"
    below = imgui.ImVec2(text.x, text.y + imgui.get_text_line_height() + pen.px(1))
    draw.add_text(pen.fonts.plain, imgui.get_font_size() * 0.88, below, pen.colour("faint"), players)
    return bool(pressed)


def _seats(pen: Pen, game: GameOffer, shown: MenuShown, state: MenuState) -> None:
    pen.text(game.title, is_bold=True, size=1.35, wraps=False)
    if game.blurb:
        pen.text(game.blurb, "soft")
    pen.heading("Who plays")
    kinds = [(YOU, "A person"), *shown.bots]
    for number, player in enumerate(state.players):
        imgui.align_text_to_frame_padding()
        pen.text(f"Player {number + 1}", "soft", wraps=False)
        imgui.same_line(pen.px(84))
        imgui.set_next_item_width(-pen.px(40))
        label = next((text for kind, text in kinds if kind == player), player)
        if imgui.begin_combo(f"##seat{number}", label):
            for kind, text in kinds:
                if imgui.selectable(f"{text}##{kind}", kind == player)[0]:
                    state.players[number] = kind
                pen.note(f"seat {number + 1} {kind}")
            imgui.end_combo()
        pen.note(f"seat {number + 1}")
        if len(state.players) > game.fewest:
            imgui.same_line()
            side = imgui.get_frame_height()
            if pen.button(
                "Nobody",
                icon=icons.ICON_FA_XMARK,
                kind="quiet",
                width=side,
                shows_label=False,
                name=f"no seat {number + 1}",
            ):
                del state.players[number]
                break
    if len(state.players) < game.most and pen.button("One more player", icon=icons.ICON_FA_PLUS, kind="quiet"):
        state.players.append(shown.bots[0][0] if shown.bots else YOU)
    pen.space(2)
    if pen.switch("Practice", state.is_practice, "Nothing counts: try a thing as often as you like"):
        state.is_practice = not state.is_practice
    imgui.same_line(0.0, pen.px(22))
    if pen.switch("Advisory referee", state.is_advisory, "The referee says what it thinks, and lets it stand"):
        state.is_advisory = not state.is_advisory
    pen.space(4)
    if pen.button("Play", icon=icons.ICON_FA_PLAY, kind="main", width=pen.px(150), height=pen.px(40)):
        # Not part of any simulation: only the seed of a new game, when nobody typed one.
        pen.do("start_game", **start_arguments(state, random.Random()))  # noqa: S311
    imgui.same_line(0.0, pen.px(16))
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + pen.px(6))
    imgui.set_next_item_width(pen.px(120))
    flags = int(imgui.InputTextFlags_.chars_decimal)
    _, state.seed = imgui.input_text_with_hint("##seed", "seed: any", state.seed, flags)
    pen.note("seed")
    pen.tip("The same seed and the same moves give the same game")
    if game.how:
        pen.space(10)
        pen.heading("How it goes")
        for line in game.how:
            pen.text(line, "soft")


# --- scenarios and saved games


def _scenarios(pen: Pen, shown: MenuShown, state: MenuState) -> None:
    imgui.set_next_item_width(-1)
    _, state.search = imgui.input_text_with_hint("##search", "Search, such as tower or dock", state.search)
    pen.note("search scenarios")
    words = state.search.lower().split()
    with pen.child("scenarios"):
        _scenario_list(pen, shown, words)


def _scenario_list(pen: Pen, shown: MenuShown, words: list[str]) -> None:
    groups: dict[str, list[FileOffer]] = {}
    for offer in shown.scenarios:
        if all(word in f"{offer.title} {offer.group}".lower() for word in words):
            groups.setdefault(offer.group, []).append(offer)
    for group, offers in groups.items():
        pen.heading(group or "others", f"{len(offers)}")
        for offer in offers:
            if imgui.selectable(f"{offer.title}##{offer.file}", False)[0]:
                pen.do("start_scenario", path=offer.file)
            pen.note(f"scenario {offer.file.stem}")
    if not groups:
        pen.text("No scenario is called that.", "soft")


def _saves(pen: Pen, shown: MenuShown) -> None:
    if not (shown.saves or shown.autosave):
        pen.text("Nothing is saved yet. F5 keeps a game at any time; every act is kept by itself as well.", "soft")
    for offer in (*([shown.autosave] if shown.autosave else []), *shown.saves):
        if "table" not in offer.file.stem:  # a free table has no acts to watch
            tip = "Watch it from its beginning, act by act"
            if pen.button("Watch", kind="quiet", name=f"watch {offer.file.name}", tip=tip):
                pen.do("watch_game", path=offer.file)
            imgui.same_line()
        if imgui.selectable(f"{offer.title}##{offer.file}", False)[0]:
            pen.do("load_game", path=offer.file)
        pen.note(f"save {offer.file.name}")
        if offer.group:
            pen.beside(offer.group, "faint")
