"""Why something cannot be done in FrozenChess: a case for each restriction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import strata
from tests.games.frozen.layout import table
from tests.refusals import fault_cells, refusal, refusing

Attempt = str | Sequence[str]
SURROUNDED = "f5:p,g5:p,h5:p,f6:p,h6:p,f7:p,g7:p,h7:p"
# The bodies, what else there is, the attempt, the restriction, the cells at fault.
CASES: list[tuple[dict[str, str], dict[str, Any], Attempt, str, tuple[str, ...]]] = [
    ({"e4": "R(p3)"}, {}, "e4-e8", "paralysed", ("e4", "e8")),
    ({"e4": "R", "f5": "j"}, {}, "e4-e8", "presence", ("f5",)),
    ({"e4": "P", "f5": "q"}, {}, "e4-e5", "gaze", ("f5",)),
    ({"e4": "R", "e5": "p", "e3": "p"}, {}, "e4-f4", "pincer", ("e5", "e3")),
    (
        {"e4": "R", "h4": "N"},
        {"phase": "M:e4", "mechanics": "bare+morph"},
        "h4-i6",
        "choice-due",
        ("h4", "i6"),
    ),
    ({"e4": "R", "h4": "N"}, {"phase": "D1:e4"}, "h4-i6", "other-body", ("e4",)),
    ({"e4": "R", "e8": "n"}, {"phase": "D1:e4"}, "e4xe8", "moves-only", ("e4",)),
    ({"e4": "R", "h9": "M(we6)"}, {}, "e4-e8", "walled", ("e6",)),
    ({"e4": "R", "h9": "M(we6)"}, {}, ["e4", "e6"], "walled", ("e6",)),
    ({"e4": "R", "e6": "N"}, {}, "e4-e8", "body-in-way", ("e6",)),
    ({"e4": "R", "e6": "N"}, {}, ["e4", "e6"], "onto-own", ("e4", "e6")),
    ({"e4": "P", "e5": "n"}, {}, ["e4", "e5"], "other-capture", ("e4", "e5")),
    ({"e4": "S", "d5": "n"}, {}, ["e4", "d5"], "no-capturing", ("e4", "d5")),
    ({"e4": "R(o3)"}, {}, "e4-e9", "out-of-range", ("e4", "e9")),
    ({"e4": "P"}, {}, "e4-e6", "pawn-leap", ("e4", "e6")),
    ({"e4": "P"}, {}, "e4-f5", "pawn-aside", ("e4", "f5")),
    ({"e4": "F"}, {"tombs": "e7:p"}, "e4-e7", "frog-tomb", ("e4", "e7")),
    ({"e4": "P", "f6": "n", "d5": "r"}, {}, "e4xd5", "knightmare", ("f6",)),
    (
        {"e4": "R", "e8": "n", "e12": "r", "h8": "r"},
        {"mechanics": "bare+empower"},
        "e4xe8",
        "guarded",
        ("e4", "e8"),
    ),
    ({"e4": "R", "e8": "f"}, {}, "e4xe8", "immortality", ("e4", "e8")),
    ({"e4": "R", "e8": "r"}, {}, "e4xe8", "same-kind", ("e4", "e8")),
    ({"e4": "R", "e8": "t"}, {}, "e4xe8", "shield", ("e4", "e8")),
    (
        {"e4": "R", "e5": "k"},
        {"mechanics": "bare+push"},
        "push:e4:e5",
        "king-spared",
        ("e4", "e5"),
    ),
    (
        {"e4": "K", "e5": "N"},
        {"mechanics": "bare+fusion"},
        "e4+e5",
        "king-alone",
        ("e4", "e5"),
    ),
    (
        {"e4": "R", "e8": "N+N+N+N+N+N+N+N"},
        {"mechanics": "bare+fusion"},
        "e4+e8",
        "fuse-full",
        ("e4", "e8"),
    ),
    ({"e2": "P", "e3": "S{P,P,P,P,P,P,P,P}"}, {}, "e2>e3", "no-room", ("e2", "e3")),
    ({"e3": "S{N}", "e4": "P"}, {}, "e3<1-e4", "unload-taken", ("e3", "e4")),
    ({"e2": "X"}, {}, "treb:e2:e8", "treb-target", ("e2", "e8")),
    ({"e4": "A", "e8": "m"}, {}, "shoot:e4:e8", "not-susceptible", ("e4", "e8")),
    ({"e2": "Z", "e4": "n"}, {}, "blast:e2:e4", "empty-cannon", ("e2", "e4")),
    (
        {"e4": "N", "e8": "r"},
        {"mechanics": "bare+exchange"},
        "exch:e4",
        "exchange-threatened",
        ("e8",),
    ),
    (
        {"e4": "J", "g6": "n"},
        {"tombs": SURROUNDED},
        "walltrap:e4:g6",
        "no-wall-room",
        ("e4", "g6"),
    ),
    ({"e4": "J(s3)"}, {}, "deton:e4", "too-early", ("e4",)),
    (
        {"e4": "C", "l13": "N"},
        {"mechanics": "bare+portal"},
        "portal:e4",
        "mirror-taken",
        ("l13",),
    ),
    ({"e4": "R"}, {"mechanics": "bare+portal"}, "portal:e4", "no-portal", ("e4",)),
    (
        {"g4": "T"},
        {"weather": "Tg6:3", "mechanics": "bare+weather"},
        "tornado:g4:g6",
        "tornado-there",
        ("g4", "g6"),
    ),
    (
        {"e4": "R", "e6": "N(p5)", "a4": "r"},
        {"mechanics": "bare+transfer"},
        "transfer:e4:e6",
        "transfer-threatened",
        ("a4",),
    ),
    (
        {"e4": "R", "e6": "N"},
        {"mechanics": "bare+transfer"},
        "transfer:e4:e6",
        "not-paralysed",
        ("e4", "e6"),
    ),
    ({"e4": "N", "e8": "r"}, {"mechanics": "bare+morph"}, "morph:e4", "morph-threatened", ("e8",)),
    ({"e4": "N+R"}, {"mechanics": "bare+morph"}, "morph:e4", "morph-unit", ("e4",)),
    (
        {"e4": "N", "e8": "r"},
        {"mechanics": "bare+spawn"},
        "spawn:e4:f4",
        "spawn-threatened",
        ("e8",),
    ),
    ({"e4": "N+R"}, {"mechanics": "bare+spawn"}, "spawn:e4:e5", "spawn-unit", ("e4", "e5")),
    (
        {"e4": "N", "e5": "P"},
        {"mechanics": "bare+spawn"},
        "spawn:e4:e5",
        "spawn-cell",
        ("e4", "e5"),
    ),
    (
        {"e4": "F", "a1": "F", "c1": "F", "g1": "F", "i1": "F"},
        {"mechanics": "bare+spawn"},
        "spawn:e4:e5",
        "too-many",
        ("e4", "e5"),
    ),
    (
        {"e4": "R", "e8": "c"},
        {"mechanics": "bare+swapshot"},
        "swap:e4:e8",
        "chancellor-stays",
        ("e4", "e8"),
    ),
    (
        {"e4": "R", "e8": "n", "h8": "r"},
        {"mechanics": "bare+mind"},
        "mind:e8",
        "mind-protected",
        ("e8",),
    ),
    ({"e4": "R", "e7": "n"}, {"mechanics": "bare+mind"}, "mind:e7", "mind-colour", ("e7",)),
    ({"e4": "R", "e8": "n(p3)"}, {"mechanics": "bare+mind"}, "mind:e8", "mind-idle", ("e8",)),
    (
        {"e4": "R", "e9": "n(p3,t)"},
        {"mechanics": "bare+pull"},
        "pull:e4:e9:2",
        "trapped",
        ("e4", "e9"),
    ),
    (
        {"e4": "R", "e5": "N", "e6": "P"},
        {"mechanics": "bare+push"},
        "push:e4:e5",
        "push-taken",
        ("e6",),
    ),
    (
        {"e4": "R", "e5": "t"},
        {"mechanics": "bare+push"},
        "push:e4:e5",
        "templar-stands",
        ("e4", "e5"),
    ),
    ({"e4": "N+R"}, {"mechanics": "bare+shadow"}, "shadow:e4", "shadow-unit", ("e4",)),
    ({"e6": "N"}, {"shadows": "e4:R"}, "~e4-e8", "shadow-cell", ("e4", "e8")),
    ({}, {"shadows": "e4:R(h3)"}, "unshadow:e4", "return-early", ("e4",)),
    ({"e4": "N"}, {"shadows": "e4:R"}, "unshadow:e4", "return-cell", ("e4",)),
    ({"e8": "r"}, {"shadows": "e4:R"}, "unshadow:e4", "return-threatened", ("e8",)),
    ({"e8": "p"}, {"shadows": "e4:R"}, "strike:e4:e8", "strike-target", ("e4", "e8")),
    (
        {"e8": "n", "h8": "r"},
        {"shadows": "e4:R"},
        "strike:e4:e8",
        "strike-protected",
        ("e4", "e8"),
    ),
    ({}, {"tombs": "e5:P"}, "respawn:e5", "tomb-closed", ("e5",)),
    ({}, {"tombs": "e5*:p.P"}, "respawn:e5", "tomb-order", ("e5",)),
    ({"e9": "r"}, {"tombs": "e5*:P"}, "respawn:e5", "tomb-watched", ("e9",)),
    (
        {"e4": "n", "k8": "N"},
        {"phase": "R:2", "mechanics": "bare+rotation"},
        "at:e4",
        "minority",
        ("e4",),
    ),
    ({"p8": "r", "a2": "N"}, {}, "a2-b4", "king-unsafe", ("p8",)),
    ({}, {"tombs": "o1:p"}, "p1-o1", "king-dies", ("p1", "o1")),
]


@pytest.mark.parametrize(("cells", "fields", "attempt", "key", "faults"), CASES)
def test_the_restriction_and_the_cells_at_fault(
    cells: dict[str, str],
    fields: dict[str, Any],
    attempt: Attempt,
    key: str,
    faults: tuple[str, ...],
) -> None:
    position = table(cells, **fields).position
    assert refusing(position, attempt) == (key,)
    assert fault_cells(position, attempt) == faults


def test_every_restriction_has_a_case() -> None:
    keys = [restriction.key for restriction in strata.game("frozen").rules.restrictions]
    assert sorted({key for *_, key, _ in CASES}) == sorted(keys)


def test_restrictions_refuse_together() -> None:
    held = table({"e4": "R(p3)", "e5": "p", "e3": "p", "h4": "N"}).position
    assert refusing(held, "e4-f4") == ("paralysed", "pincer")
    assert refusing(held, "e4-i4") == ("paralysed", "pincer", "body-in-way")


def test_what_only_a_waiver_brings_is_not_tried_for_check() -> None:
    """In check a blocked ride is refused because it is blocked, whatever becomes of the king."""
    position = table({"p8": "r", "a2": "R", "c2": "N"}).position
    assert refusing(position, "a2-e2") == ("body-in-way",)
    assert refusing(position, "a2-b2") == ("king-unsafe",)
    assert refusing(position, "a2-a9") == ("king-unsafe",)


def test_words() -> None:
    position = table({"p8": "r", "a2": "N"}).position
    assert refusal(position, "a2-b4", "first") == "Your King would be in check."
    assert refusal(position, "a2-b4", "second") == "Your opponent's King would be in check."
