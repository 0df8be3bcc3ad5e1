"""The cards of a game as the protocol has them."""

from __future__ import annotations

from strata.core.game import Game
from strata.core.teaching.cards import Card, group_cards
from strata.core.teaching.specimen import draw_specimen
from strata.server.protocol.game_messages import (
    CardInfo,
)


def draw_cards(game: Game) -> tuple[CardInfo, ...]:
    """The cards in the order of the symbols; symbols of one text share a card and its picture."""
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
