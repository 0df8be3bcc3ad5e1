"""Where large tables lie under AddressSanitizer: on the heap, with guarded ends.

The package maps memory for them, which the sanitizer does not watch.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from typing import Any

import strata.core.memory
import strata.core.position  # what has asked for `zeros` so far is patched too


def is_sanitized() -> bool:
    """Whether the runtime of AddressSanitizer is loaded into this process."""
    return hasattr(ctypes.CDLL(None), "__asan_init")


def use_heap() -> None:
    """Have all tables that are made from now on allocated with the C library's `malloc`.

    PYTHONMALLOC=malloc must be set, or Python's own allocator hides small ones from the sanitizer.
    """
    mapped = strata.core.memory.zeros
    for module in list(sys.modules.values()):
        if getattr(module, "zeros", None) is mapped:
            module.zeros = heap_zeros  # type: ignore[attr-defined]


def heap_zeros(kind: str, count: int) -> memoryview[Any]:
    """As strata.core.memory.zeros."""
    size = count * struct.calcsize(kind)
    return memoryview((ctypes.c_char * size)()).cast("B").cast(kind)  # type: ignore[call-overload, no-any-return]
