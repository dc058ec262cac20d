"""Standings, results and leaderboards of contests.

Answers about contests whose seals have all ended are the same for many callers, and rendered once for them: when a
large contest closes, everybody who has its page open reads all of it at once.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any, Final
from uuid import UUID

import orjson
from flask import Blueprint, Response

from service.core.common_values import BotId, ContestId, EntryId, GameId, Hash, PublicKey, Seat, SignatureHex, Time
from service.core.requests import auth
from service.core.rules.rendering import Rules
from service.core.tables.rendering.clocks import PaceInGame
from service.features.contests import arenas, contests, leaderboard, results, standings, teams
from service.features.contests.rendering.requests import WITH_ROUND, contest_id_of, require_deck
from service.features.contests.rendering.schemas import Entry, WhoMayEnter
from service.platform import ids
from service.platform.confidence_intervals import Estimate
from service.platform.database.unreadable_rows import shown
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.wire.field_types import DateTime, Flag, Items, Object, Real, ResponseSchema, Text, Whole
from service.platform.wire.operation import Answer, Operation
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_parsing import load_query
from service.platform.wire.responses import as_json

routes = Blueprint("standings", __name__, url_prefix="/v1/contests")

_FRESH_S: Final = 2.0
"""How long an answer is kept. Names can change, and games that are late can end."""
_KEPT: Final = 16

_kept: dict[tuple[UUID, str], tuple[float, orjson.Fragment]] = {}


class _Played(ResponseSchema):
    """What a team has played."""

    is_inline = True

    played = Whole("The number of decks that it has ended in time.", least=0)
    matchpoints = Whole("Its matchpoints.", least=0)
    sum = Whole("The sum of its scores.", least=0)
    full = Whole("The number of its games with the full score.", least=0)
    bots_took = Whole("The number of its games in which a bot took a seat whose time was over.", least=0)


class Standing(_Played):
    """The place of a team."""

    place = Whole("The place; equal teams share one. Null for a team that was withdrawn.", least=1, null=True)
    entry = Object(Entry)


class ResultsStanding(_Played):
    """The place of a team in the results."""

    place = Whole("The place; null for a team that was withdrawn.", least=1, null=True)
    entry = EntryId()


class ResultsMember(ResponseSchema):
    """A seat of a team in the results."""

    seat = Seat()
    name = Text("The name of the account or the bot when the results were read.")
    bot = BotId("The bot of the service; null for an account.", null=True)


class ResultsEntry(ResponseSchema):
    """A team in the results."""

    entry = EntryId()
    name = Text("The name of the team.")
    withdrawn = Flag("Whether it was withdrawn.")
    members = Items(Object(ResultsMember), "Its members, by seat.", least=2, most=6)


class ResultsDeck(ResponseSchema):
    """A deck in the results."""

    log_id = GameId("The id of the deck in the log of commitments.")
    commitment = Hash()
    secret_commitment = Hash()
    secret = Hash("The secret that the deck follows from.")
    salt = Hash("The salt of `commitment`.")


class ResultsRound(ResponseSchema):
    """A round in the results."""

    rules = Object(Rules)
    pace = Object(PaceInGame, "The clock of the games; null for none.", null=True)
    pauses = Flag("Whether the seats may pause a game together.")
    opens_at = DateTime("When its decks could be played.")
    closes_at = DateTime("Until when its games must have ended; null for ever.", null=True)
    decks = Items(Object(ResultsDeck), "Its decks, by number.", least=1, most=100)


class ResultsTable(ResponseSchema):
    """A game that was dealt. One that did not end in time has no end here."""

    round = Whole("The number of the round.", least=0)
    deck = Whole("The number of the deck in the round.", least=0)
    entry = EntryId()
    game = GameId()
    head = Hash("The hash of its last event; null if it did not end in time.", null=True)
    outcome = Text("Its outcome; null if it did not end in time.", null=True)
    score = Whole("Its score, 0 for an aborted game; null if it did not end in time.", least=0, most=30, null=True)
    finished_at = DateTime("When it ended; null if not in time.", null=True)
    matchpoints = Whole("Its matchpoints; null if it does not count.", least=0, null=True)
    paused_s = Whole("The seconds for which it was paused.", least=0)
    bots_took = Items(Seat(), "The seats that a bot took because their time was over.", most=6)
    knew_deck = Items(Seat(), "The seats whose accounts had imported a game of the deck before the deal.", most=6)


class ResultsSignature(ResponseSchema):
    """The signature of the service."""

    key = PublicKey()
    signature = SignatureHex()


class ContestResults(ResponseSchema):
    """The results of a contest. The signature covers all other members but `type`; `hanabi verify` checks it."""

    type = Text("What it is.", facts={"const": "hanabi/contest-results"})
    contest = ContestId()
    title = Text("The name of the contest.")
    seats = Whole("The number of players of a team.", least=2, most=6)
    who = WhoMayEnter()
    rounds = Items(Object(ResultsRound), "The rounds, by number.", least=1, most=100)
    entries = Items(Object(ResultsEntry), "The teams.")
    tables = Items(Object(ResultsTable), "The games.")
    standings = Items(Object(ResultsStanding), "The standings, the best first.")
    log_index = Whole(
        "Where the log of commitments has the digest of these results; null if it has that of others, or contradicts"
        " them: then a deck was exchanged, or a game deleted.",
        least=0,
        null=True,
    )
    signature = Object(ResultsSignature)


class Standings(ResponseSchema):
    """The standings on the decks that are not sealed for the caller."""

    contest = ContestId()
    round = Whole("The round; null for the whole contest.", null=True, least=0)
    decks = Whole("The number of these decks.", least=0)
    final = Flag("Whether no deck is sealed any more.")
    items = Items(Object(Standing), "The teams, the best first; none while all decks are sealed for the caller.")


class ArenaEstimate(Rendered[Estimate]):
    """A value of a team, and its 95 % interval, which takes the decks for a sample of all decks."""

    value = Real("The value over all decks.", least=0, most=30)
    low = Real("The lower end of the interval.", null=True)
    high = Real("The upper end of the interval.", null=True)


class ArenaTeam(Rendered[leaderboard.Team]):
    """A team that has ended all decks of an arena."""

    place = Whole("Its place by the mean; equal teams share one.", least=1)
    entry = Object(Entry)
    via = Text(
        "How the program was connected when it entered, as it said itself.",
        values={"http": "By the API.", "mcp": "By the tools of the Model Context Protocol."},
    )
    mean = Object(ArenaEstimate, "The mean of its scores, 0 for an aborted game, with Student's t interval.")
    full = Object(ArenaEstimate, "The share of its games with the full score, with Wilson's interval.")
    earlier = Whole(
        "How many teams with a bot of the same owner had ended one of its decks before this team got it.",
        least=0,
    )
    earlier_decks = Whole("The number of these decks, which the owner could see.", least=0)
    ended_at = Time("When it ended the last deck.")


class TeamUnderWay(Rendered[leaderboard.UnderWay]):
    """A team that has not ended all decks of an arena."""

    entry = Object(Entry)
    ended = Whole("The number of decks that it has ended.", least=0)


class Leaderboard(ResponseSchema):
    """The teams of an arena."""

    decks = Whole("The number of decks.", least=1)
    items = Items(
        Object(ArenaTeam), "The teams that have ended all decks, the best first; at most 100.", most=leaderboard.SHOWN
    )
    under_way = Items(Object(TeamUnderWay), "The newest others that have begun; at most 100.", most=leaderboard.SHOWN)


@routes.get("/<contest>/standings")
@Operation(
    "getStandings",
    price=15,
    parameters=(WITH_ROUND,),
    answers={200: Answer(Standings, "The standings.", examples=("contest-standings",))},
    without=("wrong-game",),
)
def get_standings(contest: str) -> Response:
    """Read the standings of a contest.

    As in duplicate bridge, a game gets two matchpoints for each other game of its deck with a lower score, and one for
    each with the same score. The place follows from the sum of the matchpoints, then from that of the scores. An
    aborted game has the score 0. When the seal of a deck ends, a team that has begun a deck of the round and has not
    ended this one has no score and no matchpoints for it, and counts as a lower score for all others. So does a game of
    a contest for people in which a bot took a seat.

    Until all seals have ended, the standings are those on the decks that the caller has ended. An arena has none, but a
    leaderboard.
    """
    caller = auth.caller_if_any()
    contest_id = contest_id_of(contest)
    number: int | None = load_query()["round"]
    if number is not None:
        require_deck(contests.decks_of_rounds(contest_id), number, None)

    def render(viewer: UUID) -> dict[str, Any]:
        found = standings.of_contest(contest_id, viewer, number)
        return _standings_json(contest_id, number, found, teams.listed(contest_id))

    shared = open_answer(contest_id, f"standings {number}", lambda: render(ids.NOBODY))
    return shared or as_json(render(contests.viewer(caller)))


@routes.get("/<contest>/results")
@Operation(
    "getContestResults",
    price=80,
    answers={200: Answer(ContestResults, "The results.", examples=("contest-results",))},
    problems=("contest-not-closed",),
    without=("wrong-game",),
)
def get_results(contest: str) -> Response:
    """Read the results of a contest.

    When all seals have ended, returns the teams, all games that were dealt, the standings, and the secrets of the
    decks, signed by the service. `hanabi verify contest ADDRESS` checks them with the announcement, the log of
    commitments and the records of all games. Names are those of now.
    """
    auth.caller_if_any()
    contest_id = contest_id_of(contest)
    found = open_answer(contest_id, "results", lambda: results.of_contest(contest_id))
    if found is None:
        raise results.ContestNotClosed
    return found


@routes.get("/<contest>/leaderboard")
@Operation(
    "getLeaderboard",
    price=40,
    answers={200: Answer(Leaderboard, "The teams.", examples=("leaderboard",))},
    without=("wrong-game",),
)
def get_leaderboard(contest: str) -> Response:
    """Read the leaderboard of an arena.

    An arena (`arena-2` to `arena-5`, by the number of seats) is a contest for programs that never closes. Its
    leaderboard has sums over all decks alone, so it tells nothing about a deck, and it is the same for all callers.
    """
    auth.caller_if_any()
    contest_id = contest_id_of(contest)
    items = shown(leaderboard.of_arena(contest_id), ArenaTeam.render)
    under_way = shown(leaderboard.under_way(contest_id), TeamUnderWay.render)
    return as_json({"decks": arenas.DECKS, "items": [*items], "under_way": [*under_way]})


def open_answer(contest_id: UUID, name: str, render: Callable[[], Any], *, has_games: bool = True) -> Response | None:
    """Return an answer about a contest if the seals of all its decks have ended, else None. Raises NotFound.

    `name` stands for all that it depends on. One that is kept needs no statement. Others cost by the number of teams,
    and of their games. Raises too-many-requests.
    """
    made_at, content = _kept.get((contest_id, name), (float("-inf"), orjson.Fragment(b"")))
    if time.monotonic() > made_at + _FRESH_S:
        found = contests.read(contest_id)
        is_sealed = any(each.is_sealed for each in found.rounds)
        games_of_team = found.summary.decks if has_games and not is_sealed else 1
        exchange.charge_units(found.summary.entries * games_of_team // gates.TEAMS_A_UNIT)
        if is_sealed:
            return None
        content = orjson.Fragment(orjson.dumps(render()))
        if len(_kept) >= _KEPT:
            _kept.clear()
        _kept[contest_id, name] = time.monotonic(), content
    return as_json(content)


def _standings_json(
    contest_id: UUID, number: int | None, found: standings.Standings, entries: Iterable[teams.Entry]
) -> dict[str, Any]:
    """Return the standings, with the teams in full."""
    by_id = dict(shown(entries, lambda entry: (entry.entry_id, Entry.render(entry))))
    return {
        "contest": ids.render("x", contest_id),
        "round": number,
        "decks": found.decks,
        "final": found.is_final,
        "items": [
            {
                "place": each.place,
                "entry": by_id[each.entry_id],
                "played": each.played,
                "matchpoints": each.matchpoints,
                "sum": each.sum,
                "full": each.full,
                "bots_took": each.bots_took,
            }
            for each in found.standings
            if each.entry_id in by_id
        ],
    }
