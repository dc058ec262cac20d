"""The parts of the service for which an app can ask for a token (RFC 8707). It is of no use elsewhere.

A part is the beginning of the paths to which it belongs; `""` is the whole service.
"""

from collections.abc import Iterable, Sequence

from authlib.oauth2.rfc6749 import OAuth2Error

from service.features.oauth.apps import SCOPES_OF_PARTS
from service.platform.requests.sign_in_cookie import own_origin


class InvalidTarget(OAuth2Error):  # type: ignore[misc]  # Authlib has no types
    """The token is asked for another service, or for more of this one than was allowed."""

    error = "invalid_target"


def part_of(resource: str) -> str | None:
    """Return the part that an address names; None for an address of another service."""
    origin = own_origin()
    part = resource.removeprefix(origin).rstrip("/")
    return part if resource.startswith(origin) and part in SCOPES_OF_PARTS else None


def narrowed(allowed: Sequence[str] | None, asked: Iterable[str]) -> list[str] | None:
    """Return the parts of a token that is asked for some addresses; None for the whole service.

    Without any, it is for all that is allowed. Raises InvalidTarget.
    """
    parts = {part_of(resource) for resource in asked}
    if not parts:
        return None if allowed is None else list(allowed)
    if None in parts or (allowed is not None and not parts <= set(allowed)):
        raise InvalidTarget("The 'resource' is not of this service, or was not allowed.")
    return None if "" in parts else sorted(part for part in parts if part)


def audience(parts: Sequence[str] | None) -> str | list[str]:
    """Return the addresses for which a token is valid, as introspection says them."""
    found = [own_origin() + part for part in parts or ("",)]
    return found[0] if len(found) == 1 else found
