"""Every parser of text from outside, as a function from a text to a verdict.

Each is called as what is shipped calls it. What is accepted is written and read again, and used.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random
from typing import Final

import msgspec

import strata
from strata.adapters.engine_protocol import Session
from strata.adapters.go_command import parse_go
from strata.core.editing.draft import Draft
from strata.core.teaching.puzzle import InvalidPuzzle, format_puzzles, parse_puzzles
from tests.fuzzing.accepted import use_position, wander
from tests.fuzzing.corpus import Corpus
from tests.fuzzing.moments import moment_of
from tests.fuzzing.verdict import ACCEPTED, expect, refused

_WANDERED_ONE_IN: Final = 4
_PUZZLES: Final = Path("puzzles.jsonl")
_UNNAMED: Final = re.compile(r"error (\w+): ")


Attempt = Callable[[Corpus, int, str, Random], str]


@dataclass(frozen=True)
class Parser:
    """`texts` is what an input is made from; `attempt` reads it and returns the verdict.

    Both are told the number of the input: what belongs to a position is tried in one that the
    number chooses. `attempt` raises nothing for an input that is handled as it should be. Of a
    number of inputs in all a parser gets a part by its `weight`: what is read fast gets more.
    """

    texts: Callable[[Corpus, int], Sequence[str]]
    attempt: Attempt
    weight: int = 1
    definable_only: bool = False


def read_position(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    try:
        position = corpus.game.position(text)
    except strata.InvalidPosition as error:
        return refused(error)
    expect(str(position) == text, "an accepted position is written otherwise")
    use_position(corpus.game, position, chance)
    if not chance.randrange(_WANDERED_ONE_IN):
        wander(corpus, text, chance)
    return ACCEPTED


def read_action(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    position = moment_of(corpus, number).position
    try:
        after = position.play(text)
    except strata.IllegalAction as error:
        expect(text not in position.actions(), "a legal action is refused")
        return refused(error)
    expect(text in position.actions(), "an illegal action is played")
    expect(corpus.game.position(str(after)) == after, "the position after it is read otherwise")
    return ACCEPTED


def read_record(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    load = chance.choice((strata.load, corpus.game.load))
    try:
        record = load(text)
    except strata.InvalidRecord as error:
        return refused(error, text)
    exported = record.export()
    again = strata.load(exported)
    expect(again.export() == exported, "an accepted record is written otherwise")
    expect(again.positions == record.positions, "positions differ after a round trip")
    expect(again.played == record.played, "actions differ after a round trip")
    expect(again.outcome() == record.outcome(), "the outcome differs after a round trip")
    expect(again.tags == record.tags, "tags differ after a round trip")
    return ACCEPTED


def read_puzzles(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    """Lines of a file of puzzles."""
    rules = type(corpus.game.rules)
    try:
        puzzles = parse_puzzles(_PUZZLES, text.encode("utf-8", "surrogatepass"), rules)
    except InvalidPuzzle as error:
        return refused(error, text)
    again = parse_puzzles(_PUZZLES, format_puzzles(puzzles).encode(), rules)
    expect(again == puzzles, "puzzles differ after a round trip")
    return ACCEPTED


def read_draft(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    """A draft of a position as a client sends it."""
    try:
        draft = msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=Draft)
    except (msgspec.DecodeError, UnicodeError):
        return "DecodeError"
    edited = corpus.game.editor().edit(draft)
    expect(bool(edited.problems) != (edited.position is not None), "a verdict without a reason")
    if edited.position is not None:
        expect(str(edited.position) == edited.text, "the text of a draft is written otherwise")
        return ACCEPTED
    for problem in edited.problems:
        expect(problem.message.isprintable(), "a reason that cannot be printed")
    return "refused"


def read_session(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    """Lines of the engine protocol."""
    target = StringIO()
    _Reader(StringIO(text), target).run()
    said = target.getvalue().splitlines()
    for line in said:
        unnamed = _UNNAMED.match(line)
        expect(unnamed is None or not hasattr(builtins, unnamed[1]), ascii(line[:200]))
        expect(line.isprintable(), f"a line that cannot be printed: {line[:200]!a}")
    return "error" if any(line.startswith("error") for line in said) else ACCEPTED


class _Reader(Session):
    """A session that reads `go` and does not search: that may have no limit."""

    def _go(self, words: list[str]) -> None:
        parse_go(words, self._need_record().seat)


def _at_server(name: str) -> Attempt:
    """A parser of the server, which is imported when it is first used: that takes long."""

    def attempt(corpus: Corpus, number: int, text: str, chance: Random) -> str:
        from tests.fuzzing import server_side

        read: Attempt = getattr(server_side, name)
        return read(corpus, number, text, chance)

    return attempt


PARSERS: Final = {
    "position": Parser(lambda corpus, _: corpus.positions, read_position, 2),
    "action": Parser(lambda corpus, number: moment_of(corpus, number).actions, read_action, 4),
    "record": Parser(lambda corpus, _: corpus.records, read_record),
    "definition": Parser(
        lambda corpus, _: corpus.definitions, _at_server("read_definition"), 1, True
    ),
    "message": Parser(
        lambda corpus, number: moment_of(corpus, number).messages, _at_server("read_message"), 8
    ),
    "request": Parser(lambda corpus, _: corpus.requests, _at_server("read_request"), 2),
    "puzzles": Parser(lambda corpus, _: corpus.puzzles, read_puzzles),
    "draft": Parser(lambda corpus, _: corpus.drafts, read_draft),
    "session": Parser(lambda corpus, _: corpus.sessions, read_session),
}
