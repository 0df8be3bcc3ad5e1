"""The palette of the FrozenChess editor: items by levels, their values, facts of a position.

Walls and cargo are values of their unit, as in the text of positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from strata.core.editing.palette import (
    ALONE,
    Choice,
    Condition,
    Level,
    Palette,
    PaletteItem,
    Property,
)
from strata.core.outcome import SEATS, Seat
from strata.core.scanner import NOTHING
from strata.core.scene import Layer
from strata.games.frozen.fields import (
    BOUNDS,
    LAST_ROT,
    LONGEST_FLOW,
    LONGEST_TORNADO,
    TRAPPED,
    WALLS,
)
from strata.games.frozen.kinds import LETTERS, NAMES
from strata.games.frozen.rules.constants import LAST_TURN
from strata.games.frozen.symbols import KIND_SYMBOLS
from strata.games.frozen.validity import MOST_CARGO, MOST_MEMBERS, MOST_WALLS
from strata.games.frozen.writing import FLOW_HEADINGS

_FLOW, _TORNADO, _TRAP, _TOMB, SHADOW, BODY = range(6)
_LEVELS: Final = (
    Level("flow", 1),
    Level("tornado", 1),
    Level("trap", 1),
    Level("tomb", 1),
    Level("shadow", 1),
    Level("body", MOST_MEMBERS),
)
VEIL: Final = "~"
CARGO: Final = "cargo"
_NAMES: Final = {
    "p": "frozen for turns",
    "t": "held by a trap",
    "s": "turns that it has stayed",
    "h": "turns until it may return",
    "v": "squares travelled as a shadow",
    "o": "rides straight at most",
    "d": "rides diagonally at most",
    "n": "units captured for an extra move",
    "q": "Pawns captured for an extra move",
    "m": "extra moves",
}
_UNBOUND: Final = {"o": "16", "d": "16"}
_GROUND_VALUES: Final = ("p", TRAPPED, "s", "o", "d", "n", "q", "m", WALLS)
_SHADOW_VALUES: Final = ("p", "h", "v", "o", "d", "n", "q", "m", WALLS)
_HEADINGS: Final = dict(zip(FLOW_HEADINGS, ("up", "right", "down", "left"), strict=True))


def _attribute(name: str) -> Property:
    if name == TRAPPED:
        return Property(key=name, name=_NAMES[name], kind="flag")
    least, most = BOUNDS[name]
    default = _UNBOUND.get(name, "0")
    least, most = min(least, int(default)), max(most, int(default))
    return Property(
        key=name, name=_NAMES[name], kind="number", default=default, least=least, most=most
    )


PROPERTIES: Final = {
    **{name: _attribute(name) for name in _NAMES},
    WALLS: Property(key=WALLS, name="its walls", kind="cells", most=MOST_WALLS, symbol="wall"),
    CARGO: Property(
        key=CARGO,
        name="carries",
        kind="text",
        hint="bodies with commas between, ~ before a shadow, as in R+P,~N",
    ),
    "woken": Property(key="woken", name="woken", kind="flag"),
    "rot": Property(key="rot", name="rot", kind="number", default="0", most=LAST_ROT),
    "queue": Property(
        key="queue", name="the dead", kind="text", hint="oldest first, with dots between: P.r.N"
    ),
    "tornado": Property(
        key="tornado", name="lasts", kind="number", default="1", least=1, most=LONGEST_TORNADO
    ),
    "flow": Property(
        key="flow", name="lasts", kind="number", default="1", least=1, most=LONGEST_FLOW
    ),
    "heading": Property(
        key="heading",
        name="flows",
        kind="choice",
        default=FLOW_HEADINGS[0],
        choices=tuple(Choice(letter, words) for letter, words in _HEADINGS.items()),
    ),
}
_GOES_ON: Final = "the turn goes on: "
_PHASES: Final = {
    NOTHING: "the turn begins",
    "D": f"{_GOES_ON}a body may move on",
    "U": f"{_GOES_ON}a body may move on, or attack",
    "B": f"{_GOES_ON}a body with a Pawn may do one more thing",
    "M": f"{_GOES_ON}a unit becomes another kind",
    "P": f"{_GOES_ON}a Pawn is promoted",
    "R": f"{_GOES_ON}a block turns",
    "X": f"{_GOES_ON}an enemy body is mind-controlled",
}
FACTS: Final = (
    Property(
        key="phase",
        name="The turn",
        kind="choice",
        default=NOTHING,
        choices=tuple(Choice(letter, words) for letter, words in _PHASES.items()),
    ),
    Property(
        key="moves",
        name="Moves left",
        kind="number",
        default="1",
        least=1,
        most=6,
        when=Condition("phase", ("D", "U")),
    ),
    Property(
        key="shadow",
        name="It is the shadow there",
        kind="flag",
        when=Condition("phase", ("D", "U")),
    ),
    Property(
        key="size",
        name="Size of the block",
        kind="number",
        default="2",
        least=2,
        most=8,
        when=Condition("phase", ("R",)),
    ),
    Property(
        key="cell",
        name="The cell",
        kind="cells",
        most=1,
        hint="of a block the lower left corner, or none while it is not chosen",
        when=Condition("phase", tuple("DUBMPRX")),
    ),
    Property(
        key="turn", name="Number of the turn", kind="number", default="1", least=1, most=LAST_TURN
    ),
)


def _items() -> Iterator[PaletteItem]:
    for seat, owner in enumerate(SEATS):
        for letter, name in zip(LETTERS, NAMES, strict=True):
            yield _unit_item(letter.lower() if seat else letter, name, owner)
    yield PaletteItem(
        key="tomb",
        name="tomb",
        owner=None,
        layers=(Layer("armed-tomb", None),),
        level=_TOMB,
        properties=("woken", "rot", "queue"),
        values={"queue": "P"},
    )
    for owner in SEATS:
        yield _thing("trap", owner, _TRAP, ())
        yield _thing("tornado", owner, _TORNADO, ("tornado",), {"tornado": str(LONGEST_TORNADO)})
        yield _thing("flow", owner, _FLOW, ("heading", "flow"), {"flow": str(LONGEST_FLOW)})
    for seat, owner in enumerate(SEATS):
        for letter, name in zip(LETTERS, NAMES, strict=True):
            if letter not in "PK":
                yield _shadow_item(letter.lower() if seat else letter, name, owner)


def _unit_item(letter: str, name: str, owner: Seat) -> PaletteItem:
    carries = (CARGO,) if letter.upper() in MOST_CARGO else ()
    return PaletteItem(
        key=letter,
        name=name,
        owner=owner,
        layers=(Layer(KIND_SYMBOLS[letter.upper()], owner),),
        level=BODY,
        joins=ALONE if letter in "Kk" else owner,
        properties=(*_GROUND_VALUES, *carries),
    )


def _shadow_item(letter: str, name: str, owner: Seat) -> PaletteItem:
    carries = (CARGO,) if letter.upper() in MOST_CARGO else ()
    return PaletteItem(
        key=VEIL + letter,
        name=f"shadow {name}",
        owner=owner,
        layers=(Layer("veil", owner), Layer(KIND_SYMBOLS[letter.upper()], owner)),
        level=SHADOW,
        properties=(*_SHADOW_VALUES, *carries),
    )


def _thing(
    kind: str,
    owner: Seat,
    level: int,
    properties: tuple[str, ...],
    values: dict[str, str] | None = None,
) -> PaletteItem:
    return PaletteItem(
        key=f"{owner}:{kind}",
        name=kind,
        owner=owner,
        layers=(Layer(kind, owner),),
        level=level,
        properties=properties,
        values=values or {},
    )


PALETTE: Final = Palette(items=tuple(_items()), levels=_LEVELS, properties=PROPERTIES, facts=FACTS)
