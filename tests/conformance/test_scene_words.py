"""The words of scenes: every badge has some, nothing is notation, seats can be read as `you`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import strata
from strata.core.explaining.telling import fill_seats
from strata.core.outcome import SEATS
from strata.core.scene import Scene
from tests.conformance.sample import spread

Positions = tuple[strata.Position, ...]

# What a cell shows: a number with at most one sign before it, or signs alone.
_SIGN = re.compile(r"[+×↑•]?\d{1,3}|[!⊕]|•{1,3}")
_LONGEST_SIGN = 4
# Letters and digits that belong together; what joins words is left out.
_WORD = re.compile(r"[^\s.,:;()'’!?…-]+")
_PLAIN = re.compile(r"[A-Za-z]{2,}|a|\d+|\d+×\d+|×")


def _words(scene: Scene) -> Iterator[str]:
    """Everything that a scene says."""
    yield from scene.status
    yield from (mark.label for mark in scene.marks)
    yield from (zone.title for zone in scene.zones)
    layers = [layer for stack in scene.stacks.values() for layer in stack]
    layers += [item.layer for zone in scene.zones for item in zone.items]
    yield from (badge.words for layer in layers for badge in layer.badges)


def _notation_in(text: str, cells: set[str]) -> list[str]:
    """The parts of a text that are neither words, numbers nor cells."""
    found = _WORD.findall(fill_seats(text).replace("'s ", " "))
    return [word for word in found if not _PLAIN.fullmatch(word) and word not in cells]


def test_notation_is_told_from_words() -> None:
    cells = {"e1", "g13"}
    for text in ("e1J s6", "g13 s(wf14)", "{f}", "stay s", "rot r21", "~e1", "1 mana move, last n"):
        assert _notation_in(text, cells), text
    for text in ("{first's} King on g13 is in check", "a block of 4×4 turns: by how much?"):
        assert not _notation_in(text, cells), text


def test_scenes_say_nothing_in_notation(positions: Positions) -> None:
    for position in spread(positions, 60):
        for viewer in (None, *SEATS):
            view = position.view(viewer)
            if viewer is not None and not view.hidden:
                continue
            scene = view.scene()
            cells = {cell.name for cell in scene.cells}
            for text in _words(scene):
                assert text
                assert not _notation_in(text, cells), (str(position), text)


def test_every_badge_has_words_and_a_plain_sign(positions: Positions) -> None:
    for position in positions:
        for cell, stack in position.scene().stacks.items():
            for badge in (badge for layer in stack for badge in layer.badges):
                assert badge.words, (str(position), cell)
                if badge.sign:
                    assert _SIGN.fullmatch(badge.sign), (str(position), cell, badge)
                    assert len(badge.sign) <= _LONGEST_SIGN


def test_who_holds_a_seat_is_spoken_to(positions: Positions) -> None:
    """No text names a seat but by a placeholder, so that none is called by its number."""
    for position in spread(positions, 30):
        for text in _words(position.scene()):
            for seat in SEATS:
                words = fill_seats(text, seat)
                assert "{" not in words, text
                assert not re.search(r"\b(?:first|second)'s\b", words), text
