"""Tests of the door: one deadline over everything, limits, shared answers, and certificates."""

import datetime
import re
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from service.platform.observability import logs
from service.platform.outgoing import streams
from service.platform.outgoing.addresses import Policy
from service.platform.outgoing.door import BUSY, Answer, Door, Failed
from tests import asynchronous
from tests.rows import in_one_test
from tests.service.outgoing.asking import posted
from tests.service.outgoing.receiving import receiver
from tests.service.outgoing.slow_sites import DRIPPING, LOCAL, MAX_BYTES, OK, got, site, slowest


def test_a_site_that_drips_is_given_up() -> None:
    """Wherever it is slow, and however often a byte arrives."""
    assert slowest() == [(name, "timeout", True) for name in DRIPPING]


def test_a_site_that_drips_is_given_up_in_a_gevent_worker() -> None:
    """Its sockets and threads are those of gevent."""
    program = "from gevent import monkey; monkey.patch_all(); from tests.service.outgoing import slow_sites as s; "
    program += "print(s.slowest())"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert run.stdout.strip() == repr([(name, "timeout", True) for name in DRIPPING]), run.stderr


def test_a_name_server_that_is_slow_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its look-ups keep the places of its asker, and no others."""
    answered = threading.Event()
    real: Callable[..., Any] = socket.getaddrinfo

    def look_up(host: Any, *rest: Any, **more: Any) -> Any:
        if host == "slow.example":
            answered.wait(10)
        return real("127.0.0.1" if host == "slow.example" else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    door = Door(4, total_s=1.0, name="tests")
    with site(OK + b"\r\nhello") as running:
        reasons = []
        for _ in range(3):
            with pytest.raises(Failed) as failed:
                door.get("http://slow.example/", LOCAL, asker="slow", max_bytes=MAX_BYTES)
            reasons.append(failed.value.reason)
        assert reasons == ["timeout", "timeout", BUSY]
        assert got(running, door=door) == Answer(200, b"hello")
        answered.set()


def test_a_request_passes_on_the_trace_of_the_one_that_asks() -> None:
    """With a span of its own, as `traceparent` says it. Without a trace there is none."""
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    with receiver() as running:
        door = Door(1, total_s=5.0, name="tests")

        async def post(current: str | None) -> None:
            logs.trace_id.set(current)
            await door.post(running.url, LOCAL, {}, b"{}", asker="test")

        asynchronous.run(post(None))
        asynchronous.run(post(trace))
    without, traced = (one.headers.get("traceparent") for one in running.received)
    assert without is None and traced is not None
    assert re.fullmatch(rf"00-{trace}-[0-9a-f]{{16}}-01", traced)


LONG: Final = {
    "body": OK + b"\r\n" + b" " * (MAX_BYTES + 1),
    "announced": OK + b"Content-Length: 100000\r\n\r\n" + b" " * 100_000,
    "chunks": OK + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * (MAX_BYTES + 1),
    "informational answers": b"HTTP/1.1 102 \r\n\r\n" * 20_000,
    "trailers": OK + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: 1\r\n" * 50_000,
}


@in_one_test("sent", LONG.values())
def test_a_long_answer_is_not_read(sent: bytes) -> None:
    """Neither a long body nor what comes before or after it."""
    with site(sent) as running:
        assert got(running) == "too-long"


BROKEN: Final = (
    b"",
    b"no HTTP\r\n\r\n",
    OK + b"Content-Length: 9\r\n\r\nx",
    OK + b"Transfer-Encoding: x\r\n\r\n",
    b"\0" * 99,
)


@in_one_test("sent", BROKEN)
def test_a_broken_answer_is_none(sent: bytes) -> None:
    """It is an error of the site, in HTTP and TLS."""
    with site(sent) as running:
        assert got(running) == "connection-failed"
        assert got(running, "https") in ("connection-failed", "certificate-refused")


def test_requests_for_one_address_share_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that come at a time. A later one asks again."""
    joined, answers = threading.Semaphore(0), threading.Event()
    # The door asks this of a request that another one finds on its way.
    monkeypatch.setattr("service.platform.outgoing.door._Flight.is_late", property(lambda _: joined.release()))
    door = Door(4, total_s=60, name="tests")
    with site(OK + b"\r\nhello", held=answers) as running, ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(got, running, door=door) for _ in range(8)]
        assert all(joined.acquire(timeout=60) for _ in range(7))
        answers.set()
        assert {one.result() for one in asked} == {Answer(200, b"hello")} and running.asked == 1
        assert got(running, door=door) == Answer(200, b"hello") and running.asked == 2


_POLICY = Policy(networks=(ip_network("127.0.0.0/8"),))


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate that signs itself, for `receiver.example`, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("receiver.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = tmp_path / "receiver.pem"
    file.write_bytes(private + made.public_bytes(pem))
    return file


@pytest.fixture
def all_names_lead_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Resolve each name to this machine, and forget the trusted certificates afterwards."""
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    streams.trusted.cache_clear()
    yield
    streams.trusted.cache_clear()


def resolve(host: Any, port: int, *_: Any, **__: Any) -> list[Any]:
    """Return the address of this machine."""
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]


ROWS = [
    ("receiver.example", True, 204),
    ("other.example", True, "certificate-refused"),
    ("127.0.0.1", True, "certificate-refused"),
    ("receiver.example", False, "certificate-refused"),
]


@pytest.mark.usefixtures("all_names_lead_here")
@pytest.mark.parametrize(("host", "is_trusted", "outcome"), ROWS)
def test_certificates(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, host: str, is_trusted: bool, outcome: int | str
) -> None:
    """Of a trusted authority, and for this name. Nothing is sent otherwise."""
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    asked: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _socket, name, _context: asked.append(name)
    with receiver(context) as running:
        url = running.url.replace("127.0.0.1", host)
        assert posted(url, _POLICY) == outcome
        assert len(running.received) == (outcome == 204)
    assert asked == [None if host == "127.0.0.1" else host]
