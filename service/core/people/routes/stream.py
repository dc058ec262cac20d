"""Events of an account: the list and the stream of its running games, turns, reveals and invitations."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, Response

from service.core.common_values import AccountId, ContestId, Deadline, EntryId, GameId, Seat, Time, ToMove, Version
from service.core.people.program_schema import PROGRAM, program_json
from service.core.requests import auth, waiting
from service.core.requests.event_streams import frame
from service.core.tables import turn_overview
from service.core.tables.lobby import invitations
from service.core.tables.lobby.invitations import OpenInvitation
from service.core.tables.news.hub import Subscription
from service.core.tables.rendering.event_schemas import StreamBye, StreamReady
from service.core.tables.routes.invitations import ReceivedInvitation, received_invitation_json
from service.core.tables.turn_overview import PlayerGame
from service.features.contests import team_invitations as teams
from service.features.contests.team_invitations import TeamInvitation
from service.features.seeks import seeks
from service.features.seeks.routes import Seek, seek_json
from service.platform import ids, timestamps
from service.platform.database.unreadable_rows import shown
from service.platform.wire.field_types import Flag, Items, Object, ResponseSchema, Text, Whole
from service.platform.wire.headers import NO_BUFFERING
from service.platform.wire.media_types import EVENT_STREAM, JSON
from service.platform.wire.operation import Answer, Content, Link, Operation
from service.platform.wire.request_record import accepted_type
from service.platform.wire.responses import as_json

__all__ = ["awaited_reveal", "player_game", "routes"]


class AwaitedReveal(ResponseSchema):
    """An open game that waits for the caller to reveal the entropy of its seat."""

    game = GameId()
    status = Text("The status of the game: `open`, because it is not dealt yet.", facts={"const": "open"})
    seat = Seat()
    reveal_until = Time()


class MyGame(ResponseSchema):
    """The state of a game for one of its players."""

    game = GameId()
    status = Text("The status of the game.", values={"running": "It is being played.", "ended": "It is over."})
    version = Version()
    turn = Whole("The number of turns taken.", least=0)
    seat = Seat()
    to_move = ToMove()
    your_turn = Flag("Whether the caller's seat is to move.")
    deadline = Deadline()


class ReceivedTeamInvitation(ResponseSchema):
    """A team in a contest that waits for the caller to confirm that it takes part."""

    contest = ContestId()
    title = Text("The name of the contest.")
    entry = EntryId()
    invited_by = Text("The name of the player who has entered with the caller.")
    inviter = AccountId("The account of that player.")
    program = PROGRAM
    expires_at = Text("Until when the caller can confirm; null for always.", null=True, facts={"format": "date-time"})


class MyGameList(ResponseSchema):
    """The caller's games, and what awaits the caller in others."""

    items = Items(Object(MyGame), "The games, oldest first.")
    awaiting_reveals = Items(
        Object(AwaitedReveal), "The open games that wait for the caller to reveal the entropy of its seat."
    )
    invited = Items(Object(ReceivedInvitation), "The invitations to open games that the caller has received.", most=100)
    contest_invited = Items(
        Object(ReceivedTeamInvitation), "The teams in contests that wait for the caller to confirm.", most=100
    )


routes = Blueprint("account_events", __name__, url_prefix="/v1/me")


SHOWN_INVITATIONS: Final = 100
"""The number of invitations of which a stream tells: the newest ones. `GET /v1/me/invitations` lists all."""


class AccountStream:
    """The stream of an account.

    It starts with the running games, the games that wait for a reveal of the account, and the open invitations. Then it
    sends each new one of these, each turn of the account and each end of a game.
    """

    def __init__(self, subscription: Subscription, account_id: UUID) -> None:
        self.over, self.polls = False, False
        self._subscription, self._account_id = subscription, account_id
        self._running: dict[UUID, int] = {}
        """By game; the account's last turn that was sent, or -1."""
        self._invited: dict[UUID, datetime] = {}
        """By game; when the invitation that was sent expires."""
        self._awaiting: frozenset[UUID] = frozenset()
        """The games that wait for a reveal, which were sent."""
        self._teams: frozenset[UUID] = frozenset()
        """The teams that wait for the account, which were sent."""
        self._matched: set[UUID] = set()
        """The seeks that have found a game, which were sent."""
        self._to_read: set[UUID] = set()

    def begin(self) -> bytes:
        """Return the frames of the current state, followed by `ready`."""
        awaiting = self._reveals()
        self._matches()  # those that are over are no news
        found = turn_overview.running(self._account_id)
        frames = [*shown(found, lambda game: self._sent("running", game)), *awaiting]
        frames += self._invitations(invitations.of_account(self._account_id, SHOWN_INVITATIONS))
        frames += self._named()
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
        invited = invitations.of_account(self._account_id, SHOWN_INVITATIONS) if may_be_open else None
        awaiting = self._reveals() if may_be_open else []
        matches = self._matches() if may_be_open else []
        self._to_read.clear()
        frames = b"".join([*matches, *[self._change(now) for now in found if now is not None], *awaiting])
        if invited is not None:
            frames += b"".join([*self._invitations(invited), *self._named()])
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
            return frame("ended", player_game(now))
        frames = b"" if last_turn is not None else self._sent("started", now)
        if now.your_turn and (last_turn is None or now.turn > last_turn):
            frames += self._sent("your-turn", now)
        return frames

    def _matches(self) -> list[bytes]:
        """Return a frame for each seek that has found a game lately."""
        found = [seek for seek in seeks.matched(self._account_id) if seek.seek_id not in self._matched]
        self._matched.update([seek.seek_id for seek in found])
        return [*shown(found, lambda seek: frame("matched", seek_json(seek)))]

    def _reveals(self) -> list[bytes]:
        """Return a frame for each game that has begun to wait for a reveal of the account."""
        found = turn_overview.awaiting_reveal(self._account_id)
        sent, self._awaiting = self._awaiting, frozenset([game.game_id for game in found])
        news = [game for game in found if game.game_id not in sent]
        return [*shown(news, lambda game: frame("awaiting-reveal", awaited_reveal(game)))]

    def _invitations(self, found: list[OpenInvitation]) -> list[bytes]:
        """Return a frame for each new invitation.

        An invitation that is gone is removed from the record, so that a new invitation is sent again.
        """
        sent, self._invited = self._invited, {invited.game_id: invited.expires_at for invited in found}
        news = [invited for invited in found if sent.get(invited.game_id) != invited.expires_at]
        return [*shown(news, lambda invited: frame("invited", received_invitation_json(invited)))]

    def _named(self) -> list[bytes]:
        """Return a frame for each team that has begun to wait for the account."""
        found = teams.of_account(self._account_id)
        sent, self._teams = self._teams, frozenset([one.entry_id for one in found])
        news = [one for one in found if one.entry_id not in sent]
        return [*shown(news, lambda one: frame("contest-invited", team_invitation_json(one)))]

    def _sent(self, name: str, now: PlayerGame) -> bytes:
        self._running[now.game_id] = now.turn if now.your_turn else self._running.get(now.game_id, -1)
        return frame(name, player_game(now))


def player_game(game: PlayerGame) -> dict[str, Any]:
    """Return the JSON of a game in the overview of a player."""
    return {
        "game": ids.render("g", game.game_id),
        "status": game.status,
        "version": game.version,
        "turn": game.turn,
        "seat": game.seat,
        "to_move": game.to_move,
        "your_turn": game.your_turn,
        "deadline": timestamps.rfc3339(game.deadline),
    }


def awaited_reveal(game: turn_overview.AwaitedReveal) -> dict[str, Any]:
    """Return the JSON of a game that waits for the reveal of a player."""
    return {
        "game": ids.render("g", game.game_id),
        "status": "open",
        "seat": game.seat,
        "reveal_until": timestamps.rfc3339(game.reveal_until),
    }


def team_invitation_json(invitation: TeamInvitation) -> dict[str, Any]:
    """Return the JSON of a team that waits for the caller."""
    return {
        "contest": ids.render("x", invitation.contest_id),
        "title": invitation.title,
        "entry": ids.render("e", invitation.entry_id),
        "invited_by": invitation.invited_by,
        "inviter": ids.render("a", invitation.inviter_id),
        "program": program_json(invitation.program),
        "expires_at": timestamps.rfc3339(invitation.expires_at),
    }


@routes.get("/events")
@Operation(
    "listMyEvents",
    scope="profile:read",
    media_types=(JSON, EVENT_STREAM),
    tag="games",
    plays=True,
    answers={
        200: Answer(
            MyGameList,
            "The games, oldest first, or the stream, which does not end by itself.",
            examples=("standings",),
            headers=(NO_BUFFERING,),
            links=(
                Link("game", "getGame", "The view of one of the games.", {"game": "$response.body#/items/0/game"}),
                Link(
                    "reveal",
                    "updateEntropy",
                    "Reveal the entropy of the seat.",
                    {"game": "$response.body#/awaiting_reveals/0/game"},
                ),
                Link("move", "createMove", "A turn, if `your_turn` is true.", {"game": "$response.body#/items/0/game"}),
                Link(
                    "seat",
                    "createSeat",
                    "A seat in a game with an invitation.",
                    {"game": "$response.body#/invited/0/game"},
                ),
            ),
            others=(
                Content(
                    "text/event-stream",
                    Text("The events of the stream, as the description says."),
                    ("my-events-turn",),
                    events={
                        "running": MyGame,
                        "awaiting-reveal": AwaitedReveal,
                        "invited": ReceivedInvitation,
                        "contest-invited": ReceivedTeamInvitation,
                        "ready": StreamReady,
                        "matched": Seek,
                        "started": MyGame,
                        "your-turn": MyGame,
                        "ended": MyGame,
                        "bye": StreamBye,
                    },
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
        invited = invitations.of_account(caller.account_id, SHOWN_INVITATIONS)
        return as_json(
            {
                "items": [*shown(items, player_game)],
                "awaiting_reveals": [*shown(awaiting, awaited_reveal)],
                "invited": [*shown(invited, received_invitation_json)],
                "contest_invited": [*shown(teams.of_account(caller.account_id), team_invitation_json)],
            }
        )
    subscription = waiting.subscribe(caller, follows_account=True)
    stream = AccountStream(subscription, caller.account_id)
    return waiting.streamed(stream, subscription, stream.begin)
