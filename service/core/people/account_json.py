"""JSON of accounts, tokens and personal data."""

from typing import Any

from service.core import feature
from service.core.people.accounts import NewAccount, OwnAccount, PublicAccount
from service.core.people.bots import Bot
from service.core.people.program_schema import program_json
from service.core.people.routes.sign_ins import sign_in_json
from service.core.people.tokens import Caller, TokenInfo
from service.core.tables.stored_game import hex_of
from service.platform import ids, timestamps, yielding

__all__ = ["account", "me", "own_bot", "personal_data", "profile", "token"]

Json = dict[str, Any]


def account(new: NewAccount) -> Json:
    """Return a new account with its token, which no later response contains."""
    return {"id": ids.render("a", new.account_id), "name": new.name, "token": new.token}


def me(person: OwnAccount, caller: Caller) -> Json:
    """Return the caller's own account, and the token of the request."""
    return {
        **_person(person),
        "token": {
            "id": ids.render("t", caller.token_id),
            "scopes": sorted(caller.scopes),
            "game": None if caller.game_id is None else ids.render("g", caller.game_id),
        },
        "guest": person.is_guest,
        "program": program_json(person.program),
    }


def profile(account: PublicAccount) -> Json:
    """Return the public part of an account, with what features add to it."""
    account_id = ids.render("a", account.account_id)
    return {
        "id": account_id,
        "name": account.name,
        "since": timestamps.rfc3339(account.created_at),
        "replays": f"/v1/replays?player={account_id}",
        "program": program_json(account.program),
        **{name: each.of(account) for hooks in feature.hooks() for name, each in hooks.profile.items()},
    }


def own_bot(bot: Bot, caller: Caller) -> Json:
    """Return a bot of the caller with its tokens."""
    return {
        "id": ids.render("a", bot.account_id),
        "name": bot.name,
        "created_at": timestamps.rfc3339(bot.created_at),
        "tokens": [token(each, caller) for each in bot.tokens],
    }


def token(token: TokenInfo, caller: Caller, secret: str | None = None) -> Json:
    """Return a token. Only a new token has its secret."""
    return {
        "id": ids.render("t", token.token_id),
        "name": token.name,
        "scopes": token.scopes,
        "game": None if token.game_id is None else ids.render("g", token.game_id),
        "created_at": timestamps.rfc3339(token.created_at),
        "expires_at": timestamps.rfc3339(token.expires_at),
        "current": token.token_id == caller.token_id,
        "used_on": timestamps.day(token.used_on),
        "issued_by": ids.render_optional("t", token.issued_by),
        **({} if secret is None else {"token": secret}),
    }


def personal_data(stored: Json, caller: Caller) -> Json:
    """Return all data that the service stores about an account: the core's (`data_export`) and that of features."""
    games, messages = yielding.steps(stored["games"]), yielding.steps(stored["messages"])
    return {
        "account": _person(stored["account"]),
        "tokens": [token(info, caller) for info in stored["tokens"]],
        "sign_ins": [sign_in_json(found, caller) for found in stored["sign_ins"]],
        "bots": [own_bot(bot, caller) for bot in stored["bots"]],
        "merged": [ids.render("a", account_id) for account_id in stored["merged"]],
        "games": [
            {
                "id": ids.render("g", game_id),
                "seat": seat,
                "status": status,
                "sandbox": sandbox,
                "entropy": entropy,
                "entropy_commitment": hex_of(commitment),
                "reveal": hex_of(reveal),
                "holder_salt": hex_of(salt),
                "created_at": timestamps.rfc3339(created),
                "started_at": timestamps.rfc3339(started),
                "finished_at": timestamps.rfc3339(finished),
            }
            for game_id, seat, status, sandbox, entropy, commitment, reveal, salt, created, started, finished in games
        ],
        "messages": [
            {
                "game": ids.render("g", game_id),
                "version": version,
                "remark": remark,
                **({"cards": cards} if cards else {}),
                "text": text,
                "at": timestamps.rfc3339(at),
            }
            for game_id, version, remark, text, at, cards in messages
        ],
        "imports": [ids.render("g", game_id) for game_id in stored["imports"]],
        "replays_read": [
            {"game": ids.render("g", game_id), "at": timestamps.rfc3339(at)} for game_id, at in stored["replays_read"]
        ],
        "invitations": [
            {
                "game": ids.render("g", game_id),
                "received": received,
                "made_at": timestamps.rfc3339(made_at),
                "expires_at": timestamps.rfc3339(expires_at),
            }
            for game_id, received, made_at, expires_at in stored["invitations"]
        ],
        "blocks": [
            {"account": ids.render("a", account_id), "blocked_at": timestamps.rfc3339(blocked_at)}
            for account_id, blocked_at in stored["blocks"]
        ],
        **{name: each.of(caller) for hooks in feature.hooks() for name, each in hooks.exported.items()},
    }


def _person(person: OwnAccount) -> Json:
    return {
        "id": ids.render("a", person.account_id),
        "name": person.name,
        "created_at": timestamps.rfc3339(person.created_at),
    }
