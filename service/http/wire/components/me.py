"""Components of the contract: me."""

from service.http.wire.components.values import AccountId, GameId, NextCursor, Seat, Time, ToMove, Version
from service.http.wire.members import Flag, Items, Object, ResponseSchema, Text, Whole


class AwaitedReveal(ResponseSchema):
    """An open game that waits for the caller to reveal the entropy of its seat."""

    game = GameId()
    status = Text("The status of the game: `open`, because it is not dealt yet.", facts={"const": "open"})
    seat = Seat()
    reveal_until = Time()


class ReceivedInvitation(ResponseSchema):
    """A game with an invitation for the caller, in which it can take a seat."""

    game = GameId()
    status = Text("The status of the game: `open`.", facts={"const": "open"})
    invited_by = Text("The name of the player who invites.")
    inviter = AccountId("The account of the player who invites; null if it is deleted.", null=True)
    expires_at = Time()


class ReceivedInvitationList(ResponseSchema):
    """The invitations to open games that the caller has received."""

    items = Items(Object(ReceivedInvitation), "The invitations.", most=100)
    next = NextCursor()


class BlockedAccount(ResponseSchema):
    """An account that the caller has blocked."""

    account = AccountId()
    name = Text("The current name of the account.")
    blocked_at = Time()


class BlockedAccountList(ResponseSchema):
    """The accounts that the caller has blocked."""

    items = Items(Object(BlockedAccount), "The blocked accounts.", most=100)
    next = NextCursor()


class MyGame(ResponseSchema):
    """The state of a game for one of its players."""

    game = GameId()
    status = Text("The status of the game.", values={"running": "It is being played.", "ended": "It is over."})
    version = Version()
    turn = Whole("The number of turns taken.", least=0)
    seat = Seat()
    to_move = ToMove()
    your_turn = Flag("Whether the caller's seat is to move.")


class MyGameList(ResponseSchema):
    """The caller's games, and what awaits the caller in others."""

    items = Items(Object(MyGame), "The games, oldest first.")
    awaiting_reveals = Items(
        Object(AwaitedReveal), "The open games that wait for the caller to reveal the entropy of its seat."
    )
    invited = Items(Object(ReceivedInvitation), "The invitations to open games that the caller has received.", most=100)
