"""Routes of liveness and readiness."""

import psycopg
import sqlalchemy.exc
from flask import Blueprint, Response

from service.database import health
from service.http.wire.answers import Answer
from service.http.wire.members import ResponseSchema, Text
from service.http.wire.operation import Operation
from service.http.wire.problems import Problem
from service.http.wire.responses import as_json

__all__ = ["routes"]


class Health(ResponseSchema):
    """The status of the service."""

    status = Text("Always `ok`: a service that is not well answers with a problem.", facts={"const": "ok"})


routes = Blueprint("health", __name__)


@routes.get("/livez")
@Operation(
    "getLiveness",
    token=False,
    limited=False,
    compressed=False,
    tag="service",
    answers={200: Answer(Health, "Healthy.", examples=("liveness-ok",))},
)
def get_liveness() -> Response:
    """Check that the process is alive.

    Returns 200 as long as the process serves requests, whether or not the database answers.
    """
    return as_json({"status": "ok"})


@routes.get("/readyz")
@Operation(
    "getReadiness",
    token=False,
    limited=False,
    compressed=False,
    tag="service",
    answers={200: Answer(Health, "Healthy.", examples=("readiness-ok",))},
    problems=("service-unavailable",),
)
def get_readiness() -> Response:
    """Check that the service is ready.

    Returns 200 if the database answers and has the tables of this version, or of a compatible newer one.
    """
    try:
        ready = health.ready()
    except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError):
        ready = False
    if not ready:
        raise Problem("service-unavailable", headers={"Retry-After": "2"})
    return as_json({"status": "ok"})
