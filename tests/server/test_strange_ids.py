"""Texts that PostgreSQL cannot store, as ids and everything else that a client names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.routes import HTTPRoute, WebSocketRoute
from litestar.testing import TestClient
from structlog.testing import capture_logs

from strata.server.app import create_app
from strata.server.config import Config
from strata.server.live.connection import NO_TABLE
from strata.server.protocol import presence_messages
from strata.server.storage.seat_keys import ID_PATTERN, is_id, new_table_id
from tests.server.client_pages import client_pages
from tests.server.conftest import Client, generous_config

NUL = "\0"
PLAUSIBLE = {"game": "daikuni", "number": "0", "size": "1"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, postgres_url: str) -> Litestar:
    config: Config = generous_config(tmp_path_factory.mktemp("strange"))
    url = postgres_url.replace("postgresql://", "postgresql+asyncpg://")
    return create_app(msgspec.structs.replace(config, database_url=url))


@pytest.fixture(scope="module")
def asking(app: Litestar) -> Iterator[Client]:
    with TestClient(app, raise_server_exceptions=False) as client:
        client.post("/api/identity").raise_for_status()
        yield client


def filled(path: str, strange: dict[str, str] | None = None) -> str:
    """The path with its parameters strange, or else plausible."""
    known = PLAUSIBLE | (strange or {})
    return re.sub(r"{(\w+)[^}]*}", lambda found: known.get(found[1], "A" * 12), path)


def strange_paths(path: str) -> list[str]:
    """The path with each of its parameters strange in turn."""
    return [filled(path, {name: "a%00b"}) for name in re.findall(r"{(\w+)", path)]


def strange(schema: dict[str, Any], schemas: dict[str, Any]) -> Any:
    """A value of a schema whose texts are strange, wherever it leaves them free."""
    if "$ref" in schema:
        return strange(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for choice in ("oneOf", "anyOf", "allOf"):
        if choice in schema:
            return strange(schema[choice][0], schemas)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "object":
            return {
                name: strange(part, schemas) for name, part in schema.get("properties", {}).items()
            }
        case "array":
            return [strange(schema.get("items", {}), schemas)]
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case "null":
            return None
    return NUL


def test_no_path_fails(asking: Client, app: Litestar) -> None:
    asked = 0
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for path in strange_paths(route.path_format):
            for method in route.methods - {"OPTIONS"}:
                with capture_logs() as logged:
                    answer = asking.request(method, path, json={})
                assert answer.status_code < 500, (method, path, answer.text)
                assert not [line for line in logged if line["log_level"] == "error"], (path, logged)
                asked += 1
    assert asked > 50


def test_no_page_fails(asking: Client) -> None:
    for page in client_pages(*["a%00b"] * 3):
        with capture_logs() as logged:
            assert asking.get(page).status_code < 500
        assert not [line for line in logged if line["log_level"] == "error"], (page, logged)


def test_no_body_and_no_query_fails(asking: Client, app: Litestar) -> None:
    described: Any = app.openapi_schema.to_schema()
    schemas, asked = described["components"]["schemas"], 0
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            if method not in ("get", "post", "delete"):
                continue
            plain = re.sub(r"{(\w+)[^}]*}", lambda found: PLAUSIBLE.get(found[1], "A" * 12), path)
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            parameters = operation.get("parameters", ())
            query = [each["name"] for each in parameters if each["in"] == "query"]
            given = {} if body is None else {"json": strange(body["schema"], schemas)}
            answer = asking.request(method, plain, params=dict.fromkeys(query, NUL), **given)
            assert answer.status_code < 500 or answer.status_code == 503, (path, answer.text)
            asked += 1
    assert asked > 50


def test_no_socket_fails(asking: Client, app: Litestar) -> None:
    sockets = [route for route in app.routes if isinstance(route, WebSocketRoute)]
    assert len(sockets) >= 2
    for route in sockets:
        for path in strange_paths(route.path_format):
            with (
                capture_logs() as logged,
                pytest.raises(WebSocketDisconnect) as closed,
                asking.websocket_connect(path) as socket,
            ):
                socket.receive()
            assert closed.value.code == NO_TABLE, path
            assert not [line for line in logged if line["log_level"] == "error"], (path, logged)


def test_nobody_is_here_at_a_strange_table(asking: Client) -> None:
    assert asking.post("/api/here", json={"table": NUL}).status_code == 400
    assert asking.post("/api/here", json={"table": "A" * 12}).json() == {"playing": False}


def test_the_message_takes_the_ids_that_there_are() -> None:
    assert presence_messages._TABLE_ID == ID_PATTERN
    assert is_id(new_table_id())
