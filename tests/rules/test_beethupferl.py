"""Beethupferl, rule by rule: setting up, watering, drops in hollows, and wrong data."""

import itertools
from dataclasses import replace

import pytest

from sandbox.errors import BadFile, InputError
from sandbox.rules import load_game
from sandbox.rules.base import NATURE, Seat
from sandbox.rules.beethupferl import (
    BACK,
    BeethupferlOptions,
    Carrot,
    Direct,
    Edge,
    Garden,
    Grass,
    Phase,
    Rest,
    Stop,
    Surface,
    Take,
    TileOrder,
    Version,
)
from sandbox.rules.log import replay
from tests.rules.beethupferl_table import (
    BED,
    CARROT,
    FOUR,
    GAME,
    NORTH,
    P1,
    P2,
    P3,
    SNAIL,
    SUPPLY,
    TOGETHER,
    direct,
    drops_of,
    fell,
    from_grass,
    make,
    position,
    read,
    refusal,
    ruling_after,
)
from tests.rules.driving import Case, match_of

STANDS = Garden(covered=16, face_up=0, patches=4, bowl=20, cans=3)


@pytest.mark.rule("beethupferl.setup.tiles")
def test_thirty_tiles_are_mixed_and_sixteen_close_the_hollows():
    """Five of each of six kinds; sixteen on the hollows face down, fourteen in the supply; nobody sees any."""
    rule = "beethupferl.setup.tiles"
    start = GAME.initial(3)
    assert GAME.to_act(start) == {NATURE}
    assert refusal(start, STANDS) == rule
    assert refusal(start, TileOrder(BED)) == rule
    assert refusal(start, TileOrder((*BED[1:], SNAIL, *SUPPLY))) == rule
    assert refusal(start, TileOrder((BACK, *BED[1:], *SUPPLY))) == rule
    mixed = make(start, TileOrder(BED + SUPPLY))
    assert (mixed.tiles, mixed.supply, mixed.drops) == (BED, SUPPLY, (0,) * 16)
    assert refusal(mixed, replace(STANDS, covered=15)) == rule
    assert refusal(mixed, replace(STANDS, face_up=1)) == rule
    view = GAME.view(mixed, P1)
    assert (set(view.tiles), set(view.supply), len(view.supply)) == ({BACK}, {BACK}, 14)


@pytest.mark.rule("beethupferl.setup.garden")
def test_the_garden_stands_before_play():
    """Four grass patches, twenty drops in the bowl, a can for each player; else it is put right first."""
    mixed = make(GAME.initial(3), TileOrder(BED + SUPPLY))
    for wrong in ({"patches": 3}, {"bowl": 19}, {"cans": 2}):
        assert refusal(mixed, replace(STANDS, **wrong)) == "beethupferl.setup.garden"
    assert refusal(mixed, Carrot(P2)) == "beethupferl.setup.garden"
    stands = make(mixed, STANDS)
    assert (stands.phase, stands.bowl) == (Phase.FIRST, 20)


@pytest.mark.rule("beethupferl.setup.first")
def test_who_ate_a_carrot_last_begins_and_turns_go_clockwise():
    """The eater begins, then the next to the left, and after the last player the first."""
    rule = "beethupferl.setup.first"
    ready = make(GAME.initial(3), TileOrder(BED + SUPPLY), STANDS)
    for nobody in (Seat(3), Seat(-1)):
        assert refusal(ready, Carrot(nobody)) == rule
    state = make(ready, Carrot(P2))
    assert GAME.to_act(state) == {P2}
    assert refusal(state, Direct(P1, 1)) == rule
    third = direct(state, 1)
    assert third.turn == P3
    assert direct(third, 5).turn == P1


@pytest.mark.rule("beethupferl.turn.fill")
def test_one_drop_is_filled_for_each_watering():
    """A drop goes from the bowl into the can; two that leave it, or none, do not count; the first is a duty."""
    rule = "beethupferl.turn.fill"
    state = position()
    assert refusal(state, Stop(P1)) == rule
    assert Stop(P1) not in GAME.legal_moves(state, P1)
    poured = make(state, Direct(P1, 1))
    assert (poured.bowl, poured.can) == (19, 1)
    for many in (0, 2):
        assert refusal(poured, fell(read(1, 1), poured=many)) == rule
    assert direct(state, 1).can == 0
    assert refusal(state, fell(read(1, 1))) == "beethupferl.setup.first"
    assert refusal(state, Take(P1, 1)) == rule


@pytest.mark.rule("beethupferl.turn.fill")
def test_an_empty_bowl_ends_the_game_or_the_second_watering():
    """Before the second watering it lapses; at the start of a turn the game ends and is scored."""
    drops = {1: 2, 2: 2, 5: 2, 6: 2, 9: 2, 10: 2, 12: 2, 13: 2, 15: 2, 16: 1}
    state = position(drops, taken=((CARROT,), (), ()), players=3)
    state = replace(state, supply=SUPPLY[1:], bowl=1)
    assert from_grass(replace(state, bowl=2), read(16, 2)).watered == 1
    ruling, over = GAME.decide(make(state, Grass(P1, NORTH)), fell(read(16, 2)))
    assert (ruling.rule, over.phase, over.bowl) == ("beethupferl.drop.two", Phase.OVER, 0)
    assert "the second watering lapses" in ruling.reason
    outcome = GAME.outcome(over)
    assert (outcome.rule, outcome.winners) == ("beethupferl.turn.fill", (P1,))
    assert direct(state, 16).phase is Phase.OVER


@pytest.mark.rule("beethupferl.water.direct")
def test_direct_watering_is_above_a_hollow_and_once():
    """Any hollow of the sixteen can be chosen; the can is above it when it is emptied; then the turn is over."""
    rule = "beethupferl.water.direct"
    state = position({5: 1})
    assert [m.hollow for m in GAME.legal_moves(state, P1) if isinstance(m, Direct)] == list(range(1, 17))
    for wrong in (0, 17, -1):
        assert refusal(state, Direct(P1, wrong)) == rule
    poured = make(state, Direct(P1, 9))
    good = fell(read(9, 1), touched=Surface.BED, aim=0.022)
    assert refusal(poured, replace(good, aim=0.0225)) == rule
    assert refusal(poured, replace(good, touched=None)) == rule
    assert ruling_after(state, Direct(P1, 9)).rule == rule
    after = make(poured, good)
    assert (drops_of(after), after.turn, after.watered) == ({5: 1, 9: 1}, P2, 0)
    elsewhere = direct(state, 9, read(10, 1))
    assert drops_of(elsewhere) == {5: 1, 10: 1}


@pytest.mark.rule("beethupferl.water.grass")
def test_watering_from_the_grass_is_once_or_twice():
    """The can is above the patch and the drop touches grass first; after the first the player may stop."""
    rule = "beethupferl.water.grass"
    state = position()
    assert [m.edge for m in GAME.legal_moves(state, P1) if isinstance(m, Grass)] == list(Edge)
    poured = make(state, Grass(P1, NORTH))
    assert refusal(poured, fell(read(1, 1), aim=0.001)) == rule
    assert refusal(poured, fell(read(1, 1), touched=None)) == rule
    once = make(poured, fell(read(1, 1)))
    assert (once.phase, once.turn, once.watered) == (Phase.WATER, P1, 1)
    assert Stop(P1) in GAME.legal_moves(once, P1)
    assert make(once, Stop(P1)).turn == P2
    twice = from_grass(once, read(5, 1))
    assert (twice.turn, twice.watered, drops_of(twice)) == (P2, 0, {1: 1, 5: 1})


@pytest.mark.rule("beethupferl.water.version-4")
def test_the_younger_ones_water_directly_once():
    """Nothing from the grass: sixteen moves, and the turn is over after one."""
    state = position(options=FOUR)
    assert list(GAME.legal_moves(state, P1)) == [Direct(P1, h) for h in range(1, 17)]
    assert refusal(state, Grass(P1, NORTH)) == "beethupferl.water.version-4"
    assert direct(state, 1).turn == P2


@pytest.mark.rule("beethupferl.water.version-5")
def test_the_older_ones_choose_each_turn():
    """Once directly, or once or twice from the grass, but not one after the other."""
    state = position()
    assert len(GAME.legal_moves(state, P1)) == 20
    once = from_grass(state, read(1, 1))
    assert refusal(once, Direct(P1, 5)) == "beethupferl.water.version-5"
    assert list(GAME.legal_moves(once, P1)) == [*(Grass(P1, edge) for edge in Edge), Stop(P1)]
    assert direct(state, 1).turn == P2


@pytest.mark.rule("beethupferl.drop.one")
def test_one_drop_makes_a_tile_visible():
    """The tile shows to everybody; an older drop knocked into another hollow counts there."""
    rule = "beethupferl.drop.one"
    state = position({9: 1})
    ruling = ruling_after(state, Direct(P1, 1), fell(read(1, 1)))
    assert (ruling.rule, ruling.reason) == (rule, "hollow 1 holds 1 drop: carrot is visible")
    after = direct(state, 1)
    assert GAME.view(state, P2).tiles[0] is BACK
    assert GAME.view(after, P2).tiles[:2] == (CARROT, BACK)
    knocked = direct(state, 1, read(1, 1), read(9, 0), read(10, 1))
    assert drops_of(knocked) == {1: 1, 10: 1}
    poured = make(state, Direct(P1, 1))
    for odd in (read(17, 1), read(0, 1), read(1, -1)):
        assert refusal(poured, fell(odd)) == rule
    assert refusal(poured, fell(read(1, 1), read(1, 1))) == rule


@pytest.mark.rule("beethupferl.drop.two")
def test_two_drops_make_a_tile_stand_and_it_counts_as_visible():
    """Upright between the two limits; with two others of its kind it makes three."""
    state = position({1: 1, 2: 1})
    ruling = ruling_after(state, Direct(P1, 1), fell(read(1, 2)))
    assert (ruling.rule, ruling.reason) == (
        "beethupferl.drop.two",
        "hollow 1 holds 2 drops: carrot stands upright",
    )
    stands = direct(state, 1)
    assert drops_of(stands) == {1: 2, 2: 1}
    for limit in (45.0, 135.0):
        assert drops_of(direct(state, 1, read(1, 2, tilt=limit))) == {1: 2, 2: 1}
    assert [m.hollow for m in GAME.legal_moves(direct(stands, 3), P2)] == [1, 2, 3]


@pytest.mark.parametrize("players", range(1, 5))
def test_any_mix_of_variants_can_be_played(players):
    """Each way of watering, with the advanced harvest or not, together or not: games end with all pieces."""
    for version, advanced, together in itertools.product(Version, (False, True), (False, True)):
        if players == 1 and not together:
            continue
        options = BeethupferlOptions(version, advanced, together)
        match = match_of(Case("beethupferl", players, options), seed=players)
        pieces = GAME.pieces(GAME.initial(players, options))
        assert all(GAME.pieces(step.state) == pieces for step in replay(match.log))
        assert (pieces.total(), pieces["drop"], pieces["snail"]) == (50, 20, 5)
        assert (".coop." in match.outcome.rule) == together


@pytest.mark.rule("beethupferl.special.outside")
def test_a_drop_that_nobody_saw_fall_is_refused():
    """Drops do not appear or vanish: what is in hollows and outside has to add up."""
    poured = make(position({9: 2}), Direct(P1, 1))
    for wrong in (
        fell(),
        fell(read(1, 2)),
        fell(read(1, 1), rest=Rest.LAND),
        fell(read(1, 1), loose=1),
        fell(read(1, 2), loose=-1),
        fell(read(9, 1), rest=Rest.GONE),
    ):
        assert refusal(poured, wrong) == "beethupferl.special.outside"


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ("[pieces]\nsnails = 6", "pieces.vegetables: vegetables and snails add up to 31 tiles, not 30; change"),
        ("[pieces]\nsnails = -1", "pieces.snails: -1 snails cannot be"),
        ("[pieces]\nvegetables = { carot = 25 }", "pieces.vegetables.carot: this vegetable is not known; did you"),
        ("[pieces]\nvegetables = { carrot = 25 }", "pieces.vegetables: red_cabbage is missing; write 0"),
        (
            "[pieces]\nvegetables = { red_cabbage = -1, cucumber = 5, carrot = 5, pumpkin = 5, red_beet = 5 }",
            "pieces.vegetables.red_cabbage: -1 tiles cannot be",
        ),
        ("[pieces]\nhollows = 30", "pieces.tiles: 30 tiles leave no supply beside 30 hollows; have at least 31"),
        ("[pieces]\nhollows = 0", "pieces.hollows: 0 hollows cannot be"),
        ("[pieces]\ndrops = 0", "pieces.drops: 0 drops cannot be"),
        ("[pieces]\ngrass_patches = 3", "pieces.grass_patches: 3 patches do not fit the four edges"),
        ("[pieces]\nwatering_cans = 3", "pieces.watering_cans: 3 cans are too few for 4 players"),
        ("[limits]\nrest_mm_s = 0", "limits.rest_mm_s: 0 is not above 0"),
        ("[limits]\nvisible_above_deg = 45", "limits.visible_above_deg: no tile is upright between 45 and 45"),
        ("[limits]\naim = 1", "limits.aim: this key is not known; did you mean aim_mm"),
    ],
)
def test_wrong_data_are_refused(tmp_path, own, problem):
    """The error names the person's file, the key, and what is wrong with it."""
    file = tmp_path / "mine.toml"
    file.write_text(own)
    with pytest.raises(BadFile) as error:
        load_game("beethupferl", file)
    assert str(error.value).startswith(str(file))
    assert problem in str(error.value)


def test_a_goal_that_the_tiles_cannot_meet_is_refused(tmp_path):
    """With one red beet in the box nobody can harvest two of each kind together."""
    file = tmp_path / "mine.toml"
    kinds = "{ red_cabbage = 5, cucumber = 5, carrot = 5, pumpkin = 9, red_beet = 1 }"
    file.write_text(f"[pieces]\nvegetables = {kinds}\n")
    game = load_game("beethupferl", file)
    assert game.initial(2).supply
    with pytest.raises(InputError, match=r"tiles of red beet \(1\) are too few"):
        game.initial(2, TOGETHER)
