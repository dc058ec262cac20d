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
    """Return a legal action: play a card that is known or asked to fit, else ask for one, else discard."""
    actions, trusts = view["legal_actions"], view["strikes"] != 2
    sure: list[int] = []
    asked: list[int] = []
    unclued: list[int] = []
    for card in next(hand["cards"] for hand in view["hands"] if hand["seat"] == view["viewer"]["seat"]):
        clues, gaps = card["clues"], [gap(view, *identity) for identity in identities(card["possible"])]
        if not clues["colors"] and not clues["ranks"]:
            unclued.append(card["card"])
        elif 0 in gaps and all(each == 0 or (each < 0 and trusts) for each in gaps):
            sure.append(card["card"])
        if clues["colors"] and not clues["ranks"]:
            asked = [card["card"]] if 0 in gaps and trusts else []
    for number in sure + asked:
        return {"type": "play", "card": number}
    for clue in [action for action in actions if action["type"] == "clue"]:
        cards = next(hand["cards"] for hand in view["hands"] if hand["seat"] == clue["target"])
        if "color" in clue:
            meant = [card for card in cards if card["suit"] == clue["color"] and not card["clues"]["ranks"]][-1:]
        else:
            meant = [card for card in cards if card["rank"] == clue["rank"]]
            if any(gap(view, suit, clue["rank"]) > 0 for suit in view["fireworks"] or {}):
                continue
        if meant and all(gap(view, c["suit"], c["rank"]) == 0 and not c["clues"]["colors"] for c in meant):
            return clue
    discards = [action for action in actions if action["type"] == "discard"]
    return next((action for action in discards if action["card"] in unclued), (discards or actions[::-1])[0])


def identities(possible: CardPossibilities) -> list[tuple[str, int]]:
    """Return the suits and ranks that the clues about a card allow. In variants, not each suit has all of the ranks."""
    cards = possible.get("cards") or dict.fromkeys(possible["suits"], possible["ranks"])
    return [(suit, rank) for suit, ranks in cards.items() for rank in ranks]


def gap(view: View, suit: str, rank: int | str) -> int:
    """Return 0 for a card that fits on the table now, less for one that was played, and more for a later one."""
    stacks, fireworks = view.get("stacks"), view["fireworks"]
    if stacks is not None:  # in variants, stacks may go down or begin with any rank
        return 0 if rank in stacks[suit]["next"] else -1 if rank in stacks[suit]["cards"] else 1
    if fireworks is None or isinstance(rank, str):  # a variant in which nobody sees what was played
        return 1
    return rank - 1 - fireworks[suit]


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
