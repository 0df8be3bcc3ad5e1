"""The games: those of this package, of installed packages, and in files.

- A folder here with an `__init__.py` that defines `GAME`.
- An entry point of the group `strata.games`: the game's name and its class.
- A file or folder that STRATA_GAMES names (the system's path separator stands between several), or
  that `add_games` added to it. Child processes inherit the variable.

A game that cannot be loaded does not affect the others: it is not among the names, and
`broken_games` and `rules_class` say what is wrong with it.
"""

from __future__ import annotations

import os
import pkgutil
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from strata.core.errors import BrokenGame, StrataError, UnknownGame, listed, shown
from strata.core.rules import Rules
from strata.games.files import games_at, load_file
from strata.games.installed import installed_games

VARIABLE: Final = "STRATA_GAMES"


class NoGameThere(StrataError):
    """There is no game at a path."""


def game_names() -> tuple[str, ...]:
    """Return the names of all games that can be played, sorted."""
    others = (name for name, found in _others().items() if not isinstance(found, BrokenGame))
    return tuple(sorted({*_own_names(), *others}))


def rules_class(name: str) -> type[Rules[Any]]:
    """Return the rules of the game called `name`, which is never taken for a path.

    Raises UnknownGame or BrokenGame.
    """
    if name in _own_names():
        own: type[Rules[Any]] = import_module(f"{__name__}.{name}").GAME
        return own
    found = _other(name)
    if found is None:
        raise UnknownGame(f"no game {shown(str(name))}; there are {listed(game_names())}")
    if isinstance(found, BrokenGame):
        raise found
    return found


def broken_games() -> tuple[BrokenGame, ...]:
    """Return what is wrong with games from outside this package, or with their paths."""
    loaded = (found for found in _others().values() if isinstance(found, BrokenGame))
    return (*loaded, *_clashes(_named()))


def add_games(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Add the game, or the folder of games, at `path`; return their names.

    The code of these games is run, so add only paths that the owner of the machine gave. A folder
    may have broken games, which `broken_games` lists. Raises NoGameThere if there is no game.
    """
    found = _expect_games(path)
    where, known = str(Path(path).resolve()), _named()
    if where not in known.split(os.pathsep):
        os.environ[VARIABLE] = f"{known}{os.pathsep}{where}" if known else where
    return tuple(found)


def _expect_games(path: str | os.PathLike[str]) -> dict[str, Path]:
    """Return the games at `path`, without loading them. Raises NoGameThere."""
    where = Path(path).resolve()
    if not where.exists():
        raise NoGameThere(f"{path}: no such file or folder")
    if os.pathsep in str(where):
        raise NoGameThere(f"{path}: expected a path without {os.pathsep!r}")
    found = games_at(where)
    if not found:
        raise NoGameThere(f"{path}: no game there; expected a file NAME.py or a folder of them")
    return found


def load_rules(path: str | os.PathLike[str]) -> type[Rules[Any]]:
    """Return the rules of the game at `path`, and make the game known by its name too.

    Raises NoGameThere or BrokenGame.
    """
    found = _expect_games(path)
    name, where = next(iter(found.items()))
    if where != Path(path).resolve():
        raise NoGameThere(f"{path} is a folder of games ({listed(found)}); expected one game")
    others = [other for other in _in_files(_named()).get(name, ()) if other != where]
    if name in _own_names() or name in _installed() or others:
        raise _clash(name, where, others)
    loaded = _from_file(where)
    if isinstance(loaded, BrokenGame):
        raise loaded
    add_games(path)
    return loaded


@lru_cache(maxsize=1)
def _own_names() -> tuple[str, ...]:
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


def _other(name: str) -> type[Rules[Any]] | BrokenGame | None:
    """Return the game of that name from outside this package; no other file is loaded for it."""
    installed = _installed().get(name)
    paths = _in_files(_named()).get(name)
    return _from_file(paths[0]) if installed is None and paths else installed


def _others() -> dict[str, type[Rules[Any]] | BrokenGame]:
    """Return the games from outside this package, loaded, or what is wrong with each."""
    found = dict(_installed())
    for name, paths in _in_files(_named()).items():
        if name not in found and name not in _own_names():
            found[name] = _from_file(paths[0])
    return found


def _named() -> str:
    return os.environ.get(VARIABLE, "")


@lru_cache(maxsize=8)
def _in_files(named: str) -> dict[str, list[Path]]:
    """Return the paths of the games of each name."""
    found: dict[str, list[Path]] = {}
    for part in dict.fromkeys(filter(None, named.split(os.pathsep))):
        for name, path in games_at(Path(part).resolve()).items():
            if path not in found.setdefault(name, []):
                found[name].append(path)
    return found


@lru_cache(maxsize=256)
def _from_file(path: Path) -> type[Rules[Any]] | BrokenGame:
    try:
        return load_file(path)
    except BrokenGame as error:
        return error


def _clashes(named: str) -> list[BrokenGame]:
    """Return an error for each game whose name is taken, and for each path without a game."""
    found = []
    for name, paths in _in_files(named).items():
        is_taken = name in _own_names() or name in _installed()
        for path in paths if is_taken else paths[1:]:
            found.append(_clash(name, path, paths))
    for part in dict.fromkeys(filter(None, named.split(os.pathsep))):
        if not games_at(Path(part)):
            problem = f"no game at {part}, which {VARIABLE} names"
            found.append(BrokenGame(Path(part).name or part, problem))
    return found


def _clash(name: str, path: Path, others: list[Path]) -> BrokenGame:
    if name in _own_names():
        taken = "a game of this package"
    else:
        taken = "an installed game" if name in _installed() else str(others[0])
    return BrokenGame(name, f"{path}: {taken} has that name already")


@lru_cache(maxsize=1)
def _installed() -> dict[str, type[Rules[Any]] | BrokenGame]:
    return installed_games(taken=_own_names())
