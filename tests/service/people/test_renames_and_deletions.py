"""Renames and deletions of accounts: shown everywhere at once, without a change of any game."""

from collections.abc import Callable, Iterator
from typing import Any, LiteralString

import psycopg
import pytest

from service.maintenance import chores
from service.platform.settings import Settings
from tests import spread
from tests.service.client import Api, Game, Json, Player
from tests.service.factories import NewGame, Players, rename, unique

Connection = psycopg.Connection[tuple[Any, ...]]

GAMES = 20_000


@pytest.fixture
def db(database_url: str) -> Iterator[Connection]:
    """A connection to the service's database."""
    with psycopg.connect(database_url, autocommit=True) as connected:
        yield connected


def new_name(player: Player) -> tuple[str, str | None]:
    """Rename an account. Return the name and the id that others then see."""
    name = unique("Zoë")
    rename(player, name).ok()
    return name, player.id


def deleted(player: Player) -> tuple[str, None]:
    """Delete an account. Return the name and the id that others then see."""
    player.api.delete("/v1/me").ok()
    return "(deleted)", None


CHANGES = [new_name, deleted]
Change = Callable[[Player], tuple[str, str | None]]


def seat(table: Json, number: int = 1) -> tuple[str, str | None]:
    """Return the name and the account of a seat."""
    (found,) = [one for one in table["seats"] if one["seat"] == number]
    return found["name"], found["account"]


def test_an_invitation_has_the_account_of_the_inviting_player(players: Players) -> None:
    """A name alone could be anybody's."""
    creator, ada, bob = players(3)
    game = creator.api.post("/v1/games", {"seats": 3}).ok()["id"]
    ada.api.post(f"/v1/games/{game}/seats", {}).ok()
    ada.api.post(f"/v1/games/{game}/invitations", {"account": bob.id}).ok()
    (invited,) = bob.api.get("/v1/me/events").ok()["invited"]
    assert (invited["invited_by"], invited["inviter"]) == (ada.name, ada.id)
    ada.api.delete("/v1/me").ok()
    (invited,) = bob.api.get("/v1/me/events").ok()["invited"]
    assert (invited["invited_by"], invited["inviter"]) == ("(deleted)", None)


@pytest.mark.parametrize("change", CHANGES)
def test_a_view_with_another_name_has_another_tag(new_game: NewGame, change: Change) -> None:
    """A client that has the view is not told that nothing has changed."""
    game = new_game(2)
    ada, bob = game.players
    tags = {ada.api.get(game.path).headers["ETag"]}
    for _ in range(2):
        (tag,) = tags
        assert ada.api.get(game.path, headers={"If-None-Match": tag}).status == 304
        expected = change(bob)
        answer = ada.api.get(game.path, headers={"If-None-Match": tag})
        assert (answer.status, seat(answer.ok())) == (200, expected)
        tags = {answer.headers["ETag"]}
        assert tags != {tag}
        if change is deleted:
            break


def test_a_tag_is_not_used_twice_while_seats_change(players: Players) -> None:
    """Accounts that leave and take seats change the revision of the game, whatever the sum of theirs is."""
    ada, bob, eve = players(3)
    path = f"/v1/games/{ada.api.post('/v1/games', {'seats': 3}).ok()['id']}"
    tags = [ada.api.get(path).headers["ETag"]]
    for player in (bob, eve, bob):
        player.api.post(f"{path}/seats", {}).ok()
        tags.append(ada.api.get(path).headers["ETag"])
        rename(player, unique("Zoë")).ok()
        tags.append(ada.api.get(path).headers["ETag"])
        player.api.delete(f"{path}/seats/me").ok()
        tags.append(ada.api.get(path).headers["ETag"])
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("change", CHANGES)
def test_cached_answers_have_the_new_name(new_game: NewGame, api: Api, change: Change) -> None:
    """Replays, lists, exports and pages about a finished game show a rename at the next request."""
    game = new_game(2)
    game.abort()
    bob = game.players[1]
    paths = [
        (game.replay_path, ""),
        ("/v1/replays", f"player={bob.id}"),
        (f"{game.replay_path}/export", "format=notation"),
        (f"{game.replay_path}/export", "format=csv"),
        (f"/replays/{game.id}", ""),
    ]
    for path, query in paths:
        assert bob.name.encode() in api.get(path, query=query).raw
    name, _ = change(bob)
    for path, query in paths:
        raw = api.get(path, query=query).raw
        assert bob.name.encode() not in raw and name.encode() in raw, path


def rows(db: Connection, account_id: str) -> set[tuple[Any, ...]]:
    """Return where the rows of an account's games and seats are stored. An update moves a row."""
    return set(
        db.execute(
            """select 'seat', s.ctid::text, s.xmin::text from seat s where s.account_id = %(id)s
                union all
               select 'game', g.ctid::text, g.xmin::text from game g
                 join seat s on s.game_id = g.game_id and s.account_id = %(id)s""",
            {"id": account_id.removeprefix("a_")},
        ).fetchall()
    )


def give_games(db: Connection, game: Game, number: int) -> None:
    """Insert copies of a game, with a private note and an invitation of the second player for some."""
    db.execute(
        """with made as (
               insert into game (game_id, status, seats, rules, created_by, sandbox, private, revision, version, turn,
                                 idle_limit_s, moved_at)
               select gen_random_uuid(), 'running', seats, rules, created_by, true, false, 0, -1, 0, idle_limit_s, now()
                 from game cross join generate_series(1, %(number)s) where game_id = %(game)s
               returning game_id),
           seated as (
               insert into seat (game_id, seat, account_id)
               select made.game_id, seat.seat, seat.account_id
                 from made cross join seat where seat.game_id = %(game)s),
           few as (select game_id from made limit 2000),
           noted as (
               insert into note (game_id, account_id, anchor, shared, revision, history)
               select game_id, %(bob)s, 'game', false, 1, '[]' from few)
           insert into invitation (game_id, digest, invited_by, expires_at, account_id)
           select game_id, sha256(game_id::text::bytea), %(ada)s, now() + interval '1 day', %(bob)s from few""",
        {
            "number": number,
            "game": game.id.removeprefix("g_"),
            "ada": game.players[0].id.removeprefix("a_"),
            "bob": game.players[1].id.removeprefix("a_"),
        },
    )


def count(db: Connection, query: LiteralString, account_id: str) -> int:
    """Return the number that a query finds for an account."""
    (number,) = db.execute(query, (account_id.removeprefix("a_"),)).fetchone() or (0,)
    return int(number)


@pytest.mark.slow
@spread.ONE_MACHINE  # Citus locks no rows of several nodes at once
def test_an_account_with_many_games_is_renamed_and_deleted_at_once(
    new_game: NewGame, db: Connection, database_url: str
) -> None:
    """No row of a game is written or waited for, so its partners are not disturbed."""
    game = new_game(2, rules={"starting_seat": 0})
    bob = game.players[1]
    give_games(db, game, GAMES)
    before = rows(db, bob.id)
    assert len(before) == 2 * (GAMES + 1)
    with psycopg.connect(database_url) as other:
        # A move of a partner holds these locks for a moment.
        other.execute(
            "select 1 from game g join seat s using (game_id) where s.account_id = %s for update", [bob.id[2:]]
        )
        assert rename(bob, name := unique("Zoë")).status == 200
        assert seat(game.view(0)) == (name, bob.id)
        assert bob.api.delete("/v1/me").status == 204
        assert seat(game.view(0)) == ("(deleted)", None)
        assert bob.api.get("/v1/me").code == "invalid-token"
        assert rows(db, bob.id) == before
    game.play("clue 1 1")
    notes, invitations, tokens = (
        "select count(*) from note where account_id = %s",
        "select count(*) from invitation where account_id = %s",
        "select count(*) from token where account_id = %s",
    )
    assert [count(db, query, bob.id) for query in (notes, invitations, tokens)] == [2000, 2000, 1]
    chores.main(Settings(database_url=database_url))
    assert [count(db, query, bob.id) for query in (notes, invitations, tokens)] == [0, 0, 0]


def test_data_is_removed_in_batches(
    new_game: NewGame, db: Connection, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shared notes remain."""
    monkeypatch.setattr("service.core.people.accounts._ROWS", 7)
    game = new_game(2)
    ada, bob = game.players
    give_games(db, game, 20)
    game.abort()
    bob.api.put(f"{game.path}/notes/game", {"text": "Well played.", "shared": True}).ok()
    bob.api.delete("/v1/me").ok()
    for _ in range(2):
        chores.main(Settings(database_url=database_url))
        assert count(db, "select count(*) from note where account_id = %s", bob.id) == 1
        assert count(db, "select count(*) from invitation where account_id = %s", bob.id) == 0
    (shared,) = ada.api.get(f"{game.replay_path}/notes").ok()["items"]
    assert shared["seat"] == 1
