"""Diagrams of a rulebook as HTML: a figure for each position that its text gives.

Positions are given in fenced blocks (core/drawing/picture.py) and in code in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import Final

from markdown_it.token import Token

from strata.core.drawing.picture import Picture, pictures_of, read_pictures
from strata.core.game import Game
from strata.server.http.pages.anchors import bold_start, plain_text

# Blocks that a figure must not interrupt: it comes after the outermost of them.
_CLOSING: Final = {"paragraph_close", "table_close", "bullet_list_close", "ordered_list_close"}
_NUMBERED: Final = re.compile(r"[A-Z]?\d+\b")


def with_diagrams(tokens: list[Token], game: Game) -> Iterator[Token]:
    """Yield `tokens`, and after each block that gives positions a figure of each."""
    waiting: dict[str, Picture] = {}
    place = ""
    drawn: Counter[str] = Counter()
    for index, token in enumerate(tokens):
        yield token
        if token.type == "fence":
            waiting |= read_pictures(token.content, game)
        elif token.type == "inline":
            place = _place(tokens[index - 1], token) or place
            waiting |= _in_line(token, game)
        if token.level == 0 and (token.type == "fence" or token.type in _CLOSING):
            for picture in waiting.values():
                drawn[place] += 1
                yield _figure(picture, place, drawn[place])
            waiting = {}


def as_pictures(tokens: list[Token], game: Game) -> Iterator[Token]:
    """Yield `tokens`, with figures in place of the blocks that give positions."""
    for token in tokens:
        found = read_pictures(token.content, game) if token.type == "fence" else {}
        if not found:
            yield token
        for picture in found.values():
            yield _figure(picture, "", 1)


def _in_line(token: Token, game: Game) -> dict[str, Picture]:
    code = (child.content for child in token.children or () if child.type == "code_inline")
    return pictures_of(code, game)


def _place(before: Token, inline: Token) -> str:
    """Return the topic of the text from here on: a heading, or an item's numbered bold start."""
    if before.type == "heading_open":
        return plain_text(inline).rstrip(".")
    label = bold_start(inline)
    return label.rstrip(".") if _NUMBERED.match(label) else ""


def _figure(picture: Picture, place: str, number: int) -> Token:
    seat = picture.position.seat
    turn = f"{seat.capitalize()} to act." if seat else "The game is over."
    about = f"{place} ({number})" if number > 1 else place
    caption = picture.caption or (f"{about}. {turn}" if about else turn)
    figure = Token("html_block", "", 0)
    figure.content = (
        f'<figure class="diagram">\n{picture.position.svg()}'
        f"<figcaption>{escape(caption)}</figcaption></figure>\n"
    )
    return figure
