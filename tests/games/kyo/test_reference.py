"""The compiled rules against the slow reading of the rulebook in reference.py."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import strata
from strata.games.kyo.rules.state import KyoState
from tests.games.kyo.reference import TILES, Board, Turn, adjacent, owner, read_board
from tests.perft.entries import Entry, perft_path, read_perft
from tests.volume import everyday

COMBINATIONS = [
    {"start": start, "extras": extras}
    for start in ("trench", "open-field", "deadlock")
    for extras in ("none", "cannons", "knights", "both")
]
GAME = strata.game("kyo")
# Section 3.
PIECES = "P" * 8 + "H" * 8 + "TTQKNNCC"
MANA = "D" * 13 + "L" * 13
SHIELDS = "S" * 16


def _label(options: dict[str, object]) -> str:
    return "-".join(map(str, options.values()))


def _agree(position: strata.Position, board: Board) -> None:
    assert str(position) == str(board)
    assert list(position.actions()) == board.actions(), position
    assert str(position.outcome()) == str(board.outcome()), position
    assert position.begins_turn == (board.turn is None)
    if position.actions():
        assert position.seat == board.side
    read = GAME.position(str(position)).state
    assert isinstance(read, KyoState)
    assert read.get_key() == position.state.get_key(), position


@pytest.mark.parametrize("options", COMBINATIONS, ids=_label)
def test_random_games_agree(options: dict[str, object]) -> None:
    """The beginnings of games, then every so often a few actions of a long one."""
    game = strata.game("kyo", **options)
    choose = random.Random(_label(options))
    position = game.start()
    beginning = everyday(20, full=40)
    for number in range(everyday(90, full=600) if strata.compiled() else 100):
        if number < beginning or number % 25 < 2 or not position.begins_turn:
            _agree(position, read_board(str(position)))
        if not position.actions():
            break
        action = choose.choice(position.actions())
        following = position.play(action)
        if number < beginning or number % 25 < 2 or not following.begins_turn:
            _agree(following, read_board(str(position)).play(action))
        position = following


def _scattered(choose: random.Random) -> str:
    """Any position that section 8 allows, whether or not a game leads to it."""
    tiles = choose.sample(TILES, choose.randint(6, 60))
    some = choose.choice((0.2, 0.6, 1.0))
    pawns = [p for p in PIECES + PIECES.lower() if p in "Kk" or choose.random() < some]
    choose.shuffle(pawns)
    stacks = {tile: ["", ""] for tile in tiles}
    for tile, pawn in zip(tiles, pawns, strict=False):
        stacks[tile][1] = pawn
    chips = [chip for chip in MANA + MANA.lower() + SHIELDS if choose.random() < some]
    choose.shuffle(chips)
    crowded = tiles[: choose.randint(3, len(tiles))]
    for chip in chips:
        stacks[choose.choice(crowded)][0] += chip
    board = Board(
        {tile: (chips, pawn) for tile, (chips, pawn) in stacks.items() if chips or pawn},
        choose.choice(("first", "second")),
        clock=choose.choice((0, 57, 198, 199)),
    )
    if choose.random() < 0.5:
        board = Board(board.stacks, board.side, _some_turn(board, choose), board.clock)
    return str(board)


def _some_turn(board: Board, choose: random.Random) -> Turn | None:
    own = [tile for tile in board.stacks if owner(board.pawn(tile)) == board.side]
    own = [tile for tile in own if board.kind(tile) != "P"]
    if not own:
        return None
    special = [tile for tile in own if board.kind(tile) in "TQ"]
    tile = choose.choice(special if special and choose.random() < 0.5 else own)
    kind = board.kind(tile)
    above = board.chips(tile)
    while above and owner(above[-1]) != {"first": "second", "second": "first"}[board.side]:
        above = above[:-1]
    flags = choose.choice(("", "c")) if above else ""
    phase = choose.choice({"T": "BMD", "Q": "BM"}.get(kind, "M"))
    if phase == "B":
        return Turn(tile, "B", flags="s" if kind == "Q" else "")
    if phase == "D":
        return Turn(tile, "D", flags=flags)
    flags += choose.choice(("", "s")) if kind == "Q" else ""
    direction = choose.choice([*adjacent("e5").values()])
    return Turn(tile, "M", direction, choose.choice((1, 2, 19, 20)), flags)


def test_scattered_positions_agree() -> None:
    choose = random.Random("scattered")
    reasons: Counter[str] = Counter()
    inside = 0
    for _ in range(everyday(200, full=400) if strata.compiled() else 40):
        text = _scattered(choose)
        position, board = GAME.position(text), read_board(text)
        _agree(position, board)
        inside += not position.begins_turn
        signs: dict[str, str] = {}
        for offered in position.actions():
            signs.setdefault(next((s for s in "+-x!~" if s in offered), "end"), offered)
        chosen = choose.sample(position.actions(), min(5, len(position.actions())))
        for action in sorted({*signs.values(), *chosen}):
            after = position.play(action)
            _agree(after, board.play(action))
            reasons[str(after.outcome()).rpartition(" ")[2]] += 1
    if strata.compiled():
        assert inside > 100
        assert {*reasons} >= {"None", "king-captured", "mana-destroyed", "no-progress"}


@pytest.mark.parametrize("entry", read_perft(perft_path("kyo")), ids=lambda entry: entry.id)
def test_counts_agree(entry: Entry) -> None:
    """The reference counts what it can in reasonable time, the first depth always."""
    board = read_board(entry.position)
    for depth, count in entry.counts.items():
        if depth > 1 and count > 3_000:
            break
        assert board.perft(depth) == count
