"""Settings of gunicorn, which are in service/server/gunicorn_settings.py."""

from service.server.gunicorn_settings import *  # noqa: F403
