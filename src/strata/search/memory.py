"""Memory for large tables that are looked into all over."""

import mmap
import sys
from contextlib import suppress


def table_memory(size: int) -> memoryview:
    """`size` bytes as numbers of 64 bits, all 0; in large pages where the system has them.

    Every look into a table is at a page whose address the processor does not know. Of pages of
    2 MB instead of 4 kB it knows them all.
    """
    if sys.platform != "linux":
        return memoryview(bytearray(size)).cast("Q")
    room = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # only a hint, which a kernel without large pages refuses
        room.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(room).cast("Q")
