"""Measure how exactly searches keep their time: what they take beyond it, in milliseconds.

    python benchmarks/timekeeping.py [--time-ms 200] [--rounds 10]

Run it on an idle machine, because threads may wake up late on a busy one. A negative number means
that a search ended early, as it should: its answer still has to be sent.
"""

from __future__ import annotations

import argparse
import statistics
import time

import strata
from strata.search import METHODS, Limits, make_searcher


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time-ms", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    limits = Limits(time_ms=given.time_ms)
    print(f"{'game':12} {'method':12} {'median':>8} {'worst':>8}")
    for name in strata.games():
        game = strata.game(name)
        for method in METHODS:
            searcher = make_searcher(game, method)
            late = []
            for _ in range(given.rounds):
                began = time.perf_counter()
                searcher.think(game.record(), limits)
                late.append(1000 * (time.perf_counter() - began) - given.time_ms)
            print(f"{name:12} {method:12} {statistics.median(late):8.1f} {max(late):8.1f}")


if __name__ == "__main__":
    main()
