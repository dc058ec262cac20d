"""Entries: an account enters a contest with partners, who confirm it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, exists, func, or_, select
from sqlalchemy.orm import Session

from engine.bots import can_sit
from engine.rules import rules_from_dict
from service.core.people import account_limits
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.tables.lobby.seats import BotCannotPlay
from service.core.tables.lookup import NotFound, existing
from service.core.tables.news import publisher
from service.features.contests import arenas, teams
from service.features.contests.tables import (
    Contest,
    ContestDeck,
    ContestEntry,
    ContestMember,
    ContestRound,
    ContestTable,
)
from service.features.contests.teams import Entry
from service.platform import ids
from service.platform.refusal import Refusal

MAX_ENTRIES: Final = 1000
"""The maximum number of entries of a contest that are not withdrawn."""
MAX_TABLES: Final = 10_000
"""The maximum number of tables of a round if all teams play all its decks: the teams are fewer with many decks."""
MAX_ENTRIES_OF_ARENA: Final = 10_000
"""The same for an arena, in which most teams never end all decks."""
MAX_INVITED: Final = 1000
"""The maximum number of accounts that may enter a contest for invited ones."""
MAX_TEAMS: Final = 10
"""The maximum number of teams that an account or its bots enter in a contest."""


class EntryClosed(Refusal):
    """It is too late to enter the contest."""

    code = "entry-closed"


class NotEligible(Refusal):
    """The contest is not for one of the accounts or bots."""

    code = "not-eligible"


class AlreadyEntered(Refusal):
    """One of the accounts takes part already, or has played a deck for an entry that was withdrawn."""

    code = "already-entered"


class TeamHasBegun(Refusal):
    """The team has begun a deck, so only its members can withdraw it."""

    code = "team-has-begun"


class NotAnEntrant(Refusal):
    """The caller takes part in no complete entry."""

    code = "not-an-entrant"


class NoSuchPartner(Exception):
    """The partner at this place in the request is not an account, or an account that sits there already."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class Partner(NamedTuple):
    """Who takes one of the other seats: either an account or a bot of the service."""

    account_id: UUID | None
    bot: str | None


def enter(
    caller: Caller, contest_id: UUID, name: str | None, partners: Sequence[Partner], *, via: str = "http"
) -> Entry:
    """Enter a contest with the caller in seat 0. Bots of the caller, or of the caller's owner, need not confirm it.

    `via` says how the caller is connected.

    Raises NotFound, EntryClosed, NoSuchPartner, NotEligible, BotCannotPlay, AlreadyEntered or LimitReached.
    """
    entry_id = ids.new()
    with account_limits.locked(caller.account_id) as changes:
        contest = _locked(changes, contest_id)
        known = [one.account_id for one in partners if one.account_id is not None]
        found = select(Account).where(Account.account_id.in_([caller.account_id, *known]), Account.deleted_at.is_(None))
        accounts = {account.account_id: account for account in changes.scalars(found)}
        me = accounts[caller.account_id]
        seen = {caller.account_id}
        for place, partner in enumerate(partners):
            if partner.account_id is not None and (partner.account_id not in accounts or partner.account_id in seen):
                raise NoSuchPartner(place)
            if partner.account_id is not None:
                seen.add(partner.account_id)
        _require_eligible(contest, accounts.values(), has_bots=len(accounts) <= len(partners))
        _require_bots_can_play(changes, contest, [one.bot for one in partners if one.bot is not None])
        owner = me.owner_id or me.account_id
        agreed = {one for one, account in accounts.items() if one == me.account_id or account.owner_id == owner}
        _require_free(changes, contest_id, agreed)
        current = (ContestEntry.contest_id == contest_id, ContestEntry.withdrawn_at.is_(None))
        count = select(func.count()).select_from(ContestEntry).where(*current)
        account_limits.require_below(changes, "teams-in-contest", MAX_TEAMS, _of_owner(contest_id, owner))
        maximum = _most_entries(changes, contest_id)
        account_limits.require_below(changes, "contest-entries", maximum, count, of="contest")
        is_complete = agreed >= seen
        entry = ContestEntry(contest_id, entry_id, name, via=via)
        changes.add(entry)
        changes.flush()
        for seat, one in enumerate((Partner(caller.account_id, None), *partners)):
            confirmed = one.account_id is None or one.account_id in agreed
            changes.add(ContestMember(contest_id, entry_id, seat, one.account_id, one.bot, confirmed))
        if is_complete:
            entry.entered_at = func.now()
    if not is_complete:
        publisher.announce(entry_id, -1)
    return teams.read(contest_id, entry_id)


def confirm(caller: Caller, contest_id: UUID, entry_id: UUID) -> Entry:
    """Confirm that the caller takes part in an entry, which is complete with its last member.

    Raises NotFound, EntryClosed, NotEligible or AlreadyEntered.
    """
    with account_limits.locked(caller.account_id) as changes:
        contest = _locked(changes, contest_id, may_be_over=True)
        entry, member = _of_caller(changes, caller, contest_id, entry_id)
        if not member.confirmed:
            if not _is_open(changes, contest):
                raise EntryClosed
            _require_free(changes, contest_id, {caller.account_id})
            member.confirmed = True
            changes.flush()
            missing = select(ContestMember.seat).where(
                ContestMember.contest_id == contest_id,
                ContestMember.entry_id == entry_id,
                ContestMember.confirmed.is_(False),
            )
            if changes.scalars(missing).first() is None:
                entry.entered_at = func.now()
    return teams.read(contest_id, entry_id)


def withdraw(caller: Caller, contest_id: UUID, entry_id: UUID) -> None:
    """Withdraw an entry as one of its members, also one that still waits, or as who has announced the contest.

    Raises NotFound, EntryClosed if the contest is over, or TeamHasBegun.
    """
    with account_limits.locked(caller.account_id) as changes:
        contest = _locked(changes, contest_id, may_be_over=True)
        entry = changes.get(ContestEntry, (contest_id, entry_id))
        if entry is None or entry.withdrawn_at is not None:
            raise NotFound
        mine = ContestMember.entry_id == entry_id, ContestMember.account_id == caller.account_id
        is_member = changes.scalars(select(ContestMember.seat).where(*mine)).first() is not None
        if not is_member and contest.created_by != caller.account_id:
            raise NotFound
        if not is_member and changes.scalar(select(_has_begun(entry_id))):
            raise TeamHasBegun
        sealed = ContestDeck.contest_id == contest_id, ContestDeck.unsealed_at.is_(None)
        if entry.entered_at is not None and changes.scalars(select(ContestDeck.deck).where(*sealed)).first() is None:
            raise EntryClosed  # the results are final
        entry.withdrawn_at = func.now()


def _has_begun(entry_id: UUID) -> ColumnElement[bool]:
    return exists().where(ContestTable.entry_id == entry_id, ContestTable.game_id.is_not(None))


def _of_owner(contest_id: UUID, owner: UUID) -> Select[int]:
    """Select the number of entries of an account and its bots, without those that were withdrawn before they began."""
    has_begun = exists().where(ContestTable.entry_id == ContestEntry.entry_id, ContestTable.game_id.is_not(None))
    return (
        select(func.count())
        .select_from(ContestEntry)
        .join(
            ContestMember,
            (ContestMember.contest_id == ContestEntry.contest_id) & (ContestMember.entry_id == ContestEntry.entry_id),
        )
        .join(Account, Account.account_id == ContestMember.account_id)
        .where(
            ContestEntry.contest_id == contest_id,
            ContestMember.seat == 0,
            or_(ContestEntry.withdrawn_at.is_(None), has_begun),
            or_(Account.account_id == owner, Account.owner_id == owner),
        )
    )


def _most_entries(changes: Session, contest_id: UUID) -> int:
    if arenas.is_arena(contest_id):
        return MAX_ENTRIES_OF_ARENA
    of_rounds = select(func.count()).where(ContestDeck.contest_id == contest_id).group_by(ContestDeck.round)
    return min(MAX_ENTRIES, MAX_TABLES // max(changes.scalars(of_rounds)))


def _locked(changes: Session, contest_id: UUID, *, may_be_over: bool = False) -> Contest:
    """Lock a contest, so that entries change one after the other. Raises NotFound or EntryClosed."""
    contest = existing(changes.scalar(select(Contest).where(Contest.contest_id == contest_id).with_for_update()))
    if not may_be_over and not _is_open(changes, contest):
        raise EntryClosed
    return contest


def _is_open(changes: Session, contest: Contest) -> bool:
    until = [at for at in (contest.entry_until, contest.closes_at) if at is not None]
    return not until or changes.execute(select(func.now() < min(until))).scalar_one() is True


def _of_caller(
    changes: Session, caller: Caller, contest_id: UUID, entry_id: UUID
) -> tuple[ContestEntry, ContestMember]:
    """Return an entry that is not withdrawn, and the caller's seat in it. Raises NotFound."""
    entry = changes.get(ContestEntry, (contest_id, entry_id))
    mine = (ContestMember.contest_id == contest_id, ContestMember.entry_id == entry_id)
    member = changes.scalar(select(ContestMember).where(*mine, ContestMember.account_id == caller.account_id))
    if entry is None or member is None or entry.withdrawn_at is not None:
        raise NotFound
    return entry, member


def _require_eligible(contest: Contest, accounts: Any, *, has_bots: bool) -> None:
    """Raise NotEligible unless the contest admits these accounts, and bots of the service beside them."""
    invited = set(contest.invited)
    for account in accounts:
        if contest.who == "people" and account.is_program:
            raise NotEligible
        if contest.who == "bots" and not account.is_program:
            raise NotEligible
        if contest.who == "invited" and account.account_id.hex not in invited:
            raise NotEligible
    if has_bots and contest.who == "people":
        raise NotEligible


def _require_bots_can_play(changes: Session, contest: Contest, bots: Sequence[str]) -> None:
    """Raise BotCannotPlay if one of the bots cannot play the rules of a round."""
    if not bots:
        return
    rules: Sequence[Mapping[str, Any]] = changes.scalars(
        select(ContestRound.rules).where(ContestRound.contest_id == contest.contest_id)
    ).all()
    for each in {str(one): one for one in rules}.values():
        if not all(can_sit(bot, rules_from_dict(dict(each)), contest.seats) for bot in set(bots)):
            raise BotCannotPlay


def _require_free(changes: Session, contest_id: UUID, accounts: set[UUID]) -> None:
    """Raise AlreadyEntered if one of the accounts takes part already, or has played a deck."""
    has_played = exists().where(
        ContestTable.contest_id == contest_id,
        ContestTable.entry_id == ContestEntry.entry_id,
        ContestTable.game_id.is_not(None),
    )
    taken = (
        select(ContestMember.seat)
        .join(
            ContestEntry,
            (ContestEntry.contest_id == ContestMember.contest_id) & (ContestEntry.entry_id == ContestMember.entry_id),
        )
        .where(
            ContestMember.contest_id == contest_id,
            ContestMember.account_id.in_(accounts),
            ContestMember.confirmed,
            or_(ContestEntry.withdrawn_at.is_(None), has_played),
        )
    )
    if changes.scalars(taken.limit(1)).first() is not None:
        raise AlreadyEntered
