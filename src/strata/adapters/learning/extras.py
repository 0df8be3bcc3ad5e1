"""Packages that only the extras install, and what is said where they are missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from strata.core.errors import MissingExtra


def require(package: str, what: str, extra: str) -> ModuleType:
    """The package, imported; MissingExtra says what to install where it is not there."""
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingExtra(what, error.name or package, extra) from None
