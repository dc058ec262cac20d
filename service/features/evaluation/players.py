"""The accounts with which agents play, and their tokens."""

import uuid
from collections.abc import Sequence
from typing import Final, NamedTuple

from service.features.evaluation.service_api import Requests
from service.platform.exact_json import Json

_TOKEN_NAME: Final = "hanabi evaluate"


class NotPossible(Exception):
    """The contest cannot be played as asked. The message says why."""


class Player(NamedTuple):
    """A bot, and requests with its token."""

    account: str
    requests: Requests


class Players:
    """The bots that play, for as long as the command runs."""

    def __init__(self, service: Requests, tokens: Sequence[str], name: str | None) -> None:
        """Use the tokens of bots, or that of their owner, whose bots have this name; or a new owner without any."""
        self._service = service
        self._tokens = [*tokens]
        self._name = name
        self._issued: list[tuple[Requests, str]] = []
        self.new_owner: str | None = None
        """The token of the owner, if this created the account."""

    def take(self, count: int) -> list[Player]:
        """Return so many bots. Raises NotPossible, Problem or ServiceUnreachable."""
        if not self._tokens:
            self.new_owner = str(self._service.post("/v1/accounts")["token"])
            self._tokens = [self.new_owner]
        known = [self._service.known_by(token) for token in self._tokens]
        accounts = [requests.get("/v1/me") for requests in known]
        if all(account["program"] is not None for account in accounts):
            if len(known) < count:
                raise NotPossible(f"{count} seats need the tokens of {count} bots, or that of their owner")
            return [Player(account["id"], requests) for account, requests in zip(accounts, known, strict=True)][:count]
        if len(known) > 1:
            raise NotPossible("several tokens must be those of bots")
        return self._of_owner(known[0], count)

    def close(self) -> None:
        """Revoke the tokens that were issued for this run."""
        for owner, path in self._issued:
            owner.delete(path)

    def _of_owner(self, owner: Requests, count: int) -> list[Player]:
        """Return the owner's bots with this name, also new ones."""
        if self._name is None:
            raise NotPossible("the bots of an account need a name: --name")
        bots: dict[str, Json] = {bot["name"]: bot for bot in owner.get("/v1/me/bots")["items"]}
        names = [self._name, *[f"{self._name} {number}" for number in range(2, count + 1)]]
        return [self._bot(owner, bots.get(name), name) for name in names]

    def _bot(self, owner: Requests, bot: Json | None, name: str) -> Player:
        if bot is None:
            bot = owner.post("/v1/me/bots", {"name": name}, key=str(uuid.uuid4()))
            return Player(bot["id"], self._service.known_by(bot["token"]))
        path = f"/v1/me/bots/{bot['id']}/tokens"
        for token in bot["tokens"]:
            if token["name"] == _TOKEN_NAME:  # of a run that was killed
                owner.delete(f"{path}/{token['id']}")
        issued = owner.post(path, {"name": _TOKEN_NAME}, key=str(uuid.uuid4()))
        self._issued.append((owner, f"{path}/{issued['id']}"))
        return Player(bot["id"], self._service.known_by(issued["token"]))
