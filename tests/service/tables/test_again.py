"""Tests of playing again with the same people, and of games that are challenges."""

from concurrent.futures import ThreadPoolExecutor

from tests.rows import in_one_test
from tests.service.client import Api, Game, Json
from tests.service.factories import NewGame, Players


def ended(new_game: NewGame, seats: int = 2, **body: object) -> Game:
    """Return a game that has been given up."""
    game = new_game(seats, **body)
    game.abort()
    return game


def test_all_who_play_again_meet_at_one_table(new_game: NewGame) -> None:
    """The first request creates the game and invites the others; theirs give them seats, also twice."""
    game = ended(new_game, 3, rules={"edition": "nl", "clue_tokens": 6}, idle_limit_s=600)
    path = f"{game.path}/again"
    first, second, third = (player.api for player in game.players)
    made = second.post(path).ok()
    assert made["rules"]["edition"] == "nl" and made["rules"]["clue_tokens"] == 6 and made["idle_limit_s"] == 600
    assert [one["game"] for one in first.get("/v1/me/invitations").ok()["items"]] == [made["id"]]
    asked = second.get(f"/v1/games/{made['id']}/invitations").ok()["items"]
    assert {one["account"]: one["status"] for one in asked} == dict.fromkeys(
        (game.players[0].id, game.players[2].id), "pending"
    )
    for again in range(2):
        assert first.post(path).ok()["id"] == made["id"], again
    third.delete(f"/v1/me/invitations/{made['id']}").ok()
    asked = second.get(f"/v1/games/{made['id']}/invitations").ok()["items"]
    assert {one["account"]: one["status"] for one in asked} == {
        game.players[0].id: "accepted",
        game.players[2].id: "declined",
    }
    assert third.post(path).ok()["status"] == "running"  # it has changed its mind


@in_one_test(
    "setting",
    [
        {"rules": {"variant": "Brown (5 Suits)"}, "idle_limit_s": 600},
        {"rules": {"ending": "grand_finale", "starting_seat": 1}, "training": True, "watching": "nobody"},
        {"sandbox": True, "pace": {"bank_s": 60, "increment_s": 5, "on_timeout": "bot"}},
        {"pace": {"turn_s": 60}, "idle_limit_s": 600, "pause_limit_s": 3600},
    ],
)
def test_the_next_game_has_the_setting_of_the_finished_one(new_game: NewGame, setting: Json) -> None:
    """Whatever was agreed about the table is agreed about the next one."""
    game = ended(new_game, **setting)
    agreed = ("rules", "sandbox", "training", "idle_limit_s", "pace", "pause_limit_s", "watching")
    first = game.view(0)
    made = game.players[0].api.post(f"{game.path}/again").ok()
    assert {name: made.get(name) for name in agreed} == {name: first.get(name) for name in agreed}


def test_those_who_play_again_at_the_same_moment_meet(new_game: NewGame) -> None:
    """Nobody creates a second table."""
    game = ended(new_game)
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda player: player.api.post(f"{game.path}/again").ok()["id"], game.players))
    assert made[0] == made[1]
    assert game.players[0].api.get(f"/v1/games/{made[0]}").ok()["status"] == "running"


def test_who_plays_again_agrees_anew_to_hands_for_watchers(players: Players) -> None:
    """An earlier consent counts for its game only. Who creates the next one without it shows the table alone."""
    people = players(2)
    first, second = (player.api for player in people)

    def watched() -> str:
        """Return the address at which a game that watchers saw is played again."""
        made = first.post("/v1/games", {"seats": 2, "watching": "hands", "hands_delay": 7}).ok()
        second.post(f"/v1/games/{made['id']}/seats", {"show_hands": True}).ok()
        Game(made, people).abort()
        return f"/v1/games/{made['id']}/again"

    assert first.post(watched()).ok()["watching"]["who"] == "table"
    made = first.post(path := watched(), {"show_hands": True}).ok()
    assert made["watching"] == {"who": "hands", "hands_delay": 7, "agreed": [0], "is_past": False}
    assert second.post(path).ok()["watching"]["agreed"] == [0]


def test_a_game_that_runs_cannot_be_played_again(new_game: NewGame, api: Api) -> None:
    """Bots sit down again at once, in a game that is over."""
    game = new_game(2)
    assert game.players[0].api.post(f"{game.path}/again").code == "game-not-finished"
    player = game.players[0]
    view: Json = player.api.post("/v1/games", {"seats": 3, "bots": ["random", "random"]}).ok()
    player.api.post(f"/v1/games/{view['id']}/abort-votes").ok()
    over = player.api.get(f"/v1/games/{view['id']}").ok()
    if over["status"] == "ended":
        assert player.api.post(f"/v1/games/{view['id']}/again").ok()["status"] == "running"
    assert api.post(f"{game.path}/again").code == "missing-token"


def test_a_challenge_invites_with_the_game(players: Players) -> None:
    """Who has blocked the challenger is not told. An unknown account creates nothing."""
    host, guest, wary = players(3)
    wary.api.put(f"/v1/me/blocks/{host.id}").ok()
    body = {"seats": 3, "private": True, "invite": [guest.id, wary.id]}
    refused = host.api.post("/v1/games", {**body, "invite": [guest.id, f"a_{'0' * 32}"]})
    assert refused.code == "invalid-request" and guest.api.get("/v1/me/invitations").ok()["items"] == []
    assert host.api.get("/v1/me/games", query="status=open").ok()["items"] == []
    made = host.api.post("/v1/games", body).ok()
    assert [one["game"] for one in guest.api.get("/v1/me/invitations").ok()["items"]] == [made["id"]]
    assert wary.api.get("/v1/me/invitations").ok()["items"] == []
    guest.api.post(f"/v1/games/{made['id']}/seats").ok()
    asked = host.api.get(f"/v1/games/{made['id']}/invitations").ok()["items"]
    assert {one["account"]: one["status"] for one in asked} == {guest.id: "accepted", wary.id: "pending"}
