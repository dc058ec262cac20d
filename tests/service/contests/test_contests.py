"""Tests of contests: announcement, entries, tables, seals and standings."""

from contextlib import ExitStack
from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask

from engine.proof.verify import verify_file
from service.cli.arguments import main
from service.features.commitment_log import sequencer
from service.features.contests import announced_rounds, entering
from service.features.statistics import rollup
from service.features.webhooks import event_finding
from service.platform import ids
from service.platform.database.pool import connection
from tests.rows import in_one_test
from tests.service.client import Api, Game, Json, Player
from tests.service.conftest import POOL_SIZE
from tests.service.contests.teams import ask, contest_of, dealt, decks_of, enter, path_of
from tests.service.factories import Players, unique
from tests.service.statements import recorded


def ended(contest: Json, team: list[Player], deck: int = 0, plays: int = 0) -> Game:
    """Play a deck: discard or give clues, and abort."""
    game = dealt(contest, team, deck)
    for _ in range(plays):
        seat = game.view(0)["to_move"]
        game.send(seat, {"type": "play", "card": game.view(seat)["hands"][seat]["cards"][0]["card"]}).ok()
    game.abort()
    return game


def change(app: Flask, contest: Json, statement: str) -> None:
    """Change what is stored about a contest."""
    contest_id = ids.parse("x", contest["id"])
    with app.extensions["database"].bind(), connection() as db:
        db.execute(statement.encode(), (contest_id,))


def close(app: Flask, contest: Json) -> None:
    """Let the round close now."""
    change(app, contest, "update contest_round set closes_at = now() where contest_id = %s")
    change(app, contest, "update contest set closes_at = now() where contest_id = %s")
    change(app, contest, "update game set sealed_until = now() where contest_id = %s")


def entered(*teams: list[Player]) -> Json:
    """Announce a contest, and let teams enter it."""
    contest = contest_of(teams[0][0])
    for team in teams:
        enter(contest, team)
    return contest


def standings(contest: Json, api: Api) -> list[Json]:
    """Return the standings that a caller sees."""
    found: list[Json] = api.get(f"{path_of(contest)}/standings").ok()["items"]
    return found


def test_a_team_plays_a_deck_once(api: Api, players: Players) -> None:
    """Its game is dealt when all members are there. Only they see it."""
    team = players(2)
    contest = contest_of(team[0])
    entry = enter(contest, team)
    assert entry["status"] == "entered"
    waiting = ask(contest, team[0])
    assert (waiting.status, waiting.ok()["status"], waiting.ok()["ready"]) == (200, "waiting", [team[0].id])
    table = ask(contest, team[1])
    assert (table.status, table.ok()["status"]) == (201, "running")
    game = Game({"id": table.ok()["game"]}, team)
    assert game.view(0)["private"] is True and game.view(1)["contest"] == contest["id"]
    assert api.get(game.path).status == 404 == players(1)[0].api.get(game.path).status
    game.abort()
    again = ask(contest, team[0])
    assert (again.status, again.ok()["game"], again.ok()["status"]) == (200, game.id, "ended")


def test_all_tables_of_a_deck_have_its_commitment(api: Api, players: Players) -> None:
    """The deck, the start and the commitment are the same at all tables, and another deck has others."""
    people = players(4)
    contest = entered(people[:2], people[2:])
    first, second = (ended(contest, team) for team in (people[:2], people[2:]))
    third = ended(contest, people[:2], 1)
    replays = [game.players[0].api.get(game.replay_path).ok() for game in (first, second, third)]
    assert replays[0]["deck"] == replays[1]["deck"] != replays[2]["deck"]
    deals = [game.events(0)[0] for game in (first, second, third)]
    decks = decks_of(api, contest)
    assert [deal["commitment"] for deal in deals] == [decks[number]["commitment"] for number in (0, 0, 1)]
    assert {deal["origin"] for deal in deals} == {"contest"}
    record = first.players[0].api.get(f"{first.replay_path}/export").raw
    verified = verify_file(record)[1]
    assert verified.verified and verified.provenance == "contest"


def test_the_log_has_the_commitments_of_the_decks(app: Flask, api: Api, players: Players) -> None:
    """Its proof needs the deck's `log_id`, before anybody has played, and is one of no game."""
    (deck, other) = decks_of(api, contest_of(players(1)[0]))
    with app.extensions["database"].bind():
        sequencer.sequence_all()
    asked = f"game={deck['log_id']}&type=commitment&secret_commitment="
    proof = api.get("/v1/log/proof", query=asked + deck["secret_commitment"]).ok()
    assert proof["entry"]["secret_commitment"] == deck["secret_commitment"]
    assert api.get("/v1/log/proof", query=asked + other["secret_commitment"]).code == "not-found"
    assert api.get(f"/v1/games/{deck['log_id']}").code == "not-found"


def test_standings_are_for_those_who_have_ended(api: Api, players: Players) -> None:
    """A deck counts for those who have ended it. A better score beats a worse one, and equal ones share."""
    people = players(6)
    contest = contest_of(people[0])
    teams = [people[:2], people[2:4], people[4:]]
    entries = [enter(contest, team)["id"] for team in teams]
    for team in teams[:2]:
        ended(contest, team)
    assert standings(contest, api) == standings(contest, teams[2][0].api) == []
    seen = standings(contest, teams[0][0].api)
    assert {one["entry"]["id"]: (one["place"], one["matchpoints"]) for one in seen} == {
        **dict.fromkeys(entries[:2], (1, 1)),
        entries[2]: (3, 0),
    }
    tables = teams[0][1].api.get(f"{path_of(contest)}/tables").ok()["items"]
    assert {one["entry"]: one["game"] is None for one in tables} == {entries[0]: False, entries[1]: True}
    assert api.get(f"{path_of(contest)}/tables").ok()["items"] == []


def test_the_seal_ends_with_the_round(app: Flask, api: Api, players: Players) -> None:
    """Then the games are public, also before it is stored, and the deck and the standings are open."""
    people = players(4)
    contest = entered(people[:2], people[2:])
    game, late = ended(contest, people[:2]), dealt(contest, people[2:])
    assert api.get(game.replay_path).status == 404
    with app.extensions["database"].bind():
        rollup.add_finished()  # while it is private
    close(app, contest)
    assert api.get(game.replay_path).ok()["private"] is False
    assert api.get(late.path).ok()["private"] is False
    assert ask(contest, people[0], 1).code == "round-not-open"
    closed = api.get(path_of(contest)).ok()
    assert closed["status"] == "closed" and decks_of(api, contest)[0]["secret"]
    late.abort()
    found = api.get(f"{path_of(contest)}/standings").ok()
    assert found["final"] is True and [one["played"] for one in found["items"]] == [1, 0]
    listed = api.get("/v1/replays", query=f"player={people[0].id}").ok()["items"]
    assert [one["id"] for one in listed] == [game.id]
    for _ in range(2):
        assert api.get("/v1/stats", query=f"player={people[0].id}").ok()["apart"]["contest"] == 1
        with app.extensions["database"].bind():
            rollup.add_finished()


def test_a_reader_of_a_contest_that_closes_holds_one_connection(app: Flask, api: Api, players: Players) -> None:
    """Many who read it at once, and each held one while it waits for another, would wait for each other."""
    people = players(4)
    contest = entered(people[:2], people[2:])
    ended(contest, people[:2])
    dealt(contest, people[2:])
    close(app, contest)
    with app.extensions["database"].bind(), ExitStack() as held:
        for _ in range(POOL_SIZE - 1):
            held.enter_context(connection())
        assert api.get(path_of(contest)).ok()["status"] == "closed"
    listed = [one.api.get(f"{path_of(contest)}/tables").ok()["items"] for one in (people[0], people[2])]
    assert [[table["status"] for table in found] for found in listed] == [["ended"], ["ended", "running"]]


def test_readers_of_a_contest_that_has_closed_share_answers(
    app: Flask, api: Api, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seals of all decks end together, and what all see is read once."""
    people = players(2)
    contest = contest_of(people[0], rounds=[{"decks": 9}])
    enter(contest, people)
    close(app, contest)
    with recorded(monkeypatch) as sent:
        api.get(path_of(contest)).ok()
    assert len([one for one in sent if "update" in one.lower()]) <= 5
    for part in ("entries", "tables", "standings", "results"):
        first = api.get(f"{path_of(contest)}/{part}").ok()
        with recorded(monkeypatch) as sent:
            assert api.get(f"{path_of(contest)}/{part}").ok() == first
        assert sent == []


def test_the_seal_ends_with_the_last_game_if_nobody_can_enter(app: Flask, api: Api, players: Players) -> None:
    """While somebody can enter, it holds."""
    people = players(2)
    contest = entered(people)
    game = ended(contest, people)
    assert decks_of(api, contest)[0]["sealed"] is True
    change(app, contest, "update contest set entry_until = now() where contest_id = %s")
    decks = decks_of(api, contest)
    assert [deck["sealed"] for deck in decks] == [False, True]
    assert api.get(game.replay_path).status == 200


@pytest.mark.parametrize(("who", "refused"), [("people", 1), ("bots", 0)])
def test_who_may_enter(players: Players, who: str, refused: int) -> None:
    """People are not admitted among bots, and bots not among people."""
    people = players(2)
    contest = contest_of(people[0], entry={"who": who})
    partners: list[Json] = [{"account": people[1].id}, {"bot": "kagiya"}]
    answer = people[0].api.post(f"{path_of(contest)}/entries", {"partners": [partners[refused]]})
    assert answer.code == "not-eligible"


def test_invited_accounts_alone_may_enter(players: Players) -> None:
    """Others are not eligible."""
    people = players(3)
    contest = contest_of(people[0], entry={"who": "invited", "accounts": [one.id for one in people[:2]]})
    refused = people[0].api.post(f"{path_of(contest)}/entries", {"partners": [{"account": people[2].id}]})
    assert refused.code == "not-eligible"
    assert enter(contest, people[:2])["status"] == "entered"


def test_an_account_takes_part_once(players: Players) -> None:
    """Who has played a deck cannot enter with others, also after the entry was withdrawn."""
    people = players(3)
    contest = contest_of(people[0])
    entry = enter(contest, people[:2])
    again = {"partners": [{"account": people[2].id}]}
    assert people[0].api.post(f"{path_of(contest)}/entries", again).code == "already-entered"
    assert ask(contest, people[2]).code == "not-an-entrant"
    ended(contest, people[:2])
    assert people[1].api.delete(f"{path_of(contest)}/entries/{entry['id']}").status == 204
    assert people[0].api.post(f"{path_of(contest)}/entries", again).code == "already-entered"
    assert ask(contest, people[0]).code == "not-an-entrant"


def test_a_bot_of_the_service_is_ready_at_once(players: Players) -> None:
    """A lone entrant plays with it."""
    (person,) = players(1)
    contest = contest_of(person)
    entry = person.api.post(f"{path_of(contest)}/entries", {"partners": [{"bot": "kagiya"}]}).ok()
    assert entry["status"] == "entered" and entry["members"][1]["bot"] == "kagiya"
    assert ask(contest, person).status == 201


def test_the_limits(app: Flask, players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """A contest has so many teams that all can play all decks, and an account so many contests."""
    people = players(4)
    contest = contest_of(people[0])
    monkeypatch.setattr(entering, "MAX_TABLES", 3)  # one team for two decks
    enter(contest, people[:2])
    refused = people[2].api.post(f"{path_of(contest)}/entries", {"partners": [{"account": people[3].id}]})
    assert (refused.body["limit"], refused.body["of"]) == ("contest-entries", "contest")
    assert "All its teams share this limit" in refused.body["detail"]
    monkeypatch.setattr(announced_rounds, "MAX_CONTESTS", 1)
    body = {"title": "Cup", "seats": 2, "rounds": [{"decks": 1}]}
    assert people[0].api.post("/v1/contests", body).code == "limit-reached"


@in_one_test(
    "wrong",
    [
        {"rounds": [{"decks": 1, "closes_at": "2020-01-01T00:00:00Z"}]},
        {"rounds": [{"decks": 1, "opens_at": "2030-01-02T00:00:00Z", "closes_at": "2030-01-01T00:00:00Z"}]},
        {"rounds": [{"decks": 100}] * 11},
        {"entry": {"who": "bots", "accounts": ["a_" + "0" * 32]}},
        {"entry": {"who": "invited"}},
    ],
)
def test_wrong_contests_are_refused(players: Players, wrong: Json) -> None:
    """Each gets a fault with its place."""
    body = {"title": "Cup", "seats": 2, "rounds": [{"decks": 1}], **wrong}
    refused = players(1)[0].api.post("/v1/contests", body)
    assert refused.code == "invalid-request" and refused.body["errors"]


def test_a_round_or_a_deck_that_does_not_exist_is_named(players: Players) -> None:
    """Wherever a request names one, the fault points at it."""
    ada = players(1)[0]
    contest = contest_of(ada, rounds=[{"decks": 1}, {"decks": 3}])
    for number, deck, wrong in ((2, 0, ["round"]), (0, 1, ["deck"]), (1, 3, ["deck"]), (99, 99, ["round", "deck"])):
        refused = ada.api.post(f"{path_of(contest)}/tables", {"round": number, "deck": deck})
        assert [fault["pointer"] for fault in refused.body["errors"]] == [f"#/{name}" for name in wrong]
        refused = ada.api.get(f"{path_of(contest)}/tables", query=f"round={number}&deck={deck}")
        assert [fault["parameter"] for fault in refused.body["errors"]] == wrong
    for number in (-1, 2, 100):
        refused = ada.api.post(f"{path_of(contest)}/tables", {"round": number, "deck": 0})
        assert [fault["detail"] for fault in refused.body["errors"]] == ["must be from 0 to 1"]
    assert ada.api.get(f"{path_of(contest)}/standings", query="round=2").body["errors"][0]["parameter"] == "round"
    assert ada.api.get(f"{path_of(contest)}/standings", query="round=1").status == 200


def test_the_results_are_verified_with_their_games(
    app: Flask, api: Api, players: Players, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`hanabi verify` accepts the results with the records of their games, and no other score."""
    people = players(4)
    contest = contest_of(people[0])
    games = []
    for team in (people[:2], people[2:]):
        enter(contest, team)
        games.append(ended(contest, team))
    assert api.get(f"{path_of(contest)}/results").code == "contest-not-closed"
    close(app, contest)
    files = [tmp_path / name for name in ("results", "first", "second", "changed")]
    files[0].write_bytes(api.get(f"{path_of(contest)}/results").raw)
    for file, game in zip(files[1:], games, strict=False):
        file.write_bytes(api.get(f"{game.replay_path}/export").raw)
    command = ["verify", str(files[0]), *(part for file in files[1:3] for part in ("--game", str(file)))]
    assert main(command) == 0 and "Cup, 2 games, 2 of them" in capsys.readouterr().out
    assert main(["verify", str(files[0]), "--log", "."]) == 2 and "log/head" in capsys.readouterr().err
    files[3].write_bytes(files[0].read_bytes().replace(b'"score":0', b'"score":1'))
    assert main(["verify", str(files[3])]) == 1


def test_an_account_cannot_fill_a_contest(api: Api, players: Players) -> None:
    """Its teams are few, those of its deleted bots end, and only those that have begun count on."""
    organizer, owner = players(2)
    contest = contest_of(organizer, rounds=[{"decks": 1}])
    path, codes = path_of(contest), []
    for number in range(13):
        bot = owner.api.post("/v1/me/bots", {"name": unique("Bot")}).ok()
        program = Player(bot["id"], bot["name"], bot["token"], api.known_by(bot["token"]))
        entered = program.api.post(f"{path}/entries", {"partners": [{"bot": "kagiya"}]})
        codes.append(entered.body.get("limit"))
        if entered.status == 201 and number != 5:
            dealt(contest, [program])
        owner.api.delete(f"/v1/me/bots/{bot['id']}")
    assert codes == [None] * 11 + ["teams-in-contest"] * 2
    assert [entry["status"] for entry in api.get(f"{path}/entries").ok()["items"]].count("withdrawn") == 1


def test_the_organizer_removes_teams_that_have_not_begun(players: Players) -> None:
    """Nobody else does, and nobody a team that has begun."""
    organizer, *others = players(6)
    contest = contest_of(organizer)
    idle, begun = enter(contest, others[:2]), enter(contest, others[2:4])
    dealt(contest, others[2:4])
    path = f"{path_of(contest)}/entries"
    assert others[4].api.delete(f"{path}/{idle['id']}").status == 404
    assert organizer.api.delete(f"{path}/{begun['id']}").code == "team-has-begun"
    assert organizer.api.delete(f"{path}/{idle['id']}").status == 204
    assert ask(contest, others[0]).code == "not-an-entrant"


def test_a_team_cannot_be_withdrawn_when_the_results_are_final(app: Flask, players: Players) -> None:
    """The standings would change."""
    people = players(2)
    contest = contest_of(people[0])
    entry = enter(contest, people)
    close(app, contest)
    people[0].api.get(path_of(contest)).ok()
    assert people[0].api.delete(f"{path_of(contest)}/entries/{entry['id']}").code == "entry-closed"


@in_one_test(
    "name",
    [
        "Moderators",
        "ＭＯＤＥＲＡＴＯＲＳ",
        "ʜgroup-5",
        "hgroup-5",
        "hanabi arena",
        "Hanabi-Import",
        "The staff",
        "Kagiya 2",
    ],
)
def test_names_that_people_see_are_no_reserved_words(players: Players, name: str) -> None:
    """Those of accounts, bots, teams and contests."""
    (person,) = players(1)
    contest = contest_of(person)
    refused = [
        person.api.post("/v1/accounts", {"name": name}),
        person.api.post("/v1/me/bots", {"name": name}),
        person.api.post("/v1/contests", {"title": name, "seats": 2, "rounds": [{"decks": 1}]}),
        person.api.post(f"{path_of(contest)}/entries", {"name": name, "partners": [{"bot": "kagiya"}]}),
    ]
    assert [one.code for one in refused] == ["invalid-request"] * 4


CLOCK = {"turn_s": 86_400, "on_timeout": "bot", "bot": "kagiya"}


@pytest.mark.parametrize(("pauses", "codes"), [(False, ["no-pause"] * 2), (True, [None] * 2)])
def test_games_pause_if_the_round_allows_it(app: Flask, players: Players, pauses: bool, codes: list[str]) -> None:
    """The results say for how long. Nobody has vacation but what the round gives."""
    people = players(2)
    contest = contest_of(people[0], rounds=[{"decks": 1, "pace": CLOCK, "pauses": pauses}])
    enter(contest, people)
    game = dealt(contest, people)
    found = [one.api.post(f"{game.path}/clock-changes", {"change": "pause"}) for one in people]
    assert [one.body.get("refusal") for one in found] == codes
    vacation = people[0].api.post(f"{game.path}/clock-changes", {"change": "vacation", "days": 1})
    assert vacation.body["refusal"] == "no-vacation"
    with app.extensions["database"].bind(), connection() as db:
        db.execute("update event set at = at - interval '1 h' where game_id = %s", (game.id[2:],))
    for one in people:
        one.api.post(
            f"{game.path}/abort-votes"
        )  # the first one may end it, since the other seat has not moved for long
    close(app, contest)
    (table,) = people[0].api.get(f"{path_of(contest)}/results").ok()["tables"]
    assert table["paused_s"] // 3600 == pauses


def test_a_bot_that_took_a_seat_is_named_and_does_not_count_among_people(app: Flask, players: Players) -> None:
    """A team that just waits does not win by the bot."""
    people = players(4)
    contest = contest_of(people[0], rounds=[{"decks": 1, "pace": CLOCK}], entry={"who": "people"})
    entries = [enter(contest, people[:2])["id"], enter(contest, people[2:])["id"]]
    waited = dealt(contest, people[:2])
    with app.extensions["database"].bind(), connection() as db:
        db.execute("update event set at = at - interval '2 days' where game_id = %s", (waited.id[2:],))
        db.execute("update game set deadline = now() - interval '1 day' where game_id = %s", (waited.id[2:],))
        db.execute("update game set started_at = started_at - interval '2 days' where game_id = %s", (waited.id[2:],))
    waited.view(0)
    waited.abort()
    ended(contest, people[2:])
    close(app, contest)
    found = people[0].api.get(f"{path_of(contest)}/results").ok()
    tables = {table["entry"]: table for table in found["tables"]}
    assert tables[entries[0]]["bots_took"] != [] and tables[entries[0]]["matchpoints"] is None
    assert (tables[entries[1]]["bots_took"], tables[entries[1]]["matchpoints"]) == ([], 2)
    placed = {one["entry"]["id"]: one for one in standings(contest, people[0].api)}
    assert [placed[entry]["bots_took"] for entry in entries] == [1, 0]
    assert [placed[entry]["played"] for entry in entries] == [0, 1]


def test_a_partner_is_told(app: Flask, players: Players) -> None:
    """By the account's events and a webhook, once however often the team is entered, and not once declined."""
    ada, bela = players(2)
    contest = contest_of(ada)
    hook = bela.api.post("/v1/me/webhooks", {"url": "https://example.com/", "events": ["contest-invited"]}).ok()
    body = {"partners": [{"account": bela.id}]}
    for _ in range(2):
        entry = ada.api.post(f"{path_of(contest)}/entries", body).ok()
        (told,) = bela.api.get("/v1/me/events").ok()["contest_invited"]
        assert (told["contest"], told["entry"], told["inviter"]) == (contest["id"], entry["id"], ada.id)
        with app.extensions["database"].bind():
            event_finding.look_at_lobbies([UUID(entry["id"][2:])])
            event_finding.sweep(60)
        assert bela.api.delete(f"{path_of(contest)}/entries/{entry['id']}").status == 204
        assert bela.api.get("/v1/me/events").ok()["contest_invited"] == []
    sent = bela.api.get(f"/v1/me/webhooks/{hook['id']}/deliveries").ok()["items"]
    assert [one["type"] for one in sent] == ["contest-invited"]
    bela.api.put(f"/v1/me/blocks/{ada.id}")
    ada.api.post(f"{path_of(contest)}/entries", body).ok()
    assert bela.api.get("/v1/me/events").ok()["contest_invited"] == []
