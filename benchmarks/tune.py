"""Tune a game's evaluation by self-play.

    python benchmarks/tune.py GAME [--games 400] [--nodes 2000] [--matches 200] [--seed 1]

The engine plays itself from random openings with a fixed number of positions per action; where the
game offers a ready-made set-up, it is used. Quiet positions of each game are kept with their
features and the game's result. The weights are then fitted so that the logistic curve of the score
predicts the result as well as possible (logistic regression by Newton's method), and regularised
towards the present weights in terms of what they change in positions. The steepness of the curve
depends on the players, so it is fitted first and removed again: only the ratios of the weights
change. Every fifth stretch of the positions is held out to validate the fit. The new weights play a
match against the old ones and are printed; if they win, they are copied into the game's
`evaluation/features.py` by hand. The same arguments give the same weights.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

import strata
from strata.core.kernel.constants import SCALE
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.report import Limits

_OPENING = 4  # random actions before the engine plays
_LONGEST = 600
_FIXED = 1000  # weights from here on decide games and are not fitted
_HOLD = 0.003  # the strength of the regularisation towards the present weights
_STEPS = 12  # of Newton's method
_STRETCH = 400  # positions, from about a dozen games

Sample = tuple[list[int], float]
Array = npt.NDArray[np.float64]


def opened(game: strata.Game, chance: Random) -> strata.Record:
    """Return a record with its set-up, if there is one, and random actions after it."""
    record = game.record()
    while (offered := record.position.presets(chance.getrandbits(32))) and record.actions():
        record.play_all(chance.choice(offered).actions)
    begin = len(record.played)
    while len(record.played) < begin + _OPENING and record.actions():
        record.play(chance.choice(record.actions()))
    return record


def play_game(name: str, nodes: int, seed: int, number: int) -> list[Sample]:
    """Return the features of positions from one game of self-play, each with first's result."""
    game = strata.game(name)
    searcher = AlphaBetaSearcher(game, seed, table_bits=14)
    evaluation = game.rules.evaluation()
    chance = Random(f"{seed}/{number}")
    record = opened(game, chance)
    kept: list[list[int]] = []
    while record.actions() and len(record.played) < _LONGEST:
        report = searcher.think(record, Limits(nodes=nodes))
        state = record.position.state
        settled = abs(evaluation.get_score(state)) >= _FIXED or report.score.wins_in is not None
        if not settled and evaluation.get_promise(state, report.action.code) <= 0:
            kept.append(list(evaluation.features(state).values()))
        record.play(report.action)
    outcome = record.outcome()
    winner = outcome.winner if outcome else None
    result = 0.5 if winner is None else float(winner == "first")
    return [(features, result) for features in kept]


def play_pair(name: str, nodes: int, seed: int, number: int, weights: dict[str, int]) -> float:
    """Return the points of the new weights in two games from one opening, one in each seat."""
    points = 0.0
    for new_seat in ("first", "second"):
        game = strata.game(name)
        players = {
            seat: AlphaBetaSearcher(game, seed, table_bits=14) for seat in ("first", "second")
        }
        changed = game.rules.evaluation()
        changed.set_weights(weights)
        players[new_seat] = AlphaBetaSearcher(game, seed, table_bits=14, evaluation=changed)
        chance = Random(f"match/{seed}/{number}")
        record = opened(game, chance)
        while (seat := record.seat) is not None and len(record.played) < _LONGEST:
            record.play(players[seat].think(record, Limits(nodes=nodes)).action)
        outcome = record.outcome()
        winner = outcome.winner if outcome else None
        points += 0.5 if winner is None else float(winner == new_seat)
    return points


def loss(weights: Array, features: Array, results: Array) -> float:
    """Return the loss of the weights: the mean logistic loss over the results."""
    score = features @ weights / SCALE
    return float(np.mean(np.logaddexp(0, score) - results * score))


def steepness(weights: Array, features: Array, results: Array) -> float:
    """Return the factor of all weights that predicts the results best."""
    steps = [1.05**power for power in range(-60, 31)]
    return min(steps, key=lambda by: loss(by * weights, features, results))


def fit(start: Array, features: Array, results: Array) -> Array:
    """Return the weights that predict the results best, regularised towards `start`.

    A weight is measured by the usual change of its feature, so that all are regularised alike.
    Features that never occur, and weights that decide games, keep their weights.
    """
    usual = features.std(axis=0)
    free = (usual > 0) & (np.abs(start) < _FIXED)
    rest = features[:, ~free] @ start[~free] / SCALE
    scaled = features[:, free] / usual[free]
    begin = now = start[free] * usual[free] / SCALE
    hold = _HOLD * len(results)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(rest + scaled @ now, -30, 30)))
        slope = scaled.T @ (chance - results) + hold * (now - begin)
        curve = (scaled.T * (chance * (1 - chance))) @ scaled + hold * np.eye(len(now))
        now = now - np.linalg.solve(curve, slope)
    found = start.copy()
    found[free] = now * SCALE / usual[free]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    console = Console()
    present = strata.game(given.game).rules.evaluation().weights_by_name()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(given.workers, mp_context=context) as pool:
        asked = [
            pool.submit(play_game, given.game, given.nodes, given.seed, number)
            for number in range(given.games)
        ]
        samples = [sample for one in track(asked, "self-play") for sample in one.result()]
        console.print(f"{len(samples)} positions of {given.games} games")
        features = np.array([sample[0] for sample in samples], dtype=np.float64)
        results = np.array([sample[1] for sample in samples], dtype=np.float64)
        kept = (np.arange(len(results)) // _STRETCH) % 5 == 0
        before = np.array(list(present.values()), dtype=np.float64)
        steep = steepness(before, features[~kept], results[~kept])
        found = fit(steep * before, features[~kept], results[~kept])
        losses = [
            loss(weights, features[kept], results[kept])
            for weights in (before, steep * before, found)
        ]
        console.print(
            f"steepness {steep:.2f}; loss {losses[0]:.4f}, as steep as fits {losses[1]:.4f},"
            f" fitted {losses[2]:.4f}"
        )
        fitted = {
            name: old if abs(old) >= _FIXED else round(weight / steep)
            for (name, old), weight in zip(present.items(), found.tolist(), strict=True)
        }
        for name, weight in fitted.items():
            console.print(f'    "{name}": {weight},  # {present[name]}', highlight=False)
        pairs = [
            pool.submit(play_pair, given.game, given.nodes, given.seed, number, fitted)
            for number in range(given.matches // 2)
        ]
        points = [pair.result() for pair in track(pairs, "match")]
    games = 2 * len(points)
    if games:
        share = sum(points) / games
        spread = 1.96 * math.sqrt(max(share * (1 - share), 0.01) / games)
        console.print(f"new against old: {share:.1%} ± {spread:.1%} of {games} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
