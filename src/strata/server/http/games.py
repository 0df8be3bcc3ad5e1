"""Routes of games: the list, looks, cards, rules, levels and definitions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import structlog
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from strata.core.errors import StrataError
from strata.core.game import Game
from strata.core.rules import Rules
from strata.games import game_names, rules_class
from strata.play.thinking_time import DEFAULT_LEVEL, LEVELS
from strata.server.engines.computer_player import Computer
from strata.server.http.dependencies import AnyRequest, ThePayer, TheWorker, question
from strata.server.http.pages.guides import describe_guide
from strata.server.http.pages.rules_page import render_rules, render_specification
from strata.server.http.prepared import HOUR, JSON, PreparedAnswers
from strata.server.http.problems import problems
from strata.server.live.table_making import open_game
from strata.server.protocol.game_messages import (
    CardInfo,
    DefinitionInfo,
    GameInfo,
    LevelInfo,
    Look,
    RulesPage,
)
from strata.server.protocol.messages import (
    ReadDefinition,
)
from strata.server.views.card_pictures import draw_cards
from strata.server.views.editing import describe_options
from strata.server.views.looks import draw_look

_log: Final = structlog.get_logger("strata.games")
ThePrepared = NamedDependency[PreparedAnswers]


def _answers(kind: Any, description: str) -> dict[int, ResponseSpec]:
    """Describe a prepared JSON response, for the `responses` of a handler."""
    return {200: ResponseSpec(data_container=kind, description=description)}


@get("/api/games")
async def games() -> list[GameInfo]:
    """Return all games with their options."""
    return list(_infos(game_names()))


def find_game(name: str) -> GameInfo | None:
    """Return the game called `name`; None if there is none that can be loaded."""
    return next((info for info in _infos(game_names()) if info.name == name), None)


def load_games() -> None:
    """Load all games that can be loaded."""
    _infos(game_names())


@lru_cache(maxsize=4)
def _infos(names: tuple[str, ...]) -> tuple[GameInfo, ...]:
    """Return the games that can be loaded, and log once why the others cannot."""
    found = []
    for name in names:
        try:
            found.append(_info(rules_class(name)))
        except (StrataError, ImportError) as error:
            _log.error("game-broken", game=name, error=str(error))
    return tuple(found)


def _info(game: type[Rules[Any]]) -> GameInfo:
    options = describe_options(game.option_list)
    guide = describe_guide(game().guide)
    lessons = len(Game(game()).lessons)
    return GameInfo(game.name, game.title, game.summary, guide, options, game.definable, lessons)


@get("/api/levels")
async def levels(computer: NamedDependency[Computer]) -> list[LevelInfo]:
    """Return the levels of the computer, weakest first, with their thinking time on this server."""
    return [
        LevelInfo(
            one.number,
            one.word,
            min(one.time_ms, computer.most_ms),
            one.number == DEFAULT_LEVEL,
        )
        for one in LEVELS
    ]


@get(
    "/api/games/{game:str}/definitions",
    responses=_answers(list[DefinitionInfo], "The definitions.") | problems(404),
)
async def definitions(
    game: FromPath[str], prepared: ThePrepared, request: AnyRequest
) -> Response[bytes]:
    """Return the definitions that ship with a game."""
    answer = await prepared.get(("definitions", game), lambda: _shipped(game), JSON)
    return answer.response(request, HOUR)


def _shipped(name: str) -> tuple[DefinitionInfo, ...]:
    shipped = rules_class(name).shipped_definitions()
    return tuple(read_definition(name, each, text) for each, text in shipped.items())


@question("/api/games/{game:str}/definition")
async def definition(
    game: FromPath[str],
    data: JSONBody[ReadDefinition],
    worker: TheWorker,
    payer: ThePayer,
) -> DefinitionInfo:
    """Read a definition. An error in it is reported with its line and key."""
    return await worker.run(payer, read_definition, game, "", data.text)


def read_definition(name: str, called: str, text: str) -> DefinitionInfo:
    game = open_game(name, {}, text)
    plain = game.definition is None
    return DefinitionInfo(called, game.title, plain, describe_options(game.options), text)


@get(
    "/api/games/{game:str}/look",
    responses=_answers(Look, "How the game looks.") | problems(404),
)
async def look(game: FromPath[str], prepared: ThePrepared, request: AnyRequest) -> Response[bytes]:
    """Return the parts of a game's drawings that never change."""
    answer = await prepared.get(("look", game), lambda: draw_look(Game(rules_class(game)())), JSON)
    return answer.response(request, HOUR)


@get(
    "/api/games/{game:str}/cards",
    responses=_answers(list[CardInfo], "The cards.") | problems(404),
)
async def cards(game: FromPath[str], prepared: ThePrepared, request: AnyRequest) -> Response[bytes]:
    """Return what each symbol of a game is and does, with drawings."""
    answer = await prepared.get(
        ("cards", game), lambda: draw_cards(Game(rules_class(game)())), JSON
    )
    return answer.response(request, HOUR)


@get(
    "/api/games/{game:str}/rules",
    responses=_answers(RulesPage, "The short rulebook.") | problems(404),
)
async def rules(game: FromPath[str], prepared: ThePrepared, request: AnyRequest) -> Response[bytes]:
    """Return the short rulebook as a page, or the specification if there is none."""
    answer = await prepared.get(("rules", game), lambda: render_rules(game), JSON)
    return answer.response(request, HOUR)


@get(
    "/api/games/{game:str}/specification",
    responses=_answers(RulesPage, "The specification.") | problems(404),
)
async def specification(
    game: FromPath[str], prepared: ThePrepared, request: AnyRequest
) -> Response[bytes]:
    """Return the specification as a page, with an anchor for each heading and each rule."""
    answer = await prepared.get(("specification", game), lambda: render_specification(game), JSON)
    return answer.response(request, HOUR)


HANDLERS: Final = [
    games,
    levels,
    definitions,
    definition,
    look,
    cards,
    rules,
    specification,
]
