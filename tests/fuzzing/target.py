"""A target: one parser with one game. Its inputs have numbers, and are the same in every run."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import strata
from tests.conformance.settings import GAME_NAMES
from tests.examples.known import examples_known
from tests.fuzzing.corpus import Corpus, corpus_of, settings_to_fuzz
from tests.fuzzing.mutation import chance_of, mutate
from tests.fuzzing.parsers import PARSERS, Parser


@dataclass(frozen=True)
class Target:
    parser: str
    game: str

    def __str__(self) -> str:
        return f"{self.parser}/{self.game}"

    @property
    def _reader(self) -> Parser:
        return PARSERS[self.parser]

    def corpus(self, number: int) -> Corpus:
        """The game of input `number`: its options change from one input to the next."""
        settings = settings_to_fuzz(self.game)
        return corpus_of(settings[number % len(settings)])

    def input(self, seed: int, number: int) -> str:
        corpus = self.corpus(number)
        return mutate(self._reader.texts(corpus, number), chance_of(seed, str(self), number))

    def attempt(self, seed: int, number: int, text: str) -> str:
        """The verdict on `text`, tried with what goes with input `number`.

        Raises what a parser must not raise.
        """
        chance = Random(seed ^ number)
        return self._reader.attempt(self.corpus(number), number, text, chance)


def parse_target(text: str) -> Target:
    parser, _, game = text.partition("/")
    return Target(parser, game)


def all_targets() -> list[Target]:
    """Every parser with every game that it reads something of."""
    with examples_known():
        definable = {name for name in GAME_NAMES if strata.game(name).rules.definable}
    return [
        Target(parser, game)
        for parser, reader in PARSERS.items()
        for game in GAME_NAMES
        if game in definable or not reader.definable_only
    ]
