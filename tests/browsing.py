"""Pytest fixtures for browser tests: a running service, headless Chromium, and pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any

import pytest

from tests.programs import require_program
from tests.served import serving_patiently

if TYPE_CHECKING:  # the import takes a second, in each worker
    from playwright.sync_api import Browser, BrowserContext, Page

    Lend = Callable[..., AbstractContextManager[Page]]

__all__ = ["chromium", "expect", "fresh_page", "lend", "page", "quiet_page", "server", "watched"]

_LATE = "was preloaded using link preload but not used within a few seconds"
"""A warning on machines that are busy for a few seconds."""
_LIMIT_MS = 60_000
"""Long, since other tests use all cores meanwhile."""
_SIZE = {"width": 1280, "height": 720}


@pytest.fixture(scope="session")
def server(served_database_url: str) -> Iterator[str]:
    """The URL of a running service, with a database of its own."""
    with serving_patiently(served_database_url) as base:
        yield base


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    program = require_program("Chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--disable-gpu"])  # else a program imitates one
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lend(chromium: Browser) -> Lend:
    """A function that lends a page; keywords are options of its context.

    A page that is returned is cleaned and lent again: its context keeps the files that it has loaded and compiled,
    which a new one takes two seconds for.
    """
    returned: dict[tuple[tuple[str, Any], ...], list[Page]] = defaultdict(list)

    @contextmanager
    def lend(**options: Any) -> Iterator[Page]:
        from playwright.sync_api import Error

        shelf = returned[tuple(sorted(options.items()))]
        page = shelf.pop() if shelf else _new_context(chromium, **options).new_page()
        size = page.viewport_size or _SIZE
        is_clean = False
        try:
            yield page
            with suppress(Error):  # it is closed, or does not react
                _clean(page, size["width"], size["height"])
                is_clean = True
        finally:
            if is_clean:
                shelf.append(page)
            else:
                page.context.close()

    return lend


@pytest.fixture
def page(lend: Lend) -> Iterator[Page]:
    """A page whose test fails on any console error or Content-Security-Policy violation."""
    with lend() as page, watched(page):
        yield page


@pytest.fixture
def quiet_page(lend: Lend) -> Iterator[Page]:
    """A page that may have errors."""
    with lend() as page:
        yield page


@pytest.fixture
def fresh_page(chromium: Browser) -> Iterator[Page]:
    """A page of a new browser, for tests that change its clock or count what it loads."""
    context = _new_context(chromium)
    page = context.new_page()
    with watched(page):
        yield page
        context.close()


def expect(found: Any) -> Any:
    """Return the expectations of Playwright for a page or a locator, which wait until they are met."""
    from playwright.sync_api import expect

    expect.set_options(timeout=_LIMIT_MS)
    return expect(found)


@contextmanager
def watched(page: Page, no_bug: str = _LATE, what: str = "") -> Iterator[None]:
    """Fail after the block if the page had an error, or a warning on its console that does not say `no_bug`."""
    complaints: list[str] = []

    def hear(message: Any) -> None:
        if message.type in ("error", "warning") and no_bug not in message.text:
            complaints.append(message.text)

    def catch(error: Any) -> None:
        complaints.append(str(error))

    page.on("console", hear)
    page.on("pageerror", catch)
    try:
        yield
    finally:
        page.remove_listener("console", hear)
        page.remove_listener("pageerror", catch)
    assert not complaints, (what, complaints)


def _new_context(chromium: Browser, **options: Any) -> BrowserContext:
    context = chromium.new_context(**{"locale": "en-GB", **options})
    context.set_default_timeout(_LIMIT_MS)
    return context


def _clean(page: Page, width: int, height: int) -> None:
    from playwright.sync_api import Error

    for other in page.context.pages:
        if other is not page:
            other.close()
    page.unroute_all(behavior="ignoreErrors")
    with suppress(Error):  # a page without storage
        page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    page.context.clear_cookies()
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    session.send("Page.resetNavigationHistory")
    session.detach()
    page.emulate_media(color_scheme="light", forced_colors="none")
    page.set_viewport_size({"width": width, "height": height})
    page.mouse.move(0, 0)
