"""Measure how long games take to explain themselves: `position.tell` and `position.why_not`.

    python benchmarks/explaining.py [--positions 500] [--seed 1] [GAME …]

The positions are from random games, spread over their whole length. In each, one random legal
action is told, and `why_not` answers attempts that fail: a click on a cell at which no action
begins, a pick followed by a random cell, and an action that only waivers would allow, as clicks and
as text. Each call gets a freshly read position, so that nothing is cached; files that a game reads
once are read before. Times are processor time. The exit code is 1 if a call takes more than 50 ms.
"""

from __future__ import annotations

import argparse
import gc
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Final

import strata
from strata.core.explaining.why_not import Attempt

GOAL_MS: Final = 50.0
_EVERY_ACTIONS: Final = 7
"""The number of actions between two positions of one game."""


def random_positions(game: strata.Game, number: int, chance: random.Random) -> Iterator[str]:
    """Yield positions with legal actions, as text."""
    while True:
        position = game.start()
        since = chance.randrange(_EVERY_ACTIONS)
        while actions := position.actions():
            if since == 0:
                yield str(position)
                number -= 1
                if number == 0:
                    return
            since = (since + 1) % _EVERY_ACTIONS
            position = position.play(chance.choice(actions))


def attempts(position: strata.Position, chance: random.Random) -> list[Attempt]:
    """Return actions and clicks that fail in `position`; by chance some may be legal."""
    rules, state = position.rules, position.state
    cells = [cell.name for cell in position.scene().cells]
    starts = [gesture[0].id for _, gesture in position.gestures()]
    tried: list[Attempt] = [[chance.choice(cells)], [chance.choice(starts), chance.choice(cells)]]
    waiving = state.waiving((1 << len(rules.restrictions)) - 1)
    extras = sorted(set(waiving.codes()) - set(state.codes()))
    if extras:
        tried.append([token.id for token in rules.gesture(waiving, chance.choice(extras))])
        tried.append(rules.format_action(waiving, chance.choice(extras)))
    return tried


def spent_ms(work: Callable[[], object]) -> float:
    """Return the processor time of `work` in milliseconds, without garbage collection."""
    gc.disable()
    begin = time.process_time()
    work()
    spent = time.process_time() - begin
    gc.enable()
    return 1000 * spent


def measure(game: strata.Game, number: int, seed: int) -> dict[str, list[float]]:
    """Return the milliseconds of each call, by function."""
    chance = random.Random(seed)
    figures: dict[str, list[float]] = {"tell": [], "why_not": []}
    game.start().tell(game.start().actions()[0])
    _ = game.cards
    for text in random_positions(game, number, chance):
        position = game.position(text)
        action = chance.choice(position.actions())
        asked = attempts(position, chance)
        fresh = game.position(text)
        figures["tell"].append(spent_ms(lambda: fresh.tell(action)))  # noqa: B023
        for attempt in asked:
            fresh = game.position(text)
            figures["why_not"].append(spent_ms(lambda: fresh.why_not(attempt)))  # noqa: B023
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=strata.games())
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}, {given.positions} positions")
    missed = False
    for name in given.games:
        for what, times in measure(strata.game(name), given.positions, given.seed).items():
            high = statistics.quantiles(times, n=100)[98]
            worst = max(times)
            missed = missed or worst > GOAL_MS
            print(
                f"{name:10} {what:8} {len(times):5} calls   median {statistics.median(times):6.2f}"
                f"   p99 {high:6.2f}   worst {worst:6.2f} ms"
            )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
