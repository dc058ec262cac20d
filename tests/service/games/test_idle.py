"""Conditional reads of a game past its idle limit (R21)."""

from collections.abc import Callable

import psycopg
import pytest

from tests.service.client import Api, Game


@pytest.mark.parametrize("query", ["", "knowledge=true"])
@pytest.mark.parametrize("seated", [True, False])
def test_an_old_tag_gets_the_aborted_game(
    new_game: Callable[..., Game], api: Api, database_url: str, seated: bool, query: str
) -> None:
    """R21: past the idle limit the tag of the running game gets 200 with the ended one, not 304."""
    game = new_game(idle_limit_s=3600)
    viewer = game.players[0].api if seated else api
    tag = {"If-None-Match": viewer.get(game.path, query=query).headers["ETag"]}
    assert viewer.get(game.path, query=query, headers=tag).status == 304
    with psycopg.connect(database_url) as db:
        db.execute("update game set moved_at = now() - interval '3601 s' where game_id = %s::uuid", (game.id[2:],))
    answer = viewer.get(game.path, query=query, headers=tag)
    assert answer.status == 200
    assert answer.body["result"]["reason"] == "idle"
