"""A state machine that plays a game with legal and illegal acts mixed, for Hypothesis to drive."""

import random

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from sandbox.errors import IllegalMove
from sandbox.players.scripted_nature import ScriptedNature
from sandbox.rules.base import NATURE, actor_name
from tests.rules.driving import Case, engine, strange_act

seeds = st.integers(0, 2**32)


class GameMachine(RuleBasedStateMachine):
    """One game; it begins again when it is over. `acts` counts over all machines of a class."""

    cases: tuple[Case, ...]
    acts = 0

    @initialize(seed=seeds)
    def begin(self, seed):
        """Sit down to one of the cases."""
        self.rng = random.Random(seed)
        self.case = self.rng.choice(self.cases)
        self.game = engine(self.case.game)
        self.nature = ScriptedNature(self.game, self.rng)
        self.restart()

    def restart(self):
        """Begin from the start."""
        self.state = self.game.initial(self.case.players, self.case.options)
        self.pieces = self.game.pieces(self.state)
        self.past = []

    @rule(seed=seeds, count=st.integers(1, 30))
    def go_on(self, seed, count):
        """Make legal moves and plausible findings, some of which are refused."""
        rng = random.Random(seed)
        for _ in range(count):
            actors = sorted(self.game.to_act(self.state), key=actor_name)
            if not actors:
                self.restart()
                continue
            actor = rng.choice(actors)
            if actor is NATURE:
                self.attempt(self.nature.find(self.state))
            else:
                self.attempt(rng.choice(self.game.legal_moves(self.state, actor)))

    @rule(seed=seeds, count=st.integers(1, 10))
    def try_anything(self, seed, count):
        """Try well-typed acts with any values."""
        rng = random.Random(seed)
        for _ in range(count):
            self.attempt(strange_act(self.game, self.case.players, rng))

    @rule(seed=seeds)
    def try_again(self, seed):
        """Try an act that was made before."""
        if self.past:
            self.attempt(random.Random(seed).choice(self.past))

    def attempt(self, act):
        """Try one act: `check` never raises, and `apply` does exactly what it says."""
        type(self).acts += 1
        ruling = self.game.check(self.state, act)
        if ruling.legal:
            self.state = self.game.apply(self.state, act)
            self.past.append(act)
        else:
            with pytest.raises(IllegalMove):
                self.game.apply(self.state, act)

    @invariant()
    def nothing_is_lost(self):
        """Pieces are conserved, and the game is over exactly when nobody is to act."""
        if hasattr(self, "state"):
            assert self.game.pieces(self.state) == self.pieces
            assert (self.game.outcome(self.state) is None) == bool(self.game.to_act(self.state))
