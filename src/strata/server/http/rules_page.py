"""The rulebook of a game as HTML, with a diagram after every block that gives a position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from strata.core.errors import StrataError
from strata.core.game import Game
from strata.core.option import parse_settings
from strata.core.position import Position
from strata.games import rules_class
from strata.games.rulebooks import read_rulebook
from strata.server.protocol.messages import RulesPage

# The lines of a worked example (docs/rules/README.md) that say what to draw.
_LINE: Final = re.compile(r"^(options|definition|position): (.+)$", re.MULTILINE)
# Blocks inside which a figure would tear something apart: it comes after the outermost.
_CLOSING: Final = {"paragraph_close", "table_close", "bullet_list_close", "ordered_list_close"}


@lru_cache(maxsize=64)
def render_rules(name: str) -> RulesPage:
    game = Game(rules_class(name)())
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(read_rulebook(name))
    with_figures = list(_with_figures(tokens, game))
    html = markdown.renderer.render(with_figures, markdown.options, {})
    return RulesPage(name, game.title, html)


def _with_figures(tokens: list[Token], game: Game) -> Iterator[Token]:
    waiting: dict[str, Position] = {}
    for token in tokens:
        yield token
        if token.type == "fence":
            waiting |= _in_fence(token.content, game)
        elif token.type == "inline":
            waiting |= _in_line(token, game)
        if token.level == 0 and (token.type == "fence" or token.type in _CLOSING):
            for position in waiting.values():
                yield _figure(position)
            waiting = {}


def _in_fence(text: str, game: Game) -> dict[str, Position]:
    lines: list[tuple[str, str]] = _LINE.findall(text)
    given = dict(lines)
    definition = given.get("definition")
    try:
        settings = parse_settings(given.get("options", ""))
        shipped = game.shipped_definitions()[definition] if definition else None
        game = Game(game.rules.open(settings, shipped))
    except (StrataError, KeyError):
        return {}
    return _positions((value for name, value in lines if name == "position"), game)


def _in_line(token: Token, game: Game) -> dict[str, Position]:
    code = (child.content for child in token.children or () if child.type == "code_inline")
    return _positions(code, game)


def _positions(texts: Iterator[str], game: Game) -> dict[str, Position]:
    found = {}
    for text in texts:
        try:
            found[text] = game.position(text)
        except StrataError:
            continue
    return found


def _figure(position: Position) -> Token:
    figure = Token("html_block", "", 0)
    figure.content = f'<figure class="diagram">\n{position.svg()}</figure>\n'
    return figure
