"""A worker with a parser that fails in every way there is, to try what is made of it.

The parser is in the place of that for actions. What an input does follows from its number, as long
as the letter that is to blame is in it.
"""

from __future__ import annotations

import ctypes
from random import Random
from typing import Final

from tests.fuzzing import worker
from tests.fuzzing.corpus import Corpus
from tests.fuzzing.parsers import PARSERS, Parser
from tests.fuzzing.verdict import ACCEPTED, expect

BLAMED: Final = "X"
RAISES: Final = 3
CRASHES: Final = 5
HANGS: Final = 7
DIFFERS: Final = 9


def _attempt(corpus: Corpus, number: int, text: str, chance: Random) -> str:
    if BLAMED not in text:
        return ACCEPTED
    if number == RAISES:
        raise KeyError(number)
    if number == CRASHES:
        ctypes.string_at(0)
    while number == HANGS:
        pass
    expect(number != DIFFERS, "a round trip differs")
    return ACCEPTED


BROKEN: Final = Parser(lambda corpus, number: [BLAMED * 8], _attempt)


if __name__ == "__main__":
    PARSERS["action"] = BROKEN
    worker.main()
