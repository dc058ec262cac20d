"""`hanabi work`: run jobs, such as the analysis of finished games."""

from service.cli.database_address import with_running_database
from service.cli.failure import database_errors
from service.settings import Settings

__all__ = ["work"]


def work(settings: Settings, *, only: str | None, until_idle: bool) -> int:
    """Run jobs until a signal, or until none is left. Return the exit status."""
    settings = with_running_database(settings)
    from service.analysis import tasks as _  # noqa: F401  (registers the tasks)
    from service.commitment_log import tasks  # noqa: F401
    from service.contests import arenas
    from service.jobs import runner
    from service.maintenance import tasks as chores  # noqa: F401
    from service.maintenance.command_database import open_database
    from service.observability import logs
    from service.replays import signing_again  # noqa: F401
    from service.webhooks import tasks as webhooks

    logs.begin(settings.log_level)
    with database_errors(), open_database(settings) as database:
        with database.bind():
            arenas.announce_missing()  # so that a new database has them at once, and no server waits for it
        runner.run(settings, database, webhooks.watch, only=only, until_idle=until_idle)
    return 0
