"""The grants and endpoints of Authlib's server, with the storage of this service."""

import logging
import re
from http import HTTPStatus
from typing import Any, Final

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import rfc6749, rfc6750, rfc7009, rfc7636, rfc7662, rfc8628, rfc9207
from authlib.oauth2.rfc6749 import (
    InvalidClientError,
    InvalidGrantError,
    InvalidRequestError,
    OAuth2Error,
    OAuth2Payload,
    OAuth2Request,
)
from flask import Response
from flask import request as flask_request
from sqlalchemy.orm import Session
from werkzeug.datastructures import MultiDict

from service.core.people import token_secrets
from service.core.people.tables import Token
from service.core.people.tokens import Caller
from service.core.tables.news import publisher
from service.features.oauth import app_codes, apps, clients, resources
from service.features.oauth.apps import ACCESS_S, ALLOWED, Consent
from service.features.oauth.clients import App
from service.features.oauth.tables import AuthorizationCode, DeviceCode
from service.platform import ids
from service.platform.database.pool import after_commit, transaction
from service.platform.requests.sign_in_cookie import own_origin

logging.getLogger("authlib").setLevel(logging.WARNING)  # its lines at the level debug contain tokens

_UNSAYABLE: Final = re.compile(r"[^\x20-\x21\x23-\x5b\x5d-\x7e]")
"""Characters that no description of an error may have, and no parameter but `state` needs."""

_SENTENCE: Final = re.compile(r"[A-Z][^\[\]{}<>]*\.")
_SENTENCES: Final = {
    "access_denied": "The person has refused.",
    "authorization_pending": "The person has not answered yet.",
    "expired_token": "The code of the device has expired.",
    "invalid_client": "The 'client_id' is missing, or is not the address of an app.",
    "invalid_grant": "The code or token is unknown, or not valid any more.",
    "invalid_scope": "An app cannot ask for this scope.",
    "slow_down": "Ask less often: wait five seconds longer each time.",
    "unsupported_grant_type": "The server does not know this 'grant_type'.",
}
"""What each error means, where Authlib has no sentence."""


def sentence_of(error: OAuth2Error) -> str:
    """Return why a request was refused: some texts of Authlib are not sentences."""
    text: str = error.get_error_description() or ""
    return text if _SENTENCE.fullmatch(text) else _SENTENCES.get(error.error, "The request is not valid.")


class _Unsupported(OAuth2Error):  # type: ignore[misc]  # Authlib has no types
    """The request has a parameter of RFC 9101, which the server does not support."""


class _InteractionRequired(OAuth2Error):  # type: ignore[misc]
    """The app wants no page to be shown (OpenID Connect Core, section 3.1.2.6), but each person is asked."""

    error = "interaction_required"


class _Payload(OAuth2Payload):  # type: ignore[misc]
    """The parameters of a request, from its query or its form."""

    def __init__(self, values: MultiDict[str, str]) -> None:
        self._values = MultiDict(
            (name, value if name == "state" else _UNSAYABLE.sub(" ", value)) for name, value in values.items(multi=True)
        )

    @property
    def data(self) -> MultiDict[str, str]:
        return self._values

    @property
    def datalist(self) -> dict[str, list[str]]:
        return dict(self._values.lists())


class _Request(OAuth2Request):  # type: ignore[misc]
    """A request to the server."""

    def __init__(self, values: MultiDict[str, str]) -> None:
        # The operator's proxy provides TLS, or the service is on a loopback address.
        super().__init__(flask_request.method, "https://localhost", headers=flask_request.headers)
        self.payload = _Payload(values)

    @property
    def args(self) -> MultiDict[str, str]:
        values: MultiDict[str, str] = self.payload.data
        return values

    @property
    def form(self) -> MultiDict[str, str]:
        values: MultiDict[str, str] = self.payload.data
        return values


class _Server(AuthorizationServer):  # type: ignore[misc]
    """The server. Requests are given to it as their parameters."""

    def create_oauth2_request(self, request: "MultiDict[str, str] | _Request") -> _Request:
        return request if isinstance(request, _Request) else _Request(request)

    def get_authorization_grant(self, request: _Request) -> rfc6749.BaseGrant:
        """Return the grant of a request. Authlib's own description of its error is not a sentence."""
        try:
            return super().get_authorization_grant(request)
        except rfc6749.UnsupportedResponseTypeError as error:
            why = "The only 'response_type' is code."
            raise OAuth2Error(why, redirect_uri=error.redirect_uri, error=error.error) from None

    def handle_error_response(self, request: _Request, error: OAuth2Error) -> Response:
        """Answer an error. An app that tried to authenticate itself by a header gets 401 (RFC 6749, section 5.2)."""
        given = request.headers.get("Authorization")
        is_bearer = given is not None and given.partition(" ")[0].lower() == "bearer"
        tried = isinstance(error, InvalidClientError) and given is not None and not is_bearer
        if tried:
            error.status_code = HTTPStatus.UNAUTHORIZED
        error.description = sentence_of(error)
        response: Response = super().handle_error_response(request, error)
        if tried:
            response.headers["WWW-Authenticate"] = 'Basic realm="hanabi", charset="UTF-8"'
        return response


def request_of(values: MultiDict[str, str]) -> OAuth2Request:
    """Return the parameters of a request in the form that Authlib reads."""
    return _Request(values)


class _Code:
    """An authorization code as Authlib reads it."""

    code_challenge_method = "S256"

    def __init__(self, row: AuthorizationCode) -> None:
        self.row = row
        self.code_challenge = row.challenge

    def get_redirect_uri(self) -> str:
        return self.row.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.row.scopes)


class _CodeGrant(rfc6749.AuthorizationCodeGrant):  # type: ignore[misc]
    """The authorization code (RFC 6749, section 4.1). Each is valid once."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def save_authorization_code(self, code: str, request: OAuth2Request) -> None:
        caller: Caller = request.user
        app: App = request.client
        scopes, parts = tuple(request.scope.split()), resources.narrowed(None, _resources(request))
        consent = Consent(caller.account_id, caller.token_id, app.client_id, app.title, scopes, parts)
        app_codes.add_code(code, consent, request.payload.redirect_uri, request.payload.data["code_challenge"])

    def query_authorization_code(self, code: str, client: App) -> _Code | None:
        with transaction() as changes:
            row = app_codes.code(changes, code)
            if row is None or row.client_id != client.client_id:
                return None
            if row.app_id is not None:  # used before, perhaps by a thief
                _end(changes, row.app_id, row.account_id)
                return None
            return None if app_codes.is_expired(row) else _Code(row)

    def delete_authorization_code(self, authorization_code: _Code) -> None:
        """Keep the code, which `save_token` has marked, to recognize its second use."""

    def authenticate_user(self, authorization_code: _Code) -> _Code:
        return authorization_code


class _ProofKey(rfc7636.CodeChallenge):  # type: ignore[misc]
    """The proof key of a code (RFC 7636), which is required, and only as S256."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ("S256",)

    def validate_code_challenge(self, grant: _CodeGrant, redirect_uri: str) -> None:
        if grant.request.payload.data.get("code_challenge_method") != "S256":
            raise InvalidRequestError("The request needs a 'code_challenge', with the 'code_challenge_method' S256.")
        super().validate_code_challenge(grant, redirect_uri)


class _Parameters:
    """The parameters of an authorization request that other RFCs define."""

    def __call__(self, grant: _CodeGrant) -> None:
        grant.register_hook("after_validate_authorization_request_payload", self._check)

    def _check(self, grant: _CodeGrant, _redirect_uri: str) -> None:
        asked: MultiDict[str, str] = grant.request.payload.data
        for name in ("request", "request_uri"):
            if name in asked:
                raise _Unsupported(f"The server does not support '{name}'.", error=f"{name}_not_supported")
        if asked.get("response_mode", "query") != "query":
            raise InvalidRequestError("The only 'response_mode' is query.")
        resources.narrowed(None, asked.getlist("resource"))
        if any(len(values) > 1 and name != "resource" for name, values in asked.lists()):
            raise InvalidRequestError("A parameter is there twice.")
        prompts = asked.get("prompt", "").split()
        if prompts == ["none"]:
            raise _InteractionRequired("The server asks the person each time.")
        if "none" in prompts:
            raise InvalidRequestError("The 'prompt' is none and something else.")


class _Held:
    """A token of an app as Authlib reads it, with what its owner has allowed."""

    def __init__(self, token: Token, app: Token) -> None:
        self.token = token
        self.app = app
        self.renewal: dict[str, Any] | None = None
        """The answer that this refresh token has got before."""

    def check_client(self, client: App) -> bool:
        return clients.is_of(self.app.client_id or "", client)

    def get_scope(self) -> str:
        return " ".join(self.app.scopes)

    def is_expired(self) -> bool:
        return False  # `apps.find` finds no other

    def is_revoked(self) -> bool:
        return False


class _RefreshGrant(rfc6749.RefreshTokenGrant):  # type: ignore[misc]
    """The refresh token (RFC 6749, section 6). Each is valid once, and an old one ends what the app may do.

    For a minute, the last one that was used gets the same answer again: the first may have been lost.
    """

    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_token_endpoint_client(self) -> App:
        """Return the app; without a `client_id`, which RFC 6749 does not demand here, that of the refresh token."""
        form = self.request.payload.data
        if "client_id" not in form:
            with transaction() as changes:
                found = apps.find(changes, form.get("refresh_token", ""))
                if found is not None and found[0] is found[1]:
                    form["client_id"] = found[1].client_id
        app: App = super().authenticate_token_endpoint_client()
        return app

    def authenticate_refresh_token(self, refresh_token: str) -> _Held | None:
        with transaction() as changes:
            found = apps.find(changes, refresh_token)
            if found is None or not token_secrets.is_well_formed(refresh_token, ("r",)):
                return None
            held = _Held(*found)
            if apps.is_newest(held.app, refresh_token):
                return held
            held.renewal = apps.renewal_of(held.app, refresh_token)
            if held.renewal is None:
                _end(changes, held.app.token_id, held.app.account_id)
                return None
            return held

    def authenticate_user(self, refresh_token: _Held) -> _Held:
        return refresh_token

    def create_token_response(self) -> tuple[int, dict[str, Any], list[tuple[str, str]]]:
        again: dict[str, Any] | None = self.request.refresh_token.renewal
        answer: tuple[int, dict[str, Any], list[tuple[str, str]]] = (
            super().create_token_response() if again is None else (200, again, self.TOKEN_RESPONSE_HEADER)
        )
        return answer

    def issue_token(self, user: _Held, refresh_token: _Held) -> dict[str, Any]:
        token: dict[str, Any] = super().issue_token(user, refresh_token)
        lasting = token_secrets.lasting_part(self.request.form["refresh_token"])
        return token | {"refresh_token": token_secrets.new_secret("r", lasting)}

    def revoke_old_credential(self, refresh_token: _Held) -> None:
        """Do nothing: `save_token` has replaced it."""


class _Asking:
    """The request of a device as Authlib reads it."""

    def __init__(self, row: DeviceCode) -> None:
        self.row = row

    def get_client_id(self) -> str:
        return self.row.client_id

    def get_scope(self) -> str:
        return " ".join(self.row.scopes)

    def get_user_code(self) -> "_Asking":
        return self

    def is_expired(self) -> bool:
        return app_codes.is_expired(self.row)


class _DeviceGrant(rfc8628.DeviceCodeGrant):  # type: ignore[misc]
    """The code of a device (RFC 8628)."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def query_device_credential(self, device_code: str) -> _Asking:
        with transaction() as changes:
            row = app_codes.device(changes, device_code)
            asking = clients.app_of(self.request.payload.client_id)
            if row is None or asking is None or row.client_id != asking.client_id:
                raise InvalidGrantError("Invalid 'device_code' in request.")
            return _Asking(row)

    def query_user_grant(self, user_code: _Asking) -> tuple[_Asking, bool] | None:
        return None if user_code.row.account_id is None else (user_code, user_code.row.allowed)

    def should_slow_down(self, credential: _Asking) -> bool:
        return app_codes.asks_too_often(credential.row)


class _DeviceEndpoint(rfc8628.DeviceAuthorizationEndpoint):  # type: ignore[misc]
    """The endpoint at which a device gets its codes."""

    CLIENT_AUTH_METHODS = ("none",)
    EXPIRES_IN = app_codes.DEVICE_CODE_S
    INTERVAL = app_codes.FIRST_INTERVAL_S

    def get_verification_uri(self) -> str:
        return f"{own_origin()}/device"

    def save_device_credential(self, client_id: str, scope: str | None, data: dict[str, Any]) -> None:
        app = clients.app_of(client_id)
        if app is None:
            raise InvalidRequestError("Unknown 'client_id'.")
        app_codes.add_device(
            data["device_code"],
            data["user_code"],
            client_id=app.client_id,
            client_name=app.title,
            scopes=app.get_allowed_scope(scope).split(),
            place=flask_request.remote_addr or "?",
            resources=resources.narrowed(None, flask_request.form.getlist("resource")),
        )


class _Revocation(rfc7009.RevocationEndpoint):  # type: ignore[misc]
    """The endpoint at which an app ends what it may do (RFC 7009), with either of its tokens."""

    CLIENT_AUTH_METHODS = ("none",)

    def query_token(self, token_string: str, token_type_hint: str | None) -> _Held | None:
        with transaction() as changes:
            found = apps.find(changes, token_string)
            return None if found is None else _Held(*found)

    def revoke_token(self, token: _Held, request: OAuth2Request) -> None:
        with transaction() as changes:
            _end(changes, token.app.token_id, token.app.account_id)


class _Introspection(rfc7662.IntrospectionEndpoint):  # type: ignore[misc]
    """The endpoint at which an app asks about its own tokens (RFC 7662)."""

    CLIENT_AUTH_METHODS = ("none",)

    def query_token(self, token_string: str, token_type_hint: str | None) -> _Held | None:
        with transaction() as changes:
            found = apps.find(changes, token_string)
            if found is None or (found[0] is found[1] and not apps.is_newest(found[1], token_string)):
                return None
            return _Held(*found)

    def check_permission(self, token: _Held, client: App, request: OAuth2Request) -> bool:
        return token.check_client(client)

    def introspect_token(self, token: _Held) -> dict[str, Any]:
        expires_at = token.token.expires_at
        return {
            "scope": " ".join(token.token.scopes),
            "client_id": token.app.client_id,
            "token_type": "Bearer",
            "sub": ids.render("a", token.app.account_id),
            "iss": own_origin(),
            "aud": resources.audience(token.token.resources),
            "iat": int(token.token.created_at.timestamp()),
            **({} if expires_at is None else {"exp": int(expires_at.timestamp())}),
        }


class _Issuer(rfc9207.IssuerParameter):  # type: ignore[misc]
    """The parameter `iss` of every response to an app (RFC 9207)."""

    def get_issuer(self) -> str:
        return own_origin()


def _save(token: dict[str, Any], request: OAuth2Request) -> None:
    """Store the tokens that Authlib has made, within the transaction of the request."""
    with transaction() as changes:
        scopes = token["scope"].split()
        if request.refresh_token is not None:
            app: Token = request.refresh_token.app
            parts = resources.narrowed(app.resources, _resources(request))
            token["expires_in"] = apps.access_s(app)
            apps.renew(app, request.form["refresh_token"], token)
            app_id = app.token_id
        else:
            row = request.user.row
            if row.account_id is None or row.sign_in_id is None:
                raise InvalidGrantError
            parts = resources.narrowed(row.resources, _resources(request))
            app_of = (row.account_id, row.sign_in_id, row.client_id, row.client_name)
            consent = Consent(*app_of, tuple(scopes), row.resources)
            app_id = apps.begin(changes, consent, token["refresh_token"])
            token["expires_in"] = apps.access_s(changes.get_one(Token, app_id))
            if isinstance(row, AuthorizationCode):
                row.app_id = app_id
            else:
                changes.delete(row)
        apps.add_access(changes, app_id, token["access_token"], scopes, parts)


def _resources(request: OAuth2Request) -> list[str]:
    found: list[str] = request.payload.datalist.get("resource", [])
    return found


def _end(changes: Session, app_id: Any, account_id: Any) -> None:
    apps.end_as_its_app(changes, app_id)
    after_commit(lambda: publisher.announce_revocation(account_id))


def _server() -> _Server:
    server = _Server(query_client=clients.app_of, save_token=_save)
    server.scopes_supported = list(ALLOWED)
    server.register_token_generator(
        "default",
        rfc6750.BearerTokenGenerator(
            lambda **_: token_secrets.new_secret("a"), lambda **_: token_secrets.new_secret("r"), lambda *_: ACCESS_S
        ),
    )
    server.register_grant(_CodeGrant, [_Parameters(), _ProofKey(required=True)])
    server.register_grant(_RefreshGrant)
    server.register_grant(_DeviceGrant)
    server.register_endpoint(_DeviceEndpoint(server))
    server.register_endpoint(_Revocation)
    server.register_endpoint(_Introspection)
    ISSUER(server)
    return server


ISSUER: Final = _Issuer()
"""Adds `iss` to the address of an answer."""

SERVER: Final = _server()
