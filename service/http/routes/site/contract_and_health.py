"""Routes: the contract and the service's health."""

import psycopg
import sqlalchemy.exc
from flask import Blueprint, Response

from service.database import health
from service.http.wire import openapi
from service.http.wire.problems import Problem
from service.http.wire.responses import JSON, as_json

__all__ = ["routes"]

routes = Blueprint("documents", __name__)


@routes.get("/openapi.json")
def get_contract() -> Response:
    """Answer with the contract."""
    return Response(openapi.as_json(), content_type=JSON)


@routes.get("/livez")
def get_liveness() -> Response:
    """Answer as long as the process serves."""
    return as_json({"status": "ok"})


@routes.get("/readyz")
def get_readiness() -> Response:
    """Answer once the database answers and has the newest migration."""
    try:
        ready = health.migrated()
    except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError):
        ready = False
    if not ready:
        raise Problem("service-unavailable", headers={"Retry-After": "2"})
    return as_json({"status": "ok"})
