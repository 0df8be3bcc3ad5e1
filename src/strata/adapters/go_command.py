"""The command `go`: limits, no limit until `stop`, or a share of the time on the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from strata.adapters.words import BadLine, keyword, number
from strata.core.errors import shown
from strata.core.outcome import SEATS, Seat
from strata.play.thinking_time import clock_share_ms
from strata.search.report import LONGEST_MS, Limits

DEFAULT_MS: Final = 1000
_OVERHEAD_MS: Final = 20
_EXPECTED: Final = "one of time, nodes, depth, infinite, clock"


@dataclass(frozen=True, slots=True)
class GoCommand:
    """A parsed `go`. `limits` is empty if none were given; `infinite` searches until `stop`."""

    limits: Limits
    infinite: bool = False


def parse_go(words: list[str], seat: Seat | None) -> GoCommand:
    """Parse the words after `go` for `seat`, which is to act. Raises BadLine."""
    given: dict[str, int] = {}
    infinite = False
    while words:
        word = keyword(words, _EXPECTED)
        if word in given or (word == "infinite" and infinite):
            raise BadLine(f"{word} is given twice")
        if word in ("time", "nodes", "depth"):
            given[word] = number(words, f"a number after {word}")
        elif word == "clock":
            given[word] = _parse_clock(words, seat)
        elif word == "infinite":
            infinite = True
        else:
            raise BadLine(f"got {shown(word)}, expected {_EXPECTED}")
    if infinite and given:
        raise BadLine(f"infinite cannot be combined with {' and '.join(given)}")
    times = [given[name] for name in ("time", "clock") if name in given]
    limits = Limits(min(times, default=None), given.get("nodes"), given.get("depth"))
    return GoCommand(limits, infinite)


def _parse_clock(words: list[str], seat: Seat | None) -> int:
    """Return the time in milliseconds for `first MS second MS increment MS`.

    The parts may be in any order, and the increment may be missing. Raises BadLine.
    """
    values: dict[str, int] = {}
    names = (*SEATS, "increment")
    while words and words[0] in names:
        name = words.pop(0)
        if name in values:
            raise BadLine(f"{name} is given twice")
        values[name] = number(words, f"milliseconds after {name}")
        if not 0 <= values[name] <= LONGEST_MS:
            raise BadLine(f"{name} {values[name]}: expected 0 to {LONGEST_MS} milliseconds")
    missing = [name for name in SEATS if name not in values]
    if missing:
        raise BadLine(f"clock: got no time for {' and '.join(missing)}")
    left_ms, increment_ms = values[seat or "first"], values.get("increment", 0)
    return max(1, clock_share_ms(left_ms, increment_ms, _OVERHEAD_MS))
