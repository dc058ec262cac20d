"""Behind pgbouncer in transaction mode: refused where it is not announced, and as good as any where it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.clusters import Cluster
from tests.faults.test_storm import cluster, folder, running, weather  # noqa: F401  (fixtures)
from tests.pooled import DEADLINES, announced, pgbouncer, pooler
from tests.served import free_port

pytestmark = pytest.mark.skipif(pgbouncer() is None, reason="There is no pgbouncer.")


@pytest.fixture
def pooled_url(cluster: Cluster) -> Iterator[str]:  # noqa: F811
    """Where the database is, through a pgbouncer."""
    with pooler(cluster.url, free_port()) as url:
        yield url


def test_an_unannounced_pooler_is_refused(folder: Path, pooled_url: str) -> None:  # noqa: F811
    """The service does not start, and says what to set: it would answer with other requests' results."""
    with pytest.raises(RuntimeError, match="PGBOUNCER=1"), running(folder, pooled_url):
        pass


@pytest.mark.faults
def test_a_storm_behind_a_pooler(folder: Path, cluster: Cluster, pooled_url: str) -> None:  # noqa: F811
    """Everything that holds without one; the deadlines are the role's."""
    for deadline in DEADLINES:
        cluster.execute(f"alter role hanabi set {deadline}")
    told = announced(pooled_url, cluster.url)
    with running(folder, told.pop("DATABASE_URL"), **told) as service:
        faults = ["backends terminated", "statements cancelled", "tables locked", "Postgres frozen", "Postgres killed"]
        weather(service, cluster, faults, 40)
