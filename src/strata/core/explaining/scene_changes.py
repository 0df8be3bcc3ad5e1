"""The differences between two scenes: events that a telling puts into words.

Nothing here knows a rule. The things on a cell are compared as a multiset by symbol and owner. What
left one cell and came to another has moved; layers that moved the same way form one event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from strata.core.outcome import Seat
from strata.core.scene import Layer, Scene, Symbol, Zone, differing_cells


class Moved(msgspec.Struct, frozen=True):
    """Layers, bottom to top, that went together from one cell to another."""

    layers: tuple[Layer, ...]
    start: str
    end: str


class Left(msgspec.Struct, frozen=True):
    """A layer that left the board. `zone` is where it went; None if out of the game."""

    layer: Layer
    cell: str
    zone: Zone | None = None


class Came(msgspec.Struct, frozen=True):
    """A layer that was not on the board before. `zone` is where it was; None if nowhere."""

    layer: Layer
    cell: str
    zone: Zone | None = None


class Became(msgspec.Struct, frozen=True):
    """A layer whose kind or owner changed on its cell."""

    old: Layer
    new: Layer
    cell: str


class Altered(msgspec.Struct, frozen=True):
    """A layer that is the same thing on the same cell, with another direction or other badges."""

    old: Layer
    new: Layer
    cell: str


class Reordered(msgspec.Struct, frozen=True):
    """A stack of the same layers in another order, bottom to top."""

    layers: tuple[Layer, ...]
    cell: str


Event = Moved | Left | Came | Became | Altered | Reordered
Piles = dict[str, list[Layer]]
Pairing = tuple[list[tuple[Layer, Layer]], list[Layer], list[Layer]]
"""Pairs of layers that two stacks have, and the rest of the one and of the other."""


class Changes(msgspec.Struct, frozen=True):
    """Two scenes and their differences. `mover` acted; `focus` has the gesture's cells in order."""

    mover: Seat
    before: Scene
    after: Scene
    focus: tuple[str, ...]
    events: tuple[Event, ...]

    @property
    def ends_turn(self) -> bool:
        """Whether another seat acts next, or none."""
        return self.after.seat != self.mover


def compare_scenes(
    before: Scene, after: Scene, symbols: Mapping[str, Symbol], focus: Sequence[str] = ()
) -> tuple[Event, ...]:
    """Return the events between two scenes: moves first, then what left, came and changed.

    Layers are the same thing if their symbols have one name and they have one owner. Where the
    scenes allow several readings, layers that left or came to a cell of `focus` are matched first,
    in its order.
    """
    return _Comparison(before, after, symbols, tuple(focus)).events()


class _Comparison:
    """A comparison of two scenes: what left and came, by cell, and is not matched yet."""

    def __init__(
        self,
        before: Scene,
        after: Scene,
        symbols: Mapping[str, Symbol],
        focus: tuple[str, ...],
    ) -> None:
        self.before: Final = before
        self.after: Final = after
        self.symbols: Final = symbols
        self.focus: Final = focus
        self.left: Final[Piles] = {}
        self.came: Final[Piles] = {}

    def events(self) -> tuple[Event, ...]:
        stayed: list[Event] = []
        for cell in self.changed_cells():
            stayed += self.compare_stacks(cell)
        moved: list[Event] = [*self.match_moves()]
        became: list[Event] = []
        if any(self.left.values()) and any(self.came.values()):
            for start, old, end, new in self.match_promotions():
                moved.append(Moved((old,), start, end))
                became.append(Became(old, new, end))
            became += self.match_kinds()
        return (*moved, *self.cross_edge(), *became, *stayed)

    def changed_cells(self) -> list[str]:
        """Return the cells whose layers changed, those of the gesture first."""
        changed = set(differing_cells(self.before.stacks, self.after.stacks))
        cells = [cell for cell in dict.fromkeys(self.focus) if cell in changed]
        if len(cells) < len(changed):
            changed.difference_update(cells)
            cells += [cell.name for cell in self.before.cells if cell.name in changed]
        return cells

    def same(self, one: Layer, other: Layer) -> bool:
        return one.owner == other.owner and self.same_kind(one, other)

    def same_kind(self, one: Layer, other: Layer) -> bool:
        symbols = self.symbols
        if one.symbol == other.symbol:
            return True
        return symbols[one.symbol].name == symbols[other.symbol].name

    def compare_stacks(self, cell: str) -> list[Event]:
        """Enter what left and came, and return what changed in the layers that stayed."""
        old, new = self.before.stacks.get(cell, ()), self.after.stacks.get(cell, ())
        stayed, gone, fresh = self.pair(old, new)
        if gone:
            self.left[cell] = gone
        if fresh:
            self.came[cell] = fresh
        events: list[Event] = []
        for layer, twin in stayed:
            if layer is not twin and (layer.turn != twin.turn or layer.badges != twin.badges):
                events.append(Altered(layer, twin, cell))
        if not gone and not fresh and not all(map(self.same, old, new)):
            events.append(Reordered(new, cell))
        return events

    def pair(self, left: Sequence[Layer], came: Sequence[Layer]) -> Pairing:
        """Return pairs of the layers that both have, and the rest of both.

        Equal layers are paired first.
        """
        if not left or not came:
            return [], [*left], [*came]
        pairs: list[tuple[Layer, Layer]] = []
        gone: list[Layer] = []
        fresh = [*came]
        for layer in left:
            twin = layer if layer in fresh else self.find_twin(layer, fresh)
            if twin is None:
                gone.append(layer)
            else:
                fresh.remove(twin)
                pairs.append((layer, twin))
        return pairs, gone, fresh

    def find_twin(self, layer: Layer, others: list[Layer]) -> Layer | None:
        """Return the first of `others` that is the same thing as `layer`."""
        for one in others:
            if self.same(one, layer):
                return one
        return None

    def match_moves(self) -> Iterator[Moved]:
        left, came = self.left, self.came
        found = [
            (start, end, pairing)
            for start in left
            for end in came
            if (pairing := self.pair(left[start], came[end]))[0]
        ]
        if len(found) > 1:
            found.sort(key=self.order_of_moves())
        for number, (start, end, pairing) in enumerate(found):
            # Moves before this one may have taken some of its layers.
            both, gone, fresh = self.pair(left[start], came[end]) if number else pairing
            if both:
                left[start], came[end] = gone, fresh
                yield Moved(tuple([new for _, new in both]), start, end)

    def order_of_moves(self) -> Callable[[tuple[str, str, Pairing]], tuple[bool, int, int]]:
        """Return the key by which possible moves are sorted: those of the gesture come first."""
        rank = {cell: number for number, cell in reversed(tuple(enumerate(self.focus)))}
        last = len(self.focus)

        def order(move: tuple[str, str, Pairing]) -> tuple[bool, int, int]:
            start, end, (both, *_) = move
            hinted = start in rank and end in rank and rank[start] < rank[end]
            return not hinted, rank.get(start, last), -len(both)

        return order

    def cross_edge(self) -> Iterator[Event]:
        """Yield what left the board and what came to it, each with its zone."""
        left, came = [*_each(self.left)], [*_each(self.came)]
        if left or came:
            lost, gained = _zone_differences(self.before, self.after)
            for cell, layer in left:
                yield Left(layer, cell, _take(gained, layer))
            for cell, layer in came:
                yield Came(layer, cell, _take(lost, layer))

    def match_kinds(self) -> Iterator[Became]:
        """Yield layers that were replaced on their cell by one of the same owner or kind.

        Things that moved onto the cell are matched before, so they are no change.
        """
        for cell in [cell for cell in self.left if self.came.get(cell)]:
            for old in tuple(self.left[cell]):
                new = next((one for one in self.came[cell] if self.can_become(old, one)), None)
                if new is not None:
                    self.left[cell].remove(old)
                    self.came[cell].remove(new)
                    yield Became(old, new, cell)

    def match_promotions(self) -> Iterator[tuple[str, Layer, str, Layer]]:
        """Yield what left a cell of the gesture as one kind and came to a later one as another."""
        for number, start in enumerate(self.focus):
            for end in self.focus[number + 1 :]:
                for old in tuple(self.left.get(start, ())):
                    alike = (one for one in self.came.get(end, ()) if one.owner == old.owner)
                    new = next(alike, None)
                    if new is not None:
                        self.left[start].remove(old)
                        self.came[end].remove(new)
                        yield start, old, end, new

    def can_become(self, old: Layer, new: Layer) -> bool:
        if old.owner == new.owner:
            return new.owner is not None
        return self.same_kind(old, new)


def _each(piles: Piles) -> Iterator[tuple[str, Layer]]:
    for cell, layers in piles.items():
        for layer in layers:
            yield cell, layer


Places = list[tuple[Layer, Zone]]


def _zone_differences(before: Scene, after: Scene) -> tuple[Places, Places]:
    """Return what zones lost and gained, each layer as often as its count changed."""
    lost: Places = []
    gained: Places = []
    earlier = _items([zone for zone in before.zones if zone not in after.zones])
    later = _items([zone for zone in after.zones if zone not in before.zones])
    for key, (layer, zone, count) in {**earlier, **later}.items():
        change = (count if key in later else 0) - (earlier[key][2] if key in earlier else 0)
        if change:
            (gained if change > 0 else lost).extend([(layer, zone)] * abs(change))
    return lost, gained


def _items(zones: list[Zone]) -> dict[tuple[str, str], tuple[Layer, Zone, int]]:
    return {
        (zone.id, item.id): (item.layer, zone, item.count) for zone in zones for item in zone.items
    }


def _take(places: Places, layer: Layer) -> Zone | None:
    """Return the zone for `layer`, by the same symbol if possible; each place serves once."""
    alike = [place for place in places if place[0].symbol == layer.symbol] or places
    if not alike:
        return None
    found = alike[0]
    places.remove(found)
    return found[1]
