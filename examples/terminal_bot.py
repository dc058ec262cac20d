#!/usr/bin/env python3
"""A bot in a terminal: its owner signs in with a code, on any device, and it plays a private game with built-in bots.

It needs the package `hanabi-client` (`/docs/clients`), and `bot.py` beside it, which chooses its moves.

    python3 terminal_bot.py [http://localhost:8000] [--sign-out]
"""

import argparse

from bot import choose
from hanabi_client import Client

NAME = "terminal-bot"


def main() -> None:
    """Sign in, play a game, and print each move of this bot."""
    parser = argparse.ArgumentParser(description="Play a game of Hanabi for a person.")
    parser.add_argument("base", nargs="?", default="http://localhost:8000", help="address of the service")
    parser.add_argument("--sign-out", action="store_true", help="end what the person has allowed")
    options = parser.parse_args()
    with Client(options.base) as client:
        if options.sign_out:
            client.sign_out(NAME)
            return
        me = client.sign_in(NAME, device=True)
        print(f"Playing for {me['name']}.")
        game = client.create_game(2, bots=["kagiya"], private=True)
        for turn in game.turns():
            done = turn.act(choose(turn.view))
            if done is not None:
                print(done["event"]["line"])
        if game.result is not None:
            print(f"{game.result['outcome']}: {game.result['score']} points")


if __name__ == "__main__":
    main()
