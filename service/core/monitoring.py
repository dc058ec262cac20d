"""Routes for monitoring: liveness, readiness and Prometheus metrics."""

import hmac
import time
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Final

import psycopg
import sqlalchemy.exc
from flask import Blueprint, Response, request

from service.core import feature
from service.core.tables.lookup import NotFound
from service.platform.database import health
from service.platform.database.errors import reason
from service.platform.jobs import queue
from service.platform.observability import metrics, processes
from service.platform.settings import Settings
from service.platform.version import version
from service.platform.wire.field_types import Items, Map, Real, ResponseSchema, Text
from service.platform.wire.media_types import PLAIN_TEXT
from service.platform.wire.operation import Answer, Content, Operation
from service.platform.wire.problems import Problem
from service.platform.wire.request_record import current, settings
from service.platform.wire.responses import as_json

routes = Blueprint("monitoring", __name__)

_KEPT_S: Final = 5.0
_kept: tuple[float, dict[str, Any]] = (0.0, {})
"""What is degraded, and until when that is kept."""

_FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


class Health(ResponseSchema):
    """The status of the service."""

    status = Text("Always `ok`: a service that is not well answers with a problem.", facts={"const": "ok"})


class Readiness(Health):
    """The status of the service and its jobs."""

    version = Text(
        "The version of the service. Between two releases, it ends with the time and the name of its commit."
    )
    schema = Text("The revision of the database's schema.")
    degraded = Items(
        Text(), "What is not in order while the service answers: `jobs-…` for a queue that is late, `archive`."
    )
    oldest_jobs_s = Map(
        Real("The age in seconds; 0 if none waits.", least=0),
        "How long the oldest job of each queue has waited. Jobs run in `hanabi work`.",
    )


@routes.get("/livez")
@Operation(
    "getLiveness",
    token=False,
    limited=False,
    compressed=False,
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
    answers={200: Answer(Readiness, "Healthy.", examples=("readiness-ok",))},
    problems=("service-unavailable",),
)
def get_readiness() -> Response:
    """Check that the service is ready.

    Returns 200 if the database answers and has the tables of this version, or of a compatible newer one.
    """
    try:
        schema, state = health.ready(), _state()
    except (psycopg.Error, sqlalchemy.exc.SQLAlchemyError) as error:
        schema, state, current().cause = None, {}, reason(error)
    if schema is None:
        current().cause = current().cause or "schema"
        raise Problem("service-unavailable", headers={"Retry-After": "2"})
    return as_json({"status": "ok", "version": version(), "schema": schema, **state})


def _state() -> dict[str, Any]:
    """Return what is degraded, and the ages of jobs, as they were some seconds ago: anybody may ask often."""
    global _kept  # noqa: PLW0603
    if time.monotonic() >= _kept[0]:
        ages_s = queue.oldest_waiting_s()
        degraded = [f"jobs-{name}" for name in queue.late(ages_s)] + ["archive"] * health.archive()[1]
        _kept = (time.monotonic() + _KEPT_S, {"degraded": degraded, "oldest_jobs_s": ages_s})
    return _kept[1]


@routes.get("/metrics")
@Operation(
    "getMetrics",
    token=False,
    price=25,
    media_types=(PLAIN_TEXT,),
    limited=False,
    compressed=False,
    answers={200: Answer(None, "The metrics.", others=(Content("text/plain", Text(), ("metrics-requests",)),))},
    problems=("not-found",),
    operator_token=True,
)
def get_metrics() -> Response:
    """Read the metrics.

    Returns metrics for Prometheus, over all workers. Labels are methods, route templates and statuses. For callers
    without permission, it is 404; by default, only this machine has permission. The token
    is the setting `METRICS_TOKEN`, not an account's.
    """
    if not _is_allowed(settings()):
        raise NotFound
    metrics.processes(*processes.used())
    with suppress(psycopg.Error):  # the other metrics matter most when Postgres is away
        metrics.jobs(queue.counts())
        metrics.oldest_jobs(queue.oldest_waiting_s())
        metrics.tasks(queue.failed(), queue.periodic_age_s())
        age_s, fails = health.archive()
        metrics.archive(age_s or 0.0, fails=fails)
        for measured in feature.given(lambda hooks: hooks.measured):
            measured()
    return Response(metrics.exposition(), content_type=metrics.CONTENT_TYPE)


def _is_allowed(settings: Settings) -> bool:
    if settings.metrics == "off":
        return False
    return settings.metrics == "on" or _has_token(settings.metrics_token) or _is_local()


def _has_token(token: str | None) -> bool:
    sent = request.headers.get("Authorization", "").encode(errors="replace")
    return token is not None and hmac.compare_digest(sent, f"Bearer {token}".encode())


def _is_local() -> bool:
    """Return True for a request from this machine that no proxy forwarded."""
    if any(name in request.headers for name in _FORWARDED):
        return False
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
