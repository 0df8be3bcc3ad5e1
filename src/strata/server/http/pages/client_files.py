"""The files of the built browser client. A page says how to build the client if it is missing."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from strata.server.http.dependencies import AnyRequest, TheClients, TheOpenTables
from strata.server.http.pages.previews import preview_tags
from strata.server.http.prepared import Prepared, prepare
from strata.server.http.problems import NotFound
from strata.server.http.studies import TheStudies

FOLDER: Final = Path(__file__).parents[2] / "client"
_FOREVER: Final = "public, max-age=31536000, immutable"
_NEVER: Final = "no-cache"
_KINDS: Final = {".webmanifest": "application/manifest+json"}  # older Pythons do not know it
_MISSING: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Strata</title>
<h1>Strata</h1>
<p>The server runs, but the browser client is not built.
Build it with <code>scripts/build-client</code> and load this page again.</p>
<p>The interface is described at
<a href="/api/schema/openapi.json">/api/schema/openapi.json</a>.</p>
</html>
"""


def read_client() -> None:
    """Read and compress all files of the client, so that no request waits for it."""
    for path in FOLDER.rglob("*"):
        if path.is_file():
            _read(path)


def _read(path: Path) -> Prepared:
    """Return the current contents of the file."""
    stat = path.stat()
    return _read_at(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=256)
def _read_at(path: Path, _changed: int, _size: int) -> Prepared:
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return prepare(path.read_bytes(), kind or "application/octet-stream")


@lru_cache(maxsize=256)
def _with_tags(index: Prepared, tags: str) -> Prepared:
    return prepare(index.body.replace(b"</head>", f"{tags}</head>".encode(), 1), index.media_type)


@get(
    [
        "/",
        "/table",
        "/table/{rest:path}",
        "/replay",
        "/replay/{rest:path}",
        "/mistakes/{rest:path}",
        "/puzzles",
        "/puzzles/{rest:path}",
        "/puzzle/{rest:path}",
        "/study",
        "/study/{rest:path}",
        "/studies",
        "/editor",
        "/editor/{rest:path}",
        "/learn",
        "/learn/{rest:path}",
        "/rules",
        "/rules/{rest:path}",
        "/about",
        "/mail/confirm",
        "/mail/end",
    ],
    include_in_schema=False,
)
async def page(
    request: AnyRequest, open_tables: TheOpenTables, studies: TheStudies, clients: TheClients
) -> Response[bytes]:
    """Serve the page of the client, which decides what to show."""
    index = FOLDER / "index.html"
    if index.is_file():
        tags, exists = await preview_tags(request, open_tables, studies, clients)
        status = 200 if exists else 404  # the client shows the error
        return _with_tags(_read(index), tags).response(request, _NEVER, status)
    return Response(_MISSING.encode(), media_type=MediaType.HTML, headers={"cache-control": _NEVER})


@get("/analysis", include_in_schema=False)
async def analysis() -> Redirect:
    """Redirect the menu's name for the page of studies."""
    return Redirect("/studies")


def read_page(name: str, request: AnyRequest) -> Response[bytes] | None:
    """Return a page of the client that is a file of its own; None if it is not built."""
    page = FOLDER / name
    return _read(page).response(request, _NEVER) if page.is_file() else None


@get("/{rest:path}", include_in_schema=False)
async def file(rest: FromPath[Path], request: AnyRequest) -> Response[bytes]:
    """Serve a file of the client. A file that the build names by its content never changes."""
    try:
        wanted = (FOLDER / str(rest).lstrip("/")).resolve()
        is_file = wanted.is_file()
    except (OSError, ValueError):  # a name that no file can have
        raise NotFound("no such page") from None
    if not wanted.is_relative_to(FOLDER.resolve()) or not is_file:
        index = FOLDER / "index.html"
        if "." in wanted.name or wanted.is_relative_to(FOLDER / "api") or not index.is_file():
            raise NotFound("no such page")
        return _read(index).response(request, _NEVER, 404)  # the client shows the error
    cache = _FOREVER if wanted.parent.name == "assets" else _NEVER
    return _read(wanted).response(request, cache)


HANDLERS: Final = [page, analysis, file]
