"""Pages of the site, and when all of one is there."""

from __future__ import annotations

import re
from typing import Final

from tests.browser.visitor import Visitor

_LAST: Final = {
    r"/": "form.card",
    r"/replay": "form.card",
    r"/studies": "select[name=game] option >> nth=0",
    r"/editor": ".game-links img >> nth=0",
    r"/editor/\w+#.*": ".editor[data-settled=true] .reason",
    r"/editor/\w+": ".editor[data-settled=true]",
    r"/(rules|learn)": ".game-links img >> nth=0",
    r"/rules/\w+": "section.cards",
    r"/rules/\w+/specification": "article",
    r"/learn/\w+": "[data-lesson] >> nth=0",
    r"/learn/\w+/\w+": "[role=grid]",
    r"/puzzles": "[data-daily] >> nth=0",
    r"/puzzles/\w+": ".groups >> nth=0",
    r"/embed/.*": "[data-at]",
    r"/about": "text=Forget this browser",
    r"/table(/doesnotexist)?": "text=Not found",
}
"""By the pattern of an address: what is shown together with, or after, everything else."""


def visit_whole(visitor: Visitor, address: str) -> None:
    """Go to a page and wait until nothing of it is missing."""
    visitor.visit(address)
    (last,) = [last for pattern, last in _LAST.items() if re.fullmatch(pattern, address)]
    visitor.page.locator(last).wait_for(state="attached")
    visitor.page.wait_for_function("() => [...document.images].every((image) => image.complete)")
