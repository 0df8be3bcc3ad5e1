"""What docs/rules/frozen.md states besides its worked examples."""

from __future__ import annotations

import re

import strata
from tests.rulebook import section


def test_start_of_section_3() -> None:
    starts = re.findall(r"^(w rnb\S+ - - - - - 1)$", section("frozen", 3), re.MULTILINE)
    assert starts == [str(strata.game("frozen").start())]
