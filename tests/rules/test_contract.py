"""The contract that every game keeps, for every number of players and every variant."""

import dataclasses
import importlib
import json
import random
import subprocess
import sys

import pytest

from sandbox.errors import IllegalMove, InputError, InvalidMove
from sandbox.rules import GAMES
from sandbox.rules.base import NATURE, Move, Seat, actor_of
from sandbox.rules.log import log_from_text, log_to_text, replay
from sandbox.rules.notation import options_from_text, options_to_text
from tests.rules.driving import (
    cases,
    engine,
    match_of,
    states_and_steps,
    states_of,
    strange_act,
    texts_of,
    the_match_of,
    variants,
)

every_case = pytest.mark.parametrize("case", cases(), ids=str)
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_every_number_of_players_has_a_case(name):
    """The rulebook's range of players is played; one more or one fewer is refused in one line."""
    low, high = engine(name).book.players
    assert {case.players for case in cases() if case.game == name} == set(range(low, high + 1))
    for wrong in (low - 1, high + 1):
        with pytest.raises(InputError, match=f"{low} to {high} players, not {wrong}"):
            engine(name).initial(wrong)


@every_case
def test_the_game_is_over_exactly_when_nobody_can_act(case):
    """An outcome and somebody to act exclude each other; whoever is to act has a move, and nobody else."""
    game = engine(case.game)
    for state in states_of(case):
        actors = game.to_act(state)
        assert (game.outcome(state) is None) == bool(actors)
        for seat in map(Seat, range(case.players)):
            assert bool(game.legal_moves(state, seat)) == (seat in actors)


@every_case
def test_the_outcome_names_players_and_a_rule(case):
    """Winners are seats, each seat has a score, and the rule is a numbered one."""
    outcome = engine(case.game).outcome(states_of(case)[-1])
    assert set(outcome.winners) <= set(range(case.players))
    assert len(outcome.scores) == case.players
    assert engine(case.game).book.rule(outcome.rule)


@every_case
def test_a_state_cannot_change(case):
    """States are frozen and hashable, and `apply` leaves its input as it was."""
    game, texts = engine(case.game), texts_of(case)
    before, steps = states_and_steps(case)
    assert dataclasses.is_dataclass(before)
    assert before.__dataclass_params__.frozen
    for text, step in zip(texts, steps, strict=False):
        hash(before)
        if step.ruling.legal:
            assert game.apply(before, step.act) == step.state
        assert json.dumps(game.to_json(before)) == text
        before = step.state


@every_case
def test_states_and_acts_go_through_json_and_back(case):
    """What was written as JSON is read as the same value."""
    game = engine(case.game)
    for state, text in zip(states_of(case), texts_of(case), strict=True):
        assert game.from_json(json.loads(text)) == state
    for step in states_and_steps(case)[1]:
        assert game.notation.from_json(json.loads(json.dumps(game.notation.to_json(step.act)))) == step.act


@every_case
def test_acts_go_through_text_and_back(case):
    """What was written as text is read as the same act, legal moves that nobody made included."""
    game = engine(case.game)
    acts = [step.act for step in states_and_steps(case)[1]]
    for state in states_of(case):
        acts += [move for seat in game.to_act(state) - {NATURE} for move in game.legal_moves(state, seat)]
    for act in dict.fromkeys(acts):
        assert game.notation.from_text(game.notation.to_text(act), actor_of(act)) == act


@every_case
def test_a_view_reveals_no_secret(case):
    """A view is the same whatever the secrets are, and it suffices to know what one may do."""
    game = engine(case.game)
    plant = importlib.import_module(f"tests.rules.secrets.{case.game}").plant
    for state in states_of(case):
        for seat in map(Seat, range(case.players)):
            view = game.view(state, seat)
            assert game.view(plant(state, seat), seat) == view
            assert game.view(view, seat) == view
            assert game.to_act(view) == game.to_act(state)
            assert game.legal_moves(view, seat) == game.legal_moves(state, seat)


@every_case
def test_a_move_is_legal_exactly_when_it_is_listed(case):
    """Every listed move stands; of any other well-typed moves none does."""
    game, rng = engine(case.game), random.Random(3)
    states = states_of(case)
    for state in states:
        listed = {move for seat in map(Seat, range(case.players)) for move in game.legal_moves(state, seat)}
        assert all(game.check(state, move).legal for move in listed)
        odd = [strange_act(game, case.players, rng) for _ in range(8)]
        odd += game.legal_moves(rng.choice(states), Seat(rng.randrange(case.players)))
        for move in odd:
            if isinstance(move, Move):
                assert game.check(state, move).legal == (move in listed), (state, move)


@every_case
def test_every_ruling_names_a_rule_and_a_reason(case):
    """Legal or refused, a ruling cites a numbered rule and gives one sentence; `apply` raises the same."""
    game, rng = engine(case.game), random.Random(4)
    ids = {rule.id for rule in game.book.rules}
    for state in states_of(case):
        for act in [strange_act(game, case.players, rng) for _ in range(4)]:
            ruling = game.check(state, act)
            assert ruling.rule in ids, ruling
            assert ruling.reason, ruling
            assert not set(ruling.reason) & set("\n#"), ruling
            if not ruling.legal:
                with pytest.raises(IllegalMove) as error:
                    game.apply(state, act)
                assert (error.value.rule, error.value.reason) == (ruling.rule, ruling.reason)
    for step in states_and_steps(case)[1]:
        assert step.ruling.rule in ids, step


@every_case
def test_undo_is_to_drop_the_last_act(case):
    """Playing all acts but the last again gives the state before it, anywhere in the game."""
    match, states = the_match_of(case), states_of(case)
    for k in {1, 2, len(states) // 3, len(states) // 2, len(states) - 2}:
        shorter = dataclasses.replace(match.log, acts=match.log.acts[:k])
        assert [step.state for step in replay(shorter)] == states[1 : k + 1]


@every_case
def test_pieces_are_conserved(case):
    """At every step the same pieces are somewhere."""
    game = engine(case.game)
    first, *later = (game.pieces(state) for state in states_of(case))
    assert first.total() > 0
    assert all(pieces == first for pieces in later)


@every_case
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end_and_the_same_seed_gives_the_same_game(case, bot):
    """Games of both bots end, and only the seed decides how."""
    once = the_match_of(case) if bot == "random" else match_of(case, 1, bot)
    assert match_of(case, 1, bot) == once


@every_case
def test_a_log_is_read_as_it_was_written(case, tmp_path):
    """A whole game goes through its text, rulings as comments or not."""
    log = the_match_of(case).log
    for rulings in (True, False):
        again = log_from_text(log_to_text(log, rulings=rulings), tmp_path / "log.txt")
        assert (again.acts, again.players, again.options) == (log.acts, log.players, log.options)


@every_game
def test_malformed_text_says_what_was_expected(name):
    """Text that is no act is refused with the word that is wrong and the form to write."""
    notation = engine(name).notation
    with pytest.raises(InvalidMove, match="'hullabaloo' is no move or finding"):
        notation.from_text("hullabaloo", Seat(0))
    for verb, cls in notation.verbs.items():
        actor = Seat(0) if issubclass(cls, Move) else NATURE
        with pytest.raises(InvalidMove, match="zzz: this is not known") as error:
            notation.from_text(f"{verb} zzz=1", actor)
        assert f"write: {notation.form(verb)}" in str(error.value)
    for data in (None, [], {}, {"act": "hullabaloo"}, {"act": []}):
        with pytest.raises(InvalidMove):
            notation.from_json(data)


@every_game
def test_options_go_through_text_and_back(name):
    """Every variant can be written; an option of a rule is an option of the game."""
    kind = engine(name).options_type
    for options in variants(kind):
        assert options_from_text(kind, options_to_text(options)) == options
    fields = {field.name for field in dataclasses.fields(kind)}
    assert {rule.option for rule in engine(name).book.rules} - {None} <= fields


def test_importing_one_game_loads_no_other():
    """A game is imported when it is asked for, and the rules need no numbers library."""
    code = (
        "import sys, sandbox.rules; prefix = 'sandbox.rules.';"
        "print([m for m in sys.modules if m == 'numpy' or m.removeprefix(prefix) in sandbox.rules.GAMES])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"
