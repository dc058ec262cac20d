"""Tests of `hanabi moderate`."""

import re
from collections.abc import Callable

import pytest

from service import cli
from tests.service.client import Api, Game
from tests.service.factories import Players
from tests.service.people.test_merge_leftovers import agree

Hanabi = Callable[..., tuple[int, str, str]]


@pytest.fixture
def hanabi(database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Hanabi:
    """A function that runs `hanabi moderate`, and returns its status and what it prints."""
    monkeypatch.setenv("DATABASE_URL", database_url)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(["moderate", *arguments])
        return status, *capsys.readouterr()

    return run


def test_the_operator_makes_moderators(hanabi: Hanabi, players: Players, api: Api) -> None:
    """`grant` prints a token with the scope, and `revoke` ends it."""
    (player,) = players(1)
    status, token, _ = hanabi("grant", player.id)
    moderator = api.known_by(token.strip())
    assert status == 0 and moderator.get("/v1/moderation/reports").status == 200
    assert hanabi("revoke", player.id)[0] == 0
    assert moderator.get("/v1/moderation/reports").code == "invalid-token"
    _, log, _ = hanabi("log", player.id)
    assert re.findall(r"command line  (\w+) a_", log) == ["revoke", "grant"]


def test_the_log_says_who_merged_accounts(hanabi: Hanabi, players: Players) -> None:
    """Their owner did, and nobody at the command line."""
    old, new = players(2)
    new.api.send("PATCH", agree(old, new), {"allowed": True}).ok()
    assert f"  owner  merge {new.id} " in hanabi("log", old.id)[1]


def test_the_operator_can_do_what_moderators_can(
    hanabi: Hanabi, players: Players, new_game: Callable[..., Game], api: Api
) -> None:
    """Every action works from the command line, and each is in the log."""
    reporter, other = players(2)
    game = new_game()
    game.abort()
    comment = other.api.post(f"{game.replay_path}/comments", {"anchor": "game", "text": "Hm."}).ok()["id"]
    report = reporter.api.post("/v1/reports", {"about": other.id, "reason": "name", "text": "A\nname."}).ok()["id"]
    assert f"{report}  {reporter.id} {reporter.name}  about {other.id}  name  A name." in hanabi("reports")[1]
    why = ("--reason", "A test.")
    assert hanabi("suspend", other.id, "--until", "2030-01-01T00:00", *why)[0] == 0
    assert other.api.get("/v1/games").body["until"] == "2030-01-01T00:00:00.000Z"
    assert hanabi("lift", other.id, *why)[0] == 0
    assert other.api.get("/v1/games").status == 200
    assert hanabi("rename", other.id, "--name", "Somebody else", *why)[0] == 0
    assert api.get(f"/v1/accounts/{other.id}").ok()["name"] == "Somebody else"
    assert hanabi("hide", f"{game.id}/{comment}", *why)[0] == hanabi("hide", game.id, *why)[0] == 0
    assert api.get(f"{game.path}").code == "not-found"
    assert hanabi("unhide", game.id, *why)[0] == 0
    assert api.get(f"{game.replay_path}/comments").ok()["items"] == []
    assert hanabi("close", report, *why)[0] == 0
    assert report not in hanabi("reports")[1]
    _, log, _ = hanabi("log", other.id)
    assert re.findall(r"command line  (\w+ a_\w+(?: \(.*\))?  .*)", log) == [
        f"rename {other.id} ({other.name} -> Somebody else)  A test.",
        f"lift {other.id} (2030-01-01T00:00:00.000Z -> none)  A test.",
        f"suspend {other.id} (none -> 2030-01-01T00:00:00.000Z)  A test.",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("grant", "x"), "x is not the id of an account"),
        (("suspend", f"a_{'0' * 32}", "--reason", "x"), "There is no a_0"),
        (("suspend", f"g_{'0' * 32}", "--reason", "x"), "is not the id of an account"),
        (("suspend", f"a_{'0' * 32}", "--reason", "x", "--until", "2020-01-01"), "--until must be within"),
        (("hide", f"g_{'0' * 32}", "--reason", "x"), "There is no g_0"),
        (("hide", f"g_{'0' * 32}", "--reason", ""), "--reason must have 1 to 1000 characters"),
        (("hide", f"g_{'0' * 32}", "--reason", "x" * 5000), "--reason must have 1 to 1000 characters"),
        (("hide", f"g_{'0' * 32}", "--reason", "\u202e"), "--reason must not hold control"),
        (("rename", f"a_{'0' * 32}", "--reason", "x", "--name", "x" * 41), "--name must have 1 to 40 characters"),
        (("log", "x"), "x is not the id of an account"),
    ],
)
def test_a_wrong_argument_is_one_line_of_error(hanabi: Hanabi, arguments: tuple[str, ...], said: str) -> None:
    status, out, error = hanabi(*arguments)
    assert (status, out) == (1, "") and said in error and error.count("\n") == 1
