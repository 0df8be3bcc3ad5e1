"""A real SMTP server that keeps what it is given."""

from __future__ import annotations

import email
import queue
import re
from email.message import EmailMessage
from email.policy import default
from typing import Any, Self
from urllib.parse import urlsplit

from aiosmtpd.controller import Controller

from tests.patience import PATIENCE
from tests.server.processes import free_port

PUBLIC_URL = "https://play.example"


class Mail:
    """A mail as it arrived."""

    def __init__(self, recipients: list[str], message: EmailMessage) -> None:
        self.recipients = recipients
        self.message = message

    @property
    def text(self) -> str:
        return str(self.message.get_content())

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    def link(self, path: str) -> str:
        """The path and query of a link in the text."""
        found = re.search(rf"{re.escape(PUBLIC_URL)}({re.escape(path)}\S*)", self.text)
        assert found is not None, self.text
        return found.group(1)

    @property
    def one_click(self) -> str:
        """The path and query to which a mail program posts to end the mails."""
        assert self.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        header = str(self.message["List-Unsubscribe"]).strip("<>")
        parts = urlsplit(header)
        assert header.startswith(PUBLIC_URL)
        return f"{parts.path}?{parts.query}"


class MailServer:
    """Takes every mail, unless `refusals` has an answer for the next ones."""

    def __init__(self, **how: Any) -> None:
        """`how` it speaks, as `aiosmtpd` names it: with TLS, only to who logs in."""
        self.refusals: list[str] = []
        self._mails: queue.Queue[Mail] = queue.Queue()
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, **how)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "STRATA_SMTP_HOST": "127.0.0.1",
            "STRATA_SMTP_PORT": str(self.port),
            "STRATA_SMTP_TLS": "none",
            "STRATA_SMTP_SENDER": "games@play.example",
            "STRATA_PUBLIC_URL": PUBLIC_URL,
        }

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refusals:
            return self.refusals.pop(0)
        message = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self._mails.put(Mail(list(envelope.rcpt_tos), message))
        return "250 OK"

    def next(self) -> Mail:
        """The next mail that arrives."""
        return self._mails.get(timeout=PATIENCE)

    def is_quiet(self) -> bool:
        return self._mails.empty()

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()
