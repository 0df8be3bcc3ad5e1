"""Imports of single modules without the `__init__.py` of the packages above them.

The build needs the values of headers before anything is compiled or installed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType


class _BarePackages:
    """A finder that finds every package below `strata` as an empty one."""

    def __init__(self, source: Path) -> None:
        self.source = source

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        folder = self.source / Path(*name.split("."))
        if name.partition(".")[0] != "strata" or not folder.is_dir():
            return None
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        return spec


@contextmanager
def bare_packages(source: Path) -> Iterator[None]:
    """Let `import strata.x.y` run y.py and no `__init__.py`; restore all modules afterwards."""
    before = {name: module for name, module in sys.modules.items() if _is_ours(name)}
    for name in before:
        if not name.startswith("strata.compiling"):
            del sys.modules[name]
    finder = _BarePackages(source)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(before)


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] == "strata"
