"""Burp, rule by rule: inventions, copies, privileges, and the end."""

from dataclasses import replace

import pytest

from sandbox.rules import load_game
from sandbox.rules.burp import INVENTIONS, BurpOptions, Copy, Invent, Pass, Phase, Strip
from tests.rules.burp_table import (
    GAME,
    P1,
    P2,
    P3,
    P4,
    actor,
    dock,
    fishing,
    fruits,
    hands,
    having,
    make,
    passage,
    passes,
    refusal,
    revealed,
    ripe,
    spun,
    stands,
    table,
    waiting,
)

FULL = fruits("red blue yellow green orange red blue yellow green orange red blue")
FIRE = "red red orange"  # assumed cocktails of the shipped data
CLUB = "red blue"
TIE = "orange blue red yellow"
WHEEL = "red blue yellow"


def genius(players=3, start=P1, **more):
    """Return the table in the phase of genius, dots covered, a quiet round so far."""
    state = table(players, start=start, sea=FULL, quiet=1, **more)
    seats = [(start + k) % players for k in range(players)]
    return waiting(state, Phase.GENIUS, *map(type(P1), seats))


@pytest.mark.rule("burp.genius.trade")
def test_players_turn_in_fruit_for_inventions_clockwise():
    """Any number in a turn; the fruit goes to the reserve and the marker moves a space for each."""
    state = genius(3, start=P2)
    state = having(state, P2, fruit=f"{FIRE} {CLUB} red")
    assert [errand.seat for errand in state.queue] == [P2, P3, P1]
    assert {move.invention for move in GAME.legal_moves(state, P2)[:-1]} == {"fire", "club"}
    assert refusal(state, Invent(P2, "tie")) == "burp.genius.trade"
    assert refusal(state, Invent(P2, "steam")) == "burp.genius.trade"
    assert refusal(state, Strip(P2)) == "burp.genius.trade"
    reserve = len(state.reserve)
    ruling, state = GAME.decide(state, Invent(P2, "fire"))
    assert ruling.rule == "burp.genius.trade"
    assert "3 fruits" in ruling.reason
    assert (state.players[1].marker, len(state.reserve)) == (3, reserve + 3)
    assert state.players[1].fruit == tuple(sorted(fruits(f"{CLUB} red")))
    assert (state.players[1].disks, "fire" in state.disks) == (("fire",), False)
    state = make(state, Invent(P2, "club"))
    assert (state.players[1].marker, actor(state)) == (5, P2)
    assert list(GAME.legal_moves(state, P2)) == [Pass(P2)]
    state = make(state, Pass(P2))
    assert actor(state) == P3
    assert make(state, Pass(P3), Pass(P1)).phase is Phase.DOCKS


@pytest.mark.rule("burp.genius.copy")
def test_others_may_copy_an_invention_once_right_after_it():
    """Clockwise from the inventor, for marker and privilege but no disk; never the wheel; an option forbids it."""
    state = genius(4)
    for seat in (P1, P2, P4):
        state = having(state, seat, fruit=f"{FIRE} {WHEEL}")
    state = having(state, P3, fruit="red red")  # too few, as all can see
    state = make(state, Invent(P1, "fire"))
    assert (state.phase, state.copiers) == (Phase.COPY, (P2, P4))
    assert list(GAME.legal_moves(state, P2)) == [Copy(P2), Pass(P2)]
    assert refusal(state, Invent(P2, "fire")) == "burp.genius.copy"
    reserve = len(state.reserve)
    ruling, copied = GAME.decide(state, Copy(P2))
    assert ruling.rule == "burp.genius.copy"
    me = copied.players[1]
    assert (me.marker, me.disks, me.ideas, len(me.fruit)) == (3, (), ("fire",), 3)
    assert (len(copied.reserve), actor(copied)) == (reserve + 3, P4)
    after = make(copied, Pass(P4))
    assert (after.phase, after.idea, actor(after)) == (Phase.GENIUS, None, P1)
    assert after.players[3].marker == 0
    poor = having(state, P2, fruit="blue blue blue")
    assert refusal(poor, Copy(P2)) == "burp.genius.copy"
    assert list(GAME.legal_moves(poor, P2)) == [Pass(P2)]
    wheel = make(after, Invent(P1, "wheel"))
    assert wheel.phase is Phase.GENIUS
    start = having(having(genius(2, options=BurpOptions(copying=False)), P1, fruit=FIRE), P2, fruit=FIRE)
    alone = make(start, Invent(P1, "fire"))
    assert alone.phase is Phase.GENIUS


@pytest.mark.rule("burp.genius.once")
def test_each_invention_is_made_once_and_the_wheel_by_two_players():
    """A second fire is refused, the second wheel is for another player, a third wheel for nobody."""
    state = genius(3)
    for seat in (P1, P2, P3):
        state = having(state, seat, fruit=f"{FIRE} {FIRE} {WHEEL} {WHEEL}")
    state = passes_copy(make(state, Invent(P1, "fire")))
    assert refusal(state, Invent(P1, "fire")) == "burp.genius.once"
    state = make(state, Invent(P1, "wheel"))
    assert state.disks.count("wheel") == 1
    assert refusal(state, Invent(P1, "wheel")) == "burp.genius.once"
    assert Invent(P1, "wheel") not in GAME.legal_moves(state, P1)
    state = make(state, Pass(P1), Invent(P2, "wheel"), Pass(P2))
    assert refusal(state, Invent(P3, "wheel")) == "burp.genius.once"
    assert [player.disks for player in state.players] == [("fire", "wheel"), ("wheel",), ()]


def passes_copy(state):
    """Return the state once nobody has copied."""
    while state.phase is Phase.COPY:
        state = make(state, Pass(actor(state)))
    return state


@pytest.mark.rule("burp.genius.privilege-next")
def test_a_privilege_begins_with_the_next_round():
    """The wheel made or an idea copied now counts from the next round on."""
    state = having(having(genius(2), P1, fruit=f"{WHEEL} yellow yellow red"), P2, fruit="yellow yellow red")
    state = make(state, Invent(P1, "wheel"), Invent(P1, "language"), Copy(P2))
    assert [player.ideas for player in state.players] == [("wheel", "language"), ("language",)]
    assert [player.skills for player in state.players] == [(), ()]
    after = make(state, Pass(P1), Pass(P2))
    assert [player.skills for player in after.players] == [("wheel", "language"), ("language",)]
    collecting = revealed(after, "woods P1 P1", "P2 P2 P2")
    assert Pass(P1) in GAME.legal_moves(make(collecting, Strip(P1)), P1)
    early = revealed(state, "woods P1 P1", "P2 P2 P2")
    assert make(early, Strip(P1)).phase is not Phase.COLLECT


@pytest.mark.rule("burp.end")
def test_the_game_ends_at_once_at_the_top_or_without_disks():
    """The marker stops at 20, copies are settled first, and the furthest up wins, ties together."""
    state = having(genius(3), P1, fruit=FIRE, marker=17)
    ruling, over = GAME.decide(state, Invent(P1, "fire"))
    assert (ruling.rule, over.phase, GAME.to_act(over)) == ("burp.end", Phase.OVER, frozenset())
    outcome = GAME.outcome(over)
    assert (outcome.rule, outcome.winners, outcome.scores) == ("burp.end", (P1,), (20, 0, 0))
    assert refusal(over, Pass(P2)) == "burp.end"
    near = make(having(genius(3), P1, fruit=FIRE, marker=16), Invent(P1, "fire"))
    assert (near.phase, near.players[0].marker) == (Phase.GENIUS, 19)
    assert GAME.outcome(near) is None

    state = having(having(state, P1, marker=19), P3, fruit=FIRE, marker=18)
    settling = make(state, Invent(P1, "fire"))
    assert (settling.phase, actor(settling), settling.players[0].marker) == (Phase.COPY, P3, 20)
    over = make(settling, Copy(P3))
    outcome = GAME.outcome(over)
    assert (outcome.winners, outcome.scores) == ((P1, P3), (20, 0, 20))
    ruling, over = GAME.decide(settling, Pass(P3))
    assert (ruling.rule, GAME.outcome(over).winners) == ("burp.end", (P1,))

    last = having(having(genius(2, disks=("club",)), P1, fruit=CLUB, marker=3), P2, marker=9)
    outcome = GAME.outcome(make(last, Invent(P1, "club")))
    assert (outcome.rule, outcome.winners, outcome.scores) == ("burp.end", (P2,), (5, 9))
    assert "all disks are taken" in outcome.termination
    two = having(genius(2, disks=("club", "tie")), P1, fruit=CLUB)
    assert make(two, Invent(P1, "club")).phase is Phase.GENIUS


@pytest.mark.rule("burp.end.stall")
def test_a_game_from_which_nothing_comes_ends():
    """Bare dots without an invention end it, or twenty quiet rounds; an invention or covered dots do not."""
    bare = replace(genius(3), sea=(None, *FULL[1:]), reserve=())
    bare = having(having(bare, P2, fruit=CLUB), P1, marker=4)
    ruling, over = GAME.decide(make(bare, Pass(P1), Pass(P2)), Pass(P3))
    assert "1 dot bare" in ruling.reason
    outcome = GAME.outcome(over)
    assert (outcome.rule, outcome.winners) == ("burp.end.stall", (P1,))
    going = make(bare, Pass(P1), Invent(P2, "club"), Pass(P2), Pass(P3))
    assert going.phase is Phase.RIPEN
    unused = make(replace(genius(3), sea=(*FULL[:9], None, FULL[10], None)), Pass(P1), Pass(P2), Pass(P3))
    assert unused.phase is Phase.DOCKS
    covered = passes(replace(genius(3), quiet=19))
    assert (covered.phase, covered.quiet) == (Phase.DOCKS, 19)
    ruling, over = GAME.decide(make(replace(genius(3), quiet=20), Pass(P1), Pass(P2)), Pass(P3))
    assert "20 rounds without an invention" in ruling.reason
    assert GAME.outcome(over).rule == "burp.end.stall"
    lucky = having(replace(genius(3), quiet=20), P1, fruit=CLUB)
    assert make(lucky, Invent(P1, "club")).quiet == 0


def test_every_cocktail_of_the_data_can_be_mixed():
    """With nine of each colour every invention can be made, one after another, until a marker is at the top."""
    state = genius(2)
    plenty = " ".join(fruit.colour for fruit in GAME.figures.fruits)
    for name in INVENTIONS:
        ruling, after = GAME.decide(having(state, P1, fruit=plenty), Invent(P1, name))
        assert ruling.legal, name
        assert after.players[0].marker == len(GAME.figures.cocktails[name])


def test_options_change_the_game(tmp_path):
    """Without copying the same game has no copies; a person's own cocktail is what is turned in."""
    file = tmp_path / "mine.toml"
    file.write_text("[inventions]\nfire = ['green', 'green']\n")
    game = load_game("burp", file)
    state = having(genius(2), P1, fruit="green green")
    assert game.check(state, Invent(P1, "fire")).legal
    assert not GAME.check(state, Invent(P1, "fire")).legal
    assert GAME.initial(2, BurpOptions(copying=False)).options.copying is False


def test_a_whole_round_of_fishing():
    """A dock is built, carries, catches, and the game goes on with a new starting player."""
    state = waiting(table(4, sea=FULL, reserve=fruits("pink " * 33)), Phase.DOCKS, P1, P2, P3, P4)
    state = make(state, *(dock(seat) for seat in (P1, P2, P3, P4)))
    state = fishing(state, "P1 P1 P1", "P2 P2 quarry", "P3 P3 woods", "P4 P4 woods")
    state = make(state, stands(P1), passage(P1, 4, (1, 0.18)))
    state = make(state, spun(state, 5))
    state = make(state, ripe(state))
    assert (state.phase, state.start, hands(state)) == (Phase.GENIUS, P2, (1, 0, 0, 0))
