"""Memory for large tables and trees that are looked into all over."""

from __future__ import annotations

import mmap
import struct
import sys
from contextlib import suppress
from typing import Any, Literal

_LARGE = 1 << 22
"""From so many bytes on large pages are asked for."""
_Kind = Literal["b", "B", "i", "q", "Q", "f", "d"]


def zeros(kind: _Kind, count: int) -> memoryview[Any]:
    """`count` numbers of the type code `kind`, all 0; in large pages where the system has them.

    Every look into a table is at a page whose address the processor does not know. Of pages of
    2 MB instead of 4 kB it knows them all. A page is made when it is first used.
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
