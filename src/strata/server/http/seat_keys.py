"""Who is asking: the client's key in a signed cookie, and the keys in links.

A key is random and unguessable. Only its SHA-256 is stored: the database gives no seat away.
"""

from __future__ import annotations

import hashlib
import secrets
import string
from typing import Final

from itsdangerous import BadSignature, Signer

COOKIE: Final = "strata"
COOKIE_SECONDS: Final = 400 * 24 * 3600  # browsers keep no cookie longer
_LETTERS: Final = string.ascii_letters + string.digits
_ID_LETTERS: Final = 12
_LONGEST_KEY: Final = 64


def new_key() -> str:
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LETTERS))


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class Cookies:
    """Signs clients' keys and reads them again."""

    def __init__(self, secret: str) -> None:
        self._signer: Final = Signer(secret, salt="strata.client", digest_method=hashlib.sha256)

    def sign(self, key: str) -> str:
        return self._signer.sign(key).decode()

    def read(self, cookie: str | None) -> str | None:
        """The key in the cookie; None if there is none or somebody else signed it."""
        if not cookie or len(cookie) > 4 * _LONGEST_KEY:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None
