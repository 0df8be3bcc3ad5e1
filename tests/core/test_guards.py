"""Rules that break the contract of `State` are refused by name: nothing is written past its end."""

from __future__ import annotations

from types import ModuleType

import pytest

import strata
from strata.core.errors import BoundTooLow, NotCompiled
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.perft import divide, perft
from strata.core.kernel.playout import Playout
from strata.core.kernel.state import SPARE, State

TOO_LOW = r"stairs\.Stairs: bound\(\) is {bound}, but legal\(\) wrote {count} actions"


class WrittenInPython(State):
    """Rules that the compiled core would never ask."""


@pytest.mark.skipif(not strata.compiled(), reason="uncompiled, rules are written in Python")
def test_a_state_that_is_not_compiled_is_refused() -> None:
    with pytest.raises(NotCompiled, match=r"class .*\.WrittenInPython derives .* is not compiled"):
        WrittenInPython()


@pytest.mark.skipif(strata.compiled(), reason="compiled, rules are compiled too")
def test_uncompiled_every_state_is_written_in_python() -> None:
    assert WrittenInPython().codes() == []


def test_right_rules_are_played(stairs: ModuleType) -> None:
    state = stairs.make_stairs(4)
    assert [code & 3 for code in state.codes()] == [1, 2, 3]
    assert perft(state, 3) == 4  # 111, 112, 121, 211
    assert sum(count for _, count in divide(state, 3)) == 4
    assert stairs.illegal_actions() == 0


def test_a_bound_too_low_is_noticed_in_a_list(stairs: ModuleType) -> None:
    with pytest.raises(BoundTooLow, match=TOO_LOW.format(bound=2, count=3)):
        stairs.make_stairs(4, most=2).codes()
    assert len(stairs.make_stairs(2, most=2).codes()) == 2


@pytest.mark.parametrize("width", [9, 5_000, SPARE])
def test_a_bound_too_low_is_noticed_later(stairs: ModuleType, width: int) -> None:
    """The start is within the bound; a position some actions later is not."""
    state = stairs.make_stairs(9, most=8, wide=5, width=width)
    problem = TOO_LOW.format(bound=8, count=width)
    with pytest.raises(BoundTooLow, match=problem):
        perft(state, 6)
    with pytest.raises(BoundTooLow, match=problem):
        divide(state, 6)
    with pytest.raises(BoundTooLow, match=problem):
        Playout(state, 0).run(state, 1, 0, 50, 0, 0)


def test_a_bound_too_low_is_noticed_by_an_evaluation(stairs: ModuleType) -> None:
    assert Evaluation().get_noisy(stairs.make_stairs(5)) == {}
    with pytest.raises(BoundTooLow, match=TOO_LOW.format(bound=8, count=40)):
        Evaluation().get_noisy(stairs.make_stairs(5, wide=5, width=40))
