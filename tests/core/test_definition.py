"""Definitions as core reads them: text or file, in bounds; games that take none say so."""

from __future__ import annotations

from pathlib import Path

import pytest

import strata
from strata.core.definition import check_definition, read_definition


def test_text_is_told_from_a_file_by_its_line_break(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("from the file", encoding="utf-8")
    assert read_definition(f"{file}\n", 1000) == f"{file}\n"
    assert read_definition(str(file), 1000) == "from the file"
    assert read_definition(file, 1000) == "from the file"


def test_bounds_are_in_bytes(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("ü" * 5, encoding="utf-8")
    assert read_definition(file, 10) == "ü" * 5
    assert check_definition("ü" * 5, 10) == "ü" * 5
    for source in (file, "ü" * 4 + "\n"):
        words = r"got (9|10) bytes, expected at most 8"
        with pytest.raises(strata.InvalidDefinition, match=words) as refused:
            read_definition(source, 8)
        assert (refused.value.line, refused.value.key) == (0, "")


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"one\ntwo\n\xff")
    with pytest.raises(strata.InvalidDefinition, match="line 3: not UTF-8 text"):
        read_definition(file, 1000)
    with pytest.raises(strata.InvalidDefinition, match="line 2: got"):
        check_definition("one\n\ud800", 1000)
    with pytest.raises(strata.InvalidDefinition, match="got a bytes, expected a text or a file"):
        read_definition(b"x", 1000)
    with pytest.raises(strata.InvalidDefinition, match="cannot be read"):
        read_definition("nul\0", 1000)


def test_errors_say_line_and_key() -> None:
    assert str(strata.InvalidDefinition("wrong", 3, "radius")) == "line 3, key radius: wrong"
    assert str(strata.InvalidDefinition("wrong", 3)) == "line 3: wrong"
    assert str(strata.InvalidDefinition("wrong")) == "wrong"
    assert issubclass(strata.InvalidDefinition, strata.StrataError)


def test_games_that_take_none_say_so(daikuni: strata.Game) -> None:
    assert daikuni.definition is None
    assert not daikuni.rules.definable
    assert daikuni.shipped_definitions() == {}
    with pytest.raises(strata.UnknownOption, match="daikuni takes no definition"):
        strata.game("daikuni", definition="no-such-file")
    with pytest.raises(strata.UnknownOption, match="no option 'definition'"):
        daikuni.rules.open({"definition": "text\n"})


def test_only_definitions_have_line_breaks_in_records(daikuni: strata.Game) -> None:
    record = daikuni.record()
    record.tags["Definition"] = "x"
    with pytest.raises(strata.StrataError, match="tag 'Definition'"):
        record.export()
    text = daikuni.record().export()
    for tag in ('[Date "a\\nb"]', '[Definition "a\\rb"]'):
        with pytest.raises(strata.InvalidRecord, match="expected a whole line like"):
            strata.load(text.replace("[Options", f"{tag}\n[Options"))
    with pytest.raises(strata.InvalidRecord, match="line 3: daikuni takes no definition"):
        strata.load(text.replace("[Options", '[Definition "a\\nb"]\n[Options'))
