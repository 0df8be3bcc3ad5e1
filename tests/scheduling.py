"""Which process of a parallel run gets which tests.

Tests that share something dear (a browser, a server, an installed environment) run in one process,
so that it is set up once, or twice where one process would be at it longer than all others are at
the rest. All others are handed out one by one. The long groups begin first.

Those groups wait more than they compute: for pages, for servers that come back, for timeouts. So
there are more processes than processors.
"""

from __future__ import annotations

import re
from typing import Final

from xdist.scheduler import LoadScopeScheduling

GROUPS = {
    r"tests/browser/test_[a-l]": "browser",
    r"tests/browser/": "second browser",
    r"tests/install/.*\[compiled": "install compiled",
    r"tests/install/.*\[uncompiled": "install uncompiled",
    r"tests/fuzzing/test_campaign": "campaign",
    r"tests/server/test_(faults|workers|cluster|restart|storage|backup)": "server processes",
    r"tests/server/test_[a-h]": "server",
    r"tests/server/": "second server",
}
WAITING_GROUPS: Final = 2
"""So many groups hardly use a processor at a time."""


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # has no types
    """Hands out groups of tests, named by where they are."""

    def _split_scope(self, nodeid: str) -> str:
        for pattern, group in GROUPS.items():
            if re.match(pattern, nodeid):
                return group
        return nodeid
