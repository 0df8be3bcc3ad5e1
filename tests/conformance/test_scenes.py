"""Scenes show everything that the position decides, with known symbols, as plain data."""

from __future__ import annotations

from collections import Counter
from importlib import import_module

import msgspec

import strata
from strata.core.outcome import SEATS
from strata.core.scene import Scene
from tests.conformance.sample import sample, spread
from tests.conformance.settings import EXAMPLE_NAMES, Setting, settings_of

Positions = tuple[strata.Position, ...]


Layers = Counter[tuple[str, str | None]]


def _on_board(scene: Scene) -> Layers:
    """What lies on the board, by symbol and owner."""
    return Counter(
        (layer.symbol, layer.owner) for stack in scene.stacks.values() for layer in stack
    )


def _beside_board(scene: Scene) -> Layers:
    layers: Layers = Counter()
    for zone in scene.zones:
        for item in zone.items:
            layers[item.layer.symbol, item.layer.owner] += item.count
    return layers


def test_positions_that_differ_look_different(positions: Positions) -> None:
    """Two positions that are not the same for repetition are not the same to look at."""
    looks: dict[bytes, strata.Position] = {}
    for position in positions:
        look = msgspec.json.encode(position.scene())
        twin = looks.setdefault(look, position)
        assert twin.state.get_key() == position.state.get_key(), (
            f"these look alike:\n{twin}\n{position}"
        )
    assert len(looks) > 2


def test_every_action_can_be_seen(positions: Positions) -> None:
    for position in spread(positions, 20):
        before = position.scene()
        for action in position.actions()[::9]:
            assert position.play(action).scene() != before, (position, action)


def test_scenes_survive_json(positions: Positions) -> None:
    for position in spread(positions, 30):
        scene = position.scene()
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_everything_shown_is_known(game: strata.Game, positions: Positions) -> None:
    for position in spread(positions, 50):
        scene = position.scene()
        names = [cell.name for cell in scene.cells]
        assert scene.game == game.name
        assert scene.seat == position.seat
        assert len(set(names)) == len(names)
        assert scene.stacks.keys() <= set(names)
        assert all(scene.stacks.values()), f"an empty stack: {position}"
        assert {
            symbol for symbol, _ in _on_board(scene) | _beside_board(scene)
        } <= game.symbols.keys()
        ids = [item.id for zone in scene.zones for item in zone.items]
        assert len(set(ids)) == len(ids)
        assert all(item.count >= 0 for zone in scene.zones for item in zone.items)
        for mark in scene.marks:
            assert set(mark.cells) <= set(names)
            assert mark.label


def test_cells_lie_in_the_drawing(game: strata.Game) -> None:
    scene = game.start().scene()
    width, height = scene.size
    places = {(cell.column, cell.line) for cell in scene.cells}
    assert len(places) == len(scene.cells)
    for cell in scene.cells:
        assert len(cell.polygon) >= 4
        for x, y in (cell.centre, *cell.polygon):
            assert -1e-9 <= x <= width + 1e-9
            assert -1e-9 <= y <= height + 1e-9


def test_every_symbol_is_used(name: str) -> None:
    """Over all options, random games and viewers each symbol is seen, and some owned."""
    seen: Layers = Counter()
    for setting in settings_of(name):
        if setting.definition:
            continue  # it has symbols of its own
        extra = () if setting.options else (setting.game().showcase,)
        for position in (*sample(setting), *extra):
            views = (position.view(viewer) for viewer in (*SEATS, None))
            for scene in (position.scene(), *(view.scene() for view in views if view.hidden)):
                seen += _on_board(scene) + _beside_board(scene)
    assert {symbol for symbol, _ in seen} == set(strata.game(name).symbols)
    assert {owner for _, owner in seen} >= {"first", "second"}


def test_every_piece_is_shown(setting: Setting, positions: Positions) -> None:
    """Counted by the game's own test helper, which knows only position strings."""
    if setting.name in EXAMPLE_NAMES:
        for position in positions:
            assert _owned(position.scene()) == _letters(str(position)), position
        return
    pieces = import_module(f"tests.games.{setting.name}.pieces")
    for position in positions:
        assert _on_board(position.scene()) == pieces.count_layers(str(position)), position


def _owned(scene: Scene) -> Counter[str]:
    """How many layers each seat has on the board, by the name of the seat."""
    layers = (layer for stack in scene.stacks.values() for layer in stack)
    return Counter(str(layer.owner) for layer in layers)


def _letters(text: str) -> Counter[str]:
    """The same of a position of a plain game: the case of a letter says whose it is."""
    signs = [sign for sign in text.split(" ")[0] if not sign.isdigit() and sign not in "/()"]
    owners = {True: "first", False: "second"}
    return Counter(owners[sign.isupper()] if sign.isalpha() else "None" for sign in signs)
