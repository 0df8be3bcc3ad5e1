"""Position strings of Daikuni (section 8 of the rulebook): what is refused, and how it is said."""

from __future__ import annotations

import pytest

import strata

EMPTY = "8/8/8/8/8/8/8/8"
FULL_RANK = "TTTTTTTT"


def _with_rank(rank: int, cells: str) -> str:
    """The empty board with the cells of one rank."""
    return "/".join(cells if rank == here else "8" for here in range(8, 0, -1)) + " f"


ACCEPTED = {
    "start": f"{EMPTY} f",
    "second-to-move": "8/8/8/8/3S4/8/8/8 s",
    "rulebook-example": "3t4/3S4/3T4/8/t2T1t2/tt6/Tt1Qttt1/KTtTt2t s",
    "queens-face-to-face": "8/8/8/3q4/8/8/3Q4/8 f",
    "waiting-king-in-check": "8/8/8/3kT3/8/8/8/8 f",
    "turn-does-not-fit-tiles": "TTT5/8/8/8/8/8/8/8 f",
    "all-32-tiles": f"{FULL_RANK}/{FULL_RANK}/{FULL_RANK}/{FULL_RANK}/8/8/8/8 f",
    "full-board": "tTTTTtqT/tttTtttt/tTsTTTtt/tttTTttt/kttTtttt/tTTTTTTT/tTtTTQTT/tTtTTSKT f",
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(daikuni: strata.Game, text: str) -> None:
    assert str(daikuni.position(text)) == text


# Each: the string, and what its message must say of where it is wrong and what was expected.
REFUSED = {
    "empty": ("", ["got 1 field", "expected board, player to move"]),
    "blank": (" ", ["board: got ''", "expected 8 rows", "not 1"]),
    "no-turn": (EMPTY, ["got 1 field", "expected board, player to move, with one blank"]),
    "empty-turn": (f"{EMPTY} ", ["player to move", "got ''", "expected f or s"]),
    "wrong-turn": (f"{EMPTY} x", ["player to move", "got 'x'", "expected f or s"]),
    "turn-in-upper-case": (f"{EMPTY} F", ["player to move", "got 'F'", "expected f or s"]),
    "both-turns": (f"{EMPTY} fs", ["player to move", "got 'fs'", "expected f or s"]),
    "turn-in-full": (f"{EMPTY} first", ["player to move", "got 'first'", "expected f or s"]),
    "two-blanks": (f"{EMPTY}  f", ["got 3 fields", "one blank"]),
    "leading-blank": (f" {EMPTY} f", ["got 3 fields", "one blank"]),
    "trailing-blank": (f"{EMPTY} f ", ["got 3 fields", "one blank"]),
    "third-field": (f"{EMPTY} f 0", ["got 3 fields"]),
    "seven-ranks": ("8/8/8/8/8/8/8 f", ["expected 8 rows, rank 8 to rank 1", "not 7"]),
    "nine-ranks": (f"{EMPTY}/8 f", ["expected 8 rows, rank 8 to rank 1", "not 9"]),
    "empty-rank": (_with_rank(3, ""), ["rank 3", "0 cells", "expected 8"]),
    "short-rank": (_with_rank(3, "7"), ["rank 3", "7 cells", "expected 8"]),
    "long-rank": (_with_rank(5, "4T4"), ["rank 5", "character 3", "got '4'", "expected 1 to 3"]),
    "letter-beyond-the-edge": (_with_rank(5, "8T"), ["rank 5", "got 'T'", "the end after 8 cells"]),
    "nine": (_with_rank(1, "9"), ["rank 1", "character 1", "got '9'", "expected 1 to 8"]),
    "zero": (_with_rank(1, "0T7"), ["rank 1", "character 1", "got '0'", "expected 1 to 8"]),
    "adjacent-digits": (
        _with_rank(8, "44"),
        ["rank 8", "character 1", "got '44'", "expected 1 to 8"],
    ),
    "adjacent-digits-inside": (
        _with_rank(2, "T12T3"),
        ["rank 2", "character 2", "got '12'", "1 to 7"],
    ),
    "unknown-letter": (_with_rank(7, "3X4"), ["rank 7", "character 2", "got 'X'", "T K Q S"]),
    "unknown-small-letter": (_with_rank(7, "3r4"), ["rank 7", "character 2", "got 'r'"]),
    "sign": (_with_rank(7, "+8"), ["rank 7", "character 1", "got '+'"]),
    "two-kings": ("K7/8/8/8/8/8/8/7K f", ["2 Kings of first on a8 and h1", "one at most"]),
    "two-small-queens": (_with_rank(4, "q6q"), ["2 Queens of second on a4 and h4", "one at most"]),
    "two-soldiers-touching": (_with_rank(4, "SS6"), ["2 Soldiers of first on a4 and b4"]),
    "33-tiles": (
        f"{FULL_RANK}/{FULL_RANK}/{FULL_RANK}/{FULL_RANK}/T7/8/8/8 f",
        ["33 tiles of first", "at most 32", "option tiles"],
    ),
    "64-tiles": (
        "/".join(["tttttttt"] * 8) + " s",
        ["64 tiles of second", "at most 32", "option tiles"],
    ),
    "superscript-digit": (_with_rank(8, "²6"), ["character 1", r"'\xb2'", "printable ASCII"]),
    "fullwidth-digit": (_with_rank(8, "８"), ["character 1", r"'\uff18'", "printable ASCII"]),
    "arabic-digit": (_with_rank(8, "٨"), ["character 1", "printable ASCII"]),
    "dotless-letter": (_with_rank(8, "ſ7"), ["character 1", "printable ASCII"]),
    "nul": ("8/8\0/8/8/8/8/8/8 f", ["character 4", r"'\x00'", "printable ASCII"]),
    "nul-at-the-end": (f"{EMPTY} f\0", ["character 18", r"'\x00'", "printable ASCII"]),
    "newline-at-the-end": (f"{EMPTY} f\n", ["character 18", r"'\n'", "printable ASCII"]),
    "tab-for-blank": (f"{EMPTY}\tf", ["character 16", r"'\t'", "printable ASCII"]),
    "surrogate": (f"{EMPTY} \ud800", ["character 17", r"'\ud800'", "printable ASCII"]),
    "one-too-long": ("T" * 74, ["74 characters", "expected at most 73"]),
}


@pytest.mark.parametrize(("text", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(daikuni: strata.Game, text: str, says: list[str]) -> None:
    with pytest.raises(strata.InvalidPosition) as refusal:
        daikuni.position(text)
    message = str(refusal.value)
    assert message.startswith("daikuni position")
    for part in says:
        assert part in message
    assert message.isprintable()
    assert len(message) < 300


OVERLONG = {
    "letters": "T" * 10_000_000,
    "digits": "8" * 10_000_000,
    "slashes": "/" * 10_000_000,
    "blanks": " " * 10_000_000,
    "nuls": "\0" * 10_000_000,
    "many-boards": f"{EMPTY} f " * 600_000,
    "valid-beginning": f"{EMPTY} f" + "f" * 10_000_000,
}


@pytest.mark.timeout(120)  # hours if it took more than linear time
@pytest.mark.parametrize("text", OVERLONG.values(), ids=OVERLONG)
def test_overlong_text_is_refused_at_once(daikuni: strata.Game, text: str) -> None:
    with pytest.raises(strata.InvalidPosition, match=f"{len(text)} characters") as refusal:
        daikuni.position(text)
    assert len(str(refusal.value)) < 400


def test_the_stock_is_that_of_the_option() -> None:
    sixteen = f"{FULL_RANK}/{FULL_RANK}/8/8/8/8/8/8 s"
    seventeen = f"{FULL_RANK}/{FULL_RANK}/T7/8/8/8/8/8 s"
    few, many = strata.game("daikuni", tiles=16), strata.game("daikuni", tiles=32)
    assert str(few.position(sixteen)) == sixteen
    assert str(many.position(seventeen)) == seventeen
    with pytest.raises(strata.InvalidPosition, match=r"17 tiles of first .* 16 \(option tiles\)"):
        few.position(seventeen)


def test_positions_of_different_options_differ() -> None:
    few, many = strata.game("daikuni", tiles=16), strata.game("daikuni", tiles=32)
    assert few.start() != many.start()
    assert str(few.start()) == str(many.start())


SPOILED_ACTIONS = [
    "kd4",
    "KD4",
    "Kd",
    "K",
    "d4",
    "Kd44",
    "Kd9",
    "Kd0",
    "Ki4",
    "Td4",
    "K d4",
    "Kd４",
]


@pytest.mark.parametrize("text", SPOILED_ACTIONS)
def test_spoiled_actions_are_refused(daikuni: strata.Game, text: str) -> None:
    with pytest.raises(strata.IllegalAction, match="illegal action"):
        daikuni.start().play(text)


def test_refusals_help(daikuni: strata.Game) -> None:
    start = daikuni.start()
    with pytest.raises(strata.IllegalAction, match=r"'kd4' in daikuni: did you mean Kd4\?"):
        start.play("kd4")
    with pytest.raises(strata.IllegalAction, match="did you mean Kd4, Qd4, Sd4"):
        start.play("d4")
    with pytest.raises(
        strata.IllegalAction, match=r"first has 192 legal actions: Ka1, .* and 184 more"
    ):
        start.play("xx")
    lost = daikuni.position("8/8/8/8/8/8/tt6/KTt2S1Q f")
    with pytest.raises(strata.IllegalAction, match=r"over \(second wins, king-in-check\)"):
        lost.play("Sd1")
