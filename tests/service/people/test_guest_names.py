"""Tests of the names that guests get."""

from secrets import token_hex

import pytest
from flask import Flask

from service.core.people import guest_names, names
from tests.rows import in_one_test
from tests.service.client import Api

# Every list, with all its first and all its second words.
PAIRS = [
    (language, form.format(one, other).replace("_", " "))
    for language, (form, first, second) in guest_names._WORDS.items()
    for one, other in (
        *((one, second.split()[0]) for one in first.split()),
        *((first.split()[0], other) for other in second.split()),
    )
]


@in_one_test(("language", "name"), PAIRS)
def test_every_word_makes_a_name_that_is_allowed(language: str, name: str) -> None:
    """None is reserved, and none is changed by the rules of names."""
    assert names.checked(name) == name, language


@in_one_test("language", ["en", "de", "nl", "da", "fr", "xx"])
def test_a_guest_gets_a_name_in_the_language(language: str) -> None:
    """English is for languages without words. A name is short enough for a suffix."""
    for _ in range(20):
        name = guest_names.guest_name(language)
        assert names.checked(name) == name
        assert len(name) <= 33


def test_a_taken_name_gets_a_suffix(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that every guest gets one at once."""
    monkeypatch.setattr("service.core.people.accounts.guest_name", lambda language: f"Only Otter {language}")
    first, second = (Api(app).post("/v1/accounts", {}, headers={"Accept-Language": "da"}).ok() for _ in range(2))
    assert first["name"] == "Only Otter da"
    assert second["name"].startswith("Only Otter da ")


def test_a_guest_has_no_part_of_a_name_that_was_taken(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a name that looks like another one, the guest may have got a form that is free."""
    end = token_hex(4)
    api.post("/v1/accounts", {"name": f"lo {end}"}).ok()
    offered = iter([f"Io {end}", f"Otter {end}"])
    monkeypatch.setattr("service.core.people.accounts.guest_name", lambda _: next(offered))
    assert api.post("/v1/accounts", {}).ok()["name"] == f"Otter {end}"
    assert api.get(f"/v1/accounts/io {end}").status == 404
