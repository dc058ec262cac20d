"""Contributions of the seats to the deal: open texts, commitments and reveals.

`docs/verification.md` contains the protocol.
"""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from engine.proof.deal import entropy_commitment
from service.core.people.tokens import Caller
from service.core.tables.lobby import dealing, open_game
from service.core.tables.lobby.open_game import GameNotOpen
from service.core.tables.news import publisher
from service.core.tables.tables import Game, Seat
from service.platform.database.pool import transaction
from service.platform.refusal import Refusal


class CommitmentTaken(Refusal):
    """Another seat of the game has the same commitment."""

    code = "commitment-taken"


class RevealTooEarly(Refusal):
    """A seat of the game is still free, and a reveal would tell its player what the deck depends on."""

    code = "reveal-too-early"


class RevealMismatch(Refusal):
    """The seat has committed to something else, or to nothing."""

    code = "reveal-mismatch"


class Contribution(NamedTuple):
    """What a seat contributes: a text that everyone sees, a commitment to secret entropy, or nothing."""

    entropy: str | None
    entropy_commitment: bytes | None


def require_new(changes: Session, game_id: UUID, contribution: Contribution, account_id: UUID) -> None:
    """Raise CommitmentTaken if another seat of the game has the commitment.

    Its player would copy what the other seat reveals, and contribute nothing.
    """
    committed = contribution.entropy_commitment
    if committed is None:
        return
    of_others = (Seat.game_id == game_id) & Seat.account_id.is_distinct_from(account_id)
    if changes.scalar(select(exists().where(of_others, Seat.entropy_commitment == committed))):
        raise CommitmentTaken


def give(game_id: UUID, caller: Caller, contribution: Contribution) -> None:
    """Set the contribution of the caller's seat in an open game. It replaces the previous one.

    Raises NotFound, NotAPlayer, GameNotOpen, AwaitingReveals or CommitmentTaken.
    """
    with transaction() as changes:
        game, seat = open_game.own_seat(changes, game_id, caller)
        open_game.require_changeable(game)
        require_new(changes, game_id, contribution, caller.account_id)
        seat.entropy, seat.entropy_commitment = contribution
        game.revision += 1
    publisher.announce(game_id, -1)


def reveal(game_id: UUID, caller: Caller, entropy: bytes) -> None:
    """Reveal the secret entropy of the caller's seat, 32 bytes. The last reveal deals the game.

    A second, equal reveal changes nothing, also after the deal. Raises NotFound, NotAPlayer, RevealMismatch,
    GameNotOpen after the deal, or RevealTooEarly.
    """
    with transaction() as changes:
        game, seat = open_game.own_seat(changes, game_id, caller)
        if seat.reveal == entropy:
            return
        _require_awaited(game, seat, entropy)
        seat.reveal = entropy
        game.revision += 1
        dealing.start_if_complete(changes, game)
        version = game.version
    publisher.announce(game_id, version)


def _require_awaited(game: Game, seat: Seat, entropy: bytes) -> None:
    if game.status != "open":
        raise GameNotOpen
    if game.reveal_until is None:
        raise RevealTooEarly
    if seat.entropy_commitment is None or seat.entropy_commitment.hex() != entropy_commitment(entropy):
        raise RevealMismatch
