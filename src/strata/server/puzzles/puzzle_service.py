"""The service for puzzles of all games: lists, choices, attempts, results and streaks.

The first event that decides an attempt is its result: a wrong turn, a hint, the wish to see the
solution, or the last right turn. What follows is not rated.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Final

import msgspec

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
    puzzles_until_rated,
    rate,
)
from strata.play.refusal import Refusal
from strata.search.puzzles.themes import THEMES
from strata.server.engines.analyst import Analyst
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
)
from strata.server.puzzles.answer_judge import AnswerJudge
from strata.server.puzzles.proofs import Proofs
from strata.server.puzzles.puzzle_worker import (
    AttemptState,
    draw_puzzle,
    explain_miss,
    go_on,
    list_hints,
    show_solution,
)
from strata.server.storage.solvers import PuzzleResult, Solver, SolverStorage, Streak

_PATIENCE: Final = 5  # tries to store a result while other processes are faster


@dataclass(frozen=True)
class Noted:
    """A solver before and after a result."""

    before: Solver
    after: Solver

    @property
    def change(self) -> float | None:
        """The change in the rating; None if there was no rating to show before."""
        if puzzles_until_rated(len(self.before.tried)):
            return None
        return self.after.rating.rating - self.before.rating.rating


class PuzzleService:
    def __init__(
        self,
        storage: SolverStorage,
        worker: MeteredWorker,
        analyst: Analyst,
        proofs: Proofs,
        now_ms: TimeSource,
    ) -> None:
        self._storage: Final = storage
        self._worker: Final = worker
        self._judge: Final = AnswerJudge(worker, analyst)
        self._proofs: Final = proofs
        self._now_ms: Final = now_ms
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

    def state(
        self, name: str, puzzle: str, device: str | None, proof: str, turn: tuple[str, ...]
    ) -> AttemptState:
        """Return how far an attempt of the client with this hash has come.

        `turn` is the beginning of the turn to find. Raises InvalidPuzzleAttempt.
        """
        return AttemptState(name, puzzle, self._proofs.read(proof, device, name, puzzle), turn)

    async def go_on(
        self, state: AttemptState, action: str | None, owner: str
    ) -> PuzzleState | None:
        """Play an action of a turn; return None if it completes the turn.

        Without an action, return the state of the attempt. `owner` is the client's address. Raises
        what `puzzle_worker.go_on` raises, or WorkerBusy.
        """
        return await self._worker.run(owner, go_on, state, action)

    async def judge(
        self,
        device: str,
        state: AttemptState,
        action: str,
        owner: str,
        count: Callable[[], None],
        *,
        in_streak: bool,
    ) -> tuple[PuzzleState, Noted | None]:
        """Judge the turn that `action` completes, and note the result if it decides the attempt.

        Raises what `AnswerJudge.judge` and `note` raise.
        """
        judged = await self._judge.judge(device, state, action, owner, count)
        name, puzzle, noted = state.game, state.puzzle, None
        if judged.verdict == "next":
            proof = self._proofs.sign(device, name, puzzle, judged.actions)
            judged = msgspec.structs.replace(judged, proof=proof)
            self._judge.settle(device, name, puzzle)
        else:
            solved = judged.verdict == "solved"
            noted = await self.note(device, name, puzzle, solved=solved, in_streak=in_streak)
        return judged, noted

    async def hints(self, state: AttemptState, owner: str) -> tuple[Sentence, ...]:
        return await self._worker.run(owner, list_hints, state)

    async def solution(self, state: AttemptState, owner: str) -> PuzzleState:
        return await self._worker.run(owner, show_solution, state)

    async def explain(self, state: AttemptState, clicks: Clicks, owner: str) -> Explanation:
        return await self._worker.run(owner, explain_miss, state, clicks)

    async def draw(self, name: str, puzzle: str, frame: tuple[int, int], owner: str) -> str:
        """Return the position of a puzzle as SVG. Raises UnknownGame or UnknownPuzzle."""
        return await self._worker.run(owner, draw_puzzle, name, puzzle, frame)

    async def note(
        self, device: str, name: str, puzzle_id: str, *, solved: bool, in_streak: bool
    ) -> Noted:
        """Store a result; `solved` means without help. Only the first of a puzzle is rated.

        The client may give any answer afterwards. Raises UnknownGame, UnknownPuzzle, or Refusal if
        other processes keep being faster.
        """
        noted = await self._store(device, name, puzzle_id, solved=solved, in_streak=in_streak)
        self._judge.settle(device, name, puzzle_id)
        return noted

    async def _store(
        self, device: str, name: str, puzzle_id: str, *, solved: bool, in_streak: bool
    ) -> Noted:
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
    until_rated = puzzles_until_rated(len(solver.tried))
    return SolverInfo(
        None if until_rated else solver.rating.rating,
        None if until_rated else solver.rating.deviation,
        until_rated,
        len(solver.tried),
        len(solver.solved),
        solver.best_streak,
    )


def describe_streak(solver: Solver) -> StreakState:
    streak = solver.streak
    return StreakState(len(streak.done), solver.best_streak, streak.puzzle, streak.is_over)
