"""Matching of seeks: who plays with whom, oldest first, and the game that they get."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import product
from typing import Any, Final
from uuid import UUID

from sqlalchemy import func, select, true
from sqlalchemy.orm import Session

from engine.pace import Pace
from engine.rules import rules_from_dict
from service.core.people.tables import Account, Block
from service.core.tables.lobby import creation, seats
from service.core.tables.lobby.contributions import Contribution
from service.core.tables.lobby.seats import Timeouts
from service.core.tables.news import publisher
from service.core.tables.setting import TableSetting
from service.features.seeks.tables import Seek
from service.platform import ids

LIFETIME: Final = timedelta(seconds=60)
"""How long a seek waits if nobody reads it."""

_QUEUE: Final = timedelta(seconds=30)
"""How much later the time of a transaction may be that got the lock while this one waited for it."""

_Pairs = frozenset[tuple[UUID, UUID]]
_Pace = dict[str, Any] | None


def match(changes: Session, seek_id: UUID, timeouts: Timeouts, *, with_bots: bool = False) -> None:
    """Start a game for a seek, if enough others wait that go with it.

    The calling function holds the lock of all matches. The row locks let a seek be matched once even without it.
    With `with_bots`, bots take the seats for which there is nobody; then only others go with it that accept bots.
    """
    waiting = _waiting(changes, seek_id)
    mine = next((seek for seek in waiting if seek.seek_id == seek_id), None)
    if mine is None:
        return
    others = [seek for seek in waiting if seek is not mine and (seek.bots_at is not None or not with_bots)]
    blocked = _blocked(changes, [seek.account_id for seek in waiting])
    paces = mine.acceptable_paces
    # Compared once for each seek, since there are many pairs of rules and paces.
    fitting = [
        (seek, [rules in seek.rules for rules in mine.rules], [pace in seek.acceptable_paces for pace in paces])
        for seek in others
    ]
    groups = []
    for (r, rules), (p, pace) in product(enumerate(mine.rules), enumerate(paces)):
        partners = [seek for seek, has_rules, has_paces in fitting if has_rules[r] and has_paces[p]]
        groups.append((_group(mine, partners, blocked), rules, pace))
    if not with_bots:
        groups = [found for found in groups if len(found[0]) == mine.seats - 1]
    if groups:
        # Those who have waited longest, and of equal groups the rules, and then the pace, that this seek likes best.
        group, rules, pace = min(groups, key=lambda each: (-len(each[0]), [seek.created_at for seek in each[0]]))
        _start(changes, mine, [mine, *group], rules, pace, timeouts)


def _waiting(changes: Session, seek_id: UUID) -> Sequence[Seek]:
    """Lock and return the seeks of somebody who is there, with as many seats as this one, oldest first."""
    seats_of = select(Seek.seats).where(Seek.seek_id == seek_id).scalar_subquery()
    # A time further ahead shows that the clock was set back: it is unknown whether somebody is there.
    is_there = Seek.expires_at.between(func.now(), func.now() + LIFETIME + _QUEUE)
    may_play = Account.deleted_at.is_(None) & (Account.suspended_until > func.now()).is_not(true())
    found = (
        select(Seek)
        .join(Account, Account.account_id == Seek.account_id)
        .where(Seek.game_id.is_(None), Seek.seats == seats_of, is_there, may_play)
        .order_by(Seek.created_at, Seek.seek_id)
    )
    return changes.scalars(found.with_for_update(of=Seek)).all()


def _blocked(changes: Session, accounts: Sequence[UUID]) -> _Pairs:
    """Return the pairs of accounts of which one has blocked the other, in both orders."""
    among = select(Block.account_id, Block.blocked_id).where(
        Block.account_id.in_(accounts), Block.blocked_id.in_(accounts)
    )
    pairs = [(row.account_id, row.blocked_id) for row in changes.execute(among)]
    return frozenset([*pairs, *[(other, one) for one, other in pairs]])


def _group(mine: Seek, partners: Sequence[Seek], blocked: _Pairs) -> list[Seek]:
    """Return the oldest partners that go with a seek and with each other, at most as many as it needs."""
    group: list[Seek] = []
    for partner in partners:
        if len(group) == mine.seats - 1:
            break
        if all(_go_together(partner, one, blocked) for one in (mine, *group)):
            group.append(partner)
    return group


def _go_together(one: Seek, other: Seek, blocked: _Pairs) -> bool:
    # Of two seats with the same commitment, one would copy what the other reveals.
    copied = one.entropy_commitment is not None and one.entropy_commitment == other.entropy_commitment
    return not copied and (one.account_id, other.account_id) not in blocked


def _start(
    changes: Session, mine: Seek, players: list[Seek], rules: dict[str, Any], pace: _Pace, timeouts: Timeouts
) -> None:
    """Create the game, with who has waited longest in seat 0, and seat all."""
    players.sort(key=lambda seek: (seek.created_at, seek.seek_id))
    setting = TableSetting(mine.seats, rules_from_dict(rules), pace=None if pace is None else Pace(**pace))
    game = creation.add_table(changes, ids.new(), setting, players[0].account_id, open_s=timeouts.open_s)
    for seek in players:
        contribution = Contribution(seek.entropy, seek.entropy_commitment)
        seats.give_to_account(changes, game, seek.account_id, contribution, timeouts)
    for _ in range(mine.seats - len(players)):
        assert mine.bot is not None
        seats.give_to_bot(changes, game, None, mine.bot, timeouts)
    for seek in players:
        seek.game_id, seek.matched_at, seek.pace = game.game_id, func.now(), pace
        publisher.announce(seek.seek_id, -1)
    changes.flush()
    publisher.announce(game.game_id, game.version)
