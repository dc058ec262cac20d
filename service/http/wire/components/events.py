"""Components of the contract: events."""

from typing import ClassVar

from service.http.wire.components.messages import RemarkId
from service.http.wire.components.results import ResultOrNull
from service.http.wire.components.values import (
    CardId,
    ClueColor,
    ClueRank,
    DeckSize,
    GameId,
    HalfToken,
    Language,
    Orientation,
    PointsOrNull,
    Rank,
    Score,
    Seat,
    Strikes,
    Suit,
    Time,
    Tokens,
    ToMove,
    TurnsLeft,
    Version,
)
from service.http.wire.components.verification import (
    Entropies,
    EntropyCommitments,
    EventHash,
    Hash,
    Protection,
    Reveals,
    SecretCommitment,
)
from service.http.wire.members import Flag, Items, Named, Object, OneOf, Raw, Response, Text, Whole


class ReorderEvent(Response):
    """A seat reordered its hand (R26)."""

    version = Version()
    type = Text("The kind of the event: `reorder`.")
    seat = Seat()
    cards = Items(CardId(), "Its cards, oldest place first.", most=6)
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
    facts: ClassVar = {"dependentSchemas": {"type": {"properties": {"type": {"const": "reorder"}}}}}


class TurnCardsEvent(Response):
    """A seat turned cards of its hand the same way (R29)."""

    version = Version()
    type = Text("The kind of the event: `turn_cards`.")
    seat = Seat()
    cards = Items(CardId(), "The cards.", least=1, most=6)
    orientation = Orientation()
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
    facts: ClassVar = {"dependentSchemas": {"type": {"properties": {"type": {"const": "turn_cards"}}}}}


class MessageEvent(Response):
    """A seat sent a message (R27)."""

    version = Version()
    type = Text("The kind of the event: `message`.")
    seat = Seat()
    remark = RemarkId("The remark; null for a text.", null=True)
    cards = Items(
        CardId(),
        "The cards of the seat's own hand that the remark names; missing if it names none.",
        required=False,
        least=1,
        most=6,
    )
    text = Text("The text; null for a remark.", null=True)
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
    facts: ClassVar = {"dependentSchemas": {"type": {"properties": {"type": {"const": "message"}}}}}


class AbortVoteEvent(Response):
    """A seat voted to abort (R21)."""

    version = Version()
    type = Text("The kind of the event: `abort_vote`.")
    seat = Seat()
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
    facts: ClassVar = {"dependentSchemas": {"type": {"properties": {"type": {"const": "abort_vote"}}}}}


class AbortVoteWithdrawnEvent(Response):
    """A seat withdrew its vote to abort (R21)."""

    version = Version()
    type = Text("The kind of the event: `abort_vote_withdrawn`.")
    seat = Seat()
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
    facts: ClassVar = {"dependentSchemas": {"type": {"properties": {"type": {"const": "abort_vote_withdrawn"}}}}}


class AbortEvent(Response):
    """The game was aborted by something other than votes (R21)."""

    version = Version()
    type = Text("The kind of the event: `abort`.")
    reason = Text(
        "Why the game was aborted (R21).",
        values={
            "agreed": "All seats voted to abort.",
            "idle": "No seat took its turn within the idle limit.",
            "no_show": "A seat did not take its first turn in time, and another seat ended the game.",
            "removed": "The creator removed a seat before the first turn; only in older games.",
            "terminated": "A player ended the game; only in games from hanab.live.",
            "left": "The players left the game before its end; only in imported games.",
            "timed_out": "A player ran out of time; only in games from hanab.live.",
            "speedrun_failed": "A speedrun failed; only in games from hanab.live.",
        },
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
    facts: ClassVar = {"dependentSchemas": {"type": {"properties": {"type": {"const": "abort"}}}}}


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


class DealtHand(Response):
    """The hand that a seat was dealt."""

    seat = Seat()
    cards = Items(Object("DrawnCard"), "The cards of the hand, oldest first.", least=2, most=6)


class DealEvent(Response):
    """The deal: event 0."""

    version = Version()
    type = Text("The kind of the event: `deal`.")
    seat = Whole("Null, as no seat deals.", least=0, most=5, null=True)
    rules = Raw("The options as stored, which the hash is computed from.", facts={"type": "object"})
    seats = Whole("The number of seats.", least=2, most=6)
    starting_seat = Seat()
    commitment = Hash("The service's commitment to the deck.")
    chain = Whole(
        (
            "The version of the hash chain, in which hashes cover the times of the events. This and the"
            " next three members are absent in imported games and in games from before version 3."
        ),
        required=False,
        facts={"const": 3},
    )
    game = GameId(required=False)
    holders = Items(
        Text(null=True), "By seat: a salted hash of the account; null for a bot.", required=False, least=2, most=6
    )
    bots = Items(Text(null=True), "By seat: the id of the bot; null for a person.", required=False, least=2, most=6)
    ruleset = Whole("The number of the ruleset of the game.", least=1)
    origin = Text(
        (
            "The origin of the deck; null in games from before seats gave entropy. If this or one of "
            "the next four members is null, the hash is computed without it."
        ),
        values={
            "shuffled": "From the service's secret and the seats' entropy.",
            "given": "The creator of the game gave the deck.",
            "imported": "The game was played elsewhere.",
            None: "A game from before seats contributed.",
        },
        null=True,
    )
    secret_commitment = SecretCommitment()
    entropies = Entropies("The open entropy by seat; null in a game from before seats contributed.", null=True)
    entropy_commitments = EntropyCommitments("The commitments by seat; null if no seat committed.", null=True)
    reveals = Reveals("The revealed entropy by seat; null if no seat committed.", null=True)
    protection = Object(Protection)
    hands = Items(Object(DealtHand), "The hands as dealt; empty for a reader without a seat.", most=6)
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
    facts: ClassVar = {"dependentSchemas": {"type": {"properties": {"type": {"const": "deal"}}}}}


class TokensMoved(Named):
    """A number of clue tokens that an event gained or lost."""

    of = Whole(least=0, most=2)


class PlayEvent(Response):
    """A card was played (R10 to R12)."""

    version = Version()
    type = Text("The kind of the event: `play`.")
    seat = Seat()
    card = CardId()
    declared_color = ClueColor("The color that was named with the play; null for none.", null=True)
    suit = Suit("The suit of the card; absent while it lies face down (Throw It in a Hole).", required=False)
    rank = Rank("The rank of the card; absent while it lies face down (Throw It in a Hole).", required=False)
    landed = Flag("Whether it extended its firework; null while it lies face down.", null=True)
    effect = Effect()
    drawn = Object("DrawnCard", "The card that the seat drew; null if none was drawn.", null=True)
    clue_tokens_gained = TokensMoved()
    clue_tokens_lost = TokensMoved("Tokens that were lost because all were available.")
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
    facts: ClassVar = {
        "dependentRequired": {"suit": ["rank"], "rank": ["suit"]},
        "dependentSchemas": {"type": {"properties": {"type": {"const": "play"}}}},
    }


class DiscardEvent(Response):
    """A card was discarded (R9)."""

    version = Version()
    type = Text("The kind of the event: `discard`.")
    seat = Seat()
    card = CardId()
    suit = Suit("The suit of the card; absent while it lies face down (Throw It in a Hole).", required=False)
    rank = Rank("The rank of the card; absent while it lies face down (Throw It in a Hole).", required=False)
    effect = Effect()
    drawn = Object("DrawnCard", "The card that the seat drew; null if none was drawn.", null=True)
    clue_tokens_gained = TokensMoved()
    clue_tokens_lost = TokensMoved("Tokens that were lost because all were available.")
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
    facts: ClassVar = {
        "dependentRequired": {"suit": ["rank"], "rank": ["suit"]},
        "dependentSchemas": {"type": {"properties": {"type": {"const": "discard"}}}},
    }


class TouchedCard(Response):
    """A card that a clue touched."""

    card = CardId()
    position = Whole("Its place in the hand at that time, 0 for the oldest.", least=0, most=5)


class ClueEvent(Response):
    """A clue was given (R5 to R8)."""

    version = Version()
    type = Text("The kind of the event: `clue`.")
    seat = Seat()
    target = Seat()
    color = ClueColor(required=False)
    rank = ClueRank(required=False)
    kind = Text(
        (
            "Instead of `color` or `rank`, while the reader does not hear it: whether the clue names a "
            "color or a rank; null if the reader does not hear this either. Only in Cow & Pig and Duck."
        ),
        required=False,
        values={
            "color": "The clue names a color.",
            "rank": "The clue names a rank.",
            None: "The reader does not hear this either (Duck).",
        },
        null=True,
    )
    touched = Items(
        Object(TouchedCard),
        ("The cards that it touched, in hand order. Absent if the reader must remember them (`memory_aid` `none`)."),
        required=False,
        most=6,
    )
    announcement = Language("The clue in the giver's words. Absent together with `touched`.", required=False)
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
    facts: ClassVar = {
        "if": {"required": ["color"]},
        "then": {"not": {"anyOf": [{"required": ["rank"]}, {"required": ["kind"]}]}},
        "else": {"if": {"required": ["rank"]}, "then": {"not": {"required": ["kind"]}}, "else": {"required": ["kind"]}},
        "dependentRequired": {"touched": ["announcement"], "announcement": ["touched"]},
        "dependentSchemas": {"type": {"properties": {"type": {"const": "clue"}}}},
    }


class Event(Named):
    """What happened, as its reader saw it.

    The numbers from `clue_tokens` to `result` describe the table after it; `line` describes the event in words.
    """

    of = OneOf(
        Object(DealEvent),
        Object(PlayEvent),
        Object(DiscardEvent),
        Object(ClueEvent),
        Object(ReorderEvent),
        Object(TurnCardsEvent),
        Object(MessageEvent),
        Object(AbortVoteEvent),
        Object(AbortVoteWithdrawnEvent),
        Object(AbortEvent),
        facts={
            "discriminator": {
                "propertyName": "type",
                "mapping": {
                    "deal": "#/components/schemas/DealEvent",
                    "play": "#/components/schemas/PlayEvent",
                    "discard": "#/components/schemas/DiscardEvent",
                    "clue": "#/components/schemas/ClueEvent",
                    "reorder": "#/components/schemas/ReorderEvent",
                    "turn_cards": "#/components/schemas/TurnCardsEvent",
                    "message": "#/components/schemas/MessageEvent",
                    "abort_vote": "#/components/schemas/AbortVoteEvent",
                    "abort_vote_withdrawn": "#/components/schemas/AbortVoteWithdrawnEvent",
                    "abort": "#/components/schemas/AbortEvent",
                },
            }
        },
    )


class EventResult(Response):
    """The result in the event that ended the game."""

    event = Event("The event of this request.")
    events = Items(
        Event(),
        (
            "All events after `expected_version`, in order: those that the caller had not seen, "
            "`event`, and the moves of bots after it. Without `expected_version`, they begin with "
            "`event`."
        ),
    )
    view = Object("View", "The caller's view after these events.")


class StreamView(Response):
    """The data of a frame `view` of a stream with `views=true`: the caller's view, and the events that led to it."""

    events = Items(
        Event(), ("The events since the last frame, in order. The first frame has those that the client missed.")
    )
    view = Object("View", "The caller's view after these events.")


class EventList(Response):
    """Events of a game."""

    items = Items(Event(), "The events in order, each with its version.")
    version = Version()
    ended = Flag("Whether the game is over and no more events will follow.")
    reveal_until = Text(
        "Until when the caller's seat has to reveal its entropy; null if it has not to.",
        null=True,
        facts={"format": "date-time"},
    )
    view = Object("View", "The caller's view after these events, with `views=true`.", required=False)


class StreamEnd(Response):
    """The data of the frame `end`, after which the service closes the stream."""

    version = Version()


class StreamBye(Response):
    """The data of the frame `bye`: the service closes the stream before its end."""

    reason = Text(
        "Why the stream ends.",
        values={
            "restart": "The service restarts: connect again.",
            "token": "The token was revoked or has expired.",
            "gone": "The game is private, and the caller has left its seat.",
        },
    )


class StreamReady(Response):
    """The data of the frame `ready`, which follows the present state; all later frames are new."""

    running = Whole("The number of running games.", least=0)
