"""What search asks of Rhodium: over, memo_key, the evaluation, and guesses at hidden set-ups."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

import strata
from strata.core.errors import UnknownFeature
from strata.core.kernel.state import State
from strata.core.outcome import SEATS, other_seat
from strata.games.rhodium.evaluation.evaluation import RhodiumEvaluation
from strata.games.rhodium.evaluation.features import FEATURES
from strata.games.rhodium.rules.state import RhodiumState

GAMES = [strata.game("rhodium"), strata.game("rhodium", setup="standard")]
GAME, STANDARD = GAMES
EVALUATION = GAME.rules.evaluation()
WEIGHTS = FEATURES.by_name()
LEAST = 1 if strata.compiled() else 0
SIZE = 22
BARE = "9r/10/10/10/10/10/10/10/10/R9"


def _walk(game: strata.Game, seed: int, limit: int = 1500) -> Iterator[State]:
    """The states of a random game, its end included."""
    choose = random.Random(seed)
    state = game.rules.start()
    for _ in range(limit):
        yield state
        codes = state.codes()
        if not codes:
            return
        state = state.after(choose.choice(codes))


def _state(board: str, rest: str = "1 play - - 0 - -") -> State:
    state: State = GAME.rules.parse(f"{board} {rest}")
    return state


def _score(board: str, rest: str = "1 play - - 0 - -") -> int:
    return EVALUATION.get_score(_state(board, rest))


def _features(board: str, rest: str = "1 play - - 0 - -") -> dict[str, int]:
    return EVALUATION.features(_state(board, rest))


def _with(**cells: str) -> str:
    """A board with the Rhodiums in their corners and piles on the named cells."""
    ranks = []
    piles = {"a1": "R", "j10": "r", **cells}
    for rank in range(10, 0, -1):
        text, run = "", 0
        for file in "abcdefghij":
            pile = piles.get(f"{file}{rank}")
            if pile is None:
                run += 1
            else:
                text, run = f"{text}{run or ''}{pile}", 0
        ranks.append(f"{text}{run or ''}")
    return "/".join(ranks)


def _turned_cell(cell: str) -> str:
    return f"{chr(ord('a') + ord('j') - ord(cell[0]))}{11 - int(cell[1:])}"


def _turned_rank(rank: str) -> str:
    parts: list[str] = []
    for letter in rank:
        inside = bool(parts) and "(" in parts[-1] and parts[-1][-1] != ")"
        if inside or letter in "(0":
            parts[-1] += letter
        else:
            parts.append(letter.swapcase())
    return "".join(reversed(parts))


def _turned(text: str) -> str:
    """The position turned by 180 degrees, with the players changed."""
    board, player, phase, *yards, balance, goals, others = text.split(" ")
    name, *rest = phase.split(":")
    if rest:
        rest[0] = _turned_cell(rest[0])
    if name == "scatter":
        rest[1] = rest[1][0].swapcase() + rest[1][1:]
    files = [
        mask if mask == "-" else "".join(sorted(_turned_cell(f"{file}1")[0] for file in mask))
        for mask in (others, goals)
    ]
    changed = [
        "/".join(_turned_rank(rank) for rank in reversed(board.split("/"))),
        "12"["21".index(player)],
        ":".join([name, *rest]),
    ]
    for yard in reversed(yards):
        letters = enumerate(yard)
        changed.append("".join(c if index % 3 else c.swapcase() for index, c in letters))
    return " ".join([*changed, str(-int(balance)), *files])


# over and memo_key.


@pytest.mark.parametrize("game", GAMES, ids=("secret", "standard"))
def test_over_is_to_have_no_action(game: strata.Game) -> None:
    ends = 0
    for seed in range(25 * LEAST + 1):
        for state in _walk(game, seed):
            assert state.get_over() == (not state.codes())
            ends += state.get_over()
    assert ends > 20 * LEAST


def test_over_without_moves() -> None:
    assert _state("8Sr/8ST/10/10/10/10/10/10/10/R9", "2 play - - 0 - -").get_over()
    assert not _state("8Sr/8ST/10/10/10/10/10/10/10/R9").get_over()
    assert not _state("8Sr/8ST/10/10/10/10/10/10/10/R9", "2 play - sd1 0 - -").get_over()
    diamond = "d7Sr/8ST/10/10/10/10/10/10/10/R9"
    assert _state(diamond, "2 play - - 0 - -").get_over()
    assert not _state(diamond.replace("R9", "R7S(dd)1"), "2 play - - 0 - -").get_over()


def test_memo_keys_are_those_of_the_text() -> None:
    for seed in range(2):
        for state in list(_walk(GAME, seed))[::5]:
            again = GAME.rules.parse(GAME.rules.format(state))
            assert again.get_memo_key() == state.get_memo_key() != 0


def test_memo_keys_tell_the_stages_of_a_turn_apart() -> None:
    piles = _with(e5="S(ddd)", d1="D", e8="s(ddd)")
    turns = ("1 play", "2 play", "1 play!", "1 break:e5:2", "1 break:e5:1", "1 sac:e8")
    keys = {_state(piles, f"{turn} - - 0 - -").get_memo_key() for turn in turns}
    assert len(keys) == len(turns)


# The evaluation.


@pytest.mark.parametrize("game", GAMES, ids=("secret", "standard"))
def test_turned_positions_have_the_opposite_score(game: strata.Game) -> None:
    turned = 0
    for seed in range(6 * LEAST + 1):
        for state in list(_walk(game, seed))[:: 2 + LEAST]:
            text = game.rules.format(state)
            if " set " in text or state.get_over():
                continue
            other = game.rules.parse(_turned(text))
            assert _turned(game.rules.format(other)) == text
            features = EVALUATION.features(state)
            opposite = EVALUATION.features(other)
            assert opposite == {name: -value for name, value in features.items()}, text
            assert EVALUATION.get_score(other) == -EVALUATION.get_score(state)
            turned += 1
    assert turned > 300 * LEAST


def test_turned_set_ups_have_the_opposite_score() -> None:
    """What first gets for a placement, second gets for the same one as he sees it."""
    choose = random.Random("set-up")
    for _ in range(5):
        codes = _set_up(choose, 0)
        turned = [(99 - (code >> 5)) << 5 for code in codes]
        state = GAME.rules.start()
        scores = [0]
        for code in codes + turned[:-1]:
            state = state.after(code)
            scores.append(EVALUATION.get_score(state))
        whole = scores[SIZE]
        assert [whole - score for score in scores[SIZE:]] == scores[:SIZE]
        features = EVALUATION.features(state.after(turned[-1]))
        assert features["titanium"] == features["lines"] == features["ring"] == 0


def test_the_start_is_level() -> None:
    assert EVALUATION.get_score(STANDARD.rules.start()) == WEIGHTS["tempo"]
    assert EVALUATION.get_score(GAME.rules.start()) == 0


def test_every_weight_is_measured() -> None:
    """No feature is zero in all positions; three goal files hardly ever come by chance."""
    found = {name for name, value in _features(BARE, "1 play - - 0 abc -").items() if value}
    for game in GAMES:
        for seed in range(12):
            for state in list(_walk(game, seed))[::3]:
                found |= {name for name, value in EVALUATION.features(state).items() if value}
            if found == set(WEIGHTS):
                return
    assert found == set(WEIGHTS)


def test_weights_are_replaced_by_name() -> None:
    assert RhodiumEvaluation({"tempo": 30}).get_score(STANDARD.rules.start()) == 30
    with pytest.raises(UnknownFeature, match="gold-pieces"):
        RhodiumEvaluation({"gold-pieces": 1})


@pytest.mark.parametrize("kind", "PTDGS")
def test_a_piece_more_is_better(kind: str) -> None:
    assert _score(_with(e3=kind)) > _score(BARE)
    assert _score(_with(e8=kind.lower())) < _score(BARE)


def test_captures_lead_and_captives_serve() -> None:
    scores = [_score(BARE, f"1 play - - {balance} - -") for balance in range(-4, 5)]
    assert scores == sorted(set(scores))
    assert scores[8] - scores[7] > scores[5] - scores[4], "the last steps weigh most"
    assert _score(BARE, "1 play Sl1 - 0 - -") > _score(BARE)
    assert _score(BARE, "1 play - tl1 0 - -") < _score(BARE, "1 play - sl1 0 - -") < _score(BARE)
    assert _score(_with(e3="T")) > _score(BARE, "1 play Tl1 - 0 - -")


def test_goal_files_weigh_more_and_more() -> None:
    scores = [_score(BARE, f"2 play - - 0 {files} -") for files in ("-", "a", "ab", "abc")]
    steps = [after - before for before, after in pairwise(scores)]
    assert steps == sorted(steps)
    assert steps[0] > 0


def test_the_way_to_the_goal_row() -> None:
    near = _features(_with(c9="S"))
    assert near["entries"] == near["safe-entries"] == 1
    guarded = _features(_with(c9="S", a10="t"))
    assert (guarded["entries"], guarded["safe-entries"]) == (1, 0)
    assert _features(_with(c9="S(l)"))["entries"] == 0, "light pieces do not score"
    assert _features(_with(c9="S"), "1 play - - 0 c -")["entries"] == 0
    assert _features(_with(c9="S"), "1 play - - 0 abd -")["decided"] == 1
    assert _features(_with(c9="S"), "2 play - - 0 abd -")["decided"] == 0


def test_a_hanging_piece_lowers_the_score() -> None:
    safe, hanging = _with(e2="T", d8="p"), _with(e2="T", e8="p")
    assert _features(hanging)["prey"] > 0 == _features(safe)["prey"]
    assert _features(hanging, "2 play - - 0 - -")["menace"] > 0
    assert _score(hanging) > _score(safe)
    guarded = _features(_with(e2="T", e8="s", e9="t"))
    assert guarded["prey"] == 0, "a Titanium for a Silver"
    stack = _features(_with(e2="T", e8="s(dd)"))["prey"]
    assert stack == 2 * _features(_with(e2="T", e8="s"))["prey"]


def test_wins_at_hand_are_seen() -> None:
    check = _with(j2="T")
    assert _features(check)["decided"] == 1
    assert _features(check, "2 play - - 0 - -")["decided"] == 0
    assert _features(check, "2 play - - 0 - -")["check"] == -1
    last = _with(e2="T", e8="s")
    assert _features(last, "1 play - - 4 - -")["decided"] == 1
    assert _features(last, "1 play - - 3 - -")["decided"] == 0
    assert _features(last, "1 play! - - 4 - -")["decided"] == 0, "a sacrifice was made"
    two = _with(e2="T", e8="s(dd)")
    assert _features(two, "1 play - - 3 - -")["decided"] == 1


def test_diamonds_need_a_platinum_outside() -> None:
    abroad, home = _with(e6="P", a3="D", f7="s"), _with(e3="P", a3="D", f4="s")
    assert _features(abroad)["outposts"] == 1
    assert _features(abroad)["prey"] > 0
    assert _features(home)["outposts"] == 0
    assert _features(home)["prey"] == 0
    assert _features(_with(e6="P", f7="s"))["outposts"] == 0


def test_after_a_dismantling_the_other_has_the_move() -> None:
    board = _with(e5="S(dd)", c2="T", c8="p")
    assert _features(board)["tempo"] == 1
    assert _features(board)["prey"] > 0
    breaking = _features(board, "1 break:e5:2 - - 0 - -")
    assert breaking["tempo"] == -1
    assert breaking["prey"] == 0


def test_leftover_pieces_count() -> None:
    board = _with(e5="T")
    assert _features(board, "2 scatter:e5:s(dd) - - 2 - -")["silver"] == -2


def test_promises() -> None:
    board = _with(e2="T", e8="s", c9="S", d4="S(dd)", g5="G", h6="t", b1="D")
    position = GAME.position(f"{board} 1 play Sl1 - 0 - -")
    state = position.state
    promises = {
        GAME.rules.format_action(state, code): EVALUATION.get_promise(state, code)
        for code in state.codes()
    }
    assert promises["g5xh6"] > promises["e2xe8"] > 0
    assert promises["c9-c10"] > 0 == promises["e2-e3"]
    assert promises["/d4"] < 0
    noisy = {action for action, promise in promises.items() if promise > 0}
    assert noisy == {"g5xh6", "e2xe8", "c9-c10"}
    last = _state(_with(j2="T", e2="T", e8="s", c9="S"), "1 play - - 4 abd -")
    best = sorted((EVALUATION.get_promise(last, code) for code in last.codes()), reverse=True)
    assert best[2] > 1000 > best[3], "the Rhodium, the fifth capture, the fourth file"


def test_placements_are_quiet() -> None:
    state = GAME.rules.start()
    promises = [EVALUATION.get_promise(state, code) for code in state.codes()]
    assert max(promises) == 0
    assert min(promises) < 0


# Play.


def _greedy(state: State, choose: random.Random) -> State:
    """The best state after one action of the acting seat; wins come first."""
    side = 1 - 2 * state.get_seat()
    best: tuple[int, float] | None = None
    for code in state.codes():
        after = state.after(code)
        value = side * EVALUATION.get_score(after)
        if after.get_over():
            value = 10**6 if after.get_outcome() % 4 == state.get_seat() else -(10**6)
        found = value, choose.random()
        if best is None or found > best:
            best, chosen = found, after
    return chosen


@pytest.mark.parametrize("game", GAMES, ids=("secret", "standard"))
def test_greedy_beats_random(game: strata.Game) -> None:
    wins = 0
    games = 20 if strata.compiled() else 1
    for number in range(games):
        choose = random.Random(number)
        state: State = game.rules.start()
        for _ in range(600):
            if state.get_over():
                wins += state.get_outcome() % 4 == number % 2
                break
            if state.get_seat() == number % 2:
                state = _greedy(state, choose)
            else:
                state = state.after(choose.choice(state.codes()))
    assert wins >= 0.9 * games


def test_one_action_deep_it_places_sensibly() -> None:
    """The Rhodium at the back and covered, Silvers in front, nothing to take on the first turn."""
    for seed in range(5):
        choose = random.Random(seed)
        state: State = GAME.rules.start()
        while " set " in GAME.rules.format(state):
            state = _greedy(state, choose)
        assert isinstance(state, RhodiumState)
        piles = {cell: state.pile_at(cell) for cell in range(30)}
        (rhodium,) = (cell for cell, pile in piles.items() if pile and pile[1] == 0)
        assert rhodium < 10
        assert piles[rhodium + 10] or piles[rhodium + 20]
        silvers = [cell for cell, pile in piles.items() if pile and pile[1] == 5]
        assert sum(cell >= 20 for cell in silvers) >= 6
        assert not any("x" in GAME.rules.format_action(state, code) for code in state.codes())


# Guesses.


def _set_up(choose: random.Random, area: int) -> list[int]:
    return [cell << 5 for cell in choose.sample(range(area, area + 30), SIZE)]


def _after_placing(codes: list[int]) -> State:
    state: State = GAME.rules.start()
    for code in codes:
        state = state.after(code)
    return state


@pytest.mark.parametrize("hidden", SEATS)
def test_guesses_follow_from_what_is_seen(hidden: strata.Seat) -> None:
    """Games that differ only in hidden placements give the same guesses."""
    viewer = other_seat(hidden)
    choose = random.Random(f"guess {hidden}")
    for number in range(60 if strata.compiled() else 3):
        shared = _set_up(choose, 0 if viewer == "first" else 70)
        pair = [_set_up(choose, 0 if hidden == "first" else 70) for _ in range(2)]
        length = choose.randrange(2 * SIZE)
        states = [
            _after_placing((secret + shared if hidden == "first" else shared + secret)[:length])
            for secret in pair
        ]
        guesses = [
            GAME.rules.guess(GAME.rules.conceal(state, viewer), viewer, number) for state in states
        ]
        assert GAME.rules.format(guesses[0]) == GAME.rules.format(guesses[1])
        assert guesses[0].get_memo_key() == guesses[1].get_memo_key()


@pytest.mark.parametrize("viewer", SEATS)
def test_guesses_are_whole_and_agree(viewer: strata.Seat) -> None:
    choose = random.Random(f"whole {viewer}")
    codes = _set_up(choose, 0) + _set_up(choose, 70)
    for length in range(2 * SIZE):
        state = _after_placing(codes[:length])
        seen = GAME.rules.conceal(state, viewer)
        before = GAME.rules.format(seen)
        guess = GAME.rules.guess(seen, viewer, length)
        assert GAME.rules.format(seen) == before, "what is seen stays as it is"
        assert guess.get_seat() == state.get_seat()
        if SEATS[state.get_seat()] == viewer:
            assert sorted(guess.codes()) == sorted(state.codes())
        assert GAME.rules.format(GAME.rules.conceal(guess, viewer)) == before
        again = GAME.rules.parse(GAME.rules.format(guess))
        assert again.get_memo_key() == guess.get_memo_key()


def test_guesses_follow_the_seed() -> None:
    choose = random.Random("seed")
    seen = GAME.rules.conceal(_after_placing(_set_up(choose, 0)), "second")
    texts = [GAME.rules.format(GAME.rules.guess(seen, "second", seed)) for seed in range(60)]
    assert texts == [
        GAME.rules.format(GAME.rules.guess(seen, "second", seed)) for seed in range(60)
    ]
    assert len(set(texts)) >= 10


def test_nothing_is_guessed_where_nothing_is_hidden() -> None:
    state = STANDARD.rules.start()
    assert STANDARD.rules.guess(state, "first", 1) is state
