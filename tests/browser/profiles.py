"""Browser profiles that are used again: a new one costs as much as three pages.

A profile that is given back is emptied: no cookies, nothing stored, no page, the mouse in the
corner. Its process and the client's files, read and compiled, stay. So does the site itself where
it is open, at an address that leads nowhere, for to load it costs as much as five of its pages. All
that it remembers from page to page is the settings, one's games, and whether one is told of turns,
which is asked for wherever it is shown. The games are asked for anew; where a setting was changed,
a test has changed the page by hand, or something went wrong, nothing stays open. Profiles with a
service worker, or with requests that a test has answered, are used only once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Page,
)

from tests.patience import PATIENCE

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
Notice = Callable[[str, str], None]
"""Takes what happened (request, error or console) and its text."""
_MOST_IDLE: Final = 8
_EMPTY: Final = "/icon.svg"
"""A page of the same site without a script."""
_FORGET: Final = "() => { localStorage.clear(); sessionStorage.clear(); }"
# What others do is shown at once and without a sound, unless a test chooses its settings.
_AT_ONCE: Final = """
    if (!localStorage.getItem("strata-settings"))
        localStorage.setItem("strata-settings", JSON.stringify({ pace: 0, sound: false }));
"""
_IS_AS_SET: Final = """() => document.querySelector("nav[aria-label=Pages]") !== null
    && localStorage.getItem("strata-settings") === JSON.stringify({ pace: 0, sound: false })"""
# As a link of the site does. The site itself cannot be told from a page that has no such links.
_FOLLOW: Final = """async (address) => {
    if (!document.querySelector("nav[aria-label=Pages]")) return false;
    const { origin, pathname } = new URL(address, location.href);
    if (origin !== location.origin || pathname === location.pathname) return false;
    if (/^\\/(api|embed)\\/|\\.\\w+$/.test(pathname)) return false;
    const link = Object.assign(document.createElement("a"), { href: address });
    document.body.append(link);
    link.click();
    link.remove();
    await new Promise((done) => setTimeout(done));  // the page before has gone
    return true;
}"""
_NOWHERE: Final = "/nowhere"
"""An address of the site that has no page."""
# One's games are asked for: there are none any more.
_LOOK_AGAIN: Final = "() => document.dispatchEvent(new Event('visibilitychange'))"


@dataclass(frozen=True)
class Kind:
    """What a profile cannot change."""

    url: str
    touch: bool = False
    bypass_csp: bool = False


@dataclass(frozen=True)
class Look:
    """What the pages of a profile take from the screen and the system."""

    size: tuple[int, int]
    theme: Theme = "light"
    motion: bool = False


@dataclass
class Profile:
    """A browser context and its first page; `notice` is told what happens in any of its pages."""

    kind: Kind
    context: BrowserContext
    is_reusable: bool
    look: Look
    is_altered: bool = False  # what the page has loaded is not what the server sent
    page: Page = field(init=False)
    devtools: list[CDPSession] = field(default_factory=list)
    notice: Notice = field(default=lambda what, text: None)

    def __post_init__(self) -> None:
        self.page = self.new_page()

    def wear(self, look: Look) -> None:
        """Its pages look like that from now on."""
        self.look = look
        self._adapt(self.page)

    def _adapt(self, page: Page) -> None:
        width, height = self.look.size
        if page.viewport_size != {"width": width, "height": height}:
            page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme=self.look.theme,
            media="null",
            reduced_motion="no-preference" if self.look.motion else "reduce",
        )

    def new_page(self) -> Page:
        page = self.context.new_page()
        self._adapt(page)
        page.on("request", lambda request: self.notice("request", request.url))
        page.on("websocket", lambda socket: self.notice("request", socket.url))
        page.on("pageerror", lambda error: self.notice("error", str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.notice("console", said.text)

    def clear(self) -> bool:
        """Empties it; False if that is impossible."""
        self.notice = lambda what, text: None
        if not self.is_reusable or self.page.is_closed():
            return False
        try:
            for page in self.context.pages:
                if page != self.page:
                    page.close()
            for session in self.devtools:
                session.detach()
            self.devtools.clear()
            self.context.set_offline(False)
            self.page.mouse.move(0, 0)
            self._leave()
        except Error:  # the server has gone, or the page has crashed
            return False
        self.is_altered = False
        return True

    def close(self) -> None:
        """Close the site; what a browser keeps stays: cookies, and what pages store for good."""
        self.page.goto(_EMPTY)
        self.page.evaluate("() => sessionStorage.clear()")

    def _leave(self) -> None:
        stays = not self.is_altered and self.page.evaluate(_IS_AS_SET)
        if stays and follow(self.page, _NOWHERE):
            self.page.evaluate(_FORGET)
            self.page.evaluate(_AT_ONCE)
            self.context.clear_cookies()
            self.page.evaluate(_LOOK_AGAIN)
        else:
            self.page.goto(_EMPTY)
            self.page.evaluate(_FORGET)
            self.context.clear_cookies()


def follow(page: Page, address: str) -> bool:
    """Go to another page of the site as its links do, without loading it anew. False if the site
    is not open, or the address is not one of another of its pages."""
    went: bool = page.evaluate(_FOLLOW, address)
    return went


class Profiles:
    """Those of one browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser: Final = browser
        self._idle: Final[list[Profile]] = []

    def take(self, kind: Kind, look: Look, *, service_worker: bool = False) -> Profile:
        """One that nobody uses; it is as new."""
        for profile in () if service_worker else self._idle:
            if profile.kind == kind:
                self._idle.remove(profile)
                profile.wear(look)
                return profile
        context = self.browser.new_context(
            base_url=kind.url,
            viewport={"width": look.size[0], "height": look.size[1]},
            has_touch=kind.touch,
            bypass_csp=kind.bypass_csp,
            service_workers="allow" if service_worker else "block",
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(_AT_ONCE)
        return Profile(kind, context, not service_worker, look)

    def give_back(self, profile: Profile) -> None:
        if profile.clear():
            self._idle.append(profile)
        else:
            profile.context.close()
        if len(self._idle) > _MOST_IDLE:
            self._idle.pop(0).context.close()
