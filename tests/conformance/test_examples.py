"""The worked examples of every rulebook, read from the rulebook itself."""

from __future__ import annotations

import re

import pytest

import strata
from tests.conformance.settings import OWN_NAMES
from tests.rulebook import FOLDER, Block, MalformedRulebook, example_blocks, example_labels
from tests.worked_examples import Example, Statement, matches, read_count, read_example

BLOCKS = [block for name in OWN_NAMES for block in example_blocks(name)]
_MOST_UNCOMPILED = 5_000


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.game}-{block.name}")
def test_example(block: Block) -> None:
    follow(read_example(block))


def test_examples_are_numbered(own_name: str) -> None:
    """No example is missing, and each has a block."""
    labels = example_labels(own_name)
    assert labels, f"section 11 of docs/rules/{own_name}.md has no examples"
    assert labels == [f"{labels[0][0]}{number}" for number in range(1, len(labels) + 1)]
    shown = {block.name.partition(".")[0] for block in example_blocks(own_name)}
    assert shown == {*labels}


def follow(example: Example) -> None:
    """Plays an example through. A failure names the file and the line."""
    script = Script(example.game())
    for statement in example.statements:
        try:
            script.run(statement)
        except (AssertionError, strata.StrataError) as error:
            error.add_note(str(statement))
            raise
    script.check_that_the_game_goes_on(example.statements[-1])


class Script:
    """An example being followed: the game played from its latest position."""

    def __init__(self, game: strata.Game) -> None:
        self.game = game
        self.record = game.record()
        self.result_is_stated = True

    def run(self, statement: Statement) -> None:
        value = statement.value
        if statement.word == "position":
            self.check_that_the_game_goes_on(statement)
            self.record = self.game.record(value)
            self.result_is_stated = False
            assert str(self.record.position) == value
        elif statement.word == "play":
            self.check_that_the_game_goes_on(statement)
            self.record.play_all(value.split())
            self.result_is_stated = False
        elif statement.word == "after":
            assert str(self.record.position) == value
            assert str(self.game.position(value)) == value
        elif statement.word == "actions":
            self._check_actions(statement)
        elif statement.word == "illegal":
            for action in value.split():
                with pytest.raises(strata.IllegalAction):
                    self.record.position.play(action)
        elif statement.word == "result":
            self._check_result(value)
        elif statement.word == "view":
            seat = statement.arguments[0]
            viewer = None if seat == "spectator" else seat
            assert str(self.record.position.view(viewer)) == value  # type: ignore[arg-type]
        else:
            depth, count = int(statement.arguments[0]), int(value)
            if strata.compiled() or count <= _MOST_UNCOMPILED:
                assert self.record.position.perft(depth) == count

    def check_that_the_game_goes_on(self, statement: Statement) -> None:
        if not self.result_is_stated:
            outcome = self.record.outcome()
            assert outcome is None, f"{statement.place}: no result says that {outcome}"

    def _check_actions(self, statement: Statement) -> None:
        expected = read_count(statement)
        actions = self.record.actions()
        if expected.total is not None:
            assert len(actions) == expected.total
            actions = tuple(
                action
                for action in actions
                if any(matches(pattern, action) for pattern in statement.arguments)
            )
        if expected.listed is not None:
            assert actions == expected.listed
        assert len(actions) == expected.number

    def _check_result(self, expected: str) -> None:
        outcome = self.record.outcome()
        assert str(outcome or "none") == expected
        assert bool(self.record.actions()) == (outcome is None)
        self.result_is_stated = True


# The format itself.

EMPTY = "position: 8/8/8/8/8/8/8/8 f"


def _block(*lines: str) -> Block:
    return Block("daikuni", "E1", lines, 7)


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ((), 7),
        ((EMPTY,), 7),
        ((EMPTY, "play: Sd4"), 8),
        ((EMPTY, EMPTY, "actions: 192"), 7),
        (("actions: 192",), 7),
        ((EMPTY, "actions 192"), 8),
        ((EMPTY, "actions:"), 8),
        ((EMPTY, "actions: many"), 8),
        ((EMPTY, "actions: 2: Sd4"), 8),
        ((EMPTY, "actions: 64 of 192"), 8),
        ((EMPTY, "actions S*: 64"), 8),
        ((EMPTY, "legal: 192"), 8),
        ((EMPTY, "", "actions: 192"), 8),
        ((EMPTY, "result first: none"), 8),
        ((EMPTY, "view third: 8/8/8/8/8/8/8/8 f"), 8),
        ((EMPTY, "perft one: 192"), 8),
        ((EMPTY, "actions: 192", "options: entry=first"), 9),
        (("options: entry=first", "options: tiles=16", EMPTY, "actions: 192"), 8),
    ],
)
def test_malformed_block_is_refused(lines: tuple[str, ...], line: int) -> None:
    with pytest.raises(MalformedRulebook, match=re.escape(f"docs/rules/daikuni.md:{line}: ")):
        read_example(_block(*lines))


def test_block_without_an_example_above_is_refused() -> None:
    with pytest.raises(MalformedRulebook, match="without an example"):
        read_example(Block("daikuni", "", (EMPTY, "actions: 192"), 7))


def test_example_of_the_readme() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    follow(read_example(_block(*example.splitlines())))


def test_true_statements_hold() -> None:
    whole = (
        EMPTY,
        "actions: 192",
        "actions S*: 64 of 192",
        "actions Ka1 *h8: 4 of 192: Ka1 Kh8 Qh8 Sh8",
        "illegal: Sd9",
        "result: none",
        "view spectator: 8/8/8/8/8/8/8/8 f",
        "perft 1: 192",
        "play: Qd2 Kg2 Sg8 Sg5 Kd4 Qd5 Kd3 Sg3",
        "actions: 0",
        "result: second wins, king-in-check",
    )
    follow(read_example(_block(*whole)))


@pytest.mark.parametrize(
    "lines",
    [
        (EMPTY, "actions: 191"),
        (EMPTY, "actions S*: 64 of 191"),
        (EMPTY, "actions S*: 63 of 192"),
        (EMPTY, "actions Sa1 *h8: 3 of 192: Kh8 Qh8 Sh8"),
        (EMPTY, "play: Sd4", "after: 8/8/8/3S4/8/8/8/8 s"),
        (EMPTY, "result: draw, repetition"),
        (EMPTY, "view first: 8/8/8/8/8/8/8/8 s"),
        (EMPTY, "perft 1: 191"),
        ("position: 8/8/8/8/8/8/tt6/KTt2S1Q f", "result: none"),
    ],
)
def test_false_statement_fails(lines: tuple[str, ...]) -> None:
    with pytest.raises(AssertionError) as failure:
        follow(read_example(_block(*lines)))
    assert f"docs/rules/daikuni.md:{6 + len(lines)}: " in failure.value.__notes__[0]


def test_end_of_the_game_must_be_stated() -> None:
    lost = ("position: 8/8/8/8/8/8/tt6/KTt2S1Q f", "actions: 0")
    with pytest.raises(AssertionError, match="second wins, king-in-check"):
        follow(read_example(_block(*lost)))


def test_legal_action_is_not_illegal() -> None:
    with pytest.raises(pytest.fail.Exception):
        follow(read_example(_block(EMPTY, "illegal: Sd4")))
