"""`strata new`: the file of a new game, which can be played at once and then edited."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

import typer

import strata
from strata.cli.console import CommandError
from strata.core.errors import shown

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


def make_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of the new game.", show_default=False)
    ],
) -> None:
    """Create NAME.py, a small playable game to build your own from."""
    if not _NAME.fullmatch(name):
        raise CommandError(
            f"name {shown(name)}: expected lowercase letters, digits and _, starting with a letter"
        )
    if taken := _taken_by_python(name):
        raise CommandError(f"name {name} is taken by {taken}; choose another name")
    if name in strata.games():
        raise CommandError(f"a game called {name} already exists; choose another name")
    path = Path(f"{name}.py")
    title = name.replace("_", " ").capitalize()
    text = files("strata.plain").joinpath("template.txt").read_text(encoding="utf-8")
    text = text.replace("{class}", title.title().replace(" ", "")).replace("{title}", title)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace("{name}", name))
    except FileExistsError:
        raise CommandError(f"{path} already exists; nothing was written") from None
    print(f"{path} is a playable game; its comments explain what to change")
    print(f"play it:            strata play ./{path} --against 3")
    print(f"in the browser:     strata serve --games ./{path}")


def _taken_by_python(name: str) -> str:
    """Return what a file NAME.py would shadow when imported, or an empty string."""
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return "a keyword of Python"
    if name in sys.stdlib_module_names:
        return "a module of Python's standard library"
    return "this package" if name == "strata" else ""
