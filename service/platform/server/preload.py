"""What gunicorn's first process imports once, so that its workers start soon and share the memory."""

import gc
from importlib import import_module, metadata
from typing import Final

from gevent import monkey

from service.platform import compiled_engine

_imported: Final[dict[str, str]] = {}
"""The versions of the packages from which it has imported."""


def load(application: str) -> None:
    """Import an application of the service, as `module:function`, before gunicorn forks. Other applications may wait.

    After a reload, workers import the new code themselves.
    """
    module, _, _ = application.partition(":")
    if not module.startswith("service."):
        return
    # What is imported keeps what the standard library has now: locks, queues, sleep, psycopg's way to wait. A worker
    # replaces the rest, such as `os.fork`, which gunicorn's first process needs as it is.
    monkey.patch_thread()
    monkey.patch_queue()
    monkey.patch_time()
    monkey.patch_socket()
    monkey.patch_select()
    monkey.patch_selectors()
    monkey.patch_ssl()
    compiled_engine.use()
    gc.disable()
    import_module(module).load()
    _imported.update(_installed())
    gc.collect()
    gc.freeze()  # a search for garbage would write to the memory that the workers share
    gc.enable()


def changed() -> list[str]:
    """Return the names of the packages that are installed in another version than that which runs."""
    installed = _installed()
    return [name for name, version in _imported.items() if installed.get(name) != version and name != "hanabi-server"]


def _installed() -> dict[str, str]:
    return {package.name: package.version for package in metadata.distributions()}
