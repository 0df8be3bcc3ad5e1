"""Encodings: what learning programs see and choose is what people see and click."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

import pytest

import strata
from strata.core.learning.batch import describe_planes
from strata.core.learning.encoding import HOLE, Encoding, NoEncoding
from strata.core.outcome import SEATS
from strata.core.rules import Rules
from tests.conformance.sample import spread
from tests.conformance.settings import OWN_NAMES, SETTINGS, Setting
from tests.volume import everyday

Positions = tuple[strata.Position, ...]
Click = TypeVar("Click", bound=Hashable)


@pytest.fixture(params=[each for each in SETTINGS if each.name in OWN_NAMES], ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    """Games from files have no encoding."""
    found = request.param
    assert isinstance(found, Setting)
    return found


@pytest.fixture
def encoding(game: strata.Game) -> Encoding:
    found = game.rules.encoding()
    assert found is not None
    return found


def without_forced(paths: Iterable[tuple[Click, ...]]) -> Mapping[tuple[Click, ...], int]:
    """The paths without clicks that are the only ones after those before, by their number.

    The first click of a path is always kept: somebody has to make it.
    """
    every = list(paths)
    following: dict[tuple[Click, ...], set[Click]] = defaultdict(set)
    for path in every:
        for place in range(1, len(path)):
            following[path[:place]].add(path[place])
    kept = {
        tuple(
            click
            for place, click in enumerate(path)
            if place == 0 or len(following[path[:place]]) > 1
        ): number
        for number, path in enumerate(every)
    }
    assert len(kept) == len(every)
    return kept


def test_every_plane_and_token_is_explained(game: strata.Game, encoding: Encoding) -> None:
    encoder = encoding.encoder
    assert len(encoding.planes) == encoder.planes
    assert len(set(encoding.planes)) == encoder.planes
    assert set(encoding.planes) < set(describe_planes(game.rules))
    cells = encoder.rows * encoder.columns
    assert cells + len(encoding.words) == encoder.tokens <= 500
    names = {cell.name for cell in game.start().scene().cells}
    for seat, grid in zip(SEATS, encoding.grid, strict=True):
        assert len(grid) == cells
        assert {name for name in grid if name != HOLE} == names
        for number in range(encoder.tokens):
            if number < cells and grid[number] == HOLE:
                with pytest.raises(strata.UnknownToken):
                    encoding.token(number, seat)
            else:
                assert encoding.number(encoding.token(number, seat), seat) == number


def test_tokens_are_the_clicks_of_the_gestures(
    game: strata.Game, encoding: Encoding, positions: Positions
) -> None:
    for position in spread(positions, everyday(25, full=200)):
        seat = position.seat
        if seat is None:
            continue
        codes = position.state.codes()
        spelled = [encoding.encoder.get_tokens(position.state, code) for code in codes]
        assert max(map(len, spelled)) <= encoding.encoder.longest
        assert min(map(min, spelled)) >= 0
        assert max(map(max, spelled)) < encoding.encoder.tokens
        assert without_forced(encoding.gesture(tokens, seat) for tokens in spelled) == (
            without_forced(game.rules.gesture(position.state, code) for code in codes)
        )


def test_numbers_of_whole_actions_are_their_own(encoding: Encoding, positions: Positions) -> None:
    if not encoding.encoder.numbers:
        assert encoding.spaces == ("tokens",)
        return
    for position in spread(positions, 50):
        codes = position.state.codes()
        numbers = [encoding.encoder.get_number(position.state, code) for code in codes]
        assert len(set(numbers)) == len(codes)
        assert all(0 <= number < encoding.encoder.numbers for number in numbers)


def test_planes_show_what_the_seat_sees_and_nothing_else(
    game: strata.Game, encoding: Encoding, positions: Positions
) -> None:
    """Equal views give equal planes, different ones different planes."""
    encoder, rules = encoding.encoder, game.rules
    for number, seat in enumerate(SEATS):
        texts: dict[bytes, str] = {}
        planes: dict[str, bytes] = {}
        for position in positions:
            seen = rules.conceal(position.state, seat)
            shown = bytes(encoder.get_planes(position.state, number))
            assert bytes(encoder.get_planes(seen, number)) == shown
            text = f"{rules.format(seen)} {position.view(seat).scene().status}"
            assert texts.setdefault(shown, text) == text
            assert planes.setdefault(text, shown) == shown
        assert len(texts) == len(planes) > 10


def test_planes_depend_on_the_position_only(
    game: strata.Game, encoding: Encoding, positions: Positions
) -> None:
    """Not on the way that led there: what is read from its text looks the same."""
    for position in spread(positions, 30):
        again = game.position(str(position))
        for seat in range(2):
            assert bytes(encoding.encoder.get_planes(again.state, seat)) == bytes(
                encoding.encoder.get_planes(position.state, seat)
            )


def test_a_game_without_an_encoding_says_so(example_name: str) -> None:
    game = strata.game(example_name)
    assert type(game.rules).encoding is Rules.encoding
    with pytest.raises(NoEncoding, match=f"{example_name} has no encoding"):
        strata.batch(game, 2)
