"""The rules of a game as pages: the short rulebook for people, and the specification.

A game without a short rulebook has only the specification.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from strata.core.game import Game
from strata.games import rules_class
from strata.games.rulebooks import read_rulebook
from strata.server.http.pages.anchors import link_mentions, name_headings, name_rules
from strata.server.http.pages.diagrams import as_pictures, with_diagrams
from strata.server.http.pages.guides import describe_guide
from strata.server.protocol.game_messages import (
    RulesPage,
    Section,
)

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


def render_rules(name: str) -> RulesPage:
    """Return the rules for people, with pictures in place of positions and links to the rules."""
    game = Game(rules_class(name)())
    if not game.guide.rules:
        return _specification(game, has_specification=False)
    specified = _body(read_rulebook(name))
    name_headings(specified)
    tokens = _body(game.guide.rules)
    contents = name_headings(tokens)
    link_mentions(tokens, name_rules(specified), f"/rules/{quote(name)}/specification")
    return _page(game, contents, as_pictures(tokens, game), has_specification=True)


def render_specification(name: str) -> RulesPage:
    """Return the specification, with a diagram of every position.

    Every heading and every rule has an anchor.
    """
    return _specification(Game(rules_class(name)()), has_specification=True)


def _specification(game: Game, *, has_specification: bool) -> RulesPage:
    tokens = _body(read_rulebook(game.name))
    shown = list(with_diagrams(tokens, game))
    contents = name_headings(tokens)
    link_mentions(tokens, name_rules(tokens))
    return _page(game, contents, shown, has_specification=has_specification)


def _body(text: str) -> list[Token]:
    """Return the tokens of `text` without its title, which the page shows itself."""
    tokens = _MARKDOWN.parse(text)
    is_title = bool(tokens) and tokens[0].type == "heading_open" and tokens[0].tag == "h1"
    return tokens[3:] if is_title else tokens


def _page(
    game: Game, contents: tuple[Section, ...], shown: Iterable[Token], *, has_specification: bool
) -> RulesPage:
    html = _MARKDOWN.renderer.render(list(shown), _MARKDOWN.options, {})
    guide = describe_guide(game.guide)
    return RulesPage(game.name, game.title, html, contents, guide, has_specification)
