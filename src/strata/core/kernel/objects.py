"""Objects and arrays as memory. A header: part of each module that uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strata.core.intrinsic import intrinsic

if TYPE_CHECKING:
    import cython


@intrinsic(
    "memcpy((char *)target + first, (const char *)source + first, "
    "(size_t)(Py_TYPE((PyObject *)target)->tp_basicsize - first));"
)
def copy_from(
    target: cython.p_void, source: cython.p_void, first: cython.Py_ssize_t
) -> cython.void:
    """Copy the memory of `source`, from byte `first` to its end, over that of `target`.

    Both are of one class, and there is no reference to an object from `first` on.
    """
    raise NotImplementedError("uncompiled, objects are copied field by field")


@intrinsic("__builtin_prefetch(numbers + place);", "(void)numbers; (void)place;")
def prefetch(numbers: cython.p_ulonglong, place: cython.ulonglong) -> cython.void:
    """Load `numbers[place]` into the cache before it is needed."""
