"""What search relies on in every game's evaluation."""

from __future__ import annotations

import pytest

import strata
from strata.core.errors import UnknownFeature
from strata.core.features import HEAVIEST, FeatureList
from strata.core.kernel.evaluation import Evaluation
from tests.search.conftest import played


def test_quiet_means_that_nothing_is_noisy(game: strata.Game) -> None:
    evaluation = game.rules.evaluation()
    for seed in range(6):
        for position in played(game.name, seed, 60).positions[::5]:
            state = position.state
            if evaluation.get_quiet(state):
                assert all(evaluation.get_promise(state, code) <= 0 for code in state.codes())


def test_noisy_is_what_has_a_promise(game: strata.Game) -> None:
    evaluation = game.rules.evaluation()
    seen = 0
    for seed in range(6):
        for position in played(game.name, seed, 90).positions[::3]:
            state = position.state
            promises = {code: evaluation.get_promise(state, code) for code in state.codes()}
            noisy = {code: promise for code, promise in promises.items() if promise > 0}
            assert evaluation.get_noisy(state) == noisy, position
            seen += len(noisy)
    assert seen


def test_over_is_to_have_no_action(game: strata.Game) -> None:
    for seed in range(8):
        record = played(game.name, seed, 2_000 if game.name == "daikuni" else 60)
        for position in record.positions:
            state = position.state
            assert state.get_over() == (not state.codes()), position


def test_one_key_has_one_list_of_actions(game: strata.Game) -> None:
    """Search plays what the table remembers for a key without listing the actions."""
    known: dict[int, set[int]] = {}
    for seed in range(12):
        for position in played(game.name, seed, 60).positions:
            state = position.state
            assert (key := state.get_memo_key())
            assert known.setdefault(key, set(state.codes())) == set(state.codes()), position


def _one_feature(weight: int) -> Evaluation:
    features = FeatureList()
    features.add("mana", weight, "mana on the board")
    return Evaluation(features)


@pytest.mark.parametrize("weight", [HEAVIEST + 1, -HEAVIEST - 1])
def test_weights_are_bounded(weight: int) -> None:
    with pytest.raises(ValueError, match=f"weight {weight} of mana: expected at most 10000"):
        _one_feature(weight)
    evaluation = _one_feature(1)
    with pytest.raises(ValueError, match=f"weight {weight} of mana"):
        evaluation.set_weights({"mana": weight})
    assert evaluation.weights_by_name() == {"mana": 1}


def test_judgements_are_within_bounds_and_repeatable(game: strata.Game) -> None:
    one, other = game.rules.evaluation(), game.rules.evaluation()
    for position in played(game.name, 7, 80).positions[::7]:
        state = position.state
        assert -20_000 <= one.get_score(state) == other.get_score(state) <= 20_000
        weights, features = one.weights_by_name(), one.features(state)
        total = sum(weights[name] * features[name] for name in weights)
        assert one.get_score(state) == max(-20_000, min(20_000, total))


def test_unknown_features_are_refused() -> None:
    features = FeatureList()
    features.add("mana", 1, "mana on the board")
    with pytest.raises(UnknownFeature, match=r"got feature 'mnaa', expected mana"):
        Evaluation(features, {"mnaa": 2})
    assert Evaluation(features, {"mana": 2}).weights_by_name() == {"mana": 2}


def test_features_are_declared_once() -> None:
    features = FeatureList("early", "late")
    assert features.add("mana", (1, 2), "mana on the board") == 0
    assert features.add("pawns", (3, 4), "pawns on the board") == 1
    assert features.by_name() == {
        "early-mana": 1,
        "early-pawns": 3,
        "late-mana": 2,
        "late-pawns": 4,
    }
    with pytest.raises(ValueError, match="feature mana: declared twice"):
        features.add("mana", (1, 1), "")
    with pytest.raises(ValueError, match="feature kings: 1 weights, expected 2"):
        features.add("kings", 5, "")
