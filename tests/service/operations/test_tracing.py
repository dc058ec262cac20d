"""Tests of spans: they name a route and no more, and without a collector there are none."""

import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from service.app import create_app
from service.platform.settings import Settings

_SPAN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def test_without_the_extra_the_service_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It says once what is missing. Without a collector, it does not look for the extra."""
    for name in ("opentelemetry", "opentelemetry.exporter.otlp.proto.http.trace_exporter"):
        monkeypatch.setitem(sys.modules, name, None)
    assert (
        create_app(Settings(database_url="postgresql://127.0.0.1:9/none")).test_client().get("/livez").status_code
        == 200
    )
    assert not caplog.messages
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    assert (
        create_app(Settings(database_url="postgresql://127.0.0.1:9/none")).test_client().get("/livez").status_code
        == 200
    )
    assert [line for line in caplog.messages if "the extra `opentelemetry` is not installed" in line]


_SERVE = """
from service.app import create_app
from service.platform.settings import Settings
client = create_app(Settings(database_url="postgresql://127.0.0.1:9/none")).test_client()
answer = client.get("/v1/variants?q=secret", headers={"traceparent": "%s"})
assert answer.status_code == 200
"""


@pytest.mark.slow
def test_a_span_has_the_route_and_no_query() -> None:
    """The collector gets it at the end of the process, within the trace of the client."""
    pytest.importorskip("opentelemetry.sdk")
    got: list[bytes] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        environ = {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_EXPORTER_OTLP_COMPRESSION": "none"}
        subprocess.run([sys.executable, "-c", _SERVE % _SPAN], env=os.environ | environ, check=True, timeout=60)
        server.shutdown()
    sent = b"".join(got)
    assert b"GET /v1/variants" in sent and bytes.fromhex(_SPAN.split("-")[1]) in sent
    assert b"secret" not in sent
