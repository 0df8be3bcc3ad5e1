"""The named errors. Each says what was given, what was expected and where."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import msgspec

_SHOWN = 60
_MOST_TOLD = 8


def shown(text: str, most: int = _SHOWN) -> str:
    """`text` quoted, printable and cut to `most` characters, whatever it holds."""
    if len(text) <= most:
        return ascii(text)
    return f"{text[:most]!a}… ({len(text)} characters)"


def listed(names: Iterable[str], most: int = 12) -> str:
    """`names` separated by commas; what is past `most` is only counted."""
    everything = list(names)
    text = ", ".join(everything[:most])
    rest = len(everything) - most
    return f"{text} and {rest} more" if rest > 0 else text


def on_cells(cells: Iterable[str], most: int = 6) -> str:
    """`on c3`, `on c3 and d5`; of more than `most` cells the rest is only counted."""
    names = list(cells)
    if len(names) > most:
        return f"on {listed(names, most - 1)}"
    *others, last = names
    return f"on {', '.join(others)} and {last}" if others else f"on {last}"


class StrataError(Exception):
    """Base of every error a caller of `strata` has to expect."""

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is, also from one process to another, whatever its class is made from."""
        return _restore, (type(self), self.args, vars(self))


def _restore(kind: type[StrataError], args: tuple[Any, ...], values: dict[str, Any]) -> StrataError:
    error = kind.__new__(kind, *args)
    vars(error).update(values)
    return error


class UnknownGame(StrataError):
    """No game of that name is registered."""


class OptionError(StrataError):
    """An option of a game is wrong. `option` is its name; empty where none was given."""

    def __init__(self, problem: str, option: str = "") -> None:
        super().__init__(problem)
        self.option = option


class UnknownOption(OptionError):
    """The game has no option of that name."""


class InvalidOption(OptionError):
    """The option exists, the value does not."""


class PositionProblem(msgspec.Struct, frozen=True):
    """One reason why something is no position: in words, and the cells that it is about.

    `rule` is the number in the rulebook, where the game gives one.
    """

    message: str
    cells: tuple[str, ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


class InvalidPosition(StrataError):
    """A position string that the game's rulebook refuses.

    `problems` are the reasons: all of them where the text follows the grammar, else the first.
    """

    def __init__(
        self, message: str, problems: Iterable[PositionProblem] = (), what: str = ""
    ) -> None:
        """`what` is how `message` begins where there are several problems."""
        super().__init__(message)
        self.what = what
        self.problems = tuple(problems) or (PositionProblem(message),)

    def reasons(self) -> list[str]:
        """The message; where there are several problems, one message for each."""
        if len(self.problems) == 1:
            return [str(self)]
        return [f"{self.what}: {problem}".removeprefix(": ") for problem in self.problems]

    def on(self, cell: str) -> InvalidPosition:
        """The same error, about `cell` if it names none yet."""
        self.problems = tuple(
            problem if problem.cells else msgspec.structs.replace(problem, cells=(cell,))
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
    """A click on something that the position does not have."""


class NothingToExplain(StrataError):
    """Nothing can be tried here: the game is over, or the seat that acts is another's secret."""


class InvalidRecord(StrataError):
    """A record that is cut off, altered, or not a record. `line` is where, counted from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class InvalidDefinition(StrataError):
    """A definition of a game that is refused. `line` is where, counted from 1, `key` what of it.

    `line` is 0 where no line is to blame: a file that cannot be read, a text that is too long.
    """

    def __init__(self, message: str, line: int = 0, key: str = "") -> None:
        where = [f"line {line}"] if line else []
        where += [f"key {key if len(key) <= _SHOWN else key[:_SHOWN] + '…'}"] if key else []
        super().__init__(f"{', '.join(where)}: {message}" if where else message)
        self.line = line
        self.key = key


class InvalidGuide(StrataError):
    """A file of a game's guide that is refused. `file` is its path, `key` what of it, if any."""

    def __init__(self, file: PurePath, key: str, given: str, expected: str) -> None:
        where = f"{file}, key {key}" if key else str(file)
        super().__init__(f"{where}: got {given}, expected {expected}")
        self.file = str(file)
        self.key = key


class InvalidLimit(StrataError):
    """A count, depth or seed out of range."""


class NothingToUndo(StrataError):
    """`undo` at the beginning of a record."""


class UnknownFeature(StrataError):
    """An evaluation has no feature of that name."""


class MissingExtra(StrataError):
    """Something needs a package that an extra of this one installs."""

    def __init__(self, what: str, missing: str, extra: str) -> None:
        super().__init__(
            f'{what} are not installed ({missing} is missing): pip install "strata-games[{extra}]"'
        )


class NotCompiled(StrataError, ImportError):
    """Something that must be compiled is not, while what it stands on is."""


class BoundTooLow(StrataError):
    """A game's rules list more actions than they say they ever do."""


class UncompiledWarning(UserWarning):
    """The rules run as plain Python: right, but slow."""


class GameError(StrataError):
    """The rules of a game failed: which function, in which position, and why.

    It is a mistake in the game, not in what the caller did.
    """


class BrokenGame(StrataError):
    """A game that cannot be loaded. `name` is the game's, the message has file and line."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"game {name} is broken: {message}")
        self.name = name
