"""Untrusted text: good text spoiled, and what may come of reading it.

A named error that can be printed, or a value that is written back to the letter; nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

import strata

T = TypeVar("T")


@st.composite
def mutated(draw: st.DrawFn, texts: list[str], alphabet: str) -> str:
    """One of `texts` with a few characters replaced, put in, taken out or doubled."""
    text = draw(st.sampled_from(texts))
    letters = st.one_of(st.sampled_from(alphabet), st.characters())
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, max(0, len(text) - 1)))
        end = place + draw(st.integers(0, 2))
        middle = draw(st.one_of(letters, st.just(""), st.just(text[place:end] * 2)))
        text = text[:place] + middle + text[end:]
    return text


def attempt(call: Callable[[str], T], text: str) -> T | strata.StrataError:
    """What `call` makes of `text`, or the named error; any other exception fails the test."""
    try:
        return call(text)
    except strata.StrataError as error:
        return error


def parses_or_refuses(game: strata.Game, text: str) -> None:
    position = attempt(game.position, text)
    if isinstance(position, strata.StrataError):
        assert isinstance(position, strata.InvalidPosition)
        assert str(position).isprintable()
        assert len(str(position)) < 600
        return
    assert str(position) == text
    assert position.outcome() is None or not position.actions()
    for action in position.actions()[:2]:
        position.play(action)
    position.scene()


def loads_or_refuses(text: str, load: Callable[[str], strata.Record]) -> None:
    record = attempt(load, text)
    if isinstance(record, strata.StrataError):
        assert isinstance(record, strata.InvalidRecord)
        assert str(record).isprintable()
        assert 1 <= record.line <= text.count("\n") + 1
        return
    exported = record.export()
    again = strata.load(exported)
    assert again.export() == exported
    assert again.positions == record.positions
    assert again.played == record.played
    assert again.outcome() == record.outcome()
    assert again.tags == record.tags
