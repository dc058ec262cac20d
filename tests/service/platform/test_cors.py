"""Tests of CORS: preflights, and headers that let pages of other origins read responses."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.contract import CONTRACT

# No server listens on this port: these tests never reach the database.
NO_DATABASE = "postgresql://nobody@127.0.0.1:9/nothing"

ORIGIN = {"Origin": "https://example.org"}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """A client of a service without a database and with a route that fails."""
    app = create_app(Settings(database_url=NO_DATABASE))

    def fail() -> str:
        raise ZeroDivisionError

    app.add_url_rule("/fails", view_func=fail)
    return app.test_client()


def listed(value: str) -> set[str]:
    """Return the members of a header's list, in lower case."""
    return {one.strip().lower() for one in value.split(",")}


def test_every_route_has_a_preflight(client: FlaskClient) -> None:
    """A page may send every method and read every header of the API."""
    app: Flask = client.application
    parameters = [CONTRACT.resolve(one) for each in CONTRACT.operations for one in each.node.get("parameters", [])]
    headers = {one["name"].lower() for one in parameters if one["in"] == "header"}
    headers.remove("accept-encoding")  # browsers alone set it
    paths = {str(rule.rule).replace("<", "").replace(">", "") for rule in app.url_map.iter_rules()}
    for path in sorted(paths | {"/nowhere"}):
        preflight = {"Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "authorization,x-mine"}
        answer = client.options(path, headers=ORIGIN | preflight)
        assert (answer.status_code, answer.data) == (204, b"")
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        methods = {method for rule in app.url_map.iter_rules() for method in rule.methods or ()}
        assert methods <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
        assert headers | {"authorization", "content-type", "idempotency-key", "if-match", "if-none-match"} | {
            "last-event-id",
            "prefer",
            "request-id",
            "accept-language",
            "*",
        } <= listed(answer.headers["Access-Control-Allow-Headers"])
        assert int(answer.headers["Access-Control-Max-Age"]) == 86400


def test_a_preflight_needs_no_accept_and_no_token(client: FlaskClient) -> None:
    """Browsers send neither with a preflight."""
    preflight = {"Access-Control-Request-Method": "GET", "Accept": "text/html", "Authorization": "Basic x"}
    assert client.options("/v1/me", headers=ORIGIN | preflight).status_code == 204


def test_options_without_a_preflight_lists_the_methods(client: FlaskClient) -> None:
    """OPTIONS without the headers of a preflight has `Allow`."""
    answer = client.options("/v1/editions", headers=ORIGIN)
    assert answer.status_code == 200
    assert listed(answer.headers["Allow"]) == {"get", "head", "options"}


@in_one_test(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/v1/editions", {}, 200),
        ("HEAD", "/v1/editions", {}, 200),
        ("GET", "/v1/me", {}, 401),
        ("GET", "/v1/me", {"Authorization": "Bearer wrong"}, 401),
        ("GET", "/nowhere", {}, 404),
        ("DELETE", "/v1/editions", {}, 405),
        ("GET", "/v1/editions", {"Accept": "image/png"}, 406),
        ("POST", "/v1/accounts", {"Content-Type": "text/plain"}, 415),
        ("GET", "/v1/games?limit=0", {}, 422),
        ("GET", "/fails", {}, 500),
        ("GET", "/v1/games", {}, 503),
    ],
)
def test_a_page_may_read_every_response(
    client: FlaskClient, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    """Pages may read every response, including problems. Credentials are not allowed, and Vary has no Origin."""
    for origin in (ORIGIN, {"Origin": "null"}, {}):
        answer = client.open(path, method=method, headers=headers | origin)
        assert answer.status_code == status
        assert answer.headers.getlist("Access-Control-Allow-Origin") == ["*"]
        exposed = listed(answer.headers["Access-Control-Expose-Headers"])
        assert {"etag", "link", "location", "retry-after", "ratelimit", "ratelimit-policy", "request-id"} | {
            "idempotency-replayed",
            "content-language",
            "content-location",
            "preference-applied",
            "content-disposition",
            "deprecation",
            "sunset",
        } == exposed
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert "Set-Cookie" not in answer.headers
        assert "origin" not in listed(answer.headers["Vary"])
