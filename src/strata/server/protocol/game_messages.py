"""What the server says of games: for choosing, reading and drawing them."""

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
    """What else it takes, in words; empty: only one of `values`."""
    pattern: str
    """What else it takes, as a regular expression of the server; empty with `others`."""


class GuideInfo(msgspec.Struct, frozen=True):
    """A game at a glance, for people. A game that brings no guide has only a goal."""

    goal: str
    """How one wins, in one sentence."""
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
    """How many lessons it has."""


class DefinitionInfo(msgspec.Struct, frozen=True):
    """A definition that comes with a game, or one that was read: its game and its options."""

    name: str
    """Empty for one that was read."""
    title: str
    plain: bool
    """It says what the rulebook says: the game as it is."""
    options: tuple[OptionInfo, ...]
    """With the values of the definition as defaults."""
    text: str


class LevelInfo(msgspec.Struct, frozen=True):
    """How well a computer plays: a word for people, and the most time it takes for an action."""

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
    """What never changes in a game's scenes: fetched once."""

    game: str
    size: tuple[float, float]
    cells: tuple[Cell, ...]
    labels: tuple[LabelInfo, ...]
    symbols: dict[str, Symbol]
    choices: dict[str, ChoiceHelp]
    """What labelled choices do, by the topic of their token, else by its id."""
    hues: tuple[Hue, Hue]


class CardInfo(msgspec.Struct, frozen=True):
    """What a symbol is and does."""

    symbols: tuple[str, ...]
    """The keys in `Look.symbols` that it is about: those that differ only in owner or shade."""
    name: str
    text: str
    """One or two sentences."""
    picture: str
    """A position that shows it, with its reach marked, as an SVG document; may be empty."""


class AttemptedClick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A click on a cell, an item or a choice."""

    kind: TokenKind
    id: Annotated[str, msgspec.Meta(max_length=64)]


Clicks = Annotated[tuple[AttemptedClick, ...], msgspec.Meta(min_length=1, max_length=16)]


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clicks that make no action: asks why. `version` is that of the table they were made at."""

    clicks: Clicks
    version: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class Section(msgspec.Struct, frozen=True):
    """A heading of a page: `id` is its anchor, `level` is 2 for a section, 3 for a part of one."""

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
