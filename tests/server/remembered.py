"""Applications that are made faster: what Litestar finds out about their handlers is kept.

It does so anew for every application, though all have the same handlers: half of the time that it
takes to make one, and the tests make hundreds. The servers that tests/server/test_serve.py starts
are made as ever.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from litestar.handlers import BaseRouteHandler
from litestar.utils.signature import ParsedSignature

_read = ParsedSignature.from_fn.__func__  # type: ignore[attr-defined]
_known: WeakKeyDictionary[Any, tuple[dict[str, Any], ParsedSignature]] = WeakKeyDictionary()


def _read_once(cls: Any, fn: Any, signature_namespace: dict[str, Any]) -> ParsedSignature:
    known = _known.get(fn)
    if known is None or known[0] != signature_namespace:
        known = (dict(signature_namespace), _read(cls, fn, signature_namespace))
        _known[fn] = known
    return known[1]


def install() -> None:
    """For every application from now on."""
    signature: Any = ParsedSignature
    signature.from_fn = classmethod(_read_once)
    # That no dependency has two names: each handler is compared with each pair of them.
    handler: Any = BaseRouteHandler
    handler._validate_dependency_is_unique = staticmethod(lambda **_: None)
