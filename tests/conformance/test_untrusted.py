"""Untrusted text for every game, spoiled or nonsense: positions, actions, records, messages,
requests, lines of the engine protocol, definitions.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strata
from strata.server.live.table_making import open_game
from tests.conformance.sample import sample
from tests.conformance.settings import Setting
from tests.examples.known import examples_known
from tests.fuzzing.corpus import Corpus, corpus_of
from tests.fuzzing.moments import moment_of
from tests.fuzzing.parsers import PARSERS
from tests.untrusted import attempt, loads_or_refuses, mutated, parses_or_refuses
from tests.volume import everyday


@cache
def _texts(name: str) -> list[str]:
    return [str(position) for position in sample(Setting(name))]


@cache
def _record(name: str) -> str:
    choose = random.Random(name)
    record = strata.game(name).record()
    for _ in range(12):
        record.play(choose.choice(record.actions()))
    return record.export()


def _signs(texts: list[str]) -> str:
    return "".join(sorted({sign for text in texts for sign in text}))


@settings(max_examples=everyday(14, full=60))
@given(data=st.data())
def test_spoiled_positions(name: str, data: st.DataObject) -> None:
    texts = _texts(name)
    parses_or_refuses(strata.game(name), data.draw(mutated(texts, _signs(texts))))


@settings(max_examples=everyday(14, full=60))
@given(data=st.data())
def test_positions_with_fields_exchanged(name: str, data: st.DataObject) -> None:
    """Each field is good somewhere, together they may not be."""
    one, other = (data.draw(st.sampled_from(_texts(name))).split(" ") for _ in range(2))
    fields = [data.draw(st.sampled_from(pair)) for pair in zip(one, other, strict=True)]
    parses_or_refuses(strata.game(name), " ".join(fields))


@settings(max_examples=everyday(14, full=60))
@given(text=st.text(max_size=300))
def test_nonsense_positions(name: str, text: str) -> None:
    parses_or_refuses(strata.game(name), text)


@settings(max_examples=everyday(14, full=60))
@given(data=st.data())
def test_spoiled_actions(name: str, data: st.DataObject) -> None:
    position = strata.game(name).position(data.draw(st.sampled_from(_texts(name))))
    actions = [str(action) for action in position.actions()] or ["a1"]
    text = data.draw(mutated(actions, _signs(actions)))
    after = attempt(position.play, text)
    if text in position.actions():
        assert isinstance(after, strata.Position)
    else:
        assert isinstance(after, strata.IllegalAction)
        assert str(after).isprintable()


@settings(max_examples=everyday(14, full=60))
@given(data=st.data())
def test_spoiled_records(name: str, data: st.DataObject) -> None:
    text = _record(name)
    spoiled = data.draw(mutated([text], _signs([text])))
    loads_or_refuses(spoiled, strata.load)
    loads_or_refuses(spoiled, strata.game(name).load)


@pytest.fixture(scope="session")
def corpus(name: str) -> Corpus:
    """Made before Hypothesis measures how long an example takes."""
    with examples_known():
        made = corpus_of(Setting(name))
        moment_of(made, 0)
    return made


@pytest.mark.parametrize("parser", ["definition", "message", "request", "session"])
@settings(max_examples=40)
@given(data=st.data())
def test_spoiled_texts(corpus: Corpus, parser: str, data: st.DataObject) -> None:
    """What a server or an engine is sent; `attempt` raises what must not be raised."""
    reader, number = PARSERS[parser], data.draw(st.integers(0, 1000))
    texts = list(reader.texts(corpus, number))
    text = data.draw(st.one_of(mutated(texts, _signs(texts)), st.text(max_size=300)))
    if reader.definable_only and not corpus.game.rules.definable:
        with pytest.raises(strata.UnknownOption):
            open_game(corpus.game.name, {}, text)
        return
    reader.attempt(corpus, number, text, random.Random(number))
