"""The cards of a game in the form of the protocol."""

from __future__ import annotations

from strata.core.game import Game
from strata.core.teaching.cards import Card, group_cards
from strata.core.teaching.specimen import draw_specimen
from strata.server.protocol.game_messages import (
    CardInfo,
)


def draw_cards(game: Game) -> tuple[CardInfo, ...]:
    """Return the cards of a game in the order of its symbols.

    Symbols with the same text share a card and its picture.
    """
    return tuple(_describe(game, cards) for cards in group_cards(game.cards))


def _describe(game: Game, cards: list[Card]) -> CardInfo:
    names = dict.fromkeys(game.symbols[card.symbol].name for card in cards)
    shown = next((card for card in cards if card.specimen), cards[0])
    return CardInfo(
        tuple(card.symbol for card in cards),
        ", ".join(names),
        shown.text,
        draw_specimen(game, shown),
    )
