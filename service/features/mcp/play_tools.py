"""Tools for playing: games, seats, moves and messages."""

import time
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import httpx
from mcp.types import CallToolResult, TextContent
from pydantic import Field

from engine.bots import USUAL_BOT, usual_bot
from engine.rules import RulesError, resolve
from service.features.mcp.api import Api
from service.features.mcp.texts import event_lines, game_line, table_text
from service.platform.exact_json import Json

_LONGEST_WAIT_S: Final = 55
_STEP_S: Final = 25
_BOT: Final = f"`{USUAL_BOT}`, or another that can play"

GameId = Annotated[str, Field(pattern=r"^g_[0-9a-f]{32}$", description="The id of the game.")]


def answer(text: str, data: Json) -> CallToolResult:
    """Return the result of a tool: text for the model, and the JSON of the service."""
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=data)


def _usual(seats: int, *rules: Mapping[str, Any]) -> str:
    """Return the bot for seats for which nobody names one, in a game by one of some rules."""
    try:
        resolved = [
            resolve(chosen.get("edition") or "de", {name: chosen[name] for name in chosen if name != "edition"}, seats)
            for chosen in rules
        ]
    except RulesError:
        return USUAL_BOT  # the service says what is wrong
    return usual_bot(seats, *resolved)


class PlayTools:
    """Tools of a player. What they return is what the service shows to the account."""

    def __init__(self, api: Api) -> None:
        self._api = api

    async def create_game(
        self,
        bots: Annotated[
            list[str] | None, Field(description=f"Bots for the seats from 1 on; by default one: {_BOT}.")
        ] = None,
        seats: Annotated[int, Field(ge=2, le=6, description="The number of seats. Those without a bot stay free.")] = 2,
        edition: Annotated[str | None, Field(description="The rules: de, en, fr, nl, da or hanab_live.")] = None,
        variant: Annotated[str | None, Field(description="A variant of hanab.live; only with that edition.")] = None,
        private: Annotated[bool, Field(description="Whether only its players can see the game.")] = False,
    ) -> CallToolResult:
        """Create a game of Hanabi. You get seat 0. It starts when all seats are taken."""
        rules = {name: value for name, value in (("edition", edition), ("variant", variant)) if value is not None}
        if bots is None:
            bots = [_usual(seats, rules)]
        body = {"seats": seats, "bots": bots or None, "private": private, "rules": rules or None}
        view = await self._api.post("/v1/games", body)
        return answer(table_text(view), view)

    async def list_open_games(self) -> CallToolResult:
        """List the public games with a free seat, newest first."""
        found = await self._api.read("/v1/games", status="open", limit=20)
        return answer("\n".join(map(game_line, found["items"])) or "There are none.", found)

    async def list_my_games(self) -> CallToolResult:
        """List your games: running ones, and those that have ended."""
        found = await self._api.read("/v1/me/games", limit=20)
        return answer("\n".join(map(game_line, found["items"])) or "There are none.", found)

    async def join_game(
        self,
        game: GameId,
        seat: Annotated[int | None, Field(description="The seat; by default the first free one.")] = None,
        code: Annotated[str | None, Field(description="The code of an invitation, for a private game.")] = None,
    ) -> CallToolResult:
        """Take a seat in an open game."""
        view = await self._api.post(f"/v1/games/{game}/seats", {"seat": seat, "code": code})
        return answer(table_text(view), view)

    async def next_deck(
        self,
        contest: Annotated[str, Field(description="The contest: its id, or arena-2 to arena-5.")] = "arena-2",
        partners: Annotated[
            list[str] | None,
            Field(description=f"Built-in bots for the seats from 1 on; by default, in all: {_BOT}."),
        ] = None,
    ) -> CallToolResult:
        """Play the next deck of a contest of programs. You enter it with the first one. Returns the table."""
        path = f"/v1/contests/{contest}"
        found = await self._api.read(path)
        if found["my_entry"] is None or found["my_entry"]["status"] == "withdrawn":
            usual = _usual(found["seats"], *[each["rules"] for each in found["rounds"]])
            bots = partners if partners is not None else [usual] * (found["seats"] - 1)
            await self._api.post(f"{path}/entries", {"partners": [{"bot": bot} for bot in bots]})
        tables = (await self._api.read(f"{path}/tables", mine="true"))["items"]
        ended = {(table["round"], table["deck"]) for table in tables if table["status"] == "ended"}
        decks = [(each["round"], deck) for each in found["rounds"] for deck in range(each["decks_total"])]
        is_open = {each["round"]: each["status"] == "open" for each in found["rounds"]}
        left = [deck for deck in decks if deck not in ended and is_open[deck[0]]]
        if not left:
            return answer(f"{len(ended)} of {len(decks)} decks are played, and no other is open.", found)
        number, deck = left[0]
        table = await self._api.post(f"{path}/tables", {"round": number, "deck": deck})
        view = await self._api.read(f"/v1/games/{table['game']}")
        return answer(f"{len(ended)} of {len(decks)} decks are played.\n\n{table_text(view)}", view)

    async def look(
        self,
        game: GameId,
        knowledge: Annotated[bool, Field(description="Whether to add what can be known about each card.")] = False,
    ) -> CallToolResult:
        """Look at the table as your seat sees it: fireworks, hands, discards, tokens, and what you can do."""
        view = await self._api.read(f"/v1/games/{game}", knowledge="true" if knowledge else None)
        return answer(table_text(view), view)

    async def act(
        self,
        game: GameId,
        type: Annotated[Literal["play", "discard", "clue"], Field(description="What to do.")],
        version: Annotated[int, Field(description="The version of the view for which you chose this.")],
        card: Annotated[int | None, Field(description="For `play` and `discard`: the id after #.")] = None,
        target: Annotated[int | None, Field(description="For `clue`: the seat that gets it.")] = None,
        color: Annotated[str | None, Field(description="For a color clue.")] = None,
        rank: Annotated[int | None, Field(description="For a rank clue.")] = None,
    ) -> CallToolResult:
        """Take your turn: play a card, discard one, or give a clue. Returns what happened, and the table."""
        move = {"type": type, "card": card, "target": target, "color": color, "rank": rank}
        done = await self._api.post(f"/v1/games/{game}/moves", {**move, "expected_version": version})
        return answer(f"{event_lines(done['events'])}\n\n{table_text(done['view'])}", done)

    async def wait_for_turn(
        self,
        game: GameId,
        seconds: Annotated[int, Field(ge=1, le=_LONGEST_WAIT_S, description="The longest wait.")] = 50,
    ) -> CallToolResult:
        """Wait until it is your turn or the game is over, and look at the table. The wait can end before."""
        deadline = time.monotonic() + seconds
        known: httpx.Response | None = None
        while True:
            left = int(deadline - time.monotonic())
            found = await self._api.await_change(f"/v1/games/{game}", min(left, _STEP_S), known)
            known = known if found.status_code == httpx.codes.NOT_MODIFIED and known is not None else found
            view: Json = known.json()
            if view["status"] == "ended" or view["viewer"]["seat"] in (None, view["to_move"]) or left < 1:
                return answer(table_text(view), view)

    async def list_messages(self, game: GameId) -> CallToolResult:
        """List the messages at the table, and what may be said there."""
        found = await self._api.read(f"/v1/games/{game}/messages")
        lines = [f"Seat {message['seat']}: {message['text']}" for message in found["items"]]
        return answer("\n".join(lines) or "There are none.", found)

    async def say(
        self,
        game: GameId,
        text: Annotated[str | None, Field(description="A text, where the game allows it and after its end.")] = None,
        remark: Annotated[str | None, Field(description="A remark: no-information or remember-your-hand.")] = None,
    ) -> CallToolResult:
        """Say something at the table: a text or a remark, as the game allows."""
        said = await self._api.post(f"/v1/games/{game}/messages", {"text": text, "remark": remark})
        return answer("Said.", said)

    async def vote_to_abort(self, game: GameId) -> CallToolResult:
        """Vote to abort a game. It ends when all players have voted."""
        done = await self._api.post(f"/v1/games/{game}/abort-votes", {})
        return answer(f"{event_lines(done['events'])}\n\n{table_text(done['view'])}", done)

    @property
    def all(self) -> list[Any]:
        """Every tool, in the order in which a client lists them."""
        return [
            self.create_game,
            self.list_open_games,
            self.list_my_games,
            self.join_game,
            self.next_deck,
            self.look,
            self.act,
            self.wait_for_turn,
            self.list_messages,
            self.say,
            self.vote_to_abort,
        ]
