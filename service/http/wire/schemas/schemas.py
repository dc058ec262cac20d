"""What may come in: bodies and queries, checked to the letter before anything looks at a game."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, get_args
from uuid import UUID

import orjson
from flask import request
from marshmallow import Schema, ValidationError, fields, validate

from engine.bots import BOTS
from engine.cards import RANKS, SUITS, Card
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, ReorderHand, Say, Turn
from engine.decide import MAX_TEXT_LENGTH
from engine.proof.deal import MAX_ENTROPY_LENGTH, is_entropy
from engine.rules import EDITIONS, MAX_SEATS, MIN_SEATS, OPTIONS
from engine.score import Outcome
from service import ids
from service.games.lobby import DEFAULT_IDLE_LIMIT_S
from service.http.wire.links import REVISION
from service.http.wire.pagination import MAX_CURSOR_LENGTH, position_of
from service.http.wire.problems import Problem, fault
from service.http.wire.request_parsing import (
    MAX_INT,
    DecimalDigits,
    Flag,
    Moment,
    Paragraphs,
    PlainText,
    Strict,
    WholeNumber,
    between,
    json_body,
    load,
    load_query,
    no_query,
    one_of,
    parsed,
)
from service.identity.accounts import MAX_NAME_LENGTH
from service.identity.tokens import SCOPES, Scope
from service.replays.branches import NewBranch
from service.replays.exporting import FORMATS, Format
from service.replays.listing import Finished, GameFilter, MyGamesFilter, Position, ReplayFilter, Sort
from service.replays.notes import MAX_NOTE_LENGTH

__all__ = [
    "Move",
    "NewComment",
    "NewGame",
    "NewInvitation",
    "NewNote",
    "NewToken",
    "PageQuery",
    "Revised",
    "WantedSeat",
    "WholeList",
    "account_name",
    "branches_query",
    "code_if_any",
    "comment",
    "comments_query",
    "empty_body",
    "entropy",
    "event_query",
    "export_query",
    "finished_query",
    "frames_query",
    "game_query",
    "games_query",
    "hand_order",
    "invitation",
    "message",
    "move",
    "move_in",
    "my_games_query",
    "new_branch",
    "new_game",
    "new_token",
    "no_query",
    "note",
    "reading_query",
    "replays_query",
    "revised_query",
    "seat_query",
    "wanted_seat",
    "whole_list_query",
]

MAX_LIMIT: Final = 100
"""The rows of the longest page."""
_STATUSES: Final = ("open", "running", "ended")

MAX_MOVES: Final = 200
"""More than any game has turns."""
MAX_TITLE_LENGTH: Final = 100

MAX_IDLE_LIMIT_S: Final = 90 * 24 * 3600
MAX_LIFETIME_S: Final = 366 * 24 * 3600


Lines = Literal["record", "summary"]
"""What a line of a whole list holds."""


class _NameBody(Strict):
    name = PlainText(
        required=True,
        validate=validate.Length(1, MAX_NAME_LENGTH, error=f"must have 1 to {MAX_NAME_LENGTH} characters"),
    )


class _Entropy(fields.String):
    """What a seat gives to the shuffle."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if not is_entropy(text):
            raise ValidationError(f"must have 1 to {MAX_ENTROPY_LENGTH} characters of printable ASCII")
        return text


class _EntropyBody(Strict):
    entropy = _Entropy(required=True, allow_none=True)


class _CardBody(Strict):
    suit = fields.String(required=True, validate=one_of(SUITS))
    rank = WholeNumber(required=True, validate=between(RANKS[0], RANKS[-1]))


class _GameBody(Strict):
    seats = WholeNumber(required=True, validate=between(MIN_SEATS, MAX_SEATS))
    rules = fields.Dict(keys=fields.String(), load_default=dict)
    sandbox = Flag(load_default=False)
    private = Flag(load_default=False)
    deck = fields.List(fields.Nested(_CardBody), validate=validate.Length(max=60, error="must have at most 60 cards"))
    idle_limit_s = WholeNumber(load_default=DEFAULT_IDLE_LIMIT_S, validate=between(60, MAX_IDLE_LIMIT_S))
    entropy = _Entropy()


class _SeatBody(Strict):
    seat = WholeNumber(validate=between(0, MAX_SEATS - 1))
    code = fields.String(validate=validate.Length(1, 100))
    bot = fields.String(validate=one_of(BOTS))
    entropy = _Entropy()


class _InvitationBody(Strict):
    expires_in_s = WholeNumber(load_default=7 * 24 * 3600, validate=between(60, MAX_LIFETIME_S))
    account = fields.String()


class _TokenBody(_NameBody):
    scopes = fields.List(fields.String(validate=one_of(SCOPES)), validate=validate.Length(1, len(SCOPES)))
    expires_in_s = WholeNumber(validate=between(60, MAX_LIFETIME_S))
    game = fields.String()


class _TurnBody(Strict):
    type = fields.String(required=True, validate=one_of(("play", "discard", "clue")))
    expected_version = WholeNumber(required=True, validate=between(0, MAX_INT))


class _PlayBody(_TurnBody):
    card = WholeNumber(required=True, validate=between(0, MAX_INT))
    declared_color = fields.String(validate=one_of(SUITS))


class _DiscardBody(_TurnBody):
    card = WholeNumber(required=True, validate=between(0, MAX_INT))


class _ClueBody(_TurnBody):
    target = WholeNumber(required=True, validate=between(0, MAX_INT))
    color = fields.String(validate=one_of(SUITS))
    rank = WholeNumber(validate=between(RANKS[0], RANKS[-1]))


class _BranchBody(Strict):
    at = WholeNumber(required=True, validate=between(0, MAX_INT))
    moves = fields.List(
        fields.Raw(),
        required=True,
        validate=validate.Length(max=MAX_MOVES, error=f"must have at most {MAX_MOVES} moves"),
    )
    title = PlainText(
        load_default=None,
        validate=validate.Length(1, MAX_TITLE_LENGTH, error=f"must have 1 to {MAX_TITLE_LENGTH} characters"),
    )
    deal = fields.String(load_default="original", validate=one_of(("original", "resampled")))
    seat = WholeNumber(load_default=None, validate=between(0, MAX_SEATS - 1))


class _HandOrderBody(Strict):
    cards = fields.List(WholeNumber(validate=between(0, MAX_INT)), required=True, validate=validate.Length(max=5))


class _MessageBody(Strict):
    remark = fields.String(validate=validate.Length(1, 50))
    text = PlainText(validate=validate.Length(1, MAX_TEXT_LENGTH, error=f"must have 1 to {MAX_TEXT_LENGTH} characters"))


class _ParagraphsBody(Strict):
    text = Paragraphs(
        required=True,
        validate=validate.Length(1, MAX_NOTE_LENGTH, error=f"must have 1 to {MAX_NOTE_LENGTH} characters"),
    )


class _NoteBody(_ParagraphsBody):
    shared = Flag(load_default=False)


class _CommentBody(_ParagraphsBody):
    anchor = fields.String(required=True)


class _EventQuery(Strict):
    since = DecimalDigits(load_default=-1, validate=between(-1, MAX_INT))


class _GameQuery(Strict):
    knowledge = fields.String(load_default="false", validate=one_of(("true", "false")))
    at = DecimalDigits(load_default=None, validate=between(0, MAX_INT))


class Revised(Strict):
    """The query of an answer that lasts (`service.http.pipeline.caching`)."""

    rev = fields.String(validate=validate.Regexp(REVISION + r"\Z", error="is no revision: take one from `links`"))


class _SeatQuery(Strict):
    seat = DecimalDigits(load_default=None, validate=between(0, MAX_SEATS - 1))


class _FramesQuery(Revised):
    seat = DecimalDigits(load_default=None, validate=between(0, MAX_SEATS - 1))


class _ReadingQuery(Strict):
    seat = DecimalDigits(load_default=None, validate=between(0, MAX_SEATS - 1))
    cursor = fields.String(load_default=None, validate=validate.Length(1, MAX_CURSOR_LENGTH))


class _ExportQuery(Strict):
    format = fields.String(load_default=None, validate=one_of(FORMATS))
    report = fields.String(load_default=None, validate=one_of(("only",)))


class _PageQuery(Strict):
    limit = DecimalDigits(load_default=20, validate=between(1, MAX_LIMIT))
    cursor = fields.String(validate=validate.Length(1, MAX_CURSOR_LENGTH))


class _RulesQuery(Strict):
    seats = DecimalDigits(load_default=None, validate=between(MIN_SEATS, MAX_SEATS))
    edition = fields.String(load_default=None, validate=one_of(EDITIONS))
    multicolor = fields.String(load_default=None, validate=one_of(OPTIONS["multicolor"].values))


class _GamesQuery(_PageQuery, _RulesQuery):
    status = fields.String(load_default=None, validate=one_of(_STATUSES))


class _MyGamesQuery(_PageQuery):
    status = fields.String(load_default=None, validate=one_of(_STATUSES))
    turn = fields.String(load_default=None, validate=one_of(("mine",)))


class _FinishedQuery(_RulesQuery):
    player = fields.String(load_default=None)
    score_gte = DecimalDigits(load_default=None, validate=between(0, 30))
    score_lte = DecimalDigits(load_default=None, validate=between(0, 30))
    outcome = fields.String(load_default=None, validate=one_of(get_args(Outcome)))
    finished_after = Moment(load_default=None)
    finished_before = Moment(load_default=None)


class _ReplaysQuery(_PageQuery, _FinishedQuery):
    sort = fields.String(load_default="-finished", validate=one_of(get_args(Sort)))


class _WholeListQuery(_ReplaysQuery):
    limit = DecimalDigits(load_default=None, validate=between(1, MAX_INT))
    after = fields.String(load_default=None)
    lines = fields.String(load_default="record", validate=one_of(get_args(Lines)))


class WholeList(NamedTuple):
    """Which finished games are to be streamed, in what form, and where to go on."""

    wanted: ReplayFilter
    after: UUID | None
    """The last game that the caller has already; None for a stream from the start, or from a cursor."""
    limit: int | None
    lines: Lines


class NewGame(NamedTuple):
    """What a game is to be made of; edition and overrides are yet to be resolved."""

    seats: int
    edition: str
    overrides: dict[str, Any]
    sandbox: bool
    private: bool
    deck: list[Card] | None
    idle_limit_s: int
    entropy: str | None


class WantedSeat(NamedTuple):
    """A seat, None for the next free one; the code of an invitation; a bot, where it is not for the caller; entropy."""

    seat: int | None
    code: str | None
    bot: str | None
    entropy: str | None


class NewInvitation(NamedTuple):
    """How long an invitation is to be good for, and for whom: None for whoever has its code."""

    lifetime_s: int
    account_id: UUID | None


class NewToken(NamedTuple):
    """What a new token is to be good for."""

    name: str
    scopes: tuple[Scope, ...]
    lifetime_s: int | None
    game_id: UUID | None


class NewNote(NamedTuple):
    """What a note is to say, and whether it is to be shown once the game has ended."""

    text: str
    shared: bool


class NewComment(NamedTuple):
    """What a comment is to say, and of what."""

    anchor: str
    text: str


class PageQuery(NamedTuple):
    """Where a page begins, and how much is on it."""

    after: Position | None
    limit: int


class Move(NamedTuple):
    """A turn, and the version that its sender saw."""

    command: Turn
    expected_version: int


def account_name() -> str:
    """Return the name that an account is to have."""
    name: str = load(_NameBody(), json_body())["name"]
    return name


def new_game() -> NewGame:
    """Return the game that the body asks for."""
    body = load(_GameBody(), json_body())
    if "deck" in body and not body["sandbox"]:
        raise Problem("invalid-request", errors=[fault("#/deck", "is for sandbox games alone")])
    rules = {name: _integral(value) for name, value in body["rules"].items()}
    edition = rules.pop("edition", "de")
    if not isinstance(edition, str):
        raise Problem("invalid-request", errors=[fault("#/rules/edition", f"must be one of {', '.join(EDITIONS)}")])
    deck = [Card(card["suit"], card["rank"]) for card in body["deck"]] if "deck" in body else None
    return NewGame(
        body["seats"], edition, rules, body["sandbox"], body["private"], deck, body["idle_limit_s"], body.get("entropy")
    )


def wanted_seat() -> WantedSeat:
    """Return the seat that the body asks for, and for whom; an empty body asks for the next free one."""
    body = load(_SeatBody(), json_body(optional=True))
    faults = [fault(f"#/{name}", "has no meaning for a bot") for name in ("code", "entropy") if name in body]
    if "bot" in body and faults:
        raise Problem("invalid-request", errors=faults)
    return WantedSeat(body.get("seat"), body.get("code"), body.get("bot"), body.get("entropy"))


def entropy() -> str | None:
    """Return what the body gives to the shuffle; None for nothing."""
    given: str | None = load(_EntropyBody(), json_body())["entropy"]
    return given


def code_if_any() -> str | None:
    """Return the invitation's code in the body, whatever else is wrong with that; None where there is none."""
    try:
        body = orjson.loads(request.get_data())
    except (orjson.JSONDecodeError, RecursionError):
        return None
    code = body.get("code") if isinstance(body, dict) else None
    return code if isinstance(code, str) else None


def invitation() -> NewInvitation:
    """Return the invitation that the body asks for; an empty body asks for a code."""
    body = load(_InvitationBody(), json_body(optional=True))
    account_id = _id("a", body["account"], "#/account") if "account" in body else None
    return NewInvitation(body["expires_in_s"], account_id)


def new_token() -> NewToken:
    """Return the token that the body asks for."""
    body = load(_TokenBody(), json_body())
    game_id = None
    scopes: tuple[Scope, ...] = tuple(body.get("scopes", SCOPES))
    if "game" in body:
        game_id = _id("g", body["game"], "#/game")
        scopes = tuple(body.get("scopes", ("play", "read")))
        if "account" in scopes:
            raise Problem("invalid-request", errors=[fault("#/scopes", "a seat-bound token cannot have account")])
    return NewToken(body["name"], scopes, body.get("expires_in_s"), game_id)


def move() -> Move:
    """Return the move that the body holds."""
    return _move_of(json_body())


def move_in(raw: bytes) -> Move:
    """Return the move that these bytes hold."""
    return _move_of(parsed(raw))


def _move_of(body: object) -> Move:
    loaded = _move(body, "#")
    return Move(_command(loaded, "#"), loaded["expected_version"])


def new_branch() -> NewBranch:
    """Return the branch that the body asks for. Its moves may name the version that they follow, and need not."""
    body = load(_BranchBody(), json_body())
    if (body["deal"] == "resampled") != (body["seat"] is not None):
        fits = "is missing" if body["seat"] is None else "has no meaning without a resampled deal"
        raise Problem("invalid-request", errors=[fault("#/seat", fits)])
    moves = []
    for number, one in enumerate(body["moves"]):
        where, follows = f"#/moves/{number}", body["at"] + number
        loaded = _move(one, where, partial=("expected_version",))
        if loaded.get("expected_version", follows) != follows:
            raise Problem("invalid-request", errors=[fault(f"{where}/expected_version", f"must be {follows}")])
        moves.append(_command(loaded, where))
    return NewBranch(body["at"], tuple(moves), body["title"], body["seat"])


def hand_order() -> ReorderHand:
    """Return the order in which the body lays the caller's cards."""
    return ReorderHand(tuple(load(_HandOrderBody(), json_body())["cards"]))


def message() -> Say:
    """Return the remark or the text that the body holds."""
    body = load(_MessageBody(), json_body())
    if ("remark" in body) == ("text" in body):
        raise Problem("invalid-request", errors=[fault("#", "must hold either a remark or a text")])
    return Say(body.get("remark"), body.get("text"))


def note() -> NewNote:
    """Return the note that the body holds."""
    return NewNote(**load(_NoteBody(), json_body()))


def comment() -> NewComment:
    """Return the comment that the body holds."""
    return NewComment(**load(_CommentBody(), json_body()))


def comments_query() -> PageQuery:
    """Return which page of comments is asked for."""
    query = load_query(_PageQuery())
    return PageQuery(_after(query, datetime), query["limit"])


def empty_body() -> None:
    """Refuse any member: the request says all by its method and its path."""
    load(Strict(), json_body(optional=True))


def event_query() -> int:
    """Return the version after which events are asked for, -1 for all."""
    since: int = load_query(_EventQuery())["since"]
    return since


def frames_query() -> int | None:
    """Return the seat whose frames are asked for; None for open hands."""
    seat: int | None = load_query(_FramesQuery())["seat"]
    return seat


def seat_query() -> int | None:
    """Return the seat through whose eyes to look; None for open hands."""
    seat: int | None = load_query(_SeatQuery())["seat"]
    return seat


def branches_query() -> tuple[Position | None, int]:
    """Return behind which branch a page begins, and how many there are to be on it."""
    query = load_query(_PageQuery())
    return _after(query, datetime), query["limit"]


def reading_query() -> tuple[int | None, str | None]:
    """Return the seat through whose eyes a replay is read, and where; None for open hands, and for the beginning."""
    query = load_query(_ReadingQuery())
    return query["seat"], query["cursor"]


def game_query() -> tuple[bool, int | None]:
    """Say whether the caller wants to be told what it can know of the cards, and of which version; None for now."""
    if not request.query_string:
        return False, None
    query = load_query(_GameQuery())
    return query["knowledge"] == "true", query["at"]


def revised_query() -> None:
    """Refuse any query parameter but `rev`."""
    load_query(Revised())


def export_query() -> tuple[Format | None, bool]:
    """Return the format that is named for an export, None for whichever is accepted, and whether its report will do."""
    query = load_query(_ExportQuery())
    if query["report"] and not query["format"]:
        raise Problem("invalid-request", errors=[fault("?format", "must be named where a report is asked for")])
    return query["format"], query["report"] is not None


def games_query() -> GameFilter:
    """Return which games are asked for."""
    query = load_query(_GamesQuery())
    return GameFilter(
        query["status"],
        query["seats"],
        query["edition"],
        query["multicolor"],
        _after(query, datetime),
        query["limit"],
    )


def my_games_query() -> MyGamesFilter:
    """Return which of the caller's games are asked for."""
    query = load_query(_MyGamesQuery())
    return MyGamesFilter(query["status"], query["turn"] == "mine", _after(query, datetime), query["limit"])


def replays_query() -> ReplayFilter:
    """Return which finished games are asked for."""
    query = load_query(_ReplaysQuery())
    return _replay_filter(query, query["limit"])


def finished_query() -> Finished:
    """Return which finished games are asked for, by the same parameters as in the list of replays."""
    return _finished(load_query(_FinishedQuery()))


def _finished(query: Mapping[str, Any]) -> Finished:
    player = None if query["player"] is None else _id("a", query["player"], "?player")
    return Finished(**{**{name: query[name] for name in Finished._fields}, "player": player})


def whole_list_query() -> WholeList:
    """Return which finished games are asked for all together."""
    query = load_query(_WholeListQuery())
    if query["after"] is not None and "cursor" in query:
        raise Problem("invalid-request", errors=[fault("?after", "has no meaning beside a cursor")])
    after = None if query["after"] is None else _id("g", query["after"], "?after")
    return WholeList(_replay_filter(query, MAX_LIMIT), after, query["limit"], query["lines"])


def _replay_filter(query: Mapping[str, Any], limit: int) -> ReplayFilter:
    kind = int if query["sort"].endswith("score") else datetime
    return ReplayFilter(_finished(query), query["sort"], _after(query, kind), limit)


def _after(query: Mapping[str, Any], kind: type[datetime] | type[int]) -> Position | None:
    if "cursor" not in query:
        return None
    position = position_of(query["cursor"], kind)
    if position is None:
        raise Problem("invalid-request", errors=[fault("?cursor", "is no cursor of this list")])
    return position


_NAMES_OF_IDS: Final[Mapping[ids.Kind, str]] = {"a": "an account", "g": "a game"}


def _id(kind: ids.Kind, text: str, where: str) -> UUID:
    found = ids.parse(kind, text)
    if found is None:
        raise Problem("invalid-request", errors=[fault(where, f"must be the id of {_NAMES_OF_IDS[kind]}")])
    return found


def _move(body: object, where: str, *, partial: tuple[str, ...] = ()) -> dict[str, Any]:
    kind = body.get("type") if isinstance(body, dict) else None
    schema = _MOVES[kind] if isinstance(kind, str) and kind in _MOVES else _TURN
    return load(schema, body, where, partial=partial)


def _command(body: Mapping[str, Any], where: str) -> Turn:
    match body["type"]:
        case "play":
            return Play(body["card"], body.get("declared_color"))
        case "discard":
            return Discard(body["card"])
    if ("color" in body) == ("rank" in body):
        raise Problem("invalid-request", errors=[fault(where, "must hold either a color or a rank")])
    if "color" in body:
        return GiveColorClue(body["target"], body["color"])
    return GiveRankClue(body["target"], body["rank"])


# Made once: a schema copies all of its fields when it is made.
_MOVES: Final[Mapping[str, Schema]] = {"play": _PlayBody(), "discard": _DiscardBody(), "clue": _ClueBody()}
_TURN: Final = _TurnBody()


def _integral(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value
