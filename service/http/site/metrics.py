"""Route of the Prometheus metrics."""

import hmac
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

import psycopg
from flask import Blueprint, Response, current_app, request

from service.commitment_log import sequencer
from service.games.lookup import NotFound
from service.http.wire.answers import Answer, Content
from service.http.wire.media_types import PLAIN_TEXT
from service.http.wire.members import Text
from service.http.wire.operation import Operation
from service.jobs import queue
from service.observability import metrics
from service.settings import Settings
from service.webhooks import deliveries

__all__ = ["routes"]

routes = Blueprint("metrics", __name__)

_FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


@routes.get("/metrics")
@Operation(
    "getMetrics",
    token=False,
    price=25,
    media_types=(PLAIN_TEXT,),
    limited=False,
    compressed=False,
    tag="service",
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
    if not _is_allowed(current_app.config["SERVICE_SETTINGS"]):
        raise NotFound
    with suppress(psycopg.Error):  # the other metrics matter most when Postgres is away
        metrics.jobs(queue.counts())
        metrics.log_entries_waiting(*sequencer.waiting())
        metrics.deliveries(*deliveries.waiting())
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
