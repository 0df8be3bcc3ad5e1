"""The scene of a plain game: stacks of letters, hands, the turn in progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from strata.core.board_scene import board_scene
from strata.core.geometry import Board
from strata.core.outcome import SEATS, Seat
from strata.core.scene import Hue, Item, Layer, Mark, Scene, Zone
from strata.plain.clicks import cells_in, hand_item
from strata.plain.pieces import Piece, below, owner_of
from strata.plain.position import PlainPosition


class Drawing:
    """The drawing of one game, which turns positions into scenes."""

    def __init__(
        self,
        game: str,
        board: Board,
        kinds: Mapping[str, Piece],
        *,
        has_hands: bool,
        hues: tuple[Hue, Hue],
    ) -> None:
        self._game = game
        self._board = board
        self._kinds = kinds
        self._has_hands = has_hands
        self._hues = hues

    def scene(self, position: PlainPosition, over: bool, status: tuple[str, ...]) -> Scene:
        return board_scene(
            self._board,
            self._game,
            None if over else position.seat,
            {cell: self._layers(stack) for cell, stack in position.stacks.items()},
            zones=tuple(self._zones(position)) if self._has_hands else (),
            marks=self._marks(position),
            status=status,
            hues=self._hues,
        )

    def _layers(self, stack: str) -> tuple[Layer, ...]:
        lower = (self._layer(letter, True) for letter in stack[:-1])
        return (*lower, self._layer(stack[-1], False))

    def _layer(self, letter: str, is_below: bool) -> Layer:
        piece = self._kinds[letter.upper()]
        name = below(piece) if is_below and piece.form == "piece" else piece.name
        return Layer(name, owner_of(letter))

    def _zones(self, position: PlainPosition) -> Iterator[Zone]:
        owners: tuple[Seat | None, ...] = (*SEATS, None)
        for owner in owners:
            letters = sorted({letter for letter in position.hand if owner_of(letter) == owner})
            if letters or owner:
                yield Zone(
                    f"{owner or 'any'}:hand",
                    f"{{{owner}}}, off the board" if owner else "off the board",
                    owner,
                    tuple(
                        Item(
                            hand_item(letter),
                            self._layer(letter, False),
                            position.hand.count(letter),
                        )
                        for letter in letters
                    ),
                )

    def _marks(self, position: PlainPosition) -> tuple[Mark, ...]:
        if not position.step:
            return ()
        label = f"the turn so far: {position.step}"
        return (Mark("turn", cells_in(self._board, position.step), label),)
