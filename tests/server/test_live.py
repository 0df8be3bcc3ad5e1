"""Live play over real sockets, against a real server process."""

from __future__ import annotations

import contextlib
import random
import socket
import struct
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed

import strata
from strata.server.app import create_app
from strata.server.config import Config, ServerLimits
from strata.server.live.connection import Connection
from strata.server.ops.rate_limit import Bucket
from strata.server.ops.work_share import WorkShare
from strata.server.views.table_views import HeldSeats
from tests.patience import PATIENCE
from tests.server.offered import offered
from tests.server.processes import Device, Player


def sit_both(ann: Device, ben: Device, **more: object) -> tuple[Player, Player, str]:
    made = ann.make(**more)  # type: ignore[arg-type]
    assert ben.join(made["id"], made["keys"]["second"]).json()["mine"] == ["second"]
    return ann.sit(made["id"]), ben.sit(made["id"]), made["id"]


def test_two_people_play_a_whole_game(ann: Device, ben: Device) -> None:
    first, second, table_id = sit_both(ann, ben)
    players, picks = {"first": first, "second": second}, random.Random(5)
    record = strata.game("daikuni").record()
    while first.state["outcome"] is None:
        player = players[first.state["seat"]]
        actions = offered(player.state)
        assert actions == [*map(str, record.actions())]
        action = picks.choice(actions)
        player.play(action)
        record.play(action)
        for each in players.values():
            each.reach(player.version)
            assert each.state["position"] == str(record.position)
    for each in players.values():
        assert [move[1] for move in each.moves] == [*record.played]
        assert each.state["choices"] == []
    text = ann.http.get(f"/api/tables/{table_id}/record").text
    record.tags.update(strata.load(text).tags)
    assert text == record.export()


def test_only_who_is_to_act_gets_choices(ann: Device, ben: Device) -> None:
    first, second, table_id = sit_both(ann, ben)
    spectator = Player(ann.server.base, table_id, {})
    assert first.state["choices"]
    assert second.state["choices"] == spectator.state["choices"] == []
    assert spectator.table["mine"] == []
    assert spectator.refusal("play", action="Kd4") == "not-allowed"
    assert second.refusal("play", action="Kd4") == "not-your-turn"
    assert first.refusal("play", action="Kz4") == "illegal-action"
    first.play("Kd4")
    assert second.reach(1)["choices"]
    assert spectator.reach(1)["position"] == first.state["position"]


def test_stale_and_duplicate_actions_are_refused(ann: Device, ben: Device) -> None:
    first, second, _ = sit_both(ann, ben)
    first.say("play", action="Kd4")
    first.say("play", action="Kd4")
    assert first.hear("refused")["code"] == "stale"
    first.say("resync")
    first.hear("welcome")
    assert [move[1] for move in first.moves] == ["Kd4"]
    assert second.reach(1)["version"] == 1


def test_a_second_tab_and_a_reconnect_see_the_same(ann: Device, ben: Device) -> None:
    first, second, table_id = sit_both(ann, ben)
    with ann.sit(table_id) as tab:
        tab.play("Kd4")
        assert first.reach(1)["position"] == tab.state["position"]
    second.socket.close()
    again = ben.sit(table_id)
    again.play("Kg7")
    assert first.reach(2)["position"] == again.state["position"]


def new_link(device: Device, table_id: str, seat: str) -> Any:
    return device.http.post(f"/api/tables/{table_id}/links", json={"seat": seat})


def test_a_link_seats_the_first_who_joins_and_is_spent(ann: Device, ben: Device) -> None:
    """Also for whoever made it: the maker of a table cannot look into the friend's hand."""
    made = ann.make()
    key = made["keys"]["second"]
    watching = ann.sit(made["id"])
    assert not watching.table["seats"]["second"]["taken"]
    assert ben.join(made["id"], key).json()["mine"] == ["second"]
    watching.hear("presence")
    assert watching.table["seats"]["second"]["taken"]
    assert not watching.table["seats"]["second"]["present"]
    stranger = Device(ann.server)
    for given in (key, "wrong"):
        refused = stranger.join(made["id"], given)
        assert refused.status_code == 404
        assert "used up" in refused.json()["detail"]
    assert ann.join(made["id"], key).json()["mine"] == ["first"]
    assert ben.join(made["id"], key).json()["mine"] == ["second"]  # opened again
    ann.http.cookies.clear()  # a private window
    assert ann.join(made["id"], key).status_code == 404


def test_a_join_whose_answer_got_lost_is_repeated(ann: Device, ben: Device) -> None:
    made = ann.make()
    ben.http.post("/api/identity").raise_for_status()
    cookie = ben.cookie()
    assert cookie
    for _ in range(2):  # the second is what a client does that heard nothing of the first
        assert ben.join(made["id"], made["keys"]["second"]).json()["mine"] == ["second"]
    assert ben.cookie() == cookie


def test_of_many_who_join_at_once_one_is_seated(ann: Device) -> None:
    made = ann.make()
    crowd = [Device(ann.server) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda one: one.join(made["id"], made["keys"]["second"]), crowd))
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 7


def test_the_holder_of_a_seat_makes_links_for_other_devices(ann: Device, ben: Device) -> None:
    _, second, table_id = sit_both(ann, ben)
    phone, tablet = Device(ann.server), Device(ann.server)
    assert new_link(ann, table_id, "second").status_code == 409
    assert new_link(phone, table_id, "second").status_code == 409
    old, key = (new_link(ben, table_id, "second").json()["key"] for _ in range(2))
    assert phone.join(table_id, old, share=True).status_code == 404
    assert phone.join(table_id, key, share=True).json()["mine"] == ["second"]
    assert tablet.join(table_id, key, share=True).status_code == 404
    ann.sit(table_id).play("Kd4")
    second.reach(1)
    phone.sit(table_id).play("Kg7")


def test_nobody_shares_a_seat_without_knowing(ann: Device, ben: Device) -> None:
    """Ann takes the friend's seat in another window, and gives Ben a link of that window."""
    made = ann.make()
    window = Device(ann.server)
    window.join(made["id"], made["keys"]["second"]).raise_for_status()
    key = new_link(window, made["id"], "second").json()["key"]
    refused = ben.join(made["id"], key)
    assert (refused.status_code, refused.json()["field"]) == (409, "share")
    assert "ask for your own invitation" in refused.json()["detail"]
    assert ben.http.get(f"/api/tables/{made['id']}").json()["mine"] == []
    assert ben.join(made["id"], key, share=True).json()["mine"] == ["second"]  # it was not spent


def devices_of(device: Device, table_id: str) -> Any:
    return device.http.get(f"/api/tables/{table_id}/devices").json()


def test_a_seat_is_taken_away_from_other_devices(ann: Device, ben: Device) -> None:
    first, second, table_id = sit_both(ann, ben)
    phone = Device(ann.server)
    phone.join(table_id, new_link(ben, table_id, "second").json()["key"], share=True)
    two = {"seat": "second", "devices": 2, "link": False, "first": True}
    assert devices_of(ben, table_id) == [two]
    playing = phone.sit(table_id)
    unused = new_link(ben, table_id, "second").json()["key"]
    assert devices_of(ben, table_id) == [two | {"link": True}]
    assert devices_of(Device(ann.server), table_id) == []
    ben.http.post(f"/api/tables/{table_id}/devices/drop").raise_for_status()
    assert playing.ending() == (4403, "your seats have changed")
    assert phone.sit(table_id).table["mine"] == []
    assert Device(ann.server).join(table_id, unused, share=True).status_code == 404
    assert devices_of(ben, table_id) == [two | {"devices": 1}]
    first.play("Kd4")
    second.reach(1)
    second.play("Kg7")


def test_a_rematch_knows_which_device_was_first(ann: Device, ben: Device) -> None:
    first, second, table_id = sit_both(ann, ben)
    phone = Device(ann.server)
    phone.join(table_id, new_link(ben, table_id, "second").json()["key"], share=True)
    for _ in range(2):  # of a rematch as well
        first.say("resign")
        second.until(lambda state: state["outcome"])
        first.until(lambda state: state["outcome"])
        first.say("want-rematch")
        second.until(lambda state: state["rematch_wanted"])
        second.say("want-rematch")
        table_id = second.until(lambda state: state["rematch"])["rematch"]
        first, second = ann.sit(table_id), ben.sit(table_id)
        told = [[each["first"] for each in devices_of(one, table_id)] for one in (ben, phone)]
        assert told == [[True], [False]]
    assert phone.http.post(f"/api/tables/{table_id}/devices/drop").status_code == 409
    assert ben.http.post(f"/api/tables/{table_id}/devices/drop").status_code == 204


def test_who_shares_a_seat_hears_of_it_and_cannot_lose_it(ann: Device, ben: Device) -> None:
    first, second, table_id = sit_both(ann, ben)
    phone = Device(ann.server)
    phone.join(table_id, new_link(ben, table_id, "second").json()["key"], share=True)
    assert second.hear("device-joined")["seat"] == "second"
    assert [each["first"] for each in devices_of(phone, table_id)] == [False]
    refused = phone.http.post(f"/api/tables/{table_id}/devices/drop")
    assert refused.status_code == 409
    assert "had the seat first" in refused.json()["detail"]
    assert [each["devices"] for each in devices_of(ben, table_id)] == [2]
    first.say("play", action="Kd4")
    heard = []
    while first.version < 1:
        heard.append(first.hear_any()["type"])
    assert "device-joined" not in heard, "the other player is not told"
    ben.http.post("/api/forget").raise_for_status()
    assert [each["first"] for each in devices_of(phone, table_id)] == [True], "now it is"


def test_nobody_takes_over_a_seat_that_was_played(ann: Device, ben: Device) -> None:
    """Ann would see what Ben has placed, in a second window."""
    first, second, table_id = sit_both(ann, ben, game="rhodium")
    first.say("play-preset", name="spearhead")
    second.until(lambda state: state["seat"] == "second")
    for _ in range(3):
        second.play()
    shared = new_link(ben, table_id, "second").json()["key"]
    ben.http.post("/api/forget").raise_for_status()
    while first.table["seats"]["second"]["taken"]:
        first.hear("presence")
    refused = new_link(ann, table_id, "second")
    assert refused.status_code == 409
    assert "claim the game" in refused.json()["detail"]
    window = Device(ann.server)
    assert window.join(table_id, shared, share=True).status_code == 404
    assert window.http.get(f"/api/tables/{table_id}").json()["mine"] == []
    assert new_link(ann, table_id, "first").status_code == 201, "her own seat is hers"


def test_links_end_with_who_made_them(ann: Device, ben: Device) -> None:
    """Ben leaves before the game begins, and cannot come back to Carl's seat."""
    _, _, table_id = sit_both(ann, ben)
    shared = new_link(ben, table_id, "second").json()["key"]
    ben.http.post("/api/forget").raise_for_status()
    carl = Device(ann.server)
    carl.join(table_id, new_link(ann, table_id, "second").json()["key"]).raise_for_status()
    assert Device(ann.server).join(table_id, shared, share=True).status_code == 404


def test_two_devices_of_a_seat_give_it_up(ann: Device, ben: Device) -> None:
    first, second, table_id = sit_both(ann, ben)
    first.play("Kd4")
    phone = Device(ann.server)
    phone.join(table_id, new_link(ben, table_id, "second").json()["key"], share=True)
    second.hear("device-joined")
    ben.http.post("/api/forget").raise_for_status()
    assert phone.http.get(f"/api/tables/{table_id}").json()["mine"] == ["second"]
    phone.http.post("/api/forget").raise_for_status()
    assert phone.http.get(f"/api/tables/{table_id}").json()["mine"] == []
    assert new_link(ann, table_id, "second").status_code == 409


def test_what_is_open_ends_when_a_browser_gives_up_its_seats(ann: Device, ben: Device) -> None:
    first, second, table_id = sit_both(ann, ben)
    ben.http.post("/api/forget").raise_for_status()
    assert second.ending()[0] == 4403
    while first.table["seats"]["second"]["taken"]:
        first.hear("presence")
    key = new_link(ann, table_id, "second").json()["key"]  # the seat is free again
    assert Device(ann.server).join(table_id, key).json()["mine"] == ["second"]


def test_an_invitation_races_with_who_joins(ann: Device) -> None:
    """Whichever is faster, one holds the seat and no link to it is left."""
    for _ in range(12):
        made = ann.make()
        crowd = [Device(ann.server) for _ in range(2)]
        with ThreadPoolExecutor(3) as pool:
            link = pool.submit(new_link, ann, made["id"], "second")
            given = (made["id"], made["keys"]["second"])
            joined = [pool.submit(one.join, *given) for one in crowd]
        seated = [answer.result().status_code for answer in joined].count(200)
        if link.result().status_code == 201:
            again = Device(ann.server).join(made["id"], link.result().json()["key"])
            seated += again.status_code == 200
        assert seated == 1


def test_a_lost_invitation_is_made_again(ann: Device, ben: Device) -> None:
    made = ann.make()
    again = new_link(ann, made["id"], "second").json()
    assert ben.join(made["id"], made["keys"]["second"]).status_code == 404
    assert ben.join(made["id"], again["key"]).json()["mine"] == ["second"]
    assert new_link(ann, made["id"], "second").status_code == 409


def test_nobody_gets_the_computers_seat(ann: Device) -> None:
    made = ann.make(second="computer")
    assert new_link(ann, made["id"], "second").status_code == 409
    assert new_link(ann, made["id"], "first").status_code == 201
    assert new_link(ann, made["id"], "third").status_code == 400


def test_draw_take_back_resign_and_rematch(ann: Device, ben: Device) -> None:
    first, second, _ = sit_both(ann, ben)
    first.play("Kd4")
    second.reach(1)
    second.play("Kg7")
    first.reach(2)
    first.say("ask-take-back")
    assert second.until(lambda state: state["take_back"] == "first")
    second.say("answer-take-back", accept=True)
    assert first.reach(4)["seat"] == "first"
    assert first.state["take_back"] is None
    assert first.moves == []
    first.say("offer-draw")
    assert second.until(lambda state: state["draw_offer"] == "first")
    second.say("answer-draw", accept=False)
    assert first.reach(6)["draw_offer"] is None
    first.say("resign")
    outcome = second.until(lambda state: state["outcome"])["outcome"]
    assert outcome == {"winner": "second", "reason": "resignation"}
    assert second.refusal("play", action="Kd4") == "game-over"
    first.reach(second.version)
    first.say("want-rematch")
    second.until(lambda state: state["rematch_wanted"] == ["first"])
    second.say("want-rematch")
    rematch = first.until(lambda state: state["rematch"])["rematch"]
    swapped = ben.sit(rematch)
    assert swapped.table["mine"] == ["first"]
    assert ann.sit(rematch).table["mine"] == ["second"]
    swapped.play("Kd4")


def test_one_person_on_one_device(ann: Device) -> None:
    made = ann.make("me", "me")
    player = ann.sit(made["id"])
    assert player.table["mine"] == ["first", "second"]
    for pick in range(6):
        player.play(pick=pick)
    player.say("ask-take-back")
    player.until(lambda state: state["version"] == 7)
    assert len(player.moves) == 5
    assert player.refusal("claim-abandoned") == "not-allowed"
    player.say("offer-draw")
    agreed = player.until(lambda state: state["outcome"])["outcome"]
    assert agreed == {"winner": None, "reason": "agreement"}
    player.say("want-rematch")
    assert player.until(lambda state: state["rematch"])


def test_against_the_computer(ann: Device) -> None:
    made = ann.make("computer", "me")
    player = ann.sit(made["id"])
    while player.state["outcome"] is None:
        player.until(lambda state: state["outcome"] or state["choices"])
        if player.state["choices"]:
            player.play(pick=len(player.moves))
    assert player.refusal("offer-draw") == "game-over"
    player.say("want-rematch")
    rematch = player.until(lambda state: state["rematch"])["rematch"]
    again = ann.sit(rematch)
    assert again.table["mine"] == ["first"]
    again.play("Kd4")
    assert again.until(lambda state: state["choices"])["version"] == 2
    again.say("ask-take-back")
    assert again.until(lambda state: state["version"] == 3)["seat"] == "first"
    assert again.moves == []


def test_flag_falls_though_nobody_says_anything(ann: Device, ben: Device) -> None:
    first, second, _ = sit_both(ann, ben, clock={"main_ms": 1000, "increment_ms": 0})
    first.play("Kd4")
    assert first.state["clock"] == {"first_ms": 1000, "second_ms": 1000, "running": None}
    second.reach(1)
    second.play("Kg7")
    assert second.state["clock"]["running"] == "first"
    for player in (first, second):
        outcome = player.until(lambda state: state["outcome"])["outcome"]
        assert outcome == {"winner": "second", "reason": "time"}
        assert player.state["clock"] == {"first_ms": 0, "second_ms": 1000, "running": None}


def test_presence_is_told(ann: Device, ben: Device) -> None:
    made = ann.make()
    first = ann.sit(made["id"])
    assert [first.table["seats"][seat]["present"] for seat in ("first", "second")] == [True, False]
    ben.join(made["id"], made["keys"]["second"])
    first.hear("presence")  # the seat is taken
    with ben.sit(made["id"]):
        assert first.hear("presence")["seats"]["second"]["present"]
    assert not first.hear("presence")["seats"]["second"]["present"]
    first.play("Kd4")
    assert first.refusal("claim-abandoned") == "not-allowed"


def test_no_such_table(ann: Device) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        Player(ann.server.base, "doesnotexist", {})
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    assert closed.value.rcvd.reason == "no such table"


def test_a_reset_connection_is_no_error(ann: Device, ben: Device) -> None:
    """A phone that loses its network: nothing for the log."""
    first, second, table_id = sit_both(ann, ben)
    for _ in range(3):
        lost = ann.sit(table_id)
        linger = struct.pack("ii", 1, 0)  # closing sends a reset
        lost.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        for _ in range(30):
            lost.say("resync")
        lost.socket.socket.close()
    first.play("Kd4")
    second.reach(1)
    assert "socket-failed" not in ann.server.log()


def test_an_offer_does_not_make_an_action_stale(ann: Device, ben: Device) -> None:
    """Both were sent at the same time: nothing in the action depends on the offer."""
    first, second, _ = sit_both(ann, ben)
    first.play()
    second.reach(1)
    first.say("offer-draw")
    first.reach(2)
    action = offered(second.state)[0]
    second.say("play", action=action)  # second has not heard of the offer yet
    assert second.version == 1
    second.reach(3)
    assert second.moves[-1][1] == action
    first.reach(3)
    assert first.refusal("play", version=1, action=action) == "stale"


def test_whoever_resigns_does_so_at_once(ann: Device, ben: Device) -> None:
    first, second, _ = sit_both(ann, ben)
    first.play()
    second.reach(1)
    second.play()
    first.say("resign", version=1)
    assert first.until(lambda state: state["outcome"] is not None)["outcome"]["winner"] == "second"


def test_who_goes_in_mid_request_is_no_fault_of_the_server(ann: Device) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    host, port = ann.server.base.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(head + b"content-length: 100\r\n\r\n{")
        connection.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionError):
            assert connection.recv(100) == b""
    ann.make()
    assert "prematurely" not in ann.server.log()


def test_a_socket_on_which_nothing_is_heard_is_closed(limited: Callable[..., Config]) -> None:
    with (
        TestClient(create_app(limited(idle_seconds=1))) as client,
        client.websocket_connect(make_own_table(client)) as socket,
    ):
        assert socket.receive_json(timeout=PATIENCE)["type"] == "welcome"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json(timeout=PATIENCE)
    assert (closed.value.code, closed.value.detail) == (
        1001,
        "idle for too long",
    )


def make_own_table(client: TestClient[Any]) -> str:
    """The address of the socket of a new table."""
    made = client.post("/api/tables", json={"game": "daikuni", "first": "me", "second": "me"})
    return f"/api/tables/{made.json()['id']}/live"


def waiting(*messages: tuple[str, bool]) -> tuple[list[str], bool]:
    """What waits to be sent after these were put, and whether it was too much."""
    nothing: Any = None
    connection = Connection(
        nothing,
        nothing,
        nothing,
        nothing,
        nothing,
        (),
        "",
        ServerLimits(),
        "",
        Bucket(1, 1),
        WorkShare(Bucket(1, 1), 1),
        lambda text: False,
    )
    for message, whole in messages:
        connection.put(message, whole=whole)
    return list(connection._queue), connection._overflown


def test_who_does_not_read_takes_little_memory() -> None:
    long = "x" * 700_000
    assert waiting((long, False), ("y", False)) == ([long, "y"], False)
    assert waiting((long, False), (long, False)) == ([], True)
    assert waiting(*[("y", False)] * 65) == ([], True)
    # What says everything replaces what waits.
    assert waiting(*[(long, True)] * 75) == ([long], False)
    assert waiting(("y", False), (long, True), ("z", False)) == ([long, "z"], False)
    # One that is longer by itself is sent: who reads gets it.
    assert waiting((3 * long, True)) == ([3 * long], False)


@pytest.mark.parametrize("held", [(), ("first",)], ids=["spectator", "player"])
def test_a_message_is_written_at_once_only_in_its_turn(held: HeldSeats) -> None:
    """To a player who has read everything; never before a message that is still on its way."""
    written: list[str] = []
    reads = iter([True, False, True, True])

    def write(text: str) -> bool:
        if is_written := next(reads):
            written.append(text)
        return is_written

    nothing: Any = None
    share = WorkShare(Bucket(1, 1), 1)
    connection = Connection(
        *(nothing,) * 5, held, "", ServerLimits(), "", Bucket(1, 1), share, write
    )
    for text in "abc":
        connection.put(text)
    assert written == (["a"] if held else [])
    assert list(connection._queue) == (["b", "c"] if held else ["a", "b", "c"])
    connection._queue.clear()
    connection._is_sending = True  # the last of them has left the queue
    connection.put("d")
    assert list(connection._queue) == ["d"]
