"""The chores of the core."""

from functools import partial
from typing import Final

from sqlalchemy import delete, func, select, update

from engine.proof.deal import deck_key
from service.core.links import RENDERING
from service.core.people import account_merging, accounts, merge_codes, sign_ins, tokens
from service.core.replays import rendered_cache
from service.core.tables import advancing, event_store, watching
from service.core.tables.lobby import dealing, invitations, open_game
from service.core.tables.tables import WITHOUT_KEY, Game
from service.platform import ids, yielding
from service.platform.database.pool import apply, fetch
from service.platform.jobs.chore import Chore, in_batches
from service.platform.requests.answer_table import Answer

_GAMES: Final = 500
"""The games of one batch."""


def set_deck_keys() -> int:
    """Set the keys of the decks of games that a release without them has stored. Return the number of games."""
    last, done = ids.NOBODY, 0
    while True:
        chosen = select(Game.game_id).where(WITHOUT_KEY, Game.game_id > last).order_by(Game.game_id).limit(_GAMES)
        found = [game_id for (game_id,) in fetch(chosen)]
        for game_id in yielding.steps(found):
            stored = event_store.load(game_id)
            if stored is not None and stored.log is not None:
                apply(update(Game).where(Game.game_id == game_id).values(deck_key=deck_key(stored.log)))
                done += 1
        if len(found) < _GAMES:
            return done
        last = found[-1]


def delete_answers() -> int:
    """Delete the expired responses of requests with an `Idempotency-Key`, and return their number."""
    return apply(delete(Answer).where(Answer.kept_until <= func.now()))


CHORES: Final = {
    "end_idle_games": Chore(partial(in_batches, advancing.abort_idle), "ended {} idle games"),  # R21
    "end_times": Chore(partial(in_batches, advancing.end_times), "ended the times of seats in {} games"),  # R31
    "deal_games": Chore(partial(in_batches, dealing.finish_due), "dealt {} games"),
    "delete_open_games": Chore(partial(in_batches, open_game.delete_expired), "deleted {} expired open games"),
    "delete_watch_counts": Chore(watching.delete_old_counts),
    "delete_invitations": Chore(invitations.delete_old),
    "remove_deleted_accounts": Chore(accounts.remove_deleted),
    "remove_old_merges": Chore(merge_codes.remove_old),
    "move_late": Chore(account_merging.move_late),
    "remove_expired_sign_ins": Chore(sign_ins.remove_expired),
    "remove_expired_tokens": Chore(tokens.remove_expired),
    "delete_renditions": Chore(partial(rendered_cache.forget, RENDERING)),
    "set_deck_keys": Chore(set_deck_keys),
    "delete_answers": Chore(delete_answers, "deleted {} expired responses"),
}
"""The chores by the names of their tasks."""
