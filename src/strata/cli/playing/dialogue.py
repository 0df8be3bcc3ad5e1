"""A person's turn at the terminal: lines become actions, steps of a gesture, or commands."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from strata.cli.console import CommandError, say_error
from strata.cli.interrupts import Interrupts
from strata.cli.playing import display
from strata.cli.playing.arranging_commands import (
    ALL_LAID_OUT,
    ARRANGING_HELP,
    ArrangingCommands,
)
from strata.cli.playing.prompt import Prompt
from strata.cli.playing.saving import write_copy
from strata.cli.playing.terminal_game import TerminalGame
from strata.cli.playing.walk import UnknownStep, Walk, explain_words
from strata.core.errors import IllegalAction, StrataError, listed, shown
from strata.core.explaining.why_not import Explanation
from strata.core.position import Position

if TYPE_CHECKING:
    from rich.console import Console

    from strata.search.advice import AdviceKind

HELP: Final = {
    "help": "show this list",
    "actions": "list all legal actions",
    "board": "show the board again",
    "legend": "explain the letters on the board",
    "what": "what CELL describes what is on the cell, from the top down, and where it can go",
    "why": "why ACTION, or why CELL CELL, explains why that is not possible",
    "back": "go back one step of the action; an empty line does the same",
    "undo": "take back the last turn",
    "undo-step": "undo the last step of this turn",
    "resign": "resign the game",
    "save": "save now; save FILE writes a copy",
    "quit": "leave; the game is saved and can be resumed",
}
# Offered where the position has presets.
PRESET_HELP: Final = {
    "presets": "list the ready-made sequences of actions from here",
    "preset": "preset NAME plays one of them",
}
# Offered to a person who plays against the computer.
ADVICE_HELP: Final[dict[AdviceKind, str]] = {
    "hint": "show a good turn; the record counts it as help",
    "threats": "show what your opponent threatens; the record counts it as help",
}
# Commands that take arguments.
_WITH_WORDS: Final = ("save", "preset", "what", "why", "place", "move", "swap", "remove")


class Left(Exception):
    """The person leaves the table; the game is not over."""


class Part:
    """An action that a person is making: the place reached in the gesture tree of a position."""

    def __init__(self, position: Position) -> None:
        self.position: Final = position
        self.walk: Final = Walk(position.gesture_tree())
        self.action = ""
        """The chosen action; empty until it is chosen."""

    def steps(self) -> list[str]:
        """Return what was typed, in words."""
        return list(map(str, self.walk.path)) or ([self.action] if self.action else [])

    def reopen(self) -> None:
        """Drop the chosen action and the last step to it."""
        self.action = ""
        self.walk.back()


class Dialogue:
    """A dialogue that asks for lines and answers them until the table has changed."""

    def __init__(self, game: TerminalGame, console: Console, interrupts: Interrupts) -> None:
        self.game: Final = game
        self.console: Final = console
        self.prompt: Final = Prompt(interrupts, self._completions)
        self.parts: Final[list[Part]] = []
        """The actions in progress: an incomplete one is played with those that complete it."""
        self.commands: Final[dict[str, Callable[[list[str]], bool]]] = {
            "help": self._help,
            "actions": self._actions,
            "board": self._board,
            "legend": self._legend,
            "what": self._what,
            "why": self._why,
            "back": self._back,
            "undo": self._undo,
            "undo-step": self._undo_step,
            "resign": self._resign,
            "save": self._save,
            "quit": self._quit,
        }
        self.preset_commands: Final[dict[str, Callable[[list[str]], bool]]] = {
            "presets": self._presets,
            "preset": self._preset,
        }
        self.arranging: Final = ArrangingCommands(game, console)
        self.advice_commands: Final[dict[str, Callable[[list[str]], bool]]] = {
            kind: partial(self._advise, kind) for kind in ADVICE_HELP
        }

    def take_turn(self) -> None:
        """Return after an action, an undo or a resignation. Wrong input never ends the turn."""
        self.parts[:] = [Part(self.game.record.position)]
        while True:
            line = self.prompt.ask(self._question()).strip()
            try:
                if self._obey(line):
                    return
            except StrataError as error:
                say_error(error)

    def hand_over(self) -> None:
        """Clear the screen and wait while two people with secrets change places."""
        if self.prompt.is_interactive:
            self.console.clear()
            self.prompt.ask(f"{self.game.record.seat} to act, the other looks away; press Enter: ")

    @property
    def position(self) -> Position:
        """The position after the actions in progress."""
        return self.parts[-1].position

    @property
    def walk(self) -> Walk:
        return self.parts[-1].walk

    def _question(self) -> str:
        steps = (step for part in self.parts for step in part.steps())
        you = [] if self.game.reader is None else ["(you)"]
        return " ".join([str(self.game.record.seat), *you, *steps]) + "> "

    def _obey(self, line: str) -> bool:
        """Carry out `line`; return whether the table has changed."""
        words = line.split()
        if not words:
            return self._back([])
        if line.startswith(":"):
            return self._command(line[1:].split())
        if self.game.is_laid_out:
            commands = self._known_commands()
            return self._command(words) if words[0] in commands else self.arranging.obey(words)
        if not self.walk.path and self._is_legal(line):
            return self._play(line)
        try:
            action = self.walk.follow(words)
        except UnknownStep as unknown:
            if self._is_legal(line):
                return self._play(line)
            if words[0] in self._known_commands():
                return self._command(words)
            if self._explain(words):
                return False
            raise self._misunderstood(line, unknown) from None
        if action is not None:
            return self._play(action)
        self._print_steps()
        return False

    def _explain(self, words: list[str]) -> bool:
        """Print why the typed action is impossible; return False if it names nothing here."""
        text = " ".join(words).lower()
        if text in map(str.lower, self.position.actions()):
            return False
        found = self._why_not(words)
        if found.kind == "no-action" and not found.cells:
            return False
        display.print_explanation(self.console, found, self.game.reader)
        return True

    def _why_not(self, words: list[str]) -> Explanation:
        is_begun = len(self.parts) > 1
        view = self.position.view(self.position.seat) if is_begun else self.game.view
        return explain_words(view, self.walk, words)

    def _print_steps(self) -> None:
        display.print_steps(self.console, self.walk, self.position, self.game.reader)

    def _misunderstood(self, line: str, unknown: UnknownStep) -> StrataError:
        """Return the error for a line that is no action, no step of one and no command."""
        reason: StrataError = unknown
        if unknown.at_root:
            try:
                self.position.find(line)
            except IllegalAction as error:
                reason = error
        near = get_close_matches(line.split()[0].lower(), self._known_commands(), 1)
        meant = f"; did you mean the command {near[0]}?" if near else ""
        return CommandError(f"{reason}{meant}; 'help' lists the commands")

    def _is_legal(self, line: str) -> bool:
        return line in self.position.actions()

    def _play(self, action: str) -> bool:
        """Play `action` with the actions in progress, or hold it back if it is incomplete."""
        part = self.parts[-1]
        part.action = action
        if part.position.view(part.position.seat).is_incomplete(action):
            self.parts.append(Part(part.position.play(action)))
            self._print_steps()
            return False
        actions = [each.action for each in self.parts]
        self.game.play_parts(actions)
        if self.game.is_laid_out:
            self.console.print(ALL_LAID_OUT, style="bold")
            return True
        self.console.print(self.game.tell_last(len(actions)), style="dim", soft_wrap=True)
        return True

    def _known_commands(self) -> dict[str, Callable[[list[str]], bool]]:
        """Return the commands that this position offers."""
        has_presets = bool(self.game.record.position.presets())
        return (
            self.commands
            | (self.preset_commands if has_presets else {})
            | (self.arranging.commands if self.arranging.is_offered else {})
            | (self.advice_commands if self.game.offers_help else {})
        )

    def _command(self, words: list[str]) -> bool:
        commands = self._known_commands()
        if not words or words[0] not in commands:
            given = shown(" ".join(words))
            raise CommandError(f"no command {given}: expected one of {listed(commands)}")
        if len(words) > 1 and words[0] not in _WITH_WORDS:
            raise CommandError(f"'{words[0]}' takes no arguments, got {shown(' '.join(words[1:]))}")
        return commands[words[0]](words[1:])

    def _completions(self, line: str) -> list[str]:
        position = self.position
        commands = self._known_commands()
        more = [*position.actions(), *commands, *(f":{name}" for name in commands)]
        more += (f"preset {preset.name}" for preset in position.presets())
        return self.walk.completions(line, more)

    # The commands. Each returns whether the table has changed.

    def _help(self, _: list[str]) -> bool:
        commands = self._known_commands()
        words = HELP | PRESET_HELP | ARRANGING_HELP | ADVICE_HELP
        display.print_help(
            self.console, {name: said for name, said in words.items() if name in commands}
        )
        return False

    def _presets(self, _: list[str]) -> bool:
        display.print_presets(self.console, self.game.record.position.presets())
        return False

    def _preset(self, words: list[str]) -> bool:
        told = self.game.play_preset(" ".join(words))
        self.console.print(told, style="dim", soft_wrap=True)
        return True

    def _advise(self, kind: AdviceKind, _: list[str]) -> bool:
        display.print_advice(self.console, self.game.advise(kind), self.game.reader)
        return False

    def _actions(self, _: list[str]) -> bool:
        display.print_actions(self.console, self.position)
        return False

    def _board(self, _: list[str]) -> bool:
        display.print_board(self.console, self.game)
        return False

    def _legend(self, _: list[str]) -> bool:
        display.print_legend(self.console, self.game.record.rules)
        return False

    def _what(self, words: list[str]) -> bool:
        if len(words) != 1:
            given = shown(" ".join(words)) if words else "nothing"
            raise CommandError(f"'what' needs one cell, got {given}")
        display.print_cell(self.console, self.game.view, words[0], self.game.reader)
        return False

    def _why(self, words: list[str]) -> bool:
        if not words:
            raise CommandError("'why' needs an action or cells, got nothing")
        display.print_explanation(self.console, self._why_not(words), self.game.reader)
        return False

    def _back(self, _: list[str]) -> bool:
        is_back = self.walk.back()
        if not is_back and len(self.parts) > 1:
            self.parts.pop()
            self.parts[-1].reopen()
            is_back = True
        if not is_back:
            self.console.print("type an action, the first step of one, or 'help'", style="dim")
        elif self.walk.path or len(self.parts) > 1:
            self._print_steps()
        return False

    def _undo(self, _: list[str]) -> bool:
        return self._say_taken(self.game.undo())

    def _undo_step(self, _: list[str]) -> bool:
        return self._say_taken(self.game.undo_step())

    def _say_taken(self, taken: int) -> bool:
        self.console.print(f"took back {taken} action{'s' if taken > 1 else ''}", style="dim")
        return True

    def _resign(self, _: list[str]) -> bool:
        self.game.resign()
        return True

    def _save(self, words: list[str]) -> bool:
        where = " ".join(words) or str(self.game.file.path)
        try:
            target = Path(where).expanduser()
            if self.game.file.is_at(target) or not words:
                self.game.save()
                self.game.file.is_wanted = True
            else:
                write_copy(target, self.game.record.export())
        except (OSError, RuntimeError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise CommandError(f"{shown(where)}: {why}; nothing was saved") from None
        if self.game.trouble:
            raise CommandError(f"{target} could not be saved: {self.game.trouble.strerror}")
        self.console.print(f"saved to {target}", soft_wrap=True)
        return False

    def _quit(self, _: list[str]) -> bool:
        raise Left
