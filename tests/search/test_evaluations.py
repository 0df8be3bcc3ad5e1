"""What search relies on in every game's evaluation."""

from __future__ import annotations

import pytest

import strata
from strata.core.kernel.evaluation import HEAVIEST, Evaluation
from tests.search.conftest import played


def test_quiet_means_that_nothing_is_noisy(game: strata.Game) -> None:
    evaluation = game._evaluation()
    for seed in range(6):
        for position in played(game.name, seed, 60).positions[::5]:
            state = position._state
            if evaluation.quiet(state):
                assert all(evaluation.promise_of(state, code) <= 0 for code in state.codes())


def test_noisy_is_what_has_a_promise(game: strata.Game) -> None:
    evaluation = game._evaluation()
    seen = 0
    for seed in range(6):
        for position in played(game.name, seed, 90).positions[::3]:
            state = position._state
            promises = {code: evaluation.promise_of(state, code) for code in state.codes()}
            noisy = {code: promise for code, promise in promises.items() if promise > 0}
            assert evaluation.noisy_of(state) == noisy, position
            seen += len(noisy)
    assert seen


def test_over_is_to_have_no_action(game: strata.Game) -> None:
    for seed in range(8):
        record = played(game.name, seed, 2_000 if game.name == "daikuni" else 60)
        for position in record.positions:
            state = position._state
            assert state.is_over() == (not state.codes()), position


def test_one_key_has_one_list_of_actions(game: strata.Game) -> None:
    """Search plays what the table remembers for a key without listing the actions."""
    known: dict[int, set[int]] = {}
    for seed in range(12):
        for position in played(game.name, seed, 60).positions:
            state = position._state
            assert (key := state.whole_key())
            assert known.setdefault(key, set(state.codes())) == set(state.codes()), position


@pytest.mark.parametrize("weight", [HEAVIEST + 1, -HEAVIEST - 1])
def test_weights_are_bounded(weight: int) -> None:
    with pytest.raises(ValueError, match=f"weight {weight} of mana: expected at most 10000"):
        Evaluation({"mana": weight})
    evaluation = Evaluation({"mana": 1})
    with pytest.raises(ValueError, match=f"weight {weight} of mana"):
        evaluation.set_weights({"mana": weight})
    assert evaluation.weights_by_name() == {"mana": 1}


def test_judgements_are_within_bounds_and_repeatable(game: strata.Game) -> None:
    one, other = game._evaluation(), game._evaluation()
    for position in played(game.name, 7, 80).positions[::7]:
        state = position._state
        assert -20_000 <= one.judge(state) == other.judge(state) <= 20_000
        weights, features = one.weights_by_name(), one.features(state)
        total = sum(weights[name] * features[name] for name in weights)
        assert one.judge(state) == max(-20_000, min(20_000, total))
