"""The writer of records, to text as docs/record-format.md specifies it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Protocol

from strata.core.errors import StrataError, shown
from strata.core.option import format_settings
from strata.core.outcome import Outcome
from strata.core.rules import Rules

VERSION: Final = "1"
BRANCHED: Final = "2"
"""The version of records with variations, comments and marks."""
OPEN: Final = "("
CLOSE: Final = ")"
ESCAPE: Final = "."
"""The prefix of an action that would be read as something else."""
UNFINISHED: Final = "unfinished"
HEAD: Final = ("Strata", "Game", "Definition", "Options", "Start")
FOOT: Final = ("Actions", "Final", "Result")
VIEW: Final = "View"
RESERVED: Final = (*HEAD, *FOOT, VIEW)
# Characters that no value has: they would break the line, or cannot be written to a file. The line
# breaks of a definition are written as \\n.
CONTROL: Final = "\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff"
_BREAKING: Final = f"[{CONTROL}]"
_TAG_NAME: Final = r"[A-Z][A-Za-z0-9_-]*"
_WIDTH: Final = 90


class Recorded(Protocol):
    """What the writer needs of a record, or of a view of one."""

    @property
    def rules(self) -> Rules[Any]: ...
    @property
    def tags(self) -> dict[str, str]: ...
    @property
    def start(self) -> object: ...
    @property
    def position(self) -> object: ...
    @property
    def played(self) -> tuple[str, ...]: ...
    def outcome(self) -> Outcome | None: ...


def format_record(
    record: Recorded,
    viewer: str | None = None,
    *,
    words: tuple[str, ...] | None = None,
    version: str = VERSION,
) -> str:
    """Return the record as text. `viewer` names the viewer of a partial record, in a tag View.

    `words` are written instead of the actions alone, in a version in which they have a meaning.
    Raises StrataError for a tag with an invalid name or value.
    """
    view = {} if viewer is None else {VIEW: viewer}
    written = record.played if words is None else words
    head = {
        "Strata": version,
        "Game": record.rules.name,
        **({"Definition": record.rules.definition} if record.rules.definition else {}),
        "Options": format_settings(record.rules.settings),
        **view,
        "Start": str(record.start),
    }
    foot = {
        "Actions": str(len(record.played)),
        "Final": str(record.position),
        "Result": str(record.outcome() or UNFINISHED),
    }
    for name, value in record.tags.items():
        if not re.fullmatch(_TAG_NAME, name) or name in RESERVED:
            raise StrataError(
                f"tag {shown(name)}: expected a capital letter, then letters, digits, _ and -, "
                f"and none of {', '.join(RESERVED)}"
            )
        if re.search(_BREAKING, value):
            raise StrataError(f"tag {name}: got {shown(value)}, expected one line of text")
    lines = [_format_tag(*tag) for tag in (head | record.tags).items()]
    lines += ["", *_wrapped(written), ""] if written else [""]
    lines += [_format_tag(*tag) for tag in foot.items()]
    return "\n".join(lines) + "\n"


def _format_tag(name: str, value: str) -> str:
    quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'[{name} "{quoted}"]'


def _wrapped(words: tuple[str, ...]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line
