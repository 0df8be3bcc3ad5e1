"""States of Dzura stand on the tables of their definition, whoever copies them from where."""

from __future__ import annotations

import gc
import random
from pathlib import Path

import strata
from strata.games.dzura.rules.state import DzuraState, make_piece, split_piece

LARGE = Path(__file__).parent / "definitions" / "large.toml"


def _walked(game: strata.Game, seed: str, actions: int) -> DzuraState:
    choose = random.Random(seed)
    state = game.start().state
    for _ in range(actions):
        codes = state.codes()
        if not codes:
            break
        state = state.after(choose.choice(codes))
    assert isinstance(state, DzuraState)
    return state


def test_a_copy_takes_over_the_tables() -> None:
    """A state is made without any; `assign` brings them, of whatever definition."""
    for definition in ("mini", LARGE, None):
        game = strata.game("dzura", definition=definition)
        source = _walked(game, "copied", 5)
        twin = source.copy()
        assert twin.codes() == source.codes()
        assert twin.get_key() == source.get_key()
        assert game.rules.format(twin) == game.rules.format(source)
        changed = twin.after(twin.codes()[0])
        assert game.rules.format(changed) != game.rules.format(source)
        assert game.rules.format(twin) == game.rules.format(source)


def test_states_outlive_their_game() -> None:
    states = []
    for number in range(12):
        text = strata.game("dzura").shipped_definitions()["mini"]
        game = strata.game("dzura", definition=text.replace('"Mini"', f'"Mini {number}"'))
        states.append(_walked(game, "short", 4))
        del game
        gc.collect()
    assert len({tuple(state.codes()) for state in states}) == 1
    assert all(state.copy().codes() == state.codes() for state in states)


def test_a_state_without_rules_is_over() -> None:
    state = DzuraState()
    assert state.codes() == []
    assert state.copy().codes() == []


def test_pieces_as_numbers() -> None:
    seen = set()
    for kind in range(1, 33):
        for seat in range(2):
            for facing in range(6):
                for barraged in (False, True):
                    piece = make_piece(kind, seat, facing, barraged)
                    assert split_piece(piece) == (kind, seat, facing, barraged)
                    seen.add(piece)
    assert len(seen) == 32 * 2 * 6 * 2
    assert 0 not in seen


def test_threads_share_tables() -> None:
    game = strata.game("dzura", definition="mini")
    assert game.playouts(300, seed=9, workers=4) == game.playouts(300, seed=9)
