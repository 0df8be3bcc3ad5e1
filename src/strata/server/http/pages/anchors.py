"""Anchors of a rulebook: every heading and every numbered rule can be linked to.

A numbered rule is a paragraph or list item that begins in bold with a letter and a number. The
anchor of `**K13. Outnumbering.**` is `#K13`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final

from markdown_it.token import Token

from strata.server.protocol.game_messages import (
    Section,
)

_LABEL: Final = re.compile(r"[A-Z]\d+\b")
_MENTION: Final = re.compile(r"\b[A-Z]\d+\b")
_NO_WORD: Final = re.compile(r"[^a-z0-9]+")


def plain_text(inline: Token) -> str:
    """Return the text of an inline token, without its markup."""
    return "".join(
        child.content for child in inline.children or () if child.type in ("text", "code_inline")
    )


def name_headings(tokens: list[Token]) -> tuple[Section, ...]:
    """Give each heading an id. Return the headings in their order, as contents."""
    taken: set[str] = set()
    contents = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            text = plain_text(inline)
            name = _free(_heading_id(text), taken)
            token.attrSet("id", name)
            contents.append(Section(name, text, int(token.tag[1:])))
    return tuple(contents)


def _heading_id(text: str) -> str:
    """Return `K13` for a heading numbered like a rule, else its words: `end-of-the-game`."""
    if label := _LABEL.match(text):
        return label[0]
    return _NO_WORD.sub("-", text.lower()).strip("-").lstrip("0123456789-") or "section"


def _free(name: str, taken: set[str]) -> str:
    """Return `name`, followed by a number if it is taken."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    taken.add(found)
    return found


def name_rules(tokens: list[Token]) -> frozenset[str]:
    """Give each numbered rule its number as id. Return the ids of all rules and headings."""
    taken = {str(token.attrs["id"]) for token in tokens if "id" in token.attrs}
    for index, token in enumerate(tokens):
        label = bold_start(token)
        if label and (found := _LABEL.match(label)) and found[0] not in taken:
            _block_of(tokens, index).attrSet("id", found[0])
            taken.add(found[0])
    return frozenset(taken)


def bold_start(token: Token) -> str:
    """Return the bold words at the start of a paragraph; empty if there are none."""
    children = [child for child in token.children or () if child.type != "text" or child.content]
    if token.type != "inline" or not children or children[0].type != "strong_open":
        return ""
    words = []
    for child in children[1:]:
        if child.type == "strong_close":
            break
        words.append(child.content)
    return "".join(words)


def _block_of(tokens: list[Token], inline: int) -> Token:
    """Return the list item that an inline token begins, else its paragraph."""
    paragraph, before = tokens[inline - 1], tokens[max(inline - 2, 0)]
    return before if before.type == "list_item_open" else paragraph


def link_mentions(tokens: list[Token], known: Collection[str], page: str = "") -> None:
    """Make links of the rule numbers in the text: `(K13)` leads to `page#K13`."""
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = list(_linked(token.children, known, page))


def _linked(children: list[Token], known: Collection[str], page: str) -> Iterator[Token]:
    inside_link = 0
    for child in children:
        inside_link += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type != "text" or inside_link:
            yield child
            continue
        end = 0
        for mention in _MENTION.finditer(child.content):
            if mention[0] in known:
                yield _text(child.content[end : mention.start()])
                yield Token("link_open", "a", 1, attrs={"href": f"{page}#{mention[0]}"})
                yield _text(mention[0])
                yield Token("link_close", "a", -1)
                end = mention.end()
        yield _text(child.content[end:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
