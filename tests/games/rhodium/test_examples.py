"""The worked examples X1–X29 of docs/rules/rhodium.md, read from the rulebook itself."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import strata
from strata.core.outcome import SEATS
from tests.games.rhodium.examples import Example, Statement, read_examples, section

EXAMPLES = read_examples()
GAME = strata.game("rhodium")
STANDARD = strata.game("rhodium", setup="standard")
_MOST_UNCOMPILED = 5_000


def test_every_statement_was_found() -> None:
    words = Counter(statement.word for example in EXAMPLES for statement in example.statements)
    assert words == {
        "position": 47,
        "legal": 15,
        "prefix": 17,
        "illegal": 4,
        "count": 2,
        "play": 48,
        "gives": 48,
        "view": 3,
        "result": 7,
        "perft": 7,
    }
    numbers = {example.label.partition(".")[0] for example in EXAMPLES}
    assert numbers == {f"X{number}" for number in range(1, 30)}
    text = section(11)
    assert re.findall(r"^\*\*(X\d+)\.", text, re.MULTILINE) == [f"X{n}" for n in range(1, 30)]
    fenced = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert sum(block.count("\n") for block in fenced) == words.total()


class Table:
    """A worked example being followed: the record, and what was said of it."""

    def __init__(self, text: str) -> None:
        self.record = GAME.record(text)

    @property
    def position(self) -> strata.Position:
        return self.record.position

    def check(self, statement: Statement) -> None:
        rest = statement.rest
        actions = self.position.actions()
        if statement.word == "legal":
            assert list(actions) == rest.split()
        elif statement.word == "count":
            assert len(actions) == int(rest)
        elif statement.word == "prefix":
            begin, _, listed = rest.partition(" => ")
            expected = [] if listed == "(none)" else listed.split()
            assert [action for action in actions if action.startswith(begin)] == expected
        elif statement.word == "illegal":
            for action in rest.split():
                with pytest.raises(strata.IllegalAction):
                    self.position.play(action)
        elif statement.word == "play":
            self.record.play_all(rest.split())
        elif statement.word == "gives":
            assert str(self.position) == rest
            assert GAME.position(rest) == self.position
        elif statement.word == "view":
            seat, _, seen = rest.partition(" ")
            assert seat in SEATS
            assert str(self.position.view(seat)) == seen
        elif statement.word == "result":
            outcome = self.record.outcome()
            assert (str(outcome) if outcome else "none") == rest
        else:
            depth, count = map(int, rest.split())
            if strata.compiled() or count <= _MOST_UNCOMPILED:
                assert self.position.perft(depth) == count


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.label)
def test_example(example: Example) -> None:
    begin, *statements = example.statements
    assert begin.word == "position"
    table = Table(begin.rest)
    assert str(table.position) == begin.rest
    for statement in statements:
        try:
            if statement.word == "position":
                table = Table(statement.rest)
                assert str(table.position) == statement.rest
            else:
                table.check(statement)
        except AssertionError as error:
            error.add_note(f"line {statement.line}: {statement.word} {statement.rest}")
            raise


def test_starts_of_section_3() -> None:
    starts = re.findall(r"^(\S+/\S+ [12] \w+ .*)$", section(3), re.MULTILINE)
    assert starts == [str(GAME.start()), str(STANDARD.start())]


def test_diagram_of_section_3() -> None:
    rows = re.findall(r"^ ?(\d+)   ((?:[a-zA-Z.] ?){10})$", section(3), re.MULTILINE)
    assert [int(rank) for rank, _ in rows] == [*range(10, 0, -1)]
    stacks = STANDARD.start().scene().stacks
    for rank, row in rows:
        for file, letter in zip("abcdefghij", row.split(), strict=True):
            layers = stacks.get(f"{file}{rank}", ())
            glyphs = [GAME.symbols[layer.symbol].glyphs[0] for layer in layers]
            assert glyphs == ([] if letter == "." else [letter])


def test_pieces_of_section_3() -> None:
    rows = re.findall(r"^\| `([A-Z])` \| (\w+) \| (\d) \|", section(3), re.MULTILINE)
    assert len(rows) == 6
    board = str(STANDARD.start()).split()[0]
    assert {letter: board.count(letter) for letter, _, _ in rows} == {
        letter: int(number) for letter, _, number in rows
    }


def test_random_games_are_like_the_rulebook_says() -> None:
    """Section 1: medians of 236 and 185 turns; nearly all by the Rhodium or five captures."""
    if not strata.compiled():
        pytest.skip("too slow uncompiled")
    for game, low, high, placements in ((STANDARD, 200, 300, 0), (GAME, 150, 270, 44)):
        played = game.playouts(400, seed=5)
        turns = sorted(number - placements for number in played.turns)
        assert low < turns[200] < high
        reasons = Counter(result.reason for result in played.results if result)
        assert reasons["rhodium-captured"] > 150
        assert reasons["five-captures"] > 100
        assert reasons.total() == 400
        assert 75 < played.branching < 110
