"""Routes of the rulings."""

from flask import Blueprint, Response

from service.games.lookup import NotFound
from service.http.wire import render
from service.http.wire.operation import Operation
from service.http.wire.request_record import language
from service.http.wire.responses import as_json, cacheable

__all__ = ["routes"]

routes = Blueprint("rules", __name__, url_prefix="/v1/rules")


@routes.get("")
@Operation("listRules", token=False, price=2)
def list_rules() -> Response:
    """List all rulings."""
    return cacheable(as_json({"items": [render.ruling(language(), rule) for rule in render.RULES]}))


@routes.get("/<rule>")
@Operation("getRule", token=False, price=1)
def get_rule(rule: str) -> Response:
    """Return a ruling."""
    if rule not in render.RULES:
        raise NotFound
    return cacheable(as_json(render.ruling(language(), rule)))
