"""Metrics for Prometheus. Each app has its own registry, so that a process can hold several."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE_LATEST

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
_THINKING: Final = (0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)


class Metrics:
    def __init__(self) -> None:
        registry = CollectorRegistry()
        self._registry: Final = registry
        self.tables: Final = Counter(
            "strata_tables", "Tables created.", ["game"], registry=registry
        )
        self.sockets: Final = Gauge("strata_sockets", "Open sockets.", registry=registry)
        self.refused: Final = Counter(
            "strata_refused", "Messages refused.", ["code"], registry=registry
        )
        self.notifications: Final = Counter(
            "strata_notifications",
            "Pushes and e-mails to players who are away.",
            ["channel", "result"],
            registry=registry,
        )
        self.paused: Final = Counter(
            "strata_paused_seconds",
            "Time in which the server was paused for more than two seconds.",
            registry=registry,
        )
        self.thinking: Final = Histogram(
            "strata_thinking_seconds",
            "Time that the computer took for an action.",
            buckets=_THINKING,
            registry=registry,
        )
        self.commits: Final = Histogram(
            "strata_commit_seconds",
            "Time that a commit to the database took.",
            buckets=_SECONDS,
            registry=registry,
        )
        self._actions: Final = Counter(
            "strata_actions", "Actions played by people.", registry=registry
        )
        self._latency: Final = Histogram(
            "strata_action_seconds",
            "Time from receiving an action until it was sent to everybody.",
            buckets=_SECONDS,
            registry=registry,
        )

    def played(self, seconds: float) -> None:
        self._actions.inc()
        self._latency.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)
