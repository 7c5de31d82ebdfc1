"""Games in files: kept by themselves, read again, watched again; words and files that are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox.errors import BadFile, InputError, UnknownName
from sandbox.play.desk import Desk, is_game
from sandbox.play.desk_files import read_head
from sandbox.play.desk_replay import Replay
from sandbox.play.desk_seats import read_seats
from sandbox.referee import saving
from sandbox.referee.hurlyburly import HurlyburlyTable
from sandbox.rules.registry import load_game
from tests.play.desk_kit import CATALOGUE, move
from tests.play.hands import play


def test_the_game_keeps_itself(desk: Desk) -> None:
    """After an act the autosave holds it, and the game goes on from there."""
    desk.tell(move(desk, "collect"))
    desk.advance(6.0)
    again = Desk.load(desk.autosave_path, CATALOGUE, in_background=False)
    assert len(again.session.entries) >= 3
    assert again.seats == desk.seats
    again.close()


def test_wrong_words_are_one_line(begun: Path, tmp_path: Path) -> None:
    """Unknown games, players, skills, numbers of seats, broken files."""
    assert [seat.word for seat in read_seats(["you", "bot:steady", "random"])] == [
        "you",
        "greedy:steady",
        "random:random",
    ]
    with pytest.raises(UnknownName, match="no player is called"):
        read_seats(["me"])
    with pytest.raises(UnknownName, match="no skill is called"):
        read_seats(["bot:good"])
    with pytest.raises(InputError, match="nobody sits"):
        read_seats([])
    with pytest.raises(UnknownName, match="no game is called"):
        Desk.start("chess", ["you"], 1, CATALOGUE)
    with pytest.raises(InputError, match="for 2 to 4 players"):
        Desk.start("hurlyburly", ["you"], 1, CATALOGUE, in_background=False)
    with pytest.raises(InputError, match="not of 3"):
        Desk.load(begun, CATALOGUE, players=["you"] * 3)
    broken = tmp_path / "x.json"
    broken.write_text("{")
    assert not is_game(broken)
    with pytest.raises(BadFile, match="no saved game"):
        Desk.load(broken, CATALOGUE)


def test_a_saved_game_is_watched_again(begun: Path) -> None:
    """Act by act, forth and back; at its end the table is as in the file; nothing can be touched."""
    replay = Replay.of_file(begun, CATALOGUE, in_background=False)
    replay.beat = 0.0
    game = load_game("hurlyburly")
    saved = saving.load(begun, game, HurlyburlyTable())
    watched = []
    play(replay, 60, lambda: watched.append(replay.live.is_replay) or not replay.can_redo)
    assert any(watched)
    assert replay.session.state == saved.state
    assert replay.session.lying == saved.lying
    assert replay.why_not("table", "move") == "a replay is only watched"
    assert replay.undo() == f"act {len(saved.acts) - 1} of {len(saved.acts)}"
    assert replay.session.state == replay.session.entries[-1].before or replay.can_redo
    replay.redo()
    play(replay, 60, lambda: not replay.can_redo)
    assert replay.session.lying == saved.lying
    replay.close()


def test_a_game_of_other_models_goes_on_and_says_so(begun: Path, tmp_path: Path) -> None:
    """Its next file tells no models: the first acts were played with others than the last."""
    data = json.loads(begun.read_text(encoding="utf-8"))
    data["models"]["hurlyburly/wall.toml"] = "00000000"
    file, later = tmp_path / "other.json", tmp_path / "later.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    for path, found in ((begun, ()), (file, ("hurlyburly/wall.toml",))):
        desk = Desk.load(path, CATALOGUE, in_background=False)
        assert desk.other_models == found
        desk.save(later)
        assert (saving.load(later).models is None) is bool(found)
        desk.close()


def test_a_match_of_bots_is_watched_as_one(begun: Path, tmp_path: Path) -> None:
    """Nobody is called a person who was none; who goes on with it sits on the first seat."""
    data = json.loads(begun.read_text(encoding="utf-8"))
    del data["seats"]
    file = tmp_path / "match.json"
    file.write_text(json.dumps(data | {"bots": "greedy:steady"}), encoding="utf-8")
    assert [seat.word for seat in read_head(file, is_watched=True)[1]] == ["greedy:steady"] * 2
    assert [seat.word for seat in read_head(file)[1]] == ["you", "greedy:fair"]
    for bad in (5, ["you", 5]):
        file.write_text(json.dumps(data | {"seats": bad}), encoding="utf-8")
        with pytest.raises(BadFile, match="names no players"):
            read_head(file)
