"""Messages about notifications for players who are away."""

from __future__ import annotations

from typing import Annotated

import msgspec


class NotificationInfo(msgspec.Struct, frozen=True):
    """How this client can be notified of its games, and what it has asked for."""

    push_key: str
    """The server's public VAPID key in base64url, with which a browser subscribes."""
    push: bool
    """Whether this client has a push subscription."""
    mail: bool
    """Whether this server sends e-mails."""
    address: str | None
    """The e-mail address that this client has given; None if it has given none."""
    confirmed: bool
    """Whether the address is confirmed, so that notifications are sent to it."""


class SubscribePush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription: where to send messages, and the keys to encrypt them."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1024)]
    p256dh: Annotated[str, msgspec.Meta(max_length=128)]
    auth: Annotated[str, msgspec.Meta(max_length=32)]


class GiveAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An e-mail address, to which the server sends a link that confirms it."""

    address: Annotated[str, msgspec.Meta(max_length=254)]


class ConfirmAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token in a confirmation link."""

    token: Annotated[str, msgspec.Meta(max_length=1024)]
