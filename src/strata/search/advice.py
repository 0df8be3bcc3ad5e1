"""Advice for a person who plays: a good turn, and what the other side threatens.

The search behind it is of one strength, whatever the level of the opponent. It is limited by
positions, so that the advice is the same on every machine; a time limit applies to very slow
games and machines only. Advice depends on nothing but what the seat that acts may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

import msgspec

from strata.core.explaining.reach import cells_owned, top_owner
from strata.core.explaining.telling import Sentence, Telling, cells_of, whose
from strata.core.game import Game
from strata.core.gesture import Gesture
from strata.core.outcome import Seat, other_seat
from strata.core.position import Position, View
from strata.core.record import Record
from strata.core.scene import Scene, checked_cells
from strata.search.hint_reasons import find_reason
from strata.search.information_set import repetition_keys
from strata.search.iterative_deepening import AlphaBetaSearcher
from strata.search.levels import level
from strata.search.losses import losses
from strata.search.players import SearchPlayer, make_searcher
from strata.search.report import Limits, Line, Score
from strata.search.searcher import NothingToSearch, Searcher

AdviceKind = Literal["hint", "threats"]

# Levels with their node limits and the longest time of one search in milliseconds. Nothing else of
# a level applies: no action is overlooked, no evaluation misjudged.
_HINT: Final = (9, 10_000)
_THREAT: Final = (7, 5_000)
_TABLE_BITS: Final = 16
_GAIN: Final = 50  # points that an attack must gain to be a threat
_LINES: Final = 4  # searched where attacks cannot be searched alone


class AdvisedAction(msgspec.Struct, frozen=True):
    """An action that advice points out: its gesture, and what it does in words."""

    action: str
    gesture: Gesture
    telling: Telling
    """Empty if the board stays as it is: what was chosen is told by the actions after it."""


class Advice(msgspec.Struct, frozen=True):
    """A hint or a threat: `summary` says it and names the cells that matter, `actions` show it."""

    summary: Sentence
    actions: tuple[AdvisedAction, ...] = ()
    """The actions of one turn, in order; empty where nothing threatens."""
    reason: Sentence | None = None
    """Why the turn of a hint is good, beyond what its actions do; None if nothing is certain."""

    @property
    def sentences(self) -> Telling:
        """The summary, followed by the sentences of all actions and the reason."""
        told = (sentence for action in self.actions for sentence in action.telling)
        return (self.summary, *told, *(() if self.reason is None else (self.reason,)))


def find_hint(record: Record) -> Advice:
    """Return a good turn for the seat that acts, as far as it was searched; at least one action.

    The hint is a single action while something is hidden, and where no search was needed (one legal
    action, or a preset). Raises NothingToSearch when the game is over.
    """
    seat = _acting(record)
    game = Game(record.rules)
    view = record.position.view(seat)
    player = SearchPlayer(game, "hint", _searcher(game), _limits(game, *_HINT), within_turn=1)
    chosen = player.choose(record)
    reason = None
    if view.hidden or player.last is None:
        gesture = next(gesture for action, gesture in view.gestures() if action == chosen)
        actions: tuple[AdvisedAction, ...] = (
            AdvisedAction(str(chosen), gesture, view.tell(chosen)),
        )
        if len(view.actions()) == 1:
            reason = Sentence(f"{{{seat} has/have}} no other action.")
    else:
        actions = _turn(record.position, player.last.lines[0])
        reason = _reason(record, actions, player.last.score)
    cells = cells_of(*(token.id for token in actions[0].gesture if token.kind == "cell"))
    words = ", then ".join(advised.action for advised in actions)
    return Advice(Sentence(f"{{{seat} can/can}} play {words}.", cells), actions, reason)


def find_threat(record: Record) -> Advice:
    """Return what the other side would do to the seat that acts if it had the turn.

    A threat is a turn that wins, or by which something of the seat leaves the board or changes its
    owner; the best one found is returned. While something is hidden, or where the rules cannot give
    the turn away, only checks are reported. Raises NothingToSearch when the game is over.
    """
    seat = _acting(record)
    view = record.position.view(seat)
    checks = tuple(_checks(view, seat))
    turned = None
    if not view.hidden:
        turned = record.rules.with_seat(record.position.state, other_seat(seat))
    if turned is not None:
        threat = _threat_in(Position(record.rules, turned), seat)
        if threat is not None:
            return threat
    if checks:
        return Advice(checks[0])
    if view.hidden:
        words = f"threats cannot be computed while something is hidden from {{{seat}}}."
        return Advice(Sentence(words))
    if turned is None:
        return Advice(Sentence("threats cannot be computed in this position."))
    return Advice(Sentence(f"nothing threatens {{{seat}}} at the moment."))


ADVISERS: Final[dict[AdviceKind, Callable[[Record], Advice]]] = {
    "hint": find_hint,
    "threats": find_threat,
}


def _acting(record: Record) -> Seat:
    seat = record.seat
    if seat is None:
        raise NothingToSearch(f"nothing to advise: the game is over ({record.outcome()})")
    return seat


def _reason(record: Record, turn: Sequence[AdvisedAction], score: Score) -> Sentence | None:
    """Return why `turn` is good, from the position and its history; nothing may be hidden."""
    after = record.copy()
    for advised in turn:
        after.play(advised.action)
    outcome = after.outcome()
    if outcome is not None and outcome.winner is None:
        return None
    sees_win = score.worth(record.seat)[0] > 0
    earlier = repetition_keys(after)
    return find_reason(record.position, after.position, earlier, sees_win=sees_win)


def _searcher(game: Game) -> Searcher:
    return make_searcher(game, table_bits=_TABLE_BITS)


def _limits(game: Game, number: int, most_ms: int) -> Limits:
    return Limits(time_ms=most_ms, nodes=level(number).nodes(game))


def _checks(view: View, seat: Seat) -> Iterator[Sentence]:
    """Yield a sentence for each thing of `seat` that the scene marks as in check."""
    scene = view.scene()
    for cell in checked_cells(scene):
        if top_owner(scene, cell) == seat:
            name = view.rules.symbols[scene.stacks[cell][-1].symbol].name
            yield Sentence(f"{whose(seat)} {name} on {cell} is in check.", (cell,))


def _threat_in(position: Position, victim: Seat) -> Advice | None:
    """Return the best turn that harms `victim` in `position`, where the other side is to act."""
    if position.seat != other_seat(victim):
        return None
    found = (_harm(position, line, victim) for line in _lines(position, victim))
    return next((threat for threat in found if threat is not None), None)


def _lines(position: Position, victim: Seat) -> Iterator[Line]:
    """Yield the lines worth checking for a threat: the best line, then the best attack.

    The attack is yielded only if it gains at least `_GAIN`. A searcher that cannot exclude actions
    yields those of its best lines that are within `_GAIN` of the best.
    """
    game = Game(position.rules)
    searcher, record = _searcher(game), Record(position)
    limits = _limits(game, *_THREAT)
    if not isinstance(searcher, AlphaBetaSearcher):
        report = searcher.think(record, limits, lines=_LINES)
        yield from (
            line
            for line in report.lines
            if _worth(line.score, victim) > _worth(report.score, victim) - _GAIN
        )
        return
    standing = _worth(Score(game.rules.evaluation().get_score(position.state)), victim)
    yield searcher.think(record, limits).lines[0]
    attacks = set(_attacks(position, victim))
    if attacks:
        legal = position.actions()
        searcher.overlook({action.code for action in legal if action.code not in attacks})
        line = searcher.think(record, limits).lines[0]
        if _worth(line.score, victim) >= standing + _GAIN:
            yield line


def _attacks(position: Position, victim: Seat) -> Iterator[int]:
    """Yield the codes of actions whose gesture includes a cell that `victim` owns."""
    scene = position.scene()
    theirs = cells_owned(scene, victim)
    for action, gesture in position.gestures():
        if any(token.kind == "cell" and token.id in theirs for token in gesture):
            yield action.code


def _worth(score: Score, victim: Seat) -> int:
    """Return the points of a score as seen by the opponent of `victim`."""
    return -score.points if victim == "first" else score.points


def _harm(start: Position, line: Line, victim: Seat) -> Advice | None:
    """Return the first turn of `line` up to its last harm to `victim`; None if it does no harm."""
    other = other_seat(victim)
    actions = _turn(start, line)
    cells: list[str] = []
    harmful = 0
    position = start
    for number, action in enumerate(actions, 1):
        following = position.play(action.action)
        focus = [token.id for token in action.gesture if token.kind == "cell"]
        if lost := list(losses(position, following, focus, victim)):
            cells += [cell for cell, _ in lost]
            harmful = number
        position = following
    wins_in = line.score.wins_in
    if wins_in is not None and (wins_in > 0) == (other == "first"):
        shown = cells or [cell for told in actions[-1].telling for cell in told.cells]
        text = f"{{{other} threatens/threaten}} to win the game:"
        return Advice(Sentence(text, cells_of(*shown)), actions)
    if not harmful:
        return None
    text = f"{{{other} threatens/threaten}} this turn:"
    return Advice(Sentence(text, cells_of(*cells)), actions[:harmful])


def _turn(position: Position, line: Line) -> tuple[AdvisedAction, ...]:
    """Return the actions at the start of `line` that form one turn of the seat that acts."""
    seat = position.seat
    actions: list[AdvisedAction] = []
    for action in line.actions:
        if position.seat != seat or (actions and position.begins_turn):
            break
        following = position.play(action)
        goes_on = following.seat == seat and not following.begins_turn
        is_seen = not goes_on or _changes(position.scene(), following.scene())
        telling = position.tell(action) if is_seen else ()
        actions.append(AdvisedAction(str(action), position.gesture(action), telling))
        position = following
    return tuple(actions)


def _changes(before: Scene, after: Scene) -> bool:
    """Return whether anything on the board or in a hand differs."""
    return (before.stacks, before.zones) != (after.stacks, after.zones)
