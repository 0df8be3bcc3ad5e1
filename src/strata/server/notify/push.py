"""Web Push: messages encrypted for a browser (RFC 8291) and signed by this server (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import errno
import os
import time
from typing import Final, Literal
from urllib.parse import urlsplit

import http_ece
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException

from strata.core.errors import StrataError
from strata.server.notify.endpoints import BadEndpoint, EndpointClient
from strata.server.notify.resolver import Unresolved
from strata.server.storage.contacts import Contact

Result = Literal["sent", "gone", "refused", "failed", "unsent"]
"""`gone`: the subscription does not exist any more; `refused`: retrying the message is useless;
`unsent`: no connection was made, for reasons of this machine.
"""
_CURVE: Final = ec.SECP256R1
_POINT_BYTES: Final = 65
_AUTH_BYTES: Final = 16
_TOKEN_SECONDS: Final = 12 * 3600
_OWN_ERRORS: Final = frozenset(
    {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ENETDOWN, errno.ENETUNREACH}
)
_PAD: Final = 256
"""Messages are padded to a multiple of so many bytes, which hides the lengths of names."""


class BadKey(StrataError):
    """The text is not a key of the expected kind."""


def decode_base64url(text: str) -> bytes:
    """Decode base64url, with or without padding. Raises ValueError."""
    if not text.isascii():
        raise ValueError("expected base64url")
    try:
        padded = text + "=" * (-len(text) % 4)
        return base64.b64decode(padded.encode(), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError("expected base64url") from None


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def check_subscription_keys(public_key: str, auth: str) -> None:
    """Raise BadKey unless the keys are such as browsers make."""
    try:
        point, secret = decode_base64url(public_key), decode_base64url(auth)
    except ValueError:
        raise BadKey("p256dh, auth: expected base64url") from None
    if len(point) != _POINT_BYTES or len(secret) != _AUTH_BYTES:
        raise BadKey(f"p256dh, auth: expected {_POINT_BYTES} and {_AUTH_BYTES} bytes")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE(), point)
    except ValueError:
        raise BadKey("p256dh: expected a point of P-256") from None


def new_private_key() -> str:
    """Return a new private VAPID key: 32 bytes in base64url."""
    number = ec.generate_private_key(_CURVE()).private_numbers().private_value
    return encode_base64url(number.to_bytes(32, "big"))


class Pusher:
    """A sender of messages to push services, which identifies itself by a VAPID key."""

    def __init__(self, private_key: str, contact: str, *, local: bool = False) -> None:
        """`contact` is a `mailto:` or `https:` URL for push services. Raises BadKey."""
        try:
            if len(decode_base64url(private_key)) != 32:
                raise ValueError
            self._vapid: Final = Vapid02.from_raw(private_key.encode())
        except ValueError:
            raise BadKey("VAPID key: expected 32 bytes in base64url") from None
        self._vapid.conf = {"no-strict": True}  # strict mode refuses addresses with a port
        self._contact: Final = contact
        self._client: Final = EndpointClient(local=local)

    @property
    def public_key(self) -> str:
        """The public key in base64url, which a browser needs to subscribe."""
        point: bytes = self._vapid.public_key.public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return encode_base64url(point)

    async def send(self, contact: Contact, message: bytes, *, topic: str, seconds: int) -> Result:
        """Send `message` to a subscription; failures on the other side are results, not errors.

        A later message of the same `topic` replaces one that is not delivered yet. The push service
        keeps an undelivered message for `seconds`. Returns only when its name lookup has ended.
        """
        try:
            headers = {
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(seconds),
                "Topic": topic,
                "Urgency": "normal",
            } | self._authorization(contact.address)
            body = _encrypt(message, contact)
            answer = await self._client.post(contact.address, body, headers)
        except (BadEndpoint, UnicodeError, VapidException):
            return "gone"  # nothing may be sent to this endpoint
        except Unresolved as error:
            await error.lookup_ended()
            return "unsent"
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError) as error:
            return "unsent" if _is_own(error) else "failed"
        return result_of(answer.status_code)

    def _authorization(self, endpoint: str) -> dict[str, str]:
        claims = {
            "aud": _origin(endpoint),
            "sub": self._contact,
            "exp": int(time.time()) + _TOKEN_SECONDS,
        }
        signed: dict[str, str] = self._vapid.sign(claims)
        return signed

    async def close(self) -> None:
        await self._client.close()


def _is_own(error: BaseException | None) -> bool:
    """Whether this side is why it came to no connection."""
    while error is not None:
        if isinstance(error, httpx.PoolTimeout):
            return True
        if isinstance(error, OSError) and error.errno in _OWN_ERRORS:
            return True
        error = error.__cause__ or error.__context__  # httpcore drops the cause
    return False


def _origin(url: str) -> str:
    """Return the origin of a URL as browsers write it: in lower case, without the default port."""
    parts = urlsplit(url)
    is_usual = parts.port in (None, {"https": 443, "http": 80}.get(parts.scheme))
    return f"{parts.scheme}://{parts.hostname}" + ("" if is_usual else f":{parts.port}")


def result_of(status: int) -> Result:
    """Return what the status code of a push service's answer means."""
    if 200 <= status < 300:
        return "sent"
    if status in (404, 410):
        return "gone"
    if status in (408, 429) or status >= 500:
        return "failed"
    return "refused"


def _encrypt(message: bytes, contact: Contact) -> bytes:
    assert contact.public_key is not None
    assert contact.auth is not None
    padded = message + b" " * (-len(message) % _PAD)
    encrypted: bytes = http_ece.encrypt(
        padded,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(_CURVE()),
        dh=decode_base64url(contact.public_key),
        auth_secret=decode_base64url(contact.auth),
        version="aes128gcm",
    )
    return encrypted
