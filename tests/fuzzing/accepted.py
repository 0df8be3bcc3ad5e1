"""What is done with a position that was accepted: everything a server would do with it.

A position from outside reaches the compiled rules, the evaluation and the searches. None of them
checks anything, so whatever the parser lets through they have to stand.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Final

import strata
from strata.core.kernel.evaluation import Evaluation
from strata.core.kernel.state import State
from strata.core.outcome import SEATS
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.monte_carlo_searcher import MonteCarloSearcher
from strata.search.report import Limits
from tests.fuzzing.corpus import Corpus
from tests.fuzzing.mutation import mutate_gently
from tests.fuzzing.verdict import expect

_STEPS: Final = 4
_DRAWN_ONE_IN: Final = 16
_PLAYED_ONE_IN: Final = 16
_SEARCHED_ONE_IN: Final = 128
_PLAYOUT: Final = 60
_WANDERED: Final = 8
_NODES: Final = 150
_TABLE_BITS: Final = 10
_TREE_SIZE: Final = 1 << 10
_GAMES: Final = 16
"""So many games keep their judge and their searchers; definitions make new ones all the time."""


def use_position(game: strata.Game, position: strata.Position, chance: Random) -> None:
    """List, judge and play from `position`; sometimes draw it, play it on and search it."""
    state = position.state
    evaluation = _evaluation(game)
    for _ in range(_STEPS):
        codes = _list_actions(game, state)
        if not codes:
            break
        _judge(evaluation, state, codes, chance)
        code = chance.choice(codes)
        game.rules.gesture(state, code)
        expect(bool(game.rules.format_action(state, code)), "an action without a text")
        state = state.after(code)
    _expect_readable(game, state)
    if not chance.randrange(_DRAWN_ONE_IN):
        position.scene()
        for viewer in (None, *SEATS):
            str(position.view(viewer))
    if not chance.randrange(_PLAYED_ONE_IN):
        game.playouts(1, seed=chance.randrange(1 << 32), start=position, limit=_PLAYOUT)
    if not chance.randrange(_SEARCHED_ONE_IN) and position.outcome() is None:
        search(game, position)


def wander(corpus: Corpus, text: str, chance: Random) -> None:
    """Go from one accepted position to the next, far from all that a game comes to; use the last.

    An error carries a note with the position it came from.
    """
    game, position, changed = corpus.game, None, text
    try:
        for _ in range(_WANDERED):
            changed = mutate_gently(text, corpus.positions, chance)
            with suppress(strata.InvalidPosition):
                position = game.position(changed)
                text = changed
        changed = text
        if position is not None:
            use_position(game, position, chance)
    except Exception as error:
        error.add_note(f"from {changed!a} of {game!r}")
        raise


def search(game: strata.Game, position: strata.Position, nodes: int = _NODES) -> None:
    """Both searches, for so many nodes; what they choose is legal."""
    limits = Limits(nodes=nodes)
    for searcher in _searchers(game):
        searcher.forget()
        report = searcher.think(game.record(position), limits)
        expect(report.action in position.actions(), "a search chose what is not legal")


def _list_actions(game: strata.Game, state: State) -> list[int]:
    codes = state.codes()
    expect(state.get_over() == (not codes), "over differs from having no legal action")
    expect(len(set(codes)) == len(codes), "an action is listed twice")
    state.get_key()
    state.get_memo_key()
    if not codes:
        game.rules.decode_result(state.get_outcome())
    return codes


def _judge(evaluation: Evaluation, state: State, codes: list[int], chance: Random) -> None:
    evaluation.get_score(state)
    evaluation.get_quiet(state)
    noisy = evaluation.get_noisy(state)
    expect(set(noisy) <= set(codes), "a noisy action is not legal")
    evaluation.get_promise(state, chance.choice(codes))


def _expect_readable(game: strata.Game, state: State) -> None:
    """What was reached by legal actions is a position that can be written and read again."""
    text = game.rules.format(state)
    again = game.rules.read(text)
    expect(game.rules.format(again) == text, "a position that was reached is read otherwise")
    expect(again.get_key() == state.get_key(), "a position that was reached has another key")


@lru_cache(maxsize=_GAMES)
def _evaluation(game: strata.Game) -> Evaluation:
    return game.rules.evaluation()


@lru_cache(maxsize=_GAMES)
def _searchers(game: strata.Game) -> tuple[AlphaBetaSearcher, MonteCarloSearcher]:
    return (
        AlphaBetaSearcher(game, table_bits=_TABLE_BITS),
        MonteCarloSearcher(game, tree_size=_TREE_SIZE),
    )
