"""Tests of the Python client against a running service."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hanabi_client import AsyncClient, AsyncGame, Client, ProblemError, UnfairDealError, __version__
from hanabi_client.entropy import check_deal, commitment
from hanabi_client.retries import delay_s, is_temporary
from hanabi_client.streams import Frame, FrameReader
from hanabi_client.types import Action, ClueRank, View

from tests import asynchronous
from tests.clients.proxy import Proxy
from tests.rows import in_one_test, slow_unless
from tests.served import free_port

ROOT = Path(__file__).resolve().parents[2]
MOVE = b"POST /v1/games/g_"


@pytest.fixture
def shaky(proxy: Proxy) -> Iterator[Client]:
    """A client with an account, behind the proxy."""
    with Client(proxy.url) as found:
        found.create_account()
        yield found


def last(actions: list[Action]) -> Action:
    """Return the last legal action, which is a discard or a clue."""
    return actions[-1]


def test_a_bot_plays_a_whole_game(client: Client) -> None:
    game = client.create_game(seats=3, bots=["kagiya", "random"], rules={"edition": "fr"})
    assert game.view["protection"]["kind"] == "contributed"
    turns = 0
    for turn in game.turns():
        assert turn.view["to_move"] == game.seat and turn.act(last(turn.legal_actions)) is not None
        turns += 1
    assert game.result is not None and game.result["outcome"] in ("won", "lost", "finished")
    events = game.events()
    assert turns == sum(event["type"] in ("play", "discard", "clue") and event["seat"] == 0 for event in events)
    assert len({receipt["signature"] for receipt in game.receipts}) == len(game.receipts) > turns
    assert client.api.get_verification(game.id)["verified"]


def test_players_meet_in_a_game(server: str) -> None:
    """Both wait for the other's turns with the asynchronous client, and both contribute to the deal."""

    async def play(address: str) -> tuple[str, View, View]:
        async with AsyncClient(address) as ada, AsyncClient(address, language="de") as bela:
            await ada.create_account()
            await bela.create_account("Béla")
            first = await ada.create_game(seats=2)
            second = await bela.join(first.id, seat=1)

            async def turns(game: AsyncGame) -> None:
                async for turn in game.turns():
                    await turn.act(last(turn.legal_actions))

            await asyncio.gather(turns(first), turns(second))
            events = await first.events()
            assert events[0]["type"] == "deal"
            return events[0]["protection"]["kind"], first.view, second.view

    kind, one, other = asynchronous.run(play(server))
    assert kind == "contributed" and one["result"] is not None and one["version"] == other["version"]
    assert other["result"] and other["result"]["rating"] != one["result"]["rating"]  # in German


def test_turns_of_all_games_come_from_one_stream(client: Client) -> None:
    games = [client.create_game(bots=["random"]) for _ in range(2)]
    moved = set()
    for turn in client.turns():
        turn.act(last(turn.legal_actions))
        moved.add(turn.game.id)
        if all(game.result for game in games):
            break
    assert moved == {game.id for game in games}


def test_a_game_that_waits_for_other_players_is_dealt_with_their_bytes(client: Client, server: str) -> None:
    """A client that follows all its games reveals its bytes when the last seat is taken."""
    game = client.create_game(seats=2, private=True, rules={"starting_seat": 0})
    code = client.api.create_invitation(game.id)["code"]
    with Client(server) as other:
        other.create_account()
        other.join(game.id, code=code)
        turn = next(client.turns())
        assert turn.game is game and turn.view["protection"]["seats_contributed"] == 2


def test_a_deal_without_the_own_contribution_is_refused(client: Client, server: str) -> None:
    """Somebody cleared it before the last seat was taken, so the seat was never asked to reveal."""
    game = client.create_game(seats=2, rules={"starting_seat": 0})
    client.api.update_entropy(game.id, {"entropy": None})
    with Client(server) as other:
        other.create_account()
        assert other.join(game.id).view["protection"] is not None
    with pytest.raises(UnfairDealError):
        next(game.turns())


def test_named_moves_take_slots_of_the_hand(client: Client) -> None:
    game = client.create_game(bots=["kagiya"], rules={"starting_seat": 0, "edition": "fr"})
    wanted, cards = ["play", "clue", "discard"], []
    for turn in game.turns():
        legal = {action["type"] for action in turn.legal_actions}
        kind = wanted.pop(0) if wanted[0] in legal else "clue"
        if kind == "clue":
            turn.clue(1, rank=rank_of(turn.view))
        elif kind == "play":
            cards.append(turn.hand[-1]["card"])
            turn.play(-1)
        else:
            cards.append(turn.hand[0]["card"])
            turn.discard(0)
        if not wanted:
            break
    moved = [event["card"] for event in game.events() if event["type"] in ("play", "discard") and event["seat"] == 0]
    assert moved == cards and len(cards) == 2


def test_a_stream_that_breaks_continues_without_loss(proxy: Proxy, shaky: Client) -> None:
    """It breaks at each of the first moves. Each event still comes once."""
    game = shaky.create_game(bots=["kagiya"])
    for _ in range(4):
        proxy.cut_at(MOVE)
    versions: list[int] = []
    for update in game.updates():
        versions += [event["version"] for event in update["events"]]
        if game.view["legal_actions"]:
            game.act(last(game.view["legal_actions"]))
    assert versions == list(range(versions[0], game.view["version"] + 1)) and versions[0] <= 2
    assert sum(b"/events?views=true" in line for line in proxy.requests) >= 4


def test_a_move_whose_answer_is_lost_counts_once(proxy: Proxy, shaky: Client) -> None:
    game = shaky.create_game(bots=["random"], rules={"starting_seat": 0})
    proxy.lose_answer(MOVE)
    done = game.act({"type": "clue", "target": 1, "rank": rank_of(game.view)})
    assert [event["type"] for event in game.events() if event["version"] == 1] == ["clue"]
    assert done["events"][0]["version"] == 1 and game.view["turn"] == 2


def test_a_game_whose_answer_is_lost_is_created_once(proxy: Proxy, shaky: Client) -> None:
    proxy.lose_answer(b"POST /v1/games")
    proxy.refuse(b"POST /v1/games")
    game = shaky.create_game(seats=2)
    assert [each["id"] for each in shaky.api.iter_my_games()] == [game.id]


def test_an_account_is_not_created_again_after_a_lost_answer(proxy: Proxy) -> None:
    """The request has no key, so the program decides."""
    proxy.lose_answer(b"POST /v1/accounts")
    with Client(proxy.url) as client, pytest.raises(httpx.TransportError):
        client.create_account()
    assert [line for line in proxy.requests if line.startswith(b"POST")] == [b"POST /v1/accounts HTTP/1.1"]


def test_a_busy_service_is_asked_again(proxy: Proxy, shaky: Client) -> None:
    for start in (b"GET /v1/me", b"GET /v1/me", b"GET /v1/games"):
        proxy.refuse(start)
    assert shaky.api.get_me()["token"]
    assert shaky.api.list_games(limit=1)["items"] is not None


def test_an_unreachable_service_is_an_error_of_httpx() -> None:
    with Client(f"http://127.0.0.1:{free_port()}", attempts=2) as client, pytest.raises(httpx.ConnectError):
        client.api.list_bots()


ILLEGAL: list[tuple[Action, str, str, str | None]] = [
    ({"type": "clue", "target": 0, "rank": 1}, "illegal-move", "own-hand", "R5"),
    ({"type": "discard", "card": 0}, "illegal-move", "clue-tokens-full", "R9"),
    ({"type": "play", "card": 49}, "illegal-move", "not-in-hand", "R10"),
]


@pytest.mark.parametrize(("action", "code", "refusal", "rule"), ILLEGAL)
def test_an_illegal_move_is_an_exception_with_the_ruling(
    client: Client, action: Action, code: str, refusal: str, rule: str | None
) -> None:
    game = client.create_game(bots=["random"], rules={"starting_seat": 0})
    turn = next(game.turns())
    with pytest.raises(ProblemError) as raised:
        turn.act(action)
    problem = raised.value
    assert (problem.status, problem.code, problem.refusal, problem.rule) == (422, code, refusal, rule)
    assert problem.detail in str(problem) and problem.request_id


def test_each_fault_of_a_request_is_in_the_exception(client: Client) -> None:
    with pytest.raises(ProblemError) as raised:
        client.api.create_game({"seats": 9, "bots": ["nobody"]})  # type: ignore[list-item]
    assert raised.value.code == "invalid-request"
    assert {fault["pointer"] for fault in raised.value.errors} == {"#/seats", "#/bots/0"}


def test_a_turn_that_is_over_is_no_error(client: Client) -> None:
    """Another program with the same token moved first, and at last the game has ended."""
    game = client.create_game(bots=["random"], rules={"starting_seat": 0})
    turn = next(game.turns())
    client.api.create_move(game.id, {"type": "clue", "target": 1, "rank": rank_of(game.view)})
    assert turn.play(0) is None
    assert game.view["version"] >= 2
    while game.result is None:
        game.act(last(game.view["legal_actions"]))
    assert turn.play(0) is None


def test_pages_follow_each_other(client: Client) -> None:
    made = {client.create_game(seats=2).id for _ in range(3)}
    assert {game["id"] for game in client.api.iter_my_games(limit=1)} == made
    first = client.api.list_my_games(limit=1)
    assert first["next"] is not None and len(first["items"]) == 1


@pytest.mark.slow
def test_results_that_take_time_are_awaited(client: Client) -> None:
    """Text, pictures and JSON come in their own types."""
    game = client.create_game(bots=["kagiya"])
    for turn in game.turns():
        turn.act(last(turn.legal_actions))
    assert client.api.get_analysis(game.id, wait_s=0.5)["id"] == game.id
    picture = client.api.get_position_picture(game.id, 1, "png")
    assert isinstance(picture, bytes) and picture.startswith(b"\x89PNG")
    drawn = client.api.get_position_picture(game.id, 1, "svg")
    assert isinstance(drawn, str) and drawn.startswith("<svg")
    text = client.api.get_replay_export(game.id, format="notation")
    assert isinstance(text, str)
    copy = client.api.create_replay(text, media_type="text/x-hanabi")
    assert not isinstance(copy, str) and game.result and copy["result"]["score"] == game.result["score"]


def test_an_unfair_deal_is_noticed() -> None:
    part = bytes(range(32))
    promised = {"secret_commitment": "aa", "entropies": [None], "entropy_commitments": [commitment(part)]}
    check_deal({**promised, "reveals": [part.hex()]}, promised, part)
    for change in ({"secret_commitment": "bb"}, {"entropies": ["x"]}, {"reveals": [None]}, {"reveals": None}):
        with pytest.raises(UnfairDealError):
            check_deal({**promised, "reveals": [part.hex()], **change}, promised, part)


ANSWERS = [
    (429, {"Retry-After": "7"}, {}, True, 7),
    (503, {"Retry-After": "0"}, {}, True, 0),
    (409, {"Retry-After": "1"}, {"code": "request-in-progress"}, True, 1),
    (409, {}, {"code": "version-conflict"}, False, None),
    (409, {"Retry-After": "1"}, {"code": "awaiting-reveals"}, False, None),
    (422, {}, {"code": "illegal-move"}, False, None),
    (500, {}, {"code": "internal-error"}, False, None),
]


@in_one_test(("status", "headers", "document", "is_sent_again", "pause_s"), ANSWERS)
def test_requests_are_sent_again_if_that_may_help(
    status: int, headers: dict[str, str], document: dict[str, str], is_sent_again: bool, pause_s: int | None
) -> None:
    response = httpx.Response(status, headers=headers, json=document)
    assert is_temporary(response) is is_sent_again
    assert pause_s is None or delay_s(response, 1) == pause_s


STREAM = """: comment
retry: 500
event: view
id: 7
data: {"a": 1}

:
event: bye
data: {"reason":
data: "restart"}

id: 8

"""


def test_frames_are_read_line_by_line() -> None:
    reader = FrameReader()
    found = [frame for line in STREAM.splitlines() if (frame := reader.read(line))]
    assert found == [Frame("view", {"a": 1}), Frame("bye", {"reason": "restart"})]
    assert (reader.last_id, reader.retry_s) == ("8", 0.5)


def misused(client: Client) -> None:
    """Nobody calls this: mypy has to find what is wrong in it."""
    client.api.create_account({"nam": "Ada"})  # type: ignore[arg-type]
    client.api.create_line("g_1", {})  # type: ignore[typeddict-item]
    client.api.create_game({"seats": 2, "bots": ["nobody"]})  # type: ignore[list-item]
    client.api.get_game("g_1")["hand"]  # type: ignore[typeddict-item]


def rank_of(view: View) -> ClueRank:
    """Return the rank of a card of seat 1."""
    rank = view["hands"][1]["cards"][0]["rank"]
    assert rank != 7
    return rank


EXAMPLES = [
    source
    for page in (ROOT / "docs" / "clients.md", ROOT / "clients" / "python" / "README.md")
    for source in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    if "http://127.0.0.1:8000" in source
]


@pytest.mark.parametrize("source", slow_unless(EXAMPLES[0].__eq__, dict.fromkeys(EXAMPLES)))
def test_the_examples_of_the_documentation_play_whole_games(server: str, tmp_path: Path, source: str) -> None:
    (tmp_path / "bot.py").write_text(source.replace("http://127.0.0.1:8000", server))
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "clients" / "python")}
    command = [sys.executable, "bot.py"]
    played = subprocess.run(
        command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=300, check=False
    )
    assert played.returncode == 0, played.stderr
    assert "'outcome'" in played.stdout


@pytest.mark.clients
def test_the_wheel_works_in_an_environment_of_its_own(server: str, tmp_path: Path) -> None:
    """It is built as by `make clients`, and pip installs what it needs."""
    shutil.copytree(ROOT / "clients" / "python", tmp_path / "sources")
    make = ("wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, tmp_path / "sources")
    subprocess.run([sys.executable, "-m", "pip", *make], check=True)
    (wheel,) = tmp_path.glob("hanabi_client-*.whl")
    assert wheel.name.split("-")[1] == __version__
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=True)
    (tmp_path / "bot.py").write_text(EXAMPLES[0].replace("http://127.0.0.1:8000", server))
    subprocess.run([python, "-I", "bot.py"], cwd=tmp_path, check=True, timeout=300)
