"""The job that puts waiting entries into the tree."""

from procrastinate import JobContext

from service.features.commitment_log import sequencer
from service.platform.database.pool import Database
from service.platform.jobs import queue


@queue.app.periodic(cron="* * * * *")
@queue.app.task(
    name="sequence_log", pass_context=True, priority=queue.URGENT, queueing_lock="sequence_log", retry=False
)
def sequence_log(context: JobContext, timestamp: int) -> None:
    """Put all waiting entries into the tree, once a minute.

    A request for the head does so too, but only with as many entries as one request can.
    """
    database: Database = context.additional_context["database"]
    with database.bind():
        sequencer.sequence_all()
