"""Memory for large tables and trees that are accessed at random."""

from __future__ import annotations

import mmap
import struct
import sys
from contextlib import suppress
from typing import Any, Literal

_LARGE = 1 << 22
"""The smallest size, in bytes, for which large pages are requested."""
_Kind = Literal["b", "B", "i", "q", "Q", "f", "d"]


def zeros(kind: _Kind, count: int) -> memoryview[Any]:
    """Return `count` zeros of the type code `kind`, in large pages where the system has them.

    The processor cannot cache the addresses of all 4 kB pages of a large table, so each random
    access would have to look one up; it can cache those of 2 MB pages. A page is allocated when it
    is first used.
    """
    size = count * struct.calcsize(kind)
    if sys.platform != "linux":
        return memoryview(bytearray(size)).cast(kind)
    room = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if size < _LARGE:
        return memoryview(room).cast(kind)
    with suppress(OSError):  # only a hint, which a kernel without large pages refuses
        room.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(room).cast(kind)
