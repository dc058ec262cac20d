"""Seeks: routes, request bodies, JSON, and the stream that waits for a match."""

from contextlib import suppress
from http import HTTPStatus
from typing import Any, ClassVar, Final
from uuid import UUID

import psycopg
import sqlalchemy.exc
from flask import Blueprint, Response, request, url_for
from marshmallow import ValidationError, validates_schema

from engine.bots import BOTS, USUAL_BOT, usual_bot
from engine.rules import MAX_SEATS, MIN_SEATS, OPTIONS, Rules, RulesError, resolve
from engine.wording import N_
from service.core.common_values import BotId, GameId, Time
from service.core.people.tokens import Caller
from service.core.requests import auth, waiting
from service.core.requests.event_streams import frame
from service.core.rules.rendering import Rules as RulesSchema
from service.core.tables.lobby.seats import Timeouts
from service.core.tables.lookup import id_of
from service.core.tables.news.hub import Subscription
from service.core.tables.rendering.clocks import PaceInGame, PaceRequest, pace_in
from service.core.tables.rendering.event_schemas import StreamBye
from service.core.tables.rendering.schemas import _ContributionBody, contribution, edition_and_options
from service.core.tables.routes.seats import timeouts
from service.features.seeks import seeks
from service.features.seeks.seeks import LONGEST_WAIT_S, MOST_PACES, MOST_RULES, Waiting, Wanted
from service.platform import ids
from service.platform.database import pool
from service.platform.wire.field_types import DateTime, Id, Items, Named, Object, Text, Whole
from service.platform.wire.headers import LOCATION, NO_BUFFERING
from service.platform.wire.media_types import EVENT_STREAM, JSON
from service.platform.wire.operation import Answer, Body, Content, Link, Operation, Parameter
from service.platform.wire.problems import Problem, fault, step
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import Members, between, one_of
from service.platform.wire.request_parsing import empty_body, json_body, load
from service.platform.wire.request_record import accepted_type
from service.platform.wire.responses import as_json, no_content

routes = Blueprint("seeks", __name__, url_prefix="/v1/seeks")


class SeekId(Named):
    """The id of a seek."""

    of = Id("q", facts={"examples": ["q_019908a4c3e17b500000c0a1d2f86a00"]})


class Seek(Rendered[Waiting]):
    """What an account looks for, and the game that it has found."""

    id = SeekId(attribute="seek_id")
    status = Text(
        "What became of it.",
        values={"waiting": "It waits for others.", "matched": "It has found a game: `game`."},
        computed=lambda seek: "waiting" if seek.game_id is None else "matched",
    )
    seats = Whole("The number of players.", least=2, most=6)
    rules = Items(Object(RulesSchema), "The acceptable rules, the best first.", least=1, most=MOST_RULES)
    pace = Object(
        PaceInGame,
        "The clock of the game, or while the seek waits, the first of `paces`; null for a game without one.",
        null=True,
    )
    paces = Items(
        Object(PaceInGame, null=True),
        "The acceptable clocks, the best first; null for a game without one.",
        least=1,
        most=MOST_PACES,
        computed=lambda seek: [seek.pace] if seek.paces is None else seek.paces,
    )
    bot = BotId("The bot that takes the free seats at `bots_at`; null if only people will do.", null=True)
    bots_at = DateTime("When bots take the seats for which there is nobody; null for never.", null=True)
    created_at = Time()
    expires_at = Time("Until when the seek waits if its account does not read it.")
    game = GameId(
        "The game in which the account has a seat; null while the seek waits.", attribute="game_id", null=True
    )


SEEK: Final = Parameter("seek", "path", SeekId("The seek."), "q_019908a4c3e17b500000c0a1d2f86a00")


class CreateSeekRequest(_ContributionBody):
    """What to look for."""

    facts: ClassVar = {
        "not": {"anyOf": [{"required": ["entropy", "entropy_commitment"]}, {"required": ["pace", "paces"]}]}
    }

    seats = Whole(
        "The number of players. Six only in the edition `hanab_live`.",
        required=True,
        validate=between(MIN_SEATS, MAX_SEATS),
    )
    rules = Items(
        Members(named="ChosenRules", most=len(OPTIONS) + 2),
        "The acceptable rules, the best first; by default those of the edition `de`.",
        least=1,
        most=MOST_RULES,
        error=N_("must have 1 to {most} rules", most=MOST_RULES),
        load_default=lambda: [{}],
    )
    pace = Object(PaceRequest, "The clock of the game; by default null, for a game without one.", null=True)
    paces = Items(
        Object(PaceRequest, null=True),
        "The acceptable clocks instead of `pace`, the best first; null for a game without one.",
        least=1,
        most=MOST_PACES,
        error=N_("must have 1 to {most} paces", most=MOST_PACES),
    )
    bots_after_s = Whole(
        "The number of seconds after which bots take the free seats; without it, only people do.",
        load_default=None,
        validate=between(1, LONGEST_WAIT_S),
    )
    bot = Text(
        f"The bot that takes them; by default `{USUAL_BOT}`, or another that can play.",
        named="BotId",
        load_default=None,
        validate=one_of(BOTS),
    )

    @validates_schema(skip_on_field_errors=False)
    def check_pace(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse one pace beside several."""
        if "pace" in data and "paces" in data:
            raise ValidationError({"pace": [N_("must be left out if there are paces")]})


def _wanted() -> Wanted:
    """Return what the body describes. Raises invalid-request with the fault of each rules."""
    body = load(CreateSeekRequest(), json_body())
    rules: list[Rules] = []
    faults = []
    for place, chosen in enumerate(body["rules"]):
        try:
            edition, options = edition_and_options(chosen)
            rules.append(resolve(edition, options, body["seats"]))
        except RulesError as error:
            faults += [fault(f"#/rules/{place}{step(member)}", why) for member, why in error.faults.items()]
    if faults:
        raise Problem("invalid-request", errors=faults)
    seats, given = body["seats"], [{"pace": one} for one in body["paces"]] if "paces" in body else [body]
    paces = [pace_in(one, seats, *rules) for one in given]
    return Wanted(
        seats, rules, body["bot"] or usual_bot(seats, *rules), body["bots_after_s"], contribution(body), paces
    )


class SeekStream:
    """The stream of a seek: what it looks for, and the match. As long as it is open, the seek waits."""

    def __init__(self, subscription: Subscription, caller: Caller, seek_id: UUID, timeouts: Timeouts) -> None:
        self.over, self.polls = False, True
        self.id = ids.new()
        self._subscription, self._caller, self._seek_id, self._timeouts = subscription, caller, seek_id, timeouts

    def begin(self) -> bytes:
        """Return the first frame. From now on the end of this stream withdraws the seek. Raises NotFound."""
        found = self._read(held_by=self.id)
        return frame("matched" if self.over else "seek", Seek.render(found))

    def news(self) -> bytes:
        """Return the frame of the match, if there is one. Raises NotFound if the seek was withdrawn."""
        found = self._read()
        return frame("matched", Seek.render(found)) if self.over else b""

    def _read(self, *, held_by: UUID | None = None) -> Waiting:
        found = seeks.read(self._caller, self._seek_id, self._timeouts, held_by=held_by)
        self.over = found.game_id is not None
        return found


@routes.post("")
@Operation(
    "createSeek",
    scope="games:play",
    price=20,
    alone=True,
    stores=2500,
    repeatable=True,
    plays=True,
    body=Body(CreateSeekRequest),
    answers={
        201: Answer(
            Seek,
            "The seek, which may have found a game already.",
            examples=("seek",),
            headers=(LOCATION,),
            links=(
                Link("wait", "getSeek", "Wait for the match.", {"seek": "id"}),
                Link("withdraw", "deleteSeek", "Withdraw the seek.", {"seek": "id"}),
            ),
        )
    },
    problems=(
        ("invalid-request", "the body, an option or a pair of options is invalid; `errors` points to each fault"),
        ("limit-reached", "the caller plays in too many `running-games`"),
        ("bot-cannot-play", "the bot does not play one of the acceptable rules with so many seats"),
    ),
)
def create_seek() -> Response:
    """Look for people to play with.

    Waits until as many accounts as there are seats look for the same: the same number of seats, and rules and a clock
    that all of them accept. Then they get a new public game, those who have waited longest first, and the one that has
    waited longest has seat 0. If several groups are possible, the one that has waited longest is chosen, and of the
    rules, and then of the clocks, that it accepts those that the last one to come prefers. Accounts of which one has
    blocked the other do not meet.

    With `bots_after_s`, bots take the remaining seats after that time. Others who accept bots, and look for the same,
    get seats in this game before them, even if they would still have waited. Since this creates a game, the token then
    needs the scope `games:create` too.

    An account has one seek: a new one withdraws the earlier one. A seek waits for a minute after its account has read
    it the last time (`GET /v1/seeks/{seek}`), since nobody should be matched who is gone. `entropy` or
    `entropy_commitment` is the contribution of the seat to the deal, as in `POST /v1/games`.
    """
    caller, wanted = auth.caller(), _wanted()
    if wanted.bots_after_s is not None:
        auth.require_scope(caller, "games:create")
    created = seeks.create(caller, wanted, timeouts())
    location = url_for("seeks.get_seek", seek=ids.render("q", created.seek_id))
    return as_json(Seek.render(created), HTTPStatus.CREATED, {"Location": location})


@routes.get("/<seek>")
@Operation(
    "getSeek",
    scope="games:play",
    price=5,
    media_types=(JSON, EVENT_STREAM),
    plays=True,
    answers={
        200: Answer(
            Seek,
            "The seek, or the stream, which ends with the match.",
            examples=("seek", "seek-matched"),
            headers=(NO_BUFFERING,),
            links=(Link("withdraw", "deleteSeek", "Withdraw the seek."),),
            others=(
                Content(
                    EVENT_STREAM,
                    Text("The events of the stream, as the description says."),
                    ("seek-stream",),
                    events={"seek": Seek, "matched": Seek, "bye": StreamBye},
                ),
            ),
        )
    },
    problems=("too-many-streams",),
)
def get_seek(seek: str) -> Response:
    """Wait for a match.

    Returns a seek of the caller, and lets it wait for another minute. With `Accept: text/event-stream`, it is a stream
    of server-sent events: `seek` at first, and `matched` with the game at the end. The seek waits as long as the stream
    is open, and is withdrawn when it closes, unless a later stream of the same seek is open. Only a restart of the
    service leaves it waiting for a minute, so that the client can connect again. A seek that was withdrawn or has
    expired is `not-found`, and its stream ends with `bye`. The stream of the account (`GET /v1/me/events`) and webhooks
    tell of the match too.
    """
    media_type = accepted_type()
    caller = auth.caller()
    seek_id = id_of("q", seek)
    if media_type == JSON or request.method == "HEAD":
        return as_json(Seek.render(seeks.read(caller, seek_id, timeouts())))
    subscription = waiting.subscribe(caller, seek_id)
    stream = SeekStream(subscription, caller, seek_id, timeouts())
    response = waiting.streamed(stream, subscription, stream.begin)
    database = pool.bound()

    def withdraw() -> None:
        if not stream.over and subscription.ending != "restart":
            # Without a database, the seek expires within a minute.
            with suppress(psycopg.Error, sqlalchemy.exc.SQLAlchemyError), database.bind():
                seeks.leave(seek_id, stream.id)

    response.call_on_close(withdraw)
    return response


@routes.delete("/<seek>")
@Operation(
    "deleteSeek",
    scope="games:play",
    plays=True,
    answers={204: Answer(None, "The seek is withdrawn.")},
    problems=(("already-seated", "the seek has found a game"),),
)
def withdraw_seek(seek: str) -> Response:
    """Withdraw a seek.

    Ends a seek of the caller that waits. One that has found a game is `already-seated`. The request has no body.
    """
    caller = auth.caller()
    empty_body()
    seeks.withdraw(caller, id_of("q", seek))
    return no_content()
