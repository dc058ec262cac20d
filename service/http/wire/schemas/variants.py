"""Query parameters of the list of variants."""

from typing import Final, NamedTuple

from marshmallow import fields, validate

from engine.rules.variants import VARIANTS, VARIANTS_BY_ID
from service.http.wire.pagination import position_of
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import load_query
from service.http.wire.schemas.fields import DecimalDigits, between, length, one_of
from service.http.wire.schemas.lists import PagedQuery

__all__ = ["MAX_SEARCH_LENGTH", "VariantsQuery", "variants_query"]

MAX_SEARCH_LENGTH: Final = 100

_SUITS: Final = frozenset(suit.name for variant in VARIANTS.values() for suit in variant.suits)
_MODIFIERS: Final = frozenset(code for variant in VARIANTS.values() for code in variant.modifiers)
_NUMBERS: Final = frozenset(len(variant.suits) for variant in VARIANTS.values())


class _VariantsQuery(PagedQuery):
    q = fields.String(load_default="", validate=length(MAX_SEARCH_LENGTH))
    suits = DecimalDigits(load_default=None, validate=between(min(_NUMBERS), max(_NUMBERS)))
    suit = fields.String(load_default=None, validate=validate.OneOf(_SUITS, error="must be the name of a suit"))
    modifier = fields.String(load_default=None, validate=one_of(sorted(_MODIFIERS)))


class VariantsQuery(NamedTuple):
    """Conditions on the list of variants, and its page; None for no condition."""

    words: tuple[str, ...]
    """Words in lower case, each of which is in the name."""
    suits: int | None
    """The number of suits."""
    suit: str | None
    modifier: str | None
    after: int | None
    """The id of the last variant of the previous page."""
    limit: int


def variants_query() -> VariantsQuery:
    """Return the filter and the page of the list of variants."""
    query = load_query(_VariantsQuery())
    words = tuple(query["q"].casefold().split())
    return VariantsQuery(words, query["suits"], query["suit"], query["modifier"], _after(query), query["limit"])


def _after(query: dict[str, str]) -> int | None:
    if "cursor" not in query:
        return None
    position = position_of(query["cursor"], int)
    if position is None or position.game_id.int not in VARIANTS_BY_ID:
        raise Problem("invalid-request", errors=[fault("?cursor", "is not a cursor of this list")])
    return position.game_id.int
