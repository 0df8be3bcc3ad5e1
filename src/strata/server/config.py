"""The configuration: `STRATA_…` environment variables, and the location of the data.

docs/settings.md lists the variables. All of them are optional.
"""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from strata.core.errors import StrataError
from strata.play.claim import ClaimTerms

_PREFIX: Final = "STRATA_"
_SECRET_BYTES: Final = 32
_CONTACT: Final = re.compile(r"mailto:[^@\s]+@[^@\s]+|https://[^/@\s]+(/\S*)?")
_VAPID_KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")
MailTls = Literal["starttls", "tls", "none"]
AdviceGuardMode = Literal["address", "client", "off"]
_MAIL_PORTS: Final[dict[MailTls, int]] = {"starttls": 587, "tls": 465, "none": 25}


class BadConfig(StrataError):
    """A setting has an invalid value, or a required one is missing."""


class ServerLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits on clients, games and sockets, and the waiting times of claims.

    Each field is an environment variable: `max_sockets` is STRATA_MAX_SOCKETS.
    """

    message_bytes: int = 64 * 1024
    body_bytes: int = 64 * 1024
    game_actions: int = 5000
    tables_per_hour: int = 120
    visitors_per_hour: int = 120
    study_kb_per_day: int = 50_000
    analyses_per_hour: int = 2000
    requests_per_second: int = 30
    messages_per_second: int = 20
    client_messages_per_second: int = 100
    work_ms_per_second: int = 200
    sockets_per_client: int = 64
    connections_per_client: int = 200
    max_sockets: int = 10_000
    idle_seconds: int = 3600
    abandon_seconds: int = 60
    claim_days: int = 7
    claim_grace_seconds: int = 60
    claim_grace_hours: int = 24
    confirmations_per_hour: int = 10
    subscriptions_per_hour: int = 30

    @property
    def claim_terms(self) -> ClaimTerms:
        """The terms for claiming a game that the other player has left."""
        return ClaimTerms(
            patience_ms=self.abandon_seconds * 1000,
            silence_ms=self.claim_days * 24 * 3600 * 1000,
            grace_ms=self.claim_grace_seconds * 1000,
            silent_grace_ms=self.claim_grace_hours * 3600 * 1000,
        )


class MailSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The mail server, and the sender and base URL that e-mails contain."""

    host: str
    port: int
    tls: MailTls
    user: str = ""
    password: str = ""
    sender: str
    """The sender address of e-mails."""
    public_url: str
    """The base URL of links in e-mails, such as https://play.example."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    data_dir: Path
    database_url: str
    redis_url: str = ""
    secret: str
    origins: tuple[str, ...] = ()
    """Hosts, besides the one in the request, whose pages may use this server."""
    hosts: tuple[str, ...] = ()
    """Names of this server, besides IP addresses and the names of the machine itself."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of reverse proxies whose forwarding headers are trusted."""
    advice_guard: AdviceGuardMode = "address"
    """Who gets no advice about a game in progress: everybody at a player's address, the player's
    client alone, or nobody."""
    metrics_token: str = ""
    """The bearer token for /metrics; without one, only this machine may read it."""
    thinkers: int = 1
    """Worker processes in which computer players think, besides one for short thinking."""
    think_ms: int = 5000
    """A computer player's longest time for an action, at any level."""
    analysis_ms: int = 2000
    """The longest time for one analysis of a position at a table."""
    cached_tables: int = 200
    keep_days: int = 0
    """Days until a table or a study is deleted after its last change; 0: never."""
    max_database_mb: int = 10_000
    """The database size above which no new tables, studies or puzzle solvers are stored."""
    vapid_key: str = ""
    """The private key that signs pushes; if empty, one is generated and kept in the database."""
    vapid_contact: str = "mailto:strata@localhost"
    """The contact for push services: a `mailto:` or `https:` URL."""
    push_local: bool = False
    """Whether push endpoints may be on this machine and use HTTP; for tests only."""
    mail: MailSettings | None = None
    mail_delay_seconds: int = 300
    """The delay between an event and its e-mail; a player who returns in time gets none."""
    limits: ServerLimits = ServerLimits()


def read_config(
    environment: Mapping[str, str] | None = None, *, data_dir: Path | None = None
) -> Config:
    """Read the configuration from the environment; `data_dir` overrides STRATA_DATA_DIR.

    Creates the data folder, and in it a secret unless STRATA_SECRET is set. Raises BadConfig.
    """
    given = os.environ if environment is None else environment
    folder = _data_folder(given, data_dir)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    spare = max(1, (os.cpu_count() or 2) - 1)
    return Config(
        data_dir=folder,
        database_url=_database_url(given.get("STRATA_DATABASE_URL", ""), folder),
        redis_url=given.get("STRATA_REDIS_URL", ""),
        secret=_given_secret(given) or _kept_secret(folder / "secret"),
        origins=_list(given, "ORIGINS"),
        hosts=_list(given, "HOSTS"),
        proxies=_networks(given, "PROXIES"),
        advice_guard=_advice_guard(given),
        metrics_token=given.get("STRATA_METRICS_TOKEN", ""),
        thinkers=_number(given, "THINKERS", spare),
        think_ms=_number(given, "THINK_MS", 5000),
        analysis_ms=_number(given, "ANALYSIS_MS", 2000),
        cached_tables=_number(given, "CACHED_TABLES", 200),
        keep_days=_number(given, "KEEP_DAYS", 0),
        max_database_mb=_number(given, "MAX_DATABASE_MB", 10_000),
        vapid_key=_vapid_key(given),
        vapid_contact=_vapid_contact(given),
        push_local=given.get("STRATA_PUSH_LOCAL", "") == "1",
        mail=_mail(given),
        mail_delay_seconds=_number(given, "MAIL_DELAY_SECONDS", 300),
        limits=_limits(given),
    )


def read_database_url(
    environment: Mapping[str, str] | None = None, *, data_dir: Path | None = None
) -> str:
    """Return the database URL as `read_config` does, without creating anything."""
    given = os.environ if environment is None else environment
    return _database_url(given.get("STRATA_DATABASE_URL", ""), _data_folder(given, data_dir))


def _data_folder(given: Mapping[str, str], data_dir: Path | None) -> Path:
    return data_dir or Path(given.get("STRATA_DATA_DIR") or _user_data(given))


def _user_data(given: Mapping[str, str]) -> Path:
    base = given.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "strata"


def _database_url(url: str, folder: Path) -> str:
    """Return `url`, or that of SQLite in `folder`, with the name of the asynchronous driver."""
    if not url:
        return f"sqlite+aiosqlite:///{folder / 'strata.db'}"
    scheme, separator, rest = url.partition("://")
    drivers = {
        "postgres": "postgresql+asyncpg",
        "postgresql": "postgresql+asyncpg",
        "postgresql+asyncpg": "postgresql+asyncpg",
        "sqlite": "sqlite+aiosqlite",
        "sqlite+aiosqlite": "sqlite+aiosqlite",
    }
    found = f"{drivers.get(scheme, '')}://{rest}"
    if not separator or scheme not in drivers or not _is_url(found):
        raise BadConfig(
            "STRATA_DATABASE_URL: expected postgresql://user@host/name or sqlite:///path"
        )
    return found


def _is_url(text: str) -> bool:
    try:
        make_url(text)
    except (ArgumentError, ValueError):
        return False
    return True


def _list(given: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Return the words of a variable, which are separated by commas or spaces."""
    return tuple(given.get(_PREFIX + name, "").replace(",", " ").split())


def _networks(given: Mapping[str, str], name: str) -> tuple[str, ...]:
    networks = _list(given, name)
    for network in networks:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError:
            raise BadConfig(
                f"{_PREFIX}{name}: got {network}, expected addresses or networks such as 10.0.0.0/8"
            ) from None
    return networks


def _number(given: Mapping[str, str], name: str, default: int) -> int:
    text = given.get(_PREFIX + name, "")
    if not text:
        return default
    if not text.isdecimal() or int(text) < 1:
        raise BadConfig(f"{_PREFIX}{name}={text}: expected a number above 0")
    return int(text)


def _public_url(given: Mapping[str, str]) -> str:
    """Return the public base URL, by default that of the first host; empty if there is neither."""
    url = given.get("STRATA_PUBLIC_URL", "").rstrip("/")
    if not url:
        hosts = _list(given, "HOSTS")
        return f"https://{hosts[0]}" if hosts else ""
    parts = urlsplit(url)
    is_plain = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
        raise BadConfig(
            f"STRATA_PUBLIC_URL={url}: expected an address such as https://play.example"
        )
    return url


def _vapid_key(given: Mapping[str, str]) -> str:
    key = given.get("STRATA_VAPID_KEY", "").rstrip("=")
    if key and not _VAPID_KEY.fullmatch(key):
        raise BadConfig("STRATA_VAPID_KEY: expected a private key of 32 bytes in base64url")
    return key


def _vapid_contact(given: Mapping[str, str]) -> str:
    contact = given.get("STRATA_VAPID_CONTACT", "")
    if contact and not _CONTACT.fullmatch(contact):
        raise BadConfig(
            f"STRATA_VAPID_CONTACT={contact}: expected mailto:you@example.org or an https address"
        )
    if contact:
        return contact
    url = _public_url(given)
    return url if url.startswith("https://") else "mailto:strata@localhost"


def _advice_guard(given: Mapping[str, str]) -> AdviceGuardMode:
    wanted = given.get("STRATA_ADVICE_GUARD", "") or "address"
    mode = next((mode for mode in get_args(AdviceGuardMode) if mode == wanted), None)
    if mode is None:
        raise BadConfig(f"STRATA_ADVICE_GUARD={wanted}: expected address, client or off")
    return cast(AdviceGuardMode, mode)


def _mail(given: Mapping[str, str]) -> MailSettings | None:
    """Return the mail settings; None without STRATA_SMTP_HOST."""
    host = given.get("STRATA_SMTP_HOST", "")
    if not host:
        return None
    wanted = given.get("STRATA_SMTP_TLS", "") or "starttls"
    tls = next((mode for mode in _MAIL_PORTS if mode == wanted), None)
    if tls is None:
        raise BadConfig(f"STRATA_SMTP_TLS={wanted}: expected starttls, tls or none")
    sender = given.get("STRATA_SMTP_SENDER", "")
    if (
        sender.count("@") != 1
        or not sender.isascii()
        or any(letter in sender for letter in " \r\n<>")
    ):
        raise BadConfig("STRATA_SMTP_SENDER: expected an address such as games@play.example")
    public_url = _public_url(given)
    if not public_url:
        raise BadConfig(
            "STRATA_SMTP_HOST: e-mails contain links, so expected STRATA_PUBLIC_URL, such as "
            "https://play.example"
        )
    return MailSettings(
        host=host,
        port=_number(given, "SMTP_PORT", _MAIL_PORTS[tls]),
        tls=tls,
        user=given.get("STRATA_SMTP_USER", ""),
        password=given.get("STRATA_SMTP_PASSWORD", ""),
        sender=sender,
        public_url=public_url,
    )


def _limits(given: Mapping[str, str]) -> ServerLimits:
    fields: dict[str, Any] = {
        field.name: _number(given, field.name.upper(), field.default)
        for field in msgspec.structs.fields(ServerLimits)
    }
    return ServerLimits(**fields)


def _given_secret(given: Mapping[str, str]) -> str:
    secret = given.get("STRATA_SECRET", "")
    if secret and len(secret) < _SECRET_BYTES:
        raise BadConfig(
            f"STRATA_SECRET: got {len(secret)} characters, expected at least {_SECRET_BYTES}; "
            "openssl rand -hex 32 generates one"
        )
    return secret


def _kept_secret(path: Path) -> str:
    """Return the secret in `path`; create it, readable by its owner only, if it is missing."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_secret(path)
    with os.fdopen(file, "w") as writing:
        writing.write(secrets.token_hex(_SECRET_BYTES))
    return _read_secret(path)


def _read_secret(path: Path) -> str:
    secret = path.read_text(encoding="ascii").strip()
    if len(secret) < _SECRET_BYTES:
        raise BadConfig(f"{path} contains no secret; delete it to have a new one generated")
    return secret
