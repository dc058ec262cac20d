"""Finding of events, and storage of their deliveries.

Nothing of this happens in the request that causes an event. What webhooks have been told of a game is stored beside it,
so that an event is found even if nobody watched when it happened.
"""

import logging
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import func, select

from service.core.tables import event_store
from service.core.tables.lobby import invitations
from service.core.tables.stored_game import Stored
from service.core.tables.tables import Message
from service.features.contests import team_invitations as teams
from service.features.seeks import seeks
from service.features.webhooks import deliveries, events, registry
from service.features.webhooks.events import Happening
from service.features.webhooks.tables import WebhookGame
from service.platform.database.pool import connection, transaction

__all__ = ["look_at_games", "look_at_lobbies", "sweep"]

_LONGEST_TRANSACTION: Final = timedelta(minutes=1)
_LONGEST_ABSENCE: Final = timedelta(days=1)
"""The age of the oldest matches that are still stored."""
_MOST_INVITATIONS: Final = 100
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
            db.execute(registry.ADOPT, ([account_id for (account_id,) in new],))
        invited = db.execute(_INVITED_LATELY, (accounts, since_s)).fetchall()
        matched = db.execute(_MATCHED_LATELY, (accounts, since_s)).fetchall()
        named = db.execute(_NAMED_LATELY, (accounts, since_s)).fetchall()
    for (account_id,) in invited:
        _tell_invitations(account_id)
    for (account_id,) in matched:
        _tell_matches(account_id)
    for (account_id,) in named:
        _tell_teams(account_id)
    found = _PAGE
    while found == _PAGE:
        with connection() as db:
            rows = db.execute(_WITH_NEWS, (_PAGE,)).fetchall()
        found = sum([_tell(game_id) for (game_id,) in rows])
    for account_id in deliveries.accounts_due():
        deliveries.schedule(account_id)
    return True


def look_at_games(game_ids: list[UUID]) -> None:
    """Look at games, and seeks, of which there may be news."""
    with connection() as db:
        watched = db.execute("select distinct game_id from webhook_game where game_id = any(%s)", (game_ids,))
        rows = watched.fetchall()
        matched = db.execute(_MATCHED, (game_ids,)).fetchall()
    for (account_id,) in matched:
        _tell_matches(account_id)
    for (game_id,) in rows:
        _tell(game_id)


def look_at_lobbies(game_ids: list[UUID]) -> None:
    """Look at open games, and teams in contests, to which somebody may have been invited."""
    with connection() as db:
        rows = db.execute(_INVITED, (game_ids,)).fetchall()
        named = db.execute(_NAMED, (game_ids,)).fetchall()
    for (account_id,) in rows:
        _tell_invitations(account_id)
    for (account_id,) in named:
        _tell_teams(account_id)


_NEW_ACCOUNTS: Final = "select distinct account_id from webhook where created_at > now() - interval '1 minute'"

_INVITED: Final = """
    select distinct i.account_id from invitation i join webhook w on w.account_id = i.account_id
     where i.game_id = any(%s) and w.enabled and 'invited' = any(w.events)
"""
_INVITED_LATELY: Final = """
    select distinct account_id from invitation
     where account_id = any(%s) and made_at > now() - make_interval(secs => %s)
"""
_MATCHED: Final = """
    select distinct s.account_id from seek s join webhook w on w.account_id = s.account_id
     where s.seek_id = any(%s) and s.game_id is not null and w.enabled and 'matched' = any(w.events)
"""
_MATCHED_LATELY: Final = """
    select distinct account_id from seek
     where game_id is not null and account_id = any(%s) and matched_at > now() - make_interval(secs => %s)
"""
_NAMED: Final = """
    select distinct m.account_id from contest_member m join webhook w on w.account_id = m.account_id
     where m.entry_id = any(%s) and not m.confirmed and w.enabled and 'contest-invited' = any(w.events)
"""
_NAMED_LATELY: Final = """
    select distinct m.account_id
      from contest_member m join contest_entry e on e.contest_id = m.contest_id and e.entry_id = m.entry_id
     where m.account_id = any(%s) and not m.confirmed and e.created_at > now() - make_interval(secs => %s)
"""
_WITH_NEWS: Final = """
    select distinct w.game_id from webhook_game w join game g on g.game_id = w.game_id
     where (w.ended_at is null and g.version > w.version) or w.has_message
     limit %s
"""


def _tell(game_id: UUID) -> bool:
    """Store the deliveries of what is new in a game. Return False after an error, which the next sweep repeats."""
    try:
        told = _store_news(game_id)
    except Exception:
        _log.warning("cannot tell webhooks of the game g_%s", game_id.hex, exc_info=True)
        return False
    for account_id in told:
        deliveries.schedule(account_id)
    return True


def _store_news(game_id: UUID) -> list[UUID]:
    """Store deliveries, and what was told, in one transaction. Return the accounts with new deliveries."""
    told = []
    with transaction() as changes:
        watched = select(WebhookGame).where(WebhookGame.game_id == game_id).order_by(WebhookGame.account_id)
        rows = changes.scalars(watched.with_for_update()).all()
        stored = event_store.load(game_id) if rows else None
        if stored is None or stored.log is None:
            return []
        now = changes.execute(select(func.now())).scalar_one()
        for row in rows:
            if deliveries.add(changes, row.account_id, _news(stored, row)):
                told.append(row.account_id)
            row.version, row.ended_at = stored.log.version, stored.finished_at
            row.has_message, row.looked_at = False, now
    return told


def _news(stored: Stored, row: WebhookGame) -> Iterator[Happening]:
    assert stored.log is not None
    if stored.log.version > row.version:
        yield from events.of_log(stored, row.seat, row.version)
    if row.has_message:
        # One that was committed later may have begun earlier. Those that were found before have deliveries.
        since = row.looked_at - _LONGEST_TRANSACTION
        with connection() as db:
            found = db.execute(_MESSAGES, (stored.game_id, row.seat, since)).fetchall()
        for message_id, from_seat, at in found:
            yield events.late_message(stored.game_id, row.seat, message_id, from_seat, at)


_MESSAGES: Final = f"""
    select message_id, seat, at from {Message.__tablename__}
     where game_id = %s and seat <> %s and at > %s order by message_id
"""


def _tell_invitations(account_id: UUID) -> None:
    """Store deliveries of an account's open invitations, as far as it sees them."""
    open_invitations = invitations.of_account(account_id, _MOST_INVITATIONS)
    _store(account_id, reversed([events.invited(one) for one in open_invitations]))


def _tell_matches(account_id: UUID) -> None:
    """Store deliveries of the seeks of an account that have found a game."""
    _store(account_id, [events.matched(seek) for seek in seeks.matched(account_id, _LONGEST_ABSENCE)])


def _tell_teams(account_id: UUID) -> None:
    """Store deliveries of the teams in contests that wait for an account."""
    _store(account_id, reversed([events.contest_invited(one) for one in teams.of_account(account_id)]))


def _store(account_id: UUID, happenings: Iterable[Happening]) -> None:
    with transaction() as changes:
        told = deliveries.add(changes, account_id, happenings)
    if told:
        deliveries.schedule(account_id)
