"""When a request is sent again, and how long to wait before."""

import random
import time
from typing import Final

import anyio
import httpx

__all__ = ["MAX_WAIT_S", "STREAM_WAIT_S", "async_sleep", "delay_s", "growing_delay_s", "is_temporary", "sleep"]

STREAM_WAIT_S: Final = 2.0
"""The wait before a stream is opened again, unless the service asks for another."""

MAX_WAIT_S: Final = 60
"""If the service asks for a longer wait, it is left to the program."""

_TEMPORARY: Final = {429, 502, 503, 504}

sleep = time.sleep


async def async_sleep(seconds: float) -> None:
    """Sleep under asyncio or trio."""
    await anyio.sleep(seconds)


def is_temporary(response: httpx.Response) -> bool:
    """Return True if the same request may succeed later. The body has to be read."""
    if response.status_code == 409 and response.headers.get("Retry-After"):
        return bool(response.json()["code"] == "request-in-progress")  # the first attempt is still running
    return response.status_code in _TEMPORARY


def delay_s(response: httpx.Response, attempt: int) -> float:
    """Return the seconds to wait before the next attempt, as `Retry-After` says."""
    asked = response.headers.get("Retry-After", "")
    return float(asked) if asked.isdecimal() else growing_delay_s(attempt)


def growing_delay_s(attempt: int) -> float:
    """Return about 0, 1, 2, 4, … seconds. The random part keeps clients from returning all at once."""
    return 0 if attempt == 1 else float(2 ** (attempt - 2)) * random.uniform(0.5, 1)
