"""Typer groups and commands that start fast: nothing is built unless it is used.

A group builds a command only when it is looked up by name, since reading the parameters of all
commands doubles the time of `strata games`.

Typer's own flags (--help, --show-completion) have no default. To interpret None, Typer imports
pydantic, which takes longer than the rest of `strata games`. Therefore flags default to False here,
and other options of the program are processed only if they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any, ClassVar, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from strata.core.errors import StrataError, listed, shown


class UnknownCommand(StrataError):
    """No command of that name; the message suggests the nearest one or lists all."""

    def __init__(self, program: str, given: str, known: Iterable[str]) -> None:
        from difflib import get_close_matches

        names = tuple(known)
        near = get_close_matches(given, names, 1)
        help_text = f"did you mean '{near[0]}'?" if near else f"expected one of {listed(names, 30)}"
        super().__init__(f"no command {shown(given)} in {program}: {help_text}")


def _settled(flag: Any) -> Any:
    if flag is not None and flag.default is None and getattr(flag, "is_bool_flag", False):
        flag.default = False
    return flag


def _lazy(option: Any) -> Any:
    """Make `option` process its value only if there is one."""
    check = option.process_value

    def process(context: Any, value: Any) -> Any:
        return value if value is None or value == () else check(context, value)

    if "process_value" not in vars(option):
        option.process_value = process
    return option


class Command(TyperCommand):
    def get_help_option(self, ctx: Any) -> Any:
        return _settled(super().get_help_option(ctx))


class Commands(Mapping[str, Any]):
    """The commands of a group by name, each built from its function on first access."""

    def __init__(self, functions: Mapping[str, Callable[..., None]]) -> None:
        self._functions = functions
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._built:
            self._built[name] = _build(name, self._functions[name])
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)


def _build(name: str, function: Callable[..., None]) -> Any:
    # The whole first line: what Typer derives from a docstring is cut at 45 characters.
    summary = (function.__doc__ or "").partition("\n")[0]
    alone = typer.Typer(add_completion=False)
    alone.command(name, cls=Command, short_help=summary)(function)
    return get_command(alone)


class Group(TyperGroup):
    """A group of the commands in `functions`, which a subclass sets."""

    functions: ClassVar[Mapping[str, Callable[..., None]]] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = cast(MutableMapping[str, Any], Commands(self.functions))

    def get_help_option(self, ctx: Any) -> Any:
        return _settled(super().get_help_option(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in self.commands:
            raise UnknownCommand(ctx.command_path, name, self.commands)
        return super().resolve_command(ctx, args)

    def get_params(self, ctx: Any) -> Any:
        return [_lazy(_settled(parameter)) for parameter in super().get_params(ctx)]
