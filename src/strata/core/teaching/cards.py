"""Cards: what each symbol of a game is and does, in words and by a specimen position.

`cards.toml` in the folder of the guide has a `[[card]]` table for each. The reach of a piece is not
written there: it follows from the rules in the specimen (core/explaining/reach.py). A game without
that file derives its cards (`Rules.derive_card`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from strata.core.errors import InvalidGuide, StrataError, listed, shown
from strata.core.option import Value
from strata.core.teaching.guide import LONGEST_TEXT, read_tables
from strata.core.teaching.guide_table import GuideTable

if TYPE_CHECKING:
    from strata.core.kernel.state import State
    from strata.core.rules import Rules
    from strata.core.scene import Scene

CARDS: Final = "cards.toml"
_LONGEST_LINE: Final = 2 * LONGEST_TEXT  # a longer text is refused before its sentences are checked
_KEYS: Final = ("text", "symbols", "cells", "specimen", "options")
_SENTENCES: Final = re.compile(r"[A-Z][^.!?]*[.!?](?: [A-Z][^.!?]*[.!?])?")


class Card(msgspec.Struct, frozen=True):
    """What one symbol is and does."""

    symbol: str
    text: str
    """One or two sentences for players."""
    specimen: str = ""
    """A position that shows the symbol; empty if there is nothing to show."""
    cell: str = ""
    """The cell of the symbol in the specimen."""
    options: dict[str, Value] = {}
    """The options of the specimen that differ from their defaults."""


def is_card_text(text: str) -> bool:
    """Return whether `text` is one or two sentences on one line."""
    return len(text) <= LONGEST_TEXT and _SENTENCES.fullmatch(text) is not None


def open_specimen(rules: Rules[Any], card: Card) -> tuple[Rules[Any], State]:
    """Return the game with the options of the specimen, and the specimen's state.

    The options of `rules` are ignored; its definition is kept. Raises StrataError.
    """
    opened = type(rules).open(card.options, rules.definition)
    return opened, opened.read(card.specimen)


def find_symbol(scene: Scene, symbol: str) -> Iterator[str]:
    """Yield the cells that show `symbol`, first those where it is on top."""
    tops = [cell for cell, stack in scene.stacks.items() if stack[-1].symbol == symbol]
    yield from tops
    for cell, stack in scene.stacks.items():
        if cell not in tops and any(layer.symbol == symbol for layer in stack):
            yield cell


def group_cards(cards: Mapping[str, Card]) -> list[list[Card]]:
    """Return the cards in order; those with the same text are together."""
    groups: dict[str, list[Card]] = {}
    for card in cards.values():
        groups.setdefault(card.text, []).append(card)
    return list(groups.values())


@lru_cache(maxsize=64)
def read_cards(path: Path, game: type[Rules[Any]]) -> Mapping[str, Card]:
    """Read the cards of `game`, one for each of its symbols, in the order of the symbols.

    Raises InvalidGuide, which names the file, the key, what was given and what was expected.
    """
    rules = game()
    found: dict[str, Card] = {}
    for number, table in enumerate(read_tables(path, "card"), 1):
        for card in _CardTable(path, f"card.{number}", table, rules).cards():
            if card.symbol in found:
                raise InvalidGuide(
                    path, f"card.{number}", f"a second card of {card.symbol}", "one per symbol"
                )
            found[card.symbol] = card
    if missing := [symbol for symbol in rules.symbols if symbol not in found]:
        raise InvalidGuide(path, "card", f"no card of {listed(missing)}", "one per symbol")
    return MappingProxyType({symbol: found[symbol] for symbol in rules.symbols})


class _CardTable(GuideTable):
    """A `[[card]]` table of the file."""

    def __init__(self, path: Path, where: str, table: object, rules: Rules[Any]) -> None:
        super().__init__(path, where, table, _KEYS)
        self.rules: Final = rules

    def cards(self) -> list[Card]:
        text = self.text("text", _LONGEST_LINE)
        if not is_card_text(text):
            expected = f"one or two sentences of at most {LONGEST_TEXT} characters"
            raise self.refuse("text", shown(text), expected)
        if "specimen" not in self.table:
            return [Card(symbol, text) for symbol in self.symbols()]
        return list(self.with_specimen(text))

    def symbols(self) -> list[str]:
        """Return the symbols of a card without a specimen."""
        for key in ("cells", "options"):
            if key in self.table:
                raise self.refuse("specimen", "nothing", f"a position, since {key} is given")
        symbols = self.table.get("symbols")
        if not isinstance(symbols, list) or not symbols:
            raise self.refuse_value("symbols", "a list of symbols")
        for symbol in symbols:
            self.expect_symbol("symbols", symbol)
        return symbols

    def with_specimen(self, text: str) -> Iterator[Card]:
        """Yield the cards of a table with a specimen."""
        if "symbols" in self.table:
            raise self.refuse("symbols", "symbols", "cells instead, since specimen is given")
        cells = self.table.get("cells")
        if not isinstance(cells, dict) or not cells:
            raise self.refuse_value("cells", "a table of the cell of each symbol")
        specimen = self.text("specimen", self.rules.longest_position)
        options = self.options(type(self.rules))
        scene = self.scene(Card("", text, specimen, "", options))
        for symbol, cell in cells.items():
            self.expect_symbol("cells", symbol)
            if cell not in find_symbol(scene, symbol):
                where = listed(find_symbol(scene, symbol))
                expected = f"one of {where}" if where else "a symbol of the specimen"
                raise self.refuse(f"cells.{symbol}", shown(str(cell)), expected)
            yield Card(symbol, text, specimen, cell, options)

    def scene(self, card: Card) -> Scene:
        try:
            opened, state = open_specimen(self.rules, card)
        except StrataError as error:
            raise self.refuse("specimen", str(error), "a position of the game") from None
        return opened.scene(state)

    def expect_symbol(self, key: str, symbol: object) -> None:
        if symbol not in self.rules.symbols:
            expected = f"one of {listed(self.rules.symbols)}"
            raise self.refuse(key, shown(str(symbol)), expected)
