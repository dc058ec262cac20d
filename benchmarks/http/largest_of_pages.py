"""The largest requests of pages and files, of apps at the OAuth server, and of models at `/mcp`.

The name of a page or file is that of its route.
"""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from benchmarks.http.largest import Request, World, fill
from benchmarks.http.largest_of_people import APP, authorization, code_of, form_request, full, tokens_of_app
from service.features.documentation import client_packages

_HTML: Final = {"Accept": "text/html", "Accept-Language": "de"}


def _page(path: str) -> Callable[[World, int], Request]:
    return lambda built, turn: Request("GET", fill(path, built, turn), None, None, _HTML)


def _file(path: str) -> Callable[[World, int], Request]:
    return lambda built, turn: Request("GET", fill(path, built, turn))


def _refreshed(built: World, turn: int) -> Request:
    refresh = tokens_of_app(built, full(built)[0])["refresh_token"]
    form = {"grant_type": "refresh_token", "client_id": APP, "refresh_token": refresh}
    return form_request("token", urlencode(form))


def _of_token(endpoint: str) -> Callable[[World, int], Request]:
    def made(built: World, turn: int) -> Request:
        access = tokens_of_app(built, full(built)[0])["access_token"]
        return form_request(endpoint, urlencode({"client_id": APP, "token": access}))

    return made


def _register(built: World, turn: int) -> Request:
    body = {"client_name": "ä" * 40, "redirect_uris": [f"https://app.example/{number}" for number in range(20)]}
    return Request("POST", "/oauth/register", body)


def _tool(name: str, **arguments: Any) -> Callable[[World, int], Request]:
    def made(built: World, turn: int) -> Request:
        filled = {
            key: fill(value, built, turn) if isinstance(value, str) else value for key, value in arguments.items()
        }
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": filled}}
        return Request("POST", "/mcp", body, built.me, {"Accept": "application/json, text/event-stream"})

    return made


REQUESTS: Final[dict[str, Callable[[World, int], Request]]] = {
    "review.show_home": _page("/"),
    "review.show_account": _page("/account"),
    "review.show_arena": _page("/arena"),
    "review.show_play": _page("/play"),
    "review.show_game": _page("/play/{game}"),
    "review.show_player": _page("/players/Player%201"),
    "review.show_puzzles": _page("/puzzles"),
    "review.show_puzzle": _page("/puzzles/p_00000000000000000000000000000000"),
    "review.show_search": _page("/replays"),
    "review.show_replay": _page("/replays/{ended_game}"),
    "review.show_same_deck": _page("/replays/{ended_game}/same-deck"),
    "sharing.show_embed": _page("/replays/{each_game}/embed?turn=12&seat=2"),
    "page_pictures.draw_board": _file("/replays/{each_game}/board.png?turn=12&seat=2"),
    "contest_pages.show_contests": _page("/contests"),
    "contest_pages.show_contest": _page("/contests/{contest_id}"),
    "consent.show_consent": lambda built, turn: Request(
        "GET", f"/oauth/authorize?{authorization()}", None, None, _HTML
    ),
    "consent.show_device": _page("/device"),
    "studies.show_studies": _page("/studies"),
    "studies.show_study": _page("/studies/u_019909a4c3e17b500001a0b1d2f86a00"),
    "lesson.show_lesson": _page("/learn"),
    "first_board.draw_first_board": _file("/learn/nl.dark.svg"),
    "web_app.get_favicon": _file("/favicon.ico"),
    "web_app.get_robots": _file("/robots.txt"),
    "web_app.get_sitemap": _file("/sitemap.xml"),
    "web_app.get_manifest": _file("/app.webmanifest"),
    "web_app.get_service_worker": _file("/service-worker.js"),
    "review.get_web_file": _file("/web/0c1f8a5e7b3d9264/review/replay.js"),
    "client_packages.get_client_package": lambda built, turn: Request(
        "GET", f"/clients/{next(iter(client_packages.available()), 'none: run make clients')}"
    ),
    "collection.get_collection": _file("/collection.json"),
    "documentation.show_reference": _page("/docs"),
    "documentation.show_reference_page": _page("/docs/reference/schemas"),
    "documentation.show_how_to_play": _page("/how-to-play"),
    "documentation.show_rules": _page("/docs/rules"),
    "documentation.show_rules_in": _page("/docs/rules/nl"),
    "documentation.get_asset": _file("/docs/assets/icon.svg"),
    "documentation.get_example": _file("/docs/examples/record-vectors.json"),
    "documentation.get_browser_example": _file("/docs/examples/browser/index.html"),
    "guides.show_guide": _page("/docs/operations"),
    "guides.get_guide": _file("/docs/operations.md"),
    "guides.get_index": _file("/llms.txt"),
    "changelog_feed.get_feed": _file("/docs/changelog.atom"),
    "contract.get_contract": _file("/openapi.json"),
    "contract.get_contract: examples": _file("/openapi.json?examples=true"),
    "contract.get_contract_as_yaml": _file("/openapi.yaml"),
    "contract.get_newer_contract": _file("/openapi-3.2.json"),
    "oauth.get_server_metadata": _file("/.well-known/oauth-authorization-server"),
    "oauth.get_resource_metadata": _file("/.well-known/oauth-protected-resource/mcp"),
    "oauth.make_tokens": lambda built, turn: form_request("token", code_of(built, full(built)[0])),
    "oauth.make_tokens: refresh": _refreshed,
    "oauth.make_device_code": lambda built, turn: form_request(
        "device", urlencode({"client_id": APP, "scope": "games:play games:create"})
    ),
    "oauth.introspect": _of_token("introspect"),
    "oauth.revoke": _of_token("revoke"),
    "oauth.register": _register,
    "mcp.answer_message": _tool("list_my_games"),
    "mcp.answer_message: game": _tool("get_game", game="{game}"),
    "mcp.answer_message: replay": _tool("get_replay", game="{ended_game}"),
}
