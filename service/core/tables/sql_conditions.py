"""SQL conditions on `game`: what has expired, and which games a request has to bring up to date."""

from typing import Final, LiteralString

from service.platform.database.clock_jumps import BEATING_SINCE, STEADY_SINCE

# A server of an earlier release does not write `paused_at`, so it may be null in a pause, and left over after one.
CLOCK_RUNS: Final[LiteralString] = "(pace is null or deadline is not null)"
"""SQL condition on `game`: the game is not paused."""

IDLE: Final[LiteralString] = f"""
    status = 'running' and (deadline is null or deadline < now())
        and greatest(greatest(case when {CLOCK_RUNS} then moved_at else coalesce(paused_at, moved_at) end,
                              {STEADY_SINCE})
                     + make_interval(secs => case when {CLOCK_RUNS} then idle_limit_s
                                             else coalesce(pause_limit_s, greatest(idle_limit_s, 604800)) end),
                     {BEATING_SINCE} + make_interval(secs => least(idle_limit_s, 3600))) < now()
"""
"""SQL condition on `game`: the game has been idle past its limit (R21).

The limit counts again from a jump of the clock. After an outage, it ends after an hour at the earliest, or after itself
if it is shorter.

A game is not idle while the time of a seat runs. With a pace and without a deadline it is paused. A pause counts from
its beginning, whatever happens in it, and may last as long as `TableSetting.longest_pause_s` says.

The columns are not qualified: no other table that is joined to `game` has a column with one of these names.
"""

TIME_IS_OVER: Final[LiteralString] = "(status = 'running' and deadline < now() and pace ->> 'on_timeout' <> 'wait')"
"""SQL condition on `game`: the time of the seat to move is over, and this has a consequence (R31)."""

INTERRUPTED: Final[LiteralString] = f"""
    (status = 'running' and deadline is not null and pace ->> 'on_timeout' <> 'wait'
        and (moved_at < {STEADY_SINCE}
            or (moved_at < {BEATING_SINCE} and deadline <= {BEATING_SINCE} + interval '1 hour')))
"""
"""SQL condition on `game`: the turn may have to begin again after an outage. `Stored.restarts_at` says whether."""

PRESENT: Final[LiteralString] = "(status <> 'open' or open_until > now())"
"""SQL condition on `game`: the game is not an open game that has expired. An expired game is treated as unknown."""

IS_PRIVATE: Final[LiteralString] = "(g.private and (g.hidden or coalesce(g.sealed_until > now(), true)))"
"""SQL condition on a game `g`: only its players may see it.

A table of a contest is private until the round closes. What was due then need not have been stored
(`service.features.contests.sealing`).
"""

# `MAX_REVEAL_TIMEOUT_S` is ten minutes. A later time shows that the clock was set back: no game waits for longer.
REVEALS_DUE: Final[LiteralString] = """
    status = 'open' and (reveal_until < now() or reveal_until > now() + interval '10 min')
"""
"""SQL condition on `game`: the time for the seats to reveal their entropy is over."""

AWAITS_REVEAL: Final[LiteralString] = """
    g.status = 'open' and g.reveal_until is not null and s.entropy_commitment is not null and s.reveal is null
"""
"""SQL condition on a game `g` and its seat `s`: the game waits for the reveal of this seat."""
