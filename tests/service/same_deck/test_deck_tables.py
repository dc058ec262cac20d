"""Tests of tables that play the deck of a finished game: who knows it, and what the deal proves."""

import pytest

from engine.proof.verify import verify_file
from tests.rows import in_one_test
from tests.service import record_verifier
from tests.service.client import Answer, Api, Game, Json, Player, stacked
from tests.service.factories import NewGame, Players
from tests.service.people.test_account_merging import agreed

KNOWN = (409, "deck-known")


@pytest.fixture
def earlier(new_game: NewGame) -> Game:
    """A finished game of two."""
    game = new_game()
    game.play(*[view_action(game) for _ in range(1)])
    game.abort()
    return game


def view_action(game: Game) -> Json:
    """Return the first legal action of the seat to move."""
    action: Json = game.view(game.view(0)["to_move"])["legal_actions"][0]
    return action


def replay(game: Game, player: Player, **body: object) -> Answer:
    """Ask for a table that plays the deck of a game."""
    return player.api.post("/v1/games", {"deck_of": game.id, **body})


def table_of(game: Game, player: Player, **body: object) -> Game:
    """Make a table that plays the deck of a game."""
    return Game(replay(game, player, **body).ok(), [player])


def seated(table: Game, player: Player, **body: object) -> Game:
    """Take the second seat of a table."""
    player.api.post(f"{table.path}/seats", body).ok()
    return Game({"id": table.id}, [*table.players, player])


def marks(api: Api, path: str) -> list[bool]:
    """Return which seats knew the deck."""
    return [seat.get("knew_deck", False) for seat in api.get(path).ok()["seats"]]


def test_a_table_plays_the_same_deck(api: Api, earlier: Game, players: Players) -> None:
    """Its cards, rules, seats and start are those of the earlier game. After the end, both know of each other."""
    table = table_of(earlier, (strangers := players(2))[0])
    opened = table.view(0)
    assert opened["replayed"] is True and opened["secret_commitment"] is None
    again = seated(table, strangers[1])
    assert [one["id"] for one in api.get(f"{earlier.replay_path}/same-deck").ok()["items"]] == [earlier.id]
    again.abort()
    first, second = (api.get(game.replay_path).ok() for game in (earlier, again))
    assert first["deck"] == second["deck"] and first["starting_seat"] == second["starting_seat"]
    assert second["replayed"] is True and "replayed" not in first
    found = api.get(f"{earlier.replay_path}/same-deck").ok()["items"]
    assert {(one["id"], one.get("replayed", False)) for one in found} == {(earlier.id, False), (again.id, True)}
    assert marks(api, again.replay_path) == [False, False]


def test_the_proof_says_that_the_deck_was_played_before(api: Api, earlier: Game, players: Players) -> None:
    """The record verifies, here and by other code, and its deck is not called random."""
    one, other = players(2)
    again = seated(table_of(earlier, one), other)
    assert again.view(0)["protection"]["kind"] == "replayed"
    again.abort()
    found = api.get(f"{again.replay_path}/verification").ok()
    assert found["verified"] and found["deck"]["origin"] == "replayed"
    assert "earlier game" in found["deck"]["text"] and found["deck"]["protection"]["kind"] == "replayed"
    raw = api.get(f"{again.replay_path}/export", query="format=native").raw
    assert verify_file(raw)[1].provenance == "replayed" == record_verifier.verify(raw)
    copy = api.known_by(one.token).post("/v1/replays", raw=raw, headers={"Content-Type": RECORD}).ok()["id"]
    assert api.get(f"/v1/replays/{copy}/verification").ok()["deck"]["origin"] == "replayed"


RECORD = "application/vnd.hanabi.record+json"


def reads(player: Player, game: Game) -> None:
    """Read the replay."""
    player.api.get(game.replay_path).ok()


def reads_frames(player: Player, game: Game) -> None:
    """Read the frames, of which others have left a copy in the cache."""
    player.api.get(f"{game.replay_path}/frames").ok()


def reads_the_table(player: Player, game: Game) -> None:
    """Read the table at its end, where each played card lies, as its watchers do."""
    player.api.get(game.path).ok()


def compares(player: Player, game: Game) -> None:
    """Compare the game with itself."""
    player.api.get(f"{game.replay_path}/same-deck/{game.id}").ok()


def imports(player: Player, game: Game) -> None:
    """Import the record, which somebody else has exported."""
    raw = game.players[0].api.get(f"{game.replay_path}/export", query="format=native").raw
    player.api.post("/v1/replays", raw=raw, headers={"Content-Type": RECORD}).ok()


@pytest.mark.parametrize("learns", [reads, reads_frames, reads_the_table, compares, imports])
def test_who_has_seen_the_deck_is_told(api: Api, earlier: Game, players: Players, learns: object) -> None:
    """Nobody who has seen it sits down by mistake, neither as the creator nor later. The seat of who does says so."""
    assert callable(learns)
    stranger, other = players(2)
    api.get(f"{earlier.replay_path}/frames").ok()
    learns(other, earlier)
    table = table_of(earlier, stranger)
    for refused in (replay(earlier, other), other.api.post(f"{table.path}/seats", {})):
        assert (refused.status, refused.code) == KNOWN
    again = seated(table, other, knew_deck=True)
    assert marks(api, again.path) == [False, True]
    again.abort()
    assert marks(api, again.replay_path) == [False, True]
    listed = api.get(f"{earlier.replay_path}/same-deck").ok()["items"]
    assert [[seat.get("knew_deck", False) for seat in one["seats"]] for one in listed if one["id"] == again.id] == [
        [False, True]
    ]


@in_one_test(("move", "knows"), [("clue", False), ("discard", True), ("play", True)])
@in_one_test("look", ["", "/events", "?knowledge=true"])
def test_a_watcher_knows_the_deck_once_a_card_was_seen(
    new_game: NewGame, players: Players, look: str, move: str, knows: bool
) -> None:
    """Who has watched the deal and clues has seen no card. A card that has left a hand tells who plays the deck."""
    game = new_game(rules={"starting_seat": 0})
    for wanted in ("clue", move):
        seat = game.view(0)["to_move"]
        actions = game.view(seat)["legal_actions"]
        game.play(next(action for action in actions if action["type"] == wanted))
    (watcher,) = players(1)
    path, _, query = look.partition("?")
    watcher.api.get(f"{game.path}{path}", query=query).ok()
    game.abort()
    answer = replay(game, watcher)
    assert (answer.status, answer.code) == KNOWN if knows else answer.status == 201


def test_who_watches_a_table_of_the_deck_knows_it(api: Api, earlier: Game, players: Players) -> None:
    """Once a card was seen, at another table that plays it: before sitting down, and with a mark afterwards."""
    one, other, watcher, seat = players(4)
    running = seated(table_of(earlier, one), other)
    mine = seated(table_of(earlier, watcher), seat)
    for wanted in ("clue", "discard"):
        to_move = running.view(0)["to_move"]
        actions = running.view(to_move)["legal_actions"]
        running.play(next(action for action in actions if action["type"] == wanted))
    assert marks(api, mine.path) == [False, False]
    watcher.api.get(running.path).ok()
    assert marks(api, mine.path) == [True, False]
    mine.abort()
    assert (replay(earlier, watcher).status, replay(earlier, watcher).code) == KNOWN


def test_a_seat_that_contributes_changes_nothing(earlier: Game, players: Players) -> None:
    """Clients contribute wherever they sit down. The deck is the same, and the record is correct."""
    one, other = players(2)
    again = seated(table_of(earlier, one), other, entropy="dice")
    again.abort()
    first, second = [game.players[0].api.get(game.replay_path).ok()["deck"] for game in (earlier, again)]
    assert first == second
    assert other.api.get(f"{again.replay_path}/verification").ok()["verified"] is True


def test_its_players_know_the_deck(earlier: Game) -> None:
    """A player of the earlier game is told, also without having read it since."""
    for player in earlier.players:
        refused = replay(earlier, player)
        assert (refused.status, refused.code) == KNOWN
    assert table_of(earlier, earlier.players[0], knew_deck=True).view(0)["seats"][0]["knew_deck"] is True


def test_a_list_and_a_score_tell_no_deck(earlier: Game, players: Players) -> None:
    """Who has only seen the list of games with the deck does not know it."""
    (stranger,) = players(1)
    stranger.api.get(f"{earlier.replay_path}/same-deck").ok()
    stranger.api.get("/v1/replays").ok()
    table_of(earlier, stranger)


def test_who_reads_the_game_while_playing_gets_the_mark(api: Api, earlier: Game, players: Players) -> None:
    """The others see it at once, and the result says it. Who reads it after the end does not."""
    one, other = players(2)
    again = seated(table_of(earlier, one), other)
    before = api.get(again.path).headers["ETag"]
    reads(one, earlier)
    assert marks(api, again.path) == [True, False] and api.get(again.path).headers["ETag"] != before
    again.abort()
    reads(other, earlier)
    assert marks(api, again.replay_path) == [True, False]


@pytest.mark.parametrize("sits_at", ["open", "running"])
@pytest.mark.parametrize("reader_is_kept", [True, False])
def test_a_merge_tells_what_either_account_knew(
    api: Api, earlier: Game, players: Players, reader_is_kept: bool, sits_at: str
) -> None:
    """One account has read the game, and the other one sits at a table of its deck."""
    old, new, partner = players(3)
    reader, sitter = (old, new) if reader_is_kept else (new, old)
    reads(reader, earlier)
    table = table_of(earlier, sitter)
    if sits_at == "running":
        table = seated(table, partner)
    before = api.get(table.path).headers["ETag"]
    agreed(old, new).ok()
    assert marks(api, table.path)[0] is True and api.get(table.path).headers["ETag"] != before
    if sits_at == "open":
        table = seated(table, partner)
    table.abort()
    assert marks(api, table.replay_path) == [True, False]


@pytest.mark.parametrize("sitter_is_kept", [True, False])
def test_who_reads_the_game_after_a_merge_gets_the_mark(
    api: Api, earlier: Game, players: Players, sitter_is_kept: bool
) -> None:
    """A merge of accounts that have not read it marks no seat. A read does, by either token."""
    old, new, partner = players(3)
    table = seated(table_of(earlier, old if sitter_is_kept else new), partner)
    agreed(old, new).ok()
    assert marks(api, table.path) == [False, False]
    reads(new if sitter_is_kept else old, earlier)
    assert marks(api, table.path) == [True, False]


def test_a_table_does_not_count_in_statistics(api: Api, earlier: Game, players: Players) -> None:
    """A deck that was known before says nothing about random ones."""
    one, other = players(2)
    seated(table_of(earlier, one), other).abort()
    for player in (one, other):
        assert api.get("/v1/stats", query=f"player={player.id}").ok()["apart"]["aborted"] == 0


def test_a_sandbox_game_leads_to_another(sandbox: NewGame, players: Players) -> None:
    """So nobody brings a chosen deck into the lists."""
    game = sandbox(deck=stacked("r1"))
    game.abort()
    assert table_of(game, players(1)[0]).view(0)["sandbox"] is True


def test_a_running_or_private_game_lends_no_deck(new_game: NewGame, players: Players) -> None:
    """Its deck would be known to the players of the new table, or tell them of the game."""
    running, private = new_game(), new_game(private=True)
    private.abort()
    (stranger,) = players(1)
    assert replay(running, stranger).code == "game-not-finished"
    assert replay(private, stranger).code == "not-found"


def test_bots_take_seats(earlier: Game, players: Players) -> None:
    """A bot remembers no game, and there is a seat for the creator."""
    (stranger,) = players(1)
    assert table_of(earlier, stranger, bots=["kagiya"]).view(0)["status"] == "running"
    assert replay(earlier, stranger, bots=["kagiya"] * 2).code == "invalid-request"


@in_one_test(
    ("body", "pointer"),
    [
        ({"seats": 2}, "#/seats"),
        ({"rules": {"edition": "de"}}, "#/rules"),
        ({"deck": [{"suit": "red", "rank": 1}], "sandbox": True}, "#/deck"),
        ({"entropy": "dice"}, "#/entropy"),
        ({"entropy_commitment": "0" * 64}, "#/entropy_commitment"),
        ({"deck_of": "x"}, "#/deck_of"),
        ({"deck_of": None}, "#/seats"),
        ({"deck_of": None, "seats": 2, "knew_deck": True}, "#/knew_deck"),
    ],
)
def test_what_follows_from_the_deck_is_not_asked(earlier: Game, players: Players, body: Json, pointer: str) -> None:
    answer = replay(earlier, players(1)[0], **body)
    assert (answer.code, [fault["pointer"] for fault in answer.body["errors"]]) == ("invalid-request", [pointer])


def test_all_who_play_their_deck_again_meet(earlier: Game, players: Players) -> None:
    """Who is invited to an open game of the deck gets a seat there. A stranger makes another table."""
    first, second = earlier.players
    body = {"sandbox": True, "knew_deck": True}
    made = replay(earlier, first, invite=[second.id], **body).ok()
    assert made["sandbox"] is True and made["seats"][0]["knew_deck"] is True
    apart = replay(earlier, players(1)[0], **body).ok()
    met = replay(earlier, second, invite=[first.id], **body).ok()
    assert met["id"] == made["id"] != apart["id"] and met["status"] == "running"
    assert second.api.post(f"{earlier.path}/again").ok()["id"] not in (made["id"], apart["id"])  # with another deck


def test_a_setting_of_its_own(earlier: Game, players: Players) -> None:
    """All but the deck, the seats and the rules is agreed anew."""
    made = replay(earlier, players(1)[0], private=True, pace={"turn_s": 60}, watching="nobody", idle_limit_s=600).ok()
    assert (made["private"], made["pace"]["turn_s"], made["idle_limit_s"]) == (True, 60, 600)
    assert made["watching"]["who"] == "nobody"


def test_the_export_of_an_account_names_what_it_has_read(earlier: Game, players: Players) -> None:
    """The note is data about the account."""
    (stranger,) = players(1)
    reads(stranger, earlier)
    assert [one["game"] for one in stranger.api.get("/v1/me/export").ok()["replays_read"]] == [earlier.id]
