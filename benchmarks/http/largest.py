"""The largest request of each operation, and a database in which their answers are as large as they get."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import orjson
import psycopg
from flask import Flask
from werkzeug.test import create_environ

from benchmarks.harness.bulk_load import Loaded, Person, load, people, seats_of
from engine.commands import CastAbortVote, Command, Discard, GiveRankClue, Say, Turn, WithdrawAbortVote
from engine.decide import IllegalMove, decide
from engine.events import CardDiscarded, GameDealt, LaterEvent, Log, RankClueGiven, TurnTaken
from engine.fold import evolve, fold
from engine.limits import MAX_TEXT_LENGTH
from engine.proof.deal import commitment, shuffle, starting_seat
from engine.reading.puzzles import Answer, Puzzle
from engine.rules import Rules, resolve
from engine.state import State
from service.features.analysis import puzzles
from service.features.commitment_log import sequencer
from service.features.contests import arenas
from service.features.statistics import rollup
from service.platform import ids

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


class Refused(Exception):
    """The service refused a request."""


class World(NamedTuple):
    """What the requests are about."""

    app: Flask
    url: str
    """The database."""
    people: list[Person]
    moderator: str
    """The token of a moderator."""
    ended: list[Loaded]
    """Ended games with as many events as possible."""
    running: list[Loaded]
    """Running games with nearly as many events."""
    short: list[Loaded]
    """Running games with few events, for writes."""
    plain: list[Loaded]
    """Ended games by common rules, to which conventions apply."""
    training: list[Loaded]
    """Such games that run, and whose seats may read the conventions."""
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
            raise Refused(f"{request.method} {request.path}: {status} {body[:300]!r}")
        return orjson.loads(body) if body else None


def world(app: Flask, url: str, *, is_small: bool, rounds: int) -> World:
    """Fill the database."""
    at_table = people(url, 5)
    moderator = people(url, 1)[0]
    model = _longest(20 if is_small else _TALK)
    number = 6 if is_small else 120
    length = len(model.events)
    ended = list(load(url, [model], at_table, [None] * number))
    running = list(load(url, [model], at_table, [length - 8] * number, first=number * 5))
    short = list(load(url, [model], at_table, [10] * (6 if is_small else 200), first=number * 10))
    plain = [_longest(0, resolve("hanab_live", {"starting_seat": 0}, 5))]
    read = list(load(url, plain, at_table, [None] * (rounds + 1), first=number * 20))
    training = list(load(url, plain, at_table, [len(plain[0].events) - 4] * (rounds + 1), first=number * 25))
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("update game set training = true where game_id = any(%s)", ([one.game_id for one in training],))
        db.execute("update account set moderator = true where account_id = %s", (moderator.account_id,))
        db.execute(
            "update token set scopes = scopes || '{moderate}' where account_id = %s and not 'moderate' = any(scopes)",
            (moderator.account_id,),
        )
    made = World(
        app, url, at_table, moderator.token, ended, running, short, read, training, "", [], is_small, [], b"", ""
    )
    decks = 20 if is_small else 1000
    contest = made.ok(Request("POST", "/v1/contests", _contest(decks), made.me))["id"]
    made.ok(Request("POST", f"/v1/contests/{contest}/entries", {"partners": [{"bot": "random"}]}, made.me))
    crowds = [_crowd(url, made, ended[0], 10 if is_small else 1000) for _ in range(rounds)]
    for crowd in crowds:
        made.ok(Request("GET", f"/v1/contests/{crowd}"))  # opens its seals
    with app.extensions["database"].bind():
        arenas.announce_missing()
        _fill_arena(made, 20 if is_small else 1000)
        _add_puzzles(made)
        rollup.count_all()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("vacuum analyze")
    return made._replace(
        contest=contest,
        crowds=crowds,
        lines=[_line(made, turn) for turn in range(rounds)],
        notation=Request("GET", f"{replay_path(made, 0)}/export?format=notation", None, made.me).send(app)[2],
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


def _add_puzzles(made: World) -> None:
    """Give each of the ended games a puzzle: the turn that was played, in the middle of the game."""
    for game in made.ended:
        after = [(at, event) for at, event in enumerate(game.log.later) if isinstance(event, TurnTaken)]
        after = after[len(after) // 2 :]
        version = after[0][0]
        line = tuple(_turn(event) for _, event in after)
        solution = Answer("clue", (line[0],), 0, line, 0)
        puzzles.store(game.game_id, [Puzzle(version, 0, "clue", 0, "easy", solution, ())], 1.0)
    with psycopg.connect(made.url) as db:
        db.execute("update puzzle set found_at = now() - interval '2 days'")


def _turn(event: TurnTaken) -> Turn:
    match event:
        case RankClueGiven():
            return GiveRankClue(event.target, event.rank)
        case CardDiscarded():
            return Discard(event.card)
    raise AssertionError(event)


def _puzzle(method: str, kind: str, rest: str = "", body: Any = None) -> Callable[[World, int], Request]:
    """Return a request about a puzzle of a kind."""

    def made(built: World, turn: int) -> Request:
        items = built.ok(Request("GET", f"/v1/puzzles?kind={kind}&limit=100"))["items"]
        return Request(method, f"/v1/puzzles/{items[turn % len(items)]['id']}{rest}", body, built.me)

    return made


def _fill_arena(made: World, teams: int) -> None:
    """Add teams of bots to an arena, ten of each owner. A tenth have ended all decks, and the others nearly all."""
    contest = made.ok(Request("GET", "/v1/contests/arena-2"))["id"]
    values = {"contest": ids.parse("x", contest), "teams": teams, "model": made.ended[0].game_id}
    with psycopg.connect(made.url) as db:
        for statement in _ARENA:
            db.execute(statement.encode(), values)


_ARENA: Final = (
    "set session_replication_role = replica",
    "create temporary table team as select number, gen_random_uuid() as entry_id, gen_random_uuid() as account_id,"
    "  ('00000000-0000-8000-8000-' || lpad((number / 10)::text, 12, '9'))::uuid as owner_id"
    "  from generate_series(1, %(teams)s) number where %(contest)s::uuid is not null",
    "insert into account (account_id, name, revision, applied_revision, is_program, owner_id)"
    " select account_id, 'Program ' || number, 0, 0, true, owner_id from team",
    "insert into contest_entry (contest_id, entry_id, name, entered_at, via)"
    " select %(contest)s, entry_id, 'Program ' || number, now(), 'http' from team",
    "insert into contest_member (contest_id, entry_id, seat, account_id, confirmed)"
    " select %(contest)s, entry_id, seat, account_id, true from team, generate_series(0, 1) seat",
    "create temporary table played as select entry_id, deck, gen_random_uuid() as game_id"
    "  from team, generate_series(0, 99) deck where number %% 10 = 0 or deck > 0",
    "insert into game (game_id, status, seats, rules, created_by, sandbox, private, revision, version, turn, outcome,"
    " reason, score, idle_limit_s, created_at, started_at, moved_at, finished_at, head)"
    " select played.game_id, status, 2, rules, created_by, sandbox, true, revision, version, turn, outcome, reason,"
    " deck %% 25, idle_limit_s, created_at, started_at, moved_at, finished_at, head from played, game"
    "  where game.game_id = %(model)s",
    "insert into contest_table (contest_id, round, deck, entry_id, game_id, ready)"
    " select %(contest)s, 0, deck, entry_id, game_id, '{}' from played",
)
"""SQL that fills an arena with teams, each with a game of each deck."""


def _longest(events: int, rules: Rules | None = None) -> Log:
    """Return a game with as many turns, messages and votes as fit. The rules are by default those of the longest."""
    options = {"multicolor": "five", "table_talk": "free", "clue_tokens": 20, "starting_seat": 0}
    rules = rules or resolve("de", options, 5)
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


def game_path(game: Loaded) -> str:
    """Return the path of a game."""
    return f"/v1/games/{ids.render('g', game.game_id)}"


def replay_path(made: World, turn: int) -> str:
    """Return the path of an ended game, another one for each turn."""
    return f"/v1/replays/{ids.render('g', made.ended[turn % len(made.ended)].game_id)}"


def _running(made: World, turn: int) -> str:
    return game_path(made.running[turn % len(made.running)])


def fill(path: str, built: World, turn: int) -> str:
    """Return a path with the names in braces filled in."""
    return path.format(
        replay=replay_path(built, 0),
        other=replay_path(built, 1).rpartition("/")[2],
        each=replay_path(built, turn),
        plain=f"/v1/replays/{ids.render('g', built.plain[turn].game_id)}",
        training=game_path(built.training[turn]),
        line=built.lines[turn],
        running=_running(built, 0),
        late=built.running[0].version - 8,
        game=_running(built, 0).rpartition("/")[2],
        ended=f"/v1/games/{replay_path(built, 0).rpartition('/')[2]}",
        ended_game=replay_path(built, 0).rpartition("/")[2],
        each_game=replay_path(built, turn).rpartition("/")[2],
        contest=f"/v1/contests/{built.contest}",
        contest_id=built.contest,
        crowd=f"/v1/contests/{built.crowds[turn]}",
    )


def _get(path: str, **headers: str) -> Callable[[World, int], Request]:
    """Return a read of a path, whose names in braces are filled in."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    def made(built: World, turn: int) -> Request:
        return Request("GET", fill(path, built, turn), None, built.me, named)

    return made


def _at_end(built: World, turn: int, part: str, **more: Any) -> Request:
    return Request(
        "POST",
        f"{replay_path(built, turn)}/{part}",
        {"at": len(built.ended[0].log.events) - 3, "moves": [], **more},
        built.me,
    )


def _line(made: World, turn: int) -> str:
    body = {"at": len(made.ended[0].log.events) - 3, "moves": []}
    found = made.ok(Request("POST", f"{replay_path(made, turn)}/lines", body, made.me))
    return f"{replay_path(made, turn)}/lines/{found['id']}"


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


def _plan(built: World, turn: int) -> Request:
    game = built.running[(turn + 30) % len(built.running)]
    state = fold(Log(game.log.deal, game.log.deck, game.log.later[: game.version]))
    assert state.to_move is not None
    others = [(state.to_move + place) % state.seats for place in range(state.seats - 1)]
    owner = (state.to_move - 1) % state.seats
    when = [{"seat": seat, "type": "clue", "target": owner, "rank": 1} for seat in others]
    moves = [{"when": when, "then": {"type": "discard", "card": state.hands[owner][0]}}] * 10
    body = {"moves": moves, "expected_version": game.version}
    return Request("PUT", f"{game_path(game)}/planned-moves", body, seats_of(built.people, 0, 5)[owner].token)


def _orientation(built: World, turn: int) -> Request:
    game = built.short[(turn + 20) % len(built.short)]
    state = fold(Log(game.log.deal, game.log.deck, game.log.later[: game.version]))
    body = {"cards": state.hands[0], "orientation": "left"}
    return Request("PUT", f"{game_path(game)}/card-orientation", body, built.me)


def _withdrawn_vote(built: World, turn: int) -> Request:
    path = f"{_running(built, turn + 70)}/abort-votes"
    built.ok(Request("POST", path, None, built.me))
    return Request("DELETE", path, None, built.me)


def _deleted_line(built: World, turn: int) -> Request:
    body = {"at": 5, "moves": []}
    found = built.ok(Request("POST", f"{replay_path(built, turn)}/lines", body, built.me))
    return Request("DELETE", f"{replay_path(built, turn)}/lines/{found['id']}", None, built.me)


def _study(built: World) -> dict[str, Any]:
    game = replay_path(built, 0).rpartition("/")[2]
    chapter = {"game": game, "place": "moves=" + "1" * 800, "text": "ä" * 20}
    return {"title": "ä" * 100, "about": "ä" * 2000, "chapters": [chapter] * 64}


def _made_study(built: World) -> str:
    return f"/v1/studies/{built.ok(Request('POST', '/v1/studies', _study(built), built.people[3].token))['id']}"


def _with_study(method: str) -> Callable[[World, int], Request]:
    def made(built: World, turn: int) -> Request:
        body = _study(built) if method == "PUT" else None
        return Request(method, _made_study(built), body, built.people[3].token)

    return made


def _deleted_replay(built: World, turn: int) -> Request:
    token = built.people[turn % 5].token
    found = built.ok(Request("POST", "/v1/replays", built.notation, token, {"Content-Type": _NOTATION}))
    return Request("DELETE", f"/v1/replays/{found['id']}", None, token)


def _paused(built: World, turn: int) -> Request:
    body = {"seats": 5, "bots": ["random"] * 4, "pace": {"turn_s": 3600}}
    game = built.ok(Request("POST", "/v1/games", body, built.people[2].token))
    return Request("POST", f"/v1/games/{game['id']}/clock-changes", {"change": "pause"}, built.people[2].token)


def _advanced(built: World, turn: int) -> Request:
    body = {"seats": 5, "bots": ["random"] * 4, "pace": {"turn_s": 3600}, "sandbox": True}
    game = built.ok(Request("POST", "/v1/games", body, built.people[2].token))
    return Request("POST", f"/v1/sandbox/{game['id']}/clock", {"advance_s": 1}, built.people[2].token)


def _entry(method: str, rest: str = "") -> Callable[[World, int], Request]:
    """Return a request about a team of an account and a partner who has not confirmed yet, in a full contest."""

    def made(built: World, turn: int) -> Request:
        one = built.ok(Request("POST", "/v1/accounts", {}))
        other = built.ok(Request("POST", "/v1/accounts", {}))
        path = f"/v1/contests/{built.contest}/entries"
        body = {"name": "ä" * 40, "partners": [{"account": other["id"]}]}
        if not rest and method == "POST":
            return Request("POST", path, body, one["token"])
        entry = built.ok(Request("POST", path, body, one["token"]))
        token = other["token"] if rest else one["token"]
        return Request(method, f"{path}/{entry['id']}{rest}", None, token)

    return made


def _log_proof(built: World, turn: int) -> Request:
    deal = built.ok(Request("POST", "/v1/games", {"seats": 2, "bots": ["random"]}, built.people[3].token))
    with built.app.extensions["database"].bind():
        sequencer.sequence_all()
    return Request("GET", f"/v1/log/proof?game={deal['id']}&secret_commitment={deal['secret_commitment']}&type=deal")


REQUESTS: Final[dict[str, Callable[[World, int], Request]]] = {
    "getPuzzle": _puzzle("GET", "points"),
    "createPuzzleAnswer": _puzzle("POST", "points", "/answers?steps=true", {"choice": 0}),
    "createPuzzleAnswer: solution": _puzzle("POST", "points", "/answers?steps=true", {"choice": None}),
    "getPuzzle: by convention": _puzzle("GET", "told"),
    "createPuzzleAnswer: by convention": _puzzle("POST", "told", "/answers", {"choice": 0}),
    "updateCardOrientation": _orientation,
    "deleteAbortVote": _withdrawn_vote,
    "deleteLine": _deleted_line,
    "createStudy": lambda built, turn: Request("POST", "/v1/studies", _study(built), built.people[2].token),
    "getStudy": _with_study("GET"),
    "updateStudy": _with_study("PUT"),
    "deleteStudy": _with_study("DELETE"),
    "deleteReplay": _deleted_replay,
    "createClockChange": _paused,
    "createClockAdvance": _advanced,
    "createEntry": _entry("POST"),
    "createConfirmation": _entry("POST", "/confirmations"),
    "deleteEntry": _entry("DELETE"),
    "getLeaderboard": _get("/v1/contests/arena-2/leaderboard"),
    "getLogProof": _log_proof,
    "getPositionPicture: png": _get("{each}/positions/{late}.png"),
    "getReplayAnimation": _get("{each}/animation.gif"),
    "getScorePicture: png": _get("{each}/score.png"),
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
    "getPlannedMoves": lambda built, turn: _plan(built, turn)._replace(method="GET", body=None),
    "updatePlannedMoves": _plan,
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
    "getVerdicts": _get("{replay}/verdicts"),
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
        "POST", f"{replay_path(built, 0)}/comments", {"anchor": "game", "text": "ä" * 500}, built.me
    ),
    "createSession": lambda built, turn: Request(
        "POST", f"{replay_path(built, turn)}/sessions", {"place": "turn=17"}, built.me
    ),
    "createGame: of a deck": lambda built, turn: Request(
        "POST", "/v1/games", {"deck_of": replay_path(built, 0).rpartition("/")[2]}, built.people[turn % 5].token
    ),
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
    "getTile": _get("/log/tile/entries/000.p/1"),
    "getOembed": _get("/oembed?url=http%3A%2F%2Flocalhost%2Freplays%2F{other}"),
    "listMyBots": _get("/v1/me/bots"),
    "listPushBrowsers": _get("/v1/me/push"),
    "listInvitations": _get("/v1/me/invitations?limit=100"),
    "listBlocks": _get("/v1/me/blocks?limit=100"),
    "listInvitedAccounts": _get("{running}/invitations"),
    "listPuzzles: by convention": _get("/v1/puzzles?kind=told&limit=100"),
    "getLine": _get("{line}"),
    "createReplay": lambda built, turn: Request(
        "POST", "/v1/replays", built.notation, built.people[turn % 5].token, {"Content-Type": _NOTATION}
    ),
    "createNextGame": lambda built, turn: Request(
        "POST", f"/v1/games/{replay_path(built, turn).rpartition('/')[2]}/again", {}, built.people[turn % 5].token
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
    "getTableConventions": _get("{training}/conventions?level=5"),
    "getConventions: plain": _get("{plain}/conventions?level=5"),
    "createReport": lambda built, turn: Request(
        "POST",
        "/v1/reports",
        {"about": ids.render("a", built.people[turn % 4 + 1].account_id), "reason": "other"},
        built.me,
    ),
}
