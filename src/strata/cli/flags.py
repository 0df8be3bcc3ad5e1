"""Options that are not given load no library to check None.

Typer's own flags (--help, --show-completion) have no default; to settle what None means it imports
pydantic, which takes longer than everything that `strata games` does besides. So flags are False
when they are not given, and other options of the program itself are left as they are.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


def _settled(flag: Any) -> Any:
    if flag is not None and flag.default is None and getattr(flag, "is_bool_flag", False):
        flag.default = False
    return flag


def _lazy(option: Any) -> Any:
    """`option`, whose value is only looked at if there is one."""
    check = option.process_value

    def process(context: Any, value: Any) -> Any:
        return value if value is None or value == () else check(context, value)

    if "process_value" not in vars(option):
        option.process_value = process
    return option


class Command(TyperCommand):
    def get_help_option(self, ctx: Any) -> Any:
        return _settled(super().get_help_option(ctx))


class Group(TyperGroup):
    def get_help_option(self, ctx: Any) -> Any:
        return _settled(super().get_help_option(ctx))

    def get_params(self, ctx: Any) -> Any:
        return [_lazy(_settled(parameter)) for parameter in super().get_params(ctx)]
