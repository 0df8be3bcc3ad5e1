"""Tunes a game's evaluation by self-play.

    python benchmarks/tune.py GAME [--games 400] [--nodes 2000] [--matches 200] [--seed 1]

The engine plays itself from random openings, a fixed number of positions an action; a set-up that
the game offers ready-made is taken. Of each game quiet positions are kept with their features and
the game's result. Weights are then fitted so that the logistic curve of the score says the result
as well as possible. How steep that curve is depends on the players, so that is fitted first and
taken out again: only the weights' relations change, and those are held near the present ones in
proportion to their size. The new weights play a match against the old ones, and are printed: they
go into the game's WEIGHTS by hand if they win it. The same arguments give the same weights.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from operator import mul
from random import Random

from rich.console import Console
from rich.progress import track

import strata
from strata.core.evaluation import SCALE
from strata.search.deepening import AlphaBetaSearcher
from strata.search.report import Limits

_OPENING = 8  # random actions before the engine plays
_LONGEST = 600
_FIXED = 1000  # weights from here on decide games and are left alone
_HOLD = 0.02  # how strongly weights are held near the present ones
_STEPS = 300

Sample = tuple[list[int], float]


def opened(game: strata.Game, chance: Random) -> strata.Record:
    """A record with its set-up, if there is one, and random actions after it."""
    record = game.record()
    while (offered := record.position.presets(chance.getrandbits(32))) and record.legal():
        record.play_all(chance.choice(offered).actions)
    begin = len(record.actions)
    while len(record.actions) < begin + _OPENING and record.legal():
        record.play(chance.choice(record.legal()))
    return record


def play_game(name: str, nodes: int, seed: int, number: int) -> list[Sample]:
    """Features of positions of one game of self-play, each with the result for first."""
    game = strata.game(name)
    searcher = AlphaBetaSearcher(game, seed, table_bits=14)
    evaluation = game._evaluation()
    chance = Random(f"{seed}/{number}")
    record = opened(game, chance)
    kept: list[list[int]] = []
    while record.legal() and len(record.actions) < _LONGEST:
        report = searcher.think(record, Limits(nodes=nodes))
        state = record.position._state
        settled = abs(evaluation.judge(state)) >= _FIXED or report.score.wins_in is not None
        if not settled and evaluation.promise_of(state, report.action.code) <= 0:
            kept.append(list(evaluation.features(state).values()))
        record.play(report.action)
    outcome = record.outcome()
    winner = outcome.winner if outcome else None
    result = 0.5 if winner is None else float(winner == "first")
    return [(features, result) for features in kept]


def play_pair(name: str, nodes: int, seed: int, number: int, weights: dict[str, int]) -> float:
    """Points of the new weights in two games from one opening, a seat each."""
    points = 0.0
    for new_seat in ("first", "second"):
        game = strata.game(name)
        players = {
            seat: AlphaBetaSearcher(game, seed, table_bits=14) for seat in ("first", "second")
        }
        changed = game._evaluation()
        changed.set_weights(weights)
        players[new_seat] = AlphaBetaSearcher(game, seed, table_bits=14, evaluation=changed)
        chance = Random(f"match/{seed}/{number}")
        record = opened(game, chance)
        while (seat := record.seat) is not None and len(record.actions) < _LONGEST:
            record.play(players[seat].think(record, Limits(nodes=nodes)).action)
        outcome = record.outcome()
        winner = outcome.winner if outcome else None
        points += 0.5 if winner is None else float(winner == new_seat)
    return points


def expected(weights: list[float], features: list[int]) -> float:
    score = sum(map(mul, weights, features)) / SCALE
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def loss(weights: list[float], samples: list[Sample]) -> float:
    total = 0.0
    for features, result in samples:
        chance = min(max(expected(weights, features), 1e-9), 1 - 1e-9)
        total -= result * math.log(chance) + (1 - result) * math.log(1 - chance)
    return total / len(samples)


def steepness(weights: list[float], samples: list[Sample]) -> float:
    """What all weights have to be multiplied by to say the results best."""
    some = samples[:: max(1, len(samples) // 5000)]
    steps = [1.15**power for power in range(-20, 11)]
    return min(steps, key=lambda by: loss([by * weight for weight in weights], some))


def fit(weights: list[float], steep: float, samples: list[Sample]) -> list[float]:
    """Gradient descent with a step of its own for each weight (Adam), held near the start."""
    start = [steep * weight for weight in weights]
    reach = [0.0 if abs(w) >= _FIXED else steep * max(10.0, abs(w)) for w in weights]
    size = len(weights)
    mean, square = [0.0] * size, [0.0] * size
    now = list(start)
    for step in track(range(1, _STEPS + 1), "fitting", transient=True):
        slope = [0.0] * size
        batch = samples[(step * 997) % 4 :: 4]
        for features, result in batch:
            error = expected(now, features) - result
            for index, feature in enumerate(features):
                if feature:
                    slope[index] += error * feature
        for index in range(size):
            if not reach[index]:
                continue
            pull = _HOLD * (now[index] - start[index]) / reach[index]
            g = slope[index] / len(batch) * reach[index] / SCALE + pull
            mean[index] = 0.9 * mean[index] + 0.1 * g
            square[index] = 0.99 * square[index] + 0.01 * g * g
            rate = 0.02 * (mean[index] / (1 - 0.9**step))
            now[index] -= reach[index] * rate / (math.sqrt(square[index] / (1 - 0.99**step)) + 1e-6)
    return now


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
    present = strata.game(given.game)._evaluation().weights_by_name()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(given.workers, mp_context=context) as pool:
        asked = [
            pool.submit(play_game, given.game, given.nodes, given.seed, number)
            for number in range(given.games)
        ]
        samples = [sample for one in track(asked, "self-play") for sample in one.result()]
        console.print(f"{len(samples)} positions of {given.games} games")
        before = [float(weight) for weight in present.values()]
        steep = steepness(before, samples)
        scaled = [steep * weight for weight in before]
        found = fit(before, steep, samples)
        losses = [loss(weights, samples) for weights in (before, scaled, found)]
        console.print(
            f"steepness {steep:.2f}, loss {losses[0]:.4f} {losses[1]:.4f} {losses[2]:.4f}"
        )
        after = [
            old if abs(old) >= _FIXED else new / steep
            for old, new in zip(before, found, strict=True)
        ]
        fitted = {name: round(weight) for name, weight in zip(present, after, strict=True)}
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
