"""The rulebooks of games, in the installed package or in the checkout from which it runs."""

from __future__ import annotations

import inspect
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from strata.core.errors import StrataError
from strata.core.rules import Rules
from strata.games import rules_class

# src/strata/games/rulebooks.py: the checkout is the folder that holds src/.
_CHECKOUT = Path(__file__).parents[3]


class MissingRulebook(StrataError):
    """The game is installed without its rulebook."""


def read_rulebook(name: str) -> str:
    """Return the rulebook of the game called `name`, in Markdown.

    A game from elsewhere brings it as `rulebook.md` in its folder or `NAME.md` beside its file;
    otherwise its docstrings are its rulebook. Raises MissingRulebook if a game of this package has
    none.
    """
    kind = rules_class(name)
    if not kind.__module__.startswith("strata.games."):
        return _rulebook_beside(kind) or _docstrings(kind)
    packaged = files("strata.games").joinpath(name, "rulebook.md")
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    written = _CHECKOUT / "docs" / "rules" / f"{name}.md"
    if written.is_file():
        return written.read_text(encoding="utf-8")
    raise MissingRulebook(f"no rulebook of {name}: neither {packaged} nor {written} exists")


def _rulebook_beside(kind: type[Rules[Any]]) -> str:
    source = Path(getattr(sys.modules[kind.__module__], "__file__", None) or kind.source)
    for path in (source.with_name("rulebook.md"), source.with_suffix(".md")):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return ""


def _docstrings(kind: type[Rules[Any]]) -> str:
    """Return the docstrings of the module and the class under the game's title."""
    texts = (sys.modules[kind.__module__].__doc__, vars(kind).get("__doc__"))
    return (
        "\n\n".join([f"# {kind.title}", *(inspect.cleandoc(text) for text in texts if text)]) + "\n"
    )
