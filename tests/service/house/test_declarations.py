"""Tests of the declarations of routes."""

import pytest
from flask import Flask, Response

from service.platform.wire.operation import declared, path_of
from tests.service.contract import PUBLISHED

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


def test_each_operation_of_the_contract_has_a_route(app: Flask) -> None:
    """The routes that declare an id are the operations of the contract."""
    operations = app.extensions["exchange"].operations
    declared_ids = {
        (method, path_of(rule.rule)): operations[rule.endpoint].id
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) & METHODS
    }
    published = {
        (method.upper(), path): operation["operationId"]
        for path, item in PUBLISHED["paths"].items()
        for method, operation in item.items()
        if method.upper() in METHODS
    }
    assert {place: name for place, name in declared_ids.items() if name is not None} == published


def test_a_route_declares_what_it_is() -> None:
    """A route that is neither an operation nor a page or file keeps the service from starting."""
    app = Flask(__name__)
    app.add_url_rule("/somewhere", view_func=Response)
    with pytest.raises(KeyError):
        declared(app)


def test_a_test_of_a_webhook_keeps_no_place_of_what_computes(app: Flask) -> None:
    """Its price is for the request that it sends. A line computes."""
    is_heavy = {one.id: one.heavy for one in app.extensions["exchange"].operations.values()}
    assert not is_heavy["createTestDelivery"] and is_heavy["createLine"]
