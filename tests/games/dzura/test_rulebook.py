"""What docs/rules/dzura.md states besides its worked examples: refusals, counts, walks, set-up."""

from __future__ import annotations

import re
from itertools import product

import pytest

import strata
from tests.games.dzura.rulebook import (
    MINI_TEXT,
    STANDARD_TEXT,
    RefusedPosition,
    Walk,
    counts,
    game_called,
    part,
    refused_definitions,
    refused_positions,
    walks,
)


def test_every_statement_was_found() -> None:
    for heading, listed in (
        ("### Refused definitions", refused_definitions()),
        ("### Refused position", refused_positions()),
        ("### Walks", walks()),
    ):
        assert len(listed) == len(re.findall(r"^- ", part(heading), re.MULTILINE)), heading
    assert len(refused_definitions()) == 22
    assert len(refused_positions()) == 14
    assert len(walks()) == 19
    assert len(counts()) == part("### Counts").count("\n| ") - 1 == 7


@pytest.mark.parametrize("refused", refused_positions(), ids=lambda refused: refused.position)
def test_refused_position(refused: RefusedPosition) -> None:
    game = game_called(refused.options)
    with pytest.raises(strata.InvalidPosition) as refusal:
        game.position(refused.position)
    said = str(refusal.value)
    if refused.item == "grammar":
        assert "Z92" not in said
    else:
        assert f"(Z92 item {refused.item})" in said


@pytest.mark.parametrize(("words", "numbers"), counts(), ids=lambda value: str(value))
def test_counts(words: str, numbers: list[int]) -> None:
    start = game_called(words).start()
    depths = (1, 2, 3) if strata.compiled() else (1, 2)
    assert [start.perft(depth) for depth in depths] == numbers[: len(depths)]


@pytest.mark.parametrize(
    "walk", walks(), ids=lambda walk: f"{walk.options}-{walk.seed}-{walk.actions}"
)
def test_walk(walk: Walk) -> None:
    position = game_called(walk.options).start()
    x = walk.seed
    for _ in range(walk.actions):
        x = (1103515245 * x + 12345) % 2**31
        actions = position.actions()
        position = position.play(actions[x // 65536 % len(actions)])
    assert str(position) == walk.position
    assert str(position.outcome()) == str(walk.outcome)


# Sections 2, 3 and 8.


def test_coordinates_of_section_2() -> None:
    board = strata.game("dzura").rules.defined.board  # type: ignore[attr-defined]
    named = re.findall(r"([a-i]\d) = \((−?\d), (−?\d)\)", part("## 2."))
    assert len(named) == 8
    for name, q, r in named:
        where = (int(q.replace("−", "-")), int(r.replace("−", "-")))
        assert board.coordinates[board.cell(name)] == where
    drawn = re.findall(r"[a-i]\d", part("## 2.").split("```")[1])
    assert sorted(drawn) == sorted(board.names)
    assert [*board.names] == sorted(board.names)


def test_start_of_section_3() -> None:
    starts = re.findall(r"^`([^`]+ 1 t -/- -)`$", part("## 3."), re.MULTILINE)
    assert starts == [str(strata.game("dzura").start())]


def test_set_up_of_section_3() -> None:
    """Z10, tile by tile, and the same half a turn further for second."""
    scene = strata.game("dzura").start().scene()
    shown = {
        name: (layers[0].symbol, layers[0].owner)
        for name, layers in scene.stacks.items()
        if len(layers) == 1
    }
    expected = dict(
        zip(["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1"], "LNCTKTCNL", strict=True)
    ) | {"e2": "B", "e3": "D"}
    expected |= dict.fromkeys(["a2", "b2", "c3", "d3", "e4", "f3", "g3", "h2", "i2"], "P")
    first = {name: symbol for name, (symbol, owner) in shown.items() if owner == "first"}
    assert first == expected
    names = [cell.name for cell in scene.cells]
    turned = {names[-1 - names.index(name)]: letter for name, letter in expected.items()}
    assert {n: symbol for n, (symbol, owner) in shown.items() if owner == "second"} == turned
    assert len(shown) == 40


def test_positions_of_section_8() -> None:
    positions = re.findall(r"`([^` ]+/[^` ]+ [12] \S+ \S+ \S+)`", part("## 8."))
    assert len(positions) == 2
    games = [
        strata.game("dzura", capture="court", ordnance=5),
        strata.game("dzura", rotation="on"),
    ]
    for game, text in zip(games, positions, strict=True):
        assert str(game.position(text)) == text


def test_definitions_of_section_7_are_those_that_ship() -> None:
    shipped = strata.game("dzura").shipped_definitions()
    assert shipped == {"standard": STANDARD_TEXT, "mini": MINI_TEXT}


def test_options_of_section_7() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| `?(\w+)`? \| ", part("## 7."), re.MULTILINE)[:3]
    options = strata.game("dzura").options
    assert [(option.name, str(option.default)) for option in options] == [
        (name, default) for name, _, default in rows
    ]
    combinations = [*product(*(option.values for option in options))]
    assert combinations == [*product(["common", "court"], ["off", "on"], range(21))]
