"""Writes what whoever acts can do: legal actions grouped by how they are written.

It knows no game: how an action is written is found by looking for the ids of its clicks in its
text, and checked by writing it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache, lru_cache
from itertools import repeat
from operator import itemgetter
from typing import Final

from strata.core.gesture import Gesture, Token
from strata.core.position import Action, Position, View
from strata.server.protocol.offers import ChoiceGroup, OfferedToken, Offers

_FIRST_PLACE: Final = 0xE000  # of characters for private use: no action is written with them
_WRITTEN: Final = {
    ord("{"): "{{",
    ord("}"): "}}",
    **{_FIRST_PLACE + place: f"{{{place}}}" for place in range(256)},
}
_UNKNOWN: Final = repeat("")
_STEP: Final = 25  # actions
_Row = tuple[str, ...]
_Clicks = tuple[Gesture, _Row, str]
"""A gesture, all of its words but the last, and the last."""
_cell_clicks: Final[dict[int, _Clicks]] = {}
"""Gestures of which all words are names of cells, by identity: games use the same ones again."""
_MOST_CLICKS: Final = 1 << 15
_Run = tuple[str, str, bool | None, list[str]]
"""Actions that differ in their last click only: their text before and after its id, whether they
are incomplete (None: their text does not name it, so no other belongs here), the words of it."""


def list_offers(position: Position | View) -> Offers:
    """The legal actions of a position as the acting seat sees it."""
    listing = list_in_steps(position)
    while True:
        try:
            next(listing)
        except StopIteration as done:
            offers: Offers = done.value
            return offers


def list_in_steps(position: Position | View) -> Generator[None, None, Offers]:
    """As `list_offers`; yields now and then, since there may be hundreds of actions."""
    offers = yield from _list(position, _cell_clicks)
    if offers is None:
        offers = yield from _list(position, {})
        assert offers is not None  # nothing was found that this pass had not learnt itself
    return offers


def _list(
    position: Position | View, clicks: dict[int, _Clicks]
) -> Generator[None, None, Offers | None]:
    """The offers, with gestures that are known from `clicks`, which learns the others.

    None if a word that was given to a token turns out to be that of a cell, too.
    """
    position.actions()  # lists and writes them
    yield
    incomplete = position.incomplete_actions()
    yield
    names = _Names()
    forms = _Forms(names.ids)
    word_of, labelled, ids, tokens = names.words.get, names.labelled, names.ids, names.tokens
    known_clicks = clicks.get
    runs: dict[_Row, _Run] = {}  # the latest of those that begin with some clicks
    chosen: list[Action] = []
    for number, (action, gesture) in enumerate(position.gestures(), 1):
        known = known_clicks(id(gesture))
        if known is not None:
            _, beginning, last = known
            last_id = last
            names.clicked.append(known)
        else:
            words = [*map(word_of, map(id, gesture), _UNKNOWN)]
            if "" in words:
                for place, word in enumerate(words):
                    if not word:
                        words[place] = names.learn(gesture[place])
            if not labelled.isdisjoint(words):
                chosen.append(action)
            last = words.pop()
            beginning = tuple(words)
            last_id = ids.get(last, last)
            if last not in tokens and tokens.keys().isdisjoint(beginning):
                if len(clicks) >= _MOST_CLICKS:
                    clicks.clear()
                clicks[id(gesture)] = gesture, beginning, last
        is_incomplete = action in incomplete
        run = runs.get(beginning)
        if run is None or run[0] + last_id + run[1] != action or run[2] is not is_incomplete:
            run = forms.find_run(beginning, last_id, action, gesture, is_incomplete)
            runs[beginning] = run
        run[3].append(last)
        if not number % _STEP:
            yield
    if names.are_ambiguous():
        return None
    warnings: dict[str, list[str]] = {}
    for start in range(0, len(chosen), _STEP):
        for text, warned in position.warnings(chosen[start : start + _STEP]).items():
            warnings.setdefault(text, []).extend(warned)
        yield
    told = {text: tuple(actions) for text, actions in warnings.items()}
    return Offers(tuple(forms.groups()), tokens, told)


class _Names:
    """The words by which tokens are called in rows: each has its own, without spaces."""

    def __init__(self) -> None:
        self.words: Final[dict[int, str]] = {}
        """By the identity of the token, which `_learnt` keeps alive."""
        self.tokens: Final[dict[str, OfferedToken]] = {}
        self.labelled: Final[set[str]] = set()
        """The words of labelled choices."""
        self.ids: Final[dict[str, str]] = {}
        """The ids of the tokens whose word is another."""
        self.clicked: Final[list[_Clicks]] = []
        """The gestures whose words were known before: the cells in them are not in `_cells`."""
        self._learnt: Final[list[Token]] = []
        self._cells: Final[set[str]] = set()
        self._others: Final[dict[_Row, str]] = {}

    def are_ambiguous(self) -> bool:
        """Whether a word has been given to a token though a cell of `clicked` is called so."""
        words = self.tokens.keys()
        return bool(words) and not all(
            last not in words and words.isdisjoint(beginning) for _, beginning, last in self.clicked
        )

    def learn(self, token: Token) -> str:
        """The word for a token that has none yet."""
        word = token.id
        is_plain = token.kind == "cell" and token.label == word and word.isalnum()
        if is_plain and word not in self.tokens:
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
        while word in self.tokens or word in self._cells:
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
    """How `action` is written: each of `ids` is looked for once, the longest first.

    Returns the whole form, the part before the last id, the sign for that id, and the part after.
    """
    written = action
    for place in sorted(range(len(ids)), key=lambda place: -len(ids[place])):
        written = written.replace(ids[place], chr(_FIRST_PLACE + place), 1)
    head, last, tail = written.partition(chr(_FIRST_PLACE + len(ids) - 1))
    text = written.translate(_WRITTEN)
    if text.format(*ids) != action:  # it has such characters itself
        text = action.replace("{", "{{").replace("}", "}}")
        return text, text, "", ""
    return text, head.translate(_WRITTEN) if last else text, last, tail.translate(_WRITTEN)


class _Form:
    """One way in which actions are written, and the actions that are."""

    def __init__(self, action: str, ids: Sequence[str]) -> None:
        text, head, last, tail = _derive_form(action, tuple(ids))
        self.text: Final = text
        self.fill_head: Final = head.format
        self.fill_tail: Final = tail.format if tail else None
        self.has_last: Final = bool(last)
        self.rows: Final[tuple[dict[_Row, list[str]], ...]] = ({}, {})
        """Last words by the words before them: of complete actions, of incomplete ones."""

    def groups(self) -> Iterator[ChoiceGroup]:
        for is_incomplete, begun in enumerate(self.rows):
            if begun:
                rows = [(*beginning, " ".join(words)) for beginning, words in begun.items()]
                for place in range(len(rows[0]) - 2, -1, -1):
                    rows = _combine_at(place, rows)
                yield ChoiceGroup(self.text, tuple(rows), bool(is_incomplete))


class _Forms:
    """The ways in which the actions of a position are written."""

    def __init__(self, ids: dict[str, str]) -> None:
        """`ids` are those of the words that stand for another id."""
        self._ids: Final = ids
        self._forms: Final[dict[int, list[_Form]]] = {}
        """By the number of clicks, the one used last first."""

    def find_run(
        self, beginning: _Row, last_id: str, action: str, gesture: Gesture, is_incomplete: bool
    ) -> _Run:
        """The run to which `action` belongs."""
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
        """All actions, those that are written alike together."""
        for forms in self._forms.values():
            for form in forms:
                yield from form.groups()


@cache
def _others(place: int, length: int) -> Callable[[_Row], object]:
    """Takes everything out of a row of this length but what is at `place`."""
    return itemgetter(*(other for other in range(length) if other != place))


def _combine_at(place: int, rows: list[_Row]) -> list[_Row]:
    """`rows`, in which those that differ at `place` only have become one."""
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
