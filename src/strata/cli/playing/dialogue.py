"""A person's turn at the terminal: lines become actions, steps of a gesture, or commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from strata.cli.console import CommandError, say_error
from strata.cli.interrupts import Interrupts
from strata.cli.playing import display
from strata.cli.playing.prompt import Prompt
from strata.cli.playing.saving import write_copy
from strata.cli.playing.terminal_game import TerminalGame
from strata.cli.playing.walk import UnknownStep, Walk
from strata.core.errors import StrataError, listed, shown

if TYPE_CHECKING:
    from rich.console import Console

HELP: Final = {
    "help": "this list",
    "actions": "all legal actions",
    "board": "the board again",
    "back": "one step of the gesture back; an empty line does the same",
    "undo": "take back the last turn",
    "resign": "give the game up",
    "save": "save now; save FILE writes a copy",
    "quit": "leave; the game is kept and can be resumed",
}
# Offered where the position has presets.
PRESET_HELP: Final = {
    "presets": "ready-made sequences of actions from here",
    "preset": "preset NAME plays one of them",
}
# Commands that take more words.
_WITH_WORDS: Final = ("save", "preset")


class Left(Exception):
    """The person leaves the table; the game is not over."""


class Dialogue:
    """Asks, and answers what is asked, until the table has changed."""

    def __init__(self, game: TerminalGame, console: Console, interrupts: Interrupts) -> None:
        self.game: Final = game
        self.console: Final = console
        self.prompt: Final = Prompt(interrupts, self._completions)
        self.walk = Walk(game.record.position.gesture_tree())
        self.commands: Final[dict[str, Callable[[list[str]], bool]]] = {
            "help": self._help,
            "actions": self._actions,
            "board": self._board,
            "back": self._back,
            "undo": self._undo,
            "resign": self._resign,
            "save": self._save,
            "quit": self._quit,
        }
        self.preset_commands: Final[dict[str, Callable[[list[str]], bool]]] = {
            "presets": self._presets,
            "preset": self._preset,
        }

    def take_turn(self) -> None:
        """Returns when an action, an undo or a resignation is done. Wrong input never ends it."""
        self.walk = Walk(self.game.record.position.gesture_tree())
        while True:
            line = self.prompt.ask(self._question()).strip()
            try:
                if self._obey(line):
                    return
            except StrataError as error:
                say_error(error)

    def hand_over(self) -> None:
        """Two people share a screen and have secrets: whoever acted looks away first."""
        if self.prompt.is_interactive:
            self.console.clear()
            self.prompt.ask(f"{self.game.record.seat}'s turn, the other looks away; press Enter: ")

    def _question(self) -> str:
        return " ".join([str(self.game.record.seat), *map(str, self.walk.path)]) + "> "

    def _obey(self, line: str) -> bool:
        """Does what `line` says; tells whether the table has changed."""
        words = line.split()
        if not words:
            return self._back([])
        if line.startswith(":"):
            return self._command(line[1:].split())
        if not self.walk.path and self._is_legal(line):
            return self._play(line)
        try:
            action = self.walk.follow(words)
        except UnknownStep as unknown:
            if self._is_legal(line):
                return self._play(line)
            if words[0] in self._known_commands():
                return self._command(words)
            if unknown.at_root:
                self.game.record.position.find(line)
            raise
        if action is not None:
            return self._play(action)
        display.print_steps(self.console, self.walk)
        return False

    def _is_legal(self, line: str) -> bool:
        return line in self.game.record.position.actions()

    def _play(self, action: str) -> bool:
        self.game.play(action)
        return True

    def _known_commands(self) -> dict[str, Callable[[list[str]], bool]]:
        """The commands that there are in this position."""
        has_presets = bool(self.game.record.position.presets())
        return self.commands | (self.preset_commands if has_presets else {})

    def _command(self, words: list[str]) -> bool:
        commands = self._known_commands()
        if not words or words[0] not in commands:
            raise CommandError(f"no command {shown(' '.join(words))}; there are {listed(commands)}")
        if len(words) > 1 and words[0] not in _WITH_WORDS:
            raise CommandError(f"{words[0]} takes nothing more, got {shown(' '.join(words[1:]))}")
        return commands[words[0]](words[1:])

    def _completions(self, line: str) -> list[str]:
        position = self.game.record.position
        commands = self._known_commands()
        more = [*position.actions(), *commands, *(f":{name}" for name in commands)]
        more += (f"preset {preset.name}" for preset in position.presets())
        return self.walk.completions(line, more)

    # The commands. Each returns whether the table has changed.

    def _help(self, _: list[str]) -> bool:
        commands = self._known_commands()
        display.print_help(
            self.console,
            {name: said for name, said in (HELP | PRESET_HELP).items() if name in commands},
        )
        return False

    def _presets(self, _: list[str]) -> bool:
        display.print_presets(self.console, self.game.record.position.presets())
        return False

    def _preset(self, words: list[str]) -> bool:
        self.game.play_preset(" ".join(words))
        return True

    def _actions(self, _: list[str]) -> bool:
        display.print_actions(self.console, self.game.record.position)
        return False

    def _board(self, _: list[str]) -> bool:
        display.print_board(self.console, self.game)
        return False

    def _back(self, _: list[str]) -> bool:
        if not self.walk.back():
            self.console.print("type an action, the first step of one, or 'help'", style="dim")
        elif self.walk.path:
            display.print_steps(self.console, self.walk)
        return False

    def _undo(self, _: list[str]) -> bool:
        taken = self.game.undo()
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
            else:
                write_copy(target, self.game.record.export())
        except (OSError, RuntimeError, ValueError) as error:
            raise CommandError(f"{shown(where)}: {error}; nothing was saved there") from None
        if self.game.trouble:
            raise CommandError(f"{target} could not be saved: {self.game.trouble.strerror}")
        self.console.print(f"saved in {target}", soft_wrap=True)
        return False

    def _quit(self, _: list[str]) -> bool:
        raise Left
