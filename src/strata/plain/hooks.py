"""Checks what the class of a plain game defines: that each part is of its kind, and has a use.

Python accepts any attribute in a class, so a misplaced hook would be ignored without a word.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Final

from strata.core.errors import GameError, shown
from strata.core.option import Option

_FUNCTIONS: Final = {
    "actions": ("position",),
    "play": ("position", "action"),
    "result": ("position",),
    "stuck": ("position",),
    "check": ("position",),
    "status": ("position",),
    "label": ("position", "action"),
    "seen_by": ("position", "viewer"),
    "imagine": ("position", "viewer", "random"),
    "unseen": ("position", "action"),
}
"""The functions that an author writes, and their arguments."""

_COMPILED: Final = "compiled rules can have one (docs/adding-a-game.md)"
_USELESS: Final = {
    "evaluation": "a plain game has no evaluation: random games judge its positions (player uct); "
    + _COMPILED,
    "encoding": "a plain game has no encoding for learning programs; " + _COMPILED,
    "restrictions": "a plain game has no restrictions that can be waived: list what is legal in "
    "actions(self, position)",
    "fault_cells": "a plain game has no restrictions that can be waived: list what is legal in "
    "actions(self, position)",
}
"""What no plain game can define, and what there is instead."""
_OF_SECRETS: Final = ("imagine", "unseen")


def _is_number(least: int) -> Callable[[object], bool]:
    return lambda given: type(given) is int and given >= least


def _is_tuple_of(kind: type) -> Callable[[object], bool]:
    return lambda given: isinstance(given, tuple) and all(isinstance(each, kind) for each in given)


_NAMES: Final = (_is_tuple_of(str), "a tuple of names, such as ('hand',)")
_ATTRIBUTES: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "fields": _NAMES,
    "reasons": _NAMES,
    "highest": (_is_number(1), "a number from 1"),
    "most_actions": (_is_number(1), "a number from 1"),
    "repetition": (_is_number(0), "a number from 0"),
    "thinking": (
        lambda given: _is_tuple_of(int)(given) and len(given) == 2 and 1 <= given[0] <= given[1],
        "two numbers of random games, the smaller first",
    ),
    "option_list": (_is_tuple_of(Option), "a tuple of Options"),
    "hues": (
        lambda given: _is_tuple_of(str)(given) and len(given) == 2,
        "two names of colours",
    ),
}
"""Attributes of a class: what they must be, and how to say it."""


def check_hooks(kind: type, base: type) -> None:
    """Check what `kind`, which derives from `base`, defines; once for each class.

    Raises GameError, which names the part, what was given and what is possible.
    """
    if vars(kind).get("_is_checked"):
        return
    for problem in _problems(kind, base):
        raise GameError(f"{getattr(kind, 'name', kind.__name__)}: {problem}")
    kind._is_checked = True  # type: ignore[attr-defined]


def _problems(kind: type, base: type) -> Iterable[str]:
    def is_own(name: str) -> bool:
        return inspect.getattr_static(kind, name) is not inspect.getattr_static(base, name)

    for name, instead in _USELESS.items():
        if is_own(name):
            yield f"nothing would use {name}: {instead}"
    for name, arguments in _FUNCTIONS.items():
        if is_own(name) and (given := _misfit(kind, name, arguments)):
            yield f"{name} is {given}, expected a function {name}({', '.join(arguments)})"
    if not (is_own("seen_by") or is_own("conceal")):
        for name in filter(is_own, _OF_SECRETS):
            yield f"nothing would use {name}: nothing is hidden without seen_by(position, viewer)"
    for name, (fits, expected) in _ATTRIBUTES.items():
        given = inspect.getattr_static(kind, name)
        is_known = not hasattr(given, "__get__")  # a property is known for an instance only
        if is_known and not fits(given):
            yield f"{name} is {shown(repr(given))}, expected {expected}"


def _misfit(kind: type, name: str, arguments: tuple[str, ...]) -> str:
    """Return what was given as the function `name`; empty if it can be called as it will be."""
    given = getattr(kind, name)
    if not callable(given):
        return shown(repr(given))
    if inspect.iscoroutinefunction(given):
        return f"async def {name}"
    is_bound = isinstance(inspect.getattr_static(kind, name), staticmethod | classmethod)
    try:
        signature = inspect.signature(given)
    except (TypeError, ValueError):  # a callable that does not say what it takes
        return ""
    try:
        signature.bind(*(() if is_bound else ("self",)), *arguments)
    except TypeError:
        return f"a function {name}{signature}"
    return ""
