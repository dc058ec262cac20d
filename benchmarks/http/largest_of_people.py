"""The largest requests about accounts: what lets them in, whom they meet, their webhooks, and moderation.

Each is about an account that has as much as its limits allow (`full`), unless only one small row counts.
"""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

import cbor2
import orjson
import psycopg
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from benchmarks.http.largest import Request, World, game_path, replay_path
from service.core.people import scopes
from service.platform import ids

_ACCESS: Final = (
    "set session_replication_role = replica",
    "insert into token (token_id, account_id, digest, name, scopes) select gen_random_uuid(), %(me)s,"
    " sha256(gen_random_uuid()::text::bytea), repeat('t', 40), %(scopes)s from generate_series(1, 90)",
    "insert into token (token_id, account_id, digest, name, scopes, is_sign_in, expires_at)"
    " select gen_random_uuid(), %(me)s, sha256(gen_random_uuid()::text::bytea), 'Firefox, Linux', %(scopes)s, true,"
    "  now() + interval '1 day' from generate_series(1, 40)",
    "insert into token (token_id, account_id, digest, name, scopes, client_id, expires_at, refresh_digest)"
    " select gen_random_uuid(), %(me)s, sha256(gen_random_uuid()::text::bytea), 'app', %(scopes)s,"
    "  'https://app' || number || '.example', now() + interval '1 day', sha256(gen_random_uuid()::text::bytea)"
    "  from generate_series(1, 90) number",
    "insert into passkey (passkey_id, account_id, credential_id, public_key, sign_count, name)"
    " select gen_random_uuid(), %(me)s, sha256(gen_random_uuid()::text::bytea), 'x', 0, repeat('p', 40)"
    "  from generate_series(1, 14)",
    "create temporary table bot as select gen_random_uuid() as bot_id, number from generate_series(1, 5) number",
    "insert into account (account_id, name, revision, applied_revision, is_program, owner_id)"
    " select bot_id, 'Robot ' || bot_id, 0, 0, true, %(me)s from bot",
    "insert into token (token_id, account_id, digest, name, scopes) select gen_random_uuid(), bot_id,"
    " sha256(gen_random_uuid()::text::bytea), repeat('t', 40), %(scopes)s from bot, generate_series(1, 9)",
    "insert into block (account_id, blocked_id) select %(me)s, account_id from account"
    " where account_id <> %(me)s limit 900",
    "create temporary table receiver as select gen_random_uuid() as webhook_id, number < 5 as is_browser, number"
    "  from generate_series(0, 9) number",
    "insert into webhook (webhook_id, account_id, url, events, secret, enabled, unreachable, browser_key,"
    "  browser_secret)"
    " select webhook_id, %(me)s, 'https://bot.example/' || webhook_id, '{your-turn}', 'x', true, 0,"
    "  case when is_browser then 'x'::bytea end, case when is_browser then 'x'::bytea end from receiver",
)
"""SQL that gives an account nearly as much access as its limits allow."""

_PAST: Final = (
    "insert into webhook_delivery (webhook_id, delivery_id, type, body, status, attempts)"
    " select webhook_id, gen_random_uuid(), 'your-turn', repeat('x', 300), 'delivered', 1"
    "  from webhook, generate_series(1, %(rows)s) where account_id = %(me)s",
    "insert into comment (game_id, comment_id, account_id, anchor, text, hidden)"
    " select game_id, gen_random_uuid(), %(me)s, 'game', repeat('c', 500), false"
    "  from unnest(%(ended)s::uuid[]) game_id, generate_series(1, %(rows)s / 100)",
    "insert into branch (game_id, branch_id, account_id, title, version, seat, events, hidden)"
    " select game_id, gen_random_uuid(), %(me)s, 'b', 5, null, '[]', false"
    "  from unnest(%(ended)s::uuid[]) game_id, generate_series(1, %(rows)s / 100)",
    "insert into sight (game_id, account_id) select game_id, %(me)s from unnest(%(ended)s::uuid[]) game_id"
    " on conflict do nothing",
    "insert into study (study_id, account_id, title, about, chapters, revision)"
    " select gen_random_uuid(), %(me)s, repeat('t', 100), repeat('a', 2000), chapters, 1 from generate_series(1, 99),"
    "  (select jsonb_agg(jsonb_build_object('game', replace((%(ended)s::uuid[])[1]::text, '-', ''), 'place',"
    "   'turn=' || repeat(md5(number::text), 25), 'text', repeat(md5(number::text), 3))) as chapters"
    "   from generate_series(1, 64) number) made",
    "create temporary table played as select gen_random_uuid() as game_id from generate_series(1, %(rows)s)",
    "insert into game (game_id, status, seats, rules, created_by, sandbox, private, revision, version, turn, outcome,"
    " reason, score, idle_limit_s, created_at, started_at, moved_at, finished_at, head, counted_as)"
    " select played.game_id, status, 2, rules, %(me)s, sandbox, true, revision, version, turn, outcome, reason,"
    "  score, idle_limit_s, created_at, started_at, moved_at, finished_at, head, 'hidden' from played, game"
    "  where game.game_id = (%(ended)s::uuid[])[1]",
    "insert into seat (game_id, seat, account_id, game_created_at, game_finished_at, game_score)"
    " select game_id, seat, case seat when 0 then %(me)s else %(other)s end, now(), now(), 3"
    "  from played, generate_series(0, 1) seat",
    "insert into note (game_id, account_id, anchor, history, shared, revision)"
    " select game_id, %(me)s, 'card-' || number, '[]', false, 1 from played, generate_series(1, 2) number"
    " where %(rows)s > 0",
)
"""SQL that gives it deliveries, texts, and ended games without events."""

_VERIFIER: Final = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
APP: Final = "https://app.example"
_BACK: Final = "https://app.example/back"
_SCOPES: Final = sorted(set(scopes.GRANTABLE) - {"account", "play", "read"})


def guest(built: World) -> tuple[str, str]:
    """Create an account. Return its token and its id."""
    made = built.ok(Request("POST", "/v1/accounts", {}))
    return made["token"], made["id"]


def full(built: World, *, has_past: bool = False) -> tuple[str, str]:
    """Create an account with much access, and on request with many games and texts. Return its token and its id."""
    token, account = guest(built)
    values = {
        "me": ids.parse("a", account),
        "other": built.people[1].account_id,
        "ended": [game.game_id for game in built.ended],
        "rows": 100 if built.small else 1000,
        "scopes": _SCOPES,
    }
    with psycopg.connect(built.url) as db:
        for statement in (*_ACCESS, *(_PAST if has_past else ())):
            db.execute(statement.encode(), values if "%" in statement else None)
    return token, account


def authorization(**changes: str) -> str:
    """Return the query of an authorization request."""
    challenge = urlsafe_b64encode(hashlib.sha256(_VERIFIER.encode()).digest()).decode().rstrip("=")
    usual = {
        "response_type": "code",
        "client_id": APP,
        "redirect_uri": _BACK,
        "scope": " ".join(_SCOPES),
        "state": "s" * 500,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    return urlencode({**usual, **changes})


def code_of(built: World, token: str) -> str:
    """Let the owner of a token allow the app, and return the form that exchanges the code."""
    body = {"request": authorization(), "allowed": True}
    location = built.ok(Request("POST", "/v1/me/apps", body, token))["location"]
    form = {
        "grant_type": "authorization_code",
        "client_id": APP,
        "redirect_uri": _BACK,
        "code": parse_qs(urlsplit(location).query)["code"][0],
        "code_verifier": _VERIFIER,
    }
    return urlencode(form)


def tokens_of_app(built: World, token: str) -> Any:
    """Return the tokens that an app gets from the owner of a token."""
    return built.ok(form_request("token", code_of(built, token)))


def form_request(endpoint: str, form: str) -> Request:
    """Return a request to an endpoint of the OAuth server."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return Request("POST", f"/oauth/{endpoint}", form.encode(), None, kind)


class _Passkey:
    """A passkey in software."""

    def __init__(self, built: World, token: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id, self._user = secrets.token_bytes(32), ""
        self._built, self._token = built, token

    def created(self) -> Request:
        """Return the request that registers it."""
        options = self._built.ok(Request("POST", "/v1/me/passkeys/options", None, self._token))["publicKey"]
        self._user = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self._data(0x45, 0) + bytes(16) + len(self._id).to_bytes(2, "big") + self._id + key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        answer = {"clientDataJSON": self._client("create", options), "attestationObject": attestation}
        return Request("POST", "/v1/me/passkeys", {"credential": self._credential(answer)}, self._token)

    def signed_in(self) -> Request:
        """Register it. Return the request that signs in with it."""
        self._built.ok(self.created())
        options = self._built.ok(Request("POST", "/v1/sign-in/passkey/options"))["publicKey"]
        client, data = self._client("get", options), self._data(0x05, 1)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        answer = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return Request("POST", "/v1/sign-in/passkey", {"credential": self._credential(answer, userHandle=self._user)})

    def _credential(self, answer: Mapping[str, bytes], **more: str) -> Any:
        response = {**{name: _base64url(part) for name, part in answer.items()}, **more}
        own = _base64url(self._id)
        return {"id": own, "rawId": own, "type": "public-key", "response": response}

    def _client(self, kind: str, options: Any) -> bytes:
        sent = {"type": f"webauthn.{kind}", "challenge": options["challenge"], "origin": "http://localhost"}
        return orjson.dumps(sent)

    def _data(self, flags: int, count: int) -> bytes:
        return hashlib.sha256(b"localhost").digest() + bytes([flags]) + count.to_bytes(4, "big")


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


Make = Callable[[World, int], Request]


def _own(method: str, path: str, body: Any = None, *, has_past: bool = False) -> Make:
    """Return a request of a new full account."""
    return lambda built, turn: Request(method, path, body, full(built, has_past=has_past)[0])


def _of_list(method: str, path: str, body: Any = None, rest: str = "") -> Make:
    """Return a request about the first item of a list of a new full account."""

    def made(built: World, turn: int) -> Request:
        token, _ = full(built)
        items = built.ok(Request("GET", path, None, token))["items"]
        current = [item["id"] for item in items if not item.get("current")]
        return Request(method, f"{path}/{current[0]}{rest}", body, token)

    return made


def _link(built: World, claimed: bool = True) -> tuple[str, str, str]:
    """Make a link of a new account. Return its path, its code or the claim, and the token."""
    token, _ = guest(built)
    link = built.ok(Request("POST", "/v1/me/links", None, token))
    path = f"/v1/me/links/{link['id']}"
    if not claimed:
        return path, link["code"], token
    return path, built.ok(Request("POST", "/v1/sign-in/link", {"code": link["code"]}))["claim"], token


def _of_access(method: str, kind: str, path: str, body: Any = None) -> Make:
    """Return a request about something of a kind that has access to a new full account."""

    def made(built: World, turn: int) -> Request:
        token, _ = full(built)
        items = built.ok(Request("GET", "/v1/me/access", None, token))["items"]
        found = next(item["id"] for item in items if item["kind"] == kind and not item["current"])
        return Request(method, f"{path}/{found}", body, token)

    return made


def _of_link(method: str, body: Any = None) -> Make:
    def made(built: World, turn: int) -> Request:
        path, _, token = _link(built)
        return Request(method, path, body, token)

    return made


def _allowed(built: World, turn: int) -> Request:
    path, claim, token = _link(built)
    built.ok(Request("PATCH", path, {"allowed": True}, token))
    return Request("POST", "/v1/sign-in/link/claim", {"claim": claim})


def _of_merge(method: str, body: Any = None) -> Make:
    """Return a request about a merge of two full accounts, to which one of them has agreed."""

    def made(built: World, turn: int) -> Request:
        one, _ = full(built, has_past=True)
        other, _ = full(built, has_past=True)
        merge = built.ok(Request("POST", "/v1/me/merges", None, one))
        built.ok(Request("POST", "/v1/me/merge-claims", {"code": merge["code"]}, other))
        path = f"/v1/me/merges/{merge['id']}"
        built.ok(Request("PATCH", path, {"allowed": True}, one))
        return Request(method, path, body, other)

    return made


def _merge_claim(built: World, turn: int) -> Request:
    code = built.ok(Request("POST", "/v1/me/merges", None, full(built)[0]))["code"]
    return Request("POST", "/v1/me/merge-claims", {"code": code}, full(built)[0])


def _recovery(built: World, turn: int) -> Request:
    token, _ = guest(built)
    name = built.ok(Request("GET", "/v1/me", None, token))["name"]
    codes = built.ok(Request("POST", "/v1/me/recovery-codes", None, token))["codes"]
    return Request("POST", "/v1/sign-in/recovery-code", {"name": name, "code": codes[-1]})


def _codes(built: World, turn: int) -> Request:
    token, _ = full(built)
    built.ok(Request("POST", "/v1/me/recovery-codes", None, token))
    return Request("DELETE", "/v1/me/access/recovery-codes", None, token)


def _bot_token(built: World, turn: int) -> Request:
    token, _ = full(built)
    bot = built.ok(Request("GET", "/v1/me/bots", None, token))["items"][0]
    made = built.ok(Request("POST", f"/v1/me/bots/{bot['id']}/tokens", {"name": "x"}, token))
    return Request("DELETE", f"/v1/me/bots/{bot['id']}/tokens/{made['id']}", None, token)


def _block(built: World, turn: int) -> Request:
    token, _ = full(built)
    found = built.ok(Request("GET", "/v1/me/blocks?limit=100", None, token))["items"][0]
    account = found.get("id") or found["account"]
    return Request("DELETE", f"/v1/me/blocks/{account}", None, token)


def _browser(built: World, turn: int) -> Request:
    key = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
    point = b"\4" + key.x.to_bytes(32, "big") + key.y.to_bytes(32, "big")
    body = {
        "endpoint": f"https://push.example/{turn}",
        "keys": {"p256dh": _base64url(point), "auth": _base64url(bytes(16))},
        "events": ["your-turn"],
        "quiet": {"from_minute": 1300, "until_minute": 400, "time_zone": "Europe/Berlin"},
    }
    return Request("POST", "/v1/me/push", body, full(built)[0])


def _device(built: World, turn: int) -> Request:
    form = urlencode({"client_id": APP, "scope": "games:play"})
    code = built.ok(form_request("device", form))["user_code"]
    return Request("POST", "/v1/me/devices", {"code": code, "allowed": True}, full(built)[0])


def _moderated(action: str, target: Callable[[World, int], str], **more: Any) -> Make:
    def made(built: World, turn: int) -> Request:
        body = {"action": action, "target": target(built, turn), "reason": "ä" * 1000, **more}
        return Request("POST", "/v1/moderation/actions", body, built.moderator)

    return made


def _comment_id(built: World, turn: int) -> Request:
    path = f"{replay_path(built, turn)}/comments"
    found = built.ok(Request("POST", path, {"anchor": "game", "text": "ä" * 500}, built.me))
    return Request("DELETE", f"{path}/{found['id']}", None, built.me)


def _note(built: World, turn: int) -> Request:
    path = f"{game_path(built.running[turn])}/notes/game"
    for number in range(5):
        built.ok(Request("PUT", path, {"text": "ä" * 2000, "shared": bool(number % 2)}, built.me))
    return Request("DELETE", path, None, built.me)


def _waiting_game(built: World, seats: int = 5, **more: Any) -> tuple[str, str]:
    """Create a game. Return its path and the token of its creator."""
    token, _ = guest(built)
    made = built.ok(Request("POST", "/v1/games", {"seats": seats, **more}, token))
    return f"/v1/games/{made['id']}", token


def _seat(built: World, turn: int) -> Request:
    """Take the last seat, so that the cards are dealt."""
    path, _ = _waiting_game(built, bots=["kagiya"] * 3)
    return Request("POST", f"{path}/seats", {}, full(built)[0])


def _leave(built: World, turn: int) -> Request:
    path, _ = _waiting_game(built)
    token, _ = full(built)
    built.ok(Request("POST", f"{path}/seats", {}, token))
    return Request("DELETE", f"{path}/seats/me", None, token)


def _remove(built: World, turn: int) -> Request:
    path, creator = _waiting_game(built)
    built.ok(Request("POST", f"{path}/seats", {}, guest(built)[0]))
    return Request("DELETE", f"{path}/seats/1", None, creator)


def _entropy(built: World, turn: int) -> Request:
    path, creator = _waiting_game(built)
    return Request("PUT", f"{path}/seats/me/entropy", {"entropy": "x" * 64}, creator)


def _invitation(built: World, turn: int) -> Request:
    path, creator = _waiting_game(built)
    return Request("POST", f"{path}/invitations", {"account": guest(built)[1]}, creator)


def _declined(built: World, turn: int) -> Request:
    path, creator = _waiting_game(built)
    token, account = full(built)
    built.ok(Request("POST", f"{path}/invitations", {"account": account}, creator))
    return Request("DELETE", f"/v1/me/invitations/{path.rpartition('/')[2]}", None, token)


def _seek(method: str) -> Make:
    def made(built: World, turn: int) -> Request:
        token, _ = full(built)
        edition = "de" if method == "GET" else "fr"  # no two of them match
        body = {"seats": 2 + turn % 4, "rules": [{"edition": edition, "multicolor": "five"}]}
        found = built.ok(Request("POST", "/v1/seeks", body, token))
        return Request(method, f"/v1/seeks/{found['id']}", None, token)

    return made


def _session(method: str, body: Any = None) -> Make:
    def made(built: World, turn: int) -> Request:
        path = f"{replay_path(built, turn)}/sessions"
        found = built.ok(Request("POST", path, {"place": "turn=17"}, built.me))
        for _ in range(20):
            built.ok(Request("PATCH", f"{path}/{found['id']}", {"message": "ä" * 200}, built.me))
        return Request(method, f"{path}/{found['id']}", body, built.me)

    return made


REQUESTS: Final[dict[str, Make]] = {
    "listMyStudies": _own("GET", "/v1/me/studies?limit=100", has_past=True),
    "createApp": lambda built, turn: Request(
        "POST", "/v1/me/apps", {"request": authorization(), "allowed": True}, full(built)[0]
    ),
    "createDeviceAnswer": _device,
    "createLink": _own("POST", "/v1/me/links"),
    "getLink": _of_link("GET"),
    "updateLink": _of_link("PATCH", {"allowed": True}),
    "deleteLink": _of_link("DELETE"),
    "createLinkClaim": lambda built, turn: Request(
        "POST", "/v1/sign-in/link", {"code": _link(built, claimed=False)[1]}
    ),
    "signInWithLink": _allowed,
    "createMerge": _own("POST", "/v1/me/merges"),
    "createMergeClaim": _merge_claim,
    "getMerge": _of_merge("GET"),
    "updateMerge": _of_merge("PATCH", {"allowed": True}),
    "deleteMerge": _of_merge("DELETE"),
    "createPasskeyOptions": _own("POST", "/v1/me/passkeys/options"),
    "createPasskey": lambda built, turn: _Passkey(built, full(built)[0]).created(),
    "createPasskeyChallenge": lambda built, turn: Request("POST", "/v1/sign-in/passkey/options"),
    "signInWithPasskey": lambda built, turn: _Passkey(built, full(built)[0]).signed_in(),
    "updatePasskey": _of_access("PATCH", "passkey", "/v1/me/passkeys", {"name": "ä" * 40}),
    "signInWithRecoveryCode": _recovery,
    "deleteAccess: recovery codes": _codes,
    "signInAsGuest": lambda built, turn: Request("POST", "/v1/sign-in/guest", {"name": f"Mia {turn}"}),
    "signInWithToken": lambda built, turn: Request("POST", "/v1/sign-in/token", {"token": full(built)[0]}),
    "signOut": lambda built, turn: Request("DELETE", "/v1/sign-in"),
    "updateMe": lambda built, turn: Request(
        "PATCH", "/v1/me", {"name": f"Zoë {turn}"}, full(built)[0], {"If-Match": "*"}
    ),
    "deleteMe": _own("DELETE", "/v1/me", has_past=True),
    "deleteToken": _of_list("DELETE", "/v1/me/tokens"),
    "deleteOtherAccess": _own("DELETE", "/v1/me/access"),
    "deleteAccess": _of_access("DELETE", "sign-in", "/v1/me/access"),
    "listTokens: full": _own("GET", "/v1/me/tokens"),
    "listAccess: full": _own("GET", "/v1/me/access"),
    "listMyBots: full": _own("GET", "/v1/me/bots"),
    "listBlocks: full": _own("GET", "/v1/me/blocks?limit=100"),
    "listPushBrowsers: full": _own("GET", "/v1/me/push"),
    "listWebhooks: full": _own("GET", "/v1/me/webhooks"),
    "getMyExport: full": _own("GET", "/v1/me/export", has_past=True),
    "deleteMyBot": _of_list("DELETE", "/v1/me/bots"),
    "deleteMyBotToken": _bot_token,
    "deleteBlock": _block,
    "createPushBrowser": _browser,
    "deletePushBrowser": _of_list("DELETE", "/v1/me/push"),
    "listDeliveries": _of_list("GET", "/v1/me/webhooks", rest="/deliveries?limit=100"),
    "updateWebhook": _of_list("PATCH", "/v1/me/webhooks", {"description": "ä" * 200, "events": ["your-turn"]}),
    "createTestDelivery": _of_list("POST", "/v1/me/webhooks", rest="/test"),
    "deleteWebhook": _of_list("DELETE", "/v1/me/webhooks"),
    "listReports": lambda built, turn: Request("GET", "/v1/moderation/reports?limit=100", None, built.moderator),
    "listModerationActions": lambda built, turn: Request(
        "GET", "/v1/moderation/actions?limit=100", None, built.moderator
    ),
    "createModerationAction": _moderated("suspend", lambda built, turn: full(built)[1]),
    "createModerationAction: rename": _moderated("rename", lambda built, turn: full(built)[1]),
    "createModerationAction: hide": _moderated("hide", lambda built, turn: replay_path(built, -1 - turn)[12:]),
    "deleteComment": _comment_id,
    "deleteNote": _note,
    "createSeat": _seat,
    "deleteSeat: own": _leave,
    "deleteSeat": _remove,
    "updateEntropy": _entropy,
    "createInvitation": _invitation,
    "deleteInvitation": _declined,
    "getSeek": _seek("GET"),
    "deleteSeek": _seek("DELETE"),
    "getSession": _session("GET"),
    "updateSession": _session("PATCH", {"place": "turn=18", "card": 3, "message": "ä" * 200}),
    "deleteSession": _session("DELETE"),
}
"""By operation: what makes its request. What it makes before is not measured."""
