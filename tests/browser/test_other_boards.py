"""Boards that no game here may have yet: the real client, with looks and scenes made up for it."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Route, WebSocketRoute

from strata.core.geometry import Board, HexagonalBoard, RectangularBoard
from strata.core.scene import Layer, Symbol, board_cells
from strata.server.protocol.game_messages import LabelInfo, Look
from strata.server.protocol.messages import (
    Move,
    SceneState,
    SeatInfo,
    TableInfo,
    TableState,
    Welcome,
)
from strata.server.protocol.offers import ChoiceGroup, OfferedToken
from tests.browser.visitor import PHONE, WIDE, Visitor, Visitors

SYMBOLS: Final = {
    "disc": Symbol(
        "Disc",
        "chip",
        '<rect class="dark" x="-49" y="-9" width="98" height="18" rx="9"/>',
        ("x", "X"),
    ),
    "tile": Symbol("tile", "tile", '<circle class="tile" r="38"/>', ("x", "X")),
    "guard": Symbol(
        "Guard",
        "piece",
        '<path class="body" d="M-26-30H26V-2Q26 24 0 37Q-26 24-26-2Z"/>',
        ("x", "X"),
    ),
}
BOARDS: Final[dict[str, tuple[Board, int, str, str]]] = {
    "square16": (RectangularBoard(16, 16), 2, "h8", "h9"),
    "hex5": (HexagonalBoard(5), 3, "f6", "f7"),
}


class MadeUp:
    """A table with a tall stack in the middle that can go one cell up, alone or with its discs."""

    def __init__(self, name: str) -> None:
        board, shades, self.home, self.goal = BOARDS[name]
        self.played: list[dict[str, Any]] = []
        labels = (LabelInfo(text=one.text, x=one.at[0], y=one.at[1]) for one in board.labels())
        self.look = Look(
            game=name,
            size=board.size,
            cells=tuple(board_cells(board, shades)),
            labels=tuple(labels),
            symbols=SYMBOLS,
            choices={},
            hues=("sand", "blue"),
        )
        self._names = board.names

    def scene(self) -> SceneState:
        stacks: dict[str, tuple[Layer, ...]] = {
            name: (Layer("tile", "second"), Layer("guard", "second", turn=60))
            for name in self._names[::3]
        }
        discs = [Layer("disc", "first") for _ in range(6)]
        stacks[self.home] = (*discs, Layer("guard", "first", turn=0))
        stacks.pop(self.goal, None)
        return SceneState(stacks=stacks, zones=(), marks=(), status=())

    def state(self) -> TableState:
        row = (self.home, self.goal, "alone whole")
        return TableState(
            version=1 + len(self.played),
            position="made up",
            seat="first",
            in_turn=False,
            choices=(ChoiceGroup("{2}", (row,)),),
            tokens={"alone": OfferedToken(), "whole": OfferedToken()},
            warnings={},
            presets=(),
            arranging=None,
            may_undo=False,
            clock=None,
            claim=None,
            claim_in_ms=None,
            draw_offer=None,
            take_back=None,
            may_take_back=False,
            hidden=False,
            outcome=None,
            end=None,
            rematch=None,
            rematch_wanted=(),
            help=(),
        )

    def table(self) -> TableInfo:
        seat = SeatInfo(kind="me", name="", level=None, present=True, taken=True)
        return TableInfo(
            id="made-up",
            game=self.look.game,
            title="Made up",
            goal="Go up.",
            draws=True,
            own_look=False,
            options={},
            definition=None,
            seats={"first": seat, "second": seat},
            clock=None,
            mine=("first", "second"),
            imported=False,
            tags={},
            score={"first": 0, "second": 0},
            moves=tuple(Move("first", one["action"], 1) for one in self.played),
            tellings=(),
            scene=self.scene(),
            state=self.state(),
        )

    def welcome(self) -> str:
        return msgspec.json.encode(Welcome(self.table())).decode()

    def answer(self, socket: WebSocketRoute, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "play":
            self.played.append(message)
        socket.send(self.welcome())

    def serve(self, visitor: Visitor) -> None:
        def look(route: Route) -> None:
            route.fulfill(json=msgspec.to_builtins(self.look))

        def live(socket: WebSocketRoute) -> None:
            socket.on_message(lambda text: self.answer(socket, text))
            socket.send(self.welcome())

        visitor.intercept("**/api/games/*/look", look)
        visitor.page.route_web_socket("**/live", live)
        visitor.visit("/table/made-up")
        visitor.wait_for_board()

    def begin_again(self, visitor: Visitor) -> None:
        """As if nothing had been played."""
        if self.played:
            self.played.clear()
            visitor.visit("/nowhere")
            visitor.visit("/table/made-up")
            visitor.wait_for_board()


@pytest.mark.parametrize("name", BOARDS)
def test_board(visitors: Visitors, name: str) -> None:
    """Told in words, clicked in a wide window and on a phone, and walked over by arrow keys."""
    visitor = visitors.come(WIDE)
    made_up = MadeUp(name)
    made_up.serve(visitor)
    page = visitor.page
    label = page.locator(f'[data-token="cell {made_up.home}"]').get_attribute("aria-label")
    assert label == f"{made_up.home}, first's Guard facing 0° on 6 × first's Disc, available"
    for size in (WIDE, PHONE):
        visitor.resize(size)
        made_up.begin_again(visitor)
        _click_across(visitor, made_up, len(BOARDS[name][0]))

    visitor.resize(WIDE)
    made_up.begin_again(visitor)
    page.locator(f'[data-token="cell {made_up.home}"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    here = page.evaluate("document.activeElement.dataset.token")
    assert here == f"cell {made_up.goal}"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    visitor.wait_past(1)
    assert made_up.played == [{"type": "play", "version": 1, "action": "alone"}]


def _click_across(visitor: Visitor, made_up: MadeUp, cells: int) -> None:
    assert visitor.page.locator("[role=gridcell]").count() == cells
    assert visitor.lit() == [f"cell {made_up.home}"]
    width = visitor.page.evaluate("innerWidth")
    visitor.photograph(f"board-{made_up.look.game}-{width}")

    visitor.click(f"cell {made_up.home}")
    assert visitor.lit() == [f"cell {made_up.goal}"]
    visitor.click(f"cell {made_up.goal}")
    assert visitor.lit() == ["choice alone", "choice whole"]
    visitor.click("choice whole")
    visitor.wait_past(1)
    assert made_up.played == [{"type": "play", "version": 1, "action": "whole"}]
