"""Settings of gunicorn, which are in service/platform/server/gunicorn_settings.py."""

from service.platform.server.gunicorn_settings import *  # noqa: F403
