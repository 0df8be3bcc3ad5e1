"""The compiled bitboard rules against the slow reading of the rulebook in reference.py."""

from __future__ import annotations

import itertools
import random

import pytest

import strata
from tests.games.daikuni.reference import CELLS, Board, Rules, read_board
from tests.perft.entries import Entry, perft_path, read_perft
from tests.volume import everyday

COMBINATIONS = [
    {"entry": entry, "sight": sight, "tiles": tiles}
    for entry, sight, tiles in itertools.product(("free", "first"), ("pieces", "tiles"), (32, 16))
]


def _label(options: dict[str, object]) -> str:
    return "-".join(map(str, options.values()))


def _agree(position: strata.Position, board: Board) -> None:
    assert str(position) == str(board)
    assert list(position.actions()) == board.actions(), position
    assert position.seat == (board.mover if position.actions() else None)
    assert str(position.outcome()) == str(board.outcome()), position
    checks = {board.pieces[seat, "K"] for seat in ("first", "second") if board.is_in_check(seat)}
    marked = {
        cell for mark in position.scene().marks if mark.kind == "check" for cell in mark.cells
    }
    assert marked == checks, position


@pytest.mark.parametrize("options", COMBINATIONS, ids=_label)
def test_random_games_agree(options: dict[str, object]) -> None:
    game = strata.game("daikuni", **options)
    compared = 0
    for number in range(6):
        choose = random.Random(f"{options} {number}")
        position, board = game.start(), Board(Rules.of(options), "first")
        while True:
            _agree(position, board)
            compared += 1
            if not position.actions():
                break
            action = choose.choice(position.actions())
            position, board = position.play(action), board.play(action)
    assert compared > 100


def _scattered(choose: random.Random, tiles: int) -> str:
    """Any position that section 8 allows, whether or not a game leads to it."""
    board = Board(Rules(), choose.choice(("first", "second")))
    cells = choose.sample(CELLS, choose.randint(2, 2 * tiles))
    for number, cell in enumerate(cells):
        board.tiles[cell] = ("first", "second")[number % 2]
    for player in ("first", "second"):
        own = sorted(board.owned(player))
        kinds = choose.sample("KQS", min(len(own), choose.choice((1, 2, 3, 3, 3))))
        for kind, cell in zip(kinds, choose.sample(own, len(kinds)), strict=True):
            board.pieces[player, kind] = cell
    return str(board)


@pytest.mark.parametrize("options", COMBINATIONS, ids=_label)
def test_scattered_positions_agree(options: dict[str, object]) -> None:
    """Kings in check out of turn, Queens face to face: accepted, and judged as written."""
    game = strata.game("daikuni", **options)
    choose = random.Random(f"scattered {options}")
    reasons = set()
    for _ in range(everyday(80, full=160)):
        text = _scattered(choose, int(str(options["tiles"])))
        position = game.position(text)
        _agree(position, read_board(text, Rules.of(options)))
        for action in position.actions()[:1]:
            after = read_board(text, Rules.of(options)).play(action)
            _agree(position.play(action), after)
        if outcome := position.outcome():
            reasons.add(outcome.reason)
    assert reasons == {"no-moves", "king-in-check"}


@pytest.mark.parametrize("entry", read_perft(perft_path("daikuni")), ids=lambda entry: entry.id)
def test_counts_agree(entry: Entry) -> None:
    """The reference counts what it can in reasonable time, the first depth always."""
    rules = Rules.of(strata.game("daikuni", **entry.options).settings)
    board = read_board(entry.position, rules)
    for depth, count in entry.counts.items():
        if depth > 1 and count > 3_000:
            break
        assert board.perft(depth) == count


def test_the_start_counts_agree_at_two() -> None:
    assert Board(Rules(), "first").perft(2) == 34048
