"""A puzzle at the terminal: the board, the task, and the answer to each typed line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from strata.cli.console import CommandError, say_error
from strata.cli.interrupts import Interrupted, Interrupts
from strata.cli.playing import display
from strata.cli.playing.dialogue import Left
from strata.cli.playing.prompt import Prompt
from strata.cli.playing.puzzle_progress import PuzzleProgress
from strata.cli.playing.walk import UnknownStep, Walk
from strata.core.errors import StrataError, shown
from strata.core.explaining.telling import read_all
from strata.core.game import Game
from strata.core.gesture import gesture_tree
from strata.core.teaching.puzzle import Puzzle
from strata.play.puzzle_attempt import Answer, PuzzleAttempt
from strata.play.puzzle_choice import puzzle_rating, puzzles_until_rated
from strata.search.review import ToldAction

if TYPE_CHECKING:
    from rich.console import Console

HELP: Final = {
    "help": "show this list",
    "hint": "show the next hint",
    "board": "show the board again",
    "back": "go back one step of the action; an empty line does the same",
    "again": "start the turn again",
    "solution": "show the solution",
    "quit": "leave the puzzle",
}


class PuzzleSession:
    """A session that asks for actions until the puzzle is solved or left, and notes the result."""

    def __init__(
        self, game: Game, puzzle: Puzzle, progress: PuzzleProgress, console: Console
    ) -> None:
        self.game: Final = game
        self.puzzle: Final = puzzle
        self.progress: Final = progress
        self.console: Final = console
        self.attempt: Final = PuzzleAttempt(game, puzzle)
        self.walk = self._new_walk()
        self._commands: Final[dict[str, Callable[[], None]]] = {
            "help": lambda: display.print_help(console, HELP),
            "hint": self._hint,
            "board": self._print_board,
            "back": self._back,
            "again": self._again,
            "solution": self._solution,
            "quit": self._quit,
        }

    def run(self) -> int:
        """Run the session and return the exit code."""
        rating = round(puzzle_rating(self.puzzle).rating)
        title = f"{self.game.title}: puzzle {self.puzzle.id}, rated {rating}"
        self.console.print(title, style="bold")
        with Interrupts() as interrupts:
            prompt = Prompt(interrupts, self._completions)
            try:
                self._print_board()
                self._print_task()
                while not self.attempt.is_solved:
                    self._ask(prompt)
                    interrupts.check()
                self._note()
            except Interrupted as signal:
                self.console.print()
                return signal.exit_code
            except EOFError:
                self.console.print()
            except Left:
                pass
        return 0

    def _new_walk(self) -> Walk:
        return Walk(gesture_tree(self.attempt.record.position.gestures()))

    def _ask(self, prompt: Prompt) -> None:
        question = " ".join(["you", *map(str, self.walk.path)])
        line = prompt.ask(f"{question}> ").strip()
        try:
            self._obey(line)
        except StrataError as error:
            say_error(error)

    def _obey(self, line: str) -> None:
        words = line.removeprefix(":").split()
        if not words:
            self._back()
        elif not self.walk.path and line in self.attempt.record.actions():
            self._try(line)
        elif not self.walk.path and len(words) == 1 and words[0] in self._commands:
            self._commands[words[0]]()
        else:
            self._follow(line, words)

    def _follow(self, line: str, words: list[str]) -> None:
        try:
            action = self.walk.follow(words)
        except UnknownStep as unknown:
            if len(words) == 1 and words[0] in self._commands:
                self._commands[words[0]]()
            elif unknown.at_root:
                raise CommandError(
                    f"{shown(line)} is not an action here; 'help' lists the commands"
                ) from None
            else:
                raise
            return
        if action is None:
            position, solver = self.attempt.record.position, self.attempt.solver
            display.print_steps(self.console, self.walk, position, solver)
        else:
            self._try(action)

    def _try(self, action: str) -> None:
        answer = self.attempt.play(action)
        if not self.attempt.is_solved:
            self.walk = self._new_walk()
        self._print_answer(answer)
        if answer.verdict == "wrong":
            return
        self._print_board()
        if answer.verdict == "next":
            self._print_task()

    def _print_answer(self, answer: Answer) -> None:
        said = read_all(answer.telling, self.attempt.solver)
        if answer.verdict == "wrong":
            self.console.print(f"{said} That is not it.", style="bold", soft_wrap=True)
            if answer.chance is not None and answer.wanted is not None:
                self.console.print(
                    f"Your chances would be {answer.chance:.0%}, "
                    f"{answer.wanted:.0%} after the right turn."
                )
            self._tell("The game could continue:", answer.refutation)
            self.console.print("The turn is taken back.")
        elif answer.verdict == "on":
            self.console.print(said, soft_wrap=True)
        else:
            self.console.print(f"{said} Right!", style="bold", soft_wrap=True)
            self._tell("The answer:", answer.reply)

    def _tell(self, beginning: str, line: Sequence[ToldAction]) -> None:
        if line:
            self.console.print(beginning)
        for told in line:
            words = read_all(told.telling, self.attempt.solver)
            self.console.print(f"  {told.action}: {words}", soft_wrap=True)

    def _print_board(self) -> None:
        self.console.print()
        self.console.print(self.attempt.record, soft_wrap=True)

    def _print_task(self) -> None:
        self.console.print(self.attempt.task(), style="bold", soft_wrap=True)

    def _note(self) -> None:
        """Note the result, and print the solver's rating, or how far away it is."""
        try:
            counted = self.progress.note(self.puzzle, self.attempt.is_clean)
        except OSError as error:
            say_error(f"{self.progress.path}: progress cannot be saved: {error.strerror}")
            return
        state = self.progress.state(self.game.name)
        solved = sum(state.results.values())
        tried = len(state.results)
        if until_rated := puzzles_until_rated(tried):
            rating = f"{tried} of {tried + until_rated} tried until you have a rating"
        else:
            rating = f"your rating is {state.rating.rating:.0f} ± {2 * state.rating.deviation:.0f}"
        again = "" if counted else "; only the first attempt at a puzzle counts"
        self.console.print(f"{solved} puzzles solved, {rating}{again}", style="bold")

    # The commands.

    def _hint(self) -> None:
        hint = self.attempt.hint()
        if hint is None:
            self.console.print("There are no more hints.")
        else:
            self.console.print(f"Hint: {hint.read(self.attempt.solver)}", soft_wrap=True)

    def _back(self) -> None:
        if not self.walk.back():
            self.console.print("type an action, the first step of one, or 'help'", style="dim")

    def _again(self) -> None:
        self.attempt.again()
        self.walk = self._new_walk()
        self._print_board()

    def _solution(self) -> None:
        self._tell("The solution:", self.attempt.solution())

    def _quit(self) -> None:
        raise Left

    def _completions(self, line: str) -> list[str]:
        return self.walk.completions(line, [*self.attempt.record.actions(), *self._commands])
