"""A worker: a process that runs a job of each kind at a time, and sends deliveries of webhooks meanwhile."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, LiteralString

import procrastinate
import psycopg
import psycopg_pool
from procrastinate import sql
from procrastinate.exceptions import ConnectorException, JobAborted, UniqueViolation

from service.platform.database.deadline import LISTENING
from service.platform.database.pool import Database
from service.platform.jobs import QUEUE_POOL_SIZE, pausing, queue
from service.platform.observability import metrics
from service.platform.settings import Settings

_log = logging.getLogger(__name__)

_HEARTBEAT_S: Final = 5.0

_STALLED_AFTER_S: Final = 20.0
"""A worker without a heartbeat for so long, and without its connection, is dead, and its job begins again."""

_HUNG_AFTER_S: Final = 300.0
"""A worker without a heartbeat for so long counts as dead even if its connection is open."""

_STOP_S: Final = 1.0
"""The time that a job has to end when the worker stops. After that, it gives up and is begun again later."""

_RETRY_S: Final = 2.0

_POOL_S: Final = 30.0
"""The longest wait for a connection. A process with the lowest priority gets little of the CPU under load."""

_POLL_S: Final = 2.0
"""The interval at which jobs are looked for that were added for a later time."""

_CONCURRENCY: Final = {
    queue.DEFAULT: 1,
    queue.CHORES: 1,
    queue.LONG_JOBS: 1,
    queue.PUZZLES: 1,
    queue.WEBHOOKS: 64,
    queue.SLOW_WEBHOOKS: 16,
}
"""How many jobs of each queue run at a time. Jobs of webhooks wait for receivers most of the time."""

_DELIVERING: Final = frozenset((queue.WEBHOOKS, queue.SLOW_WEBHOOKS))
_PROMPT: Final = _DELIVERING | {queue.CHORES}
"""What takes little CPU time and is waited for. Chores lock rows that requests need."""

QUEUES: Final = {
    None: frozenset(_CONCURRENCY),
    "webhooks": _PROMPT,
    "analysis": frozenset(_CONCURRENCY) - _PROMPT,
}
"""The queues of each kind of worker."""

_LIVES: Final = "select pg_advisory_lock_shared(%(space)s, %(worker_id)s::int)"
_IS_DEAD: Final = "select pg_try_advisory_xact_lock(%(space)s, %(worker_id)s::int) as is_dead"
_LOCKS: Final = 0x776F726B
"""The first key of the advisory locks of workers (`work`). The second is the id of the worker."""

_REGISTER: Final = sql.queries["register_worker"]
_DONE: Final = sql.queries["finish_job"]
_AGAIN: Final = sql.queries["retry_job"]
_OUTCOMES: Final = (_DONE, _AGAIN)
_OUTCOME_TRIES: Final = 5

_LONG_S: Final = 1.0
"""A job that takes longer has a line in the log."""

_KEPT_HOURS: Final = 7 * 24

_CONNECT: Final = {**LISTENING, "application_name": "hanabi work"}

Watch = Callable[[str, Database], Coroutine[Any, Any, None]]
"""What runs beside the jobs, with a URL for LISTEN, until it is cancelled."""


class _Connector(procrastinate.PsycopgConnector):
    """Stores the outcome of a job also if Postgres is busy for a while, and shows that its workers live.

    The library tries once. The job of a worker that lives would then never begin again. Each worker holds a lock on a
    connection that ends with the process, since a process with the lowest priority may send its heartbeats late.
    """

    def __init__(self, life: psycopg.AsyncConnection, **pool: Any) -> None:
        super().__init__(**pool)
        self._life = life

    async def execute_query_one_async(self, query: LiteralString, **arguments: Any) -> dict[str, Any]:
        """Return the row of a statement. A worker that registers takes its lock."""
        row: dict[str, Any] = await super().execute_query_one_async(query, **arguments)
        if query == _REGISTER:
            await self._life.execute(_LIVES, {"space": _LOCKS, **row})
        return row

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        """Execute a statement, the outcome of a job several times. Raises ConnectorException."""
        for last in (False,) * (_OUTCOME_TRIES - 1) + (True,) if query in _OUTCOMES else (True,):
            try:
                await super().execute_query_async(query, **arguments)
                return
            except UniqueViolation:
                if query != _AGAIN:
                    raise
                # Another job waits that does the same. This one would keep its lock for ever.
                query, arguments = _DONE, {"job_id": arguments["job_id"], "status": "failed", "delete_job": True}
            except ConnectorException as error:
                if query in _OUTCOMES and isinstance(error.__cause__, psycopg.errors.RaiseException):
                    _log.info("the job %s ended here after another worker had taken it over", arguments["job_id"])
                    return
                if last:
                    raise
                await asyncio.sleep(_RETRY_S)


def run(
    settings: Settings, database: Database, watches: list[Watch], *, only: str | None = None, until_idle: bool = False
) -> None:
    """Run jobs until SIGTERM or SIGINT, or with `until_idle` until none is left. The tasks are already imported.

    It listens on a connection to LISTEN_URL. `only` restricts it to deliveries and chores ("webhooks") or to all other
    jobs ("analysis"). `watches` do not run with `until_idle`, nor without deliveries. The process gets the lowest
    priority for the CPU, so that requests come first. One with `only="webhooks"` keeps the usual priority: it takes
    little CPU time, and receivers and requests wait for it.
    """
    queues = QUEUES[only]
    if queues != _PROMPT:
        take_the_lowest()
    watch = not until_idle and queues >= _DELIVERING
    asyncio.run(_run(settings, database, watches if watch else [], queues, until_idle=until_idle))


async def _run(
    settings: Settings, database: Database, watches: list[Watch], queues: Collection[str], *, until_idle: bool
) -> None:
    """Run workers, one after the other: a worker ends when Postgres is away for long."""
    url = settings.listen_url or settings.database_url or ""
    context = {"database": database, "settings": settings}
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    stop = asyncio.create_task(stopping.wait())
    watching = [asyncio.create_task(watch(url, database)) for watch in watches]
    working = asyncio.create_task(keep_working(url, context, queues, until_idle=until_idle))
    await asyncio.wait((working, stop), return_when=asyncio.FIRST_COMPLETED)
    for task in (stop, *watching):
        task.cancel()
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working


async def keep_working(
    url: str, context: dict[str, Any], queues: Collection[str] = QUEUES[None], *, until_idle: bool = False
) -> None:
    """Run jobs as `work` does, and begin again when it has lost Postgres, or has ended in any other way."""
    while True:
        try:
            await work(url, context, queues, until_idle=until_idle)
        except (ConnectorException, psycopg.Error, psycopg_pool.PoolTimeout) as error:
            _log.warning("the worker lost Postgres: %s", type(error).__name__)
        except Exception:
            if until_idle:
                raise
            _log.exception("the worker ended, and begins again")
        else:
            if until_idle:
                return
        await asyncio.sleep(_RETRY_S)


async def work(url: str, context: dict[str, Any], queues: Collection[str] = QUEUES[None], *, until_idle: bool) -> None:
    """Run jobs until it is cancelled, or until none is left. Ends with an error when Postgres is away for long.

    `context` is what the tasks need: the database and the settings.
    """
    async with _opened(url) as app:
        await _resume(app)
        await _run_queues(app, context, queues, until_idle=until_idle)
        while until_idle and await _is_due(app, queues):  # a job of a queue that was idle has been added
            await _run_queues(app, context, queues, until_idle=True)


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[procrastinate.App]:
    """Yield the tasks with connections to a database."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True, **_CONNECT) as life:
        connector = _Connector(
            life, conninfo=url, min_size=1, max_size=QUEUE_POOL_SIZE, kwargs=_CONNECT, timeout=_POOL_S
        )
        with queue.app.replace_connector(connector) as app:
            async with app.open_async():
                yield app


async def _is_due(app: procrastinate.App, queues: Collection[str]) -> bool:
    """Return True if a job of these queues waits that could run now."""
    jobs = await app.job_manager.list_jobs_async(status="todo")
    return any(
        job.queue in queues and (job.scheduled_at is None or job.scheduled_at <= datetime.now(UTC)) for job in jobs
    )


async def _run_queues(
    app: procrastinate.App, context: dict[str, Any], queues: Collection[str], *, until_idle: bool
) -> None:
    """Run jobs of these queues until it is cancelled, or until none is left."""

    def run(name: str) -> Awaitable[None]:
        return app.run_worker_async(
            queues=[name],
            wait=not until_idle,
            concurrency=_CONCURRENCY[name],
            fetch_job_polling_interval=_POLL_S,
            install_signal_handlers=False,
            shutdown_graceful_timeout=_STOP_S,
            update_heartbeat_interval=_HEARTBEAT_S,
            stalled_worker_timeout=_HUNG_AFTER_S,
            delete_jobs="successful",
            additional_context=context,
            worker_middleware=[_report_errors],
        )

    async def keep(name: str) -> None:
        await run(name)
        while not until_idle:
            # The library ends a worker without an error when something beside its jobs fails, such as its heartbeat.
            _log.warning("the worker of the queue %s ended, and begins again", name)
            await asyncio.sleep(_RETRY_S)
            await run(name)

    workers = [asyncio.create_task(keep(name)) for name in _CONCURRENCY if name in queues]
    try:
        done, _ = await asyncio.wait(workers, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for worker in workers:
            worker.cancel()  # only once: the library then stops the worker in order
        await asyncio.wait(workers)
    for worker in done:
        worker.result()


async def _report_errors(run: Callable[[], Awaitable[Any]], context: procrastinate.JobContext, _: object) -> Any:
    """Run a job, measure it, and log its error. The library logs only that of the last attempt."""
    began, failed = time.monotonic(), False
    try:
        with pausing.running(context.job):
            result = await run()
        took_s = time.monotonic() - began
        if took_s > _LONG_S:
            _log.info("the job %s took %.1f s", context.job.task_name, took_s)
        return result
    except (JobAborted, queue.GaveWay, queue.NotYet, queue.GivenUp):
        raise
    except Exception:
        failed = True
        _log.warning("the job %s failed after %.1f s", context.job.task_name, time.monotonic() - began, exc_info=True)
        raise
    finally:
        metrics.job_ran(context.job.task_name, time.monotonic() - began, failed=failed)


async def _resume(app: procrastinate.App) -> None:
    """Let the jobs of dead workers begin again."""
    hung = {job.id for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=_HUNG_AFTER_S)}
    for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=_STALLED_AFTER_S):
        if job.id not in hung and not await _is_dead(app, job.worker_id):
            continue
        _log.warning("a worker died: its job %s begins again", job.task_name)
        await app.job_manager.retry_job(job, retry_at=datetime.now(UTC))


async def _is_dead(app: procrastinate.App, worker_id: int | None) -> bool:
    """Return True if the connection of a worker has ended."""
    row = await app.connector.execute_query_one_async(_IS_DEAD, space=_LOCKS, worker_id=worker_id)
    return bool(row["is_dead"])


@queue.app.periodic(cron=queue.EVERY_15_S)
@queue.app.task(name="resume_jobs", pass_context=True, priority=queue.URGENT, queueing_lock="resume_jobs", retry=False)
async def resume_jobs(context: procrastinate.JobContext, timestamp: int) -> None:
    """Let the jobs of dead workers begin again."""
    await _resume(context.app)


@queue.app.periodic(cron="30 * * * *")
@queue.app.task(name="delete_jobs", pass_context=True, priority=queue.URGENT, queueing_lock="delete_jobs", retry=False)
async def delete_jobs(context: procrastinate.JobContext, timestamp: int) -> None:
    """Delete jobs that failed some days ago, once an hour. Successful jobs are deleted at once."""
    await context.app.job_manager.delete_old_jobs(
        nb_hours=_KEPT_HOURS, include_failed=True, include_cancelled=True, include_aborted=True
    )


_NICEST: Final = 19

_AUTOGROUP: Final = Path("/proc/self/autogroup")
"""The weight of this session on Linux, if the kernel divides the CPU between sessions first."""


def take_the_lowest() -> None:
    """Give this process, and the session that it leads, the lowest priority.

    Where the kernel divides the CPU between sessions (`man 7 sched`, "The autogroup feature"), `nice` orders only the
    processes of one session, and `hanabi run` starts each of its processes in a session of its own.
    """
    os.nice(_NICEST)
    if os.getsid(0) != os.getpid():
        return  # others share the session
    try:
        _AUTOGROUP.write_text(str(_NICEST), encoding="ascii")
    except OSError:
        return  # another operating system, or another kernel
