"""Compiled or not: which of the two is running, and how to ask for the plain Python one.

With STRATA_UNCOMPILED=1 in the environment the compiled modules are passed over and their sources
are imported instead, for debugging and for comparing the two.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

from strata.core.errors import UncompiledWarning

VARIABLE = "STRATA_UNCOMPILED"
_PACKAGE = __name__.partition(".")[0]


class _SourceFinder:
    """Finds the modules of this package by their source files only."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not name.startswith(f"{_PACKAGE}."):
            return None
        for folder in path:
            finder = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
            spec = finder.find_spec(name)
            if spec is not None:
                return spec
        return None


def install_if_asked() -> None:
    if _asked() and _SourceFinder not in sys.meta_path:
        sys.meta_path.insert(0, _SourceFinder)


def _asked() -> bool:
    return os.environ.get(VARIABLE, "") not in ("", "0")


def is_compiled() -> bool:
    from strata.core.kernel import state

    return not str(state.__file__).endswith(".py")


_warned = False


def warn_once() -> None:
    """Says once that the rules run uncompiled, unless that was asked for."""
    global _warned
    if _warned or _asked() or is_compiled():
        return
    _warned = True
    warnings.warn(
        "strata runs uncompiled, more than a hundred times slower; install it again on a machine "
        "with a C compiler to have it fast",
        UncompiledWarning,
        stacklevel=3,
    )
