"""The files of deploy/: what they publish, and a database and a broker with their rights.

No container is started: the files are read, and what a container would run is run here.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.server.processes import Server
from tests.server.services import Redis, new_postgres, program

PASSWORD = "c0ffee"


@pytest.fixture
def services(root: Path) -> dict[str, Any]:
    text = (root / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    services: dict[str, Any] = yaml.safe_load(text)["services"]
    return services


def test_only_this_machine_reaches_the_server_and_nobody_the_rest(
    services: dict[str, Any],
) -> None:
    assert services["strata"]["ports"] == ["127.0.0.1:${STRATA_PORT:-8765}:8765"]
    assert not [
        name for name, service in services.items() if "ports" in service and name != "strata"
    ]


def test_every_secret_has_to_be_set(services: dict[str, Any]) -> None:
    """Without one of them compose says so and starts nothing."""
    text = str(services)
    for name in ("POSTGRES_PASSWORD", "REDIS_PASSWORD", "STRATA_SECRET"):
        used = re.findall(rf"\$\{{{name}[^}}]*\}}", text)
        assert used
        assert all(each.startswith(f"${{{name}:?") for each in used), used


def test_the_page_sets_every_secret(root: Path) -> None:
    page = (root / "docs" / "deployment.md").read_text(encoding="utf-8")
    for name in ("POSTGRES_PASSWORD", "REDIS_PASSWORD", "STRATA_SECRET"):
        assert f"{name}=$(openssl rand -hex " in page


def test_what_is_mounted_and_built_is_there(root: Path, services: dict[str, Any]) -> None:
    folder = root / "deploy"
    build = services["strata"]["build"]
    assert (folder / build["context"] / build["dockerfile"]).is_file()
    mounted = [
        volume.partition(":")[0]
        for service in services.values()
        for volume in service.get("volumes", ())
        if volume.startswith(".")
    ]
    assert mounted == ["./database.sh"]
    assert os.access(folder / "database.sh", os.X_OK)
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (folder / "Dockerfile").read_text(), re.M)
    for name in " ".join(copied).split():
        assert (root / name).exists(), f"Dockerfile copies {name}"


def test_the_server_runs_with_the_role_and_the_password_of_compose(
    root: Path, services: dict[str, Any], tmp_path: Path
) -> None:
    """The role owns its database and can do nothing else; the superuser has no password."""
    urls = services["strata"]["environment"]
    with new_postgres() as postgres, postgres, Redis(tmp_path) as redis:
        _make_role(root, postgres.port)
        powers = "rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls"
        assert _select_roles(postgres.url, powers) == ["postgres"]
        assert _select_roles(postgres.url, "rolpassword is not null") == ["strata"]
        redis.ask("config", "set", "requirepass", PASSWORD)
        database = _local(urls["STRATA_DATABASE_URL"], "database", postgres.port)
        broker = _local(urls["STRATA_REDIS_URL"], "redis:6379", redis.port)
        server = Server(tmp_path, STRATA_DATABASE_URL=database, STRATA_REDIS_URL=broker)
        try:
            server.start()
        finally:
            server.end()


def _make_role(root: Path, port: int) -> None:
    """Run what the image of the database runs, with its variables."""
    variables = {"POSTGRES_PASSWORD": PASSWORD, "PGHOST": "127.0.0.1", "PGPORT": str(port)}
    folder = Path(program("psql")).parent
    done = subprocess.run(
        [root / "deploy" / "database.sh"],
        env=os.environ | variables | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def _local(url: str, host: str, port: int) -> str:
    """An address of compose.yaml, with a service of this test in place of the container."""
    assert f"@{host}" in url
    url = re.sub(r"\$\{[A-Z]+_PASSWORD[^}]*\}", PASSWORD, url)
    return url.replace(f"@{host}", f"@127.0.0.1:{port}")


def _select_roles(url: str, condition: str) -> list[str]:
    query = f"select rolname from pg_authid where {condition}"
    asking = [
        program("psql"),
        "--no-psqlrc",
        "--tuples-only",
        "--no-align",
        "--command",
        query,
        url,
    ]
    return subprocess.run(asking, capture_output=True, check=True, text=True).stdout.split()
