"""Editions with their rules, options and printed variants: routes and JSON."""

from typing import Any, ClassVar

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
from engine.score import BANDS
from service.core.common_values import BandName, ClueColor, Language, Points, Rank, RuleNumber, Suit, TableTalk
from service.core.requests import auth
from service.core.rules import guide_words
from service.core.rules.edition_values import EditionId, Multicolor
from service.core.rules.rendering import (
    EarlyEnd,
    Ending,
    HandReorder,
    HandSizeOption,
    MemoryAid,
    OptionName,
    StartingSeat,
    StrikeoutScore,
)
from service.core.tables.words import result_words
from service.platform.wire.field_types import Flag, Items, Map, Named, Object, Raw, ResponseSchema, Text, Whole
from service.platform.wire.operation import Answer, Operation
from service.platform.wire.request_record import language
from service.platform.wire.responses import as_json


class OptionValue(Named):
    """A value of an option."""

    of = Raw(facts={"type": ["string", "integer", "boolean"]})


class PrintedVariant(ResponseSchema):
    """A variant that a booklet prints, as values of an option."""

    option = OptionName()
    values = Items(OptionValue(), "The values of the option, each of which is this variant.", least=1)
    printed_name = Text("The name in this edition; null where its title is lost.", null=True)
    name = Language("The name in the caller's language.")
    own_translation = Flag("True if no booklet in the caller's language prints the name.")


class RuleOption(ResponseSchema):
    """An option of the rules."""

    name = OptionName()
    title = Language("The name of the option.")
    values = Items(OptionValue(), "The allowed values; the first is the default of most editions.", least=2)
    value_names = Items(
        Language(), "The names of the values in the caller's language, in the order of `values`.", least=2
    )
    default = OptionValue()
    source = Text("For each value, the printed rules that have it.")
    house_rules = Items(OptionValue(), "The values that occur in no printed rules.")
    requires = Map(
        OptionValue(),
        "Another option, and the value that it must have for this one to apply.",
        least=1,
        most=1,
        null=True,
    )
    rules = Items(RuleNumber(), "The rulings that define it.", least=1)


class Copies(ResponseSchema):
    """How often a rank is in a suit."""

    suit = Suit()
    rank = Rank()
    copies = Whole("The number of copies of the rank.", least=1, most=3)


class Band(ResponseSchema):
    """A rating with the scores that it covers."""

    band = BandName()
    lowest = Points()
    highest = Points()
    text = Language()
    own_translation = Flag("Whether the printed rules lack this text in this language.")


class Palette(ResponseSchema):
    """The suits and clue colors of a value of `multicolor`."""

    value = Multicolor()
    suits = Items(Suit(), "The suits, in their order.")
    clue_colors = Items(ClueColor(), "R8.")
    deck = Items(Object(Copies), "R2.")
    deck_size = Whole(
        "The number of cards before the deal.",
        values={50: "Five suits.", 55: "A sixth suit with five cards.", 60: "A sixth suit with ten cards."},
    )
    max_score = Whole("The points with every firework complete.", values={25: "Five suits.", 30: "Six suits."})
    bands = Items(Object(Band), "R23.")


class HandSize(ResponseSchema):
    """The number of cards in a hand, by the number of seats (R1)."""

    seats = Whole("The number of seats.", least=2, most=6)
    cards = Whole("The number of cards in each hand.", least=3, most=5)


class Edition(ResponseSchema):
    """An edition of the rules, with its options and their defaults."""

    id = EditionId()
    title = Text("The name of the edition.")
    options = Items(Object(RuleOption), "Every option with the values that the edition allows.")
    variants = Items(Object(PrintedVariant), "The variants that this edition prints.")
    multicolor = Items(Object(Palette), "The suits and clue colors of each value of the option `multicolor`.")
    hand_sizes = Items(Object(HandSize), "The number of cards in a hand, by the number of seats (R1).")


class EditionList(ResponseSchema):
    """The editions."""

    items = Items(Object(Edition), "The editions.")


class ChosenRules(ResponseSchema):
    """An edition, and options that override its defaults."""

    edition = EditionId(required=False)
    variant = Text(
        "A variant of hanab.live: its name or its string of rules, as `GET /v1/variants` returns "
        "them; without `multicolor`. A variant that the booklets have becomes the same game under "
        "its `multicolor`.",
        required=False,
        least=1,
        null=True,
    )
    multicolor = Multicolor(required=False)
    clue_tokens = Whole("The number of clue tokens (R4). Eight in every booklet.", required=False, least=1, most=20)
    strike_tokens = Whole(
        "The number of strikes that ends the game (R14). Three in every booklet.", required=False, least=1, most=3
    )
    ending = Ending(required=False)
    finale_loss = Text(
        "What loses a grand finale (R15); only together with `ending` `grand_finale`.",
        required=False,
        values={
            "irreplaceable": "Strikes, and the loss of the last copy of a needed card.",
            "strikes_only": "Only strikes.",
        },
    )
    color_declaration = Flag("Whether a color can be named with a play, for a clue token (R12).", required=False)
    empty_clues = Flag("Whether a clue may touch no card (R7).", required=False)
    strikeout_score = StrikeoutScore(required=False)
    early_end = EarlyEnd(required=False)
    hand_reorder = HandReorder(required=False)
    table_talk = TableTalk(required=False)
    memory_aid = MemoryAid(required=False)
    starting_seat = StartingSeat(required=False)
    hand_size = HandSizeOption(required=False)
    deck_plays = Flag("Whether the last card of the deck can be played from the deck.", required=False)
    facts: ClassVar = {"additionalProperties": False}


routes = Blueprint("editions", __name__, url_prefix="/v1/editions")


@routes.get("")
@Operation(
    "listEditions",
    price=2,
    plays=True,
    answers={
        200: Answer(
            EditionList,
            "The editions, the default `de` first.",
            examples=("editions",),
        )
    },
)
def list_editions() -> Response:
    """List the editions.

    Returns the rules of each edition as data, for a client that builds its form from them: the options with their
    allowed values and the edition's defaults, and the suits and clue colors of each choice of suits.
    """
    auth.caller_if_any()
    return as_json({"items": [_edition(edition) for edition in EDITIONS]})


def _edition(edition: str) -> dict[str, Any]:
    return {
        "id": edition,
        "title": guide_words.guide(language()).titles[edition],
        "options": edition_options(language(), edition),
        "variants": edition_variants(language(), edition),
        "multicolor": [_multicolor(value) for value in OPTIONS["multicolor"].values],
        "hand_sizes": [
            {"seats": seats, "cards": rules.Rules().cards_in_hand[seats]}
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
        "bands": [_band(*band) for band in BANDS[palette.max_score]],
    }


def _band(name: str, lowest: int, highest: int) -> dict[str, Any]:
    words = result_words.rating(language(), name)
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
        "title": guide_words.guide(language).options[name].title,
        "values": values,
        "value_names": [guide_words.value_name(language, name, value) for value in values],
        "default": default_of(edition, name),
        "source": guide_words.guide(language).sources[name],
        "house_rules": option.house_rules,
        "requires": dict([option.requires]) if option.requires else None,
        "rules": option.rulings,
    }


def edition_variants(language: str, edition: str) -> list[dict[str, Any]]:
    """Return the variants that an edition prints."""
    return [_variant(language, variant, edition) for variant in PRINTED_VARIANTS if edition in variant.names]


def _variant(language: str, variant: rules.PrintedVariant, edition: str) -> dict[str, Any]:
    words = guide_words.variant_name(language, variant)
    return {
        "option": variant.option,
        "values": variant.values,
        "printed_name": variant.names[edition],
        "name": words.name,
        "own_translation": words.own_translation,
    }
