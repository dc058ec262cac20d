"""`hanabi conventions`, which says what clues mean."""

import json
from pathlib import Path

import pytest

from service.cli.arguments import main


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
