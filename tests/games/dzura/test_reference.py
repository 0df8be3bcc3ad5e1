"""The compiled rules against the slow reading of the rulebook in reference.py."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import strata
from tests.games.dzura.reference import Board, Piece, Rules, read_board
from tests.games.dzura.rulebook import MINI_TEXT, STANDARD_TEXT
from tests.perft.entries import Entry, perft_path, read_perft
from tests.volume import everyday

FOLDER = Path(__file__).parent / "definitions"
DEFINITIONS = {
    "standard": STANDARD_TEXT,
    "mini": MINI_TEXT,
    "five": (FOLDER / "five.toml").read_text(encoding="utf-8"),
    "large": (FOLDER / "large.toml").read_text(encoding="utf-8"),
}
OPTIONS = [
    {"capture": capture, "rotation": rotation, "ordnance": ordnance}
    for capture, rotation, ordnance in product(("common", "court"), ("off", "on"), (0, 1, 5))
]
COMBINATIONS = [(name, options) for name in DEFINITIONS for options in OPTIONS]


def _label(value: object) -> str:
    return "-".join(map(str, value.values())) if isinstance(value, dict) else str(value)


@cache
def _rules(name: str, capture: str, rotation: str, ordnance: int) -> Rules:
    return Rules(DEFINITIONS[name], capture, rotation, ordnance)


def _agree(position: strata.Position, board: Board) -> None:
    assert str(position) == str(board)
    assert list(position.actions()) == board.actions(), position
    assert str(position.outcome()) == str(board.outcome()), position
    assert position.begins_turn == (board.phase == "t")
    if position.actions():
        assert position.seat == ("first", "second")[board.mover]
    read = strata.Game(position.rules).position(str(position))
    assert read.state.get_key() == position.state.get_key(), position
    checks = {
        board.rules.name(king)
        for seat in range(2)
        if board.phase in ("t", "b")
        and (king := board.king(seat)) is not None
        and board.attackers(seat)
    }
    marks = (mark for mark in position.scene().marks if mark.kind == "check")
    assert {cell for mark in marks for cell in mark.cells} == checks, position


@pytest.mark.parametrize(("name", "options"), COMBINATIONS, ids=_label)
def test_random_games_agree(name: str, options: dict[str, Any]) -> None:
    """The beginning of a game, then every so often two actions of the rest of it."""
    game = strata.game("dzura", definition=DEFINITIONS[name], **options)
    rules = _rules(name, **options)
    choose = random.Random(f"{name} {options}")
    position = game.start()
    assert str(position) == rules.opening()
    beginning, stride = (everyday(3, full=6), 64) if name != "large" else (2, 160)
    for number in range(everyday(80, full=320) if strata.compiled() else 30):
        compares = number < beginning or number % stride < 2
        if compares:
            _agree(position, read_board(str(position), rules))
        if not position.actions():
            break
        action = choose.choice(position.actions())
        following = position.play(action)
        if compares:
            _agree(following, read_board(str(position), rules).play(action))
        position = following


def _scattered(rules: Rules, choose: random.Random) -> Board:
    """A position of few pieces that no game need lead to: kings attacked, stacks, marks."""
    number = choose.randint(4, min(16, len(rules.tiles) - 2))
    tiles = choose.sample(rules.tiles, number)
    royal = [letter for letter, kind in rules.kinds.items() if kind.get("royal", False)]
    common = [letter for letter in rules.kinds if letter not in royal]

    def some(owner: int) -> Piece:
        facing = choose.randrange(6) if rules.rotation and choose.random() < 0.5 else 0
        barraged = rules.ordnance > 0 and choose.random() < 0.12
        return Piece(choose.choice(common), owner, facing, barraged)

    stacks: dict[tuple[int, int], tuple[Piece, ...]] = {
        tiles[seat]: (some(seat)._replace(letter=choose.choice(royal)),) for seat in range(2)
    }
    for where in tiles[2:]:
        stacks[where] = (some(choose.randrange(2)),)
    for where in tiles:
        if rules.court and choose.random() < 0.2:
            stacks[where] += (some(choose.randrange(2)),)
    marked = sum(piece.barraged for stack in stacks.values() for piece in stack)
    while marked > 2 * rules.ordnance:
        where = next(at for at in stacks if any(piece.barraged for piece in stacks[at]))
        marked -= sum(piece.barraged for piece in stacks[where])
        stacks[where] = tuple(piece._replace(barraged=False) for piece in stacks[where])
    free = 2 * rules.ordnance - marked
    first = choose.randint(0, min(free, 3))
    plain = [letter for letter in common if not letter.startswith("+")]
    hands = [choose.choices(plain, k=choose.choice((0, 0, 1, 3))) for _ in range(2)]
    tokens = [first, choose.randint(0, min(free - first, 3))] if rules.ordnance else [0, 0]
    return Board(rules, stacks, hands, tokens, choose.randrange(2))


@pytest.mark.parametrize(("name", "options"), COMBINATIONS, ids=_label)
def test_scattered_positions_agree(name: str, options: dict[str, Any]) -> None:
    game = strata.game("dzura", definition=DEFINITIONS[name], **options)
    rules = _rules(name, **options)
    choose = random.Random(f"scattered {name} {options}")
    for _ in range(everyday(3, full=6)):
        board = _scattered(rules, choose)
        position = game.position(str(board))
        _agree(position, board)
        actions = position.actions()
        for action in choose.sample(actions, min(3, len(actions))):
            _agree(position.play(action), board.play(action))


def test_scattered_positions_reach_everything() -> None:
    """Else the comparison above would say little: every sign, phase and reason comes up."""
    seen: Counter[str] = Counter()
    choose = random.Random("everything")
    options: dict[str, Any] = {"capture": "court", "rotation": "on", "ordnance": 5}
    game = strata.game("dzura", **options)
    rules = _rules("standard", "court", "on", 5)
    for _ in range(everyday(130, full=400) if strata.compiled() else 100):
        position = game.position(str(_scattered(rules, choose)))
        seen[str(position.outcome()).rpartition(" ")[2]] += 1
        for action in position.actions():
            seen[next(sign for sign in action if sign in "*@=x-")] += 1
        for action in choose.sample(position.actions(), min(4, len(position.actions()))):
            after = position.play(action)
            seen[str(after).split(" ")[2][0]] += 1
            seen[str(after.outcome()).rpartition(" ")[2]] += 1
    wanted = {"*", "@", "=", "x", "-", "t", "b", "r", "p", "None", "king-captured", "checkmate"}
    assert wanted <= {name for name, number in seen.items() if number}


@pytest.mark.parametrize("name", ["mini", "standard"])
def test_barrages_that_must_come_first_agree(name: str) -> None:
    """Z42 where no main action is legal yet, with one token and with several."""
    game = strata.game("dzura", definition=DEFINITIONS[name], ordnance=5)
    settings: dict[str, Any] = dict(game.settings)
    rules = _rules(name, **settings)
    choose = random.Random(f"rescue {name}")
    found = 0
    for _ in range(everyday(1800, full=6000) if strata.compiled() else 60):
        board = _crowded(rules, choose)
        position = game.position(str(board))
        if {action[0] for action in position.actions()} == {"*"}:
            found += 1
            _agree(position, board)
            for action in position.actions()[:2]:
                _agree(position.play(action), board.play(action))
        if found == 12:
            break
    assert found == 12 or not strata.compiled()


def _crowded(rules: Rules, choose: random.Random) -> Board:
    """Kings between their own pieces: a check is hard to meet."""
    board = _scattered(rules, choose)
    for seat in range(2):
        king = board.king(seat)
        assert king is not None
        q, r = king
        for a, b in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (2, -1), (-2, 1)):
            where = (q + a, r + b)
            if rules.is_on_board(where) and where not in board.stacks and len(board.stacks) < 30:
                board.stacks[where] = (Piece("P", seat),)
    return board


@pytest.mark.parametrize("entry", read_perft(perft_path("dzura")), ids=lambda entry: entry.id)
def test_counts_agree(entry: Entry) -> None:
    """The reference counts what it can in reasonable time, the first depth always."""
    settings: dict[str, Any] = dict(strata.game("dzura", **entry.options).settings)
    rules = _rules("standard", **settings)
    board = read_board(entry.position, rules)
    for depth, count in entry.counts.items():
        if depth > 1 and count > 300:
            break
        assert board.perft(depth) == count
