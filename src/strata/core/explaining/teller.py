"""Changes of scenes in words, for any game; a game replaces the verbs that it has.

The thing that acts is the subject ("first's Ram captures …"), so verbs never depend on the reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from strata.core.explaining.scene_changes import (
    Altered,
    Became,
    Came,
    Changes,
    Event,
    Left,
    Moved,
    Reordered,
)
from strata.core.explaining.telling import Sentence, Telling, cells_of, joined, whose, with_article
from strata.core.outcome import Seat
from strata.core.scene import Layer, Symbol, Zone, checked_cells

_MANY: Final = 6
"""The most simultaneous moves that are told one by one; more are counted."""


class Teller:
    """The words for one action. `told` collects the sentences; `events` are those not told yet."""

    capture: str = "captures"
    """The verb for taking what an enemy has on the cell of arrival."""

    def __init__(self, symbols: Mapping[str, Symbol], changes: Changes) -> None:
        self.symbols: Final = symbols
        self.changes: Final = changes
        self.mover: Final[Seat] = changes.mover
        self.events: Final[list[Event]] = list(changes.events)
        self.told: Final[list[Sentence]] = []

    def tell(self) -> Telling:
        """Return all sentences; at least one."""
        self.tell_action()
        self.tell_rest()
        if not self.told:
            self.tell_nothing()
        self.point_at_changes()
        self.tell_checks()
        return tuple(self.told)

    def say(self, text: str, *cells: str) -> None:
        self.told.append(Sentence(text, cells_of(*cells)))

    # Methods that a game overrides.

    def tell_action(self) -> None:
        """Tell what the rules call the action, and take its events out of `events`.

        By default this does nothing.
        """

    def tell_event(self, event: Event) -> None:
        """Tell one event that `tell_action` left."""
        match event:
            case Moved():
                self.tell_moved(event)
            case Left():
                self.tell_left(event)
            case Came():
                self.tell_came(event)
            case Became():
                self.tell_became(event)
            case Altered():
                self.tell_altered(event)
            case Reordered():
                self.say(f"the stack on {event.cell} is reordered.", event.cell)

    def tell_moved(self, event: Moved) -> None:
        if back := self.take_opposite(event):
            one, other = self.group(event.layers), self.group(back.layers)
            self.say(
                f"{one} on {event.start} and {other} on {event.end} change places.",
                event.start,
                event.end,
            )
            return
        victims = self.take_left(event.end, self.top(event.layers).owner)
        if victims:
            self.tell_capture(event, victims)
        else:
            self.say(
                f"{self.group(event.layers)} moves from {event.start} to {event.end}"
                f"{self.company(event.layers)}.",
                event.start,
                event.end,
            )

    def tell_capture(self, event: Moved, victims: list[Left]) -> None:
        things = joined([self.owned(victim.layer) for victim in victims])
        self.say(
            f"{self.group(event.layers)} {self.capture} {things} on {event.end}"
            f"{self.company(event.layers)}.",
            event.start,
            event.end,
        )

    def tell_left(self, event: Left) -> None:
        place = self.zone_words(event.zone)
        where = f"goes from {event.cell} to {place}" if place else f"is removed from {event.cell}"
        self.say(f"{self.owned(event.layer)} {where}.", event.cell)

    def tell_came(self, event: Came) -> None:
        place = self.zone_words(event.zone)
        if place:
            self.say(f"{self.owned(event.layer)} comes from {place} to {event.cell}.", event.cell)
        else:
            verb = "enters" if event.zone else "appears"
            self.say(f"{self.owned(event.layer)} {verb} on {event.cell}.", event.cell)

    def tell_became(self, event: Became) -> None:
        old, new = self.owned(event.old), self.owned(event.new)
        if event.old.owner == event.new.owner:
            new = with_article(self.name(event.new))
        elif event.old.symbol == event.new.symbol:
            new = f"{whose(event.new.owner)} own" if event.new.owner else "nobody's"
        self.say(f"{old} on {event.cell} becomes {new}.", event.cell)

    def tell_altered(self, event: Altered) -> None:
        verb = "turns" if event.old.turn != event.new.turn else "changes"
        self.say(f"{self.owned(event.new)} on {event.cell} {verb}.", event.cell)

    def tell_nothing(self) -> None:
        """Tell an action that changed nothing on the board."""
        going = "ends" if self.changes.ends_turn else "continues"
        self.say(f"{whose(self.mover)} turn {going}.", *self.changes.focus)

    def point_at_changes(self) -> None:
        """Give the first sentence the cells that changed, if no sentence names any."""
        for sentence in self.told:
            if sentence.cells:
                return
        cells = (cell for event in self.changes.events for cell in _places(event))
        self.told[0] = Sentence(self.told[0].text, cells_of(*cells))

    def tell_checks(self) -> None:
        """Tell what is in check but was not in check before."""
        checked = set(checked_cells(self.changes.after))
        if not checked:
            return
        for cell in sorted(checked.difference(checked_cells(self.changes.before))):
            stack = self.changes.after.stacks.get(cell)
            if stack:
                self.say(f"{self.owned(self.top(stack))} on {cell} is in check.", cell)

    # The remaining events, in order.

    def tell_rest(self) -> None:
        if len(self.events) > _MANY:
            self.tell_many([event for event in self.events if isinstance(event, Moved)])
        while self.events:
            self.tell_event(self.events.pop(0))

    def tell_many(self, moved: list[Moved]) -> None:
        """Tell moves in one sentence if there are many."""
        if len(moved) <= _MANY:
            return
        cells = [cell for event in moved for cell in (event.start, event.end)]
        self.say(f"{len(moved)} things move.", *cells)
        for event in moved:
            self.events.remove(event)

    # Selection of events.

    def take(self, *wanted: type[Event], cell: str | None = None) -> list[Event]:
        """Take the events of these classes out of `events`, only those at `cell` if it is given."""
        found = [
            event
            for event in self.events
            if isinstance(event, wanted) and (cell is None or cell in _places(event))
        ]
        for event in found:
            self.events.remove(event)
        return found

    def take_opposite(self, move: Moved) -> Moved | None:
        """Take the move that went the way of `move` back, if there is one."""
        for event in self.events:
            if isinstance(event, Moved) and (event.start, event.end) == (move.end, move.start):
                self.events.remove(event)
                return event
        return None

    def take_left(self, cell: str, captor: Seat | None) -> list[Left]:
        """Take the events of things that left `cell` and did not belong to `captor`."""
        found = [
            event
            for event in self.events
            if isinstance(event, Left) and event.cell == cell and event.layer.owner != captor
        ]
        for event in found:
            self.events.remove(event)
        return found

    # Words.

    def name(self, layer: Layer) -> str:
        return self.symbols[layer.symbol].name

    def owned(self, layer: Layer) -> str:
        """Return `{first's} Pawn`; for a thing of nobody, `the shield`."""
        return f"{whose(layer.owner)} {self.name(layer)}"

    def top(self, layers: tuple[Layer, ...]) -> Layer:
        """Return the layer that names a group: the topmost piece, else the topmost layer."""
        if len(layers) == 1:
            return layers[0]
        pieces = [layer for layer in layers if self.symbols[layer.symbol].form == "piece"]
        return (pieces or layers)[-1]

    def group(self, layers: tuple[Layer, ...]) -> str:
        """Return the subject for a group that moves together."""
        top = self.top(layers)
        if len(layers) > 1 and self.symbols[top.symbol].form == "chip":
            return f"a stack of {self.counted(layers)}"
        return self.owned(top)

    def company(self, layers: tuple[Layer, ...]) -> str:
        """Return ` with 2 chips`, ` with {first's} Knight`: what accompanies the subject."""
        top = self.top(layers)
        if len(layers) == 1 or self.symbols[top.symbol].form == "chip":
            return ""
        others = list(layers)
        others.remove(top)
        chips = [one for one in others if self.symbols[one.symbol].form == "chip"]
        parts = [self.owned(one) for one in others if one not in chips]
        if chips:
            parts.append(self.counted(chips))
        return f" with {joined(parts)}"

    def counted(self, chips: Iterable[Layer]) -> str:
        number = len(tuple(chips))
        return "1 chip" if number == 1 else f"{number} chips"

    def zone_words(self, zone: Zone | None) -> str:
        """Return `{first's} hand`; empty for a zone whose title names no place of a seat."""
        if zone is None or zone.seat is None:
            return f"the {zone.title}" if zone else ""
        return zone.title if zone.title.startswith(whose(zone.seat)) else ""


def _places(event: Event) -> tuple[str, ...]:
    return (event.start, event.end) if isinstance(event, Moved) else (event.cell,)
