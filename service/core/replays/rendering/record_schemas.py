"""Schemas of records of games, and of hanab.live's format."""

from typing import ClassVar, Final

from service.core.common_values import GameId, PublicKey, Seat, SignatureHex
from service.core.replays.rendering.schemas import DealtCard, HanabLiveCharacter
from service.core.tables.rendering.event_schemas import EVENT_TYPES, Outcome, Reason
from service.platform.wire.field_types import Flag, Items, Kind, Object, Raw, ResponseSchema, Text, Whole, kinds


class Signature(ResponseSchema):
    """An Ed25519 signature by the service."""

    key = PublicKey()
    signature = SignatureHex()
    facts: ClassVar = {"additionalProperties": False}


class RecordedEvent(ResponseSchema):
    """An event in its public form, with its time and its hash in the chain."""

    type = Text("The type of the event.", values=EVENT_TYPES)
    at = Text("When it happened, in UTC; null if that is unknown.", null=True)
    hash = Text("The hash of the chain up to this event, as `/docs/verification` defines it.", pattern="^[0-9a-f]{64}$")
    facts: ClassVar = {"additionalProperties": True}


class _Result(ResponseSchema):
    """The members of this value."""

    is_inline = True

    outcome = Outcome()
    reason = Reason()
    score = Whole("The score; null for an aborted game, and for a loss under `strikeout_score` `none`.", null=True)
    table_points = Whole("The points on the table at the end.")
    band = Text("The id of the rating (R25); null if the game has none.", null=True)


class RecordCore(ResponseSchema):
    """What the game was. The names of the players are not in it; the deal has salted hashes of their accounts."""

    sandbox = Flag("Whether the creator of the game gave its deck.")
    idle_limit_s = Whole("The seconds without a turn after which the game was aborted (R21).", least=0)
    deck = Items(Object(DealtCard), "All cards of the game; the n-th has id n.")
    salt = Text("The 32 bytes that open the commitment to the deck, in hexadecimal digits.", pattern="^[0-9a-f]{64}$")
    secret = Text(
        "The service's part of the seed of the shuffle; null if the deck was not shuffled from one.", null=True
    )
    events = Items(Object(RecordedEvent), "All events of the game, from the deal on.", least=1)
    result = Object(_Result, "How the game ended.")
    created_at = Text("When the game was created, in UTC.")
    facts: ClassVar = {"additionalProperties": False}


class _GameRecordMessagesItem(ResponseSchema):
    """The members of this value."""

    is_inline = True

    seat = Seat()
    remark = Text("The id of the remark; null for a text.", null=True)
    text = Text("The text; null for a remark.", null=True)
    at = Text("When the message was sent, in UTC; null if that is unknown.", null=True)


class _GameRecordSeatsItem(ResponseSchema):
    """The members of this value."""

    is_inline = True

    name = Text("The name of the player.", least=1, most=100)
    bot = Text("The id of the bot; null for a person.", null=True)


_IN_BOTH: Final = ("format", "id", "private", "source", "messages", "digest")
_IN_V1: Final = (
    *("sandbox", "idle_limit_s", "seats", "deck", "salt", "secret", "events", "result"),
    *("created_at", "started_at", "finished_at"),
)


class GameRecord(ResponseSchema):
    """The record of a finished game: everything about it, in the canonical form of RFC 8785, with a digest of all
    the rest. Any change to the chain, times or names is detected. `/docs/verification` describes it.

    `record` says which of the other members it has. In version 2, the core was signed when the game ended, and never
    changes. Members outside of the core, such as names and messages, may change later. Version 1 is never signed.
    """

    format = Text("The format: `hanabi-record`.", facts={"const": "hanabi-record"})
    record = Whole(
        "The version of the format.",
        values={
            1: "Of an imported game, or of one from before records were signed.",
            2: "Of a game played here.",
        },
    )
    id = GameId("The id of the game in the service that wrote the record, or of version 1, where it was played.")
    core = Object(RecordCore, required=False)
    signature = Object(
        Signature, "Of version 2: the signature of the core; null for an unsigned record.", required=False, null=True
    )
    names = Items(
        Text(least=1, most=100),
        "Of version 2: the names of the players, by seat.",
        required=False,
        least=2,
        most=6,
    )
    private = Flag("Whether the game was private.")
    source = Raw("Where an imported game came from.", facts={"type": ["object", "null"], "additionalProperties": True})
    messages = Items(Object(_GameRecordMessagesItem), "Messages after the end.")
    sandbox = Flag("Of version 1, as the next ones: whether the creator of the game gave its deck.", required=False)
    idle_limit_s = Whole("The seconds without a turn after which the game was aborted (R21).", required=False, least=0)
    seats = Items(Object(_GameRecordSeatsItem), "The players, by seat.", required=False, least=2, most=6)
    deck = Items(Object(DealtCard), "All cards of the game; the n-th has id n.", required=False)
    salt = Text(
        "The 32 bytes that open the commitment to the deck, in hexadecimal digits.",
        required=False,
        pattern="^[0-9a-f]{64}$",
    )
    secret = Text(
        "The service's part of the seed of the shuffle; null if the deck was not shuffled from one.",
        required=False,
        null=True,
    )
    events = Items(Object(RecordedEvent), "All events of the game, from the deal on.", required=False, least=1)
    result = Object(_Result, "How the game ended.", required=False)
    created_at = Text("When the game was created, in UTC.", required=False)
    started_at = Text("When the cards were dealt, in UTC; null if that is unknown.", required=False, null=True)
    finished_at = Text("When the game ended, in UTC.", required=False)
    digest = Text(
        "The SHA-256 of the rest of the record in canonical form, in hexadecimal digits.", pattern="^[0-9a-f]{64}$"
    )
    facts: ClassVar = {
        "additionalProperties": False,
        **kinds(
            "record",
            {1: Kind([*_IN_BOTH, *_IN_V1]), 2: Kind([*_IN_BOTH, "core", "signature", "names"])},
        ),
    }


class HanabLiveCard(ResponseSchema):
    """A card of the deck."""

    suitIndex = Whole(
        "The position of the suit in the variant, from 0; -1 for a card that nobody saw.", least=-1, most=5
    )
    rank = Whole("The rank, 7 for a START card; -1 for a card that nobody saw.", least=-1, most=7)
    facts: ClassVar = {"additionalProperties": False}


class HanabLiveAction(ResponseSchema):
    """A turn, or the end of the game."""

    type = Whole(
        "Play, discard, color clue, rank clue, end of the game, end of the game by vote. A play or "
        "discard is what became of the card, also in inverted suits.",
        least=0,
        most=5,
    )
    target = Whole("A card id or a seat.", least=-1)
    value = Whole(
        "The color or rank of a clue, by default 0. For the end of the game: 3 time ran out, 4 "
        "terminated, 5 speedrun failed, 6 idle, 10 by vote.",
        required=False,
        null=True,
    )
    facts: ClassVar = {"additionalProperties": False}


class OldHanabLiveCard(ResponseSchema):
    """A card of the deck, until July 2020."""

    suit = Whole("The position of the suit in the variant, from 0.", least=0, most=5)
    rank = Whole("The rank, 7 for a START card.", least=1, most=7)
    facts: ClassVar = {"additionalProperties": False}


class OldHanabLiveClue(ResponseSchema):
    """A clue, until March 2020."""

    type = Whole("0 for a rank, 1 for a color.", least=0, most=1)
    value = Whole("The rank, or the position of the color in the variant, from 0.")
    facts: ClassVar = {"additionalProperties": False}


class OldHanabLiveAction(ResponseSchema):
    """A turn, or the end of the game, until March 2020."""

    type = Whole(
        "Clue, play, discard, play from the deck, end by the clock, end of an idle game.",
        least=0,
        most=5,
    )
    target = Whole("A card id or a seat.", least=-1)
    clue = Object(OldHanabLiveClue, "Null or absent for other actions.", required=False, null=True)
    facts: ClassVar = {"additionalProperties": False}


class OldHanabLiveGame(ResponseSchema):
    """An export of hanab.live in the format of 2018 to March 2020. Suits and colors keep their numbers."""

    id = Whole("The number of the game there.", required=False, null=True)
    players = Items(Text(least=1, most=100), "The names of the players, by seat.", least=2, most=6)
    variant = Text("The name of the variant at that time, or `none`.", required=False, null=True)
    deck = Items(
        Raw(
            facts={
                "anyOf": [
                    {"$ref": "#/components/schemas/OldHanabLiveCard"},
                    {"$ref": "#/components/schemas/HanabLiveCard"},
                ]
            }
        ),
        "All cards.",
        least=6,
        most=60,
    )
    actions = Items(Object(OldHanabLiveAction), "The turns in order, and at most one end of the game.", least=1)
    notes = Items(Items(Text()), "The players' notes, a list for each seat, by card id.", required=False, null=True)
    facts: ClassVar = {"additionalProperties": True}


class HanabLiveOptions(ResponseSchema):
    """Options of hanab.live. One that is absent or null has its default."""

    variant = Text("The name of a variant; `No Variant` by default.", required=False, null=True)
    startingPlayer = Whole("The seat that moves first; by default seat 0.", required=False, least=0, most=5, null=True)
    timed = Flag("Whether players had clocks. Kept in `source`.", required=False, null=True)
    timeBase = Whole("The seconds on each clock at the start. Kept in `source`.", required=False, null=True)
    timePerTurn = Whole("The seconds that a turn adds to a clock. Kept in `source`.", required=False, null=True)
    speedrun = Flag("Whether the game was a speedrun. Kept in `source`.", required=False, null=True)
    cardCycle = Flag("Whether players reordered their hands. Kept in `source`.", required=False, null=True)
    deckPlays = Flag("Whether the last card of the deck can be played from there.", required=False, null=True)
    emptyClues = Flag("Whether a clue may touch no card (R7).", required=False, null=True)
    oneExtraCard = Flag("Whether hands have one card more (R1).", required=False, null=True)
    oneLessCard = Flag("Whether hands have one card less (R1).", required=False, null=True)
    allOrNothing = Flag(
        "Whether only the full score counts, which is the grand finale (R18) here.", required=False, null=True
    )
    detrimentalCharacters = Flag("Whether players have handicaps that make the game harder.", required=False, null=True)
    facts: ClassVar = {"additionalProperties": False}


class HanabLiveGame(ResponseSchema):
    """An export of hanab.live, format 3.0.0, of a game of any variant.

    Members that are absent or null have its defaults. Other members are left out.
    """

    id = Whole("The number of the game there; null or absent for a game without one.", required=False, null=True)
    players = Items(Text(least=1, most=100), "The names of the players, by seat.", least=2, most=6)
    variant = Text("The variant, as some programs write it. `options.variant` must be equal.", required=False)
    deck = Items(
        Object(HanabLiveCard),
        "All cards. Only if a game was left, cards that were not drawn can be missing at the end.",
        least=6,
        most=60,
    )
    actions = Items(Object(HanabLiveAction), "The turns in order, and at most one end of the game.", least=1)
    options = Object(
        HanabLiveOptions,
        "The options that differ from the defaults of hanab.live; null or absent for none.",
        required=False,
        null=True,
    )
    notes = Items(Items(Text()), "The players' notes, a list for each seat, by card id.", required=False, null=True)
    characters = Items(
        Object(HanabLiveCharacter),
        "The detrimental characters by seat. Genius, Panicky, Contrarian and Follower are rejected.",
        required=False,
        most=6,
        null=True,
    )
    seed = Text(
        "The seed with which hanab.live shuffled; the import ignores it and uses `deck`.", required=False, null=True
    )
    facts: ClassVar = {"additionalProperties": True}
