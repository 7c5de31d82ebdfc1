"""Strict files: what is wrong is one line with file, key, line and what to write instead."""

from __future__ import annotations

import tomllib
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from sandbox.errors import BadFile
from sandbox.strict import Finite, NonNegative, Positive, Strict, Unit, dotted, line_of, parse, read_toml


class _Spot(Strict):
    at_mm: tuple[Finite, Finite] = (0.0, 0.0)
    kind: Literal["wall", "platform"] = "wall"


class _File(Strict):
    title: str
    mass_g: Positive = 1.0
    friction: Unit = 0.5
    offset_mm: NonNegative = 0.0
    trials: int = Field(1, ge=1, strict=True)
    is_fixed: bool = Field(False, strict=True)
    place: tuple[_Spot, ...] = ()


TEXT = """\
# a comment
title = "A tower"
mass_g = 3

[[place]]
at_mm = [1, 2]

[[place]]
at_mm = [3, 4]
kind = "platform"
"""


def _problem(text):
    data = tomllib.loads(text)
    with pytest.raises(BadFile) as caught:
        parse(_File, data, "tower.toml", text)
    return str(caught.value)


def test_a_good_file_is_read():
    """Whole numbers are numbers."""
    file = parse(_File, tomllib.loads(TEXT), "tower.toml", TEXT)
    assert (file.title, file.mass_g, file.place[1].at_mm) == ("A tower", 3.0, (3.0, 4.0))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("mass_g = 3", "mass = 3"), "tower.toml:3: mass: unknown key; did you mean mass_g?"),
        (("mass_g = 3", "zzz = 3"), "tower.toml:3: zzz: unknown key; known keys: friction, is_fixed, mass_g"),
        (('title = "A tower"', ""), "tower.toml: title: is missing; add it"),
        (("mass_g = 3", "mass_g = 0"), "tower.toml:3: mass_g: is 0; write a number of more than 0"),
        (("mass_g = 3", "mass_g = -2"), "tower.toml:3: mass_g: is -2; write a number of more than 0"),
        (("mass_g = 3", "mass_g = nan"), "tower.toml:3: mass_g: is nan; write a finite number"),
        (("mass_g = 3", "mass_g = inf"), "tower.toml:3: mass_g: is inf; write a finite number"),
        (("mass_g = 3", 'mass_g = "3 g"'), 'tower.toml:3: mass_g: is "3 g"; write a number'),
        (("mass_g = 3", "friction = 1.5"), "tower.toml:3: friction: is 1.5; write a number of at most 1"),
        (("mass_g = 3", "offset_mm = -1"), "tower.toml:3: offset_mm: is -1; write a number of at least 0"),
        (("mass_g = 3", "trials = 2.5"), "tower.toml:3: trials: "),
        (("mass_g = 3", "is_fixed = 1"), "tower.toml:3: is_fixed: is 1; write true or false"),
        (('"A tower"', "7"), "tower.toml:2: title: is 7; write a text in quotes"),
        (('"platform"', '"roof"'), "tower.toml:10: place[2].kind: is \"roof\"; write one of 'wall' or 'platform'"),
        (("[3, 4]", "[3, nan]"), "tower.toml:9: place[2].at_mm[2]: is nan; write a finite number"),
        (("[3, 4]", "[3]"), "tower.toml:9: place[2].at_mm"),
        (('kind = "platform"', 'knid = "wall"'), "tower.toml:10: place[2].knid: unknown key; did you mean kind?"),
    ],
)
def test_each_mistake_is_found_at_its_line(change, problem):
    """The file, the line, the key, what is wrong, what to write."""
    said = _problem(TEXT.replace(*change, 1))
    assert said.startswith(problem)
    assert "\n" not in said


def test_a_wrong_key_is_named_before_the_one_that_is_then_missing():
    """It is the cause."""
    assert "unknown key; did you mean title?" in _problem('tilte = "A tower"\n')


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "there is no such file; did you mean"),
        (b"", "is empty; see README.md"),
        (b" \n\t\n", "is empty"),
        (b"\xff\xfe", "is not UTF-8 text (byte 0); save it as UTF-8"),
        (b"a = 1\nb = \n", ":2: is not TOML: Invalid value"),
        (b"a = 1\na = 2\n", ":2: is not TOML: Cannot overwrite a value"),
        (b"#" * 50_000_000, "is 50 MB large; a file here has at most 1 MB"),
    ],
)
def test_a_file_that_cannot_be_read_at_all(tmp_path, content, problem):
    """Missing, empty, binary, not TOML, far too large."""
    file = tmp_path / "scene.toml"
    (tmp_path / "scenes.toml").write_text("a = 1\n")
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadFile) as caught:
        read_toml(file)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(str(file))
    assert "\n" not in str(caught.value)


def test_a_folder_is_not_a_file(tmp_path):
    """And a folder that is not there is said to be missing too."""
    with pytest.raises(BadFile, match="is a folder, not a TOML file"):
        read_toml(tmp_path)
    with pytest.raises(BadFile, match=r"there is no folder .*nowhere either"):
        read_toml(tmp_path / "nowhere" / "scene.toml")


def test_keys_are_written_as_people_write_them():
    """Counting from 1."""
    assert dotted(("place", 1, "at_mm", 0)) == "place[2].at_mm[1]"
    assert dotted(()) == ""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("title",), 2),
        (("place", 0, "at_mm"), 6),
        (("place", 1, "at_mm", 1), 9),
        (("place", 1), 8),
        (("place", 1, "absent"), 8),
        (("absent",), None),
    ],
)
def test_lines_of_keys(key, line):
    """Of the key itself, or of the nearest table around it."""
    assert line_of(TEXT, key) == line


def test_lines_in_nested_tables_and_quoted_keys():
    """Dotted headers, tables inside arrays, quoted names with dots."""
    text = '[a.b]\nc = 1\n[[d]]\n[d.e]\nf = 2\n[[d]]\n[d.e]\nf = 3\n[source]\n"mass.g" = "x"\nx.y = 4\n'
    assert line_of(text, ("a", "b", "c")) == 2
    assert line_of(text, ("d", 0, "e", "f")) == 5
    assert line_of(text, ("d", 1, "e", "f")) == 8
    assert line_of(text, ("source", "mass.g")) == 10
    assert line_of(text, ("source", "x", "y")) == 11


@given(st.text(), st.lists(st.one_of(st.text(), st.integers(0, 3)), max_size=3).map(tuple))
def test_looking_for_a_line_never_fails(text, key):
    """Whatever is in the file."""
    found = line_of(text, key)
    assert found is None or 1 <= found <= len(text.splitlines())
