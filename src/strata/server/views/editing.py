"""Positions being edited, as clients see them.

`open_editor`, `edit_position` and `draw_position` run in a worker process.
"""

from __future__ import annotations

from typing import Final

import msgspec

from strata.core.editing.editor import EditedPosition
from strata.core.errors import InvalidPosition
from strata.core.game import Game
from strata.core.option import Option
from strata.server.protocol.editor_messages import (
    DrawPosition,
    EditedDraft,
    EditorInfo,
    EditPosition,
    OpenEditor,
    PositionProblem,
)
from strata.server.protocol.game_messages import OptionInfo
from strata.server.views.looks import draw_look
from strata.server.views.table_views import scene_state

_encode: Final = msgspec.json.Encoder().encode


def describe_options(options: tuple[Option, ...]) -> tuple[OptionInfo, ...]:
    return tuple(
        OptionInfo(one.name, one.values, one.default, one.meaning, one.others, one.pattern)
        for one in options
    )


def open_editor(game: Game, wanted: OpenEditor) -> bytes:
    """Return an EditorInfo as JSON. Raises a StrataError for an invalid request."""
    editor = game.editor()
    first = editor.edit_text(wanted.text or str(game.start()))
    settings = {name: str(value) for name, value in game.settings.items()}
    return _encode(
        EditorInfo(
            game.name,
            game.title,
            draw_look(game),
            editor.palette,
            describe_options(game.options),
            settings,
            _edited(first),
        )
    )


def edit_position(game: Game, wanted: EditPosition) -> bytes:
    """Return an EditedDraft as JSON. Raises a StrataError for an invalid request."""
    editor = game.editor()
    if wanted.draft is not None and wanted.text is None:
        return _encode(_edited(editor.edit(wanted.draft)))
    if wanted.text is not None and wanted.draft is None:
        return _encode(_edited(editor.edit_text(wanted.text)))
    raise InvalidPosition("expected exactly one of `draft` and `text`")


def draw_position(game: Game, wanted: DrawPosition, frame: tuple[int, int]) -> str:
    """Return a position as SVG, in a `frame` (pixels) if it is to become a PNG picture."""
    position = game.position(wanted.text)
    return position.svg(dark=wanted.dark, frame=frame if wanted.kind == "png" else None)


def _edited(edited: EditedPosition) -> EditedDraft:
    return EditedDraft(
        edited.draft,
        edited.text,
        edited.position.seat if edited.position else None,
        scene_state(edited.scene),
        tuple(
            PositionProblem(problem.message, problem.cells, problem.rule)
            for problem in edited.problems
        ),
        edited.notes,
    )
