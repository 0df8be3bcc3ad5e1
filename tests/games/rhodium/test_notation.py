"""Rhodium positions as text: what section 8 refuses, and with which words; action strings."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strata

GAME = strata.game("rhodium")
STANDARD = strata.game("rhodium", setup="standard")
PLAIN = "9r/10/10/10/4{}5/10/10/10/10/R9"
REST = "1 play - - 0 - -"


def _board(e6: str) -> str:
    return PLAIN.format(e6)


BARE = PLAIN.replace("4{}5", "10")

FIELDS = {
    "empty": ("", "got 1 field, expected board, player, phase, yard1"),
    "seven": (f"{BARE} 1 play - - 0 -", "got 7 fields"),
    "two-blanks": (f"{BARE}  {REST}", "got 9 fields"),
    "trailing": (f"{BARE} {REST} ", "got 9 fields"),
    "player": (f"{BARE} 3 play - - 0 - -", "player: got '3', expected 1 or 2"),
    "player-name": (f"{BARE} first play - - 0 - -", "player: got 'first'"),
    "not-ascii": (f"{BARE} 1 play - - ٣ - -", "expected printable ASCII"),
    "plus": (f"{BARE} 1 play - - +1 - -", "balance: got '+1', expected -6 to 6"),
    "minus-zero": (f"{BARE} 1 play - - -0 - -", "balance: got '-0'"),
    "leading-zero": (f"{BARE} 1 play - - 01 - -", "balance: got '01'"),
    "balance-empty": (f"{BARE} 1 play - -  - -", "balance: got ''"),
    "balance-high": (f"{BARE} 1 play - - 7 - -", "balance: got '7'"),
    "balance-five": (f"{BARE} 1 play - - 5 - -", "got '5', expected -4 to 4 before the game is"),
    "balance-low": (f"{BARE} 1 play! - - -5 - -", "got '-5', expected -4 to 4"),
    "goals-order": (f"{BARE} 1 play - - 0 ba -", "goals1: got 'ba', expected - or files a to j"),
    "goals-twice": (f"{BARE} 1 play - - 0 - cc", "goals2: got 'cc'"),
    "goals-unknown": (f"{BARE} 1 play - - 0 k -", "goals1: got 'k'"),
    "goals-empty": (f"{BARE} 1 play - - 0  -", "goals1: got ''"),
    "goals-four": (f"{BARE} 1 play - - 0 abcd -", "goals1: 4 files, expected at most 3 before"),
}
BOARDS = {
    "nine-ranks": ("9r/10/10/10/10/10/10/10/R9", "expected 10 rows, rank 10 to rank 1, not 9"),
    "eleven-ranks": (f"10/{BARE}", "expected 10 rows, rank 10 to rank 1, not 11"),
    "short": (BARE.replace("R9", "R8"), "rank 1 'R8', character 3: got 9 cells, expected 10"),
    "long": (
        BARE.replace("R9", "R91"),
        "rank 1 'R91', character 2: empty cells: got '91', expected 1 to 9",
    ),
    "too-long": (
        BARE.replace("R9", "RS9"),
        "rank 1 'RS9', character 3: empty cells: got '9', expected 1 to 8",
    ),
    "empty-rank": (
        BARE.replace("/10/R9", "//R9"),
        "rank 2 '', character 1: got 0 cells, expected 10",
    ),
    "zero": (BARE.replace("R9", "0R9"), "character 1: empty cells: got '0', expected 1 to 10"),
    "leading-zero": (
        BARE.replace("R9", "R09"),
        "character 2: empty cells: got '09', expected 1 to 9",
    ),
    "unknown": (_board("X"), "rank 6 '4X5', character 2: got 'X', expected a number or one of"),
    "veil": (BARE.replace("9r", "?"), "rank 10 '?', character 1: got '?', expected a number"),
    "bare-brackets": (_board("(d)"), "character 2: got '(', expected a number or one of"),
    "single-dark": (_board("S(d)"), "S(d), expected S: a single dark piece has no brackets"),
    "no-theme": (_board("S()"), "character 4: 0 themes, expected 1 to 18 themes d or l"),
    "theme": (_board("S(dx)"), "character 5: got 'x', expected d, l or )"),
    "unclosed": (_board("S(dd"), "rank 6 '4S(dd5', character 6: got '5', expected d, l or )"),
    "nested": (_board("S((dd))"), "character 4: 0 themes, expected 1 to 18"),
    "titanium-stack": (_board("T(dd)"), "a stack of T, expected a single piece: only G and S"),
    "diamond-stack": (_board("d(dl)"), "a stack of d, expected a single piece"),
    "too-high": (_board(f"S({'d' * 19})"), "expected 1 to 18 themes d or l"),
    "no-rhodium": (BARE.replace("R9", "10"), "first has 0 dark and 0 light Rhodiums"),
    "enemy-missing": (BARE.replace("9r", "10"), "second has 0 dark and 0 light Rhodiums"),
    "light-rhodium": (
        BARE.replace("R9", "R(l)9").replace("9r", "10"),
        "first has 0 dark and 1 light Rhodiums",
    ),
}
RUNS = {"two-runs": (BARE.replace("9r", "45r"), "got '45', expected 1 to 10")}
COUNTS = {
    "two-rhodiums": (_board("R"), "2 pieces Rhodium that began with first", "-", "-"),
    "light-counts-for-the-other": (
        PLAIN.format("P(l)").replace("/10/R9", "/pp8/R9"),
        "3 pieces Platinum that began with second (dark in his hands, light in the other's), "
        "expected at most 2",
        "-",
        "-",
    ),
    "yard-counts": (_board("T"), "3 pieces Titanium that began with first", "Td1", "tl1"),
    "silver": (_board("S(ddddddddd)"), "10 pieces Silver that began with first", "-", "sl1"),
    "diamonds": (BARE, "5 pieces Diamond that began with second", "Dl1", "dd4"),
    "gold": (_board("g(dddd)"), "5 pieces Gold that began with second", "Gl1", "-"),
}
YARDS = {
    "empty": ("", "-", "yard1 '', character 1: got the end, expected one of the kinds"),
    "case": ("pl1", "-", "yard1 'pl1', character 1: got 'p', expected one of the kinds RPTDGS"),
    "case-second": (
        "-",
        "Pl1",
        "yard2 'Pl1', character 1: got 'P', expected one of the kinds rptdgs",
    ),
    "zero": ("Pl0", "-", "yard1 'Pl0', character 3: got '0', expected 1 to 9"),
    "no-number": ("Pl", "-", "yard1 'Pl', character 3: got the end, expected 1 to 9"),
    "ten": ("Sl10", "-", "yard1 'Sl10', character 4: got '0'"),
    "theme": ("Sx1", "-", "yard1 'Sx1', character 2: got 'x', expected d or l"),
    "order": ("Sl1Gl1", "-", "yard1: got 'Sl1Gl1', expected kinds in the order R P T D G S"),
    "theme-order": ("Sl1Sd1", "-", "yard1: got 'Sl1Sd1', expected kinds in the order"),
    "twice": ("Sl1Sl1", "-", "yard1: got 'Sl1Sl1', expected kinds in the order"),
    "rhodium": ("Rl1", "-", "2 pieces Rhodium that began with second"),
}
STACKED = "9r/10/10/10/4S(dd)5/4s(dd)5/10/10/10/R9"
PHASES = {
    "unknown": ("1 move", "phase: got 'move', expected set, play, play!, break:CELL:OWED"),
    "empty": ("1 ", "phase: got ''"),
    "play-cell": ("1 play:e6", "phase: got 'play:e6'"),
    "break-bare": ("1 break", "phase: got 'break'"),
    "break-no-owed": ("1 break:e6", "phase: got 'break:e6'"),
    "break-owed": ("1 break:e6:3", "phase, owed: got '3', expected 0, 1 or 2"),
    "break-owed-word": ("1 break:e6:x", "phase, owed: got 'x'"),
    "break-enemy": ("2 break:e6:2", "phase: expected a stack of second on e6"),
    "break-single": ("1 break:a1:2", "expected a stack of first on a1"),
    "break-nothing": ("1 break:a2:2", "expected a stack of first on a2"),
    "break-cell": ("1 break:e11:2", "phase: got 'break:e11:2', expected set"),
    "sac-rest": ("1 sac:e5:1", "phase: got 'sac:e5:1'"),
    "sac-own": ("1 sac:e6", "expected a stack of second on e6"),
    "sac-single": ("1 sac:j10", "expected a stack of second on j10"),
    "scatter-bare": ("2 scatter:e6", "phase: got 'scatter:e6'"),
    "scatter-own": ("1 scatter:e6:S(d)", "expected a pile of second on e6"),
    "scatter-case": ("2 scatter:e6:S(d)", "leftover 'S(d)', character 1: got 'S', expected g or s"),
    "scatter-case-1": (
        "1 scatter:e5:s(d)",
        "leftover 's(d)', character 1: got 's', expected G or S",
    ),
    "scatter-kind": (
        "2 scatter:e6:t(d)",
        "leftover 't(d)', character 1: got 't', expected g or s with",
    ),
    "scatter-none": ("2 scatter:e6:s()", "leftover 's()', character 3: 0 themes, expected 1 to 16"),
    "scatter-bare-letter": ("2 scatter:e6:s", "leftover 's', character 2: got the end, expected ("),
    "scatter-many": (f"2 scatter:e6:s({'d' * 17})", "17 themes, expected 1 to 16"),
    "scatter-count": ("2 scatter:e6:s(dddddddd)", "10 pieces Silver that began with second"),
}
ALL_FIRST = "SS1SSSS1SS/1GPG2GPG1/TD1DRSD1DT"
SET = {
    "yard": ("10/10/10/10/10/10/10/10/10/4R5 1 set Sl1 - 0 - -", "expected graveyards and goals -"),
    "balance": ("10/10/10/10/10/10/10/10/10/4R5 1 set - - 1 - -", "and the balance 0"),
    "goals": ("10/10/10/10/10/10/10/10/10/4R5 1 set - - 0 - a", "expected graveyards and goals -"),
    "outside": (
        "10/10/10/10/10/10/4R5/10/10/10 1 set - - 0 - -",
        "e4: expected single dark pieces in the area of first only",
    ),
    "light": (
        "10/10/10/10/10/10/10/10/10/4R(l)5 1 set - - 0 - -",
        "e1: expected single dark pieces in the area of first",
    ),
    "stack": (
        f"10/10/10/10/10/10/10/{ALL_FIRST.replace('SS1', 'S(dd)2')} 1 set - - 0 - -",
        "a3: expected single dark pieces",
    ),
    "order": (
        "10/10/10/10/10/10/10/10/10/4P5 1 set - - 0 - -",
        "first has placed P, expected the first 1 of RPPTT",
    ),
    "too-early": (
        "4r5/10/10/10/10/10/10/10/10/4R5 1 set - - 0 - -",
        "first to act: first has placed 1 and second 1 pieces, expected first fewer than 22",
    ),
    "first-complete": (
        f"10/10/10/10/10/10/10/{ALL_FIRST} 1 set - - 0 - -",
        "first has placed 22 and second 0 pieces, expected first fewer than 22 and second none",
    ),
    "second-too-early": (
        "10/10/10/10/10/10/10/10/10/4R5 2 set - - 0 - -",
        "second to act: first has placed 1 and second 0 pieces, expected first 22 and second",
    ),
    "both-complete": (
        f"td1dsrd1dt/1gpg2gpg1/ss1ssss1ss/10/10/10/10/{ALL_FIRST} 2 set - - 0 - -",
        "first has placed 22 and second 22 pieces",
    ),
}
OVER = {
    "nothing": (f"{BARE} 1 over - - 0 - -", "first has won: expected the enemy Rhodium in his"),
    "other-won": (f"{BARE} 2 over - - 5 - -", "second has won: expected the enemy Rhodium"),
    "both": (f"{BARE} 1 over - - 5 - abcd", "and none of it for second"),
    "five-files": (f"{BARE} 1 over - - 0 abcde -", "goals1: expected at most four files"),
    "captured-and-there": (f"{BARE} 1 over Rl1 - 0 - -", "2 pieces Rhodium that began with second"),
    "dark-in-yard": (
        f"{BARE.replace('R9', '10')} 1 over Rd1 - 5 - -",
        "expected the winner's Rhodium on the board, dark",
    ),
    "loser-missing": (
        f"{BARE.replace('9r', '10')} 1 over - - 5 - -",
        "expected the winner's Rhodium on the board, dark, and the loser's on the board",
    ),
    "winner-missing": (
        f"{BARE.replace('R9', '10')} 1 over - - 5 - -",
        "expected the winner's Rhodium on the board",
    ),
}
REFUSED = (
    {f"field-{name}": case for name, case in FIELDS.items()}
    | {f"board-{name}": (f"{board} {REST}", said) for name, (board, said) in BOARDS.items()}
    | {f"run-{name}": (f"{board} {REST}", said) for name, (board, said) in RUNS.items()}
    | {
        f"count-{name}": (f"{board} 1 play {first} {second} 0 - -", said)
        for name, (board, said, first, second) in COUNTS.items()
    }
    | {
        f"yard-{name}": (f"{BARE} 1 play {first} {second} 0 - -", said)
        for name, (first, second, said) in YARDS.items()
    }
    | {
        f"phase-{name}": (f"{STACKED} {turn} - - 0 - -", said)
        for name, (turn, said) in PHASES.items()
    }
    | {f"set-{name}": case for name, case in SET.items()}
    | {f"over-{name}": case for name, case in OVER.items()}
)


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, said: str) -> None:
    with pytest.raises(strata.InvalidPosition, match=re.escape(said)):
        GAME.position(text)


ACCEPTED = {
    "bare": f"{BARE} {REST}",
    "missing-pieces": f"{_board('S(ldl)')} 2 play! Pd1Gl4 sd7 -4 ach -",
    "break": f"{STACKED} 1 break:e6:0 - - 0 - -",
    "sacrificed": f"{STACKED} 1 sac:e5 - dl1 0 - -",
    "scatter-onto-a-stack": f"{STACKED} 2 scatter:e6:g(dl) - - 0 - -",
    "scatter-corner": f"{STACKED} 2 scatter:a1:s(l) - - 0 - -",
    "over-captured": f"{BARE.replace('9r', '10')} 1 over Rl1 - 0 - -",
    "over-six": f"{BARE} 2 over - - -6 - -",
    "over-files": f"{BARE} 2 over - - 4 abc abhj",
    "over-two-ways": f"{BARE.replace('9r', '10')} 1 over Rl1 - 6 - -",
    "high": f"{_board('S(dddddddddlllllllll)')} {REST}",
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(text: str) -> None:
    assert str(GAME.position(text)) == text


def test_the_longest_position_is_within_the_limit() -> None:
    """44 light singles in brackets, 56 runs, 9 slashes; every sort in both graveyards."""
    worst = 44 * 4 + 56 + 9 + len(f" 1 scatter:j10:s({'d' * 16}) ") + 2 * 33 + len(" -6 abcd abcd")
    assert GAME.rules.longest_position >= worst
    longest = max(
        (str(position) for position in _random_positions(4)),
        key=len,
    )
    assert len(longest) < GAME.rules.longest_position


def _random_positions(games: int) -> list[strata.Position]:
    choose = random.Random("longest")
    found: list[strata.Position] = []
    for _ in range(games if strata.compiled() else 1):
        position = STANDARD.start()
        while position.actions() and len(found) < 100_000:
            found.append(position)
            position = position.play(choose.choice(position.actions()))
    return found


def _is_read_as_written(text: str) -> bool:
    """Or refused with a message that says of what."""
    try:
        return str(GAME.position(text)) == text
    except strata.InvalidPosition as refusal:
        return str(refusal).startswith("rhodium position")


@given(st.text(alphabet="RPTDGSrptdgs(dl)0123456789/ -!:ab", max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert _is_read_as_written(text)


@given(st.data())
def test_spoiled_positions_are_read_or_refused(data: st.DataObject) -> None:
    good = data.draw(st.sampled_from([*ACCEPTED.values(), str(STANDARD.start())]))
    place = data.draw(st.integers(0, len(good) - 1))
    letter = data.draw(st.sampled_from("RrSsdl()12/ -:au?"))
    text = good[:place] + letter + good[place + 1 :]
    assert _is_read_as_written(text)


def test_group_sizes_are_written_for_stacks_only() -> None:
    position = GAME.position(f"{_board('S(dd)')} {REST}")
    assert "e6:1-e7" in position.actions()
    assert "e6:2-e8" in position.actions()
    assert not [action for action in position.actions() if action.startswith("e6-")]
    assert "a1-a2" in position.actions()


def test_a_wrong_action_is_explained() -> None:
    with pytest.raises(strata.IllegalAction, match=r"did you mean R@e1\?"):
        GAME.start().play("r@e1")
    with pytest.raises(strata.IllegalAction, match="first has 30 legal"):
        GAME.start().play("P@e9")
