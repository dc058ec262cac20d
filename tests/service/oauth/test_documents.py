"""Tests of client id metadata documents: what is read, and what is not."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from typing import Any

import pytest

from service.features.oauth import client_documents
from service.features.oauth.client_documents import MAX_BYTES, Document, Unusable
from service.platform.outgoing.addresses import Policy
from tests.rows import in_one_test

LOCAL = Policy(http=True, networks=(ip_network("127.0.0.0/8"),))


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """A site whose pages answer with what their query says, in JSON."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.removeprefix("/")
            document: Any = {
                "client_id": f"{origin}/{name}",
                "client_name": "An app",
                "redirect_uris": ["https://a.b/"],
            }
            document |= {"secret": {"token_endpoint_auth_method": "private_key_jwt"}, "other": {"client_id": "x"}}.get(
                name, {}
            )
            body = json.dumps(document).encode() + b" " * (MAX_BYTES if name == "long" else 0)
            self.send_response(302 if name == "moved" else 200)
            self.send_header("Location", f"{origin}/plain")
            self.end_headers()
            self.wfile.write(b"{" if name == "broken" else body)

        def log_message(self, *_: object) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    origin = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client_documents.forget()
    yield origin
    server.shutdown()


def test_a_document_names_its_app(site: str) -> None:
    """Its name and its addresses count."""
    assert client_documents.fetch(f"{site}/plain", LOCAL, asker="test") == Document("An app", ("https://a.b/",))


@in_one_test("name", ["secret", "other", "long", "moved", "broken"])
def test_a_wrong_document_is_not_used(site: str, name: str) -> None:
    """Neither one of another app, nor a long one, nor one elsewhere."""
    with pytest.raises(Unusable):
        client_documents.fetch(f"{site}/{name}", LOCAL, asker="test")


def test_no_private_network_is_asked(site: str) -> None:
    """Unless the operator allows it, as for webhooks."""
    client_documents.forget()
    with pytest.raises(Unusable):
        client_documents.fetch(f"{site}/plain", Policy(http=True), asker="test")
