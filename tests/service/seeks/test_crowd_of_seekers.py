"""Test of 200 people who look for others at the same time, at two workers."""

import http.client
import json
import random
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import pytest

from service.platform import ids
from tests.served import serving
from tests.service.client import Json

pytestmark = pytest.mark.slow

_SEEKERS: Final = 200
_RULES: Final = [{"edition": "hanab_live", "variant": f"{kind} (5 Suits)"} for kind in ("Rainbow", "Pink", "White")]


class Seeker:
    """Somebody with an account and a connection, who asks again when the service is busy."""

    def __init__(self, url: str, number: int) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=600)
        self._headers = {"Content-Type": "application/json"}
        account = self._send("POST", "/v1/accounts", {"name": f"seeker {number}"})
        self._headers["Authorization"] = f"Bearer {account['token']}"
        self.accepts = random.Random(number).sample(range(len(_RULES)), 1 + number % 2)
        """The places of the acceptable rules, the best first."""

    def look(self, together: threading.Barrier) -> UUID:
        """Wait for all others, and look for another one. Return the id of the seek."""
        together.wait()
        made = self._send("POST", "/v1/seeks", {"seats": 2, "rules": [_RULES[place] for place in self.accepts]})
        seek_id = ids.parse("q", made["id"])
        assert seek_id is not None
        return seek_id

    def _send(self, method: str, path: str, body: Json) -> Json:
        headers = {**self._headers, "Idempotency-Key": secrets.token_hex(16)}  # 503 may have taken effect
        while True:
            self._connection.request(method, path, json.dumps(body), headers)
            response = self._connection.getresponse()
            document: Json = json.loads(response.read())
            self._connection.close()  # the service would, while this one waits for the others
            if response.status != 503:
                assert response.status == 201, document
                return document
            time.sleep(int(response.headers["Retry-After"]))


def expected(seekers: list[list[int]]) -> list[int | None]:
    """Return the partner of each seeker, in the order in which they came: the oldest who accepts one of its rules."""
    partners: list[int | None] = [None] * len(seekers)
    for place, accepts in enumerate(seekers):
        fits = (one for one in range(place) if partners[one] is None and set(seekers[one]) & set(accepts))
        if (oldest := next(fits, None)) is not None:
            partners[place], partners[oldest] = oldest, place
    return partners


def test_a_crowd_at_two_workers_is_matched_as_if_one_came_after_the_other(
    another_database: str, tmp_path: Path
) -> None:
    """Each finds one partner, the one that has waited longest. None is lost, and none has two games."""
    with (
        (tmp_path / "log").open("wb") as log,
        serving(another_database, log, WORKERS="2", POOL_SIZE="8") as url,
        ThreadPoolExecutor(_SEEKERS) as pool,
    ):
        seekers = list(pool.map(lambda number: Seeker(url, number), range(_SEEKERS)))
        barrier = threading.Barrier(_SEEKERS)
        seeks = list(pool.map(lambda seeker: seeker.look(barrier), seekers))
    accepts = {seek: seeker.accepts for seek, seeker in zip(seeks, seekers, strict=True)}
    with psycopg.connect(another_database) as db:
        rows = db.execute("select seek_id, account_id, game_id from seek order by created_at").fetchall()
        seated = db.execute("select game_id, account_id from seat where account_id is not null").fetchall()
    assert len(rows) == _SEEKERS
    games = [game for *_, game in rows]
    found = [
        next((other for other, one in enumerate(games) if one == game and other != place), None) if game else None
        for place, game in enumerate(games)
    ]
    assert found == expected([accepts[seek] for seek, *_ in rows])
    assert sorted(seated) == sorted((game, account) for _, account, game in rows if game is not None)
    assert found.count(None) < len(_RULES)
