"""Components of the contract: branches."""

from service.http.wire.components.events import Event
from service.http.wire.components.exchange import DealtCard
from service.http.wire.components.results import Outcome, Reason, ResultOrNull
from service.http.wire.components.rules import Rules
from service.http.wire.components.values import AccountId, BranchId, GameId, NextCursor, Seat, Time, Version
from service.http.wire.components.views import Frame, SeatWithName
from service.http.wire.members import Flag, Items, Named, Object, ResponseSchema, Text, Whole


class BranchDeal(Named):
    """The deck on which a branch or a line is played."""

    of = Text(
        values={
            "original": "The deck of the game.",
            "resampled": "A deck that the chosen seat could not have distinguished from it.",
        }
    )


class DealSeed(Named):
    """Selects one of the decks that the seat could not have distinguished. The same number gives the same deck."""

    of = Whole(least=0, most=2147483647)


class PlayedLine(ResponseSchema):
    """Other moves of a finished game, which are not stored."""

    id = GameId()
    at = Version("The version of the game at which it starts.")
    version = Version("The version of its last event.")
    deal = BranchDeal()
    deal_seat = Seat("The seat for which the deck was drawn again; null if it is the game's deck.", null=True)
    deal_seed = DealSeed("What selected the deck; null if it is the game's deck.", null=True)
    deck = Items(Object(DealtCard), "The whole deck of the line; a card's id is its position here.", least=30, most=60)
    events = Items(
        Object(Event),
        (
            "The events of the moves, without a time, with everything open. If `deal` is `resampled`, "
            "the events of the game up to `at` come first, as they show the cards drawn from this deck."
        ),
    )
    frames = Items(Object(Frame), "The table after each of these events.")
    result = ResultOrNull()


class BranchLinks(ResponseSchema):
    """The addresses of its parts."""

    branch = Text("The address of the branch.", pattern="^/v1/replays/g_[0-9a-f]{32}/branches/b_[0-9a-f]{32}$")
    frames = Text("The address of its frames.", pattern="^/v1/replays/g_[0-9a-f]{32}/branches/b_[0-9a-f]{32}/frames$")


class ListedBranch(ResponseSchema):
    """A branch in a list."""

    id = BranchId()
    game = GameId()
    author = Text("The name of the account that made it.")
    author_account = AccountId("The account that made it; null if it is deleted.", null=True)
    mine = Flag("Whether the caller is the author.")
    title = Text("Its title.", null=True)
    at = Version("The version of the game at which it starts.")
    deal = BranchDeal()
    seat = Seat("The seat for which the deck was drawn again; null if it is the game's deck.", null=True)
    deal_seed = DealSeed(
        (
            "What selected the deck, so that lines can be played on it. Null if it is the game's deck, "
            "or was drawn before seeds existed."
        ),
        null=True,
    )
    version = Version("The version of its last event.")
    outcome = Outcome("How it ended; null if it stops before the end.", null=True)
    reason = Reason("Why it ended; null if it stops before the end.", null=True)
    score = Whole(
        "The score of the result; null before the end, and if the result has no score.", least=0, most=30, null=True
    )
    created_at = Time()
    links = Object(BranchLinks)


class BranchList(ResponseSchema):
    """A page of branches."""

    items = Items(Object(ListedBranch), "The branches, newest first.")
    next = NextCursor()


class Branch(ListedBranch):
    """A branch with everything open."""

    rules = Object(Rules)
    seats = Items(Object(SeatWithName), "The players of the game, by seat.", least=2, most=6)
    starting_seat = Seat()
    deck = Items(
        Object(DealtCard), "The whole deck of the branch; a card's id is its position here.", least=30, most=60
    )
    events = Items(Object(Event), "The events of the game up to `at`, then those of the branch.", least=1)
    result = ResultOrNull()


class BranchFrameList(ResponseSchema):
    """The table of a branch after each event."""

    id = GameId()
    branch = BranchId()
    items = Items(Object(Frame), "The n-th frame has version n.", least=1)
