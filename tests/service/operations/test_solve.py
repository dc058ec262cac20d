"""`hanabi solve` and `hanabi conventions`: where a recorded game lost points, and what clues mean."""

import json
import re
from pathlib import Path

import pytest

from engine.proof.record_json import write
from engine.rules import resolve
from service.cli.arguments import main
from tests.engine.random_games import WASTEFUL, Setting
from tests.engine.records import played


def test_the_curve_and_the_losses_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The curve goes from the score of the deal to the points of the game, and each step down is a loss."""
    record = played(Setting(resolve("de", {}, 2), 2), 3, WASTEFUL)
    file = tmp_path / "record.json"
    file.write_bytes(write(record))
    assert main(["solve", str(file)]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == "version  turn  could still reach"
    curve = [int(line.split()[2]) for line in lines if re.fullmatch(r" +\d+ +\d+  \d+", line)]
    assert curve == sorted(curve, reverse=True) and curve[-1] == record.result.table_points
    lost = [int(found[1]) for line in lines if (found := re.match(r"(\d+) points?: lost", line))]
    assert sum(lost) == 25 - curve[-1]


def test_a_file_that_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 1 for another file, and 2 for a file that cannot be read."""
    other = tmp_path / "other"
    other.write_text("{}")
    assert main(["solve", str(other)]) == 1
    assert main(["solve", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().out == ""


def test_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints the file with the answers of its level, or of another."""
    position = {
        "hands": [["xx"] * 4, ["g1", "g4", "y3", "b3"], ["b4", "p4", "y4", "b4"]],
        "level": 2,
        "starting": 2,
        "steps": [{"turn": "Cathy clues green to Alice (slot 2)"}, {"seat": 0, "slot": 2}],
    }
    file = tmp_path / "positions.json"
    file.write_text(json.dumps([position]))
    for arguments, inferred in (([], ["g1", "g2"]), (["--level", "1"], ["g1"])):
        assert main(["conventions", str(file), *arguments]) == 0
        (found,) = json.loads(capsys.readouterr().out)
        assert found["steps"][1]["inferred"] == inferred


@pytest.mark.parametrize(
    ("text", "status", "error"),
    [(None, 2, "No such file"), ("{", 1, "no JSON"), ("{}", 1, "list of positions"), ("\x80", 1, "no JSON")],
)
def test_bad_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, status: int, error: str
) -> None:
    """A bad file is refused with the reason."""
    file = tmp_path / "positions.json"
    if text is not None:
        file.write_text(text, encoding="latin-1")
    assert main(["conventions", str(file)]) == status
    assert error in capsys.readouterr().err
