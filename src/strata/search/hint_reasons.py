"""Why the turn of a hint is good, in one sentence that the rules confirm.

Every reason follows from the rules, never from a score. A piece is *attacked* if the other side has
an action on its cell that removes it or changes its owner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from strata.core.explaining.reach import cells_owned, top_owner
from strata.core.explaining.scene_changes import Moved, compare_scenes
from strata.core.explaining.telling import Sentence, whose
from strata.core.kernel.state import State
from strata.core.outcome import SEATS, Seat, other_seat
from strata.core.position import Position
from strata.core.scene import Layer, Scene, checked_cells
from strata.search.losses import losses

_MOST_REPLIES: Final = 300  # after a turn, for the search of a win in the next turn


def find_reason(
    before: Position, after: Position, earlier: Collection[int], *, sees_win: bool
) -> Sentence | None:
    """Return why the turn that leads from `before` to `after` is good; None if nothing is certain.

    Both positions are complete. `earlier` are the keys of the positions of the game. `sees_win` is
    whether the search found a win: if not, a forced win in the next turn is not sought.
    """
    seat = before.seat
    assert seat is not None
    outcome = after.outcome()
    if outcome is not None:
        return Sentence("this wins the game.") if outcome.winner == seat else None
    if after.seat != other_seat(seat) or not after.begins_turn:
        return None
    if sees_win and _wins_next(after.state, seat, earlier):
        other = other_seat(seat)
        return Sentence(f"{{{seat} can/can}} win next turn, whatever {{{other} does/do}}.")
    return next(_reasons(before, after, seat), None)


def _reasons(before: Position, after: Position, seat: Seat) -> Iterator[Sentence]:
    """Yield reasons that need the position before with the turn given to the other side."""
    other = other_seat(seat)
    scenes = before.scene(), after.scene()
    turned = _turned(before, other) if before.begins_turn else None
    threatened: Mapping[str, Layer] = {}
    if turned is not None:
        is_new = not _is_checked(scenes[0], seat)
        if is_new and _wins_at_once(turned.state, other) and _cannot_win(after.state, other):
            yield Sentence(f"this stops {{{other}}} from winning at once.")
        threatened = attacked(turned, seat)
    still = attacked(after, seat)
    events = compare_scenes(*scenes, before.rules.symbols)
    moved = {event.start: event.end for event in events if isinstance(event, Moved)}
    for cell, layer in threatened.items():
        now = moved.get(cell, cell)
        if _top(scenes[1], now) == layer and now not in still:
            name = f"{whose(seat)} {before.rules.symbols[layer.symbol].name}"
            there = "no longer is" if now == cell else f"is not attacked on {now}"
            yield Sentence(f"{name} was attacked on {cell}, and {there}.", (now,))
    if turned is None:
        return
    own = _turned(after, seat)
    if own is not None:
        known = attacked(before, other)
        for cell, layer in attacked(own, other).items():
            if known.get(cell) != layer:
                name = before.rules.symbols[layer.symbol].name
                yield Sentence(f"this attacks {whose(other)} {name} on {cell}.", (cell,))


def attacked(position: Position, victim: Seat) -> dict[str, Layer]:
    """Return what of `victim` is attacked by cell; the other side is to act in `position`."""
    scene = position.scene()
    theirs = cells_owned(scene, victim)
    found: dict[str, Layer] = {}
    for action, gesture in position.gestures():
        cells = [token.id for token in gesture if token.kind == "cell"]
        if theirs.intersection(cells) <= found.keys():
            continue
        for cell, lost in losses(position, position.play(action), cells, victim):
            if cell in cells and _top(scene, cell) == lost:
                found[cell] = lost
    return found


def _turned(position: Position, seat: Seat) -> Position | None:
    """Return the position at the start of a turn of `seat`; None if there is none."""
    state = position.rules.with_seat(position.state, seat)
    if state is None:
        return None
    turned = Position(position.rules, state)
    return turned if turned.seat == seat else None


def _top(scene: Scene, cell: str) -> Layer | None:
    stack = scene.stacks.get(cell)
    return stack[-1] if stack else None


def _is_checked(scene: Scene, seat: Seat) -> bool:
    return any(top_owner(scene, cell) == seat for cell in checked_cells(scene))


def _wins_at_once(state: State, seat: Seat) -> bool:
    """Return whether an action of `seat`, which is to act, wins."""
    return any(_is_won(state.after(code), seat) for code in state.codes())


def _cannot_win(state: State, seat: Seat) -> bool:
    """Return whether `seat` cannot win in this turn, if each of its actions ends the turn."""
    number = SEATS.index(seat)
    results = [state.after(code) for code in state.codes()]
    return all(
        not _is_won(after, seat) if after.get_over() else after.get_seat() != number
        for after in results
    )


def _is_won(state: State, seat: Seat) -> bool:
    return bool(state.get_over()) and state.get_outcome() % 4 == SEATS.index(seat)


def _wins_next(state: State, seat: Seat, earlier: Collection[int]) -> bool:
    """Return whether `seat` can win by one action after every action of the other side.

    An action of the other side that does not end its turn, or repeats one of the `earlier`
    positions, counts as a way out.
    """
    number = SEATS.index(seat)
    codes = state.codes()
    if len(codes) > _MOST_REPLIES:
        return False
    for code in codes:
        reply = state.after(code)
        if _is_won(reply, seat):
            continue
        goes_on = not reply.get_over() and reply.get_seat() == number
        if not goes_on or reply.get_key() in earlier or not _wins_at_once(reply, seat):
            return False
    return True
