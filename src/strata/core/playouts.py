"""`Game.playouts`: checks arguments, distributes the games over threads, gathers the results."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any

import msgspec

from strata.core.errors import InvalidLimit
from strata.core.kernel.constants import FIELDS, REPEATED, STOPPED
from strata.core.kernel.playout import Playout
from strata.core.outcome import Outcome
from strata.core.position import Position
from strata.core.rules import Rules

# Games in one call of the compiled code: few enough that Ctrl-C takes effect.
_BATCH = 32
_SEEDS = 1 << 64


class Playouts(msgspec.Struct, frozen=True):
    """The results of random games; `lengths`, `turns` and `results` have an entry per game."""

    lengths: tuple[int, ...]
    turns: tuple[int, ...]
    results: tuple[Outcome | None, ...]
    """None if the limit of actions stopped the game."""
    choices: int
    """The number of legal actions, summed over all positions in which an action was chosen."""
    widest: int
    """The largest number of legal actions in one position."""

    @property
    def games(self) -> int:
        return len(self.lengths)

    @property
    def actions(self) -> int:
        return sum(self.lengths)

    @property
    def branching(self) -> float:
        """The average number of legal actions in a position."""
        return self.choices / self.actions if self.actions else 0.0

    def tally(self) -> Counter[Outcome | None]:
        """Return how often each result occurred."""
        return Counter(self.results)

    def __add__(self, other: Playouts) -> Playouts:
        return Playouts(
            self.lengths + other.lengths,
            self.turns + other.turns,
            self.results + other.results,
            self.choices + other.choices,
            max(self.widest, other.widest),
        )


def run_playouts(
    start: Position,
    games: int,
    seed: int,
    first: int,
    limit: int | None,
    workers: int,
) -> Playouts:
    _check("number of games", games, 0, 1 << 31)
    _check("seed", seed, 0, _SEEDS)
    _check("number of the first game", first, 0, _SEEDS)
    _check("limit of actions", 1 if limit is None else limit, 1, 1 << 62)
    _check("number of workers", workers, 1, 1025)
    state, rules = start.state, start.rules
    size = min(_BATCH, max(1, -(-games // workers)))  # every worker gets a share
    batches = [(first + done, min(size, games - done)) for done in range(0, games, size)]

    yielding = sum(
        1 << number for number, why in enumerate(rules.reasons) if why in rules.after_repetition
    )

    def play(share: list[tuple[int, int]]) -> list[array[int]]:
        playout = Playout(state, yielding)
        return [
            playout.run(state, seed, begin % _SEEDS, count, limit or 0, rules.repetition)
            for begin, count in share
        ]

    if workers == 1:
        gathered = play(batches)
    else:
        shares = [batches[worker::workers] for worker in range(workers)]
        from concurrent.futures import ThreadPoolExecutor  # as slow as all other imports here

        with ThreadPoolExecutor(workers) as pool:
            played = list(pool.map(play, shares))
        gathered = [played[index % workers][index // workers] for index in range(len(batches))]
    return _gather(rules, array("q", b"".join(facts.tobytes() for facts in gathered)))


def _gather(rules: Rules[Any], facts: array[int]) -> Playouts:
    outcomes: dict[int, Outcome | None] = {STOPPED: None, REPEATED: Outcome(None, "repetition")}
    codes = facts[2::FIELDS]
    for code in set(codes) - outcomes.keys():
        outcomes[code] = rules.decode_result(code)
    return Playouts(
        lengths=tuple(facts[0::FIELDS]),
        turns=tuple(facts[1::FIELDS]),
        results=tuple(outcomes[code] for code in codes),
        choices=sum(facts[3::FIELDS]),
        widest=max(facts[4::FIELDS], default=0),
    )


def _check(what: str, given: int, low: int, end: int) -> None:
    if not isinstance(given, int) or not low <= given < end:
        raise InvalidLimit(
            f"{what}: got {given!r}, expected a whole number from {low} to {end - 1}"
        )
