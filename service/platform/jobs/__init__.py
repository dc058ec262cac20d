"""The queue of jobs, in Postgres, and the worker that runs them.

A package defines its jobs with `queue.task`, and a request adds them with `queue.add`. Jobs run in processes of their
own (`hanabi work`), beside the workers that answer requests.
"""

from typing import Final

QUEUE_POOL_SIZE: Final = 7
"""The connections by which a process takes jobs and stores their outcomes."""

POOL_SIZE: Final = 4
"""The connections of the jobs of a process of `hanabi run`. One of `hanabi work` has those of the settings."""

MOST_CONNECTIONS: Final = QUEUE_POOL_SIZE + POOL_SIZE + 5
"""The most connections of a process of `hanabi run` that does a part of the jobs.

Besides both pools, it listens to each of its three queues, shows that it lives, and finds the events of webhooks.
"""
