"""Finding of events, and storage of their deliveries.

Nothing of this happens in the request that causes an event. What webhooks have been told of a game is stored beside it,
so that an event is found even if nobody watched when it happened.
"""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Final, LiteralString
from uuid import UUID

from sqlalchemy import func, select

from service.core import feature
from service.core.feature import Call
from service.core.tables import event_store
from service.core.tables.calls import calls
from service.core.tables.stored_game import Stored
from service.core.tables.tables import Message
from service.features.webhooks import deliveries, events, registry
from service.features.webhooks.events import Happening
from service.features.webhooks.tables import WebhookGame
from service.platform.database.pool import connection, fetch_all, transaction

_LONGEST_TRANSACTION: Final = timedelta(minutes=1)
_PAGE: Final = 500

_log = logging.getLogger(__name__)


def sweep(since_s: float) -> bool:
    """Look at all games with news, and at the invitations of the last seconds. Let due deliveries be sent.

    Return False if there are no webhooks.
    """
    with connection() as db:
        accounts = [account_id for (account_id,) in db.execute("select distinct account_id from webhook").fetchall()]
        if not accounts:
            return False
        new = db.execute(_NEW_ACCOUNTS).fetchall()
        if new:
            db.execute(registry.ADOPT, {"accounts": [account_id for (account_id,) in new], "has_begun": False})
        lately = {"accounts": accounts, "since_s": since_s}
        called = dict.fromkeys((account, call) for call in calls() for account, _ in db.execute(call.lately, lately))
    for account_id, call in called:
        _call(account_id, call)
    found = _PAGE
    while found == _PAGE:
        rows = fetch_all(_WITH_NEWS, (_PAGE,))
        found = sum([_tell(game_id) for (game_id,) in rows])
    for account_id in deliveries.accounts_due():
        deliveries.schedule(account_id)
    return True


def catch_up(account_id: UUID) -> None:
    """Look at the games of an account with news. A webhook that is created next is not told of that."""
    rows = fetch_all(_WITH_NEWS_OF, (account_id,))
    for (game_id,) in rows:
        _tell(game_id)


def look_at_games(game_ids: list[UUID]) -> None:
    """Look at games of which there may be news."""
    with connection() as db:
        watched = db.execute("select distinct game_id from webhook_game where game_id = any(%s)", (game_ids,))
        rows = watched.fetchall()
    for (game_id,) in rows:
        _tell(game_id)


def look_at_lobbies(ids: list[UUID]) -> None:
    """Look at open games, and what else accounts may be told of."""
    called = []
    with connection() as db:
        for call in calls():
            accounts = [account_id for account_id, _ in db.execute(call.addressed, {"ids": ids})]
            called += [(account_id, call) for (account_id,) in db.execute(_WHO_WANT, (accounts, call.type))]
    for account_id, call in called:
        _call(account_id, call)


_NEW_ACCOUNTS: Final = "select distinct account_id from webhook where created_at > now() - interval '1 minute'"

_WHO_WANT: Final = "select distinct account_id from webhook where account_id = any(%s) and enabled and %s = any(events)"

_HAVE_NEWS: Final[LiteralString] = """
      from webhook_game w join game g on g.game_id = w.game_id
     where ((w.ended_at is null and g.version > w.version) or w.has_message)
"""
_WITH_NEWS_OF: Final = f"select w.game_id {_HAVE_NEWS} and w.account_id = %s"
# What waits for a move that is about to be made is looked at last.
_WITH_NEWS: Final = f"""
    select w.game_id {_HAVE_NEWS}
     group by w.game_id order by min(w.looked_at) limit %s
"""


def _tell(game_id: UUID) -> bool:
    """Store the deliveries of what is new in a game. Return False for what the next sweep repeats."""
    try:
        told, is_all = _store_news(game_id)
    except Exception:
        _log.warning("cannot tell webhooks of the game g_%s", game_id.hex, exc_info=True)
        return False
    for account_id in told:
        deliveries.schedule(account_id)
    return is_all


def _store_news(game_id: UUID) -> tuple[list[UUID], bool]:
    """Store deliveries, and what was told, in one transaction.

    Return the accounts with new deliveries, and whether that is all there is to tell.
    """
    told, is_all = [], True
    with transaction() as changes:
        watched = select(WebhookGame).where(WebhookGame.game_id == game_id).order_by(WebhookGame.account_id)
        rows = changes.scalars(watched.with_for_update()).all()
        stored = event_store.load(game_id) if rows else None
        if stored is None or stored.log is None:
            return [], True
        now = changes.execute(select(func.now())).scalar_one()
        for row in rows:
            until = max(row.version, _until(stored, row.seat))
            if deliveries.add(changes, row.account_id, _news(stored, row, until)):
                told.append(row.account_id)
            is_all &= until == stored.log.version
            row.version, row.ended_at = until, stored.finished_at
            row.has_message, row.looked_at = False, now
    return told, is_all


def _until(stored: Stored, seat: int) -> int:
    """Return the last version to tell a seat. While a planned move of the seat is due, its turn waits."""
    assert stored.log is not None
    if stored.to_move != seat or not any(moves(stored, seat) for moves in feature.given(lambda hooks: hooks.moves)):
        return stored.log.version
    return events.turn_began(stored) - 1


def _news(stored: Stored, row: WebhookGame, until: int) -> Iterator[Happening]:
    if until > row.version:
        yield from events.of_log(stored, row.seat, row.version, until)
    if row.has_message:
        # One that was committed later may have begun earlier. Those that were found before have deliveries.
        since = row.looked_at - _LONGEST_TRANSACTION
        found = fetch_all(_MESSAGES, (stored.game_id, row.seat, since))
        for message_id, from_seat, at in found:
            yield events.late_message(stored.game_id, row.seat, message_id, from_seat, at)


_MESSAGES: Final = f"""
    select message_id, seat, at from {Message.__tablename__}
     where game_id = %s and seat <> %s and at > %s order by message_id
"""


def _call(account_id: UUID, call: Call) -> None:
    """Store the deliveries of one kind of call to an account."""
    found = sorted([events.called(call, one) for one in call.found(account_id)], key=lambda one: one.at)
    with transaction() as changes:
        told = deliveries.add(changes, account_id, found, since_created=True)
    if told:
        deliveries.schedule(account_id)
