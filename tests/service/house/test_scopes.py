"""Tests of scopes: what each allows, and what each includes."""

from collections.abc import Callable

from flask import Flask

from service.core.people import scopes
from service.core.people.scopes import INCLUDED, Scope
from service.features.oauth import apps
from service.features.oauth.page_words import WORDS
from tests.rows import in_one_test
from tests.service.client import Player


def test_a_scope_for_reading_allows_no_write(app: Flask) -> None:
    """Nor does a request without a token, but to ask for the analysis of a position, which is the same for all."""
    written = {
        (operation.scope, operation.id)
        for rule in app.url_map.iter_rules()
        if (operation := app.extensions["exchange"].operations[rule.endpoint]).id is not None
        if operation.token and (operation.scope is None or operation.scope.endswith("read"))
        if {*(rule.methods or ())} - {"GET", "HEAD", "OPTIONS"} and operation.stores != 0
    }
    assert written == {(None, "createLineAnalysis"), (None, "createPositionAnalysis")}


def test_each_scope_allows_something(app: Flask) -> None:
    """A person who lets an app in reads what each of its scopes allows."""
    declared = {each.scope for each in app.extensions["exchange"].operations.values()} - {None}
    assert declared == {*scopes.GRANTABLE, "moderate"} - {"play", "read"}
    assert {f"scope.{scope}" for scope in apps.ALLOWED} == {key for key in WORDS["en"] if key.startswith("scope.")}


def test_three_scopes_include_what_they_allowed_before() -> None:
    """Tokens of earlier releases keep what they had: every scope but that of moderators is in one of the three."""
    included = {inner for outer in ("read", "play", "account") for inner in INCLUDED[outer]}
    assert included | {"read", "play", "account"} == set(scopes.GRANTABLE)


@in_one_test(
    ("held", "wanted", "allowed"),
    [
        (["games:play"], "games:play", True),
        (["games:play"], "games:create", False),
        (["notes"], "notes:read", True),
        (["notes:read"], "notes", False),
        (["read"], "notes:read", True),
        (["tokens", "webhooks"], "account", False),
        (["account", "play", "read"], "moderate", False),
        (["bot"], "games:create", True),
        (["bot"], "reviews:write", False),
        (["bot"], "tokens", False),
        (["bot"], "account", False),
    ],
)
def test_a_scope_allows_itself_and_what_it_includes(held: list[str], wanted: Scope, allowed: bool) -> None:
    """Nothing else follows from a scope."""
    assert scopes.allow(frozenset(held), wanted) is allowed


def test_a_token_with_one_fine_scope_can_do_nothing_else(players: Callable[[int], list[Player]]) -> None:
    """It creates games, but reads none and issues no token. A wider scope cannot be had with it."""
    (ada,) = players(1)
    made = ada.api.post("/v1/me/tokens", {"name": "app", "scopes": ["games:create", "tokens"]}).ok()
    app = ada.api.known_by(made["token"])
    game = app.post("/v1/games", {"seats": 2}).ok()["id"]
    assert app.get(f"/v1/games/{game}").body["scope"] == "profile:read"
    assert app.post(f"/v1/games/{game}/seats", {}).body["scope"] == "games:play"
    assert app.post("/v1/me/tokens", {"name": "x", "scopes": ["play"]}).body["scope"] == "play"
    assert app.post("/v1/me/tokens", {"name": "x"}).ok()["scopes"] == ["games:create", "tokens"]


def test_a_seek_that_ends_with_bots_creates_a_game(players: Callable[[int], list[Player]]) -> None:
    """It needs the scope for that, and a seek of people alone does not."""
    (ada,) = players(1)
    made = ada.api.post("/v1/me/tokens", {"name": "app", "scopes": ["games:play"]}).ok()
    app = ada.api.known_by(made["token"])
    refused = app.post("/v1/seeks", {"seats": 6, "rules": [{"edition": "hanab_live"}], "bots_after_s": 60})
    assert (refused.code, refused.body["scope"]) == ("insufficient-scope", "games:create")
    made = app.post("/v1/seeks", {"seats": 6, "rules": [{"edition": "hanab_live"}]}).ok()
    assert app.delete(f"/v1/seeks/{made['id']}").status == 204
