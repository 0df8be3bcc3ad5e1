"""A lesson at the terminal: the board, the task, and the answer to each typed line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from strata.cli.console import CommandError, say_error
from strata.cli.interrupts import Interrupted, Interrupts
from strata.cli.playing import display
from strata.cli.playing.dialogue import Left
from strata.cli.playing.lesson_progress import LessonProgress
from strata.cli.playing.prompt import Prompt
from strata.cli.playing.walk import UnknownStep, Walk, explain_words
from strata.core.drawing.terminal import draw_terminal
from strata.core.errors import IllegalAction, StrataError, UnknownToken, listed, shown
from strata.core.explaining.telling import read_all
from strata.core.game import Game
from strata.core.gesture import gesture_tree
from strata.core.position import View
from strata.core.teaching.lesson import Lesson
from strata.play.lesson_attempt import (
    MOST_WRONG,
    Answer,
    LessonAttempt,
    choose_reply,
)

if TYPE_CHECKING:
    from rich.console import Console

HELP: Final = {
    "help": "show this list",
    "task": "show the task again",
    "hint": "show the next hint",
    "board": "show the board again",
    "what": "what CELL describes what is on the cell, from the top down, and where it can go",
    "why": "why ACTION explains what it would do, or why it is not possible",
    "back": "go back one step of the action; an empty line does the same",
    "again": "start the task again",
    "quit": "leave the lesson",
}
_WITH_WORDS: Final = ("what", "why")
_ANSWERS: Final = {
    **dict.fromkeys(("", "y", "yes"), True),
    **dict.fromkeys(("n", "no", "q", "quit"), False),
}


class LessonSession:
    """A session that asks for actions until the lesson is finished or left, and notes its end."""

    def __init__(
        self, game: Game, lesson: Lesson, progress: LessonProgress, console: Console
    ) -> None:
        self.game: Final = game
        self.lesson: Final = lesson
        self.progress: Final = progress
        self.console: Final = console
        self.attempt: Final = LessonAttempt(game, lesson)
        self.following: Lesson | None = None
        """The lesson with which the learner wants to continue."""
        self.wrong = 0
        self.hints = 0
        self.walk = self._new_walk()
        self._commands: Final[dict[str, Callable[[list[str]], None]]] = {
            "help": lambda _: display.print_help(console, HELP),
            "task": lambda _: self._print_task(),
            "hint": lambda _: self._hint(),
            "board": lambda _: self._print_board(),
            "what": self._what,
            "why": self._why,
            "back": lambda _: self._back(),
            "again": lambda _: self._again(),
            "quit": self._quit,
        }

    def run(self) -> int:
        """Run the lesson and return the exit code; sets `following` if the learner continues."""
        self.console.print(f"{self.game.title}: {self.lesson.title}", style="bold")
        with Interrupts() as interrupts:
            prompt = Prompt(interrupts, self._completions)
            try:
                self._print_board()
                self._print_task()
                while self.attempt.step is not None:
                    self._ask(prompt)
                    interrupts.check()
                self._finish(prompt)
            except Interrupted as signal:
                self.console.print()
                return signal.exit_code
            except EOFError:
                self.console.print()
            except Left:
                pass
        return 0

    @property
    def _view(self) -> View:
        return self.attempt.view.position

    def _new_walk(self) -> Walk:
        return Walk(gesture_tree(self._view.gestures()))

    def _ask(self, prompt: Prompt) -> None:
        question = " ".join(["you", *map(str, self.walk.path)])
        line = prompt.ask(f"{question}> ").strip()
        try:
            self._obey(line)
        except StrataError as error:
            say_error(error)

    def _obey(self, line: str) -> None:
        words = line.split()
        if not words:
            self._back()
        elif line.startswith(":"):
            self._command(line[1:].split())
        elif not self.walk.path and line in self._view.actions():
            self._try(line)
        else:
            self._follow(line, words)

    def _follow(self, line: str, words: list[str]) -> None:
        """Continue the gesture with `words`; otherwise treat them as a command or an action."""
        try:
            action = self.walk.follow(words)
        except UnknownStep as unknown:
            if words[0] in self._commands:
                self._command(words)
            else:
                self._miss(line, words, unknown)
            return
        if action is None:
            self._print_steps()
        else:
            self._try(action)

    def _miss(self, line: str, words: list[str], unknown: UnknownStep) -> None:
        """Print why the typed action is impossible; an attempt, unless it names nothing here."""
        if unknown.at_root:
            found = explain_words(self._view, self.walk, words)
            if found.kind == "no-action" and not found.cells:
                raise CommandError(
                    f"{shown(line)} is not an action here; 'help' lists the commands"
                )
            self._try(line)
            return
        try:
            found = self._view.why_not([*self.walk.path, *self.walk.resolve(words)])
        except UnknownToken:
            raise unknown from None
        display.print_explanation(self.console, found, self.attempt.learner)
        self._count_wrong()

    def _count_wrong(self) -> None:
        self.wrong += 1
        if self.wrong >= MOST_WRONG:
            self._print_way()

    def _try(self, action: str) -> None:
        number = self.attempt.number
        answer = self.attempt.try_action(action, choose_reply)
        self.walk = self._new_walk() if self.attempt.step is not None else self.walk
        self._print_answer(answer)
        if answer.verdict in ("refused", "illegal"):
            self._count_wrong()
            return
        self._print_board()
        if answer.verdict == "next" and self.attempt.number != number:
            self.wrong = self.hints = 0
            self._print_task()

    def _print_answer(self, answer: Answer) -> None:
        reader = self.attempt.learner
        beginning = {"refused": "Not yet. ", "illegal": "Not yet. ", "on": ""}
        said = beginning.get(answer.verdict, "Right! ") + read_all(answer.sentences, reader)
        self.console.print(said, soft_wrap=True)
        for telling in answer.replies:
            self.console.print(read_all(telling, reader), soft_wrap=True)

    def _print_way(self) -> None:
        way = self.attempt.find_way()
        if way is not None:
            words = ", then ".join(map(str, way.gesture))
            self.console.print(f"Solution: {words} ({way.action}).", style="bold", soft_wrap=True)

    def _print_board(self) -> None:
        self.console.print()
        view, reader = self.attempt.view, self.attempt.learner
        drawing = draw_terminal(view.scene(), view.rules.symbols, reader=reader)
        self.console.print(drawing, soft_wrap=True)

    def _print_task(self) -> None:
        step = self.attempt.step
        if step is not None:
            self.console.print(step.task, style="bold", soft_wrap=True)

    def _finish(self, prompt: Prompt) -> None:
        self.console.print(self.lesson.learnt, style="bold", soft_wrap=True)
        try:
            self.progress.finish(self.game.name, self.lesson.name)
        except OSError as error:
            say_error(f"{self.progress.path}: progress cannot be saved: {error.strerror}")
        name, lessons = self.game.name, self.game.lessons
        number = lessons.index(self.lesson) + 1
        if number == len(lessons):
            self.console.print(f"continue with: strata play {name} --against 1", soft_wrap=True)
            return
        following = lessons[number]
        self.console.print(f"Next is lesson {number + 1}: {following.title}.", soft_wrap=True)
        if self._agrees(prompt, "Start it now? [Y/n] "):
            self.following = following
        else:
            command = f"strata learn {name} {following.name}"
            self.console.print(f"continue with: {command}", soft_wrap=True)

    def _agrees(self, prompt: Prompt, question: str) -> bool:
        """Return whether the person answers yes or nothing; the end of the input means no."""
        while True:
            try:
                answer = prompt.ask(question).strip().lower()
            except EOFError:
                self.console.print()
                return False
            if answer in _ANSWERS:
                return _ANSWERS[answer]
            say_error(f"got {shown(answer)}, expected y or n")

    # The commands.

    def _command(self, words: list[str]) -> None:
        if not words or words[0] not in self._commands:
            there = listed(self._commands)
            raise CommandError(f"no command {shown(' '.join(words))}: expected one of {there}")
        if len(words) > 1 and words[0] not in _WITH_WORDS:
            raise CommandError(f"'{words[0]}' takes no arguments, got {shown(' '.join(words[1:]))}")
        self._commands[words[0]](words[1:])

    def _hint(self) -> None:
        step = self.attempt.step
        if step is None:
            return
        if self.hints == len(step.hints):
            self._print_way()
            self.console.print("There are no more hints.")
            return
        self.console.print(f"Hint: {step.hints[self.hints]}", soft_wrap=True)
        self.hints += 1

    def _print_steps(self) -> None:
        position, learner = self.attempt.record.position, self.attempt.learner
        display.print_steps(self.console, self.walk, position, learner)

    def _what(self, words: list[str]) -> None:
        if len(words) != 1:
            given = shown(" ".join(words)) if words else "nothing"
            raise CommandError(f"'what' needs one cell, got {given}")
        display.print_cell(self.console, self._view, words[0], self.attempt.learner)

    def _why(self, words: list[str]) -> None:
        if not words:
            raise CommandError("'why' needs an action, got nothing")
        action = " ".join(words)
        learner = self.attempt.learner
        try:
            telling = self._view.tell(action)
        except IllegalAction:
            display.print_explanation(self.console, self._view.why_not(action), learner)
            return
        self.console.print(read_all(telling, learner), soft_wrap=True)

    def _back(self) -> None:
        if not self.walk.back():
            self.console.print("type an action, the first step of one, or 'help'", style="dim")
        elif self.walk.path:
            self._print_steps()

    def _again(self) -> None:
        self.attempt.restart_step()
        self.walk = self._new_walk()
        self._print_board()
        self._print_task()

    def _quit(self, _: list[str]) -> None:
        raise Left

    def _completions(self, line: str) -> list[str]:
        commands = list(self._commands)
        more = [*self._view.actions(), *commands, *(f":{name}" for name in commands)]
        return self.walk.completions(line, more)
