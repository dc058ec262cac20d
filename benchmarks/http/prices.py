"""The CPU time of each operation's largest request, compared with its price.

A unit is about a millisecond of CPU time on a slow core. The service runs in this process, and its time is that of the
process. That of Postgres is the time of the server's process for the connection.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

import psycopg
from flask import Flask

from benchmarks.harness.servers import database
from benchmarks.harness.timing import machine, table
from benchmarks.http.largest import REQUESTS, Request, world
from service.app import create_app
from service.platform.limits import rate_limit
from service.platform.limits.rate_limit import RateLimiter
from service.platform.settings import Quota, Settings
from service.platform.wire.request_record import RequestRecord

__all__ = ["main"]

_PLENTY: Final = Quota(10**9, 1)
_MOST: Final = 2
"""The CPU time of a request in units, by its price: above this, the price is too low."""


class Measured(NamedTuple):
    """The median of the rounds of one row."""

    name: str
    price: int
    service_ms: float
    postgres_ms: float
    answer_bytes: int
    error: str = ""

    @property
    def ratio(self) -> float:
        return (self.service_ms + self.postgres_ms) / max(1, self.price)


class _Till(RateLimiter):
    """Rate limits that add up what they charge."""

    units = 0

    def charge(self, record: RequestRecord) -> None:
        if record.operation.limited:
            self.units += rate_limit.units(record.operation, record.environ)
        super().charge(record)

    def charge_units(self, record: RequestRecord, units: int) -> None:
        self.units += units
        super().charge_units(record, units)


def main(options: Sequence[str]) -> None:
    parser = ArgumentParser(prog="make bench ARGS=prices", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--small", action="store_true", help="build a small world, to try the benchmark")
    parser.add_argument("--only", help="measure the operations whose names contain this")
    parser.add_argument("--all", action="store_true", help="show also those within their price")
    args = parser.parse_args(options)
    with database() as url:
        app = create_app(_settings(url))
        till = app.extensions["exchange"].rate_limiter = _Till(_settings(url))
        built = world(app, url, is_small=args.small, rounds=args.rounds + 1)
        with psycopg.connect(url, autocommit=True) as watch:
            rows = [
                _measured(app, till, watch, name, [make(built, turn) for turn in range(args.rounds + 1)])
                for name, make in REQUESTS.items()
                if args.only is None or args.only in name
            ]
    rows.sort(key=lambda row: -row.ratio)
    print(machine())
    head = ("operation", "price", "service ms", "Postgres ms", "kB", "times its price", "")
    shown = [row for row in rows if args.all or row.ratio > 1 or row.error]
    print(table(head, [_cells(row) for row in shown]))
    above = [row.name for row in rows if row.ratio > _MOST]
    named = {one.id for one in app.extensions["exchange"].operations.values() if one.id and one.limited}
    missing = sorted(named - {name.partition(":")[0] for name in REQUESTS})
    print(f"{len(missing)} operations without a request: {', '.join(missing)}")
    print(f"{len(rows)} requests, {len(above)} above {_MOST} times their price: {', '.join(above) or 'none'}")


def _settings(url: str) -> Settings:
    return Settings(
        database_url=url,
        pool_size=8,
        rate_limits=True,
        rate_limit_token=_PLENTY,
        rate_limit_address=_PLENTY,
        rate_limit_accounts=_PLENTY,
        rate_limit_codes=_PLENTY,
        rate_limit_account_bytes=_PLENTY,
        rate_limit_address_bytes=_PLENTY,
    )


def _measured(
    app: Flask, till: _Till, watch: psycopg.Connection[Any], name: str, requests: Iterable[Request]
) -> Measured:
    rounds = []
    for request in requests:
        before, postgres, began = till.units, _postgres_s(watch), process_time()
        status, size, text = request.send(app)
        took = process_time() - began
        rounds.append((till.units - before, took, _postgres_s(watch) - postgres, size))
        if status >= 400:
            return Measured(name, 0, 0, 0, 0, f"{status} {text[:300]!r}")
    price, service, postgres, size = (median(column) for column in zip(*rounds[1:], strict=True))
    return Measured(name, int(price), service * 1000, postgres * 1000, int(size))


def _postgres_s(watch: psycopg.Connection[Any]) -> float:
    """Return the CPU seconds that the processes of Postgres for connections of the service have used."""
    found = watch.execute(
        "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
    )
    spent = [Path(f"/proc/{pid}/schedstat") for (pid,) in found.fetchall()]
    return sum(int(one.read_text().split()[0]) for one in spent if one.exists()) / 1e9


def _cells(row: Measured) -> tuple[str, ...]:
    return (
        row.name,
        str(row.price),
        f"{row.service_ms:.1f}",
        f"{row.postgres_ms:.1f}",
        f"{row.answer_bytes / 1000:.0f}",
        f"{row.ratio:.1f}",
        row.error or ("too low" if row.ratio > _MOST else ""),
    )
