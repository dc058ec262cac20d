"""Pages on which a person answers an app, or the app on a device.

A page is the same for everybody: its script finds out who is signed in, and sends the answer. So another site, which
can lead its visitors here, learns nothing and answers nothing.
"""

from http import HTTPStatus

from flask import Blueprint, Response, request

from service.platform.website.html_rendering import page
from service.platform.wire.operation import web_page
from service.platform.wire.responses import redirect_to

routes = Blueprint("consent", __name__)


@routes.get("/oauth/authorize")
@web_page(price=20)  # the document of an app is fetched for it
def show_consent() -> Response:
    """Show what an app asks for. The app gets the error of an invalid request, if its address is known."""
    from service.features.oauth.routes import endpoints  # with Authlib

    asked = endpoints.asked_by_app(request.args)
    if asked.error_location is not None:
        return redirect_to(asked.error_location, HTTPStatus.FOUND)
    shown = page("consent.html", asked=asked)
    if asked.app is None:
        shown.status_code = HTTPStatus.BAD_REQUEST
    return shown


@routes.get("/device")
@web_page(price=5)
def show_device() -> Response:
    """Show the page on which a person types the code of a device."""
    return page("device.html")
