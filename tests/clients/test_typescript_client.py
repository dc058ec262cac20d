"""Tests of the TypeScript client in node against a running service."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hanabi_client import Client, Game

from tests.clients.consenting import Person, apps_of
from tests.clients.proxy import Proxy
from tests.programs import output_of as call
from tests.programs import require_program
from tests.rows import slow_unless

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCES = ROOT / "clients" / "typescript"
MOVE = b"POST /v1/games/g_"
WRITTEN_FOR = "http://127.0.0.1:8000"
STRICT = ["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable"]
QUICK = "--skipLibCheck"  # of 14 seconds, the compiler spends 9 on the types of the DOM and of node

EXAMPLES = [
    source
    for page in (ROOT / "docs" / "clients.md", SOURCES / "README.md")
    for source in re.findall(r"```ts\n(.*?)```", page.read_text(), re.DOTALL)
    if WRITTEN_FOR in source
]

Run = Callable[..., Any]

pytestmark = pytest.mark.slow  # the compiler


@pytest.fixture(scope="module")
def package(tools: Path, run_folder: Path) -> Path:
    """A folder with the compiled client, and with programs that use it. One worker compiles them for all."""
    folder = run_folder / "typescript"
    with (run_folder / "compiling").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            compile_all(tools, run_folder / "compiled").rename(folder)
    return folder


def compile_all(tools: Path, folder: Path) -> Path:
    """Compile the client and the programs that use it into a folder, and return it."""
    compiler = tools / "typescript" / "bin" / "tsc"
    client = folder / "node_modules" / "hanabi-client"
    client.mkdir(parents=True)
    shutil.copy(SOURCES / "package.json", client)
    shutil.copytree(SOURCES, folder / "sources", ignore=shutil.ignore_patterns("node_modules", "dist"))
    (folder / "sources" / "node_modules").symlink_to(tools)
    for needed in ("oauth4webapi", "@types", "undici-types"):
        (folder / "node_modules" / needed).symlink_to(tools / needed)
    call("node", compiler, QUICK, "-p", folder / "sources", "--outDir", client / "dist", cwd=folder)
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copy(HERE / "sdk" / "scenarios.ts", folder)
    shutil.copy(HERE / "sdk" / "sign_in.ts", folder)
    shutil.copy(ROOT / "examples" / "bot.ts", folder)
    for number, source in enumerate(EXAMPLES):
        (folder / f"example{number}.ts").write_text(source)
    call("node", compiler, QUICK, *STRICT, *folder.glob("*.ts"), cwd=folder)
    return folder


@pytest.fixture(scope="module")
def run(package: Path) -> Run:
    """A function that runs a scenario and returns what it has seen."""
    return lambda *arguments: json.loads(call("node", "scenarios.js", *arguments, cwd=package))


@pytest.fixture(scope="module")
def sign_in(package: Path) -> Run:
    """A function that signs in with TypeScript, while a person answers, and returns what the program has seen."""

    def run(server: str, kind: str, folder: Path, person: Person) -> Any:
        program = package / "browser"
        program.write_text(f"#!{sys.executable}\nimport sys\nsys.path[:0] = {[str(ROOT)]!r}\n{person.visit}")
        program.chmod(0o700)
        environ = {**os.environ, "BROWSER": str(program)}
        command = ["node", "sign_in.js", server, kind, str(folder)]
        with subprocess.Popen(command, cwd=package, env=environ, stdout=subprocess.PIPE, text=True) as started:
            assert started.stdout is not None
            for line in started.stdout:
                said = json.loads(line)
                if "code" not in said:
                    return said
                person.type_code(said["code"])
        raise AssertionError("it has said nothing")

    return run


def new_game(client: Client) -> Game:
    """Create a game with a bot, in which the player starts."""
    return client.create_game(bots=["kagiya"], rules={"starting_seat": 0}, contribute=False)


def test_the_types_of_the_package_are_valid(package: Path, tools: Path) -> None:
    """The compiler reads all types of libraries too, as it does where `skipLibCheck` is not set."""
    call("node", tools / "typescript" / "bin" / "tsc", *STRICT, "--noEmit", *package.glob("*.ts"), cwd=package)


def test_a_bot_plays_a_whole_game(run: Run, server: str) -> None:
    seen = run("wholeGame", server)
    assert seen["outcome"] in ("won", "lost", "finished") and seen["kind"] == "contributed" and seen["verified"]
    assert seen["signatures"] > seen["turns"] > 0


def test_players_meet_in_a_game(run: Run, server: str) -> None:
    """One follows all its games, the other this game."""
    seen = run("twoPlayers", server)
    assert seen["kind"] == "contributed" and seen["outcome"] in ("won", "lost", "finished")
    assert "!" in seen["rating"] and "crowd" not in seen["rating"]  # in German


def test_a_stream_that_breaks_continues_without_loss(run: Run, proxy: Proxy, client: Client) -> None:
    """It breaks at each of the first moves. Each event still comes once."""
    game = new_game(client)
    for _ in range(4):
        proxy.cut_at(MOVE)
    seen = run("brokenStream", proxy.url, client.token, game.id)
    assert seen["versions"] == list(range(1, seen["version"] + 1)) and game.refresh()["version"] == seen["version"]
    assert sum(b"/events?views=true" in line for line in proxy.requests) >= 4


def test_a_move_whose_answer_is_lost_counts_once(run: Run, proxy: Proxy, client: Client) -> None:
    game = new_game(client)
    proxy.lose_answer(MOVE)
    assert run("oneMove", proxy.url, client.token, game.id) == {"first": 1, "turn": 2}
    assert game.refresh()["version"] == 2


def test_a_game_whose_answer_is_lost_is_created_once(run: Run, proxy: Proxy, client: Client) -> None:
    proxy.lose_answer(b"POST /v1/games")
    proxy.refuse(b"POST /v1/games")
    made = run("newGame", proxy.url, client.token)
    assert [game["id"] for game in client.api.iter_my_games()] == [made]


def test_problems_are_errors_with_code_and_ruling(run: Run, server: str, client: Client) -> None:
    assert run("problems", server, client.token, new_game(client).id) == [
        [422, "illegal-move", "own-hand", "R5", [], True],
        [422, "illegal-move", "clue-tokens-full", "R9", [], True],
        [422, "illegal-move", "not-in-hand", "R10", [], True],
        [422, "invalid-request", None, None, ["#/seats", "#/bots/0"], True],
    ]


@pytest.mark.parametrize("kind", ["browser", "device"])
def test_a_person_signs_in_and_out(sign_in: Run, server: str, client: Client, tmp_path: Path, kind: str) -> None:
    """The program plays, renews its tokens once however often it needs them, and starts again without a question."""
    seen = sign_in(server, kind, tmp_path, Person(server, str(client.token)))
    me = client.api.get_me()["id"]
    assert seen == {"ids": [me, me, me], "mode": "600", "moved": True, "renewed": True, "ended": "invalid-token"}
    assert apps_of(client) == [] and list(tmp_path.iterdir()) == []


def test_a_lost_renewal_is_asked_for_again(sign_in: Run, proxy: Proxy, client: Client, tmp_path: Path) -> None:
    """The program gets the same tokens, and goes on."""
    proxy.lose_answer(b"POST /oauth/token", after=1)
    seen = sign_in(proxy.url, "browser", tmp_path, Person(proxy.url, str(client.token)))
    assert (seen["renewed"], seen["ended"]) == (True, "invalid-token"), seen
    assert sum(line.startswith(b"POST /oauth/token") for line in proxy.requests) == 3


def test_a_person_refuses_a_program(sign_in: Run, server: str, client: Client, tmp_path: Path) -> None:
    refused = Person(server, str(client.token), allow=False)
    assert sign_in(server, "browser", tmp_path, refused) == {"refused": "access_denied"}


def test_answers_of_others_are_not_used(sign_in: Run, server: str, client: Client, tmp_path: Path) -> None:
    """One without our `state` is ignored (CSRF), and a code of another service is sent to nobody (mix-up)."""
    attacked = Person(server, str(client.token), issuer="https://evil.example")
    assert sign_in(server, "browser", tmp_path, attacked) == {"refused": "invalid_response"}


def test_a_deal_without_the_own_contribution_is_refused(run: Run, server: str) -> None:
    assert run("droppedContribution", server) == "UnfairDealError"


def test_pages_follow_each_other(run: Run, server: str, client: Client) -> None:
    made = {client.create_game(seats=2).id for _ in range(3)}
    assert set(run("pages", server, client.token)) == made


def test_named_moves_take_slots_of_the_hand(run: Run, server: str, client: Client) -> None:
    game = new_game(client)
    seen = run("slots", server, client.token, game.id)
    played = [event["card"] for event in game.events() if event["type"] == "play" and event["seat"] == 0]
    assert seen == {"cards": played, "passed": None}


@pytest.mark.parametrize("number", slow_unless((0).__eq__, range(len(EXAMPLES))))
def test_the_examples_of_the_documentation_play_whole_games(package: Path, server: str, number: int) -> None:
    example = package / f"example{number}.js"
    example.write_text(example.read_text().replace(WRITTEN_FOR, server))
    assert "outcome" in call("node", example, cwd=package)


def test_the_example_plays_a_whole_game(package: Path, server: str) -> None:
    assert re.search(r"finished: \d+ points. Replay: http", call("node", "bot.js", server, cwd=package))


PAGE = """<!doctype html><link rel="icon" href="data:,"><pre></pre>
<script type="importmap">{"imports": {"hanabi-client": "/node_modules/hanabi-client/dist/index.js"}}</script>
<script type="module">
import { Client } from "hanabi-client";
const client = new Client("SERVER", { language: "fr" });
await client.createAccount();
const game = await client.createGame({ bots: ["kagiya"] });
for await (const turn of game.turns()) await turn.act(turn.legalActions.at(-1));
document.querySelector("pre").textContent = `${game.result.outcome} ${game.view.protection.kind}`;
</script>"""


def test_a_page_of_another_origin_plays_a_whole_game(package: Path, server: str, page: Any) -> None:
    (package / "page.html").write_text(PAGE.replace("SERVER", server))
    files = partial(SimpleHTTPRequestHandler, directory=package)
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as other:
        threading.Thread(target=other.serve_forever).start()
        try:
            page.goto(f"http://127.0.0.1:{other.server_port}/page.html")
            page.get_by_text("finished contributed").wait_for()
        finally:
            other.shutdown()


@pytest.mark.clients
def test_the_package_works_in_a_folder_of_its_own(server: str, tmp_path: Path) -> None:
    """It is built as by `make clients`, and npm installs it."""
    require_program("npm")
    shutil.copytree(SOURCES, tmp_path / "sources", ignore=shutil.ignore_patterns("node_modules", "dist"))
    call("npm", "ci", cwd=tmp_path / "sources")
    call("npm", "pack", "--pack-destination", tmp_path, cwd=tmp_path / "sources")
    (tarball,) = tmp_path.glob("hanabi-client-*.tgz")
    call("npm", "install", tarball, cwd=tmp_path)
    (tmp_path / "bot.mjs").write_text(EXAMPLES[-1].replace(WRITTEN_FOR, server).replace(")!", ")"))
    assert "outcome" in call("node", "bot.mjs", cwd=tmp_path)
