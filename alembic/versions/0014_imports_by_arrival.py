"""List and count imported games by their arrival.

Revision 0014, after 0013. The times in an imported record become `claimed` in its source. The arrival of a record was
not stored: it was after the claimed end and after its account was created, but before now. Names of imported players
lose characters that are not allowed any more. On this schema, filtered lists of replays are slower in the previous
release.
"""

from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_BATCH: Final = 5000
_ENDED: Final = "status = 'ended' and not sandbox and not private"
_IMPORTED: Final = "((source is not null)::int)"
_SCORE: Final = "coalesce(score, -1)"
_ALIKE: Final = ("(rules ->> 'edition')", "(rules ->> 'multicolor')", "seats", "outcome")
_NEW: Final = {
    "game_listed": ("finished_at",),
    "game_listed_score": (_SCORE,),
    "game_listed_outcome": ("outcome", _SCORE),
    "game_listed_alike": (*_ALIKE, "finished_at"),
    "game_listed_edition": (_ALIKE[0], "finished_at"),
    "game_listed_multicolor": (_ALIKE[1], "finished_at"),
    "game_listed_seats": (_ALIKE[2], "finished_at"),
    "game_listed_result": (_ALIKE[3], "finished_at"),
}
_OLD: Final = {
    "game_score": (_SCORE,),
    "game_outcome": ("outcome", _SCORE),
    "game_alike": (*_ALIKE, "finished_at"),
    "game_ended_edition": (_ALIKE[0], "finished_at"),
    "game_ended_multicolor": (_ALIKE[1], "finished_at"),
    "game_ended_seats": (_ALIKE[2], "finished_at"),
    "game_ended_outcome": (_ALIKE[3], "finished_at"),
}

_POSSIBLE: Final = "between '2010-01-01' and now()"
_CHARACTERS: Final = (
    r"[\u0001-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_TIME: Final = """to_char({} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
_STATEMENTS: Final = (
    f"""update event e set at = null from game g
         where g.game_id = e.game_id and g.source is not null and not e.at {_POSSIBLE} and {{}}""",
    f"""update message m set at = now() from game g
         where g.game_id = m.game_id and g.source is not null and not m.at {_POSSIBLE} and {{}}""",
    f"""update seat s
           set name = coalesce(nullif(trim(left(regexp_replace(s.name, '{_CHARACTERS}', '', 'g'), 40)), ''), '?')
          from game g
         where g.game_id = s.game_id and g.source is not null and s.account_id is null
           and (s.name ~ '{_CHARACTERS}' or length(s.name) > 40) and {{}}""",
    f"""update game g
           set source = source || jsonb_build_object('claimed',
                   case when created_at {_POSSIBLE} and finished_at {_POSSIBLE} then jsonb_build_object(
                       'created_at', {_TIME.format("created_at")}, 'started_at', {_TIME.format("started_at")},
                       'finished_at', {_TIME.format("finished_at")}) end),
               created_at = least(now(), greatest(finished_at, a.made_at)), started_at = null, moved_at = null,
               finished_at = least(now(), greatest(finished_at, a.made_at))
          from (select account_id, created_at as made_at from account) a
         where a.account_id = g.created_by and source ->> 'site' = 'hanabi' and not source ? 'claimed' and {{}}""",
)
"""Changes of imported games. The condition in braces restricts them to a batch."""


def upgrade() -> None:
    """Change the times of imports in batches, count them again, and make the indexes of lists."""
    _in_batches(_STATEMENTS)
    _recount()
    for name, columns in _NEW.items():
        _make_index(name, "game", [sa.text(_IMPORTED), *map(sa.text, columns), "game_id"], _ENDED)
    for name in _OLD:
        _drop_index(name, "game")
    with op.get_context().autocommit_block():
        op.execute("analyze game")


def downgrade() -> None:
    """Restore the claimed times, and the indexes."""
    names = ("created_at", "started_at", "finished_at")
    restored = ", ".join(f"{name} = (source #>> '{{{{claimed,{name}}}}}')::timestamptz" for name in names)
    claimed = "source -> 'claimed' <> 'null'"
    _in_batches(
        [
            f"update game g set {restored} where {claimed} and {{}}",
            "update game g set source = source - 'claimed' where source ? 'claimed' and {}",
        ]
    )
    _recount()
    for name, columns in _OLD.items():
        _make_index(name, "game", [*map(sa.text, columns), "game_id"], _ENDED)
    for name in _NEW:
        _drop_index(name, "game")


def _in_batches(statements: Any) -> None:
    with op.get_context().autocommit_block():
        if op.get_context().as_sql:
            for statement in statements:
                op.execute(statement.format("true"))
            return
        database, after = op.get_bind(), UUID(int=0)
        chosen = "select game_id from game where source is not null and game_id > :after order by game_id limit :many"
        while found := database.execute(sa.text(chosen), {"after": after, "many": _BATCH}).fetchall():
            last = found[-1][0]
            for statement in statements:
                within = statement.format("g.game_id > :after and g.game_id <= :last")
                database.execute(sa.text(within), {"after": after, "last": last})
            after = last


def _recount() -> None:
    """Replace the counts of imported games. No process counts games meanwhile, because of the lock."""
    op.execute("select pg_advisory_xact_lock(hashtext('rollup'))")
    op.execute("delete from rollup where kind = 'imported'")
    op.execute(
        f"""insert into rollup
            select uuid '00000000-0000-0000-0000-000000000000', length,
                   date '1970-01-01' + (ended - date '1970-01-01') / length * length, 'imported', edition, multicolor,
                   seats, outcome, strikeout, score, count(*)
              from (select greatest(least((finished_at at time zone 'utc')::date, date '8698-09-10'), date '1970-01-01')
                           as ended, rules ->> 'edition' as edition, rules ->> 'multicolor' as multicolor, seats,
                           outcome, coalesce(reason = 'strikeout', false) as strikeout, {_SCORE} as score
                      from game where counted_as = 'imported') counted,
                   unnest(array[1, 4, 16, 64, 256, 1024, 4096]) length
             group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"""
    )


def _make_index(name: str, table: str, columns: list[Any], where: str | None = None) -> None:
    """Create an index without blocking writes. Replace an incomplete index of an earlier attempt."""
    condition = None if where is None else sa.text(where)
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")  # nothing waits for this statement, so it need not time out
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.create_index(name, table, columns, postgresql_where=condition, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")


def _drop_index(name: str, table: str) -> None:
    """Drop an index without blocking writes."""
    with op.get_context().autocommit_block():
        op.execute("set lock_timeout = 0")
        op.drop_index(name, table, if_exists=True, postgresql_concurrently=True)
        op.execute("set lock_timeout = '200ms'")
