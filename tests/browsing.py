"""Pytest fixtures for browser tests: a running service, headless Chromium, and a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.programs import require_program
from tests.served import serving

if TYPE_CHECKING:  # the import takes a second, in each worker
    from playwright.sync_api import Browser, Page

__all__ = ["chromium", "page", "server"]


@pytest.fixture(scope="session")
def server(served_database_url: str) -> Iterator[str]:
    """The URL of a running service, with a database of its own."""
    with serving(served_database_url) as base:
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


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page whose test fails on any console error or Content-Security-Policy violation."""
    context = chromium.new_context(locale="en-GB")
    context.set_default_timeout(30_000)
    page, complaints = context.new_page(), list[str]()
    page.on(
        "console", lambda messages: complaints.append(messages.text) if messages.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints, complaints
