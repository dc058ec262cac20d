"""The command `hanabi evaluate`, and its arguments."""

import argparse
import json
import os
import sys

from service.platform.commands.service_address import add_url


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `hanabi evaluate` to its parser."""
    parser.add_argument("contest", metavar="CONTEST", help="the id of the contest, or arena-2 to arena-5")
    parser.add_argument(
        "--agent",
        required=True,
        help="who plays: a built-in bot (kagiya, hgroup-3, …), the address of a program, or a command",
    )
    parser.add_argument(
        "--partner",
        action="append",
        default=[],
        metavar="AGENT",
        help="who plays the other seats: one for all, or one each, also the id of an account whose program runs "
        "elsewhere; default: the agent itself",
    )
    parser.add_argument("--name", help="the name of the bot, and of its copies, if the token is that of a person")
    add_url(parser)
    parser.add_argument(
        "--token",
        action="append",
        help="the token of the bot, one for each of its seats, or that of its owner, with the scopes read, play and "
        "account; default: HANABI_TOKEN, or a new account",
    )
    parser.add_argument("--decks", type=_count, metavar="N", help="end after so many decks; default: all")
    parser.add_argument("--parallel", type=_count, default=4, metavar="N", help="tables at a time; default: 4")
    parser.add_argument(
        "--time-limit", type=_seconds, default=60.0, metavar="SECONDS", help="the time for a move; default: 60"
    )
    parser.add_argument(
        "--forfeit", action="store_true", help="end a table at which an agent fails; it counts 0 points"
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.set_defaults(command="evaluate")


def run(chosen: argparse.Namespace) -> int:
    """Play a contest with an agent, and print the results.

    Return the exit status: 0, 1 if decks are left, 2 for a contest that cannot be played so.
    """
    from service.features.evaluation.agents import UnknownAgent
    from service.features.evaluation.entry import enter, roles
    from service.features.evaluation.evaluation import Limits, evaluate
    from service.features.evaluation.players import NotPossible, Players
    from service.features.evaluation.results import as_json, in_words
    from service.features.evaluation.service_api import Problem, Requests, ServiceUnreachable

    service = Requests(chosen.url)
    tokens = chosen.token or [token for token in (os.environ.get("HANABI_TOKEN"),) if token]
    players = Players(service, tokens, chosen.name)
    try:
        contest = service.get(f"/v1/contests/{chosen.contest}")
        try:
            team = enter(contest, roles(contest["seats"], chosen.agent, chosen.partner), players, _say)
            if players.new_owner is not None:
                _say(f"A new account owns the bots. Its token, for later runs: HANABI_TOKEN={players.new_owner}")
            results = evaluate(
                contest, team, Limits(chosen.decks, chosen.parallel, chosen.time_limit, chosen.forfeit), _say
            )
        finally:
            players.close()
    except (NotPossible, Problem, ServiceUnreachable, UnknownAgent) as error:
        _say(f"hanabi evaluate: {error}")
        return 2
    except KeyboardInterrupt:
        _say("Stopped. The same command goes on with the tables that are left.")
        return 1
    finally:
        service.close()
    print(json.dumps(as_json(results), ensure_ascii=False) if chosen.json else in_words(results))
    return 0 if results.is_complete else 1


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1000:
        raise argparse.ArgumentTypeError("must be from 1 to 1,000")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number <= 86_400:
        raise argparse.ArgumentTypeError("must be above 0, and at most a day")
    return number
