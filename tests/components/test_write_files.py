"""Several files are written whole or not at all."""

from pathlib import Path

import pytest

from sandbox.components.write_files import write_files
from sandbox.errors import BadFile

TEXTS = {"a/one.toml": "1\n", "a/two.toml": "2\n", "b/three.toml": "3\n"}


def tree(folder):
    """Every file of a folder and what is in it; folders are None."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8") if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_files_are_new_changed_or_unchanged(tmp_path):
    """What is as it should be is not touched, what else lies there stays, and nothing is left beside."""
    out = tmp_path / "not" / "yet"
    assert set(write_files(out, TEXTS).values()) == {"new"}
    (out / "a" / "mine.txt").write_text("mine", encoding="utf-8")
    (out / "a" / "two.toml").write_text("else", encoding="utf-8")
    before = (out / "a" / "one.toml").stat()
    assert list(write_files(out, TEXTS).values()) == ["unchanged", "changed", "unchanged"]
    assert (out / "a" / "one.toml").stat() == before
    assert tree(out) == {"a": None, "b": None, **TEXTS, "a/mine.txt": "mine"}
    assert [path.name for path in tmp_path.iterdir()] == ["not"]


@pytest.mark.parametrize(
    ("way", "is_folder", "problem"),
    [
        ("b/three.toml", True, "is a folder, where a file is to be written"),
        ("b", False, "is a file where a folder is needed"),
        ("", False, "is a file where a folder is needed"),
    ],
)
def test_what_is_in_the_way_is_named_and_nothing_is_written(tmp_path, way, is_folder, problem):
    """A folder in place of the last file, or a file in place of a folder: found before anything is written."""
    out = tmp_path / "out"
    path = out / way
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_folder:
        path.mkdir()
    else:
        path.write_text("in the way", encoding="utf-8")
    before = tree(tmp_path)
    with pytest.raises(BadFile) as caught:
        write_files(out, TEXTS)
    assert caught.value.file == str(path)
    assert problem in str(caught.value)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("stop", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("call", [0, 1, 2])
def test_what_fails_half_way_is_taken_back(tmp_path, monkeypatch, stop, call):
    """A full disk or an interrupt at each move: old files are back, new files and folders are gone."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.toml").write_text("old", encoding="utf-8")
    before = tree(tmp_path)
    real, calls = Path.replace, []

    def replace(self, target):
        calls.append(target)
        if len(calls) == call + 1:
            raise stop
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(KeyboardInterrupt if isinstance(stop, KeyboardInterrupt) else BadFile) as caught:
        write_files(tmp_path, TEXTS)
    if isinstance(caught.value, BadFile):
        assert str(caught.value).startswith(f"{tmp_path / list(TEXTS)[call]}: cannot be written (No space left")
    assert tree(tmp_path) == before
