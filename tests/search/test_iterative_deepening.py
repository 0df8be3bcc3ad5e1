"""The compiled tree against a minimax that is written down plainly, and against won positions."""

from __future__ import annotations

import pytest

import strata
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.search import Limits, make_searcher
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.kernel.alphabeta import AlphaBeta
from strata.search.kernel.constants import INFINITE, WIN
from tests.search.conftest import about_to_win, played, wins
from tests.volume import everyday

NOISY_PLIES = 12
NOISY_A_DEPTH = 4
MOST_POSITIONS = 3000
LONGEST_TURN = 24


class TooMuchError(Exception):
    """Plain Python would take too long."""


class Minimax:
    """Values for first: first wants the most, second the least, whoever acted before."""

    def __init__(self, evaluation: Evaluation, depth: int, most: int = MOST_POSITIONS) -> None:
        self.evaluation = evaluation
        self.noisy_plies = min(NOISY_PLIES, NOISY_A_DEPTH * (depth - 1))
        self.left = most

    def value(self, state: State, depth: int, ply: int, low: int, high: int) -> int:
        self.left -= 1
        if self.left == 0:
            raise TooMuchError
        codes = state.codes()
        if not codes:
            winner = state.get_outcome() % 4
            return 0 if winner == 2 else (WIN - ply) * (1 if winner == 0 else -1)
        if depth <= 0:
            return self._quiet(state, codes, depth, ply, low, high)
        return self._best(state, codes, depth, ply, low, high)

    def _goes_on(self, following: State, state: State, ply: int) -> bool:
        return (
            self.evaluation.between_turns
            and ply < LONGEST_TURN
            and following.get_seat() == state.get_seat()
            and not following.get_turn_start()
        )

    def _quiet(
        self, state: State, codes: list[int], depth: int, ply: int, low: int, high: int
    ) -> int:
        judged = self.evaluation.get_score(state)
        if depth == -self.noisy_plies:
            return judged
        promises = {code: self.evaluation.get_promise(state, code) for code in codes}
        noisy = sorted((code for code in codes if promises[code] > 0), key=lambda c: -promises[c])
        if state.get_seat() == 0:
            if judged >= high or not noisy:
                return judged
            return max(judged, self._best(state, noisy, depth, ply, max(low, judged), high))
        if judged <= low or not noisy:
            return judged
        return min(judged, self._best(state, noisy, depth, ply, low, min(high, judged)))

    def _best(
        self, state: State, codes: list[int], depth: int, ply: int, low: int, high: int
    ) -> int:
        first = state.get_seat() == 0
        best = -WIN if first else WIN
        for code in codes:
            following = state.after(code)
            deeper = depth - 1
            if deeper == 0 and self._goes_on(following, state, ply):
                deeper = 1
            value = self.value(following, deeper, ply + 1, low, high)
            best = max(best, value) if first else min(best, value)
            low, high = (max(low, best), high) if first else (low, min(high, best))
            if low >= high:
                break
        return best


def _looked_at_everything(game: strata.Game, state: State) -> tuple[int, int]:
    """A depth that plain Python can do, and the value for first at that depth."""
    for depth in (3, 2):
        try:
            return depth, Minimax(game.rules.evaluation(), depth).value(state, depth, 0, -WIN, WIN)
        except TooMuchError:
            pass
    minimax = Minimax(game.rules.evaluation(), 1, 4 * MOST_POSITIONS)
    return 1, minimax.value(state, 1, 0, -WIN, WIN)


@pytest.mark.parametrize("seed", range(everyday(1, full=4)))
@pytest.mark.parametrize("actions", [8, 30, 90])
def test_the_value_is_that_of_looking_at_everything(
    game: strata.Game, seed: int, actions: int
) -> None:
    record = played(game.name, seed, actions)
    if record.outcome() or record.position.view(record.seat).hidden:
        record = played(game.name, seed, 4)
    state = record.position.state
    depth, expected = _looked_at_everything(game, state)
    assert _unselected(game, state, depth) == expected


@pytest.mark.parametrize(
    "position",
    [
        "K3Ts2/1ttt1t1t/TTQ1T1S1/1T6/TTTTTT1T/2t5/ttt1tt1q/t6k f",
        "TT1T2Ts/TTTTtt1t/STttt2t/T1qttktt/KTT1tQTt/TTT1tt1t/2T1tt1t/TT2t1TT s",
    ],
)
def test_an_only_action_is_looked_at_no_further_than_asked(position: str) -> None:
    """Where nothing is selected: there it costs its depth like any other."""
    game = strata.game("daikuni")
    state = game.rules.parse(position)
    assert len(state.codes()) == 1
    expected = Minimax(game.rules.evaluation(), 1).value(state, 1, 0, -WIN, WIN)
    assert _unselected(game, state, 1) == expected


def _unselected(game: strata.Game, state: State, depth: int) -> int:
    tree = AlphaBeta(state, game.rules.evaluation(), 0, 1, False)
    tree.begin(state, [], 0)
    found = tree.run(depth, -INFINITE, INFINITE)
    assert tree.line()[0] in state.codes()
    return -found if state.get_seat() else found


def test_a_win_in_one_is_found(game: strata.Game) -> None:
    for record in about_to_win(game.name):
        report = make_searcher(game, "alpha-beta").think(record, Limits(depth=2))
        assert report.action in wins(record)
        assert report.score.wins_in == (1 if record.seat == "first" else -1)
        assert report.depth == 1  # nothing better can be found deeper


def test_lines_are_different_legal_and_sorted(game: strata.Game) -> None:
    record = played(game.name, 1, 50)
    if record.outcome():
        record = played(game.name, 1, 6)
    report = make_searcher(game, "alpha-beta").think(record, Limits(depth=2), lines=4)
    firsts = [line.actions[0] for line in report.lines]
    assert len(set(firsts)) == len(firsts) == min(4, len(record.actions()))
    sign = 1 if record.seat == "first" else -1
    points = [sign * line.score.points for line in report.lines]
    assert points == sorted(points, reverse=True)
    for line in report.lines:
        game.record(record.position).play_all(line.actions)


def test_a_position_that_comes_back_is_a_draw() -> None:
    """Far ahead, a search does not repeat; far behind, it does if it can."""
    game = strata.game("dzura")
    report = make_searcher(game, "alpha-beta").think(game.record(), Limits(depth=4))
    tree = AlphaBeta(game.start().state, game.rules.evaluation(), 3, 10)
    state = game.start().state
    following = state.after(report.action.code)
    twice = [following.get_key()] * 2
    tree.begin(state, [state.get_key(), *twice], 0)
    tree.exclude([code for code in state.codes() if code != report.action.code])
    assert tree.run(3, -INFINITE, INFINITE) == 0


def test_nodes_are_a_limit(game: strata.Game) -> None:
    record = played(game.name, 3, 10)
    report = make_searcher(game, "alpha-beta").think(record, Limits(nodes=500))
    assert report.nodes <= 600
    assert report.action in record.actions()


def test_a_search_stopped_at_once_uses_the_evaluation_that_it_was_given() -> None:
    record = played("kyo", 1, 60)
    game = strata.Game(record.rules)
    at_once = Limits(nodes=1)
    own = AlphaBetaSearcher(game).think(record, at_once, lines=3)
    assert any(line.score.points for line in own.lines)
    blind = AlphaBetaSearcher(game, evaluation=Evaluation()).think(record, at_once, lines=3)
    assert [line.score.points for line in blind.lines] == [0, 0, 0]
