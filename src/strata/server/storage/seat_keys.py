"""The random keys of clients and links, and the ids of tables.

Only the SHA-256 of a key is stored, so that the database gives no seat away.
"""

from __future__ import annotations

import hashlib
import secrets
import string
from typing import Final

_LETTERS: Final = string.ascii_letters + string.digits
_ID_LETTERS: Final = 12


def new_key() -> str:
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LETTERS))


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
