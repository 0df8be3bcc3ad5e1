"""The suite runs over every registered game: a test asks for `game` and `positions`."""

from __future__ import annotations

import pytest

import strata
from tests.conformance.sample import sample
from tests.conformance.settings import GAME_NAMES, SETTINGS, Setting


@pytest.fixture(params=SETTINGS, ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    """A game under its default options, or with one of them changed."""
    found = request.param
    assert isinstance(found, Setting)
    return found


@pytest.fixture(params=GAME_NAMES, scope="session")
def name(request: pytest.FixtureRequest) -> str:
    """The name of a registered game."""
    return str(request.param)


@pytest.fixture
def game(setting: Setting) -> strata.Game:
    return setting.game()


@pytest.fixture
def positions(setting: Setting) -> tuple[strata.Position, ...]:
    """Positions of random games of `game`."""
    return sample(setting)
