"""Replays and their verification: queries, schemas and JSON."""

from dataclasses import asdict
from typing import ClassVar, Final

from engine.cards import Card
from engine.formats.hanab_live.reader import Remark
from engine.proof import verify
from engine.proof.deal_trust import protection_of
from engine.proof.record_json import core_digest_of
from engine.rules import MAX_SEATS, rules_as_dict
from engine.wording import N_
from service.core import links
from service.core.common_values import GameId, Hash, Head, Language, PublicKey, Rank, Seat, Suit, Time
from service.core.replays import replays, verification
from service.core.replays.export_formats import ExportFormat
from service.core.replays.verification import Verified
from service.core.replays.words import verification_words
from service.core.rules.rendering import Rules
from service.core.tables.rendering import game_json
from service.core.tables.rendering.clocks import PaceInGame
from service.core.tables.rendering.event_schemas import Event, Protection, Result, protection
from service.core.tables.rendering.marks import MARKS
from service.core.tables.rendering.view_schemas import ClaimedTimes, LastingAddress, seats_with_names
from service.platform.exact_json import Json
from service.platform.languages.translations import worded
from service.platform.wire.field_types import Flag, Items, Kind, Named, Object, Raw, ResponseSchema, Text, Whole, kinds
from service.platform.wire.operation import Link, Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.rendering import Rendered, itself
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import load_query


class DealtCard(Rendered[Card]):
    """A card by its suit and rank."""

    suit = Suit()
    rank = Rank()


class ImportNote(Named):
    """What was noted about a file."""

    of = Text(
        values={
            "not-canonical": "The record has other blanks, line ends or spellings than its canonical form.",
            "unknown-members": ("The export has members that this service does not know, and that were left out."),
            "old-format": "The export is in the format that hanab.live had from 2018 to 2020.",
            "renamed-variant": "The variant has another name today, and at most another order of suits.",
            "html-notes": "Characters of the notes were written as HTML, which was undone once.",
            "unknown-cards": "The export lacks cards that were not drawn.",
            "incomplete": "The export has moves that are not possible, and the game is shown up to the first.",
            "end-left-out": "What the export says about the end of the game disagrees with its moves.",
            "after-the-end": "The export has actions after the end of the game, which were left out.",
        }
    )


class ImportNotes(Named):
    """What was noted about the file: `not-canonical` of a record, the others of an export or link of hanab.live."""

    of = Items(ImportNote(), facts={"uniqueItems": True})


class ImportRemark(Rendered[Remark]):
    """What was understood, changed or left out in a file."""

    code = ImportNote()
    detail = Language("A sentence for people.", worded=worded)
    pointer = Text("The JSON pointer to what it is about, in the file or in the export that a link stands for.")


class ImportRemarks(Named):
    """The `notes` as sentences, in the language of the caller."""

    of = Items(Object(ImportRemark))


class HanabLiveCharacter(ResponseSchema):
    """The detrimental character of a player."""

    name = Text("The name of the character.", most=100)
    metadata = Whole("Its number, such as of a color.", required=False, null=True)
    facts: ClassVar = {"additionalProperties": False}


class Source(ResponseSchema):
    """Where a game came from. `site` says which of the other members it has."""

    site = Text(
        "Where the game was played, or the format of the import.",
        values={
            "hanab.live": "Imported from an export or a link of hanab.live.",
            "hanabi": "Imported from a record, of this service or another one like it.",
            "notation": "Imported from a text in the notation of `/docs/notation`.",
        },
    )
    id = Raw(
        "The number of the game at hanab.live, null if the export has none; or its id in the service of the record.",
        required=False,
    )
    options = Raw(
        "Of hanab.live: the options as in the export.",
        required=False,
        facts={"type": "object", "additionalProperties": True},
    )
    notes = Items(
        Items(Text()),
        "Of hanab.live: the players' notes, a list for each seat, by card id. After those of all cards come notes "
        "on the stacks, by suit.",
        required=False,
    )
    seed = Text("Of hanab.live: the seed of the export; null if it has none.", required=False, null=True)
    characters = Items(
        Object(HanabLiveCharacter),
        "Of hanab.live: the detrimental characters by seat; only in games with them.",
        required=False,
    )
    known_cards = Whole(
        "Of hanab.live: the number of cards in the export before the first that nobody saw, if it lacked cards "
        "that were not drawn. The rest of `deck` is not that of the game: the missing cards stand there by suit "
        "and rank.",
        required=False,
        least=6,
    )
    other_cards = Items(
        Object("HanabLiveCard"),
        "Of hanab.live: the cards of the export after these, if it has any. A card that nobody saw has the suit "
        "and the rank -1.",
        required=False,
    )
    ended_by = Whole(
        "Of hanab.live: the seat that the export names as the one that ended the game; only in games that were ended.",
        required=False,
        least=0,
    )
    tail = Items(
        Object("HanabLiveAction"),
        "Of hanab.live: the actions of the export after the last turn of this game. They say how the game ended, "
        "or were left out. Missing in games that were imported earlier.",
        required=False,
    )
    incomplete = Flag(
        "Of hanab.live: only true, and only if the export has moves that are not possible. The game is shown up to "
        "the first of them.",
        required=False,
    )
    digest = Text("Of a record: its digest.", required=False, pattern="^[0-9a-f]{64}$")
    origin = Raw(
        "Of a record: the `source` in it, unless that is a copy itself; it is not verified.",
        required=False,
        facts={"type": ["object", "null"], "additionalProperties": True},
    )
    claimed = Object(
        ClaimedTimes,
        "Of a record: the times in it, which nobody can verify. Null for a record with impossible times "
        "that was imported before they were refused.",
        required=False,
        null=True,
    )
    commitment = Text(
        "Of a notation: the commitment to the deck in the text; the data that opens it is unknown.",
        required=False,
        null=True,
    )
    facts: ClassVar = kinds(
        "site",
        {
            "hanab.live": Kind(
                ("id", "options", "notes", "seed"),
                ("characters", "known_cards", "other_cards", "ended_by", "tail", "incomplete"),
                {"properties": {"id": {"type": ["integer", "null"]}}},
            ),
            "hanabi": Kind(
                ("id", "digest", "origin", "claimed"),
                others={"properties": {"id": {"type": "string", "pattern": "^g_[0-9a-f]{32}$"}}},
            ),
            "notation": Kind(("commitment",)),
        },
    )


class ReplayLinks(ResponseSchema):
    """The addresses of the replay and its cacheable parts, with the current revision, in the language of this
    response.
    """

    page = Text("The page on which people review the game.", pattern="^/replays/g_[0-9a-f]{32}$")
    replay = Text("The replay.", pattern="^/v1/replays/g_[0-9a-f]{32}$")
    frames = LastingAddress("The table after each event.")
    score_picture = LastingAddress("The curve of the game as a picture.")
    analysis = LastingAddress("What each event cost.")


class LeftOut(Named):
    """The names of the first 20 unknown members of an export, which were left out, each up to 40 characters."""

    of = Items(Text(most=40), most=20)


def _events(language: str, replay: replays.Replay) -> list[Json]:
    return [game_json.entry(entry, replay.names, language) for entry in replay.entries]


def _links(language: str, replay: replays.Replay) -> Json:
    return links.of_replay(replay.game_id, language)


class Replay(Rendered[replays.Replay]):
    """A finished game with everything open."""

    notes = ImportNotes(
        "Only in the response to an import, and always there. What was noted about the file.",
        required=False,
        rendered_if=False,
    )
    report = ImportRemarks(
        "Only in the response to an import, and always there. The `notes` as sentences.",
        required=False,
        rendered_if=False,
    )
    left_out = LeftOut(
        "Only in the response to an import, and always there. The members that were left out.",
        required=False,
        rendered_if=False,
    )
    id = GameId(attribute="game_id")
    sandbox = Flag("Whether the creator of the game gave its deck.", attribute="setting.sandbox")
    vars().update(MARKS)
    private = Flag("Whether only players with a seat in it can see the game.")
    source = Object(Source, "Where the game came from; null if it was played here.", null=True)
    rules = Object(Rules, attribute="setting.rules", to_json=rules_as_dict)
    seats = seats_with_names("players")
    pace = Object(
        PaceInGame,
        "The clock of the game; null for a game without one.",
        null=True,
        attribute="setting.pace",
        to_json=asdict,
    )
    banks_ms = Items(
        Items(Whole(least=0), least=2, most=6),
        "By version, and then by seat: the milliseconds left after the event; of the seat to move, those with which"
        " its turn begins or goes on. Null without a clock.",
        least=2,
        null=True,
        attribute="banks",
    )
    starting_seat = Seat()
    deck = Items(Object(DealtCard), "The whole deck; a card's id is its position here.", least=30, most=60)
    salt = Hash("The salt of the commitment to the deck.")
    secret = Hash("The service's secret for the shuffle; null if there is none.", null=True)
    head = Hash("The `hash` of the last event.")
    events = Items(
        Object(Event),
        "All events of the game with all cards open; the n-th has version n.",
        least=2,
        computed=itself,
        worded=_events,
    )
    result = Object(Result)
    created_at = Time("For an imported game, when it was imported.")
    started_at = Time("Null for an imported game.")
    finished_at = Time("For an imported game, when it was imported.")
    links = Object(ReplayLinks, computed=itself, worded=_links)


class VerifiedSignature(Rendered[Verified]):
    """The verdict about the signature of the record."""

    key = PublicKey(
        "The key that has signed the record; null for an unsigned record, or if there is a fault.",
        null=True,
        attribute="result.signed_by",
    )
    own = Flag("Whether it is a key of this service.", attribute="is_own_key")
    text = Text(
        "The same in words, in the caller's language.",
        computed=lambda verified: verified.result.signed_by,
        worded=verification_words.signature,
    )


def _origin(language: str, verified: Verified) -> str:
    provenance = verified.result.provenance
    assert provenance is not None
    return verification_words.provenance(language, provenance, is_vouched=verified.is_vouched)


def _protection(language: str, verified: Verified) -> Json | None:
    found = protection(language, protection_of(verified.record.events[0].document))
    return found if found is None or verified.is_vouched else {**found, "text": _origin(language, verified)}


class Provenance(Rendered[Verified]):
    """Where the deck came from."""

    origin = Text(
        "Where the deck came from.",
        values={
            "shuffled": "From the service's secret and the seats' entropy.",
            "unshared": "By the service alone, in games from before seats gave entropy.",
            "given": "A player gave the deck.",
            "replayed": "It is the deck of an earlier game.",
            "contest": "It is the deck of a contest.",
            "imported": "The game was played elsewhere.",
        },
        computed=lambda verified: verified.result.provenance,
    )
    text = Text("The origin of the deck in words, in the caller's language.", computed=itself, worded=_origin)
    protection = Object(Protection, computed=itself, worded=_protection)


def _fault(language: str, fault: verify.Fault) -> str:
    return verification_words.fault(language, fault.code, fault.version)


class VerificationFault(Rendered[verify.Fault]):
    """Why the verification failed."""

    code = Text(
        "The fault; never translated.",
        values={
            "malformed": "This is not the record of a game.",
            "chain": "An event does not have the hash that stands there.",
            "composition": "The deck does not contain exactly the cards of the game.",
            "deck-commitment": "The deck is not the one of the commitment.",
            "secret-commitment": "The secret is not the one of the commitment.",
            "entropy-commitment": ("A reveal does not fit its commitment, or two seats had the same commitment."),
            "shuffle": "The deck does not follow from the secret and the seats' entropy.",
            "starting-seat": "Another seat should have started.",
            "illegal-move": "The rules do not allow an event.",
            "clock": "The clock of the game does not allow an event at its time (R31).",
            "after-the-end": "An event comes after the end of the game.",
            "not-ended": "The game does not end with its last event.",
            "result": "The result is not the one of the events.",
            "digest": ("Something that only the digest covers was changed, such as a name, a time or a message."),
            "times": "An event is earlier than the one before it, or the deal than the creation of the game.",
            "idle-limit": "The game was ended as idle before the idle limit.",
            "signature": "The signature is not by this key, or not for this game.",
            "given-deck": "A player gave the deck, but the game is no sandbox game.",
            "stored-result": "The result in lists is not the one of the game.",
            "stored-rules": "The rules in lists are not those of the deal.",
            "stored-times": "The start or the end in lists is not the time of the first or last event.",
            "stored-holders": "The accounts of the seats are not those to which the cards were dealt.",
            "stored-core": "The digest that was stored at the end is missing, or is of another game.",
            "stored-log": "An entry of the game in the log of commitments is missing or different.",
            "stored-key": "The game is not signed with a key of this service.",
        },
    )
    version = Whole("The event with the fault, if it is in an event.", least=0, null=True)
    text = Text("The fault in words, in the caller's language.", computed=itself, worded=_fault)


class VerifiedNames(Rendered[Verified]):
    """Whether the players' names are proved. No signature covers them."""

    proved = Flag(
        "Whether the rows of this service have them: the game was played here, or an own copy has them too.",
        attribute="names_are_proved",
    )
    text = Text(
        "The same in words, in the caller's language.",
        computed=lambda verified: verified.names_are_proved,
        worded=verification_words.names,
    )


class OwnCopy(Rendered[verification.OwnCopy]):
    """The game itself, which was played here, beside an imported record of it."""

    id = GameId(attribute="game_id")
    same = Flag("Whether the record is of this game, by the digest of the core.", attribute="is_same")
    same_names = Flag("Whether the names by seat are those of the game here.", attribute="has_same_names")


class Verification(Rendered[Verified]):
    """The result of a verification."""

    id = GameId(attribute="record.id", to_json=str)
    verified = Flag("Whether the game passed.", attribute="result.verified")
    passed = Items(
        Text(
            values={
                "chain": "The hashes of the events.",
                "deck": "The cards of the deck, and the commitment to it.",
                "commitments": "The commitments to the service's secret and to the seats' entropy.",
                "shuffle": "The deck and the starting seat follow from the seed.",
                "moves": "Every event is legal.",
                "result": "The result is the one of the events.",
                "digest": "The digest of the record.",
            }
        ),
        "The checks that were passed; all of them if there is no fault.",
        attribute="result.passed",
    )
    deck = Object(
        Provenance,
        "The origin of the deck; null if a fault was found before it was known.",
        null=True,
        computed=lambda verified: verified if verified.result.provenance else None,
    )
    fault = Object(VerificationFault, "The first fault; null if there is none.", null=True, attribute="result.fault")
    head = Head(computed=lambda verified: verified.record.events[-1].hash)
    digest = Hash("The digest of the record of this game.", attribute="record.digest", to_json=str)
    core_digest = Hash(
        "The digest of the core of the record, which never changes; null for a game whose record has no core.",
        null=True,
        computed=lambda verified: core_digest_of(verified.record) if verified.record.has_core else None,
        to_json=str,
    )
    names = Object(VerifiedNames, computed=itself)
    own_copy = Object(
        OwnCopy,
        "The game that an imported record names, if it was played here and the caller may read it; else null.",
        null=True,
    )
    signature = Object(VerifiedSignature, computed=itself)


FROM_REPLAY: Final = (
    Link("replay", "getReplay", "The same game again.", {"game": "id"}),
    Link("frames", "listFrames", "The table after each event.", {"game": "id"}),
    Link("frame", "getFrame", "The table after the deal.", {"game": "id", "version": "events/0/version"}),
    Link("export", "getReplayExport", "The game for other programs.", {"game": "id"}),
)


class SeatNumber(DecimalDigits):
    """The number of a seat in a query."""

    def __init__(self, about: str) -> None:
        super().__init__(about, named="Seat", least=0, most=MAX_SEATS - 1)


SEAT: Final = Parameter("seat", "query", SeatNumber("The seat whose view to return; by default open hands."), 0)


def revised_query() -> None:
    """Raise invalid-request for any query parameter except `rev`."""
    load_query()


def seat_query() -> int | None:
    """Return the seat of the requested view; None for open hands."""
    seat: int | None = load_query()["seat"]
    return seat


def frames_query() -> int | None:
    """Return the seat of the requested frames; None for open hands. `rev` is allowed."""
    seat: int | None = load_query()["seat"]
    return seat


def export_query() -> tuple[ExportFormat | None, bool]:
    """Return the format of an export, and whether to report only.

    The format is None if the query has none; `Accept` then selects it.
    """
    query = load_query()
    if query["report"] and not query["format"]:
        raise invalid("?format", N_("must be named where a report is asked for"))
    return query["format"], query["report"] is not None
