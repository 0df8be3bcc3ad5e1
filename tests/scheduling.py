"""Which process of a parallel run gets which tests.

Tests that share something dear (a browser, a server, an installed environment) run in one process,
so that it is set up once. All others are handed out one by one. The long groups begin first.
"""

from __future__ import annotations

import re

from xdist.scheduler import LoadScopeScheduling

GROUPS = {
    r"tests/browser/": "browser",
    r"tests/install/.*\[compiled": "install compiled",
    r"tests/install/.*\[uncompiled": "install uncompiled",
    r"tests/server/": "server",
}


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # has no types
    """Hands out groups of tests, named by where they are."""

    def _split_scope(self, nodeid: str) -> str:
        for pattern, group in GROUPS.items():
            if re.match(pattern, nodeid):
                return group
        return nodeid
