"""Buckets and configuration: what may be asked for, and how it is set."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from strata.server.config import BadConfig, ServerLimits, read_config
from strata.server.ops.rate_limit import Bucket, Buckets


class Watch:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_again() -> None:
    watch = Watch()
    bucket = Bucket(2, 3, watch)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait_seconds() == 1
    watch.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    watch.now = 1000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_clients_have_their_own_buckets() -> None:
    buckets = Buckets(1, 1, Watch())
    assert buckets.of("a").take()
    assert not buckets.of("a").take()
    assert buckets.of("b").take()


def test_nothing_needs_to_be_set(tmp_path: Path) -> None:
    config = read_config({"XDG_DATA_HOME": str(tmp_path)})
    assert config.data_dir == tmp_path / "strata"
    assert config.database_url == f"sqlite+aiosqlite:///{tmp_path}/strata/strata.db"
    assert config.limits == ServerLimits()
    assert stat.S_IMODE(config.data_dir.stat().st_mode) == 0o700
    secret = config.data_dir / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert read_config({"XDG_DATA_HOME": str(tmp_path)}).secret == config.secret


def test_what_is_set(tmp_path: Path) -> None:
    given = {
        "STRATA_DATABASE_URL": "postgres://me@db/strata",
        "STRATA_SECRET": "s" * 40,
        "STRATA_ORIGINS": "play.example, www.play.example",
        "STRATA_MAX_SOCKETS": "7",
        "STRATA_ADVICE_GUARD": "client",
    }
    config = read_config(given, data_dir=tmp_path)
    assert config.database_url == "postgresql+asyncpg://me@db/strata"
    assert config.origins == ("play.example", "www.play.example")
    assert config.limits.max_sockets == 7
    assert config.advice_guard == "client"
    assert not (tmp_path / "secret").exists()


@pytest.mark.parametrize(
    "given",
    [
        {"STRATA_MAX_SOCKETS": "many"},
        {"STRATA_THINKERS": "0"},
        {"STRATA_DATABASE_URL": "mysql://x"},
        {"STRATA_SECRET": "x"},
        {"STRATA_ADVICE_GUARD": "on"},
    ],
)
def test_what_cannot_be(tmp_path: Path, given: dict[str, str]) -> None:
    with pytest.raises(BadConfig, match="expected"):
        read_config(given, data_dir=tmp_path)


def test_a_secret_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    with pytest.raises(BadConfig, match="delete it"):
        read_config({}, data_dir=tmp_path)
