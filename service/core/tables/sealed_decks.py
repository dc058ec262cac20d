"""Decks that others have still to play, and that nobody may play or import meanwhile."""

from uuid import UUID

from service.core import feature
from service.core.tables.stored_game import Stored
from service.platform.refusal import Refusal


class DeckSealed(Refusal):
    """Others have still to play the deck."""

    code = "deck-sealed"


def require_unsealed(stored: Stored) -> None:
    """Raise DeckSealed for a game of a contest whose deck others have still to play."""
    if stored.setting.contest_id is not None and stored.private and not stored.hidden:
        raise DeckSealed


def require_not_sealed(account_id: UUID, deck: bytes) -> None:
    """Raise DeckSealed for a deck of which an account may not make or import a game."""
    for refuse_deck in feature.given(lambda hooks: hooks.refuse_deck):
        refuse_deck(account_id, deck)


def require_no_sealed_record(key: bytes, commitment: str) -> None:
    """Raise DeckSealed for a record whose deck is sealed, by its key and its commitment."""
    for refuse_record in feature.given(lambda hooks: hooks.refuse_record):
        refuse_record(key, commitment)
