"""Positions of Dzura as text: what Z90–Z92 accept and refuse besides the rulebook's examples."""

from __future__ import annotations

import pytest

import strata

ALL = {"capture": "court", "rotation": "on", "ordnance": 5}
EMPTY = "5/6/7/8/K7k/8/7/6/5"

REFUSED = {
    # grammar
    "few-fields": ("", f"{EMPTY} 1 t -/-", "got 4 fields"),
    "many-fields": ("", f"{EMPTY} 1 t -/- - -", "got 6 fields"),
    "two-blanks": ("", f"{EMPTY}  1 t -/- -", "got 6 fields"),
    "side-0": ("", f"{EMPTY} 0 t -/- -", "side: got '0', expected 1 or 2"),
    "side-12": ("", f"{EMPTY} 12 t -/- -", "side: got '12'"),
    "side-empty": ("", f"{EMPTY}  t -/- -", "side: got ''"),
    "phase": ("", f"{EMPTY} 1 x -/- -", "phase: got 'x', expected t, b, r:TILE"),
    "phase-three": ("all", f"{EMPTY} 1 r:e1,e2,e3 -/- 5/5", "phase: got"),
    "phase-two-placed": ("all", f"{EMPTY} 1 p:e1,e2 -/- 5/5", "phase: got"),
    "phase-tile": ("all", f"{EMPTY} 1 r:z9 -/- 5/5", "expected tiles a1 to i5"),
    "phase-empty": ("all", f"{EMPTY} 1 r: -/- 5/5", "expected tiles a1 to i5"),
    "zero": (
        "",
        "05/6/7/8/K7k/8/7/6/5 1 t -/- -",
        "column a '05', character 1: empty cells: got '05'",
    ),
    "zero-run": (
        "",
        "5/6/7/8/K70k/8/7/6/5 1 t -/- -",
        "column e 'K70k', character 2: empty cells: got '70'",
    ),
    "split-run": ("", "5/6/7/8/K6P0k/8/7/6/5 1 t -/- -", "character 4: empty cells: got '0'"),
    "long-run": ("", "5000/6/7/8/K7k/8/7/6/5 1 t -/- -", "got '5000', expected 1 to 5"),
    "short": (
        "",
        "4/6/7/8/K7k/8/7/6/5 1 t -/- -",
        "column a '4', character 2: got 4 cells, expected 5",
    ),
    "empty-column": (
        "",
        "/6/7/8/K7k/8/7/6/5 1 t -/- -",
        "column a '', character 1: got 0 cells, expected 5",
    ),
    "ten-columns": ("", f"{EMPTY}/5 1 t -/- -", "expected 9 rows, column a to column i, not 10"),
    "plus-alone": ("", "5/6/7/8/K7k/8/7/6/4+ 1 t -/- -", "got '+'"),
    "plus-king": ("", "5/6/7/8/+K7k/8/7/6/5 1 t -/- -", "got '+K'"),
    "plus-knight": ("", "5/6/7/8/K7k/8/7/6/4+n 1 t -/- -", "got '+n'"),
    "facing-0": ("all", "5/6/7/8/K7k/8/7/6/4P~0 1 t -/- 5/5", "character 3: got '~'"),
    "facing-6": ("all", "5/6/7/8/K7k/8/7/6/4P~6 1 t -/- 5/5", "character 3: got '~'"),
    "marks-turned-round": ("all", "5/6/7/8/K7k/8/7/6/4P*~1 1 t -/- 5/5", "character 4: got '~'"),
    "open-stack": (
        "all",
        "5/6/7/8/K7k/8/7/6/4[PP 1 t -/- 5/5",
        "got the end, expected ] after two pieces",
    ),
    "stack-of-one": ("all", "5/6/7/8/K7k/8/7/6/4[P] 1 t -/- 5/5", "got ']'"),
    "stack-of-three": (
        "all",
        "5/6/7/8/K7k/8/7/6/4[PPP] 1 t -/- 5/5",
        "got 'P', expected ] after two pieces",
    ),
    "stack-closed": ("all", "5/6/7/8/K7k/8/7/6/4P] 1 t -/- 5/5", "got ']'"),
    "one-hand": ("", f"{EMPTY} 1 t - -", "hands '-': got 1"),
    "empty-hand": ("", f"{EMPTY} 1 t /- -", "expected - or counts"),
    "lower-hand": ("", f"{EMPTY} 1 t p/- -", "got 'p'"),
    "plus-hand": ("", f"{EMPTY} 1 t +P/- -", "got '+'"),
    "zero-hand": ("", f"{EMPTY} 1 t 0P/- -", "got '0'"),
    "hand-twice": ("", f"{EMPTY} 1 t PP/- -", "P out of order"),
    "count-alone": (
        "",
        f"{EMPTY} 1 t 2/- -",
        "character 2: got the end, expected - or counts and letters",
    ),
    "tokens-given": ("", f"{EMPTY} 1 t -/- 0/0", "expected - with ordnance=0"),
    "tokens-missing": ("all", f"{EMPTY} 1 t -/- -", "expected first's / second's"),
    "tokens-zero": ("all", f"{EMPTY} 1 t -/- 05/5", "tokens, first's: got '05', expected 0 to 999"),
    "tokens-one": (
        "all",
        f"{EMPTY} 1 t -/- 5",
        "tokens '5': got 1 field, expected first's, second's, with /",
    ),
    # Z92
    "phase-r": ("", f"{EMPTY} 1 r:e1 -/- -", "Z92 item 1"),
    "phase-p": ("", f"{EMPTY} 1 p:e1 -/- -", "Z92 item 1"),
    "phase-b": ("", f"{EMPTY} 1 b -/- -", "Z92 item 1"),
    "covered-facing": ("court", "5/6/7/8/K7k/8/7/6/4[Pp~1] 1 t -/- -", "Z92 item 1"),
    "two-kings": ("", "5/6/7/8/K5k1k/8/7/6/5 1 t -/- -", "second has 2 uncovered kings"),
    "covered-king": ("all", "5/6/7/8/K7k/8/7/6/4[Pk] 1 t -/- 5/5", "Z92 item 3"),
    "over-in-phase": ("all", "5/6/7/8/K8/8/7/6/5 1 r:e1 -/- 5/5", "Z92 item 3"),
    "over-in-b": ("all", "5/6/7/8/K8/8/7/6/4p* 1 b -/- 5/4", "Z92 item 3"),
    "81-pieces": ("", f"{EMPTY} 1 t 79P/- -", "81 pieces"),
    "999-pieces": ("", f"{EMPTY} 1 t 999P/- -", "1001 pieces"),
    "eleven-tokens": ("all", f"{EMPTY} 1 t -/- 6/5", "11 tokens"),
    "covered-token": ("all", "5/6/7/8/K7k/8/7/6/4[Pp*] 1 t -/- 5/5", "11 tokens"),
    "pending-order": ("all", "5/6/7/8/KP6k/8/7/6/5 1 r:e2,e1 -/- 5/5", "Z92 item 5"),
    "pending-twice": ("all", "5/6/7/8/KP6k/8/7/6/5 1 r:e1,e1 -/- 5/5", "Z92 item 5"),
    "pending-empty": ("all", f"{EMPTY} 1 r:e5 -/- 5/5", "no piece of first on e5"),
    "pending-barraged": ("all", "5/6/7/8/KP*6k/8/7/6/5 1 r:e2 -/- 5/4", "is barraged"),
    "placed-promoted": ("all", "5/6/7/8/K+P6k/8/7/6/5 1 p:e2 -/- 5/5", "Z92 item 5"),
    "placed-king": ("all", f"{EMPTY} 1 p:e1 -/- 5/5", "Z92 item 5"),
    "placed-turned": ("all", "5/6/7/8/KP~16k/8/7/6/5 1 p:e2 -/- 5/5", "Z92 item 5"),
    "placed-on-stack": ("all", "5/6/7/8/K[PP]6k/8/7/6/5 1 p:e2 -/- 5/5", "Z92 item 5"),
    "placed-in-check": ("all", "5/6/7/8/K6Bk/8/7/6/5 1 p:e8 -/- 5/5", "phase p without legal"),
    "own-barraged": ("all", "5/6/7/8/KP*6k/8/7/6/5 1 b -/- 5/4", "Z92 item 6"),
    "covered-barraged": ("all", "5/6/7/8/K[Pp*]6k/8/7/6/5 1 b -/- 5/4", "Z92 item 6"),
    "checkmate-in-b": (
        "all",
        "2B1k/5P*/4+T2/8/K8/8/7/6/5 2 b -/- 0/0",
        "phase b without legal action",
    ),
}


def _game(options: str) -> strata.Game:
    if options == "court":
        return strata.game("dzura", capture="court")
    return strata.game("dzura", **(ALL if options else {}))


@pytest.mark.parametrize(("options", "text", "said"), REFUSED.values(), ids=REFUSED)
def test_refused(options: str, text: str, said: str) -> None:
    with pytest.raises(strata.InvalidPosition) as refused:
        _game(options).position(text)
    assert said in str(refused.value)
    assert str(refused.value).startswith("dzura position")


ACCEPTED = {
    "empty": ("", f"{EMPTY} 1 t -/- -"),
    "over": ("", "5/6/7/8/K8/8/7/6/5 2 t K/- -"),
    "over-covered": ("all", "5/6/7/8/K8/8/7/6/4[+Tk] 2 t -/- 5/5"),
    "pawn-on-the-edge": ("", "4P/6/7/8/K7k/8/7/6/5 1 t -/- -"),
    "full-hand": ("", f"{EMPTY} 1 t 78P/- -"),
    "two-to-turn": ("all", "5/6/7/3P~54/K2C4k/8/7/6/5 1 r:d4,e4 -/- 5/5"),
    "lost-tokens": ("all", f"{EMPTY} 1 t -/- 0/0"),
    "all-marks": ("all", "5/6/7/8/K1[+B~4*+b~5*]5k/8/7/6/5 1 t 2PK/- 0/0".replace("K/-", "/-")),
}


@pytest.mark.parametrize(("options", "text"), ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(options: str, text: str) -> None:
    assert str(_game(options).position(text)) == text


def test_longest_position() -> None:
    """Forty stacks of two, each piece with all its signs, and the longest fields besides."""
    game = strata.game("dzura", definition="mini", **ALL)
    assert game.rules.longest_position >= 80 * len("+P~1*") + 2 * 40 + 127 + 12 + 60


def test_moves_and_attacks_are_written_apart() -> None:
    position = strata.game("dzura").position("5/6/7/3Pp3/K7k/8/7/6/5 1 t P/- -")
    assert "d4xd5" in position.actions()
    assert "d4-c4" in position.actions()
    assert "P@a1" in position.actions()
