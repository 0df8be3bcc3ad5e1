"""Explanations of why something cannot be done, found by waiving restrictions.

No rule is written twice: an attempt is looked up among the actions that are legal with restrictions
waived. The reason is the restriction whose waiver alone makes the attempt legal; if there is none,
a set of restrictions of which none can be left out. An attempt that no waiver makes legal is no
move of that piece; the answer is then what the piece can do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Literal

import msgspec

from strata.core.errors import NothingToExplain, UnknownToken, listed, shown
from strata.core.explaining.reach import NOWHERE, Reach, reach_of
from strata.core.explaining.restriction import Restriction
from strata.core.explaining.telling import Sentence, Telling, cells_of, joined, whose
from strata.core.gesture import Gesture, Token
from strata.core.kernel.state import State
from strata.core.outcome import SEATS
from strata.core.rules import Rules
from strata.core.scene import Item, Layer, Scene

Kind = Literal[
    "legal", "restricted", "unfinished", "no-move", "idle", "empty", "not-yours", "no-action"
]
Attempt = str | Sequence[Token | str]
_MOST_REASONS: Final = 3
_MOST_NAMED: Final = 4


class Explanation(msgspec.Struct, frozen=True):
    """The answer to an attempt. Its `kind` is one of these:

    - `legal`: the attempt is an action, or the beginning of one;
    - `restricted`: `restrictions` refuse it;
    - `unfinished`: something else must be clicked first;
    - `no-move`: the piece can act, but not like that; `reach` is where it can;
    - `idle`, `empty`, `not-yours`: the first click is on a piece that cannot act, on nothing, on a
      piece of the other seat;
    - `no-action`: there is no action with that text.
    """

    kind: Kind
    sentences: Telling
    restrictions: tuple[Restriction, ...] = ()
    """For the kind `restricted`: one for each of `sentences`, in order. A conclusion may follow
    these sentences.
    """
    reach: Reach = NOWHERE

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells at fault."""
        return cells_of(*(cell for sentence in self.sentences for cell in sentence.cells))


class Explainer:
    """An explainer of attempts in one position, as the seat that acts sees it."""

    def __init__(
        self,
        rules: Rules[Any],
        state: State,
        scene: Scene,
        offers: Mapping[int, tuple[str, Gesture]] | None = None,
    ) -> None:
        """Explain attempts in `state`, whose scene is `scene`.

        `offers` are the legal actions by code, for a concealed state that may not know them. Raises
        NothingToExplain if no action is legal.
        """
        self.rules: Final = rules
        self.state: Final = state
        self.scene: Final = scene
        self.mover: Final = SEATS[state.get_seat()]
        self._every: Final = (1 << len(rules.restrictions)) - 1
        self._offers: Final = offers
        self._waived: Final = {} if offers is None else {0: frozenset(offers)}
        if not self._codes(0):
            raise NothingToExplain(f"{rules.name}: the game is over, so nobody can act")

    def explain(self, attempt: Attempt) -> Explanation:
        """Return why `attempt` cannot be done: an action's text, or clicks as tokens or their ids.

        Raises UnknownToken.
        """
        if isinstance(attempt, str):
            return self._explain_text(attempt.strip())
        clicks = tuple(map(self._token, attempt))
        if not clicks:
            raise UnknownToken(f"got no clicks in {self.rules.name}, expected at least one")
        return self._explain_clicks(clicks)

    def _explain_text(self, text: str) -> Explanation:
        if text in self._texts:
            return Explanation("legal", (Sentence("this is legal."),))
        if wanted := self._extra_texts.get(text):
            return self._explain_restricted(wanted)
        names = text.split()
        are_tokens = all(name in self._cell_names or name in self._items for name in names)
        clicks = (
            tuple(map(self._token, names))
            if are_tokens
            else self.rules.find_clicks(self.state, text)
        )
        if not clicks:
            return Explanation("no-action", (Sentence("there is no such action."),))
        alike = [
            text for text, code in self._texts.items() if _goes_through(self._legal[code], clicks)
        ]
        found = self._explain_clicks(clicks)
        if not alike or found.kind not in ("legal", "unfinished"):
            return found
        words = f"there is no such action; these cells allow {listed(alike, _MOST_NAMED)}."
        return Explanation("no-action", (Sentence(words, _cells(clicks)),))

    def _explain_clicks(self, clicks: Gesture) -> Explanation:
        legal = self._legal_from.get(clicks[0], [])
        if begun := [gesture for gesture in legal if gesture[: len(clicks)] == clicks]:
            words = "this is legal."
            if following := _following(begun, len(clicks)):
                words = f"this is legal; next choose {self._choices(following)}."
            return Explanation("legal", (Sentence(words, _cells(clicks)),))
        extras = self._extras_from.get(clicks[0], {})
        strict = {code for code, gesture in extras.items() if gesture[: len(clicks)] == clicks}
        if strict:
            return self._explain_restricted(strict, clicks)
        if skipping := [gesture for gesture in legal if _goes_through(gesture, clicks)]:
            return self._explain_unfinished(skipping, clicks)
        loose = {code for code, gesture in extras.items() if _goes_through(gesture, clicks)}
        if loose:
            return self._explain_restricted(loose, clicks)
        return self._explain_piece(clicks)

    # Attempts that a waiver makes legal.

    def _explain_restricted(self, wanted: set[int], clicks: Gesture = ()) -> Explanation:
        reasons = list(self._reasons(wanted))
        sentences = []
        for restriction, code in reasons:
            faults = self.rules.fault_cells(self.state, code, restriction)
            cells = faults or _cells(clicks) or _cells(self._extras[code])
            sentences.append(Sentence(restriction.tell(self.state.get_seat()), cells_of(*cells)))
        if len(clicks) == 1 and self._layer(clicks[0]) is not None:
            sentences.append(Sentence(f"so {self._subject(clicks[0])} cannot act now.", ()))
        return Explanation(
            "restricted", tuple(sentences), tuple(restriction for restriction, _ in reasons)
        )

    def _reasons(self, wanted: set[int]) -> Iterator[tuple[Restriction, int]]:
        """Yield the restrictions that refuse `wanted` actions, each with one of these actions."""
        alone = sorted(
            (-len(found), bit, min(found))
            for bit in self._alone(wanted, range(len(self.rules.restrictions)))
            if (found := wanted & self._codes(1 << bit))
        )
        if alone:
            for _, bit, code in alone[:_MOST_REASONS]:
                yield self.rules.restrictions[bit], code
            return
        bits = self._together(wanted, 0, range(len(self.rules.restrictions)))
        code = min(wanted & self._codes(_waiver(bits)))
        for bit in sorted(bits):
            yield self.rules.restrictions[bit], code

    def _alone(self, wanted: set[int], bits: range) -> Iterator[int]:
        """Yield each of `bits` that alone makes a wanted action legal.

        The search halves the bits, as there are many.
        """
        if bits and wanted & self._codes(_waiver(bits)):
            if len(bits) == 1:
                yield bits[0]
                return
            yield from self._alone(wanted, bits[: len(bits) // 2])
            yield from self._alone(wanted, bits[len(bits) // 2 :])

    def _together(self, wanted: set[int], given: int, bits: range) -> list[int]:
        """Return some of `bits` that make a wanted action legal, besides the waiver `given`.

        None of them can be left out. All `bits` together must make one legal.
        """
        if wanted & self._codes(given):
            return []
        if len(bits) == 1:
            return [bits[0]]
        low, high = bits[: len(bits) // 2], bits[len(bits) // 2 :]
        above = self._together(wanted, given | _waiver(low), high)
        return self._together(wanted, given | _waiver(above), low) + above

    # Attempts that no waiver makes legal.

    def _explain_unfinished(self, gestures: list[Gesture], clicks: Gesture) -> Explanation:
        depth = max(_shared(gesture, clicks) for gesture in gestures)
        begun = [gesture for gesture in gestures if _shared(gesture, clicks) == depth]
        words = f"first choose {self._choices(_following(begun, depth))}."
        return Explanation("unfinished", (Sentence(words, _cells(clicks)),))

    def _explain_piece(self, clicks: Gesture) -> Explanation:
        first = clicks[0]
        legal = self._legal_from.get(first)
        if legal is None:
            return self._explain_first(first)
        depth = max(_shared(gesture, clicks) for gesture in legal)
        begun = [gesture for gesture in legal if gesture[:depth] == clicks[:depth]]
        touched = {token.id for gesture in begun for token in gesture[1:] if token.kind == "cell"}
        reach = reach_of(self.scene, first.id, self.mover, {first.id: touched - {first.id}})
        missed = clicks[depth] if depth < len(clicks) else clicks[-1]
        where = f"go to {missed.id} or act on it" if missed.kind == "cell" else "do that"
        words = f"{self._subject(first)} cannot {where}."
        sentences = (Sentence(words, _cells(clicks)), *self._card(first))
        return Explanation("no-move", sentences, reach=reach)

    def _card(self, token: Token) -> Telling:
        """Return what the piece does, in the words of its card."""
        layer = self._layer(token)
        text = "" if layer is None else self.rules.cards[layer.symbol].text
        return (Sentence(text, ()),) if text else ()

    def _explain_first(self, first: Token) -> Explanation:
        """Explain why no action begins with this click."""
        beginnings = self._legal_from
        layer = self._layer(first)
        cells = _cells((first,))
        if layer is not None and layer.owner not in (None, self.mover):
            words = f"that is {self._subject(first)}."
            return Explanation("not-yours", (Sentence(words, cells),))
        sentences = [Sentence(f"{self._subject(first)} cannot act now.", cells)]
        if layer is None:
            sentences = [Sentence(f"nothing stands on {first.id}.", cells)]
        if len(beginnings) == 1 or all(token.kind != "cell" for token in beginnings):
            needed = tuple(beginnings)
            words = f"first choose {self._choices(needed)}."
            sentences.append(Sentence(words, _cells(needed)))
            return Explanation("unfinished", tuple(sentences))
        return Explanation("idle" if layer else "empty", tuple(sentences))

    # Words.

    def _subject(self, token: Token) -> str:
        """Return `{first's} Ram on d6`, or the name of what else was clicked."""
        layer = self._layer(token)
        if layer is None:
            return token.id if token.kind == "cell" else str(token)
        name = f"{whose(layer.owner)} {self.rules.symbols[layer.symbol].name}"
        return f"{name} on {token.id}" if token.kind == "cell" else name

    def _choices(self, tokens: Sequence[Token]) -> str:
        if len(tokens) > _MOST_NAMED and all(token.kind == "cell" for token in tokens):
            return f"one of {len(tokens)} cells"
        names = [self._subject(token) for token in tokens]
        if len(names) > _MOST_NAMED:
            names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} more"]
        return joined(names).replace(" and ", " or ")

    def _layer(self, token: Token) -> Layer | None:
        """Return the top layer of a cell, or the layer of an item."""
        if token.kind == "cell":
            stack = self.scene.stacks.get(token.id)
            return stack[-1] if stack else None
        item = self._items.get(token.id)
        return None if item is None else item.layer

    # Cached values.

    @cached_property
    def _items(self) -> dict[str, Item]:
        return {item.id: item for zone in self.scene.zones for item in zone.items}

    @cached_property
    def _legal(self) -> dict[int, Gesture]:
        """The clicks of the legal actions, by code."""
        if self._offers is not None:
            return {code: gesture for code, (_, gesture) in self._offers.items()}
        return {code: self.rules.gesture(self.state, code) for code in self._codes(0)}

    @cached_property
    def _legal_from(self) -> dict[Token, list[Gesture]]:
        """The clicks of the legal actions, by the first click."""
        found: dict[Token, list[Gesture]] = {}
        for gesture in self._legal.values():
            found.setdefault(gesture[0], []).append(gesture)
        return found

    @cached_property
    def _texts(self) -> dict[str, int]:
        if self._offers is not None:
            return {text: code for code, (text, _) in self._offers.items()}
        return {self._write(self.state, code): code for code in sorted(self._codes(0))}

    @cached_property
    def _extras(self) -> dict[int, Gesture]:
        """The clicks of the actions that are legal only with everything waived, by code."""
        waiving = self.state.waiving(self._every)
        extras = sorted(self._codes(self._every) - self._codes(0))
        return {code: self.rules.gesture(waiving, code) for code in extras}

    @cached_property
    def _extras_from(self) -> dict[Token, dict[int, Gesture]]:
        """The same, by the first click."""
        found: dict[Token, dict[int, Gesture]] = {}
        for code, gesture in self._extras.items():
            found.setdefault(gesture[0], {})[code] = gesture
        return found

    @cached_property
    def _extra_texts(self) -> dict[str, set[int]]:
        """The codes of those actions, by their text."""
        waiving = self.state.waiving(self._every)
        found: dict[str, set[int]] = {}
        for code in self._extras:
            found.setdefault(self._write(waiving, code), set()).add(code)
        return found

    def _codes(self, waived: int) -> frozenset[int]:
        """Return the actions that are legal with these restrictions waived."""
        found = self._waived.get(waived)
        if found is None:
            state = self.state.waiving(waived) if waived else self.state
            found = self._waived[waived] = frozenset(state.codes())
        return found

    def _write(self, state: State, code: int) -> str:
        return self.rules.format_action(state, code)

    def _token(self, given: Token | str) -> Token:
        """Return the token that is meant. Raises UnknownToken."""
        kind, name = (given.kind, given.id) if isinstance(given, Token) else (None, given)
        if kind in (None, "cell") and name in self._cell_names:
            return Token("cell", name, name)
        if kind in (None, "item") and name in self._items:
            layer = self._items[name].layer
            return Token("item", name, self.rules.symbols[layer.symbol].name)
        if kind in (None, "item", "choice"):
            for token in self._other_tokens:
                if token.id == name and kind in (None, token.kind):
                    return token
        what = kind or "cell, item or choice"
        raise UnknownToken(
            f"no {what} {shown(name)} in {self.rules.name}; cells are {listed(self._cell_names, 8)}"
        )

    @cached_property
    def _cell_names(self) -> dict[str, None]:
        return dict.fromkeys(cell.name for cell in self.scene.cells)

    @cached_property
    def _other_tokens(self) -> set[Token]:
        """The choices and items that occur in some action."""
        gestures = (*self._legal.values(), *self._extras.values())
        return {token for gesture in gestures for token in gesture if token.kind != "cell"}


def _waiver(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in bits)


def _cells(tokens: Iterable[Token]) -> tuple[str, ...]:
    return cells_of(*(token.id for token in tokens if token.kind == "cell"))


def _shared(gesture: Gesture, clicks: Gesture) -> int:
    """Return the number of clicks with which both begin."""
    for index, (one, other) in enumerate(zip(gesture, clicks, strict=False)):
        if one != other:
            return index
    return min(len(gesture), len(clicks))


def _goes_through(gesture: Gesture, clicks: Gesture) -> bool:
    """Return whether `gesture` begins with the first of `clicks` and has the others in order."""
    if gesture[0] != clicks[0]:
        return False
    rest = iter(gesture)
    return all(click in rest for click in clicks)


def _following(gestures: Iterable[Gesture], depth: int) -> tuple[Token, ...]:
    """Return what can be clicked after `depth` clicks."""
    return tuple(dict.fromkeys(gesture[depth] for gesture in gestures if len(gesture) > depth))
