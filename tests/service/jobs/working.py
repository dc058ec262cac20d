"""Workers for tests.

Unlike other workers, they have the usual priority, since a test waits for them, a second for hindsight, and ten minutes
for a webhook, since a busy machine may stop its receiver for seconds.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.core.replays import signing_again  # noqa: F401
from service.features.analysis import tasks as _  # noqa: F401  (registers the tasks)
from service.features.commitment_log import tasks  # noqa: F401
from service.features.webhooks import tasks as _webhooks  # noqa: F401
from service.platform.commands.command_database import open_database
from service.platform.jobs.runner import work
from service.platform.settings import Settings
from tests.asynchronous import run
from tests.pooled import environ_for

_ROOT = Path(__file__).resolve().parents[3]
_WORK = """
import os
os.nice = lambda _: 0
from service.features.analysis import solving
solving.HINDSIGHT_S = solving.OPEN_HANDS_S = 1.0
from service.features.webhooks import sending
sending.FAST._total_s = sending.SLOW._total_s = 600.0
from service.cli import main
raise SystemExit(main(["work"]))
"""


def work_until_idle(database_url: str) -> None:
    """Run all jobs of a database that can run now, in a thread of this process."""
    settings = Settings.from_environ(environ_for(database_url))
    with open_database(settings) as database:
        context = {"database": database, "settings": settings}
        run(work(settings.listen_url or database_url, context, until_idle=True))


@contextmanager
def worker(database_url: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker, and end it."""
    environ = {**os.environ, **environ_for(database_url), **settings}
    process = subprocess.Popen([sys.executable, "-c", _WORK], cwd=_ROOT, env=environ)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(120)
