"""The rounds of a contest, announced with their decks, to which the service commits."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from engine.pace import Pace
from engine.proof.deal import SEED_BYTES, commitment, secret_commitment, seed_of, shuffle
from engine.rules import Rules, rules_as_dict
from service.core.log import entries
from service.core.people import account_limits
from service.core.people.tokens import Caller
from service.core.tables.lobby.seats import require_bot_can_sit
from service.features.contests.tables import Contest, ContestDeck, ContestRound
from service.platform import ids

MAX_ROUNDS: Final = 100
"""The maximum number of rounds of a contest."""
MAX_DECKS_OF_ROUND: Final = 100
"""The maximum number of decks of a round."""
MAX_DECKS: Final = 1000
"""The maximum number of decks of a contest."""
MAX_CONTESTS: Final = 20
"""The maximum number of contests of an account that have not closed."""


class NewRound(NamedTuple):
    """A round to announce."""

    decks: int
    rules: Rules
    pace: Pace | None
    opens_at: datetime | None
    """None for now."""
    closes_at: datetime | None
    """None for a round that never closes."""
    pauses: bool = False
    """Whether the seats may pause a game."""


class NewContest(NamedTuple):
    """A contest to announce."""

    title: str
    about: str | None
    seats: int
    rounds: Sequence[NewRound]
    who: str
    invited: Sequence[UUID]
    entry_until: datetime | None
    """None for as long as a round is open."""


def announce(caller: Caller, new: NewContest) -> UUID:
    """Announce a contest and return its id. Raises LimitReached or BotCannotPlay."""
    contest_id = ids.new()
    for each in new.rounds:
        require_bot_can_sit(each.rules, new.seats, each.pace)
    with account_limits.locked(caller.account_id) as changes:
        is_open = or_(Contest.closes_at.is_(None), Contest.closes_at > func.now())
        mine = select(func.count()).select_from(Contest).where(Contest.created_by == caller.account_id, is_open)
        account_limits.require_below(changes, "contests", MAX_CONTESTS, mine)
        add(changes, contest_id, caller.account_id, new)
    return contest_id


def add(changes: Session, contest_id: UUID, account_id: UUID, new: NewContest) -> None:
    """Add a contest with its rounds and decks."""
    now: datetime = changes.execute(select(func.now())).scalar_one()
    ends = [each.closes_at for each in new.rounds if each.closes_at is not None]
    closes_at = max(ends) if len(ends) == len(new.rounds) else None
    contest = Contest(
        contest_id,
        account_id,
        new.title,
        new.about,
        new.seats,
        new.who,
        [one.hex for one in new.invited],
        min(each.opens_at or now for each in new.rounds),
        closes_at,
        new.entry_until or closes_at,
    )
    changes.add(contest)
    changes.flush()
    for number, each in enumerate(new.rounds):
        pace = None if each.pace is None else asdict(each.pace)
        rules = rules_as_dict(each.rules)
        changes.add(ContestRound(contest_id, number, rules, pace, each.opens_at or now, each.closes_at, each.pauses))
        changes.flush()
        for deck in range(each.decks):
            secret, salt, log_id = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES), ids.new()
            committed = bytes.fromhex(commitment(deck_of(secret, each.rules, new.seats), salt))
            of_secret = bytes.fromhex(secret_commitment(secret))
            changes.add(ContestDeck(contest_id, number, deck, log_id, secret, salt, committed, of_secret))
            entries.opened(changes, log_id, secret)


def deck_of(secret: bytes, rules: Rules, seats: int) -> bytes:
    """Return the deck that follows from a secret, as for a game whose seats contribute nothing."""
    return shuffle(rules.palette, seed_of(secret, (None,) * seats))
