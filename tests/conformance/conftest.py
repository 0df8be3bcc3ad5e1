"""The suite runs over every game, of the package and of examples/games.

A test asks for `game` and `positions`, or for `default_game` where options change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import strata
from tests.conformance.sample import sample
from tests.conformance.settings import EXAMPLE_NAMES, GAME_NAMES, OWN_NAMES, SETTINGS, Setting
from tests.examples.known import examples_known


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with examples_known():
        yield


@pytest.fixture(params=SETTINGS, ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    """A game under its default options, or with one of them changed."""
    found = request.param
    assert isinstance(found, Setting)
    return found


@pytest.fixture(params=GAME_NAMES, scope="session")
def name(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return str(request.param)


@pytest.fixture(params=OWN_NAMES, scope="session")
def own_name(request: pytest.FixtureRequest) -> str:
    """The name of a game of the package."""
    return str(request.param)


@pytest.fixture(params=EXAMPLE_NAMES, scope="session")
def example_name(request: pytest.FixtureRequest) -> str:
    """The name of a game of examples/games."""
    return str(request.param)


@pytest.fixture
def game(setting: Setting) -> strata.Game:
    return setting.game()


@pytest.fixture
def default_game(name: str) -> strata.Game:
    """A game under its default options, for what no option can change."""
    return strata.game(name)


@pytest.fixture
def positions(setting: Setting) -> tuple[strata.Position, ...]:
    """Positions of random games of `game`."""
    return sample(setting)
