"""A game from the moment people sit down at it until it is over or they leave."""

from __future__ import annotations

import contextlib
import shlex
from typing import TYPE_CHECKING, Final

from strata.cli.console import say_error
from strata.cli.interrupts import Interrupted, Interrupts
from strata.cli.playing.dialogue import Dialogue, Left
from strata.cli.playing.display import print_board
from strata.cli.playing.game import Table
from strata.cli.playing.players import player_tag
from strata.cli.thinking import Thinking
from strata.core.outcome import Seat

if TYPE_CHECKING:
    from rich.console import Console


class Sitting:
    """Lets people and the computer act in turn, and says at the end where the game is."""

    def __init__(self, table: Table, console: Console) -> None:
        self.table: Final = table
        self.console: Final = console
        self.last_person: Seat | None = None

    def run(self) -> int:
        """Plays until the game is over or left; returns the exit code."""
        with Interrupts() as interrupts:
            code = self._play(interrupts)
            with contextlib.suppress(OSError):
                if not self._take_leave():
                    code = 2
        return code

    def _play(self, interrupts: Interrupts) -> int:
        dialogue = Dialogue(self.table, self.console, interrupts)
        try:
            while self.table.outcome is None:
                if self.table.awaits_person():
                    self._let_person_act(dialogue)
                else:
                    self._let_computer_act(interrupts)
                self._report_trouble()
                interrupts.check()
        except Interrupted as signal:
            self._end_line()
            return signal.exit_code
        except EOFError:
            self._end_line()
        except Left:
            pass
        except OSError:
            return 1  # the terminal is gone; the game is on disk
        return 0

    def _let_person_act(self, dialogue: Dialogue) -> None:
        seat = self.table.record.seat
        if self.last_person not in (None, seat) and self.table.view.hidden:
            dialogue.hand_over()
        self.last_person = seat
        print_board(self.console, self.table)
        dialogue.take_turn()

    def _let_computer_act(self, interrupts: Interrupts) -> None:
        """Ctrl-C is heard while it thinks; what it was about to play is then forgotten."""
        seat = self.table.record.seat
        assert seat is not None
        mover, who = self.table.movers[seat], player_tag(self.table.players[seat])
        thinking = Thinking(lambda: mover.choose(self.table.record), mover.stop)
        with self._spinner(f"{seat} ({who}) thinks"), thinking:
            with interrupts.listening():
                thinking.wait()
            action = thinking.result()
        self.table.play(action)
        told = "acts unseen" if self.table.view.hidden else f"plays {action}"
        self.console.print(f"{seat} ({who}) {told}", style="bold")
        if not self.table.people and self.table.outcome is None:
            print_board(self.console, self.table)

    def _spinner(self, what: str) -> contextlib.AbstractContextManager[object]:
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            return contextlib.nullcontext()
        return self.console.status(what)

    def _end_line(self) -> None:
        with contextlib.suppress(OSError):
            self.console.print()

    def _report_trouble(self) -> None:
        trouble = self.table.trouble
        if trouble is not None:
            say_error(f"{self.table.file.path} could not be saved: {trouble.strerror}")

    def _take_leave(self) -> bool:
        """Says how the game ended, or how to go on with it; False if it could not be saved."""
        table, say = self.table, self.console.print
        table.save()
        path = shlex.quote(str(table.file.path))
        if table.outcome is not None:
            print_board(self.console, table)
            say(f"{table.outcome}", style="bold")
        if table.trouble:
            self._report_trouble()
            say(table.record.export(), soft_wrap=True)
        elif table.outcome is not None:
            say(f"saved; see it again with: strata {self._games()}replay {path}", soft_wrap=True)
        elif table.file.is_new and not table.record.played:
            table.file.remove()
            say("nothing was played, nothing is kept")
        else:
            say(f"saved; go on with: strata {self._games()}play --resume {path}", soft_wrap=True)
        return table.trouble is None

    def _games(self) -> str:
        """The option without which the game is not known, where it is in a file."""
        source = self.table.record.rules.source
        return f"--games {shlex.quote(source)} " if source else ""
