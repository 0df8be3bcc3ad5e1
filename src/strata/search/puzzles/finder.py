"""The search for puzzles in games of computer players, and the repeated check of a puzzle.

Two levels play a game. Each position in which a turn begins is searched shallowly. Where one action
stands out, the turn is checked, last with the full effort, and the solution goes on as long as each
turn of the solver is the only good one. All effort is counted in positions, so that the same seed
finds the same puzzles on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from strata.core.action import Action
from strata.core.game import Game
from strata.core.outcome import SEATS
from strata.core.position import Position
from strata.core.record import Record
from strata.core.teaching.puzzle import (
    Puzzle,
    PuzzleGoal,
    PuzzleSource,
    PuzzleStep,
    open_puzzle,
    puzzle_id,
)
from strata.search.levels import LEVELS
from strata.search.levels import level as level_of
from strata.search.players import LevelPlayer
from strata.search.puzzles.difficulty import weakest_level
from strata.search.puzzles.only_turn import HOLDING, MARGIN, find_only_turn
from strata.search.puzzles.themes import find_themes
from strata.search.report import Limits, Line
from strata.search.turn_search import Stopped, TurnSearch
from strata.search.turns import is_turn_over, key_after, turn_spans

_MOST_STEPS: Final = 4
_MOST_TURNS: Final = 200  # per game
_MOST_OF_A_GAME: Final = 5
_WEAKEST: Final = 3  # how far below the stronger level the other may be
_WINNING: Final = 0.85  # chances from which a turn wins, or gains the upper hand
_GAINING: Final = 0.6
_DOUBT: Final = 0.05  # by how much a shallow search may underestimate the gap
_LONG_MS: Final = 600_000


@dataclass(frozen=True, slots=True)
class PuzzleEffort:
    """The effort that a finder spends on a puzzle."""

    level: int = 5
    """The highest level that plays, up to 9; each player is at most three levels below it."""
    shallow: int = 5
    """The level whose node limit the first search takes; a check halfway to `deep` follows it."""
    deep: int = 8
    """The level whose node limit each search of the final check takes."""
    margin: float = MARGIN


class PuzzleFinder:
    """A finder of puzzles of one game. Any thread may call `stop`, which ends it for good."""

    def __init__(self, game: Game, effort: PuzzleEffort | None = None, *, seed: int = 1) -> None:
        """Prepare the searches. Raises UnknownPlayer for a level that does not exist."""
        self.game: Final = game
        self.seed: Final = seed
        self.effort: Final = effort or PuzzleEffort()
        self._shallow: Final = TurnSearch(game, _limits(game, self.effort.shallow))
        halfway = (self.effort.shallow + self.effort.deep + 1) // 2
        self._halfway: Final = TurnSearch(game, _limits(game, halfway))
        self._nodes: Final = _nodes(game, self.effort.deep)
        self._deep: Final = TurnSearch(game, Limits(nodes=self._nodes))

    def stop(self) -> None:
        self._shallow.stop()
        self._halfway.stop()
        self._deep.stop()

    @property
    def is_stopped(self) -> bool:
        return self._deep.is_stopped

    def puzzles(self, number: int, known: Collection[str] = ()) -> Iterator[Puzzle]:
        """Yield the puzzles of the game with this number, except those whose id is in `known`.

        Ends early once the finder is stopped.
        """
        record, levels = self._play(number)
        solved: set[int] = set()
        count = 0
        for turn, span in enumerate(turn_spans(record), 1):
            position = record.position_at(span.start)
            if position.state.get_key() in solved or count >= _MOST_OF_A_GAME:
                continue
            try:
                if not self._is_promising(position):
                    continue
                source = PuzzleSource(self.seed, number, levels, turn)
                puzzle = self._check(position, source)
            except Stopped:
                return
            if puzzle is None:
                continue
            solved |= set(_solver_keys(position, puzzle))
            if puzzle.id not in known:
                count += 1
                yield puzzle

    def _play(self, number: int) -> tuple[Record, tuple[int, int]]:
        """Play a game of two levels, fixed by seed and number; a stopped game is shorter."""
        chance = Random(f"{self.seed}/{number}")
        strongest = min(self.effort.level, len(LEVELS) - 1)
        weakest = max(1, strongest - _WEAKEST)
        levels = (chance.randint(weakest, strongest), chance.randint(weakest, strongest))
        players = {
            seat: LevelPlayer(
                self.game,
                replace(level_of(level), time_ms=_LONG_MS),
                chance.getrandbits(31),
                None,
            )
            for seat, level in zip(SEATS, levels, strict=True)
        }
        record = self.game.record()
        turns = 0
        while record.seat is not None and turns < _MOST_TURNS and not self.is_stopped:
            seat = record.seat
            record.play(players[seat].choose(record))
            turns += is_turn_over(record.position, seat)
        return record, levels

    def _is_promising(self, position: Position) -> bool:
        """Return whether a shallow search sees one action stand out.

        Also true where the two best actions lead to the same position after the turn, and where
        only one first action is legal.
        """
        if position.seat is None or any(position.hides_from(seat) for seat in SEATS):
            return False
        seat = position.mover
        report = self._shallow.think(Record(position), lines=2).by_score(seat)
        if len(report.lines) < 2:
            return True  # one first action, perhaps many turns
        first, second = (_chance(line, seat == "first") for line in report.lines)
        if first < HOLDING:
            return False
        if first - second >= self.effort.margin - _DOUBT:
            return True
        ends = [_end_of_turn(position, line) for line in report.lines]
        return ends[0] is not None and ends[0] == ends[1]

    def _check(self, position: Position, source: PuzzleSource) -> Puzzle | None:
        """Return the puzzle that begins in `position`; None if the full effort finds none."""
        position = self.game.position(str(position))
        if find_only_turn(self._halfway, Record(position), self.effort.margin) is None:
            return None
        steps = self.solve(position)
        if not steps:
            return None
        goal = _goal(steps[0].chance)
        reached = key_after(position, _actions(position, steps[0].turn))
        defaults = type(self.game.rules)().settings
        options = {
            name: str(value)
            for name, value in self.game.settings.items()
            if value != defaults[name]
        }
        return Puzzle(
            id=puzzle_id(position.rules, str(position)),
            game=self.game.name,
            position=str(position),
            options=options,
            goal=goal,
            steps=steps,
            themes=find_themes(position, steps, goal),
            level=weakest_level(self.game, Record(position), reached),
            margin=self.effort.margin,
            nodes=self._nodes,
            source=source,
        )

    def solve(self, position: Position) -> tuple[PuzzleStep, ...]:
        """Return the only good turns from `position` on, with the replies between them."""
        return solve(self._deep, position, self.effort.margin)


def solve(search: TurnSearch, position: Position, margin: float) -> tuple[PuzzleStep, ...]:
    """Return the only good turns from `position` on, with the replies between them."""
    record = Record(position)
    steps: list[PuzzleStep] = []
    while len(steps) < _MOST_STEPS and record.outcome() is None:
        only = find_only_turn(search, record, margin)
        if only is None:
            break
        record.play_codes(only.turn)
        reply: tuple[Action, ...] = ()
        if record.outcome() is None:
            reply = search.whole_turn(record, only.value.line)
            record.play_codes(reply)
        steps.append(
            PuzzleStep(
                tuple(map(str, only.turn)),
                round(only.chance, 3),
                round(only.others, 3),
                tuple(map(str, reply)),
            )
        )
    if steps:
        last = steps[-1]
        steps[-1] = PuzzleStep(last.turn, last.chance, last.others)
    return tuple(steps)


def check_puzzle(game: Game, puzzle: Puzzle) -> str:
    """Repeat the full check of a puzzle; return what is wrong, or an empty string."""
    search = TurnSearch(Game(type(game.rules).open(puzzle.options)), Limits(nodes=puzzle.nodes))
    position = open_puzzle(puzzle, type(game.rules))
    found = solve(search, position, puzzle.margin)
    if not found:
        return "no turn is the only good one"
    if len(found) < len(puzzle.steps):
        return f"only the first {len(found)} turns of the solver are the only good ones"
    for number, (step, again) in enumerate(zip(puzzle.steps, found, strict=False), 1):
        ends = [key_after(position, _actions(position, turn)) for turn in (step.turn, again.turn)]
        if ends[0] != ends[1]:
            return f"step {number}: expected {' '.join(step.turn)}, found {' '.join(again.turn)}"
        for action in (*step.turn, *step.reply):
            position = position.play(action)
    return ""


def _goal(chance: float) -> PuzzleGoal:
    if chance >= _WINNING:
        return "win"
    return "gain" if chance >= _GAINING else "save"


def _actions(position: Position, turn: tuple[str, ...]) -> list[Action]:
    actions: list[Action] = []
    for text in turn:
        actions.append(position.find(text))
        position = position.play(text)
    return actions


def _solver_keys(position: Position, puzzle: Puzzle) -> Iterator[int]:
    """Yield the keys of the positions in which the solver is to find a turn."""
    for step in puzzle.steps:
        yield position.state.get_key()
        for action in (*step.turn, *step.reply):
            position = position.play(action)


def _chance(line: Line, is_first: bool) -> float:
    return line.score.expected if is_first else 1 - line.score.expected


def _end_of_turn(position: Position, line: Line) -> int | None:
    """Return the key after the first turn of `line`; None if the line ends before the turn."""
    seat = position.mover
    for action in line.actions:
        position = position.play(action)
        if is_turn_over(position, seat):
            return position.state.get_key()
    return None


def _nodes(game: Game, level: int) -> int:
    chosen = level_of(min(level, len(LEVELS) - 1))
    return chosen.nodes(game) or 1


def _limits(game: Game, level: int) -> Limits:
    return Limits(nodes=_nodes(game, level))
