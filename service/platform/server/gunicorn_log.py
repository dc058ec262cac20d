"""gunicorn's log as JSON, in the format of the service."""

from typing import Any

from gunicorn.glogging import Logger

from service.platform.observability import logs
from service.platform.settings import Settings


class JsonLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's logger, with one JSON object per line."""

    def setup(self, cfg: Any) -> None:
        """Write the messages of gunicorn and of the service to standard error."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(logs.JsonLines())
        logs.begin(Settings.from_environ().log_level)
