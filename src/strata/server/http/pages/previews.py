"""Previews of pages whose address is shared: a title, a sentence and a picture.

Other programs read them from the head of the page; the client decides what people see. A table is
previewed as a spectator sees it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from html import escape
from typing import Final

from strata.core.errors import StrataError
from strata.core.game import Game
from strata.games import rules_class
from strata.play.puzzle_attempt import PuzzleAttempt
from strata.server.http.access.identity import Clients
from strata.server.http.dependencies import AnyRequest, find_table
from strata.server.http.games import find_game
from strata.server.http.pages.pictures import FRAME, PNG
from strata.server.http.problems import NotFound
from strata.server.http.studies import find_study
from strata.server.live.open_tables import OpenTables
from strata.server.study.study_service import StudyService

_ICON: Final = "/icon-512.png"
_PATIENCE_SECONDS: Final = 1.0


@dataclass(frozen=True)
class Preview:
    """The preview of a page.

    `picture` is the path of a PNG picture of the size FRAME; empty for none.
    """

    title: str
    description: str
    picture: str = ""

    def tags(self, base: str, path: str) -> str:
        """Return the tags for the head of the page at `path`; `base` is the address of the site."""
        wide, high = FRAME
        size = [("og:image:width", str(wide)), ("og:image:height", str(high))]
        properties = [
            ("og:site_name", "Strata"),
            ("og:type", "website"),
            ("og:title", self.title),
            ("og:description", self.description),
            ("og:url", base + path),
            ("og:image", base + (self.picture or _ICON)),
            ("og:image:type", PNG),
            *(size if self.picture else ()),
            ("twitter:card", "summary_large_image" if self.picture else "summary"),
        ]
        return "".join(
            f'<meta property="{name}" content="{escape(content)}">\n'
            for name, content in properties
        )


SITE: Final = Preview(
    "Strata: layered board games",
    "Play on one device, with a friend or against the computer; learn with short lessons.",
)


async def preview_tags(
    request: AnyRequest, open_tables: OpenTables, studies: StudyService, clients: Clients
) -> tuple[str, bool]:
    """Return the tags for the requested page, and whether there is such a page.

    There are no tags if the request names no host.
    """
    path = request.scope["path"]
    preview = await _find(path, request, open_tables, studies, clients)
    host = request.headers.get("host", "")
    tags = (preview or SITE).tags(f"{request.scope['scheme']}://{host}", path) if host else ""
    return tags, preview is not None


async def _find(
    path: str,
    request: AnyRequest,
    open_tables: OpenTables,
    studies: StudyService,
    clients: Clients,
) -> Preview | None:
    """Return the preview of the page at `path`; None if there is no such page."""
    match path.strip("/").split("/"):
        case ["rules", name] | ["rules", name, "specification"]:
            return _of_game(name, "{}: rules")
        case ["editor", name]:
            return _of_game(name, "{}: position editor")
        case ["learn", name]:
            return _of_game(name, "Learn {}")
        case ["learn", name, lesson]:
            return _of_game(name, "Learn {}") if _has_lesson(name, lesson) else None
        case ["table" | "replay" | "mistakes", table_id]:
            return await _of_table(table_id, request, open_tables, clients)
        case ["puzzles", name]:
            return _of_game(name, "Puzzles of {}")
        case ["puzzle", name, puzzle_id]:
            return await asyncio.to_thread(_of_puzzle, name, puzzle_id)
        case ["study", study_id]:
            return await _of_study(study_id, request, studies, clients)
        case ["" | "replay" | "studies" | "editor" | "puzzles" | "learn" | "rules" | "about"]:
            return SITE
        case ["mail", "confirm" | "end"]:
            return SITE
    return None


def _of_game(name: str, title: str) -> Preview | None:
    game = find_game(name)
    if game is None:
        return None
    return Preview(title.format(game.title), game.guide.goal, f"/api/games/{name}/picture.png")


def _has_lesson(name: str, lesson: str) -> bool:
    """Return whether the game has that lesson, given by its name or its place in the list."""
    if find_game(name) is None:
        return False
    lessons = Game(rules_class(name)()).lessons
    places = map(str, range(1, len(lessons) + 1))
    return lesson in {*places, *(each.name for each in lessons)}


def _of_puzzle(name: str, puzzle_id: str) -> Preview | None:
    """Return a preview with the task and the position, but not the solution."""
    if find_game(name) is None:
        return None
    game = Game(rules_class(name)())
    try:
        attempt = PuzzleAttempt(game, game.puzzle(puzzle_id))
    except StrataError:
        return None
    picture = f"/api/puzzles/{name}/{puzzle_id}/picture.png"
    return Preview(f"A puzzle of {game.title}", attempt.task(), picture)


async def _of_table(
    table_id: str, request: AnyRequest, open_tables: OpenTables, clients: Clients
) -> Preview | None:
    """Return the preview of a table; None if there is none with this id.

    If the table cannot be opened, or not soon, the preview is that of the site.
    """
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            open_table = await find_table(open_tables, table_id, clients, request)
    except NotFound:
        return None
    except Exception:
        return SITE
    rules = open_table.table.record.rules
    return Preview(
        f"A game of {rules.title}", rules.guide.goal, f"/api/tables/{table_id}/picture.png"
    )


async def _of_study(
    study_id: str, request: AnyRequest, studies: StudyService, clients: Clients
) -> Preview | None:
    """Return the preview of a study; None if there is none with this id.

    If the study cannot be opened, or not soon, the preview is that of the site.
    """
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            study = await find_study(studies, study_id, clients, request)
    except NotFound:
        return None
    except Exception:
        return SITE
    rules = study.study.record.rules
    title = study.name or f"An analysis of {rules.title}"
    number = _position_in(request)
    if number is None or not study.study.has(number):
        number = next((node.number for node in study.study.main_line()[-1:]), 0)
    picture = f"/api/studies/{study_id}/picture.png?number={number}"
    return Preview(title, rules.guide.goal, picture)


def _position_in(request: AnyRequest) -> int | None:
    """Return the number of the position that the address gives as `at`; None if it gives none."""
    text = str(request.query_params.get("at", ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
