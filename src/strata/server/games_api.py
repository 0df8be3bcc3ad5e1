"""HTTP of the games: which there are, how they look, their rules. Made once, then remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from strata.core.contract import Game
from strata.games import game_class, game_names
from strata.server.messages import GameInfo, LabelInfo, Look, OptionInfo, RulesPage
from strata.server.problems import problems
from strata.server.rules_page import render_rules

_DAY: Final = "public, max-age=3600"
SVG: Final = "image/svg+xml"


@get("/api/games")
async def games() -> list[GameInfo]:
    """All games with their options."""
    return [_info(game_class(name)) for name in game_names()]


def _info(game: type[Game]) -> GameInfo:
    options = tuple(
        OptionInfo(option.name, option.values, option.default, option.meaning)
        for option in game.option_list
    )
    return GameInfo(game.name, game.title, game.summary, options)


@get("/api/games/{game:str}/look", responses=problems(404))
async def look(game: FromPath[str]) -> Response[Look]:
    """What never changes in the drawings of a game."""
    return Response(_look(game), headers={"cache-control": _DAY})


@lru_cache(maxsize=64)
def _look(name: str) -> Look:
    game = game_class(name)()
    scene = game.start().scene()
    labels = tuple(LabelInfo(label.text, *label.at) for label in scene.labels)
    return Look(game.name, scene.size, scene.cells, labels, dict(game.symbols), scene.hues)


@get("/api/games/{game:str}/picture.svg", media_type=SVG, responses=problems(404))
async def picture(game: FromPath[str]) -> Response[str]:
    """A position that shows what the game is like."""
    return Response(_picture(game), media_type=SVG, headers={"cache-control": _DAY})


@lru_cache(maxsize=64)
def _picture(name: str) -> str:
    game = game_class(name)()
    return (game.position(game.showcase) if game.showcase else game.start()).svg()


@get("/api/games/{game:str}/rules", responses=problems(404), sync_to_thread=True)
def rules(game: FromPath[str]) -> Response[RulesPage]:
    """The rulebook as a page."""
    return Response(render_rules(game), headers={"cache-control": _DAY})


HANDLERS: Final = [games, look, picture, rules]
