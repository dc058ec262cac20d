"""Components of the contract: games."""

from service.http.wire.components.exchange import ClaimedTimes
from service.http.wire.components.replays import GameLinks
from service.http.wire.components.results import Outcome, Reason
from service.http.wire.components.rules import Rules
from service.http.wire.components.values import AccountId, BotId, GameId, NextCursor, Status, Time, ToMove, Version
from service.http.wire.components.views import AwaitingReveals, RevealUntil, SeatWithName
from service.http.wire.members import Flag, Items, Named, Object, Response, Text, Whole


class Bot(Response):
    """A built-in bot."""

    id = BotId()
    description = Text("How it plays.")
    variants = Text(
        "Which variants of hanab.live it plays.",
        values={"all": "Every variant.", "some": "Some of them; others are refused with `bot-cannot-play`."},
    )
    seats = Items(Whole(least=2, most=6), "The numbers of seats that it plays with.")


class BotList(Response):
    """The built-in bots."""

    items = Items(Object(Bot), "The bots.")


class Invitation(Response):
    """An invitation to an open game."""

    code = Text("The code, shown only once; null for an invitation of one account, which needs none.", null=True)
    account = AccountId("The invited account; null if anyone with the code is invited.", null=True)
    expires_at = Time()


class ExpectedVersion(Named):
    """The version of the view for which the move was chosen."""

    of = Whole(least=0, most=2147483647)


class GameCurve(Response):
    """The course of a finished game by turn, from turn 0 on. It is only in a list with `curve=true`."""

    points = Items(Whole(least=0, most=30), "The points on the table after each turn.")
    reachable = Items(
        Whole(least=0, most=30),
        (
            "The highest score that could still be reached after each turn, as `reachable_score` of the"
            " analysis: the solver's if it has solved the game, and otherwise an upper bound."
        ),
    )


class ListedGame(Response):
    """A game in a list, the same for everyone."""

    id = GameId()
    status = Status()
    sandbox = Flag("Whether the creator of the game gave its deck.")
    private = Flag("Whether only players with a seat in it can see the game.")
    imported = Flag("Whether it was played elsewhere.")
    claimed = Object(ClaimedTimes, "The times in the imported record; null for other games.", null=True)
    rules = Object(Rules)
    seats = Items(Object(SeatWithName), "The players, by seat; a free seat has no name.", least=2, most=6)
    reveal_until = RevealUntil()
    awaiting_reveals = AwaitingReveals()
    version = Version()
    turn = Whole("The number of turns taken.", least=0)
    to_move = ToMove()
    outcome = Outcome("How the game ended; null while it has not.", null=True)
    reason = Reason("Why the game ended; null while it has not.", null=True)
    score = Whole(
        "The score of the result; null before the end, and if the result has no score.", least=0, most=30, null=True
    )
    created_at = Time()
    started_at = Time()
    finished_at = Time()
    curve = Object(GameCurve, required=False)
    links = Object(GameLinks)


class OpenTables(Response):
    """Games that somebody can join."""

    items = Items(Object(ListedGame), "The games, newest first.", most=100)


class OpenTableGone(Response):
    """The data of the frame `gone` of the stream of open tables: nobody can join the game any more."""

    id = GameId()


class GameList(Response):
    """A page of games."""

    items = Items(Object(ListedGame), "The games, in the order of the request.")
    next = NextCursor()
