"""The position editor of Dzura: pieces on tiles, stacks of court capture, and hands."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from strata.core.board_text import format_rows
from strata.core.editing.draft import Draft, Placed
from strata.core.editing.editing import Editing
from strata.core.editing.palette import (
    Choice,
    Condition,
    Counter,
    CounterZone,
    Level,
    Palette,
    PaletteItem,
    Property,
)
from strata.core.explaining.telling import whose
from strata.core.outcome import SEATS
from strata.core.scanner import NOTHING
from strata.core.scene import Layer
from strata.games.dzura.definition import Definition, Options, PieceKind
from strata.games.dzura.fields import SIDES, Piece, read_fields
from strata.games.dzura.gestures import hand_id, token_id
from strata.games.dzura.rules.constants import BARRAGED, PLACING, ROTATING, START
from strata.games.dzura.symbols import TOKEN, symbol_name
from strata.games.dzura.validity import MOST_PIECES

_FACING: Final = "facing"
_BARRAGED: Final = "barraged"
_PHASE: Final = "phase"
_TURNED: Final = "turned"
_PHASE_LETTERS: Final = {START: "t", BARRAGED: "b", ROTATING: "r", PLACING: "p"}
_SIXTHS: Final = ("forward", "one sixth", "two sixths", "backward", "four sixths", "five sixths")


class DzuraEditing(Editing):
    """Converts Dzura positions to and from drafts.

    Palette items are keyed by the letters of the definition. The palette offers only what the
    options allow.
    """

    def __init__(self, definition: Definition, options: Options) -> None:
        self._definition: Final = definition
        self._options: Final = options

    # The palette.

    @cached_property
    def palette(self) -> Palette:
        kinds = self._definition.pieces
        return Palette(
            items=tuple(self._item(kind, seat) for seat in range(2) for kind in kinds),
            levels=(Level("piece", 2 if self._options.court else 1),),
            properties={_FACING: _facing(), _BARRAGED: _barraged()},
            zones=tuple(self._hand(seat) for seat in range(2)),
            facts=tuple(self._facts()),
        )

    def _item(self, kind: PieceKind, seat: int) -> PaletteItem:
        owner = SEATS[seat]
        facing = (_FACING,) if self._options.rotation else ()
        barraged = (_BARRAGED,) if self._options.ordnance else ()
        turn = 180 * seat if self._options.rotation else None
        return PaletteItem(
            key=_cased(kind.letter, seat),
            name=kind.name,
            owner=owner,
            layers=(Layer(symbol_name(kind.letter), owner, turn=turn),),
            properties=(*facing, *barraged),
        )

    def _hand(self, seat: int) -> CounterZone:
        owner = SEATS[seat]
        counters = [
            Counter(hand_id(seat, kind.letter), kind.name, Layer(kind.letter, owner), MOST_PIECES)
            for kind in self._definition.pieces
            if not kind.is_promoted_form
        ]
        if self._options.ordnance:
            most = 2 * self._options.ordnance
            counters.append(Counter(token_id(seat), "token", Layer(TOKEN, owner), most))
        return CounterZone(f"{whose(owner)} hand", owner, tuple(counters))

    def _facts(self) -> list[Property]:
        choices = [Choice("t", "a turn begins")]
        if self._options.ordnance:
            choices.append(Choice("b", "a barrage was made: the main action is to come"))
        if self._options.rotation:
            choices.append(Choice("r", "pieces that moved are given a facing"))
            choices.append(Choice("p", "a piece that was dropped is given a facing"))
        if len(choices) == 1:
            return []
        turning = Condition(_PHASE, ("r", "p"))
        return [
            Property(
                key=_PHASE, name="The turn", kind="choice", default="t", choices=tuple(choices)
            ),
            Property(key=_TURNED, name="Tiles to turn", kind="cells", most=2, when=turning),
        ]

    # Position strings.

    def read(self, text: str) -> Draft:
        fields = read_fields(self._definition, text)
        names = self._definition.board.names
        cells = {
            names[tile]: tuple(self._placed(p) for p in (found.covered, found.top) if p)
            for tile, found in sorted(fields.board.items())
        }
        counts = {
            hand_id(seat, self._definition.kind(kind).letter): number
            for seat, hand in enumerate(fields.hands)
            for kind, number in hand.items()
        }
        for seat, number in enumerate(fields.tokens or ()):
            counts[token_id(seat)] = number
        facts = {}
        if fields.phase.number != START:
            facts[_PHASE] = _PHASE_LETTERS[fields.phase.number]
        if fields.phase.tiles:
            facts[_TURNED] = ".".join(names[tile] for tile in fields.phase.tiles)
        return Draft(cells, SEATS[fields.seat], counts, facts)

    def _placed(self, piece: Piece) -> Placed:
        values = {_FACING: str(piece.facing)} if piece.facing else {}
        if piece.barraged:
            values[_BARRAGED] = "1"
        return Placed(_cased(self._definition.kind(piece.kind).letter, piece.seat), values)

    def write(self, draft: Draft) -> str:
        names = self._definition.board.names

        def tile_text(tile: int) -> str:
            pieces = [_piece_text(placed) for placed in draft.cells.get(names[tile], ())]
            return f"[{''.join(pieces[::-1])}]" if len(pieces) > 1 else "".join(pieces)

        board = format_rows(self._definition.board, tile_text)
        hands = "/".join(self._hand_text(draft, seat) for seat in range(2))
        tokens = [str(draft.counts.get(token_id(seat), 0)) for seat in range(2)]
        counted = self._options.ordnance or any(token_id(seat) in draft.counts for seat in range(2))
        side = SIDES[SEATS.index(draft.seat)]
        return f"{board} {side} {_phase_text(draft)} {hands} {'/'.join(tokens) if counted else '-'}"

    def _hand_text(self, draft: Draft, seat: int) -> str:
        counts = (
            (draft.counts.get(hand_id(seat, kind.letter), 0), kind.letter)
            for kind in self._definition.pieces
            if not kind.is_promoted_form
        )
        return "".join(f"{n if n > 1 else ''}{letter}" for n, letter in counts if n) or NOTHING


def _facing() -> Property:
    choices = tuple(Choice(str(sixth), words) for sixth, words in enumerate(_SIXTHS))
    return Property(key=_FACING, name="faces", kind="choice", default="0", choices=choices)


def _barraged() -> Property:
    return Property(key=_BARRAGED, name="barraged", kind="flag")


def _cased(letter: str, seat: int) -> str:
    return letter.lower() if seat else letter


def _piece_text(placed: Placed) -> str:
    facing = placed.values.get(_FACING, "0")
    turned = "" if facing == "0" else f"~{facing}"
    return f"{placed.item}{turned}{'*' if placed.values.get(_BARRAGED) else ''}"


def _phase_text(draft: Draft) -> str:
    phase = draft.facts.get(_PHASE, "t")
    if phase not in "rp":
        return phase
    return f"{phase}:{draft.facts.get(_TURNED, '').replace('.', ',')}"
