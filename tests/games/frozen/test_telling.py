"""What FrozenChess says of actions and ends; the positions are the rulebook's worked examples."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import strata
from strata.core.explaining.telling import read_all
from strata.core.option import parse_settings
from strata.core.outcome import SEATS
from tests.games.frozen.scattered import scattered
from tests.games.frozen.test_variety import TYPES
from tests.games.frozen.variety import kind_of
from tests.rulebook import example_blocks
from tests.telling import told, told_cells, told_end


def _position(label: str) -> strata.Position:
    """The first position of a worked example, under its options."""
    block = next(block for block in example_blocks("frozen") if block.name == label)
    lines = dict(line.split(": ", 1) for line in reversed(block.lines))
    options = lines.get("options", "default")
    game = strata.game("frozen", **parse_settings(options if options != "default" else ""))
    return game.position(lines["position"])


@pytest.mark.parametrize(
    ("example", "actions", "expected"),
    [
        ("E2", "d4xe5", "First's Pawn captures second's Pawn on e5."),
        (
            "E3",
            "d4xe5",
            "First's Pawn captures second's Rook on e5. First's Pawn on e5 becomes a Rook.",
        ),
        (
            "E5",
            "c3-c9",
            "First's Rook moves from c3 to c9. Second's Knight on d9 is frozen for 2 turns.",
        ),
        (
            "E8",
            "e4-f6*f5",
            "First's Knight leaps from e4 to f6 and captures second's Queen on f5. "
            "First's Knight on f6 is frozen for 6 turns.",
        ),
        (
            "E9",
            "c3-f6",
            "First's Dragon moves from c3 to f6. First's Dragon on f6, second's Pawn on f7, "
            "second's Jester on g7 and second's Pawn on h7 die. The tombs on f7 and g7 wake.",
        ),
        (
            "E10",
            "convert:c3:f6",
            "First's Bishop on c3 converts second's Rook on f6, which changes sides. "
            "First's Bishop on c3 is frozen for 2 turns. First's Rook on f6 can act again.",
        ),
        (
            "E15",
            "quake:h2:h3",
            "First's Ram on h2 shatters the wall on h3. The walls on h3, i4 and j5 fall.",
        ),
        ("E20", "e4+e8", "First's Rook moves from e4 to e8 and fuses with first's Knight."),
        (
            "E23",
            "e3+e4",
            "First's Pawn moves from e3 to e4 and fuses with first's fused body (6 Pawns). "
            "First's 7 Pawns on e4 and second's Queen on g6 die. The tomb on e4 wakes.",
        ),
        ("E24", "e2>e3", "First's Pawn moves from e2 to e3 and is loaded into first's Ship."),
        ("E27", "exch:m3", "First's King takes the place of first's Rook on m3, which dies."),
        (
            "E33",
            "rot:3 at:c5 turn:90",
            "The block from c5 to e7 turns clockwise by 90 degrees.",
        ),
        ("E36", "shadow:c3", "First's Knight on c3 becomes a shadow."),
        (
            "E39",
            "pull:c2:c9:6",
            "First's Rook on c2 pulls second's Knight from c9 to c3. "
            "First's Rook on c2 is frozen for 2 turns.",
        ),
        ("E42", "swap:e4:e9", "First's Rook on e4 and second's Knight on e9 change places."),
        ("E43", "mind:g9", "First takes control of second's Chancellor on g9."),
        (
            "E45",
            "morph:e2 kind:Q",
            "First's Ship on e2 becomes a Queen. First's Pawn on e2 dies. "
            "First's Queen on e2 is frozen for 18 turns.",
        ),
        (
            "E46",
            "spawn:e4:e5",
            "First's Pawn on e4 spawns a copy of itself on e5. "
            "First's Pawn on e4 is frozen for 15 turns.",
        ),
        ("E54", "portal:f8", "First's Rook goes through the mirror portal from f8 to k9."),
        (
            "E60",
            "c3-c6 c6-f6",
            "First's Rook moves from c6 to f6. Walls are left on c6, d6 and e6. "
            "The walls on c3, c4 and c5 fall.",
        ),
    ],
)
def test_actions(example: str, actions: str, expected: str) -> None:
    """The last of `actions` is told."""
    position = _position(example)
    *before, action = actions.split()
    for played in before:
        position = position.play(played)
    assert told(position, action) == expected


def test_readers_and_cells() -> None:
    assert told(_position("E2"), "d4xe5", "second") == (
        "Your opponent's Pawn captures your Pawn on e5."
    )
    assert told_cells(_position("E2"), "d4xe5") == [("d4", "e5")]
    chosen = _position("E33").play("rot:3").play("at:c5")
    assert len(told_cells(chosen, "turn:90")[0]) == 9


def test_checkmate_names_the_attacker() -> None:
    mated = _position("E28").play("m9-a9").play("end")
    assert told_end(mated, "first") == (
        "No move saves your King on a1: your opponent's Rook on a9 attacks it."
    )


def test_other_ends() -> None:
    stuck = _position("E29").play("h9-h10").play("end")
    assert told_end(stuck) == "First has no legal action, and the King on a1 is not in check."
    taken = _position("E32").play("h8xh16")
    assert told_end(taken, "second") == (
        "Your King died on h16, where your opponent's Knight stands: your opponent wins."
    )
    pushed = _position("E72").play("p1-p2").play("end")  # after an explosion
    assert told_end(pushed, "second") == (
        "Your King died on h10, where your opponent's Pawn stands: your opponent wins."
    )
    burst = _position("E73").play("blast:g2:g6")
    assert told_end(burst) == "An explosion kills second's King: first wins."
    end = burst.tell_end()
    assert end is not None
    assert end.cells == ("h7",)


def test_every_type_of_action_is_told() -> None:
    """In scattered positions, with shadows, cargo and tombs that random games rarely come to."""
    choose = random.Random("telling")
    game = strata.game("frozen")
    seen: Counter[str] = Counter()
    for _ in range(400 if strata.compiled() else 8):
        position = game.position(scattered(choose))
        for action in position.actions():
            kind = kind_of(action)
            if seen[kind] >= 12:
                continue
            seen[kind] += 1
            telling = position.tell(action)
            assert telling[0].cells or kind in ("end", "rot"), action
            for reader in (*SEATS, None):
                words = read_all(telling, reader)
                assert words.endswith("."), (position, action, words)
                assert not set("{}~+*<>") & set(words), (position, action, words)
    if strata.compiled():
        # These follow another action of the turn; random games have many of them.
        assert TYPES - seen.keys() == {"at", "end", "kind", "turn"}
