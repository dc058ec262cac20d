"""`hanabi work`: run jobs, such as the analysis of finished games."""

from service.platform.commands.database_address import with_running_database
from service.platform.commands.failure import database_errors
from service.platform.settings import Settings

__all__ = ["work"]


def work(settings: Settings, *, only: str | None, until_idle: bool) -> int:
    """Run jobs until a signal, or until none is left. Return the exit status."""
    settings = with_running_database(settings)
    from service.core.replays import signing_again  # noqa: F401
    from service.features.analysis import tasks as _  # noqa: F401  (registers the tasks)
    from service.features.commitment_log import tasks  # noqa: F401
    from service.features.contests import arenas
    from service.features.webhooks import tasks as webhooks
    from service.maintenance import tasks as chores  # noqa: F401
    from service.platform.commands.command_database import open_database
    from service.platform.jobs import runner
    from service.platform.observability import logs

    logs.begin(settings.log_level)
    with database_errors(), open_database(settings) as database:
        with database.bind():
            arenas.announce_missing()  # so that a new database has them at once, and no server waits for it
        runner.run(settings, database, webhooks.watch, only=only, until_idle=until_idle)
    return 0
