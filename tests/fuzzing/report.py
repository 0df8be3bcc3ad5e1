"""What a campaign found, for people: a line a target, then the failures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.fuzzing.campaign import Campaign, Tally, reproduction
from tests.fuzzing.verdict import ACCEPTED

_SHOWN: Final = 160
"""So many characters of a minimised input are printed; the file has all."""


def report_lines(campaign: Campaign) -> Iterator[str]:
    yield f"{'parser/game':<22}{'inputs':>10}{'accepted':>10}{'failed':>8}{'µs':>8}{'slowest':>22}"
    for target, tally in campaign.tallies.items():
        yield (
            f"{target!s:<22}{tally.tried:>10,}{tally.accepted:>10,}{tally.failed:>8,}"
            f"{_mean_us(tally):>8,.0f}{_slowest(tally):>22}"
        )
    whole = Tally()
    for tally in campaign.tallies.values():
        whole.tried += tally.tried
        whole.failed += tally.failed
        whole.verdicts.update(tally.verdicts)
        whole.cpu_s += tally.cpu_s
    yield f"{'all':<22}{whole.tried:>10,}{whole.accepted:>10,}{whole.failed:>8,}"
    yield "refused: " + ", ".join(
        f"{name} {count:,}" for name, count in whole.verdicts.most_common() if name != ACCEPTED
    )
    yield (
        f"{whole.tried:,} of {campaign.planned:,} inputs, seed {campaign.seed}, in "
        f"{campaign.elapsed_s:,.0f} s; {whole.cpu_s:,.0f} s of processor time"
    )
    yield from _failures(campaign)


def _failures(campaign: Campaign) -> Iterator[str]:
    if not campaign.found:
        yield "no failures"
    for found in campaign.found.values():
        yield f"FAILED {found.target}, {found.count:,} inputs: {found.signature}"
        yield f"  reproduce: {reproduction(found)}"
        shown = found.text[:_SHOWN]
        yield f"  minimised: {shown!a}{'…' if len(found.text) > _SHOWN else ''}"
        if found.file is not None:
            yield f"  saved: {found.file}"


def _mean_us(tally: Tally) -> float:
    return tally.cpu_s / tally.tried * 1e6 if tally.tried else 0.0


def _slowest(tally: Tally) -> str:
    return f"{tally.slowest_s * 1000:,.1f} ms, no. {tally.slowest}"
