"""Routes of hanab.live's variants, with their rules as data and in words."""

from collections.abc import Iterator
from itertools import dropwhile, islice
from typing import Final, NamedTuple
from uuid import UUID

from flask import Blueprint, Response

from engine.rules.variants import VARIANTS, Variant
from service.games.lookup import NotFound
from service.http.wire import render, schemas
from service.http.wire.operation import Operation
from service.http.wire.pagination import page_of
from service.http.wire.request_record import language
from service.http.wire.responses import as_json, cacheable
from service.http.wire.schemas import VariantsQuery
from service.replays.listing import Position

__all__ = ["routes"]

routes = Blueprint("variants", __name__, url_prefix="/v1/variants")

_BY_ID: Final = {str(variant.id): variant for variant in VARIANTS.values()}


class _Row(NamedTuple):
    """A variant in the list, whose order never changes: a position needs the id alone."""

    variant: Variant

    @property
    def position(self) -> Position:
        return Position(0, UUID(int=self.variant.id or 0))


@routes.get("")
@Operation("listVariants", token=False, price=80)
def list_variants() -> Response:
    """List the variants of hanab.live.

    Returns hanab.live's variants in its order, with their rules as data and in words. The parameters select some of
    them. The response is the same for everyone who reads its language, so any cache can store it.
    """
    query, lang = schemas.variants_query(), language()
    rows = list(islice(_matching(query), query.limit + 1))
    return cacheable(page_of(rows, query.limit, lambda row: render.variant(lang, row.variant)))


@routes.get("/<variant>")
@Operation("getVariant", token=False)
def get_variant(variant: str) -> Response:
    """Read a variant of hanab.live.

    Returns the rules of a variant: its suits, cards and clues as data, and sentences that say how it differs from
    the base game, in the caller's language.
    """
    if variant not in _BY_ID:
        raise NotFound
    return cacheable(as_json(render.variant(language(), _BY_ID[variant])))


def _matching(query: VariantsQuery) -> Iterator[_Row]:
    variants: Iterator[Variant] = iter(VARIANTS.values())
    if query.after is not None:
        variants = islice(dropwhile(lambda variant: variant.id != query.after, variants), 1, None)
    for variant in variants:
        name = variant.name.casefold()
        if (
            all(word in name for word in query.words)
            and query.suits in (None, len(variant.suits))
            and (query.suit is None or any(suit.name == query.suit for suit in variant.suits))
            and (query.modifier is None or query.modifier in variant.modifiers)
        ):
            yield _Row(variant)
