"""The signed cookie that carries a client's key."""

from __future__ import annotations

import hashlib
from typing import Final

from itsdangerous import BadSignature, Signer

COOKIE: Final = "strata"
_SECURE: Final = "__Host-strata"  # no other host of the domain can set a cookie with this prefix
COOKIE_SECONDS: Final = 400 * 24 * 3600  # the longest time that browsers keep a cookie
_LONGEST: Final = 256


def cookie_name(secure: bool) -> str:
    """Return the name of the cookie, for HTTPS (`secure`) or HTTP."""
    return _SECURE if secure else COOKIE


class Cookies:
    """The signer and verifier of clients' keys."""

    def __init__(self, secret: str) -> None:
        self._signer: Final = Signer(secret, salt="strata.client", digest_method=hashlib.sha256)

    def sign(self, key: str) -> str:
        return self._signer.sign(key).decode()

    def read(self, cookie: str | None) -> str | None:
        """Return the key in the cookie; None if there is none or its signature is invalid."""
        if not cookie or len(cookie) > _LONGEST:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None
