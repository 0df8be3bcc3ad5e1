"""Descriptions of Dzura actions and endings in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from strata.core.explaining.scene_changes import Altered, Became, Came, Changes, Left, Moved
from strata.core.explaining.teller import Teller
from strata.core.explaining.telling import Sentence, for_winner, joined, with_article
from strata.core.outcome import SEATS, Outcome, Seat
from strata.core.scene import Symbol
from strata.games.dzura.board import FACING_NAMES
from strata.games.dzura.definition import Definition
from strata.games.dzura.notation import split_action
from strata.games.dzura.rules.constants import FACE, MOVE, NOWHERE, START, SWAP
from strata.games.dzura.rules.state import DzuraState, split_piece


class DzuraTeller(Teller):
    """Tells one action; `code` is the action, played in `state`."""

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        changes: Changes,
        definition: Definition,
        state: DzuraState,
        code: int,
    ) -> None:
        super().__init__(symbols, changes)
        self.definition: Final = definition
        self.state: Final = state
        self.code: Final = code

    def tell_action(self) -> None:
        kind, one, other = split_action(self.code)
        if kind == SWAP:
            self.tell_swap(one, other)
        elif kind == FACE:
            tile = self.state.turn()[1]
            cell = self.definition.board.names[tile]
            piece = self.owned(self.changes.before.stacks[cell][-1])
            self.take(Altered, cell=cell)
            self.say(f"{piece} on {cell} faces {FACING_NAMES[other]}.", cell)

    def tell_swap(self, *tiles: int) -> None:
        """Tell a swap from its action: like pieces that swap leave no change in the scene."""
        here, there = (self.definition.board.names[tile] for tile in tiles)
        before, after = self.changes.before.stacks, self.changes.after.stacks
        for cell in (here, there):
            self.take(Moved, Became, Altered, cell=cell)
        pieces = [f"{self.owned(before[cell][-1])} on {cell}" for cell in (here, there)]
        self.say(f"{joined(pieces)} change places.", here, there)
        for start, end in ((here, there), (there, here)):
            old, new = before[start][-1], after[end][-1]
            if old.symbol != new.symbol:
                self.tell_became(Became(old, new, end))

    def tell_moved(self, event: Moved) -> None:
        under = self.changes.after.stacks[event.end][:-1]
        was_there = self.changes.before.stacks.get(event.end, ())
        if under and was_there and under[-1] == was_there[-1]:
            self.say(
                f"{self.group(event.layers)} climbs onto {self.owned(under[-1])} on {event.end}.",
                event.start,
                event.end,
            )
        else:
            super().tell_moved(event)

    def tell_capture(self, event: Moved, victims: list[Left]) -> None:
        things = joined([self.owned(victim.layer) for victim in victims])
        hand = next((self.zone_words(victim.zone) for victim in victims if victim.zone), "")
        gone = f", which goes to {hand}" if hand else ""
        self.say(
            f"{self.group(event.layers)} captures {things} on {event.end}{gone}.",
            event.start,
            event.end,
        )

    def tell_left(self, event: Left) -> None:
        hand = self.zone_words(event.zone)
        gone = f"goes to {hand}" if hand else "is out of the game"
        self.say(f"{self.owned(event.layer)} on {event.cell} {gone}.", event.cell)

    def tell_came(self, event: Came) -> None:
        place = self.zone_words(event.zone)
        origin = f" from {place}" if place else ""
        self.say(f"{self.owned(event.layer)} is dropped{origin} on {event.cell}.", event.cell)

    def tell_became(self, event: Became) -> None:
        if event.old.owner == event.new.owner:
            old, new = self.owned(event.old), with_article(self.name(event.new))
            self.say(f"{old} is promoted on {event.cell}: it is {new} now.", event.cell)
        else:
            super().tell_became(event)

    def tell_altered(self, event: Altered) -> None:
        piece = f"{self.owned(event.new)} on {event.cell}"
        if len(event.new.badges) > len(event.old.badges):
            self.say(
                f"{piece} is barraged: it may not attack and strides one tile only.", event.cell
            )
        elif len(event.new.badges) < len(event.old.badges):
            self.say(f"{piece} is no longer barraged.", event.cell)
        else:
            super().tell_altered(event)


def tell_end(definition: Definition, state: DzuraState, outcome: Outcome) -> Sentence:
    seat = state.get_seat()
    names = definition.board.names
    royal = next(kind.name for kind in definition.pieces if kind.royal)
    if outcome.reason == "king-captured":
        winner = SEATS.index(outcome.winner) if outcome.winner else seat
        if (covered := _covered_king(definition, state, 1 - winner)) != NOWHERE:
            words = f"{{loser's}} {royal} on {names[covered]} is covered: {{winner wins/win}}."
            return Sentence(for_winner(words, outcome), (names[covered],))
        place = state.king_of(winner)
        cells = (names[place],) if place != NOWHERE else ()
        words = f"{{loser's}} {royal} is captured: {{winner wins/win}}."
        return Sentence(for_winner(words, outcome), cells)
    king = names[state.king_of(seat)]
    if outcome.reason == "no-moves":
        words = f"{{loser has/have}} no legal action, and the {royal} on {king} is not in check."
        return Sentence(for_winner(words, outcome), (king,))
    attackers = _attackers(state, state.king_of(seat))
    things = joined([_piece(definition, state, tile) for tile in attackers] or [""])
    verb = "attacks" if len(attackers) == 1 else "attack"
    why = f": {things} {verb} it" if attackers else ""
    words = f"no move saves {{loser's}} {royal} on {king}{why}."
    return Sentence(for_winner(words, outcome), (king, *(names[tile] for tile in attackers)))


def _covered_king(definition: Definition, state: DzuraState, loser: int) -> int:
    """Return the tile on which the king of `loser` lies under another piece, or NOWHERE (Z70)."""
    for tile in range(len(definition.board.names)):
        piece = state.covered_at(tile)
        if piece:
            kind, seat, *_ = split_piece(piece)
            if seat == loser and definition.kind(kind).royal:
                return tile
    return NOWHERE


def _piece(definition: Definition, state: DzuraState, tile: int) -> str:
    kind, seat, *_ = split_piece(state.top_at(tile))
    owner: Seat = SEATS[seat]
    return f"{{{owner}'s}} {definition.kind(kind).name} on {definition.board.names[tile]}"


def _attackers(state: DzuraState, king: int) -> list[int]:
    """Return the tiles of the pieces that could take the king if it were their turn."""
    twin = state.copy()
    assert isinstance(twin, DzuraState)
    twin.set_turn(1 - state.get_seat(), START, NOWHERE, NOWHERE)
    actions = (split_action(code) for code in twin.codes())
    return sorted({one for kind, one, other in actions if kind == MOVE and other == king})
