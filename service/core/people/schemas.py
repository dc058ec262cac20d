"""Schemas of accounts, tokens, sign-ins and exports."""

from typing import Any

from marshmallow.fields import Field

from service.core import feature
from service.core.common_values import (
    AccountId,
    CardId,
    Entropy,
    GameId,
    Hash,
    Scope,
    Seat,
    Status,
    Time,
)
from service.core.people import accounts, bots, sign_ins
from service.core.people.access import kinds
from service.core.people.data_export import StoredData
from service.core.people.program_schema import PROGRAM
from service.core.people.tokens import Caller, TokenInfo
from service.core.tables.rendering.marks import MARKS
from service.platform import ids, timestamps
from service.platform.wire.field_types import Flag, Id, Items, Named, Object, ResponseSchema, Text, Whole
from service.platform.wire.rendering import Rendered


class Name(Named):
    """The player's name, which no other account has.

    It consists of letters of one script, digits and punctuation, with single spaces between words. A name that
    looks like another account's name is taken. Names that only differ in case, accents, punctuation or spaces look
    alike. Some words, such as `admin`, are reserved.
    """

    of = Text(pattern=r"^[^\x00-\x1f\x7f]*$", least=1, most=40)


class Account(Rendered[accounts.NewAccount]):
    """A new account with its token."""

    id = AccountId(attribute="account_id")
    name = Text("The name of the account: the one that was given, or the one that the service chose.", least=1, most=40)
    token = Text("The bearer token, shown only once.", pattern="^hnb_p_[0-9A-Za-z]{49}$")


class TokenId(Named):
    """The id of a token, not the token itself."""

    of = Id("t")


class GameIdOrNull(Named):
    """The only game that the token is valid for; null for a token that is not bound to a seat."""

    of = Id("g", null=True)


class CurrentToken(Rendered[Caller]):
    """The request's token."""

    id = TokenId(attribute="token_id")
    scopes = Items(Scope(), "What the token allows.", to_json=sorted)
    game = GameIdOrNull(attribute="game_id")


class Me(Rendered[accounts.OwnAccount]):
    """The caller's account, and the token of the request."""

    id = AccountId(attribute="account_id")
    name = Text("The current name of the account.", least=1, most=40)
    created_at = Time()
    token = Object(CurrentToken, attribute="caller")
    guest = Flag(
        "Whether only tokens and the browsers that are signed in give access to the account: "
        "it has no passkey and no recovery code. False for a bot.",
        attribute="is_guest",
    )
    program = PROGRAM


class DayOrNull(Named):
    """The day of the last use, in UTC. Null if it was not used since this is recorded."""

    of = Text(null=True, facts={"format": "date"}, to_json=timestamps.day)


class Token(Rendered[TokenInfo]):
    """A token of the account, without the token itself."""

    id = TokenId(attribute="token_id")
    name = Text("The purpose of the token, as its owner gave it.")
    scopes = Items(Scope(), "What the token allows.")
    game = GameIdOrNull(attribute="game_id")
    created_at = Time()
    expires_at = Time("The expiry; null for never.")
    current = Flag("Whether it is the token of the request.")
    used_on = DayOrNull()
    issued_by = TokenId("The sign-in or token with which it was issued, and ends; null for none.", null=True)


class CreatedToken(Token):
    """A new token. This is the only response that contains the token itself."""

    token = Text("The bearer token, shown only once.", pattern="^hnb_[ps]_[0-9A-Za-z]{49}$")


class OwnBot(Rendered[bots.Bot]):
    """A bot of the caller."""

    id = AccountId(attribute="account_id")
    name = Text("The current name of the bot.", least=1, most=40)
    created_at = Time()
    tokens = Items(Object(Token), "Its tokens, oldest first.", most=10)


class CreatedBot(OwnBot):
    """A new bot. This is the only response that contains its first token."""

    token = Text("The bearer token, shown only once.", pattern="^hnb_p_[0-9A-Za-z]{49}$")


class OwnBotList(ResponseSchema):
    """The bots of the caller."""

    items = Items(Object(OwnBot), "The bots, oldest first.", most=10)


class TokenList(ResponseSchema):
    """The tokens of the account that are valid."""

    items = Items(Object(Token), "The tokens, oldest first.")


class SignedIn(Rendered[sign_ins.SignedIn]):
    """The account to which the browser is signed in."""

    id = AccountId(attribute="account_id")
    name = Text("The name of the account.", least=1, most=40)


class SignIn(Rendered[TokenInfo]):
    """The sign-in of a browser."""

    id = TokenId(attribute="token_id")
    device = Text("The browser and the system, as the browser named them; `?` if it did not.", attribute="name")
    created_at = Time()
    used_on = DayOrNull()
    expires_at = Time("When it ends unless it is used before.")
    issued_by = TokenId("The token that began it, if it ends with that token.", null=True)
    current = Flag("Whether it is the sign-in of the request.")


class Access(ResponseSchema):
    """Something that has access to the account."""

    kind = Text(
        "What it is.",
        values=lambda: {access.kind: access.about for access in kinds()},
    )
    id = Text(
        "The id of what has access.",
        pattern="^([ktw]_[0-9a-f]{32}|recovery-codes)$",
    )
    path = Text(
        "The address at which DELETE ends it.",
        pattern="^/v1/me/(access|tokens|webhooks|push)/",
    )
    name = Text(
        "Its name: of a browser or an app, what it says about itself; of `webhook` and `push`, the receiver; of "
        "`recovery-codes`, how many are left."
    )
    scopes = Items(Scope(), "What an app or a token may do; empty for the others.")
    created_at = Time()
    used_on = DayOrNull()
    issued_by = TokenId("The sign-in or token with which it was issued, and ends; null for none.", null=True)
    current = Flag("Whether the request was sent with it.")


class AccessList(ResponseSchema):
    """All that has access to the account."""

    items = Items(
        Object(Access), "Everything, oldest first. What ends with another one follows it, and names it as `issued_by`."
    )


class ExportedBlock(Rendered[Any]):
    """An account that the account has blocked."""

    account = AccountId(attribute="blocked_id")
    blocked_at = Time(attribute="made_at")


class ExportedSight(Rendered[Any]):
    """A finished game that the account has read."""

    game = GameId(attribute="game_id")
    at = Time()


class ExportedInvitation(Rendered[Any]):
    """An invitation that the account sent or received."""

    game = GameId(attribute="game_id")
    received = Flag("Whether the account received it.")
    made_at = Time()
    expires_at = Time()


class ExportedAccount(Rendered[accounts.OwnAccount]):
    """The account itself."""

    id = AccountId(attribute="account_id")
    name = Text("The current name of the account.")
    created_at = Time()


class ExportedSeat(Rendered[Any]):
    """A seat in a game."""

    id = GameId(attribute="game_id")
    seat = Seat()
    status = Status()
    sandbox = Flag("Whether the creator of the game gave its deck.")
    vars().update(MARKS)
    entropy = Entropy("The entropy for the shuffle.", null=True)
    entropy_commitment = Hash("The commitment to secret entropy.", null=True)
    reveal = Hash("The secret entropy that the seat has revealed.", null=True)
    holder_salt = Hash(
        "The salt of the seat's entry in `holders` of the deal, with which the caller can prove "
        "that it had the seat. Null before the deal, and in games from before `holders`.",
        null=True,
    )
    created_at = Time()
    started_at = Time()
    finished_at = Time()


class ExportedMessage(Rendered[Any]):
    """A message at a table: a remark or a text."""

    game = GameId(attribute="game_id")
    version = Whole("The version of its event; null after the end.", least=1, null=True)
    remark = Text("The id of the remark (R27); null for a text.", null=True)
    cards = Items(
        CardId(), "The cards that the remark names; missing if it names none.", required=False, least=1, most=6
    )
    text = Text("The text of the message; null for a remark.", null=True)
    at = Time()


class Export(Rendered[StoredData]):
    """All stored data of an account."""

    account = Object(ExportedAccount)
    tokens = Items(Object(Token), "The tokens of the account, without the tokens themselves.")
    sign_ins = Items(Object(SignIn), "The sign-ins of browsers to the account.")
    bots = Items(Object(OwnBot), "The bots of the account.")
    merged = Items(
        AccountId(),
        "The accounts that were merged into this one. `holders` of deals from before name them.",
    )
    games = Items(Object(ExportedSeat), "The games in which the account has or had a seat.")
    messages = Items(Object(ExportedMessage), "The messages that the account sent at tables.")
    imports = Items(GameId(), "The games that the account imported.")
    replays_read = Items(
        Object(ExportedSight), "The games that the account has read or watched. They decide whether it knows a deck."
    )
    invitations = Items(Object(ExportedInvitation), "The invitations that the account sent and received.")
    blocks = Items(Object(ExportedBlock), "The accounts that the account has blocked.")

    @staticmethod
    def grows() -> dict[str, Field[Any]]:
        """Return the members of features."""
        return {name: each.field for hooks in feature.hooks() for name, each in hooks.exported.items()}


class PublicAccount(Rendered[accounts.PublicAccount]):
    """The public page of an account."""

    id = AccountId(attribute="account_id")
    name = Text("The current name of the account.")
    since = Time(attribute="created_at")
    replays = Text(
        "The address of the list of its replays.",
        pattern=r"^/v1/replays\?player=a_[0-9a-f]{32}$",
        computed=lambda account: f"/v1/replays?player={ids.render('a', account.account_id)}",
    )
    program = PROGRAM

    @staticmethod
    def grows() -> dict[str, Field[Any]]:
        """Return the members of features."""
        return {name: each.field for hooks in feature.hooks() for name, each in hooks.profile.items()}
