"""The CPU time of each operation's largest request, compared with its price.

A unit is about a millisecond of CPU time on a slow core. The service runs in this process, and its time is that of the
process. That of Postgres is the time of the server's process for the connection.
Images are drawn by child processes, whose time is added.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import sleep
from typing import Any, Final, NamedTuple

import psycopg
from flask import Flask

from benchmarks.harness.servers import database
from benchmarks.harness.timing import machine, table
from benchmarks.http import largest, largest_of_pages, largest_of_people
from benchmarks.http.largest import Refused, World, world
from service.app import create_app
from service.platform.limits import rate_limit
from service.platform.limits.rate_limit import RateLimiter
from service.platform.settings import Quota, Settings
from service.platform.wire.request_record import RequestRecord

REQUESTS: Final = {**largest.REQUESTS, **largest_of_people.REQUESTS, **largest_of_pages.REQUESTS}
"""By the name of the operation, and what is special about the request: what makes it."""

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
                _measured(built, till, watch, name, args.rounds + 1)
                for name in REQUESTS
                if args.only is None or args.only in name
            ]
    rows.sort(key=lambda row: -row.ratio)
    print(machine())
    head = ("operation", "price", "service ms", "Postgres ms", "kB", "times its price", "")
    shown = [row for row in rows if args.all or row.ratio > 1 or row.error]
    print(table(head, [_cells(row) for row in shown]))
    above = [row.name for row in rows if row.ratio > _MOST]
    print(f"{len(rows)} requests, {len(above)} above {_MOST} times their price: {', '.join(above) or 'none'}")


def names(app: Flask) -> set[str]:
    """Return the names of all operations with a price. That of a page or file is its route's."""
    return {one.id or route for route, one in app.extensions["exchange"].operations.items() if one.limited}


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


def _measured(built: World, till: _Till, watch: psycopg.Connection[Any], name: str, rounds: int) -> Measured:
    """Return what a request takes. The first one is not counted."""
    try:
        requests = [REQUESTS[name](built, turn) for turn in range(rounds)]
    except (Refused, LookupError, psycopg.Error) as error:
        return Measured(name, 0, 0, 0, 0, repr(error))
    found = []
    for request in requests:
        before, postgres, began = till.units, _postgres_s(watch), _own_s()
        status, size, text = request.send(built.app)
        while status == HTTPStatus.ACCEPTED and request.path.endswith(".gif"):  # it is drawn after the first answer
            sleep(0.1)
            status, size, text = request.send(built.app)
        took = _own_s() - began
        found.append((till.units - before, took, _postgres_s(watch) - postgres, size))
        if status >= 400:
            return Measured(name, 0, 0, 0, 0, f"{status} {text[:300]!r}")
    price, service, postgres, size = (median(column) for column in zip(*found[1:], strict=True))
    return Measured(name, int(price), service * 1000, postgres * 1000, int(size))


def _own_s() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    spent = [getrusage(whose) for whose in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


def _postgres_s(watch: psycopg.Connection[Any]) -> float:
    """Return the CPU seconds that the processes of Postgres for connections of the service have used."""
    found = watch.execute(
        "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        " and backend_type in ('client backend', 'parallel worker')"
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
