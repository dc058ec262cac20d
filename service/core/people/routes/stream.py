"""Events of an account: the list and the stream of its running games, turns, reveals and invitations."""

from collections.abc import Hashable
from pkgutil import resolve_name
from typing import Any
from uuid import UUID

from flask import Blueprint, Response
from marshmallow import Schema

from service.core.common_values import Deadline, GameId, Seat, Time, ToMove, Version
from service.core.feature import Call
from service.core.requests import auth, waiting
from service.core.requests.event_streams import frame
from service.core.tables import turn_overview
from service.core.tables.calls import calls
from service.core.tables.news.hub import Subscription
from service.core.tables.rendering.event_schemas import StreamBye, StreamReady
from service.core.tables.turn_overview import PlayerGame
from service.platform.database.unreadable_rows import shown
from service.platform.wire.field_types import Flag, Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.headers import NO_BUFFERING
from service.platform.wire.media_types import EVENT_STREAM, JSON
from service.platform.wire.operation import Answer, Content, Link, Operation
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_record import accepted_type
from service.platform.wire.responses import as_json


class AwaitedReveal(Rendered[turn_overview.AwaitedReveal]):
    """An open game that waits for the caller to reveal the entropy of its seat."""

    game = GameId(attribute="game_id")
    status = Text("The status of the game: `open`, because it is not dealt yet.", facts={"const": "open"})
    seat = Seat()
    reveal_until = Time()


class MyGame(Rendered[PlayerGame]):
    """The state of a game for one of its players."""

    game = GameId(attribute="game_id")
    status = Text("The status of the game.", values={"running": "It is being played.", "ended": "It is over."})
    version = Version()
    turn = Whole("The number of turns taken.", least=0)
    seat = Seat()
    to_move = ToMove()
    your_turn = Flag("Whether the caller's seat is to move.")
    deadline = Deadline()


class MyGameList(ResponseSchema):
    """The caller's games, and what awaits the caller in others."""

    items = Items(Object(MyGame), "The games, oldest first.")
    awaiting_reveals = Items(
        Object(AwaitedReveal), "The open games that wait for the caller to reveal the entropy of its seat."
    )

    @staticmethod
    def grows() -> dict[str, Items]:
        """Return a member for each kind of call that waits for accounts."""
        return {
            call.member: Items(Object(_schema(call)), call.member_about, most=100)
            for call in calls()
            if call.member is not None
        }


def _schema(call: Call) -> type[Rendered[Any]]:
    schema: type[Rendered[Any]] = resolve_name(call.schema)
    return schema


def _events() -> dict[str, type[Schema]]:
    """Return the schemas of the events of the stream."""
    waiting = {call.type: _schema(call) for call in calls() if call.member is not None}
    happened = {call.type: _schema(call) for call in calls() if call.member is None}
    return {
        "running": MyGame,
        "awaiting-reveal": AwaitedReveal,
        **waiting,
        "ready": StreamReady,
        **happened,
        "started": MyGame,
        "your-turn": MyGame,
        "ended": MyGame,
        "bye": StreamBye,
    }


routes = Blueprint("account_events", __name__, url_prefix="/v1/me")


class AccountStream:
    """The stream of an account.

    It starts with the running games, the games that wait for a reveal of the account, and the calls that wait for it,
    such as invitations. Then it sends each new one of these, each turn of the account and each end of a game.
    """

    def __init__(self, subscription: Subscription, account_id: UUID) -> None:
        self.over, self.polls = False, False
        self._subscription, self._account_id = subscription, account_id
        self._running: dict[UUID, int] = {}
        """By game; the account's last turn that was sent, or -1."""
        self._awaiting: frozenset[UUID] = frozenset()
        """The games that wait for a reveal, which were sent."""
        self._told: dict[str, frozenset[Hashable]] = {}
        """By type; the calls that were sent, and those that were found before the stream began."""
        self._to_read: set[UUID] = set()

    def begin(self) -> bytes:
        """Return the frames of the current state, followed by `ready`."""
        awaiting = self._reveals()
        self._calls(waiting=False)  # those before the stream are not news
        found = turn_overview.running(self._account_id)
        frames = [*shown(found, lambda game: self._sent("running", game)), *awaiting, *self._calls(waiting=True)]
        # A second read finds the events before the subscription to these games.
        self._to_read.update(self._running)
        self._subscription.follow(self._running)
        self._subscription.wake()
        return b"".join([*frames, frame("ready", {"running": len(found)})])

    def news(self) -> bytes:
        """Return the frames of the news since the last call."""
        stale = self._subscription.stale
        self._to_read |= self._subscription.take_news()
        if stale:
            self._to_read.update(self._running, (game.game_id for game in turn_overview.running(self._account_id)))
        if not self._to_read and not stale:
            return b""
        if not self._to_read <= self._subscription.games:
            self._subscription.follow(self._subscription.games | self._to_read)
        found = [self._read(game_id) for game_id in sorted(self._to_read)]
        may_be_open = stale or not self._to_read <= self._running.keys()
        awaiting = self._reveals() if may_be_open else []
        happened = self._calls(waiting=False) if may_be_open else []
        waits = self._calls(waiting=True) if may_be_open else []
        self._to_read.clear()
        changes = [self._change(now) for now in found if now is not None]
        frames = b"".join([*happened, *changes, *awaiting, *waits])
        if len(self._running) < len(self._subscription.games):
            self._subscription.follow(self._running)
        return frames

    def _read(self, game_id: UUID) -> PlayerGame | None:
        """Return a game of the account. All streams of the account share the read."""
        topic = self._subscription.topic(game_id)
        with topic.exclusive():
            cached: PlayerGame | None = topic.cache.get(self._account_id)
            if cached is None or cached.version < topic.newest or self._subscription.stale:
                cached = topic.cache[self._account_id] = turn_overview.of_game(self._account_id, game_id)
        return cached

    def _change(self, now: PlayerGame) -> bytes:
        self._subscription.report_version(now.game_id, now.version)
        last_turn = self._running.get(now.game_id)
        if now.status == "ended":
            if last_turn is None:
                return b""
            del self._running[now.game_id]
            return frame("ended", MyGame.render(now))
        frames = b"" if last_turn is not None else self._sent("started", now)
        if now.your_turn and (last_turn is None or now.turn > last_turn):
            frames += self._sent("your-turn", now)
        return frames

    def _reveals(self) -> list[bytes]:
        """Return a frame for each game that has begun to wait for a reveal of the account."""
        found = turn_overview.awaiting_reveal(self._account_id)
        sent, self._awaiting = self._awaiting, frozenset([game.game_id for game in found])
        news = [game for game in found if game.game_id not in sent]
        return [*shown(news, lambda game: frame("awaiting-reveal", AwaitedReveal.render(game)))]

    def _calls(self, *, waiting: bool) -> list[bytes]:
        """Return a frame for each new call, of those that wait for the account or of the others.

        A call that is no longer found is forgotten, so that it is sent again if it comes back.
        """
        frames = []
        for call in calls():
            if (call.member is not None) == waiting:
                found = call.found(self._account_id)
                sent = self._told.get(call.type, frozenset())
                self._told[call.type] = frozenset([call.id_of(one) for one in found])
                news = [one for one in found if call.id_of(one) not in sent]
                frames += [frame(call.type, one) for one in shown(news, _schema(call).render)]
        return frames

    def _sent(self, name: str, now: PlayerGame) -> bytes:
        self._running[now.game_id] = now.turn if now.your_turn else self._running.get(now.game_id, -1)
        return frame(name, MyGame.render(now))


@routes.get("/events")
@Operation(
    "listMyEvents",
    scope="profile:read",
    price=10,
    media_types=(JSON, EVENT_STREAM),
    plays=True,
    answers={
        200: Answer(
            MyGameList,
            "The games, oldest first, or the stream, which does not end by itself.",
            examples=("standings",),
            headers=(NO_BUFFERING,),
            links=(
                Link("game", "getGame", "The view of one of the games.", {"game": "items/0/game"}),
                Link("reveal", "updateEntropy", "Reveal the entropy of the seat.", {"game": "awaiting_reveals/0/game"}),
                Link("move", "createMove", "A turn, if `your_turn` is true.", {"game": "items/0/game"}),
                Link("seat", "createSeat", "A seat in a game with an invitation.", {"game": "invited/0/game"}),
            ),
            others=(
                Content(
                    EVENT_STREAM,
                    Text("The events of the stream, as the description says."),
                    ("my-events-turn",),
                    events=_events,
                ),
            ),
        )
    },
    problems=("too-many-streams",),
)
def list_my_events() -> Response:
    """List or stream your running games.

    Returns the state of the caller's running games, the open games that wait for the caller to reveal the entropy of
    its seat, the open games for which the caller has an invitation but no seat, and the teams in contests that wait
    for the caller. With `Accept: text/event-stream`, it is a stream of server-sent events: `running`,
    `awaiting-reveal`, `invited` and `contest-invited` for each of them, then `ready`, then `awaiting-reveal`,
    `invited`, `contest-invited`, `matched`, `started`, `your-turn` and `ended` as they happen. An invitation that has
    expired, or whose game has started, is no longer listed. Only the hundred newest invitations are among them;
    `GET /v1/me/invitations` lists all. `matched` says which game a seek has found. The events of a game are in its own
    stream.
    """
    media_type = accepted_type()
    caller = auth.caller()
    if media_type == JSON:
        awaiting = turn_overview.awaiting_reveal(caller.account_id)  # may deal games, which run then
        items = turn_overview.running(caller.account_id)
        return as_json(
            {
                "items": [*shown(items, MyGame.render)],
                "awaiting_reveals": [*shown(awaiting, AwaitedReveal.render)],
                **{
                    call.member: [*shown(call.found(caller.account_id), _schema(call).render)]
                    for call in calls()
                    if call.member is not None
                },
            }
        )
    subscription = waiting.subscribe(caller, follows_account=True)
    stream = AccountStream(subscription, caller.account_id)
    return waiting.streamed(stream, subscription, stream.begin)
