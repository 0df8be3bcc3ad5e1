"""Descriptions of FrozenChess actions and endings in words: the action, then its consequences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

from strata.core.explaining.scene_changes import Changes
from strata.core.explaining.teller import Teller
from strata.core.explaining.telling import Sentence, for_winner, joined, whose, with_article
from strata.core.outcome import SEATS, Outcome
from strata.core.scene import Symbol
from strata.games.frozen.actions import Parts, split_action
from strata.games.frozen.board import BOARD
from strata.games.frozen.kinds import NAMES
from strata.games.frozen.rules.constants import FRESH, KING
from strata.games.frozen.rules.state import FrozenState
from strata.games.frozen.unit_changes import Units, freed, lost, paralysed, shifted

_MANY: Final = 8
"""The number of units with the same fate beyond which they are counted, not named."""

# Sentences by the word of the action. `actor` is the body on the first cell, `target` the one on
# the second.
_WORDS: Final = {
    "-": "{actor} moves from {here} to {there}",
    "x": "{actor} captures {target} on {there}",
    "*": "{actor} leaps from {here} to {there} and captures {victim} on {third}",
    "+": "{actor} moves from {here} to {there} and fuses with {target}",
    ">": "{actor} moves from {here} to {there} and is loaded into {target}",
    "/": "{part} leaves the fused body on {here} and moves to {there}",
    "<": "{actor} on {here} unloads {cargo} on {there}",
    "convert": "{actor} on {here} converts {target} on {there}, which changes sides",
    "shoot": "{actor} on {here} shoots at {target} on {there}",
    "para": "{actor} on {here} freezes {target} on {there}",
    "treb": "{actor} on {here} fires at {there}, which explodes",
    "quake": "{actor} on {here} shatters the wall on {there}",
    "throw": "{actor} on {here} throws {thrown}",
    "blast": "{actor} on {here} fires its load at {there}, which explodes",
    "jump": "{actor} jumps from {here} to {there}",
    "walltrap": "{actor} on {here} walls in {target} on {there}",
    "deton": "{actor} on {here} explodes",
    "tele": "{actor} on {here} and {target} on {there} change places",
    "portal": "{actor} goes through the mirror portal from {here} to {landing}",
    "tornado": "{actor} on {here} raises a tornado on {there}",
    "aval": "{actor} on {here} sends an avalanche to {there}",
    "exch": "{king} takes the place of {actor} on {here}, which dies",
    "transfer": "{actor} on {here} takes over the frozen turns of {target} on {there}",
    "spawn": "{actor} on {here} spawns a copy of itself on {there}",
    "swap": "{actor} on {here} and {target} on {there} change places",
    "push": "{actor} on {here} pushes {target} on {there} one square on",
    "pull": "{actor} on {here} pulls {target} from {there} to {landing}",
    "shadow": "{actor} on {here} becomes a shadow",
    "unshadow": "{shade} on {here} is no longer a shadow",
    "strike": "{shade} on {here} strikes {target} on {there}, which becomes a shadow",
    "respawn": "{buried} comes back from its tomb on {here}",
    "promote": "{actor} on {here} is promoted: to which kind is still to be chosen",
    "morph": "{actor} on {here} morphs: into which kind is still to be chosen",
    "kind": "{turning} on {place} becomes {kind}",
    "rot": "{mover turns/turn} a block of {size} by {size} cells: which is still to be chosen",
    "at": "the block from {here} to {corner} turns: how far is still to be chosen",
    "turn": "the block from {place} to {corner} turns clockwise by {angle} degrees",
    "mind": "{mover takes/take} control of {actor} on {here}",
    "~-": "{shade} moves from {here} to {there}",
    "~x": "{shade} captures {dark} on {there}",
    "~>": "{shade} moves from {here} to {there} and is loaded into {dark}",
    "~<": "{shade} on {here} unloads {cargo} on {there}",
    "end": "{mover's} turn ends",
}


class FrozenTeller(Teller):
    """Tells one action and its consequences, unit by unit."""

    def __init__(
        self,
        symbols: Mapping[str, Symbol],
        changes: Changes,
        state: FrozenState,
        code: int,
        after: FrozenState,
    ) -> None:
        super().__init__(symbols, changes)
        self.parts: Final[Parts] = split_action(code)
        self.state: Final = state
        self.before: Final = Units(state)
        self.after: Final = Units(after)
        self.turn_goes_on: Final = state.turn_facts()[4] == after.turn_facts()[4]

    def tell_action(self) -> None:
        self.events.clear()
        told = self.tell_word()
        self.tell_shifts(told)
        self.tell_deaths(told)
        self.tell_kinds()
        self.tell_paralysis()
        self.tell_ground()

    # The action itself.

    def tell_word(self) -> set[int]:
        """Tell the action itself and return the units whose fate that covers."""
        word, cell, target, third, *_ = self.parts
        pattern = _WORDS[word]
        said = pattern
        cells = [self.place("here")] if word in ("x", "~x") else []
        for name in _PLACES:
            if f"{{{name}}}" in pattern:
                place = self.place(name)
                cells.append(place)
                said = said.replace(f"{{{name}}}", place)
        for name in _NAMES:
            if f"{{{name}}}" in said:
                said = said.replace(f"{{{name}}}", self.noun(name))
        said = said.replace("{mover", f"{{{self.mover}")
        if word == "turn":
            cells = [*cells, *self.changes.before.marks[0].cells]
        self.say(f"{said}.", *cells)
        told = {*self.before.members_at(cell)} if word in ("exch", *_MOVING) else set[int]()
        if word in ("x", "tele", "swap", "push", "pull"):
            told |= {*self.before.members_at(target)}
        if word == "exch":
            told |= {unit for unit in self.before.places if self.before.kind(unit) == KING}
        if word == "portal":
            told |= {*self.before.members_at(cell)}
        if word == "*":
            told |= {*self.before.members_at(third)}
        if word.startswith("~"):
            told |= {*self.before.members_at(cell, shadow=True)}
            told |= {*self.before.members_at(target, shadow=True)}
        return told

    def place(self, name: str) -> str:
        _, phase_cell, number, _, _ = self.state.turn_facts()
        cell = {
            "here": self.parts.cell,
            "there": self.parts.target,
            "third": self.parts.third,
            "place": phase_cell,
            "landing": self.landing(),
            "corner": (self.parts.cell if self.parts.word == "at" else phase_cell)
            + 17 * (number - 1),
        }[name]
        return BOARD.names[cell]

    def landing(self) -> int:
        """Return the cell where the body moved by a portal or a pull is now."""
        moved = self.parts.target if self.parts.word == "pull" else self.parts.cell
        base = self.before.base_at(moved)
        return BOARD.cell(self.after.places[base].cell) if base else moved

    def noun(self, name: str) -> str:
        _, cell, target, third, kind, _ = self.parts
        units = self.before
        match name:
            case "actor":
                return units.body(cell)
            case "target":
                return units.body(target) if units.base_at(target) else "the wall"
            case "victim":
                return units.body(third)
            case "shade":
                return units.body(cell, shadow=True)
            case "dark":
                return units.body(target, shadow=True)
            case "part":
                return f"{whose(SEATS[units.owner(units.base_at(cell))])} {NAMES[kind]}"
            case "turning":
                return units.body(self.state.turn_facts()[1])
            case "buried":
                return units.name(self.state.queue(cell)[0])
            case "king":
                return f"{whose(self.mover)} King"
            case "kind":
                return with_article(NAMES[kind])
            case "thrown":
                return self.thrown()
            case "cargo":
                return self.unloaded(target)
            case "size":
                return str(third)
            case _:
                return str(90 * third)

    def thrown(self) -> str:
        """Return the thrown body: it is among the dead that lie elsewhere than they stood."""
        for unit, cell in lost(self.before, self.after):
            old = self.before.places[unit]
            if old.how == "ground" and old.cell != cell:
                return self.before.body(BOARD.cell(old.cell))
        return "what stands in front of it"

    def unloaded(self, target: int) -> str:
        """Return the body on `target` that was carried before."""
        for shadow in (False, True):
            units = self.after.members_at(target, shadow=shadow)
            if units and self.before.places[units[0]].how == "carried":
                return self.after.body(target, shadow=shadow)
        return "what it carries"

    # The consequences.

    def tell_shifts(self, told: set[int]) -> None:
        """Tell of units that changed cells, except those in `told`."""
        if self.parts.word == "turn":
            return
        ways: dict[tuple[str, str], list[int]] = {}
        for unit, start, end in shifted(self.before, self.after):
            if unit not in told:
                ways.setdefault((start, end), []).append(unit)
        if len(ways) > _MANY:
            self.say(f"{len(ways)} bodies are moved.", *chain.from_iterable(ways))
            return
        for (start, end), units in ways.items():
            names = joined([self.after.name(unit) for unit in units])
            verb = "is moved" if len(units) == 1 else "are moved"
            self.say(f"{names} {verb} from {start} to {end}.", start, end)

    def tell_deaths(self, told: set[int]) -> None:
        captured = {"x", "*", "exch", "~x"}
        dead = [
            (unit, cell)
            for unit, cell in lost(self.before, self.after)
            if unit not in told or (self.parts.word not in captured) or self.is_actor(unit)
        ]
        self.say_of(self.before, dead, "dies", "die")

    def is_actor(self, unit: int) -> bool:
        """Return whether the unit belongs to the capturing body, and so was not itself captured."""
        acting = self.before.members_at(self.parts.cell)
        return unit in acting and self.parts.word != "exch"

    def tell_kinds(self) -> None:
        """Tell of units that became another kind, unless the action says so."""
        if self.parts.word in ("kind", "convert"):
            return
        for unit, place in self.after.places.items():
            if unit in self.before.places and self.before.kind(unit) != self.after.kind(unit):
                old, new = self.before.name(unit), NAMES[self.after.kind(unit)]
                self.say(f"{old} on {place.cell} becomes a {new}.", place.cell)

    def tell_paralysis(self) -> None:
        """Tell of new and ended paralysis.

        On the mover's units the turn in progress is not counted (F4).
        """
        by_length: dict[int, list[tuple[int, str]]] = {}
        mover = SEATS.index(self.mover)
        for unit, cell, length in paralysed(self.before, self.after):
            counted = self.turn_goes_on and self.after.owner(unit) == mover
            by_length.setdefault(length - counted, []).append((unit, cell))
        for length, units in by_length.items():
            turns = "1 turn" if length == 1 else f"{length} turns"
            one, many = f"is frozen for {turns}", f"are frozen for {turns}"
            self.say_of(self.after, units, one, many)
        free = list(freed(self.before, self.after))
        self.say_of(self.after, free, "can act again", "can act again")

    def tell_ground(self) -> None:
        """Tell of walls, traps, tombs and weather."""
        before, after = self.before, self.after
        word = self.parts.word
        if word == "turn":
            return
        if word != "push":
            built, fallen = (
                one.walls.keys() - other.walls.keys()
                for one, other in ((after, before), (before, after))
            )
            self.say_cells(built, "a wall is left on {}", "walls are left on {}")
            self.say_cells(fallen, "the wall on {} falls", "the walls on {} fall")
        self.say_cells(after.traps - before.traps, "a trap is set on {}", "traps are set on {}")
        sprung = before.traps - after.traps
        self.say_cells(sprung, "the trap on {} is gone", "the traps on {} are gone")
        woken = after.woken - before.woken
        self.say_cells(woken, "the tomb on {} wakes", "the tombs on {} wake")
        calm = before.tornados - after.tornados
        self.say_cells(calm, "the tornado on {} dies down", "the tornados on {} die down")
        rest = before.flows - after.flows
        self.say_cells(rest, "the avalanche on {} ends", "the avalanche on {} ends")

    def say_cells(self, cells: Iterable[str], one: str, many: str) -> None:
        """Say what the cells have in common, in cell order."""
        places = sorted(cells, key=BOARD.cell)
        if places:
            words = one if len(places) == 1 else many
            self.say(f"{words.format(joined(places))}.", *places)

    def say_of(self, names: Units, units: list[tuple[int, str]], one: str, many: str) -> None:
        """Say what the units have in common, with their cells and their names in `names`."""
        cells = [cell for _, cell in units]
        if len(units) > _MANY and len(set(cells)) > 1:
            self.say(f"{len(units)} units {many}.", *cells)
        elif units:
            self.say(f"{names.listed(units)} {one if len(units) == 1 else many}.", *cells)


_PLACES: Final = ("here", "there", "third", "place", "landing", "corner")
_NAMES: Final = (
    "actor",
    "target",
    "victim",
    "shade",
    "dark",
    "part",
    "turning",
    "buried",
    "king",
    "kind",
    "cargo",
    "thrown",
    "size",
    "angle",
)
_MOVING: Final = ("-", "x", "*", "+", ">", "/", "jump", "tele", "swap", "push")


# Endings.


def tell_end(state: FrozenState, outcome: Outcome, ply_limit: int) -> Sentence:
    match outcome.reason:
        case "both-kings":
            return Sentence("both Kings are dead: the game is a draw.", _dead_kings(state))
        case "ply-limit":
            return Sentence(f"the limit of {ply_limit} turns is reached: the game is a draw.")
        case "king-captured":  # an explosion may have made room for the body (F77)
            (place,) = _dead_kings(state)
            body = Units(state).body(BOARD.names.index(place))
            words = f"{{loser's}} King died on {place}, where {body} stands: {{winner wins/win}}."
            return Sentence(for_winner(words, outcome), (place,))
        case "king-exploded":
            words = "an explosion kills {loser's} King: {winner wins/win}."
            return Sentence(for_winner(words, outcome), _dead_kings(state))
    seat = state.get_seat()
    king = _king_cell(state, seat)
    name = BOARD.names[king]
    if outcome.reason == "no-moves":
        words = f"{{loser has/have}} no legal action, and the King on {name} is not in check."
        return Sentence(for_winner(words, outcome), (name,))
    units = Units(state)
    attackers = _attackers(state, king)
    things = joined([f"{units.body(cell)} on {BOARD.names[cell]}" for cell in attackers] or [""])
    verb = "attacks" if len(attackers) == 1 else "attack"
    why = f": {things} {verb} it" if attackers else ""
    words = f"no move saves {{loser's}} King on {name}{why}."
    return Sentence(for_winner(words, outcome), (name, *(BOARD.names[at] for at in attackers)))


def _king_cell(state: FrozenState, seat: int) -> int:
    for cell in range(len(BOARD)):
        base = state.cell_facts(cell)[0]
        if base and state.unit_facts(base)[:2] == (KING, seat):
            return cell
    raise AssertionError("a player without a king has lost already")


def _dead_kings(state: FrozenState) -> tuple[str, ...]:
    return tuple(
        name
        for cell, name in enumerate(BOARD.names)
        if any(state.unit_facts(unit)[0] == KING for unit in state.queue(cell))
    )


def _attackers(state: FrozenState, king: int) -> list[int]:
    """Return the cells of the bodies that could capture the king if it were their turn."""
    twin = state.copy()
    assert isinstance(twin, FrozenState)
    twin.set_turn(1 - state.get_seat(), FRESH, 0, 0, False, state.turn_facts()[4])
    actions = (split_action(code) for code in twin.codes())
    return sorted({parts.cell for parts in actions if parts.word == "x" and parts.target == king})
