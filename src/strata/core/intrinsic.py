"""Functions with a body in C beside the one in Python, for what C compilers do best."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])


def intrinsic(quick: str, portable: str = "") -> Callable[[Function], Function]:
    """Mark a function of a header (strata.compiling) that has a body in C.

    `quick` may use the extensions of GCC and Clang; `portable` is for other compilers, if they need
    another body. Both are statements that return the result. Uncompiled, the Python body runs.
    """

    def unchanged(function: Function) -> Function:
        return function

    return unchanged
