"""Words of the protocol: bare, quoted, and what is neither."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strata.adapters.words import BadLine, Quoted, quoted, split_words


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"))))
def test_texts_come_back_from_their_quotation_marks(texts: list[str]) -> None:
    words = split_words(" ".join(map(quoted, texts)))
    assert words == texts
    assert all(isinstance(word, Quoted) for word in words)


def test_line_breaks_stay_on_the_line() -> None:
    assert "\n" not in quoted("a\nb")
    assert split_words(quoted('a\n"b"\\')) == ['a\n"b"\\']


def test_bare_and_quoted_words() -> None:
    words = split_words('  position "a b"  actions Kd4 x"y\n')
    assert words == ["position", "a b", "actions", "Kd4", 'x"y']
    assert [isinstance(word, Quoted) for word in words] == [False, True, False, False, False]


@pytest.mark.parametrize("line", ['"', '"a', '"a"b', 'a "b\\" c', '"\\x"', '"a""b"'])
def test_bad_quotation_marks(line: str) -> None:
    with pytest.raises(BadLine, match=r"character (1|3)"):
        split_words(line)
