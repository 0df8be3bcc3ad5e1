"""Messages about the position editor."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from strata.core.editing.draft import Draft
from strata.core.editing.draft import Placed as Placed
from strata.core.editing.palette import Palette
from strata.core.explaining.telling import Sentence
from strata.core.outcome import Seat
from strata.server.protocol.game_messages import Look, OptionInfo
from strata.server.protocol.messages import SceneState

GameName = Annotated[str, msgspec.Meta(max_length=64)]


class OpenEditor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for what the editor of a game offers under the chosen options."""

    game: GameName
    options: dict[str, str] = {}
    definition: str | None = None
    text: str = ""
    """The position to edit, as text; if left out, the start of the game."""


class EditPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to check a draft or the text of a position: exactly one of the two."""

    game: GameName
    options: dict[str, str] = {}
    definition: str | None = None
    draft: Draft | None = None
    text: str | None = None


class DrawPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a picture of a position."""

    game: GameName
    text: str
    kind: Literal["svg", "png"] = "svg"
    options: dict[str, str] = {}
    definition: str | None = None
    dark: bool = False


class PositionProblem(msgspec.Struct, frozen=True):
    """One reason why a position is refused: a message, and the cells concerned.

    `rule` is the number of the rule in the rulebook, if the game gives one.
    """

    message: str
    cells: tuple[str, ...]
    rule: str


class EditedDraft(msgspec.Struct, frozen=True):
    """A draft with its board, its text and its problems."""

    draft: Draft | None
    """None if the text breaks the grammar of positions."""
    text: str | None
    """None if no text can express the draft."""
    seat: Seat | None
    """The seat to act; None when the game is over, and if there are problems."""
    scene: SceneState
    problems: tuple[PositionProblem, ...]
    """Every reason why it is not a position; empty if it is one."""
    notes: tuple[Sentence, ...]
    """What is allowed but worth knowing: that the game is over."""


class EditorInfo(msgspec.Struct, frozen=True):
    """What the editor of a game offers. `first` is the position with which it begins."""

    game: str
    title: str
    look: Look
    palette: Palette
    options: tuple[OptionInfo, ...]
    settings: dict[str, str]
    """The value of every option."""
    first: EditedDraft
