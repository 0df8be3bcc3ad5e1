"""Imports of single modules without the `__init__.py` of the packages above them.

The build imports headers for their values before anything is compiled or installed. Only the
standard library, Cython and these sources exist then, so headers and what they import may import
nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

_PRESENT: Final = sys.stdlib_module_names | {"Cython", "cython"}


class _BarePackages:
    """An import finder that gives every package below `strata` an empty `__init__.py`.

    It raises ModuleNotFoundError for a module that a build may lack, even if it is installed here.
    """

    def __init__(self, source: Path) -> None:
        self.source = source

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        top = name.partition(".")[0]
        if top != "strata" and top not in _PRESENT:
            raise ModuleNotFoundError(
                f"import of {name}: expected the standard library, Cython or a module of strata: "
                "a build has nothing else",
                name=name,
            )
        folder = self.source / Path(*name.split("."))
        if top != "strata" or not folder.is_dir():
            return None
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        return spec


@contextmanager
def bare_packages(source: Path) -> Iterator[None]:
    """Let `import strata.x.y` run y.py and no `__init__.py`; restore all modules afterwards.

    Modules outside `strata` that were imported before stay importable.
    """
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
