"""Tables of contests: an entry plays a deck, once."""

import time
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from engine.decide import IllegalMove
from engine.decide import Refusal as Refused
from engine.pace import Pace
from engine.rules import rules_from_dict
from service.core.log import entries
from service.core.people import account_limits
from service.core.people.tokens import Caller
from service.core.tables.lobby import creation, seats
from service.core.tables.lobby.contributions import Contribution
from service.core.tables.lobby.creation import GivenDeck
from service.core.tables.lobby.seats import Timeouts
from service.core.tables.lookup import existing
from service.core.tables.news import publisher
from service.core.tables.setting import TableSetting
from service.core.tables.tables import Seat
from service.features.contests import arenas, sealing, standings
from service.features.contests.announced_rounds import deck_of
from service.features.contests.entering import NotAnEntrant
from service.features.contests.sealed_decks import importers
from service.features.contests.tables import (
    Contest,
    ContestDeck,
    ContestEntry,
    ContestMember,
    ContestRound,
    ContestTable,
)
from service.platform import ids
from service.platform.database.pool import fetch_all, fetch_one
from service.platform.refusal import Refusal

READY_FOR_S: Final = 3600
"""How long a member who was there counts as being there."""

_PAUSES: Final = """
    select r.pauses from contest_table t join contest_round r on r.contest_id = t.contest_id and r.round = t.round
     where t.game_id = %s
"""


class RoundNotOpen(Refusal):
    """The round has not opened yet, or has closed, or all have ended the deck."""

    code = "round-not-open"


class Table(NamedTuple):
    """What an entry has done with a deck, as a caller sees it."""

    round: int
    deck: int
    entry_id: UUID
    ready: list[UUID]
    """The accounts that are there, while it waits for others."""
    game_id: UUID | None
    """None before the deal, and while the caller must not see the game."""
    status: str
    """`waiting`, `running` or `ended`."""
    outcome: str | None
    score: int | None
    matchpoints: int | None
    """None until the game has ended, and if it ended after its round."""


def play(caller: Caller, contest_id: UUID, number: int, deck: int, timeouts: Timeouts) -> tuple[Table, bool]:
    """Say that the caller is there to play a deck. When all members of the entry are, the game is dealt.

    Return the table, and whether this request has dealt it. Later requests return the same table.

    Raises NotFound, NotAnEntrant, RoundNotOpen or LimitReached.
    """
    dealt: UUID | None = None
    with account_limits.locked(caller.account_id) as changes:
        contest = existing(changes.get(Contest, contest_id))
        # A seal is not opened while a table of its deck is dealt.
        place = (contest_id, number, deck)
        found = existing(changes.get(ContestDeck, place, with_for_update={"read": True}))
        entry_id = _entry_of(changes, caller, contest_id)
        table = changes.get(ContestTable, (*place, entry_id), with_for_update=True)
        if table is None or table.game_id is None:
            of_round = changes.get_one(ContestRound, (contest_id, number))
            _require_open(changes, of_round, found)
            table = table or _new(changes, place, entry_id)
            now = time.time()
            table.ready = {**table.ready, caller.account_id.hex: now}
            members = _members(changes, contest_id, entry_id)
            needed = [one.account_id.hex for one in members if one.account_id is not None]
            if all(now - table.ready.get(one, 0) < READY_FOR_S for one in needed):
                dealt = table.game_id = _deal(changes, caller, contest, of_round, found, members, timeouts)
    if dealt is not None:
        publisher.announce(dealt, 0)
    return _own(contest_id, caller.account_id, number, deck), dealt is not None


def _entry_of(changes: Session, caller: Caller, contest_id: UUID) -> UUID:
    mine = select(ContestEntry.entry_id).join(
        ContestMember,
        (ContestEntry.contest_id == ContestMember.contest_id) & (ContestEntry.entry_id == ContestMember.entry_id),
    )
    entry_id = changes.scalar(
        mine.where(
            ContestEntry.contest_id == contest_id,
            ContestMember.account_id == caller.account_id,
            ContestEntry.entered_at.is_not(None),
            ContestEntry.withdrawn_at.is_(None),
        )
    )
    if entry_id is None:
        raise NotAnEntrant
    return entry_id


def _require_open(changes: Session, of_round: ContestRound, deck: ContestDeck) -> None:
    now: datetime = changes.execute(select(func.now())).scalar_one()
    is_over = deck.unsealed_at is not None or (of_round.closes_at is not None and of_round.closes_at <= now)
    if is_over or of_round.opens_at > now:
        raise RoundNotOpen


def _new(changes: Session, place: tuple[UUID, int, int], entry_id: UUID) -> ContestTable:
    """Add the table of an entry, or return the one that a partner has just added."""
    contest_id, number, deck = place
    row = insert(ContestTable).values(contest_id=contest_id, round=number, deck=deck, entry_id=entry_id, ready={})
    changes.execute(row.on_conflict_do_nothing())
    return changes.get_one(ContestTable, (*place, entry_id), with_for_update=True)


def _members(changes: Session, contest_id: UUID, entry_id: UUID) -> list[ContestMember]:
    of_entry = select(ContestMember).where(ContestMember.contest_id == contest_id, ContestMember.entry_id == entry_id)
    return list(changes.scalars(of_entry.order_by(ContestMember.seat)))


def _deal(
    changes: Session,
    caller: Caller,
    contest: Contest,
    of_round: ContestRound,
    deck: ContestDeck,
    members: list[ContestMember],
    timeouts: Timeouts,
) -> UUID:
    """Deal the game of an entry, with all its members in their seats. Return its id."""
    seats.require_few_running(changes, caller)
    rules = rules_from_dict(of_round.rules)
    codes = deck_of(deck.secret, rules, contest.seats)
    setting = TableSetting(
        contest.seats,
        rules,
        pace=None if of_round.pace is None else Pace(**of_round.pace),
        contest_id=contest.contest_id,
    )
    game = creation.add_table(
        changes,
        game_id := ids.new(),
        setting,
        caller.account_id,
        open_s=timeouts.open_s,
        private=True,
        deck=GivenDeck([rules.palette.cards[code] for code in codes], salt=deck.salt),
    )
    game.sealed_until = of_round.closes_at
    for member in members:
        if member.account_id is not None:
            seats.give_to_account(changes, game, member.account_id, Contribution(None, None), timeouts)
        elif member.bot is not None:
            seats.give_to_bot(changes, game, None, member.bot, timeouts)
    changes.flush()
    knowing = importers([one.account_id for one in members if one.account_id is not None], codes)
    of_game = (Seat.game_id == game_id, Seat.account_id.in_(knowing))
    changes.execute(update(Seat).where(*of_game).values(knew_deck=True))
    assert game.head is not None  # the last seat was taken
    entries.dealt_in_contest(changes, contest.contest_id, game_id, deck.secret_commitment, game.head)
    return game_id


_TABLES: Final = f"""
    with mine as (select m.entry_id from contest_member m
                   where m.contest_id = %(contest)s and m.account_id = %(me)s and m.confirmed),
         played as ({standings.PLAYED})
    select t.round, t.deck, t.entry_id, t.ready, t.game_id, g.status, g.outcome, g.score,
           played.matchpoints, t.entry_id in (select entry_id from mine) as own, {sealing.UNSEALED} as unsealed
      from contest_table t
      join contest_round r on r.contest_id = %(contest)s and r.round = t.round
      join contest_deck d on d.contest_id = %(contest)s and d.round = t.round and d.deck = t.deck
      left join game g on g.game_id = t.game_id
      left join played on played.round = t.round and played.deck = t.deck and played.entry_id = t.entry_id
     where t.contest_id = %(contest)s and (%(round)s::int is null or t.round = %(round)s)
       and (%(deck)s::int is null or t.deck = %(deck)s)
       and (t.entry_id in (select entry_id from mine)
            or not %(only_own)s and g.status = 'ended' and ({sealing.UNSEALED} or exists (
               select 1 from played own where own.round = t.round and own.deck = t.deck
                  and own.entry_id in (select entry_id from mine))))
     order by t.round, t.deck, played.matchpoints desc nulls last, t.entry_id
"""


def listed(
    contest_id: UUID, account_id: UUID, number: int | None, deck: int | None, *, only_own: bool = False
) -> list[Table]:
    """Return the tables of an account, and the ended ones of others on decks that are not sealed for it.

    In an arena, those of others are for one deck at a time, as are matchpoints.
    """
    values = {
        "contest": contest_id,
        "me": account_id,
        "round": number,
        "deck": deck,
        "only_own": only_own,
        "compared": deck is not None or not arenas.is_arena(contest_id),
    }
    return [_table(row) for row in fetch_all(_TABLES, values)]


_UNFINISHED: Final = """
    select 1 from contest_member m
      join contest_table t on t.contest_id = m.contest_id and t.entry_id = m.entry_id
      left join game g on g.game_id = t.game_id
     where m.contest_id = %s and m.account_id = %s and m.confirmed and g.status is distinct from 'ended' limit 1
"""


def has_unfinished(contest_id: UUID, account_id: UUID) -> bool:
    """Return True if an account has tables that have not ended, which only its team sees in lists."""
    return fetch_one(_UNFINISHED, (contest_id, account_id)) is not None


def _own(contest_id: UUID, account_id: UUID, number: int, deck: int) -> Table:
    (found,) = listed(contest_id, account_id, number, deck, only_own=True)
    return found


def _table(row: tuple[Any, ...]) -> Table:
    number, deck, entry_id, ready, game_id, status, outcome, score, matchpoints, is_own, is_unsealed = row
    is_ended, is_waiting = status == "ended", game_id is None
    there = [UUID(one) for one, at in ready.items() if time.time() - at < READY_FOR_S]
    return Table(
        number,
        deck,
        entry_id,
        there if is_own and is_waiting else [],
        game_id if is_own or is_unsealed else None,
        "waiting" if is_waiting else status,
        outcome,
        (score or 0) if is_ended else None,
        matchpoints,
    )


def refuse_pause(game_id: UUID) -> None:
    """Raise IllegalMove unless the round of a game allows pauses.

    In a pause nobody's time runs, and hands can be read for as long as the players like.
    """
    row = fetch_one(_PAUSES, (game_id,))
    if row is None or not row[0]:
        raise IllegalMove(Refused.NO_PAUSE)
