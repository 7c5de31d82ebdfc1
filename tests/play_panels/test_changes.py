"""A profile that the physics panel saves is the physics that was on the screen."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from sandbox.cli import app
from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile
from sandbox.physics.changes import Changes, save_profile
from sandbox.physics.profile import NAMED
from sandbox.play.panels.gather_table import mass_limits
from sandbox.runner.profile_file import read_profile
from tests.play_panels.kit import SCENARIOS

CATALOGUE = Catalogue()
NAMES = st.sampled_from(CATALOGUE.materials.names)
LIMITS = {
    name: mass_limits(CATALOGUE, name)
    for name in ("hurlyburly/block", "hurlyburly/catapult", "common/card", "common/marble", "burp/strip")
}
PIECES = st.sampled_from([(name, limits) for name, limits in LIMITS.items() if limits is not None])


@st.composite
def changes(draw: st.DrawFn) -> Changes:
    """Draw what a person may change with the panel's sliders."""
    out = Changes()
    name = draw(st.sampled_from(sorted(NAMED)))
    out = out.with_profile(**NAMED[name].model_dump())
    out = out.with_profile(
        gravity=draw(st.floats(0, 30)), rate_hz=draw(st.floats(60, 10_000)), iterations=draw(st.integers(1, 1000))
    )
    for number, most in (("friction", 10.0), ("restitution", 1.0), ("rolling", 0.1)):
        for _ in range(draw(st.integers(0, 2))):
            out = out.with_pair(number, draw(NAMES), draw(NAMES), draw(st.floats(0, most)))
    if draw(st.booleans()):
        piece, limits = draw(PIECES)
        out = out.with_mass(piece, draw(st.floats(*limits)))
    return out


@settings(max_examples=25, deadline=None)
@given(changes())
def test_a_saved_profile_says_what_was_changed(tmp_path_factory: pytest.TempPathFactory, wanted: Changes):
    """Every number comes back from the file: engine, pairs of materials, masses."""
    path = tmp_path_factory.mktemp("profile") / "mine.toml"
    save_profile(wanted, path)
    file = read_profile(str(path))
    assert file.profile.name == "mine"
    for key, value in wanted.profile.model_dump(exclude={"name"}).items():
        assert getattr(file.profile, key) == pytest.approx(value, rel=1e-8, abs=1e-12), key
    catalogue = Catalogue()
    file.apply_to(catalogue)
    here = wanted.materials(CATALOGUE.materials)
    for a in here.names:
        for b in here.names:
            one, other = here.pair(a, b), catalogue.materials.pair(a, b)
            for number in ("friction", "restitution", "rolling"):
                assert getattr(other, number) == pytest.approx(getattr(one, number), rel=1e-8, abs=1e-12)
    for component, kg in wanted.masses.items():
        assert catalogue.get(component).mass == pytest.approx(kg, rel=1e-8)


def test_sandbox_run_takes_a_saved_profile(tmp_path: Path):
    """Two smooth cards that lean together fall; with the friction of the panel they stand, and so says the run."""
    text = (SCENARIOS / "common" / "two_rough_cards_leaning_together_stand.toml").read_text(encoding="utf-8")
    head, friction, rest = text.partition("[friction]\n")
    assert friction, "the scenario sets its friction itself"
    scenario, path = tmp_path / "two_cards_stand.toml", tmp_path / "mine.toml"
    scenario.write_text(head + rest[rest.index("[[place]]") :], encoding="utf-8")

    def run(friction: float) -> int:
        changes = Changes()
        for other in ("card", "table"):
            changes = changes.with_pair("friction", "card", other, friction)
        save_profile(changes, path)
        return CliRunner().invoke(app, ["run", str(scenario), "--profile", str(path), "-j", "0"]).exit_code

    assert (run(0.1), run(0.5)) == (1, 0)


def test_pieces_whose_mass_can_be_changed():
    """One whose file gives a mass or a density as a whole; not one whose parts are weighed."""
    for name in ("hurlyburly/block", "common/card", "common/marble", "burp/strip"):
        limits = LIMITS[name]
        assert limits is not None, name
        assert limits[0] < CATALOGUE.get(name).mass < limits[1]
    assert LIMITS["hurlyburly/catapult"] is None


def test_nothing_changed_is_nothing():
    """What is as it was shipped has a file that changes nothing."""
    assert Changes().is_nothing
    assert not Changes().with_mass("common/card", 0.002).is_nothing
    assert not Changes().with_profile(gravity=1.62).is_nothing
    assert Changes().to_toml().startswith('based_on = "default"\n')


def test_a_preset_is_named_and_not_listed():
    """A file that starts from a shipped profile says only what differs from that one."""
    text = Changes().with_profile(**NAMED["fine"].model_dump()).with_profile(gravity=1.62).to_toml()
    assert text.startswith('based_on = "fine"\ngravity = 1.62\n')
    assert "rate_hz" not in text


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path):
    """Wrong ending, missing folder, no right to write: each says what to do, and leaves nothing behind."""
    with pytest.raises(BadFile, match=r"mine\.txt: is no profile file; write mine\.toml"):
        save_profile(Changes(), tmp_path / "mine.txt")
    with pytest.raises(BadFile, match="make the folder"):
        save_profile(Changes(), tmp_path / "none" / "mine.toml")
    (tmp_path / "mine.toml").mkdir()
    with pytest.raises(BadFile, match="cannot be written"):
        save_profile(Changes(), tmp_path / "mine.toml")
    assert [each.name for each in tmp_path.iterdir()] == ["mine.toml"]


def test_a_saved_profile_can_be_read_by_others(tmp_path: Path):
    """The file has the rights that any new file has, not those of a temporary one."""
    (tmp_path / "plain").touch()
    save_profile(Changes(), tmp_path / "mine.toml")
    usual = stat.S_IMODE((tmp_path / "plain").stat().st_mode)
    assert stat.S_IMODE((tmp_path / "mine.toml").stat().st_mode) == usual
