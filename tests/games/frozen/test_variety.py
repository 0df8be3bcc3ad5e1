"""Compiled and plain rules agree on games that together use every action type."""

from __future__ import annotations

from tests.both_builds import compare_builds

# Section 9: every row of the table, by its word or signs.
TYPES = {
    *("-", "x", "-*", "+", ">", "/-", "<-", "~-", "~x", "~>", "~<-", "end"),
    *("convert", "shoot", "para", "treb", "quake", "throw", "blast"),
    *("jump", "walltrap", "deton", "tele", "portal", "tornado", "aval", "exch"),
    *("transfer", "spawn", "swap", "push", "pull", "shadow", "unshadow", "strike"),
    *("respawn", "promote", "morph", "kind", "rot", "at", "turn", "mind"),
}


def test_every_type_of_action_plays_the_same() -> None:
    """The table is shown with `pytest -s`."""
    lines = compare_builds("tests.games.frozen.variety")
    table = {}
    for line in lines:
        if line.startswith("TYPE "):
            _, kind, count = line.split(" ")
            table[kind] = int(count)
    print("\n".join(f"{kind:10} {table.get(kind, 0):4}" for kind in sorted(TYPES)))
    assert {kind for kind in TYPES if not table.get(kind)} == set(), "never played"
    assert table.keys() == TYPES
