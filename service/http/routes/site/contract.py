"""Route of the contract."""

from flask import Blueprint, Response

from service.http.wire import openapi
from service.http.wire.responses import JSON

__all__ = ["routes"]

routes = Blueprint("contract", __name__)


@routes.get("/openapi.json")
def get_contract() -> Response:
    """Answer with the contract."""
    return Response(openapi.as_json(), content_type=JSON)
