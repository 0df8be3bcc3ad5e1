"""The measurements of one run of load.py."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field
from typing import Final

GOAL_MS: Final = 150.0


@dataclass
class Figures:
    """Latencies and errors of the bots, memory and processor time of server and bots."""

    games: int
    latencies_ms: list[float] = field(default_factory=list)
    by_ten_seconds: dict[int, list[float]] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)
    errors: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)

    def clear(self) -> None:
        self.latencies_ms.clear()
        self.by_ten_seconds.clear()

    def add(self, latency_ms: float) -> None:
        self.latencies_ms.append(latency_ms)
        ten = int((time.perf_counter() - self.began) / 10)
        self.by_ten_seconds.setdefault(ten, []).append(latency_ms)

    def course(self) -> str:
        """Return the p99 of every ten seconds, which shows a busy machine or a slowing server."""
        tens = (Figures(0, latencies_ms=ten) for ten in self.by_ten_seconds.values())
        return " ".join(f"{ten.quantile(0.99):.0f}" for ten in tens)

    def memory_course(self) -> str:
        """Return the memory in every half minute."""
        return " ".join(f"{memory:.0f}" for memory in self.memory_mb[::30])

    def quantile(self, share: float) -> float:
        ordered = sorted(self.latencies_ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def holds(self) -> bool:
        return not self.errors and bool(self.latencies_ms) and self.quantile(0.99) < GOAL_MS

    def line(self, name: str) -> str:
        memory = f"{self.memory_mb[0]:.0f} → {self.memory_mb[-1]:.0f} MB" if self.memory_mb else "-"
        processor, bots = (statistics.fmean(each or [0.0]) for each in (self.processor, self.bots))
        return (
            f"{name:7} {self.games:5} games {len(self.latencies_ms):7} actions   "
            f"p50 {self.quantile(0.5):6.1f}  p99 {self.quantile(0.99):6.1f}  "
            f"max {self.quantile(1.0):6.1f} ms   errors {len(self.errors)}   "
            f"server {memory}, {processor:.0f} % of a core, bots {bots:.0f} %"
        )
