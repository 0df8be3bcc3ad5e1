"""How Dzura judges positions: the features, the mirror, the order of actions, ends and keys."""

from __future__ import annotations

import random
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import strata
from strata.core.errors import UnknownFeature
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.games.dzura.coherence import compile_tables
from strata.games.dzura.evaluation.evaluation import DzuraEvaluation
from strata.games.dzura.evaluation.features import FEATURES
from strata.games.dzura.game import Dzura
from tests.volume import everyday

FOLDER = Path(__file__).parent / "definitions"
DEFINITIONS: dict[str, str | Path | None] = {
    "standard": None,
    "mini": "mini",
    "five": FOLDER / "five.toml",
    "large": FOLDER / "large.toml",
}
OPTIONS: list[dict[str, Any]] = [
    {"capture": capture, "rotation": rotation, "ordnance": ordnance}
    for capture, rotation, ordnance in product(("common", "court"), ("off", "on"), (0, 2))
]
COMBINATIONS = [(name, options) for name in DEFINITIONS for options in OPTIONS]
TILE = re.compile(r"\[[^\]]*\]|\d+|\+?[A-Za-z](?:~\d)?\*?")
SHARE = 1.0 if strata.compiled() else 0.05


def _label(value: object) -> str:
    return "-".join(map(str, value.values())) if isinstance(value, dict) else str(value)


def _game(name: str = "standard", **options: Any) -> strata.Game:
    return strata.game("dzura", definition=DEFINITIONS[name], **options)


def _walk(game: strata.Game, seed: str, number: int) -> list[State]:
    """States of random games, one after the other, each with its end."""
    choose = random.Random(seed)
    state = game.start().state
    states = []
    for _ in range(number):
        states.append(state)
        codes = state.codes()
        state = state.after(choose.choice(codes)) if codes else game.start().state
    return states


def _mirrored(text: str) -> str:
    """The position turned by half a turn, with the seats exchanged."""
    board, side, phase, hands, tokens = text.split(" ")
    columns = []
    for column in reversed(board.split("/")):
        tiles = TILE.findall(column)
        columns.append("".join(reversed(tiles)).swapcase())
    if ":" in phase:
        lengths = [_tiles_in(column) for column in board.split("/")]
        letters = "abcdefghijklm"[: len(lengths)]
        names = []
        for name in phase[2:].split(","):
            place = letters.index(name[0])
            names.append((letters[-1 - place], lengths[place] + 1 - int(name[1:])))
        phase = phase[:2] + ",".join(f"{letter}{number}" for letter, number in sorted(names))
    hands, tokens = ("/".join(reversed(field.split("/"))) for field in (hands, tokens))
    return f"{'/'.join(columns)} {'21'[int(side) - 1]} {phase} {hands} {tokens}"


def _tiles_in(column: str) -> int:
    return sum(int(tile) if tile.isdigit() else 1 for tile in TILE.findall(column))


def _score(game: strata.Game, text: str) -> int:
    return game.rules.evaluation().get_score(game.position(text).state)


def _features(game: strata.Game, text: str) -> dict[str, int]:
    return game.rules.evaluation().features(game.position(text).state)


# Ends and keys.


@pytest.mark.parametrize(("name", "options"), COMBINATIONS, ids=_label)
def test_over_is_without_actions(name: str, options: dict[str, Any]) -> None:
    game = _game(name, **options)
    for state in _walk(game, f"over {name} {options}", int(everyday(400, full=800) * SHARE)):
        assert state.get_over() == (not state.codes()), game.rules.format(state)


@pytest.mark.parametrize(("name", "options"), COMBINATIONS, ids=_label)
def test_over_near_the_end(name: str, options: dict[str, Any]) -> None:
    """Where a game of few pieces has ended, and in the checks before."""
    game = _game(name, **options)
    ends = 0
    for number in range(int(3 * SHARE)):
        start = game.start()
        played = random.Random(f"end {number}")
        state = start.state
        for _ in range(3000):
            codes = state.codes()
            assert state.get_over() == (not codes)
            if not codes:
                ends += 1
                break
            state = state.after(played.choice(codes))
    assert ends or not strata.compiled() or name == "large"


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("5/6/7/8/K7k/8/7/6/5 1 t -/- -", False),
        ("5/6/7/8/8k/8/7/6/5 1 t -/- -", True),
        ("5/6/7/8/8k/8/7/6/5 2 t -/- -", True),
    ],
)
def test_over_by_a_lost_king(text: str, over: bool) -> None:
    assert _game().position(text).state.get_over() == over


# Scores.


@pytest.mark.parametrize(("name", "options"), COMBINATIONS, ids=_label)
def test_a_mirrored_position_has_the_opposite_score(name: str, options: dict[str, Any]) -> None:
    game = _game(name, **options)
    judge = game.rules.evaluation()
    for state in _walk(game, f"mirror {name} {options}", int(1200 * SHARE))[:: everyday(9, full=3)]:
        text = game.rules.format(state)
        twin = game.position(_mirrored(text)).state
        opposite = {name: -value for name, value in judge.features(state).items()}
        assert judge.features(twin) == opposite, text
        assert judge.get_score(twin) == -judge.get_score(state)


def test_the_start_is_even() -> None:
    """But for the right to begin."""
    game = _game()
    judge = game.rules.evaluation()
    features = judge.features(game.start().state)
    assert {name for name, value in features.items() if value} <= {"tempo", "take", "fork"}
    assert 0 <= judge.get_score(game.start().state) < 60


def test_weights_have_names() -> None:
    game = _game()
    judge = game.rules.evaluation()
    assert judge.weights_by_name() == FEATURES.by_name()
    assert set(judge.features(game.start().state)) == set(FEATURES.by_name())


def test_values_follow_the_weights_given_by_name() -> None:
    rules = _game().rules
    assert isinstance(rules, Dzura)
    tables = compile_tables(rules.defined)
    judge = DzuraEvaluation(tables, {"pieces": 119, "tempo": 0})
    assert judge.weights_by_name() == {**FEATURES.by_name(), "pieces": 119, "tempo": 0}
    pawn = DzuraEvaluation(tables).value_of(1)
    assert judge.value_of(1) == pawn + 100
    judge.set_weights({"pieces": 219})
    assert judge.value_of(1) == pawn + 200
    with pytest.raises(UnknownFeature, match="hand_reach"):
        DzuraEvaluation(tables, {"hand_reach": 1})


def test_values_follow_from_what_a_piece_reaches() -> None:
    game = _game()
    judge = game.rules.evaluation()
    assert isinstance(judge, DzuraEvaluation)
    assert isinstance(game.rules, Dzura)
    pieces = game.rules.defined.pieces
    value = {kind.letter: judge.value_of(number) for number, kind in enumerate(pieces, 1)}
    assert value["P"] < value["L"] < value["T"] < value["D"] < value["B"]
    assert value["P"] < value["N"]
    assert all(value[f"+{letter}"] > value[letter] for letter in "PLCTDB")


def test_custom_armies_have_values() -> None:
    game = _game("large")
    judge = game.rules.evaluation()
    assert isinstance(judge, DzuraEvaluation)
    assert isinstance(game.rules, Dzura)
    pieces = game.rules.defined.pieces
    value = {kind.letter: judge.value_of(number) for number, kind in enumerate(pieces, 1)}
    assert value["Y"] < value["A"] < value["P"] < value["R"] < value["Q"]


def _open(first: str = "", second: str = "", hands: str = "-/-", side: int = 1) -> str:
    """Kings far apart, with one piece of each on a quiet tile of column c and g."""
    column = f"2{first}4" if first else "7"
    other = f"4{second}2" if second else "7"
    return f"5/6/{column}/8/K7k/8/{other}/6/5 {side} t {hands} -"


@pytest.mark.parametrize("letter", "PLNCTDB")
def test_a_piece_more_is_better(letter: str) -> None:
    game = _game()
    even = _score(game, _open())
    assert _score(game, _open(letter)) > even + 40
    assert _score(game, _open("", letter.lower())) < even - 40
    assert _score(game, _open(hands=f"{letter}/-")) > even + 15
    assert _score(game, _open(hands=f"-/{letter}")) < even - 15
    assert _score(game, _open(hands=f"{letter}/-")) < _score(game, _open(letter))


def test_promoted_and_close_to_it() -> None:
    game = _game()
    far, close, promoted = (
        _score(game, f"5/6/{column}/8/K7k/8/7/6/5 1 t -/- -") for column in ("1P5", "5P1", "6+P")
    )
    assert far < close < promoted


def test_a_king_under_attack() -> None:
    """Pieces around the opposing king, holes in his cover, no way to go."""
    game = _game()
    away = _features(game, "5/6/7/8/K7k/8/7/BB4/5 1 t -/- -")
    close = _features(game, "5/6/7/2B5/K7k/2B5/7/6/5 1 t -/- -")
    assert close["pressure"] > away["pressure"]
    assert close["assault"] >= away["assault"]
    covered = _features(game, "5/6/7/T7/K7k/T7/7/6/5 1 t -/- -")
    assert covered["shelter"] == 2
    shut = _features(game, "5/6/7/6B1/K7k/8/7/6/5 1 t -/- -")
    assert shut["flights"] > 0
    assert shut["holes"] > 0


def test_check() -> None:
    game = _game()
    assert _features(game, "5/6/7/8/K3B3k/8/7/6/5 2 t -/- -")["check"] == 1
    assert _features(game, "5/6/7/8/K3P3k/8/7/6/5 2 t -/- -")["check"] == 0


def test_the_acting_seat_takes() -> None:
    """A Knight that a Behemoth attacks: more when the Behemoth's side acts, less when guarded."""
    text = "5/6/B3n2/8/K7k/8/7/6/5 {} t -/- -"
    game = _game()
    acting = _features(game, text.format(1))
    waiting = _features(game, text.format(2))
    assert acting["take"] > 0
    assert waiting["take"] == 0
    assert acting["loose"] == waiting["loose"] > 0
    guarded = _features(game, "5/6/B3np1/8/K7k/8/7/6/5 1 t -/- -")
    assert guarded["take"] == 0
    cheaper = _features(game, "5/6/3Pbb1/8/K7k/8/7/6/5 1 t -/- -")
    assert cheaper["take"] > 0


def test_two_pieces_attacked_at_once() -> None:
    game = _game()
    fork = _features(game, "5/6/B3n2/8/K7k/8/2n4/6/5 2 t -/- -")
    single = _features(game, "5/6/B3n2/8/K7k/8/7/n5/5 2 t -/- -")
    assert fork["fork"] > single["fork"] == 0


def test_captives() -> None:
    """Court: a covered piece is lost to its owner and not quite won."""
    game = _game(capture="court")
    free = _score(game, "5/6/7/3Np3/K7k/8/7/6/5 2 t -/- -")
    covering = _score(game, "5/6/7/3[Np]4/K7k/8/7/6/5 2 t -/- -")
    taken = _score(game, "5/6/7/3N4/K7k/8/7/6/5 2 t P/- -")
    assert free < covering < taken


def test_tokens_and_marks() -> None:
    game = _game(ordnance=2)
    even = _score(game, "5/6/2N1n2/8/K7k/8/7/6/5 1 t -/- 1/1")
    assert _score(game, "5/6/2N1n2/8/K7k/8/7/6/5 1 t -/- 2/1") > even
    assert _score(game, "5/6/2N1n*2/8/K7k/8/7/6/5 1 t -/- 1/1") > even


# The order of actions.


def _promise(game: strata.Game, text: str, action: str) -> int:
    position = game.position(text)
    state = position.state
    codes = {game.rules.format_action(state, code): code for code in state.codes()}
    return game.rules.evaluation().get_promise(state, codes[action])


def test_captures_come_first() -> None:
    game = _game()
    text = "5/6/B3n2/8/K7k/8/p6/6/5 1 t P/- -"
    dear, cheap = (_promise(game, text, action) for action in ("c1xc5", "c1-c2"))
    assert dear > cheap == 0
    assert _promise(game, text, "P@e2") == 0
    assert _promise(game, "5/6/7/3pN3/K2B4k/8/7/6/5 1 t -/- -", "e4-e8") > 0


def test_promises_of_other_actions() -> None:
    game = _game()
    assert _promise(game, "5/6/5P1/8/K7k/8/7/6/5 1 t -/- -", "c6-c7") > 0
    assert _promise(game, "5/4P+P/7/8/K7k/8/7/6/5 1 t -/- -", "b5=b6") > 0
    assert _promise(game, "5/6/7/3C4/K7k/3C4/7/6/5 1 t -/- -", "d4=f4") < 0
    assert _promise(game, "5/6/7/7k/K8/8/7/6/5 1 t P/- -", "P@e9") < 0
    assert _promise(game, "5/6/7/8/K2B4k/8/7/6/5 1 t -/- -", "e4xe9") > 10_000
    court = _game(capture="court")
    assert _promise(court, "5/6/7/3[Np]4/K7k/8/7/6/5 1 t -/- -", "d4-c5") > 0


def test_every_action_has_a_promise() -> None:
    for name, options in COMBINATIONS[::3]:
        game = _game(name, **options)
        judge = game.rules.evaluation()
        for state in _walk(game, f"promise {name}", int(200 * SHARE)):
            for code in state.codes():
                assert -100 <= judge.get_promise(state, code) <= 100_000


# Play.


def _greedy(judge: Evaluation, state: State, choose: random.Random) -> int:
    """The action after which the position is best for who acts, wins first."""
    seat = state.get_seat()
    best: list[int] = []
    most = -(10**9)
    for code in state.codes():
        after = state.after(code)
        if after.get_over():
            value = 10**6 if after.get_outcome() % 4 == seat else -(10**6)
        else:
            value = judge.get_score(after) * (1 - 2 * seat)
        if value > most:
            most, best = value, []
        if value == most:
            best.append(code)
    return choose.choice(best)


@pytest.mark.parametrize(
    ("options", "games"),
    [({}, everyday(20, full=40)), ({"capture": "court", "rotation": "on", "ordnance": 5}, 10)],
    ids=_label,
)
def test_greedy_beats_random(options: dict[str, Any], games: int) -> None:
    if not strata.compiled():
        pytest.skip("too slow uncompiled")
    game = _game(**options)
    judge = game.rules.evaluation()
    won = 0
    for number in range(games):
        choose = random.Random(f"greedy {number}")
        state = game.start().state
        for _ in range(1500):
            codes = state.codes()
            if not codes:
                won += state.get_outcome() % 4 == number % 2
                break
            if state.get_seat() == number % 2:
                state = state.after(_greedy(judge, state, choose))
            else:
                state = state.after(choose.choice(codes))
    assert won >= 0.9 * games
