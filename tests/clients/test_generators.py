"""Clients that other generators make of the contract (`make test-clients`), with default options but for Java.

Some of them play a whole game, with open cards that have suit and rank. The others need compilers that are rarely
installed, so their types are checked: each has to be generated or to belong to the language.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hanabi_client import Client

from service.features.documentation import contract_parts
from service.platform.website import openapi
from tests.programs import output_of as run
from tests.programs import require_program

pytestmark = pytest.mark.clients

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = ROOT / "openapi.yaml"
PLAYERS = Path(__file__).resolve().parent / "players"
TOOLS = ROOT / "build" / "clients"
PACKAGES = TOOLS / "node_modules"

TYPESCRIPT = ["--strict", "--target", "es2022", "--module", "commonjs", "--moduleResolution", "node10"]
TYPESCRIPT += ["--lib", "es2022,dom,dom.iterable", "--skipLibCheck"]

NULLS_IN_RUST = re.compile(r"(pub (?:bots|holders|reveals|entropies|entropy_commitments): .*)Vec<String>")

DEFINITION = re.compile(r"\b(?:enum class|class|struct|enum|interface|typealias|object|record|type|trait)\s+(\w+)")
LANGUAGES = {
    "java": (r"(?m)^  private (?:@\S+ )?([\w<>?, .]+?) \w+(?: =|;)", "java"),
    "kotlin": (r"va[lr] \w+: ([\w.<>?, ]+)", "kt"),
    "csharp": (r"public ([\w<>?, .]+?) \w+ \{ get", "cs"),
    "swift6": (r"public (?:private\(set\) )?var \w+: ([\w\[\]: ?.]+)", "swift"),
    "rust": (r"pub \w+: ([\w<>:, ]+)", "rs"),
}
"""By generator: how a member of a type is declared, and the suffix of files."""
OWN_TYPES = (
    "Any BigDecimal Bool Boolean Box Date DateOnly DateTime Dictionary Double FixedOffset HashMap HashSet Int Integer "
    "JsonElement List LocalDate Map NaiveDate Object OffsetDateTime Option Set String URI Value Vec"
)
"""Types of the languages and of their standard packages."""


def generate(generator: str, folder: Path, *options: str) -> Path:
    """Return the folder of a client by openapi-generator."""
    tool = TOOLS / "venv" / "bin" / "openapi-generator-cli"
    run(tool, "generate", "-i", CONTRACT, "-g", generator, "-o", folder / "client", *options, cwd=folder)
    return folder / "client"


def check_game(output: str) -> None:
    """Require the outcome of a game with several events, in which cards were seen."""
    _, events, seen = output.split()
    assert int(events) > 5 and int(seen) > 20


def imported(server: str) -> Any:
    """Return the replay of a game from hanab.live that the service has imported."""
    game = json.loads((ROOT / "tests/games/variants/hanab_live_149251.json").read_text())
    with Client(server) as client:
        client.create_account()
        return client.api.create_replay(game, media_type="application/vnd.hanab-live+json")


def play_typescript(player: str, folder: Path, server: str) -> None:
    """Compile a player with its client, and let it play."""
    (folder / "node_modules").symlink_to(PACKAGES)
    shutil.copy(PLAYERS / player, folder / "player.ts")
    run("node", PACKAGES / "typescript/bin/tsc", *TYPESCRIPT, "--outDir", "js", "player.ts", cwd=folder)
    check_game(run("node", "js/player.js", server, cwd=folder))


def test_openapi_generator_for_python(server: str, tmp_path: Path) -> None:
    client = generate("python", tmp_path)
    python = TOOLS / "venv" / "bin" / "python"
    check_game(run(python, PLAYERS / "openapi_generator.py", server, cwd=tmp_path, PYTHONPATH=str(client)))


def test_openapi_generator_for_go(server: str, tmp_path: Path) -> None:
    """`players/go` has a stand-in, without the checks of patterns, for the only module that the client needs."""
    require_program("go")
    generate("go", tmp_path)
    for file in (PLAYERS / "go").rglob("*.txt"):  # with other names, they would be modules of this repository
        place = tmp_path / file.relative_to(PLAYERS / "go").with_suffix("")
        place.parent.mkdir(exist_ok=True)
        shutil.copy(file, place)
    tidied = subprocess.run(["go", "mod", "tidy"], cwd=tmp_path, capture_output=True, text=True, check=False)
    if "gopkg.in/validator.v2" in tidied.stderr:  # it could not be downloaded
        run("go", "mod", "edit", "-replace=gopkg.in/validator.v2=./validator", cwd=tmp_path)
        run("go", "mod", "tidy", cwd=tmp_path)
    run("go", "build", "-o", "player", ".", cwd=tmp_path)
    check_game(run(tmp_path / "player", server, cwd=tmp_path))


def test_openapi_generator_for_ruby(server: str, tmp_path: Path) -> None:
    """It needs the package typhoeus, as Debian's `ruby-typhoeus`."""
    require_program("ruby")
    client = generate("ruby", tmp_path)
    check_game(run("ruby", "-I", client / "lib", PLAYERS / "player.rb", server, cwd=tmp_path))


def test_openapi_generator_for_php(server: str, tmp_path: Path) -> None:
    """It needs Guzzle, as Debian's `php-guzzlehttp-guzzle`; `GUZZLE` names another file that loads it."""
    require_program("php")
    client = generate("php", tmp_path)
    check_game(run("php", PLAYERS / "player.php", client, server, cwd=tmp_path))


def test_openapi_generator_for_java(server: str, tmp_path: Path) -> None:
    """It needs Jackson, which is in the generator's jar, and a class of which `players/java` has a stand-in.

    Without an option, it needs jackson-databind-nullable too.
    """
    require_program("javac")
    native = ("--library", "native", "--additional-properties", "openApiNullable=false")
    sources = [generate("java", tmp_path, *native) / "src/main/java", PLAYERS / "java"]
    (jar,) = (TOOLS / "venv").glob("lib/python*/site-packages/openapi_generator_cli/openapi-generator.jar")
    search = os.pathsep.join(map(str, sources))
    compiler = ("javac", "-nowarn", "-proc:none", "-cp", jar, "-sourcepath", search, "-d", "classes")
    run(*compiler, PLAYERS / "java" / "Player.java", cwd=tmp_path)
    command = ("java", "-cp", os.pathsep.join(["classes", str(jar)]), "Player")
    check_game(run(*command, server, imported(server)["id"], cwd=tmp_path))


def test_openapi_generator_for_rust(server: str, tmp_path: Path) -> None:
    """Only its types are used, and their lists with nulls are corrected, which the generator does not know.

    They need Debian's `librust-…-dev` of `serde-json`, `serde-repr` and `chrono`. It lacks `serde_with`, of which
    `players/rust` has a stand-in.
    """
    require_program("cargo")
    if not any(Path("/usr/share/cargo/registry").glob("serde_json-*")):
        pytest.skip("needs librust-serde-json-dev, librust-serde-repr-dev and librust-chrono-dev")
    shutil.copytree(PLAYERS / "rust", tmp_path, dirs_exist_ok=True)
    shutil.copytree(generate("rust", tmp_path) / "src/models", tmp_path / "src/models")
    for file in (tmp_path / "src/models").iterdir():
        file.write_text(NULLS_IN_RUST.sub(r"\1Vec<Option<String>>", file.read_text()))
    with Client(server) as client:
        client.create_account()
        game = client.create_game(seats=2, bots=["kagiya"])
        files: dict[str, Any] = {"view": game.view}
        for turn in game.turns():
            turn.act(turn.legal_actions[0])
        files["replay"] = client.api.get_replay(game.id)
        files["imported"] = imported(server)
        files["record"] = client.api.get_replay_export(game.id, format="native")
    for name, value in files.items():
        (tmp_path / name).write_text(json.dumps(value))
    run("cargo", "build", "--offline", "--quiet", cwd=tmp_path)
    read = run(tmp_path / "target/debug/reader", *files, cwd=tmp_path).split()
    events = str(len(files["replay"]["events"]))
    assert read == ["5", events, "149251", str(len(files["record"]["core"]["events"]))]


def test_openapi_generator_for_typescript(server: str, tmp_path: Path) -> None:
    require_program("node")
    generate("typescript-fetch", tmp_path)
    play_typescript("fetch.ts", tmp_path, server)


def test_hey_api(server: str, tmp_path: Path) -> None:
    require_program("node")
    (tmp_path / "package.json").write_text("{}")
    run("node", PACKAGES / "@hey-api/openapi-ts/bin/run.js", "-i", CONTRACT, "-o", tmp_path / "client", cwd=TOOLS)
    play_typescript("hey_api.ts", tmp_path, server)


def test_orval(server: str, tmp_path: Path) -> None:
    require_program("node")
    files = ("--input", CONTRACT, "--output", tmp_path / "client.ts")
    run("node", PACKAGES / "orval/dist/bin/orval.mjs", *files, cwd=TOOLS)
    play_typescript("orval.ts", tmp_path, server)


@pytest.mark.parametrize("generator", LANGUAGES)
def test_generated_types_are_defined(generator: str, tmp_path: Path) -> None:
    """Each type of a member is generated too, or belongs to the language."""
    declaration, suffix = LANGUAGES[generator]
    texts = {file: file.read_text() for file in generate(generator, tmp_path).rglob(f"*.{suffix}")}
    defined = {name for text in texts.values() for name in DEFINITION.findall(text)}
    types = [kind for file, text in texts.items() if "odel" in str(file) for kind in re.findall(declaration, text)]
    used = {name for kind in types for name in re.findall(r"\b[A-Z]\w+", kind)}
    assert len(types) > 1000
    assert used - defined - {*OWN_TYPES.split()} == set()


@pytest.mark.parametrize("form", [dict, openapi.in_3_2, lambda whole: contract_parts.part(whole, "play")])
def test_redocly_finds_nothing(form: Callable[[dict[str, Any]], dict[str, Any]], tmp_path: Path) -> None:
    """With `redocly.yaml`, there is neither an error nor a warning."""
    require_program("node")
    (tmp_path / "openapi.json").write_text(json.dumps(form(openapi.document())))
    lint = ("lint", "--format", "json", "--config", ROOT / "redocly.yaml", tmp_path / "openapi.json")
    found = run("node", PACKAGES / "@redocly/cli/bin/cli.js", *lint, cwd=ROOT)
    assert json.loads(found)["problems"] == []
