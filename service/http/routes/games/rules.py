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
    """List the rulings.

    Returns the rulings R1 to R30 in the caller's language: every rule that moves are checked against, with its
    source. The response is the same for everyone who reads its language, so any cache can store it. As a page:
    `/docs/rules`.
    """
    return cacheable(as_json({"items": [render.ruling(language(), rule) for rule in render.RULES]}))


@routes.get("/<rule>")
@Operation("getRule", token=False, price=1)
def get_rule(rule: str) -> Response:
    """Read a ruling.

    Returns a ruling: its text and source, the options that it depends on, and the refusals that cite it. The
    `rule_url` of a problem is this address.
    """
    if rule not in render.RULES:
        raise NotFound
    return cacheable(as_json(render.ruling(language(), rule)))
