"""How gunicorn serves. Nothing here touches the database: workers are forked after this is read."""

import os

from service.settings import Settings

settings = Settings.from_environ()

bind = settings.address
workers = settings.workers
worker_class = "gevent"
worker_connections = settings.max_streams + 1000  # open event streams cost one each
preload_app = False  # psycopg must be imported after the worker has patched the standard library

timeout = 30
graceful_timeout = settings.graceful_timeout_s
keepalive = 30

limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190

accesslog = "-" if settings.access_log else None
errorlog = "-"
loglevel = "warning"
control_socket_disable = True  # it would lie in the home folder
# A heartbeat on a slow disk would look like a hung worker.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def post_worker_init(worker):
    """Refuse to serve with a psycopg that would stop all of a worker's requests while one waits for Postgres."""
    from psycopg import waiting

    if waiting.wait.__name__ == "wait_c":
        raise RuntimeError("psycopg was imported before gevent patched the standard library")
    worker.wsgi.extensions["live"].serving = lambda: worker.alive  # streams say goodbye as soon as it is told to stop


def pre_request(worker, req):
    """Let an event stream be the last answer of its connection: a stopping worker waits for connections."""
    if any(name == "ACCEPT" and "text/event-stream" in value.lower() for name, value in req.headers):
        req.force_close()
