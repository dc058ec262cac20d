"""Tests of the service behind nginx with docs/nginx.conf."""

import contextlib
import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.programs import require_program
from tests.rows import in_one_test
from tests.served import free_port, serving
from tests.service.contract import PUBLISHED

_SITE = Path(__file__).resolve().parents[3] / "docs" / "nginx.conf"
_HOST = "hanabi.example.org"
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Site(NamedTuple):
    """The ports of nginx."""

    plain: int
    tls: int

    def connect(self, host: str = _HOST) -> ssl.SSLSocket:
        """Open a TLS connection for a host."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(socket.create_connection(("127.0.0.1", self.tls), timeout=60), server_hostname=host)

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Send a request over TLS."""
        connection = http.client.HTTPConnection(_HOST)
        connection.sock = self.connect()
        connection.request(method, path, body, {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        return response, response.read()


@pytest.fixture(scope="module")
def site(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The service behind nginx, with two connections for each client and a second for its headers."""
    nginx, openssl = require_program("nginx"), require_program("openssl")
    folder = tmp_path_factory.mktemp("nginx")
    subprocess.run(
        f"{openssl} req -x509 -newkey rsa:2048 -nodes -subj /CN={_HOST} -keyout hanabi.key -out hanabi.pem".split(),
        check=True,
        cwd=folder,
        capture_output=True,
    )
    found = Site(free_port(), free_port())
    with serving(database_url, TRUSTED_PROXIES="1") as service:
        text = _SITE.read_text()
        for documented, own in (
            ("listen 80", f"listen 127.0.0.1:{found.plain}"),
            ("listen 443", f"listen 127.0.0.1:{found.tls}"),
            ("127.0.0.1:8000", service.removeprefix("http://")),
            ("/etc/ssl/", f"{folder}/"),
            ("/var/log/nginx/", f"{folder}/"),
            ("hanabi_connections 100", "hanabi_connections 2"),
            ("client_header_timeout 10s", "client_header_timeout 1s"),
        ):
            assert documented in text
            text = text.replace(documented, own)
        temporary = " ".join(f"{kind}_temp_path {kind};" for kind in _TEMPORARY)
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            f"{user} daemon off; pid {folder}/pid; events {{}} http {{ access_log off; {temporary} {text} }}"
        )
        command = [nginx, "-e", f"{folder}/log", "-p", str(folder), "-c", "nginx.conf"]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0 and "[warn]" not in checked.stderr, checked.stderr
        process = subprocess.Popen(command)
        try:
            _wait_for(found, process)
            yield found
        finally:
            process.terminate()
            process.wait(10)


def _wait_for(site: Site, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while True:
        with contextlib.suppress(OSError):
            site.connect().close()
            return
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)


def test_a_response_has_the_documented_headers(site: Site) -> None:
    """HSTS is set, and the version of nginx is not told."""
    response, body = site.ask("GET", "/livez")
    assert (response.status, json.loads(body)) == (200, {"status": "ok"})
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert response.headers["Server"] == "nginx"
    assert site.ask("GET", "/metrics")[0].status == 404


@pytest.mark.parametrize("host", ["other.example.org", "127.0.0.1", ""])
def test_unknown_hosts_get_no_response(site: Site, host: str) -> None:
    """Over HTTP the connection is closed, over TLS the handshake fails."""
    with socket.create_connection(("127.0.0.1", site.plain), timeout=60) as plain:
        plain.sendall(b"GET / HTTP/1.0\r\n" + (f"Host: {host}\r\n".encode() if host else b"") + b"\r\n")
        assert plain.recv(1000) == b""
    with pytest.raises(ssl.SSLError):
        site.connect(host or "x")


def test_http_is_redirected(site: Site) -> None:
    """A request over HTTP gets the address with https."""
    with socket.create_connection(("127.0.0.1", site.plain), timeout=60) as plain:
        plain.sendall(f"GET /livez?x HTTP/1.0\r\nHost: {_HOST}\r\n\r\n".encode())
        head = b"".join(iter(lambda: plain.recv(1000), b""))
    assert b" 301 " in head and f"Location: https://{_HOST}/livez?x".encode() in head


@in_one_test(
    ("path", "size", "status", "code"),
    [
        ("/v1/games", 60_000, 401, "missing-token"),
        ("/v1/games", 70_000, 413, "payload-too-large"),
        ("/v1/replays", 500_000, 401, "missing-token"),
        ("/v1/replays", 530_000, 413, "payload-too-large"),
    ],
)
def test_bodies_are_limited_like_those_of_the_service(site: Site, path: str, size: int, status: int, code: str) -> None:
    """nginx refuses larger bodies with a problem document."""
    response, body = site.ask("POST", path, b" " * size)
    problem = json.loads(body)
    assert (response.status, problem["status"], problem["code"]) == (status, status, code)
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Request-Id"] == problem["request_id"]


def test_an_incomplete_head_is_closed_in_time(site: Site) -> None:
    """The timeout holds although the host is not known yet."""
    with site.connect() as slow:
        began = time.monotonic()
        slow.sendall(b"GET /livez HTTP/1.1\r\nHost")
        with contextlib.suppress(ConnectionResetError):
            assert re.match(rb"|HTTP/1.1 408", slow.recv(1000))
        assert time.monotonic() - began < 30


def test_the_connections_of_a_client_are_limited(site: Site) -> None:
    """The third request in progress gets 429, as a problem document."""
    with contextlib.ExitStack() as stack:
        for _ in range(2):
            waiting = stack.enter_context(site.connect())
            # nginx counts a connection once it has the head of its request.
            waiting.sendall(f"POST /v1/games HTTP/1.1\r\nHost: {_HOST}\r\nContent-Length: 9\r\n\r\n".encode())
        time.sleep(0.2)
        response, body = site.ask("GET", "/livez")
    assert (response.status, json.loads(body)["code"]) == (429, "too-many-requests")
    assert response.headers["Retry-After"] == "2"


def test_every_stream_has_the_location_of_streams() -> None:
    """It is buffered nowhere, and may be silent. Other operations are in other locations."""
    (stream,) = re.findall(r"location ~ (\S+) \{[^}]+proxy_buffering +off", _SITE.read_text())
    streams = {
        path
        for path, operations in PUBLISHED["paths"].items()
        if "text/event-stream" in operations.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
    }
    assert {path for path in PUBLISHED["paths"] if re.search(stream, path)} == streams


def test_the_site_of_the_guide_is_valid(tmp_path: Path) -> None:
    """nginx accepts the site in docs/self-hosting.md."""
    nginx, openssl = require_program("nginx"), require_program("openssl")
    guide = (_SITE.parent / "self-hosting.md").read_text(encoding="utf-8")
    (written,) = re.findall(r"^```nginx\n(.*?)^```$", guide, flags=re.DOTALL | re.MULTILINE)
    command = f"{openssl} req -x509 -newkey rsa:2048 -nodes -subj /CN={_HOST} -keyout privkey.pem -out fullchain.pem"
    subprocess.run(command.split(), check=True, cwd=tmp_path, capture_output=True)
    own = written.replace("/etc/letsencrypt/live/hanabi.example", str(tmp_path)).replace("443", str(free_port()))
    temporary = "".join(f"{name}_temp_path {tmp_path}/{name};\n" for name in _TEMPORARY)
    (tmp_path / "nginx.conf").write_text(
        f"events {{}}\npid {tmp_path}/pid;\nhttp {{\naccess_log off;\n{temporary}{own}}}\n", encoding="utf-8"
    )
    checked = subprocess.run(
        [nginx, "-t", "-e", f"{tmp_path}/log", "-c", f"{tmp_path}/nginx.conf"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
