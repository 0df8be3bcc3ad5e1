"""Errors as clients see them: a Problem with a code, never a stack trace."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from strata.core.drawing.png import MissingFont
from strata.core.errors import (
    BrokenGame,
    GameError,
    MissingExtra,
    OptionError,
    StrataError,
    UnknownGame,
)
from strata.core.study.study import UnknownNode
from strata.core.teaching.lesson import UnknownLesson
from strata.core.teaching.puzzle import UnknownPuzzle
from strata.play.refusal import Refusal
from strata.server.engines.analyst import AnalysisFailed, AnalystBusy
from strata.server.engines.metered_worker import WorkerBusy
from strata.server.notify.mail import MailFailed
from strata.server.protocol.messages import Problem
from strata.server.storage.failures import DatabaseUnavailable, StorageFull
from strata.server.storage.stored_game import UNREADABLE, UnreadableTable
from strata.server.storage.write_queue import WriteQueueClosed

_log: Final = structlog.get_logger("strata.http")
AnyRequest = Request[Any, Any, Any]

_WHEN: Final = {
    400: "The request is invalid.",
    403: "Requests of other sites are refused.",
    404: "Not found.",
    409: "Conflict with the current state.",
    413: "The request is too large.",
    429: "Too many requests.",
    503: "Unavailable at the moment.",
}
_BUSY_SECONDS: Final = "5"
GONE: Final = "client-gone"
"""A key in the state of a request: the client has closed the connection."""
DONE: Final = {204: ResponseSpec(data_container=None, description="Done.")}
"""The response of a handler that returns nothing."""
# Path parameters: an invalid id is answered like an unknown one.
_MISSING: Final = {"table_id": "no such table", "study_id": "no such analysis"}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe the errors of a handler: its own, and those that any handler may return."""
    return {
        status: ResponseSpec(data_container=Problem, description=_WHEN[status])
        for status in sorted({*statuses, 429, 503})
    }


class NotFound(HTTPException):
    status_code = 404


class BadRequest(HTTPException):
    status_code = 400


class TooOften(HTTPException):
    status_code = 429


class SeatIsShared(HTTPException):
    """A link would add this client to a held seat, and the client has not agreed to that."""

    status_code = 409


def answer(
    status: int,
    detail: str,
    headers: dict[str, str] | None = None,
    field: str | None = None,
    code: str | None = None,
) -> Response[Problem]:
    """Return the response with a problem. If `code` is None, the status gives the code."""
    told = code or HTTPStatus(status).phrase.lower().replace(" ", "-")
    return Response(
        Problem(told, detail, field), status_code=status, media_type=MediaType.JSON, headers=headers
    )


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    headers = {str(name): str(value) for name, value in (error.headers or {}).items()}
    detail, field = error.detail, None
    if isinstance(error, ValidationException):
        fields = [each.get("key", "") for each in _parts(error)]
        if missing := [_MISSING[name] for name in fields if name in _MISSING]:
            return answer(404, missing[0])
        detail = _validation_detail(error)
        field = fields[0] or None if len(fields) == 1 else None
    if isinstance(error, SeatIsShared):
        field = "share"
    if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        detail = "the request body is too large"
    if error.status_code >= 500 and request.scope["state"].get(GONE):
        return answer(400, "the request is incomplete")  # the client does not read it
    if error.status_code >= 500:
        _log.error("failed", exc_info=error)
        detail = "something went wrong on the server"
    return answer(error.status_code, detail, headers, field)


def _parts(error: ValidationException) -> list[dict[str, Any]]:
    """Return what is wrong, for each part of the request."""
    return error.extra if isinstance(error.extra, list) else []


def _validation_detail(error: ValidationException) -> str:
    """Return what is wrong with which field.

    The path and the query are left out, since they may hold a key.
    """
    parts = [f"{each.get('key', '')}: {each['message']}".lstrip(": ") for each in _parts(error)]
    return "; ".join(parts) or "the request body is invalid"


def _busy(_: AnyRequest, error: AnalystBusy | WorkerBusy) -> Response[Problem]:
    return answer(429, str(error), {"retry-after": _BUSY_SECONDS})


def _failed(_: AnyRequest, error: StrataError) -> Response[Problem]:
    """Answer a valid request that this server cannot carry out at present."""
    return answer(503, str(error))


def _unavailable(_: AnyRequest, error: DatabaseUnavailable | WriteQueueClosed) -> Response[Problem]:
    """Answer without logging: the failure is logged where it occurs."""
    detail = str(error) if isinstance(error, DatabaseUnavailable) else "the server is shutting down"
    return answer(503, f"{detail}: try again", {"retry-after": _BUSY_SECONDS})


def _refused(_: AnyRequest, error: Refusal) -> Response[Problem]:
    return answer(409, str(error), code=error.reason)


def _strata_error(_: AnyRequest, error: StrataError) -> Response[Problem]:
    option = error.option if isinstance(error, OptionError) else ""
    field = f"options.{option}" if option else None
    is_missing = isinstance(error, (UnknownGame, UnknownLesson, UnknownPuzzle, UnknownNode))
    return answer(404 if is_missing else 400, str(error), field=field)


def _game_error(_: AnyRequest, error: GameError) -> Response[Problem]:
    """Log and answer an error in a game, as opposed to one in the request.

    Its message may contain what is hidden from the client.
    """
    _log.error("game-failed", error=str(error), place=error.place)
    return answer(500, error.brief)


def _broken_game(_: AnyRequest, error: BrokenGame) -> Response[Problem]:
    """Log why a game could not be loaded; visitors are not told where its file is."""
    _log.error("game-failed", error=str(error))
    return answer(500, f"game {error.name} is broken; the server has logged why")


def _unreadable(_: AnyRequest, error: UnreadableTable) -> Response[Problem]:
    _log.error("table-failed", table=str(error), error=type(error).__name__)
    return answer(500, UNREADABLE, code="unreadable")


def _any_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    _log.error("failed", method=request.method, exc_info=error)
    return answer(500, "something went wrong on the server")


def _not_json(_: AnyRequest, error: RecursionError | UnicodeError) -> Response[Problem]:
    is_deep = isinstance(error, RecursionError)
    return answer(400, "the JSON is nested too deeply" if is_deep else "expected UTF-8 text")


HANDLERS: Final[dict[Any, Any]] = {
    HTTPException: _http_error,
    Refusal: _refused,
    AnalystBusy: _busy,
    WorkerBusy: _busy,
    AnalysisFailed: _failed,
    StorageFull: _failed,
    MailFailed: _failed,
    MissingExtra: _failed,
    MissingFont: _failed,
    DatabaseUnavailable: _unavailable,
    WriteQueueClosed: _unavailable,
    GameError: _game_error,
    BrokenGame: _broken_game,
    UnreadableTable: _unreadable,
    StrataError: _strata_error,
    RecursionError: _not_json,
    UnicodeError: _not_json,
    Exception: _any_error,
}
