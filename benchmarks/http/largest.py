"""The largest request of each operation, and a database in which their answers are as large as they get."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import orjson
import psycopg
from flask import Flask
from werkzeug.test import create_environ

from benchmarks.harness.bulk_load import Loaded, Person, load, people, seats_of
from engine.commands import CastAbortVote, Command, Discard, GiveRankClue, Say, WithdrawAbortVote
from engine.decide import MAX_TEXT_LENGTH, IllegalMove, decide
from engine.events import GameDealt, LaterEvent, Log
from engine.fold import evolve, fold
from engine.proof.deal import commitment, shuffle, starting_seat
from engine.rules import resolve
from engine.state import State
from service.features.statistics import rollup
from service.platform import ids

__all__ = ["REQUESTS", "Request", "World", "world"]

_TALK: Final = 820
"""The events after which the players of the longest game are silent: then each seat has used up its share of them."""
_NOTATION: Final = "text/x-hanabi"


class Request(NamedTuple):
    """A request and who sends it."""

    method: str
    path: str
    body: Any = None
    token: str | None = None
    headers: Mapping[str, str] = {}

    def send(self, app: Flask) -> tuple[int, int, bytes]:
        """Return the status, the size of the body, and the body."""
        headers = {**self.headers}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        content = self.body if isinstance(self.body, bytes) else b"" if self.body is None else orjson.dumps(self.body)
        if content:
            headers.setdefault("Content-Type", "application/json")
        environ = create_environ(
            self.path, method=self.method, headers=headers, data=content, environ_base={"REMOTE_ADDR": "127.0.0.1"}
        )
        statuses: list[str] = []

        def start_response(status: str, *_: object) -> Callable[[bytes], object]:
            statuses.append(status)
            return bytes

        response = app(environ, start_response)
        answer = b"".join(response)
        if hasattr(response, "close"):
            response.close()
        return int(statuses[0][:3]), len(answer), answer


class World(NamedTuple):
    """What the requests are about."""

    app: Flask
    people: list[Person]
    ended: list[Loaded]
    """Ended games with as many events as possible."""
    running: list[Loaded]
    """Running games with nearly as many events."""
    short: list[Loaded]
    """Running games with few events, for writes."""
    contest: str
    """An open contest with as many decks as possible."""
    crowds: list[str]
    """Closed contests with many teams, one for each round."""
    small: bool
    lines: list[str]
    """The addresses of saved lines of ended games, one for each round."""
    notation: bytes
    """The notation of an ended game."""
    bot: str

    @property
    def me(self) -> str:
        return self.people[0].token

    def ok(self, request: Request) -> Any:
        status, _, body = request.send(self.app)
        if status >= 400:
            raise SystemExit(f"{request.method} {request.path}: {status} {body[:500]!r}")
        return orjson.loads(body) if body else None


def world(app: Flask, url: str, *, is_small: bool, rounds: int) -> World:
    """Fill the database."""
    at_table = people(url, 5)
    model = _longest(20 if is_small else _TALK)
    number = 6 if is_small else 120
    length = len(model.events)
    ended = list(load(url, [model], at_table, [None] * number))
    running = list(load(url, [model], at_table, [length - 8] * number, first=number * 5))
    short = list(load(url, [model], at_table, [10] * (6 if is_small else 200), first=number * 10))
    made = World(app, at_table, ended, running, short, "", [], is_small, [], b"", "")
    decks = 20 if is_small else 1000
    contest = made.ok(Request("POST", "/v1/contests", _contest(decks), made.me))["id"]
    made.ok(Request("POST", f"/v1/contests/{contest}/entries", {"partners": [{"bot": "random"}]}, made.me))
    crowds = [_crowd(url, made, ended[0], 10 if is_small else 1000) for _ in range(rounds)]
    for crowd in crowds:
        made.ok(Request("GET", f"/v1/contests/{crowd}"))  # opens its seals
    with app.extensions["database"].bind():
        rollup.count_all()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("vacuum analyze")
    return made._replace(
        contest=contest,
        crowds=crowds,
        lines=[_line(made, turn) for turn in range(rounds)],
        notation=Request("GET", f"{_replay(made, 0)}/export?format=notation", None, made.me).send(app)[2],
        bot=made.ok(Request("POST", "/v1/me/bots", {"name": "Robot"}, made.me))["id"],
    )


def _contest(decks: int) -> Any:
    per = min(100, decks)
    rounds = [{"decks": per, "rules": {"variant": "Duck (5 Suits)"}} for _ in range(decks // per)]
    return {"title": "T" * 60, "seats": 2, "rounds": rounds, "entry": {"who": "all"}}


def _crowd(url: str, made: World, model: Loaded, teams: int) -> str:
    """Add a contest of one deck that is over, with many teams. Their games have no events."""
    contest: str = made.ok(Request("POST", "/v1/contests", _contest(1), made.people[3].token))["id"]
    values = {
        "contest": ids.parse("x", contest),
        "teams": teams,
        "people": [person.account_id for person in made.people],
        "model": model.game_id,
    }
    with psycopg.connect(url) as db:
        for statement in _CROWD:
            db.execute(statement.encode(), values)
    return contest


_CROWD: Final = (
    "set session_replication_role = replica",
    "create temporary table team as select number, gen_random_uuid() as entry_id, gen_random_uuid() as game_id"
    "  from generate_series(1, %(teams)s) number where %(contest)s::uuid is not null",
    "insert into contest_entry (contest_id, entry_id, name, entered_at)"
    " select %(contest)s, entry_id, 'Team ' || number, now() from team",
    "insert into contest_member (contest_id, entry_id, seat, account_id, confirmed)"
    " select %(contest)s, entry_id, seat, (%(people)s::uuid[])[(number + seat) %% 5 + 1], true"
    "  from team, generate_series(0, 1) seat",
    "insert into game (game_id, status, seats, rules, created_by, sandbox, private, revision, version, turn, outcome,"
    " reason, score, idle_limit_s, created_at, started_at, moved_at, finished_at, head)"
    " select team.game_id, status, 2, rules, created_by, sandbox, true, revision, version, turn, outcome, reason,"
    " number %% 25, idle_limit_s, created_at, started_at, moved_at, finished_at, head from team, game"
    "  where game.game_id = %(model)s",
    "insert into contest_table (contest_id, round, deck, entry_id, game_id, ready)"
    " select %(contest)s, 0, 0, entry_id, game_id, '{}' from team",
    "update contest set closes_at = now(), entry_until = now() where contest_id = %(contest)s",
    "update contest_round set closes_at = now() where contest_id = %(contest)s",
)
"""SQL that fills a contest with teams, each with a game, and closes it."""


def _longest(events: int) -> Log:
    """Return a game with as many turns, messages and votes as fit."""
    rules = resolve("de", {"multicolor": "five", "table_talk": "free", "clue_tokens": 20, "starting_seat": 0}, 5)
    secret = bytes(32)
    deck = shuffle(rules.palette, secret)
    deal = GameDealt(rules, 5, starting_seat(rules, 5, secret), commitment(deck, secret))
    later: list[LaterEvent] = []
    state = fold(Log(deal, deck, []))
    text = "ä" * MAX_TEXT_LENGTH
    while state.ending is None:
        seat = state.to_move
        assert seat is not None
        for who, command in _next(state, seat, text, len(later) < events):
            try:
                event = decide(state, who, command)
            except IllegalMove:
                continue
            later.append(event)
            state = evolve(state, event)
    return Log(deal, deck, later)


def _next(state: State, seat: int, text: str, is_long: bool) -> Iterator[tuple[int, Command]]:
    """Yield a message and two votes of each seat, and the next turn: a clue if there is one, else a discard."""
    for talker in range(len(state.hands) if is_long else 0):
        yield talker, Say(None, text)
        yield talker, CastAbortVote()
        yield talker, WithdrawAbortVote()
    if state.clue_tokens:
        yield seat, next(_clues(state, seat))
    else:
        yield seat, Discard(state.hands[seat][0])


def _clues(state: State, seat: int) -> Iterator[Command]:
    for target in range(len(state.hands)):
        for rank in range(1, 6):
            try:
                decide(state, seat, GiveRankClue(target, rank))
            except IllegalMove:
                continue
            yield GiveRankClue(target, rank)


def _replay(made: World, turn: int) -> str:
    return f"/v1/replays/{ids.render('g', made.ended[turn % len(made.ended)].game_id)}"


def _running(made: World, turn: int) -> str:
    return f"/v1/games/{ids.render('g', made.running[turn % len(made.running)].game_id)}"


def _get(path: str, **headers: str) -> Callable[[World, int], Request]:
    """Return a read of a path: {replay}, {running} and {contest} are filled in."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    def made(built: World, turn: int) -> Request:
        filled = path.format(
            replay=_replay(built, 0),
            other=_replay(built, 1).rpartition("/")[2],
            each=_replay(built, turn),
            line=built.lines[turn],
            running=_running(built, 0),
            late=built.running[0].version - 8,
            ended=f"/v1/games/{_replay(built, 0).rpartition('/')[2]}",
            contest=f"/v1/contests/{built.contest}",
            crowd=f"/v1/contests/{built.crowds[turn]}",
        )
        return Request("GET", filled, None, built.me, named)

    return made


def _at_end(built: World, turn: int, part: str, **more: Any) -> Request:
    return Request(
        "POST",
        f"{_replay(built, turn)}/{part}",
        {"at": len(built.ended[0].log.events) - 3, "moves": [], **more},
        built.me,
    )


def _line(made: World, turn: int) -> str:
    body = {"at": len(made.ended[0].log.events) - 3, "moves": []}
    found = made.ok(Request("POST", f"{_replay(made, turn)}/lines", body, made.me))
    return f"{_replay(made, turn)}/lines/{found['id']}"


def _order(built: World, turn: int) -> Request:
    game = built.short[turn]
    state = fold(Log(game.log.deal, game.log.deck, game.log.later[: game.version]))
    path = f"/v1/games/{ids.render('g', game.game_id)}/hand-order"
    return Request("PUT", path, {"cards": state.hands[2][::-1]}, seats_of(built.people, 0, 5)[2].token)


def _move(built: World, turn: int) -> Request:
    game = built.running[(turn + 20) % len(built.running)]
    state = fold(Log(game.log.deal, game.log.deck, game.log.later[: game.version]))
    seat = state.to_move
    assert seat is not None
    player = seats_of(built.people, 0, 5)[seat]
    path = f"/v1/games/{ids.render('g', game.game_id)}/moves"
    return Request(
        "POST", path, {"type": "discard", "card": state.hands[seat][0], "expected_version": game.version}, player.token
    )


REQUESTS: Final[dict[str, Callable[[World, int], Request]]] = {
    "getMe": _get("/v1/me"),
    "getMyExport": _get("/v1/me/export"),
    "listMyGames: running": _get("/v1/me/games?status=running&limit=100"),
    "listMyGames: ended": _get("/v1/me/games?status=ended&limit=100"),
    "listMyGames: turn": _get("/v1/me/games?turn=mine&limit=100"),
    "listMyEvents": _get("/v1/me/events"),
    "listTokens": _get("/v1/me/tokens"),
    "listAccess": _get("/v1/me/access"),
    "getAccount": lambda built, turn: Request("GET", f"/v1/accounts/{ids.render('a', built.people[0].account_id)}"),
    "listGames": _get("/v1/games?status=running&limit=100"),
    "listGames: variant": _get("/v1/games?status=running&limit=100&multicolor=five&seats=5&watchable=true"),
    "getLobby": _get("/v1/lobby"),
    "getGame": _get("{running}"),
    "getGame: knowledge": _get("{running}?knowledge=true"),
    "getGame: at": _get("{running}?at={late}"),
    "getGame: ended": _get("{ended}?knowledge=true"),
    "getWatchers": _get("{running}/watchers"),
    "listMessages": _get("{running}/messages"),
    "listEvents": _get("{running}/events"),
    "listEvents: since": _get("{running}/events?since=-1"),
    "listEvents: views": _get("{running}/events?views=true"),
    "listEvents: views since": _get("{running}/events?views=true&since=-1"),
    "createMove": _move,
    "createMessage": lambda built, turn: Request(
        "POST",
        f"{_running(built, turn + 40)}/messages",
        {"text": "ä" * MAX_TEXT_LENGTH},
        seats_of(built.people, 0, 5)[3].token,
    ),
    "createAbortVote": lambda built, turn: Request(
        "POST", f"{_running(built, turn + 60)}/abort-votes", None, seats_of(built.people, 0, 5)[4].token
    ),
    "listNotes": _get("{running}/notes"),
    "updateNote": lambda built, turn: Request(
        "PUT", f"{_running(built, turn)}/notes/game", {"text": "ä" * 2000, "shared": True}, built.me
    ),
    "getReplay": _get("{replay}"),
    "getReplay: each": _get("{each}"),
    "listReplays": _get("/v1/replays?limit=100"),
    "listReplays: sort": _get("/v1/replays?limit=100&sort=score&multicolor=five&seats=5"),
    "listReplays: curve": _get("/v1/replays?limit=20&curve=true"),
    "listReplays: name": _get("/v1/replays?limit=100&name=Player+1"),
    "listFrames: first": _get("{each}/frames"),
    "listFrames: again": _get("{replay}/frames"),
    "listFrames: seat": _get("{each}/frames?seat=3"),
    "getFrame: first": _get("{each}/frames/{late}"),
    "getFrame: again": _get("{replay}/frames/{late}"),
    "getKnowledge": _get("{each}/frames/{late}/knowledge?seat=3"),
    "getVerification": _get("{each}/verification"),
    "getReplayExport: notation": _get("{each}/export?format=notation"),
    "getReplayExport: csv": _get("{each}/export?format=csv"),
    "getReplayExport: record": _get("{each}/export"),
    "getAnalysis: first": _get("{each}/analysis"),
    "getAnalysis: again": _get("{replay}/analysis"),
    "getHindsight: first": _get("{each}/hindsight"),
    "getConventions: first": _get("{each}/conventions?level=5"),
    "getConventions: again": _get("{replay}/conventions?level=5"),
    "createLineFrames": lambda built, turn: _at_end(built, turn, "frames"),
    "createLineFrames: resampled": lambda built, turn: _at_end(
        built, turn, "frames", deal="resampled", deal_seat=0, deal_seed=7
    ),
    "createLineKnowledge": lambda built, turn: _at_end(built, turn, "frames/0/knowledge", seat=1),
    "createLineConventions": lambda built, turn: _at_end(built, turn, "conventions", level="5"),
    "createLineAnalysis": lambda built, turn: _at_end(built, turn, "frames/0/analysis"),
    "createLine": lambda built, turn: _at_end(built, turn, "lines"),
    "listLines": _get("{replay}/lines?limit=100"),
    "getPositionPicture": _get("{each}/positions/{late}.svg"),
    "getScorePicture": _get("{each}/score.svg"),
    "getStats": _get("/v1/stats"),
    "getStats: filtered": _get("/v1/stats?seats=5&multicolor=five&score_gte=0&finished_after=2026-01-01T00:00:00Z"),
    "listSameDeck": _get("{replay}/same-deck?limit=100"),
    "getComparison": _get("{replay}/same-deck/{other}"),
    "listSharedNotes": _get("{replay}/notes"),
    "listComments": _get("{replay}/comments?limit=100"),
    "createComment": lambda built, turn: Request(
        "POST", f"{_replay(built, 0)}/comments", {"anchor": "game", "text": "ä" * 500}, built.me
    ),
    "createSession": lambda built, turn: Request(
        "POST", f"{_replay(built, turn)}/sessions", {"place": "turn=17"}, built.me
    ),
    "createTable": lambda built, turn: Request("POST", f"{_replay(built, 0)}/tables", {}, built.people[turn % 5].token),
    "listVariants": _get("/v1/variants?limit=100"),
    "listRules": _get("/v1/rules"),
    "listEditions": _get("/v1/editions"),
    "listBots": _get("/v1/bots"),
    "listPuzzles": _get("/v1/puzzles?limit=100"),
    "getLogHead": _get("/v1/log/head"),
    "getLogConsistency": _get("/v1/log/consistency?first=1"),
    "getCheckpoint": _get("/log/checkpoint"),
    "listKeys": _get("/.well-known/hanabi-keys"),
    "listProblems": _get("/problems"),
    "createAccount": lambda built, turn: Request("POST", "/v1/accounts", {"name": f"Eva {turn}"}),
    "createGame": lambda built, turn: Request("POST", "/v1/games", {"seats": 5}, built.people[turn % 5].token),
    "createGame: bots": lambda built, turn: Request(
        "POST", "/v1/games", {"seats": 5, "bots": ["kagiya"] * 4}, built.people[turn % 5].token
    ),
    "createSeek": lambda built, turn: Request(
        "POST", "/v1/seeks", {"seats": 4, "rules": [{"edition": "hanab_live"}] * 2}, built.people[turn % 5].token
    ),
    "createToken": lambda built, turn: Request("POST", "/v1/me/tokens", {"name": "x" * 30}, built.me),
    "createRecoveryCodes": lambda built, turn: Request("POST", "/v1/me/recovery-codes", None, built.me),
    "createMyBot": lambda built, turn: Request("POST", "/v1/me/bots", {"name": f"Robot {turn}"}, built.me),
    "getRule": _get("/v1/rules/R7"),
    "getProblem": _get("/problems/illegal-move"),
    "getPushKey": _get("/v1/push"),
    "getTile": _get("/log/tile/entries/000.p/1"),
    "getOembed": _get("/oembed?url=http%3A%2F%2Flocalhost%2Freplays%2F{other}"),
    "getRecoveryCodes": _get("/v1/me/recovery-codes"),
    "listMyBots": _get("/v1/me/bots"),
    "listPushBrowsers": _get("/v1/me/push"),
    "listInvitations": _get("/v1/me/invitations?limit=100"),
    "listBlocks": _get("/v1/me/blocks?limit=100"),
    "listInvitedAccounts": _get("{running}/invitations"),
    "listConventionPuzzles": _get("/v1/puzzles/conventions?limit=100"),
    "getLine": _get("{line}"),
    "createReplay": lambda built, turn: Request(
        "POST", "/v1/replays", built.notation, built.people[turn % 5].token, {"Content-Type": _NOTATION}
    ),
    "createNextGame": lambda built, turn: Request(
        "POST", f"/v1/games/{_replay(built, turn).rpartition('/')[2]}/again", {}, built.people[turn % 5].token
    ),
    "createBlock": lambda built, turn: Request(
        "PUT", f"/v1/me/blocks/{ids.render('a', built.people[turn % 4 + 1].account_id)}", None, built.me
    ),
    "createPositionAnalysis": lambda built, turn: Request(
        "POST", "/v1/positions/analysis", {"position": "hands r1 r3 / r2 y4; deck g3; tokens 0"}, built.me
    ),
    "updateHandOrder": _order,
    "updateMyBot": lambda built, turn: Request(
        "PATCH", f"/v1/me/bots/{built.bot}", {"name": f"Other {turn}"}, built.me
    ),
    "createMyBotToken": lambda built, turn: Request(
        "POST", f"/v1/me/bots/{built.bot}/tokens", {"name": f"Other {turn}"}, built.me
    ),
    "createContest": lambda built, turn: Request(
        "POST",
        "/v1/contests",
        _contest(20 if built.small else 1000),
        built.people[1].token if turn < 4 else built.people[2].token,
    ),
    "listContests": _get("/v1/contests?limit=100"),
    "getContest": _get("{contest}"),
    "listContestDecks": _get("{contest}/decks?round=0"),
    "listEntries": _get("{contest}/entries"),
    "createContestTable": lambda built, turn: Request(
        "POST", f"/v1/contests/{built.contest}/tables", {"round": 0, "deck": turn}, built.me
    ),
    "listContestTables": _get("{contest}/tables"),
    "listContestTables: mine": _get("{contest}/tables?mine=true"),
    "getStandings": _get("{contest}/standings"),
    "getContest: crowd": _get("{crowd}"),
    "listEntries: crowd": _get("{crowd}/entries"),
    "listContestTables: crowd": _get("{crowd}/tables"),
    "getStandings: crowd": _get("{crowd}/standings"),
    "getContestResults: crowd": _get("{crowd}/results"),
    "listWebhooks": _get("/v1/me/webhooks"),
    "createWebhook": lambda built, turn: Request(
        "POST", "/v1/me/webhooks", {"url": f"https://bot.example/{turn}", "events": ["your-turn", "invited"]}, built.me
    ),
    "createReport": lambda built, turn: Request(
        "POST",
        "/v1/reports",
        {"about": ids.render("a", built.people[turn % 4 + 1].account_id), "reason": "other"},
        built.me,
    ),
}
