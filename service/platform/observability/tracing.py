"""Spans of requests for OpenTelemetry, if the operator has named a collector.

A span contains what the log line of its request has: the route, no path or query, and no account. The package
`opentelemetry` reads all other variables that begin with `OTEL_`.
"""

import logging
import os
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from service.platform.version import version

_COLLECTOR: Final = "OTEL_EXPORTER_OTLP_ENDPOINT"
_log = logging.getLogger(__name__)

Trace = Callable[[Mapping[str, Any], str | None], None]
"""Sends the span of a request. Called with the members of its log line and the header `traceparent`."""


def begin() -> Trace | None:
    """Return what sends spans; None if no collector is named, or the extra is not installed."""
    if not os.environ.get(_COLLECTOR):
        return None
    os.environ.setdefault("OTEL_SERVICE_NAME", "hanabi")
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.trace import SpanKind, Status, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
    except ImportError:
        _log.error("%s is set, but the extra `opentelemetry` is not installed: no spans are sent.", _COLLECTOR)
        return None
    provider = TracerProvider(resource=Resource.create({"service.version": version()}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer, extract = provider.get_tracer("hanabi"), TraceContextTextMapPropagator().extract

    def trace(members: Mapping[str, Any], parent: str | None) -> None:
        ended_at = time.time_ns()
        span = tracer.start_span(
            f"{members['method']} {members['route']}",
            context=extract({} if parent is None else {"traceparent": parent}),
            kind=SpanKind.SERVER,
            start_time=ended_at - int(members["duration_ms"] * 1e6),
            attributes={
                "http.request.method": members["method"],
                "http.route": members["route"],
                "http.response.status_code": members["status"],
                **{f"hanabi.{name}": value for name, value in members.items() if name in _ATTRIBUTES},
            },
        )
        if members["status"] >= 500:
            span.set_status(Status(StatusCode.ERROR, members.get("cause")))
        span.end(ended_at)

    return trace


_ATTRIBUTES: Final = ("place_ms", "connection_ms", "database_ms", "work_ms", "worker", "request_id", "cause")
