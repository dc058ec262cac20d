"""The entry of a team in a contest."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.bots import BOTS
from service.features.evaluation.agents import Agent, agent_maker
from service.features.evaluation.players import NotPossible, Player, Players
from service.features.evaluation.service_api import Requests

Json = Mapping[str, Any]

_ACCOUNT: Final = re.compile(r"a_[0-9a-f]{32}")
_PAUSE_S: Final = 1.0


class Team(NamedTuple):
    """A team that has entered, with the seats that are played from here."""

    entry: Json
    seats: Mapping[int, tuple[Player, Callable[[], Agent]]]

    @property
    def requests(self) -> Requests:
        """Requests of a member."""
        return next(iter(self.seats.values()))[0].requests


def roles(seats: int, agent: str, partners: Sequence[str]) -> list[str]:
    """Return who plays each seat: the agent the first one, and the partners the others.

    One partner plays all others; without any, the agent does. Raises NotPossible.
    """
    if len(partners) > 1 and len(partners) != seats - 1:
        raise NotPossible(f"there are {seats - 1} partners: name one, or all of them")
    others = [*partners] if len(partners) == seats - 1 else [partners[0] if partners else agent] * (seats - 1)
    return [agent, *others]


def enter(contest: Json, playing: Sequence[str], players: Players, say: Callable[[str], object]) -> Team:
    """Enter a contest, unless the bots have, and return the team when it is complete.

    `playing` says who plays each seat: an agent, a built-in bot in any seat but the first, or the account of another
    program. `say` tells what is awaited. Raises NotPossible, Problem, ServiceUnreachable or UnknownAgent.
    """
    places = [seat for seat, who in enumerate(playing) if not _is_elsewhere(seat, who)]
    makers = {seat: agent_maker(playing[seat]) for seat in places}
    own = dict(zip(places, players.take(len(places)), strict=True))
    path = f"/v1/contests/{contest['id']}"
    elsewhere = [who for seat, who in enumerate(playing) if seat not in own and who not in BOTS]
    entry: Json | None = own[0].requests.get(path)["my_entry"]
    if entry is None and any(who < own[0].account for who in elsewhere):
        # Of the commands of several owners, that with the lowest id enters, so that there is one team.
        say("Waiting until a partner enters with this bot …")
        while entry is None:
            time.sleep(_PAUSE_S)
            entry = own[0].requests.get(path)["my_entry"]
    if entry is None:
        partners = [
            {"account": own[seat].account} if seat in own else {"bot" if who in BOTS else "account": who}
            for seat, who in enumerate(playing)
        ]
        entry = own[0].requests.post(f"{path}/entries", {"partners": partners[1:]})
    team = sorted([own[seat].account if seat in own else who for seat, who in enumerate(playing)])
    if team != sorted([member["id"] or member["bot"] for member in entry["members"]]):
        raise NotPossible("these bots have entered with other partners: choose another --name")
    seats = {member["id"]: member["seat"] for member in entry["members"]}
    by_seat = {seats[player.account]: (player, makers[place]) for place, player in own.items()}
    for player, _ in by_seat.values():
        if player.account in _unconfirmed(entry):
            entry = player.requests.post(f"{path}/entries/{entry['id']}/confirmations")
    if entry["status"] == "waiting":
        say("Waiting until the partners have confirmed …")
    while entry["status"] == "waiting":
        time.sleep(_PAUSE_S)
        found: Json | None = own[0].requests.get(path)["my_entry"]
        if found is None:
            raise NotPossible("a partner does not take part")
        entry = found
    if entry["status"] != "entered":
        raise NotPossible("the team has withdrawn from the contest")
    return Team(entry, by_seat)


def _is_elsewhere(seat: int, who: str) -> bool:
    return _ACCOUNT.fullmatch(who) is not None or (seat > 0 and who in BOTS)


def _unconfirmed(entry: Json) -> set[str]:
    return {member["id"] for member in entry["members"] if member["id"] is not None and not member["confirmed"]}
