"""HTTP of the games: which there are, how they look, their rules, levels and definitions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import structlog
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from strata.core.errors import StrataError
from strata.core.game import Game
from strata.core.option import Option
from strata.core.rules import Rules
from strata.games import game_names, rules_class
from strata.play.thinking_time import DEFAULT_LEVEL, LEVELS
from strata.server.engines.computer import Computer
from strata.server.http.dependencies import LONGEST_BODY
from strata.server.http.problems import problems
from strata.server.http.rules_page import render_rules
from strata.server.live.looks import draw_look, draw_picture
from strata.server.live.new_table import open_game
from strata.server.protocol.messages import (
    DefinitionInfo,
    GameInfo,
    LevelInfo,
    Look,
    OptionInfo,
    ReadDefinition,
    RulesPage,
)

_log: Final = structlog.get_logger("strata.games")
_DAY: Final = "public, max-age=3600"
SVG: Final = "image/svg+xml"


@get("/api/games")
async def games() -> list[GameInfo]:
    """All games with their options."""
    return list(_infos(game_names()))


@lru_cache(maxsize=4)
def _infos(names: tuple[str, ...]) -> tuple[GameInfo, ...]:
    """The games that can be loaded; of the others it is logged once why they cannot."""
    found = []
    for name in names:
        try:
            found.append(_info(rules_class(name)))
        except (StrataError, ImportError) as error:
            _log.error("game-broken", game=name, error=str(error))
    return tuple(found)


def _info(game: type[Rules[Any]]) -> GameInfo:
    options = _options(game.option_list)
    return GameInfo(game.name, game.title, game.summary, options, game.definable)


def _options(options: tuple[Option, ...]) -> tuple[OptionInfo, ...]:
    return tuple(
        OptionInfo(one.name, one.values, one.default, one.meaning, one.others, one.pattern)
        for one in options
    )


@get("/api/levels")
async def levels(computer: NamedDependency[Computer]) -> list[LevelInfo]:
    """How well a computer can play, from the weakest, and how long it thinks here."""
    return [
        LevelInfo(
            one.number,
            one.word,
            min(one.time_ms, computer.most_ms),
            one.number == DEFAULT_LEVEL,
        )
        for one in LEVELS
    ]


@get("/api/games/{game:str}/definitions", responses=problems(404), sync_to_thread=True)
def definitions(game: FromPath[str]) -> list[DefinitionInfo]:
    """The definitions that come with a game."""
    return list(_shipped(game))


@lru_cache(maxsize=64)
def _shipped(name: str) -> tuple[DefinitionInfo, ...]:
    shipped = rules_class(name).shipped_definitions()
    return tuple(_defined(name, each, text) for each, text in shipped.items())


@post(
    "/api/games/{game:str}/definition",
    responses=problems(400, 403, 404, 413),
    status_code=200,
    request_max_body_size=LONGEST_BODY,
    sync_to_thread=True,
)
def definition(game: FromPath[str], data: JSONBody[ReadDefinition]) -> DefinitionInfo:
    """Reads a definition. What is wrong with it is said with its line and key."""
    return _defined(game, "", data.text)


def _defined(name: str, called: str, text: str) -> DefinitionInfo:
    game = open_game(name, {}, text)
    plain = game.definition is None
    return DefinitionInfo(called, game.title, plain, _options(game.options), text)


@get("/api/games/{game:str}/look", responses=problems(404))
async def look(game: FromPath[str]) -> Response[Look]:
    """What never changes in the drawings of a game."""
    return Response(draw_look(Game(rules_class(game)())), headers={"cache-control": _DAY})


@get("/api/games/{game:str}/picture.svg", media_type=SVG, responses=problems(404))
async def picture(game: FromPath[str]) -> Response[str]:
    """A position that shows what the game is like."""
    return Response(draw_picture(game), media_type=SVG, headers={"cache-control": _DAY})


@get("/api/games/{game:str}/rules", responses=problems(404), sync_to_thread=True)
def rules(game: FromPath[str]) -> Response[RulesPage]:
    """The rulebook as a page."""
    return Response(render_rules(game), headers={"cache-control": _DAY})


HANDLERS: Final = [games, levels, definitions, definition, look, picture, rules]
