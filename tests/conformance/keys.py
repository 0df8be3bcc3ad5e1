"""Compares the keys of positions with their texts: equal where, and only where, those are.

Random games are walked twice. The first time only keys are collected; the second time the text is
written where a key came up more than once, for writing it takes far longer than anything else.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import strata
from strata.core.kernel.state import State

_SIBLINGS = 8
"""So many positions that follow one position are taken: keys are weakest among neighbours."""
_TRANSITIONS = 300
_FAR = 5

Counters = Collection[int]
"""The fields of a position's text that only count turns."""


class Key(NamedTuple):
    """A key and what positions have in common if it is the same."""

    name: str
    of: Callable[[State], int]
    facts: Callable[[State, str], Hashable]
    """Of a state and its text without counters."""
    turns_only: bool = False
    """Whether it is asked at the beginning of turns only."""


def decided(state: State, text: str) -> Hashable:
    """Everything that search takes for granted when it meets a `memo_key` again."""
    codes = state.codes()
    outcome = None if codes else state.get_outcome()
    return text, state.get_seat(), state.get_turn_start(), outcome, tuple(sorted(codes))


KEY = Key("key", lambda state: state.get_key(), lambda state, text: text, turns_only=True)
MEMO_KEY = Key("memo_key", lambda state: state.get_memo_key(), decided)


def walk(game: strata.Game, seed: str) -> Iterator[State]:
    """A random game: some of the positions that follow each position, then on with one of them."""
    choose = random.Random(seed)
    state = game.start().state
    yield state
    while codes := state.codes():
        following = [state.after(code) for code in choose.sample(codes, min(_SIBLINGS, len(codes)))]
        yield from following
        state = following[0]


def counters(game: strata.Game, seed: str) -> Counters:
    """The fields of the text that only count, found by looking at some actions of random games.

    An action makes them go up by one, stay or begin again, and they come further than `_FAR`.
    """
    highest: dict[int, int] | None = None
    for before, after in _transitions(game, seed):
        pairs = enumerate(zip(before, after, strict=True))
        counting = {place: int(other) for place, (one, other) in pairs if _counts(one, other)}
        if highest is None:
            highest = counting
        highest = {
            place: max(most, counting[place])
            for place, most in highest.items()
            if place in counting
        }
    return {place for place, most in (highest or {}).items() if most > _FAR}


def _transitions(game: strata.Game, seed: str) -> Iterator[tuple[list[str], list[str]]]:
    choose = random.Random(seed)
    state = game.start().state
    for _ in range(_TRANSITIONS):
        for _ in range(choose.randrange(6)):  # few are written, from all parts of games
            state = state.after(choose.choice(codes)) if (codes := state.codes()) else state
        if not (codes := state.codes()):
            state = game.start().state
            codes = state.codes()
        after = state.after(choose.choice(codes))
        yield _fields(game, state), _fields(game, after)
        state = after


def _counts(before: str, after: str) -> bool:
    if not (before.isdecimal() and after.isdecimal()):
        return False
    return int(after) in (int(before), int(before) + 1, 0, 1)


def _fields(game: strata.Game, state: State) -> list[str]:
    return game.rules.format(state).split(" ")


def without(fields: Sequence[str], left_out: Counters) -> str:
    return " ".join("#" if place in left_out else field for place, field in enumerate(fields))


class Walks:
    """The keys of so many positions of random games of `game`."""

    def __init__(self, game: strata.Game, seed: str, positions: int, keys: Sequence[Key]) -> None:
        self.game = game
        self.seed = seed
        self.keys = keys
        self.left_out = counters(game, seed)
        self.found: list[list[array[int]]] = []
        """For each game and each of `keys` the keys of the positions; 0 where it is not asked."""
        while positions > 0:
            found = [array("Q") for _ in keys]
            for state in islice(self.walk(len(self.found)), positions):
                for key, numbers in zip(keys, found, strict=True):
                    asked = not key.turns_only or state.get_turn_start()
                    numbers.append(key.of(state) if asked else 0)
            self.found.append(found)
            positions -= len(found[0])

    def walk(self, number: int) -> Iterator[State]:
        return walk(self.game, f"{self.seed} {number}")

    def collisions(self) -> list[str]:
        """The pairs of different positions that have the same key."""
        repeated = [
            _repeated(found[place] for found in self.found) for place in range(len(self.keys))
        ]
        known: list[dict[int, tuple[Hashable, str]]] = [{} for _ in self.keys]
        problems = []
        for number, found in enumerate(self.found):
            wanted = [
                [numbers[place] in again for numbers, again in zip(found, repeated, strict=True)]
                for place in range(len(found[0]))
            ]
            end = max((place + 1 for place, some in enumerate(wanted) if any(some)), default=0)
            for place, state in enumerate(islice(self.walk(number), end)):
                if not any(wanted[place]):
                    continue
                fields = _fields(self.game, state)
                for which, key in enumerate(self.keys):
                    if not wanted[place][which]:
                        continue
                    facts = key.facts(state, without(fields, self.left_out))
                    text = " ".join(fields)
                    before, other = known[which].setdefault(found[which][place], (facts, text))
                    if facts != before:
                        problems.append(f"{key.name} is the same: {other} | {text}")
        return problems


def _repeated(games: Iterator[array[int]]) -> set[int]:
    seen: set[int] = set()
    repeated: set[int] = set()
    for numbers in games:
        for number in numbers:
            (repeated if number in seen else seen).add(number)
    return repeated - {0}
