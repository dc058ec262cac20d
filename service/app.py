"""The application: routes, what every request and answer has in common, and the database behind them."""

from typing import Final

from flask import Flask, Response, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from service import db, hints, live
from service.api import (
    account_routes,
    bot_routes,
    branch_routes,
    bulk,
    comment_routes,
    cors,
    document_routes,
    edition_routes,
    errors,
    event_routes,
    exchange_routes,
    game_routes,
    lasting,
    limiting,
    me_routes,
    note_routes,
    observing,
    operation_routes,
    page_routes,
    picture_routes,
    plain,
    replay_routes,
    review_routes,
    shedding,
    stats_routes,
)
from service.api.answers import JSON, NDJSON, VARY, language, prefers
from service.api.application import Application
from service.api.streams import EVENT_STREAM
from service.bodies import MAX_BODY_BYTES
from service.settings import Settings

__all__ = ["create_app"]

_OFFERS: Final = {
    "replays.list_replays": (JSON, NDJSON),
    "replays.list_frames": (JSON, NDJSON),
    "branches.list_branch_frames": (JSON, NDJSON),
    "events.list_events": (JSON, EVENT_STREAM),
    "events.list_my_events": (JSON, EVENT_STREAM),
    **exchange_routes.OFFERS,
    **page_routes.OFFERS,
    **picture_routes.OFFERS,
    **review_routes.OFFERS,
    **operation_routes.OFFERS,
}


def create_app(settings: Settings | None = None) -> Flask:
    """Return the service as a WSGI application. Nothing here touches the database: workers are forked after it."""
    settings = settings or Settings.from_environ()
    app = Application("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.sqlalchemy_url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = db.engine_options(
        pool_size=settings.pool_size, pool_timeout_s=settings.pool_timeout_s, pgbouncer=settings.pgbouncer
    )
    app.config["SERVICE_SETTINGS"] = settings
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    db.init_app(app, pgbouncer=settings.pgbouncer)
    hints.init_app(app)
    live.init_app(
        app,
        settings.listen_url or settings.database_url or "",
        max_streams=settings.max_streams,
        keep_alive_s=settings.stream_keep_alive_s,
    )
    bulk.init_app(app, per_s=settings.bulk_rate)
    door = limiting.door_of(settings)
    lasting.init_app(app, door)
    plain.init_app(app, door)
    app.before_request(_identify)
    observing.init_app(app, settings)
    cors.init_app(app)
    limiting.init_app(app, door)
    shedding.init_app(app, settings)  # after the limits: a flood of one client is not to keep others waiting
    app.before_request(_require_acceptable)
    app.after_request(_describe)
    errors.register(app)
    for resource in (
        account_routes,
        me_routes,
        edition_routes,
        bot_routes,
        game_routes,
        event_routes,
        replay_routes,
        branch_routes,
        exchange_routes,
        picture_routes,
        note_routes,
        comment_routes,
        stats_routes,
        document_routes,
        page_routes,
        review_routes,
        operation_routes,
    ):
        app.register_blueprint(resource.routes)
    hops = settings.trusted_proxies
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


def _identify() -> None:
    """Give the request an id, the client's own if it sent a decent one."""
    g.request_id = observing.request_id_of(request.environ)


def _require_acceptable() -> None:
    if request.endpoint is not None and request.method != "OPTIONS":
        offers = _OFFERS.get(request.endpoint, (JSON,))
        if offers:
            prefers(*offers)


def _describe(response: Response) -> Response:
    headers = response.headers
    headers.add("Request-Id", g.request_id)
    for name, value in (
        ("Content-Language", language()),
        ("Cache-Control", "no-store"),
        ("Vary", VARY),
    ):
        if name not in headers:
            headers.add(name, value)
    return response
