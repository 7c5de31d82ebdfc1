"""Whatever is wrong with a scenario, one line says where, what, and what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandbox.errors import BadFile, InputError
from sandbox.runner.work import find_scenarios, prepare

GOOD = """
title = "A cube stands"
[[place]]
name = "cube"
component = "common/cube"
[[act]]
settle = { timeout_s = 2 }
[[expect]]
stands = { body = "cube" }
"""


def complaint(folder: Path, text: str, **options: object) -> str:
    """Return what is said about a scenario with this text."""
    file = folder / "scenario.toml"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        prepare([file], **options)  # type: ignore[arg-type]
    message = str(caught.value)
    assert "\n" not in message
    assert "Traceback" not in message
    assert "scenario.toml" in message
    return message


def test_the_good_one_is_good(tmp_path: Path) -> None:
    """The text that the other tests break can be used as it is."""
    file = tmp_path / "scenario.toml"
    file.write_text(GOOD)
    assert prepare([file])[0].size == 1


CASES = {
    "unknown key": (
        GOOD.replace("timeout_s", "timeout"),
        [":7:", "act[1].settle.timeout", "unknown key", "did you mean timeout_s?"],
    ),
    "unknown table": (GOOD + "[nosie]\nposition_mm = 1\n", [":10:", "nosie", "unknown key", "noise"]),
    "missing model": (GOOD.replace("common/cube", "common/cbe"), [":5:", "common/cbe", "common/cube"]),
    "path outside the models folder": (
        GOOD.replace("common/cube", "../../etc/passwd"),
        [":5:", "../../etc/passwd"],
    ),
    "unknown pair of materials": (
        GOOD + "[friction]\nbeech_tabel = 0.3\n",
        [":11:", "friction.beech_tabel", "tabel", "table"],
    ),
    "not a pair": (GOOD + "[friction]\nbeech = 0.3\n", ["friction.beech", "card_card"]),
    "negative friction": (GOOD + "[friction]\nbeech_table = -0.3\n", [":11:", "-0.3", "at least 0"]),
    "NaN": (GOOD.replace("timeout_s = 2", "timeout_s = nan"), [":7:", "timeout_s"]),
    "text for a number": (GOOD.replace("timeout_s = 2", 'timeout_s = "2 s"'), [":7:", '"2 s"', "a number"]),
    "wrong unit": (
        GOOD.replace('component = "common/cube"', 'component = "common/cube"\nat_m = [0.1, 0.2]'),
        [":6:", "at_m", "unknown key", "did you mean at_mm?"],
    ),
    "two bodies with one name": (
        GOOD.replace("[[act]]", '[[place]]\nname = "cube"\ncomponent = "common/cube"\nat_mm = [90, 0]\n[[act]]'),
        [":7:", "place[2].name", "two things are called 'cube'", "a name of its own"],
    ),
    "overlap at the start": (
        GOOD.replace("[[act]]", '[[place]]\nname = "b"\ncomponent = "common/cube"\nat_mm = [19, 0]\n[[act]]'),
        [":6:", "place[2]", "cube and b overlap by 1.00 mm", "allow_overlap"],
    ),
    "expectation of no body": (
        GOOD.replace('body = "cube"', 'body = "cubes"'),
        [":9:", "expect[1].stands.body", "'cubes'", "did you mean cube?"],
    ),
    "expectation after its body is removed": (
        GOOD.replace("[[expect]]", '[[act]]\nremove = { body = "cube" }\n[[expect]]'),
        ["expect[1].stands.body", "'cube'"],
    ),
    "act on a body that comes later": (
        GOOD.replace("[[act]]", '[[act]]\npush = { body = "late", force_N = [1, 0, 0], seconds = 1 }\n[[act]]'),
        [":7:", "act[1].push.body", "'late'"],
    ),
    "unknown act in since": (
        GOOD.replace("[[expect]]", '[[expect]]\nsince = "never"'),
        ["expect[1].since", "never", "start"],
    ),
    "sweep over an unknown parameter": (
        GOOD + "[sweep]\noverhang = [1, 2]\n",
        [":11:", "sweep", "'overhang'"],
    ),
    "sweep over a value that cannot be": (
        GOOD.replace("[[place]]", "[noise]\nposition_mm = 1\n[[place]]", 1)
        + '[sweep]\n"noise.position_mm" = [1, -2]\n',
        ["sweep", "at noise.position_mm = -2", "at least 0"],
    ),
    "unknown parameter in the text": (
        GOOD.replace("timeout_s = 2", 'timeout_s = "$time"'),
        [":7:", "time", "[params]"],
    ),
    "parameter that is used nowhere": (
        GOOD.replace("[[place]]", "[params]\nspare = 1\n[[place]]", 1),
        ["params.spare", "$spare"],
    ),
    "no expectation": (GOOD.split("[[expect]]")[0], ["expect", "missing"]),
    "two kinds in one act": (
        GOOD.replace("settle = { timeout_s = 2 }", "settle = { timeout_s = 2 }\nwait = { seconds = 1 }"),
        [":6:", "act[1]", "settle and wait", "exactly one of"],
    ),
    "a rate of one trial": (GOOD + "[[expect]]\nrate = { at_least = 0.9 }\n", ["rate of one trial", "trials"]),
    "unknown engine number": (GOOD + "[profile]\nrate = 480\n", ["profile", "rate", "rate_hz"]),
    "engine number out of range": (GOOD + "[profile]\nrate_hz = 10\n", [":11:", "profile.rate_hz", "at least 60"]),
    "reserved name": (GOOD.replace('"cube"', '"table"'), ["'table'", "taken"]),
    "numbers that contradict": (
        GOOD.replace(
            '"common/cube"', '"common/cube"\n[[place]]\nname = "c"\ncomponent = "common/card"\nat_mm = [90, 0]'
        )
        + "[friction]\nbeech_beech = 0.2\ncard_card = 0.2\nbeech_card = 0.5\n",
        ["friction.", "cannot be met together", "multiplies one value a material"],
    ),
    "no such hinge": (
        GOOD.replace(
            "[[expect]]", '[[act]]\nset_joint = { body = "cube", joint = "lid", angle_deg = 3 }\n[[expect]]'
        ),
        ["act[2].set_joint.joint", "'lid'", "there are none"],
    ),
    "an expected hinge that is not there": (
        GOOD + '[[expect]]\njoint = { body = "cube", joint = "lid", between_deg = [0, 1] }\n',
        ["expect[2].joint.joint", "'lid'"],
    ),
    "a wait for who is not there": (
        GOOD.replace("settle = { timeout_s = 2 }", 'wait = { seconds = 1, until_touch = ["cube", "cub"] }'),
        ["act[1].wait.until_touch", "'cub'", "cube"],
    ),
    "settles without settling": (
        GOOD.replace("settle = { timeout_s = 2 }", "wait = { seconds = 1 }")
        + "[[expect]]\nsettles = { within_s = 1 }\n",
        ["expect[2].settles", "no such settle act"],
    ),
    "bounds the wrong way round": (
        GOOD + '[[expect]]\nposition = { body = "cube", x_mm = [5, -5] }\n',
        ["expect[2].position.x_mm", "from 5 to -5", "smaller number first"],
    ),
    "a rate that no rate is": (
        GOOD.replace('stands"', 'stands"\ntrials = 5') + "[[expect]]\nrate = { at_least = 0.9, at_most = 0.1 }\n",
        ["expect[2].rate", "no rate is"],
    ),
    "faster than anything on a table": (
        GOOD.replace(
            "[[expect]]", '[[act]]\nlaunch = { body = "cube", towards = [1, 0, 9], speed = 1e6 }\n[[expect]]'
        ),
        ["act[2].launch.speed", "1,000,000", "at most 100"],
    ),
    "outside the world": (
        GOOD.replace('"common/cube"', '"common/cube"\nat_mm = [1e300, 0]'),
        [":6:", "place[1].at_mm[1]", "at most 5,000"],
    ),
    "nested too deeply": ("a = " + "[" * 3000, ["nested too deeply"]),
    "a date for a number": (GOOD.replace("timeout_s = 2", "timeout_s = 2024-01-01"), ["2024-01-01", "a number"]),
    "a name with capitals": (
        GOOD.replace('name = "cube"', 'name = "Cube"'),
        [":4:", "place[1].name", "small letters"],
    ),
    "two lines of title": (GOOD.replace("A cube stands", "A cube\\nstands"), [":2:", "title", "one line"]),
    "empty": ("\n", ["is empty"]),
    "not TOML": ("title = \n", [":1:", "not TOML"]),
    "on a body that is not there": (
        GOOD.replace('component = "common/cube"', 'component = "common/cube"\non = "shelf"'),
        ["place[1].on", "'shelf'", "table"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_said_in_one_line(name: str, tmp_path: Path) -> None:
    """File, key, line where known, what is wrong, what to write instead."""
    text, parts = CASES[name]
    message = complaint(tmp_path, text)
    for part in parts:
        assert part in message, message


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    """50 MB are refused by their size, at once."""
    file = tmp_path / "big.toml"
    with file.open("wb") as out:
        out.truncate(50_000_000)
    with pytest.raises(BadFile, match=r"is 50 MB large; a file here has at most 1 MB"):
        prepare([file])


def test_a_file_that_is_not_there_names_its_neighbour(tmp_path: Path) -> None:
    """A typing error in a file's name is found."""
    (tmp_path / "tower.toml").write_text(GOOD)
    with pytest.raises(BadFile, match=re.escape("did you mean")):
        prepare([tmp_path / "towr.toml"])


def test_a_folder_without_scenarios(tmp_path: Path) -> None:
    """An empty folder is not a green run of nothing."""
    with pytest.raises(BadFile, match="holds no scenario"):
        find_scenarios([tmp_path])


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    """A picture given by mistake is named as such."""
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadFile, match="not UTF-8"):
        prepare([file])


@pytest.mark.parametrize(
    ("param", "said"),
    [
        ("nois.position_mm", "noise.position_mm"),
        ("place.cube.at", "did you mean at_mm?"),
        ("title", "write a text in quotes"),
    ],
)
def test_an_unknown_param_on_the_command_line(param: str, said: str, tmp_path: Path) -> None:
    """--param names only what is there."""
    text = GOOD.replace("[[place]]", "[noise]\nposition_mm = 1\n[[place]]", 1)
    assert said in complaint(tmp_path, text, params={param: 1.0})


def test_nothing_runs_when_one_file_is_bad(tmp_path: Path) -> None:
    """A bad second file is found before the first one costs time."""
    good, bad = tmp_path / "a.toml", tmp_path / "b.toml"
    good.write_text(GOOD)
    bad.write_text(GOOD.replace("timeout_s", "timeout"))
    with pytest.raises(BadFile):
        prepare([good, bad])


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    """Some editors begin every file with one."""
    file = tmp_path / "scenario.toml"
    file.write_text(GOOD, encoding="utf-8-sig")
    assert prepare([file])


def test_a_link_to_itself(tmp_path: Path) -> None:
    """It leads nowhere, and that is said."""
    file = tmp_path / "loop.toml"
    file.symlink_to(file)
    with pytest.raises(BadFile, match="leads nowhere"):
        prepare([file])


def test_a_param_of_some_of_several_files(tmp_path: Path) -> None:
    """It is set where it is; only a name that no file has is a mistake."""
    one, two = tmp_path / "a.toml", tmp_path / "b.toml"
    one.write_text(GOOD)
    two.write_text(GOOD.replace('"cube"', '"other"'))
    prepare([one, two], params={"place.cube.at_mm": [10, 10], "act[1].settle.timeout_s": 3})
    with pytest.raises(InputError, match=r"no parameter of any of the 2 scenarios is called 'place\.cup\.at_mm'"):
        prepare([one, two], params={"place.cup.at_mm": [10, 10]})


def test_a_folder_of_models_inside_a_folder_of_scenarios(tmp_path: Path) -> None:
    """It is not searched for scenarios when --models names it, nor are hidden folders."""
    (tmp_path / "a.toml").write_text(GOOD)
    for folder in ("models", ".hidden"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "thing.toml").write_text("title = 1")
    assert find_scenarios([tmp_path], [tmp_path / "models"]) == [tmp_path / "a.toml"]
