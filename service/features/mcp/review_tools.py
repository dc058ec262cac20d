"""Tools for reviewing finished games."""

from typing import Annotated, Any

from mcp.types import CallToolResult
from pydantic import Field

from service.features.mcp.api import Api
from service.features.mcp.play_tools import GameId, answer
from service.features.mcp.texts import event_lines, game_line, knowledge_text, table_text

Version = Annotated[int, Field(ge=0, description="The number of an event; the table after it is shown.")]


class ReviewTools:
    """Tools of a reader of replays. Public games need no account."""

    def __init__(self, api: Api) -> None:
        self._api = api

    async def list_replays(
        self,
        player: Annotated[str | None, Field(description="The id of an account: only its games.")] = None,
        seats: Annotated[int | None, Field(description="Only games with this number of seats.")] = None,
        sort: Annotated[str, Field(description="finished, -finished, score or -score.")] = "-finished",
        limit: Annotated[int, Field(ge=1, le=100)] = 20,
        cursor: Annotated[str | None, Field(description="`next` of the page before.")] = None,
    ) -> CallToolResult:
        """List finished public games."""
        query = {"player": player, "seats": seats, "sort": sort, "limit": limit, "cursor": cursor}
        found = await self._api.read("/v1/replays", **query)
        return answer("\n".join(map(game_line, found["items"])) or "There are none.", found)

    async def read_replay(self, game: GameId) -> CallToolResult:
        """Read a finished game: its players, its result, and each event in words with its version."""
        replay = await self._api.read(f"/v1/replays/{game}")
        brief = {name: value for name, value in replay.items() if name != "events"}
        return answer(f"{game_line({'status': 'ended', **replay})}\n{event_lines(replay['events'])}", brief)

    async def read_frame(
        self,
        game: GameId,
        version: Version,
        seat: Annotated[int | None, Field(description="Show what this seat saw then; by default every hand.")] = None,
    ) -> CallToolResult:
        """Show the table of a finished game after an event, with all hands open or as one seat saw it."""
        frame = await self._api.read(f"/v1/replays/{game}/frames/{version}", seat=seat)
        return answer(table_text(frame), frame)

    async def read_knowledge(
        self,
        game: GameId,
        version: Version,
        seat: Annotated[int | None, Field(description="The seat; by default every seat.")] = None,
    ) -> CallToolResult:
        """Show what seats could know about their own cards after an event of a finished game, with probabilities."""
        found = await self._api.read(f"/v1/replays/{game}/frames/{version}/knowledge", seat=seat)
        return answer(knowledge_text(found), found)

    async def analyze(self, game: GameId) -> CallToolResult:
        """Say where a finished game lost points, and what would have kept them. If it is `running`, ask again."""
        found = await self._api.read(f"/v1/replays/{game}/analysis")
        brief = {name: found[name] for name in ("id", "status", "max_score", "winnable", "totals", "losses")}
        losses = [loss["text"] for loss in found["losses"]]
        return answer("\n".join([f"Analysis: {found['status']}.", found["summary"], *losses]), brief)

    @property
    def all(self) -> list[Any]:
        """Every tool, in the order in which a client lists them."""
        return [self.list_replays, self.read_replay, self.read_frame, self.read_knowledge, self.analyze]
