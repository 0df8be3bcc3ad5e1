"""Playouts: the same games whoever plays them, and each one a game of the contract."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import strata
from tests.conformance.sample import spread
from tests.conformance.settings import OWN_NAMES, fewer
from tests.golden import golden_path, read_golden
from tests.splitmix import SplitMix
from tests.volume import everyday

Positions = tuple[strata.Position, ...]


@dataclass
class Replay:
    """A random game played through the contract with another generator."""

    length: int
    turns: int
    result: strata.Outcome | None
    choices: int
    widest: int


def _replay(start: strata.Position, seed: int, number: int, limit: int) -> Replay:
    random = SplitMix.of_game(seed, number)
    record = strata.Game(start.rules).record(start)
    turns = choices = widest = 0
    while record.outcome() is None and len(record.played) < limit:
        codes = record.position.state.codes()
        by_code = {action.code: action for action in record.actions()}
        choices += len(codes)
        widest = max(widest, len(codes))
        record.play(by_code[codes[random.below(len(codes))]])
        turns += record.position.begins_turn
    return Replay(len(record.played), turns, record.outcome(), choices, widest)


def test_playouts_are_games_of_the_contract(game: strata.Game, positions: Positions) -> None:
    """Late starts let the games reach their end within the limit."""
    limit = everyday(25, full=40)
    for start in [*spread(positions, 3), positions[-2]]:
        played = game.playouts(3, seed=11, start=start, first=5, limit=limit)
        replays = [_replay(start, 11, number, limit) for number in range(5, 8)]
        assert played.lengths == tuple(replay.length for replay in replays)
        assert played.turns == tuple(replay.turns for replay in replays)
        assert played.results == tuple(replay.result for replay in replays)
        assert played.choices == sum(replay.choices for replay in replays)
        assert played.widest == max(replay.widest for replay in replays)


def test_workers_and_batches_change_nothing(game: strata.Game) -> None:
    count, limit = fewer(everyday(40, full=150)), 40
    alone = game.playouts(count, seed=3, limit=limit)
    for workers in (2, 3):
        assert game.playouts(count, seed=3, limit=limit, workers=workers) == alone
    cuts = [0, 1, count // 3, count]
    batches = [
        game.playouts(end - begin, seed=3, first=begin, limit=limit, workers=2)
        for begin, end in pairwise(cuts)
    ]
    assert batches[0] + batches[1] + batches[2] == alone


def test_seeds_matter(game: strata.Game) -> None:
    one, same, other = (game.playouts(20, seed=seed, limit=60) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_summaries_add_up(game: strata.Game) -> None:
    played = game.playouts(20, seed=5, limit=60)
    assert played.games == len(played.lengths) == len(played.turns) == len(played.results)
    assert played.actions == sum(played.lengths)
    assert played.branching == played.choices / played.actions
    assert played.tally().total() == played.games
    assert 0 < played.widest <= played.choices


def test_finished_starts_give_empty_games(game: strata.Game, positions: Positions) -> None:
    end = next(position for position in positions if position.outcome())
    played = game.playouts(2, start=end)
    assert played.lengths == (0, 0)
    assert played.results == (end.outcome(),) * 2


def test_golden_runs(own_name: str) -> None:
    """The games of these seeds are the same in every version and on every machine."""
    for run in read_golden(own_name):
        played = run.game().playouts(len(run.lengths), seed=run.seed)
        assert played.lengths == run.lengths
        assert tuple(map(str, played.results)) == run.results


def test_no_golden_run_is_lost() -> None:
    stems = {path.stem for path in golden_path("any").parent.glob("*.playouts")}
    assert stems == set(OWN_NAMES)
