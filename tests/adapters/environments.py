"""The games under test, each as it is and with its main options."""

from __future__ import annotations

from typing import Any, Final

import strata


def _main_options() -> list[tuple[str, dict[str, Any]]]:
    """Every game, and with the first other value of each of its first two options."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name in strata.games():
        found.append((name, {}))
        changed: dict[str, Any] = {}
        for option in strata.game(name).options:
            others = [value for value in option.values if value != option.default]
            if others:
                changed[option.name] = others[0]
        found.append((name, changed))
    return found


CASES: Final = _main_options()
CASE_NAMES: Final = [
    "-".join([name, *(f"{key}={value}" for key, value in options.items())])
    for name, options in CASES
]
