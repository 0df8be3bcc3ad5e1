"""Outcomes: who won and why, as text and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strata
from strata.core.outcome import AGREED_REASONS, HISTORY_REASONS, SEATS, other_seat, parse_outcome

WRITTEN = {
    "first wins, king-captured": strata.Outcome("first", "king-captured"),
    "second wins, no-moves": strata.Outcome("second", "no-moves"),
    "draw, repetition": strata.Outcome(None, "repetition"),
}


@pytest.mark.parametrize(("text", "outcome"), WRITTEN.items(), ids=WRITTEN)
def test_outcomes_as_text(text: str, outcome: strata.Outcome) -> None:
    assert str(outcome) == text
    assert parse_outcome(text) == outcome
    assert outcome.verdict == text.partition(",")[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draw",
        "draw,",
        "draw, ",
        "draw,repetition",
        "Draw, repetition",
        "third wins, no-moves",
        "first, no-moves",
        " first wins, no-moves",
        "first wins no-moves",
        "1-0",
        "\0",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(strata.StrataError, match="expected 'first wins', 'second wins' or 'draw'"):
        parse_outcome(text)


def test_outcomes_are_values() -> None:
    one = strata.Outcome("first", "time")
    assert one == strata.Outcome("first", "time")
    assert len({one, strata.Outcome("first", "time"), strata.Outcome(None, "time")}) == 2
    with pytest.raises(AttributeError):
        one.reason = "other"  # type: ignore[misc]


def test_seats_are_opposite() -> None:
    assert SEATS == ("first", "second")
    assert [other_seat(seat) for seat in SEATS] == ["second", "first"]


def test_reasons_do_not_overlap() -> None:
    assert not set(HISTORY_REASONS) & set(AGREED_REASONS)
    assert all(not set(AGREED_REASONS) & set(strata.game(name).reasons) for name in strata.games())


@given(st.text())
def test_any_text_is_an_outcome_or_refused(text: str) -> None:
    try:
        outcome = parse_outcome(text)
    except strata.StrataError:
        return
    assert str(outcome) == text


@given(st.sampled_from([*SEATS, None]), st.text(min_size=1))
def test_outcomes_round_trip(winner: strata.Seat | None, reason: str) -> None:
    outcome = strata.Outcome(winner, reason)
    assert parse_outcome(str(outcome)) == outcome
