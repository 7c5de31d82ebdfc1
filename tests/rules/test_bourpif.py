"""BOURPIF, rule by rule: the table, the tiles, the turn and the end."""

from dataclasses import replace

import pytest

from sandbox.errors import BadFile
from sandbox.rules import load_game
from sandbox.rules.base import NATURE
from sandbox.rules.bourpif import (
    BACK,
    Card,
    DeckOrder,
    Monster,
    Pay,
    Phase,
    Place,
    PlayerTiles,
    Reveal,
    Setup,
    TilePictures,
    Tiles,
)
from tests.rules.dungeon import (
    AXE,
    BOW,
    GAME,
    GRIMOIRE,
    P1,
    P2,
    P3,
    SHIELD,
    begun,
    card,
    cards,
    gains,
    make,
    position,
    race,
    refusal,
    rest,
    tap,
    tiles,
    turn,
)


@pytest.mark.rule("bourpif.setup.tiles")
def test_each_player_assembles_a_weapon_of_four_tiles_with_one_back():
    """Mixed backs, a shield, no picture or missing tiles are put right first."""
    start = GAME.initial(2)
    state = make(start, DeckOrder(start.draw))
    good = PlayerTiles(1, tiles(BOW))
    assert GAME.to_act(state) == {NATURE}
    mixed = Tiles((BOW, BOW, AXE, BOW), 0.0, 0.0)
    for wrong in (PlayerTiles(2, tiles(BOW)), PlayerTiles(1, tiles(SHIELD)), PlayerTiles(1, mixed)):
        assert refusal(state, Setup((good, wrong))) == "bourpif.setup.tiles"
    assert refusal(state, Setup((good,))) == refusal(state, Setup((good,) * 3)) == "bourpif.setup.tiles"
    assert refusal(state, rest(AXE, AXE)) == "bourpif.setup.tiles"
    assert make(state, Setup((good, PlayerTiles(1, tiles(GRIMOIRE))))).phase is Phase.REVEAL


@pytest.mark.rule("bourpif.setup.pile")
def test_the_dungeon_cards_are_shuffled_parchment_side_up():
    """All cards, in any order; of the pile only the top parchment is seen."""
    start = GAME.initial(2)
    wrong = (*start.draw[1:], start.draw[1])
    assert refusal(start, DeckOrder(start.draw[1:])) == refusal(start, DeckOrder(wrong)) == "bourpif.setup.pile"
    assert refusal(start, Reveal(1, 1, 0)) == "bourpif.setup.pile"
    state = make(start, DeckOrder(start.draw[::-1]))
    assert state.draw == start.draw[::-1]
    seen = GAME.view(state, P1).draw
    assert (seen[0], set(seen[1:])) == (replace(state.draw[0], monster=None), {BACK})


@pytest.mark.rule("bourpif.setup.level1")
def test_level_one_has_no_dragons():
    """Forty-eight cards, twelve of each monster; the dragons are in the box; no doors are waited for."""
    start = GAME.initial(4)
    monsters = [one.monster for one in start.draw]
    assert (len(monsters), len(start.box)) == (48, 12)
    assert [monsters.count(kind) for kind in Monster] == [12, 12, 12, 12, 0]
    assert {one.monster for one in start.box} == {Monster.DRAGON}
    assert begun().phase is Phase.REVEAL


@pytest.mark.rule("bourpif.tiles.rotate")
def test_tiles_are_rotated_and_not_moved():
    """A centimetre by accident passes; more does not, at rest or at a tap, whatever the picture."""
    moved = replace(tiles(AXE), moved=0.011)
    resting = position(phase=Phase.REST)
    assert refusal(resting, TilePictures((moved, tiles(AXE), tiles(AXE)))) == "bourpif.tiles.rotate"
    assert GAME.check(resting, TilePictures((replace(moved, moved=0.01),) * 3)).legal
    taps = (tap(P1, 1.0, moved=0.02), tap(P2, 2.0), tap(P3, 3.0))
    assert refusal(position(), race(*taps)) == "bourpif.tiles.rotate"
    again = make(position(pile=3), race(*taps, tap(P1, 4.0)))
    assert gains(again) == ([1, 2, 1], 0)


@pytest.mark.rule("bourpif.tiles.rest-weapon")
def test_a_turn_waits_until_all_tiles_show_a_weapon():
    """A shield, three quarters of a weapon or a tile turned askew hold the next cards back."""
    resting = position(phase=Phase.REST)
    assert refusal(resting, Reveal(2, 1, 0)) == "bourpif.tiles.rest-weapon"
    assert refusal(resting, rest(AXE, SHIELD, BOW)) == "bourpif.tiles.rest-weapon"
    part = TilePictures((tiles(AXE), Tiles((AXE, AXE, AXE, BOW), 0.0, 0.0), tiles(AXE)))
    assert refusal(resting, part) == "bourpif.tiles.rest-weapon"
    askew = TilePictures((tiles(AXE), tiles(AXE, skew_deg=-31.0), tiles(AXE)))
    assert refusal(resting, askew) == "bourpif.tiles.rest-weapon"
    assert refusal(resting, rest(AXE, BOW)) == "bourpif.tiles.rest-weapon"
    assert make(resting, rest(AXE, GRIMOIRE, BOW)).phase is Phase.REVEAL


@pytest.mark.rule("bourpif.turn.reveal")
def test_as_many_cards_are_turned_as_the_parchment_says():
    """Three cards for a three, one by one, monster side up; the first turned lies lowest."""
    state = turn("3gbp-r 1gbp-b 2gbp-g 1rbg-p 1gbp-r")
    assert GAME.to_act(state) == {NATURE}
    for wrong in (Reveal(2, 1, 0), Reveal(4, 1, 0), Reveal(3, 2, 0), Reveal(3, 1, 1)):
        assert refusal(state, wrong) == "bourpif.turn.reveal"
    after = make(state, Reveal(3, 1, 0))
    assert after.pile == cards("3gbp-r 1gbp-b 2gbp-g")
    assert after.draw == cards("1rbg-p 1gbp-r")
    assert refusal(state, Pay(P1, BACK)) == "bourpif.turn.reveal"


@pytest.mark.rule("bourpif.turn.last-monster")
def test_the_last_monster_and_the_visible_parchment_decide():
    """Not the first monster and not the parchment that said the count."""
    state = make(turn("2gbp-r 1gbp-p 1rpb-g 1gbp-r"), Reveal(2, 1, 0))
    grimoire_or_bow = race(tap(P1, 1.0, GRIMOIRE), tap(P2, 2.0, GRIMOIRE), tap(P3, 3.0, GRIMOIRE))
    assert refusal(state, grimoire_or_bow) == "bourpif.case1.wrong"
    bows = race(tap(P1, 1.0, BOW), tap(P2, 2.0, BOW), tap(P3, 3.0, BOW))
    assert gains(make(state, bows)) == ([1, 1, 0], 0)
    assert "purple last" in GAME.check(turn("2gbp-r 1gbp-p 1rpb-g 1gbp-r"), Reveal(2, 1, 0)).reason
    assert refusal(state, Reveal(1, 1, 0)) == "bourpif.turn.last-monster"


@pytest.mark.rule("bourpif.end")
def test_the_game_ends_when_a_turn_cannot_be_set_up():
    """A two needs three cards: two to turn and one to read. What lies in the piles counts for nobody."""
    taps = race(tap(P1, 1.0), tap(P2, 1.5), tap(P3, 2.0))
    on = make(position(pile=7, more="1gbp-r 1gbp-r"), taps)
    assert (on.phase, GAME.outcome(on)) == (Phase.REST, None)
    state = position(pile=7, stacks=("", "1gbp-r 1gbp-r", ""), more="1gbp-r")
    over = make(state, taps)
    outcome = GAME.outcome(over)
    assert (outcome.winners, outcome.scores, outcome.rule) == ((P1, P2), (4, 4, 1), "bourpif.end")
    assert (len(over.pile), len(over.draw), GAME.to_act(over)) == (1, 2, frozenset())
    assert refusal(over, rest(AXE, AXE, AXE)) == "bourpif.end"


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        (
            "[deck]\ndungeon_cards = 47",
            "deck.dungeon: there are 48 cards, not 47; change the list or deck.dungeon_cards",
        ),
        ("[deck]\ndragon = []", "deck.dragon: there are 0 cards, not 12"),
        ("[deck]\nmonsters_per_colour = 11", "deck.dungeon: 12 cards carry a green monster, not 11; change"),
        ("[deck]\ndungeon = ['2gby-r']", "deck.dungeon[0]: '2gby-r' is no card; expected one such as 2gbp-r"),
        ("[deck]\ndungeon = ['2gbp-d']", "deck.dungeon[0]: '2gbp-d' does not carry a monster of a colour"),
        ("[deck]\ndragon = ['2gbp-?']", "deck.dragon[0]: '2gbp-?' does not carry a dragon, d"),
        ("[deck]\ndungeon = ['2gbb-r']", "deck.dungeon[0]: '2gbb-r' shows a colour twice"),
        ("[deck]\ndungeon = ['5gbp-r']", "deck.dungeon[0]: a parchment does not say 5; change it or deck.counts"),
        (
            "[deck]\ndungeon_cards = 4\nmonsters_per_colour = 1\n"
            "dungeon = ['1gbp-r', '1gbp-g', '1gbp-b', '1gbp-p']",
            "deck.dungeon: 4 cards do not suffice for one turn",
        ),
        ("[tiles]\ndoors = 3", "tiles.doors: 3 tiles do not suffice or are too many; write 4"),
        ("[tiles]\nequipment = 12", "tiles.equipment: 12 tiles do not suffice or are too many; write 16"),
        ("[limits]\nturn_s = 0", "limits.turn_s: 0 is not more than 0"),
    ],
)
def test_wrong_data_are_refused(tmp_path, own, problem):
    """One line with the file, the key and what to write instead."""
    file = tmp_path / "mine.toml"
    file.write_text(own)
    with pytest.raises(BadFile) as error:
        load_game("bourpif", file)
    assert str(error.value).startswith(f"{file}: {problem}")


def test_the_assumed_deck_is_balanced():
    """All sixty cards differ; twelve dungeon cards a count; every way of the weapons twice."""
    dungeon, dragons = GAME.dungeon, GAME.dragons
    assert len({*dungeon, *dragons}) == 60
    assert [[one.count for one in dungeon].count(n) for n in (1, 2, 3, 4)] == [12] * 4
    ways = [one.colours for one in dungeon]
    assert {ways.count(way) for way in ways} == {2}


def test_cards_and_races_have_a_short_text():
    """A card is its count, its colours and its monster; a race is one line."""
    for one in (*GAME.dungeon, *GAME.dragons, BACK, card("2gbp-?")):
        assert Card.from_text(one.to_text()) == one
    for text in ("", "2gb-r", "2gbpr", "2gbp-x", "gbp-r"):
        with pytest.raises(ValueError, match="expected one such as 2gbp-r"):
            Card.from_text(text)
    act = race(tap(P1, -0.25, lifted=0.5), tap(P2, 2.0, place=Place.RED))
    text = "race taps=P1:-0.25:0.5:pile:axe+axe+axe+axe/2.0/0.001,P2:2.0:-:red:axe+axe+axe+axe/2.0/0.001 ended=2.0"
    assert GAME.notation.to_text(act) == text
    assert GAME.notation.from_text(text, NATURE) == act
