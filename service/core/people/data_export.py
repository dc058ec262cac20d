"""Export of an account's data, for its owner (`GET /v1/me/export`)."""

from typing import Any, Final

from engine.events import KIND_OF, Said
from service.core.people import accounts, bots, sign_ins, tokens
from service.core.people.tokens import Caller
from service.platform import yielding
from service.platform.database.pool import connection

__all__ = ["export"]


_SAID: Final = KIND_OF[Said].code


def export(caller: Caller) -> dict[str, Any]:
    """Return what the core stores about the caller, by kind. Tokens have no secret."""
    account = accounts.me(caller)
    merged = accounts.merged_into([caller.account_id]).get(caller.account_id, [])
    with connection() as db:
        games = db.execute(
            """select s.game_id, s.seat, g.status, g.sandbox, s.entropy, s.entropy_commitment, s.reveal,
                      substring(d.holder_salts from s.seat * 32 + 1 for 32),
                      g.created_at, g.started_at, g.finished_at
                 from seat s join game g on g.game_id = s.game_id
                      left join deal d on d.game_id = s.game_id
                where s.account_id = %s order by s.game_id""",
            (caller.account_id,),
        )
        said = db.execute(
            """select e.game_id, e.version, e.data ->> 'remark', e.data ->> 'text', e.at, e.data -> 'cards'
                 from seat s join event e on e.game_id = s.game_id and e.seat = s.seat and e.kind = %s
                where s.account_id = %s order by e.game_id, e.version""",
            (_SAID, caller.account_id),
        )
        imported = db.execute(
            "select game_id from game where created_by = %s and source is not null order by game_id",
            (caller.account_id,),
        ).fetchall()
        invitations = db.execute(
            """select game_id, account_id is not distinct from %(me)s, made_at, expires_at from invitation
                where %(me)s in (account_id, invited_by) order by made_at, game_id""",
            {"me": caller.account_id},
        ).fetchall()
        sights = db.execute(
            "select game_id, at from sight where account_id = %s order by at, game_id", (caller.account_id,)
        )
        blocked = db.execute(
            "select blocked_id, made_at from block where account_id = %s order by made_at, blocked_id",
            (caller.account_id,),
        ).fetchall()
        after = db.execute(
            """select m.game_id, m.remark, m.text, m.at
                 from seat s join message m on m.game_id = s.game_id and m.seat = s.seat
                where s.account_id = %s order by m.game_id, m.message_id""",
            (caller.account_id,),
        )
        lists = [list(yielding.steps(rows)) for rows in (games, said, after, sights)]
    return {
        "account": account,
        "tokens": tokens.listed(caller),
        "sign_ins": sign_ins.listed(caller),
        "bots": bots.listed(caller),
        "merged": merged,
        "games": lists[0],
        "messages": [*lists[1], *((game_id, None, remark, text, at, None) for game_id, remark, text, at in lists[2])],
        "imports": [game_id for (game_id,) in imported],
        "replays_read": lists[3],
        "invitations": invitations,
        "blocks": blocked,
    }
