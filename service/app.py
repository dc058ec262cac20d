"""The Flask application with its routes, its database and the exchange."""

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from werkzeug.middleware.proxy_fix import ProxyFix

from service.database.pool import ENGINE_URL, Database, Pool, engine_options
from service.games.news import publisher
from service.games.news.hub import Hub
from service.games.news.notify_listener import NewsListener
from service.http import (
    bots,
    branches,
    commitment_log,
    convention_puzzles,
    conventions,
    editions,
    invitations,
    lines,
    lobby,
    moderation,
    monitoring,
    notes,
    pictures,
    push,
    puzzles,
    review_sessions,
    rulings,
    same_deck,
    seeks,
    statistics,
    training,
    variants,
    webhooks,
)
from service.http.accounts import apps, device_links, merges, passkeys, recovery_codes, sign_ins, tokens
from service.http.accounts import routes as accounts
from service.http.accounts import stream as account_stream
from service.http.analysis import routes as analysis
from service.http.contests import routes as contests
from service.http.contests import standings
from service.http.games import again, chat, events, moves, seats, table_actions
from service.http.games import routes as games
from service.http.replays import exports, imports
from service.http.replays import lists as replay_lists
from service.http.replays import routes as replays
from service.lists.line_streams import LineStreams
from service.mcp import routes as mcp
from service.oauth import routes as oauth
from service.pipeline import deprecation, error_handlers
from service.pipeline.compression import compressed
from service.pipeline.exchange import Exchange
from service.settings import Settings
from service.site import (
    changelog_feed,
    client_packages,
    consent,
    contest_pages,
    contract,
    documentation,
    guides,
    html_rendering,
    openapi,
    page_pictures,
    pages,
    request_collection,
    sharing,
    web_app,
    web_files,
)

__all__ = ["create_app"]


def create_app(settings: Settings | None = None) -> Flask:
    """Return the service as a WSGI application. It connects to the database on the first request."""
    settings = settings or Settings.from_environ()
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
    for room in (
        accounts,
        tokens,
        bots,
        account_stream,
        sign_ins,
        passkeys,
        oauth,
        apps,
        recovery_codes,
        device_links,
        merges,
        invitations,
        webhooks,
        push,
        moderation,
        editions,
        rulings,
        variants,
        games,
        seats,
        moves,
        table_actions,
        chat,
        events,
        lobby,
        again,
        contests,
        standings,
        seeks,
        replays,
        replay_lists,
        imports,
        exports,
        pictures,
        analysis,
        convention_puzzles,
        puzzles,
        branches,
        lines,
        conventions,
        training,
        same_deck,
        notes,
        review_sessions,
        statistics,
        commitment_log,
        monitoring,
        contract,
        documentation,
        changelog_feed,
        client_packages,
        request_collection,
        guides,
        pages,
        contest_pages,
        consent,
        mcp,
        sharing,
        page_pictures,
        web_app,
    ):
        app.register_blueprint(room.routes)
    Exchange(app, settings, database)
    app.after_request(compressed)
    deprecation.register(app, deprecation.deprecations_of(openapi.document()))
    error_handlers.register(app, html_rendering.wrong_address)
    web_files.revision()  # it takes a tenth of a second, for which the first request would stop all others
    hops = settings.trusted_proxies
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


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
