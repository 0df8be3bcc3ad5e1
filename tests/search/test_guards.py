"""Search against rules that are wrong: keys that collide, a bound that is too low."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from strata.core.errors import BoundTooLow
from strata.core.game import Game
from strata.core.gesture import Gesture
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import SPARE, State
from strata.core.rules import Rules
from strata.core.scene import Scene
from strata.search import Limits, make_searcher
from strata.search.kernel.alphabeta import AlphaBeta
from strata.search.kernel.constants import INFINITE, WIN
from strata.search.kernel.monte_carlo_tree import MonteCarloTree

TOO_LOW = r"stairs\.Stairs: bound\(\) is 8, but legal\(\) wrote {} actions"


def _tree(state: State, **settings: Any) -> AlphaBeta:
    tree = AlphaBeta(state, Evaluation(), 0, 10, **settings)
    tree.begin(state, [], 0)
    return tree


def _value(number: int) -> int:
    """For the seat that acts: who leaves a multiple of 4 wins, as soon as it can."""
    if number % 4:
        return WIN - (1 + 2 * (number // 4))
    return -WIN + 2 * (number // 4)


@pytest.mark.parametrize("keys", [1, 2, 7, 40])
@pytest.mark.parametrize("selective", [True, False])
def test_an_action_of_another_position_is_never_played(
    stairs: ModuleType, keys: int, selective: bool
) -> None:
    """With so few keys, positions share their entries of the transposition table."""
    stairs.illegal_actions()
    state = stairs.make_stairs(25, keys=keys)
    tree = _tree(state, selective=selective)
    for depth in range(1, 12):
        tree.run(depth, -INFINITE, INFINITE)
        assert tree.line()[0] in state.codes()
    assert tree.count() > 100
    assert stairs.illegal_actions() == 0


@pytest.mark.parametrize("number", range(1, 10))
def test_good_keys_find_the_win(stairs: ModuleType, number: int) -> None:
    state = stairs.make_stairs(number)
    assert _tree(state, selective=False).run(10, -INFINITE, INFINITE) == _value(number)


def test_roots_whose_keys_collide_do_not_fill_the_memory(stairs: ModuleType) -> None:
    """What is kept of the root's actions has room for one root, and stays if the key does."""
    state = stairs.make_stairs(25, keys=1)
    tree = _tree(state)
    for number in range(25, 3, -1):
        root = stairs.make_stairs(number, keys=1)
        tree.begin(root, [], 0)
        tree.run(4, -INFINITE, INFINITE)
        assert tree.line()[0] in root.codes()
    assert stairs.illegal_actions() == 0


def test_a_tree_goes_on_only_with_actions_of_its_root(stairs: ModuleType) -> None:
    state = stairs.make_stairs(12)
    tree = MonteCarloTree(state, Evaluation(), 0, 10_000, False, 1.0)
    tree.begin(state, [], 1)
    tree.run(200)
    foreign = stairs.make_stairs(11).codes()[0]
    assert not tree.advance(foreign, [])
    assert tree.advance(state.codes()[0], [])
    tree.run(20)
    assert stairs.illegal_actions() == 0


def _alphabeta(state: State) -> None:
    _tree(state).run(5, -INFINITE, INFINITE)


def _alphabeta_everything(state: State) -> None:
    _tree(state, selective=False).run(5, -INFINITE, INFINITE)


def _quiescence(state: State) -> None:
    """The position with too many actions is a leaf."""
    _tree(state).run(2, -INFINITE, INFINITE)


def _answers(state: State) -> None:
    _tree(state).loses_at_once(state.codes())


def _informed(state: State) -> None:
    _simulate(state, True)


def _playouts(state: State) -> None:
    _simulate(state, False)


def _simulate(state: State, informed: bool) -> None:
    tree = MonteCarloTree(state, Evaluation(), 0, 100_000, informed, 1.0)
    tree.begin(state, [], 1)
    tree.run(1 << 40)


SEARCHES = [_alphabeta, _alphabeta_everything, _informed, _playouts]


@pytest.mark.parametrize("width", [9, 5_000, SPARE])
@pytest.mark.parametrize("search", SEARCHES)
def test_a_bound_too_low_stops_every_search(
    stairs: ModuleType, search: Callable[[State], None], width: int
) -> None:
    with pytest.raises(BoundTooLow, match=TOO_LOW.format(width)):
        search(stairs.make_stairs(9, wide=5, width=width))


@pytest.mark.parametrize(("search", "wide"), [(_quiescence, 7), (_answers, 8)])
def test_a_bound_too_low_beside_the_search(
    stairs: ModuleType, search: Callable[[State], None], wide: int
) -> None:
    with pytest.raises(BoundTooLow, match=TOO_LOW.format(60)):
        search(stairs.make_stairs(9, wide=wide, width=60))


class StairsRules(Rules[Any]):
    """Just enough of a game to be searched."""

    name = "stairs"
    title = "Stairs"
    summary = "A number goes down."
    option_list = ()
    reasons = ("bottom",)
    repetition = 0

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def start(self) -> State:
        return self.state.copy()

    def parse(self, text: str) -> State:
        raise NotImplementedError

    def format(self, state: Any) -> str:
        return f"{state.number} {state.get_seat()}"

    def format_action(self, state: State, code: int) -> str:
        return str(code & 0xFFFFFFFF)

    def scene(self, state: State) -> Scene:
        raise NotImplementedError

    def gesture(self, state: State, code: int) -> Gesture:
        raise NotImplementedError


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("method", ["alpha-beta", "mcts", "uct"])
def test_a_search_without_limits_ends_with_the_error(
    stairs: ModuleType, method: str, workers: int
) -> None:
    """No thread goes on, and the next search says the same."""
    game = Game(StairsRules(stairs.make_stairs(30, wide=5, width=60)))
    searcher = make_searcher(game, method, workers=workers)
    for _ in range(2):
        with pytest.raises(BoundTooLow, match=TOO_LOW.format(60)):
            searcher.think(game.record(), Limits())


@pytest.mark.parametrize("method", ["alpha-beta", "mcts", "uct"])
def test_right_rules_are_searched(stairs: ModuleType, method: str) -> None:
    game = Game(StairsRules(stairs.make_stairs(9)))
    report = make_searcher(game, method).think(game.record(), Limits(nodes=20_000))
    assert report.action.code & 3 == 1
    assert report.score.wins_in is not None
    assert report.score.wins_in > 0
