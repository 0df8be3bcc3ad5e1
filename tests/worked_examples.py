"""Worked examples as small scripts: the blocks that docs/rules/README.md describes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import strata
from strata.core.option import parse_settings
from tests.rulebook import Block, MalformedRulebook

SETTINGS: Final = ("options", "definition")
STEPS: Final = ("position", "play")
CHECKS: Final = ("actions", "illegal", "after", "result", "view", "perft")
VIEWERS: Final = ("first", "second", "spectator")

_COUNT = re.compile(r"(\d+)(?: of (\d+))?(?:: (\S.*))?")


@dataclass(frozen=True)
class Statement:
    """One line of a block: `word arguments: value`."""

    word: str
    arguments: tuple[str, ...]
    value: str
    place: str
    """File and line."""

    def __str__(self) -> str:
        return f"{self.place}: {' '.join((self.word, *self.arguments))}: {self.value}"


@dataclass(frozen=True)
class ActionCount:
    """The value of `actions`. `listed` is None where only the number is given."""

    number: int
    total: int | None
    listed: tuple[str, ...] | None


@dataclass(frozen=True)
class Example:
    """The settings of a block and its other statements in order."""

    block: Block
    settings: dict[str, str]
    definition: str | None
    statements: tuple[Statement, ...]

    def game(self) -> strata.Game:
        return strata.game(self.block.game, definition=self.definition, **self.settings)


def read_example(block: Block) -> Example:
    """Reads a block. Raises MalformedRulebook, with file and line, if it breaks the format."""
    if not block.name:
        raise MalformedRulebook(f"{block.place(block.line)}: a block without an example above it")
    statements = [*_read_statements(block)]
    given: dict[str, str] = {}
    while statements and statements[0].word in SETTINGS:
        setting = statements.pop(0)
        if setting.word in given:
            raise MalformedRulebook(f"{setting}\n{setting.word} is given twice")
        given[setting.word] = setting.value
    _check_order(block, statements)
    settings = parse_settings(given.get("options", ""))
    return Example(block, settings, given.get("definition"), tuple(statements))


def _read_statements(block: Block) -> Iterator[Statement]:
    for number, line in enumerate(block.lines, block.line):
        name, _, value = line.partition(": ")
        words = name.split()
        if not words or not value.strip():
            raise MalformedRulebook(f"{block.place(number)}: {line!r}, expected NAME: VALUE")
        statement = Statement(words[0], tuple(words[1:]), value.strip(), block.place(number))
        _check_form(statement)
        yield statement


def _check_form(statement: Statement) -> None:
    word, arguments = statement.word, statement.arguments
    if word not in SETTINGS + STEPS + CHECKS:
        expected = ", ".join(SETTINGS + STEPS + CHECKS)
        raise MalformedRulebook(f"{statement}\nexpected one of {expected}")
    if word == "actions":
        read_count(statement)
    elif word == "view":
        if len(arguments) != 1 or arguments[0] not in VIEWERS:
            raise MalformedRulebook(f"{statement}\nexpected view and one of {', '.join(VIEWERS)}")
    elif word == "perft":
        if len(arguments) != 1 or not (arguments[0] + statement.value).isdecimal():
            raise MalformedRulebook(f"{statement}\nexpected perft DEPTH: NUMBER")
    elif arguments:
        raise MalformedRulebook(f"{statement}\nexpected {word}: VALUE")


def _check_order(block: Block, statements: list[Statement]) -> None:
    """A position comes first, settings never later, and what is played is looked at."""
    if not statements or statements[0].word != "position":
        raise MalformedRulebook(f"{block.place(block.line)}: expected a position first")
    for statement, following in zip(statements, [*statements[1:], None], strict=True):
        if statement.word in SETTINGS:
            raise MalformedRulebook(f"{statement}\nexpected above the first position")
        if statement.word in STEPS and (following is None or following.word == "position"):
            raise MalformedRulebook(f"{statement}\nnothing is checked after it")


def read_count(statement: Statement) -> ActionCount:
    """`N`, `N: ACTION …`; with patterns `N of TOTAL`, `N of TOTAL: ACTION …`."""
    found = _COUNT.fullmatch(statement.value)
    if found is None or bool(found[2]) != bool(statement.arguments):
        raise MalformedRulebook(
            f"{statement}\nexpected actions: N, or actions PATTERN: N of TOTAL, and perhaps a list"
        )
    listed = tuple(found[3].split()) if found[3] else None
    number = int(found[1])
    if listed is not None and len(listed) != number:
        raise MalformedRulebook(f"{statement}\n{len(listed)} actions are listed")
    return ActionCount(number, int(found[2]) if found[2] else None, listed)


def matches(pattern: str, action: str) -> bool:
    """Whether an action has the form of `pattern`, in which `*` stands for any text."""
    expression = ".*".join(re.escape(part) for part in pattern.split("*"))
    return re.fullmatch(expression, action) is not None
