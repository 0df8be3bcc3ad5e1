"""Descriptions of Kyo actions and endings in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from strata.core.explaining.scene_changes import Changes, Left, Moved, Reordered
from strata.core.explaining.teller import Teller
from strata.core.explaining.telling import Sentence, for_winner, joined, whose
from strata.core.outcome import Outcome
from strata.core.scene import Layer, Symbol
from strata.games.kyo.board import BOARD
from strata.games.kyo.notation import KIND_NAMES, PHASES, split_action
from strata.games.kyo.rules.constants import (
    ATTACK,
    CHIPS,
    LAST_CLOCK,
    LIGHT_PAWN,
    MOVE,
    SHOT,
    SHUFFLE,
)
from strata.games.kyo.rules.state import KyoState

_SHIELD: Final = "shield"


class KyoTeller(Teller):
    """Tells one action of the stack on `here`."""

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        changes: Changes,
        state: KyoState,
        code: int,
        after: KyoState,
    ) -> None:
        super().__init__(symbols, changes)
        self.state: Final = state
        self.after: Final = after
        self.kind, tile, target, self.number = split_action(code)
        self.here: Final = BOARD.names[tile]
        self.there: Final = BOARD.names[target] if self.kind != SHUFFLE else self.here
        pawn = state.pawn_at(tile)
        self.pawn_kind: Final = pawn & 7
        self.pawn: Final = f"{whose(self.mover)} {KIND_NAMES[pawn & 7]}" if pawn else ""

    def tell_action(self) -> None:
        tellers: dict[int, Callable[[], None]] = {
            MOVE: self.tell_move,
            CHIPS: self.tell_chips,
            ATTACK: self.tell_attack,
            SHOT: self.tell_shot,
            SHUFFLE: self.tell_shuffle,
        }
        tell = tellers.get(self.kind)
        if tell is not None:
            tell()
        self.tell_destroyed()

    def tell_move(self) -> None:
        """Tell a pawn move (K7, K9, K12).

        In phase M every move is a mana move, and only mana moves lead to phase M.
        """
        self.take(Moved)
        company = f" with {_counted(self.number, 'chip')}" if self.number else ""
        victims = self.take_layers(self.there)
        pawns = [layer for layer in victims if self.symbols[layer.symbol].form == "piece"]
        if pawns:
            verb = "outnumbers and captures" if self.pawn_kind == LIGHT_PAWN else "captures"
            mana = [layer for layer in victims if layer not in pawns]
            also = f" and destroys {self.mana_words(mana)} below it" if mana else ""
            what = f"{verb} {self.owned(pawns[0])} on {self.there}{also}"
        elif victims:
            what = f"destroys {self.mana_words(victims)} on {self.there}"
        else:
            phases = {PHASES[state.turn()[1]] for state in (self.state, self.after)}
            by_mana = " by mana" if "M" in phases else ""
            what = f"moves{by_mana} from {self.here} to {self.there}"
        self.say(f"{self.pawn}{company} {what}.", self.here, self.there)

    def tell_chips(self) -> None:
        """Tell a chip move from under a pawn (K18 to K20); a bare stack's is told as a move."""
        moved = [event for event in self.events if isinstance(event, Moved)]
        if not self.pawn or not moved:
            return
        self.take(Moved)
        layers = [layer for event in moved for layer in event.layers]
        shields = all(layer.symbol == _SHIELD for layer in layers)
        verb, noun = ("deploys", "shield") if shields else ("sends", "chip")
        self.say(
            f"{self.pawn} on {self.here} {verb} {_counted(self.number, noun)} to {self.there}.",
            self.here,
            self.there,
        )

    def tell_attack(self) -> None:
        self.take_layers(self.there)
        self.say(
            f"{self.pawn} on {self.here} attacks and removes the shield on {self.there}.",
            self.here,
            self.there,
        )

    def tell_shot(self) -> None:
        spent, hit = self.take_layers(self.here), self.take_layers(self.there)
        shot = joined([self.owned(layer) for layer in hit])
        self.say(
            f"{self.pawn} on {self.here} fires {self.mana_words(spent)} "
            f"and removes {shot} on {self.there}.",
            self.here,
            self.there,
        )

    def tell_shuffle(self) -> None:
        for event in self.take(Reordered):
            if isinstance(event, Reordered):
                chips = [one for one in event.layers if self.symbols[one.symbol].form == "chip"]
                order = ", ".join(self.name(chip) for chip in chips)
                stack = f"{self.pawn} on {self.here} shuffles its chips"
                if not self.pawn:
                    stack = f"{whose(self.mover)} stack on {self.here} is shuffled"
                self.say(f"{stack}, from the bottom: {order}.", self.here)

    def tell_destroyed(self) -> None:
        """Tell the destruction of mana under a pawn whose turn ended on it (K15)."""
        for cell in dict.fromkeys(event.cell for event in self.events if isinstance(event, Left)):
            chips = self.take_layers(cell)
            stack = self.changes.after.stacks[cell]
            self.say(
                f"{self.owned(stack[-1])} on {cell} destroys {self.mana_words(chips)} below it.",
                cell,
            )

    def take_layers(self, cell: str) -> list[Layer]:
        """Take the events of layers that left `cell`, and return the layers."""
        return [event.layer for event in self.take(Left, cell=cell) if isinstance(event, Left)]

    def mana_words(self, chips: Iterable[Layer]) -> str:
        """Return the chips in words; a shield by its name.

        `{second's} light mana`, or `{second's} mana (1 light, 2 dark)`.
        """
        chips = list(chips)
        if len(chips) == 1:
            return self.owned(chips[0])
        owner = next((chip.owner for chip in chips if chip.owner), None)
        counts = Counter(self.name(chip).removesuffix(" mana") for chip in chips)
        listed = ", ".join(f"{number} {name}" for name, number in counts.items())
        return f"{whose(owner)} mana ({listed})"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tell_end(outcome: Outcome) -> Sentence:
    words = {
        "king-captured": "{loser's} King is captured: {winner wins/win}.",
        "mana-destroyed": "{loser has/have} no mana left on the board: {winner wins/win}.",
        "no-moves": "{loser has/have} no legal action: {winner wins/win}.",
        "no-progress": f"the last {LAST_CLOCK - 1} turns removed nothing: the game is a draw.",
    }[outcome.reason]
    return Sentence(for_winner(words, outcome))
