"""Commands for a secret set-up at the terminal: lay out, move, swap, remove, finish."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from strata.cli.console import CommandError
from strata.cli.playing.display import print_board
from strata.cli.playing.terminal_game import TerminalGame
from strata.core.errors import listed, shown
from strata.play.arranging import Arranging

if TYPE_CHECKING:
    from rich.console import Console

ARRANGING_HELP: Final = {
    "place": "place CELL places the next piece; place PIECE CELL places another one",
    "move": "move CELL CELL moves a placed piece, or swaps it with the piece on the second cell",
    "swap": "swap CELL CELL swaps two placed pieces",
    "remove": "remove CELL takes back the piece on the cell",
    "new": "remove all pieces and start again",
    "finish": "finish the set-up when all pieces are placed",
}

ALL_LAID_OUT: Final = "all pieces are placed; 'finish' ends the set-up"


class ArrangingCommands:
    """The commands for pieces that nobody else sees yet."""

    def __init__(self, game: TerminalGame, console: Console) -> None:
        self._game: Final = game
        self._console: Final = console
        self.commands: Final[dict[str, Callable[[list[str]], bool]]] = {
            "place": self._place,
            "move": self._move,
            "swap": self._swap,
            "remove": self._remove,
            "new": self._start_anew,
            "finish": self._finish,
        }

    @property
    def is_offered(self) -> bool:
        """Whether there is something to lay out."""
        return self._game.arranging is not None

    def obey(self, words: list[str]) -> bool:
        """Handle a line that is no command: the cell for the next piece. Raises CommandError."""
        if len(words) == 1 and words[0] in self._expect().plan.cells:
            return self._place(words)
        given = shown(" ".join(words))
        raise CommandError(
            f"got {given}, expected a cell for the next piece or a command: {listed(self.commands)}"
        )

    def _expect(self) -> Arranging:
        found = self._game.arranging
        if found is None:
            raise CommandError("there is no set-up to arrange now")
        return found

    def _change(self, pieces: dict[str, str]) -> bool:
        """Lay out `pieces` and show them; return False, since the table waits for `finish`."""
        self._game.arrange(pieces)
        print_board(self._console, self._game)
        if self._expect().next is None:
            self._console.print(ALL_LAID_OUT, style="bold")
        return False

    def _place(self, words: list[str]) -> bool:
        found = self._expect()
        if not words:
            raise CommandError("'place' needs a cell, got nothing")
        *name, cell = words
        piece = self._piece(found, " ".join(name)) if name else found.next
        if piece is None:
            raise CommandError(ALL_LAID_OUT)
        if not name and cell in found.pieces:
            raise CommandError(f"{cell} is occupied; move, swap or remove the piece on it")
        return self._change({**found.pieces, self._cell(found, cell): piece})

    def _move(self, words: list[str]) -> bool:
        found, (start, target) = self._expect(), self._two(words, "move")
        if start not in found.pieces:
            raise CommandError(f"no piece is placed on {shown(start)}")
        pieces = {cell: piece for cell, piece in found.pieces.items() if cell != start}
        if target in found.pieces:
            pieces[start] = found.pieces[target]
        pieces[self._cell(found, target)] = found.pieces[start]
        return self._change(pieces)

    def _swap(self, words: list[str]) -> bool:
        for cell in self._two(words, "swap"):
            if cell not in self._expect().pieces:
                raise CommandError(f"no piece is placed on {shown(cell)}")
        return self._move(words)

    def _remove(self, words: list[str]) -> bool:
        found = self._expect()
        if len(words) != 1 or words[0] not in found.pieces:
            given = shown(" ".join(words)) if words else "nothing"
            raise CommandError(f"'remove' needs the cell of a placed piece, got {given}")
        return self._change({cell: one for cell, one in found.pieces.items() if cell != words[0]})

    def _start_anew(self, _: list[str]) -> bool:
        self._expect()
        return self._change({})

    def _finish(self, _: list[str]) -> bool:
        self._game.finish_arrangement()
        return True

    @staticmethod
    def _two(words: list[str], command: str) -> tuple[str, str]:
        if len(words) != 2 or words[0] == words[1]:
            given = shown(" ".join(words)) if words else "nothing"
            raise CommandError(f"'{command}' needs two cells, got {given}")
        return words[0], words[1]

    @staticmethod
    def _cell(found: Arranging, cell: str) -> str:
        if cell not in found.plan.cells:
            raise CommandError(f"no piece can be placed on {shown(cell)}")
        return cell

    @staticmethod
    def _piece(found: Arranging, name: str) -> str:
        """Return the remaining piece with this name, a word of this name, or this letter."""
        symbols, wanted = found.begin.rules.symbols, name.lower()
        items = [item for zone in found.begin.scene().zones for item in zone.items]
        left = set(found.plan.missing(found.pieces))
        for item in items:
            if item.id not in left:
                continue
            symbol = symbols[item.layer.symbol]
            called = symbol.name.lower()
            if wanted in (item.id, called, *called.split(), *map(str.lower, symbol.glyphs)):
                return item.id
        raise CommandError(f"no piece {shown(name)} is left to place")
