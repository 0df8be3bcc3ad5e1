"""Compact offers: the legal actions of the acting seat, grouped by notation.

It knows no game. It finds the notation of an action by looking for the ids of its clicks in its
text, and verifies the notation by writing the action with it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final

from strata.core.action import Action
from strata.core.gesture import Gesture, Token
from strata.core.position import Position, View
from strata.server.protocol.offers import ChoiceGroup, OfferedToken, Offers

_FIRST_PLACE: Final = 0xE000  # of the private-use characters, which no notation contains
_WRITTEN: Final = {
    ord("{"): "{{",
    ord("}"): "}}",
    **{_FIRST_PLACE + place: f"{{{place}}}" for place in range(256)},
}
_STEP: Final = 25  # actions
_Row = tuple[str, ...]
_MOST_CELLS: Final = 1024
_Run = tuple[str, str, bool | None, list[str]]
"""Actions that differ only in their last click.

The text before and after the id of that click, whether the actions are incomplete, and the words of
the click. None in place of the flag: the text does not contain the id, so that no other action
belongs here.
"""
_NO_RUN: Final[_Run] = ("", "", None, [])


def list_offers(position: Position | View) -> Offers:
    """Return the legal actions of a position as the acting seat sees it."""
    listing = list_in_steps(position)
    while True:
        try:
            next(listing)
        except StopIteration as done:
            offers: Offers = done.value
            return offers


def list_in_steps(position: Position | View) -> Generator[None, None, Offers]:
    """Return the same as `list_offers`, in steps, since there may be hundreds of actions."""
    yield from position.list_in_steps()
    yield
    if incomplete := position.incomplete_actions():
        yield
    names = _Names(_known_cells(position.rules.name))
    forms = _Forms(names.ids)
    word_of, labelled, ids, tokens = names.words.get, names.labelled, names.ids, names.tokens
    runs: dict[_Row, _Run] = {}  # the latest run for each beginning
    before, after, are_incomplete, words = _NO_RUN
    # The clicks before the last, by the identity of their tokens, which `names` keeps alive.
    head: list[int] | None = None
    beginning: _Row = ()
    is_labelled = is_incomplete = False
    chosen: list[Action] = []
    for number, (action, gesture) in enumerate(position.gestures(), 1):
        *clicks, clicked = map(id, gesture)
        if clicks != head:
            head = clicks
            beginning = tuple([word_of(id(token)) or names.learn(token) for token in gesture[:-1]])
            is_labelled = not labelled.isdisjoint(beginning)
            before, after, are_incomplete, words = runs.get(beginning, _NO_RUN)
        last = word_of(clicked) or names.learn(gesture[-1])
        if labelled and (is_labelled or last in labelled):
            chosen.append(action)
        last_id = ids.get(last, last) if ids else last
        if incomplete:
            is_incomplete = action in incomplete
        if are_incomplete is not is_incomplete or f"{before}{last_id}{after}" != action:
            run = forms.find_run(beginning, last_id, action, gesture, is_incomplete)
            before, after, are_incomplete, words = runs[beginning] = run
        words.append(last)
        if not number % _STEP:
            yield
    warnings: dict[str, list[str]] = {}
    for start in range(0, len(chosen), _STEP):
        for text, warned in position.warnings(chosen[start : start + _STEP]).items():
            warnings.setdefault(text, []).extend(warned)
        yield
    told = {text: tuple(actions) for text, actions in warnings.items()}
    return Offers(tuple(forms.groups()), tokens, told)


class _Cells:
    """Tokens of plain cells of a game, whose words are their names. Games reuse such tokens."""

    def __init__(self) -> None:
        self.words: Final[dict[int, str]] = {}
        """By the identity of the token, which `_tokens` keeps alive."""
        self.names: Final[set[str]] = set()
        self._tokens: Final[list[Token]] = []

    def add(self, token: Token) -> None:
        if len(self._tokens) < _MOST_CELLS:
            self.words[id(token)] = token.id
            self.names.add(token.id)
            self._tokens.append(token)


@lru_cache(maxsize=256)
def _known_cells(game: str) -> _Cells:
    """Return the cells that positions of this game have shown so far."""
    return _Cells()


class _Names:
    """The words for tokens in rows. Each token has its own word, without spaces."""

    def __init__(self, cells: _Cells) -> None:
        self.words: Final[dict[int, str]] = cells.words.copy()
        """By the identity of the token, which `_learnt` or `cells` keeps alive."""
        self.tokens: Final[dict[str, OfferedToken]] = {}
        self.labelled: Final[set[str]] = set()
        """The words of labelled choices."""
        self.ids: Final[dict[str, str]] = {}
        """The ids of tokens whose word differs from their id, by word."""
        self._learnt: Final[list[Token]] = []
        self._known: Final = cells
        self._cells: Final[set[str]] = set()
        """The names of cells that were learnt here."""
        self._others: Final[dict[_Row, str]] = {}

    def learn(self, token: Token) -> str:
        """Return the word for a token that has none yet."""
        word = token.id
        is_plain = token.kind == "cell" and token.label == word and word.isalnum()
        if is_plain and word not in self.tokens:
            self._known.add(token)
            self._cells.add(word)
        else:
            facts = (token.kind, token.id, token.label, token.topic)
            word = self._others.get(facts) or self._name(token)
            self._others[facts] = word
        self.words[id(token)] = word
        self._learnt.append(token)
        return word

    def _name(self, token: Token) -> str:
        word = "_".join(token.id.split()) or "_"
        while word in self.tokens or word in self._cells or word in self._known.names:
            word += "'"
        told_id = "" if word == token.id else token.id
        label = "" if token.label == token.id else token.label
        self.tokens[word] = OfferedToken(token.kind, told_id, label, token.topic)
        if told_id:
            self.ids[word] = told_id
        if token.kind == "choice":
            self.labelled.add(word)
        return word


class _Notation:
    """A form in parts: `fill_head` and `fill_tail` write what is before and after the last id."""

    def __init__(self, text: str, head: str, tail: str, *, has_last: bool) -> None:
        """Without the last id in it (`has_last`), `head` is the whole form."""
        self.text: Final = text
        self.fill_head: Final = head.format
        self.fill_tail: Final = tail.format if tail else None
        self.has_last: Final = has_last


@lru_cache(maxsize=1 << 13)
def _derive_notation(action: str, ids: _Row) -> _Notation:
    """Derive the notation of `action`; each of `ids` is looked for once, the longest first."""
    written = action
    for place in sorted(range(len(ids)), key=lambda place: -len(ids[place])):
        written = written.replace(ids[place], chr(_FIRST_PLACE + place), 1)
    head, last, tail = written.partition(chr(_FIRST_PLACE + len(ids) - 1))
    text = written.translate(_WRITTEN)
    if text.format(*ids) != action:  # it contains such characters itself
        text = action.replace("{", "{{").replace("}", "}}")
        return _Notation(text, text, "", has_last=False)
    if not last:
        return _Notation(text, text, "", has_last=False)
    return _Notation(text, head.translate(_WRITTEN), tail.translate(_WRITTEN), has_last=True)


class _Form:
    """A notation, and the actions that are written in it."""

    def __init__(self, notation: _Notation) -> None:
        self.notation: Final = notation
        self.rows: Final[tuple[dict[_Row, list[str]], ...]] = ({}, {})
        """The last words by the words before them, of complete and of incomplete actions."""

    def groups(self) -> list[ChoiceGroup]:
        text, (complete, incomplete) = self.notation.text, self.rows
        groups = [ChoiceGroup(text, _combine(complete))] if complete else []
        if incomplete:
            groups.append(ChoiceGroup(text, _combine(incomplete), incomplete=True))
        return groups


class _Forms:
    """The notations of the actions of a position."""

    def __init__(self, ids: dict[str, str]) -> None:
        """`ids` are the ids of the words that differ from their id."""
        self._ids: Final = ids
        self._forms: Final[dict[int, list[_Form]]] = {}
        """By the number of clicks before the last, the most recently used first."""

    def find_run(
        self, beginning: _Row, last_id: str, action: str, gesture: Gesture, is_incomplete: bool
    ) -> _Run:
        """Return the run to which `action` belongs."""
        ids = beginning
        if self._ids and not self._ids.keys().isdisjoint(beginning):
            ids = tuple([token.id for token in gesture[:-1]])
        known = self._forms.get(len(ids))
        if known is None:
            known = self._forms[len(ids)] = []
        for place, form in enumerate(known):
            notation = form.notation
            before = notation.fill_head(*ids)
            after = notation.fill_tail(*ids) if notation.fill_tail else ""
            if action == (before + last_id + after if notation.has_last else before):
                if place:
                    known.insert(0, known.pop(place))
                break
        else:
            notation = _derive_notation(action, (*ids, last_id))
            form = _Form(notation)
            known.insert(0, form)
            before = notation.fill_head(*ids)
            after = notation.fill_tail(*ids) if notation.fill_tail else ""
        words = form.rows[is_incomplete].setdefault(beginning, [])
        return before, after, is_incomplete if notation.has_last else None, words

    def groups(self) -> Iterator[ChoiceGroup]:
        """Yield all actions, grouped by notation."""
        for forms in self._forms.values():
            for form in forms:
                yield from form.groups()


def _combine(begun: dict[_Row, list[str]]) -> tuple[_Row, ...]:
    """Return rows for these last words by the words before them, as few as possible."""
    rows = [(*beginning, " ".join(words)) for beginning, words in begun.items()]
    for place in range(len(rows[0]) - 2, -1, -1):
        rows = _combine_at(place, rows)
    return tuple(rows)


@cache
def _others(place: int, length: int) -> Callable[[_Row], object]:
    """Return a getter of all items of a row of this length except the one at `place`."""
    return itemgetter(*(other for other in range(length) if other != place))


def _combine_at(place: int, rows: list[_Row]) -> list[_Row]:
    """Return `rows` with those that differ only at `place` merged into one."""
    if len(rows) == 1:
        return rows
    others = _others(place, len(rows[0]))
    found: dict[object, list[_Row]] = {}
    for row in rows:
        key = others(row)
        if alike := found.get(key):
            alike.append(row)
        else:
            found[key] = [row]
    if len(found) == len(rows):
        return rows
    return [alike[0] if len(alike) == 1 else _joined(place, alike) for alike in found.values()]


def _joined(place: int, rows: list[_Row]) -> _Row:
    first = rows[0]
    return (*first[:place], " ".join([row[place] for row in rows]), *first[place + 1 :])
