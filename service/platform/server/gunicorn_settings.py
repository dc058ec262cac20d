"""Settings of gunicorn, read before it forks the workers."""

import logging
import os
from typing import Any, Final

from service.platform.limits import rate_counters
from service.platform.server import metrics_folder, preload
from service.platform.server.connection_listener import counts, raise_file_limit
from service.platform.settings import Settings
from service.platform.version import version

_settings: Final = Settings.from_environ()

bind = _settings.address
workers = _settings.workers
worker_class = "service.platform.server.gunicorn_worker.Worker"
worker_connections = raise_file_limit(_settings.max_streams + 3000, others=_settings.pool_size + 100)
preload_app = False  # it would create the application before the fork; `when_ready` only imports it

timeout = 30  # seconds without a heartbeat until a worker is replaced
graceful_timeout = _settings.graceful_timeout_s
keepalive = 30

# gunicorn ignores forwarded addresses. The application reads them if TRUSTED_PROXIES allows it.
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
forwarded_allow_ips = "*"

limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190

logger_class = "service.platform.server.gunicorn_log.JsonLogger"
accesslog = None  # the service writes its own access log, without queries
errorlog = "-"
loglevel = "warning"
control_socket_disable = True  # the socket would be in the home folder
# Heartbeats on a slow disk would make a worker look hung.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

# The workers share both, so they are created before gunicorn forks.
rate_counters.share()
metrics_folder.create(worker_tmp_dir)


def on_starting(server: Any) -> None:
    """Say which version starts, before all other lines of the log."""
    logging.getLogger("service").info("Version %s starts.", version())


def when_ready(server: Any) -> None:
    """Import the application once for all workers."""
    preload.load(server.app.app_uri)


def on_reload(server: Any) -> None:
    """Let the present workers serve until their successors do."""
    counts.replace(server.worker_age)
    if changed := preload.changed():
        log = logging.getLogger("service")
        log.warning("Restart the service: a reload goes on with the old %s.", ", ".join(sorted(changed)))


def pre_fork(server: Any, worker: Any) -> None:
    """Announce a worker that is about to start."""
    counts.add_starting(worker.age)


def post_fork(server: Any, worker: Any) -> None:
    """Create the metrics files of a worker."""
    metrics_folder.create_files()


def child_exit(server: Any, worker: Any) -> None:
    """Remove the counts and gauges of a worker that has ended."""
    counts.remove(worker.age)
    metrics_folder.remove_gauges(worker.pid)


def on_exit(server: Any) -> None:
    """Delete the metrics folder."""
    metrics_folder.remove()
