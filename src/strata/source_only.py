"""The choice between compiled and plain rules, and the import of uncompiled sources.

The sources of the compiled modules are imported as plain Python (compiling/plain.py), all of them
or none, if STRATA_UNCOMPILED is set in the environment or if nothing was compiled.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    PathFinder,
)
from pathlib import Path
from types import ModuleType

from strata.compiling import places
from strata.core.errors import NotCompiled, UncompiledWarning

VARIABLE = "STRATA_UNCOMPILED"


class _Finder:
    """The import finder of the compiled modules: all of them as C, or all of them as Python."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not places.is_compiled(name):
            return None
        if not is_compiled():
            from strata.compiling.plain import PlainLoader

            for folder in path:
                spec = FileFinder(folder, (PlainLoader, SOURCE_SUFFIXES)).find_spec(name)
                if spec is not None:
                    return spec
            return None
        found = PathFinder.find_spec(name, path)
        if found is not None and not isinstance(found.loader, ExtensionFileLoader):
            game = places.game_of(name)
            raise NotCompiled(
                f"{f'game {game}: ' if game else ''}the module {name} is not compiled, though the "
                "core is; compile it with scripts/prepare, or set STRATA_UNCOMPILED=1 to run "
                "everything uncompiled"
            )
        return found


def install() -> None:
    """Install the finder. Call this before the first compiled module is imported."""
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)


def _asked() -> bool:
    return os.environ.get(VARIABLE, "") not in ("", "0")


def _is_built() -> bool:
    folder = Path(__file__).parent / "core" / "kernel"
    return any((folder / f"state{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


_compiled = _is_built() and not _asked()


def is_compiled() -> bool:
    return _compiled


_warned = False


def warn_once() -> None:
    """Warn once that the rules run uncompiled, unless STRATA_UNCOMPILED asks for that."""
    global _warned
    if _warned or _asked() or is_compiled():
        return
    _warned = True
    warnings.warn(
        "strata is running uncompiled, more than a hundred times slower; reinstall it on a machine "
        "with a C compiler to make it fast",
        UncompiledWarning,
        stacklevel=3,
    )
