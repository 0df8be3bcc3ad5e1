"""How mails are sent: over TLS, with a password, to nobody whose certificate is not known."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from strata.core.outcome import Outcome
from strata.play.table import TableExtras
from strata.server.config import MailSettings, MailTls
from strata.server.notify import mail as mail_module
from strata.server.notify.mail import (
    BadAddress,
    Letter,
    Mailer,
    MailFailed,
    MailTokens,
    check_address,
)
from strata.server.notify.words import sentence
from strata.server.storage.alerts import AlertedTable, AlertKind
from tests.server.certificates import make_certificate, server_context
from tests.server.mail_server import PUBLIC_URL, MailServer

LETTER = Letter("Ünïcode: it is your turn", ("It is your turn.",))


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return make_certificate(tmp_path)


def let_in(
    _server: object, _session: object, _envelope: object, _how: str, login: object
) -> object:
    is_known = login == LoginPassword(b"games", b"a word")
    return AuthResult(success=is_known, handled=False)  # else nothing would be answered


def mailer_to(server: MailServer, tls: MailTls, password: str = "a word") -> Mailer:
    settings = MailSettings(
        host="127.0.0.1",
        port=server.port,
        tls=tls,
        user="" if tls == "none" else "games",
        password="" if tls == "none" else password,
        sender="games@play.example",
        public_url=PUBLIC_URL,
    )
    return Mailer(settings, MailTokens("a secret of the tests"))


def send(mailer: Mailer) -> None:
    asyncio.run(mailer.send("ann@example.org", LETTER))


def test_starttls_and_a_password(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    how = {"tls_context": server_context(certificate), "require_starttls": True}
    with MailServer(authenticator=let_in, auth_required=True, **how) as server:
        with pytest.raises(MailFailed):  # nobody vouches for the certificate
            send(mailer_to(server, "starttls"))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with pytest.raises(MailFailed, match="refused"):
            send(mailer_to(server, "starttls", "another word"))
        send(mailer_to(server, "starttls"))
        assert server.next().subject == LETTER.subject
        assert server.is_quiet()


@pytest.mark.filterwarnings("ignore:Requiring AUTH")
def test_tls_from_the_first_byte(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    how = {"ssl_context": server_context(certificate), "auth_require_tls": False}
    with MailServer(authenticator=let_in, auth_required=True, **how) as server:
        send(mailer_to(server, "tls"))
        assert server.next().subject == LETTER.subject


def test_nothing_is_sent_in_the_clear_where_tls_is_expected() -> None:
    with MailServer() as server:
        with pytest.raises(MailFailed):
            send(mailer_to(server, "starttls"))
        assert server.is_quiet()


def test_a_mail_server_that_is_away() -> None:
    server = MailServer()
    with pytest.raises(MailFailed, match="does not answer"):
        send(mailer_to(server, "none"))


def test_a_mail_server_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_module, "_SEND_SECONDS", 0.1)
    server = MailServer()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server.port = silent.getsockname()[1]
        with pytest.raises(MailFailed, match="does not answer"):
            send(mailer_to(server, "none"))


def test_a_mail_is_marked_as_automatic_and_has_a_way_to_end_it() -> None:
    with MailServer() as server:
        send(mailer_to(server, "none"))
        mail = server.next()
    assert str(mail.message["From"]) == "Strata <games@play.example>"
    assert mail.message["Auto-Submitted"] == "auto-generated"
    assert str(mail.message["Message-ID"]).endswith("@play.example>")
    assert mail.one_click == mail.link("/mail/end")


@pytest.mark.parametrize("subject", ["turn\r\nBcc: all@example.org", "turn\nX: y"])
def test_no_header_can_be_slipped_in(subject: str) -> None:
    with MailServer() as server:
        with pytest.raises((ValueError, MailFailed)):
            asyncio.run(
                mailer_to(server, "none").send("ann@example.org", Letter(subject, ("Text.",)))
            )
        assert server.is_quiet()


def test_addresses_are_written_in_small_letters() -> None:
    assert check_address(" Ann.B+games@Example.ORG ") == "ann.b+games@example.org"
    with pytest.raises(BadAddress):
        check_address("a" * 65 + "@example.org")


def test_tokens_of_older_e_mails_are_accepted() -> None:
    """Their digest was the default of the library."""
    tokens = MailTokens("one secret of a server")
    confirming = URLSafeTimedSerializer("one secret of a server", salt="strata.mail.confirm")
    ending = URLSafeSerializer("one secret of a server", salt="strata.mail.end")
    found = tokens.read_confirm(str(confirming.dumps(["device", "ann@example.org"])))
    assert found == ("device", "ann@example.org")
    assert tokens.read_end(str(ending.dumps("ann@example.org"))) == "ann@example.org"
    newer = tokens.to_end("ann@example.org")
    assert tokens.read_end(newer) == "ann@example.org"
    with pytest.raises(BadSignature):
        ending.loads(newer)


def test_tokens_are_of_their_kind_and_of_their_server() -> None:
    ours, theirs = MailTokens("one secret of a server"), MailTokens("another secret of a server")
    confirm, end = ours.to_confirm("device", "a@b.example"), ours.to_end("a@b.example")
    assert ours.read_confirm(confirm) == ("device", "a@b.example")
    assert ours.read_end(end) == "a@b.example"
    assert ours.read_confirm(end) is None
    assert ours.read_end(confirm) is None
    assert theirs.read_confirm(confirm) is None
    assert theirs.read_end(end) is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ben B.", "It is your turn against Ben B."),
        ("", "It is your turn against your opponent."),
        ("www.evil.example", "It is your turn against your opponent."),
        ("http://evil", "It is your turn against your opponent."),
        ("ben@evil", "It is your turn against your opponent."),
    ],
)
def test_a_name_that_could_become_a_link_is_left_out(name: str, said: str) -> None:
    table = _table(tags={"Second": name} if name else {})
    assert sentence("turn", table, "first", 0).rstrip(".") == said.rstrip(".")


@pytest.mark.parametrize("kind", ["turn", "joined", "draw", "take-back", "claim", "over"])
def test_the_words_say_nothing_of_the_game_itself(kind: AlertKind) -> None:
    """How it ended, or what was agreed, is for the table to tell."""
    over = _table(extras=TableExtras(agreed=Outcome("first", "resignation")))
    assert sentence(kind, over, "first", 0) == sentence(kind, _table(), "first", 0)


def _table(tags: dict[str, str] | None = None, extras: TableExtras | None = None) -> AlertedTable:
    return AlertedTable(
        game="kyo",
        tags=tags or {},
        kinds={"first": "me", "second": "link"},
        levels={"first": None, "second": None},
        acting="first",
        is_over=False,
        deadline_ms=None,
        extras=extras or TableExtras(),
    )
