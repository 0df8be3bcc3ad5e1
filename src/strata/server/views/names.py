"""Names of players: which are accepted, and what a seat is called.

A name is stored as a tag of the record, `First` or `Second`, so that it goes where the game goes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
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
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159\U00016fe4"
)
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
_LEVEL: Final = re.compile(r"\W*(level)?\W*\d*\W*$")
"""The end of a name such as "Computer (level 5)"."""
_LATIN: Final = re.compile(
    r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |DOTLESS )?([A-Z])\b"
)
"""The Unicode name of a letter that looks like a plain one."""
# Scripts that names combine; any other name has letters of one script (the profile "highly
# restrictive" of Unicode's UTS 39).
_COMBINED: Final = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
_MOST_MARKS: Final = 2
_MOST_OWN_MARKS: Final = 4
"""Of those that belong to a script: Hebrew and Tibetan use up to four."""
_ADDRESS: Final = re.compile(
    r"://|\b(?i:www)\.|\w@\w|\b\d+(?:\.\d+){3}\b"
    # "Dr.No" is a name: endings of countries count in small or in capital letters only.
    r"|\w\.(?:[a-z]{2}|[A-Z]{2}|(?i:com|net|org|info|biz|app|dev|xyz|online|site|shop|club|link))"
    r"(?![\w.])",
)
_DOTS: Final = str.maketrans("。｡．․", "....")
_MOST_READ: Final = 20
"""So many times its longest length a name is read: what is left out of names takes time to find."""


class BadName(StrataError):
    """The name cannot be shown."""


def clean_name(text: str, most: int = LONGEST_NAME) -> str:
    """Return the name with its whitespace collapsed; empty for no name. Raises BadName."""
    if len(text) > _MOST_READ * most:
        raise BadName(f"name: got {len(text)} characters, expected at most {most}")
    name = " ".join(_VARIANTS.sub("", unicodedata.normalize("NFC", text)).split())
    if not all(map(_is_seen, name)) or _is_mark(name[:1]):
        raise BadName(f"name: got {shown(text)}, expected visible characters")
    if len(name) > most:
        raise BadName(f"name: got {len(name)} characters, expected at most {most}")
    return name


def clean_player_name(text: str) -> str:
    """Return the name of a player, as `clean_name` does. Raises BadName.

    Nobody may be called as the product calls somebody, or mix scripts in order to look like that.
    """
    name = clean_name(text)
    if _means_somebody_else(name):
        raise BadName(f"name: got {shown(text)}, which means somebody else here: choose another")
    if _ADDRESS.search(unicodedata.normalize("NFKC", name).translate(_DOTS)):
        raise BadName(f"name: got {shown(text)}, expected no address of a site or a mailbox")
    if len(scripts := _scripts(name)) > 1 and not any(scripts <= each for each in _COMBINED):
        words = ", ".join(sorted(script.capitalize() for script in scripts))
        raise BadName(f"name: got letters of {words}, expected one script")
    for is_counted, most in ((_is_common_mark, _MOST_MARKS), (_is_mark, _MOST_OWN_MARKS)):
        if _most_marks(name, is_counted) > most:
            raise BadName(f"name: expected at most {most} marks on a letter")
    return name


def tidy_name(text: str, most: int = LONGEST_NAME) -> str:
    """Return a name that `clean_name` accepts: `text` without invisible characters, shortened."""
    normal = _VARIANTS.sub("", unicodedata.normalize("NFC", text[: _MOST_READ * most]))
    seen = "".join(letter for letter in normal if letter.isspace() or _is_seen(letter))
    name = " ".join(seen.split())
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _is_seen(letter: str) -> bool:
    return letter not in _BLANK and unicodedata.category(letter) not in _UNSEEN


def _means_somebody_else(name: str) -> bool:
    """Return whether the product calls somebody so, perhaps with a level or a number."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return _skeleton(plain) in _RESERVED or _skeleton(_LEVEL.sub("", plain)) in _RESERVED


def _skeleton(plain: str) -> str:
    """Return the letters of a name without what hardly changes how it looks."""
    return "".join(
        found[1].lower() if (found := _LATIN.match(unicodedata.name(letter, ""))) else letter
        for letter in plain.translate(_DIGITS)
        if letter.isalpha()
    )


def _scripts(name: str) -> set[str]:
    """Return the scripts of the letters: the first words of their Unicode names.

    Letters that modify others, as the apostrophes of Hawaiian and Ukrainian, are of no script.
    """
    letters = filter(str.isalpha, unicodedata.normalize("NFKC", name))
    words = (re.split("[ -]", unicodedata.name(letter, "unknown"))[0] for letter in letters)
    return {"CJK" if word == "IDEOGRAPHIC" else word for word in words} - {"MODIFIER"}


def _most_marks(name: str, is_counted: Callable[[str], bool]) -> int:
    """Return the most marks that follow one another in a composed name."""
    runs = re.findall("#+", "".join("#" if is_counted(each) else "." for each in name))
    return max(map(len, runs), default=0)


def _is_mark(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter) in ("Mn", "Me")


def _is_common_mark(letter: str) -> bool:
    """Return whether this is a mark of no script, unlike the vowels of Hindi."""
    return _is_mark(letter) and unicodedata.name(letter, "").startswith("COMBINING")


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
