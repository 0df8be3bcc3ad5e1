"""Routes of notifications: how players ask to be told that it is their turn, and end it."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import JSONBody, QueryParameter

from strata.server.http.dependencies import AnyRequest, TheClients, TheStorage
from strata.server.http.problems import DONE, NotFound, TooOften, problems
from strata.server.notify.notifier import Notifier
from strata.server.protocol.notification_messages import (
    ConfirmAddress,
    GiveAddress,
    NotificationInfo,
    SubscribePush,
)
from strata.server.storage.seat_keys import hash_key

TheNotifier = NamedDependency[Notifier]
Token = Annotated[str, QueryParameter(max_length=1024, description="The token of the link.")]


class NothingToTell(HTTPException):
    """The client cannot be notified in this way."""

    status_code = 409


async def _seated(storage: TheStorage, clients: TheClients, request: AnyRequest) -> str:
    """Return the hash of the key of a client that holds a seat. Raises NothingToTell for others."""
    key = clients.key_of(request)
    if key is None or not await storage.holds_any(hash_key(key)):
        raise NothingToTell("you hold no seat at a table: start or join a game first")
    return hash_key(key)


@get("/api/notifications", responses=problems())
async def notifications(
    notifier: TheNotifier, clients: TheClients, request: AnyRequest
) -> NotificationInfo:
    """Return how this client is notified of its games while it is away."""
    key = clients.key_of(request)
    found = [] if key is None else await notifier.contacts_of(hash_key(key))
    mail = next((one for one in found if one.channel == "mail"), None)
    return NotificationInfo(
        push_key=notifier.public_key,
        push=any(one.channel == "push" for one in found),
        mail=notifier.can_mail,
        address=None if mail is None else mail.address,
        confirmed=mail is not None and mail.is_confirmed,
    )


@post("/api/notifications/push", status_code=204, responses=DONE | problems(400, 403, 409, 413))
async def subscribe(
    data: JSONBody[SubscribePush],
    notifier: TheNotifier,
    storage: TheStorage,
    clients: TheClients,
    request: AnyRequest,
) -> Response[None]:
    """Begin to notify this client of its games by Web Push."""
    device = await _seated(storage, clients, request)
    clients.expect_may_subscribe(request)
    await notifier.subscribe(device, data.endpoint, data.p256dh, data.auth)
    return Response(None, status_code=204)


@post("/api/notifications/push/end", status_code=204, responses=DONE | problems(403))
async def end_push(
    notifier: TheNotifier, clients: TheClients, request: AnyRequest
) -> Response[None]:
    """End Web Push for this client."""
    key = clients.key_of(request)
    if key is not None:
        await notifier.end_push(hash_key(key))
    return Response(None, status_code=204)


@post("/api/notifications/mail", status_code=204, responses=DONE | problems(400, 403, 409, 413))
async def give_address(
    data: JSONBody[GiveAddress],
    notifier: TheNotifier,
    storage: TheStorage,
    clients: TheClients,
    request: AnyRequest,
) -> Response[None]:
    """Send a mail to the address, with a link that confirms it."""
    if not notifier.can_mail:
        raise NothingToTell("this server sends no e-mails")
    device = await _seated(storage, clients, request)
    clients.expect_may_mail(request)
    if not await notifier.ask_address(device, data.address):
        raise TooOften(
            "a confirmation was already sent to this address: check the inbox or wait a day",
            headers={"retry-after": "86400"},
        )
    return Response(None, status_code=204)


@post(
    "/api/notifications/mail/confirm",
    status_code=204,
    responses=DONE | problems(400, 403, 404, 413),
)
async def confirm_address(data: JSONBody[ConfirmAddress], notifier: TheNotifier) -> Response[None]:
    """Confirm an address by the token mailed to it. No cookie is needed."""
    if not await notifier.confirm(data.token):
        raise NotFound("this link is no longer valid: request another e-mail")
    return Response(None, status_code=204)


@post("/api/notifications/mail/drop", status_code=204, responses=DONE | problems(403))
async def drop_address(
    notifier: TheNotifier, clients: TheClients, request: AnyRequest
) -> Response[None]:
    """End e-mails for this client and forget its address."""
    key = clients.key_of(request)
    if key is not None:
        await notifier.end_mail(hash_key(key))
    return Response(None, status_code=204)


@post("/mail/end", status_code=204, responses=DONE | problems(400, 403, 404))
async def end_mail(token: Token, notifier: TheNotifier) -> Response[None]:
    """End all e-mails to an address, by the one-click link in each of them (RFC 8058).

    No cookie is needed, and the body of the request is ignored.
    """
    if not await notifier.end_mail_by_link(token):
        raise NotFound("this link is not valid")
    return Response(None, status_code=204)


HANDLERS: Final = [
    notifications,
    subscribe,
    end_push,
    give_address,
    confirm_address,
    drop_address,
    end_mail,
]
