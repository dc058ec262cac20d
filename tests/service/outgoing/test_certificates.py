"""Tests of TLS: the certificate must be valid for the name, though the connection goes to an address."""

import datetime
import socket
import ssl
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from service.platform.outgoing import streams
from service.platform.outgoing.addresses import Policy
from tests.service.outgoing.asking import posted
from tests.service.outgoing.receiving import receiver

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
