"""Kyo positions as text: what section 8 refuses, and with which words; action strings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strata

GAME = strata.game("kyo")
START = str(GAME.start())
KINGS = "9,dk/10/10/10/4,{e6},5/10/10/10/10/DK,9"
PLAIN = "9,dk/10/10/10/10/10/10/10/10/DK,9"


def _board(e6: str) -> str:
    return KINGS.format(e6=e6)


FIELDS = {
    "empty": ("", "got 1 field, expected board, side, turn, clock"),
    "three-fields": (f"{PLAIN} first -", "got 3 fields"),
    "two-blanks": (f"{PLAIN}  first - 0", "got 5 fields"),
    "trailing-blank": (f"{PLAIN} first - 0 ", "got 5 fields"),
    "side": (f"{PLAIN} gold - 0", "side: got 'gold', expected first or second"),
    "side-letter": (f"{PLAIN} f - 0", "side: got 'f'"),
    "clock-word": (f"{PLAIN} first - x", "clock: got 'x', expected 0 to 200, without leading"),
    "clock-empty": (f"{PLAIN} first - ", "clock: got '', expected 0 to 200"),
    "clock-zeros": (f"{PLAIN} first - 00", "clock: got '00', expected 0 to 200, without leading"),
    "clock-leading": (f"{PLAIN} first - 07", "clock: got '07'"),
    "clock-negative": (f"{PLAIN} first - -1", "clock: got '-1'"),
    "clock-high": (f"{PLAIN} first - 201", "clock: got '201', expected 0 to 200"),
    "clock-in-turn": (
        f"{_board('LH')} first e6:M:n:1:- 200",
        "clock 200, expected 0 to 199 before the turn is over",
    ),
    "clock-long": (f"{PLAIN} first - {'9' * 50}", "clock: got '999"),
    "not-ascii": (f"{PLAIN} first - ٣", "expected printable ASCII"),
}
BOARDS = {
    "nine-ranks": ("9,dk/10/10/10/10/10/10/10/DK,9", "expected 10 rows, rank 10 to rank 1, not 9"),
    "eleven-ranks": (f"10/{PLAIN}", "expected 10 rows, rank 10 to rank 1, not 11"),
    "short-rank": (
        PLAIN.replace("DK,9", "DK,8"),
        "rank 1 'DK,8', character 5: got 9 cells, expected 10",
    ),
    "long-rank": (
        PLAIN.replace("9,dk", "9,dk,1"),
        "rank 10 '9,dk,1', character 5: got ',', expected the end",
    ),
    "empty-rank": (
        PLAIN.replace("/10/DK", "//DK"),
        "rank 2 '', character 1: got 0 cells, expected 10",
    ),
    "empty-item": (PLAIN.replace("9,dk", "8,,dk"), "rank 10 '8,,dk', character 3: got ','"),
    "item-too-many": (
        PLAIN.replace("9,dk", "9,dk,"),
        "rank 10 '9,dk,', character 5: got ',', expected the end after 10 cells",
    ),
    "adjacent-empties": (
        PLAIN.replace("9,dk", "4,5,dk"),
        "rank 10 '4,5,dk', character 3: got two adjacent numbers, expected their sum",
    ),
    "leading-zero": (
        PLAIN.replace("9,dk", "09,dk"),
        "rank 10 '09,dk', character 1: empty cells: got '09', expected 1 to 10, without leading",
    ),
    "zero": (
        PLAIN.replace("9,dk", "0,9,dk"),
        "character 1: empty cells: got '0', expected 1 to 10",
    ),
    "eleven": (
        PLAIN.replace("9,dk", "11"),
        "rank 10 '11', character 1: empty cells: got '11', expected 1 to 10",
    ),
    "two-pawns": (
        _board("LPH"),
        "rank 6 '4,LPH,5', character 5: got 'H', expected the pawn P last in its stack, and one",
    ),
    "chips-above-a-pawn": (
        _board("DHL"),
        "rank 6 '4,DHL,5', character 5: got 'L', expected the pawn H last",
    ),
    "unknown-letter": (
        _board("DX"),
        "character 4: got 'X', expected a number of empty tiles, or chips D L",
    ),
    "small-shield": (_board("s"), "got 's', expected a number of empty tiles, or chips D L d l S"),
    "number-in-a-stack": (_board("D2"), "rank 6 '4,D2,5', character 4: got '2', expected"),
    "stack-after-a-number": (PLAIN.replace("9,dk", "9dk"), "character 2: got 'd', expected ,"),
}
KINDS = {
    "P": "Light Pawns",
    "H": "Heavy Pawns",
    "T": "Towers",
    "Q": "Queens",
    "K": "Kings",
    "N": "Knights",
    "C": "Cannons",
    "D": "dark chips",
    "L": "light chips",
}
TOO_MANY = {
    letter: (
        PLAIN.replace("/10", f"/{','.join([letter] * 10)}", 2 if most > 9 else 1),
        f"{KINDS[letter.upper()]} of {'second' if letter.islower() else 'first'} on ",
    )
    for letter, most in zip("PHTQKNCDLphtqkncdl", (8, 8, 2, 1, 1, 2, 2, 13, 13) * 2, strict=True)
} | {"S": (_board("S" * 17), "17 shields on e6, expected at most 16")}
TURNS = {
    "word": (_board("LH"), "first x", "turn: got 'x', expected - or tile:phase:dir:count:flags"),
    "four-parts": (_board("LH"), "first e6:M:n:1", "turn: got 'e6:M:n:1', expected - or tile"),
    "six-parts": (_board("LH"), "first e6:M:n:1:-:-", "turn: got 'e6:M:n:1:-:-', expected - or"),
    "tile": (_board("LH"), "first k6:M:n:1:-", "tile: got 'k6', expected a1 to j10"),
    "tile-zero": (_board("LH"), "first e06:M:n:1:-", "tile: got 'e06'"),
    "phase": (_board("LH"), "first e6:S:n:1:-", "phase: got 'S', expected B, M or D"),
    "dir": (_board("LH"), "first e6:M:north:1:-", "dir: got 'north', expected n, ne, e"),
    "flags": (_board("LH"), "first e6:M:n:1:sc", "flags: got 'sc', expected -, c, s or cs"),
    "flags-empty": (_board("LH"), "first e6:M:n:1:", "flags: got '', expected -, c, s or cs"),
    "count": (_board("LH"), "first e6:M:n:21:-", "count: got '21', expected 0 to 20"),
    "count-zero": (_board("LH"), "first e6:M:n:01:-", "count: got '01'"),
    "no-pawn": (PLAIN, "first e6:M:n:1:-", "no pawn on e6, expected a pawn of first"),
    "bare": (_board("L"), "first e6:M:n:1:-", "no pawn on e6"),
    "enemy": (_board("LH"), "second e6:M:n:1:-", "first's Heavy Pawn on e6, expected a pawn of"),
    "light-m": (_board("P"), "first e6:M:n:1:-", "phase M with a Light Pawn, expected any other"),
    "m-no-dir": (_board("LH"), "first e6:M:-:1:-", "phase M with dir - and count 1, expected"),
    "m-no-count": (_board("LH"), "first e6:M:n:0:-", "phase M with dir n and count 0"),
    "m-s-heavy": (_board("LH"), "first e6:M:n:1:s", "flag s with a Heavy Pawn, expected a Queen"),
    "m-s-tower": (_board("dT"), "first e6:M:n:1:cs", "flag s with a Tower, expected a Queen"),
    "b-heavy": (_board("LH"), "first e6:B:-:0:-", "phase B with a Heavy Pawn, expected a Tower or"),
    "b-tower-s": (_board("ST"), "first e6:B:-:0:s", "phase B of a Tower with flags s, expected -"),
    "b-tower-c": (_board("dT"), "first e6:B:-:0:c", "phase B of a Tower with flags c, expected -"),
    "b-queen": (_board("LQ"), "first e6:B:-:0:-", "phase B of a Queen with flags -, expected s"),
    "b-queen-cs": (_board("dQ"), "first e6:B:-:0:cs", "phase B of a Queen with flags cs"),
    "b-dir": (_board("ST"), "first e6:B:n:0:-", "phase B with dir n and count 0, expected - and 0"),
    "b-count": (_board("ST"), "first e6:B:-:1:-", "phase B with dir - and count 1"),
    "d-heavy": (_board("LH"), "first e6:D:-:0:-", "phase D with a Heavy Pawn, expected a Tower"),
    "d-queen": (_board("LQ"), "first e6:D:-:0:-", "phase D with a Queen, expected a Tower"),
    "d-s": (_board("ST"), "first e6:D:-:0:s", "phase D with flags s, expected - or c"),
    "d-dir": (_board("ST"), "first e6:D:se:0:-", "phase D with dir se and count 0"),
    "d-count": (_board("ST"), "first e6:D:-:3:-", "phase D with dir - and count 3"),
    "c-bare-tile": (
        _board("H"),
        "first e6:M:n:1:c",
        "flag c, expected an enemy mana chip directly",
    ),
    "c-own-chips": (_board("DSLH"), "first e6:M:n:1:c", "flag c, expected an enemy mana chip"),
    "c-second": (_board("dSlh"), "second e6:M:n:1:c", "flag c, expected an enemy mana chip"),
}


def _refuses(text: str, message: str) -> None:
    with pytest.raises(strata.InvalidPosition, match=re.escape(message)):
        GAME.position(text)


@pytest.mark.parametrize(("text", "message"), FIELDS.values(), ids=FIELDS)
def test_fields_refused(text: str, message: str) -> None:
    _refuses(text, message)


@pytest.mark.parametrize(("board", "message"), (BOARDS | TOO_MANY).values(), ids=BOARDS | TOO_MANY)
def test_boards_refused(board: str, message: str) -> None:
    _refuses(f"{board} first - 0", message)


def test_the_number_of_pieces_is_said() -> None:
    _refuses(
        f"{PLAIN.replace('DK,9', 'DK,Q,Q,7')} first - 0",
        "2 Queens of first on b1 and c1, expected at most 1",
    )


@pytest.mark.parametrize(("board", "rest", "message"), TURNS.values(), ids=TURNS)
def test_turns_refused(board: str, rest: str, message: str) -> None:
    _refuses(f"{board} {rest} 0", message)


ACCEPTED = {
    "tower-b": "{ST} first e6:B:-:0:- 0",
    "queen-b": "{LQ} first e6:B:-:0:s 0",
    "queen-cs": "{dLSQ} first e6:M:nw:20:cs 199",
    "king-m": "{K} first e6:M:se:1:- 0",
    "tower-d": "{DdSLT} first e6:D:-:0:c 12",
    "knight-m": "{n} second e6:M:w:7:- 0",
    "cannon-m": "{Dc} second e6:M:w:7:c 0",
    "finished": "{H} first - 200",
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(text: str) -> None:
    stack = text[1 : text.index("}")]
    board = _board(stack)
    if stack.endswith("K"):
        board = board.replace("DK", "D")
    text = board + text[text.index("}") + 1 :]
    assert str(GAME.position(text)) == text


def test_a_position_at_the_limits_is_accepted_and_no_longer_than_said() -> None:
    pawns = "PPPPPPPPHHHHHHHHTTQKNNCC"
    chips = "D" * 13 + "L" * 13 + "d" * 13 + "l" * 13 + "S" * 16
    stacks = [*pawns, *pawns.lower(), "", ""]
    stacks[-1] = chips[40:]
    stacks[-2] = chips[:40]
    ranks = [",".join(f"1,{stack}" for stack in stacks[5 * i : 5 * i + 5]) for i in range(10)]
    text = f"{'/'.join(ranks)} second - 199"
    position = GAME.position(text)
    assert str(position) == text
    assert len(text) + len("j10:M:nw:20:cs") - len("-") == GAME.rules.longest_position
    assert 0 < len(position.actions()) < 1200


def test_a_longer_position_is_refused_unread() -> None:
    _refuses("S" * 10_000_000, "kyo position of 10000000 characters, expected at most 291")


def test_a_finished_position_is_judged_when_read() -> None:
    outcomes = {
        f"{PLAIN} first - 200": "draw, no-progress",
        f"{PLAIN.replace('DK', 'D')} first - 0": "second wins, king-captured",
        f"{PLAIN.replace('DK', 'D')} second - 0": "second wins, king-captured",
        f"{PLAIN.replace('dk', 'k')} first - 0": "first wins, mana-destroyed",
        f"{PLAIN.replace('DK', 'S').replace('dk', 'S')} first - 0": "second wins, king-captured",
        f"{PLAIN.replace('DK', 'K').replace('dk', 'd')} first - 0": "second wins, mana-destroyed",
    }
    for text, outcome in outcomes.items():
        assert str(GAME.position(text).outcome()) == outcome, text


def test_a_turn_in_progress_is_not_judged_and_can_end() -> None:
    text = "10/10/10/10/4,H,5/10/10/10/10/10 first e6:M:n:1:- 5"
    position = GAME.position(text)
    assert position.actions() == ("end",)
    after = position.play("end")
    assert str(after) == "10/10/10/10/4,H,5/10/10/10/10/10 second - 6"
    assert str(after.outcome()) == "first wins, king-captured"


@given(st.text(alphabet="PHTQKNCDLphtqkncdlS0123456789,/ :-BMfirstseco", max_size=120))
def test_anything_is_read_or_refused(text: str) -> None:
    message, position = "", None
    try:
        position = GAME.position(text)
    except strata.InvalidPosition as error:
        message = str(error)
    assert message.startswith("kyo position") or str(position) == text


@given(st.data())
def test_an_altered_position_is_read_to_the_letter_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([START, f"{_board('dLSQ')} first e6:M:nw:2:cs 7"]))
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from(["", *"PHTQKNCDLphtqkncdlS0129,/ :-BMDc"]))
    altered = text[:place] + letter + text[place + 1 :]
    try:
        position = GAME.position(altered)
    except strata.InvalidPosition:
        return
    assert str(position) == altered
    assert len(position.actions()) < 1200


def test_action_strings() -> None:
    """Section 9: `+0` is written, chips count without leading zeros, Red's letters are small."""
    position = GAME.position(f"{_board('l' * 12)} second - 0")
    assert {"e6e7-12", "e6e7-1"} <= {*position.actions()}
    assert "e6~dl" in GAME.position(f"{_board('ld')} second - 0").actions()
    assert "a1a2+0" in GAME.position(f"{PLAIN} first - 0").actions()
