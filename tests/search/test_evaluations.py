"""What search relies on in every game's evaluation."""

from __future__ import annotations

import strata
from tests.search.conftest import played


def test_quiet_means_that_nothing_is_noisy(game: strata.Game) -> None:
    evaluation = game._evaluation()
    for seed in range(6):
        for position in played(game.name, seed, 60).positions[::5]:
            state = position._state
            if evaluation.quiet(state):
                assert all(evaluation.promise_of(state, code) <= 0 for code in state.codes())


def test_judgements_are_within_bounds_and_repeatable(game: strata.Game) -> None:
    one, other = game._evaluation(), game._evaluation()
    for position in played(game.name, 7, 80).positions[::7]:
        state = position._state
        assert -20_000 <= one.judge(state) == other.judge(state) <= 20_000
        weights, features = one.weights_by_name(), one.features(state)
        total = sum(weights[name] * features[name] for name in weights)
        assert one.judge(state) == max(-20_000, min(20_000, total))
