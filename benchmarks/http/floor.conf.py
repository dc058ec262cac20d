"""gunicorn's settings for the floor: like those of the service, without its hooks."""

import os

bind = f"127.0.0.1:{os.environ['PORT']}"
workers = int(os.environ["WORKERS"])
worker_class = os.environ.get("WORKER_CLASS", "gevent")
threads = int(os.environ.get("THREADS", "1"))
worker_connections = 2000
keepalive = 30
graceful_timeout = 1
loglevel = "warning"
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
