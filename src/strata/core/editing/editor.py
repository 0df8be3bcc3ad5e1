"""`Editor`: what a client shows of a draft or a text: the board, the text and the problems."""

from __future__ import annotations

from typing import Any

import msgspec

from strata.core.editing.draft import Draft, Placed, find_strangers
from strata.core.editing.editing import Editing
from strata.core.editing.palette import Palette, badge_of
from strata.core.errors import InvalidPosition, PositionProblem, StrataError, refuse_position
from strata.core.explaining.telling import Sentence
from strata.core.position import Position
from strata.core.rules import Rules
from strata.core.scene import Item, Layer, Scene, Zone


class NotEditable(StrataError):
    """The game does not say what may lie where."""


class EditedPosition(msgspec.Struct, frozen=True):
    """A draft and everything that there is to say about it.

    `draft` is None if a text breaks the grammar, `text` if the notation cannot express the draft,
    `position` if there are problems. `notes` say what is allowed but worth knowing, such as that
    the game is over.
    """

    draft: Draft | None
    text: str | None
    position: Position | None
    scene: Scene
    problems: tuple[PositionProblem, ...] = ()
    notes: tuple[Sentence, ...] = ()


class Editor:
    """An editor of positions of one game under its options. Raises NotEditable."""

    def __init__(self, rules: Rules[Any]) -> None:
        editing = rules.editing()
        if editing is None:
            raise NotEditable(f"{rules.name} has no position editor: edit the text instead")
        self._rules = rules
        self._editing: Editing = editing
        self._frame = rules.scene(rules.start())
        self._cells = frozenset(cell.name for cell in self._frame.cells)

    @property
    def palette(self) -> Palette:
        return self._editing.palette

    def draft_of(self, position: Position) -> Draft:
        """Return the draft of a position."""
        return self._editing.read(str(position))

    def text_of(self, draft: Draft) -> str:
        """Return the position string of `draft`. Raises InvalidPosition if none can express it."""
        refuse_position(
            f"{self._rules.name} draft", find_strangers(draft, self.palette, self._cells)
        )
        return self._editing.write(self._asked(draft))

    def _asked(self, draft: Draft) -> Draft:
        """Return `draft` without the facts whose condition (`Property.when`) does not hold."""
        facts = {fact.key: fact for fact in self.palette.facts}

        def is_asked(key: str) -> bool:
            when = facts[key].when
            if when is None:
                return True
            return draft.facts.get(when.fact, facts[when.fact].default) in when.values

        kept = {key: value for key, value in draft.facts.items() if is_asked(key)}
        return msgspec.structs.replace(draft, facts=kept)

    def edit(self, draft: Draft) -> EditedPosition:
        """Return a draft with its text, scene and problems."""
        try:
            text = self.text_of(draft)
        except InvalidPosition as error:
            return EditedPosition(draft, None, None, self._sketch(draft), error.problems)
        return self._judge(draft, text)

    def edit_text(self, text: str) -> EditedPosition:
        """Return a position string with its draft, scene and problems.

        The board is empty if the text breaks the grammar.
        """
        try:
            self._rules.expect_readable(text)
            draft = self._editing.read(text)
        except InvalidPosition as error:
            empty = msgspec.structs.replace(self._frame, stacks={}, zones=(), marks=(), status=())
            return EditedPosition(None, text, None, empty, error.problems)
        return self._judge(draft, text)

    def _judge(self, draft: Draft, text: str) -> EditedPosition:
        try:
            position = Position(self._rules, self._rules.read(text))
        except InvalidPosition as error:
            return EditedPosition(draft, text, None, self._sketch(draft), error.problems)
        end = position.tell_end()
        notes = () if end is None else (end,)
        return EditedPosition(draft, text, position, position.scene(), (), notes)

    def _sketch(self, draft: Draft) -> Scene:
        """Return a scene of `draft`, as far as the palette knows how it looks."""
        named = draw_named(self.palette, draft)
        stacks = {
            cell: (*named.get(cell, ()), *draw_stack(self.palette, draft.cells.get(cell, ())))
            for cell in self._cells
        }
        zones = tuple(
            Zone(f"edited:{place}", zone.title, zone.seat, items)
            for place, zone in enumerate(self.palette.zones)
            if (
                items := tuple(
                    Item(counter.key, counter.layer, count)
                    for counter in zone.counters
                    if counter.layer and (count := draft.counts.get(counter.key, 0))
                )
            )
        )
        return msgspec.structs.replace(
            self._frame,
            seat=draft.seat,
            stacks={cell: layers for cell, layers in stacks.items() if layers},
            zones=zones,
            marks=(),
            status=(),
        )


def draw_named(palette: Palette, draft: Draft) -> dict[str, list[Layer]]:
    """Return the layers that values of items put on other cells, such as walls."""
    drawn = {key: one.symbol for key, one in palette.properties.items() if one.symbol}
    owners = {item.key: item.owner for item in palette.items}
    found: dict[str, list[Layer]] = {}
    for placed in (placed for stack in draft.cells.values() for placed in stack):
        for key in drawn.keys() & placed.values.keys():
            layer = Layer(drawn[key], owners.get(placed.item))
            for cell in placed.values[key].split("."):
                found.setdefault(cell, []).append(layer)
    return found


def draw_stack(palette: Palette, stack: tuple[Placed, ...]) -> tuple[Layer, ...]:
    """Return the layers of the stack on a cell, without items that the palette does not know."""
    items = {item.key: item for item in palette.items}
    known = [placed for placed in stack if placed.item in items]
    layers: list[Layer] = []
    for place, placed in enumerate(known):
        item = items[placed.item]
        above = known[place + 1] if place + 1 < len(known) else None
        is_below = above is not None and items[above.item].level == item.level
        drawn = item.below if is_below and item.below else item.layers
        badges = tuple(
            badge_of(palette.properties[name], value)
            for name, value in placed.values.items()
            if name in palette.properties
        )
        *under, top = drawn
        layers += (*under, msgspec.structs.replace(top, badges=(*top.badges, *badges)))
    return tuple(layers)
