"""The MCP server: its tools and its instructions, over standard input and output."""

from typing import Final

from mcp.server import MCPServer

from service.features.mcp.api import Api
from service.features.mcp.play_tools import PlayTools
from service.features.mcp.review_tools import ReviewTools
from service.platform.version import version

_INSTRUCTIONS: Final = """Play and review games of Hanabi, a cooperative card game. You see all hands but your own.
To play: create_game or join_game, then repeat wait_for_turn and act until the game is over. `act` needs the version of
the view for which you chose. Cards have ids, written #7; your own are hidden, with what clues tell about them.
To review: list_replays, read_replay for all events in words, analyze for where points were lost, read_frame for the
table at a version, and read_knowledge for what a seat could know then."""


def run(address: str, token: str | None) -> None:
    """Serve the tools over standard input and output until the input ends."""
    server_of(Api(address, token)).run("stdio")


def server_of(api: Api) -> MCPServer:
    """Return the server with all tools, which use a client of the API."""
    server = MCPServer("hanabi", version=version(), instructions=_INSTRUCTIONS, log_level="WARNING")
    for tool in (*PlayTools(api).all, *ReviewTools(api).all):
        server.add_tool(tool)
    return server
