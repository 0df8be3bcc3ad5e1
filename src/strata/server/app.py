"""The application: its components, and the order in which they start and stop."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.di import Provide

from strata.server.cluster.notices import Notices, open_channels
from strata.server.config import Config
from strata.server.engines.analyst import Analyst
from strata.server.engines.computer_player import Computer
from strata.server.engines.metered_worker import MeteredWorker
from strata.server.engines.process_pool import preload
from strata.server.http import (
    advice,
    ahead,
    analysis,
    editor,
    games,
    lessons,
    my_games,
    notifications,
    problems,
    puzzles,
    reviews,
    site_presence,
    status,
    studies,
    tables,
    why_not,
)
from strata.server.http.access.addresses import Addresses
from strata.server.http.access.identity import Clients
from strata.server.http.access.middleware import Gate
from strata.server.http.dependencies import provide_payer, provide_visit, resolve_in_turn
from strata.server.http.description import describe_interface
from strata.server.http.pages import animations, client_files, embeds, looks, pictures
from strata.server.http.prepared import PreparedAnswers
from strata.server.live.alerting import Alerting
from strata.server.live.commands import Commands
from strata.server.live.housekeeping import Housekeeping
from strata.server.live.open_tables import OpenTables
from strata.server.live.presence import PresenceTracker
from strata.server.live.table_service import TableService
from strata.server.notify.notifier import Notifier
from strata.server.ops.long_work import LongWork
from strata.server.ops.metrics import Metrics
from strata.server.ops.time_source import TimeSource, wall_ms
from strata.server.puzzles.puzzle_service import PuzzleService
from strata.server.storage.alerts import Alerts
from strata.server.storage.contacts import Contacts
from strata.server.storage.engine import open_engine
from strata.server.storage.migrate import migrate
from strata.server.storage.my_games import MyGames
from strata.server.storage.reviews import ReviewStorage
from strata.server.storage.solvers import SolverStorage
from strata.server.storage.studies import StudyStorage
from strata.server.storage.tables import TableStorage
from strata.server.storage.upkeep import Upkeep
from strata.server.storage.write_queue import WriteQueue
from strata.server.study.review_service import ReviewService
from strata.server.study.study_service import StudyService

_ANIMATION_SECONDS: Final = 60.0  # of processor time; the longest takes about ten


def create_app(config: Config, *, now_ms: TimeSource = wall_ms, warm_up: bool = False) -> Litestar:
    """Build the application.

    `now_ms` returns the time of day in milliseconds; only tests replace it. With `warm_up`, the
    reader's worker process starts together with the server.
    """
    preload(__name__)
    engine = open_engine(config.database_url)
    metrics = Metrics()
    write_queue = WriteQueue(engine, metrics.commits.observe)
    process = secrets.token_hex(8)
    storage = TableStorage(engine, write_queue)
    clients = Clients(config.secret, config.limits)
    worker = MeteredWorker(clients.charge_address)
    # To join the frames of a long game takes ten seconds, in which nobody else's work is done.
    animator = MeteredWorker(clients.charge_address, most_seconds=_ANIMATION_SECONDS)
    terms = config.limits.claim_terms
    long_work = LongWork()
    open_tables = OpenTables(storage, worker, long_work, config.cached_tables, terms)
    presence = PresenceTracker(engine, write_queue, process)
    computer = Computer(config.thinkers, config.think_ms, config.secret)
    analyst = Analyst(config.analysis_ms)
    alerts = Alerts(engine, write_queue, 1000 * config.mail_delay_seconds)
    service = TableService(
        storage,
        open_tables,
        presence,
        computer,
        metrics,
        Alerting(alerts),
        long_work,
        charge=clients.charge_address,
        now_ms=now_ms,
    )
    contacts = Contacts(engine, write_queue)
    notifier = Notifier(config, alerts, contacts, presence, metrics, now_ms)
    commands = Commands(
        service,
        storage,
        presence,
        metrics,
        claim_terms=terms,
        most_actions=config.limits.game_actions,
        may_make=clients.may_make,
    )
    study_storage = StudyStorage(engine, write_queue)
    study_service = StudyService(
        study_storage,
        worker,
        now_ms,
        long_work,
        config.limits.game_actions,
        kb_per_day=config.limits.study_kb_per_day,
        keep_days=config.keep_days,
    )
    review_service = ReviewService(
        ReviewStorage(engine, write_queue), analyst, now_ms, long_work, clients.charge_address
    )
    puzzle_service = PuzzleService(SolverStorage(engine, write_queue), worker, analyst, now_ms)

    async def tidy(is_full: bool) -> None:
        await study_service.tidy(is_full)
        await puzzle_service.tidy(is_full)

    housekeeping = Housekeeping(
        service,
        storage,
        open_tables,
        presence,
        now_ms,
        Upkeep(engine, write_queue),
        think_ms=config.think_ms,
        keep_days=config.keep_days,
        most_bytes=config.max_database_mb * 1_000_000,
        tidy=tidy,
    )
    channels = open_channels(config.redis_url)
    prepared = PreparedAnswers()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await asyncio.to_thread(_read_ahead)
        notices = Notices(channels, process, service.heard)
        await migrate(engine)
        await write_queue.start()
        await notices.start()
        if config.redis_url:  # without Redis there are no other processes to notify
            service.notices = notices
        presence.start(now_ms())
        await housekeeping.start()
        await notifier.start()
        # In the background, so that the first request does not wait for the worker process.
        warming = asyncio.create_task(worker.warm_up()) if warm_up else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            await notifier.stop()
            await housekeeping.stop()
            await service.stop()
            await review_service.stop()
            computer.stop()
            worker.stop()
            animator.stop()
            prepared.stop()
            await notices.stop()
            await write_queue.stop()
            await engine.dispose()
            analyst.stop()

    app = Litestar(
        route_handlers=[
            *games.HANDLERS,
            *lessons.HANDLERS,
            *tables.HANDLERS,
            *pictures.HANDLERS,
            *my_games.HANDLERS,
            *notifications.HANDLERS,
            *ahead.HANDLERS,
            *site_presence.HANDLERS,
            *analysis.HANDLERS,
            *studies.HANDLERS,
            *editor.HANDLERS,
            *reviews.HANDLERS,
            *puzzles.HANDLERS,
            *why_not.HANDLERS,
            *advice.HANDLERS,
            *status.HANDLERS,
            *animations.HANDLERS,
            *embeds.HANDLERS,
            *client_files.HANDLERS,
        ],
        plugins=[channels],
        lifespan=[running],
        exception_handlers=problems.HANDLERS,
        dependencies={
            "visit": Provide(provide_visit),
            "payer": Provide(provide_payer),
            "sitting": Provide(puzzles.provide_sitting),
        }
        | _provided(
            service=service,
            open_tables=open_tables,
            storage=storage,
            games=MyGames(engine, write_queue),
            commands=commands,
            metrics=metrics,
            notifier=notifier,
            now_ms=now_ms,
            clients=clients,
            engine=engine,
            write_queue=write_queue,
            limits=config.limits,
            computer=computer,
            analyst=analyst,
            studies=study_service,
            reviews=review_service,
            puzzles=puzzle_service,
            worker=worker,
            prepared=prepared,
            looks=looks.Looks(prepared, worker, clients),
            pictures=pictures.Pictures(worker),
            animations=animations.Animations(animator),
            metrics_token=config.metrics_token,
        ),
        openapi_config=describe_interface(prepared),
        request_max_body_size=config.limits.body_bytes,
        logging_config=None,
    )
    resolve_in_turn(app)
    guarded = Gate(config).guard(app.asgi_handler)
    app.asgi_handler = Addresses(config.proxies).behind_proxies(guarded)
    return app


def _read_ahead() -> None:
    """Load what every visitor needs, before the first request arrives."""
    client_files.read_client()
    games.load_games()


def _provided(**parts: object) -> dict[str, Provide]:
    def giving(part: object) -> Provide:
        return Provide(lambda: part, sync_to_thread=False, use_cache=True)

    return {name: giving(part) for name, part in parts.items()}
