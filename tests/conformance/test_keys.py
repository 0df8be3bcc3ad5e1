"""Keys: `key` and `memo_key` stand for a position, and no two positions share one.

A collision ends a record by a repetition that was none, and search takes the value of another
position for that of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

import pytest

import strata
from strata.core.errors import InvalidPosition
from strata.core.kernel.state import State
from tests.conformance.keys import KEY, MEMO_KEY, Key, Walks, counters, walk
from tests.conformance.settings import EXAMPLE_NAMES, Setting, fewer, settings_of
from tests.volume import everyday

POSITIONS = everyday(10_000, full=200_000)
"""Positions of each game, half of them with its default options."""
PLAIN = 10
"""Games in plain Python share one way to make keys, and are slow: so many times fewer."""
READ_AGAIN = everyday(600, full=2_000)
SLOW = {"frozen": 8}
"""Games whose texts take long: so many times fewer positions are read again."""
FEW = 3_000


def _share(setting: Setting, total: int) -> int:
    """How many of `total` positions of a game belong to this setting."""
    others = len(settings_of(setting.name)) - 1
    if setting.name in EXAMPLE_NAMES:
        total //= PLAIN
    if not others:
        return total
    return total // 2 if setting == Setting(setting.name) else total // (2 * others)


def _some_states(game: strata.Game, setting: Setting) -> Iterator[State]:
    """Positions from all parts of random games, few of each."""
    wanted = fewer(_share(setting, READ_AGAIN) // SLOW.get(game.name, 1))
    walks = (walk(game, f"{setting} again {number}") for number in count())
    states = (
        state
        for number, game_walk in enumerate(walks)
        for state in islice(game_walk, number % 61, None, 61)
    )
    return islice(states, wanted)


def test_different_positions_have_different_keys(setting: Setting) -> None:
    positions = fewer(_share(setting, POSITIONS))
    walks = Walks(setting.game(), str(setting), positions, (KEY, MEMO_KEY))
    assert walks.collisions() == []


def test_equal_positions_have_equal_keys(setting: Setting) -> None:
    """However a position came about: what is kept up to date must not drift."""
    game = setting.game()
    for state in _some_states(game, setting):
        text = game.rules.format(state)
        again = game.rules.parse(text)
        assert again.get_key() == state.get_key(), text
        assert again.get_memo_key() == state.get_memo_key(), text


def test_what_only_counts_is_not_in_the_key(setting: Setting) -> None:
    """A position comes back though turns went by."""
    game = setting.game()
    counting = counters(game, str(setting))
    compared = 0
    for state in _some_states(game, setting) if counting else ():
        fields = game.rules.format(state).split(" ")
        for place in counting:
            later = [
                str(int(field) + 1) if at == place else field for at, field in enumerate(fields)
            ]
            try:
                other = game.rules.parse(" ".join(later))
            except InvalidPosition:  # too late for that
                continue
            compared += 1
            if state.get_turn_start():
                assert other.get_key() == state.get_key(), later
    assert compared or not counting


@pytest.mark.parametrize("good", [KEY, MEMO_KEY], ids=lambda key: key.name)
def test_a_weak_key_is_found(name: str, good: Key) -> None:
    """The same check finds a key of 16 bits."""
    weak = good._replace(of=lambda state: 1 + good.of(state) % 2**16)
    walks = Walks(strata.game(name), f"weak {name}", FEW, (weak,))
    assert len(walks.collisions()) > 5
