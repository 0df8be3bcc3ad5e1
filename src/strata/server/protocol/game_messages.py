"""Messages about games: how to choose, read and draw them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strata.core.explaining.why_not import Explanation as Explanation
from strata.core.gesture import ChoiceHelp, TokenKind
from strata.core.option import Value
from strata.core.scene import Cell, Hue, Symbol
from strata.core.teaching.guide import Credits, Difficulty, Length


class OptionInfo(msgspec.Struct, frozen=True):
    name: str
    values: tuple[Value, ...]
    default: Value
    meaning: str
    others: str
    """The other accepted values, in words; empty if only `values` are accepted."""
    pattern: str
    """The other accepted values as a Python regular expression; empty if `others` is empty."""


class GuideInfo(msgspec.Struct, frozen=True):
    """A game at a glance, for people. A game without a guide has only a goal."""

    goal: str
    """How to win, in one sentence."""
    special: str
    """What sets the game apart; may be empty."""
    difficulty: Difficulty | None
    length: Length | None
    credits: Credits | None


class GameInfo(msgspec.Struct, frozen=True):
    name: str
    title: str
    summary: str
    guide: GuideInfo
    options: tuple[OptionInfo, ...]
    definable: bool
    """Whether a table may bring a definition: a text that makes a game of one's own."""
    lessons: int
    """The number of lessons."""


class DefinitionInfo(msgspec.Struct, frozen=True):
    """A definition that ships with a game, or one that the client sent."""

    name: str
    """Empty for a definition that the client sent."""
    title: str
    plain: bool
    """Whether it leaves the game as the rulebook describes it."""
    options: tuple[OptionInfo, ...]
    """The options, with the values of the definition as defaults."""
    text: str


class LevelInfo(msgspec.Struct, frozen=True):
    """A level of the computer: a word for people, and the most time that it takes for an action."""

    level: int
    word: str
    time_ms: int
    default: bool


class LabelInfo(msgspec.Struct, frozen=True):
    """A coordinate beside the board."""

    text: str
    x: float
    y: float


class Look(msgspec.Struct, frozen=True):
    """The parts of a game's scenes that never change, fetched once."""

    game: str
    size: tuple[float, float]
    cells: tuple[Cell, ...]
    labels: tuple[LabelInfo, ...]
    symbols: dict[str, Symbol]
    choices: dict[str, ChoiceHelp]
    """Help for labelled choices, by the topic of their token, or by its id if it has no topic."""
    hues: tuple[Hue, Hue]


class CardInfo(msgspec.Struct, frozen=True):
    """What a symbol is and does."""

    symbols: tuple[str, ...]
    """The symbols explained, as keys in `Look.symbols`: those with the same text share a card."""
    name: str
    text: str
    """One or two sentences."""
    picture: str
    """A position that shows the symbol, with its reach marked, as an SVG document; may be empty."""


class AttemptedClick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A click on a cell, an item or a choice."""

    kind: TokenKind
    id: Annotated[str, msgspec.Meta(max_length=64)]


Clicks = Annotated[tuple[AttemptedClick, ...], msgspec.Meta(min_length=1, max_length=16)]


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action: a request for the reason.

    `version` is that of the table at which they were made.
    """

    clicks: Clicks
    version: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class Section(msgspec.Struct, frozen=True):
    """A heading of a page. `id` is its anchor, `level` is 2 for a section, 3 for a part of one."""

    id: str
    text: str
    level: int


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of a game as HTML without their title, with drawings of positions."""

    game: str
    title: str
    html: str
    contents: tuple[Section, ...]
    guide: GuideInfo
    has_specification: bool
    """Whether the specification is a page of its own."""
