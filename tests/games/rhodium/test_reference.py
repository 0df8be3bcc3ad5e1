"""The compiled rules against the slow reading of the rulebook in reference.py."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import strata
from tests.games.rhodium.reference import CELLS, Board, Pile, read_board
from tests.perft.entries import Entry, perft_path, read_perft
from tests.volume import everyday

GAME = strata.game("rhodium")
SETUPS = ("secret", "standard")
# What an action is, by its shape.
SHAPES = {
    "place": r"[RPTDGS]@\w+",
    "move": r"[a-j]\d+-[a-j]\d+",
    "move-group": r"[a-j]\d+:\d+-[a-j]\d+",
    "join": r"[a-j]\d+\+[a-j]\d+",
    "join-group": r"[a-j]\d+:\d+\+[a-j]\d+",
    "capture": r"[a-j]\d+x[a-j]\d+",
    "capture-group": r"[a-j]\d+:\d+x[a-j]\d+",
    "dismantle": r"/\w+",
    "sacrifice": r"[a-j]\d+\*[a-j]\d+",
    "revive": r"[PTDGS][dl]@[a-j]\d+",
    "revive-under": r"[GS][dl]@[a-j]\d+u",
    "relocate": r">\w+",
}
PHASES = {"set", "play", "play!", "break", "sac", "scatter", "over"}


def _shape(action: str) -> str:
    (found,) = (name for name, shape in SHAPES.items() if re.fullmatch(shape, action))
    return found


def _phase(position: strata.Position) -> str:
    return str(position).split(" ")[2].partition(":")[0]


def _agree(position: strata.Position, board: Board) -> None:
    assert str(position) == str(board)
    assert list(position.actions()) == board.actions(), position
    assert str(position.outcome()) == str(board.outcome()), position
    assert position.begins_turn == (board.phase in ("set", "play"))
    if position.actions():
        assert position.seat == {1: "first", 2: "second"}[board.player]
    read = GAME.position(str(position))
    assert read.state.get_key() == position.state.get_key(), position


def _liking_stacks(position: strata.Position, choose: random.Random) -> str:
    """Any action, but often one that makes stacks, and mostly one that scatters them."""
    actions = position.actions()
    captures = [action for action in actions if "x" in action]
    scatters = [action for action in captures if _phase(position.play(action)) == "scatter"]
    if scatters and choose.random() < 0.7:
        return choose.choice(scatters)
    signs = choose.choice(("+", "+", "+", ":", "*", "/", "u"))
    liked = [action for action in actions if signs in action]
    return choose.choice(liked if liked and choose.random() < 0.7 else actions)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("likes_stacks", [False, True])
def test_random_games_agree(setup: str, likes_stacks: bool) -> None:
    """Whole games, every phase and every shape of action: nearly all of their positions."""
    game = strata.game("rhodium", setup=setup)
    choose = random.Random(f"{setup} {likes_stacks}")
    shapes: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    for _ in range(everyday(2, full=4) if strata.compiled() else 1):
        position = game.start()
        checked = everyday(30, full=5) if strata.compiled() else 40
        for number in range(2000):
            phases[_phase(position)] += 1
            every = 1 if _phase(position) in ("break", "sac", "scatter", "over") else checked
            if number % every == 0:
                _agree(position, read_board(str(position)))
            if not position.actions():
                break
            if likes_stacks and _phase(position) != "set":
                action = _liking_stacks(position, choose)
            else:
                action = choose.choice(position.actions())
            shapes[_shape(action)] += 1
            following = position.play(action)
            if number % every == 0:
                _agree(following, read_board(str(position)).play(action))
            position = following
    if not strata.compiled():
        return
    expected = PHASES if setup == "secret" else PHASES - {"set"}
    assert {*phases} >= (expected if likes_stacks else {"play", "over"})
    if likes_stacks:
        assert phases["scatter"] > 4, phases
        assert {*shapes} >= {*SHAPES} - {"revive-under", "place"}


KINDS = "P" * 2 + "T" * 2 + "D" * 4 + "G" * 4 + "S" * 9


def _scattered(choose: random.Random) -> Board:
    """Any position that section 8 allows, whether or not a game leads to it."""
    board = Board({}, choose.choice((1, 2)), choose.choice(("play", "play", "play!")))
    cells = choose.sample(CELLS, 100)
    for player in (1, 2):
        board.piles[cells.pop()] = Pile(player, "R", "d")
    share = choose.choice((0.3, 0.7, 1.0))
    for origin in (1, 2):
        for kind in KINDS:
            if choose.random() > share:
                continue
            owner = choose.choice((origin, origin, 3 - origin))
            theme = "d" if owner == origin else "l"
            if choose.random() < 0.2:
                board.yards[owner][kind, theme] += 1
                continue
            own = [c for c in board.of(owner, kind) if kind in "GS"]
            if own and choose.random() < 0.5:
                board.land(choose.choice(own), owner, kind, theme)
            else:
                board.land(cells.pop(), owner, kind, theme)
    board.balance = choose.randint(-4, 4)
    for player in (1, 2):
        board.goals[player] = "".join(sorted(choose.sample("abcdefghij", choose.randint(0, 3))))
    return board


def _inside_a_turn(board: Board, choose: random.Random) -> Board:
    """The same with a phase of section 8, rule 4."""
    name = choose.choice(("break", "sac", "scatter"))
    owner = board.player if name == "break" else board.enemy
    least = 1 if name == "scatter" else 2
    fitting = [c for c in board.of(owner) if len(board.piles[c].themes) >= least]
    if not fitting:
        return board
    cell = choose.choice(fitting)
    board.phase = f"{name}:{cell}"
    if name == "break":
        board.phase += f":{choose.randint(0, 2)}"
    if name == "scatter":
        spare = [c for c in board.of(board.player, "GS") if c != cell]
        if not spare:
            board.phase = "play"
            return board
        pile = board.piles.pop(choose.choice(spare))
        board.phase += f":{pile.letter}({pile.themes})"
    return board


def test_scattered_positions_agree() -> None:
    choose = random.Random("scattered")
    reasons: Counter[str] = Counter()
    shapes: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    for number in range(260 if strata.compiled() else 12):
        board = _scattered(choose)
        if number % 3 == 0:
            board = _inside_a_turn(board, choose)
        position = GAME.position(str(board))
        _agree(position, board)
        phases[_phase(position)] += 1
        by_shape: dict[str, str] = {}
        for offered in position.actions():
            by_shape.setdefault(_shape(offered), offered)
        chosen = choose.sample(position.actions(), min(4, len(position.actions())))
        for action in sorted({*by_shape.values(), *chosen}):
            after = position.play(action)
            following = board.play(action)
            assert str(after) == str(following), (position, action)
            shapes[_shape(action)] += 1
            reasons[str(after.outcome()).rpartition(" ")[2]] += 1
        if chosen:
            _agree(position.play(chosen[0]), board.play(chosen[0]))
    if strata.compiled():
        assert {*phases} == PHASES - {"set", "over"}
        assert {*shapes} == {*SHAPES} - {"place"}
        assert min(shapes.values()) > 20, shapes
        assert {*reasons} >= {"None", "rhodium-captured", "five-captures", "four-points"}


def test_crowded_corners_agree() -> None:
    """Relocations that need a farther ring: a stack in a corner, walled in by singles."""
    choose = random.Random("crowded")
    far: Counter[int] = Counter()
    for _ in range(60 if strata.compiled() else 5):
        kind = choose.choice("GS")
        corner = choose.choice(("a1", "j10", "a5", "e5", "j1"))
        near = sorted(CELLS, key=lambda c: (_distance(c, corner), choose.random()))
        board = Board({corner: Pile(1, kind, "dd")}, 1, choose.choice((f"break:{corner}:1",)))
        singles = ["P", "P", "T", "T", "D", "D", "D", "D", *("GG" if kind == "S" else "SS" * 3)]
        pieces = [(owner, piece) for owner in (1, 2) for piece in singles]
        choose.shuffle(pieces)
        pieces += [(1, "R"), (2, "R")]
        holes = choose.randint(0, 1)
        for owner, piece in pieces[: len(near) - 1]:
            cell = near.pop(1)
            if holes and choose.random() < 0.02:
                cell = near.pop(1)
            board.piles[cell] = Pile(owner, piece, "d")
        position = GAME.position(str(board))
        _agree(position, board)
        action = choose.choice(position.actions())
        far[_distance(action[1:], corner)] += 1
        _agree(position.play(action), board.play(action))
    if strata.compiled():
        assert {2, 3} <= {*far}, far


def _distance(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


def test_no_moves_agrees() -> None:
    """R29 in play and in play!."""
    walled = "8Sr/8ST/10/10/10/10/10/10/10/R9 2 {} - {} 0 - -"
    for phase, yard in (("play", "-"), ("play!", "-")):
        text = walled.format(phase, yard)
        _agree(GAME.position(text), read_board(text))
        assert str(GAME.position(text).outcome()) == "first wins, no-moves"


def _count(board: Board, depth: int) -> int:
    actions = board.actions()
    if depth == 1:
        return len(actions)
    return sum(_count(board.play(action), depth - 1) for action in actions)


@pytest.mark.parametrize("entry", read_perft(perft_path("rhodium")), ids=lambda entry: entry.id)
def test_counts_agree(entry: Entry) -> None:
    board = read_board(entry.position)
    for depth, expected in entry.counts.items():
        if expected > 700:
            break
        assert _count(board, depth) == expected, entry.id
