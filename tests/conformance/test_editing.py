"""Positions taken apart and put together: every position can be edited, every reason is told."""

from __future__ import annotations

import random

import msgspec

import strata
from strata.core.editing.draft import Draft, Placed
from strata.core.editing.editor import draw_stack
from strata.core.editing.palette import Palette, PaletteItem, Property
from strata.core.outcome import SEATS, other_seat
from tests.conformance.sample import spread
from tests.volume import everyday

Positions = tuple[strata.Position, ...]


def test_every_position_is_taken_apart_and_put_together(
    game: strata.Game, positions: Positions
) -> None:
    editor = game.editor()
    for position in spread(positions, everyday(40, full=1_000)):
        draft = editor.draft_of(position)
        assert editor.text_of(draft) == str(position)
        edited = editor.edit(draft)
        assert edited.position == position
        assert not edited.problems
        assert edited.scene == position.scene()
        assert bool(edited.notes) == (position.outcome() is not None)
        assert editor.edit_text(str(position)) == edited


def test_drafts_are_plain_values(game: strata.Game, positions: Positions) -> None:
    editor = game.editor()
    for position in spread(positions, 12):
        draft = editor.draft_of(position)
        again = msgspec.json.decode(msgspec.json.encode(draft), type=Draft)
        assert again == draft
        assert editor.text_of(again) == str(position)


def test_the_palette_has_all_that_stands_in_positions(
    game: strata.Game, positions: Positions
) -> None:
    """Values and facts that are in a draft are offered, and what is default is not in it."""
    editor = game.editor()
    palette = editor.palette
    items = {item.key: item for item in palette.items}
    counters = {counter.key: counter for zone in palette.zones for counter in zone.counters}
    facts = {fact.key: fact for fact in palette.facts}
    for position in positions:
        draft = editor.draft_of(position)
        for stack in draft.cells.values():
            levels = [items[placed.item].level for placed in stack]
            assert levels == sorted(levels), stack
            assert all(levels.count(level) <= palette.levels[level].most for level in levels)
            for placed in stack:
                for name, value in placed.values.items():
                    assert name in items[placed.item].properties
                    assert _can_be(palette.properties[name], value), (name, value)
        for key, number in draft.counts.items():
            assert number <= counters[key].most
        for key, value in draft.facts.items():
            assert _can_be(facts[key], value), (key, value)


def _can_be(named: Property, value: str) -> bool:
    """Whether `value`, which is not the default, is one that `named` offers."""
    if value == named.default:
        return False
    if named.kind == "flag":
        return value == "1"
    if named.kind == "number":
        return named.least <= int(value) <= named.most
    choices = {choice.value for choice in named.choices}
    if named.kind == "choice":
        return value in choices
    if named.kind == "letters":
        return set(value) <= choices
    return named.kind != "cells" or len(value.split(".")) <= named.most


def test_the_palette_can_be_drawn_and_named(game: strata.Game) -> None:
    palette = game.editor().palette
    assert len({item.key for item in palette.items}) == len(palette.items)
    assert len({(item.name, item.owner) for item in palette.items}) == len(palette.items)
    for item in palette.items:
        assert item.name
        assert item.layers
        assert 0 <= item.level < len(palette.levels)
        assert {layer.symbol for layer in (*item.layers, *item.below)} <= set(game.symbols)
        assert set(item.properties) <= set(palette.properties)
        assert set(item.values) <= set(item.properties)
    for zone in palette.zones:
        for counter in zone.counters:
            assert counter.name
            assert counter.layer is None or counter.layer.symbol in game.symbols
    keys = {fact.key for fact in palette.facts}
    for fact in palette.facts:
        assert fact.when is None or fact.when.fact in keys


def test_an_empty_board_is_refused_with_reasons_or_a_position(game: strata.Game) -> None:
    editor = game.editor()
    edited = editor.edit(Draft({}, "first"))
    assert bool(edited.problems) != (edited.position is not None)
    assert not edited.scene.stacks or edited.position is not None


def test_each_item_alone_is_written_and_read(game: strata.Game) -> None:
    editor = game.editor()
    cells = [cell.name for cell in game.start().scene().cells]
    choose = random.Random(str(game))
    for item in editor.palette.items:
        cell = choose.choice(cells)
        draft = Draft({cell: (Placed(item.key, dict(item.values)),)}, "second")
        edited = editor.edit(draft)
        assert edited.text is not None, item.key
        again = editor.edit_text(edited.text)
        assert again.draft is not None
        assert again.draft.cells == draft.cells
        assert again.draft.seat == "second"
        assert again.problems == edited.problems
        assert edited.scene.stacks.get(cell), item.key


def test_spoiled_drafts_are_positions_or_told_why_not(
    game: strata.Game, positions: Positions
) -> None:
    """Whatever is changed, nothing but problems comes of it, and their cells are on the board."""
    editor = game.editor()
    cells = [cell.name for cell in game.start().scene().cells]
    choose = random.Random(f"spoiled {game}")
    refused = 0
    for position in spread(positions, 12):
        draft = editor.draft_of(position)
        for _ in range(20):
            draft = _spoiled(draft, editor.palette, cells, choose)
            edited = editor.edit(draft)
            refused += bool(edited.problems)
            assert bool(edited.problems) != (edited.position is not None)
            for problem in edited.problems:
                assert problem.message
                assert set(problem.cells) <= set(cells)
            if edited.position is not None:
                assert str(edited.position) == edited.text
            else:
                assert set(edited.scene.stacks) >= {
                    cell for cell in draft.cells if draft.cells[cell]
                }
    assert refused or not editor.edit(Draft({}, "first")).problems


def _spoiled(draft: Draft, palette: Palette, cells: list[str], choose: random.Random) -> Draft:
    """One thing changed as a person may change it, allowed or not."""
    kind = choose.randrange(5)
    if kind == 0:
        return msgspec.structs.replace(draft, seat=other_seat(draft.seat))
    if kind == 1 and palette.facts:
        fact = choose.choice(palette.facts)
        value = _any_value(fact, cells, choose)
        return msgspec.structs.replace(draft, facts={**draft.facts, fact.key: value})
    counters = [counter for zone in palette.zones for counter in zone.counters]
    if kind == 2 and counters:
        counter = choose.choice(counters)
        counts = {**draft.counts, counter.key: choose.randrange(counter.most + 1)}
        return msgspec.structs.replace(draft, counts=counts)
    changed = dict(draft.cells)
    cell = choose.choice(cells)
    if kind == 3:
        changed.pop(cell, None)
    else:
        item = choose.choice(palette.items)
        stack = [*changed.get(cell, ()), _any_placed(item, palette, cells, choose)]
        levels = {each.key: each.level for each in palette.items}
        changed[cell] = tuple(sorted(stack, key=lambda placed: levels[placed.item]))
    return msgspec.structs.replace(draft, cells=changed)


def _any_placed(
    item: PaletteItem, palette: Palette, cells: list[str], choose: random.Random
) -> Placed:
    values = dict(item.values)
    if item.properties and choose.randrange(2):
        name = choose.choice(item.properties)
        values[name] = _any_value(palette.properties[name], cells, choose)
    return Placed(item.key, values)


def _any_value(named: Property, cells: list[str], choose: random.Random) -> str:
    if named.kind == "flag":
        return choose.choice(("", "1"))
    if named.kind == "number":
        return str(choose.randint(named.least, named.most))
    if named.kind == "cells":
        return ".".join(choose.sample(cells, choose.randint(0, min(named.most, 3))))
    if named.kind in ("choice", "letters"):
        return choose.choice(named.choices).value
    return choose.choice(("", "x", "P", "S(dl)", "P.r"))


def test_what_the_game_does_not_have_is_refused(game: strata.Game) -> None:
    editor = game.editor()
    start = editor.draft_of(game.start())
    cell = game.start().scene().cells[0].name
    for draft in (
        msgspec.structs.replace(start, cells={"z99": (Placed(editor.palette.items[0].key),)}),
        msgspec.structs.replace(start, cells={cell: (Placed("no such piece"),)}),
        msgspec.structs.replace(start, counts={"no such pile": 1}),
        msgspec.structs.replace(start, facts={"no such fact": "1"}),
        msgspec.structs.replace(
            start, cells={cell: (Placed(editor.palette.items[0].key, {"no such value": "1"}),)}
        ),
    ):
        edited = editor.edit(draft)
        assert edited.text is None
        assert any("no" in problem.message for problem in edited.problems)


def test_a_text_that_breaks_the_grammar_has_no_draft(game: strata.Game) -> None:
    start = str(game.start())
    for text in ("nothing like it", "", f"{start}\n", f"²{start}", "9" * 1_000_000):
        edited = game.editor().edit_text(text)
        assert edited.draft is None
        assert edited.problems
        assert not edited.scene.stacks


def test_sketches_know_seats(game: strata.Game) -> None:
    """Each seat has something of its own, unless nothing belongs to anybody."""
    palette: Palette = game.editor().palette
    owners = {item.owner for item in palette.items}
    assert owners >= set(SEATS) or owners == {None}
    for item in palette.items:
        layers = draw_stack(palette, (Placed(item.key),))
        assert layers == item.layers
