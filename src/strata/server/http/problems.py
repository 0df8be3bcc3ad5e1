"""Errors as clients see them: a Problem with a code, never a stack trace."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from strata.core.errors import BrokenGame, GameError, OptionError, StrataError, UnknownGame
from strata.play.refusal import Refusal
from strata.server.engines.analyst import AnalysisFailed, AnalystBusy
from strata.server.protocol.messages import Problem

_log: Final = structlog.get_logger("strata.http")
AnyRequest = Request[Any, Any, Any]

_WHEN: Final = {
    400: "The request is not valid.",
    403: "Pages of other sites may not do this.",
    404: "Not found.",
    409: "Conflict with the current state.",
    413: "The request is too large.",
    429: "Too many requests.",
    503: "Unavailable at the moment.",
}
_BUSY_SECONDS: Final = "5"


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """For a handler's description: the errors it may answer with, besides being asked too often."""
    return {
        status: ResponseSpec(data_container=Problem, description=_WHEN[status])
        for status in sorted({*statuses, 429})
    }


class NotFound(HTTPException):
    status_code = 404


class TooOften(HTTPException):
    status_code = 429


def answer(
    status: int, detail: str, headers: dict[str, str] | None = None, field: str | None = None
) -> Response[Problem]:
    code = HTTPStatus(status).phrase.lower().replace(" ", "-")
    return Response(
        Problem(code, detail, field), status_code=status, media_type=MediaType.JSON, headers=headers
    )


def _http_error(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    headers = {str(name): str(value) for name, value in (error.headers or {}).items()}
    detail = error.detail
    if isinstance(error, ValidationException):
        detail = _validation_detail(error)
    if error.status_code >= 500:
        _log.error("failed", exc_info=error)
        detail = "something went wrong here"
    return answer(error.status_code, detail, headers)


def _validation_detail(error: ValidationException) -> str:
    """What is wrong with which field, without the path and the query, which may hold a key."""
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{each.get('key', '')}: {each['message']}".lstrip(": ") for each in extra]
    return "; ".join(parts) or "what was sent is not what is expected"


def _busy(_: AnyRequest, error: AnalystBusy) -> Response[Problem]:
    return answer(429, str(error), {"retry-after": _BUSY_SECONDS})


def _failed(_: AnyRequest, error: AnalysisFailed) -> Response[Problem]:
    return answer(503, str(error))


def _refused(_: AnyRequest, error: Refusal) -> Response[Problem]:
    return answer(409, str(error))


def _strata_error(_: AnyRequest, error: StrataError) -> Response[Problem]:
    option = error.option if isinstance(error, OptionError) else ""
    field = f"options.{option}" if option else None
    return answer(404 if isinstance(error, UnknownGame) else 400, str(error), field=field)


def _game_error(_: AnyRequest, error: GameError | BrokenGame) -> Response[Problem]:
    """A mistake in a game, not in what was asked."""
    _log.error("game-failed", error=str(error))
    return answer(500, str(error))


def _any_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    _log.error("failed", method=request.method, exc_info=error)
    return answer(500, "something went wrong here")


def _not_json(_: AnyRequest, error: RecursionError | UnicodeError) -> Response[Problem]:
    is_deep = isinstance(error, RecursionError)
    return answer(400, "JSON too deep" if is_deep else "not UTF-8")


HANDLERS: Final[dict[Any, Any]] = {
    HTTPException: _http_error,
    Refusal: _refused,
    AnalystBusy: _busy,
    AnalysisFailed: _failed,
    GameError: _game_error,
    BrokenGame: _game_error,
    StrataError: _strata_error,
    RecursionError: _not_json,
    UnicodeError: _not_json,
    Exception: _any_error,
}
