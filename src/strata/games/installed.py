"""Games of installed packages: entry points of the group `strata.games`.

[project.entry-points."strata.games"]
lasca = "lasca.game:Lasca"
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from strata.core.errors import BrokenGame
from strata.core.rules import Rules
from strata.games.time_limit import Overtime, limited, overtime_words
from strata.games.trial import try_out

GROUP: Final = "strata.games"


def installed_games(taken: Collection[str]) -> dict[str, type[Rules[Any]] | BrokenGame]:
    """Return the games by name, or what is wrong with each; no game may have a name of `taken`."""
    if not _is_announced():
        return {}
    from importlib.metadata import EntryPoint, entry_points

    def load(entry: EntryPoint) -> type[Rules[Any]] | BrokenGame:
        try:
            return limited(lambda: _tried(entry.load(), entry.name))
        except Overtime:
            problem = overtime_words()
        except (Exception, SystemExit) as error:
            problem = f"{type(error).__name__}: {error}"
        return BrokenGame(entry.name, f"entry point {entry.value}: {problem}")

    found: dict[str, type[Rules[Any]] | BrokenGame] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in taken or entry.name in found:
            problem = f"entry point {entry.value}: another game has that name"
            found.setdefault(f"{entry.name} of {entry.value}", BrokenGame(entry.name, problem))
        else:
            found[entry.name] = load(entry)
    return found


def _tried(kind: object, name: str) -> type[Rules[Any]]:
    if not (isinstance(kind, type) and issubclass(kind, Rules) and kind.name == name):
        raise TypeError(f"got {kind!r}, expected the class of a game called {name}")
    try_out(kind)
    return kind


def _is_announced() -> bool:
    """Return whether an installed package may bring a game, by looking at files.

    Importing importlib.metadata takes longer than everything else that `strata games` does.
    """
    for folder in map(Path, sys.path):
        if folder.is_file():
            return True
        if not folder.is_dir():
            continue
        for entry in folder.iterdir():
            if entry.name.endswith((".dist-info", ".egg-info")) and _announces(entry):
                return True
    return False


def _announces(package: Path) -> bool:
    try:
        return f"[{GROUP}]".encode() in (package / "entry_points.txt").read_bytes()
    except OSError:
        return False
