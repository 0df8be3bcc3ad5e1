"""Flags that are False when they are not given, so that no library is loaded to check None.

Typer's own flags (--help, --show-completion) have no default; to settle what None means it imports
pydantic, which takes longer than everything that `strata games` does besides.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


def _settled(flag: Any) -> Any:
    if flag is not None and flag.default is None and getattr(flag, "is_bool_flag", False):
        flag.default = False
    return flag


class Command(TyperCommand):
    def get_help_option(self, ctx: Any) -> Any:
        return _settled(super().get_help_option(ctx))


class Group(TyperGroup):
    def get_help_option(self, ctx: Any) -> Any:
        return _settled(super().get_help_option(ctx))

    def get_params(self, ctx: Any) -> Any:
        return [_settled(parameter) for parameter in super().get_params(ctx)]
