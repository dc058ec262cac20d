"""The chores as jobs, which a worker does every few minutes."""

from procrastinate import JobContext

from service.maintenance.chores import all_chores
from service.platform.database.pool import Database
from service.platform.jobs import queue
from service.platform.jobs.chore import Chore

__all__: list[str] = []


def _register(name: str, chore: Chore) -> None:
    """Let workers do a chore every five minutes."""

    @queue.app.periodic(cron="*/5 * * * *")
    @queue.app.task(name=name, queue=queue.CHORES, pass_context=True, queueing_lock=name, lock=name, retry=False)
    def do(context: JobContext, timestamp: int) -> None:
        database: Database = context.additional_context["database"]
        with database.bind():
            chore.run()


for _name, _chore in all_chores().items():
    if not _chore.has_own_task:
        _register(_name, _chore)
