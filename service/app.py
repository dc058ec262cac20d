"""The Flask application with its routes, its database and the exchange."""

from types import ModuleType
from typing import Final

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.orm import configure_mappers
from werkzeug.middleware.proxy_fix import ProxyFix

from service.core import feature, monitoring, problem_codes
from service.core.feature import Feature
from service.core.people.routes import accounts, bots, merges, sign_ins, tokens
from service.core.people.routes import stream as account_stream
from service.core.replays.lists.line_streams import LineStreams
from service.core.replays.routes import exports, imports, replays
from service.core.replays.routes import lists as replay_lists
from service.core.requests import auth, error_handlers
from service.core.rules.routes import editions, rulings, variants
from service.core.tables.news import publisher
from service.core.tables.news.hub import Hub
from service.core.tables.news.notify_listener import NewsListener
from service.core.tables.routes import again, chat, events, games, invitations, lobby, moves, seats, table_actions, view
from service.platform.database.pool import ENGINE_URL, Database, Pool, engine_options
from service.platform.requests import deprecation
from service.platform.requests.compression import compressed
from service.platform.requests.exchange import Exchange
from service.platform.settings import Settings
from service.platform.website import openapi, web_files

_CORE: Final = (
    accounts,
    tokens,
    bots,
    account_stream,
    sign_ins,
    merges,
    invitations,
    editions,
    rulings,
    variants,
    games,
    view,
    seats,
    moves,
    table_actions,
    chat,
    events,
    lobby,
    again,
    replays,
    replay_lists,
    imports,
    exports,
    monitoring,
)
"""The modules of the core with routes."""


def load() -> None:
    """Import all that `create_app` needs with all features, which gunicorn does once for its workers."""
    feature.install(_all())
    feature.hooks()
    [*feature.modules("routes")]
    _site()
    configure_mappers()


def create_app(settings: Settings | None = None, features: tuple[Feature, ...] | None = None) -> Flask:
    """Return the service as a WSGI application. It connects to the database on the first request.

    `features` are those of the process, by default all with the pages that combine them. Each call in one process names
    the same.
    """
    settings = settings or Settings.from_environ()
    feature.install(_all() if features is None else features)
    problem_codes.add_of_features()
    app = Flask("service", static_folder=None)
    app.config["SERVICE_SETTINGS"] = settings
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    app.extensions["database"] = database = _database(app, settings)
    listener = NewsListener(settings.listen_url or settings.required_database_url)
    subscriptions = Hub(listener.run, max_streams=settings.max_streams, keep_alive_s=settings.stream_keep_alive_s)
    app.extensions["subscriptions"] = subscriptions
    publisher.keepers[database] = subscriptions.keep
    app.extensions["ndjson"] = LineStreams(per_s=settings.bulk_rate)
    for room in (*_CORE, *feature.modules("routes"), *(_site() if features is None else ())):
        app.register_blueprint(room.routes)
    Exchange(app, settings, database, auth.token_owner)
    app.after_request(compressed)
    if openapi.has_deprecations():
        deprecation.register(app, deprecation.deprecations_of(openapi.document()))
    error_handlers.register(app)
    hops = settings.trusted_proxies
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


def _all() -> tuple[Feature, ...]:
    from service import all_tables  # noqa: F401
    from service.features import FEATURES  # only here, so that the core alone loads none

    return FEATURES


def _site() -> tuple[ModuleType, ...]:
    from service.site import first_board, pages, web_app
    from service.site.words import all_words  # noqa: F401  (provides the words of all pages)

    web_files.revision()  # it takes a tenth of a second, for which the first request would stop all others
    return pages, first_board, web_app


def _database(app: Flask, settings: Settings) -> Database:
    """Return the app's database, which uses the engine of Flask-SQLAlchemy."""
    pool = Pool(
        settings.required_database_url,
        size=settings.pool_size,
        timeout_s=settings.pool_timeout_s,
        deadline_s=settings.database_deadline_s,
        pgbouncer=settings.pgbouncer,
    )
    app.config["SQLALCHEMY_DATABASE_URI"] = ENGINE_URL
    models = SQLAlchemy(app, engine_options=engine_options(pool))
    with app.app_context():
        return Database(pool, models.engine, deadline_s=settings.database_deadline_s)
