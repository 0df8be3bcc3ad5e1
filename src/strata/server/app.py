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
    seats,
    status,
    studies,
    tables,
    why_not,
)
from strata.server.http.access.addresses import Addresses
from strata.server.http.access.identity import Clients
from strata.server.http.access.methods import answering_options
from strata.server.http.access.middleware import Gate
from strata.server.http.dependencies import provide_payer, provide_visit, resolve_in_turn
from strata.server.http.description import describe_interface
from strata.server.http.pages import animations, client_files, embeds, looks, pictures
from strata.server.http.prepared import PreparedAnswers
from strata.server.live.advice_guard import AdviceGuard
from strata.server.live.alerting import Alerting
from strata.server.live.commands import Commands
from strata.server.live.housekeeping import Housekeeping
from strata.server.live.open_tables import OpenTables
from strata.server.live.presence import PresenceTracker
from strata.server.live.seating import Seating
from strata.server.live.table_service import TableService
from strata.server.notify.notifier import Notifier
from strata.server.ops.long_work import LongWork
from strata.server.ops.metrics import Metrics
from strata.server.ops.rate_limit import Buckets
from strata.server.ops.time_source import SteadyTime, TimeSource
from strata.server.puzzles.proofs import Proofs
from strata.server.puzzles.puzzle_service import PuzzleService
from strata.server.storage.alerts import Alerts
from strata.server.storage.contacts import Contacts
from strata.server.storage.engine import DatabaseFile, open_engine
from strata.server.storage.migrate import migrate
from strata.server.storage.my_games import MyGames
from strata.server.storage.opponents import Opponents
from strata.server.storage.reviews import ReviewStorage
from strata.server.storage.solvers import SolverStorage
from strata.server.storage.studies import StudyStorage
from strata.server.storage.tables import TableStorage
from strata.server.storage.upkeep import Upkeep
from strata.server.storage.write_queue import WriteQueue
from strata.server.study.review_service import ReviewService
from strata.server.study.study_service import StudyService

_HANDLERS: Final = [
    *games.HANDLERS,
    *lessons.HANDLERS,
    *tables.HANDLERS,
    *seats.HANDLERS,
    *pictures.HANDLERS,
    *my_games.HANDLERS,
    *notifications.HANDLERS,
    *ahead.HANDLERS,
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
]
_ANIMATION_SECONDS: Final = 60.0  # of processor time; the longest takes about ten


def create_app(
    config: Config,
    *,
    now_ms: TimeSource | None = None,
    warm_up: bool = False,
    requests: Buckets | None = None,
) -> Litestar:
    """Build the application.

    `now_ms` returns the time in milliseconds, by which clocks run; only tests give one. With
    `warm_up`, the reader's worker process starts together with the server. `requests` are the
    `request_buckets` if connections are charged to them too.
    """
    preload(__name__)
    now_ms = SteadyTime() if now_ms is None else SteadyTime(now_ms, now_ms)
    engine = open_engine(config.database_url)
    database_file = DatabaseFile(engine)
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
    opponents = Opponents(engine, write_queue)
    advice_guard = AdviceGuard(opponents, config.advice_guard, config.secret, now_ms)
    alerts = Alerts(engine, write_queue, 1000 * config.mail_delay_seconds)
    alerting = Alerting(alerts)
    service = TableService(
        storage,
        open_tables,
        presence,
        computer,
        metrics,
        alerting,
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
        advice_guard,
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
    puzzle_service = PuzzleService(
        SolverStorage(engine, write_queue), worker, analyst, Proofs(config.secret), now_ms.day_ms
    )

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
        database_file.note()
        await write_queue.start()
        await notices.start()
        if config.redis_url:  # without Redis there are no other processes to notify
            service.notices = notices
        await housekeeping.start()
        presence.start(now_ms())
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
        route_handlers=[*answering_options(_HANDLERS), *_HANDLERS],
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
            seating=Seating(service, storage, open_tables, alerting, now_ms),
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
            database_file=database_file,
            limits=config.limits,
            computer=computer,
            analyst=analyst,
            advice_guard=advice_guard,
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
    guarded = Gate(config, requests).guard(app.asgi_handler)
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
