"""The only good turn: the gap rule of lichess-puzzler, for turns of many actions.

A turn is the only good one if its expected result is better by a margin than that of every turn
that leads to another position. Orders of actions that lead to the same position are one turn. A
search with several lines finds the best turn and its rivals. The positions after them are then
searched with equal effort.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from strata.core.action import Action
from strata.core.outcome import Seat
from strata.core.record import Record
from strata.search.report import Line
from strata.search.turn_search import TurnSearch, Value, doubt_of_loss
from strata.search.turns import key_after, turn_ends

MARGIN: Final = 0.2
"""With this margin, every other turn loses more than a blunder does (`strata.search.review`)."""
HOLDING: Final = 0.4
"""The chance from which a turn saves the game; with less it is lost anyway."""
LINES: Final = 3
"""How many first actions are followed up at each action of a turn."""
Rival = tuple[tuple[int, int], tuple[Action, ...]]
"""A turn that leads elsewhere, preceded by its worth (`Score.worth`)."""

_OTHERS: Final = 3  # rivals searched from their ends
_FEWEST_TURNS: Final = 3  # fewer turns make no puzzle


@dataclass(frozen=True, slots=True)
class OnlyTurn:
    """The only good turn, the chance after it, and the chance after the best of the others."""

    turn: tuple[Action, ...]
    value: Value
    chance: float
    others: float


def find_only_turn(search: TurnSearch, record: Record, margin: float = MARGIN) -> OnlyTurn | None:
    """Return the only good turn of the seat that acts; None if there is none, or several."""
    seat = record.position.mover
    if not has_choice(record):
        return None
    report = search.think(record, lines=LINES).by_score(seat)
    best = search.whole_turn(record, report.lines[0].actions)
    value = search.value_after(record, best)
    chance = value.chance(seat)
    if chance < max(HOLDING, margin):
        return None
    reached = key_after(record.position, best)
    others = sorted(
        _turns_elsewhere(search, record, report.lines, reached, seat),
        key=lambda found: found[0],
        reverse=True,
    )
    highest = 0.0
    for _, turn in others[:_OTHERS]:
        other = search.value_after(record, turn)
        highest = max(highest, other.chance(seat))
        if chance - other.chance(seat) < margin + doubt_of_loss(value, other):
            return None
    return OnlyTurn(best, value, chance, highest) if others else None


def has_choice(record: Record) -> bool:
    """Return whether enough different turns are possible for one to be the only good one."""
    keys: set[int] = set()
    for state in turn_ends(record.position.state):
        keys.add(state.get_key())
        if len(keys) >= _FEWEST_TURNS:
            return True
    return False


def _turns_elsewhere(
    search: TurnSearch, record: Record, lines: tuple[Line, ...], reached: int, seat: Seat
) -> list[Rival]:
    """Return turns that do not lead to `reached`, each with the worth of its line to `seat`.

    `lines` are the best first actions here. Below an action whose best line leads to `reached`, the
    best lines that lead elsewhere are searched for.
    """
    found: list[Rival] = []
    for line in lines:
        turn = search.whole_turn(record, line.actions)
        if key_after(record.position, turn) != reached:
            found.append((line.score.worth(seat), turn))
        elif len(turn) > 1:
            record.play_codes(turn[:1])
            try:
                below = search.think(record, lines=LINES).by_score(seat).lines
                for worth, rest in _turns_elsewhere(search, record, below, reached, seat):
                    found.append((worth, (turn[0], *rest)))
            finally:
                record.undo()
    return found
