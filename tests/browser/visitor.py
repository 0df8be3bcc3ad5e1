"""People at their browsers, and what they do at a table."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Page, Route, expect

from strata.core.gesture import Token
from tests.browser.profiles import THEMES, Kind, Look, Profile, Profiles, Theme, follow
from tests.patience import PATIENCE

Opponent = Literal["device", "friend", "computer"]
WIDE: Final = (1280, 900)
PHONE: Final = (360, 740)
_OPPONENTS: Final[dict[Opponent, str]] = {
    "device": "One device",
    "friend": "Friend by link",
    "computer": "Computer",
}
_SEATS: Final = {"device": "me", "friend": "link", "computer": "computer"}
_MOST_CLICKS: Final = 12

_LIT: Final = """() => [
  ...[...document.querySelectorAll('.cell.lit, .item.lit')].map((one) => one.dataset.token),
  ...[...document.querySelectorAll('[data-choice]')].map((one) => `choice ${one.dataset.choice}`),
]"""
# Waits until something is lit or the game is over. Nothing is asked again and again meanwhile.
_TURN: Final = """(milliseconds) => new Promise((resolve, reject) => {
  const ended = setTimeout(() => reject(new Error('nothing is lit')), milliseconds);
  const look = () => {
    const lit = (LIT)();
    const isOver = document.querySelector('[data-outcome]') !== null;
    if (!lit.length && !isOver) return;
    clearTimeout(ended);
    observer.disconnect();
    const version = Number(document.querySelector('.game')?.dataset.version);
    resolve({ lit: lit.sort(), isOver, version });
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})""".replace("LIT", _LIT)
# Waits until the table has gone on from a version.
_PAST: Final = """([version, milliseconds]) => new Promise((resolve, reject) => {
  const ended = setTimeout(() => reject(new Error(`still at ${version}`)), milliseconds);
  const look = () => {
    if (!(Number(document.querySelector('.game')?.dataset.version) > version)) return;
    clearTimeout(ended);
    observer.disconnect();
    resolve();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})"""
# Where to click a cell, and whether nothing else lies there; null if there is no such cell yet.
_AIM: Final = """(key) => {
  const [cell, ...others] = document.querySelectorAll(`[data-token="${key}"]`);
  if (!cell || others.length) return null;
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { x, y, width, height } = cell.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  const hit = document.elementFromPoint(...at)?.closest('[data-token]');
  return { at, hit: hit?.dataset.token ?? null };
}"""


class Visitors:
    """Has a browser profile for each person and watches over all of them."""

    def __init__(self, profiles: Profiles, url: str, artefacts: Path | None) -> None:
        self.profiles: Final = profiles
        self.url: Final = url
        self.artefacts: Final = artefacts
        self._taken: Final[list[Profile]] = []
        self._wrong: Final[list[str]] = []

    def come(
        self,
        size: tuple[int, int] = WIDE,
        theme: Theme = "light",
        *,
        touch: bool = False,
        motion: bool = False,
        bypass_csp: bool = False,
        service_worker: bool = False,
    ) -> Visitor:
        """A person. Nothing glides and nothing is shown at a pace for who wants no `motion`."""
        kind = Kind(self.url, touch, bypass_csp)
        look = Look(size, theme, motion)
        profile = self.profiles.take(kind, look, service_worker=service_worker)
        profile.notice = self._notice
        self._taken.append(profile)
        return Visitor(profile.page, profile, self)

    def leave(self) -> None:
        for profile in self._taken:
            profile.is_altered |= bool(self._wrong)
            self.profiles.give_back(profile)
        assert self._wrong == []

    def _notice(self, what: str, text: str) -> None:
        if what == "request":
            self._check_address(text)
        elif what == "error":
            self._wrong.append(f"script error: {text}")
        # A broken line is what some tests are about; the browser notes it as an error.
        elif not any(word in text for word in ("WebSocket", "ERR_", "Failed to load resource")):
            self._wrong.append(f"console: {text}")

    def _check_address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.url).netloc:
            self._wrong.append(f"a request left for another host: {url}")


class Visitor:
    """One tab of one person."""

    def __init__(self, page: Page, profile: Profile, everyone: Visitors) -> None:
        self.page: Final = page
        self._profile: Final = profile
        self._everyone: Final = everyone

    def second_tab(self) -> Visitor:
        """Another tab of the same person."""
        return Visitor(self._profile.new_page(), self._profile, self._everyone)

    def alter(self) -> Page:
        """The page, to change what is loaded, by styles or scripts: nobody else sees that."""
        self._profile.is_altered = True
        return self.page

    def devtools(self) -> CDPSession:
        """What fingers do is sent by it."""
        session = self.page.context.new_cdp_session(self.page)
        self._profile.devtools.append(session)
        return session

    def intercept(self, addresses: str, handler: Callable[[Route], None]) -> None:
        """`handler` answers requests of this page. The browser may keep the answers: nobody else
        uses this profile afterwards."""
        self._profile.is_reusable = False
        self.page.route(addresses, handler)

    def close(self) -> None:
        """Close the site. Whoever visits it again has what a browser keeps: cookies and what pages
        store, but nothing that a page or a tab knew."""
        self._profile.close()

    def create(
        self, game: str, opponent: Opponent = "device", side: str = "First", **options: str
    ) -> str:
        """A new table as the form of the home page makes it, without that page; its id."""
        seats = {"first": "me", "second": _SEATS[opponent]}
        if side == "Second":
            seats = {"first": seats["second"], "second": "me"}
        made = self.page.request.post(
            "/api/tables", data={"game": game, "options": options} | seats
        )
        assert made.ok, made.text()
        table: str = made.json()["id"]
        if made.json()["keys"]:
            self._keep_keys(table, made.json()["keys"])
        self.visit(f"/table/{table}")
        self.wait_for_board()
        return table

    def _keep_keys(self, table: str, keys: dict[str, str]) -> None:
        if not self.page.url.startswith(self._everyone.url):
            self.visit("/nowhere")  # a page of the same site
        keep = "([table, keys]) => localStorage.setItem(`strata-keys-${table}`, keys)"
        self.page.evaluate(keep, [table, json.dumps(keys)])

    def create_by_form(
        self, game: str, opponent: Opponent = "device", side: str = "First", **options: str
    ) -> str:
        """A new table by the form of the home page; its id."""
        self.choose(game, opponent, side)
        for name, value in options.items():
            self.page.locator(f'select[name="{name}"]').select_option(value)
        return self.begin()

    def choose(self, game: str, opponent: Opponent = "device", side: str = "First") -> None:
        """Fills in the form as far as every game has it."""
        self.visit("/")
        self.page.locator(f'input[name="game"][value="{game}"]').check()
        self.page.get_by_text(_OPPONENTS[opponent], exact=True).click()
        if opponent != "device":
            self.page.get_by_text(side, exact=True).click()
        self.page.get_by_text("More options").click()

    def begin(self) -> str:
        """Sends the form; the id of the table."""
        self.page.get_by_role("button", name="Create the game").click()
        self.wait_for_board()
        return self.page.url.rsplit("/", 1)[1]

    def visit(self, address: str) -> None:
        """Go to a page: by a link where the site is open, else as `load` does."""
        if not follow(self.page, address):
            self.page.goto(address)

    def load(self, address: str) -> None:
        """Type the address: the site is loaded, whether it is open or not."""
        self.page.goto(address)

    def resize(self, size: tuple[int, int]) -> None:
        """Make the window so large; the page stays."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def wait_for_board(self) -> None:
        expect(self.page.get_by_role("grid")).to_be_visible()

    @property
    def version(self) -> int:
        return int(self.page.locator(".game").get_attribute("data-version") or 0)

    def wait_past(self, version: int) -> None:
        """Until the table has gone on from `version`."""
        self.page.evaluate(_PAST, [version, 1000 * PATIENCE])

    def lit(self) -> list[str]:
        """The keys of all tokens that can be clicked now."""
        found: list[str] = self.page.evaluate(_LIT)
        return found

    def wait_for_turn(self) -> None:
        """Until something is lit or the game is over."""
        self._turn()

    @property
    def is_over(self) -> bool:
        return self.page.locator("[data-outcome]").count() > 0

    def has_begun(self) -> bool:
        """Whether a gesture is begun and not complete."""
        begun: bool = self.page.evaluate("document.querySelector('.board[data-begun]') !== null")
        return begun

    def click(self, key: str) -> None:
        kind, _, name = key.partition(" ")
        if kind == "choice":
            self.page.locator(f'[data-choice="{name}"]').click()
        elif kind == "item":
            self.page.locator(f'[data-token="{key}"]').click()
        else:
            x, y = self.aim(key)
            self.page.mouse.click(x, y)

    def aim(self, key: str) -> tuple[float, float]:
        """The middle of a cell; nothing may lie over it."""
        aimed: dict[str, Any] | None = self.page.evaluate(_AIM, key)
        if aimed is None:
            self.page.locator(f'[data-token="{key}"]').wait_for(state="attached")
            aimed = self.page.evaluate(_AIM, key)
        assert aimed is not None
        assert aimed["hit"] == key, f"{key} is covered by {aimed['hit']}"
        x, y = aimed["at"]
        return x, y

    def play(self, gesture: Iterable[Token]) -> None:
        """An action by its clicks."""
        version = self.version
        for token in gesture:
            self.click(f"{token.kind} {token.id}")
        self.wait_past(version)

    def play_anything(self, chance: random.Random) -> None:
        """An action by clicks on whatever is lit."""
        turn = self._turn()
        version = turn["version"]
        if turn["isOver"]:
            return
        for _ in range(_MOST_CLICKS):
            # In mid-gesture only what goes on from it, which is all that is lit.
            self.click(chance.choice(turn["lit"]))
            if not self.has_begun():
                break
            turn = self._turn()  # how an action of several parts goes on is asked
        self.wait_past(version)

    def _turn(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(_TURN, 1000 * PATIENCE)
        return found

    def finish_set_up(self) -> None:
        """Finishes what is laid out."""
        version = self.version
        self.page.get_by_role("button", name="Finish", exact=True).click()
        self.wait_past(version)

    def moves(self) -> list[str]:
        return self.page.locator(".moves [data-frame]").all_inner_texts()

    def expect_moves(self, moves: Sequence[str]) -> None:
        """Waits: another page of the same table may be told a little later."""
        expect(self.page.locator(".moves [data-frame]")).to_have_text(list(moves))

    def outcome(self) -> str:
        return self.page.locator("[data-outcome]").inner_text().replace("\n", " ")

    def photograph(self, name: str, *, whole: bool = False) -> None:
        """For people to look at, where somebody has said where to put it."""
        if self._everyone.artefacts is None:
            return
        self.page.screenshot(path=self._everyone.artefacts / f"{name}.png", full_page=whole)

    def photograph_themes(self, name: str) -> None:
        """The whole page, light and dark."""
        if self._everyone.artefacts is None:
            return
        for theme in THEMES:
            self.page.emulate_media(color_scheme=theme)
            self.photograph(f"{name}-{theme}", whole=True)
