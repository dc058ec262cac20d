"""Tests of what one account can write about all games together."""

from collections.abc import Callable
from types import ModuleType

import psycopg
import pytest

from service.features.lines import saved_lines
from service.features.notes import comments, notes
from tests.service.client import Answer, Game, Player, stacked
from tests.service.factories import NewGame, Players


def write_note(game: Game, by: int, number: int) -> Answer:
    """Write a note on a card."""
    return game.players[by].api.put(f"{game.path}/notes/card-{number}", {"text": "x"})


def write_comment(game: Game, by: int, number: int) -> Answer:
    """Write a comment on a card."""
    return game.players[by].api.post(f"{game.replay_path}/comments", {"anchor": f"card-{number}", "text": "x"})


def save_line(game: Game, by: int, number: int) -> Answer:
    """Save a line."""
    return game.players[by].api.post(f"{game.replay_path}/lines", {"at": 0, "moves": [], "title": str(number)})


@pytest.mark.parametrize(
    ("write", "limit", "room", "name"),
    [
        (write_note, "notes-of-account", notes, "MAX_OF_ACCOUNT"),
        (write_comment, "comments-a-day", comments, "MAX_A_DAY"),
        (save_line, "lines-of-account", saved_lines, "MAX_OF_ACCOUNT"),
    ],
)
def test_an_account_has_a_limit_for_all_games(
    write: Callable[[Game, int, int], Answer],
    limit: str,
    room: ModuleType,
    name: str,
    sandbox: NewGame,
    players: Players,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Games are counted together, and accounts apart."""
    monkeypatch.setattr(room, name, 3)
    people: list[Player] = players(2)
    games = [sandbox(stacked(""), at_table=people) for _ in range(2)]
    for game in games:
        game.abort()
    for number in range(3):
        write(games[number % 2], 0, number).ok()
    full = write(games[1], 0, 3)
    assert (full.code, full.body["limit"], full.body["maximum"]) == ("limit-reached", limit, 3)
    write(games[1], 1, 3).ok()
    if write is write_note:
        games[0].players[0].api.put(f"{games[0].path}/notes/card-0", {"text": "y"}, headers={"If-Match": "*"}).ok()


def test_comments_of_yesterday_do_not_count(
    sandbox: NewGame, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    """The limit is for 24 hours."""
    monkeypatch.setattr(comments, "MAX_A_DAY", 1)
    game = sandbox(stacked(""))
    game.abort()
    write_comment(game, 0, 0).ok()
    assert write_comment(game, 0, 1).code == "limit-reached"
    with psycopg.connect(database_url) as database:
        database.execute("update comment set at = now() - interval '1 day' where game_id = %s", (game.id[2:],))
    write_comment(game, 0, 1).ok()
