"""Numbers for texts, the same in every process: codes of actions, digests of positions."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from strata.plain.position import PlainPosition

_MOST: Final = 1 << 18
"""The most numbers that are cached; then the cache is cleared."""


class Digests(dict[object, int]):
    """The 64-bit digests of anything with a `repr`, cached. Actions have `codes` instead."""

    def __missing__(self, thing: object) -> int:
        if len(self) >= _MOST:
            self.clear()
        number = int.from_bytes(blake2b(repr(thing).encode(), digest_size=8).digest())
        self[thing] = number
        return number


class ActionCodes(dict[str, int]):
    """The codes of actions: 62 bits of a digest. An invalid text raises TypeError or ValueError."""

    def __missing__(self, action: str) -> int:
        if not isinstance(action, str):
            raise TypeError(f"action {action!r}: expected a string")
        if not action or not all("!" <= sign <= "~" for sign in action):
            raise ValueError(f"action {action!r}: expected printable ASCII without blanks")
        if ";" in action or action.startswith("["):
            raise ValueError(f"action {action!r}: expected no ';' and no '[' at the start")
        if len(self) >= _MOST:
            self.clear()
        code = int.from_bytes(blake2b(action.encode(), digest_size=8).digest()) >> 2
        self[action] = code
        return code


_digests: Final = Digests()
codes: Final = ActionCodes()


def digest(position: PlainPosition) -> int:
    """Return the digest of a position without its clock."""
    number = _digests[position.seat, position.hand, position.step, position.note]
    for stack in position.stacks.items():
        number ^= _digests[stack]
    return number


def digest_clock(position: PlainPosition) -> int:
    return _digests["clock", position.clock]
