"""The chores as jobs, which a worker does every few minutes."""

import logging
import time
from typing import Final

from procrastinate import JobContext

from service.maintenance.chores import all_chores
from service.platform.database.errors import is_transient
from service.platform.database.pool import Database
from service.platform.jobs import queue
from service.platform.jobs.chore import Chore

_log = logging.getLogger(__name__)

_PAUSES_S: Final = (2, 5)
"""The pauses before further attempts."""


def _register(name: str, chore: Chore) -> None:
    """Let workers do a chore every five minutes."""

    @queue.app.periodic(cron="*/5 * * * *")
    @queue.app.task(name=name, queue=queue.CHORES, pass_context=True, queueing_lock=name, lock=name, retry=False)
    def do(context: JobContext, timestamp: int) -> None:
        attempt(name, chore, context.additional_context["database"])


def attempt(name: str, chore: Chore, database: Database) -> None:
    """Do a chore, and again if Postgres has ended its transaction or did not answer."""
    for pause_s in (*_PAUSES_S, None):
        try:
            with database.bind():
                chore.run()
        except Exception as error:
            if pause_s is None or not is_transient(error):
                raise
            _log.warning("the chore %s begins again: %s", name, type(error).__name__)
            time.sleep(pause_s)
        else:
            return


for _name, _chore in all_chores().items():
    if not _chore.has_own_task:
        _register(_name, _chore)
