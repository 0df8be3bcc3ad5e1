"""The signed cookie that carries a client's key."""

from __future__ import annotations

import hashlib
from typing import Final

from itsdangerous import BadSignature, Signer

COOKIE: Final = "strata"
_SECURE: Final = "__Host-strata"  # no other site of the domain can set a cookie of such a name
COOKIE_SECONDS: Final = 400 * 24 * 3600  # browsers keep no cookie longer
_LONGEST: Final = 256


def cookie_name(secure: bool) -> str:
    """The cookie's name, over HTTPS or not."""
    return _SECURE if secure else COOKIE


class Cookies:
    """Signs clients' keys and reads them again."""

    def __init__(self, secret: str) -> None:
        self._signer: Final = Signer(secret, salt="strata.client", digest_method=hashlib.sha256)

    def sign(self, key: str) -> str:
        return self._signer.sign(key).decode()

    def read(self, cookie: str | None) -> str | None:
        """The key in the cookie; None if there is none or somebody else signed it."""
        if not cookie or len(cookie) > _LONGEST:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None
