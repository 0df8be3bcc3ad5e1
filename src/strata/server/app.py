"""The application: puts the parts together and starts and stops them in order."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import strata
from strata.server.cluster.notices import Notices, open_channels
from strata.server.config import Config
from strata.server.engines.analyst import Analyst
from strata.server.engines.computer import Computer
from strata.server.http import analysis, client_files, games, problems, status, tables
from strata.server.http.dependencies import provide_visit
from strata.server.http.identity import Clients
from strata.server.http.middleware import Gate
from strata.server.live.commands import Commands
from strata.server.live.housekeeping import Housekeeping
from strata.server.live.open_tables import OpenTables
from strata.server.live.presence import PresenceTracker
from strata.server.live.table_service import TableService, TimeSource, wall_ms
from strata.server.ops.metrics import Metrics
from strata.server.protocol import messages
from strata.server.storage.engine import open_engine
from strata.server.storage.migrate import migrate
from strata.server.storage.tables import TableStorage
from strata.server.storage.write_queue import WriteQueue

_OPENAPI: Final = OpenAPIConfig(
    title="Strata",
    version=strata.__version__,
    description="Layered board games: tables, records and rules. Live play: docs/protocol.md.",
    path="/api/schema",
    render_plugins=[JsonRenderPlugin()],
)
# A rulebook with its diagrams shrinks to a twentieth, in 20 ms; what is short stays as it is.
_COMPRESSION: Final = CompressionConfig("gzip", minimum_size=2048, gzip_compress_level=6)


def create_app(config: Config, *, now_ms: TimeSource = wall_ms) -> Litestar:
    """`now_ms` is the time of day; only tests have another."""
    engine = open_engine(config.database_url)
    metrics = Metrics()
    write_queue = WriteQueue(engine, metrics.commits.observe)
    process = secrets.token_hex(8)
    storage = TableStorage(engine, write_queue)
    open_tables = OpenTables(storage, config.cached_tables)
    presence = PresenceTracker(engine, write_queue, process)
    computer = Computer(config.workers, config.think_ms, config.secret)
    analyst = Analyst(config.analysis_ms)
    service = TableService(storage, open_tables, presence, computer, metrics, now_ms=now_ms)
    patience_ms = config.limits.abandon_seconds * 1000
    commands = Commands(service, storage, presence, metrics, patience_ms=patience_ms)
    housekeeping = Housekeeping(
        service, storage, open_tables, presence, now_ms, think_ms=config.think_ms
    )
    channels = open_channels(config.redis_url)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        notices = Notices(channels, process, service.heard)
        await migrate(engine)
        await write_queue.start()
        await notices.start()
        service.notices = notices
        presence.start(now_ms())
        await housekeeping.start()
        try:
            yield
        finally:
            await housekeeping.stop()
            await service.stop()
            computer.stop()
            await notices.stop()
            await write_queue.stop()
            await engine.dispose()
            analyst.stop()

    app = Litestar(
        route_handlers=[
            *games.HANDLERS,
            *tables.HANDLERS,
            *analysis.HANDLERS,
            *status.HANDLERS,
            *client_files.HANDLERS,
        ],
        plugins=[channels],
        lifespan=[running],
        exception_handlers=problems.HANDLERS,
        dependencies={"visit": Provide(provide_visit)}
        | _provided(
            service=service,
            open_tables=open_tables,
            storage=storage,
            commands=commands,
            metrics=metrics,
            now_ms=now_ms,
            clients=Clients(config.secret, config.limits),
            engine=engine,
            write_queue=write_queue,
            limits=config.limits,
            computer=computer,
            analyst=analyst,
        ),
        openapi_config=_OPENAPI,
        compression_config=_COMPRESSION,
        request_max_body_size=config.limits.body_bytes,
        logging_config=None,
    )
    _describe_strictness(app)
    app.asgi_handler = Gate(config).guard(app.asgi_handler)
    return app


def _describe_strictness(app: Litestar) -> None:
    """Says in the description what messages.py says: which structs refuse unknown fields."""
    for name, schema in (app.openapi_schema.components.schemas or {}).items():
        struct = getattr(messages, name, None)
        if struct is not None and struct.__struct_config__.forbid_unknown_fields:
            schema.additional_properties = False


def _provided(**parts: object) -> dict[str, Provide]:
    def giving(part: object) -> Provide:
        return Provide(lambda: part, sync_to_thread=False, use_cache=True)

    return {name: giving(part) for name, part in parts.items()}
