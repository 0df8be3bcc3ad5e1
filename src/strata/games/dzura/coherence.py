"""The checks of a definition as a whole: items 2 to 9 of Z83, in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

from strata.core.definition import check_definition
from strata.core.errors import InvalidPosition
from strata.core.outcome import SEATS
from strata.core.scanner import Scanner
from strata.games.dzura.definition import Definition
from strata.games.dzura.fields import Fields, Phase, read_board, read_hands
from strata.games.dzura.notation import lay_position
from strata.games.dzura.rules.constants import START
from strata.games.dzura.rules.lookup import Tables
from strata.games.dzura.rules.state import DzuraState
from strata.games.dzura.schema import MOST_BYTES, Source, read_schema

MOST_PIECES: Final = 40
Read = TypeVar("Read")


@lru_cache(maxsize=32)
def parse_definition(text: str) -> Definition:
    """Read a definition, or raise InvalidDefinition with the lowest item that it breaks.

    The latest definitions are cached: reading a large one takes a tenth of a second.
    """
    definition, source = read_schema(check_definition(text, MOST_BYTES))
    _check_letters(definition, source)
    _check_vectors(definition, source)
    _check_promotion(definition, source)
    _check_royalty(definition, source)
    fields = _read_start(definition, source)
    _check_pieces(definition, fields, source)
    _check_opening(definition, fields, source)
    return definition


@lru_cache(maxsize=8)
def compile_tables(definition: Definition) -> Tables:
    """Return the tables of a definition, shared by the games that have the same definition."""
    return Tables(definition.radius, definition.pieces)


def _check_letters(definition: Definition, source: Source) -> None:
    """Refuse a letter that is used twice, or a promoted form without its plain one (item 2)."""
    seen: dict[str, int] = {}
    for number, kind in enumerate(definition.pieces):
        if kind.letter in seen:
            source.refuse(
                2,
                ("piece", number, "letter"),
                f"got {kind.letter}, which piece {seen[kind.letter] + 1} has, "
                "expected a letter of its own",
            )
        seen[kind.letter] = number
    for number, kind in enumerate(definition.pieces):
        if kind.plain_letter not in seen:
            source.refuse(
                2,
                ("piece", number, "letter"),
                f"got {kind.letter}, expected a piece {kind.plain_letter} to be declared too",
            )


def _check_vectors(definition: Definition, source: Source) -> None:
    """Refuse vectors that are too long, zero or repeated in a list (item 3)."""
    most = 2 * definition.radius
    for number, kind in enumerate(definition.pieces):
        for field in ("steps", "strides", "targets"):
            path = ("piece", number, field)
            vectors = getattr(kind, field)
            for q, r in vectors:
                distance = max(abs(q), abs(r), abs(q + r))
                if not 1 <= distance <= most:
                    far = f"distance {distance}" if distance < 10**9 else "a huge distance"
                    source.refuse(
                        3, path, f"got a vector of {far}, expected 1 to {most}, twice the radius"
                    )
            for (q, r), times in Counter(vectors).items():
                if times > 1:
                    source.refuse(3, path, f"got [{q}, {r}] {times} times, expected it once")


def _check_promotion(definition: Definition, source: Source) -> None:
    """Refuse column rules of promoted forms, and wrong targets of promotion (items 4 and 5)."""
    for number, kind in enumerate(definition.pieces):
        if kind.column_rule and kind.is_promoted_form:
            source.refuse(
                4,
                ("piece", number, "column_rule"),
                f"got true for {kind.letter}, expected it on plain letters only",
            )
    kinds = {kind.letter: kind for kind in definition.pieces}
    for number, kind in enumerate(definition.pieces):
        if not kind.promotes_to:
            continue
        path = ("piece", number, "promotes_to")
        if kind.promotes_to == kind.letter:
            source.refuse(5, path, f"got {kind.letter}, the piece itself, expected another")
        if kind.promotes_to not in kinds:
            source.refuse(5, path, f"got {kind.promotes_to}, expected one of {' '.join(kinds)}")
        if kinds[kind.promotes_to].promotes_to:
            source.refuse(
                5,
                path,
                f"got {kind.promotes_to}, which promotes itself, expected one that does not",
            )


def _check_royalty(definition: Definition, source: Source) -> None:
    """Refuse a piece whose forms are not all royal or all not royal (item 6)."""
    kinds = {kind.letter: kind for kind in definition.pieces}
    for number, kind in enumerate(definition.pieces):
        for other in (kind.promotes_to, kind.plain_letter):
            if other and kinds[other].royal != kind.royal:
                source.refuse(
                    6,
                    ("piece", number, "royal"),
                    f"{kind.letter} is {'' if kind.royal else 'not '}royal and {other} is "
                    f"{'' if kinds[other].royal else 'not'}, expected both or neither".replace(
                        "is ,", "is,"
                    ),
                )


def _canonical(
    read: Callable[[Definition, Scanner], Read], definition: Definition, key: str, source: Source
) -> Read:
    """Read the text of one key as section 8 says, or refuse it (item 7)."""
    try:
        return read(definition, Scanner(getattr(definition, key), key))
    except InvalidPosition as error:
        return source.refuse(7, (key,), str(error))


def _read_start(definition: Definition, source: Source) -> Fields:
    """Return the starting position (item 7)."""
    board = _canonical(read_board, definition, "start", source)
    hands = _canonical(read_hands, definition, "hands", source)
    for tile, (top, covered) in board.items():
        if covered or top.facing or top.barraged:
            what = "a stack" if covered else "a facing" if top.facing else "a barraged piece"
            name = definition.board.names[tile]
            source.refuse(7, ("start",), f"got {what} on {name}, expected plain single pieces")
    for hand in hands:
        for kind in hand:
            if definition.kind(kind).royal:
                letter = definition.kind(kind).letter
                source.refuse(7, ("hands",), f"got {letter}, which is royal, expected no king")
    tokens = (definition.ordnance, definition.ordnance) if definition.ordnance else None
    return Fields(board, 0, Phase(START, ()), hands, tokens)


def _check_pieces(definition: Definition, fields: Fields, source: Source) -> None:
    """Refuse wrong numbers of kings or pieces (item 8)."""
    for seat, name in enumerate(SEATS):
        own = [tile.top.kind for tile in fields.board.values() if tile.top.seat == seat]
        kings = sum(definition.kind(kind).royal for kind in own)
        if kings != 1:
            source.refuse(8, ("start",), f"{name} has {kings} royal pieces, expected exactly 1")
        number = len(own) + sum(fields.hands[seat].values())
        if number > MOST_PIECES:
            source.refuse(
                8,
                ("hands",) if fields.hands[seat] else ("start",),
                f"{name} has {number} pieces on the board and in hand, "
                f"expected at most {MOST_PIECES}",
            )


def _check_opening(definition: Definition, fields: Fields, source: Source) -> None:
    """Refuse a start in which first can take the king at once, or has no legal action (item 9)."""
    state = DzuraState()
    state.set_rules(compile_tables(definition), definition.capture == "court", definition.rotation)
    lay_position(fields, state)
    if state.is_in_check(1):
        source.refuse(9, ("start",), "first could take second's king at once")
    if not state.codes():
        source.refuse(9, ("start",), "first has no legal action, expected one at least")
