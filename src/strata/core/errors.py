"""The errors of the library. Messages say what was given, what was expected, and where.

The build imports this module, so it imports nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

_SHOWN = 60
_MOST_TOLD = 8


def shown(text: str, most: int = _SHOWN) -> str:
    """Return `text` quoted, in printable ASCII, and cut to `most` characters."""
    if len(text) <= most:
        return ascii(text)
    return f"{text[:most]!a}… ({len(text)} characters)"


def listed(names: Iterable[str], most: int = 12) -> str:
    """Return `names` separated by commas; those beyond `most` are only counted."""
    everything = list(names)
    text = ", ".join(everything[:most])
    rest = len(everything) - most
    return f"{text} and {rest} more" if rest > 0 else text


def on_cells(cells: Iterable[str], most: int = 6) -> str:
    """Return `on c3`, `on c3 and d5` …; of more than `most` cells the rest is only counted."""
    names = list(cells)
    if len(names) > most:
        return f"on {listed(names, most - 1)}"
    *others, last = names
    return f"on {', '.join(others)} and {last}" if others else f"on {last}"


class StrataError(Exception):
    """Base class of all errors that callers of `strata` should expect."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with its attributes, whatever arguments its class takes."""
        return _restore, (type(self), self.args, vars(self))


def _restore(kind: type[StrataError], args: tuple[Any, ...], values: dict[str, Any]) -> StrataError:
    error = kind.__new__(kind, *args)
    vars(error).update(values)
    return error


class UnknownGame(StrataError):
    """There is no game of that name."""


class OptionError(StrataError):
    """An option of a game is wrong. `option` is its name; empty if none was given."""

    def __init__(self, problem: str, option: str = "") -> None:
        super().__init__(problem)
        self.option = option


class UnknownOption(OptionError):
    """The game has no option of that name, or takes no definition."""


class InvalidOption(OptionError):
    """The value of an option is invalid, or the option is not written as NAME=VALUE."""


@dataclass(frozen=True)
class PositionProblem:
    """One reason why a position is refused: a message, and the cells concerned.

    `rule` is the number of the rule in the rulebook, if the game gives one.
    """

    message: str
    cells: tuple[str, ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


class InvalidPosition(StrataError):
    """A position, or a view of one, that is refused.

    `problems` are the reasons: all of them if the text follows the grammar, else only the first.
    """

    def __init__(
        self, message: str, problems: Iterable[PositionProblem] = (), what: str = ""
    ) -> None:
        """Store the problems; if there are several, `what` is the beginning of `message`."""
        super().__init__(message)
        self.what = what
        self.problems = tuple(problems) or (PositionProblem(message),)

    def reasons(self) -> list[str]:
        """Return the message; if there are several problems, one message for each."""
        if len(self.problems) == 1:
            return [str(self)]
        return [f"{self.what}: {problem}".removeprefix(": ") for problem in self.problems]

    def on(self, cell: str) -> InvalidPosition:
        """Return this error, with `cell` added to the problems that name no cell."""
        self.problems = tuple(
            problem if problem.cells else replace(problem, cells=(cell,))
            for problem in self.problems
        )
        return self


def refuse_position(what: str, problems: Iterable[PositionProblem]) -> None:
    """Raise InvalidPosition with all `problems`, if there are any; `what` begins the message."""
    found = tuple(problems)
    if not found:
        return
    texts = map(str, found[:_MOST_TOLD])
    rest = len(found) - _MOST_TOLD
    more = f"; {rest} more {'problem' if rest == 1 else 'problems'}" if rest > 0 else ""
    raise InvalidPosition(f"{what}: {'; '.join(texts)}{more}", found, what)


class IllegalAction(StrataError):
    """The action is not among the legal actions of the position."""


class UnknownToken(StrataError):
    """A click or token that the position, or the game's encoding, does not have."""


class NothingToExplain(StrataError):
    """Nothing can be explained: the game is over, or something is hidden and another seat acts."""


class InvalidRecord(StrataError):
    """A record that is cut off or altered, or a text that is no record. `line` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class InvalidDefinition(StrataError):
    """A definition that is refused. `line` counts from 1; `key` is the entry at fault, if any.

    `line` is 0 if no line is at fault: the file cannot be read, or the text is too long.
    """

    def __init__(self, message: str, line: int = 0, key: str = "") -> None:
        where = [f"line {line}"] if line else []
        where += [f"key {key if len(key) <= _SHOWN else key[:_SHOWN] + '…'}"] if key else []
        super().__init__(f"{', '.join(where)}: {message}" if where else message)
        self.line = line
        self.key = key


class InvalidGuide(StrataError):
    """A file of a guide that is refused. `file` is its path, `key` the entry at fault, if any."""

    def __init__(self, file: PurePath, key: str, given: str, expected: str) -> None:
        where = f"{file}, key {key}" if key else str(file)
        super().__init__(f"{where}: got {given}, expected {expected}")
        self.file = str(file)
        self.key = key


class InvalidLimit(StrataError):
    """A count, depth, seed or other number is out of range."""


class NothingToUndo(StrataError):
    """`undo` at the beginning of a record."""


class UnknownFeature(StrataError):
    """The evaluation has no feature of that name."""


class MissingExtra(StrataError):
    """A package is missing that one of the extras installs."""

    def __init__(self, what: str, missing: str, extra: str) -> None:
        super().__init__(
            f'{what} are not installed ({missing} is missing): pip install "strata-games[{extra}]"'
        )


class NotCompiled(StrataError, ImportError):
    """A module or class is not compiled, although the core that it builds on is."""


class BoundTooLow(StrataError):
    """The rules of a game list more actions than their declared bound."""


class UncompiledWarning(UserWarning):
    """The rules run as plain Python: correct, but slow."""


class GameError(StrataError):
    """The rules of a game failed. The mistake is in the game, not in the caller's program.

    If a function of the game failed, the message names the function, the position and the cause.
    `brief` is what everybody may be told: it contains nothing of the position, and no path. `place`
    is the path and the line in the game's file, for the owner alone; it is empty if unknown.
    """

    def __init__(self, message: str, *, brief: str = "", place: str = "") -> None:
        super().__init__(message)
        self.brief = brief or message
        self.place = place


def rules_failed(name: str, what: str) -> str:
    """Return the message of a GameError: `what` of the game `name` failed, and why."""
    return f"the rules of {name} failed: {what}"


class BrokenGame(StrataError):
    """A game that cannot be loaded. `name` is the game's name; the message says where and why."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"game {name} is broken: {message}")
        self.name = name
