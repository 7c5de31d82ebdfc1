"""The data of Burp are read strictly: what does not fit is refused with file, key and reason."""

import pytest

from sandbox.errors import BadFile
from sandbox.rules import load_game
from sandbox.rules.burp import Burp, Fruit, Place
from sandbox.rules.rulebook import load_rulebook, shipped_file


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ("[pieces]\nfruits = 46", "pieces.fruits: 5 colours of 9 are 45, not 46; change pieces.fruits"),
        ("[pieces]\ninvention_disks = 11", "pieces.invention_disks: 11 inventions with 2 wheels are 12 disks"),
        ("[pieces]\nvillages = 5", "pieces.villages: 5 villages do not do; the game takes exactly 4"),
        ("[pieces]\nstones = 3", "pieces.stones: 3 stones do not do; the game takes 4 or more"),
        ("[pieces]\nwood_strips = 7", "pieces.wood_strips: 7 wood_strips do not do; the game takes 8 or more"),
        ("[pieces]\nwheel_disks = 5", "pieces.wheel_disks: 5 wheel_disks do not do; the game takes 1 to 4"),
        ("[pieces]\ncircles = 2", "pieces.circles: table.circles_mm has 3 circles, not 2"),
        ("[setup]\nfruits = 12", "setup.fruits: 4 players cannot get 12 each of 45 fruits"),
        ("[setup]\nstrips = 5", "setup.strips: 16 wood_strips do not do; the game takes 20 or more"),
        ("[fruit_colours]\nnames = ['red']", "fruit_colours.names: 1 colours of 9 are 9, not 45; change"),
        (
            "[fruit_colours]\nnames = ['red', 'blue', 'yellow', 'green', 'pink']",
            "fruit_colours.names: no fruit for fence is 'orange'; there are: blue, green",
        ),
        ("[setup]\nstrips = -1", "setup.strips: -1 cannot be"),
        ("[fruit_colours]\nnames = ['red', 'red']", "fruit_colours.names: 'red' is there twice"),
        ("[fruit_colours]\nnames = ['Red one']", "fruit_colours.names: 'Red one' is not one small-letter word"),
        ("[inventions]\nfire = ['rad']", "inventions.fire: no fruit for fire is 'rad'; did you mean red?"),
        ("[inventions]\nfire = []", "inventions.fire: a cocktail without fruit cannot be"),
        ("[inventions]\nfirre = ['red']", "inventions.firre: this invention is not known; did you mean fire?"),
        ("[inventions]\nfire = " + str(["red"] * 10), "inventions.fire: there are 9 red fruits, not 10"),
        ("[table]\ncircles_mm = [155, 160, 65]", "table.circles_mm: [155.0, 160.0, 65.0] are not three radii"),
        ("[table]\ntouch_mm = -1", "table.touch_mm: -1 is below zero"),
        ("[table]\nspinner_off_deg = 45", "table.spinner_off_deg: 45 reaches the next village"),
        ("[end]\nquiet_rounds = 0", "end.quiet_rounds: 0 rounds are too few; write 1 or more"),
    ],
)
def test_a_persons_own_data_are_checked(tmp_path, own, problem):
    """The error names the person's file, the key and the reason, in one line."""
    file = tmp_path / "mine.toml"
    file.write_text(own)
    with pytest.raises(BadFile) as error:
        load_game("burp", file)
    assert str(error.value).startswith(str(file))
    assert problem in str(error.value)


def test_a_missing_invention_is_named(tmp_path):
    """A rulebook file without the cocktail of an invention is refused."""
    file = tmp_path / "burp.toml"
    text = shipped_file("burp").read_text(encoding="utf-8")
    file.write_text(text.replace("\ntoothpick = ", "\n# toothpick = "), encoding="utf-8")
    with pytest.raises(BadFile, match=r"inventions\.toothpick: this invention is missing"):
        Burp(load_rulebook(file))


def test_a_persons_own_data_replace_the_shipped_ones(tmp_path):
    """Other cocktails, a longer chart and other circles are used as they are given."""
    file = tmp_path / "mine.toml"
    file.write_text(
        "[pieces]\nchart_spaces = 30\n[inventions]\nfire = ['red', 'blue']\n"
        "[table]\ncircles_mm = [150, 100, 50]\nboard_radius_mm = 210\n"
    )
    figures = load_game("burp", file).figures
    assert figures.cocktails["fire"] == (Fruit("blue"), Fruit("red"))
    assert figures.cocktails["club"] == (Fruit("blue"), Fruit("red"))
    assert (figures.circles, figures.data.pieces.chart_spaces) == ((0.15, 0.1, 0.05), 30)


def test_a_place_is_read_from_its_name():
    """Quarry, woods and villages; anything else is refused with what was expected."""
    assert [Place.from_text(text).seat for text in ("quarry", "woods", "P2")] == [None, None, 1]
    for text in ("", "sea", "P0", "p1"):
        with pytest.raises(ValueError, match="is no place; expected quarry, woods, or P1"):
            Place.from_text(text)
