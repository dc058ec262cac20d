"""Tests of the signing keys: the first one, rotation, the public list and the command."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import psycopg
import pytest
from flask import Flask

from engine.proof.signatures import Signature, is_signed
from service.app import create_app
from service.cli import main
from service.platform.settings import Settings
from service.platform.signing import keys
from tests.rows import in_one_test
from tests.service.client import Api

PATH: Final = "/.well-known/hanabi-keys"
RECEIPT: Final = {"game": "g_1", "version": 3}


def served(url: str) -> Flask:
    """Return a service on a database."""
    return create_app(Settings(database_url=url, pool_size=4))


def signed(app: Flask) -> Signature:
    """Return a signature of the service."""
    with app.extensions["database"].bind():
        return keys.sign("hanabi/receipt", RECEIPT)


def test_machines_that_start_together_make_one_key(another_database: str) -> None:
    """The first signatures of several processes have the same key, which is in the list."""
    with ThreadPoolExecutor(8) as threads:
        signatures = set(threads.map(signed, [served(another_database) for _ in range(8)]))
    (signature,) = signatures
    assert is_signed("hanabi/receipt", RECEIPT, signature)
    listed = Api(served(another_database)).get(PATH).ok()["items"]
    assert [(key["key"], key["until"]) for key in listed] == [(signature.key, None)]


@in_one_test(
    ("change", "document"),
    [
        ({}, {"game": "g_1", "version": 4}),
        ({"key": "00" * 32}, RECEIPT),
        ({"key": "ff" * 32}, RECEIPT),
        ({"key": "00"}, RECEIPT),
        ({"signature": "00" * 64}, RECEIPT),
        ({"signature": ""}, RECEIPT),
    ],
)
def test_a_changed_signature_is_wrong(app: Flask, change: dict[str, str], document: dict[str, object]) -> None:
    """A signature is of one document, of one type, by one key."""
    signature = signed(app)
    assert not is_signed("hanabi/receipt", document, signature._replace(**change))
    assert not is_signed("hanabi/record", RECEIPT, signature)


def test_a_retired_key_stays_in_the_list_without_its_seed(
    another_database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`hanabi keys rotate` makes a new key. A process signs with the old one until it reads the key again."""
    app = served(another_database)
    old = signed(app)
    monkeypatch.setenv("DATABASE_URL", another_database)
    assert main(["keys"]) == 0
    assert re.fullmatch(rf"{old.key}  from \S+Z  until now\n", capsys.readouterr().out)
    assert main(["keys", "rotate"]) == 0
    newest, oldest = capsys.readouterr().out.splitlines()
    new = signed(served(another_database))
    assert newest.startswith(new.key) and oldest.startswith(old.key) and "now" not in oldest and new != old
    listed = Api(app).get(PATH).ok()["items"]
    assert [key["key"] for key in listed] == [new.key, old.key]
    assert listed[0]["from"] < listed[1]["until"]
    assert signed(app) == old
    monkeypatch.setattr(keys, "_REREAD_S", 0)
    assert signed(app) == new
    with psycopg.connect(another_database) as db:
        seeds: dict[str, bool] = dict(
            db.execute("select encode(public_key, 'hex'), seed is null from signing_key").fetchall()
        )
    assert seeds == {old.key: True, new.key: False}


def test_another_key_changes_the_tag_of_a_view(another_database: str) -> None:
    """The receipt of an unchanged view has another signature after a rotation."""
    app = served(another_database)
    player = Api(app, token=Api(app).post("/v1/accounts", {"name": "Ada"}).ok()["token"])
    path = f"/v1/games/{player.post('/v1/games', {'seats': 2}).ok()['id']}"
    first = player.get(path)
    with app.extensions["database"].bind():
        keys.rotate()
    second = player.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert second.status == 200 and second.body["receipt"]["key"] != first.body["receipt"]["key"]
    assert player.get(path, headers={"If-None-Match": second.headers["ETag"]}).status == 304


def test_the_list_is_cacheable(api: Api) -> None:
    """A client that has the list gets 304."""
    answer = api.get(PATH)
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert api.get(PATH, headers={"If-None-Match": answer.headers["ETag"]}).status == 304


def test_a_key_in_use_is_not_printed(another_database: str) -> None:
    """No representation of the key contains its seed."""
    signed(served(another_database))
    with psycopg.connect(another_database) as db:
        (seed,) = db.execute("select seed from signing_key").fetchone() or ()
    app = served(another_database)
    with app.extensions["database"].bind():
        shown = repr(keys._read())
    assert seed.hex() not in shown and repr(seed) not in shown
