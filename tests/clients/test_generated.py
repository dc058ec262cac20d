"""Tests of clients that are generated from the contract: Python and TypeScript."""

import importlib
import random
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from tests.clients.test_typescript_client import QUICK, STRICT
from tests.programs import output_of as run

HERE = Path(__file__).resolve().parent
CONTRACT = HERE.parents[1] / "openapi.yaml"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:invalid decimal literal:SyntaxWarning"),  # openapi-python-client writes 3and
]


@pytest.fixture(scope="module")
def operations() -> set[str]:
    """The ids of all operations of the contract, without those of webhooks."""
    return set(
        re.findall(r"^ +operationId: (?!on[A-Z])(\w+)$", CONTRACT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    )


@pytest.fixture(scope="module")
def generated_client(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The package that openapi-python-client generates."""
    folder = tmp_path_factory.mktemp("generated")
    # The tool does not know these media types.
    taken_for = {
        "image/svg+xml": "text/plain",
        "image/png": "application/octet-stream",
        "image/gif": "application/octet-stream",
        "text/x-hanabi": "application/octet-stream",
        "application/x-ndjson": "application/octet-stream",
    }
    (folder / "config.yaml").write_text(yaml.safe_dump({"post_hooks": [], "content_type_overrides": taken_for}))
    tool = ("openapi_python_client", "generate", "--config", "config.yaml", "--meta", "none", "--fail-on-warning")
    run(sys.executable, "-m", *tool, "--path", CONTRACT, "--output-path", "generated_client", cwd=folder)
    sys.path.insert(0, str(folder))
    return importlib.import_module("generated_client")


def operation(name: str) -> ModuleType:
    """Return the generated module of an operation."""
    return importlib.import_module(f"generated_client.api.{name}")


def test_a_generated_python_client_has_every_operation(generated_client: ModuleType, operations: set[str]) -> None:
    api = Path(str(generated_client.__file__)).parent / "api"
    made = {path.stem.replace("_", "") for path in api.glob("*/*.py") if path.stem != "__init__"}
    assert made == {name.lower() for name in operations}


def test_a_generated_python_client_has_no_untyped_values(generated_client: ModuleType) -> None:
    """No generated type is Any but that of the id of a source, which is a number or a text."""
    models = Path(str(generated_client.__file__)).parent / "models"
    untyped = re.compile(r"^    \w+: .*(?<!str, )\bAny\b", flags=re.MULTILINE)
    found = [(path.name, one) for path in models.glob("*.py") for one in untyped.findall(path.read_text())]
    assert {name for name, _ in found} == {"source.py"} and len(found) == 1


def test_a_generated_python_client_plays_a_game(generated_client: ModuleType, server: str) -> None:
    models = importlib.import_module("generated_client.models")

    def player() -> Any:
        client = generated_client.Client(base_url=server, raise_on_unexpected_status=True)
        account = operation("accounts.create_account").sync(client=client, body=models.CreateAccountRequest())
        return generated_client.AuthenticatedClient(
            base_url=server, token=account.token, raise_on_unexpected_status=True
        )

    players, dice = [player(), player()], random.Random(1)
    game = operation("games.create_game").sync(client=players[0], body=models.CreateGameRequest(seats=2)).id
    view = operation("games.create_seat").sync(game, client=players[1], body=models.CreateSeatRequest())
    while view.status != "ended":
        mover = players[view.to_move]
        view = operation("games.get_game").sync(game, client=mover)
        action = dice.choice(view.legal_actions)
        move = models.CreateMoveRequest.from_dict({**action.to_dict(), "expected_version": view.version})
        done = operation("games.create_move").sync(game, client=mover, body=move)
        assert isinstance(done, models.EventResult), done
        view = done.view
    replay = operation("replays.get_replay").sync(game, client=players[0])
    assert isinstance(replay, models.Replay) and replay.result.score == view.result.score
    late = models.CreateMoveRequest(models.TurnType("discard"), card=0, expected_version=view.version)
    refused = operation("games.create_move").sync(game, client=players[0], body=late)
    assert isinstance(refused, models.Problem) and refused.code == "game-not-running"


def test_generated_typescript_types_fit_a_bot_that_plays_a_game(tools: Path, server: str, tmp_path: Path) -> None:
    """A bot compiles with types from openapi-typescript, and plays a game under node."""
    (tmp_path / "node_modules").symlink_to(tools)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(HERE / "bot.ts", tmp_path)
    run("node", tools / "openapi-typescript" / "bin" / "cli.js", CONTRACT, "-o", "contract.d.ts", cwd=tmp_path)
    run("node", tools / "typescript" / "bin" / "tsc", QUICK, *STRICT, "bot.ts", cwd=tmp_path)
    outcome, score, events = run("node", "bot.js", server, cwd=tmp_path).split()
    assert outcome in ("won", "lost", "finished") and int(score) >= 0 and int(events) > 5
