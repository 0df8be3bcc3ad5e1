"""Measure the processor time of a review of a game between two players of a level.

python benchmarks/review.py GAME [--turns 60] [--players 4] [--level 9] [--seed 1]
"""

from __future__ import annotations

import argparse
import time

import strata
from strata.core.outcome import SEATS
from strata.search import level_effort, make_player, review_record
from strata.search.turns import turn_spans


def play(game: strata.Game, turns: int, level: str, seed: int) -> strata.Record:
    """Play a game of at most `turns` turns and return its record."""
    players = {seat: make_player(game, level, seed=seed + n) for n, seat in enumerate(SEATS)}
    record = game.record()
    while record.seat is not None and len(turn_spans(record)) < turns:
        record.play(players[record.seat].choose(record))
    return record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=strata.games())
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--players", default="4", help="the level of both players")
    parser.add_argument("--level", type=int, default=9, help="the effort of the review")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = strata.game(given.game)
    record = play(game, given.turns, given.players, given.seed)
    wall, processor = time.perf_counter(), time.process_time()
    review = review_record(record, level_effort(game, given.level))
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    sides = ", ".join(f"{seat} {review.side(seat).accuracy:.0f} %" for seat in SEATS)
    print(
        f"{game.name}: {review.total} turns, {record.length} actions: {processor:.1f} processor "
        f"seconds ({wall:.1f} s), {review.hurried} searches ended by time; accuracy {sides}"
    )


if __name__ == "__main__":
    main()
