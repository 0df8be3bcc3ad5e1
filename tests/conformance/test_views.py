"""Views: where nothing is hidden they are the position; where something is, the game tests it."""

from __future__ import annotations

from pathlib import Path

import pytest

import strata
from strata.core.outcome import SEATS
from tests.conformance.sample import spread
from tests.conformance.settings import EXAMPLE_NAMES
from tests.volume import FULL

Positions = tuple[strata.Position, ...]
VIEWERS: tuple[strata.Seat | None, ...] = (*SEATS, None)


def test_open_positions_are_seen_whole(game: strata.Game, positions: Positions, root: Path) -> None:
    hides = False
    for number, position in enumerate(spread(positions, 20)):
        gestures = list(position.gestures())
        drawn = VIEWERS if FULL else VIEWERS[number % 3 :][:1]  # to draw takes longest
        for viewer in VIEWERS:
            view = position.view(viewer)
            assert view.viewer == viewer
            assert view.seat == position.seat
            assert view.outcome() == position.outcome()
            if view.hidden:
                hides = True
                continue
            assert str(view) == str(position)
            assert view.scene() == position.scene()
            assert view.actions() == position.actions()
            assert list(view.gestures()) == gestures
            if viewer in drawn:
                assert view.svg() == position.svg()
    if hides:
        tested = root / "tests" / "games" / game.name / "test_views.py"
        if game.name in EXAMPLE_NAMES:
            tested = root / "tests" / "examples" / f"test_{game.name}.py"
        assert tested.is_file(), (
            f"{game.name} hides something: {tested.relative_to(root)} is missing"
        )


def test_what_is_hidden_shows_actions_to_the_acting_seat_only(positions: Positions) -> None:
    for position in spread(positions, 20):
        for viewer in VIEWERS:
            view = position.view(viewer)
            shown = not view.hidden or viewer == position.seat
            assert view.actions() == (position.actions() if shown else ())


def test_unknown_viewers_are_refused(game: strata.Game) -> None:
    with pytest.raises(strata.StrataError, match="expected first, second or None"):
        game.start().view("third")  # type: ignore[arg-type]
