"""Every symbol of every game has a card that says the truth, and reach agrees with the actions."""

from __future__ import annotations

import random
import re

import pytest

import strata
from strata.core.explaining.reach import top_owner
from strata.core.geometry import UnknownCell
from strata.core.outcome import SEATS, other_seat
from strata.core.teaching.cards import is_card_text
from tests.conformance.sample import random_states, spread
from tests.conformance.settings import OWN_NAMES, Setting, fewer

Positions = tuple[strata.Position, ...]

_POSITIONS = 200
# Signs of notation, rule numbers and names of keys.
_NOTATION = re.compile(r"[{}~+*@_=<>|`/#]|\b[A-Z]\d+\b|\b[a-z]+-(?:pawn|chip|tile)\b")


def _random_positions(game: strata.Game) -> list[strata.Position]:
    found: list[strata.Position] = []
    number = 0
    while len(found) < fewer(_POSITIONS):
        states = random_states(game, f"cards {number}")
        some = states[:: max(1, len(states) // 100)]
        found += [strata.Position(game.rules, state) for state in some]
        number += 1
    return found


def _touched(position: strata.Position) -> dict[str, set[str]]:
    """For each cell, the other cells in the gestures that begin there, found anew."""
    found: dict[str, set[str]] = {cell.name: set() for cell in position.scene().cells}
    for _, (first, *rest) in position.gestures():
        if first.kind == "cell":
            found[first.id] |= {token.id for token in rest if token.kind == "cell"} - {first.id}
    return found


def test_every_symbol_has_a_card(game: strata.Game) -> None:
    assert list(game.cards) == list(game.symbols)
    for symbol, card in game.cards.items():
        assert card.symbol == symbol
        assert is_card_text(card.text), card
        assert not _NOTATION.search(card.text), card


def test_cards_of_the_package_say_more_than_a_name(own_name: str) -> None:
    game = strata.game(own_name)
    for symbol, card in game.cards.items():
        assert len(card.text.split()) >= 6, card
        assert card.text.rstrip(".").lower() != game.symbols[symbol].name.lower()


def test_specimens_show_what_the_cards_are_about(game: strata.Game) -> None:
    for symbol, card in game.cards.items():
        specimen = game.specimen(card)
        if specimen is None:
            assert not card.cell
            continue
        assert str(specimen) == card.specimen
        assert specimen.outcome() is None
        assert symbol in {layer.symbol for layer in specimen.scene().stacks[card.cell]}


def test_what_acts_in_games_has_a_reach_on_its_card(own_name: str) -> None:
    """No card can leave out the specimen of a piece that moves, or show one that is stuck."""
    game = strata.game(own_name)
    acting = set()
    for position in _random_positions(game):
        stacks = position.scene().stacks
        for cell, touched in _touched(position).items():
            if touched and cell in stacks:
                acting.add(stacks[cell][-1].symbol)
    pieces = {symbol for symbol in acting if game.symbols[symbol].form == "piece"}
    assert pieces
    for symbol in pieces:
        card = game.cards[symbol]
        specimen = game.specimen(card)
        assert specimen is not None, card
        assert specimen.reach(card.cell), card


def test_everything_seen_in_games_has_a_card(default_game: strata.Game) -> None:
    for position in _random_positions(default_game):
        scene = position.scene()
        layers = [layer for stack in scene.stacks.values() for layer in stack]
        layers += [item.layer for zone in scene.zones for item in zone.items]
        assert {layer.symbol for layer in layers} <= default_game.cards.keys()


def test_reach_agrees_with_the_legal_actions(game: strata.Game, positions: Positions) -> None:
    for position in spread(positions, 15):
        scene = position.scene()
        for cell, touched in _touched(position).items():
            reach = position.reach(cell)
            if touched or top_owner(scene, cell) in (None, position.mover):
                assert set(reach.cells) == touched, (str(position), cell)
            seat = position.mover if touched else other_seat(position.mover)
            for target in reach.attacks:
                assert top_owner(scene, target) == other_seat(seat)
            for target in reach.moves:
                assert top_owner(scene, target) in (None, seat)


def test_reach_of_the_other_seat_is_that_of_its_turn(setting: Setting) -> None:
    """Where the board after a turn is the same for both, who waits has the reach of who acts."""
    game = setting.game()
    found = 0
    for state in random_states(game, "other seat")[::5][: fewer(30)]:
        position = strata.Position(game.rules, state)
        if not position.begins_turn or position.outcome() or position.view(None).hidden:
            continue
        turned = game.rules.with_seat(state, other_seat(position.mover))
        if turned is None:
            continue
        other = strata.Position(game.rules, turned)
        assert other.mover == other_seat(position.mover)
        assert other.scene().stacks == position.scene().stacks
        back = game.rules.with_seat(turned, position.mover)
        assert back is not None
        assert strata.Position(game.rules, back).actions() == position.actions()
        scene, expected = position.scene(), _touched(other)
        own = _touched(position)
        for cell in scene.stacks:
            if top_owner(scene, cell) == other.mover and not own[cell]:
                found += bool(expected[cell])
                assert set(position.reach(cell).cells) == expected[cell], (str(position), cell)
    assert found or setting.name not in OWN_NAMES


def test_nothing_moves_when_the_game_is_over(game: strata.Game, positions: Positions) -> None:
    over = [position for position in positions if position.outcome()]
    assert over
    for position in over:
        assert not any(position.reach(cell.name) for cell in position.scene().cells)


def test_views_reach_no_further_than_they_see(game: strata.Game, positions: Positions) -> None:
    """While something is hidden a view knows the reach of what its viewer acts with, no more."""
    for position in spread(positions, 8):
        cells = list(_touched(position).items())[::7]
        for viewer in (*SEATS, None):
            view = position.view(viewer)
            for cell, touched in cells:
                if not view.hidden:
                    assert view.reach(cell) == position.reach(cell)
                elif viewer == position.seat:
                    assert set(view.reach(cell).cells) == touched
                else:
                    assert not view.reach(cell)


def test_hidden_pieces_of_plain_games_have_no_reach() -> None:
    start = strata.game("couriers").start()
    choose = random.Random(3)
    hidden = 0
    for _ in range(30):
        if start.outcome():
            break
        for viewer in (*SEATS, None):
            view = start.view(viewer)
            if view.hidden and viewer != start.seat:
                hidden += 1
                assert not any(view.reach(cell.name) for cell in view.scene().cells)
        start = start.play(choose.choice(start.actions()))
    assert hidden


def test_cells_that_do_not_exist(default_game: strata.Game) -> None:
    start = default_game.start()
    for shown in (start, start.view("first"), start.view(None)):
        with pytest.raises(UnknownCell, match=f"no cell 'zz9' in {default_game.name}; cells are "):
            shown.reach("zz9")


def test_a_game_of_ones_own_gets_cards() -> None:
    text = strata.game("dzura").shipped_definitions()["mini"]
    text = text.replace('name = "Guard"', 'name = "Sentinel"').replace("[2, -1], [-2, 1]", "[0, 2]")
    game = strata.game("dzura", definition=text)
    assert list(game.cards) == list(game.symbols)
    card = game.cards["G"]
    assert card.text == (
        "The Sentinel steps one tile forward, forward-right, back or forward-left and goes any "
        "distance by repeating a longer jump in 1 direction."
    )
    specimen = game.specimen(card)
    assert specimen is not None
    assert specimen.reach(card.cell).cells == ("b3", "c2", "c4", "c5", "d3")
    assert game.cards["P"].text.endswith("it becomes a Sentinel.")
