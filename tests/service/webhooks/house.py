"""What the tests of the house need of webhooks (`tests/service/house/rooms.py`)."""

from typing import Final

CROSS_GAME: Final = {
    "events for webhooks": r"select w\.game_id from webhook_game|select account_id, game_id from invitation"
    r"|insert into webhook_game .* any\(|delete from webhook_game where ended_at",
}
