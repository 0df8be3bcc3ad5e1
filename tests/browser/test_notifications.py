"""Being told of one's turn: asked for, shown by the service worker, ended; and questions seen."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import CDPSession, Page, Playwright, expect

from tests.browser.chromium import find_chromium, launch
from tests.browser.profiles import Profiles
from tests.browser.server_process import ServerProcess
from tests.browser.test_axe import serious
from tests.browser.test_together import start_with_friend
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.server.mail_server import MailServer
from tests.server.push_service import PushService

# Chromium subscribes at a push service of the Internet, and not at all in a private window. So the
# subscription is the test's own; everything after it is real.
_SUBSCRIPTION: Final = """subscription => {
  let made = sessionStorage.getItem("made") ? subscription : null;
  const wrap = () => ({
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: made.p256dh, auth: made.auth } }),
    unsubscribe: async () => { made = null; sessionStorage.removeItem("made"); return true; },
  });
  PushManager.prototype.getSubscription = async () => (made ? wrap() : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("no key");
    made = subscription;
    sessionStorage.setItem("made", "1");
    return wrap();
  };
}"""
_SHOWN: Final = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }));
}"""
# A person's click on a notification, which no browser without a head shows; windows are counted.
_CLICK: Final = """async (action) => {
  const [notification] = await self.registration.getNotifications();
  self.opened = [];
  self.clients.openWindow = async (path) => { self.opened.push(path); };
  const event = new NotificationEvent("notificationclick", { notification, action });
  const done = [];
  event.waitUntil = (work) => done.push(work);
  self.dispatchEvent(event);
  await Promise.all(done);
  return self.opened;
}"""


@pytest.fixture(scope="module")
def pushes() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def telling(
    client: Path,
    tmp_path_factory: pytest.TempPathFactory,
    pushes: PushService,
    mails: MailServer,
) -> Iterator[ServerProcess]:
    """A server that sends pushes and mails to those of the test."""
    environment = {"STRATA_PUSH_LOCAL": "1", "STRATA_MAIL_DELAY_SECONDS": "1"}
    environment |= mails.environment
    process = ServerProcess(tmp_path_factory.mktemp("telling"), games=None, **environment)
    process.start()
    yield process
    process.stop()


@pytest.fixture(scope="module")
def whole_browser(driver: Playwright) -> Iterator[Profiles]:
    """The headless shell knows no notifications."""
    with launch(driver, find_chromium(whole=True)) as chromium:
        yield Profiles(chromium)


@pytest.fixture
def visitors(
    profiles: Profiles, telling: ServerProcess, artefacts: Path | None
) -> Iterator[Visitors]:
    everyone = Visitors(profiles, telling.url, artefacts)
    yield everyone
    everyone.leave()


@pytest.fixture
def notified(
    whole_browser: Profiles, telling: ServerProcess, artefacts: Path | None
) -> Iterator[Visitors]:
    """Visitors whose browser can show notifications."""
    everyone = Visitors(whole_browser, telling.url, artefacts)
    yield everyone
    everyone.leave()


def permit(visitor: Visitor, subscription: dict[str, str]) -> None:
    """Notifications are allowed, and a subscription is to be had."""
    visitor.page.context.grant_permissions(["notifications"])
    visitor.page.context.add_init_script(f"({_SUBSCRIPTION})({json.dumps(subscription)})")


def deliver(page: Page, url: str, message: dict[str, Any]) -> None:
    """What a browser does with a push that it has decrypted: it wakes the service worker."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session: CDPSession = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    push = {"origin": f"{url}/", "registrationId": found[0], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", push)
    while not page.evaluate(_SHOWN):
        page.wait_for_timeout(20)


def test_a_turn_is_pushed_shown_and_ended(
    visitors: Visitors, notified: Visitors, telling: ServerProcess, pushes: PushService
) -> None:
    """Also a push that cannot be read is shown. What was turned on is turned off by one click, on
    a notification or on the page."""
    host, friend = visitors.come(), notified.come(service_worker=True)
    permit(friend, pushes.subscription("friend").body())
    table = host.create("daikuni", "friend", "First")
    friend.visit(host.page.get_by_label("Link for second").input_value())
    friend.wait_for_board()
    friend.page.get_by_text("Tell me when it is my turn").click()
    friend.page.get_by_role("button", name="Turn notifications on").click()
    expect(friend.page.get_by_role("button", name="Turn notifications off")).to_be_visible()
    friend.visit("/offline.html")  # which says nothing to the server
    host.play_anything(random.Random(1))
    push = pushes.next()
    assert push.message["path"] == f"/table/{table}"

    friend.visit("/learn")
    deliver(friend.page, telling.url, push.message)
    assert friend.page.evaluate(_SHOWN) == [push.message]
    (worker,) = friend.page.context.service_workers
    assert worker.evaluate(_CLICK, "") == [f"/table/{table}"]
    deliver(friend.page, telling.url, push.message)
    assert worker.evaluate(_CLICK, "end") == []
    friend.load("/")
    friend.page.get_by_text("Tell me when it is my turn").click()
    expect(friend.page.get_by_role("button", name="Turn notifications on")).to_be_visible()

    deliver(friend.page, telling.url, {"path": "https://elsewhere.example/"})
    (shown,) = friend.page.evaluate(_SHOWN)
    assert (shown["title"], shown["path"]) == ("Strata", "/")

    friend.resize(PHONE)
    friend.page.get_by_role("button", name="Turn notifications on").click()
    friend.page.get_by_role("button", name="Turn notifications off").click()
    expect(friend.page.get_by_role("button", name="Turn notifications on")).to_be_visible()
    told = friend.page.evaluate("fetch('/api/notifications').then((one) => one.json())")
    assert told["push"] is False


def test_who_does_not_permit_it_is_told_so(visitors: Visitors) -> None:
    visitor = visitors.come(service_worker=True)
    visitor.page.context.add_init_script(
        """const asked = { value: "denied", configurable: true };
        Object.defineProperty(Notification, "permission", asked);"""
    )
    visitor.create("daikuni", "friend", "First")
    visitor.page.get_by_text("Tell me when it is my turn").click()
    expect(visitor.page.locator("[data-push=denied]")).to_contain_text("blocks notifications")


def test_an_address_is_given_confirmed_and_dropped(
    visitors: Visitors, mails: MailServer, root: Path
) -> None:
    axe = root / "web" / "node_modules" / "axe-core" / "axe.min.js"
    visitor = visitors.come(bypass_csp=True)
    visitor.create("daikuni", "friend", "First")
    visitor.visit("/")
    summary = visitor.page.get_by_text("Tell me when it is my turn")
    summary.focus()
    visitor.page.keyboard.press("Enter")
    field = visitor.page.get_by_label("E-mail address")
    field.fill("ann@example.org")
    assert serious(visitor, axe, "tell-me") == []
    field.press("Enter")
    expect(visitor.page.get_by_text("An e-mail is on its way to ann@example.org")).to_be_visible()
    mail = mails.next()
    stranger = visitors.come(bypass_csp=True)
    stranger.visit(mail.link("/mail/confirm"))
    button = stranger.page.get_by_role("button", name="Yes, send me e-mails")
    expect(button).to_be_visible()
    assert "token" not in stranger.page.url
    assert serious(stranger, axe, "confirm-address") == []
    button.click()
    expect(stranger.page.get_by_text("Done: you will get an e-mail")).to_be_visible()
    visitor.page.reload()
    expect(summary).to_contain_text("on")
    summary.click()
    expect(visitor.page.get_by_text("E-mails go to ann@example.org")).to_be_visible()
    # One click on the link in a mail ends it, in any browser.
    stranger.visit(mail.link("/mail/end"))
    expect(stranger.page.get_by_text("no more e-mails to your address")).to_be_visible()
    visitor.page.reload()
    summary.click()
    expect(visitor.page.get_by_label("E-mail address")).to_be_visible()
    stranger.visit("/mail/confirm?token=forged")
    button.click()
    expect(stranger.page.get_by_role("alert")).to_contain_text("no longer valid")


def test_questions_and_answers_are_seen_in_the_title_and_the_icon(visitors: Visitors) -> None:
    host, friend, _ = start_with_friend(visitors, "kyo")
    icon = friend.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", "/icon.svg")
    host.page.get_by_role("button", name="Offer a draw").click()
    expect(friend.page).to_have_title("● Draw offered · Kyo · Strata")
    friend.page.wait_for_function(
        "() => document.querySelector('link[rel=icon]').href.startsWith('data:')"
    )
    friend.page.get_by_role("button", name="Decline").click()
    expect(host.page.locator("[data-answer]")).to_have_text("Your opponent declined the draw.")
    expect(host.page.locator("[data-spoken]")).to_contain_text("declined the draw")
    host.photograph("declined")
    expect(friend.page).to_have_title("Kyo · Strata")
    expect(icon).to_have_attribute("href", "/icon.svg")
    host.play_anything(random.Random(1))
    friend.wait_for_turn()
    expect(host.page.locator("[data-answer]")).to_have_count(0)
    host.page.get_by_role("button", name="Take back").click()
    expect(friend.page).to_have_title("(1) ● Take back? · Kyo · Strata")
    friend.page.get_by_role("button", name="Accept").click()
    expect(host.page.locator("[data-answer]")).to_contain_text("agreed")
