"""gunicorn's log in the format of the service."""

from typing import Any

from gunicorn.glogging import Logger

from service.observability import logs
from service.settings import Settings

__all__ = ["JsonLogger"]


class JsonLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's logger, which writes one JSON object a line."""

    def setup(self, cfg: Any) -> None:
        """Send gunicorn's messages and those of the service to standard error."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(logs.JsonLines())
        logs.begin(Settings.from_environ().log_level)
