"""Tests of push messages to browsers: encryption, signature, quiet hours, and what is refused."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from authlib.jose import JsonWebKey, JsonWebToken
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.features.webhooks.push_encryption import encrypted
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Json, Player
from tests.service.factories import NewGame, Players
from tests.service.jobs.working import worker
from tests.service.outgoing.receiving import Receiver, receiver
from tests.service.webhooks.conftest import LOCAL
from tests.service.webhooks.push_decryption import decrypted
from tests.waiting import await_until

SECRET = b"0123456789abcdef"
KEY = ec.generate_private_key(ec.SECP256R1())
POINT = KEY.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def text(raw: bytes) -> str:
    """Return bytes in base64url."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def subscription(url: str, **more: Any) -> Json:
    """Return what a browser sends to get messages."""
    return {"endpoint": url, "keys": {"p256dh": text(POINT), "auth": text(SECRET)}, "events": ["your-turn"], **more}


@pytest.fixture
def push_service() -> Iterator[Receiver]:
    """A push service, which gets encrypted messages."""
    with receiver() as running:
        yield running


def test_a_browser_gets_encrypted_messages_that_are_signed(
    settings: Settings, players: Players, new_game: NewGame, push_service: Receiver
) -> None:
    """The browser can read what webhooks get, and its push service knows who sends. One that is quiet waits."""
    ada, bela = people = players(2)
    now = datetime.now(UTC)
    minute = now.hour * 60 + now.minute
    hours, long = (
        {"from_minute": (minute - 120) % 1440, "until_minute": (minute + later) % 1440, "time_zone": "UTC"}
        for later in (120, 1200)
    )
    ada.api.post("/v1/me/push", subscription(f"{push_service.url}/ada")).ok()
    bela.api.post("/v1/me/push", subscription(f"{push_service.url}/b", events=["game-started"], quiet=hours)).ok()
    bela.api.post("/v1/me/push", subscription(f"{push_service.url}/c", events=["game-started"], quiet=long)).ok()
    assert settings.database_url is not None
    url = settings.database_url

    def stored() -> list[tuple[Any, ...]]:
        with psycopg.connect(url) as db:
            rows = db.execute("select status, attempts, next_attempt_at > now() from webhook_delivery order by 1, 2")
            return rows.fetchall()

    with worker(url, **LOCAL):
        game = new_game(at_table=people, rules={"starting_seat": 0})
        await_until(lambda: bool(push_service.received), "a message had arrived")
        await_until(lambda: stored() == [("delivered", 1, None)] + 2 * [("waiting", 0, True)], "the others waited")
    (one,) = push_service.received
    assert one.path == "/ada" and one.headers["content-encoding"] == "aes128gcm" and int(one.headers["ttl"]) > 0
    body = json.loads(decrypted(one.body, KEY, SECRET))
    assert (body["type"], body["data"]["game"]) == ("your-turn", game.id)
    signed, key = (part.split("=", 1)[1] for part in one.headers["authorization"].removeprefix("vapid ").split(","))
    assert key == ada.api.get("/v1/me/push").ok()["key"]
    raw = urlsafe_b64decode(key + "=")
    known = JsonWebKey.import_key({"kty": "EC", "crv": "P-256", "x": text(raw[1:33]), "y": text(raw[33:])})
    claims = JsonWebToken(["ES256"]).decode(signed, known)
    assert claims["aud"] == push_service.url and claims["sub"].startswith("https://")


def test_the_encryption_is_that_of_the_standard() -> None:
    """The example in appendix A of RFC 8291."""

    def raw(encoded: str) -> bytes:
        return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))

    def key(encoded: str) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(raw(encoded)), ec.SECP256R1())

    told, secret = b"When I grow up, I want to be a watermelon", raw("BTBZMqHH6r4Tts7J_aSIgg")
    browser = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    own, salt = key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), raw("DGv6ra1nlYgDCS1FRnbzlw")
    body = encrypted(told, raw(browser), secret, own=own, salt=salt)
    assert text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert decrypted(body, key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), secret) == told


def test_a_browser_is_listed_changed_and_removed(players: Players) -> None:
    """The same address again replaces it. It is no webhook in lists."""
    ada, bela = players(2)
    url = "https://push.example/send/1"
    first = ada.api.post("/v1/me/push", subscription(url)).ok()
    quiet = {"from_minute": 1320, "until_minute": 420, "time_zone": "Europe/Berlin"}
    second = ada.api.post("/v1/me/push", subscription(url, events=["invited", "message"], quiet=quiet)).ok()
    assert second["id"] != first["id"] and (second["events"], second["quiet"]) == (["invited", "message"], quiet)
    assert ada.api.get("/v1/me/push").ok()["items"] == [second]
    assert ada.api.get("/v1/me/export").ok()["push_browsers"] == [second]
    [listed] = [one for one in ada.api.get("/v1/me/access").ok()["items"] if one["kind"] == "push"]
    assert (listed["name"], listed["path"]) == (url, f"/v1/me/push/{second['id']}")
    assert ada.api.get("/v1/me/webhooks").ok()["items"] == []
    assert ada.api.delete(f"/v1/me/webhooks/{second['id']}").code == "not-found"
    assert bela.api.delete(f"/v1/me/push/{second['id']}").code == "not-found"
    ada.api.delete(listed["path"]).ok()
    assert ada.api.get("/v1/me/push").ok()["items"] == []


@in_one_test(
    ("change", "place"),
    [
        ({"endpoint": "https://10.0.0.1/"}, "/endpoint"),
        ({"keys": {"p256dh": text(POINT[:-1]), "auth": text(SECRET)}}, "/keys/p256dh"),
        ({"quiet": {"from_minute": 0, "until_minute": 0, "time_zone": "Mars/Olympus"}}, "/quiet/time_zone"),
    ],
)
def test_a_faulty_browser_is_refused(players: Players, change: Json, place: str) -> None:
    """The problem names the place, and nothing is stored. Addresses of the operator's network are refused."""
    ada: Player = players(1)[0]
    answer = ada.api.post("/v1/me/push", {**subscription("https://push.example/1"), **change})
    assert answer.code == "invalid-request"
    assert [one["pointer"] for one in answer.body["errors"]] == [f"#{place}"]
    assert ada.api.get("/v1/me/push").ok()["items"] == []
