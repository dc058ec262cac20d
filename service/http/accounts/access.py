"""Route of the list of everything that has access to an account."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response

from service import ids, timestamps
from service.http.sign_in.account_schemas import AccessList
from service.http.sign_in.rendering import day
from service.identity import apps, passkeys, sign_ins, tokens
from service.identity.tokens import Caller
from service.pipeline import auth
from service.webhooks import browsers, registry
from service.wire.operation import Answer, Operation
from service.wire.responses import as_json

__all__ = ["routes"]

routes = Blueprint("access", __name__, url_prefix="/v1")


@routes.get("/me/access")
@Operation(
    "listAccess",
    scope="account",
    price=5,
    compressed=False,
    tag="me",
    answers={200: Answer(AccessList, "The list.", examples=("access",))},
)
def list_access() -> Response:
    """List what has access to your account.

    Returns the passkeys, sign-ins, apps, tokens, webhooks and browsers with push messages of the account in one list,
    oldest first. DELETE at `path` ends one. The token needs the scope `account`.
    """
    return as_json({"items": sorted(_of(auth.caller()), key=lambda one: one["created_at"])})


def _of(caller: Caller) -> Iterator[dict[str, Any]]:
    for key in passkeys.listed(caller):
        yield _access("passkey", ids.render("k", key.passkey_id), key.name, key)
    for sign_in in sign_ins.listed(caller):
        current = sign_in.sign_in_id == caller.token_id
        yield _access("sign-in", ids.render("t", sign_in.sign_in_id), sign_in.device, sign_in, current)
    for app in apps.listed(caller):
        yield _access("app", ids.render("t", app.app_id), f"{app.name} ({app.client_id})", app)
    for token in tokens.listed(caller):
        yield _access("token", ids.render("t", token.token_id), token.name, token, token.token_id == caller.token_id)
    for webhook in registry.listed(caller):
        yield _access("webhook", ids.render("w", webhook.webhook_id), webhook.url, webhook)
    for browser in browsers.listed(caller):
        yield _access("push", ids.render("w", browser.webhook_id), browser.url, browser)


def _access(kind: str, public_id: str, name: str, found: Any, current: bool = False) -> dict[str, Any]:
    return {
        "kind": kind,
        "id": public_id,
        "path": f"/v1/me/{kind if kind == 'push' else f'{kind}s'}/{public_id}",
        "name": name,
        "scopes": list(getattr(found, "scopes", ())),
        "created_at": timestamps.rfc3339(found.created_at),
        "used_on": day(getattr(found, "used_on", None)),
        "issued_by": ids.render_optional("t", getattr(found, "issued_by", None)),
        "current": current,
    }
