"""Lessons read from `lessons.toml` in the folder of a guide, and played through to check them.

Accepted actions must be legal and lead where they should, mistakes must be mistakes, and named
cells must exist; any other file is refused.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from strata.core.errors import IllegalAction, InvalidGuide, StrataError, listed, shown
from strata.core.outcome import SEATS, Seat
from strata.core.position import Position
from strata.core.rules import Rules
from strata.core.teaching.guide import LONGEST_TEXT, read_tables
from strata.core.teaching.guide_table import GuideTable
from strata.core.teaching.lesson import (
    Goal,
    Judgement,
    Lesson,
    Line,
    Step,
    Thing,
    judge,
    open_lesson,
)

LESSONS: Final = "lessons.toml"
LONGEST_TITLE: Final = 60
MOST_LEVEL: Final = 10
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_SENTENCES: Final = re.compile(r"[A-Z].*[.!?]")
_CELL: Final = re.compile(r"\b[a-z]\d{1,2}\b")
_LESSON_KEYS: Final = (
    "name",
    "title",
    "group",
    "position",
    "options",
    "rules",
    "learnt",
    "step",
)
_STEP_KEYS: Final = ("task", "hints", "accept", "goal", "wrong", "reply", "against", "free")
_GOAL_KEYS: Final = ("won", "over", "seat", "on", "off", "count", "at_most", "check")


@lru_cache(maxsize=64)
def read_lessons(path: Path, game: type[Rules[Any]]) -> tuple[Lesson, ...]:
    """Read the lessons of `game`, in order.

    Raises InvalidGuide, which names the file, the key, what was given and what was expected.
    """
    rules = game()
    found: dict[str, Lesson] = {}
    for number, table in enumerate(read_tables(path, "lesson"), 1):
        lesson = _LessonTable(path, f"lesson.{number}", table, rules).lesson()
        if lesson.name in found:
            where, given = f"lesson.{number}.name", f"a second lesson {shown(lesson.name)}"
            raise InvalidGuide(path, where, given, "a unique name")
        found[lesson.name] = lesson
    return tuple(found.values())


class _SentenceTable(GuideTable):
    """A table with sentences, which may name cells of the board."""

    def sentence(self, key: str, cells: frozenset[str], *, needed: bool = True) -> str:
        text = self.text(key, needed=needed)
        return self.expect_sentence(key, text, cells) if text else ""

    def expect_sentence(self, key: str, text: object, cells: frozenset[str]) -> str:
        if (
            not isinstance(text, str)
            or len(text) > LONGEST_TEXT
            or not text.isprintable()
            or not _SENTENCES.fullmatch(text)
        ):
            expected = f"a sentence of at most {LONGEST_TEXT} characters that ends with a full stop"
            raise self.refuse(key, shown(str(text)), expected)
        for cell in _CELL.findall(text):
            if cell not in cells:
                raise self.refuse(key, f"no cell {cell} in {shown(text)}", "a cell of the board")
        return text


class _LessonTable(_SentenceTable):
    """A `[[lesson]]` table of the file."""

    def __init__(self, path: Path, where: str, table: object, rules: Rules[Any]) -> None:
        super().__init__(path, where, table, _LESSON_KEYS)
        self.rules: Final = rules

    def lesson(self) -> Lesson:
        name = self.text("name")
        if not _NAME.fullmatch(name):
            raise self.refuse("name", shown(name), "lowercase letters, digits and - between words")
        title = self.text("title", LONGEST_TITLE)
        group = self.text("group", LONGEST_TITLE, needed=False)
        position, options = (
            self.text("position", self.rules.longest_position),
            self.options(type(self.rules)),
        )
        try:
            opened = open_lesson(self.rules, Lesson(name, title, position, (), "", group, options))
        except StrataError as error:
            raise self.refuse("position", str(error), "a position of the game") from None
        learner = opened.seat
        if learner is None:
            raise self.refuse("position", "a game that is over", "a position to play on from")
        cells = frozenset(cell.name for cell in opened.scene().cells)
        learnt = self.sentence("learnt", cells)
        steps = self._steps(opened, learner, cells)
        rules = tuple(self.texts("rules"))
        return Lesson(name, title, position, steps, learnt, group, options, rules)

    def _steps(self, opened: Position, learner: Seat, cells: frozenset[str]) -> tuple[Step, ...]:
        tables = self.table.get("step")
        if not isinstance(tables, list) or not tables:
            raise self.refuse_value("step", "[[lesson.step]] tables")
        steps = []
        begins = [opened]
        for number, table in enumerate(tables, 1):
            where = f"{self.where}.step.{number}"
            reader = _StepTable(self.path, where, table, self.rules, cells)
            is_last = number == len(tables)
            step = reader.step(is_last=is_last)
            check = _StepCheck(reader, step, learner)
            ends = check.play(begins)
            begins = [] if is_last else [check.reply(end) for end in ends]
            steps.append(step)
        return tuple(steps)


class _StepTable(_SentenceTable):
    """A `[[lesson.step]]` table of the file."""

    def __init__(
        self, path: Path, where: str, table: object, rules: Rules[Any], cells: frozenset[str]
    ) -> None:
        super().__init__(path, where, table, _STEP_KEYS)
        self.rules: Final = rules
        self.cells: Final = cells

    def step(self, *, is_last: bool) -> Step:
        """Return the step, without playing anything of it."""
        goal, against = self._goal(), self._against()
        accept = tuple(self._line("accept", text) for text in self.texts("accept"))
        if against and (accept or goal is None):
            raise self.refuse("against", shown(str(against)), "a goal and no actions to accept")
        if not against and not accept:
            raise self.refuse("accept", "nothing", "a list of actions, the first to be shown")
        if not is_last:
            for key in ("goal", "against"):
                if key in self.table:
                    raise self.refuse(key, "a key", "none before the last step")
        elif "reply" in self.table:
            raise self.refuse("reply", "a reply", "none in the last step")
        reply = self._line("reply", self.text("reply")) if "reply" in self.table else ()
        return Step(
            self.sentence("task", self.cells),
            self._hints(),
            accept,
            goal,
            tuple(
                (self._line("wrong", line), self.expect_sentence(f"wrong.{line}", why, self.cells))
                for line, why in self.entries("wrong").items()
            ),
            reply,
            against,
            self.sentence("free", self.cells, needed=False),
        )

    def _hints(self) -> tuple[str, ...]:
        hints = self.texts("hints")
        if not hints:
            raise self.refuse_value("hints", "at least one sentence")
        return tuple(self.expect_sentence("hints", hint, self.cells) for hint in hints)

    def _against(self) -> int:
        value = self.table.get("against", 0)
        if type(value) is not int or ("against" in self.table and not 1 <= value <= MOST_LEVEL):
            raise self.refuse_value("against", f"a level from 1 to {MOST_LEVEL}")
        return value

    def _line(self, key: str, text: str) -> Line:
        line = tuple(text.split())
        if not line:
            raise self.refuse(key, shown(text), "actions separated by blanks")
        return line

    def _goal(self) -> Goal | None:
        if "goal" not in self.table:
            return None
        table = GuideTable(self.path, f"{self.where}.goal", self.table["goal"], _GOAL_KEYS)
        if not table.table:
            raise self.refuse("goal", "no condition", f"at least one of {', '.join(_GOAL_KEYS)}")
        for key in ("won", "over"):
            if table.table.get(key, True) is not True:
                raise table.refuse(key, shown(repr(table.table[key])), "true")
        seat = table.table.get("seat")
        if seat is not None and seat not in SEATS:
            raise table.refuse("seat", shown(repr(seat)), f"one of {', '.join(SEATS)}")
        return Goal(
            "won" in table.table,
            "over" in table.table,
            seat,
            self._places(table, "on"),
            self._places(table, "off"),
            self._numbers(table, "count"),
            self._numbers(table, "at_most"),
            tuple(self._cell(table, "check", cell) for cell in table.texts("check")),
        )

    def _places(self, table: GuideTable, key: str) -> tuple[tuple[str, Thing], ...]:
        return tuple(
            (self._cell(table, key, cell), self._thing(table, key, thing))
            for cell, thing in table.entries(key).items()
        )

    def _numbers(self, table: GuideTable, key: str) -> tuple[tuple[Thing, int], ...]:
        found = []
        for thing, number in table.entries(key).items():
            if type(number) is not int or number < 0:
                raise table.refuse(f"{key}.{thing}", shown(repr(number)), "a number of at least 0")
            found.append((self._thing(table, key, thing), number))
        return tuple(found)

    def _cell(self, table: GuideTable, key: str, cell: str) -> str:
        if cell not in self.cells:
            raise table.refuse(key, f"no cell {shown(cell)}", "a cell of the board")
        return cell

    def _thing(self, table: GuideTable, key: str, text: object) -> Thing:
        """Parse a thing: `first`, `soldier` or `first soldier`."""
        words = text.split() if isinstance(text, str) else []
        owner = next((seat for seat in SEATS if words[:1] == [seat]), None)
        rest = words[1:] if owner else words
        if not words or len(rest) > 1 or (rest and rest[0] not in self.rules.symbols):
            expected = f"a seat, a symbol or both, as in 'first {next(iter(self.rules.symbols))}'"
            symbols = listed(self.rules.symbols, 40)
            raise table.refuse(key, shown(str(text)), f"{expected}; symbols are {symbols}")
        return Thing(rest[0] if rest else None, owner)


class _StepCheck:
    """A check that plays a step from every position in which it may begin."""

    def __init__(self, table: GuideTable, step: Step, learner: Seat) -> None:
        self.table: Final = table
        self.step: Final = step
        self.learner: Final = learner

    def play(self, begins: list[Position]) -> list[Position]:
        """Return the positions in which the step may end. Raises InvalidGuide."""
        for begin in begins:
            if self.step.against and begin.view(self.learner).hidden:
                given = f"a match where something is hidden from {self.learner}"
                raise self.table.refuse("against", given, "a position that hides nothing")
            for line, _ in self.step.wrong:
                self._expect("wrong", begin, line, "refused")
        return [
            self._expect("accept", begin, line, "done")
            for begin in begins
            for line in self.step.accept
        ]

    def _expect(self, key: str, begin: Position, line: Line, judgement: Judgement) -> Position:
        """Play a line, of which only the last action must get this judgement; return its end."""
        position = begin
        for number, action in enumerate(line, 1):
            so_far = line[:number]
            if position.seat != self.learner:
                given = f"{shown(' '.join(so_far))}, where {position.seat} acts"
                raise self.table.refuse(key, given, f"actions of {self.learner} only")
            position = self._played(key, position, action)
            view = position.view(self.learner)
            found = judge(self.step, self.learner, so_far, view, position.begins_turn)
            wanted = judgement if number == len(line) else "on"
            if found != wanted:
                given = f"{shown(' '.join(so_far))}, which is {found} in {begin}"
                raise self.table.refuse(key, given, f"one that is {wanted}")
        goal = self.step.goal
        if (
            judgement == "done"
            and goal
            and not goal.is_met(position.view(self.learner), self.learner)
        ):
            given = f"{shown(' '.join(line))}, which does not meet the goal"
            raise self.table.refuse(key, given, "one that does")
        return position

    def _played(self, key: str, position: Position, action: str) -> Position:
        try:
            return position.play(action)
        except IllegalAction as error:
            raise self.table.refuse(key, str(error), "a legal action") from None

    def reply(self, end: Position) -> Position:
        """Return the position in which the next step begins. Raises InvalidGuide."""
        position = end
        for action in self.step.reply:
            if position.seat in (None, self.learner):
                given = f"{shown(action)}, where {position.seat or 'nobody'} acts"
                raise self.table.refuse("reply", given, "actions of the opponent only")
            position = self._played("reply", position, action)
        if position.seat != self.learner:
            given = f"{shown(' '.join(self.step.reply))}, after which {position.seat} acts"
            raise self.table.refuse("reply", given, f"{self.learner} to act in the next step")
        return position
