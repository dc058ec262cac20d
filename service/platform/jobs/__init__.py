"""The queue of jobs, in Postgres, and the worker that runs them.

A package defines its jobs with `queue.task`, and a request adds them with `queue.add`. Jobs run in processes of their
own (`hanabi work`), beside the workers that answer requests.
"""
