"""Cards: the file of good ones, what is refused in bad ones, and derived ones."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import pytest

import strata
from strata.core.teaching.cards import Card, is_card_text, read_cards
from strata.games import rules_class
from tests.core.test_guide import FACTS

GOOD = """\
[[card]]
text = "Here a King stands."
specimen = "8/3t4/8/8/3KT3/8/8/8 f"
cells = { king = "d4" }

[[card]]
text = "She sees far. He sees her."
options = "entry=first"
specimen = "8/8/8/8/3QS3/8/8/8 f"
cells = { queen = "d4", soldier = "e4" }

[[card]]
text = "It lies there."
symbols = ["grained-tile", "hatched-tile"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cards.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_good_cards(file: Path) -> None:
    cards = read_cards(file, rules_class("daikuni"))
    assert list(cards) == ["grained-tile", "hatched-tile", "king", "queen", "soldier"]
    assert cards["king"] == Card("king", "Here a King stands.", "8/3t4/8/8/3KT3/8/8/8 f", "d4")
    assert cards["soldier"].options == {"entry": "first"}
    assert cards["soldier"].cell == "e4"
    assert cards["grained-tile"] == Card("grained-tile", "It lies there.")


def test_a_card_is_a_frozen_value() -> None:
    card = strata.game("daikuni").cards["king"]
    with pytest.raises(AttributeError):
        card.text = "Lost."  # type: ignore[misc]
    assert msgspec.convert(msgspec.to_builtins(card), Card) == card


@pytest.mark.parametrize(
    ("old", "new", "key", "says"),
    [
        ('text = "It', 'txt = "It', "card.3.txt", "got an unknown key, expected one of text, symb"),
        ('[[card]]\ntext = "Here', '[[crd]]\ntext = "Here', "crd", "got an unknown key"),
        ("[[card]]", "[card]", "", "expected TOML"),
        ('"Here a King stands."', '""', "card.1.text", "got \"''\", expected a text"),
        ('"Here a King stands."', "3", "card.1.text", "got '3', expected a text"),
        ('"Here a King stands."', '"a king"', "card.1.text", "expected one or two sentences"),
        ("stands.", "stands. So. It is.", "card.1.text", "expected one or two sentences"),
        ("stands.", f"{'x' * 400}.", "card.1.text", "expected one or two sentences of at"),
        ("3KT3", "3KT4", "card.1.specimen", "expected a position of the game"),
        ('king = "d4"', 'king = "e4"', "card.1.cells.king", "got 'e4', expected one of d4"),
        ('king = "d4"', "king = 4", "card.1.cells.king", "got '4', expected one of d4"),
        ('{ king = "d4" }', "{}", "card.1.cells", "expected a table of the cell of each symbol"),
        ('{ king = "d4" }', '"d4"', "card.1.cells", "expected a table of the cell of each symbol"),
        ('king = "d4"', 'prince = "d4"', "card.1.cells", "got 'prince', expected one of grained"),
        ('king = "d4"', 'queen = "d4"', "card.1.cells.queen", "expected a symbol of the specimen"),
        ('"entry=first"', '"entry=last"', "card.2.options", "expected NAME=VALUE"),
        ('"entry=first"', '"entrance=first"', "card.2.options", "expected NAME=VALUE"),
        ('"entry=first"', '"first"', "card.2.options", "expected NAME=VALUE"),
        ('"entry=first"', "1", "card.2.options", "got '1', expected a text"),
        ('specimen = "8/3t4/8/8/3KT3/8/8/8 f"\n', "", "card.1.specimen", "since cells is given"),
        (', "hatched-tile"', "", "card", "got no card of hatched-tile, expected one per"),
        ('"hatched-tile"', '"king"', "card.3", "got a second card of king, expected one per"),
        ('"hatched-tile"', '"tile"', "card.3.symbols", "got 'tile', expected one of grained-tile"),
        ('symbols = ["grained-tile", "hatched-tile"]\n', "", "card.3.symbols", "got nothing"),
        ("symbols = [", 'specimen = "8/8/8/8/8/8/8/8 f"\nsymbols = [', "card.3.symbols", "cells"),
    ],
)
def test_bad_cards(file: Path, old: str, new: str, key: str, says: str) -> None:
    assert old in GOOD
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(strata.InvalidGuide) as caught:
        read_cards(file, rules_class("daikuni"))
    error = caught.value
    assert (error.file, error.key) == (str(file), key), str(error)
    assert says in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_bad_files(tmp_path: Path) -> None:
    with pytest.raises(strata.InvalidGuide, match=r"cards\.toml: got No such file"):
        read_cards(tmp_path / "cards.toml", rules_class("daikuni"))
    (tmp_path / "cards.toml").write_text("card = 3\n")
    with pytest.raises(strata.InvalidGuide, match=r"key card: got '3', expected \[\[card\]\]"):
        read_cards(tmp_path / "cards.toml", rules_class("daikuni"))


@pytest.mark.parametrize("text", ["One.", "One! Two?", "A 3 of 4; so."])
def test_card_texts(text: str) -> None:
    assert is_card_text(text)


@pytest.mark.parametrize("text", ["", "one.", "One", "One. Two. Three.", "One.\nTwo.", "One.Two."])
def test_no_card_texts(text: str) -> None:
    assert not is_card_text(text)


PLAIN = """\
from strata.core.geometry import RectangularBoard
from strata.plain import PlainGame

class Walkers(PlainGame):
    board = RectangularBoard(3, 3)
    pieces = {"W": "walker", "#": "rock", "G": "ghost"}
    setup = "1w1/1#1/1W1"

    def actions(self, position):
        cells = position.cells_of(position.seat)
        sides = {"a1": "b1", "b1": "c1", "c1": "b1", "a3": "b3", "b3": "a3", "c3": "b3"}
        return [cell + sides[cell] for cell in cells if cell in sides]

    def play(self, position, action):
        start, target = action[:2], action[2:]
        return position.end_turn({start: "", target: position[start]})
"""


def test_a_plain_game_derives_its_cards(tmp_path: Path) -> None:
    path = tmp_path / "walkers.py"
    path.write_text(PLAIN, encoding="utf-8")
    game = strata.game(path)
    cards = game.cards
    assert {symbol: card.text for symbol, card in cards.items()} == {
        "walker": "Walker.",
        "rock": "Rock.",
        "ghost": "Ghost.",
    }
    assert (cards["walker"].cell, cards["rock"].cell, cards["ghost"].specimen) == ("b1", "b2", "")
    start = game.start()
    assert start.reach("b1") == strata.Reach(("c1",))
    assert start.reach("b3") == strata.Reach(("a3",))
    assert start.reach("b2") == start.reach("a1") == strata.Reach()
    assert not start.reach("a1")


def test_a_plain_game_brings_its_cards(tmp_path: Path) -> None:
    (tmp_path / "walkers.py").write_text(PLAIN, encoding="utf-8")
    folder = tmp_path / "walkers.guide"
    folder.mkdir()
    (folder / "guide.toml").write_text(FACTS, encoding="utf-8")
    (folder / "cards.toml").write_text(
        '[[card]]\ntext = "It walks."\nsymbols = ["walker", "rock", "ghost"]\n', encoding="utf-8"
    )
    game = strata.game(tmp_path / "walkers.py")
    assert game.cards["rock"] == Card("rock", "It walks.")
