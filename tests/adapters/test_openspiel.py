"""OpenSpiel: its own suites pass for every game; what is hidden is private."""

from __future__ import annotations

import contextlib
import io
import pickle
import sys
import unittest
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import strata
from strata.adapters import openspiel
from strata.core.learning.encoding import NoEncoding
from tests.adapters.environments import CASE_NAMES, CASES
from tests.volume import everyday

_SHORT = 30
"""The most actions of a game here: the suites try everything in every state."""
_STATES = everyday(40, full=400)


def _load(name: str, options: dict[str, Any] | None = None) -> pyspiel.Game:
    return pyspiel.load_game(f"strata_{name}", {"limit": _SHORT, **(options or {})})


@pytest.mark.parametrize(("name", "options"), CASES, ids=CASE_NAMES)
def test_the_api_is_kept(name: str, options: dict[str, Any]) -> None:
    # They import SciPy, which takes as long as many tests: not before they are needed.
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms.sample_some_states import sample_some_states

    class Case(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # has no types
        """OpenSpiel's suite, which by itself looks at 400 states."""

        game = _load(name, options)
        game_name = f"strata_{name}"

        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = sample_some_states(cls.game, max_states=_STATES)
            cls.game_type = cls.game.get_type()

    tests = unittest.defaultTestLoader.loadTestsFromTestCase(Case)
    said = io.StringIO()
    result = unittest.TextTestRunner(stream=said).run(tests)
    assert result.testsRun == 5
    assert result.wasSuccessful(), said.getvalue()


@pytest.mark.parametrize(("name", "options"), CASES, ids=CASE_NAMES)
def test_simulations(name: str, options: dict[str, Any]) -> None:
    from open_spiel.python.tests import games_sim_test

    game = _load(name, {**options, "limit": everyday(12, full=_SHORT)})
    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_whole_actions() -> None:
    game = _load("daikuni", {"actions": "whole"})
    assert game.num_distinct_actions() == 192
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_states_are_copied_and_stored_in_mid_action() -> None:
    state = _load("daikuni").new_initial_state()
    state.apply_action(64)
    for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(twin) == str(state) == "8/8/8/8/8/8/8/8 f > first:king"
        twin.apply_action(0)
        assert str(twin) != str(state)
        assert twin.current_player() == 1
    assert state.legal_actions() == list(range(64))
    assert state.action_to_string(0, 9) == "cell b2"


def test_games_end_as_the_rules_say() -> None:
    game = pyspiel.load_game("strata_daikuni")
    choose = np.random.default_rng(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(int(choose.choice(state.legal_actions())))
    position = strata.game("daikuni").position(str(state))
    outcome = position.outcome()
    assert outcome is not None
    assert state.returns() == ([1.0, -1.0] if outcome.winner == "first" else [-1.0, 1.0])


def test_a_game_that_is_cut_short_is_a_draw() -> None:
    state = pyspiel.load_game("strata_kyo(limit=1)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0.0, 0.0]
    with pytest.raises(NoEncoding, match="must end"):
        pyspiel.load_game("strata_kyo(limit=0)")


@pytest.mark.parametrize("actions", ["tokens", "whole"])
def test_illegal_actions_and_those_after_the_end_are_refused(actions: str) -> None:
    """Also where OpenSpiel itself does not check: its environments do not."""
    state = _load("daikuni", {"actions": actions, "limit": 1}).new_initial_state()
    if actions == "tokens":
        with pytest.raises(strata.IllegalAction, match="got choice 0, expected one of"):
            state.apply_action(0)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(strata.IllegalAction, match="the game is over"):
        state.apply_action(5)


def test_bad_actions_are_refused() -> None:
    state = _load("daikuni").new_initial_state()
    for action in (3, 67, -1):
        with pytest.raises((RuntimeError, pyspiel.SpielError, strata.StrataError)):
            state.apply_action_with_legality_check(action)
    with pytest.raises((RuntimeError, TypeError)):
        state.apply_action_with_legality_check("d4")


def _observers(game: pyspiel.Game) -> dict[str, object]:
    kinds = {
        "public": (True, pyspiel.PrivateInfoType.NONE),
        "private": (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        "both": (True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
    }
    return {
        name: make_observation(
            game,
            pyspiel.IIGObservationType(
                public_info=public, perfect_recall=False, private_info=private
            ),
        )
        for name, (public, private) in kinds.items()
    }


def _shown(observer: object, state: pyspiel.State, player: int) -> tuple[bytes, str]:
    observer.set_from(state, player)  # type: ignore[attr-defined]
    tensor = observer.tensor  # type: ignore[attr-defined]
    text = observer.string_from(state, player)  # type: ignore[attr-defined]
    return tensor.tobytes(), text


def test_what_is_hidden_shows_nowhere_to_the_other() -> None:
    """Two games that differ only in what first places in secret."""
    game = pyspiel.load_game("strata_rhodium")
    observers = _observers(game)
    one, other = game.new_initial_state(), game.new_initial_state()
    differ = 0
    while one.current_player() == 0:
        one.apply_action(one.legal_actions()[0])
        other.apply_action(other.legal_actions()[-1])
        if one.current_player() == 0:
            for name, observer in observers.items():
                assert _shown(observer, one, 1) == _shown(observer, other, 1)
                differ += _shown(observer, one, 0) != _shown(observer, other, 0)
                if name == "public":
                    assert _shown(observer, one, 0) == _shown(observer, other, 0)
            assert one.information_state_string(1) == other.information_state_string(1)
            assert one.information_state_string(0) != other.information_state_string(0)
    assert differ > 20
    while one.current_player() == 1 and other.current_player() == 1 and not one.is_terminal():
        if "set" not in str(one):
            break
        one.apply_action(one.legal_actions()[0])
        other.apply_action(other.legal_actions()[0])
    assert one.information_state_string(1) != other.information_state_string(1)  # all is open


def test_what_is_public_is_the_same_for_all() -> None:
    game = pyspiel.load_game("strata_rhodium")
    recall = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    public = make_observation(game, recall)
    state = game.new_initial_state()
    for _ in range(50):
        assert public.string_from(state, 0) == public.string_from(state, 1)
        state.apply_action(state.legal_actions()[0])
    assert public.string_from(state, 0).startswith("? ? ?")
    everybody = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="of one player"):
        game.make_py_observer(everybody)


def test_information_is_declared_as_it_is() -> None:
    information = pyspiel.GameType.Information
    secret = pyspiel.load_game("strata_rhodium").get_type()
    fixed = pyspiel.load_game("strata_rhodium(setup=standard)").get_type()
    assert secret.information == information.IMPERFECT_INFORMATION
    assert fixed.information == information.PERFECT_INFORMATION
    assert set(strata.games()) == {
        name.removeprefix(openspiel.PREFIX)
        for name in pyspiel.registered_names()
        if name.startswith(openspiel.PREFIX)
    }


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "strata.adapters.openspiel")
    with pytest.raises(strata.StrataError, match=r'pip install "strata-games\[openspiel\]"'):
        import_module("strata.adapters.openspiel")
