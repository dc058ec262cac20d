"""Routes of contests."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, Response, request, url_for

from engine.wording import N_
from service.core.common_values import ContestName, EntryId
from service.core.requests import auth, error_handlers
from service.core.tables.lookup import id_of
from service.core.tables.routes.seats import timeouts
from service.features.contests import announced_rounds, contests, entering, teams
from service.features.contests import dealt_tables as tables
from service.features.contests.entering import NoSuchPartner
from service.features.contests.rendering import requests
from service.features.contests.rendering.requests import (
    WITH_ROUND,
    CreateContestRequest,
    CreateContestTableRequest,
    CreateEntryRequest,
    contest_id_of,
)
from service.features.contests.rendering.schemas import (
    Contest,
    ContestDeck,
    ContestDeckList,
    ContestList,
    ContestSummary,
    ContestTable,
    ContestTableList,
    Entry,
    EntryList,
    contest_json,
)
from service.features.contests.routes import standings
from service.platform import ids
from service.platform.database.unreadable_rows import shown
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.wire.field_types import Text
from service.platform.wire.headers import LINK, LOCATION
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter
from service.platform.wire.pagination import CURSOR, LIMIT, page_in, page_of
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import empty_body, load_query
from service.platform.wire.responses import as_json, no_content

MCP_AGENT: Final = "hanabi-mcp"
"""The `User-Agent` of the tools for language models."""

routes = Blueprint("contests", __name__, url_prefix="/v1/contests")

CONTEST: Final = Parameter("contest", "path", ContestName("The contest."), "x_019908b2c3e17b500000c0a1d2f86a00")
ENTRY: Final = Parameter("entry", "path", EntryId("The team."), "e_019908b2c3e17b500001c0a1d2f86a00")
WITH_STATUS: Final = Parameter(
    "status",
    "query",
    Text(
        "Only contests with this status.",
        values={"announced": "Not open yet.", "open": "Open.", "closed": "Over."},
    ),
    "open",
)
MINE: Final = Parameter(
    "mine",
    "query",
    Text(
        "Whether to list only what is the caller's own.",
        values={"true": "Only the caller's own.", "false": "All."},
        load_default="false",
    ),
    "true",
)
OF_ROUND: Final = Parameter(
    "round",
    "query",
    DecimalDigits("The number of the round.", least=0, most=announced_rounds.MAX_ROUNDS - 1, load_default=0),
    0,
)
WITH_DECK: Final = Parameter(
    "deck", "query", DecimalDigits("Only this deck.", least=0, most=announced_rounds.MAX_DECKS_OF_ROUND - 1), 0
)
_FROM_CONTEST: Final = (
    Link("enter", "createEntry", "Enter the contest.", {"contest": "id"}),
    Link("play", "createContestTable", "Play one of its decks.", {"contest": "id"}),
    Link("standings", "getStandings", "Its standings.", {"contest": "id"}),
)


@routes.post("")
@Operation(
    "createContest",
    scope="games:create",
    price=40,
    computes=False,
    stores=3000,  # and those of each deck
    repeatable=True,
    body=Body(CreateContestRequest),
    answers={201: Answer(Contest, "The contest.", examples=("contest",), headers=(LOCATION,), links=_FROM_CONTEST)},
    problems=(
        ("limit-reached", "the caller has announced too many `contests` that have not closed"),
        ("bot-cannot-play", "a bot that takes over seats cannot play the rules of a round"),
        ("invalid-request", "the body, an option or a pair of options is invalid; `errors` points to each fault"),
    ),
)
def create_contest() -> Response:
    """Announce a contest.

    In a contest, teams of `seats` players play the same decks, each deck once. The service draws all decks now, and
    commits to each (`commitment` of a deck in `GET …/decks`, and `secret_commitment` in the log of commitments). The
    games of a deck have no other commitment, so that nobody can exchange it.

    Each deck is sealed: only who has ended it knows anything about it. Its games are private, and in no list, until its
    round closes, or, if nobody can enter any more, until all teams have ended it. Then they are public.
    """
    caller = auth.caller()
    new = requests.new_contest(datetime.now(UTC))
    decks = sum(each.decks for each in new.rounds)
    exchange.charge_units(gates.DECK * decks)
    exchange.charge_bytes(gates.DECK_BYTES * decks)
    contest_id = announced_rounds.announce(caller, new)
    location = url_for("contests.get_contest", contest=ids.render("x", contest_id))
    body = contest_json(contests.read(contest_id), None)
    return as_json(body, HTTPStatus.CREATED, {"Location": location})


@routes.get("")
@Operation(
    "listContests",
    price=5,
    parameters=(WITH_STATUS, MINE, LIMIT, CURSOR),
    answers={
        200: Answer(
            ContestList,
            "The contests of this page.",
            examples=("contests",),
            headers=(LINK,),
            links=(Link("contest", "getContest", "One of them.", {"contest": "items/0/id"}),),
        )
    },
)
def list_contests() -> Response:
    """List contests.

    Returns the contests, newest first. With `mine=true`, those that the caller has announced or takes part in, also
    with an entry that waits; without a token there are none.
    """
    caller = auth.caller_if_any()
    query = load_query()
    page = page_in(query)
    mine = contests.viewer(caller) if query["mine"] == "true" else None
    found = contests.listed(query["status"], mine, page.after, page.limit + 1)
    return page_of(found, page.limit, ContestSummary.render)


@routes.get("/<contest>")
@Operation(
    "getContest",
    price=5,
    answers={200: Answer(Contest, "The contest.", examples=("contest-open",), links=_FROM_CONTEST)},
    without=("wrong-game",),
)
def get_contest(contest: str) -> Response:
    """Read a contest.

    Returns the contest with its rounds, and the entry of the caller. `GET …/decks` returns the decks of a round.
    """
    caller = auth.caller_if_any()
    contest_id = contest_id_of(contest)
    found = contests.read(contest_id)
    return as_json(contest_json(found, teams.of_account(contest_id, contests.viewer(caller))))


@routes.get("/<contest>/decks")
@Operation(
    "listContestDecks",
    price=5,
    parameters=(OF_ROUND,),
    answers={200: Answer(ContestDeckList, "The decks.", examples=("contest-decks",))},
    without=("wrong-game",),
)
def list_decks(contest: str) -> Response:
    """List the decks of a round.

    Returns the decks of one round of a contest with their commitments, and of those that are not sealed the secrets.
    """
    auth.caller_if_any()
    contest_id = contest_id_of(contest)
    number = load_query()["round"]
    requests.require_deck(contests.decks_of_rounds(contest_id), number, None)
    return as_json({"items": [ContestDeck.render(deck) for deck in contests.decks(contest_id, number)]})


@routes.get("/<contest>/entries")
@Operation(
    "listEntries",
    price=8,
    answers={200: Answer(EntryList, "The teams.", examples=("entries",))},
    without=("wrong-game",),
)
def list_entries(contest: str) -> Response:
    """List the teams of a contest.

    Returns the teams that take part, oldest first, also those that were withdrawn.
    """
    auth.caller_if_any()
    contest_id = contest_id_of(contest)

    def render() -> dict[str, Any]:
        return {"items": [*shown(teams.listed(contest_id), Entry.render)]}

    return standings.open_answer(contest_id, "entries", render, has_games=False) or as_json(render())


@routes.post("/<contest>/entries")
@Operation(
    "createEntry",
    scope="games:play",
    price=10,
    stores=1200,
    repeatable=True,
    body=Body(CreateEntryRequest),
    answers={
        201: Answer(
            Entry,
            "The team.",
            examples=("entry",),
            links=(Link("withdraw", "deleteEntry", "Withdraw it.", {"entry": "id"}),),
        )
    },
    problems=(
        "entry-closed",
        "not-eligible",
        "already-entered",
        ("bot-cannot-play", "a bot cannot play the rules of a round"),
        (
            "limit-reached",
            "the contest has too many teams (`contest-entries`), or too many of the caller and the caller's bots "
            "(`teams-in-contest`)",
        ),
        ("invalid-request", "the body does not have the required form; `errors` points to each fault"),
    ),
    without=("wrong-game",),
)
def create_entry(contest: str) -> Response:
    """Enter a contest.

    Enters with a team: the caller has seat 0, and `partners` the others. Accounts have to confirm
    (`POST …/confirmations`), except bots of the caller, or of the same owner if the caller is a bot. Bots of the
    service need no confirmation. An account takes part once, and has one seat: who lets a program play with itself
    needs an account for each seat.
    """
    caller = auth.caller()
    contest_id = contest_id_of(contest)
    found = contests.read(contest_id)
    new = requests.new_entry(found.summary.seats)
    via = "mcp" if request.user_agent.string == MCP_AGENT else "http"
    entered = entering.enter(caller, contest_id, new.name, new.partners, via=via)
    return as_json(Entry.render(entered), HTTPStatus.CREATED)


@routes.post("/<contest>/entries/<entry>/confirmations")
@Operation(
    "createConfirmation",
    scope="games:play",
    stores=200,
    answers={200: Answer(Entry, "The team.", examples=("entry",))},
    problems=("entry-closed", "already-entered"),
    without=("wrong-game",),
)
def create_confirmation(contest: str, entry: str) -> Response:
    """Confirm an entry.

    Says that the caller takes part in the team that another account has named it for. The team takes part when all its
    members have confirmed. The request has no body.
    """
    caller = auth.caller()
    contest_id, entry_id = contest_id_of(contest), id_of("e", entry)
    empty_body()
    return as_json(Entry.render(entering.confirm(caller, contest_id, entry_id)))


@routes.delete("/<contest>/entries/<entry>")
@Operation(
    "deleteEntry",
    scope="games:play",
    answers={204: Answer(None, "The entry is withdrawn.")},
    problems=("team-has-begun", ("entry-closed", "the contest is over")),
    without=("wrong-game",),
)
def delete_entry(contest: str, entry: str) -> Response:
    """Withdraw an entry.

    Withdraws the team of the caller, or declines to be in it. Each member can do this. The games of the team remain,
    and others are still compared with them, but the team has no place. Members who have played a deck cannot enter
    again. Who has announced the contest can remove teams that have begun nothing. The request has no body.
    """
    caller = auth.caller()
    contest_id, entry_id = contest_id_of(contest), id_of("e", entry)
    empty_body()
    entering.withdraw(caller, contest_id, entry_id)
    return no_content()


@routes.post("/<contest>/tables")
@Operation(
    "createContestTable",
    scope="games:play",
    price=25,
    stores=2500,
    repeatable=True,
    body=Body(CreateContestTableRequest),
    answers={
        200: Answer(
            ContestTable,
            "The table, whose game was dealt before, or which waits for members of the team.",
            examples=("contest-table-waiting",),
        ),
        201: Answer(
            ContestTable,
            "The table. This request has dealt its game.",
            examples=("contest-table",),
            links=(Link("game", "getGame", "The game.", {"game": "game"}),),
        ),
    },
    problems=(
        "not-an-entrant",
        "round-not-open",
        ("limit-reached", "the caller plays in too many `running-games`"),
        ("invalid-request", "the body does not have the required form; `errors` points to each fault"),
    ),
    without=("wrong-game",),
)
def create_table(contest: str) -> Response:
    """Play a deck of a contest.

    Says that the caller is there to play a deck. When all accounts of the team have said so within an hour, the game is
    dealt, with all of them in their seats. Send the request again to see whether the others are there; the stream of
    the account (`GET /v1/me/events`) tells of the game too. Each team plays a deck once: later requests return the
    same table.
    """
    caller = auth.caller()
    contest_id = contest_id_of(contest)
    number, deck = requests.wanted_deck(contests.decks_of_rounds(contest_id))
    table, is_dealt = tables.play(caller, contest_id, number, deck, timeouts())
    return as_json(ContestTable.render(table), HTTPStatus.CREATED if is_dealt else HTTPStatus.OK)


@routes.get("/<contest>/tables")
@Operation(
    "listContestTables",
    price=12,
    parameters=(WITH_ROUND, WITH_DECK, MINE),
    answers={200: Answer(ContestTableList, "The tables.", examples=("contest-tables",))},
    without=("wrong-game",),
)
def list_tables(contest: str) -> Response:
    """List tables of a contest.

    Returns the tables of the caller's team, and of the decks that are not sealed for the caller the ended ones of
    others: those that the team has ended, and those whose seal has ended for all. The games of others are not named
    while the deck is sealed for anybody. In an arena, those of other teams are listed for one `deck` only.
    """
    caller = auth.caller_if_any()
    contest_id = contest_id_of(contest)
    query = load_query()
    number, deck, only_own = query["round"], query["deck"], query["mine"] == "true"
    if number is not None or deck is not None:
        requests.require_deck(contests.decks_of_rounds(contest_id), number, deck)

    def render(viewer: UUID) -> dict[str, Any]:
        found = tables.listed(contest_id, viewer, number, deck, only_own=only_own)
        return {"items": [*shown(found, ContestTable.render)]}

    me = contests.viewer(caller)
    if only_own or (me != ids.NOBODY and tables.has_unfinished(contest_id, me)):
        found = contests.read(contest_id)  # an unknown contest is reported, and seals that have ended are opened
        exchange.charge_units(found.summary.entries // gates.TEAMS_A_UNIT)
        return as_json(render(me))
    shared = standings.open_answer(contest_id, f"tables {number} {deck}", lambda: render(ids.NOBODY))
    return shared or as_json(render(me))


@routes.app_errorhandler(NoSuchPartner)
def _no_such_partner(error: NoSuchPartner) -> Response:
    where = f"#/partners/{error.place}/account"
    return error_handlers.answer(invalid(where, N_("must be another account, which has no other seat")))
