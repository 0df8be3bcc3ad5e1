"""Messages about being told of one's games while one is away."""

from __future__ import annotations

from typing import Annotated

import msgspec


class NotificationInfo(msgspec.Struct, frozen=True):
    """How this client can be told of its games, and how it has asked to be."""

    push_key: str
    """The server's public VAPID key, in base64url, with which a browser subscribes."""
    push: bool
    """Whether this client has a push subscription."""
    mail: bool
    """Whether this server sends e-mails."""
    address: str | None
    """The address that this client has given."""
    confirmed: bool
    """Whether the address is confirmed, so that mails are sent there."""


class SubscribePush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A push subscription of a browser: where to send, and the keys to encrypt with."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1024)]
    p256dh: Annotated[str, msgspec.Meta(max_length=128)]
    auth: Annotated[str, msgspec.Meta(max_length=32)]


class GiveAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An e-mail address; a mail is sent there with a link that confirms it."""

    address: Annotated[str, msgspec.Meta(max_length=254)]


class ConfirmAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the link in that mail says."""

    token: Annotated[str, msgspec.Meta(max_length=1024)]
