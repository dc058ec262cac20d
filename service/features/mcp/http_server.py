"""The MCP server over Streamable HTTP: one JSON-RPC message for each request, and no session.

The tools are those of `hanabi mcp`. Their requests to the API go through the whole service in this process, with the
token of the caller, so they can do nothing that the token may not. Nothing here waits in an event loop: a tool never
suspends, since its requests are answered before they return.
"""

from collections.abc import Coroutine
from contextvars import ContextVar, copy_context
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import httpx
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent

from service.features.mcp.api import Api
from service.features.mcp.server import server_of
from service.platform.exact_json import Json
from service.platform.version import version

T = TypeVar("T")

PROTOCOLS: Final = ("2025-11-25", "2025-06-18", "2025-03-26")
"""The versions of the protocol, the newest first."""

_NO_METHOD: Final = -32601
_BAD_PARAMETERS: Final = -32602


class Caller(NamedTuple):
    """Who asks: the service as a WSGI application, its address, the token, and the network address of the client."""

    app: Any
    address: str
    token: str
    client_address: str


_caller: Final[ContextVar[Caller]] = ContextVar("caller")


class _InProcess(httpx.AsyncBaseTransport):
    """A transport that lets the service itself answer, for the caller, before it returns."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        app, address, token, client_address = _caller.get()
        headers = request.headers.copy()
        headers["Authorization"], headers["Host"] = f"Bearer {token}", urlsplit(address).netloc
        headers["Accept-Encoding"] = "identity"
        sent = httpx.Request(
            request.method, f"{address}{request.url.raw_path.decode()}", headers=headers, content=request.content
        )
        transport = httpx.WSGITransport(app=app, remote_addr=client_address)
        found = transport.handle_request(sent)
        content = found.read()
        return httpx.Response(found.status_code, headers=found.headers, content=content, request=request)


@cache
def _server() -> MCPServer:
    return server_of(Api("http://service", "of-the-caller", transport=_InProcess(), attempts=1))


def answer(message: Json, caller: Caller) -> Json | None:
    """Return the answer to a JSON-RPC message; None to a notification."""
    if "id" not in message:
        return None
    return copy_context().run(_answer, message, caller)


def _answer(message: Json, caller: Caller) -> Json:
    _caller.set(caller)
    known = {"jsonrpc": "2.0", "id": message["id"]}
    parameters = message.get("params")
    try:
        found = _result(_server(), str(message.get("method")), parameters if isinstance(parameters, dict) else {})
        return {**known, "result": found}
    except _Refused as refused:
        return {**known, "error": {"code": refused.code, "message": str(refused)}}


class _Refused(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def _result(server: MCPServer, method: str, parameters: Json) -> Json:
    match method:
        case "initialize":
            asked = parameters.get("protocolVersion")
            return {
                "protocolVersion": asked if asked in PROTOCOLS else PROTOCOLS[0],
                "capabilities": {"tools": {"listChanged": False}},
                "serverInfo": {"name": "hanabi", "version": version()},
                "instructions": server.instructions,
            }
        case "ping":
            return {}
        case "tools/list":
            return {"tools": [_json(tool) for tool in _done(server.list_tools())]}
        case "tools/call":
            name, arguments = parameters.get("name"), parameters.get("arguments") or {}
            if not isinstance(name, str) or not isinstance(arguments, dict):
                raise _Refused(_BAD_PARAMETERS, "A call needs the name of a tool and its arguments.")
            return _json(_called(server, name, arguments))
    raise _Refused(_NO_METHOD, "There is no such method.")


def _called(server: MCPServer, name: str, arguments: Json) -> Any:
    try:
        return _done(server.call_tool(name, arguments))
    except ToolError as error:
        return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)


def _json(value: Any) -> Json:
    found: Json = value.model_dump(by_alias=True, mode="json", exclude_none=True)
    return found


def _done(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that never suspends."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    work.close()
    raise RuntimeError("a tool of MCP has suspended")
