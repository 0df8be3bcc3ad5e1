"""Annotations of a position in a study: comments, marks, drawings, and unknown words.

In text they are words after an action: `!`, `{a comment}`, `%draw=green:b2,red:b1>c3`. A word that
begins with `%` or `$` and means nothing here is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, get_args
from urllib.parse import quote, unquote

import msgspec

from strata.core.errors import StrataError, listed, shown
from strata.core.record_writer import CONTROL

ActionMark = Literal["!!", "!", "!?", "?!", "?", "??"]
Colour = Literal["green", "red", "blue", "yellow"]
MARKS: Final[tuple[ActionMark, ...]] = get_args(ActionMark)
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
MARK_MEANINGS: Final[dict[ActionMark, str]] = {
    "!!": "brilliant",
    "!": "good",
    "!?": "interesting",
    "?!": "doubtful",
    "?": "a mistake",
    "??": "a blunder",
}
LONGEST_COMMENT: Final = 4000
MOST_SHAPES: Final = 64
_MOST_KEPT: Final = 32
_LONGEST_WORD: Final = 2000
_DRAWN: Final = "%draw="
# Controls that reorder the text around them would let a comment look like something else.
_REORDERING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_UNPRINTED: Final = re.compile(f"[{CONTROL}]")
_ESCAPES: Final = {"\\": "\\\\", "}": "\\}", "\n": "\\n"}
_ESCAPED: Final = re.compile(r"\\(.)")


class InvalidAnnotation(StrataError):
    """A comment, a mark or a drawing that is refused."""


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A circle around the cell `begin`, or an arrow from it to `end`."""

    begin: str
    end: str = ""
    colour: Colour = "green"


class Annotations(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is noted at a position. `checked` refuses what is invalid."""

    comment: str = ""
    mark: ActionMark | None = None
    """The annotator's opinion of the action that led here."""
    shapes: tuple[Shape, ...] = ()
    kept: tuple[str, ...] = ()
    """Words of a record that this version does not know."""

    def __bool__(self) -> bool:
        return self != NOTHING

    def checked(self, cells: frozenset[str]) -> Annotations:
        """Return these annotations with uniform line ends and each drawing once.

        Controls that reorder text are left out of the comment, as older records may have some.
        `cells` are the cells of the board. Raises InvalidAnnotation.
        """
        comment = "\n".join(_REORDERING.sub("", self.comment).splitlines()).strip()
        if len(comment) > LONGEST_COMMENT:
            raise InvalidAnnotation(
                f"comment: got {len(comment)} characters, expected at most {LONGEST_COMMENT}"
            )
        if _UNPRINTED.search(comment.replace("\n", "")):
            raise InvalidAnnotation(f"comment {shown(comment)}: expected printable text")
        if len(self.shapes) > MOST_SHAPES:
            raise InvalidAnnotation(
                f"got {len(self.shapes)} arrows and circles, expected at most {MOST_SHAPES}"
            )
        for shape in self.shapes:
            for cell in filter(None, (shape.begin, shape.end)):
                if cell not in cells:
                    raise InvalidAnnotation(f"a drawing on {shown(cell)}: there is no such cell")
            if not shape.begin or shape.begin == shape.end:
                raise InvalidAnnotation("an arrow needs two different cells, a circle one")
        if len(self.kept) > _MOST_KEPT or any(len(word) > _LONGEST_WORD for word in self.kept):
            raise InvalidAnnotation(
                f"expected at most {_MOST_KEPT} unknown words of at most {_LONGEST_WORD} characters"
            )
        shapes = tuple(dict.fromkeys(self.shapes))
        return Annotations(comment, self.mark, shapes, self.kept)

    def words(self) -> Iterator[str]:
        """Yield the annotations as words of a record."""
        if self.mark:
            yield self.mark
        if self.shapes:
            yield _DRAWN + ",".join(map(_write_shape, self.shapes))
        yield from self.kept
        if self.comment:
            yield "{" + "".join(_ESCAPES.get(sign, sign) for sign in self.comment) + "}"


NOTHING: Final = Annotations()


def is_annotation(word: str) -> bool:
    """Return whether a word of a record is an annotation rather than an action."""
    return word.startswith(("{", "%", "$")) or word in MARKS


def read_words(words: list[str]) -> Annotations:
    """Return what the words after an action note. Raises InvalidAnnotation."""
    comments: list[str] = []
    mark: ActionMark | None = None
    shapes: list[Shape] = []
    kept: list[str] = []
    for word in words:
        if word.startswith("{"):
            comments.append(_read_comment(word))
        elif (found := _MARKS_BY_TEXT.get(word)) is not None:
            if mark is not None:
                raise InvalidAnnotation(f"got two marks on one action, {mark} and {word}")
            mark = found
        elif word.startswith(_DRAWN):
            shapes += map(_read_shape, word.removeprefix(_DRAWN).split(","))
        else:
            kept.append(word)
    return Annotations("\n".join(comments), mark, tuple(shapes), tuple(kept))


_MARKS_BY_TEXT: Final[dict[str, ActionMark]] = {mark: mark for mark in MARKS}


def _read_comment(word: str) -> str:
    inside = word[1:-1]
    return _ESCAPED.sub(lambda sign: "\n" if sign[1] == "n" else sign[1], inside)


def _write_shape(shape: Shape) -> str:
    cells = (quote(cell, safe="") for cell in (shape.begin, shape.end) if cell)
    return f"{shape.colour}:{'>'.join(cells)}"


def _read_shape(text: str) -> Shape:
    colour, colon, cells = text.partition(":")
    begin, arrow, end = map(unquote, cells.partition(">"))
    known = next((name for name in COLOURS if name == colour), None)
    if known is None or not colon or not begin or (arrow and not end):
        raise InvalidAnnotation(
            f"drawing {shown(text)}: expected a colour ({listed(COLOURS)}), a colon and a cell, "
            "or two cells with > between them"
        )
    return Shape(begin, end, known)
