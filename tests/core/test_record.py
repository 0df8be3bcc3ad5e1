"""Records: the text format to the letter, and everything that is refused about it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strata
from tests.places import ROOT
from tests.volume import everyday

FOLDER = ROOT / "tests" / "data" / "records"
GOLDEN = (FOLDER / "daikuni.strata").read_text(encoding="utf-8")
LINES = GOLDEN.splitlines(keepends=True)


def _looks(record: strata.Record) -> tuple[object, ...]:
    return record.rules, record.positions, record.played, record.outcome(), record.tags


def test_export_is_written_to_the_letter(daikuni: strata.Game) -> None:
    record = daikuni.record()
    record.tags.update({"First": 'Ann "the Tile" \\ Lee', "Date": "2026-11-15"})
    record.play_all(["Qd2", "Kg2", "Sg8", "Sg5", "Kd4", "Qd5", "Kd3", "Sg3"])
    assert record.export() == GOLDEN


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.strata")), ids=lambda path: path.stem)
def test_golden_records_load_and_export_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = strata.load(text)
    assert record.export() == text
    assert _looks(strata.Game(record.rules).load(text)) == _looks(record)


def test_the_example_in_the_docs_is_a_record(root: Path) -> None:
    page = (root / "docs" / "record-format.md").read_text(encoding="utf-8")
    example = page.split("```")[1].lstrip("\n")
    assert strata.load(example).export() == example


def test_lines_are_wrapped() -> None:
    text = (FOLDER / "daikuni-resigned.strata").read_text(encoding="utf-8")
    assert text.count("\n\n") == 2
    actions = text.split("\n\n")[1].splitlines()
    assert [len(line) <= 90 for line in actions] == [True, True]


def test_an_unplayed_record(daikuni: strata.Game) -> None:
    assert daikuni.record().export() == (
        '[Strata "1"]\n[Game "daikuni"]\n[Options "entry=free sight=pieces tiles=32"]\n'
        '[Start "8/8/8/8/8/8/8/8 f"]\n\n'
        '[Actions "0"]\n[Final "8/8/8/8/8/8/8/8 f"]\n[Result "unfinished"]\n'
    )


# Cut off.


@pytest.mark.parametrize("kept", range(len(LINES)))
def test_cut_at_a_line_is_refused(kept: int) -> None:
    with pytest.raises(strata.InvalidRecord, match=r"^line \d+: ") as refusal:
        strata.load("".join(LINES[:kept]))
    assert 1 <= refusal.value.line <= max(1, kept)


def test_cut_anywhere_is_refused_or_whole() -> None:
    whole = strata.load(GOLDEN)
    for kept in range(len(GOLDEN)):
        try:
            record = strata.load(GOLDEN[:kept])
        except strata.InvalidRecord:
            continue
        assert kept == len(GOLDEN) - 1, "only the last line feed may be missing"
        assert _looks(record) == _looks(whole)


def test_a_cut_record_says_what_was_read_last() -> None:
    with pytest.raises(strata.InvalidRecord, match=r"cut off.*last action read is number 8, 'Sg3'"):
        strata.load("".join(LINES[:8]))


@pytest.mark.parametrize("missing", range(len(LINES)))
def test_a_line_that_is_missing_is_noticed_or_optional(missing: int) -> None:
    text = "".join(LINES[:missing] + LINES[missing + 1 :])
    optional = ["\n", "[Options", "[Start", "[First", "[Date", "[Actions", "[Final"]
    if any(LINES[missing].startswith(beginning) for beginning in optional):
        assert strata.load(text).played == strata.load(GOLDEN).played
    else:
        with pytest.raises(strata.InvalidRecord):
            strata.load(text)


# Altered.

ALTERED: dict[str, tuple[str, str, int, str]] = {
    "version": (
        '[Strata "1"]',
        '[Strata "3"]',
        1,
        "version '3' of the format, expected 1 or 2",
    ),
    "no-version": ('[Strata "1"]\n', "", 1, r'begins with the line \[Strata "1"\]'),
    "text-first": (
        '[Strata "1"]',
        'hello\n[Strata "1"]',
        1,
        r'begins with the line \[Strata "1"\]',
    ),
    "unknown-game": ('"daikuni"', '"chess"', 2, "no game 'chess'; there are .*daikuni"),
    "no-game": ('[Game "daikuni"]\n', "", 11, r"cut off or incomplete: \[Game"),
    "unknown-option": ("tiles=32", "tile=32", 2, "daikuni has no option 'tile'"),
    "unknown-value": ("tiles=32", "tiles=31", 2, "option tiles: got '31'"),
    "option-named-name": ("tiles=32", "name=x", 2, "no option 'name'"),
    "option-named-self": ("tiles=32", "self=x", 2, "no option 'self'"),
    "malformed-option": ("tiles=32", "tiles", 3, "expected NAME=VALUE"),
    "option-twice": ("tiles=32", "tiles=32 tiles=32", 3, "option 'tiles' is given twice"),
    "bad-start": ("8/8/8/8/8/8/8/8 f", "8/8/8/8/8/8/8/9 f", 4, "rank 1 '9', character 1"),
    "nul-in-start": ("8/8 f", "8/8\0 f", 4, "expected a whole line like"),
    "illegal-action": ("Kd4", "Kg4", 8, "action 5, 'Kg4', cannot be played: First's King"),
    "spoiled-action": ("Kd4", "kd4", 8, r"action 5, 'kd4', cannot be played: did you mean Kd4\?"),
    "nul-in-action": ("Kd4", "Kd4\0", 8, r"action 5, 'Kd4\\x00', cannot be played"),
    "action-left-out": ("Kd4 ", "", 8, "action 6, 'Kd3', cannot be played"),
    "action-after-the-end": (
        "Sg3",
        "Sg3 Kd1",
        8,
        "action 9, 'Kd1', cannot be played: the game is over",
    ),
    "count": ('"8"]', '"7"]', 10, "Actions is '7', but it has 8 actions, the last of them Sg3"),
    "final": ("3Q2k1", "3Q1k2", 11, "Final is .*but its actions lead to"),
    "result": (
        "second wins, king",
        "first wins, king",
        12,
        "Result is .*but its actions lead to",
    ),
    "reason": ("king-in-check", "no-moves", 12, "Result is .*but its actions lead to"),
    "unfinished": (
        "second wins, king-in-check",
        "unfinished",
        12,
        "its actions lead to 'second wins",
    ),
    "resigned-when-over": ("king-in-check", "resignation", 12, "the game is already over"),
    "malformed-result": ("second wins, king-in-check", "0-1", 12, "expected 'first wins'"),
    "tag-twice": ('[Date "', '[First "', 6, r"\[First\] is already given on line 5"),
    "head-twice": (
        '[Date "2026-11-15"]',
        '[Game "daikuni"]',
        6,
        r"\[Game\] is already given on line 2",
    ),
    "result-twice": (
        'check"]',
        'check"]\n[Result "draw, time"]',
        13,
        r"\[Result\] is already given on line 12",
    ),
    "malformed-tag": ('[Date "2026-11-15"]', "[Date 2026-11-15]", 6, "expected a whole line like"),
    "small-tag": ("[Date", "[date", 6, "expected a whole line like"),
    "open-tag": ('2026-11-15"]', "2026-11-15]", 6, "expected a whole line like"),
    "bad-escape": ("2026-11-15", "2026\\n11", 6, "expected a whole line like"),
    "control-in-tag": ("2026-11-15", "2026\x0711", 6, "expected a whole line like"),
    "tag-after-actions": (
        "[Actions",
        '[Date2 "x"]\n[Actions',
        10,
        r"\[Date2\] comes after the actions, where only Actions, Final, Result",
    ),
    "actions-after-the-foot": ('check"]\n', 'check"]\nSg3\n', 13, "after the end of the record"),
}


@pytest.mark.parametrize(("old", "new", "line", "message"), ALTERED.values(), ids=ALTERED)
def test_altered_records_name_the_line(old: str, new: str, line: int, message: str) -> None:
    assert old in GOLDEN
    with pytest.raises(strata.InvalidRecord, match=message) as refusal:
        strata.load(GOLDEN.replace(old, new, 1))
    assert refusal.value.line == line
    assert str(refusal.value).startswith(f"line {line}: ")
    assert str(refusal.value).isprintable()


def test_records_of_another_game_are_refused(daikuni: strata.Game) -> None:
    expected = "a record of 'kyo', expected one of daikuni"
    with pytest.raises(strata.InvalidRecord, match=expected) as refusal:
        daikuni.load(GOLDEN.replace("daikuni", "kyo"))
    assert refusal.value.line == 2


def test_records_of_other_options_are_refused() -> None:
    with pytest.raises(
        strata.InvalidRecord, match=r"played with .*tiles=32, not with .*tiles=16"
    ) as (refusal):
        strata.game("daikuni", tiles=16).load(GOLDEN)
    assert refusal.value.line == 3


NONSENSE = {
    "empty": "",
    "blank": " \n\t\n",
    "nul": "\0",
    "comment-only": "; nothing\n",
    "surrogate": "\ud800",
    "byte-order-mark": "\ufeff" + GOLDEN,
    "a-position": "8/8/8/8/8/8/8/8 f",
    "chess": '[Event "?"]\n\n1. e4 e5 *\n',
}


@pytest.mark.parametrize("text", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused(daikuni: strata.Game, text: str) -> None:
    for load in (strata.load, daikuni.load):
        with pytest.raises(strata.InvalidRecord, match=r'begins with the line \[Strata "1"\]'):
            load(text)


OVERLONG = {
    "open-tag": '[Strata "' + "a" * 2_000_000,
    "escapes": '[Strata "' + r"\\" * 1_000_000,
    "actions": "".join(LINES[:6]) + "a " * 1_000_000 + '\n[Result "unfinished"]',
    "lines": "".join(LINES[:6]) + "\n" * 2_000_000,
    "ten-megabytes": GOLDEN + "\n" * 10_000_000,
}


@pytest.mark.timeout(120)  # hours if it took more than linear time
@pytest.mark.parametrize("text", OVERLONG.values(), ids=OVERLONG)
def test_overlong_text_is_refused_soon(text: str) -> None:
    with pytest.raises(strata.InvalidRecord) as refusal:
        strata.load(text)
    assert len(str(refusal.value)) < 500


# Accepted although not as exported.

REWRITTEN: dict[str, Callable[[str], str]] = {
    "carriage-returns": lambda text: text.replace("\n", "\r\n"),
    "one-action-a-line": lambda text: text.replace(" K", "\nK").replace(" S", "\nS"),
    "no-blank-lines": lambda text: text.replace("\n\n", "\n"),
    "many-blank-lines": lambda text: text.replace("\n", "\n\n \n"),
    "comments": lambda text: text.replace("Kd4", "; a blunder?\nKd4 ; [no tag]\n"),
    "comment-before": lambda text: "; a comment\n\n" + text,
    "no-last-line-feed": lambda text: text.rstrip("\n"),
    "no-options": lambda text: text.replace('[Options "entry=free sight=pieces tiles=32"]\n', ""),
    "some-options": lambda text: text.replace("entry=free sight=pieces ", ""),
    "other-order-of-options": lambda text: text.replace(
        "entry=free sight=pieces tiles=32", "tiles=32 entry=free"
    ),
}


@pytest.mark.parametrize("rewrite", REWRITTEN.values(), ids=REWRITTEN)
def test_other_spellings_are_the_same_record(rewrite: Callable[[str], str]) -> None:
    text = rewrite(GOLDEN)
    assert text != GOLDEN
    assert strata.load(text).export() == GOLDEN


def test_agreed_results_need_the_game_to_go_on(daikuni: strata.Game) -> None:
    record = daikuni.record().play("Kd4")
    with pytest.raises(strata.StrataError, match="got the reason 'no-moves'"):
        record.conclude(strata.Outcome("first", "no-moves"))
    with pytest.raises(strata.StrataError, match="expected one of resignation, agreement"):
        record.conclude(strata.Outcome(None, "repetition"))
    record.conclude(strata.Outcome(None, "agreement"))
    assert '[Result "draw, agreement"]' in record.export()
    assert strata.load(record.export()).outcome() == strata.Outcome(None, "agreement")


# Tags.

TAGS = {
    "plain": "Ann",
    "empty": "",
    "quotes": 'say "hi"',
    "backslashes": "\\ \\\\ \\n",
    "both": '\\"',
    "quote-at-the-end": 'x"',
    "backslash-at-the-end": "x\\",
    "brackets": '"] [X "',
    "semicolon": "a; b",
    "blanks": "  a  ",
    "unicode": "京 ♔ é",
}


@pytest.mark.parametrize("value", TAGS.values(), ids=TAGS)
def test_tags_round_trip(daikuni: strata.Game, value: str) -> None:
    record = daikuni.record()
    record.tags["First"] = value
    record.tags["Second-2_b"] = value
    assert strata.load(record.export()).tags == record.tags


@pytest.mark.parametrize(
    "value", ["a\nb", "\n", "a\rb", "\0", "\x1b[0m", "\x85", "\u2028", "\ud800"]
)
def test_tags_of_several_lines_are_refused(daikuni: strata.Game, value: str) -> None:
    record = daikuni.record()
    record.tags["First"] = value
    with pytest.raises(strata.StrataError, match=r"tag First: got .*expected one line"):
        record.export()


@pytest.mark.parametrize(
    "name", ["", "first", "1st", "A b", 'A"', "Ä", "Game", "Strata", "Options", "Start", "Result"]
)
def test_bad_tag_names_are_refused(daikuni: strata.Game, name: str) -> None:
    record = daikuni.record()
    record.tags[name] = "x"
    with pytest.raises(strata.StrataError, match="expected a capital"):
        record.export()


@settings(max_examples=everyday(50, full=150))
@given(st.dictionaries(st.from_regex(r"\A[A-Z][A-Za-z0-9_-]{4,8}x\Z"), st.text()))
def test_any_tags_round_trip_or_are_refused(tags: dict[str, str]) -> None:
    record = strata.game("daikuni").record()
    record.tags.update(tags)
    if any(unicodedata.category(sign)[0] in "CZ" for value in tags.values() for sign in value):
        try:
            text = record.export()
        except strata.StrataError:
            return
    else:
        text = record.export()
    assert strata.load(text).tags == tags
    assert text.encode().decode() == text


# The record itself.


def test_undo_at_the_beginning(daikuni: strata.Game) -> None:
    with pytest.raises(strata.NothingToUndo, match="no action has been played"):
        daikuni.record().undo()


def test_records_are_not_shared(daikuni: strata.Game) -> None:
    record = daikuni.record()
    positions, tags = record.positions, record.tags
    record.play("Kd4")
    assert len(positions) == 1
    assert daikuni.record().tags is not tags


def test_a_record_shows_itself(daikuni: strata.Game) -> None:
    record = daikuni.record().play("Kd4")
    assert repr(record) == "<Record daikuni: 1 actions, second to act>"
    record.resign()
    assert repr(record) == "<Record daikuni: 1 actions, over: first wins, resignation>"


@pytest.mark.parametrize(
    ("winner", "reason", "expected"),
    [
        (None, "resignation", "a winner"),
        (None, "time", "a winner"),
        ("first", "agreement", "a draw"),
    ],
)
def test_an_agreed_end_has_the_winner_its_reason_asks_for(
    winner: strata.Seat | None, reason: str, expected: str
) -> None:
    record = strata.game("daikuni").record()
    with pytest.raises(strata.StrataError, match=f"expected {expected}"):
        record.conclude(strata.Outcome(winner, reason))
    assert record.outcome() is None
    claimed = record.export().replace("unfinished", str(strata.Outcome(winner, reason)))
    with pytest.raises(strata.InvalidRecord, match=f"expected {expected}"):
        strata.load(claimed)
