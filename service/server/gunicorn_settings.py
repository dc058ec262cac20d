"""gunicorn's settings. They touch no database, since gunicorn forks the workers after it has read them."""

import os
from typing import Any, Final

from service.http.pipeline import rate_counters
from service.server import metrics_folder
from service.server.listener import counts, raise_file_limit
from service.settings import Settings

_settings: Final = Settings.from_environ()

bind = _settings.address
workers = _settings.workers
worker_class = "service.server.worker.Worker"
worker_connections = raise_file_limit(_settings.max_streams + 3000, others=_settings.pool_size + 100)
preload_app = False  # psycopg must be imported after the worker has patched the standard library

timeout = 30  # a worker that gives no sign of life for so long is replaced
graceful_timeout = _settings.graceful_timeout_s
keepalive = 30

# No header changes a client's address here. TRUSTED_PROXIES says which the application believes.
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
forwarded_allow_ips = "*"

limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190

logger_class = "service.server.gunicorn_log.JsonLogger"
accesslog = None  # the service writes a line for each request itself, without the query
errorlog = "-"
loglevel = "warning"
control_socket_disable = True  # it would be in the home folder
# On a slow disk a heartbeat would look like a hung worker.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

# The workers share both, so they are made before gunicorn forks.
rate_counters.share()
metrics_folder.create(worker_tmp_dir)


def post_fork(server: Any, worker: Any) -> None:
    """Prepare the files of a worker's metrics."""
    metrics_folder.reserve()


def child_exit(server: Any, worker: Any) -> None:
    """Forget a worker that has ended."""
    counts.forget(worker.age)
    metrics_folder.forget_worker(worker.pid)


def on_exit(server: Any) -> None:
    """Remove the folder of the metrics."""
    metrics_folder.remove()
