"""Objects and arrays as memory. A header: part of whatever uses it."""

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
    """Copies the memory of `source`, from byte `first` to its end, over that of `target`.

    Both are of one class, and no object is referred to from there on.
    """
    raise NotImplementedError("uncompiled, objects are copied field by field")


@intrinsic("__builtin_prefetch(numbers + place);", "(void)numbers; (void)place;")
def prefetch(numbers: cython.p_ulonglong, place: cython.ulonglong) -> cython.void:
    """Loads `numbers[place]` ahead of its use, while something else is computed."""
