"""Which process of a parallel run gets which tests, and in which order.

Tests that share something dear (a browser, a server, an installed environment) run in one process,
so that it is set up once, or twice where one process would be at it longer than all others are at
the rest. Of all others a process gets a module at a time, or a single test where a module takes
long. What takes long begins first, so that all processes end at about the same time.

Those groups wait more than they compute: for pages, for servers that come back, for timeouts. So
there are more processes than processors.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling

GROUPS: Final = {
    r"tests/install/.*\[compiled": "install compiled",
    r"tests/browser/test_([a-k]|looking)": "browser",
    r"tests/browser/": "second browser",
    r"tests/server/test_(faults|workers|cluster|restart|storage|backup)": "server processes",
    r"tests/install/": "install uncompiled",
    r"tests/pages/": "pages",
    r"tests/server/test_[a-h]": "server",
    r"tests/server/": "second server",
    r"tests/fuzzing/test_campaign": "campaign",
}
"""Patterns of tests that run in one process, and the name of their group; the longest first."""
LONG: Final = re.compile(r"tests/conformance/test_(compiled|keys)|tests/search/test_alphabeta")
"""Tests that are handed out one by one, before those that are short."""
WAITING_GROUPS: Final = 2
"""So many groups hardly use a processor at a time."""


@cache
def group(nodeid: str) -> str:
    """The tests of one group run in one process."""
    for pattern, name in GROUPS.items():
        if re.match(pattern, nodeid):
            return name
    return nodeid if LONG.match(nodeid) else nodeid.partition("::")[0]


def rank(nodeid: str) -> int:
    """Tests of a lower rank begin earlier."""
    for place, pattern in enumerate(GROUPS):
        if re.match(pattern, nodeid):
            return place
    return len(GROUPS) if LONG.match(nodeid) else len(GROUPS) + 1


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # has no types
    """Hands out groups of tests in the order of the tests."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        config.option.loadscopereorder = False  # the number of tests says little about their time
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)
