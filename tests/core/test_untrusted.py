"""Untrusted text of every kind: a named error or a value that is written back, nothing else."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import strata
from tests.core.test_record import GOLDEN
from tests.perft.entries import perft_path, read_perft
from tests.untrusted import attempt, loads_or_refuses, mutated, parses_or_refuses
from tests.volume import everyday

GAMES = [strata.game("daikuni"), strata.game("daikuni", tiles=16, sight="tiles")]
POSITIONS = [entry.position for entry in read_perft(perft_path("daikuni"))]
_LIKELY = st.text(alphabet="12345678/TKQStkqs fs90" + string.printable, max_size=90)
_GARBAGE = st.one_of(st.text(max_size=200), _LIKELY)
some = settings(max_examples=everyday(60, full=150))


@pytest.mark.parametrize("game", GAMES, ids=repr)
@some
@given(text=_GARBAGE)
@example(text="8/8/8/8/8/8/8/8 f")
@example(text="")
def test_garbage_positions(game: strata.Game, text: str) -> None:
    parses_or_refuses(game, text)


@pytest.mark.parametrize("game", GAMES, ids=repr)
@some
@given(text=mutated(POSITIONS, "12345678/TKQStkqs fs90"))
def test_mutated_positions(game: strata.Game, text: str) -> None:
    parses_or_refuses(game, text)


@some
@given(text=st.text(max_size=60))
def test_garbage_actions(text: str) -> None:
    start = GAMES[0].start()
    position = attempt(start.play, text)
    if isinstance(position, strata.StrataError):
        assert isinstance(position, strata.IllegalAction)
        assert str(position).isprintable()
        assert len(str(position)) < 1000
        return
    assert text in start.actions()
    assert str(position) != str(start)


def _loads_or_refuses(text: str) -> None:
    loads_or_refuses(text, strata.load)
    loads_or_refuses(text, GAMES[0].load)


@some
@given(text=_GARBAGE)
def test_garbage_records(text: str) -> None:
    _loads_or_refuses(text)


@some
@given(text=_GARBAGE)
def test_garbage_in_a_record(text: str) -> None:
    """After a good head, where garbage is read as tags and actions."""
    head = "".join(GOLDEN.splitlines(keepends=True)[:2])
    _loads_or_refuses(head + text)
    _loads_or_refuses(f'{head}[Options "{text}"]\n[Result "unfinished"]\n')
    _loads_or_refuses(f'{head}[Start "{text}"]\n[Result "unfinished"]\n')
    _loads_or_refuses(f'{head}[Result "{text}"]\n')
    _loads_or_refuses(f'{head}{text}\n[Result "unfinished"]\n')


@some
@given(text=mutated([GOLDEN], '[]"\\;= \n0123456789abcKQSfs'))
def test_mutated_records(text: str) -> None:
    _loads_or_refuses(text)


@some
@given(data=st.data())
def test_records_with_lines_moved(data: st.DataObject) -> None:
    lines = GOLDEN.splitlines()
    order = data.draw(st.lists(st.sampled_from(lines), max_size=len(lines) + 3))
    _loads_or_refuses("\n".join(order))
    _loads_or_refuses("\n".join(data.draw(st.permutations(lines))))


@some
@given(name=st.text(max_size=30), value=st.one_of(st.text(max_size=30), st.integers(), st.none()))
def test_garbage_options(name: str, value: object) -> None:
    with pytest.raises((strata.UnknownOption, strata.InvalidOption)):
        strata.game("daikuni", **{name: value})
    if value not in (16, 32, "16", "32"):
        with pytest.raises(strata.InvalidOption):
            strata.game("daikuni", tiles=value)
