"""Profiles come from a name or a file, and a wrong file is one clear line."""

from __future__ import annotations

import pytest

from sandbox.errors import BadFile, UnknownName
from sandbox.physics import DEFAULT, Profile, load_profile


def test_a_file_changes_what_it_names(tmp_path):
    """The rest is as in the profile that it is based on; it is called like the file."""
    file = tmp_path / "mine.toml"
    file.write_text('based_on = "fine"\niterations = 80\n')
    profile = load_profile(str(file))
    assert (profile.name, profile.rate_hz, profile.iterations) == ("mine", 1440.0, 80)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("rate = 960\n", ":1: rate: unknown key; did you mean rate_hz?"),
        ("\niterations = 0\n", ":2: iterations: is 0; write a number of at least 1"),
        ("rate_hz = 5\n", ":1: rate_hz: is 5; write a number of at least 60"),
        ("gravity = nan\n", ":1: gravity: is nan; write a finite number"),
        ('friction_anchors = "yes"\n', ':1: friction_anchors: is "yes"; write true or false'),
        (
            'based_on = "quick"\n',
            ":1: based_on: no profile is called 'quick'; there are: default, factory, fast, fine",
        ),
        ("", ": is empty; see README.md for a ten-line example"),
        ("rate_hz = \n", ":1: is not TOML: Invalid value"),
    ],
)
def test_a_wrong_file_is_one_line_with_what_to_write_instead(tmp_path, text, line):
    """File, line, key, what was wrong, what to write."""
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(BadFile) as caught:
        load_profile(str(file))
    assert str(caught.value).startswith(str(file))
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_lists_the_near_ones():
    """A name without .toml is one of the shipped ones."""
    with pytest.raises(UnknownName, match="no profile is called 'fats'; did you mean fast"):
        load_profile("fats")


def test_a_profile_is_frozen_and_every_number_says_what_it_does():
    """Nothing changes under a running world, and no field is without unit and consequence."""
    with pytest.raises(ValueError, match="frozen"):
        DEFAULT.rate_hz = 100.0
    undocumented = [name for name, field in Profile.model_fields.items() if not field.description]
    assert undocumented == []
