"""The service for puzzles of all games: lists, choices, attempts, results and streaks.

The first event that decides an attempt is its result: a wrong turn, a hint, the wish to see the
solution, or the last right turn. What follows is not rated.
"""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Final

from strata.core.errors import StrataError
from strata.core.explaining.telling import Sentence
from strata.core.explaining.why_not import Explanation
from strata.core.game import Game
from strata.core.teaching.puzzle import Puzzle, UnknownPuzzle, open_puzzle
from strata.games import game_names, rules_class
from strata.play.puzzle_choice import (
    DIFFICULTIES,
    daily_puzzle,
    difficulty_of,
    nearest_puzzle,
    next_in_streak,
    puzzle_rating,
    rate,
)
from strata.play.refusal import Refusal
from strata.search.puzzles.themes import THEMES
from strata.server.engines.analyst import AnalysisFailed, Analyst
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.ops.time_source import TimeSource
from strata.server.protocol.game_messages import Clicks
from strata.server.protocol.puzzle_messages import (
    DailyPuzzle,
    PuzzleCollection,
    PuzzleGameInfo,
    PuzzleGroup,
    PuzzleInfo,
    PuzzleResultInfo,
    PuzzleState,
    SolverInfo,
    StreakState,
    TryPuzzle,
)
from strata.server.puzzles.puzzle_worker import (
    draw_puzzle,
    explain_miss,
    list_hints,
    show_solution,
    try_puzzle,
)
from strata.server.storage.solvers import PuzzleResult, Solver, SolverStorage, Streak

_MOST_KEPT: Final = 2000
_PATIENCE: Final = 5  # tries to store a result while other processes are faster


@dataclass(frozen=True)
class Noted:
    """A solver before and after a result."""

    before: Solver
    after: Solver

    @property
    def change(self) -> float:
        return self.after.rating.rating - self.before.rating.rating


class PuzzleService:
    def __init__(
        self, storage: SolverStorage, worker: MeteredWorker, analyst: Analyst, now_ms: TimeSource
    ) -> None:
        self._storage: Final = storage
        self._worker: Final = worker
        self._analyst: Final = analyst
        self._now_ms: Final = now_ms
        self._judged: Final[OrderedDict[tuple[str, str, TryPuzzle], PuzzleState]] = OrderedDict()
        self._is_full = False

    @property
    def today(self) -> date:
        """The date of the server, in UTC."""
        return datetime.fromtimestamp(self._now_ms() / 1000, UTC).date()

    async def games(self, device: str | None) -> list[PuzzleGameInfo]:
        """Return the games that have puzzles, with the results of the client with this hash."""
        solvers = await self._solvers(device)
        found = []
        for name in game_names():
            try:
                game = await _open(name)
            except (StrataError, ImportError):  # broken games are logged when the server starts
                continue
            if game.puzzles:
                solver = solvers.get(name, Solver())
                daily = self._daily(game, solver)
                count, known = len(game.puzzles), describe_solver(solver)
                found.append(PuzzleGameInfo(name, game.title, count, daily, known))
        return found

    async def collection(self, name: str, device: str | None) -> PuzzleCollection:
        """Return the puzzles of a game. Raises UnknownGame, or UnknownPuzzle if there are none."""
        game = await _open_with_puzzles(name)
        solver = await self._solver(device, name)
        themes = {theme for puzzle in game.puzzles for theme in puzzle.themes}
        return PuzzleCollection(
            game=name,
            title=game.title,
            count=len(game.puzzles),
            daily=self._daily(game, solver),
            solver=describe_solver(solver),
            next=_nearest(game.puzzles, solver).id,
            themes=tuple(
                _group(
                    theme, words, (each for each in game.puzzles if theme in each.themes), solver
                )
                for theme, words in THEMES.items()
                if theme in themes
            ),
            difficulties=tuple(
                _group(
                    each.name,
                    f"found by level {each.least} to {each.most}",
                    (puzzle for puzzle in game.puzzles if difficulty_of(puzzle) == each),
                    solver,
                )
                for each in DIFFICULTIES
            ),
            streak=describe_streak(solver),
        )

    async def choose(
        self, name: str, device: str | None, theme: str, difficulty: str, after: str
    ) -> str:
        """Return the id of a puzzle for this client, other than `after` if there is another.

        An empty `theme` or `difficulty` fits every puzzle. Raises UnknownGame, or UnknownPuzzle if
        no puzzle fits.
        """
        game = await _open_with_puzzles(name)
        fitting = [
            puzzle
            for puzzle in game.puzzles
            if (not theme or theme in puzzle.themes)
            and (not difficulty or difficulty_of(puzzle).name == difficulty)
        ]
        if not fitting:
            raise UnknownPuzzle(f"{game.title} has no puzzle of this theme and difficulty")
        others = [puzzle for puzzle in fitting if puzzle.id != after]
        return _nearest(others or fitting, await self._solver(device, name)).id

    async def info(self, name: str, puzzle_id: str, device: str | None) -> PuzzleInfo:
        """Return a puzzle without its solution. Raises UnknownGame or UnknownPuzzle."""
        game = await _open(name)
        puzzle = game.puzzle(puzzle_id)
        result = (await self._solver(device, name)).results.get(puzzle_id)
        return PuzzleInfo(
            id=puzzle.id,
            game=name,
            title=game.title,
            options=puzzle.options,
            position=puzzle.position,
            rating=puzzle_rating(puzzle).rating,
            solver=open_puzzle(puzzle, type(game.rules)).mover,
            daily=puzzle == daily_puzzle(game.puzzles, self.today),
            mine=describe_result(result),
        )

    async def attempt(
        self,
        name: str,
        puzzle: str,
        tried: TryPuzzle,
        owner: str,
        search: AbstractContextManager[None],
    ) -> PuzzleState:
        """Judge an action, without storing a result. `search` is entered if one is needed.

        `owner` is the client's address. Raises what `try_puzzle` and `search` raise, WorkerBusy,
        AnalystBusy or AnalysisFailed.
        """
        key = (name, puzzle, tried)
        known = self._judged.get(key)
        if known is not None:
            self._judged.move_to_end(key)
            return known
        given = (name, puzzle, tried.actions, tried.action)
        found = await self._worker.run(owner, try_puzzle, *given, False)
        if found is not None:
            return found
        with search:
            judged = await self._analyst.judge_answer(puzzle, owner, try_puzzle, *given, True)
        if judged is None:
            raise AnalysisFailed("this answer could not be judged")
        self._judged[key] = judged
        if len(self._judged) > _MOST_KEPT:
            self._judged.popitem(last=False)
        return judged

    async def hints(
        self, name: str, puzzle: str, actions: tuple[str, ...], owner: str
    ) -> tuple[Sentence, ...]:
        return await self._worker.run(owner, list_hints, name, puzzle, actions)

    async def solution(
        self, name: str, puzzle: str, actions: tuple[str, ...], owner: str
    ) -> PuzzleState:
        return await self._worker.run(owner, show_solution, name, puzzle, actions)

    async def explain(
        self, name: str, puzzle: str, actions: tuple[str, ...], clicks: Clicks, owner: str
    ) -> Explanation:
        return await self._worker.run(owner, explain_miss, name, puzzle, actions, clicks)

    async def draw(self, name: str, puzzle: str, frame: tuple[int, int], owner: str) -> str:
        """Return the position of a puzzle as SVG. Raises UnknownGame or UnknownPuzzle."""
        return await self._worker.run(owner, draw_puzzle, name, puzzle, frame)

    async def note(
        self, device: str, name: str, puzzle_id: str, *, solved: bool, in_streak: bool
    ) -> Noted:
        """Store a result; `solved` means without help. Only the first of a puzzle is rated.

        Raises UnknownGame, UnknownPuzzle, or Refusal if other processes keep being faster.
        """
        game = await _open(name)
        puzzle = game.puzzle(puzzle_id)
        for _ in range(_PATIENCE):
            before = await self._solver(device, name)
            if self._is_full and before.version < 0:
                return Noted(before, before)
            known = before.results.get(puzzle_id)
            result = known or PuzzleResult(clean=solved, solved=solved)
            result = replace(result, solved=result.solved or solved)
            streak = before.streak
            if in_streak and streak.puzzle == puzzle_id and not streak.is_over:
                streak = _go_on(streak, game, before) if solved else _ended(streak)
            after = replace(
                before,
                rating=before.rating if known else rate(before.rating, puzzle, solved),
                best_streak=max(before.best_streak, len(streak.done)),
                streak=streak,
                results=before.results | {puzzle_id: result},
            )
            if after == before:
                return Noted(before, before)
            if await self._storage.change(device, name, after, {puzzle_id: result}, self._now_ms()):
                return Noted(before, after)
        raise Refusal("stale", "your results were changed elsewhere: try again")

    async def begin_streak(self, device: str, name: str) -> StreakState:
        """Begin a streak, in place of one in progress.

        Raises UnknownGame, UnknownPuzzle or Refusal.
        """
        game = await _open_with_puzzles(name)
        for _ in range(_PATIENCE):
            before = await self._solver(device, name)
            if self._is_full and before.version < 0:
                raise Refusal("not-allowed", "this server is full: nothing new can be stored")
            after = replace(before, streak=_go_on(Streak(), game, before, begins=True))
            if await self._storage.change(device, name, after, {}, self._now_ms()):
                return describe_streak(after)
        raise Refusal("stale", "your results were changed elsewhere: try again")

    async def forget(self, device: str) -> None:
        """Delete all that is stored about a client."""
        await self._storage.forget(device)

    async def tidy(self, is_full: bool) -> None:
        """Delete solvers who have solved nothing for long. Called by housekeeping.

        While the database is full, no new solver is stored.
        """
        self._is_full = is_full
        await self._storage.drop_unused(self._now_ms())

    async def _solvers(self, device: str | None) -> dict[str, Solver]:
        return {} if device is None else await self._storage.of(device)

    async def _solver(self, device: str | None, game: str) -> Solver:
        return (await self._solvers(device)).get(game, Solver())

    def _daily(self, game: Game, solver: Solver) -> DailyPuzzle:
        puzzle = daily_puzzle(game.puzzles, self.today)
        return DailyPuzzle(
            puzzle.id, self.today.isoformat(), describe_result(solver.results.get(puzzle.id))
        )


async def _open(name: str) -> Game:
    """Open a game and read its puzzles. Raises UnknownGame."""
    game = Game(rules_class(name)())
    await asyncio.to_thread(lambda: game.puzzles)
    return game


async def _open_with_puzzles(name: str) -> Game:
    game = await _open(name)
    if not game.puzzles:
        raise UnknownPuzzle(f"{game.title} has no puzzles")
    return game


def _nearest(puzzles: Iterable[Puzzle], solver: Solver) -> Puzzle:
    found = nearest_puzzle(puzzles, solver.rating.rating, solver.tried, solver.solved)
    assert found is not None
    return found


def _group(name: str, words: str, puzzles: Iterable[Puzzle], solver: Solver) -> PuzzleGroup:
    ids = {puzzle.id for puzzle in puzzles}
    return PuzzleGroup(name, words, len(ids), len(ids & solver.solved))


def _go_on(streak: Streak, game: Game, solver: Solver, *, begins: bool = False) -> Streak:
    """Return the streak after its puzzle was solved, or at its beginning."""
    done = () if begins else (*streak.done, streak.puzzle)
    following = next_in_streak(game.puzzles, done, solver.tried, random.Random())
    return Streak(done, following.id if following else "", following is None)


def _ended(streak: Streak) -> Streak:
    """Return the streak after a mistake."""
    return Streak(streak.done, "", True)


def describe_result(result: PuzzleResult | None) -> PuzzleResultInfo | None:
    return None if result is None else PuzzleResultInfo(result.clean, result.solved)


def describe_solver(solver: Solver) -> SolverInfo:
    return SolverInfo(
        solver.rating.rating,
        solver.rating.deviation,
        len(solver.tried),
        len(solver.solved),
        solver.best_streak,
    )


def describe_streak(solver: Solver) -> StreakState:
    streak = solver.streak
    return StreakState(len(streak.done), solver.best_streak, streak.puzzle, streak.is_over)
