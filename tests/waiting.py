"""Waiting for what another thread or process does."""

import time
from collections.abc import Callable
from typing import Final

_LIMIT_S: Final = 600


def await_until(condition: Callable[[], object], what: str, every_s: float = 0.02) -> None:
    """Wait until something is true. Fails after ten minutes."""
    give_up = time.monotonic() + _LIMIT_S
    while not condition():
        assert time.monotonic() < give_up, f"waited in vain until {what}"
        time.sleep(every_s)
