"""The random keys of clients and links, and the ids of tables and studies.

Only the SHA-256 of a key is stored, so that the database gives no seat away.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
from typing import Final

_LETTERS: Final = string.ascii_letters + string.digits
_ID_LETTERS: Final = 12
ID_PATTERN: Final = f"^[A-Za-z0-9]{{{_ID_LETTERS}}}$"
"""Of the ids of tables and studies."""
_is_id: Final = re.compile(ID_PATTERN).fullmatch


def new_key() -> str:
    return secrets.token_urlsafe(24)


def is_id(text: str) -> bool:
    """Return whether `text` can be the id of a table or a study."""
    return _is_id(text) is not None


def new_table_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LETTERS))


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
