"""Output: results on stdout, notes and errors on stderr, one line each."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

from strata.core.errors import StrataError

if TYPE_CHECKING:
    from rich.console import Console


class CommandError(StrataError):
    """The command cannot do what was asked; the message is for the user."""


def open_console(*, stderr: bool = False) -> Console:
    """Return a console that prints text unchanged: no markup, no highlighting."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def say_error(message: object) -> None:
    _say("error", "bold red", message)


def say_note(message: object) -> None:
    _say("note", "yellow", message)


def _say(kind: str, style: str, message: object) -> None:
    from rich.text import Text

    line = " ".join(str(message).splitlines())
    with contextlib.suppress(OSError):  # the terminal may be gone
        open_console(stderr=True).print(
            Text.assemble((f"{kind}:", style), " ", line), soft_wrap=True
        )


def write_json(value: Any) -> None:
    """Write `value` to stdout as JSON: on one line for programs, indented on a terminal."""
    import msgspec

    encoded = msgspec.json.encode(value, enc_hook=_as_plain_text)
    if sys.stdout.isatty():
        encoded = msgspec.json.format(encoded, indent=2)
    sys.stdout.write(encoded.decode() + "\n")


def _as_plain_text(value: object) -> str:
    if isinstance(value, str):  # an Action is one
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")
