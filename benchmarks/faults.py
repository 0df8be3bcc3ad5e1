"""Test what survives of games when servers, PostgreSQL or Redis are killed while bots play.

    python benchmarks/faults.py --kills 50
    python benchmarks/faults.py --kills 20 --database postgresql
    python benchmarks/faults.py --kills 15 --what database
    python benchmarks/faults.py --kills 10 --what redis

Each kill is a SIGKILL at a random moment; after a random time the victim is started again. With
`redis` and `all` two servers share PostgreSQL and Redis; with `stop` a server is stopped in an
orderly way. The exit code is 1 if an acknowledged change was lost or duplicated, a seat was lost,
or games did not continue by themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import get_args

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.acknowledged import Account
from tests.server.fault_trial import Plan, What, run_trial, running_stand


def _read_plan() -> Plan:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--games", type=int, default=10, help="games at a time (default: 10)")
    parser.add_argument("--database", choices=("sqlite", "postgresql"))
    parser.add_argument("--what", choices=get_args(What), default="server")
    parser.add_argument("--seed", type=int, default=0, help="for the moments and the actions")
    given = parser.parse_args()
    if given.what in ("database", "redis", "all") and given.database == "sqlite":
        parser.error(f"--what {given.what} needs --database postgresql")
    away_seconds = 12.0 if given.what == "redis" else 3.0  # beyond their check interval
    return Plan(
        given.kills,
        given.games,
        given.what,
        given.database or ("sqlite" if given.what in ("server", "stop") else "postgresql"),
        given.seed,
        away_seconds=away_seconds,
    )


def main() -> int:
    plan, account = _read_plan(), Account()
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} processors")
    print(f"{plan.games} games, {plan.database}, seed {plan.seed}", flush=True)
    interrupted = False
    try:
        with (
            tempfile.TemporaryDirectory(prefix="strata-faults-") as folder,
            running_stand(plan, Path(folder)) as stand,
        ):
            asyncio.run(run_trial(plan, stand, account, lambda line: print(line, flush=True)))
    except KeyboardInterrupt:
        interrupted = True
        print("interrupted")
    except pytest.skip.Exception as missing:
        print(f"error: {missing}", file=sys.stderr)
        return 2
    print(account.report())
    if not account.is_clean():
        return 1
    return 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
