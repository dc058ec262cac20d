"""Schemas of events and results."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from engine import score
from engine.proof import deal_trust
from service.core.common_values import (
    BandName,
    CardId,
    ClueColor,
    DeckSize,
    Entropies,
    EntropyCommitments,
    GameId,
    HalfToken,
    Hash,
    Language,
    Orientation,
    Points,
    PointsOrNull,
    Rank,
    Score,
    Seat,
    SecretCommitment,
    Strikes,
    Suit,
    Time,
    Tokens,
    ToMove,
    TurnsLeft,
    Version,
)
from service.core.replays.words import verification_words
from service.core.tables.rendering.clocks import PaceInGame
from service.core.tables.words import result_words
from service.platform.wire.field_types import Flag, Items, Kind, Named, Object, Raw, ResponseSchema, Text, Whole, kinds
from service.platform.wire.rendering import Rendered, itself


class AbortVotes(Named):
    """The seats that have voted to abort (R21)."""

    of = Items(Seat())


EVENT_TYPES: Final = {
    "deal": "The deal: event 0.",
    "play": "A card was played (R10 to R12).",
    "discard": "A card was discarded (R9).",
    "clue": "A clue was given (R5 to R8).",
    "reorder": "A seat reordered its hand (R26).",
    "turn_cards": "A seat turned cards of its hand the same way (R29).",
    "message": "A seat sent a message (R27).",
    "abort_vote": "A seat voted to abort (R21).",
    "abort_vote_withdrawn": "A seat withdrew its vote to abort (R21).",
    "abort": "The game was aborted by something other than votes (R21).",
    "clock": "Something happened to the clock (R31).",
}
"""The types of events, each with its meaning."""


class Outcome(Named):
    """How a game ended."""

    of = Text(
        values={
            "won": "All fireworks are complete.",
            "lost": "It was lost by strikes or by the loss of a card (R14, R15).",
            "finished": "It came to its end with a score.",
            "aborted": "It ended early and has no score (R21).",
        }
    )


_ABORTS: Final = {
    "agreed": "All seats voted to abort.",
    "idle": "No seat took its turn within the idle limit.",
    "no_show": "A seat did not take its first turn in time, and another seat ended the game.",
    "removed": "The creator removed a seat before the first turn; only in older games.",
    "terminated": "A player ended the game; only in games from hanab.live.",
    "left": "The players left the game before its end; only in imported games.",
    "timed_out": "The time of a seat was over (R31).",
    "speedrun_failed": "A speedrun failed; only in games from hanab.live.",
}


class Reason(Named):
    """Why the game ended. The last eight are those of aborted games (R21)."""

    of = Text(
        values={
            "strikeout": "The last strike was made (R14).",
            "irreplaceable_card_lost": "The last copy of a needed card was lost in a grand finale (R15).",
            "fireworks_complete": "All fireworks are complete (R16).",
            "last_round_over": "The last round is over (R17).",
            "no_legal_action": "The seat to move has no legal action (R19).",
            "no_points_left": "No more points can be made (R20).",
            **_ABORTS,
        }
    )


class Rating(ResponseSchema):
    """What the booklets say about a score (R25)."""

    band = BandName()
    text = Language()
    own_translation = Flag("Whether the printed rules lack this text in this language.")


def _rating(language: str, band: str) -> dict[str, Any]:
    words = result_words.rating(language, band)
    return {"band": band, "text": words.text, "own_translation": words.own_translation}


class Result(Rendered[score.Result]):
    """How a game ended, with its score."""

    outcome = Outcome()
    reason = Reason()
    score = Score()
    table_points = Points()
    rating = Object(Rating, "The rating (R23); null where R24 gives none.", null=True, attribute="band", worded=_rating)


class ResultOrNull(Named):
    """How the game ended; null while it has not."""

    of = Object(Result, null=True)


class EventHash(Named):
    """The hash of the event in the chain; null while it would tell what a clue said (Cow & Pig, Duck)."""

    of = Text(null=True)


class Reveals(Named):
    """The revealed 32 bytes by seat; null for a seat without a commitment, and for one that withheld them."""

    of = Items(Hash(null=True), least=2, most=6)


class Protection(Rendered[deal_trust.Protection]):
    """What the seats contributed to the deal, and what this proves.

    Null before the deal, and in games from before seats contributed.
    """

    kind = Text(
        "How far the players' contributions protect the deck from being chosen.",
        values={
            "contributed": (
                "At least one seat contributed in secret, and none withheld its part: if one of those that "
                "contributed played fair, the deck was fixed before anybody could know it."
            ),
            "withheld": "Others withheld their part, so they could choose among up to `choices` decks.",
            "open": (
                "Seats only gave texts: the service, together with the player who joined or gave a text "
                "last, could have chosen the deck."
            ),
            "none": "The service could have chosen the deck before it published its commitment.",
            "given": "A player gave the deck.",
            "replayed": "The deck is that of an earlier game, which its players and readers know.",
            "contest": "The deck is that of a contest, which others play too.",
            "imported": "The game was played elsewhere.",
        },
    )
    seats_contributed = Whole(
        "The number of seats that gave a commitment and revealed their entropy.",
        least=0,
        most=6,
        attribute="contributed",
    )
    seats_open = Whole("The number of seats that gave a text openly.", least=0, most=6, attribute="open")
    seats_withheld = Whole(
        "The number of seats that gave a commitment and did not reveal their entropy in time.",
        least=0,
        most=6,
        attribute="withheld",
    )
    choices = Whole(
        "The largest number of decks among which anybody could choose, if a seat that contributed "
        "played fair; null if no seat contributed.",
        least=1,
        null=True,
    )
    text = Text("The same in words, in the caller's language.", computed=itself, worded=verification_words.protection)
    facts: ClassVar = {"type": ["object", "null"]}


def protection(language: str, found: deal_trust.Protection | None) -> dict[str, Any] | None:
    """Return how well a deal was protected; None before the deal and in old games."""
    return None if found is None else Protection.render(found, language)


class RemarkId(Named):
    """A remark of the fixed list (R27)."""

    of = Text(
        values={
            "no-information": ("The seat has no information about its hand, or about the cards that it names."),
            "remember-your-hand": "Do you remember what you hold?",
        }
    )


class Effect(Named):
    """What became of the card; null while it lies face down (Throw It in a Hole).

    A card of an inverted suit is discarded by a play, and played by a discard.
    """

    of = Text(
        values={
            "played": "It was added to a firework.",
            "misplayed": "It did not fit, and cost a strike.",
            "discarded": "It was discarded.",
            None: "It lies face down.",
        },
        null=True,
    )


class DealtHand(ResponseSchema):
    """The hand that a seat was dealt."""

    seat = Seat()
    cards = Items(Object("DrawnCard"), "The cards of the hand, oldest first.", least=2, most=6)


class TokensMoved(Named):
    """A number of clue tokens that an event gained or lost."""

    of = Whole(least=0, most=2)


class TouchedCard(ResponseSchema):
    """A card that a clue touched."""

    card = CardId()
    position = Whole("Its place in the hand at that time, 0 for the oldest.", least=0, most=5)


_ALWAYS: Final = (
    *("version", "at", "hash", "clue_tokens", "half_clue_token", "strikes", "score", "table_points"),
    *("deck_size", "to_move", "turns_left", "result", "line"),
)

_DEAL: Final = (
    *("rules", "seats", "starting_seat", "commitment", "ruleset", "origin", "secret_commitment", "entropies"),
    *("entropy_commitments", "reveals", "protection", "hands"),
)

_CARD: Final = ("seat", "card", "effect", "drawn", "clue_tokens_gained", "clue_tokens_lost")

_BOTH: Final = {"suit": ["rank"], "rank": ["suit"]}

_HEARD: Final = {
    "if": {"required": ["color"]},
    "then": {"not": {"anyOf": [{"required": ["rank"]}, {"required": ["kind"]}]}},
    "else": {
        "if": {"required": ["rank"]},
        "then": {"not": {"required": ["kind"]}, "properties": {"rank": {"maximum": 5}}},
        "else": {"required": ["kind"]},
    },
    "dependentRequired": {"touched": ["announcement"], "announcement": ["touched"]},
}
"""A clue has either a color, a rank, or what its reader hears instead."""

_SOME_CARDS: Final = {"cards": {"minItems": 1}}


def _of_kind(required: Sequence[str], optional: Sequence[str] = (), **others: Any) -> Kind:
    """Return a kind of events, by its own members and conditions."""
    others["properties"] = {"seat": {"type": "integer"}, **others.get("properties", {})}
    return Kind([*_ALWAYS, *required], optional, others)


_KINDS: Final = {
    "deal": _of_kind(
        ("seat", *_DEAL), ("chain", "game", "holders", "bots", "pace"), properties={"seat": {"type": "null"}}
    ),
    "play": _of_kind((*_CARD, "declared_color", "landed"), ("suit", "rank"), dependentRequired=_BOTH),
    "discard": _of_kind(_CARD, ("suit", "rank"), dependentRequired=_BOTH),
    "clue": _of_kind(("seat", "target"), ("color", "rank", "kind", "touched", "announcement"), **_HEARD),
    "reorder": _of_kind(("seat", "cards")),
    "turn_cards": _of_kind(("seat", "cards", "orientation"), properties=_SOME_CARDS),
    "message": _of_kind(("seat", "remark", "text"), ("cards",), properties=_SOME_CARDS),
    "abort_vote": _of_kind(("seat",)),
    "abort_vote_withdrawn": _of_kind(("seat",)),
    "abort": _of_kind(("reason",)),
    "clock": _of_kind(("seat", "change", "days"), ("seconds",), properties={"seat": {"type": ["integer", "null"]}}),
}


class Event(ResponseSchema):
    """What happened, as its reader saw it.

    The numbers from `clue_tokens` to `result` describe the table after it; `line` describes the event in words. `type`
    says which of the other members an event has.
    """

    version = Version()
    type = Text("The kind of the event.", values=EVENT_TYPES)
    seat = Whole(
        "The seat that did it. Null in a deal, as no seat deals, and in a `restart` of the clock; absent in an abort.",
        required=False,
        least=0,
        most=5,
        null=True,
    )
    card = CardId("The card that was played or discarded.", required=False)
    declared_color = ClueColor("The color that was named with a play; null for none.", required=False, null=True)
    suit = Suit(
        "The suit of a card that was played or discarded; absent while it lies face down (Throw It in a Hole).",
        required=False,
    )
    rank = Rank(
        "The rank of a card that was played or discarded; absent while it lies face down (Throw It in a Hole). In"
        " a clue, the rank that it names, from 1 to 5.",
        required=False,
    )
    landed = Flag(
        "Whether a played card extended its firework; null while it lies face down.", required=False, null=True
    )
    effect = Effect(required=False)
    drawn = Object("DrawnCard", "The card that the seat drew; null if none was drawn.", required=False, null=True)
    clue_tokens_gained = TokensMoved(required=False)
    clue_tokens_lost = TokensMoved("Tokens that were lost because all were available.", required=False)
    target = Seat("The seat that got the clue.", required=False)
    color = ClueColor("The color that a clue names.", required=False)
    kind = Text(
        "Instead of `color` or `rank`, while the reader does not hear the clue: whether it names a color or a rank;"
        " null if the reader does not hear this either. Only in Cow & Pig and Duck.",
        required=False,
        null=True,
        values={
            "color": "The clue names a color.",
            "rank": "The clue names a rank.",
            None: "The reader does not hear this either (Duck).",
        },
    )
    touched = Items(
        Object(TouchedCard),
        "The cards that a clue touched, in hand order. Absent if the reader must remember them (`memory_aid` `none`).",
        required=False,
        most=6,
    )
    announcement = Language("The clue in the giver's words. Absent together with `touched`.", required=False)
    cards = Items(
        CardId(),
        "The cards of a new order, oldest place first; the cards that were turned; or the cards of the seat's own"
        " hand that a remark names, absent if it names none.",
        required=False,
        most=6,
    )
    orientation = Orientation(required=False)
    remark = RemarkId("The remark; null for a text.", required=False, null=True)
    text = Text("The text of a message; null for a remark.", required=False, null=True)
    reason = Text(
        "Of an abort: why the game was aborted (R21).",
        required=False,
        values=_ABORTS,
    )
    change = Text(
        "What happened to the clock (R31).",
        required=False,
        values={
            "pause": "The seat wants a pause.",
            "resume": "The seat wants no pause, or to go on.",
            "vacation": "The clock of the seat stands still for `days`.",
            "advance": "The seat let `seconds` pass, in a sandbox game.",
            "bot": "The time of the seat was over: a bot plays it.",
            "restart": "The service was down, or its clock had jumped: the turn begins again.",
        },
    )
    days = Whole("The days of a vacation; else null.", required=False, least=1, null=True)
    seconds = Whole("The seconds that passed with `advance`; else absent.", required=False, least=1)
    pace = Object(PaceInGame, "Of a deal: the clock, if there is one.", required=False)
    rules = Raw(
        "Of a deal: the options as stored, which the hash is computed from.", required=False, facts={"type": "object"}
    )
    seats = Whole("Of a deal: the number of seats.", required=False, least=2, most=6)
    starting_seat = Seat("Of a deal: the seat that moves first.", required=False)
    commitment = Hash("Of a deal: the service's commitment to the deck.", required=False)
    chain = Whole(
        "Of a deal: the version of the hash chain, in which hashes cover the times of the events. This and the"
        " next three members are absent in imported games and in games from before version 3.",
        required=False,
        facts={"const": 3},
    )
    game = GameId("Of a deal: the game.", required=False)
    holders = Items(
        Text(null=True),
        "Of a deal, by seat: a salted hash of the account; null for a bot.",
        required=False,
        least=2,
        most=6,
    )
    bots = Items(
        Text(null=True), "Of a deal, by seat: the id of the bot; null for a person.", required=False, least=2, most=6
    )
    ruleset = Whole("Of a deal: the number of the ruleset of the game.", required=False, least=1)
    origin = Text(
        "Of a deal: the origin of the deck; null in games from before seats gave entropy. If this or one of the"
        " next four members is null, the hash is computed without it.",
        required=False,
        values={
            "shuffled": "From the service's secret and the seats' entropy.",
            "given": "The creator of the game gave the deck.",
            "replayed": "It is the deck of an earlier game.",
            "contest": "It is the deck of a contest.",
            "imported": "The game was played elsewhere.",
            None: "A game from before seats contributed.",
        },
        null=True,
    )
    secret_commitment = SecretCommitment(required=False)
    entropies = Entropies(
        "Of a deal: the open entropy by seat; null in a game from before seats contributed.", required=False, null=True
    )
    entropy_commitments = EntropyCommitments(
        "Of a deal: the commitments by seat; null if no seat committed.", required=False, null=True
    )
    reveals = Reveals("Of a deal: the revealed entropy by seat; null if no seat committed.", required=False, null=True)
    protection = Object(Protection, required=False)
    hands = Items(
        Object(DealtHand),
        "Of a deal: the hands as dealt; empty for a reader without a seat.",
        required=False,
        most=6,
    )
    at = Time()
    hash = EventHash()
    clue_tokens = Tokens()
    half_clue_token = HalfToken()
    strikes = Strikes()
    score = Score()
    table_points = PointsOrNull()
    deck_size = DeckSize()
    to_move = ToMove()
    turns_left = TurnsLeft()
    result = ResultOrNull()
    line = Language()
    facts: ClassVar = kinds("type", _KINDS)


class EventResult(ResponseSchema):
    """The result in the event that ended the game."""

    event = Object(Event, "The event of this request.")
    events = Items(
        Object(Event),
        "All events after `expected_version`, in order: those that the caller had not seen, "
        "`event`, and the moves of bots after it. Without `expected_version`, they begin with "
        "`event`.",
    )
    view = Object("View", "The caller's view after these events.")


class StreamView(ResponseSchema):
    """The data of a frame `view` of a stream with `views=true`: the caller's view, and the events that led to it."""

    events = Items(
        Object(Event), "The events since the last frame, in order. The first frame has those that the client missed."
    )
    view = Object("View", "The caller's view after these events.")


class EventList(ResponseSchema):
    """Events of a game."""

    items = Items(Object(Event), "The events in order, each with its version.")
    version = Version()
    ended = Flag("Whether the game is over and no more events will follow.")
    reveal_until = Text(
        "Until when the caller's seat has to reveal its entropy; null if it has not to.",
        null=True,
        facts={"format": "date-time"},
    )
    view = Object("View", "The caller's view after these events, with `views=true`.", required=False)


class StreamEnd(ResponseSchema):
    """The data of the frame `end`, after which the service closes the stream."""

    version = Version()


class StreamBye(ResponseSchema):
    """The data of the frame `bye`: the service closes the stream before its end."""

    reason = Text(
        "Why the stream ends.",
        values={
            "restart": "The service restarts: connect again.",
            "token": "The token was revoked or has expired.",
            "gone": "The game is private, and the caller has left its seat.",
        },
    )


class StreamReady(ResponseSchema):
    """The data of the frame `ready`, which follows the present state; all later frames are new."""

    running = Whole("The number of running games.", least=0)
