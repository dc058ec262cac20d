"""Variants of hanab.live, with their rules as data and in words: routes, query and JSON."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import dropwhile, islice
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from flask import Blueprint, Response
from marshmallow import fields, validate

from engine.rules import PRINTED_VARIANTS, variants
from engine.rules.card_set import Palette, palette_of
from engine.rules.variants import SAME_AS, VARIANTS, VARIANTS_BY_ID
from engine.wording import N_
from service import i18n
from service.database.list_position import Position
from service.games.lookup import NotFound
from service.http.wire.answers import Answer, Link
from service.http.wire.components.headers import LINK, PUBLIC
from service.http.wire.components.parameters import (
    CURSOR,
    IF_NONE_MATCH,
    LIMIT,
    NUMBER_OF_SUITS,
    VARIANT_WORDS,
    WITH_MODIFIER,
    WITH_SUIT,
)
from service.http.wire.components.shared_answers import PUBLIC_NOT_MODIFIED
from service.http.wire.components.variants import Variant, VariantList
from service.http.wire.fields import DecimalDigits, between, length, one_of
from service.http.wire.operation import Operation
from service.http.wire.pagination import PagedQuery, page_of, position_of
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import load_query
from service.http.wire.request_record import language
from service.http.wire.responses import as_json, cacheable

__all__ = ["MAX_SEARCH_LENGTH", "SUIT_FLAGS", "VariantsQuery", "routes"]

routes = Blueprint("variants", __name__, url_prefix="/v1/variants")

MAX_SEARCH_LENGTH: Final = 100

_SUITS: Final = frozenset(suit.name for variant in VARIANTS.values() for suit in variant.suits)

_MODIFIERS: Final = frozenset(code for variant in VARIANTS.values() for code in variant.modifiers)

_NUMBERS: Final = frozenset(len(variant.suits) for variant in VARIANTS.values())


class _VariantsQuery(PagedQuery):
    q = fields.String(load_default="", validate=length(MAX_SEARCH_LENGTH))
    suits = DecimalDigits(load_default=None, validate=between(min(_NUMBERS), max(_NUMBERS)))
    suit = fields.String(load_default=None, validate=validate.OneOf(_SUITS, error=N_("must be the name of a suit")))
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


def _variants_query() -> VariantsQuery:
    """Return the filter and the page of the list of variants."""
    query = load_query(_VariantsQuery())
    words = tuple(query["q"].casefold().split())
    return VariantsQuery(words, query["suits"], query["suit"], query["modifier"], _after(query), query["limit"])


def _after(query: dict[str, str]) -> int | None:
    if "cursor" not in query:
        return None
    position = position_of(query["cursor"], int)
    if position is None or position.game_id.int not in VARIANTS_BY_ID:
        raise Problem("invalid-request", errors=[fault("?cursor", N_("is not a cursor of this list"))])
    return position.game_id.int


_BY_ID: Final = {str(variant.id): variant for variant in VARIANTS.values()}


class _Row(NamedTuple):
    """A variant in the list, whose order never changes: a position needs the id alone."""

    variant: variants.Variant

    @property
    def position(self) -> Position:
        return Position(0, UUID(int=self.variant.id or 0))


@routes.get("")
@Operation(
    "listVariants",
    token=False,
    price=80,
    tag="editions",
    parameters=(VARIANT_WORDS, NUMBER_OF_SUITS, WITH_SUIT, WITH_MODIFIER, LIMIT, CURSOR, IF_NONE_MATCH),
    answers={
        200: Answer(
            VariantList,
            "The variants of this page.",
            examples=("variants",),
            headers=(LINK, *PUBLIC),
            links=(Link("variant", "getVariant", "One of the variants.", {"variant": "$response.body#/items/0/id"}),),
        ),
        304: PUBLIC_NOT_MODIFIED,
    },
)
def list_variants() -> Response:
    """List the variants of hanab.live.

    Returns hanab.live's variants in its order, with their rules as data and in words. The parameters select some of
    them. The response is the same for everyone who reads its language, so any cache can store it.
    """
    query, lang = _variants_query(), language()
    rows = list(islice(_matching(query), query.limit + 1))
    return cacheable(page_of(rows, query.limit, lambda row: _variant_json(lang, row.variant)))


@routes.get("/<variant>")
@Operation(
    "getVariant",
    token=False,
    tag="editions",
    parameters=(IF_NONE_MATCH,),
    answers={
        200: Answer(Variant, "The variant.", examples=("variant",), headers=PUBLIC),
        304: PUBLIC_NOT_MODIFIED,
    },
)
def get_variant(variant: str) -> Response:
    """Read a variant of hanab.live.

    Returns the rules of a variant: its suits, cards and clues as data, and sentences that say how it differs from
    the base game, in the caller's language.
    """
    if variant not in _BY_ID:
        raise NotFound
    return cacheable(as_json(_variant_json(language(), _BY_ID[variant])))


def _matching(query: VariantsQuery) -> Iterator[_Row]:
    later: Iterator[variants.Variant] = iter(VARIANTS.values())
    if query.after is not None:
        later = islice(dropwhile(lambda variant: variant.id != query.after, later), 1, None)
    for variant in later:
        name = variant.name.casefold()
        if (
            all(word in name for word in query.words)
            and query.suits in (None, len(variant.suits))
            and (query.suit is None or any(suit.name == query.suit for suit in variant.suits))
            and (query.modifier is None or query.modifier in variant.modifiers)
        ):
            yield _Row(variant)


SUIT_FLAGS: Final = {
    "oneOfEach": "one_of_each",
    "allClueColors": "all_clue_colors",
    "noClueColors": "no_clue_colors",
    "allClueRanks": "all_clue_ranks",
    "noClueRanks": "no_clue_ranks",
    "prism": "prism",
}
"""The flags of suits in responses, by their names in the table of suits. Other flags have members of their own."""


@lru_cache(4096)
def _variant_json(language: str, item: variants.Variant) -> orjson.Fragment:
    """Return a variant as JSON, with its rules as data and in words."""
    return orjson.Fragment(orjson.dumps(_variant(language, item)))


def _variant(language: str, item: variants.Variant) -> dict[str, Any]:
    palette = palette_of(item.name)
    return {
        "id": item.id,
        "name": item.name,
        "rules": item.rules,
        "suits": [_suit(language, palette, place) for place in range(len(item.suits))],
        "clue_colors": palette.clue_colors,
        "clue_ranks": palette.clue_ranks,
        "ranks": palette.ranks,
        "modifiers": sorted(item.modifiers),
        "deck_size": len(palette.deck),
        "max_score": palette.max_score,
        "text": i18n.rules_in_words(language, item),
        "booklets": _booklets(item),
    }


def _suit(language: str, palette: Palette, place: int) -> dict[str, Any]:
    suit = palette.variant.suits[place]
    return {
        "name": suit.name,
        "text": i18n.color_name(language, suit.name),
        "clue_colors": suit.colors,
        "flags": [name for flag, name in SUIT_FLAGS.items() if flag in suit.flags],
        "copies": [{"rank": rank, "copies": palette.copies[palette.codes[suit.name, rank]]} for rank in palette.ranks],
        "reversed": "reversed" in suit.flags,
        "inverted": "inverted" in suit.flags,
    }


def _booklets(item: variants.Variant) -> dict[str, Any] | None:
    multicolor = SAME_AS.get(item.name)
    if multicolor is None:
        return None
    names = [
        {"edition": edition, "name": name}
        for printed in PRINTED_VARIANTS
        if printed.option == "multicolor" and multicolor in printed.values
        for edition, name in printed.names.items()
    ]
    return {"multicolor": multicolor, "names": names}
