"""What client and server say to each other about positions that are edited."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from strata.core.editing.draft import Draft
from strata.core.editing.draft import Placed as Placed
from strata.core.editing.palette import Palette
from strata.core.errors import PositionProblem
from strata.core.explaining.telling import Sentence
from strata.core.outcome import Seat
from strata.server.protocol.game_messages import Look, OptionInfo
from strata.server.protocol.messages import SceneState

GameName = Annotated[str, msgspec.Meta(max_length=64)]


class OpenEditor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks what an editor of a game offers, under options that are chosen."""

    game: GameName
    options: dict[str, str] = {}
    definition: str | None = None
    text: str = ""
    """The position that is edited, as text; left out: the start of the game."""


class EditPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks about a draft, or about the text of a position. One of the two."""

    game: GameName
    options: dict[str, str] = {}
    definition: str | None = None
    draft: Draft | None = None
    text: str | None = None


class DrawPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a picture of a position."""

    game: GameName
    text: str
    kind: Literal["svg", "png"] = "svg"
    options: dict[str, str] = {}
    definition: str | None = None
    dark: bool = False


class EditedDraft(msgspec.Struct, frozen=True):
    """A draft with all that there is to say about it."""

    draft: Draft | None
    """None where the text breaks the grammar of positions."""
    text: str | None
    """None where no text can say what the draft says."""
    seat: Seat | None
    """Who acts; None when the game is over, and where there are problems."""
    scene: SceneState
    problems: tuple[PositionProblem, ...]
    """Why it is no position: all reasons. None of them: it is one."""
    notes: tuple[Sentence, ...]
    """What is allowed but worth knowing: that the game is over."""


class EditorInfo(msgspec.Struct, frozen=True):
    """What an editor of a game offers. `first` is where it begins."""

    game: str
    title: str
    look: Look
    palette: Palette
    options: tuple[OptionInfo, ...]
    settings: dict[str, str]
    """The options that were chosen."""
    first: EditedDraft
