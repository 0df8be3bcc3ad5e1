"""F5, tried out on random games: what is offered never kills the own king and answers a check.

Without weather, and for first only, nothing but the action itself can kill a king before the other
side acts; so every offered action can be played and looked at.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

import strata
from strata.core.kernel.state import State
from tests.volume import everyday

GAME = strata.game("frozen", mechanics="full-weather")
pytestmark = pytest.mark.skipif(
    not strata.compiled(), reason="thousands of actions are too many for plain Python"
)


@cache
def _states(seed: int, count: int) -> list[State]:
    choose = random.Random(seed)
    state = GAME.start().state
    found: list[State] = []
    while len(found) < count and (codes := state.codes()):
        state = state.after(choose.choice(codes))
        found.append(state)
    return found


def _king_is_dead(text: str) -> bool:
    return "K" in text.split(" ")[3]


def _in_check(text: str) -> bool:
    """Whether first's king is in check, were it his turn."""
    _, *fields = text.split(" ")
    fields[5] = "-"
    return bool(GAME.position(" ".join(["w", *fields])).state.checked_seat() == 0)  # type: ignore[attr-defined]


def test_no_action_kills_the_own_king() -> None:
    """F5, F45: all actions of many positions are played."""
    tried = 0
    for seed in range(1, 3):
        for state in _states(seed, 900)[:: everyday(48, full=24)]:
            if state.get_seat() != 0:
                continue
            for code in state.codes():
                after = state.after(code)
                assert not _king_is_dead(GAME.rules.format(after)), (
                    GAME.rules.format(state),
                    GAME.rules.format_action(state, code),
                )
                tried += 1
    assert tried > 1000


def test_actions_in_check_answer_it() -> None:
    """F5: after each offered action the king is out of check; `end` and openings excepted."""
    tried = 0
    for seed in range(1, 4):
        for state in _states(seed, 900):
            if state.get_seat() != 0 or not state.codes() or state.checked_seat() != 0:  # type: ignore[attr-defined]
                continue
            if state.turn_facts()[0] in (4, 5):  # type: ignore[attr-defined]  # M and P are free
                continue
            for code in state.codes():
                action = GAME.rules.format_action(state, code)
                if action == "end" or action.split(":")[0] in ("rot", "at", "mind"):
                    continue
                text = GAME.rules.format(state.after(code))
                assert not _in_check(text), (GAME.rules.format(state), action)
                tried += 1
    assert tried > 100


def test_rotations_in_check_are_those_that_help() -> None:
    """F5, F76: `rot:N` is offered exactly when phase R:N offers something."""
    tried = 0
    for seed in range(1, 4):
        for state in _states(seed, 900):
            if not state.get_turn_start() or not state.codes() or state.checked_seat() < 0:  # type: ignore[attr-defined]
                continue
            offered = {GAME.rules.format_action(state, code) for code in state.codes()}
            side, *fields = GAME.rules.format(state).split(" ")
            for size in range(2, 9):
                fields[5] = f"R:{size}"
                try:
                    GAME.position(" ".join([side, *fields]))
                    helps = True
                except strata.InvalidPosition:
                    helps = False
                assert helps == (f"rot:{size}" in offered), (side, fields)
                tried += 1
    assert tried > 20


def test_check_is_found_the_same_in_two_ways() -> None:
    """F5: by looking out from the king, and by the layers of the whole position."""
    checks = 0
    for seed in range(1, 6):
        for state in _states(seed, 900)[:: everyday(4, full=2)]:
            again = GAME.position(GAME.rules.format(state)).state
            alone = again.checked_seat()  # type: ignore[attr-defined]
            again.codes()
            assert again.checked_seat() == alone, GAME.rules.format(state)  # type: ignore[attr-defined]
            checks += alone >= 0
    assert checks > 10
