"""What cron does."""

import psycopg

from service import chores
from service.app import create_app
from service.settings import Settings


def test_chores(database_url: str) -> None:
    """Games that have been idle for too long are ended, answers that were kept long enough are gone; once."""
    settings = Settings(database_url=database_url, pool_size=2)
    client = create_app(settings).test_client()
    token = client.post("/v1/accounts", json={"name": "Ada"}).get_json()["token"]
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "chores"}
    game = client.post("/v1/games", json={"seats": 2, "rules": {"edition": "de"}}, headers=headers).get_json()["id"]
    del headers["Idempotency-Key"]
    client.post(f"/v1/games/{game}/seats", json={"bot": "random"}, headers=headers)
    with psycopg.connect(database_url) as db:
        db.execute("update game set moved_at = now() - interval '1 year' where game_id = %s", (game[2:],))
        db.execute("update answer set kept_until = now()")
    assert chores.main(settings).startswith("ended 1 idle games, forgot ")
    assert chores.main(settings) == "ended 0 idle games, forgot 0 kept answers"
    assert client.get(f"/v1/games/{game}", headers=headers).get_json()["result"]["reason"] == "idle"
