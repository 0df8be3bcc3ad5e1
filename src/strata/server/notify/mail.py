"""E-mails: their form, their sending, and the links that confirm an address or unsubscribe it."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import Any, Final
from urllib.parse import quote, urlsplit

import aiosmtplib
import msgspec
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from strata.core.errors import StrataError
from strata.server.config import MailSettings

_LONGEST_ADDRESS: Final = 254
_LONGEST_TOKEN: Final = 1024
_CONFIRM_SECONDS: Final = 3 * 24 * 3600
_SEND_SECONDS: Final = 15
_NAME: Final = "Strata"
# E-mails that were sent before 2027 hold tokens with the digest that is the library's default.
_DIGESTS: Final[dict[str, Any]] = {
    "signer_kwargs": {"digest_method": hashlib.sha256},
    "fallback_signers": [{"digest_method": hashlib.sha1}],
}
# The form of nearly every address: no quotes, no comments, no letters outside ASCII.
_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]"
)


class BadAddress(StrataError):
    """The text is not an address to which e-mails can be sent."""


class MailFailed(StrataError):
    """The mail server did not accept an e-mail."""

    def __init__(self, detail: str, *, is_final: bool) -> None:
        """`is_final` says that it will never accept this one."""
        super().__init__(detail)
        self.is_final: Final = is_final


def check_address(text: str) -> str:
    """Return the address in lower case, without spaces around it. Raises BadAddress."""
    address = text.strip(" ")
    local = address.partition("@")[0]
    if len(address) > _LONGEST_ADDRESS or len(local) > 64 or not _ADDRESS.fullmatch(address):
        raise BadAddress("address: expected an e-mail address such as ann@example.org")
    return address.lower()  # no provider distinguishes upper and lower case


class MailTokens:
    """Signed tokens for links in e-mails, which need no cookie.

    A token that ends e-mails holds for ever, because the link in an old e-mail must work. It can do
    nothing else.
    """

    def __init__(self, secret: str) -> None:
        confirming, ending = "strata.mail.confirm", "strata.mail.end"
        self._confirming: Final = URLSafeTimedSerializer(secret, salt=confirming, **_DIGESTS)
        self._ending: Final = URLSafeSerializer(secret, salt=ending, **_DIGESTS)

    def to_confirm(self, device: str, address: str) -> str:
        return str(self._confirming.dumps([device, address]))

    def to_end(self, address: str) -> str:
        return str(self._ending.dumps(address))

    def read_confirm(self, token: str) -> tuple[str, str] | None:
        """Return the client and the address; None if the signature is invalid or too old."""
        if len(token) > _LONGEST_TOKEN:
            return None
        try:
            device, address = self._confirming.loads(token, max_age=_CONFIRM_SECONDS)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(device), str(address)

    def read_end(self, token: str) -> str | None:
        if len(token) > _LONGEST_TOKEN:
            return None
        try:
            return str(self._ending.loads(token))
        except (BadSignature, ValueError):
            return None


class Letter(msgspec.Struct, frozen=True):
    subject: str
    paragraphs: tuple[str, ...]


class Mailer:
    def __init__(self, settings: MailSettings, tokens: MailTokens) -> None:
        self._settings: Final = settings
        self._tokens: Final = tokens
        self._url: Final = settings.public_url.rstrip("/")

    def table_url(self, table_id: str) -> str:
        return f"{self._url}/table/{quote(table_id)}"

    async def ask_to_confirm(self, device: str, address: str) -> None:
        """Send the e-mail with the link that confirms an address. Raises MailFailed."""
        link = f"{self._url}/mail/confirm?token={self._tokens.to_confirm(device, address)}"
        host = urlsplit(self._url).netloc
        letter = Letter(
            f"Confirm your address for {host}",
            (
                f"Somebody asked {host} to write to this address when it is their turn in a game. "
                "If it was you, open this page within three days and confirm your address:",
                link,
                "If it was not you, ignore this e-mail: you will not get another one.",
            ),
        )
        await self.send(address, letter)

    async def send(self, address: str, letter: Letter) -> None:
        """Send a letter with a one-click unsubscribe link. Raises MailFailed."""
        message = self._compose(address, letter)
        given = self._settings
        try:
            await aiosmtplib.send(
                message,
                hostname=given.host,
                port=given.port,
                username=given.user or None,
                password=given.password or None,
                use_tls=given.tls == "tls",
                start_tls=given.tls == "starttls",
                local_hostname=urlsplit(self._url).hostname,
                timeout=_SEND_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            raise MailFailed("address refused", is_final=all(c >= 500 for c in codes)) from error
        except aiosmtplib.SMTPResponseException as error:
            is_final = isinstance(error, aiosmtplib.SMTPDataError) and error.code >= 500
            raise MailFailed("mail refused", is_final=is_final) from error
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
            raise MailFailed("the mail server does not answer", is_final=False) from error

    def _compose(self, address: str, letter: Letter) -> EmailMessage:
        end = f"{self._url}/mail/end?token={self._tokens.to_end(address)}"
        local, _, domain = address.rpartition("@")
        message = EmailMessage(policy=SMTP)
        message["From"] = Address(_NAME, addr_spec=self._settings.sender)
        message["To"] = Address(username=local, domain=domain)
        message["Subject"] = letter.subject
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = make_msgid(domain=self._settings.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{end}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        paragraphs = (*letter.paragraphs, f"Stop all e-mails to this address: {end}")
        message.set_content("\n\n".join(paragraphs) + "\n", cte="quoted-printable")
        return message
