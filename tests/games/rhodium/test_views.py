"""The promise of the secret set-up (R1–R3): nothing of the hidden area leaves a view.

Two games that differ only in hidden placements must give byte-identical views, step by step: text,
scene, drawings, actions, gestures, presets, records, and what a table says to who is not to act.
"""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest
from rich.console import Console

import strata
from strata.core.kernel.state import State
from strata.core.outcome import SEATS, other_seat
from strata.core.position import Position
from strata.core.record_view import RecordView
from strata.games.rhodium.board import BOARD
from strata.games.rhodium.rules.state import RhodiumState
from strata.play.refusal import Refusal
from strata.play.table import Table
from strata.server.live.open_table import OpenTable
from tests.volume import everyday

GAME = strata.game("rhodium")
VIEWERS: tuple[strata.Seat | None, ...] = (*SEATS, None)
ARMY = "RPPTTDDDDGGGGSSSSSSSSS"
SIZE = len(ARMY)


def _placements(seat: strata.Seat, choose: random.Random) -> list[str]:
    ranks = (1, 2, 3) if seat == "first" else (8, 9, 10)
    cells = [f"{file}{rank}" for rank in ranks for file in "abcdefghij"]
    return [
        f"{letter}@{cell}" for letter, cell in zip(ARMY, choose.sample(cells, SIZE), strict=True)
    ]


def _positions(actions: list[str]) -> Iterator[strata.Position]:
    position = GAME.start()
    yield position
    for action in actions:
        position = position.play(action)
        yield position


def _printed(shown: strata.View | RecordView) -> str:
    console = Console(file=io.StringIO(), width=200, force_terminal=True, color_system="truecolor")
    with console.capture() as capture:
        console.print(shown)
    return capture.get()


def _seen(view: strata.View) -> bytes:
    """Everything that can be asked of a view but its drawings, which are made from its scene."""
    return msgspec.json.encode(
        [
            str(view),
            repr(view),
            view.seat,
            view.viewer,
            view.hidden,
            str(view.outcome()),
            view.scene(),
            [str(action) for action in view.actions()],
            [(str(action), gesture) for action, gesture in view.gestures()],
            view.presets(seed=1),
            [view.tell(action) for action in view.actions()[:3]],
        ]
    )


def _drawn(view: strata.View | RecordView) -> tuple[str, str]:
    return view.svg(), _printed(view)


def _recorded(view: RecordView) -> bytes:
    return msgspec.json.encode(
        [
            view.export(),
            repr(view),
            view.played,
            [str(action) for action in view.actions()],
            view.start,
            view.seat,
            str(view.outcome()),
            view.scene(),
            view.tags,
            list(view.tellings()),
            view.tell_end(),
        ]
    )


def _twins(choose: random.Random, hidden: strata.Seat) -> tuple[list[str], list[str]]:
    """Two set-ups that differ only in where `hidden` places his pieces."""
    shared = _placements(other_seat(hidden), choose)
    pair = []
    for _ in range(2):
        secret = _placements(hidden, choose)
        pair.append(secret + shared if hidden == "first" else shared + secret)
    return pair[0], pair[1]


def _states(actions: list[str]) -> Iterator[State]:
    """As `_positions`, without what positions are good for: for thousands of games."""
    state = GAME.start().state
    yield state
    for action in actions:
        state = state.after(BOARD.cell(action[2:]) << 5)
        yield state


def _kept(state: State, viewer: strata.Seat | None) -> tuple[object, ...]:
    """All that a view can be made of: the concealed state, by its key and its memory."""
    seen = GAME.rules.conceal(state, viewer)
    assert isinstance(seen, RhodiumState)
    assert seen is not state
    placed = tuple(seen.number_placed(seat) for seat in range(2))
    hides = tuple(seen.hides(seat) for seat in range(2))
    return seen.get_key(), seen.turn(), seen.scores(), placed, hides


@pytest.mark.parametrize("hidden", SEATS)
@pytest.mark.slow
def test_thousands_of_set_ups_look_alike(hidden: strata.Seat) -> None:
    """To the other seat and to a spectator: what views are made of at every step of every game,
    and every byte of the views at every step of some games and at some steps of every game."""
    choose = random.Random(f"twins {hidden}")
    blind: tuple[strata.Seat | None, ...] = (other_seat(hidden), None)
    for number in range(everyday(120, full=500) if strata.compiled() else 10):
        one, other = _twins(choose, hidden)
        drawn = {choose.randrange(2 * SIZE)} if number % 4 == 0 else set()
        steps = list(zip(_states(one), _states(other), strict=True))
        for step, (left, right) in enumerate(steps[:-1]):
            for viewer in blind:
                assert _kept(left, viewer) == _kept(right, viewer)
                if number < 2 or step in drawn:
                    views = [Position(GAME.rules, state).view(viewer) for state in (left, right)]
                    assert _seen(views[0]) == _seen(views[1])
                    if number == 0:
                        assert _drawn(views[0]) == _drawn(views[1])
        left, right = steps[-1]
        assert GAME.rules.format(left) != GAME.rules.format(right)
        assert GAME.rules.conceal(left, None) is left


def test_the_quick_way_is_the_way_of_the_contract() -> None:
    one, _ = _twins(random.Random("quick"), "first")
    for state, position in zip(_states(one), _positions(one), strict=True):
        assert GAME.rules.format(state) == str(position)
    assert str(position).split(" ")[1:3] == ["1", "play"]


@pytest.mark.parametrize("hidden", SEATS)
def test_records_look_alike(hidden: strata.Seat) -> None:
    choose = random.Random(f"records {hidden}")
    blind: tuple[strata.Seat | None, ...] = (other_seat(hidden), None)
    for number in range(everyday(3, full=6) if strata.compiled() else 2):
        one, other = _twins(choose, hidden)
        left, right = GAME.record(), GAME.record()
        for step in range(2 * SIZE - 1):
            left.play(one[step])
            right.play(other[step])
            if number and step % 5 != number % 5:
                continue
            for viewer in blind:
                assert _recorded(left.view(viewer)) == _recorded(right.view(viewer))
                if number == 0:
                    assert _drawn(left.view(viewer)) == _drawn(right.view(viewer))


@pytest.mark.parametrize("hidden", SEATS)
def test_the_one_who_places_sees_his_own(hidden: strata.Seat) -> None:
    """Else identical views would prove nothing."""
    one, other = _twins(random.Random("own"), hidden)
    for left, right in list(zip(_positions(one), _positions(other), strict=True))[:-1]:
        if str(left) != str(right):
            assert _seen(left.view(hidden)) != _seen(right.view(hidden))
            assert str(left.view(hidden)) != str(right.view(hidden))


def test_views_hold_no_hidden_cell_at_all() -> None:
    """Not even in what Python lets one reach: nothing in a view leads to the position."""
    one, _ = _twins(random.Random("reach"), "first")
    position = GAME.start()
    blind: tuple[strata.Seat | None, ...] = ("second", None)
    for action in one[: SIZE - 1]:
        position = position.play(action)
        for viewer in blind:
            view = position.view(viewer)
            kept = " ".join(repr(value) for value in vars(view).values())
            assert str(position) not in kept
            assert "@" not in kept
            state = vars(view)["state"]
            assert GAME.rules.format(state) == str(view)
            assert all(state.pile_at(cell) is None for cell in range(30))


def test_view_strings_are_no_positions() -> None:
    view = GAME.start().view("first")
    with pytest.raises(strata.InvalidPosition, match="rank 10"):
        GAME.position(str(view))


def test_both_areas_are_hidden_from_spectators() -> None:
    assert str(GAME.start().view(None)) == "?/?/?/10/10/10/10/?/?/? 1 set - - 0 - -"


def test_from_the_complete_armies_on_everything_is_open() -> None:
    one, _ = _twins(random.Random("open"), "first")
    record = GAME.record().play_all(one)
    for viewer in VIEWERS:
        view = record.view(viewer)
        assert not view.hidden
        assert str(view.position) == str(record.position)
        assert view.played == tuple(one)
        assert view.export() == record.export()
        assert view.scene() == record.scene()
        assert strata.load(view.export()).played == record.played


def test_other_placements_read_kind_and_question_mark() -> None:
    one, _ = _twins(random.Random("kinds"), "first")
    record = GAME.record().play_all(one[: SIZE + 3])
    hidden = tuple(f"{letter}@?" for letter in ARMY)
    assert record.view("second").played == hidden + tuple(one[SIZE : SIZE + 3])
    assert record.view("first").played == tuple(one[:SIZE]) + hidden[:3]
    assert record.view(None).played == hidden + hidden[:3]


def test_other_placements_are_told_without_their_cell() -> None:
    record = GAME.record().play("R@e1")
    hidden = (strata.Sentence("{first's} Rhodium is placed."),)
    assert record.view("second").tell(0) == record.view(None).tell(0) == hidden
    own = (strata.Sentence("{first's} Rhodium is placed on e1.", ("e1",)),)
    assert record.view("first").tell(0) == own
    assert GAME.start().view("first").tell("R@e1") == own
    for viewer in ("second", None):
        with pytest.raises(strata.IllegalAction, match="may see"):
            record.position.view(viewer).tell("P@c2")


def test_the_last_action_is_marked_for_who_made_it() -> None:
    record = GAME.record().play("R@e1")
    marks = {
        viewer: [mark for mark in record.view(viewer).scene().marks if mark.kind == "last"]
        for viewer in VIEWERS
    }
    assert [mark.cells for mark in marks["first"]] == [("e1",)]
    assert marks["second"] == marks[None] == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_exports_of_views_cannot_be_loaded(viewer: strata.Seat | None) -> None:
    record = GAME.record()
    record.tags["Event"] = "test"
    record.play_all(["R@e1", "P@c2"])
    text = record.view(viewer).export()
    assert f'[View "{viewer or "spectator"}"]' in text
    assert '[Result "unfinished"]' in text
    assert '[Event "test"]' in text
    for load in (strata.load, GAME.load):
        with pytest.raises(strata.InvalidRecord, match="line 4: this is a partial view") as refusal:
            load(text)
        assert refusal.value.line == 4
    without = "\n".join(line for line in text.splitlines() if not line.startswith("[View"))
    with pytest.raises(strata.InvalidRecord):
        strata.load(without)


def test_a_tag_cannot_pretend_to_be_a_view() -> None:
    record = strata.game("rhodium", setup="standard").record()
    record.tags["View"] = "second"
    with pytest.raises(strata.StrataError, match="tag 'View'"):
        record.export()


def test_a_resignation_opens_nothing() -> None:
    record = GAME.record().play_all(["R@e1", "P@c2"])
    record.resign()
    view = record.view("second")
    assert view.played == ("R@?", "P@?")
    assert "e1" not in view.export()
    assert '[Result "second wins, resignation"]' in view.export()


def test_refusals_tell_nothing_to_who_is_not_to_act() -> None:
    """A table says whose turn it is, and no more, whatever the other tries."""
    one, other = _twins(random.Random("refusals"), "first")
    for step in range(SIZE):
        said = []
        for actions in (one, other):
            record = GAME.record().play_all(actions[:step])
            table = Table(record, {"first": "link", "second": "link"})
            for tried in ("R@e1", one[step], "S@j3", "nonsense", "R@a10"):
                with pytest.raises(Refusal) as refusal:
                    table.play("second", tried, 0)
                said.append(str(refusal.value))
        assert said[:5] == said[5:]
        assert len({*said}) == 1


@pytest.mark.parametrize("hidden", SEATS)
def test_the_exit_of_the_server_says_the_same(hidden: strata.Seat) -> None:
    """Everything that leaves the server about a table: state, moves, replay, the record."""
    one, other = _twins(random.Random(f"server {hidden}"), hidden)
    blind: tuple[tuple[strata.Seat, ...], ...] = ((other_seat(hidden),), ())
    for step in range(0, 2 * SIZE, 3):
        said = []
        for actions in (one, other):
            record = GAME.record().play_all(actions[:step])
            table = Table(record, {"first": "link", "second": "link"})
            open_table = OpenTable("table", table, 0, frozenset())
            views = open_table.views
            for held in blind:
                said.append(msgspec.json.encode(views.info("table", held, {}, 0)))
                said.append(msgspec.json.encode(views.frames(held, 0, step + 1)))
                with pytest.raises(Refusal, match="something is still hidden"):
                    open_table.expect_whole(held)
        half = len(said) // 2
        assert said[:half] == said[half:]


def test_presets_are_for_who_places() -> None:
    position = GAME.start().play("R@e1")
    assert position.view("first").presets(seed=3) == position.presets(seed=3)
    assert position.view("second").presets() == ()
    assert position.view(None).presets() == ()


def test_views_of_one_seat_follow_the_other_only_in_number() -> None:
    """What changes in second's view while first places: the count of his pieces, nothing else."""
    one, _ = _twins(random.Random("number"), "first")
    views = [position.view("second") for position in _positions(one[: SIZE - 1])]
    assert len({str(view) for view in views}) == 1
    for before, after in pairwise(views):
        assert before.scene().stacks == after.scene().stacks
        assert before.scene().marks == after.scene().marks
        assert before.scene().zones != after.scene().zones


def test_positions_are_pickled_whole_but_views_are_not_positions() -> None:
    position = GAME.start().play("R@e1")
    assert pickle.loads(pickle.dumps(position)) == position
    assert not isinstance(position.view("second"), strata.Position)
