"""The subscriptions of clients to notifications: the public interface of this package."""

from __future__ import annotations

from typing import Final

from strata.server.config import Config
from strata.server.live.presence import PresenceTracker
from strata.server.notify.dispatcher import Dispatcher
from strata.server.notify.endpoints import check_endpoint
from strata.server.notify.mail import Mailer, MailTokens, check_address
from strata.server.notify.push import Pusher, check_subscription_keys, new_private_key
from strata.server.ops.metrics import Metrics
from strata.server.ops.time_source import TimeSource
from strata.server.storage.alerts import Alerts
from strata.server.storage.contacts import Contact, Contacts

_VAPID: Final = "vapid"


class Notifier:
    def __init__(
        self,
        config: Config,
        alerts: Alerts,
        contacts: Contacts,
        presence: PresenceTracker,
        metrics: Metrics,
        now_ms: TimeSource,
    ) -> None:
        self._config: Final = config
        self._contacts: Final = contacts
        self._now_ms: Final = now_ms
        self._tokens: Final = MailTokens(config.secret)
        self._mailer: Final = None if config.mail is None else Mailer(config.mail, self._tokens)
        self._dispatcher: Final = Dispatcher(
            alerts, contacts, presence, metrics, now_ms, self._mailer
        )
        self.public_key = ""
        """The VAPID key with which browsers subscribe; empty before `start`."""

    async def start(self) -> None:
        """Load the VAPID key, from the settings or shared by all servers, and begin to send."""
        key = self._config.vapid_key
        key = key or await self._contacts.shared_key(_VAPID, new_private_key())
        pusher = Pusher(key, self._config.vapid_contact, local=self._config.push_local)
        self.public_key = pusher.public_key
        self._dispatcher.pusher = pusher
        self._dispatcher.start()

    async def stop(self) -> None:
        await self._dispatcher.stop()

    @property
    def can_mail(self) -> bool:
        return self._mailer is not None

    async def contacts_of(self, device: str) -> list[Contact]:
        return await self._contacts.of(device)

    async def subscribe(self, device: str, endpoint: str, public_key: str, auth: str) -> None:
        """Add a push endpoint of a client. Raises BadEndpoint or BadKey."""
        check_endpoint(endpoint, local=self._config.push_local)
        check_subscription_keys(public_key, auth)
        await self._contacts.subscribe(device, endpoint, public_key, auth, self._now_ms())

    async def end_push(self, device: str) -> None:
        await self._contacts.drop(device, "push")

    async def ask_address(self, device: str, text: str) -> bool:
        """Ask an address for its confirmation, by e-mail.

        Returns False if it was asked too often or refused e-mails. Raises BadAddress or MailFailed.
        """
        assert self._mailer is not None
        address, now_ms = check_address(text), self._now_ms()
        if not await self._contacts.ask_address(device, address, now_ms):
            return False
        await self._mailer.ask_to_confirm(device, address)
        return True

    async def confirm(self, token: str) -> bool:
        """Confirm the address in a token; return whether it worked."""
        found = self._tokens.read_confirm(token)
        return found is not None and await self._contacts.confirm(*found, self._now_ms())

    async def end_mail(self, device: str) -> None:
        await self._contacts.drop(device, "mail")

    async def end_mail_by_link(self, token: str) -> bool:
        """End all e-mails to the address in a token; return whether the token is valid."""
        address = self._tokens.read_end(token)
        if address is None:
            return False
        await self._contacts.end_mail(address, self._now_ms())
        return True

    async def forget(self, device: str) -> None:
        """Delete all contacts of a client."""
        await self._contacts.drop(device)
