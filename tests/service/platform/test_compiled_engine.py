"""`make fast` changes no turn of a bot, and nothing needs it."""

import shutil
import subprocess
import sys

import pytest

from service.platform import compiled_engine
from tests.programs import require_program

_GAMES = """
from service.platform import compiled_engine
{use}
from engine.bots import BOTS
from engine.conventions import table
from tests.engine.random_games import setting
from tests.engine.test_bots import bot_log
print(table.__file__.endswith(".py"))
for level in range(1, 6):
    for seats in range(2, 6):
        print(bot_log(BOTS[f"hgroup-{{level}}"], setting({{"seats": seats}}), 10 * level + seats).events)
"""


@pytest.mark.slow
def test_games_are_equal_move_for_move() -> None:
    """Compiled bots take the same turns as those in Python."""
    require_program("cc")
    subprocess.run([sys.executable, "-m", "service.platform.compiled_engine"], check=True)
    programs = [_GAMES.format(use=use) for use in ("", "compiled_engine.use()")]
    printed = [subprocess.check_output([sys.executable, "-c", program], text=True) for program in programs]
    in_python, compiled = [text.splitlines() for text in printed]
    assert (in_python[0], compiled[0]) == ("True", "False")
    assert in_python[1:] == compiled[1:] and len(compiled) == 21


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a C compiler, `make fast` says what it needs."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SystemExit, match="needs the C compiler"):
        compiled_engine.build()


def test_tests_run_the_source() -> None:
    """A process that has imported the engine stays with its source."""
    before = list(sys.meta_path)
    compiled_engine.use()
    assert sys.meta_path == before
