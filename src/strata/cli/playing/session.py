"""A session at the terminal: a game from sitting down until it is over or left."""

from __future__ import annotations

import contextlib
import shlex
from typing import TYPE_CHECKING, Final

from strata.cli.console import say_error
from strata.cli.interrupts import Interrupted, Interrupts
from strata.cli.playing.computer_players import player_tag
from strata.cli.playing.dialogue import Dialogue, Left
from strata.cli.playing.display import print_board
from strata.cli.playing.terminal_game import TerminalGame
from strata.core.errors import GameError
from strata.core.help_count import tell_help
from strata.core.outcome import Seat

if TYPE_CHECKING:
    from rich.console import Console


class TerminalSession:
    """A session in which people and the computer act in turn.

    At its end it prints how the game ended, or how to resume it.
    """

    def __init__(self, game: TerminalGame, console: Console, limit: int | None = None) -> None:
        """Prepare the session; `limit` is the most actions to play in it, None for no limit."""
        self.game: Final = game
        self.console: Final = console
        self.limit: Final = limit
        self.began: Final = game.record.length
        self.last_person: Seat | None = None

    def run(self) -> int:
        """Play until the game is over or left; return the exit code.

        Raises GameError if the rules fail, after it has printed how to resume the game.
        """
        with Interrupts() as interrupts:
            try:
                code = self._play(interrupts)
            except GameError:
                with contextlib.suppress(OSError, GameError):
                    self._take_leave()
                raise
            with contextlib.suppress(OSError):
                if not self._take_leave():
                    code = 2
        return code

    def _play(self, interrupts: Interrupts) -> int:
        dialogue = Dialogue(self.game, self.console, interrupts)
        try:
            while self.game.outcome is None and not self._reached_limit:
                if self.game.awaits_person():
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

    @property
    def _reached_limit(self) -> bool:
        return self.limit is not None and self.game.record.length - self.began >= self.limit

    def _let_person_act(self, dialogue: Dialogue) -> None:
        seat = self.game.record.seat
        if self.last_person not in (None, seat) and self.game.view.hidden:
            dialogue.hand_over()
        if self.last_person is None:
            goal = self.game.record.rules.guide.goal
            self.console.print(f"Goal: {goal}", soft_wrap=True)
        self.last_person = seat
        print_board(self.console, self.game)
        dialogue.take_turn()

    def _let_computer_act(self, interrupts: Interrupts) -> None:
        """Play an action of the computer. Ctrl-C ends its search, and then it plays nothing."""
        from strata.search.background import BackgroundSearch

        seat = self.game.record.seat
        assert seat is not None
        mover, who = self.game.movers[seat], player_tag(self.game.players[seat])
        search = BackgroundSearch(lambda: mover.choose(self.game.record), mover.stop)
        with self._spinner(f"{seat} ({who}) is thinking"), search:
            with interrupts.listening():
                search.wait()
            action = search.result()
        self.game.play(action)
        told = "plays a hidden action" if self.game.view.hidden else f"plays {action}"
        self.console.print(f"{seat} ({who}) {told}", style="bold")
        self.console.print(self.game.tell_last(), soft_wrap=True)
        if not self.game.people and self.game.outcome is None:
            print_board(self.console, self.game)

    def _spinner(self, what: str) -> contextlib.AbstractContextManager[object]:
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            return contextlib.nullcontext()
        return self.console.status(what)

    def _end_line(self) -> None:
        with contextlib.suppress(OSError):
            self.console.print()

    def _report_trouble(self) -> None:
        trouble = self.game.trouble
        if trouble is not None:
            say_error(f"{self.game.file.path} could not be saved: {trouble.strerror}")

    def _take_leave(self) -> bool:
        """Print how the game ended or how to resume it; return False if it could not be saved."""
        game, say = self.game, self.console.print
        game.save()
        path = shlex.quote(str(game.file.path))
        if game.outcome is not None:
            print_board(self.console, game)
            say(f"{game.outcome}", style="bold")
            say(game.tell_end(), soft_wrap=True)
            for sentence in tell_help(game.record.help):
                say(sentence.read(game.reader))
        elif self._reached_limit:
            say(f"unfinished: stopped after {self.limit} actions (--limit)", style="bold")
        if game.trouble:
            self._report_trouble()
            say(game.record.export(), soft_wrap=True)
        elif game.outcome is not None:
            say(f"saved; replay with: strata {self._games()}replay {path}", soft_wrap=True)
        elif game.file.is_new and not (game.is_begun or game.file.is_wanted):
            game.file.remove()
            say("nothing was played, so nothing was saved")
        else:
            say(f"saved; resume with: strata {self._games()}play --resume {path}", soft_wrap=True)
        return game.trouble is None

    def _games(self) -> str:
        """Return the option that makes the game known, if the game is in a file of its own."""
        source = self.game.record.rules.source
        return f"--games {shlex.quote(source)} " if source else ""
