"""The modules that are compiled, by their place: nothing has to be marked or listed.

    core/kernel/   search/kernel/   games/<name>/rules/   …/evaluation/   …/encoding/

Modules there are compiled, except **headers**: `constants`, `tables`, `features`, `bits` and
`objects`. A header is ordinary Python that is never compiled alone; its constants, tables and small
functions become part of every compiled module that uses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HEADERS: Final = frozenset({"bits", "constants", "features", "objects", "tables"})
_PLACES: Final = re.compile(
    r"^strata\.(core\.kernel|search\.kernel|games\.\w+\.(rules|evaluation|encoding))\."
)


def is_in_place(module: str) -> bool:
    """Return whether `module`, by its full name, is compiled or a header."""
    return _PLACES.match(module) is not None


def is_header(module: str) -> bool:
    return is_in_place(module) and module.rpartition(".")[2] in HEADERS


def is_compiled(module: str) -> bool:
    return is_in_place(module) and not is_header(module)


def game_of(module: str) -> str | None:
    """Return the game that `module` belongs to; None if it belongs to none."""
    found = re.match(r"^strata\.games\.(\w+)\.", module)
    return found.group(1) if found else None


def modules_in_place(source: Path) -> Iterator[tuple[str, Path]]:
    """Yield the compiled modules and headers below `source`, the folder that holds `strata`."""
    for path in sorted((source / "strata").rglob("*.py")):
        module = ".".join(path.relative_to(source).with_suffix("").parts)
        if path.name != "__init__.py" and is_in_place(module):
            yield module, path
