"""Contests as callers see them, and lists of them."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from psycopg.rows import dict_row

from service.core.people.tokens import Caller
from service.core.tables.lookup import NotFound
from service.features.contests import sealing
from service.platform import ids
from service.platform.database.list_position import Position
from service.platform.database.pool import connection, fetch_all, fetch_one


class DeckView(NamedTuple):
    """A deck of a round."""

    round: int
    deck: int
    log_id: UUID
    commitment: bytes
    secret_commitment: bytes
    secret: bytes | None
    """None while the seal holds."""
    salt: bytes | None
    """None while the seal holds."""

    @property
    def is_sealed(self) -> bool:
        """Whether the seal holds."""
        return self.secret is None


class RoundView(NamedTuple):
    """A round."""

    round: int
    status: str
    rules: dict[str, Any]
    pace: dict[str, Any] | None
    opens_at: datetime
    closes_at: datetime | None
    pauses: bool
    decks: int
    is_sealed: bool
    """Whether the seal of a deck holds."""


class ListedContest(NamedTuple):
    """A contest in a list."""

    contest_id: UUID
    title: str
    status: str
    """`announced`, `open` or `closed`."""
    seats: int
    who: str
    opens_at: datetime
    closes_at: datetime | None
    entry_until: datetime | None
    is_entry_open: bool
    rounds: int
    decks: int
    entries: int
    created_by: UUID | None
    """None if the account is deleted."""
    creator_name: str
    created_at: datetime

    @property
    def position(self) -> Position:
        """The position of the contest in the list."""
        return Position(self.created_at, self.contest_id)


class ContestView(NamedTuple):
    """A contest with its rounds."""

    summary: ListedContest
    about: str | None
    invited: list[UUID]
    rounds: list[RoundView]


_STATUS: Final = """
    case when {0}.closes_at <= now() then 'closed' when {0}.opens_at <= now() then 'open' else 'announced' end
"""
_COLUMNS: Final = f"""
    c.contest_id, c.title, {_STATUS.format("c")} as status, c.seats, c.who, c.opens_at, c.closes_at, c.entry_until,
    coalesce(c.entry_until > now(), true) and coalesce(c.closes_at > now(), true) as is_entry_open,
    (select count(*) from contest_round r where r.contest_id = c.contest_id) as rounds,
    (select count(*) from contest_deck d where d.contest_id = c.contest_id) as decks,
    (select count(*) from contest_entry e
      where e.contest_id = c.contest_id and e.entered_at is not null and e.withdrawn_at is null) as entries,
    case when a.deleted_at is null then a.account_id end as created_by, a.name as creator_name, c.created_at
"""
_READ: Final = f"""
    select {_COLUMNS}, c.about, c.invited
      from contest c join account a on a.account_id = c.created_by where c.contest_id = %s
"""
_LIST: Final = f"""
    select * from (select {_COLUMNS} from contest c join account a on a.account_id = c.created_by) found
     where (%(status)s::text is null or status = %(status)s)
       and (%(mine)s::uuid is null or created_by = %(mine)s or exists (
            select 1 from contest_member m join contest_entry e using (contest_id, entry_id)
             where m.contest_id = found.contest_id and m.account_id = %(mine)s and e.withdrawn_at is null))
       and (%(after_at)s::timestamptz is null or (created_at, contest_id) < (%(after_at)s, %(after_id)s::uuid))
     order by created_at desc, contest_id desc limit %(limit)s
"""
_DECKS_OF_ROUNDS: Final = "select count(*) from contest_deck where contest_id = %s group by round order by round"
_ROUNDS: Final = f"""
    select r.round, {_STATUS.format("r")} as status, r.rules, r.pace, r.opens_at, r.closes_at, r.pauses,
           count(*) as decks, not bool_and({sealing.UNSEALED}) as is_sealed
      from contest_round r join contest_deck d using (contest_id, round)
     where r.contest_id = %s group by r.contest_id, r.round order by r.round
"""
_DECKS: Final = f"""
    select d.round, d.deck, d.log_id, d.commitment, d.secret_commitment,
           case when {sealing.UNSEALED} then d.secret end as secret,
           case when {sealing.UNSEALED} then d.salt end as salt
      from contest_round r join contest_deck d using (contest_id, round)
     where r.contest_id = %s and (%s::int is null or d.round = %s) order by d.round, d.deck
"""


def viewer(caller: Caller | None) -> UUID:
    """Return the account that a contest is shown to. A token that is bound to a seat sees what everybody sees."""
    return ids.NOBODY if caller is None or caller.game_id is not None else caller.account_id


def listed(status: str | None, mine: UUID | None, after: Position | None, limit: int) -> list[ListedContest]:
    """Return up to `limit` contests, newest first: all, or those that an account has announced or takes part in."""
    after_at, after_id = after or (None, None)
    values = {"status": status, "mine": mine, "limit": limit, "after_at": after_at, "after_id": after_id}
    return [ListedContest(*row) for row in fetch_all(_LIST, values)]


def title(contest_id: UUID) -> str | None:
    """Return the title of a contest; None if there is none with this id."""
    found = fetch_one("select title from contest where contest_id = %s", (contest_id,))
    return None if found is None else str(found[0])


def decks_of_rounds(contest_id: UUID) -> list[int]:
    """Return the number of decks of each round. Raises NotFound."""
    rows = fetch_all(_DECKS_OF_ROUNDS, (contest_id,))
    if not rows:
        raise NotFound
    return [decks for (decks,) in rows]


def read(contest_id: UUID) -> ContestView:
    """Return a contest with its rounds. Raises NotFound."""
    sealing.open_due(contest_id)
    with connection() as db:
        found = db.cursor(row_factory=dict_row).execute(_READ, (contest_id,)).fetchone()
        rows = db.execute(_ROUNDS, (contest_id,)).fetchall()
    if found is None:
        raise NotFound
    about, invited = found.pop("about"), found.pop("invited")
    rounds = [RoundView(*row) for row in rows]
    return ContestView(ListedContest(**found), about, [UUID(one) for one in invited], rounds)


def decks(contest_id: UUID, number: int | None = None) -> list[DeckView]:
    """Return the decks of a contest, or of one of its rounds."""
    sealing.open_due(contest_id)
    return [DeckView(*row) for row in fetch_all(_DECKS, (contest_id, number, number))]


def announced_by(caller: Caller) -> list[UUID]:
    """Return the ids of the contests that the caller has announced, oldest first."""
    with connection() as db:
        found = db.execute(
            "select contest_id from contest where created_by = %s order by contest_id", (caller.account_id,)
        )
        return [contest_id for (contest_id,) in found]
