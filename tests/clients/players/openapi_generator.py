# mypy: ignore-errors
"""A whole game by the client that openapi-generator's `python` makes, with default options: `player.py SERVER`."""

import random
import sys

import openapi_client as hanabi


def player(server: str, token: str | None = None) -> hanabi.ApiClient:
    return hanabi.ApiClient(hanabi.Configuration(host=server, access_token=token))


def main(server: str) -> None:
    accounts = [hanabi.AccountsApi(player(server)).create_account(hanabi.CreateAccountRequest()) for _ in range(2)]
    games = [hanabi.GamesApi(player(server, account.token)) for account in accounts]
    dice, seen = random.Random(1), 0
    view = games[0].create_game(hanabi.CreateGameRequest(seats=2))
    view = games[1].create_seat(view.id, create_seat_request=hanabi.CreateSeatRequest())
    while True:
        view = games[view.to_move or 0].get_game(view.id)
        if view.status == "ended":
            break
        own, other = (view.hands[seat].cards for seat in (view.to_move, 1 - view.to_move))
        assert all(card.suit is None and card.rank is None for card in own)
        assert all(card.suit and card.rank for card in other)
        seen += len(other)
        action = dice.choice(view.legal_actions)
        move = {**action.to_dict(), "expected_version": view.version}
        done = games[view.to_move].create_move(view.id, create_move_request=hanabi.CreateMoveRequest.from_dict(move))
        assert done.event.seat == view.to_move
        view = done.view
    replay = hanabi.ReplaysApi(player(server)).get_replay(view.id)
    assert replay.result.score == view.result.score
    print(replay.result.outcome, len(replay.events), seen)


main(sys.argv[1])
