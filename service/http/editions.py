"""Editions with their rules, options and printed variants: routes and JSON."""

from typing import Any

from flask import Blueprint, Response

from engine import rules
from engine.rules import (
    EDITIONS,
    MAX_SEATS,
    MIN_SEATS,
    OPTIONS,
    PRINTED_VARIANTS,
    SIX_SEATS_EDITION,
    default_of,
    palette_of,
)
from engine.score import bands
from service import i18n
from service.games.lookup import NotFound
from service.http.pipeline import auth
from service.http.wire.answers import Answer, Link
from service.http.wire.components.rules import Edition, EditionList
from service.http.wire.operation import Operation
from service.http.wire.request_record import language
from service.http.wire.responses import as_json

__all__ = ["routes"]

routes = Blueprint("editions", __name__, url_prefix="/v1/editions")


@routes.get("")
@Operation(
    "listEditions",
    price=2,
    tag="editions",
    answers={
        200: Answer(
            EditionList,
            "The editions, the default `de` first.",
            examples=("editions",),
            links=(Link("edition", "getEdition", "One of the editions.", {"edition": "$response.body#/items/0/id"}),),
        )
    },
)
def list_editions() -> Response:
    """List the editions.

    Returns all editions, each as in `GET /v1/editions/{edition}`.
    """
    auth.caller_if_any()
    return as_json({"items": [_edition(edition) for edition in EDITIONS]})


@routes.get("/<edition>")
@Operation(
    "getEdition",
    price=1,
    tag="editions",
    answers={200: Answer(Edition, "The edition.", examples=("edition",))},
)
def get_edition(edition: str) -> Response:
    """Read an edition.

    Returns the rules of an edition as data, for a client that builds its form from them: the options with their
    allowed values and this edition's defaults, and the suits and clue colors of each choice of suits.
    """
    auth.caller_if_any()
    if edition not in EDITIONS:
        raise NotFound
    return as_json(_edition(edition))


def _edition(edition: str) -> dict[str, Any]:
    return {
        "id": edition,
        "title": i18n.guide(language()).titles[edition],
        "options": edition_options(language(), edition),
        "variants": edition_variants(language(), edition),
        "multicolor": [_multicolor(value) for value in OPTIONS["multicolor"].values],
        "hand_sizes": [
            {"seats": seats, "cards": rules.Rules().cards_in_hand(seats)}
            for seats in range(MIN_SEATS, MAX_SEATS + (edition == SIX_SEATS_EDITION))
        ],
    }


def _multicolor(value: Any) -> dict[str, Any]:
    palette = palette_of(value)
    cards = [{**card._asdict(), "copies": palette.copies[code]} for code, card in palette.cards.items()]
    return {
        "value": value,
        "suits": palette.suits,
        "clue_colors": palette.clue_colors,
        "deck": cards,
        "deck_size": len(palette.deck),
        "max_score": palette.max_score,
        "bands": [_band(*band) for band in bands(palette.max_score)],
    }


def _band(name: str, lowest: int, highest: int) -> dict[str, Any]:
    words = i18n.rating(language(), name)
    return {
        "band": name,
        "lowest": lowest,
        "highest": highest,
        "text": words.text,
        "own_translation": words.own_translation,
    }


def edition_options(language: str, edition: str) -> list[dict[str, Any]]:
    """Return the options of games with the defaults of an edition."""
    return [_option(language, edition, name) for name in OPTIONS]


def _option(language: str, edition: str, name: str) -> dict[str, Any]:
    option, values = OPTIONS[name], OPTIONS[name].values
    if name == "starting_seat" and edition != SIX_SEATS_EDITION:
        values = tuple([value for value in values if value != MAX_SEATS - 1])
    return {
        "name": name,
        "title": i18n.guide(language).options[name].title,
        "values": values,
        "value_names": [i18n.value_name(language, name, value) for value in values],
        "default": default_of(edition, name),
        "source": i18n.guide(language).sources[name],
        "house_rules": option.house_rules,
        "requires": dict([option.requires]) if option.requires else None,
        "rules": option.rulings,
    }


def edition_variants(language: str, edition: str) -> list[dict[str, Any]]:
    """Return the variants that an edition prints."""
    return [_variant(language, variant, edition) for variant in PRINTED_VARIANTS if edition in variant.names]


def _variant(language: str, variant: rules.PrintedVariant, edition: str) -> dict[str, Any]:
    words = i18n.variant_name(language, variant)
    return {
        "option": variant.option,
        "values": variant.values,
        "printed_name": variant.names[edition],
        "name": words.name,
        "own_translation": words.own_translation,
    }
