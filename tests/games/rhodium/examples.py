"""The worked examples of docs/rules/rhodium.md, section 11, as statements that can be tested."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.rulebook import Block, read_blocks, rulebook_path

WORDS = ("position", "legal", "prefix", "illegal", "count", "play", "gives", "view", "result")


@dataclass(frozen=True)
class Statement:
    """One line of a block: its word, what follows it, and where it stands."""

    word: str
    rest: str
    line: int


@dataclass(frozen=True)
class Example:
    """One block. `label` is the number of the example and the block's place in it."""

    label: str
    statements: tuple[Statement, ...]


class MalformedExample(ValueError):
    """A line of a worked example that is none of its words."""


def rulebook() -> str:
    return rulebook_path("rhodium").read_text(encoding="utf-8")


def section(number: int) -> str:
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", rulebook(), re.MULTILINE | re.DOTALL)
    if found is None:
        raise MalformedExample(f"the rulebook has no section {number}")
    return found[0]


def read_examples() -> list[Example]:
    begin = rulebook().splitlines().index("## 11. Worked examples")
    found: list[Example] = []
    for block in read_blocks(rulebook()):
        if block.line <= begin:
            continue
        number = block.title.partition(".")[0]
        if not re.fullmatch(r"X\d+", number):
            raise MalformedExample(f"line {block.line}: a block under {block.title!r}")
        place = sum(example.label.startswith(f"{number}.") for example in found)
        found.append(Example(f"{number}.{place + 1}", tuple(_statements(block))))
    return found


def _statements(block: Block) -> Iterator[Statement]:
    for number, line in enumerate(block.lines, block.line):
        word, _, rest = line.partition(" ")
        if word == "perft" or word in WORDS:
            yield Statement(word, rest.strip(), number)
        else:
            raise MalformedExample(f"line {number}: {line!r}")
