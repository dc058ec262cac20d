"""Tests of locks on rows: whoever waits for one sees what was committed meanwhile."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

import psycopg
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from service.core.people import account_limits
from service.core.people.tables import Account
from service.platform import ids
from service.platform.database.pool import transaction
from tests.rows import in_one_test
from tests.service.factories import Players

Lock = Callable[[Session, UUID], Account | None]

LOCKS: Final[dict[str, Lock]] = {
    "select": lambda changes, key: changes.scalar(select(Account).where(Account.account_id == key).with_for_update()),
    "scalars": lambda changes, key: changes.scalars(
        select(Account).where(Account.account_id == key).with_for_update(key_share=True)
    ).one(),
    "read": lambda changes, key: changes.scalar(
        select(Account).where(Account.account_id == key).with_for_update(read=True)
    ),
    "get": lambda changes, key: changes.get(Account, key, with_for_update=True),
    "get_one": lambda changes, key: changes.get_one(Account, key, with_for_update={"key_share": True}),
    "account_limits.lock": account_limits.lock,
}
"""Each way in which the service locks a row that it maps to an object."""


@in_one_test("lock", LOCKS.values())
def test_a_lock_reads_the_row_again(app: Flask, players: Players, database_url: str, lock: Lock) -> None:
    """Also one that the session has loaded before, whose old values decide nothing. Its own changes remain."""
    (player,) = players(1)
    key = ids.parse("a", player.id)
    assert key is not None
    with app.extensions["database"].bind(), transaction() as changes:
        loaded = changes.get_one(Account, key)
        with psycopg.connect(database_url, autocommit=True) as other:
            other.execute("update account set moderator = true where account_id = %s", (key,))
        loaded.is_program = True
        assert lock(changes, key) is loaded
        assert (loaded.moderator, loaded.is_program) == (True, True)
