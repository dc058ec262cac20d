"""`hanabi work`: run jobs, such as the analysis of finished games."""

import logging

from service.platform.commands.database_address import with_running_database
from service.platform.server import metrics_folder
from service.platform.settings import Settings
from service.platform.version import version


def load() -> None:
    """Import all that jobs need."""
    metrics_folder.create_files(jobs=True)  # before the import of the metrics
    from service import all_tables  # noqa: F401
    from service.core import feature
    from service.core.replays import signing_again  # noqa: F401  (registers its task)
    from service.maintenance import tasks  # noqa: F401  (registers the chores)
    from service.platform.commands import command_database  # noqa: F401
    from service.platform.jobs import runner  # noqa: F401

    [*feature.modules("tasks")]
    feature.hooks()


def work(settings: Settings, *, only: str | None, until_idle: bool) -> int:
    """Run jobs until a signal, or until none is left. Return the exit status."""
    settings = with_running_database(settings)
    load()
    from service.core import feature
    from service.platform.commands.command_database import open_database
    from service.platform.jobs import runner
    from service.platform.observability import logs

    logs.begin(settings.log_level)
    logging.getLogger("service").info("Version %s starts to work.", version())
    with open_database(settings) as database:
        with database.bind():
            for started in feature.given(lambda hooks: hooks.started):
                started()
        watches = feature.given(lambda hooks: hooks.watch)
        runner.run(settings, database, watches, only=only, until_idle=until_idle)
    return 0
