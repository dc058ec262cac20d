"""SQL conditions on the table `game` that several statements share.

The conditions of lists are beside the indexes that serve them: `schema.FINISHED_PUBLIC`, `schema.PUBLIC_HERE`.
"""

from typing import Final, LiteralString

__all__ = ["IDLE"]

IDLE: Final[LiteralString] = "status = 'running' and moved_at + make_interval(secs => idle_limit_s) < now()"
"""A running game in which nobody has moved within its limit; it is to be aborted (R21).

The columns are not qualified: no other table that is joined to `game` has one of these names.
"""
