"""A walk through the gesture tree: words become tokens, and tokens an action."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from strata.core.errors import StrataError, UnknownToken, listed, shown
from strata.core.explaining.why_not import Explanation
from strata.core.gesture import GestureTree, Token
from strata.core.position import View


class UnknownStep(StrataError):
    """A word that names no possible next step. `at_root`: no step precedes it."""

    def __init__(self, message: str, *, at_root: bool) -> None:
        super().__init__(message)
        self.at_root = at_root


class AmbiguousStep(StrataError):
    """A word that names more than one possible next step."""


class Walk:
    """A place in the gesture tree. `follow` takes steps, and `back` takes them back."""

    def __init__(self, tree: GestureTree) -> None:
        self._nodes: Final = [tree]
        self.path: Final[list[Token]] = []

    @property
    def node(self) -> GestureTree:
        return self._nodes[-1]

    def follow(self, words: Sequence[str]) -> str | None:
        """Follow all of `words` or none; return the action once it is reached."""
        node = self.node
        nodes: list[GestureTree] = []
        tokens: list[Token] = []
        rest = list(words)
        while rest:
            token, used = _next_step(node, rest, [*self.path, *tokens])
            node = node.children[token]
            tokens.append(token)
            nodes.append(node)
            del rest[:used]
        self._nodes.extend(nodes)
        self.path.extend(tokens)
        return node.action

    def resolve(self, words: Sequence[str]) -> list[Token | str]:
        """Return the steps that `words` name from here on; words after the last step stay words."""
        node, rest = self.node, list(words)
        tokens: list[Token | str] = []
        while rest:
            try:
                token, used = _next_step(node, rest, [])
            except StrataError:
                break
            node = node.children[token]
            tokens.append(token)
            del rest[:used]
        return [*tokens, *rest]

    def back(self) -> bool:
        """Take back the last step; return False if there is none."""
        if not self.path:
            return False
        self.path.pop()
        self._nodes.pop()
        return True

    def completions(self, line: str, more: Sequence[str] = ()) -> list[str]:
        """Return the completions of the last word of `line`.

        `more` are first words besides the tokens.
        """
        words = line.split(" ")
        node, used = self.node, 0
        while used < len(words) - 1:
            try:
                token, count = _next_step(node, words[used:-1], [])
            except StrataError:
                break
            node, used = node.children[token], used + count
        rest = " ".join(words[used:])
        known = [*step_names(node), *(more if used == 0 else ())]
        begun = len(rest) - len(words[-1])
        return sorted({name[begun:] for name in known if name.startswith(rest)})


def explain_words(view: View, walk: Walk, words: Sequence[str]) -> Explanation:
    """Return why the steps from here on are impossible, or else the action with that text."""
    steps = [*walk.path, *walk.resolve(words)]
    if isinstance(steps[0], Token):
        with contextlib.suppress(UnknownToken):
            return view.why_not(steps)
    return view.why_not(" ".join(words))


def step_names(node: GestureTree) -> dict[str, list[Token]]:
    """Return the possible next tokens by each of their names: id, label, a number for a choice."""
    names: dict[str, list[Token]] = {}
    for token in node.children:
        for name in {token.id, str(token)}:
            names.setdefault(name, []).append(token)
    for number, token in enumerate(choices(node), 1):
        names.setdefault(str(number), [token])  # a number never hides a name
    return names


def choices(node: GestureTree) -> list[Token]:
    """Return the labelled choices that can come next, in the order of their numbers."""
    return [token for token in node.children if token.kind == "choice"]


def _next_step(node: GestureTree, words: Sequence[str], path: list[Token]) -> tuple[Token, int]:
    """Return the token at the start of `words`, and its number of words: labels contain blanks."""
    names = step_names(node)
    longest = max((name.count(" ") + 1 for name in names), default=0)
    for count in range(min(longest, len(words)), 0, -1):
        name = " ".join(words[:count])
        tokens = names.get(name, [])
        if len(tokens) == 1:
            return tokens[0], count
        if tokens:
            ids = listed(f"{token.kind} {token.id}" for token in tokens)
            raise AmbiguousStep(f"{shown(name)} is ambiguous here: {ids}")
    raise _unknown(words[0], names, path)


def _unknown(word: str, names: dict[str, list[Token]], path: list[Token]) -> UnknownStep:
    after = f" after {' '.join(map(str, path))}" if path else ""
    if not names:
        return UnknownStep(f"no step is possible{after}, got {shown(word)}", at_root=False)
    alike = [name for name in names if name.lower() == word.lower()]
    hint = f"did you mean {listed(alike)}?" if alike else f"expected {listed(names, 8)}"
    return UnknownStep(f"no step {shown(word)}{after}: {hint}", at_root=not path)
