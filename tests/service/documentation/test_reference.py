"""Tests of the reference: it has the whole contract, and its links lead to a place."""

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.features.documentation import reference
from tests.service.contract import PUBLISHED

ADDRESSES = {page: f"/docs/reference/{page}" if page else "/docs" for page in reference.pages()}
OPERATIONS = [
    (operation["tags"][0], path, method, operation)
    for path, item in (*PUBLISHED["paths"].items(), *PUBLISHED["x-webhooks"].items())
    for method, operation in item.items()
    if method != "parameters"
]


class Anchors(HTMLParser):
    """The ids and the links of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the id and the link of a tag."""
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and tag == "a" and value:
                self.links.add(value)


@pytest.fixture
def pages(app: Flask) -> dict[str, str]:
    """The pages of the reference."""
    client: FlaskClient = app.test_client(use_cookies=False)
    return {page: unescape(client.get(address).text) for page, address in ADDRESSES.items()}


def test_every_operation_has_its_parameters_body_and_responses(pages: dict[str, str]) -> None:
    """Each is on the page of its tag, under its id, and in the overview."""
    for tag, path, _, operation in OPERATIONS:
        section = pages[tag].partition(f'<section class="operation" id="{operation["operationId"]}">')[2]
        section = section.partition("</section>")[0]
        assert operation["summary"] in section and operation["summary"] in pages[""]
        assert not path.startswith("/") or (f"</span> {path}" in section and f"</span> {path}" in pages[""])
        assert {f"<dt><code>{status}</code></dt>" in section for status in operation["responses"]} == {True}
        for media_type in operation.get("requestBody", {}).get("content", {}):
            assert media_type in section
        for parameter in operation.get("parameters", ()):
            name = parameter.get("$ref", "").rpartition("/")[2]
            known = PUBLISHED["components"]["parameters"][name] if name else parameter
            assert f"<dt><code>{known['name']}</code>" in section


def test_every_schema_has_its_members(pages: dict[str, str]) -> None:
    for name, schema in PUBLISHED["components"]["schemas"].items():
        section = pages["schemas"].partition(f'<section id="{name}">')[2].partition("</section>")[0]
        assert section, name
        for member in schema.get("properties", ()):
            assert f"<dt><code>{member}</code>" in section, (name, member)


def test_every_link_leads_to_a_place(pages: dict[str, str], app: Flask) -> None:
    """No id is there twice. The overview has the anchors of links to the reference as it was before."""
    anchors = {ADDRESSES[page]: Anchors(html) for page, html in pages.items()}
    others: dict[str, Anchors] = {}
    for address, found in anchors.items():
        assert len(found.ids) == len(set(found.ids))
        for link in found.links:
            target = urlsplit(urljoin(f"http://localhost{address}", link))
            if target.netloc != "localhost":
                continue
            if target.path not in anchors and target.path not in others:
                answer = app.test_client().get(target.path, headers={"Accept": "text/html, */*;q=0.1"})
                assert answer.status_code == 200, link
                others[target.path] = Anchors(answer.text)
            page = anchors.get(target.path) or others[target.path]
            assert not target.fragment or target.fragment in page.ids, link
    assert "/games/createMove" in anchors["/docs"].ids


def test_the_command_has_the_address_of_the_request(app: Flask) -> None:
    text = app.test_client().get("/docs/reference/games", base_url="https://hanabi.example").text
    commands = [unescape(one) for one in re.findall(r"<pre><code>(curl .*?)</code></pre>", text, re.DOTALL)]
    assert (
        'curl -X POST "https://hanabi.example/v1/games/$GAME/moves" \\\n  -H "Authorization: Bearer $TOKEN" \\\n'
        in ("".join(commands))
    )
    assert "127.0.0.1" not in text
