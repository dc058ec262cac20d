"""The checks of `hanabi doctor`: what an installation lacks, and what to do about it."""

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from psycopg.conninfo import conninfo_to_dict

from service.features.commitment_log import sequencer
from service.maintenance import backup_checks
from service.maintenance.finding import Finding, has_role, row
from service.platform.commands.command_database import open_database
from service.platform.database import health
from service.platform.jobs import queue
from service.platform.settings import Settings

_LATE: Final = "15 minutes"
"""How late a chore may be. Workers do them every five minutes."""
_SILENT: Final = "1 minute"
"""How long a worker may be without a heartbeat, which it sends every few seconds."""
_STARTING_S = 15.0
"""How long a worker takes to start that the service has just started."""
_MOST_WAITING: Final = 1000
_LOG_LATE_S: Final = 600
_CLOCK_S: Final = 5.0
_HELD: Final = "5 seconds"
"""How long a transaction may hold what others wait for. Transactions of the service end sooner."""
_MOST_USED: Final = 0.9
_LEAST_FREE: Final = 0.1
_LEAST_FREE_BYTES: Final = 2_000_000_000
_RENEWED: Final = timedelta(days=21)
"""Certbot renews a certificate 30 days before its end."""
_TIMEOUT_S: Final = 10


def examine(
    settings: Settings, url: str | None = None, *, backup: Path | None = None, log: str | None = None
) -> Iterator[Finding]:
    """Yield a finding of each check.

    `url` is the public address of the service, for its certificate. `backup` is the place of the last backup. `log` is
    the address or the mirror of a log, with which a restored database is compared; then only that is done.

    Raises psycopg.OperationalError if the database does not answer.
    """
    with open_database(settings) as database, database.bind():
        schema = _schema()
        yield schema
        if log is not None:
            yield backup_checks.restored(log)
            return
        if schema.remedy is None:
            checks: tuple[Callable[[], Finding], ...] = (_locks, _worker, _jobs, _chores, _log, _clock, _connections)
            yield from (check() for check in checks)
        yield _release()
        yield _disk(settings)
        yield _memory()
        yield _standby(settings)
        yield from (check() for check in (backup_checks.archive, backup_checks.slots, backup_checks.log_files))
    yield backup_checks.last_backup(backup)
    yield _certificate(url)


def _schema() -> Finding:
    if health.ready():
        return Finding("schema", "It suits this release.")
    return Finding(
        "schema", "It is not that of this release.", "Run `hanabi migrate` with the newest release that is installed."
    )


def _worker() -> Finding:
    give_up = time.monotonic() + _STARTING_S
    while True:
        if row(f"select 1 from procrastinate_workers where last_heartbeat > now() - interval '{_SILENT}' limit 1"):
            return Finding("worker", "A worker runs.")
        if time.monotonic() >= give_up:
            break
        time.sleep(0.5)
    return Finding(
        "worker",
        "No worker runs, so there is no analysis, and webhooks are not sent.",
        "Run `hanabi work` with a supervisor, or `hanabi run` with ANALYSIS_WORKERS=1.",
    )


def _jobs() -> Finding:
    counts = queue.counts()
    text = ", ".join(f"{number} {state}" for state, number in counts.items())
    (failed,) = row(_FAILED)
    if failed:
        return Finding("jobs", f"{text}.", f"Read in the log of `hanabi work` why these failed: {', '.join(failed)}.")
    if counts["waiting"] > _MOST_WAITING:
        return Finding("jobs", f"{text}.", "Run more workers: `hanabi work` on this or another machine.")
    ages_s = queue.oldest_waiting_s()
    late = queue.late(ages_s)
    if late:
        text = ", ".join(f"{ages_s[name] / 60:.0f} minutes in the queue {name}" for name in late)
        return Finding(
            "jobs", f"The oldest job has waited for {text}.", "Read the log of `hanabi work`, and restart it."
        )
    return Finding("jobs", f"{text}.")


# Workers repeat the others: after an outage of Postgres they have failed once, and other checks tell if they are late.
_FAILED: Final = """
    select array_agg(distinct task_name::text) from procrastinate_jobs
     where status = 'failed' and task_name not in (select task_name from procrastinate_periodic_defers)
"""


def _chores() -> Finding:
    late = row(
        f"""select exists (select 1 from answer where kept_until < now() - interval '{_LATE}')
                or exists (select 1 from game where status = 'ended' and counted_as is null
                                             and finished_at < now() - interval '{_LATE}')"""
    )
    if not late[0]:
        return Finding("chores", "They are done.")
    return Finding(
        "chores",
        f"Rows have waited for more than {_LATE}: expired ones, or finished games that are not counted.",
        "Run a worker, which does the chores every five minutes, or `hanabi chores` from cron.",
    )


def _log() -> Finding:
    number, oldest_s = sequencer.waiting()
    if oldest_s <= _LOG_LATE_S:
        return Finding("log", f"{number} entries of the log of commitments wait.")
    return Finding(
        "log",
        f"An entry of the log of commitments has waited for {oldest_s / 60:.0f} minutes.",
        "Run a worker. If one runs, its log says why the tree is not signed.",
    )


def _clock() -> Finding:
    before = time.time()
    (at,) = row("select extract(epoch from clock_timestamp())::float8")
    ahead_s = at - (before + time.time()) / 2
    if abs(ahead_s) < _CLOCK_S:
        return Finding("clock", f"The clocks of Postgres and of this machine differ by {abs(ahead_s):.1f} s.")
    place = "ahead of" if ahead_s > 0 else "behind"
    return Finding(
        "clock",
        f"The clock of Postgres is {abs(ahead_s):.0f} s {place} that of this machine.",
        "Let both machines set their clocks by NTP, for example with chrony.",
    )


def _locks() -> Finding:
    found = row(_BLOCKING)
    if not found:
        return Finding("locks", "No statement waits for a lock that another program holds for long.")
    waiting, pid, role, program, held_s = found
    return Finding(
        "locks",
        f"{waiting} statements wait for a lock of {program or 'a program without a name'} (role {role}, process {pid}),"
        f" whose transaction has lasted {held_s:.0f} s.",
        f"Let it end, such as a migration, or end it: select pg_terminate_backend({pid});",
    )


# Who waits for somebody who waits too is held up by the first of the chain.
_BLOCKING: Final = f"""
    with blocked as (
        select pid, unnest(pg_blocking_pids(pid)) as by, query_start from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock')
    select (select count(distinct pid) from blocked), pid, usename, application_name,
           extract(epoch from now() - coalesce(xact_start, (select min(query_start) from blocked)))::float8
      from pg_stat_activity
     where pid in (select by from blocked) and pid not in (select pid from blocked)
       and coalesce(xact_start, '-infinity') < now() - interval '{_HELD}'
     order by xact_start nulls last limit 1
"""


def _connections() -> Finding:
    used, most = row(
        """select (select count(*) from pg_stat_activity where backend_type = 'client backend'),
                  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"""
    )
    text = f"{used} of {most} connections are in use."
    if used < _MOST_USED * most:
        return Finding("connections", text)
    return Finding("connections", text, "Raise max_connections, or lower POOL_SIZE and WORKERS.")


def _disk(settings: Settings) -> Finding:
    (folder,) = row("select current_setting('data_directory', true)") if has_role("pg_read_all_settings") else (None,)
    places = [Path(place) for place in (folder, settings.data_dir, "/") if place]
    place = next(place for place in places if place.exists())
    usage = shutil.disk_usage(place)
    text = f"{usage.free / 1e9:.1f} GB of {usage.total / 1e9:.1f} GB are free at {place} on this machine."
    if usage.free < min(_LEAST_FREE_BYTES, _LEAST_FREE * usage.total):
        return Finding("disk", text, "Make room: Postgres refuses writes on a full disk, and players get 503.")
    return Finding("disk", text)


def _memory() -> Finding:
    try:
        told = dict(line.split()[:2] for line in Path("/proc/meminfo").read_text().splitlines())
        free_mb, all_mb = (int(told[name]) / 1024 for name in ("MemAvailable:", "MemTotal:"))
    except (OSError, LookupError, ValueError):
        return Finding("memory", "This system does not say how much is free.")
    text = f"{free_mb:.0f} MB of {all_mb:.0f} MB can be used."
    if free_mb < _LEAST_FREE * all_mb:
        return Finding("memory", text, "Set WORKERS and POOL_SIZE lower, or give the machine more memory.")
    return Finding("memory", text)


def _release() -> Finding:
    """Compare the running Postgres with the program on this machine, which upgrades of the system replace."""
    (number,) = row("select current_setting('server_version_num')::int")
    major, minor = divmod(number, 10_000)
    text = f"PostgreSQL {major}.{minor} runs."
    installed = Path(f"/usr/lib/postgresql/{major}/bin/postgres")
    if installed.exists():
        said = subprocess.run([installed, "--version"], capture_output=True, text=True, check=False).stdout
        found = re.search(rf"{major}\.(\d+)", said)
        if found is not None and int(found[1]) > minor:
            return Finding(
                "postgres", f"{text} This machine has {found[0]}.", "Restart Postgres, so that the newer one runs."
            )
    return Finding("postgres", text)


def _standby(settings: Settings) -> Finding:
    names = row("select current_setting('synchronous_standby_names')")[0]
    hosts = str(conninfo_to_dict(settings.database_url or "").get("host") or "").split(",")
    if not names and len(hosts) == 1:
        return Finding("standby", "None is configured: a lost disk loses what came after the last backup.")
    if not names:
        return Finding(
            "standby",
            "DATABASE_URL has several hosts, but this one waits for none: acknowledged moves can be lost.",
            "Set synchronous_standby_names on each of the servers.",
        )
    if not has_role("pg_read_all_stats"):
        return Finding("standby", f"It waits for {names}. Their state is hidden: grant pg_read_all_stats to see it.")
    (number,) = row("select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')")
    if number == 0:
        return Finding(
            "standby",
            f"It waits for {names}, and none of them is connected: writes get 503.",
            "Start the standby, or reset synchronous_standby_names until it is back.",
        )
    return Finding("standby", f"It waits for {names}, and {number} of them are connected.")


def _certificate(url: str | None) -> Finding:
    if url is None:
        return Finding("certificate", "Not checked: `--url https://…` names the public address.")
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        return Finding(
            "certificate", f"{url} is no https address.", "Put nginx with TLS in front (docs/self-hosting.md)."
        )
    try:
        with (
            socket.create_connection((parts.hostname, parts.port or 443), timeout=_TIMEOUT_S) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname) as secure,
        ):
            found: Any = secure.getpeercert()
    except ssl.SSLCertVerificationError as error:
        return Finding("certificate", f"It is not valid: {error.verify_message}.", _RENEW)
    except OSError as error:
        return Finding(
            "certificate", f"{parts.hostname} does not answer: {error}.", "Start nginx, and look at its log."
        )
    left = datetime.fromtimestamp(ssl.cert_time_to_seconds(found["notAfter"]), UTC) - datetime.now(UTC)
    text = f"It is valid for {left.days} days."
    return Finding("certificate", text, _RENEW if left < _RENEWED else None)


_RENEW: Final = "Run `certbot renew`, and see that its deploy hook reloads nginx (docs/self-hosting.md)."
