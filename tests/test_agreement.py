"""Rules and references: what is the same agrees, and what differs is told with where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.agreement import agree, counts_agree
from tests.perft.entries import Entry
from tests.places import ROOT

HEX = ROOT / "examples" / "games" / "hex.py"
LASCA = ROOT / "examples" / "games" / "lasca.py"
Copy = Callable[..., Path]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy of a game, as its reference, in which something is replaced."""

    def copy(game: Path, old: str = "", new: str = "") -> Path:
        text = game.read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / f"reference_{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text.replace(old, new) if old else text, encoding="utf-8")
        return path

    return copy


def test_a_game_agrees_with_itself(copy: Copy) -> None:
    assert agree(LASCA, copy(LASCA), games=3) > 50


def test_options_reach_both(copy: Copy) -> None:
    assert agree(HEX, copy(HEX), {"size": 5}, games=2) > 10
    other = copy(HEX, "* self.size)\n", "* self.size) + (' s' if self.size == 5 else '')\n")
    agree(HEX, other, {"size": 7}, games=1)
    with pytest.raises(AssertionError, match=r"different positions(.|\n)*'size': 5"):
        agree(HEX, other, {"size": 5}, games=1)


def test_the_order_of_actions_does_not_matter(copy: Copy) -> None:
    reference = copy(HEX, "return [*cells, SWAP] if", "return [SWAP, *cells] if")
    agree(HEX, reference, {"size": 5}, games=1)


WRONG = {
    "actions": ('== ["S"]', '== ["s"]'),
    "positions": ('mirrored(cell): "s"', 'cell: "s"'),
    "outcomes": ("Outcome(seat, ", "Outcome(position.seat, "),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_reference_is_told(copy: Copy, what: str) -> None:
    with pytest.raises(AssertionError) as failure:
        agree(HEX, copy(HEX, *WRONG[what]), {"size": 5}, games=60)
    first, *lines = str(failure.value).splitlines()
    assert first.startswith(f"different {what} in ")
    assert [line.split()[0] for line in lines] == ["rules", "reference", "options", "played"]


def test_other_actions_are_listed(copy: Copy) -> None:
    more = "[*cells, SWAP, *(['wait', 'pass'] if self.size == 5 else [])]"
    with pytest.raises(AssertionError, match=r"\nrules      no other\nreference  pass, wait\n"):
        agree(HEX, copy(HEX, "[*cells, SWAP]", more), {"size": 5}, games=1)


def test_counts_are_compared(copy: Copy) -> None:
    entry = Entry("start", 1, {"size": "5"}, "5/5/5/5/5 f", {1: 25, 2: 625, 3: 10**9})
    counts_agree(entry, copy(HEX))
    entry.counts[2] = 624
    with pytest.raises(AssertionError, match="start, depth 2: 624, the reference counts 625"):
        counts_agree(entry, copy(HEX))
