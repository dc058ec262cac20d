"""Tests of statistics: equal to a direct count of the finished public games."""

import random
import statistics
import threading
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple, get_args
from urllib.parse import urlencode
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from psycopg.types.json import Jsonb

from engine.rules import EDITIONS, OPTIONS, SIX_SEATS_EDITION, Multicolor, palette_of, resolve, rules_as_dict
from service.app import create_app
from service.features.analysis import stored_results
from service.features.analysis.tables import Hindsight, Solution
from service.features.statistics import averages, rollup
from service.platform import ids
from service.platform.settings import Settings
from tests.rows import in_one_test, slow_unless
from tests.service.client import Api, Json, Player
from tests.service.factories import NewGame, Players, rename, unique

Connection = psycopg.Connection[tuple[Any, ...]]

ENDS: Final = [
    ("won", "fireworks_complete"),
    ("lost", "strikeout"),
    ("lost", "irreplaceable_card_lost"),
    ("finished", "last_round_over"),
    ("aborted", "agreed"),
]
OF_PERSONS: Final = {
    "contest": "contest_id = gen_random_uuid()",
    "training": "training = true",
    "replayed": "replayed = true",
}
"""The kinds of games of persons that are counted apart, and what a game has then."""
CHOSEN: Final = ("Cow & Pig (6 Suits)", "Rainbow (3 Suits)", "Up or Down (5 Suits)")
START: Final = datetime(2026, 1, 20, 22, tzinfo=UTC)


class Row(NamedTuple):
    """The properties of a finished game that statistics use."""

    kind: str
    hidden: bool
    seats: int
    edition: str
    multicolor: str
    outcome: str
    reason: str
    score: int | None
    finished_at: datetime
    players: tuple[UUID, ...]
    variant: str | None = None
    deal: tuple[int, int, int] | None = None
    """The bounds of what could be reached from the deal, and the highest score. None if it is not analysed."""
    lost: tuple[float, float, float] | None = None
    """What the deal, the draws and the choices lost. None without hindsight."""


@pytest.fixture
def db(empty_database_url: str) -> Iterator[Connection]:
    """A separate connection to the database."""
    with psycopg.connect(empty_database_url, autocommit=True) as connected:
        yield connected


def uuid_of(player: Player) -> UUID:
    """Return the UUID in an account's id."""
    return UUID(player.id.removeprefix("a_"))


def random_row(dice: random.Random, people: list[UUID]) -> Row:
    """Return a random game within a hundred days. Midnights and ends of months are likely."""
    outcome, reason = dice.choice(ENDS)
    edition = dice.choice(sorted(EDITIONS))
    seats = dice.randint(2, 5 + (edition == SIX_SEATS_EDITION))
    score = {"won": 25, "finished": dice.randint(0, 24), "lost": dice.choice([0, None]), "aborted": None}[outcome]
    moment = START + timedelta(hours=2 * dice.randrange(1200), microseconds=dice.choice([0, 0, 1, 999_999]))
    kind = dice.choice(["person"] * 6 + ["imported", "bots", *OF_PERSONS])
    variant = dice.choice([None, *CHOSEN])
    multicolor = "variant" if variant else dice.choice(OPTIONS["multicolor"].values)
    players = tuple(dice.sample(people, dice.randint(1, 2))) if kind not in ("imported", "bots") else ()
    hidden = dice.random() < 0.1
    deal = dice.choice([None, (25, 25, 25), (24, 25, 25), (22, 24, 25), (25, 30, 30)])
    lost = dice.choice([None, (dice.random(), dice.random() - 0.5, dice.random() * 9)]) if deal else None
    return Row(
        kind, hidden, seats, edition, str(multicolor), outcome, reason, score, moment, players, variant, deal, lost
    )


def store(db: Connection, row: Row, creator: UUID) -> UUID:
    """Store a game as the service does. Return its id."""
    game_id = ids.new()
    cards = {"variant": row.variant} if row.variant else {"multicolor": row.multicolor}
    rules = rules_as_dict(resolve(row.edition, cards, row.seats))
    with db.transaction():
        db.execute(
            """insert into game (game_id, status, seats, rules, created_by, sandbox, private, source, revision, version,
                                 turn, outcome, reason, score, idle_limit_s, finished_at)
               values (%s, 'ended', %s, %s, %s, %s, %s, %s, 0, 60, 60, %s, %s, %s, 600, %s)""",
            (
                *(game_id, row.seats, Jsonb(rules), creator, row.hidden and row.seats % 2 == 0),
                *(row.hidden and row.seats % 2 == 1, Jsonb({}) if row.kind == "imported" else None),
                *(row.outcome, row.reason, row.score, row.finished_at),
            ),
        )
        if row.kind in OF_PERSONS:
            db.execute(f"update game set {OF_PERSONS[row.kind]} where game_id = %s".encode(), (game_id,))
        for seat in range(row.seats):
            player = row.players[seat] if seat < len(row.players) else None
            bot = None if player or row.kind == "imported" else "random"
            db.execute(
                "insert into seat (game_id, seat, account_id, name, bot) values (%s, %s, %s, %s, %s)",
                (game_id, seat, player, None if player else "x", bot),
            )
        if row.deal:
            db.execute(
                """insert into solution (game_id, solver, attempts, deal_lower, deal_upper, highest)
                   values (%s, 1, 1, %s, %s, %s)""",
                (game_id, *row.deal),
            )
        if row.lost:
            db.execute(
                """insert into hindsight (game_id, solver, attempts, lost_by_deal, lost_by_draws, lost_by_choice)
                   values (%s, 1, 1, %s, %s, %s)""",
                (game_id, *row.lost),
            )
    return game_id


def found(db: Connection) -> list[Row]:
    """Return all finished games in the database."""
    rows = db.execute(
        """select case when source is not null then 'imported' when contest_id is not null then 'contest'
                       when training then 'training' when replayed then 'replayed'
                       when bool_and(s.bot is not null) then 'bots' else 'person' end,
                  sandbox or private, seats, rules ->> 'edition', rules ->> 'multicolor',
                  outcome, reason, score, finished_at, array_remove(array_agg(s.account_id), null),
                  rules ->> 'variant', array[deal_lower, deal_upper, highest],
                  array[lost_by_deal, lost_by_draws, lost_by_choice]
             from game join seat s using (game_id) left join solution o using (game_id)
                  left join hindsight h using (game_id)
            where status = 'ended' group by game_id, o.game_id, h.game_id"""
    ).fetchall()
    return [
        Row._make((*row, tuple(players), variant, *[None if part[0] is None else tuple(part) for part in (deal, lost)]))
        for *row, players, variant, deal, lost in rows
    ]


def direct(rows: list[Row], wish: Json) -> Json:
    """Return the statistics of the rows that meet the conditions, computed as the contract defines them."""

    def fits(row: Row) -> bool:
        score = -1 if row.score is None else row.score
        conditions: dict[str, Callable[[Any], bool]] = {
            "player": lambda value: UUID(value.removeprefix("a_")) in row.players,
            "edition": lambda value: row.edition == value,
            "multicolor": lambda value: row.multicolor == value,
            "variant": lambda value: row.variant == value,
            "seats": lambda value: row.seats == value,
            "outcome": lambda value: row.outcome == value,
            "score_gte": lambda value: score >= value,
            "score_lte": lambda value: 0 <= score <= value,
            "finished_after": lambda value: row.finished_at > datetime.fromisoformat(value),
            "finished_before": lambda value: row.finished_at < datetime.fromisoformat(value),
            "imported": lambda _: True,
        }
        return not row.hidden and all(conditions[name](value) for name, value in wish.items())

    if wish.get("imported") == "true":
        rows = [row._replace(kind="person") for row in rows if row.kind == "imported"]
    chosen = [row for row in rows if fits(row)]
    played = [row for row in chosen if row.kind == "person" and row.outcome != "aborted"]
    scores = [row.score for row in played if row.score is not None]
    aborted = sum(row.kind == "person" and row.outcome == "aborted" for row in chosen)
    return {
        **figures(played, wish),
        "median_score": statistics.median(scores) if scores else None,
        "outcomes": {name: sum(row.outcome == name for row in played) for name in ("won", "lost", "finished")},
        "scores": [{"score": score, "games": games} for score, games in sorted(Counter(scores).items())],
        "unscored": sum(row.score is None for row in played),
        **{
            f"by_{name}": [
                {name: value, **figures([row for row in played if getattr(row, name) == value], wish)}
                for value in sorted({getattr(row, name) for row in played})
            ]
            for name in ("edition", "seats", "multicolor")
        },
        "apart": {
            "aborted": aborted,
            **{kind: sum(row.kind == kind for row in chosen) for kind in ("imported", "bots", *OF_PERSONS)},
        },
        "aborted_share": round(aborted / (aborted + len(played)), 4) if aborted or played else None,
        "analysis": analysed(played),
    }


def analysed(rows: list[Row]) -> Json:
    """Return what the analysis found out about some games."""
    deals = [row.deal for row in rows if row.deal]
    winnable = sum(lower == highest for lower, _, highest in deals)
    decided = winnable + sum(upper < highest for _, upper, highest in deals)
    lost = [row.lost for row in rows if row.lost]
    means: list[Any] = [pytest.approx(statistics.fmean(part), abs=0.0051) for part in zip(*lost, strict=True)]
    return {
        "games": len(deals),
        "decided": decided,
        "winnable": winnable,
        "winnable_share": round(winnable / decided, 4) if decided else None,
        "hindsight": {
            "games": len(lost),
            **dict(zip(("lost_by_deal", "lost_by_draws", "lost_by_choice"), means or [None] * 3, strict=True)),
        },
    }


def figures(rows: list[Row], wish: Json) -> Json:
    """Return the figures of a group."""
    shares = [
        row.score / palette_of(row.variant or row.multicolor).max_score
        for row in rows
        if row.score is not None and (row.variant is None or "variant" in wish)
    ]
    scores = [row.score for row in rows if row.score is not None]
    return {
        "games": len(rows),
        "mean_score": round(sum(scores) / len(scores), 2) if scores else None,
        "mean_share": pytest.approx(statistics.fmean(shares), abs=0.00006) if shares else None,
        "perfect": sum(row.outcome == "won" for row in rows),
        "strikeouts": sum(row.reason == "strikeout" for row in rows),
    }


def all_conditions(dice: random.Random, players: list[Player]) -> Iterator[Json]:
    """Yield conditions: each one alone, and combinations."""
    moments = [START + timedelta(days=days, hours=hours) for days in range(-3, 110) for hours in (0, 2, 2, 5)]
    thinkable: dict[str, Callable[[], object]] = {
        "player": lambda: dice.choice(players).id,
        "edition": lambda: dice.choice(sorted(EDITIONS)),
        "multicolor": lambda: dice.choice(get_args(Multicolor)),
        "variant": lambda: dice.choice(CHOSEN),
        "seats": lambda: dice.randint(2, 6),
        "outcome": lambda: dice.choice(ENDS)[0],
        "score_gte": lambda: dice.randint(0, 26),
        "score_lte": lambda: dice.randint(0, 26),
        "finished_after": lambda: dice.choice(moments).isoformat(),
        "finished_before": lambda: dice.choice(moments).isoformat(),
        "imported": lambda: dice.choice(("true", "true", "false")),
    }
    yield {}
    yield from ({name: value()} for name, value in thinkable.items())
    yield {"finished_after": "2000-01-01T00:00:00-14:00", "finished_before": "2100-12-31T23:59:59+14:00"}
    yield {"finished_after": "2100-12-31T23:59:59+14:00"}
    yield {"finished_before": "2000-01-01T00:00:00-14:00"}
    for number in (2, 3, 4) * 12:
        names = dice.sample(sorted(thinkable), number) if dice.random() < 0.5 else ["finished_after", "finished_before"]
        if {"multicolor", "variant"} <= {*names}:  # they exclude each other
            names.remove("multicolor")
        yield {name: thinkable[name]() for name in names}


def get_statistics(api: Api, wish: Json) -> Json:
    """Request the statistics with these conditions."""
    query = urlencode(wish)
    answer: Json = api.get("/v1/stats", query=query).ok()
    return answer


@pytest.mark.parametrize("folded", slow_unless(lambda folded: folded == 150, [0, 150, 10_000]))
def test_statistics_equal_a_direct_count(app: Flask, api: Api, players: Players, db: Connection, folded: int) -> None:
    """Statistics equal a direct count for all conditions, with none, some or all games in the rollup.

    They count each game that the list of replays has.
    """
    dice, people = random.Random(0), players(3)
    accounts = [uuid_of(player) for player in people]
    for _ in range(250):
        store(db, random_row(dice, accounts), accounts[0])
    with app.extensions["database"].bind():
        assert rollup.add_finished(folded) >= min(folded, 150)
    rows = found(db)
    for number, wish in enumerate(all_conditions(dice, people)):
        found_there = get_statistics(api, wish)
        assert found_there == direct(rows, wish), wish
        if number < 15:
            of_list = listed(api, "/v1/replays", {**wish, "limit": 100})
            apart = found_there["apart"] | {"imported": 0}  # which have a list of their own
            assert len(of_list) == found_there["games"] + sum(apart.values()), wish


@pytest.mark.skipif("config.getoption('citus')", reason="several nodes have no moment in common")
def test_games_that_end_meanwhile_are_counted_once(
    app: Flask, api: Api, players: Players, db: Connection, empty_database_url: str
) -> None:
    """While games end and are counted, no response misses an ended game or counts it twice."""
    (ada,) = players(1)
    account, done = uuid_of(ada), threading.Event()
    row = random_row(random.Random(1), [account])._replace(kind="person", outcome="won", score=25, hidden=False)
    row = row._replace(reason="fireworks_complete", players=(account,))

    def end() -> None:
        try:
            with psycopg.connect(empty_database_url, autocommit=True) as mine:
                for hours in range(70):
                    store(mine, row._replace(finished_at=START + timedelta(hours=hours * 7 % 90)), account)
        finally:
            done.set()

    def fold() -> None:
        while not done.is_set():
            with app.extensions["database"].bind():
                rollup.add_finished(3)

    threads = [threading.Thread(target=one) for one in (end, fold, fold)]
    for thread in threads:
        thread.start()
    ended = "select count(*) from seat where account_id = %s"
    while not done.is_set():
        before = (db.execute(ended, (account,)).fetchone() or (0,))[0]
        games = get_statistics(api, {"player": ada.id})["games"]
        after = (db.execute(ended, (account,)).fetchone() or (0,))[0]
        assert before <= games <= after
    for thread in threads:
        thread.join()
    for query in ({}, {"finished_after": START.isoformat()}, {"finished_before": "2026-01-23T00:00:00Z"}):
        wish = {"player": ada.id, **query}
        assert get_statistics(api, wish) == direct(found(db), wish)


def test_requests_count_uncounted_games(
    app: Flask, api: Api, players: Players, db: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a cron job, requests update the rollup."""
    (ada,) = players(1)
    with app.extensions["database"].bind():
        while rollup.add_finished():
            pass
    monkeypatch.setattr(averages, "_MAX_WAITING", 5)
    row = random_row(random.Random(1), [uuid_of(ada)])._replace(hidden=False)
    waiting = "select count(*) from game where status = 'ended' and counted_as is null and not sandbox and not private"
    for number, left in ((5, 5), (1, 0)):
        for _ in range(number):
            store(db, row, uuid_of(ada))
        get_statistics(api, {})
        assert db.execute(waiting).fetchone() == (left,)


def test_results_of_the_analysis_are_counted_when_they_are_stored(
    app: Flask, api: Api, players: Players, db: Connection
) -> None:
    """Before and after the game is counted, a second time by a newer solver, and until the game is deleted."""
    (ada,) = players(1)
    account = uuid_of(ada)
    row = random_row(random.Random(1), [account])._replace(
        kind="imported", players=(), hidden=False, deal=None, lost=None
    )
    early, late = (store(db, row._replace(outcome="finished", score=20), account) for _ in range(2))
    wish = {"imported": "true", "edition": row.edition, "seats": row.seats}

    def rows() -> list[Any]:
        """Return the figures of all rows of the rollup. The last digits of a sum depend on the order of the games."""
        with app.extensions["database"].bind():
            rollup.add_finished(10_000)
        assert get_statistics(api, wish) == direct(found(db), wish)
        counted = db.execute("select * from rollup where games > 0").fetchall()
        return sorted([[round(one, 6) if isinstance(one, float) else one for one in row] for row in counted], key=str)

    def result(game_id: UUID, lower: int, lost: float) -> None:
        with app.extensions["database"].bind():
            for table, columns in (
                (Solution, {"deal_lower": lower, "deal_upper": lower, "highest": 25}),
                (Hindsight, {"lost_by_deal": lost, "lost_by_draws": 0.5, "lost_by_choice": 2.0}),
            ):
                stored_results.begin(table, game_id)
                stored_results.store(table, game_id, b"", 0.0, **columns)

    result(early, 25, 0.0)
    before = rows()
    result(late, 24, 1.0)
    once = rows()
    assert once != before
    result(late, 25, 0.0)
    again = rows()
    assert again != once
    result(late, 24, 1.0)
    assert rows() == once
    with app.extensions["database"].bind():
        rollup.clear()
    assert rows() == once
    ada.api.delete(f"/v1/replays/{ids.render('g', late)}").ok()
    assert rows() != once
    after = rows()
    with app.extensions["database"].bind():
        rollup.clear()
    assert rows() == after


def test_impossible_results_are_not_counted(another_database: str) -> None:
    """A script can store any row: impossible results are left out, all others are counted."""
    app = create_app(Settings(database_url=another_database, pool_size=1))
    api = Api(app)
    ada = api.post("/v1/accounts", {"name": "Ada"}).ok()["id"]
    account = UUID(ada.removeprefix("a_"))
    row = random_row(random.Random(1), [account])._replace(
        kind="person", players=(account,), hidden=False, outcome="won"
    )
    with psycopg.connect(another_database, autocommit=True) as db:
        for strange in ({"score": 99}, {"outcome": "x"}, {"reason": None}, {"score": 25}):
            store(db, row._replace(**strange), account)
    for _ in range(2):
        assert get_statistics(api, {"player": ada})["games"] == 2
        assert get_statistics(api, {"player": ada, "finished_after": START.isoformat()})["games"] <= 2
        with app.extensions["database"].bind():
            rollup.add_finished(10_000)


# A player's lists. They read settled seats by index, and the others one by one.

ORDERS: Final[dict[str, tuple[Callable[[Row], Any], bool]]] = {
    "finished": (lambda row: row.finished_at, False),
    "-finished": (lambda row: row.finished_at, True),
    "score": (lambda row: -1 if row.score is None else row.score, False),
    "-score": (lambda row: -1 if row.score is None else row.score, True),
}
WISHES: Final[list[tuple[Json, Callable[[Row], bool]]]] = [
    ({}, lambda row: True),
    ({"outcome": "finished"}, lambda row: row.outcome == "finished"),
    ({"seats": 3, "multicolor": "ten"}, lambda row: (row.seats, row.multicolor) == (3, "ten")),
    ({"edition": "de", "score_lte": 20}, lambda row: row.edition == "de" and row.score is not None and row.score <= 20),
    ({"multicolor": "variant", "seats": 2}, lambda row: (row.variant is not None) and row.seats == 2),
    ({"variant": CHOSEN[0]}, lambda row: row.variant == CHOSEN[0]),
    ({"score_gte": 15}, lambda row: row.score is not None and row.score >= 15),
    (
        {"finished_after": "2026-02-01T00:00:00Z", "finished_before": "2026-03-20T10:00:00Z"},
        lambda row: datetime(2026, 2, 1, tzinfo=UTC) < row.finished_at < datetime(2026, 3, 20, 10, tzinfo=UTC),
    ),
]


def listed(api: Api, path: str, wish: Json) -> list[str]:
    """Return the ids of all pages of a list."""
    pages = api.pages(path, urlencode({"limit": 7, **wish}))
    return [item["id"] for page in pages for item in page]


@pytest.mark.slow
@pytest.mark.parametrize("settled", slow_unless(lambda settled: settled == 60, [0, 60, 10_000]))
def test_a_players_lists_are_the_same_settled_or_not(
    app: Flask, api: Api, players: Players, new_game: NewGame, db: Connection, settled: int
) -> None:
    """The lists are the same for every order, condition and page, with running and hidden games."""
    dice, (ada, *others) = random.Random(settled), players(3)
    accounts = [uuid_of(player) for player in (ada, *others)]
    rows = {
        ids.render("g", store(db, row, accounts[0])): row for row in [random_row(dice, accounts) for _ in range(120)]
    }
    with app.extensions["database"].bind():
        while settled == 0 and rollup.waiting(60):  # from other tests
            rollup.add_finished(20)
        rollup.add_finished(settled)
    mine = {game_id: row for game_id, row in rows.items() if accounts[0] in row.players}
    for wish, fits in WISHES:
        for sort, (key, falling) in ORDERS.items():
            chosen = [one for one in mine.items() if not one[1].hidden and fits(one[1])]
            chosen.sort(key=lambda one: (key(one[1]), one[0]), reverse=falling)
            query = {"player": ada.id, "sort": sort, **wish}
            assert listed(api, "/v1/replays", query) == [game_id for game_id, _ in chosen], query
    running = [ada.api.post("/v1/games", {"seats": 2}).ok()["id"] for _ in range(2)]
    others[0].api.post(f"/v1/games/{running[0]}/seats", {}).ok()
    ended = [*mine][::-1]
    assert listed(ada.api, "/v1/me/games", {}) == [*running[::-1], *ended]
    assert listed(ada.api, "/v1/me/games", {"status": "ended"}) == ended
    assert listed(ada.api, "/v1/me/games", {"status": "running"}) == running[:1]
    assert listed(ada.api, "/v1/me/games", {"status": "open"}) == running[1:]
    turn = ada.api.get(f"/v1/games/{running[0]}").ok()["to_move"]
    assert listed(ada.api, "/v1/me/games", {"turn": "mine"}) == (running[:1] if turn == 0 else [])
    assert [one["game"] for one in ada.api.get("/v1/me/events").ok()["items"]] == running[:1]


# The resource of an account.


def test_anyone_may_read_an_account(api: Api, players: Players, db: Connection) -> None:
    """An account has its date, the statistics of its public games and a link to its replays."""
    (ada,) = players(1)
    store(
        db,
        Row("person", False, 2, "de", "none", "finished", "last_round_over", 17, START, (uuid_of(ada),)),
        uuid_of(ada),
    )
    name = unique("Ada Löv")
    rename(ada, name).ok()
    by_id = api.get(f"/v1/accounts/{ada.id}").ok()
    assert api.get(f"/v1/accounts/{unicodedata.normalize('NFD', name)}").ok() == by_id
    assert (by_id["id"], by_id["name"]) == (ada.id, name)
    assert by_id["since"] == ada.api.get("/v1/me").ok()["created_at"]
    assert by_id["stats"] == direct(found(db), {"player": ada.id})
    path, _, query = by_id["replays"].partition("?")
    assert len(api.get(path, query=query).ok()["items"]) == by_id["stats"]["games"] == 1


@in_one_test("name", ["Nobody of this name", "(deleted)", "%00", "%ff", "a_0", "a_" + "0" * 32, "ada"])
def test_an_unknown_account_is_404(api: Api, players: Players, name: str) -> None:
    """Text that cannot be a name is 404, too."""
    (ada,) = players(1)
    ada.api.delete("/v1/me")
    assert api.get(f"/v1/accounts/{name}").code == "not-found"
