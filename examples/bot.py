#!/usr/bin/env python3
"""A Hanabi bot: it creates a game with a built-in bot as partner and plays until the game is over.

It needs the package `hanabi-client` (`/docs/clients`).

    python3 bot.py [http://127.0.0.1:8000] [--token hnb_p_…] [--partner kagiya] [--seats 2] [--variant …]

To write your own bot, write a better `choose`.
"""

import argparse

from hanabi_client import Client
from hanabi_client.types import Action, CardPossibilities, ChosenRules, View


def choose(view: View) -> Action:
    """Return a legal action: play a safe card, else clue a playable card, else discard the oldest card."""
    actions = view["legal_actions"]
    mine = next(hand["cards"] for hand in view["hands"] if hand["seat"] == view["viewer"]["seat"])
    for card in mine:
        if all(fits(view, suit, rank) for suit, rank in identities(card["possible"])):
            return {"type": "play", "card": card["card"]}
    for hand in view["hands"]:
        for card in hand["cards"]:
            if hand["seat"] == view["viewer"]["seat"] or not fits(view, card["suit"], card["rank"]):
                continue
            clues = [each for each in actions if each["type"] == "clue" and each["target"] == hand["seat"]]
            for clue in clues:
                if clue.get("rank") == card["rank"] and card["rank"] not in card["clues"]["ranks"]:
                    return clue
                if clue.get("color") == card["suit"] and card["suit"] not in card["clues"]["colors"]:
                    return clue
    return next((action for action in actions if action["type"] == "discard"), actions[-1])


def identities(possible: CardPossibilities) -> list[tuple[str, int]]:
    """Return the suits and ranks that the clues about a card allow. In variants, not each suit has all of the ranks."""
    cards = possible.get("cards") or dict.fromkeys(possible["suits"], possible["ranks"])
    return [(suit, rank) for suit, ranks in cards.items() for rank in ranks]


def fits(view: View, suit: str, rank: int) -> bool:
    """Return True if a card is known to fit on the table now."""
    stacks, fireworks = view.get("stacks"), view["fireworks"]
    if fireworks is None:  # a variant in which nobody sees what was played
        return False
    if stacks is not None:  # in variants, stacks may go down or begin with any rank
        return rank in stacks[suit]["next"]
    return fireworks[suit] == rank - 1


def main() -> None:
    """Play a game, and print each move of this bot."""
    parser = argparse.ArgumentParser(description="Play a game of Hanabi.")
    parser.add_argument("base", nargs="?", default="http://127.0.0.1:8000", help="address of the service")
    parser.add_argument("--partner", help="the bot that takes the other seats; by default the best one")
    parser.add_argument("--seats", type=int, default=2, help="2 to 6; six need --variant")
    parser.add_argument("--variant", help="a variant of hanab.live, by its name; GET /v1/variants lists them")
    parser.add_argument("--token", help="a token of a bot of yours, from /account; by default, it makes an account")
    options = parser.parse_args()

    with Client(options.base, options.token) as client:
        if options.token is None:
            client.create_account()  # with a name of your choice: "…"
        rules: ChosenRules = {"edition": "hanab_live", "variant": options.variant} if options.variant else {}
        partner = options.partner or client.api.list_bots(variant=options.variant)["items"][-1]["id"]
        game = client.create_game(options.seats, bots=[partner] * (options.seats - 1), rules=rules)
        if "protection" in game.view:
            print(game.view["protection"]["text"])
        for turn in game.turns():
            done = turn.act(choose(turn.view))
            if done is not None:
                print(done["event"]["line"])
        if game.result is not None:
            replay = f"{options.base}/v1/replays/{game.id}"
            print(f"{game.result['outcome']}: {game.result['score']} points. Replay: {replay}")


if __name__ == "__main__":
    main()
