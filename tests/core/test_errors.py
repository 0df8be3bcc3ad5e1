"""Errors: one base, short and printable messages whatever was given."""

from __future__ import annotations

import pytest

import strata
from strata.core.errors import listed, shown

NAMED = [
    strata.IllegalAction,
    strata.InvalidLimit,
    strata.InvalidOption,
    strata.InvalidPosition,
    strata.InvalidRecord,
    strata.NothingToUndo,
    strata.UnknownGame,
    strata.UnknownOption,
]


@pytest.mark.parametrize("error", NAMED, ids=lambda error: error.__name__)
def test_errors_have_one_base(error: type[Exception]) -> None:
    assert issubclass(error, strata.StrataError)
    assert error.__doc__
    assert error.__name__ in strata.__all__


def test_a_bad_record_knows_its_line() -> None:
    error = strata.InvalidRecord("what is wrong", 7)
    assert error.line == 7
    assert str(error) == "line 7: what is wrong"


@pytest.mark.parametrize(
    "text", ["", "a", "\0", "\n", "\x1b[31m", "ü", "\ud800", "x" * 10_000, "\u202e" * 100]
)
def test_whatever_is_shown_is_printable_and_short(text: str) -> None:
    message = shown(text)
    assert message.isprintable()
    assert len(message) < 700
    message.encode()


def test_what_is_cut_says_how_long_it_was() -> None:
    assert shown("x" * 60) == repr("x" * 60)
    assert shown("x" * 61) == repr("x" * 60) + "… (61 characters)"


def test_lists_are_cut_and_counted() -> None:
    assert listed([]) == ""
    assert listed("abc") == "a, b, c"
    assert listed("abcd", 3) == "a, b, c and 1 more"
    assert listed("abc", 3) == "a, b, c"


def test_unknown_games_list_what_exists() -> None:
    with pytest.raises(strata.UnknownGame, match=r"no game 'chess'; there are .*daikuni"):
        strata.game("chess")


@pytest.mark.parametrize(
    "name", ["", "DAIKUNI", "daikuni ", "..", "core", "__init__", "\0", "x" * 10**6]
)
def test_odd_game_names_are_refused(name: str) -> None:
    with pytest.raises(strata.UnknownGame) as refusal:
        strata.game(name)
    assert len(str(refusal.value)) < 300
