"""Descriptions of Rhodium actions and endings in words.

They are made from states, since the scene of a stack has chips instead of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from strata.core.explaining.scene_changes import Changes
from strata.core.explaining.teller import Teller
from strata.core.explaining.telling import Sentence, Telling, for_winner, whose
from strata.core.outcome import SEATS, Outcome
from strata.core.scene import Symbol
from strata.games.rhodium.board import BOARD
from strata.games.rhodium.notation import PHASES, next_kind, split_action
from strata.games.rhodium.pieces import KIND_LETTERS, KIND_NAMES, THEME_NAMES
from strata.games.rhodium.rules.constants import (
    CAPTURES_TO_WIN,
    DISMANTLE,
    FILES_TO_WIN,
    MOVE,
    PLACE,
    RELOCATE,
    REVIVE,
    SACRIFICE,
)
from strata.games.rhodium.rules.state import RhodiumState
from strata.games.rhodium.scene import goal_cells


class RhodiumTeller(Teller):
    """Tells one action from its numbers and the piles before and after it."""

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        changes: Changes,
        state: RhodiumState,
        code: int,
        after: RhodiumState,
    ) -> None:
        super().__init__(symbols, changes)
        self.state: Final = state
        self.after: Final = after
        self.kind, self.cell, self.target, self.number = split_action(code)
        self.seat: Final = state.get_seat()
        self.own: Final = whose(self.mover)
        self.enemy: Final = whose(SEATS[1 - self.seat])

    def tell_action(self) -> None:
        tellers: dict[int, Callable[[], None]] = {
            PLACE: self.tell_placement,
            MOVE: self.tell_move,
            DISMANTLE: self.tell_dismantling,
            RELOCATE: self.tell_relocation,
            SACRIFICE: self.tell_sacrifice,
            REVIVE: self.tell_revival,
        }
        tellers[self.kind]()
        self.events.clear()
        self.tell_points()

    def tell_placement(self) -> None:
        there = BOARD.names[self.target]
        self.say(f"{self.own} {_kind_placed(self.state)} is placed on {there}.", there)

    def tell_move(self) -> None:
        here, there = BOARD.names[self.cell], BOARD.names[self.target]
        pile, enemy = self.state.pile_at(self.cell), self.state.pile_at(self.target)
        assert pile is not None
        group = f"{self.own} {_pieces(pile[1], self.number)}"
        if enemy is None:
            self.say(f"{group} moves from {here} to {there}.", here, there)
        elif enemy[0] == self.seat:
            onto = _pieces(enemy[1], len(enemy[2]))
            self.say(f"{group} moves from {here} onto {self.own} {onto} on {there}.", here, there)
        else:
            self.tell_captured(group, here, there, enemy[1], len(enemy[2]))

    def tell_captured(self, group: str, here: str, there: str, kind: int, height: int) -> None:
        taken = _buried(self.after, self.seat) - _buried(self.state, self.seat)
        victim = f"{self.enemy} {_pieces(kind, height)}"
        if taken < height:
            victim = f"the top {taken} pieces of {victim}"
        self.say(
            f"{group} captures {victim} on {there}, which goes to {self.own} graveyard."
            if taken == 1
            else f"{group} captures {victim} on {there}: both go to {self.own} graveyard.",
            here,
            there,
        )
        self.tell_balance(there)
        if PHASES[self.after.turn()[1]] == "scatter":
            other = SEATS[1 - self.seat]
            rest = height - taken
            what = "piece that is" if rest == 1 else f"{rest} pieces that are"
            self.say(f"{{{other} places/place}} the {what} left over from {there}.", there)

    def tell_balance(self, cell: str) -> None:
        balance = self.after.scores()[0]
        if balance == self.state.scores()[0]:
            self.say("captures of this turn do not count: a Diamond was sacrificed.", cell)
            return
        ahead = SEATS[0 if balance > 0 else 1]
        count = "1 capture" if abs(balance) == 1 else f"{abs(balance)} captures"
        self.say(
            f"{{{ahead} is/are}} {count} ahead; {CAPTURES_TO_WIN} ahead wins the game."
            if balance
            else "both have captured the same number of pieces.",
            cell,
        )

    def tell_dismantling(self) -> None:
        there = BOARD.names[self.target]
        pile = self.state.pile_at(self.target)
        assert pile is not None
        stack = _pieces(pile[1], len(pile[2]))
        self.say(f"{self.own} {stack} on {there} is dismantled.", there)

    def tell_relocation(self) -> None:
        place = self.state.turn()[2]
        here, there = BOARD.names[place], BOARD.names[self.target]
        piece = self.after.pile_at(self.target)
        assert piece is not None
        owner, name = whose(SEATS[piece[0]]), KIND_NAMES[piece[1]]
        left = " left over" if PHASES[self.state.turn()[1]] == "scatter" else ""
        self.say(f"{owner} {name}{left} from {here} is put on {there}.", here, there)

    def tell_sacrifice(self) -> None:
        here, there = BOARD.names[self.cell], BOARD.names[self.target]
        self.say(
            f"{self.own} Diamond on {here} is sacrificed and goes to {self.enemy} graveyard.", here
        )
        pile = self.state.pile_at(self.target)
        assert pile is not None
        stack = _pieces(pile[1], len(pile[2]))
        self.say(f"{self.enemy} {stack} on {there} is taken apart.", there)

    def tell_revival(self) -> None:
        there = BOARD.names[self.target]
        piece = f"{THEME_NAMES[self.cell & 1]} {KIND_NAMES[self.cell >> 1]}"
        pile = self.state.pile_at(self.target)
        where = f"on {there}"
        if pile is not None:
            onto = f"{self.own} {_pieces(pile[1], len(pile[2]))} on {there}"
            where = f"under the top piece of {onto}" if self.number else f"on top of {onto}"
        self.say(f"{self.own} {piece} comes back from {self.own} graveyard {where}.", there)

    def tell_points(self) -> None:
        scores = zip(self.state.scores()[1:], self.after.scores()[1:], strict=True)
        for seat, (before, now) in enumerate(scores):
            for cell in goal_cells(now & ~before, seat):
                count = f"{now.bit_count()} of {FILES_TO_WIN}"
                self.say(f"{{{SEATS[seat]} scores/score}} on {cell}, point {count}.", cell)


def _pieces(kind: int, number: int) -> str:
    """Return `Silver` or `stack of 3 Silver`."""
    name = KIND_NAMES[kind]
    return name if number <= 1 else f"stack of {number} {name}"


def _buried(state: RhodiumState, seat: int) -> int:
    return sum(state.buried(seat, kind, theme) for kind in range(6) for theme in range(2))


def _kind_placed(state: RhodiumState) -> str:
    return KIND_NAMES[KIND_LETTERS.index(next_kind(state))]


def tell_hidden(state: RhodiumState, code: int) -> Telling:
    """Tell an action without its cell. R1 fixes the kind that is placed next, so it is told."""
    owner = whose(SEATS[state.get_seat()])
    if split_action(code)[0] == PLACE:
        return (Sentence(f"{owner} {_kind_placed(state)} is placed."),)
    return (Sentence(f"{owner} action is hidden."),)


def tell_end(state: RhodiumState, outcome: Outcome) -> Sentence:
    balance, *goals = state.scores()
    words = {
        "rhodium-captured": "{loser's} Rhodium is captured: {winner wins/win}.",
        "five-captures": f"{{winner is/are}} {abs(balance)} captures ahead: {{winner wins/win}}.",
        "four-points": "{winner has/have} four points: {winner wins/win}.",
        "no-moves": "{loser has/have} no legal action: {winner wins/win}.",
    }[outcome.reason]
    cells: tuple[str, ...] = ()
    if outcome.reason == "four-points" and outcome.winner is not None:
        seat = SEATS.index(outcome.winner)
        cells = goal_cells(goals[seat], seat)
    return Sentence(for_winner(words, outcome), cells)
