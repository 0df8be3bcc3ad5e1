"""Reads positions of Rhodium (section 8 of the rulebook), and says what is wrong and where."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from strata.core.errors import InvalidPosition, shown
from strata.core.outcome import SEATS
from strata.games.rhodium.notation import (
    ARMY,
    BOARD,
    FILES,
    KIND_LETTERS,
    KIND_NAMES,
    PHASES,
    THEME_LETTERS,
)
from strata.games.rhodium.rules.state import RhodiumState

_FIELDS: Final = ("board", "player", "phase", "yard1", "yard2", "balance", "goals1", "goals2")
_GIVEN: Final = Counter(ARMY)
_SET, _OVER = PHASES.index("set"), PHASES.index("over")
_RHODIUM: Final = KIND_LETTERS.index("R")
_STACKING: Final = "GS"
_ITEM: Final = re.compile(r"(?P<run>\d+)|(?P<letter>[RPTDGSrptdgs])(?:\((?P<themes>[^()]*)\))?")
_BURIED: Final = re.compile(r"(?P<letter>[RPTDGSrptdgs])(?P<theme>[dl])(?P<number>[1-9])")
_PHASE: Final = re.compile(
    r"(?P<name>set|play!?|over|break|sac|scatter)"
    r"(?::(?P<cell>[a-j](?:10|[1-9])))?(?::(?P<rest>.+))?"
)
_PHASE_FORMS: Final = "set, play, play!, break:CELL:OWED, sac:CELL, scatter:CELL:PIECES or over"
_LEFT: Final = re.compile(r"(?P<letter>[GSgs])\((?P<themes>[dl]{1,16})\)")


def parse_position(text: str, state: RhodiumState) -> RhodiumState:
    """Lays what `text` says on the empty board `state`."""
    fields = text.split(" ")
    if len(fields) != len(_FIELDS):
        raise InvalidPosition(
            f"rhodium position {shown(text)}: got {len(fields)} fields, expected "
            f"{', '.join(_FIELDS)} with one blank between"
        )
    board, player, phase, *yards, balance, first_goals, second_goals = fields
    counts: Counter[tuple[int, str]] = Counter()
    _parse_board(board, state, counts)
    if player not in ("1", "2"):
        raise _wrong("player", player, "1 or 2")
    for seat, yard in enumerate(yards):
        _parse_yard(yard, seat, state, counts)
    state.set_scores(
        _parse_balance(balance), _parse_goals(first_goals, 0), _parse_goals(second_goals, 1)
    )
    _parse_phase(phase, int(player) - 1, state, counts)
    _check_counts(counts)
    number = state.turn()[1]
    if number == _SET:
        _check_set_up(state)
    elif number == _OVER:
        _check_over(state)
    else:
        _check_going_on(state)
    return state


def _wrong(where: str, given: str, expected: str) -> InvalidPosition:
    return InvalidPosition(f"rhodium position, {where}: got {shown(given)}, expected {expected}")


def _count(
    counts: Counter[tuple[int, str]], seat: int, letter: str, themes: list[int], times: int = 1
) -> None:
    """Counts pieces by the seat that they began with."""
    for theme in themes:
        counts[seat ^ theme, letter.upper()] += times


def _check_counts(counts: Counter[tuple[int, str]]) -> None:
    for (seat, letter), number in sorted(counts.items()):
        if number > _GIVEN[letter]:
            name = KIND_NAMES[KIND_LETTERS.index(letter)]
            raise InvalidPosition(
                f"rhodium position: {number} pieces {name} that began with {SEATS[seat]} (dark in "
                f"his hands, light in the other's), expected at most {_GIVEN[letter]}"
            )


# The board.


def _parse_board(text: str, state: RhodiumState, counts: Counter[tuple[int, str]]) -> None:
    ranks = text.split("/")
    if len(ranks) != 10:
        raise _wrong("board", text, f"10 ranks, not {len(ranks)}")
    for rank, cells in zip(range(9, -1, -1), ranks, strict=True):
        _parse_rank(cells, rank, state, counts)


def _parse_rank(
    text: str, rank: int, state: RhodiumState, counts: Counter[tuple[int, str]]
) -> None:
    where = f"rank {rank + 1} {shown(text)}"
    file = place = 0
    while place < len(text):
        item = _ITEM.match(text, place)
        here = f"{where}, character {place + 1}"
        if item is None:
            raise _wrong(here, text[place], "a number or one of R P T D G S r p t d g s")
        if item["run"]:
            run = item["run"]
            if run[0] == "0" or len(run) > 2 or int(run) > 10:
                raise _wrong(here, run, "1 to 10 without leading zeros")
            file += int(run)
        else:
            letter, themes = item["letter"], _parse_themes(item["letter"], item["themes"], here)
            seat = int(letter.islower())
            if file < 10:
                kind = KIND_LETTERS.index(letter.upper())
                state.lay(10 * rank + file, seat, kind, themes)
                _count(counts, seat, letter, themes)
            file += 1
        place = item.end()
    if file != 10:
        raise InvalidPosition(f"rhodium position, {where}: {file} cells, expected 10")


def _parse_themes(letter: str, brackets: str | None, here: str) -> list[int]:
    """What the brackets after a letter say; none are a single dark piece."""
    if brackets is None:
        return [0]
    if not brackets or not set(brackets) <= set(THEME_LETTERS) or len(brackets) > 18:
        raise _wrong(here, f"{letter}({brackets})", "1 to 18 themes d or l in the brackets")
    if brackets == "d":
        raise _wrong(here, f"{letter}(d)", f"{letter}: a single dark piece has no brackets")
    if len(brackets) > 1 and letter.upper() not in _STACKING:
        raise _wrong(here, f"{letter}({brackets})", "a single piece: only G and S form stacks")
    return [THEME_LETTERS.index(theme) for theme in brackets]


# The other fields.


def _parse_yard(
    text: str, seat: int, state: RhodiumState, counts: Counter[tuple[int, str]]
) -> None:
    if text == "-":
        return
    where = f"yard{seat + 1}"
    last = -1
    place = 0
    while place < len(text) or not text:
        item = _BURIED.match(text, place)
        if item is None or item["letter"].islower() != bool(seat):
            letters = "RPTDGS".lower() if seat else "RPTDGS"
            raise _wrong(where, text, f"- or kinds {letters}, each with d or l and 1 to 9")
        kind = KIND_LETTERS.index(item["letter"].upper())
        theme = THEME_LETTERS.index(item["theme"])
        if 2 * kind + theme <= last:
            raise _wrong(where, text, "kinds in the order R P T D G S, dark before light")
        last = 2 * kind + theme
        number = int(item["number"])
        state.lay_down(seat, kind, theme, number)
        _count(counts, seat, item["letter"], [theme], number)
        place = item.end()


def _parse_balance(text: str) -> int:
    if not re.fullmatch(r"0|-?[1-6]", text):
        raise _wrong("balance", text, "-6 to 6 without a plus sign")
    return int(text)


def _parse_goals(text: str, seat: int) -> int:
    if text == "-":
        return 0
    if not text or not set(text) <= set(FILES) or list(text) != sorted(set(text)):
        raise _wrong(f"goals{seat + 1}", text, "- or files a to j in order, each once")
    return sum(1 << FILES.index(file) for file in text)


def _parse_phase(
    text: str, seat: int, state: RhodiumState, counts: Counter[tuple[int, str]]
) -> None:
    item = _PHASE.fullmatch(text)
    name = item["name"] if item else ""
    has = (bool(item and item["cell"]), bool(item and item["rest"]))
    wants = {"break": (True, True), "sac": (True, False), "scatter": (True, True)}
    if item is None or has != wants.get(name, (False, False)):
        raise _wrong("phase", text, _PHASE_FORMS)
    cell = BOARD.cell(item["cell"]) if item["cell"] else 0
    owed = 0
    if name == "break":
        if item["rest"] not in ("0", "1", "2"):
            raise _wrong("phase, owed", item["rest"], "0, 1 or 2")
        owed = int(item["rest"])
    elif name == "scatter":
        _parse_left(item["rest"], seat, state, counts)
    state.set_turn(seat, PHASES.index(name), cell, owed)
    if name in ("break", "sac", "scatter"):
        owner = seat if name == "break" else 1 - seat
        pile = state.pile_at(cell)
        least = 1 if name == "scatter" else 2
        if pile is None or pile[0] != owner or len(pile[2]) < least:
            what = "a pile" if least == 1 else "a stack"
            raise _wrong("phase", text, f"{what} of {SEATS[owner]} on {BOARD.names[cell]}")


def _parse_left(
    text: str, seat: int, state: RhodiumState, counts: Counter[tuple[int, str]]
) -> None:
    item = _LEFT.fullmatch(text)
    if item is None or item["letter"].islower() != bool(seat):
        letters = "g or s" if seat else "G or S"
        raise _wrong("phase, leftover", text, f"{letters} with 1 to 16 themes d or l in brackets")
    themes = [THEME_LETTERS.index(theme) for theme in item["themes"]]
    state.set_left(KIND_LETTERS.index(item["letter"].upper()), themes)
    _count(counts, seat, item["letter"], themes)


# What a whole position must be (section 8, 3, 5 and 6).


def _rhodiums(state: RhodiumState, seat: int) -> tuple[int, int]:
    """How many dark Rhodiums `seat` has on the board, and how many other Rhodiums there are."""
    piles = [pile for cell in range(100) if (pile := state.pile_at(cell)) and pile[1] == _RHODIUM]
    dark = sum(pile[0] == seat and pile[2] == [0] for pile in piles)
    light = sum(pile[0] == seat and pile[2] == [1] for pile in piles)
    return dark, light


def _check_going_on(state: RhodiumState) -> None:
    for seat, name in enumerate(SEATS):
        if _rhodiums(state, seat) != (1, 0):
            dark, light = _rhodiums(state, seat)
            raise InvalidPosition(
                f"rhodium position: {name} has {dark} dark and {light} light Rhodiums on the "
                "board, expected one, dark, before the game is over"
            )
        if state.buried(seat, _RHODIUM, 0) or state.buried(seat, _RHODIUM, 1):
            raise InvalidPosition(
                f"rhodium position, yard{seat + 1}: a Rhodium, expected none before the game is "
                "over"
            )
    balance, *goals = state.scores()
    if not -4 <= balance <= 4:
        raise _wrong("balance", str(balance), "-4 to 4 before the game is over")
    for seat, mask in enumerate(goals):
        if mask.bit_count() > 3:
            raise InvalidPosition(
                f"rhodium position, goals{seat + 1}: {mask.bit_count()} files, expected at most 3 "
                "before the game is over"
            )


def _check_set_up(state: RhodiumState) -> None:
    empty_yards = all(
        state.buried(seat, kind, theme) == 0
        for seat in range(2)
        for kind in range(6)
        for theme in range(2)
    )
    if not empty_yards or state.scores() != (0, 0, 0):
        raise InvalidPosition(
            "rhodium position, phase set: expected graveyards and goals - and the balance 0"
        )
    numbers = [_count_placed(state, seat) for seat in range(2)]
    acting = state.get_seat()
    if (acting == 0 and (numbers[0] == 22 or numbers[1])) or (
        acting == 1 and (numbers[0] < 22 or numbers[1] == 22)
    ):
        expected = "first 22 and second fewer" if acting else "first fewer than 22 and second none"
        raise InvalidPosition(
            f"rhodium position, phase set, {SEATS[acting]} to act: first has placed {numbers[0]} "
            f"and second {numbers[1]} pieces, expected {expected}"
        )
    state.set_placed(numbers[acting])


def _count_placed(state: RhodiumState, seat: int) -> int:
    placed: Counter[str] = Counter()
    for cell, name in enumerate(BOARD.names):
        pile = state.pile_at(cell)
        if pile is None or pile[0] != seat:
            continue
        if pile[2] != [0] or not 70 * seat <= cell < 70 * seat + 30:
            raise InvalidPosition(
                f"rhodium position, phase set, {name}: expected single dark pieces in the area of "
                f"{SEATS[seat]} only"
            )
        placed[KIND_LETTERS[pile[1]]] += 1
    number = placed.total()
    if placed != Counter(ARMY[:number]):
        raise InvalidPosition(
            f"rhodium position, phase set: {SEATS[seat]} has placed "
            f"{''.join(sorted(placed.elements(), key=KIND_LETTERS.index))}, expected the first "
            f"{number} of {ARMY}"
        )
    return number


def _has_won(state: RhodiumState, seat: int) -> bool:
    balance, *goals = state.scores()
    ahead = -balance if seat else balance
    return state.buried(seat, _RHODIUM, 1) > 0 or ahead >= 5 or goals[seat].bit_count() >= 4


def _check_over(state: RhodiumState) -> None:
    winner = state.get_seat()
    loser = 1 - winner
    for seat in range(2):
        if state.scores()[1 + seat].bit_count() > 4:
            raise InvalidPosition(f"rhodium position, goals{seat + 1}: expected at most four files")
    if not _has_won(state, winner) or _has_won(state, loser):
        raise InvalidPosition(
            f"rhodium position, phase over, {SEATS[winner]} has won: expected the enemy Rhodium in "
            "his graveyard, a balance of 5 in his favour or four files, and none of it for "
            f"{SEATS[loser]}"
        )
    captured = state.buried(winner, _RHODIUM, 1)
    at_home = (1 - captured, 0)
    if (
        _rhodiums(state, winner) != (1, 0)
        or _rhodiums(state, loser) != at_home
        or any(state.buried(seat, _RHODIUM, 0) for seat in range(2))
    ):
        raise InvalidPosition(
            "rhodium position, phase over: expected the winner's Rhodium on the board, dark, and "
            "the loser's on the board, dark, or light in the winner's graveyard"
        )
