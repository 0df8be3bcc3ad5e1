"""The reader of perft files refuses what is malformed and says in which line."""

from __future__ import annotations

import pytest

from tests.perft.entries import MalformedPerft, parse_perft

GOOD = """\
# two entries

id one
options a=1 b=two
position 8/8 f
perft 1 192
perft 2 34048

id two
position x
perft 1 0
"""


def test_entries_are_read() -> None:
    one, two = parse_perft(GOOD, "good.perft")
    assert (one.id, one.line, one.position) == ("one", 3, "8/8 f")
    assert one.options == {"a": "1", "b": "two"}
    assert one.counts == {1: 192, 2: 34048}
    assert (two.id, two.options, two.counts) == ("two", {}, {1: 0})


BAD = {
    "no-id": ("position x\nperft 1 1\n", 1, "expected id"),
    "empty-id": ("id \nposition x\n", 1, "expected a new name"),
    "unknown-word": (GOOD.replace("options a", "optoins a"), 4, "expected options"),
    "bad-option": (GOOD.replace("a=1", "a1"), 4, "expected NAME=VALUE"),
    "second-position": (GOOD.replace("perft 1 192", "position y"), 6, "expected options"),
    "no-position": (GOOD.replace("position 8/8 f\n", ""), 7, "without a position"),
    "no-count": (GOOD.replace("perft 1 0\n", ""), 9, "without a count"),
    "not-a-number": (GOOD.replace("34048", "3404x"), 7, "expected a depth and a count"),
    "negative": (GOOD.replace("34048", "-4"), 7, "expected a depth and a count"),
    "no-number": (GOOD.replace("perft 2 34048", "perft 2"), 7, "expected a depth and a count"),
    "depth-left-out": (GOOD.replace("perft 2", "perft 3"), 7, "expected 2"),
    "depth-twice": (GOOD.replace("perft 2", "perft 1"), 7, "expected 2"),
    "no-blank-line": (GOOD.replace("\n\nid two", "\nid two"), 8, "expected a blank line"),
    "same-id": (GOOD.replace("id two", "id one"), 9, "expected a new name"),
}


@pytest.mark.parametrize(("text", "line", "message"), BAD.values(), ids=BAD)
def test_malformed_files_name_the_line(text: str, line: int, message: str) -> None:
    with pytest.raises(MalformedPerft, match=f"bad.perft, line {line}: .*{message}"):
        parse_perft(text, "bad.perft")
