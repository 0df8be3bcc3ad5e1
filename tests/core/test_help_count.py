"""The tag that counts help: read, written, counted up, and refused where it counts nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strata
from strata.core.help_count import InvalidHelp, format_help, parse_help, tell_help
from strata.core.outcome import SEATS

COUNTS = st.dictionaries(st.sampled_from(SEATS), st.integers(1, 999_999), min_size=1)


@given(COUNTS)
def test_written_and_read(counts: dict[strata.Seat, int]) -> None:
    assert parse_help(format_help(counts)) == counts


@pytest.mark.parametrize(
    "text",
    [
        *("", "3", "first", "first 0", "first -1", "first 03", "third 1", "first 1, first 2"),
        *("second 1, first 2", "first 1 second 2", ", second 2", "first 1, ", "first 1000000"),
    ],
)
def test_what_counts_nothing_is_refused(text: str) -> None:
    with pytest.raises(InvalidHelp, match="expected how often each seat had help"):
        parse_help(text)


def test_a_record_keeps_the_count() -> None:
    record = strata.game("daikuni").record()
    assert record.help == {}
    assert record.note_help("second")
    assert not record.note_help("second")
    record.play("Kd4")
    record.note_help("first")
    record.note_help("second")
    record.undo()
    assert not record.note_help("second")
    assert record.help == {"first": 1, "second": 2}
    text = record.export()
    assert '[Help "first 1, second 2"]' in text
    again = strata.load(text)
    assert again.help == record.help
    assert again.export() == text
    assert record.copy().help == record.help


def test_it_is_told_to_who_reads() -> None:
    (first, second) = tell_help({"first": 1, "second": 3})
    assert first.read("first") == "You had help once."
    assert second.read("first") == "Your opponent had help 3 times."
    assert second.read() == "Second had help 3 times."
    assert tell_help({}) == ()


def test_a_wrong_count_is_refused_with_its_line() -> None:
    text = '[Strata "1"]\n[Game "daikuni"]\n[Help "often"]\n\n[Result "unfinished"]\n'
    with pytest.raises(strata.InvalidRecord, match="line 3: tag Help: got 'often', expected"):
        strata.load(text)
