"""What the end of a game of Daikuni claims; the slow reading of the rulebook checks every claim."""

from __future__ import annotations

import random
import re

import pytest

import strata
from tests.games.daikuni.reference import OTHER, Board, Rules, read_board
from tests.telling import told_end

GAME = strata.game("daikuni")
IN_CHECK = re.compile(r"Your King on (..) is in check from (.*), and you have no legal move: (.*)")
NO_MOVE = re.compile(r"You have no legal move: (.*)")
SAVED = re.compile(r"No move saves your King on (..): (.*) attacks? it")
EVERY = re.compile(r"every (move|entry) of the (.*) would (.*)")
MAY_NOT = re.compile(r"the (.*) may not move before (.*)")
NOWHERE = re.compile(r"the (.*) ha(?:s|ve) no cell to go to")
OPTIONS: tuple[dict[str, str | int], ...] = (
    {},
    {"entry": "first"},
    {"sight": "tiles"},
    {"tiles": 16},
)


@pytest.mark.parametrize(
    ("position", "expected", "cells"),
    [
        (  # the King is not in check, and each piece has a bar of its own
            "t1t2t2/1K1TT1TT/1Ts1TtT1/T1t5/1tttttkt/1t2tttT/TSqt2TT/T1tTQTTT f",
            "You have no legal move: every move of the King would end in check; every move of the "
            "Queen would leave the two Queens in sight of each other; every move of the Soldier "
            "would lose sight of your opponent's Queen.",
            ("b7", "e1", "b2", "c2"),
        ),
        (  # the King is not in check and shields nothing
            "1stttttS/TT2ttTQ/T1TTttTT/KTTtttTT/1TtttTTT/t1tt1tTT/1Tt1tTTT/1qttktTT f",
            "You have no legal move: every move of the King would end in check; the Queen and "
            "Soldier have no cell to go to.",
            ("a5",),
        ),
        (  # in check, but the King's own moves are barred by the Queens
            "8/8/8/3q2t1/3T4/3K2s1/3Q2k1/6S1 f",
            "Your King on d3 is in check from your opponent's Soldier on g3, and you have no legal "
            "move: every move of the King would leave the two Queens in sight of each other; every "
            "move of the Queen and Soldier would leave the King in check.",
            ("d3", "g3", "d2", "d5"),
        ),
        (  # in check, and no piece can go anywhere
            "tkt1tTTQ/tttTqKTt/1TtttTTt/TTstTTTT/1ttTTTTT/tttTtTTT/t1ttTTSt/tttttTTT f",
            "Your King on f7 is in check from your opponent's Queen on e7, and you have no legal "
            "move: the King, Queen and Soldier have no cell to go to.",
            ("f7", "e7"),
        ),
    ],
)
def test_each_piece_is_told_what_bars_it(
    position: str, expected: str, cells: tuple[str, ...]
) -> None:
    end = GAME.position(position).tell_end()
    assert end is not None
    assert end.read("first") == expected
    assert end.cells == cells


def test_pieces_that_must_wait_for_the_entries() -> None:
    game = strata.game("daikuni", entry="first")
    assert told_end(game.position("8/8/8/2sK4/8/8/8/8 f"), "first").endswith(
        "the King may not move before all three pieces have entered; every entry of "
        "the Queen and Soldier would leave the King in check."
    )


@pytest.mark.parametrize("settings", OPTIONS, ids=str)
def test_every_claim_about_the_end_is_true(settings: dict[str, str | int]) -> None:
    game = strata.game("daikuni", **settings)
    rules = Rules.of(game.settings)
    for seed in range(60):
        chance, record = random.Random(seed), game.record()
        while record.seat is not None:
            record.play(chance.choice(record.actions()))
        words = told_end(record.position, record.position.mover).rstrip(".")
        check_claims(read_board(str(record.position), rules), words)


def check_claims(board: Board, words: str) -> None:
    """Check every part of the sentence that the loser reads, and that it speaks of all pieces."""
    checked = board.is_in_check(board.mover)
    if words.startswith("You have no tile left to lay"):
        assert len(board.owned(board.mover)) == board.rules.tiles
    elif saved := SAVED.fullmatch(words):
        assert checked
        assert board.pieces[board.mover, "K"] == saved[1]
        attempts = [piece + cell for piece in "KQS" for cell in board.destinations(piece)]
        assert attempts
        assert all(board.play(attempt).is_in_check(board.mover) for attempt in attempts)
    else:
        told = IN_CHECK.fullmatch(words) or NO_MOVE.fullmatch(words)
        assert told, words
        assert checked == words.startswith("Your King")
        pieces = [
            piece for clause in told[told.re.groups].split("; ") for piece in barred(board, clause)
        ]
        assert sorted(pieces) == ["K", "Q", "S"]


def barred(board: Board, clause: str) -> list[str]:
    """Check a clause; return the letters of the pieces that it is about."""
    if nowhere := NOWHERE.fullmatch(clause):
        pieces = letters(nowhere[1])
        assert not any(board.destinations(piece) for piece in pieces)
        return pieces
    every = EVERY.fullmatch(MAY_NOT.sub(r"every move of the \1 would come before \2", clause))
    assert every, clause
    what, names, bars = every.groups()
    pieces = letters(names)
    for piece in pieces:
        assert (what == "move") == ((board.mover, piece) in board.pieces)
        cells = board.destinations(piece)
        assert cells
        found = [
            {bar for bar in bars.split(" or ") if is_barred_by(board, piece, cell, bar)}
            for cell in cells
        ]
        assert all(found), clause
        for bar in bars.split(" or "):  # no bar is named in vain
            assert {bar} in found, clause
    return pieces


def letters(names: str) -> list[str]:
    return [name[0] for name in re.split(r", | and ", names)]


def is_barred_by(board: Board, piece: str, cell: str, bar: str) -> bool:
    after = board.play(piece + cell)
    match bar:
        case "end in check":
            return piece == "K" and after.is_in_check(board.mover)
        case "leave the King in check":
            return piece != "K" and after.is_in_check(board.mover)
        case "leave the two Queens in sight of each other":
            return after.sees(("first", "Q"), ("second", "Q"))
        case "lose sight of your opponent's Queen":
            pair = (board.mover, "S"), (OTHER[board.mover], "Q")
            return piece == "S" and board.sees(*pair) and not after.sees(*pair)
        case "come before all three pieces have entered":
            return not board.may_act(piece)
    raise AssertionError(f"no such bar: {bar}")
