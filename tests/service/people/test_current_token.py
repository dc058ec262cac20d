"""Tests of DELETE /v1/me/tokens/current without a usable token."""

from collections.abc import Callable

import pytest

from tests.service.client import Api, Player


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "missing-token"),
        ({"Authorization": ""}, "invalid-token"),
        ({"Authorization": "Bearer hnb_p_x"}, "invalid-token"),
    ],
)
def test_deleting_the_current_token_needs_a_token(api: Api, headers: dict[str, str], code: str) -> None:
    """A caller without a token gets 401 with the challenge, not 204."""
    answer = api.delete("/v1/me/tokens/current", headers=headers)
    assert (answer.status, answer.code) == (401, code)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


def test_a_revoked_token_cannot_be_revoked_again(players: Callable[[int], list[Player]]) -> None:
    """The second DELETE with the same token is 401."""
    (player,) = players(1)
    issued = player.api.known_by(player.api.post("/v1/me/tokens", {"name": "x"}).ok()["token"])
    assert issued.delete("/v1/me/tokens/current").status == 204
    answer = issued.delete("/v1/me/tokens/current")
    assert (answer.status, answer.code) == (401, "invalid-token")
