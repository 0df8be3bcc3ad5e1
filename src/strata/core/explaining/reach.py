"""The reach of a piece: where the legal actions that begin with a click on its cell lead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from strata.core.errors import listed, shown
from strata.core.geometry import UnknownCell
from strata.core.gesture import Gesture
from strata.core.outcome import Seat
from strata.core.scene import Scene


class Reach(msgspec.Struct, frozen=True):
    """The cells that the piece on a cell can go to or act on, in the order of the board."""

    moves: tuple[str, ...] = ()
    """Cells with nothing of the other side on top."""
    attacks: tuple[str, ...] = ()
    """Cells with something of the other side on top."""

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells, moves first."""
        return self.moves + self.attacks

    def __bool__(self) -> bool:
        return bool(self.moves or self.attacks)


NOWHERE = Reach()


def touched_cells(gestures: Iterable[Gesture]) -> dict[str, set[str]]:
    """Return for each cell that begins a gesture the other cells that its gestures touch."""
    found: dict[str, set[str]] = {}
    for first, *rest in gestures:
        if first.kind == "cell":
            cells = {token.id for token in rest if token.kind == "cell"}
            if cells := cells - {first.id}:
                found.setdefault(first.id, set()).update(cells)
    return found


def expect_cell(scene: Scene, cell: str) -> None:
    """Raise UnknownCell if the board has no cell of that name."""
    names = [each.name for each in scene.cells]
    if cell not in names:
        raise UnknownCell(f"no cell {shown(cell)} in {scene.game}; cells are {listed(names, 8)}")


def top_owner(scene: Scene, cell: str) -> Seat | None:
    """Return the owner of the topmost layer on `cell`; None if it has none or there is none."""
    stack = scene.stacks.get(cell)
    return stack[-1].owner if stack else None


def cells_owned(scene: Scene, owner: Seat) -> set[str]:
    """Return the cells whose topmost layer belongs to `owner`."""
    return {cell for cell in scene.stacks if top_owner(scene, cell) == owner}


def reach_of(scene: Scene, cell: str, seat: Seat, touched: Mapping[str, set[str]]) -> Reach:
    """Return the reach of the piece with which `seat` acts on `cell`, from `touched_cells`."""
    cells = touched.get(cell)
    if not cells:
        return NOWHERE
    moves: list[str] = []
    attacks: list[str] = []
    for each in scene.cells:
        if each.name in cells:
            is_attack = top_owner(scene, each.name) not in (None, seat)
            (attacks if is_attack else moves).append(each.name)
    return Reach(tuple(moves), tuple(attacks))


def describe_reach(reach: Reach) -> str:
    """Return a reach in words."""
    parts = []
    if reach.moves:
        parts.append(f"it can reach {', '.join(reach.moves)}")
    if reach.attacks:
        parts.append(f"it attacks {', '.join(reach.attacks)}")
    return f"{'; '.join(parts)}." if parts else "it cannot act."
