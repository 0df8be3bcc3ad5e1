"""Games from files: a file of Python, or a folder with an `__init__.py`, that defines a game.

The module of such a game is named after its path, so that a pickle of the game finds it again in
another process. Files are loaded only because the machine's owner named them: in a command, in the
environment or in a program. A name from outside never becomes a path.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from strata.core.errors import BrokenGame, StrataError, shown
from strata.core.rules import Rules
from strata.games.time_limit import Overtime, limited, overtime_words
from strata.games.trial import try_out

_PREFIX: Final = "strata_game_in_"
_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_INIT: Final = "__init__.py"


class _Finder:
    """The import finder of games in files, by the path in the module's name."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is not None or not name.startswith(_PREFIX):
            return None
        source = Path(bytes.fromhex(name.removeprefix(_PREFIX)).decode())
        if source.is_dir():
            folders = [str(source)]
            return spec_from_file_location(name, source / _INIT, submodule_search_locations=folders)
        return spec_from_file_location(name, source)


if _Finder not in sys.meta_path:
    sys.meta_path.append(_Finder)


def is_game(path: Path) -> bool:
    """Return whether `path` is a file or folder in which a game is expected."""
    if path.name.startswith(("_", ".")):
        return False
    return path.suffix == ".py" if path.is_file() else (path / _INIT).is_file()


def games_at(path: Path) -> dict[str, Path]:
    """Return the games at `path` by name: a single one, or those in a folder of games."""
    if is_game(path):
        return {path.stem: path}
    if path.is_dir():
        return {each.stem: each for each in sorted(path.iterdir()) if is_game(each)}
    return {}


def load_file(path: Path) -> type[Rules[Any]]:
    """Return the game at `path`, which `try_out` has tried. Raises BrokenGame."""
    name = path.stem
    if not _NAME.fullmatch(name):
        raise BrokenGame(
            name if name.isprintable() else ascii(name),
            f"{path}: expected a name of small letters, digits, - and _, a letter first",
        )

    def load() -> type[Rules[Any]]:
        module = import_module(_PREFIX + str(path.resolve()).encode().hex())
        kind = _class_in(module, name, path)
        kind.source = str(path.resolve())
        try_out(kind)
        return kind

    try:
        return limited(load)
    except BrokenGame:
        raise
    except (Exception, SystemExit, Overtime) as error:
        raise BrokenGame(name, f"{path}{_where(error, path)}: {_said(error)}") from error


def _class_in(module: ModuleType, name: str, path: Path) -> type[Rules[Any]]:
    """Return the module's GAME, else the only game that it defines, named after the file.

    Raises BrokenGame.
    """
    found = getattr(module, "GAME", None)
    if found is None:
        defined = [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, Rules)
            and value.__module__ == module.__name__
        ]
        if len(defined) != 1:
            called = ", ".join(kind.__name__ for kind in defined) or "none"
            raise BrokenGame(
                name,
                f"{path}: expected one class that derives from PlainGame, got {called}; "
                "GAME = … says which one it is",
            )
        found = defined[0]
    if not (isinstance(found, type) and issubclass(found, Rules)):
        raise BrokenGame(name, f"{path}: GAME is {found!r}, expected a class of a game")
    called = vars(found).get("name", name)
    if called != name and getattr(found, "is_named", True):
        raise BrokenGame(
            name, f"{path}: the game calls itself {shown(str(called))}, expected the file's name"
        )
    found.name = name
    return found


def _where(error: BaseException, path: Path) -> str:
    """Return the last line of the game's own files through which `error` went.

    Of a game that took too long it also names the function, as no message does.
    """
    if isinstance(error, SyntaxError) and error.lineno:
        return f", line {error.lineno}"
    home = str(path.resolve())
    while isinstance(error, StrataError) and error.__cause__ is not None:
        error = error.__cause__
    found, function = "", ""
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        is_own = file == home or file.startswith(f"{home}{os.sep}")
        if is_own:
            part = "" if file == home else f", {Path(file).relative_to(home)}"
            found = f"{part}, line {trace.tb_lineno}"
            called = trace.tb_frame.f_code.co_name
            function = function if called.startswith("<") else f", in {called}"
        trace = trace.tb_next
    return found + (function if isinstance(error, Overtime) else "")


def _said(error: BaseException) -> str:
    if isinstance(error, StrataError):
        return str(error)
    if isinstance(error, Overtime):
        return overtime_words()
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
