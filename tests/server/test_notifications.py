"""People who are away are told of their games: by a real push service and a real mail server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.mail_server import Mail, MailServer
from tests.server.processes import Device, Server, wait_until
from tests.server.push_service import PushService, Subscription


class Office:
    """A server with a push service and a mail server of its own."""

    def __init__(self, server: Server, pushes: PushService, mails: MailServer, data: Path) -> None:
        self.server = server
        self.pushes = pushes
        self.mails = mails
        self._data = data

    def count(self, table: str) -> int:
        """The rows of a table of the database."""
        connection = sqlite3.connect(self._data / "strata.db")
        try:
            (found,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        finally:
            connection.close()
        return int(found)

    def alerts(self, table: str) -> list[tuple[str, str, int]]:
        """Who is to be told what at a table, and in how many seconds."""
        connection = sqlite3.connect(self._data / "strata.db")
        try:
            found = connection.execute(
                "SELECT seat, kind, (due_ms - since_ms) / 1000 FROM alerts WHERE table_id = ?"
                " ORDER BY seat, kind",
                (table,),
            ).fetchall()
        finally:
            connection.close()
        return found

    def pair(self, **more: Any) -> tuple[Device, Device, str]:
        """Ann and Ben at a table; it is Ann's turn."""
        ann, ben = Device(self.server), Device(self.server)
        made = ann.make("me", "link", name="Ann", **more)
        joined = {"key": made["keys"]["second"], "name": "Ben"}
        assert ben.http.post(f"/api/tables/{made['id']}/join", json=joined).status_code == 200
        return ann, ben, made["id"]

    def person(self) -> Device:
        """Somebody with a game."""
        one = Device(self.server)
        one.make()
        return one

    def subscribe(self, one: Device, name: str) -> None:
        body = self.pushes.subscription(name).body()
        assert one.http.post("/api/notifications/push", json=body).status_code == 204

    def confirm(self, one: Device, address: str) -> Mail:
        """Gives an address and follows the link in the mail; the mail."""
        answer = one.http.post("/api/notifications/mail", json={"address": address})
        assert answer.status_code == 204, answer.text
        mail = self.mails.next()
        assert mail.recipients == [address]
        token = mail.link("/mail/confirm").split("token=")[1]
        stranger = Device(self.server)  # a mail may be read in another browser
        confirmed = stranger.http.post("/api/notifications/mail/confirm", json={"token": token})
        assert confirmed.status_code == 204
        return mail


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    data = tmp_path_factory.mktemp("office")
    with PushService() as pushes, MailServer() as mails:
        environment = mails.environment | {
            "STRATA_PUSH_LOCAL": "1",
            "STRATA_MAIL_DELAY_SECONDS": "1",
            "STRATA_CONFIRMATIONS_PER_HOUR": "1000",
        }
        with Server(data, **environment) as server:
            yield Office(server, pushes, mails, data)


def test_a_turn_is_pushed_to_who_is_away_and_to_nobody_else(office: Office) -> None:
    ann, ben, table = office.pair()
    office.subscribe(ben, "turn-ben")
    office.subscribe(ann, "turn-ann")
    with ann.sit(table) as player:
        player.play("Kd4")
        push = office.pushes.next()
        assert push.name == "turn-ben"
        assert push.message == {
            "title": "Daikuni",
            "body": "It is your turn against Ann.",
            "path": f"/table/{table}",
            "tag": table,
        }
        assert push.headers["Topic"] == table
        with ben.sit(table) as other:
            other.play()
            # Ann is connected: nothing is written for her, let alone sent.
            player.until(lambda state: state["seat"] == "first")
            assert office.count("alerts WHERE seat = 'first'") == 0


def test_questions_claims_and_the_end_are_told(office: Office) -> None:
    ann, ben, table = office.pair(game="kyo")
    office.subscribe(ben, "asked")
    with ann.sit(table) as player:
        player.say("offer-draw")
        assert office.pushes.next().message["body"] == "Ann offers you a draw."
        player.until(lambda state: state["draw_offer"] is not None)
        player.say("resign")
        player.until(lambda state: state["outcome"] is not None)
        assert office.pushes.next().message["body"] == "The game against Ann is over."
        player.say("want-rematch")
        assert office.pushes.next().message["body"] == "Ann wants a rematch."


def test_whoever_waits_for_a_friend_is_told_who_came(office: Office) -> None:
    ann, ben = Device(office.server), Device(office.server)
    made = ann.make("me", "link")
    office.subscribe(ann, "waiting")
    joined = {"key": made["keys"]["second"], "name": "Ben"}
    ben.http.post(f"/api/tables/{made['id']}/join", json=joined)
    assert office.pushes.next().message["body"] == "Ben has joined the game. It is your turn."


def test_a_subscription_that_is_gone_is_forgotten(office: Office) -> None:
    ann, ben, table = office.pair()
    office.subscribe(ben, "gone")
    office.pushes.statuses["gone"] = [410]
    with ann.sit(table) as player:
        player.play("Kd4")
    wait_until(lambda: not ben.http.get("/api/notifications").json()["push"], "the end of it")
    assert office.pushes.tried.count("gone") == 1


def test_no_redirect_is_followed(office: Office) -> None:
    ann, ben, table = office.pair()
    office.subscribe(ben, "moved")
    office.pushes.statuses["moved"] = [307]
    with ann.sit(table) as player:
        player.play("Kd4")
        wait_until(lambda: "moved" in office.pushes.tried, "the first try")
        wait_until(lambda: office.count(f"alerts WHERE table_id = '{table}'") == 0, "no more tries")
    assert "elsewhere" not in office.pushes.tried


def test_push_ends_by_one_request(office: Office) -> None:
    ann, ben, table = office.pair()
    office.subscribe(ben, "ended")
    assert ben.http.get("/api/notifications").json()["push"] is True
    assert ben.http.post("/api/notifications/push/end").status_code == 204
    assert ben.http.get("/api/notifications").json()["push"] is False
    with ann.sit(table) as player:
        player.play("Kd4")
        assert office.count(f"alerts WHERE table_id = '{table}'") == 0


def test_who_gives_up_all_seats_is_told_nothing_more(office: Office) -> None:
    ann = Device(office.server)
    ann.make()
    office.subscribe(ann, "forgotten")
    before = office.count("contacts")
    assert ann.http.post("/api/forget").status_code == 204
    assert office.count("contacts") == before - 1


def test_a_mail_tells_of_the_turn_and_ends_by_one_click(office: Office) -> None:
    ann, ben, table = office.pair()
    office.confirm(ben, "ben@example.org")
    info = ben.http.get("/api/notifications").json()
    assert (info["address"], info["confirmed"], info["mail"]) == ("ben@example.org", True, True)
    with ann.sit(table) as player:
        player.play("Kd4")
        mail = office.mails.next()
    assert mail.recipients == ["ben@example.org"]
    assert mail.subject == "Daikuni: It is your turn against Ann."
    assert mail.link("/table/") == f"/table/{table}"
    assert "key" not in mail.text
    assert mail.link("/mail/end") == mail.one_click
    # As a mail program posts it (RFC 8058): without a cookie, with a form that says so.
    ended = Device(office.server).http.post(mail.one_click, data={"List-Unsubscribe": "One-Click"})
    assert ended.status_code == 204
    assert ben.http.get("/api/notifications").json()["address"] is None
    again = Device(office.server).http.post(mail.one_click)
    assert again.status_code == 204


def test_nothing_is_mailed_before_the_address_is_confirmed(office: Office) -> None:
    ann, ben, table = office.pair()
    answer = ben.http.post("/api/notifications/mail", json={"address": "ben@example.com"})
    assert answer.status_code == 204
    mail = office.mails.next()
    assert "Confirm your address" in mail.subject
    info = ben.http.get("/api/notifications").json()
    assert (info["address"], info["confirmed"]) == ("ben@example.com", False)
    with ann.sit(table) as player:
        player.play("Kd4")
        assert office.count(f"alerts WHERE table_id = '{table}'") == 0
    # Who never asked for it ends it for good: the address is not asked again.
    assert Device(office.server).http.post(mail.one_click).status_code == 204
    answer = ben.http.post("/api/notifications/mail", json={"address": "ben@example.com"})
    assert answer.status_code == 429


def test_a_client_can_end_its_own_mails(office: Office) -> None:
    ben = office.person()
    office.confirm(ben, "own@example.org")
    assert ben.http.post("/api/notifications/mail/drop").status_code == 204
    assert ben.http.get("/api/notifications").json()["address"] is None
    office.confirm(ben, "own@example.org")  # and may change their mind


def test_two_devices_with_one_address_get_one_mail(office: Office) -> None:
    ann, ben, table = office.pair()
    phone = Device(office.server)
    link = ben.http.post(f"/api/tables/{table}/links", json={"seat": "second"}).json()["key"]
    assert phone.join(table, link, share=True).status_code == 200
    office.confirm(ben, "both@example.org")
    office.confirm(phone, "both@example.org")
    with ann.sit(table) as player:
        player.play("Kd4")
        assert office.count(f"alerts WHERE table_id = '{table}'") == 1
        assert office.mails.next().recipients == ["both@example.org"]


def test_an_address_is_not_asked_again_and_again(office: Office) -> None:
    for _ in range(3):
        answer = office.person().http.post(
            "/api/notifications/mail", json={"address": "often@example.org"}
        )
        assert answer.status_code == 204
        office.mails.next()
    answer = office.person().http.post(
        "/api/notifications/mail", json={"address": "often@example.org"}
    )
    assert answer.status_code == 429
    assert office.mails.is_quiet()


@pytest.mark.parametrize(
    "address",
    [
        "ann",
        "ann@",
        "@example.org",
        "ann@localhost",
        "ann@example.org\r\nBcc: all@example.org",
        "ann@example.org, ben@example.org",
        "Ann <ann@example.org>",
        "ann b@example.org",
        '"ann"@example.org',
        "änn@example.org",
        "ann@127.0.0.1",
        "ann@[127.0.0.1]",
        "ann@example.org\n",
    ],
)
def test_what_is_no_address_is_refused(office: Office, address: str) -> None:
    answer = office.person().http.post("/api/notifications/mail", json={"address": address})
    assert answer.status_code == 400, answer.text
    assert office.mails.is_quiet()


def test_a_mail_server_that_refuses_is_named(office: Office) -> None:
    office.mails.refusals.append("451 try later")
    answer = office.person().http.post(
        "/api/notifications/mail", json={"address": "late@example.org"}
    )
    assert answer.status_code == 503


@pytest.mark.parametrize("token", ["", "x", "WyJhIiwiYiJd.abc.def", "x" * 1000])
def test_a_forged_link_does_nothing(office: Office, token: str) -> None:
    one = Device(office.server)
    confirmed = one.http.post("/api/notifications/mail/confirm", json={"token": token})
    assert confirmed.status_code == 404
    assert one.http.post("/mail/end", params={"token": token}).status_code == 404


def test_what_is_set_up_in_secret_is_told_when_it_is_complete(office: Office) -> None:
    """Nothing is told that the list of games does not show: who is to act, when that changes."""
    ann, ben, table = office.pair(game="rhodium")
    office.subscribe(ben, "secret")
    with ann.sit(table) as player:
        for pick in range(3):
            player.play(pick=pick)
        player.say("undo-step")
        player.reach(player.version + 1)
        assert office.count(f"alerts WHERE table_id = '{table}'") == 0
        while player.state["seat"] == "first":
            player.play()
        push = office.pushes.next()
    assert push.name == "secret"
    assert push.message["body"] == "It is your turn against Ann."


def test_who_leaves_as_the_turn_comes_is_told_a_little_later(office: Office) -> None:
    """Over a line that broke nobody sees the turn; who loads the page again is back by then."""
    ann, ben, table = office.pair()
    office.subscribe(ben, "left")
    with ann.sit(table) as player, ben.sit(table) as other:
        player.play("Kd4")
        other.reach(1)
        assert office.alerts(table) == []
        other.socket.close()
        wait_until(lambda: office.alerts(table) == [("second", "turn", 60)], "the alert")


def test_days_that_run_out_are_told_a_quarter_of_the_turn_before(office: Office) -> None:
    ann, ben, table = office.pair(clock={"main_ms": 0, "increment_ms": 0, "turn_ms": 24 * 3600_000})
    office.subscribe(ben, "days")
    with ann.sit(table) as player, ben.sit(table) as other:
        for mover, listener in ((player, other), (other, player), (player, other)):
            mover.play()
            listener.reach(mover.version)
        # The first turn is free; of the second a time is left. It is told though Ben is here.
        assert office.alerts(table) == [("second", "time", 18 * 3600)]


def test_a_rematch_is_told_to_who_begins_it(office: Office) -> None:
    ann, ben, table = office.pair()
    office.subscribe(ben, "again")
    with ann.sit(table) as player, ben.sit(table) as other:
        player.say("resign")
        other.until(lambda state: state["outcome"] is not None)
        other.say("want-rematch")
        player.until(lambda state: bool(state["rematch_wanted"]))
        player.say("want-rematch")
        again = player.until(lambda state: state["rematch"] is not None)["rematch"]
        assert office.alerts(again) == [("first", "turn", 60)]


def test_on_one_device_and_for_the_computer_nothing_is_written(office: Office) -> None:
    ann = office.person()
    office.subscribe(ann, "alone")
    alone, computer = ann.make("me", "me")["id"], ann.make("computer", "me", level=1)["id"]
    with ann.sit(alone) as player:
        player.play("Kd4")
    wait_until(lambda: len(ann.http.get(f"/api/tables/{computer}").json()["moves"]) > 0, "a move")
    assert office.alerts(alone) == []
    assert office.pushes.next().message["body"] == "It is your turn against the computer."


def test_the_oldest_of_too_many_subscriptions_is_dropped(office: Office) -> None:
    ann = Device(office.server)
    ann.make()
    before = office.count("contacts")
    for number in range(7):
        office.subscribe(ann, f"many-{number}")
    assert office.count("contacts") == before + 5


def test_mails_to_addresses_are_limited_for_each_sender(tmp_path: Path) -> None:
    with MailServer() as mails:
        environment = mails.environment | {"STRATA_CONFIRMATIONS_PER_HOUR": "2"}
        with Server(tmp_path, **environment) as server:
            ann = Device(server)
            ann.make()
            answers = [
                ann.http.post(
                    "/api/notifications/mail", json={"address": f"ann{number}@example.org"}
                )
                for number in range(3)
            ]
    assert [answer.status_code for answer in answers] == [204, 204, 429]


def test_subscriptions_are_limited_for_each_address(tmp_path: Path) -> None:
    environment = {"STRATA_PUSH_LOCAL": "1", "STRATA_SUBSCRIPTIONS_PER_HOUR": "2"}
    with Server(tmp_path, **environment) as server:
        answers = []
        for _ in range(3):
            one = Device(server)
            one.make()
            body = Subscription("https://push.example", "x").body()
            answers.append(one.http.post("/api/notifications/push", json=body))
        assert [answer.status_code for answer in answers] == [204, 204, 429]
        assert "from your address" in answers[-1].json()["detail"]
        assert int(answers[-1].headers["retry-after"]) > 0
        assert one.http.get("/api/notifications").json()["push"] is False


def test_who_holds_no_seat_is_told_nothing(office: Office) -> None:
    stranger = Device(office.server)
    body = office.pushes.subscription("stranger").body()
    before = office.count("contacts")
    for path, wanted in (("push", body), ("mail", {"address": "nobody@example.org"})):
        answer = stranger.http.post(f"/api/notifications/{path}", json=wanted)
        assert answer.status_code == 409
    stranger.http.post("/api/identity")
    assert stranger.http.post("/api/notifications/push", json=body).status_code == 409
    assert office.count("contacts") == before
    assert office.mails.is_quiet()


@pytest.mark.parametrize("endpoint", ["https://127.0.0.1/x", "http://push.example/", "x"])
def test_other_endpoints_are_refused(ann: Device, endpoint: str) -> None:
    ann.make()
    body = Subscription("https://push.example", "x").body() | {"endpoint": endpoint}
    answer = ann.http.post("/api/notifications/push", json=body)
    assert answer.status_code == 400
    assert ann.http.get("/api/notifications").json()["push"] is False


def test_what_is_to_be_told_outlives_the_process(tmp_path: Path) -> None:
    with PushService() as pushes, Server(tmp_path, STRATA_PUSH_LOCAL="1") as server:
        ann, ben = Device(server), Device(server)
        made = ann.make()
        ben.join(made["id"], made["keys"]["second"])
        ben.http.post("/api/notifications/push", json=pushes.subscription("later").body())
        key = ben.http.get("/api/notifications").json()["push_key"]
        with ann.sit(made["id"]) as player:
            player.play("Kd4")
            server.kill()
        server.start()
        assert pushes.next().name == "later"
        assert Device(server).http.get("/api/notifications").json()["push_key"] == key
