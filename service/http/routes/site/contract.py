"""Route of the OpenAPI contract."""

from flask import Blueprint, Response

from service.http.wire import openapi
from service.http.wire.responses import JSON

__all__ = ["routes"]

routes = Blueprint("contract", __name__)


@routes.get("/openapi.json")
def get_contract() -> Response:
    """Return the contract as JSON."""
    return Response(openapi.as_json(), content_type=JSON)
