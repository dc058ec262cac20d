"""A temporary embedded Postgres, for tests and rehearsals."""

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.platform.embedded_postgres.data_directory import ensure_folder
from service.platform.embedded_postgres.launcher import EmbeddedPostgres

__all__ = ["throwaway_postgres", "throwaway_server"]


@contextmanager
def throwaway_postgres(*, bin_dir: Path | None = None, max_connections: int = 100) -> Iterator[str]:
    """Yield the URL of an empty database. It is deleted after the block."""
    with throwaway_server(bin_dir=bin_dir, max_connections=max_connections) as (_, url):
        yield url


@contextmanager
def throwaway_server(
    *, bin_dir: Path | None = None, max_connections: int = 100
) -> Iterator[tuple[EmbeddedPostgres, str]]:
    """Yield a server and the URL of its empty database. Both are deleted after the block."""
    # The user that runs Postgres for root cannot enter the folders that tempfile creates.
    folder = ensure_folder(Path(tempfile.gettempdir()) / f"hanabi-test-{secrets.token_hex(8)}")
    try:
        server = EmbeddedPostgres(
            folder / "data", bin_dir=bin_dir, max_connections=max_connections, durable=False, elsewhere=folder
        )
        with server as url:
            yield server, url
    finally:
        shutil.rmtree(folder, ignore_errors=True)
