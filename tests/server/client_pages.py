"""The pages of the client, as its router names them."""

from __future__ import annotations

import re
from typing import Final

from tests.places import ROOT

PATHS: Final = {
    "home": ["/"],
    "table": ["/table/{table}"],
    "replay": ["/replay", "/replay/{table}"],
    "learn": ["/learn", "/learn/daikuni", "/learn/daikuni/1"],
    "rules": ["/rules", "/rules/daikuni", "/rules/daikuni/specification"],
    "study": ["/study/{study}"],
    "studies": ["/studies"],
    "editor": ["/editor", "/editor/daikuni"],
    "mistakes": ["/mistakes/{table}"],
    "puzzles": ["/puzzles", "/puzzles/daikuni"],
    "puzzle": ["/puzzle/daikuni/{puzzle}"],
    "about": ["/about"],
    "mail": ["/mail/confirm", "/mail/end"],
}


def client_pages(table: str, study: str, puzzle: str) -> list[str]:
    """The address of each page of the client, with these ids."""
    router = (ROOT / "web/src/router.ts").read_text()
    kinds, _, _ = router.partition("export function")
    assert set(re.findall(r'page: "(\w+)"', kinds)) == {*PATHS, "missing"}
    return [
        path.format(table=table, study=study, puzzle=puzzle)
        for paths in PATHS.values()
        for path in paths
    ]
