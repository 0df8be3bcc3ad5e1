"""Runs the compiled code of one game: playouts, evaluation, searches, counts.

`python -m tests.sanitizing.exercise GAME ACTIONS` plays at least so many random actions, over all
settings of the game, and prints what it did as one line of JSON. A sanitizer ends the process.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Final

import strata
from strata.core.kernel.state import State
from strata.core.outcome import SEATS
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.monte_carlo_searcher import MonteCarloSearcher
from strata.search.report import Limits
from strata.search.searcher import Searcher
from tests.conformance.settings import Setting, settings_of
from tests.examples.known import examples_known
from tests.sanitizing.heap import is_sanitized, use_heap

_LONGEST: Final = 20_000
_BATCH: Final = 8
_WALKED: Final = 2_000
_JUDGED: Final = 200
"""Positions of a random game that are judged, with all that search asks of a judge."""
_SEARCHED: Final = 4
_NODES: Final = 4_000
_TRIALS: Final = 400
_GAMES: Final = 8
"""Random games to the end, where there is no judge; those of FrozenChess are long."""
_SMALL_TABLE: Final = 8
"""Bits: a table so small is full at once, and so is the tree."""
_SMALL_TREE: Final = 1 << 12
_STEPS: Final = 2_000
_SHORT: Final = 400
"""After so many actions a game of a batch begins anew."""


def play(game: strata.Game, actions: int, seed: int) -> int:
    """Random games of at least so many actions, in one thread and in two; returns how many."""
    done, first = 0, 0
    while done < actions:
        workers = 1 + first // _BATCH % 2
        played = game.playouts(_BATCH, seed, first=first, limit=_LONGEST, workers=workers)
        done += played.actions
        first += _BATCH
    return done


def random_game(game: strata.Game, seed: str) -> list[State]:
    """The positions of a random game that go on, or so many of them."""
    chance, states, state = Random(seed), list[State](), game.start().state
    while len(states) < _WALKED and (codes := state.codes()):
        states.append(state)
        state = state.after(chance.choice(codes))
    return states


def judge(game: strata.Game, states: list[State]) -> int:
    """Measure features, promises, noise, keys; returns how many positions were judged."""
    evaluation = game.rules.evaluation()
    chosen = states[:: max(1, len(states) // _JUDGED)]
    for state in chosen:
        state.get_over()
        evaluation.features(state)
        evaluation.get_quiet(state)
        evaluation.get_noisy(state)
        for code in state.codes()[:8]:
            evaluation.get_promise(state, code)
        state.get_key()
        state.get_memo_key()
        for seat in SEATS:
            game.rules.conceal(state, seat)
    return len(chosen)


def search(game: strata.Game, states: list[State]) -> int:
    """Alpha-beta and Monte-Carlo from some positions; returns the number of searches."""
    searchers: list[tuple[Searcher, int]] = [
        (AlphaBetaSearcher(game, table_bits=_SMALL_TABLE), _NODES),
        (MonteCarloSearcher(game, tree_size=_SMALL_TREE), _TRIALS),
        (MonteCarloSearcher(game, tree_size=_SMALL_TREE, workers=2), _TRIALS),
        (MonteCarloSearcher(game, tree_size=_SMALL_TREE, informed=False), _GAMES),
    ]
    chosen = states[:: max(1, len(states) // _SEARCHED)]
    for state in chosen:
        record = game.record(strata.Position(game.rules, state))
        for searcher, nodes in searchers:
            searcher.think(record, Limits(nodes=nodes), lines=2)
    return len(chosen) * len(searchers)


def step(game: strata.Game) -> int:
    """Games side by side, token by token, on two threads; returns how many steps they took."""
    if game.rules.encoding() is None:
        return 0
    with strata.batch(game, _BATCH, threads=2, limit=_SHORT) as batch:
        for _ in range(_STEPS):
            batch.step(batch.sample())
        for seat in SEATS:
            batch.observe(seat)
        batch.follow(batch, [0, 1], into=[2, 3])
        batch.reset()
    return _BATCH * _STEPS


def exercise(setting: Setting, actions: int) -> dict[str, int]:
    """Everything, with one setting."""
    game = setting.game()
    played = play(game, actions, seed=1)
    states = random_game(game, str(setting))
    game.start().perft(2)
    return {
        "actions": played,
        "judged": judge(game, states),
        "searches": search(game, states),
        "steps": step(game),
    }


def main() -> None:
    name, actions = sys.argv[1], int(sys.argv[2])
    if is_sanitized():
        use_heap()
    with examples_known():
        settings = settings_of(name)
        done = {"settings": len(settings), "actions": 0, "judged": 0, "searches": 0, "steps": 0}
        for setting in settings:
            for what, count in exercise(setting, -(-actions // len(settings))).items():
                done[what] += count
    print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main()
