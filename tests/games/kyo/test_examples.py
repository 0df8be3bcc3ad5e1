"""The worked examples X1–X28 of docs/rules/kyo.md, read from the rulebook itself."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import strata
from tests.games.kyo.examples import Listed, Played, quoted, read_examples, section

EXAMPLES = read_examples()
GAME = strata.game("kyo")


def _position(label: str) -> strata.Position:
    return GAME.position(EXAMPLES.positions[label])


def test_every_statement_was_found() -> None:
    text = section(11)
    titles = re.findall(r"^### (X\d+)\.", text, re.MULTILINE)
    assert titles == [f"X{number}" for number in range(1, 29)]
    assert {label.rstrip("abcdefghijkl") for label in EXAMPLES.positions} == {*titles}
    assert len(EXAMPLES.listed) == text.count(": legal actions") == 42
    assert len(EXAMPLES.played) == text.count("→") - 1 == 94
    assert len({played.after for played in EXAMPLES.played}) == 93  # X7b comes up twice
    assert {*EXAMPLES.positions} == {*re.findall(r"\*\*(X\d+[a-z])\*\*", text)}
    assert len(EXAMPLES.positions) == 93 + 40
    ended = [played for played in EXAMPLES.played if played.outcome]
    assert len(ended) == text.count(" — **") == 10
    assert [label for label, _ in EXAMPLES.plain] == ["X1a", "X20a", "X21a"]


def test_prose_states_no_position_and_no_list() -> None:
    for line in EXAMPLES.prose:
        if line.startswith("Every position has a label."):
            continue
        assert "→" not in line, line
        assert "**" not in line, line
        assert "/10" not in line, line
        assert len([text for text in quoted(line) if len(text) > 3]) <= 3, line


@pytest.mark.parametrize("label", EXAMPLES.positions)
def test_position_is_canonical(label: str) -> None:
    assert str(_position(label)) == EXAMPLES.positions[label]


@pytest.mark.parametrize(
    "listed", EXAMPLES.listed, ids=lambda listed: f"{listed.label}-{listed.prefix}"
)
def test_legal_actions(listed: Listed) -> None:
    actions = _position(listed.label).actions()
    begin = tuple(action for action in actions if action.startswith(listed.prefix))
    assert begin == listed.actions
    assert len(begin) == listed.count
    assert len(actions) == listed.total


@pytest.mark.parametrize(
    "played", EXAMPLES.played, ids=lambda played: f"{played.before}-{played.after}"
)
def test_result(played: Played) -> None:
    after = _position(played.before).play(played.action)
    assert str(after) == EXAMPLES.positions[played.after]
    if played.outcome == "draw, repetition":
        assert after.outcome() is None
    else:
        assert str(after.outcome()) == str(played.outcome)
        assert bool(after.actions()) == (played.outcome is None)


def test_results_of_history() -> None:
    """X26: a game whose positions alone decide nothing."""
    drawn = [played for played in EXAMPLES.played if played.outcome == "draw, repetition"]
    assert [played.after for played in drawn] == ["X26i"]
    record = GAME.record(EXAMPLES.positions["X26a"])
    for played in EXAMPLES.played:
        if "X26a" <= played.before <= "X26h":
            assert record.outcome() is None
            record.play(played.action)
            assert str(record.position) == EXAMPLES.positions[played.after]
    assert len(record.played) == 8
    assert str(record.outcome()) == "draw, repetition"
    assert record.actions() == ()


def test_counts_of_the_start() -> None:
    label, line = EXAMPLES.plain[0]
    total, moves, chips, shuffles = map(int, re.findall(r"\d+", line))
    assert "no shield attacks" in line
    position = _position(label)
    assert str(position) == str(GAME.start())
    signs = Counter(re.sub(r"[a-j]\d+|\d|[A-Z]", "", action) for action in position.actions())
    assert signs == {"+": moves, "-": chips, "~": shuffles}
    assert sum(signs.values()) == total


def test_chip_moves_of_a_stack() -> None:
    label, line = EXAMPLES.plain[1]
    count = re.match(r"Chip moves \((\d+)\)", line)
    assert count
    chip_moves = [action for action in _position(label).actions() if "-" in action]
    assert chip_moves == [*quoted(line)]
    assert len(chip_moves) == int(count[1])


def test_lifting() -> None:
    label, line = EXAMPLES.plain[2]
    count = re.match(r"(\d+) legal actions", line)
    assert count
    actions = _position(label).actions()
    assert len(actions) == int(count[1])
    assert "No shuffle is offered" in line
    assert not [action for action in actions if "~" in action]
    named, listed = line.split("Those to the tiles ")[1].split(": ", 1)
    tiles = re.findall(r"[a-j]\d+", named)
    assert tiles == ["d5", "f5", "h5"]
    onto = [action for action in actions if re.match(r"[a-j]\d+([a-j]\d+)", action)[1] in tiles]  # type: ignore[index]
    assert onto == [*quoted(listed)]


@pytest.mark.parametrize("text", re.findall(r"^`([^` ]+ \w+ \S+ \d+)`", section(8), re.MULTILINE))
def test_position_of_section_8(text: str) -> None:
    assert str(GAME.position(text)) == text
    assert "end" in GAME.position(text).actions()


def test_start_of_section_3() -> None:
    starts = re.findall(r"^`([^` ]+ first - 0)`$", section(3), re.MULTILINE)
    assert starts == [str(GAME.start())]


COUNTS = re.findall(r"^\| `([\w-]+)` \| `(\w+)` \| (\d{3}) \| (\d+) \|$", section(7), re.MULTILINE)


def test_counts_were_found() -> None:
    assert len(COUNTS) == 12
    assert len(re.findall(r"^`9,dk", section(8), re.MULTILINE)) == 2


@pytest.mark.parametrize(("start", "extras", "one", "two"), COUNTS)
def test_counts_of_section_7(start: str, extras: str, one: str, two: str) -> None:
    position = strata.game("kyo", start=start, extras=extras).start()
    assert position.perft(1) == int(one)
    if strata.compiled():
        assert position.perft(2) == int(two)


RANKS = re.findall(r"^- `([\w-]+)`: (.*)$", section(7), re.MULTILINE)


@pytest.mark.parametrize(("value", "sentence"), RANKS)
def test_ranks_of_section_7(value: str, sentence: str) -> None:
    option = "start" if value in ("open-field", "deadlock") else "extras"
    ranks = str(strata.game("kyo", **{option: value}).start()).split(" ")[0].split("/")[::-1]
    named = re.findall(r"ranks (\d+) and (\d+) are `([^`]+)`(?: and `([^`]+)`)?", sentence)
    assert named
    for red, gold, red_rank, gold_rank in named:
        assert ranks[int(red) - 1] == red_rank
        assert ranks[int(gold) - 1] == (gold_rank or red_rank)


def test_ranks_were_found() -> None:
    assert [value for value, _ in RANKS] == [
        "open-field",
        "deadlock",
        "cannons",
        "knights",
        "both",
    ]
