"""The evaluation of FrozenChess, and what else search asks: over() and memo_key()."""

from __future__ import annotations

import random
import re

import pytest

import strata
from strata.core.kernel.state import State
from strata.games.frozen.evaluation.features import FEATURES
from tests.games.frozen.layout import FILES, position_text, split_row, table
from tests.games.frozen.variety import STARTS
from tests.volume import everyday

GAME = strata.game("frozen")
WEIGHTS = FEATURES.by_name()
compiled_only = pytest.mark.skipif(
    not strata.compiled(), reason="too many positions for plain Python"
)

_CELL = re.compile(r"([a-p])(\d+)")
_HEADINGS = {"n": "s", "s": "n", "e": "e", "w": "w"}


def _states(game: strata.Game, seed: int, limit: int, text: str | None = None) -> list[State]:
    """A random game, its last position included."""
    choose = random.Random(seed)
    state = (game.position(text) if text else game.start()).state
    found = [state]
    while len(found) < limit and (codes := state.codes()):
        state = state.after(choose.choice(codes))
        found.append(state)
    return found


def _score(cells: dict[str, str], **fields: str | int) -> int:
    """From a position in which everything is on."""
    where = table(cells, mechanics="full", **fields).position  # type: ignore[arg-type]
    return GAME.rules.evaluation().get_score(where.state)


def _features(cells: dict[str, str], **fields: str | int) -> dict[str, int]:
    state = table(cells, mechanics="full", **fields).position.state  # type: ignore[arg-type]
    return GAME.rules.evaluation().features(state)


# The mirror image: ranks turned over, the owners exchanged.


def _flip(cell: str) -> str:
    return f"{cell[0]}{17 - int(cell[1:])}"


def _place(cell: str) -> tuple[int, int]:
    return int(cell[1:]), FILES.index(cell[0])


def _attribute(text: str) -> str:
    if not text.startswith("w"):
        return text
    return "w" + ".".join(sorted(map(_flip, text[1:].split(".")), key=_place))


def _body(text: str) -> str:
    """Units change their case, walls their cells; other attributes stay."""
    parts = re.split(r"(\([^)]*\))", text)
    for index, part in enumerate(parts):
        if part.startswith("("):
            parts[index] = "(" + ",".join(map(_attribute, part[1:-1].split(","))) + ")"
        else:
            parts[index] = part.swapcase()
    return "".join(parts)


def _items(text: str) -> list[str]:
    """Splits at the commas that are in no bracket."""
    found = [""]
    depth = 0
    for letter in text:
        depth += (letter in "({") - (letter in ")}")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found


def _placed(text: str) -> str:
    """Shadows or tombs: cells with bodies or queues."""
    if text == "-":
        return text
    found = []
    for item in _items(text):
        cell, sign, units = re.fullmatch(r"([a-p]\d+)((?:\*|r\d+)?:)(.*)", item).groups()  # type: ignore[union-attr]
        found.append((_place(_flip(cell)), f"{_flip(cell)}{sign}{_body(units)}"))
    return ",".join(item for _, item in sorted(found))


def _marks(text: str) -> str:
    """Traps or weather: an owner's letter, a cell, and what there is to say about it."""
    if text == "-":
        return text
    found = []
    for item in text.split(","):
        letter, cell, rest = re.fullmatch(r"(.)([a-p]\d+)(.*)", item).groups()  # type: ignore[union-attr]
        rest = re.sub("[nesw]", lambda heading: _HEADINGS[heading[0]], rest)
        group = letter in "Vv"
        found.append((group, _place(_flip(cell)), f"{letter.swapcase()}{_flip(cell)}{rest}"))
    return ",".join(item for *_, item in sorted(found))


def _phase(text: str) -> str:
    if block := re.fullmatch(r"R:(\d):([a-p])(\d+)", text):
        return f"R:{block[1]}:{block[2]}{18 - int(block[3]) - int(block[1])}"
    return _CELL.sub(lambda cell: _flip(cell[0]), text)


def mirrored(text: str) -> str:
    side, ground, shadows, tombs, traps, weather, phase, turn = text.split(" ")
    rows = ["".join(map(_body, split_row(row))) for row in reversed(ground.split("/"))]
    fields = ["b" if side == "w" else "w", "/".join(rows), _placed(shadows), _placed(tombs)]
    return " ".join([*fields, _marks(traps), _marks(weather), _phase(phase), turn])


# The end of the game.


@compiled_only
@pytest.mark.parametrize(
    ("mechanics", "ply_limit"),
    [("full", 1000), ("bare", 1000), ("full-rotation-exchange", 0), ("bare+mind+wall", 60)],
)
def test_over_is_having_no_action(mechanics: str, ply_limit: int) -> None:
    game = strata.game("frozen", mechanics=mechanics, ply_limit=ply_limit)
    ended = 0
    for seed in range(4):
        states = _states(game, seed, 1500)
        for state in states:
            assert state.get_over() == (not state.codes()), game.rules.format(state)
        ended += states[-1].get_over()
    assert ended


@compiled_only
def test_over_after_every_action() -> None:
    """All actions of some positions, those that end the game and those in check among them."""
    ended = checked = 0
    deadly = position_text({"h16": "k", "g3": "R"}, tombs="g15:p")
    for seed, text in enumerate((*STARTS, str(GAME.showcase), deadly)):
        for state in _states(GAME, seed, 60, text)[::12]:
            for code in state.codes()[:250]:
                after = state.after(code)
                assert after.get_over() == (not after.codes()), GAME.rules.format(after)
                ended += after.get_over()
                checked += after.checked_seat() >= 0  # type: ignore[attr-defined]
    assert ended
    assert checked


def test_over_by_mate_and_without_moves() -> None:
    mated = table({"a10": "R", "b10": "R"}, side="b")
    assert mated.position.state.get_over()
    blocked = {"a15": "p(p9)", "b15": "p(p9)", "b16": "p(p9)"}
    assert table(blocked, side="b").position.state.get_over()
    assert not table({**blocked, "h8": "r"}, side="b").position.state.get_over()
    assert not table({"a10": "R", "b10": "R", "h12": "r"}, side="b").position.state.get_over()
    assert table({}, turn=1001).position.state.get_over()


# The key.


def test_keys_know_who_is_to_move() -> None:
    """A king one cell on with the other side to move is another position."""
    before = table({"b1": "K", "h16": "k"}).position.state
    after = table({"a1": "K", "h16": "k"}, side="b").position.state
    assert before.get_key() != after.get_key()
    assert before.get_memo_key() != after.get_memo_key()


def test_keys_know_the_turn_near_the_limit() -> None:
    def key(turn: int, ply_limit: int = 1000) -> int:
        return table({"c3": "R"}, turn=turn, ply_limit=ply_limit).position.state.get_memo_key()

    assert key(500) == key(501)
    assert key(990) != key(991)
    assert key(990, ply_limit=0) == key(991, ply_limit=0)


# The score.


def test_the_start_is_level() -> None:
    features = GAME.rules.evaluation().features(GAME.start().state)
    assert {name for name, value in features.items() if value} == {"turn"}
    assert tuple(features) == tuple(WEIGHTS)


@pytest.mark.parametrize("text", [*STARTS, str(GAME.showcase)])
def test_mirrored_positions_are_negated(text: str) -> None:
    evaluation = GAME.rules.evaluation()
    uneven = 0
    for state in _states(GAME, 3, everyday(150, full=400) if strata.compiled() else 20, text):
        features = evaluation.features(state)
        image = GAME.position(mirrored(GAME.rules.format(state))).state
        assert evaluation.features(image) == {name: -value for name, value in features.items()}
        assert evaluation.get_score(image) == -evaluation.get_score(state)
        uneven += evaluation.get_score(state) != 0
    assert uneven


@pytest.mark.parametrize("kind", "PLFXASOZMNBDRQJCT")
def test_every_unit_is_worth_something(kind: str) -> None:
    assert _score({"h5": kind}) > _score({}) > _score({"h12": kind.lower()})


def test_paralysis_costs_by_its_length() -> None:
    scores = [_score({"h5": f"Q(p{par})" if par else "Q"}) for par in (0, 2, 6, 18, 40)]
    assert scores == sorted(scores, reverse=True)
    assert len({*scores}) == len(scores)
    assert scores[-1] > _score({})


def test_frozen_by_presence() -> None:
    assert _features({"h5": "R", "h6": "j"})["held5"] > 0
    assert _features({"h5": "R", "h7": "j"})["held5"] == 0


def test_captives_shadows_and_the_dead() -> None:
    assert _features({"h5": "s{R}"})["captive5"] > 0
    assert _features({"h5": "S{R}"})["loaded5"] > 0
    assert _features({}, shadows="h5:R")["shadowed5"] > 0
    assert _features({}, tombs="h5*:R")["returning5"] > 0
    assert _features({}, tombs="h5:R")["returning5"] == 0


def test_awards_and_range() -> None:
    assert _score({"h5": "R(m1)"}) > _score({"h5": "R"}) > _score({"h5": "R(o4)"})


def test_pawns_gain_by_advancing() -> None:
    scores = [_features({f"h{rank}": "P"})["advance"] for rank in (3, 6, 10, 15)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


def test_what_hangs_belongs_to_who_is_next() -> None:
    """In the second half of a double move nothing can be taken: the enemy is next."""
    cells = {"h5": "R", "h9": "q"}
    assert _features(cells)["prize5"] > 0
    assert _features(cells, side="b")["menace5"] > 0
    assert _features(cells, side="b")["prize5"] < 0
    assert _features({**cells, "c3": "M"}, phase="D1:c3")["prize5"] < 0


def test_protection_guards_and_kind_immunity() -> None:
    """A protected piece costs the attacker; a guarded one and one of the same kind are safe."""
    assert _features({"h5": "R", "h9": "n"})["prize5"] == WEIGHTS["knight"] // 5
    assert _features({"h5": "R", "h9": "p", "i10": "p"})["prize5"] == 0
    assert _features({"h5": "R", "h9": "n", "e9": "m", "d9": "m"})["prize5"] > 0
    guarded = {"h5": "R", "h9": "n", "g9": "m", "i9": "m"}
    assert _features(guarded)["prize5"] == 0
    assert _features({"h5": "R", "h9": "r"}, side="w")["prize5"] == 0


def test_pawns_bishops_and_entanglement() -> None:
    rook = WEIGHTS["rook"]
    assert _features({"h5": "P", "i6": "r"})["prize5"] == (2 * rook - WEIGHTS["pawn"]) // 5
    assert _features({"e5": "B", "h8": "x"})["prize5"] == 2 * WEIGHTS["trebuchet"] // 5
    assert _features({"h5": "R", "h9": "c", "l9": "c"})["prize5"] == 2 * WEIGHTS["chancellor"] // 5


def test_fire_and_leap_captures() -> None:
    assert _features({"d4": "D", "h9": "x", "i9": "x"})["prize5"] == 2 * WEIGHTS["trebuchet"] // 5
    assert _features({"d4": "N", "d5": "x"})["prize5"] == WEIGHTS["trebuchet"] // 5


def test_kings_are_doomed_by_what_explodes_beside_them() -> None:
    tomb = {"h16": "k", "g3": "R"}
    assert _features(tomb, tombs="g15:p")["doomed"] == 1
    assert _features(tomb, tombs="g15:p", side="b")["stalked"] == 1
    assert _features(tomb, tombs="g15:p", side="b")["tombs"] == -1
    assert _features(tomb, tombs="g15*:p")["doomed"] == 0
    assert _features({"h16": "k", "g15": "j", "g3": "R"})["doomed"] == 1
    assert _features({"h16": "k", "g15": "m", "g9": "Z{P}"})["doomed"] == 1
    assert _features({"h16": "k", "h3": "r(wg15)", "g9": "X"})["doomed"] == 1
    assert _features({"h16": "k", "g15": "m", "g8": "O", "g9": "P"})["doomed"] == 1
    assert _features({"h16": "k", "g15": "J(s10)"})["doomed"] == 1


def test_kings_are_doomed_by_lent_captures() -> None:
    """The rook empowers the ram, which gives no check but can take the king."""
    cells = {"h16": "k", "h5": "M", "d5": "R"}
    assert _features(cells)["doomed"] == 1
    assert _features({**cells, "d5": "P"})["doomed"] == 0


def test_a_dead_king_decides() -> None:
    state = GAME.position(position_text({"h5": "q"}, tombs="a16:k")).state
    assert GAME.rules.evaluation().get_score(state) >= WEIGHTS["king"]


# The order of actions.


def _promises(cells: dict[str, str], **fields: str | int) -> dict[str, int]:
    position = table(cells, mechanics="full", **fields).position  # type: ignore[arg-type]
    state, evaluation = position.state, GAME.rules.evaluation()
    return {
        GAME.rules.format_action(state, code): evaluation.get_promise(state, code)
        for code in state.codes()
    }


def test_captures_are_ordered_by_gain() -> None:
    promises = _promises({"h5": "R", "h9": "q", "d5": "n", "l5": "p", "m6": "p"})
    assert promises["h5xh9"] > promises["h5xd5"] > 0 > promises["h5xl5"]
    assert promises["h5-h6"] == 0


def test_a_king_comes_first() -> None:
    cells = {"h16": "k", "h5": "Q", "g5": "q", "c3": "M"}
    promises = _promises(cells, tombs="c4:p,g15:p")
    assert max(promises, key=lambda action: promises[action]) == "h5xh16"
    promises = _promises({**cells, "h5": "R", "h9": "P", "g5": "P", "g14": "P"}, tombs="c4:p,g15:p")
    assert max(promises, key=lambda action: promises[action]) == "g14-g15"
    assert promises["c3-c4"] < 0


def test_fire_promotion_and_conversion_are_noisy() -> None:
    assert _promises({"d4": "D", "h9": "x"})["d4-g7"] == 0
    assert _promises({"d4": "D", "h9": "x"})["d4-h8"] > 0
    assert _promises({"h15": "P"})["h15-h16"] > 0
    assert _promises({"e5": "B", "h8": "x"})["convert:e5:h8"] > 0
    kinds = _promises({"h16": "P"}, phase="P:h16")
    assert kinds["kind:D"] > kinds["kind:X"] > 0


# Play.


@compiled_only
def test_greedy_beats_random() -> None:
    """The action with the best score after it, against any."""
    evaluation = GAME.rules.evaluation()
    wins = 0
    games = everyday(6, full=24)
    for number in range(games):
        choose = random.Random(number)
        seat = number % 2
        sign = 1 - 2 * seat
        state = GAME.start().state
        for _ in range(300):
            if not (codes := state.codes()):
                break
            if state.get_seat() == seat:
                states = [state.after(code) for code in codes]
                state = max(
                    states, key=lambda after: (sign * evaluation.get_score(after), choose.random())
                )
            else:
                state = state.after(choose.choice(codes))
        wins += not state.codes() and state.get_outcome() % 4 == seat
    assert wins >= 7 * games // 8
