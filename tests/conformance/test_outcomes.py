"""Seat, actions and outcome agree; games end, for reasons that the game declares."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import strata
from tests.conformance.cycles import find_cycle, repetition_key
from tests.conformance.settings import EXAMPLE_NAMES, Setting, fewer
from tests.volume import everyday

Positions = tuple[strata.Position, ...]
REPETITION = strata.Outcome(None, "repetition")


def test_over_means_no_actions_and_no_seat(positions: Positions) -> None:
    for position in positions:
        over = position.outcome() is not None
        assert (not position.actions()) == over, position
        assert (position.seat is None) == over, position
        assert position.seat in ("first", "second", None)


def test_reasons_are_declared(game: strata.Game, positions: Positions) -> None:
    ended = [outcome for position in positions if (outcome := position.outcome())]
    assert ended
    for outcome in ended:
        assert outcome.reason in game.reasons
        assert outcome.reason in game.rules.all_reasons
        assert outcome.winner in ("first", "second", None)


def test_random_games_end(setting: Setting, game: strata.Game) -> None:
    count = fewer(everyday(35, full=100) if not setting.options else everyday(10, full=30))
    played = game.playouts(count, seed=7, limit=1_000_000)
    assert played.games == count
    assert None not in played.results, f"{played.results.count(None)} games did not end"
    assert {result.reason for result in played.results if result} <= set(game.rules.all_reasons)
    assert min(played.lengths) > 0
    if not game.rules.draws:
        assert game.rules.repetition == 0
        assert all(result and result.winner for result in played.results)


def test_random_records_agree_with_their_positions(game: strata.Game, setting: Setting) -> None:
    """A record is over by repetition exactly when a turn's start came up that often."""
    choose = random.Random(str(setting))
    record = game.record()
    seen: Counter[int] = Counter()
    for _ in range(100):
        position = record.position
        key = repetition_key(game, position.state)
        seen[key] += position.begins_turn
        repeated = position.begins_turn and 0 < game.rules.repetition <= seen[key]
        decided = position.outcome()
        assert record.outcome() == (decided or (REPETITION if repeated else None))
        assert (record.seat is None) == (record.outcome() is not None)
        assert bool(record.actions()) == (record.outcome() is None)
        if record.outcome():
            break
        record.play(choose.choice(record.actions()))
    assert len(record.played) > 2
    if not game.rules.repetition:
        assert max(seen.values()) == 1


def _play(record: strata.Record, codes: tuple[int, ...]) -> None:
    for code in codes:
        record.play(next(action for action in record.actions() if action.code == code))


def test_positions_that_come_back_draw(game: strata.Game) -> None:
    cycle = find_cycle(game)
    if not game.rules.repetition:
        assert cycle is None, "the game declares that no position comes twice"
        return
    if cycle is None:
        folder = "examples" if game.name in EXAMPLE_NAMES else f"games/{game.name}"
        pytest.skip(f"no cycle was found; tests/{folder} must test repetition")
    record = game.record()
    _play(record, cycle.approach)
    for _ in range(game.rules.repetition - 1):
        assert record.outcome() is None
        for _ in cycle.round * game.rules.repetition:  # what is taken back does not count
            _play(record, cycle.round[:1])
            record.undo()
            assert record.outcome() is None
        _play(record, cycle.round)
    assert record.outcome() == REPETITION
    assert record.position.outcome() is None, "the position alone does not decide it"
    assert record.seat is None
    assert record.actions() == ()
    with pytest.raises(strata.IllegalAction, match="repetition"):
        record.play(record.position.actions()[0])
    assert game.load(record.export()).outcome() == REPETITION
    last = record.undo()
    assert record.outcome() is None
    assert record.play(last).outcome() == REPETITION
