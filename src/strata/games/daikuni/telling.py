"""Descriptions of Daikuni actions and endings in words."""

from __future__ import annotations

from strata.core.explaining.scene_changes import Came, Moved
from strata.core.explaining.teller import Teller
from strata.core.explaining.telling import Sentence, for_winner, joined
from strata.core.outcome import SEATS, Outcome
from strata.games.daikuni.attackers import attackers
from strata.games.daikuni.board import BOARD
from strata.games.daikuni.rules.constants import KING, OFF_BOARD
from strata.games.daikuni.rules.state import DaikuniState
from strata.games.daikuni.symbols import KIND_NAMES


class DaikuniTeller(Teller):
    """Tells a piece and its new tile as one event."""

    def tell_action(self) -> None:
        for event in self.take(Moved, Came):
            match event:
                case Moved(start=start, end=end):
                    straight = start[0] == end[0] or start[1:] == end[1:]
                    verb = "moves" if straight else "rides its own tiles, moves"
                    piece = self.group(event.layers)
                    self.say(f"{piece} {verb} from {start} to {end} and lays a tile.", start, end)
                case Came(layer=layer, cell=cell):
                    if self.symbols[layer.symbol].form == "piece":
                        self.say(f"{self.owned(layer)} enters on {cell} on a new tile.", cell)


def tell_end(state: DaikuniState, empty: DaikuniState, outcome: Outcome) -> Sentence:
    """Return why the seat to act has lost. `empty` is an empty board with the same options."""
    seat = state.get_seat()
    place = state.place(seat, KING)
    if outcome.reason == "no-moves":
        cells = (BOARD.names[place],) if place != OFF_BOARD else ()
        words = "{loser has/have} no move: {winner wins/win}."
        if not state.tiles_left(seat):
            words = "{loser has/have} no tile left to lay: {winner wins/win}."
        return Sentence(for_winner(words, outcome), cells)
    if place == OFF_BOARD:
        words = "every cell for {loser's} King is attacked: {winner wins/win}."
        return Sentence(for_winner(words, outcome))
    king = BOARD.names[place]
    if not state.in_check(seat):
        words = f"every move would leave {{loser's}} King on {king} in check."
        return Sentence(for_winner(words, outcome), (king,))
    found = attackers(state, empty, seat)
    enemy = f"{{{SEATS[1 - seat]}'s}}"
    things = joined([f"{enemy} {_thing(state, cell)} on {BOARD.names[cell]}" for cell in found])
    verb = "attacks" if len(found) == 1 else "attack"
    words = f"no move saves {{loser's}} King on {king}: {things} {verb} it."
    return Sentence(for_winner(words, outcome), (king, *(BOARD.names[cell] for cell in found)))


def _thing(state: DaikuniState, cell: int) -> str:
    owner = state.tile_owner(cell)
    kinds = (name for kind, name in enumerate(KIND_NAMES) if state.place(owner, kind) == cell)
    return next(kinds, "tile")
