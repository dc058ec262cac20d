"""The job that puts waiting entries into the tree."""

from typing import Final

from procrastinate import JobContext

from service.commitment_log import sequencer
from service.database.pool import Database
from service.jobs import queue

__all__ = ["QUEUE", "sequence_log"]

QUEUE: Final = "log"


@queue.app.periodic(cron="* * * * *")
@queue.app.task(
    name="sequence_log",
    queue=QUEUE,
    pass_context=True,
    priority=queue.URGENT,
    queueing_lock="sequence_log",
    retry=False,
)
def sequence_log(context: JobContext, timestamp: int) -> None:
    """Put all waiting entries into the tree, once a minute.

    A request for the head does so too, but only with so many entries as fit into a request.
    """
    database: Database = context.additional_context["database"]
    with database.bind():
        sequencer.sequence_all()
