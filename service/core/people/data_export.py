"""Export of an account's data, for its owner (`GET /v1/me/export`)."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, Final, LiteralString, NamedTuple
from uuid import UUID

from psycopg import Cursor
from psycopg.rows import dict_row, namedtuple_row

from engine.events import KIND_OF, Said
from service.core.people import accounts, bots, sign_ins, tokens
from service.core.people.tokens import Caller
from service.core.tables.setting import SELECTED, TableSetting
from service.platform import yielding
from service.platform.database.pool import connection

_SAID: Final = KIND_OF[Said].code


class StoredData(NamedTuple):
    """What the core stores about an account. Rows have a column for each member of their schema."""

    account: accounts.OwnAccount
    tokens: list[tokens.TokenInfo]
    sign_ins: list[tokens.TokenInfo]
    bots: list[bots.Bot]
    merged: list[UUID]
    games: Iterable[Any]
    messages: Iterable[Any]
    imports: list[UUID]
    replays_read: Iterable[Any]
    invitations: list[Any]
    blocks: list[Any]


def export(caller: Caller) -> StoredData:
    """Return what the core stores about the caller, by kind. Tokens have no secret."""
    account = accounts.me(caller)
    merged = accounts.merged_into([caller.account_id]).get(caller.account_id, [])
    with connection() as db:

        def rows(statement: LiteralString, values: Any) -> Cursor[Any]:
            return db.cursor(row_factory=namedtuple_row).execute(statement, values)

        seats = db.cursor(row_factory=dict_row).execute(
            f"""select s.game_id, s.seat, g.status, {SELECTED}, s.entropy, s.entropy_commitment, s.reveal,
                      substring(d.holder_salts from s.seat * 32 + 1 for 32) as holder_salt,
                      g.created_at, g.started_at, g.finished_at
                 from seat s join game g on g.game_id = s.game_id
                      left join deal d on d.game_id = s.game_id
                where s.account_id = %s order by s.game_id""",
            (caller.account_id,),
        )
        said = rows(
            """select e.game_id, e.version, e.data ->> 'remark' as remark, e.data -> 'cards' as cards,
                      e.data ->> 'text' as text, e.at
                 from seat s join event e on e.game_id = s.game_id and e.seat = s.seat and e.kind = %s
                where s.account_id = %s order by e.game_id, e.version""",
            (_SAID, caller.account_id),
        )
        imported = db.execute(
            "select game_id from game where created_by = %s and source is not null order by game_id",
            (caller.account_id,),
        ).fetchall()
        invitations = rows(
            """select game_id, account_id is not distinct from %(me)s as received, made_at, expires_at from invitation
                where %(me)s in (account_id, invited_by) order by made_at, game_id""",
            {"me": caller.account_id},
        ).fetchall()
        sights = rows("select game_id, at from sight where account_id = %s order by at, game_id", (caller.account_id,))
        blocked = rows(
            "select blocked_id, made_at from block where account_id = %s order by made_at, blocked_id",
            (caller.account_id,),
        ).fetchall()
        after = rows(
            """select m.game_id, null as version, m.remark, null as cards, m.text, m.at
                 from seat s join message m on m.game_id = s.game_id and m.seat = s.seat
                where s.account_id = %s order by m.game_id, m.message_id""",
            (caller.account_id,),
        )
        games = [SimpleNamespace(**row, setting=TableSetting.of(row)) for row in yielding.steps(seats)]
        lists = [list(yielding.steps(rows)) for rows in (said, after, sights)]
    return StoredData(
        account=account,
        tokens=tokens.listed(caller),
        sign_ins=sign_ins.listed(caller),
        bots=bots.listed(caller),
        merged=merged,
        games=yielding.steps(games),
        messages=yielding.steps([*lists[0], *lists[1]]),
        imports=[game_id for (game_id,) in imported],
        replays_read=lists[2],
        invitations=invitations,
        blocks=blocked,
    )
