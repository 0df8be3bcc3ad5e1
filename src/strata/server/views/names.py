"""Names of players: which are accepted, and what a seat is called.

A name is stored as a tag of the record, `First` or `Second`, so that it goes where the game goes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from strata.core.errors import StrataError, shown
from strata.core.outcome import SEATS, Seat
from strata.play.table import SeatKind

LONGEST_NAME: Final = 30
NAME_TAGS: Final = {seat: seat.capitalize() for seat in SEATS}
"""The record tags with the players' names, by seat."""
# Categories of characters that are invisible, affect how others look, or have no meaning.
_UNSEEN: Final = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
# Letters and symbols that look like nothing: fillers, the empty Braille pattern, and the like.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\U00016fe4")
_VARIANTS: Final = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Selectors of a variant of the character before; they are left out."""
_RESERVED: Final = {
    "admin",
    "administrator",
    "computer",
    "first",
    "moderator",
    "opponent",
    "randommover",
    "second",
    "strata",
    "system",
    "you",
    "youropponent",
}
"""What the product calls somebody, as `_skeleton` writes it."""
_DIGITS: Final = str.maketrans("01345", "oieas")
"""Digits that are read as letters."""
# Scripts that names combine; any other name has letters of one script (the profile "highly
# restrictive" of Unicode's UTS 39).
_COMBINED: Final = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
_MOST_MARKS: Final = 2
_ADDRESS: Final = re.compile(
    r"://|\b(?i:www)\.|\w@\w"
    # "Dr.No" is a name: endings of countries count in small letters only.
    r"|\w\.(?:[a-z]{2}|(?i:com|net|org|info|biz|app|dev|xyz|online|site|shop|club|link))(?![\w.])",
)


class BadName(StrataError):
    """The name cannot be shown."""


def clean_name(text: str, most: int = LONGEST_NAME) -> str:
    """Return the name with its whitespace collapsed; empty for no name. Raises BadName."""
    name = " ".join(_VARIANTS.sub("", unicodedata.normalize("NFC", text)).split())
    if not all(map(_is_seen, name)):
        raise BadName(f"name: got {shown(text)}, expected visible characters")
    if len(name) > most:
        raise BadName(f"name: got {len(name)} characters, expected at most {most}")
    return name


def clean_player_name(text: str) -> str:
    """Return the name of a player, as `clean_name` does. Raises BadName.

    Nobody may be called as the product calls somebody, or mix scripts in order to look like that.
    """
    name = clean_name(text)
    if _skeleton(name) in _RESERVED:
        raise BadName(f"name: got {shown(text)}, which means somebody else here: choose another")
    if _ADDRESS.search(unicodedata.normalize("NFKC", name)):
        raise BadName(f"name: got {shown(text)}, expected no address of a site or a mailbox")
    if len(scripts := _scripts(name)) > 1 and not any(scripts <= each for each in _COMBINED):
        words = ", ".join(sorted(script.capitalize() for script in scripts))
        raise BadName(f"name: got letters of {words}, expected one script")
    if _most_marks(name) > _MOST_MARKS:
        raise BadName(f"name: expected at most {_MOST_MARKS} marks on a letter")
    return name


def tidy_name(text: str, most: int = LONGEST_NAME) -> str:
    """Return a name that `clean_name` accepts: `text` without invisible characters, shortened."""
    normal = _VARIANTS.sub("", unicodedata.normalize("NFC", text))
    seen = "".join(letter for letter in normal if letter.isspace() or _is_seen(letter))
    name = " ".join(seen.split())
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _is_seen(letter: str) -> bool:
    return letter not in _BLANK and unicodedata.category(letter) not in _UNSEEN


def _skeleton(name: str) -> str:
    """Return the letters of a name without what hardly changes how it looks."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_DIGITS)
    return "".join(letter for letter in plain if letter.isalpha())


def _scripts(name: str) -> set[str]:
    """Return the scripts of the letters: the first words of their Unicode names.

    Letters that modify others, as the apostrophes of Hawaiian and Ukrainian, are of no script.
    """
    letters = filter(str.isalpha, unicodedata.normalize("NFKC", name))
    words = (re.split("[ -]", unicodedata.name(letter, "unknown"))[0] for letter in letters)
    return {"CJK" if word == "IDEOGRAPHIC" else word for word in words} - {"MODIFIER"}


def _most_marks(name: str) -> int:
    """Return the most marks of no script that follow one another in a composed name.

    The vowels of Hindi or the points of Hebrew are marks of a script.
    """
    runs = re.findall("#+", "".join("#" if _is_common_mark(each) else "." for each in name))
    return max(map(len, runs), default=0)


def _is_common_mark(letter: str) -> bool:
    is_mark = unicodedata.category(letter) in ("Mn", "Me")
    return is_mark and unicodedata.name(letter, "").startswith("COMBINING")


def name_tag(seat: Seat) -> str:
    """Return the record tag with the name of the player in `seat`."""
    return NAME_TAGS[seat]


def seat_name(tags: Mapping[str, str], seat: Seat, kind: SeatKind, *, has_level: bool) -> str:
    """Return the displayed name of the player in `seat`."""
    named = tags.get(name_tag(seat))
    if named:
        return named
    if kind != "computer":
        return seat.capitalize()
    return "Computer" if has_level else "Random mover"
