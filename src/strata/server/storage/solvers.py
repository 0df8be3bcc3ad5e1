"""Stored solvers of puzzles: ratings, streaks and the result of each puzzle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from strata.play.glicko import Rating
from strata.server.storage.failures import connected
from strata.server.storage.schema import puzzle_results, solvers
from strata.server.storage.write_queue import WriteQueue
from strata.server.storage.writers import Statement

UNUSED_MS: Final = 400 * 24 * 3600 * 1000
"""A solver who solves nothing for this long is deleted; browsers keep no cookie longer."""
_AT_A_TIME: Final = 200
_of: Final = (solvers.c.device == bindparam("whose"), solvers.c.game == bindparam("which_game"))
_SELECT: Final = select(solvers).where(solvers.c.device == bindparam("whose"))
_SELECT_RESULTS: Final = select(puzzle_results).where(puzzle_results.c.device == bindparam("whose"))
_CHANGE: Final = (
    update(solvers)
    .where(*_of, solvers.c.version == bindparam("known"))
    .values(
        rating=bindparam("new_rating"),
        deviation=bindparam("new_deviation"),
        volatility=bindparam("new_volatility"),
        best_streak=bindparam("new_best_streak"),
        streak=bindparam("new_streak"),
        version=bindparam("new_version"),
        changed_ms=bindparam("new_changed_ms"),
    )
)
_DELETE: Final = delete(solvers).where(solvers.c.device == bindparam("whose"))
_DELETE_RESULTS: Final = delete(puzzle_results).where(puzzle_results.c.device == bindparam("whose"))
_SELECT_UNUSED: Final = (
    select(solvers.c.device, solvers.c.game)
    .where(solvers.c.changed_ms < bindparam("until_ms"))
    .limit(_AT_A_TIME)
)
_DROP: Final = (
    delete(solvers).where(*_of, solvers.c.changed_ms < bindparam("until_ms")),
    delete(puzzle_results).where(
        puzzle_results.c.device == bindparam("whose"),
        puzzle_results.c.game == bindparam("which_game"),
    ),
)


class Streak(msgspec.Struct, frozen=True):
    """Puzzles solved in a row, until the first mistake."""

    done: tuple[str, ...] = ()
    """The ids of the solved puzzles."""
    puzzle: str = ""
    """The puzzle to solve; empty if none is left or the streak is over."""
    is_over: bool = True


@dataclass(frozen=True)
class PuzzleResult:
    """The result of one puzzle."""

    clean: bool
    solved: bool


@dataclass(frozen=True)
class Solver:
    """A solver's rating, streaks and results in one game."""

    rating: Rating = field(default_factory=Rating)
    best_streak: int = 0
    streak: Streak = field(default_factory=Streak)
    version: int = -1
    """-1 if nothing is stored yet."""
    results: dict[str, PuzzleResult] = field(default_factory=dict)
    """By puzzle id."""

    @property
    def tried(self) -> frozenset[str]:
        return frozenset(self.results)

    @property
    def solved(self) -> frozenset[str]:
        return frozenset(key for key, result in self.results.items() if result.solved)


class SolverStorage:
    def __init__(self, engine: AsyncEngine, write_queue: WriteQueue) -> None:
        self._engine: Final = engine
        self._write_queue: Final = write_queue
        insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        # Another process may insert the same row at the same moment.
        self._insert: Final = insert(solvers).on_conflict_do_nothing()
        result = insert(puzzle_results)
        self._note: Final = result.on_conflict_do_update(
            index_elements=["device", "game", "puzzle"],
            set_={"solved": or_(puzzle_results.c.solved, result.excluded.solved)},
        )

    async def of(self, device: str) -> dict[str, Solver]:
        """Return all that is stored about the client with this hash, by game."""
        async with connected(self._engine) as connection:
            rows = (await connection.execute(_SELECT, {"whose": device})).all()
            found = (await connection.execute(_SELECT_RESULTS, {"whose": device})).all()
        results: dict[str, dict[str, PuzzleResult]] = {}
        for row in found:
            results.setdefault(row.game, {})[row.puzzle] = PuzzleResult(row.clean, row.solved)
        return {
            row.game: Solver(
                Rating(row.rating, row.deviation, row.volatility),
                row.best_streak,
                _read_streak(row.streak),
                row.version,
                results.get(row.game, {}),
            )
            for row in rows
        }

    async def change(
        self,
        device: str,
        game: str,
        solver: Solver,
        noted: dict[str, PuzzleResult],
        now_ms: int,
    ) -> bool:
        """Store `solver` as the next version, and results; return False if another was faster.

        The optimistic lock is `solver.version`. A result that is stored already can only become
        `solved`.
        """
        columns = {
            "rating": solver.rating.rating,
            "deviation": solver.rating.deviation,
            "volatility": solver.rating.volatility,
            "best_streak": solver.best_streak,
            "streak": msgspec.json.encode(solver.streak).decode(),
            "version": solver.version + 1,
            "changed_ms": now_ms,
        }
        if solver.version < 0:
            first: Statement = (self._insert, {"device": device, "game": game} | columns)
        else:
            values = {f"new_{name}": value for name, value in columns.items()}
            own = {"whose": device, "which_game": game, "known": solver.version}
            first = (_CHANGE, own | values)
        results: list[Statement] = [
            (
                self._note,
                {
                    "device": device,
                    "game": game,
                    "puzzle": puzzle,
                    "clean": result.clean,
                    "solved": result.solved,
                },
            )
            for puzzle, result in noted.items()
        ]
        return await self._write_queue.write(device, first, *results)

    async def forget(self, device: str) -> None:
        """Delete all that is stored about a client."""
        values = {"whose": device}
        await self._write_queue.write(device, (_DELETE, values), (_DELETE_RESULTS, values))

    async def drop_unused(self, now_ms: int) -> None:
        """Delete a batch of solvers who have solved nothing for `UNUSED_MS`."""
        until = {"until_ms": now_ms - UNUSED_MS}
        async with connected(self._engine) as connection:
            old = (await connection.execute(_SELECT_UNUSED, until)).all()
        for device, game in old:
            values = {"whose": device, "which_game": game} | until
            await self._write_queue.write(device, *((statement, values) for statement in _DROP))


def _read_streak(text: str) -> Streak:
    try:
        return msgspec.json.decode(text, type=Streak)
    except msgspec.MsgspecError:  # written by another version
        return Streak()
