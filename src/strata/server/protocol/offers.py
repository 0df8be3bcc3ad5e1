"""What whoever acts can do, as it goes over the wire: actions, their clicks, what they lose.

Actions that are written alike form a group, and a row of a group stands for all combinations of
its clicks, so that hundreds of actions take few bytes. `list_choices` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from strata.core.gesture import Gesture, Token, TokenKind, cell_token


class OfferedToken(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a word in `ChoiceGroup.clicks` stands for. What equals its default is left out."""

    kind: TokenKind = "choice"
    id: str = ""
    """Left out: the word itself."""
    label: str = ""
    """Left out: its id."""
    topic: str = ""


class ChoiceGroup(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Legal actions that are written alike, with the clicks that make them."""

    form: str
    """How an action is written: `{0}` is the id of its first click, `{{` a brace, as in Python."""
    clicks: tuple[tuple[str, ...], ...]
    """Rows of clicks. Each place of a row has one word or several, separated by spaces; every
    combination of them makes an action."""
    incomplete: bool = False
    """Whether the next action of the same seat must complete these. Left out: no."""


class Offers(msgspec.Struct, frozen=True):
    """What whoever acts can do."""

    choices: tuple[ChoiceGroup, ...]
    """The legal actions, in no order; none unless the viewer holds the seat that is to act."""
    tokens: dict[str, OfferedToken]
    """The words of the choices; one that is not here is the cell of that name."""
    warnings: dict[str, tuple[str, ...]]
    """What of the mover's own actions lose, in sentences with placeholders for seats, and the
    actions of which each is true."""


NO_OFFERS = Offers((), {}, {})


def list_choices(offers: Offers) -> Iterator[tuple[str, Gesture]]:
    """Every legal action in `offers` with its clicks, in no order."""
    tokens = {
        word: Token(sent.kind, sent.id or word, sent.label or sent.id or word, sent.topic)
        for word, sent in offers.tokens.items()
    }
    for group in offers.choices:
        for row in group.clicks:
            for words in product(*map(str.split, row)):
                gesture = tuple(tokens.get(word) or cell_token(word) for word in words)
                yield group.form.format(*(token.id for token in gesture)), gesture
