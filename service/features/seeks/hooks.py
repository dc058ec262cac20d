"""What seeks give to the house."""

from typing import Final

from service.core.feature import Call, Hooks, Owned, Told
from service.features.seeks import seeks
from service.features.seeks.seeks import Waiting
from service.features.seeks.tables import Seek
from service.platform import ids
from service.platform.jobs.chore import Chore


def _told(seek: Waiting) -> Told:
    assert seek.game_id is not None and seek.matched_at is not None
    game = ids.render("g", seek.game_id)
    data = {"seek": ids.render("q", seek.seek_id), "game": game, "links": {"game": f"/v1/games/{game}"}}
    return Told(seek.seek_id.hex, seek.matched_at, data)


_MATCHED: Final = Call(
    type="matched",
    about="A seek of the account has found a game.",
    schema="service.features.seeks.routes:Seek",
    addressed="select account_id, game_id from seek where seek_id = any(%(ids)s) and game_id is not null",
    lately="""
        select account_id, game_id from seek
         where game_id is not null and matched_at > now() - make_interval(secs => %(since_s)s)
           and account_id = any(%(accounts)s)
    """,
    found=seeks.matched,
    id_of=lambda seek: seek.seek_id,
    told=_told,
)

HOOKS = Hooks(
    owned=(Owned(Seek.account_id),),
    merging=seeks.end_those_of,
    chores={"delete_seeks": Chore(seeks.delete_old)},
    calls=(_MATCHED,),
    polled="select seek_id from seek where seek_id = any(%s) and (game_id is not null or bots_at <= now())",
    not_exported={"seek": "over in minutes"},
)
