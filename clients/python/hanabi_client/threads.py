"""Calls that wait for files, in both forms of the client."""

from collections.abc import Callable
from typing import TypeVar

from anyio import to_thread

__all__ = ["async_in_thread", "in_thread"]

T = TypeVar("T")


def in_thread(function: Callable[[], T]) -> T:
    """Call a function."""
    return function()


async def async_in_thread(function: Callable[[], T]) -> T:
    """Call a function in a thread, so that other tasks go on."""
    return await to_thread.run_sync(function)
