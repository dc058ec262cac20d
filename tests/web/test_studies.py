"""Stories of studies in a browser."""

from typing import Any
from urllib.parse import unquote

import pytest

from tests.browsing import expect
from tests.service.factories import unique
from tests.web.axe import findings
from tests.web.conftest import new_caller

pytestmark = pytest.mark.slow


def test_a_study_is_made_from_reviews_and_read_by_others(server: str, page: Any, imported: str, lend: Any) -> None:
    """A turn and a line become chapters; the author changes them, and whoever has the link reads them."""
    ada = new_caller(server, unique("Ada"))
    ada.sign_in(page.context)
    for place, title in (("turn=3", "Mixed"), ("from=20&moves=p12", None)):
        page.goto(f"{server}/replays/{imported}?{place}")
        page.locator("#review:not([hidden])").wait_for()
        page.get_by_role("tab", name="Share").click()
        page.get_by_label("Text of the chapter").fill(f"At {place}, **bold**")
        asked = page.locator("#share").get_by_label("Title")
        asked.fill(title) if title else expect(asked).to_be_hidden()  # a new study needs one
        page.get_by_role("button", name="Add to a study").click()
        page.get_by_text("Added.").wait_for()
    page.get_by_role("link", name="Open the study").click()
    expect(page.locator("#title")).to_have_text("Mixed")
    expect(page.locator(".chapter")).to_have_count(2)
    page.get_by_role("button", name="Edit").click()
    assert findings(page) == []
    page.get_by_label("Title").fill("Endgames")
    page.get_by_role("button", name="Down").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#title")).to_have_text("Endgames")
    with lend() as other:
        other.goto(page.url)
        expect(other.locator(".chapter p.text-of").first).to_contain_text("At from=20")
        expect(other.locator("#begin-edit")).to_have_count(0)
        file = unquote(other.locator("a[download]").get_attribute("href"))
        assert "# Endgames" in file and "At turn=3, \\*\\*bold\\*\\*" in file, "a text is plain in the file too"
        other.get_by_role("link", name="Open the replay").last.click()
        other.wait_for_url(f"**/replays/{imported}?turn=3*")
    ada.call("POST", f"/v1/replays/{imported}/comments", {"anchor": "turn-3", "text": "What a #Finesse."})
    page.goto(f"{server}/replays/{imported}?turn=3")
    page.locator("#review:not([hidden])").wait_for()
    page.get_by_role("tab", name="Notes").click()
    page.get_by_role("link", name="#Finesse").first.click()
    page.locator(f"#found a[href='/replays/{imported}']").wait_for()
