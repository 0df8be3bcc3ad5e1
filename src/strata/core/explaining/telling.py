"""Tellings: what an action did, or why a game ended, in sentences with the cells concerned.

A sentence names seats by placeholders, so that one telling serves every reader:

    {first's}           your · your opponent's · first's
    {first}             you · your opponent · first
    {first wins/win}    you win · your opponent wins · first wins
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from strata.core.outcome import Outcome, Seat, other_seat

_PLACEHOLDER: Final = re.compile(r"\{(first|second)(?:('s)| ([^{}/]+)/([^{}/]+))?\}")


class Sentence(msgspec.Struct, frozen=True):
    """One sentence with placeholders for seats, and the cells that it is about."""

    text: str
    cells: tuple[str, ...] = ()

    def read(self, reader: Seat | None = None) -> str:
        """Return the sentence in the words for `reader`: see the function `read`."""
        return read(self.text, reader)


Telling = tuple[Sentence, ...]


def read(text: str, reader: Seat | None = None) -> str:
    """Return a sentence for the holder of the seat `reader`, with a capital: see `fill_seats`."""
    return capitalised(fill_seats(text, reader))


def fill_seats(text: str, reader: Seat | None = None) -> str:
    """Return `text` with words for its placeholders, for the holder of the seat `reader`.

    None is a reader who holds no seat, or both: the seats are named.
    """

    def words(found: re.Match[str]) -> str:
        seat, possessive, third, second = found.groups()
        if reader is None:
            name, mine = seat, False
        else:
            mine = seat == reader
            name = "you" if mine else "your opponent"
        if possessive:
            return "your" if mine else f"{name}'s"
        if third:
            return f"{name} {second if mine else third}"
        return name

    return _PLACEHOLDER.sub(words, text)


def capitalised(text: str) -> str:
    """Return `text` with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def read_all(telling: Telling, reader: Seat | None = None) -> str:
    """Return all sentences of a telling in the words for `reader`."""
    return " ".join(read(sentence.text, reader) for sentence in telling)


def whose(seat: Seat | None) -> str:
    """Return what stands before the name of a thing of `seat`: a possessive, or `the` for None."""
    return "the" if seat is None else f"{{{seat}'s}}"


def cells_of(*cells: str) -> tuple[str, ...]:
    """Return the cells in order, each once."""
    return tuple(dict.fromkeys(cells))


def with_article(name: str) -> str:
    """Return `a Pawn`, `an Onager`."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def joined(parts: list[str]) -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


# Ends that do not follow from the position.

_TIMES: Final = {2: "twice", 3: "three times", 4: "four times"}
_AGREED: Final = {
    "resignation": "{loser resigns/resign}: {winner wins/win}.",
    "time": "{loser's} time has run out: {winner wins/win}.",
    "abandonment": "{loser has/have} left the game: {winner wins/win}.",
    "forfeit": "{loser forfeits/forfeit} the game: {winner wins/win}.",
}


def tell_history_end(outcome: Outcome, repetition: int) -> Sentence | None:
    """Return the end by history or by agreement; None for a reason of the game's own."""
    if outcome.reason == "agreement":
        return Sentence("the players agree to a draw.")
    if outcome.reason == "repetition":
        times = _TIMES.get(repetition, f"{repetition} times")
        return Sentence(f"the same position has occurred {times}: the game is a draw.")
    pattern = _AGREED.get(outcome.reason)
    return None if pattern is None else Sentence(for_winner(pattern, outcome))


def for_winner(pattern: str, outcome: Outcome) -> str:
    """Return `pattern` with the seats of `outcome` for `{winner …}` and `{loser …}`."""
    if outcome.winner is None:
        return pattern
    return pattern.replace("{winner", f"{{{outcome.winner}").replace(
        "{loser", f"{{{other_seat(outcome.winner)}"
    )


def tell_reason(outcome: Outcome) -> Sentence:
    """Return the end with the name of its reason, for games that say no more about it."""
    reason = outcome.reason.replace("-", " ")
    if outcome.winner is None:
        return Sentence(f"the game is a draw: {reason}.")
    return Sentence(for_winner(f"{{winner wins/win}}: {reason}.", outcome))
