"""The settings of notifications, and what is said of those that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from strata.server.config import BadConfig, read_config

MAIL = {
    "STRATA_SMTP_HOST": "smtp.example",
    "STRATA_SMTP_SENDER": "games@play.example",
    "STRATA_PUBLIC_URL": "https://play.example/",
}


def test_nothing_needs_to_be_set(tmp_path: Path) -> None:
    config = read_config({}, data_dir=tmp_path)
    assert config.mail is None
    assert (config.vapid_key, config.vapid_contact) == ("", "mailto:strata@localhost")
    assert config.push_local is False


@pytest.mark.parametrize(
    ("given", "port", "tls"),
    [
        ({}, 587, "starttls"),
        ({"STRATA_SMTP_TLS": "tls"}, 465, "tls"),
        ({"STRATA_SMTP_TLS": "none", "STRATA_SMTP_PORT": "2525"}, 2525, "none"),
    ],
)
def test_a_mail_server(tmp_path: Path, given: dict[str, str], port: int, tls: str) -> None:
    config = read_config(MAIL | given, data_dir=tmp_path)
    assert config.mail is not None
    assert (config.mail.port, config.mail.tls) == (port, tls)
    assert config.mail.public_url == "https://play.example"
    assert config.vapid_contact == "https://play.example"


def test_the_public_address_is_the_first_host(tmp_path: Path) -> None:
    given = MAIL | {"STRATA_PUBLIC_URL": "", "STRATA_HOSTS": "a.example b.example"}
    config = read_config(given, data_dir=tmp_path)
    assert config.mail is not None
    assert config.mail.public_url == "https://a.example"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"STRATA_PUBLIC_URL": ""}, "expected STRATA_PUBLIC_URL"),
        ({"STRATA_PUBLIC_URL": "play.example"}, "STRATA_PUBLIC_URL=play.example: expected"),
        ({"STRATA_PUBLIC_URL": "https://play.example/x?y"}, "STRATA_PUBLIC_URL"),
        ({"STRATA_SMTP_TLS": "ssl"}, "expected starttls, tls or none"),
        ({"STRATA_SMTP_SENDER": ""}, "STRATA_SMTP_SENDER: expected an address"),
        ({"STRATA_SMTP_SENDER": "a@b.example\nBcc: c@d.example"}, "STRATA_SMTP_SENDER"),
        ({"STRATA_SMTP_PORT": "many"}, "STRATA_SMTP_PORT=many: expected a number"),
        ({"STRATA_VAPID_KEY": "abc"}, "STRATA_VAPID_KEY: expected a private key"),
        ({"STRATA_VAPID_CONTACT": "me"}, "STRATA_VAPID_CONTACT=me: expected mailto:"),
        ({"STRATA_VAPID_CONTACT": "mailto:me"}, "STRATA_VAPID_CONTACT=mailto:me: expected"),
    ],
)
def test_what_cannot_be_is_named(tmp_path: Path, given: dict[str, str], said: str) -> None:
    with pytest.raises(BadConfig, match=said):
        read_config(MAIL | given, data_dir=tmp_path)
