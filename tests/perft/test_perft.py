"""Every count of every perft file, by the rules; a wrong one is shown action by action."""

from __future__ import annotations

import pytest

import strata
from tests.perft.entries import FOLDER, Entry, read_perft

_MOST_UNCOMPILED = 5_000


def _all_entries() -> list[tuple[str, Entry]]:
    return [
        (path.stem, entry) for path in sorted(FOLDER.glob("*.perft")) for entry in read_perft(path)
    ]


def _label(value: object) -> str:
    return value.id if isinstance(value, Entry) else str(value)


@pytest.mark.parametrize(("name", "entry"), _all_entries(), ids=_label)
def test_counts(name: str, entry: Entry) -> None:
    position = strata.game(name, **entry.options).position(entry.position)
    for depth, expected in entry.counts.items():
        if not strata.compiled() and expected > _MOST_UNCOMPILED:
            break
        count = position.perft(depth)
        if count != expected:
            divided = position.perft(depth, divide=True)
            lines = [f"{action}: {number}" for action, number in divided.items()]
            pytest.fail(
                f"{name}, {entry.id} (line {entry.line}): perft {depth} is {count}, "
                f"expected {expected}\n{position}\n" + "\n".join(lines)
            )


def test_files_belong_to_games() -> None:
    assert {path.stem for path in FOLDER.iterdir()} <= {*strata.games()}
