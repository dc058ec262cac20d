"""Routes of links to another device: making and allowing one, and getting in by it."""

import io
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response

from engine.wording import N_
from service.core.common_values import Time
from service.core.people.routes.sign_ins import (
    MAX_CODE_LENGTH,
    SIGNED_IN,
    address_of_request,
    device_of_request,
    is_near,
    signed_in,
)
from service.core.requests import auth
from service.core.tables.lookup import NotFound, existing, id_of
from service.features.sign_ins import device_links
from service.features.sign_ins.rendering import Claim, CreatedLink, LinkId
from service.features.sign_ins.tables import DeviceLink
from service.platform import ids, timestamps
from service.platform.requests import sign_in_cookie
from service.platform.wire.field_types import Flag, Text
from service.platform.wire.headers import RETRY_AFTER
from service.platform.wire.operation import Answer, Body, Operation, Parameter
from service.platform.wire.problems import invalid
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import PlainText, length
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.responses import as_json, no_content, not_yet

DEVICE_LINK: Final = Parameter("link", "path", LinkId("The id of a link."), "l_019903a4c3e17b500000c3d4d2f86a00")

routes = Blueprint("device_links", __name__, url_prefix="/v1")


class Link(Rendered[DeviceLink]):
    """A link that lets another device in, without its code."""

    id = LinkId(attribute="link_id")
    device = Text("The browser and the system that claimed the code; null until then.", null=True)
    same_network = Flag(
        "Whether it was claimed from the network of the request; null until then.",
        null=True,
        attribute="address",
        to_json=is_near,
    )
    allowed = Flag("Whether the device may sign in.")
    expires_at = Time("When it is void.")


class CreateLinkClaimRequest(Request):
    """A code that another device shows, or of a link of the operator."""

    code = PlainText(
        "The code. Case, spaces and hyphens do not count.", required=True, validate=length(MAX_CODE_LENGTH)
    )


class SignInWithLinkRequest(Request):
    """A claim of a link."""

    claim = Text("The secret that `POST /v1/sign-in/link` returned.", required=True)


class UpdateLinkRequest(Request):
    """A permission."""

    allowed = Flag("Whether the device that has claimed the code may sign in.", required=True, facts={"const": True})


@routes.post("/me/links")
@Operation(
    "createLink",
    scope="account",
    price=15,
    stores=400,
    compressed=False,
    answers={201: Answer(CreatedLink, "The link, with its code.", examples=("created-link",))},
)
def make_link() -> Response:
    """Make a link for another device.

    Returns a code, and a QR code with the address of a page that takes it. The code is valid for ten minutes and once,
    and earlier ones of the account are void. Who claims it must be allowed here, with the same token. The link ends
    with that token, and so does what signs in by it, unless a sign-in that no token began has made it. The request has
    no body. The token needs the scope `account`.
    """
    caller = auth.caller()
    empty_body()
    new = device_links.make(caller)
    address = device_links.address(sign_in_cookie.own_origin(), new.code)
    made = {
        "id": ids.render("l", new.link_id),
        "code": new.code,
        "url": address,
        "qr": _drawn(address),
        "expires_at": timestamps.rfc3339(new.expires_at),
    }
    return as_json(made, HTTPStatus.CREATED)


@routes.get("/me/links/<link>")
@Operation(
    "getLink",
    scope="account",
    compressed=False,
    answers={200: Answer(Link, "The link, without its code.", examples=("link",))},
)
def get_link(link: str) -> Response:
    """Read a link for another device.

    Returns which device has claimed the code. A link that was used or has expired is `not-found`. The token needs the
    scope `account`.
    """
    return as_json(Link.render(existing(device_links.find(auth.caller(), id_of("l", link)))))


@routes.patch("/me/links/<link>")
@Operation(
    "updateLink",
    scope="account",
    stores=100,
    compressed=False,
    body=Body(UpdateLinkRequest),
    answers={200: Answer(Link, "The link.", examples=("link",))},
    problems=(("not-found", "there is no such link, or no device has claimed its code"),),
)
def allow_link(link: str) -> Response:
    """Let another device in.

    Allows the device that has claimed the code to sign in. The token needs the scope `account`.
    """
    caller = auth.caller()
    if load(UpdateLinkRequest(), json_body())["allowed"] is not True:
        raise invalid("#/allowed", N_("must be true"))
    link_id = id_of("l", link)
    found = device_links.find(caller, link_id) if device_links.allow(caller, link_id) else None
    return as_json(Link.render(existing(found)))


@routes.delete("/me/links/<link>")
@Operation(
    "deleteLink",
    scope="account",
    answers={204: Answer(None, "The link is void.")},
)
def forget_link(link: str) -> Response:
    """Keep another device out.

    Makes a link void, whether its code was claimed or not. The request has no body. The token needs the scope
    `account`.
    """
    caller = auth.caller()
    empty_body()
    if not device_links.forget(caller, id_of("l", link)):
        raise NotFound
    return no_content()


@routes.post("/sign-in/link")
@Operation(
    "createLinkClaim",
    token=False,
    price=100,
    stores=200,
    quota="codes",
    compressed=False,
    body=Body(CreateLinkClaimRequest),
    answers={201: Answer(Claim, "The claim.", examples=("claim",))},
    problems=("code-refused", "foreign-page"),
)
def create_link_claim() -> Response:
    """Claim a link.

    Takes the code that another device shows, and returns a secret with which to sign in as soon as the other device
    has allowed it. An address has 20 wrong attempts an hour. Pages of other sites may not call it.
    """
    sign_in_cookie.require_own_page()
    typed: str = load(CreateLinkClaimRequest(), json_body())["code"]
    claim = device_links.claim(typed, device_of_request(), address_of_request())
    return as_json(Claim.render(claim), HTTPStatus.CREATED)


@routes.post("/sign-in/link/claim")
@Operation(
    "signInWithLink",
    token=False,
    price=10,
    stores=400,
    compressed=False,
    body=Body(SignInWithLinkRequest),
    answers={
        201: SIGNED_IN,
        202: Answer(
            None,
            "The other device has not answered yet. Ask again after `Retry-After` seconds.",
            headers=(RETRY_AFTER,),
        ),
    },
    problems=(("code-refused", "the claim is unknown, was used or refused, or came too late"), "foreign-page"),
)
def sign_in_with_link() -> Response:
    """Sign in by a link.

    Signs the browser in, once the device that shows the code has allowed it. Pages of other sites may not call it.
    """
    sign_in_cookie.require_own_page()
    claim: str = load(SignInWithLinkRequest(), json_body())["claim"]
    new = device_links.enter(claim.strip(), device_of_request())
    if new is None:
        return not_yet(2)
    return signed_in(new)


def _drawn(address: str) -> str:
    """Return a QR code as an SVG document. It is black on white in both color schemes, as cameras expect."""
    import segno  # only here, since few need it

    drawing = io.BytesIO()
    segno.make(address, error="m").save(drawing, kind="svg", xmldecl=False, light="white")
    return drawing.getvalue().decode()
