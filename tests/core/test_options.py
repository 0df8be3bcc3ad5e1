"""Options: accepted in their natural type or as text, refused by name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strata
from strata.core.option import Option, format_settings, parse_settings, settle

TILES = Option("tiles", (32, 16), 32, "how many")
ENTRY = Option("entry", ("free", "first"), "free", "when")


def test_values_are_accepted_in_their_type_or_as_text() -> None:
    assert TILES.parse(16) == TILES.parse("16") == 16
    assert type(TILES.parse("16")) is int
    assert ENTRY.parse("first") == "first"


@pytest.mark.parametrize(
    "given", [17, "17", "016", " 16", "16 ", "１６", 16.0, True, None, "", "\0"]
)
def test_other_values_are_refused(given: object) -> None:
    with pytest.raises(strata.InvalidOption, match=r"option tiles: got .*expected one of 32, 16"):
        TILES.parse(given)


def test_true_is_not_one() -> None:
    with pytest.raises(strata.InvalidOption):
        Option("flag", (0, 1), 0, "").parse(True)


def test_settling_fills_in_defaults() -> None:
    assert settle((ENTRY, TILES), {"tiles": "16"}, "x") == {"entry": "free", "tiles": 16}
    assert settle((ENTRY, TILES), {}, "x") == {"entry": "free", "tiles": 32}


def test_unknown_options_list_what_exists() -> None:
    with pytest.raises(strata.UnknownOption, match="x has no option 'tile': expected one of entry"):
        settle((ENTRY,), {"tile": 1}, "x")
    with pytest.raises(strata.UnknownOption, match="it has no options"):
        settle((), {"tile": 1}, "x")


def test_a_former_option_is_accepted_and_left_out() -> None:
    assert settle((ENTRY,), {"size": "8"}, "x", {"size": 8}) == {"entry": "free"}
    with pytest.raises(strata.InvalidOption, match="option size: got '9', expected 8"):
        settle((ENTRY,), {"size": 9}, "x", {"size": 8})


@pytest.mark.parametrize("name", ["name", "self", "options", "game", "__init__"])
def test_options_named_like_parameters_are_unknown(name: str) -> None:
    with pytest.raises(strata.UnknownOption):
        strata.game("daikuni", **{name: "1"})


def test_games_know_their_settings() -> None:
    game = strata.game("daikuni", tiles="16", entry="first")
    assert dict(game.settings) == {"entry": "first", "sight": "pieces", "tiles": 16}
    assert game == strata.game("daikuni", entry="first", tiles=16)
    assert hash(game) == hash(strata.game("daikuni", entry="first", tiles=16))
    assert game != strata.game("daikuni")
    assert game != "daikuni"
    assert repr(game) == "<Game daikuni entry=first sight=pieces tiles=16>"
    with pytest.raises(TypeError):
        game.settings["tiles"] = 32  # type: ignore[index]


def test_settings_are_read() -> None:
    assert parse_settings("") == {}
    assert parse_settings(" entry=first  tiles=16\n") == {"entry": "first", "tiles": "16"}
    assert parse_settings("a=b=c") == {"a": "b=c"}


@pytest.mark.parametrize("text", ["entry", "=", "entry=", "=first", "entry =first", "a=1 b"])
def test_malformed_settings_are_refused(text: str) -> None:
    with pytest.raises(strata.InvalidOption, match="expected NAME=VALUE"):
        parse_settings(text)


def test_settings_stand_once() -> None:
    with pytest.raises(strata.InvalidOption, match="option 'a' is given twice"):
        parse_settings("a=1 a=1")


def test_names_in_errors_can_be_printed() -> None:
    """A name comes from a record or an engine's line: a terminal must not obey what is in it."""
    for text in ("\x1b[31m=1 \x1b[31m=2", "e\u200bt=1 e\u200bt=2", "\u202e", "a=1 \x1b"):
        with pytest.raises(strata.InvalidOption) as refused:
            parse_settings(text)
        assert str(refused.value).isprintable()


def test_values_of_a_pattern() -> None:
    limit = Option("limit", (10, 0), 10, "turns", others="any number", pattern="0|[1-9][0-9]?")
    assert [limit.parse(value) for value in (10, "0", "77", 5)] == [10, 0, 77, 5]
    for value in ("05", "100", -1, 5.0, True, None, "5 "):
        with pytest.raises(strata.InvalidOption, match="expected one of 10, 0; or any number"):
            limit.parse(value)


_WORDS = st.text(st.characters(exclude_categories=["Z", "C"], exclude_characters="="), min_size=1)


@given(st.dictionaries(_WORDS, _WORDS))
def test_settings_round_trip(settings: dict[str, str]) -> None:
    assert parse_settings(format_settings(settings)) == settings


@given(st.text())
def test_any_text_is_settings_or_refused(text: str) -> None:
    try:
        settings = parse_settings(text)
    except strata.InvalidOption:
        return
    assert format_settings(settings).split() == text.split()
