"""Physics that is changed in a game at a desk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox.errors import BadFile, InputError
from sandbox.physics.changes import Changes
from sandbox.play.desk import Desk
from sandbox.play.desk_replay import Replay
from sandbox.referee import saving
from sandbox.referee.changed_physics import tables_of
from sandbox.referee.hurlyburly import HurlyburlyTable
from sandbox.rules.registry import load_game
from tests.play.desk_kit import CATALOGUE, build, move
from tests.play.hands import play


def test_changed_physics_stays_for_the_rest_of_the_game(desk: Desk, tmp_path: Path) -> None:
    """By hands and by bots, over tables that are replaced, in the file and when it is watched, until a reset."""
    shipped = desk.live.shipped
    moon = shipped.with_profile(gravity=3.0).with_pair("friction", "card", "card", 0.5)
    moon = moon.with_mass("hurlyburly/block", 0.0036)
    assert desk.tell(move(desk, "fast 1")).ruling.legal
    before = len(desk.session.entries)
    assert "rest of the game" in desk.change_physics(moon)
    assert desk.live.world.names  # the cards in the hand are still there
    build(desk)
    desk.do("done")
    replays = []

    def is_over() -> bool:
        if desk.live.is_replay:
            replays.append(desk.live.changes)
        return bool(desk.moves())

    play(desk, 90, is_over)
    assert replays
    assert set(map(repr, replays)) == {repr(moon)}  # named while a bot is watched, too
    live = desk.live
    assert (live.changes, live.profile.gravity) == (moon, 3.0)
    assert live.world.gravity[2] == pytest.approx(-3.0)
    assert live.materials.pair("card", "card").friction == 0.5
    assert {live.kinds[name].mass for name in live.kinds if "block" in name} <= {0.0036}
    assert desk.session.table.bench.profile.gravity == 3.0

    file = tmp_path / "moon.json"
    desk.save(file)
    assert json.loads(file.read_text(encoding="utf-8"))["physics"][0]["act"] == before
    game, table = load_game("hurlyburly"), HurlyburlyTable()
    saved = saving.load(file, game, table)
    saving.demand_models(saved, table)  # what was changed in the game is no other model
    saving.demand_models(saved, table)  # changed numbers are no other models
    tables = tables_of(saved, table)
    assert [d for d in saving.verify(saved, game, table, tables=tables) if isinstance(d, saving.Difference)] == []
    assert any(isinstance(d, saving.Difference) for d in saving.verify(saved, game, table))

    again = Desk.load(file, CATALOGUE, in_background=False)
    assert again.live.changes == moon
    assert again.session.lying == desk.session.lying
    again.undo()  # a loaded game performs again what came before: the first acts as shipped, the others not
    play(again, 60, lambda: not again.busy)
    assert len(again.session.entries) < len(desk.session.entries)
    assert again.live.changes == moon
    again.change_physics(shipped)
    assert not again.live.is_changed
    again.close()

    replay = Replay.of_file(file, CATALOGUE, in_background=False)
    replay.beat = 0.0
    assert not replay.live.is_changed
    play(replay, 90, lambda: not replay.can_redo)
    assert replay.live.changes == moon
    assert replay.session.lying == desk.session.lying
    with pytest.raises(InputError, match="only watched"):
        replay.change_physics(shipped)
    replay.close()


def test_a_game_without_physics_takes_none(begun: Path, tmp_path: Path) -> None:
    """It says so; a file that names a physics that cannot be is one line."""
    desk = Desk.start("burst", ["you", "bot"], 3, CATALOGUE, in_background=False)
    with pytest.raises(InputError, match="without physics"):
        desk.change_physics(desk.live.shipped.with_profile(gravity=1.0))
    desk.close()
    data = json.loads(begun.read_text(encoding="utf-8"))
    row = {"act": 1, **Changes().with_pair("friction", "card", "cheese", 0.1).to_json()}
    for bad in ([row], [{"act": 1}], 3):
        file = tmp_path / "bad.json"
        file.write_text(json.dumps({**data, "physics": bad}), encoding="utf-8")
        with pytest.raises(BadFile, match="physics that cannot be"):
            Desk.load(file, CATALOGUE, in_background=False)
