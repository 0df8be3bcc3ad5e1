"""Routes of puzzles: listing, choosing and solving them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from strata.core.explaining.why_not import Explanation
from strata.server.http.access.identity import Clients
from strata.server.http.dependencies import AnyRequest, TheClients, ThePayer, question
from strata.server.http.pages.pictures import FRAME, PNG, ThePictures
from strata.server.http.prepared import HOUR, prepare
from strata.server.http.problems import problems
from strata.server.protocol.puzzle_messages import (
    AskInPuzzle,
    MissInPuzzle,
    PuzzleChoice,
    PuzzleCollection,
    PuzzleGameInfo,
    PuzzleHint,
    PuzzleInfo,
    PuzzleState,
    StreakState,
    TryPuzzle,
)
from strata.server.puzzles.puzzle_service import (
    Noted,
    PuzzleService,
    describe_result,
    describe_solver,
    describe_streak,
)
from strata.server.puzzles.puzzle_worker import AttemptState
from strata.server.storage.seat_keys import hash_key

ThePuzzles = NamedDependency[PuzzleService]
Name = Annotated[str, QueryParameter(max_length=32)]


def _device(clients: Clients, request: AnyRequest) -> str | None:
    key = clients.key_of(request)
    return None if key is None else hash_key(key)


def _device_for(clients: Clients, request: AnyRequest) -> tuple[str, list[Cookie]]:
    """Return the hash of the client's key, and a cookie if the key is new.

    Raises TooOften if too many new keys are asked for.
    """
    key, cookie = clients.key_for(request)
    if cookie:
        clients.expect_may_make(request)
    return hash_key(key), cookie


@get("/api/puzzles", responses=problems(400))
async def list_games(
    puzzles: ThePuzzles, clients: TheClients, request: AnyRequest
) -> list[PuzzleGameInfo]:
    """Return the games that have puzzles, with today's puzzle of each and this client's rating."""
    return await puzzles.games(_device(clients, request))


@get("/api/puzzles/{game:str}", responses=problems(400, 404))
async def list_puzzles(
    game: FromPath[str], puzzles: ThePuzzles, clients: TheClients, request: AnyRequest
) -> PuzzleCollection:
    """Return the puzzles of a game by theme and difficulty, with this client's rating."""
    return await puzzles.collection(game, _device(clients, request))


@get("/api/puzzles/{game:str}/next", responses=problems(400, 404))
async def choose(
    game: FromPath[str],
    puzzles: ThePuzzles,
    clients: TheClients,
    request: AnyRequest,
    theme: Name = "",
    difficulty: Name = "",
    after: Name = "",
) -> PuzzleChoice:
    """Choose a puzzle near this client's rating.

    Untried puzzles come before unsolved ones, and those before solved ones. `after` is the id of a
    puzzle that is chosen only if no other fits.
    """
    device = _device(clients, request)
    return PuzzleChoice(await puzzles.choose(game, device, theme, difficulty, after))


@post("/api/puzzles/{game:str}/streak", responses=problems(400, 403, 404, 409), status_code=200)
async def begin_streak(
    game: FromPath[str], puzzles: ThePuzzles, clients: TheClients, request: AnyRequest
) -> Response[StreakState]:
    """Begin a streak of puzzles that get harder; the first mistake or hint ends it."""
    device, cookie = _device_for(clients, request)
    return Response(await puzzles.begin_streak(device, game), cookies=cookie)


@get("/api/puzzles/{game:str}/{puzzle:str}", responses=problems(400, 404))
async def look(
    game: FromPath[str],
    puzzle: FromPath[str],
    puzzles: ThePuzzles,
    clients: TheClients,
    request: AnyRequest,
) -> PuzzleInfo:
    """Return a puzzle without its solution."""
    return await puzzles.info(game, puzzle, _device(clients, request))


@dataclass(frozen=True)
class SolverVisit:
    """A client at a puzzle. `payer` is the address that pays for the work."""

    game: str
    puzzle: str
    payer: str
    puzzles: PuzzleService
    clients: Clients
    request: AnyRequest

    def state(self, asked: TryPuzzle | AskInPuzzle | MissInPuzzle) -> AttemptState:
        """Return how far the attempt has come. Raises InvalidPuzzleAttempt."""
        device = _device(self.clients, self.request)
        return self.puzzles.state(self.game, self.puzzle, device, asked.proof, asked.actions)

    async def note_failure(self, *, in_streak: bool) -> tuple[Noted, list[Cookie]]:
        """Store that the attempt failed. Return what it changed, and a cookie if the key is new.

        Only the first result of a client in a puzzle is rated.
        """
        device, cookie = _device_for(self.clients, self.request)
        noted = await self.puzzles.note(
            device, self.game, self.puzzle, solved=False, in_streak=in_streak
        )
        return noted, cookie


async def provide_sitting(
    game: FromPath[str],
    puzzle: FromPath[str],
    payer: ThePayer,
    puzzles: ThePuzzles,
    clients: TheClients,
    request: AnyRequest,
) -> SolverVisit:
    return SolverVisit(game, puzzle, payer, puzzles, clients, request)


TheSitting = NamedDependency[SolverVisit]


@question("/api/puzzles/{game:str}/{puzzle:str}/try", 409)
async def attempt(
    data: JSONBody[TryPuzzle], sitting: TheSitting, puzzles: ThePuzzles
) -> Response[PuzzleState]:
    """Try an action in a puzzle, after the actions played so far.

    A turn that the action completes is judged. The result of the first attempt is rated. Whatever
    refuses to judge a turn does so whether the turn is right or wrong.
    """
    state = sitting.state(data)
    going_on = await puzzles.go_on(state, data.action, sitting.payer)
    if going_on is not None:
        return Response(msgspec.structs.replace(going_on, proof=data.proof))
    assert data.action is not None
    with sitting.clients.judging(sitting.request) as count:
        device, cookie = _device_for(sitting.clients, sitting.request)
        judged, noted = await puzzles.judge(
            device, state, data.action, sitting.payer, count, in_streak=data.streak
        )
    if judged.verdict == "wrong":
        judged = msgspec.structs.replace(judged, proof=data.proof)
    if noted is not None:
        judged = _with_result(judged, sitting.puzzle, noted, data.streak)
    return Response(judged, cookies=cookie)


@question("/api/puzzles/{game:str}/{puzzle:str}/hint", 409)
async def hint(
    data: JSONBody[AskInPuzzle], sitting: TheSitting, puzzles: ThePuzzles
) -> Response[PuzzleHint]:
    """Return a hint for the turn that is to be found.

    A first attempt with a hint counts as failed.
    """
    hints = await puzzles.hints(sitting.state(data), sitting.payer)
    noted, cookie = await sitting.note_failure(in_streak=data.streak)
    step = min(data.step, len(hints) - 1)
    found = PuzzleHint(
        hints[step],
        step + 1 < len(hints),
        noted.change,
        describe_result(noted.after.results.get(sitting.puzzle)),
        describe_streak(noted.after) if data.streak else None,
    )
    return Response(found, cookies=cookie)


@question("/api/puzzles/{game:str}/{puzzle:str}/solution", 409)
async def solution(
    data: JSONBody[AskInPuzzle], sitting: TheSitting, puzzles: ThePuzzles
) -> Response[PuzzleState]:
    """Show the solution. A first attempt that ends in this way counts as failed."""
    state = await puzzles.solution(sitting.state(data), sitting.payer)
    noted, cookie = await sitting.note_failure(in_streak=data.streak)
    return Response(_with_result(state, sitting.puzzle, noted, data.streak), cookies=cookie)


@question("/api/puzzles/{game:str}/{puzzle:str}/why-not")
async def explain(
    data: JSONBody[MissInPuzzle], sitting: TheSitting, puzzles: ThePuzzles
) -> Explanation:
    """Explain why these clicks make no action in a puzzle, after the actions played so far."""
    return await puzzles.explain(sitting.state(data), data.clicks, sitting.payer)


@get(
    "/api/puzzles/{game:str}/{puzzle:str}/picture.png", media_type=PNG, responses=problems(400, 404)
)
async def picture(
    game: FromPath[str],
    puzzle: FromPath[str],
    puzzles: ThePuzzles,
    pictures: ThePictures,
    payer: ThePayer,
    request: AnyRequest,
) -> Response[bytes]:
    """Return the position of a puzzle as a PNG picture of 1200 × 630 pixels."""
    drawing = await puzzles.draw(game, puzzle, FRAME, payer)
    return prepare(await pictures.turn(payer, drawing), PNG).response(request, HOUR)


def _with_result(state: PuzzleState, puzzle: str, noted: Noted, in_streak: bool) -> PuzzleState:
    return msgspec.structs.replace(
        state,
        solver=describe_solver(noted.after),
        change=noted.change,
        mine=describe_result(noted.after.results.get(puzzle)),
        streak=describe_streak(noted.after) if in_streak else None,
    )


HANDLERS: Final = [
    list_games,
    list_puzzles,
    choose,
    begin_streak,
    look,
    attempt,
    hint,
    solution,
    explain,
    picture,
]
