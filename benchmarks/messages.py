"""How many bytes an action costs on the wire, and how much processor time it takes to tell it.

    python benchmarks/messages.py
    python benchmarks/messages.py --game frozen --actions 300

Random games at a table with both players connected. Each action is told to both; the message to
whoever acts next has the legal actions in it and is the large one.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import sys
import time

import strata
from strata.core.outcome import SEATS
from strata.play.new_table import new_table
from strata.server.live.open_table import OpenTable
from strata.server.live.views import HeldSeats


class Counter:
    """A connection that counts bytes."""

    def __init__(self, held: HeldSeats) -> None:
        self.held = held
        self.device = ""
        self.address = ""
        self.last = 0

    def lose_seats(self) -> None:
        """Nobody does here."""

    def put(self, message: str, *, whole: bool = False) -> None:
        self.last = len(message.encode())


def measure(name: str, actions: int, seed: int) -> str:
    """The line of one game."""
    chance = random.Random(seed)
    larger: list[int] = []
    both: list[int] = []
    seconds: list[float] = []
    choices: list[int] = []
    while len(both) < actions:
        table = new_table(strata.game(name), {"first": "link", "second": "link"})
        open_table = OpenTable("table", table, 0, frozenset(SEATS))
        counters = [Counter((seat,)) for seat in SEATS]
        for counter in counters:
            open_table.welcome(counter, 0)
        while table.seat is not None and len(both) < actions:
            legal = table.record.actions()
            for counter in counters:
                counter.last = 0
            began = time.process_time()
            table.play(table.seat, chance.choice(legal), 0)
            open_table.send_change(0)
            seconds.append(time.process_time() - began)
            sizes = [counter.last for counter in counters]
            larger.append(max(sizes))
            both.append(sum(sizes))
            choices.append(len(legal))
    return (
        f"{name:10} {len(both):5} actions   "
        f"to who acts next: median {statistics.median(larger):7,.0f}  longest {max(larger):7,}   "
        f"to both: mean {statistics.fmean(both):7,.0f} bytes   "
        f"{statistics.fmean(choices):5.0f} choices   {1000 * statistics.fmean(seconds):5.2f} ms"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", action="append", choices=strata.games(), help="this game only")
    parser.add_argument("--actions", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}")
    for name in given.game or strata.games():
        print(measure(name, given.actions, given.seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
