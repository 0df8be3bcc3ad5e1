"""Compact offers: the legal actions of the acting seat, grouped by notation.

It knows no game. It finds the notation of an action by looking for the ids of its clicks in its
text, and verifies the notation by writing the action with it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
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
    incomplete = position.incomplete_actions()
    yield
    names = _Names(_known_cells(position.rules.name))
    forms = _Forms(names.ids)
    word_of, labelled, ids, tokens = names.words.get, names.labelled, names.ids, names.tokens
    runs: dict[_Row, _Run] = {}  # the latest run for each beginning
    run: _Run | None = None
    # The clicks before the last, by the identity of their tokens, which `names` keeps alive.
    head: list[int] | None = None
    beginning: _Row = ()
    is_labelled = False
    chosen: list[Action] = []
    for number, (action, gesture) in enumerate(position.gestures(), 1):
        clicks = [*map(id, gesture)]
        clicked = clicks.pop()
        if clicks != head:
            head = clicks
            beginning = tuple([word_of(id(token)) or names.learn(token) for token in gesture[:-1]])
            is_labelled = not labelled.isdisjoint(beginning)
            run = runs.get(beginning)
        last = word_of(clicked) or names.learn(gesture[-1])
        if is_labelled or last in labelled:
            chosen.append(action)
        last_id = ids.get(last, last)
        is_incomplete = action in incomplete
        if run is None or run[0] + last_id + run[1] != action or run[2] is not is_incomplete:
            run = forms.find_run(beginning, last_id, action, gesture, is_incomplete)
            runs[beginning] = run
        run[3].append(last)
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


@lru_cache(maxsize=1 << 13)
def _derive_form(action: str, ids: _Row) -> tuple[str, str, str, str]:
    """Derive the notation of `action`; each of `ids` is looked for once, the longest first.

    Returns the whole form, the part before the last id, the sign for that id, and the part after.
    """
    written = action
    for place in sorted(range(len(ids)), key=lambda place: -len(ids[place])):
        written = written.replace(ids[place], chr(_FIRST_PLACE + place), 1)
    head, last, tail = written.partition(chr(_FIRST_PLACE + len(ids) - 1))
    text = written.translate(_WRITTEN)
    if text.format(*ids) != action:  # it contains such characters itself
        text = action.replace("{", "{{").replace("}", "}}")
        return text, text, "", ""
    return text, head.translate(_WRITTEN) if last else text, last, tail.translate(_WRITTEN)


class _Form:
    """A notation, and the actions that are written in it."""

    def __init__(self, action: str, ids: Sequence[str]) -> None:
        text, head, last, tail = _derive_form(action, tuple(ids))
        self.text: Final = text
        self.fill_head: Final = head.format
        self.fill_tail: Final = tail.format if tail else None
        self.has_last: Final = bool(last)
        self.rows: Final[tuple[dict[_Row, list[str]], ...]] = ({}, {})
        """The last words by the words before them, of complete and of incomplete actions."""

    def groups(self) -> Iterator[ChoiceGroup]:
        for is_incomplete, begun in enumerate(self.rows):
            if begun:
                rows = [(*beginning, " ".join(words)) for beginning, words in begun.items()]
                for place in range(len(rows[0]) - 2, -1, -1):
                    rows = _combine_at(place, rows)
                yield ChoiceGroup(self.text, tuple(rows), bool(is_incomplete))


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
            before = form.fill_head(*ids)
            after = form.fill_tail(*ids) if form.fill_tail else ""
            if action == (before + last_id + after if form.has_last else before):
                if place:
                    known.insert(0, known.pop(place))
                break
        else:
            form = _Form(action, (*ids, last_id))
            known.insert(0, form)
            before = form.fill_head(*ids)
            after = form.fill_tail(*ids) if form.fill_tail else ""
        words = form.rows[is_incomplete].setdefault(beginning, [])
        return before, after, is_incomplete if form.has_last else None, words

    def groups(self) -> Iterator[ChoiceGroup]:
        """Yield all actions, grouped by notation."""
        for forms in self._forms.values():
            for form in forms:
                yield from form.groups()


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
