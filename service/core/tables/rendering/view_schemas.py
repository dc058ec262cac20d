"""Schemas of views of a game, its frames, and lists of games."""

from dataclasses import asdict
from datetime import datetime
from functools import cache
from typing import Any, ClassVar, Final

from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.reading import view as seen
from engine.reading.feed import FaceUp
from engine.rules import rules_as_dict
from engine.score import fitting
from service.core import links
from service.core.common_values import (
    AccountId,
    BotId,
    CardId,
    ClueColor,
    ClueRank,
    Deadline,
    DeckSize,
    Entropies,
    EntropyCommitments,
    GameId,
    HalfToken,
    Hash,
    Head,
    IdleAt,
    NextCursor,
    Orientation,
    PointsOrNull,
    PublicKey,
    Rank,
    Ranks,
    Score,
    Seat,
    SecretCommitment,
    SignatureHex,
    Status,
    Strikes,
    Suit,
    Time,
    Tokens,
    ToMove,
    TurnsLeft,
    Version,
    WatchingRule,
)
from service.core.people.program_schema import PROGRAM, PROGRAM_IF_SHOWN
from service.core.replays.lists import rows
from service.core.rules.rendering import Rules
from service.core.tables import views
from service.core.tables.rendering.clocks import ClockState, PaceInGame, deadline
from service.core.tables.rendering.event_schemas import (
    AbortVotes,
    Outcome,
    Protection,
    Reason,
    ResultOrNull,
)
from service.core.tables.rendering.knowledge import CardClues, CardPossibilities, Knowledge, clued
from service.core.tables.rendering.marks import MARKS
from service.core.tables.stored_game import Player
from service.core.tables.views import GameView, ViewVersion
from service.platform import ids
from service.platform.signing import keys
from service.platform.wire.field_types import (
    DateTime,
    Described,
    Flag,
    Items,
    Kind,
    Map,
    Named,
    Object,
    ResponseSchema,
    Text,
    Whole,
    kinds,
)
from service.platform.wire.operation import Link
from service.platform.wire.rendering import Rendered, itself


class ReceiptLog(ResponseSchema):
    """The newest signed head of the log of commitments when a receipt's event was stored.

    Before the deal, when the game was created. Every later log must extend it: `hanabi verify FILE --receipt FILE --log
    PLACE`.
    """

    size = Whole("The number of entries.", least=0)
    root = Hash()


_SIGNED: Final = ("game", "sandbox", "idle_limit_s", "at", "log", "key", "signature")


class Receipt(ResponseSchema):
    """What the service has signed about this game: that it has this newest event, or before the deal, this commitment.

    `type` says which of the other members a receipt has. The signature covers all the others. Save it. If the service
    later shows another game, the receipt proves it: `hanabi verify FILE --receipt FILE`.
    """

    type = Text(
        "What the statement is about.",
        values={
            "hanabi/receipt": "The game at one version.",
            "hanabi/opening": "The open game: the service's commitment, and what the seats contributed so far.",
        },
    )
    game = GameId()
    version = Version("The version of the newest event.", required=False)
    head = Head(required=False)
    secret_commitment = SecretCommitment(required=False)
    sandbox = Flag("Whether this is a sandbox game. Its creator may have given its deck.")
    idle_limit_s = Whole("The seconds without an event after which the game ends; 0 for no limit.", least=0)
    at = Time("The time of the newest event, or when the open game was created.")
    seat = Whole(
        "Of an open game: the seat to which the receipt was given; null for a watcher.",
        required=False,
        least=0,
        most=5,
        null=True,
    )
    entropies = Entropies(required=False)
    entropy_commitments = EntropyCommitments(required=False)
    reveal_until = Text(
        "Of an open game: the time until which the seats can reveal. With it, the contributions of all seats are"
        " final; null before.",
        required=False,
        null=True,
        facts={"format": "date-time"},
    )
    log = Object(ReceiptLog, "Null if there was no log.", null=True)
    key = PublicKey()
    signature = SignatureHex()
    facts: ClassVar = kinds(
        "type",
        {
            "hanabi/receipt": Kind([*_SIGNED, "version", "head"]),
            "hanabi/opening": Kind(
                [*_SIGNED, "secret_commitment", "seat", "entropies", "entropy_commitments", "reveal_until"]
            ),
        },
    )


class LastingAddress(Named):
    """An address with `rev`, whose content never changes, so that it can be cached for long."""

    of = Text(pattern="^/v1/replays/g_[0-9a-f]{32}/[^ ]+[?]rev=[1-9][0-9]{0,5}-(de|en|fr|nl|da)$")


class GameLinks(ResponseSchema):
    """The page of a game for people, and once it has ended, the addresses of the replay as in `ReplayLinks`."""

    page = Text(
        "The page on which people play the game, or review it once it has ended.",
        pattern="^/(play|replays)/g_[0-9a-f]{32}$",
    )
    replay = Text("The replay.", required=False, pattern="^/v1/replays/g_[0-9a-f]{32}$")
    frames = LastingAddress("The table after each event.", required=False)
    score_picture = LastingAddress("The curve of the game as a picture.", required=False)
    analysis = LastingAddress("What each event cost.", required=False)


class RevealUntil(Named):
    """Until when the game waits for reveals; null unless all seats of an open game are taken."""

    of = DateTime(null=True)


class AwaitingReveals(Named):
    """The seats that have not revealed their entropy yet; empty unless `reveal_until` is set."""

    of = Items(Seat(), most=6)


class Viewer(Rendered[GameView | views.Frame]):
    """Who sees the view."""

    seat = Whole("The viewer's seat; null for none.", least=0, most=5, null=True, attribute="view.viewer")
    holder_salt = Text(
        "The salt of the viewer's entry in `holders` of the deal, which no other viewer sees; null "
        "for none, and absent in views of the past (`at`). It proves that the viewer's account sat "
        "there.",
        required=False,
        null=True,
        computed=lambda table: None if table.view.version < 0 else table.holder_salt,
        to_json=bytes.hex,
        rendered_if=lambda table: isinstance(table, GameView),
    )


KNEW_DECK: Final = Flag(
    "Only true, and only of a player who knew the deck of an earlier game that this game plays.", required=False
)


class Watching(Rendered[GameView]):
    """Who may watch the game while it runs."""

    who = WatchingRule(attribute="setting.watching")
    hands_delay = Whole(
        "How many turns later watchers see hands; null unless `who` is `hands` or `held`.",
        least=5,
        most=50,
        null=True,
        attribute="setting.hands_delay",
    )
    agreed = Items(
        Seat(),
        "The seats that have agreed that watchers see hands; others than bots must all have.",
        most=6,
        attribute="shown_by",
    )
    is_past = Flag(
        "Whether this view shows the table with its hands as it was `hands_delay` turns ago.",
        attribute="view_version.is_past",
    )


class SeatInView(Rendered[Player]):
    """A seat of the table. Views of the past (`at`) do not contain its player."""

    seat = Seat()
    name = Text("The player; null while the seat is free.", required=False, null=True, rendered_if=True)
    account = AccountId(
        "The account of the player; null for a free seat, a bot, an imported player and a deleted account.",
        required=False,
        null=True,
        rendered_if=True,
    )
    bot = BotId(
        "The bot in the seat; null for a person and for a free seat.", required=False, null=True, rendered_if=True
    )
    program = PROGRAM_IF_SHOWN
    knew_deck = KNEW_DECK


class SeatWithName(Rendered[Player]):
    """A seat and its player."""

    seat = Seat()
    name = Text("The player; null while the seat is free.", null=True)
    account = AccountId(
        "The account of the player; null for a free seat, a bot, an imported player and a deleted account.", null=True
    )
    bot = BotId("The bot in the seat; null for a person and for a free seat.", null=True)
    program = PROGRAM
    knew_deck = KNEW_DECK


def seats_with_names(attribute: str, about: str = "The players, by seat.") -> Items:
    """Return the member with the players of a game, which `attribute` of the rendered value has."""
    return Items(Object(SeatWithName), about, least=2, most=6, attribute=attribute)


class SeatWithoutName(ResponseSchema):
    """A seat, without the name of its player."""

    seat = Seat()


class Top(Named):
    """The number of cards of a firework."""

    of = Whole(least=0, most=5)


class Fireworks(Named):
    """The number of cards of each firework by suit, which is its top rank if the suit is played from 1 to 5.

    Null while played cards stay face down (Throw It in a Hole).
    """

    of = Map(Top(), names=Suit(), null=True)


class LostFireworks(Named):
    """The fireworks that can no longer be completed (R13); null while played cards stay face down (Throw It in a
    Hole).
    """

    of = Items(Suit(), null=True)


class Stack(ResponseSchema):
    """A firework."""

    cards = Ranks("The ranks of its cards, first played first.")
    next = Ranks("The ranks that can be played next.")


class Stacks(Named):
    """The fireworks by suit, with the cards that fit next.

    Only in games with a variant; null while played cards stay face down (Throw It in a Hole).
    """

    of = Map(Object(Stack), names=Suit(), null=True)


class CardsFaceDown(Named):
    """Only in games with a variant: the played cards that lie face down until the end, in order (Throw It in a
    Hole).
    """

    of = Items(CardId())


class Face(ResponseSchema):
    """A card whose front is known."""

    card = CardId()
    suit = Suit()
    rank = Rank()


@cache
def _discarded(card: FaceUp) -> dict[str, Any]:
    return card._asdict()


class Discards(Named):
    """The discard pile in order."""

    of = Items(Object(Face, to_json=_discarded))


class DrawnCard(ResponseSchema):
    """A card that a seat was dealt or drew.

    It has `suit` and `rank` if the reader saw its front then, and neither if the reader did not.
    """

    card = CardId()
    suit = Suit(required=False)
    rank = Rank(required=False)
    facts: ClassVar = {"dependentRequired": {"suit": ["rank"], "rank": ["suit"]}}


class TurnedCard(ResponseSchema):
    """A card that does not stand upright."""

    card = CardId()
    orientation = Orientation()


class HandCard(ResponseSchema):
    """A card in a hand.

    It has `suit` and `rank` if the viewer sees its front, and neither if the viewer does not, as in the viewer's
    own hand.
    """

    card = CardId()
    suit = Suit(required=False)
    rank = Rank(required=False)
    clues = Object(CardClues, required=False)
    possible = Object(CardPossibilities, required=False)
    facts: ClassVar = {
        "dependentRequired": {"suit": ["rank"], "rank": ["suit"], "clues": ["possible"], "possible": ["clues"]}
    }


class Hand(ResponseSchema):
    """The hand of a seat, as the viewer sees it."""

    seat = Seat()
    cards = Items(Object(HandCard), "The cards in hand order, oldest first unless the seat has reordered them.", most=6)
    turned = Items(
        Object(TurnedCard),
        "The cards that are not upright (R29), by card id; missing if all are.",
        required=False,
        least=1,
        most=6,
    )


class TurnType(Named):
    """The kind of a turn."""

    of = Text(
        values={
            "play": "A card of the own hand is played (R10).",
            "discard": "A card of the own hand is discarded (R9).",
            "clue": "A clue is given to another seat (R5).",
        }
    )


class Action(ResponseSchema):
    """A legal action of the caller, complete as the body of `POST /v1/games/{game}/moves`: a play or a discard of a
    card, or a clue to a seat by either a color or a rank.
    """

    type = TurnType()
    card = CardId("The card to play or to discard; absent in a clue.", required=False)
    declared_color = ClueColor("Only in a play. The color that is named with it (R12).", required=False)
    target = Seat("The seat that gets the clue, and only in a clue.", required=False)
    color = ClueColor("The color of a clue, which has either `color` or `rank`.", required=False)
    rank = ClueRank("The rank of a clue, which has either `color` or `rank`.", required=False)
    facts: ClassVar = {
        "if": {"required": ["target"]},
        "then": {
            "properties": {"type": {"const": "clue"}},
            "not": {"anyOf": [{"required": ["card"]}, {"required": ["declared_color"]}]},
            "if": {"required": ["color"]},
            "then": {"not": {"required": ["rank"]}},
            "else": {"required": ["rank"]},
        },
        "else": {
            "required": ["card"],
            "properties": {"type": {"enum": ["play", "discard"]}},
            "not": {"anyOf": [{"required": ["color"]}, {"required": ["rank"]}]},
            "if": {"required": ["declared_color"]},
            "then": {"properties": {"type": {"const": "play"}}},
        },
    }


@cache
def action(turn: Turn) -> dict[str, Any]:
    """Return a turn as in the body of a move, without `expected_version`."""
    match turn:
        case Play(card, None):
            return {"type": "play", "card": card}
        case Play(card, declared):
            return {"type": "play", "card": card, "declared_color": declared}
        case Discard(card):
            return {"type": "discard", "card": card}
        case GiveColorClue(target, color):
            return {"type": "clue", "target": target, "color": color}
        case GiveRankClue(target, rank):
            return {"type": "clue", "target": target, "rank": rank}


class LegalActions(Named):
    """Every legal action if it is the viewer's turn; empty otherwise, and in the current view of a paused game."""

    of = Items(Object(Action, to_json=action))


def _card(card: seen.ViewedCard) -> dict[str, Any]:
    of_clues = {} if card.marks is None else clued(card.marks)
    if isinstance(card, seen.OpenCard):
        return {"card": card.card, "suit": card.suit, "rank": card.rank, **of_clues}
    return {"card": card.card, **of_clues}


def _hand(hand: seen.Hand) -> dict[str, Any]:
    cards = [_card(card) for card in hand.cards]
    if not hand.turned:
        return {"seat": hand.seat, "cards": cards}
    turned = [{"card": card, "orientation": orientation} for card, orientation in hand.turned]
    return {"seat": hand.seat, "cards": cards, "turned": turned}


_KEY_DIGITS: Final = 8

_ANY_HAND: Final = Object(Hand, to_json=_hand)


def _status(game: GameView | views.Frame) -> str:
    view = game.view
    return "open" if view.version < 0 else "running" if view.result is None else "ended"


def _has_variant(game: GameView | views.Frame) -> bool:
    return game.view.rules.variant is not None


def _stacks(game: GameView | views.Frame) -> dict[str, Any] | None:
    """Return the cards of each firework and the ranks that fit.

    The result is None while they lie face down.
    """
    view = game.view
    if view.positions is None:
        return None
    palette = view.rules.palette
    fits = fitting(palette, view.positions)
    return {
        suit: {
            "cards": stack.cards[position],
            "next": [palette.cards[code].rank for code in stack.following[position] if fits >> code & 1],
        }
        for suit, stack, position in zip(palette.suits, palette.stacks, view.positions, strict=True)
    }


class _Table(Rendered[Any]):
    """What a view and a frame have in common."""

    id = GameId(attribute="game_id")
    status: Described = Status(computed=_status)
    sandbox = Flag("Whether this is a sandbox game. Its creator may have given its deck.", attribute="setting.sandbox")
    private = Flag("Whether only players with a seat in it can see the game.")
    idle_limit_s = Whole(
        "The seconds without a turn after which the game is aborted (R21).",
        least=60,
        most=7776000,
        attribute="setting.idle_limit_s",
    )
    secret_commitment = SecretCommitment()
    version = Version(attribute="view.version")
    head = Head(to_json=bytes.hex)
    turn = Whole("The number of turns taken.", least=0, attribute="view.turn")
    rules = Object(Rules, attribute="view.rules", to_json=rules_as_dict)
    viewer = Object(Viewer, computed=itself)
    seats = Items(Object(SeatInView), "The players, by seat.", least=2, most=6, attribute="players")
    to_move = ToMove(attribute="view.to_move")
    turns_left = TurnsLeft(attribute="view.turns_left")
    clue_tokens = Tokens(attribute="view.clue_tokens")
    strikes = Strikes(attribute="view.strikes")
    fireworks = Fireworks(attribute="view.fireworks", to_json=dict)
    lost_fireworks = LostFireworks(attribute="view.lost_fireworks")
    score = Score(attribute="view.score")
    table_points = PointsOrNull(attribute="view.table_points")
    attainable_score = PointsOrNull(
        "The highest score still attainable (R13); null while played cards stay face down.",
        attribute="view.attainable_score",
    )
    deck_size = DeckSize(attribute="view.deck_size")
    discards = Discards(attribute="view.discards")
    hands = Items(_ANY_HAND, "All hands by seat; empty for a viewer without a seat.", most=6, attribute="view.hands")
    legal_actions = LegalActions(attribute="view.legal_actions")
    abort_votes = AbortVotes(attribute="view.abort_votes")
    result = ResultOrNull(attribute="view.result")
    stacks = Stacks(required=False, computed=_stacks, rendered_if=_has_variant)
    half_clue_token = HalfToken(
        "Only in games with a variant. Whether there is half a clue token more (Clue Starved).",
        required=False,
        attribute="view.half_token",
        rendered_if=_has_variant,
    )
    face_down = CardsFaceDown(required=False, attribute="view.face_down", rendered_if=_has_variant)


def _deadline(table: GameView) -> datetime | None:
    return None if table.view.result is not None or table.clock is None else deadline(table.clock)


def _links(language: str, table: GameView) -> dict[str, Any]:
    if table.view.result is None:
        return {"page": links.TABLE + ids.render("g", table.game_id)}
    return links.of_replay(table.game_id, language)


class View(_Table, Rendered[GameView]):
    """The table as its viewer sees it."""

    vars().update(MARKS)
    entropies = Entropies(
        "The open entropy by seat, null for none. This member and the next five are absent in views"
        " of the past (`at`).",
        required=False,
        rendered_if=True,
    )
    entropy_commitments = EntropyCommitments(required=False, rendered_if=True)
    reveal_until = RevealUntil(required=False, rendered_if=True)
    awaiting_reveals = AwaitingReveals(required=False, rendered_if=True)
    protection = Object(Protection, required=False, rendered_if=True)
    pace = Object(
        PaceInGame,
        "Null without a clock; absent with `at`.",
        required=False,
        null=True,
        attribute="setting.pace",
        to_json=asdict,
        rendered_if=True,
    )
    pause_limit_s = Whole(
        "The seconds after which a pause ends the game; null without a clock, and absent with `at`.",
        required=False,
        null=True,
        least=60,
        most=7776000,
        computed=lambda table: table.setting.longest_pause_s if table.setting.pace else None,
        rendered_if=True,
    )
    deadline = Deadline(required=False, computed=_deadline, rendered_if=True)
    clock = Object(
        ClockState,
        "Null without clocks and before the deal; absent with `at`.",
        required=False,
        null=True,
        rendered_if=True,
    )
    idle_at = IdleAt(required=False, rendered_if=True)
    receipt = Object(
        Receipt,
        "The signed receipt; null for an imported game, and absent in views of the past (`at`).",
        required=False,
        null=True,
        rendered_if=True,
    )
    watching = Object(
        Watching, "Absent in views of the past (`at`).", required=False, computed=itself, rendered_if=True
    )
    links = Object(
        GameLinks,
        "The page of the game for people, and once it has ended, the addresses of the replay. "
        "Absent in views of the past (`at`).",
        required=False,
        computed=itself,
        worded=_links,
        rendered_if=True,
    )
    knowledge = Object(Knowledge, required=False, rendered_if=False)


def tag_of(view: GameView, language: str, *, knowledge: bool = False) -> str:
    """Return the entity tag of a view, whose receipt names the key."""
    key = keys.signer().public if view.receipt is None else view.receipt["key"]
    return entity_tag(view.view_version, language, key, knowledge=knowledge)


def entity_tag(version: ViewVersion, language: str, key: str | None, *, knowledge: bool = False) -> str:
    """Return the entity tag of a version of a view.

    It differs by language and, for the receipt, by the key that signs; `key` is None for a view of the past, which has
    no receipt. `RENDERING` must be incremented whenever the rendered bytes of a view change.
    """
    at, revision, names_revision, seat, is_past = version
    viewer = "h" if is_past else "w" if seat is None else seat
    by = "a" if key is None else f".{key[:_KEY_DIGITS]}"
    return f"{at}.{revision}.{names_revision}.{viewer}.{language}.{links.RENDERING}{by}{'k' if knowledge else ''}"


class Frame(_Table, Rendered[views.Frame]):
    """The table of a replay after one event: a view without the players' names."""

    status = Text(
        "The status of the game at this version.",
        values={"running": "The game goes on.", "ended": "The game is over."},
        computed=_status,
    )
    private = Flag("Whether only the players can see the game.")
    seats = Items(
        Object(SeatWithoutName),
        "The seats, without the names of their players.",
        least=2,
        most=6,
        computed=lambda frame: [{"seat": seat} for seat in range(frame.view.seats)],
    )
    hands = Items(
        _ANY_HAND,
        "All hands by seat. Face down are the hand of `viewer`, and for a watcher all that it may not see.",
        most=6,
        attribute="view.hands",
    )


class FrameList(ResponseSchema):
    """Frames of a replay, in order."""

    id = GameId()
    items = Items(Object(Frame), "The n-th frame has version n.", least=1)


class ClaimedTimes(ResponseSchema):
    """When a game was played elsewhere, according to the account that imported it."""

    created_at = Time()
    started_at = Time()
    finished_at = Time()


class GameCurve(ResponseSchema):
    """The course of a finished game by turn, from turn 0 on. It is only in a list with `curve=true`."""

    points = Items(
        Whole(least=0, most=30), "The points on the table after each turn; at the end of a lost game, its score or 0."
    )
    reachable = Items(
        Whole(least=0, most=30),
        "The highest score that could still be reached after each turn, as `reachable_score` of the"
        " analysis: the solver's if it has solved the game, and otherwise an upper bound.",
    )


class GameSummary(Rendered[rows.ListedGame]):
    """A game in a list, without what depends on the reader."""

    is_inline = True

    id = GameId(attribute="game_id")
    status = Status()
    sandbox = Flag("Whether this is a sandbox game. Its creator may have given its deck.", attribute="setting.sandbox")
    vars().update(MARKS)
    private = Flag("Whether only players with a seat in it can see the game.")
    imported = Flag("Whether it was played elsewhere.")
    claimed = Object(ClaimedTimes, "The times in the imported record; null for other games.", null=True)
    rules = Object(Rules, attribute="setting.rules")
    seats = seats_with_names("players", "The players, by seat; a free seat has no name.")
    reveal_until = RevealUntil()
    awaiting_reveals = AwaitingReveals(computed=lambda game: game.awaiting_reveals or [])
    version = Version()
    turn = Whole("The number of turns taken.", least=0)
    to_move = ToMove()
    pace = Object(PaceInGame, "Null without a clock.", attribute="setting.pace", null=True)
    deadline = Deadline()
    outcome = Outcome("How the game ended; null while it has not.", null=True)
    reason = Reason("Why the game ended; null while it has not.", null=True)
    score = Whole(
        "The score of the result; null before the end, and if the result has no score.", least=0, most=30, null=True
    )
    created_at = Time()
    started_at = Time()
    finished_at = Time()
    watching = WatchingRule(attribute="setting.watching")
    watchers = Whole("How many watch the game now; null unless it is running.", least=0, null=True)


class ListedGame(GameSummary):
    """A game in a list, the same for everyone."""

    links = Object(GameLinks)
    curve = Object(GameCurve, required=False)


class GameList(ResponseSchema):
    """A page of games."""

    items = Items(Object(ListedGame), "The games, in the order of the request.")
    next = NextCursor()


FROM_GAMES: Final = (
    Link("game", "getGame", "The view of one of the games.", {"game": "items/0/id"}),
    Link("seat", "createSeat", "A seat in one of them, if it is `open`.", {"game": "items/0/id"}),
    Link("replay", "getReplay", "The replay of one of them, if it is `ended`.", {"game": "items/0/id"}),
)

FROM_VIEW: Final = (
    Link("game", "getGame", "The same game later.", {"game": "id"}),
    Link("seat", "createSeat", "Take a free seat.", {"game": "id"}),
    Link("invitation", "createInvitation", "Invite a player to a free seat.", {"game": "id"}),
    Link(
        "move", "createMove", "Make one of the `legal_actions`, with `version` as `expected_version`.", {"game": "id"}
    ),
    Link("events", "listEvents", "Later events.", {"game": "id", "since": "version"}),
)
