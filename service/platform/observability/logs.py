"""Logs as JSON, one object per line, without secrets.

Secrets are, for example, tokens and hidden cards. An exception is logged with its type and stack, but without its
message, which can contain a token, the parameters of a statement or a card. This module imports only the standard
library and the settings, since gunicorn's master process logs too.
"""

import json
import logging
import re
import sys
import time
import traceback
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TextIO

from service.platform.settings import BadSetting, LogLevel

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the current request, which is part of each line."""

trace_id: ContextVar[str | None] = ContextVar("trace_id", default=None)
"""The trace of the current request (W3C Trace Context), which is part of each line; None without one."""

_out: TextIO | None = None
_requests: Final = logging.getLogger("service.requests")

_encode: Final = json.JSONEncoder().encode
_ROOT: Final = Path(__file__).resolve().parents[3]
_TOKEN: Final = re.compile(r"hnb_\w*|(?i:bearer)\s+\S+")
_REFUSED: Final = re.compile(r"Invalid request from ip=\S*: ([A-Za-z ]*[A-Za-z])")
_MAX_FRAMES: Final = 30
_MAX_CAUSES: Final = 5


class JsonLines(logging.Formatter):
    """A formatter that writes records as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line of JSON."""
        line: dict[str, Any] = {
            "time": _timestamp(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        line["message"] = _message(record)
        current_id = request_id.get()
        if current_id is not None:
            line["request_id"] = current_id
        current_trace = trace_id.get()
        if current_trace is not None:
            line["trace_id"] = current_trace
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = _error(record.exc_info[1], _MAX_CAUSES)
        return _encode(line)


def begin(level: LogLevel, stream: TextIO | None = None) -> None:
    """Write all logs to a stream, by default standard error."""
    global _out  # noqa: PLW0603  (one stream per process)
    _out = stream or sys.stderr
    handler = logging.StreamHandler(_out)
    handler.setFormatter(JsonLines())
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(logging.WARNING)  # for other libraries
    logging.getLogger("service").setLevel(level.upper())
    logging.raiseExceptions = False  # a failed write would print the record


def request_answered(members: dict[str, Any]) -> None:
    """Write the access log line of a request.

    The logging library would cost four times as much.
    """
    if _out is not None and _requests.isEnabledFor(logging.INFO):
        line = {"time": _timestamp(time.time()), "level": "info", "logger": _requests.name, **members}
        with suppress(OSError, ValueError):  # a failed write must not fail the request
            _out.write(_encode(line) + "\n")
            _out.flush()


def _timestamp(seconds: float) -> str:
    return f"{_second(int(seconds))}.{int(seconds % 1 * 1000):03}Z"


@lru_cache(4)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _message(record: logging.LogRecord) -> str:
    message = _of_gunicorn(record) if record.name.startswith("gunicorn") else record.getMessage()
    return _TOKEN.sub("(hidden)", message)


def _of_gunicorn(record: logging.LogRecord) -> str:
    """Return a message of gunicorn without headers, bodies and queries of requests."""
    if not isinstance(record.msg, str):  # an exception
        return type(record.msg).__name__
    refused = _REFUSED.match(record.msg)
    if refused is not None:
        return f"Invalid request: {refused[1]}"
    if record.exc_info and isinstance(record.args, tuple) and record.args:
        return record.msg % tuple([str(arg).partition("?")[0] for arg in record.args])
    return record.getMessage()


def _error(error: BaseException, causes: int) -> dict[str, Any]:
    kind = type(error)
    members: dict[str, Any] = {"type": f"{kind.__module__}.{kind.__qualname__}"}
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        members["sqlstate"] = state
    if isinstance(error, BadSetting | ImportError):  # their messages contain only names of settings and modules
        members["message"] = _TOKEN.sub("(hidden)", str(error))
    frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)
    members["stack"] = [_place(frame) for frame in frames[-_MAX_FRAMES:]]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and causes:
        members["cause"] = _error(cause, causes - 1)
    return members


def _place(frame: traceback.FrameSummary) -> str:
    file = Path(frame.filename)
    shown = file.relative_to(_ROOT) if file.is_relative_to(_ROOT) else Path(*file.parts[-2:])
    return f"{shown}:{frame.lineno} in {frame.name}"
