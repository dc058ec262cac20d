"""Tests of the guides, of the packages of the clients, and of the collection of requests."""

import io
import json
import re
import subprocess
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from service.features.documentation.guides import GUIDES
from service.platform.website import openapi
from tests.rows import in_one_test
from tests.service.client import Answer, Api

ROOT = "http://localhost"
LINK = re.compile(r"\[[^]]+\]\(([^)\s]+)\)")


class Found(HTMLParser):
    """The links and the ids of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the link or the id of a tag."""
        known = dict(attrs)
        self.links |= {known["href"] or ""} if tag == "a" and "href" in known else set()
        self.ids |= {known["id"] or ""} if "id" in known else set()


def is_own(address: str) -> bool:
    """Return True for an address of this service."""
    return urlsplit(address).netloc == urlsplit(ROOT).netloc


@pytest.fixture(scope="module")
def ids_at(client: FlaskClient) -> Callable[[str], set[str]]:
    """A function that returns the ids of the page at a path, which has to exist."""

    @cache
    def ids(path: str) -> set[str]:
        answer = client.get(path, headers={"Accept": "text/html, */*;q=0.1"})
        assert answer.status_code == 200, path
        return Found(answer.text).ids if answer.mimetype == "text/html" else set()

    return ids


@in_one_test("name", GUIDES)
def test_every_link_of_a_guide_leads_to_a_page_and_a_place(
    name: str, client: FlaskClient, ids_at: Callable[[str], set[str]]
) -> None:
    """No link of a guide, as a page, is broken, and no header of a table is empty."""
    address = f"{ROOT}/docs/{name}"
    text = client.get(f"/docs/{name}").text
    assert "<th></th>" not in text
    page = Found(text)
    assert "/docs/guides" in page.links
    for link in page.links:
        target = urljoin(address, link)
        if is_own(target):
            place, ids = urlsplit(target).fragment, ids_at(urlsplit(target).path)
            assert not place or place.startswith("/") or place in ids, link


def test_the_changelog_is_a_feed(client: FlaskClient) -> None:
    """Each release is an entry, whose link leads to its heading."""
    answer = client.get("/docs/changelog.atom")
    assert answer.mimetype == "application/atom+xml"
    feed = ElementTree.fromstring(answer.data)
    atom = {"atom": "http://www.w3.org/2005/Atom"}
    titles = [entry.findtext("atom:title", "", atom) for entry in feed.findall("atom:entry", atom)]
    assert titles[-2:] == ["0.2.0", "0.1.0"]
    links = [link.get("href", "") for link in feed.findall("atom:entry/atom:link", atom)]
    page = Found(client.get("/docs/changelog").text)
    assert len(links) == len(titles) and {urlsplit(link).fragment for link in links} <= page.ids
    assert feed.findtext("atom:updated", "", atom) == feed.findtext("atom:entry/atom:updated", "", atom)
    assert "<li>" in feed.findtext("atom:entry/atom:content", "", atom)


@in_one_test("name", GUIDES)
def test_every_guide_is_served_as_markdown(name: str, client: FlaskClient) -> None:
    """The text has the address of this service in its samples, and its links lead to Markdown or other files."""
    answer = client.get(f"/docs/{name}.md")
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    text = answer.get_data(as_text=True)
    assert text.startswith("# ") and (name in ("operations", "self-hosting") or "127.0.0.1:8000" not in text)
    for link in LINK.findall(text):
        target = urljoin(f"{ROOT}/docs/{name}.md", link)
        if is_own(target):
            assert client.get(urlsplit(target).path, headers={"Accept": "*/*"}).status_code == 200, link


def test_the_index_for_language_models_lists_every_guide(client: FlaskClient) -> None:
    """The form is that of llmstxt.org: a title, a summary, and sections of links with notes."""
    answer = client.get("/llms.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    title, empty, *rest = answer.text.splitlines()
    assert title.startswith("# ") and not empty and rest[0].startswith("> ")
    links = LINK.findall(answer.text)
    assert all(link.startswith(f"{ROOT}/") for link in links)
    assert {f"{ROOT}/docs/{name}.md" for name in GUIDES if name != "guides"} <= set(links)
    assert all(client.get(urlsplit(link).path, headers={"Accept": "*/*"}).status_code == 200 for link in links)


@in_one_test("name", ["nothing", "architecture", "README", "..%2fREADME", "decisions"])
def test_other_documents_are_not_served(name: str, client: FlaskClient) -> None:
    assert client.get(f"/docs/{name}").status_code == 404 and client.get(f"/docs/{name}.md").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/docs/first-game", "/docs/reference/puzzles", "/docs/rules", "/problems", "/problems/not-found", "/how-to-play"],
)
def test_a_page_that_a_browser_has_is_not_sent_again(client: FlaskClient, path: str) -> None:
    """In another color scheme it is another one. The column of the contents is there before they have come."""
    first = client.get(path, headers={"Accept": "text/html"})
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert not path.startswith("/docs/") or '<main id="content" class="document contained"' in first.text
    known = {"Accept": "text/html", "If-None-Match": first.headers["ETag"]}
    assert client.get(path, headers=known).status_code == 304
    assert client.get(path, headers={**known, "Cookie": "theme=dark"}).status_code == 200


SOURCES = Path(__file__).resolve().parents[3]


@in_one_test("name", ["hanabi_client-9.9.9-py3-none-any.whl", ".python", "..%2FMakefile", ".."])
def test_other_files_are_not_served(api: Api, name: str) -> None:
    """A name of a package that was not built is unknown, like any other file."""
    assert api.get(f"/clients/{name}").status == 404


def test_what_is_named_is_there(api: Api) -> None:
    """The contract, in each of its forms, and its guide name a package only if it was built."""
    named = {"/docs/clients.md": api.get("/docs/clients.md", headers={"Accept": "*/*"}).raw.decode()}
    for form in ("openapi.json", "openapi.yaml", "openapi-3.2.json"):
        for query in ("", "part=play"):
            named[form + query] = api.get(f"/{form}", query=query, headers={"Accept": "*/*"}).raw.decode()
    for name, text in named.items():
        for path in re.findall(r"/clients/[\w.-]+\.(?:whl|tgz)", text):
            assert api.get(path, headers={"Accept": "*/*"}).status == 200, (name, path)


@pytest.mark.slow
def test_the_client_for_python_is_served(api: Api) -> None:
    """Its address is in the contract. The package contains what `pip install` needs."""
    subprocess.run(["make", "-o", ".venv/.runs", "dist/clients/.python"], cwd=SOURCES, capture_output=True, check=True)
    info = openapi.document()["info"]
    answer = api.get(info["x-clients"]["python"], headers={"Accept": "*/*"})
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.raw)) as wheel:
        (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        assert message_from_bytes(wheel.read(metadata))["Version"] == info["version"]
        assert {"hanabi_client/py.typed", "hanabi_client/types.py", "hanabi_client/_sync/operations.py"} <= set(
            wheel.namelist()
        )


def requests_in(api: Api) -> dict[str, Any]:
    """Return the requests of the collection by their names."""
    return {item["name"]: item for folder in api.get("/collection.json").ok()["item"] for item in folder["item"]}


def test_it_has_a_request_for_every_operation(api: Api) -> None:
    """It has the members that the format requires, and defines each variable that it uses."""
    found = api.get("/collection.json").ok()
    assert found["info"]["schema"].endswith("/v2.1.0/collection.json") and found["info"]["name"]
    contract = {
        (operation["operationId"], method.upper())
        for path in openapi.document()["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    }
    items = requests_in(api).items()
    assert {(name, item["request"]["method"]) for name, item in items} == contract
    assert set(re.findall(r"{{(.*?)}}", json.dumps(found))) == {one["key"] for one in found["variable"]}
    for name, item in items:
        url = item["request"]["url"]
        assert url["raw"] == "/".join((*url["host"], *url["path"])), name
        assert {step[1:] for step in url["path"] if step[0] == ":"} == {one["key"] for one in url["variable"]}, name
        assert all(
            one["disabled"] or one["value"] for one in (*url["query"], *item["request"]["header"]) if len(one) > 2
        )


def test_its_requests_work(api: Api) -> None:
    """An account and a game by the examples, and then the game, with what the scripts keep."""
    items, kept = requests_in(api), {"base": "", "token": ""}

    def send(name: str) -> Answer:
        asked = items[name]["request"]
        values = {one["key"]: one["value"] for one in asked["url"]["variable"]}
        path = re.sub(r":(\w+)", lambda step: values[step[1]], asked["url"]["raw"])
        headers = {one["key"]: one["value"] for one in asked["header"] if not one.get("disabled")}
        headers |= {"Authorization": f"Bearer {kept['token']}"} if kept["token"] else {}
        raw = asked.get("body", {}).get("raw", "").encode() or None
        address = re.sub(r"{{(\w+)}}", lambda variable: kept[variable[1]], path)
        answer = api.send(asked["method"], address, raw=raw, headers=headers)
        for event in items[name].get("event", ()):
            variable, member = re.findall(r'set\("(\w+)", pm.response.json\(\)\.(\w+)\)', event["script"]["exec"][0])[0]
            kept[variable] = answer.ok()[member]
        return answer

    assert [send(name).status for name in ("createAccount", "createGame", "getGame")] == [201, 201, 200]
