"""The chores as jobs, which a worker does every few minutes."""

from typing import Final

from procrastinate import JobContext

from service.maintenance.chores import CHORES, Chore
from service.platform.database.pool import Database
from service.platform.jobs import queue

__all__: list[str] = []

_ELSEWHERE: Final = {"sequence_log"}
"""Chores that have a task of their own."""


def _register(name: str, chore: Chore) -> None:
    """Let workers do a chore every five minutes."""

    @queue.app.periodic(cron="*/5 * * * *")
    @queue.app.task(name=name, queue=queue.CHORES, pass_context=True, queueing_lock=name, lock=name, retry=False)
    def do(context: JobContext, timestamp: int) -> None:
        database: Database = context.additional_context["database"]
        with database.bind():
            chore.run()


for _name in CHORES.keys() - _ELSEWHERE:
    _register(_name, CHORES[_name])
