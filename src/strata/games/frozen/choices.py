"""The labelled choices of FrozenChess: their words, their effects, costs and losses."""

from __future__ import annotations

from typing import Final, cast

from strata.core.explaining.telling import joined
from strata.core.gesture import ChoiceHelp
from strata.core.outcome import SEATS
from strata.games.frozen.actions import split_action
from strata.games.frozen.badges import name_unit
from strata.games.frozen.rules.constants import CONTROLLED, MORPHING, PLACED, PROMOTING, SIZED
from strata.games.frozen.rules.state import FrozenState

_MANY: Final = 3
"""The number of lost units beyond which they are counted, not named."""

# The label and the effect, by the word of the action (section 9).
WORDS: Final = {
    "+": ("fuse with", ChoiceHelp("Joins a friend: one body that acts as each of its members.")),
    ">": ("load into", ChoiceHelp("Goes aboard a friendly Ship, or into an empty Cannon.")),
    "/": (
        "leave the body",
        ChoiceHelp(
            "One member leaves the fused body by a move of its own.",
            cost="all members lose their extra moves",
        ),
    ),
    "<": ("unload", ChoiceHelp("Puts a carried body on a free square beside the Ship.")),
    "*": ("leap over", ChoiceHelp("Leaps as a Knight and captures one enemy on its way.")),
    "convert": (
        "convert",
        ChoiceHelp("An enemy that the Bishop attacks becomes yours.", cost="frozen for 2 turns"),
    ),
    "shoot": (
        "shoot",
        ChoiceHelp("Freezes the first enemy on a line: the nearer it is, the longer."),
    ),
    "para": ("freeze", ChoiceHelp("Freezes an enemy that it attacks for 3 turns.")),
    "treb": (
        "fire the trebuchet",
        ChoiceHelp(
            "A wall or tomb six rows ahead explodes with all that stands around it.",
            cost="frozen for 2 turns",
        ),
    ),
    "quake": (
        "shatter walls",
        ChoiceHelp("A wall beside the Ram falls, and every wall connected to it."),
    ),
    "throw": (
        "throw",
        ChoiceHelp("What stands in front, friend or enemy, flies ahead, dies and explodes."),
    ),
    "blast": (
        "fire the cannon",
        ChoiceHelp("The target explodes, and the unit that was loaded stands there."),
    ),
    "jump": ("long jump", ChoiceHelp("Jumps to a free square beside any other Frog.")),
    "walltrap": (
        "wall in",
        ChoiceHelp("Walls fill the free squares around an enemy.", cost="its older walls fall"),
    ),
    "deton": (
        "explode",
        ChoiceHelp(
            "Kills everything on the squares around it.", warning="The unit itself dies, too."
        ),
    ),
    "tele": (
        "change places with a friend",
        ChoiceHelp("The Chancellor and any friend, even the King, change places."),
    ),
    "portal": (
        "mirror portal",
        ChoiceHelp("Goes to the square opposite to its own, seen from the middle of the board."),
    ),
    "tornado": (
        "raise a tornado",
        ChoiceHelp(
            "For ten of your turns it draws all units near a square towards it.",
            cost="frozen for 20 turns",
        ),
    ),
    "aval": (
        "send an avalanche",
        ChoiceHelp(
            "For five of your turns it pushes all units on a line one square on.",
            cost="frozen for 10 turns",
        ),
    ),
    "exch": (
        "give its place to the King",
        ChoiceHelp(
            "Your King stands here, and his old square is left empty.", warning="This unit dies."
        ),
    ),
    "transfer": (
        "take over freezing",
        ChoiceHelp("A friend is frozen for 4 turns less.", cost="frozen for 4 turns"),
    ),
    "spawn": (
        "make a copy",
        ChoiceHelp(
            "A copy of the unit appears beside it.", cost="both are frozen for 40 turns, Pawns 15"
        ),
    ),
    "swap": (
        "change places with a target",
        ChoiceHelp("Changes places with a unit that it could capture, friend or enemy."),
    ),
    "push": (
        "push",
        ChoiceHelp(
            "Moves one square and shoves the unit or wall there one square on.",
            cost="frozen for 5 turns if it is a wall",
        ),
    ),
    "pull": (
        "pull",
        ChoiceHelp(
            "Draws a unit on its line nearer.",
            cost="frozen for 1 turn for 3 squares, 2 turns if others stand between",
        ),
    ),
    "shadow": (
        "become a shadow",
        ChoiceHelp(
            "It leaves the ground, touches and blocks nothing there, and may return in 5 turns."
        ),
    ),
    "unshadow": (
        "return to the ground",
        ChoiceHelp(
            "The shadow becomes a unit again.",
            cost="frozen for 1 turn for 2 squares that it travelled",
        ),
    ),
    "strike": (
        "strike from the shadows",
        ChoiceHelp("An unprotected enemy becomes a shadow.", cost="frozen for 10 turns"),
    ),
    "respawn": ("bring back", ChoiceHelp("The first of the dead in this tomb returns.")),
    "promote": ("promote", ChoiceHelp("The Pawn becomes another kind: you choose which.")),
    "morph": (
        "change its kind",
        ChoiceHelp(
            "Becomes another kind, which you choose, and forgets all that it has gained.",
            cost="frozen for 18 turns",
        ),
    ),
    "mind": ("take control", ChoiceHelp("You play this enemy unit for one action: you choose it.")),
}
CHOICES: Final = {
    **{word: help_text for word, (_, help_text) in WORDS.items()},
    "end": ChoiceHelp("Your turn ends here."),
    "rot": ChoiceHelp("Turns a square block of the board in which you are the stronger."),
    "size": ChoiceHelp("How many squares a side of the block has; next you choose where it lies."),
    "turn": ChoiceHelp("Everything in the block turns with it; nothing explodes."),
    "~": ChoiceHelp("Acts with the shadow on this square, not with what stands on the ground."),
    "act": ChoiceHelp("The fused body acts as this one of its members."),
    "leave": ChoiceHelp("This member leaves; the others stay."),
    "become": ChoiceHelp("The unit becomes this kind."),
    "number": ChoiceHelp("This body comes out."),
    "squares": ChoiceHelp("The target comes nearer by so many squares."),
    "take": ChoiceHelp("The whole body is captured; this kind decides what follows from it."),
}

# Words of actions that kill nobody themselves, or whose later part decides.
_HARMLESS: Final = frozenset(
    {
        *("end", "kind", "at", "rot", "promote", "mind", "convert", "shoot", "para", "quake"),
        *("jump", "walltrap", "transfer", "spawn", "shadow", "unshadow", "strike", "respawn"),
    }
)
_UNFINISHED: Final = (MORPHING, PROMOTING, SIZED, PLACED, CONTROLLED)
_MAY_PROMOTE: Final = ("-", "x", "/")
_LAST_RANKS: Final = (0, 15)


def is_incomplete(state: FrozenState, code: int) -> bool:
    """Return whether an action leads to phase M, P, R or X, which must be completed (F2)."""
    word, _, target, *_ = split_action(code)
    if word in ("morph", "promote", "rot", "at", "mind"):
        return True
    if word not in _MAY_PROMOTE or target // 16 not in _LAST_RANKS:
        return False
    after = cast(FrozenState, state.after(code))
    return after.get_seat() == state.get_seat() and after.turn_facts()[0] in _UNFINISHED


def warn(state: FrozenState, code: int) -> str:
    """Return a warning of the mover's units that an action kills, besides its own victim.

    `exch` and `deton` name one victim themselves.
    """
    word, cell, *_ = split_action(code)
    seat = state.get_seat()
    if word == "morph":
        (unit,) = state.members(state.cell_facts(cell)[0])
        return "What it carries dies." if state.cargo(unit) else ""
    if word in _HARMLESS:
        return ""
    after = cast(FrozenState, state.after(code))
    if not after.king_lives(seat):
        return f"{{{SEATS[seat]} loses/lose}} the King, and the game."
    known, dead = state.dead_units(seat), after.dead_units(seat)
    if dead == known:
        return ""
    if word in ("exch", "deton"):
        known += state.members(state.cell_facts(cell)[0])
    lost = [unit for unit in dead if unit not in known]
    if not lost:
        return ""
    if len(lost) > _MANY:
        return f"{{{SEATS[seat]} loses/lose}} {len(lost)} units."
    return f"{{{SEATS[seat]} loses/lose}} {joined([name_unit(state, unit) for unit in lost])}."
