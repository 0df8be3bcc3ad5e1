"""Offers: the legal actions of the acting seat, with their clicks and warnings, in compact form.

Actions with the same notation form a group, and a row of a group stands for every combination of
its clicks, so that hundreds of actions take few bytes. `list_choices` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from strata.core.gesture import Gesture, Token, TokenKind, cell_token


class OfferedToken(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The token behind a word of `ChoiceGroup.clicks`. Fields with default values are left out."""

    kind: TokenKind = "choice"
    id: str = ""
    """If left out, the word itself."""
    label: str = ""
    """If left out, the id."""
    topic: str = ""


class ChoiceGroup(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Legal actions with the same notation, and the clicks that make them."""

    form: str
    """The notation as a Python format string: `{0}` is the id of the first click, `{{` a brace."""
    clicks: tuple[tuple[str, ...], ...]
    """Rows of clicks; every combination of the words in a row makes an action.

    Each place of a row has one or more words, separated by spaces.
    """
    incomplete: bool = False
    """Whether the next action of the same seat must complete these. If left out, it need not."""


class Offers(msgspec.Struct, frozen=True):
    """The legal actions of the acting seat."""

    choices: tuple[ChoiceGroup, ...]
    """The legal actions, in no particular order; empty if the viewer may not play them."""
    tokens: dict[str, OfferedToken]
    """The words in `choices`; a word that is not listed is the cell of that name."""
    warnings: dict[str, tuple[str, ...]]
    """Sentences on what an action loses for the mover, each with the actions that it applies to.

    Seats in the sentences are placeholders.
    """


NO_OFFERS = Offers((), {}, {})


def list_choices(offers: Offers) -> Iterator[tuple[str, Gesture]]:
    """Yield every legal action in `offers` with its clicks, in no particular order."""
    tokens = {
        word: Token(sent.kind, sent.id or word, sent.label or sent.id or word, sent.topic)
        for word, sent in offers.tokens.items()
    }
    for group in offers.choices:
        for row in group.clicks:
            for words in product(*map(str.split, row)):
                gesture = tuple(tokens.get(word) or cell_token(word) for word in words)
                yield group.form.format(*(token.id for token in gesture)), gesture
