"""Lines that a person types or a pipe delivers, with completion by the Tab key."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

from strata.cli.interrupts import Interrupts


def _line_editor() -> ModuleType | None:
    try:
        import readline
    except ImportError:
        return None
    return readline


class Prompt:
    """A source of lines. `complete` returns the completions of the last word of a line."""

    def __init__(self, interrupts: Interrupts, complete: Callable[[str], list[str]]) -> None:
        self.is_interactive = sys.stdin.isatty()
        self._interrupts = interrupts
        self._complete = complete
        self._found: list[str] = []
        self._editor = _line_editor() if self.is_interactive else None
        if self._editor is not None:
            self._editor.set_completer(self._completion)
            self._editor.set_completer_delims(" ")
            libedit = "libedit" in (self._editor.__doc__ or "")
            self._editor.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def ask(self, question: str) -> str:
        """Return the next line. Raises EOFError at the end, and Interrupted after a signal."""
        with self._interrupts.listening():
            if self.is_interactive:
                return input(question)
            line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(f"{question}{line.rstrip()}")
        return line

    def _completion(self, text: str, state: int) -> str | None:
        assert self._editor is not None
        if state == 0:
            line = self._editor.get_line_buffer()[: self._editor.get_endidx()]
            self._found = self._complete(line.lstrip())
        return self._found[state] if state < len(self._found) else None
