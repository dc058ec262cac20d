"""Tests of the headers of deprecated operations."""

import copy

from flask import Flask

from service.app import create_app
from service.platform.requests.deprecation import deprecations_of, register
from tests.rows import in_one_test
from tests.service.contract import PUBLISHED


def app_with(app: Flask, **marks: object) -> Flask:
    """Return the service as it is if the contract marks an operation."""
    contract = copy.deepcopy(PUBLISHED)
    contract["paths"]["/v1/rules/{rule}"]["get"].update(marks)
    marked = create_app(app.config["SERVICE_SETTINGS"])
    register(marked, deprecations_of(contract))
    return marked


@in_one_test(
    ("marks", "expected"),
    [
        ({"x-deprecated-since": "2026-12-01"}, {"Deprecation": "@1796083200"}),
        (
            {"x-deprecated-since": "2026-12-01", "x-sunset": "2027-12-01"},
            {"Deprecation": "@1796083200", "Sunset": "Wed, 01 Dec 2027 00:00:00 GMT"},
        ),
    ],
)
@in_one_test(("method", "rule"), [("GET", "R7"), ("HEAD", "R7"), ("GET", "R99")])
def test_responses_of_a_deprecated_operation_say_so(
    app: Flask, marks: dict[str, str], expected: dict[str, str], method: str, rule: str
) -> None:
    """Every response has the dates and a link to the policy, problems included."""
    client = app_with(app, deprecated=True, **marks).test_client()
    answer = client.open(f"/v1/rules/{rule}", method=method)
    assert {name: answer.headers[name] for name in ("Deprecation", "Sunset") if name in answer.headers} == expected
    assert '</docs/compatibility>; rel="deprecation"; type="text/html"' in answer.headers.getlist("Link")


def test_other_operations_and_an_unmarked_contract_have_no_such_headers(app: Flask) -> None:
    marked = app_with(app, deprecated=True, **{"x-deprecated-since": "2026-12-01"}).test_client()
    unmarked = create_app(app.config["SERVICE_SETTINGS"]).test_client()
    for answer in (marked.get("/v1/rules"), marked.get("/nowhere"), unmarked.get("/v1/rules/R7")):
        assert "Deprecation" not in answer.headers and "Link" not in answer.headers
    assert deprecations_of(PUBLISHED) == {}
