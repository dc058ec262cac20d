"""Tests of the corpus: it keeps inputs that reach new lines, and the input of a failure."""

from pathlib import Path

import pytest

from engine.formats.notation.moves import read_move
from engine.formats.notation.words import NotationError
from tests.fuzz import corpus


def attempt(text: str) -> None:
    """Read a move, or fail for one text."""
    assert text != "c3:red"
    try:
        read_move(text)
    except NotationError:
        return


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> corpus._Corpus:
    """An empty corpus."""
    monkeypatch.setattr(corpus, "_FOLDER", tmp_path)
    return corpus._Corpus("moves")


def test_inputs_that_reach_new_lines_are_kept(kept: corpus._Corpus) -> None:
    """Inputs that reach no other line are dropped, such as repeated ones."""
    for text in ("p3", "p3", "p4", "two words", "four words of text"):
        kept.watch([text], lambda text=text: attempt(text))  # type: ignore[misc]
    kept.save()
    assert kept.inputs() == [["p3"], ["two words"]]


def test_inputs_that_fail_are_kept(kept: corpus._Corpus) -> None:
    """The last of the failing inputs is kept beside those of earlier runs."""
    for text in ("c3:red", "c3:red"):
        with pytest.raises(AssertionError):
            kept.watch([text], lambda text=text: attempt(text))  # type: ignore[misc]
        kept.save()
    assert kept.inputs() == [["c3:red"]]
