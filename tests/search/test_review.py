"""Reviews: losses that are known exactly, turns of many actions, interruption, learning."""

from __future__ import annotations

import threading

import msgspec
import pytest

import strata
from strata.core.errors import IllegalAction, InvalidLimit
from strata.core.outcome import SEATS
from strata.plain import Outcome, PlainGame, PlainPosition, RectangularBoard
from strata.search import Effort, Review, ReviewedTurn, review_record
from strata.search.levels import LEVELS
from strata.search.players import make_player
from strata.search.review import level_effort, mark_of, summarise
from strata.search.reviewer import Reviewer, find_mistakes, judge_attempt
from strata.search.turns import turn_spans
from tests.doubles.stones import stones, take
from tests.doubles.wide import Wide
from tests.search.conftest import about_to_win, wins

SMALL = Effort(nodes=4000)


def marks(review: Review) -> list[str]:
    return [turn.mark for turn in review.turns]


def test_what_a_solved_game_loses() -> None:
    """From 6 stones three turns give the win away, and second's last one takes it."""
    record = take(take(take(take(stones(6), 1), 2), 1), 2)
    assert str(record.outcome()) == "second wins, taken"
    review = review_record(record, SMALL)
    assert [(turn.before, turn.after) for turn in review.turns] == [(1, 0), (1, 0), (1, 0), (1, 1)]
    assert marks(review) == ["??", "??", "??", ""]
    assert [turn.accuracy for turn in review.turns] == [0, 0, 0, 100]
    assert review.turning_points == (1, 2, 3)
    assert review.chances == (1, 0, 1, 0, 0)


def test_the_better_turn_and_the_answer_are_told() -> None:
    review = review_record(take(take(stones(6), 1), 1), SMALL)
    turn = review.turns[0]
    assert [told.action for told in turn.best][-1] == "end"
    assert len(turn.best) == 3, "two stones and the end"
    assert {told.seat for told in turn.best} == {"first"}
    assert all(told.telling for told in turn.best)
    assert len(turn.reply) == 2, "one stone and the end: four are left"
    assert turn.reply[0].seat == "second"


def test_the_best_turn_loses_nothing_in_whichever_order() -> None:
    """Two stones from the left or one from each end: another position, as good."""
    record = stones(6).play_all(["take-f1", "take-a1", "end"])
    turn = review_record(record, SMALL).turns[0]
    assert (turn.loss, turn.mark, turn.accuracy, turn.best) == (0, "", 100, ())
    assert turn.after == 1


def test_a_lost_position_cannot_be_played_badly() -> None:
    turn = review_record(take(stones(8), 3), SMALL).turns[0]
    assert (turn.before, turn.after, turn.loss, turn.verdict) == (0, 0, 0, "judged")


def test_a_forced_turn_is_not_judged() -> None:
    record = take(take(stones(4), 3), 1)
    review = review_record(record, SMALL)
    assert [turn.verdict for turn in review.turns] == ["judged", "forced"]
    assert review.turns[1].accuracy is None
    assert review.turns[1].after == 1
    assert review.second.judged == 0
    assert review.second.accuracy is None


def test_orders_that_lead_to_the_same_are_one_turn() -> None:
    """Whoever must take everything has no choice, however many orders there are."""
    record = strata.Game(AllAtOnce()).record().play_all(["take-b1", "take-a1"])
    review = review_record(record, SMALL)
    assert [turn.verdict for turn in review.turns] == ["forced"]


def test_a_turn_that_is_not_finished_is_left_out() -> None:
    record = take(stones(7), 3).play_all(["take-d1"])
    assert [span.end for span in turn_spans(record)] == [4]
    assert review_record(record, SMALL).total == 1


@pytest.mark.parametrize("name", ["daikuni", "dzura", "kyo", "rhodium"])
def test_a_win_that_is_missed_is_a_blunder(name: str) -> None:
    """The win is played: nothing is lost. The other side wins instead: everything is."""
    for record in about_to_win(name):
        seat, win = record.seat, min(wins(record))
        won = record.copy().play(win)
        turn = review_record(won, SMALL).turns[-1]
        assert (turn.seat, turn.after, turn.loss, turn.mark) == (seat, 1, 0, "")


def test_a_win_that_is_given_away() -> None:
    for record in about_to_win("daikuni", 12):
        for action in record.actions():
            missed = record.copy().play(action)
            if missed.seat in (None, record.seat) or not wins(missed):
                continue
            review = review_record(missed, SMALL)
            turn = review.turns[-1]
            assert (turn.before, turn.after, turn.loss, turn.mark) == (1, 0, 1, "??")
            assert turn.best[0].action in wins(record)
            assert turn.reply[0].action in wins(missed)
            assert turn.number in review.turning_points
            return
    raise AssertionError("no win to give away")


class TugOfWar(PlainGame):
    """Pull the rope to your end, or wait."""

    board = RectangularBoard(5, 1)
    pieces = {"R": "rope"}  # noqa: RUF012
    setup = "2R2"
    reasons = ("pulled",)

    def actions(self, position: PlainPosition) -> list[str]:
        return ["pull", "wait"]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        if action == "wait":
            return position.end_turn()
        (cell,) = position.stacks
        step = -1 if position.seat == "first" else 1
        return position.end_turn({cell: "", f"{chr(ord(cell[0]) + step)}1": "R"})

    def result(self, position: PlainPosition) -> Outcome | None:
        if position["a1"] or position["e1"]:
            return Outcome("first" if position["a1"] else "second", "pulled")
        return None


class AllAtOnce(PlainGame):
    """Take both stones, in either order."""

    board = RectangularBoard(3, 1)
    pieces = {"*": "stone"}  # noqa: RUF012
    setup = "***"
    repetition = 0
    fields = ("step",)

    def actions(self, position: PlainPosition) -> list[str]:
        return [f"take-{cell}" for cell in ("a1", "b1") if position[cell]]

    def play(self, position: PlainPosition, action: str) -> PlainPosition:
        changes = {action.removeprefix("take-"): ""}
        if position["a1"] and position["b1"]:
            return position.go_on(changes, step="x")
        return position.end_turn(changes)


def test_a_repetition_is_worth_a_draw() -> None:
    record = strata.Game(TugOfWar()).record().play_all(["wait"] * 4)
    assert str(record.outcome()) == "draw, repetition"
    turn = review_record(record, Effort(time_ms=40)).turns[-1]
    assert turn.after == 0.5
    assert turn.score is None


def test_an_agreed_end_is_no_turn() -> None:
    record = take(stones(9), 1)
    open_review = review_record(record, SMALL)
    record.resign()
    review = review_record(record, SMALL)
    assert review.turns == open_review.turns
    assert str(review.outcome) == "first wins, resignation"
    assert open_review.outcome is None


def test_a_secret_set_up_is_not_judged() -> None:
    game = strata.game("rhodium")
    player = make_player(game, "2", seed=3)
    record = game.record()
    while record.seat is not None and len(turn_spans(record)) < 4:
        record.play(player.choose(record))
    review = review_record(record, Effort(nodes=400))
    assert [turn.verdict for turn in review.turns] == ["secret", "secret", "judged", "judged"]
    assert [len(turn.actions) > 10 for turn in review.turns] == [True, True, False, False]
    assert len(review.chances) == 3


@pytest.fixture(scope="module")
def played_game() -> strata.Record:
    """Ten turns of several actions, and more."""
    game = strata.game("kyo")
    players = {seat: make_player(game, "2", seed=n) for n, seat in enumerate(SEATS)}
    record = game.record()
    while record.seat is not None and len(turn_spans(record)) < 10:
        record.play(players[record.seat].choose(record))
    return record


def test_a_review_is_always_the_same(played_game: strata.Record) -> None:
    """The record with its turns; what does not depend on how often, how far, or in which order."""
    effort = Effort(nodes=2000)
    whole = review_record(played_game, effort)
    assert whole == review_record(played_game.copy(), effort)
    shorter = strata.Record(played_game.start).play_codes(played_game.played)
    while len(turn_spans(shorter)) == len(whole.turns):
        shorter.undo()
    part = review_record(shorter, effort)
    assert part.turns == whole.turns[: len(part.turns)]


def test_what_holds_for_every_turn(played_game: strata.Record) -> None:
    review = review_record(played_game, Effort(nodes=2000))
    assert review.is_complete
    assert review.total == 10
    assert [turn.number for turn in review.turns] == list(range(1, 11))
    assert [turn.start for turn in review.turns[1:]] == [turn.end for turn in review.turns[:-1]]
    assert {turn.seat for turn in review.turns} == {"first", "second"}
    played = [action for turn in review.turns for action in turn.actions]
    assert played == list(played_game.played[: len(played)])
    assert any(len(turn.actions) > 1 for turn in review.turns)
    for turn in review.turns:
        assert turn.before is not None
        assert turn.after is not None
        assert 0 <= turn.after <= turn.before <= 1
        assert turn.loss == turn.before - turn.after
        assert turn.mark == mark_of(turn.loss)
        assert turn.accuracy is not None
        assert 0 <= turn.accuracy <= 100
        assert bool(turn.best) == (turn.loss > 0)
        position = played_game.position_at(turn.start)
        for told in (*turn.best, *turn.line):
            assert told.seat == position.seat
            position = position.play(told.action)
    for side in (review.first, review.second):
        assert side.accuracy is not None
        assert 0 <= side.accuracy <= 100


def test_json_holds_a_review(played_game: strata.Record) -> None:
    review = review_record(played_game, Effort(nodes=500))
    assert msgspec.json.decode(msgspec.json.encode(review), type=Review) == review


@pytest.mark.parametrize(
    ("loss", "mark"),
    [(0, ""), (0.0499, ""), (0.05, "?!"), (0.0999, "?!"), (0.1, "?"), (0.15, "??"), (1, "??")],
)
def test_marks(loss: float, mark: str) -> None:
    assert mark_of(loss) == mark


def test_turning_points_change_who_is_ahead() -> None:
    def turn(number: int, before: float, after: float) -> ReviewedTurn:
        return ReviewedTurn(
            number=number,
            seat="first",
            start=number - 1,
            actions=("x",),
            verdict="judged",
            before=before,
            after=after,
            loss=before - after,
            mark=mark_of(before - after),
            accuracy=50.0,
        )

    swings = [(0.9, 0.6), (0.6, 0.5), (0.52, 0.48), (0.8, 0.2), (0.6, 0.4), (0.5, 0.3)]
    turns = [turn(number, *swing) for number, swing in enumerate(swings, 1)]
    review = summarise(turns, game="x", effort=SMALL, seed=0, total=6, hurried=0, outcome=None)
    assert review.turning_points == (4, 5, 6), "not 1: still ahead; not 3: too little; not 2: small"


# Effort and interruption.


def test_the_effort_of_a_level() -> None:
    game = strata.game("daikuni")
    nine = level_effort(game)
    assert nine.nodes == LEVELS[8].nodes(game)
    assert nine.limits().nodes == LEVELS[8].nodes(game) // 2  # type: ignore[operator]
    assert level_effort(game, 10).nodes is None
    assert level_effort(game, 10).time_ms == LEVELS[9].time_ms
    with pytest.raises(InvalidLimit, match="nodes"):
        review_record(stones(5), Effort(nodes=0))


def test_searches_that_were_cut_short_are_counted(played_game: strata.Record) -> None:
    review = review_record(played_game, Effort(nodes=1 << 50, time_ms=4))
    assert review.hurried > 0
    assert review_record(played_game, Effort(nodes=500)).hurried == 0


def test_progress_is_told_after_each_turn(played_game: strata.Record) -> None:
    told: list[tuple[int, int]] = []
    review_record(
        played_game,
        Effort(nodes=200),
        tell=lambda turn, total: told.append((turn.number, total)),
    )
    assert told == [(number, 10) for number in range(1, 11)]


def test_a_review_that_is_stopped_says_how_far_it_came(played_game: strata.Record) -> None:
    reviewer = Reviewer(played_game, Effort(nodes=500))

    def stop_after_three(turn: ReviewedTurn, total: int) -> None:
        if turn.number == 3:
            reviewer.stop()

    review = reviewer.run(stop_after_three)
    assert len(review.turns) == 3
    assert review.total == 10
    assert not review.is_complete
    assert review.turns == review_record(played_game, Effort(nodes=500)).turns[:3]


def test_a_search_without_end_can_be_stopped(played_game: strata.Record) -> None:
    """The stop comes from another thread while the first turn is searched."""
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    review = review_record(played_game, Effort(), stop=stop)
    assert not review.is_complete


# Learning from mistakes.


def test_mistakes_and_attempts() -> None:
    record = take(take(take(take(stones(6), 1), 2), 1), 2)
    review = review_record(record, SMALL)
    assert [mistake.turn.number for mistake in find_mistakes(record, review)] == [1, 2, 3]
    (mistake,) = find_mistakes(record, review, "second")
    assert str(mistake.position) == str(record.position_at(mistake.turn.start))
    good = judge_attempt(record, review, mistake.turn, ["take-b1", "end"])
    assert (good.is_good, good.loss, good.mark, good.reply) == (True, 0, "", ())
    also_good = judge_attempt(record, review, mistake.turn, ["take-f1", "end"])
    assert also_good.is_good
    bad = judge_attempt(record, review, mistake.turn, ["take-f1", "take-e1", "end"])
    assert (bad.is_good, bad.loss, bad.mark) == (False, 1, "??")
    assert len(bad.reply) == 3
    same = judge_attempt(record, review, mistake.turn, list(mistake.turn.actions))
    assert (same.is_good, same.loss) == (False, mistake.turn.loss)
    assert same.reply


@pytest.mark.parametrize(
    "attempt", [[], ["take-b1"], ["take-c1", "end"], ["take-b1", "end", "take-c1"]]
)
def test_an_attempt_must_be_a_whole_turn(attempt: list[str]) -> None:
    record = take(take(stones(6), 1), 2)
    review = review_record(record, SMALL)
    with pytest.raises(IllegalAction):
        judge_attempt(record, review, review.turns[1], attempt)


# Games judged by random games.


def test_a_turn_is_not_judged_by_a_few_random_games() -> None:
    """What chance explains is no mistake, and to find nothing better is no accuracy."""
    record = strata.Game(Wide()).record().play_all(["a1", "b2", "c3"])
    review = review_record(record, Effort(nodes=100))
    assert [turn.verdict for turn in review.turns] == ["unclear"] * 3
    assert {(turn.before, turn.after, turn.score) for turn in review.turns} == {(None, None, None)}
    assert (review.first.judged, review.first.accuracy) == (0, None)
    assert review.chances == ()
    assert find_mistakes(record, review) == ()


def test_a_turn_is_judged_by_many_random_games() -> None:
    full = "/".join(["SsSsSsSsS"] * 4)
    record = strata.Game(Wide()).record(f"{full}/9/{full} f").play("a5")
    (turn,) = review_record(record, Effort(nodes=3000)).turns
    assert turn.verdict == "judged"
    assert turn.before is not None
    assert turn.after is not None
    assert turn.score is not None
    assert turn.score.doubt > 0
    assert turn.accuracy is not None


def test_a_proven_loss_is_judged_by_random_games_too() -> None:
    record = take(stones(7), 1)
    assert review_record(record, Effort(nodes=4000)).turns[0].verdict == "judged"
