"""The browser of a person who lets programs act."""

import pytest
from flask import Flask

from tests.service.browser import Browser


@pytest.fixture
def browser(app: Flask) -> Browser:
    """A browser that is signed in as a guest."""
    browser = Browser(app)
    browser.guest()
    return browser
