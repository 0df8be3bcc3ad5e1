"""Where the rulebook of a game is: in the installed package, or in the checkout it runs from."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from strata.core.errors import StrataError
from strata.games import rules_class

# src/strata/games/rulebooks.py: the checkout is what holds src/.
_CHECKOUT = Path(__file__).parents[3]


class MissingRulebook(StrataError):
    """The game is installed without its rulebook."""


def read_rulebook(name: str) -> str:
    """The rulebook of the game called `name`, in Markdown."""
    rules_class(name)
    packaged = files("strata.games").joinpath(name, "rulebook.md")
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    written = _CHECKOUT / "docs" / "rules" / f"{name}.md"
    if written.is_file():
        return written.read_text(encoding="utf-8")
    raise MissingRulebook(f"no rulebook of {name}: neither {packaged} nor {written} exists")
