"""A browser without a window, and the service on a port for it: fixtures to be imported where they are needed."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.served import serving

__all__ = ["chromium", "page", "server"]


@pytest.fixture(scope="session")
def server(database_url: str) -> Iterator[str]:
    """The address of a running service."""
    with serving(database_url) as base:
        yield base


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser without a window."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("needs Chromium (on Debian: apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A page, of which nobody complains: no error, and nothing that its Content-Security-Policy forbids."""
    context = chromium.new_context(locale="en-GB")
    context.set_default_timeout(10_000)
    page, complaints = context.new_page(), []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints
