"""An embedded Postgres for tests, removed afterwards."""

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.embedded_postgres.data_directory import made
from service.embedded_postgres.launcher import EmbeddedPostgres

__all__ = ["throwaway_postgres"]


@contextmanager
def throwaway_postgres(*, bin_dir: Path | None = None, max_connections: int = 100) -> Iterator[str]:
    """Yield the URL of an empty database. Nothing that it stores survives a crash or the block."""
    # tempfile's own folders are closed to the user who runs Postgres for root.
    folder = made(Path(tempfile.gettempdir()) / f"hanabi-test-{secrets.token_hex(8)}")
    try:
        server = EmbeddedPostgres(
            folder / "data", bin_dir=bin_dir, max_connections=max_connections, durable=False, elsewhere=folder
        )
        with server as url:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)
