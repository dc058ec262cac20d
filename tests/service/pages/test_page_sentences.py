"""Tests of what pages say of problems."""

import re
from typing import Final

import pytest

from service.platform.data_files import WEB
from service.platform.languages import choice
from service.platform.website import page_words
from service.platform.wire import problem_kinds
from service.platform.wire.problem_kinds import STATUS_OF
from tests.rows import in_one_test

OF_PROGRAMS: Final = re.compile(
    r"/v1|\bGET\b|[Hh]eader|\bETag\b|\bAccept\b|If-|Idempotency|\bids?\b|\bbody\b|\berrors\b|JSON|scope|[Rr]equest"
    r"|Retry-After|[a-z]_[a-z]|[a-z]=[a-z]|\bquery\b|resource|media type|\bstream|in_page"
)
"""What only programs understand in a sentence."""

FILLED: Final = {"maximum": 50, "first": "must be from 2 to 5", "limit": "tables", "scope": "x", "version": 2}


@pytest.mark.usefixtures("app")
@in_one_test("code", [*STATUS_OF])
def test_what_a_page_says_of_a_problem_is_for_people(code: str) -> None:
    """Each code of the contract has a sentence for people, that of the problem document or its own."""
    for language in choice.LANGUAGES:
        text = problem_kinds.problem(language, code, **FILLED)
        said = text.in_page or text.detail
        assert said[0].isupper() and said.endswith((".", "?")), (language, said)
        if language == "en":
            assert not OF_PROGRAMS.search(said), said
        assert page_words.page_words(language).get(f"e.{code}") is not None or text.in_page is None


NOTHING_TYPED: Final = ("documents/reference.js", "puzzles/puzzles.js")
"""Scripts of forms whose faults are not those of a field: one shows the whole answer, the other has choices alone."""


def test_what_is_wrong_with_a_form_is_said_at_its_field() -> None:
    """The script of a form says it by `at-field.js`, or its caller does, whose function is called `attempt`."""
    for script in WEB.glob("*/**/*.js"):
        text = script.read_text(encoding="utf-8")
        if 'addEventListener("submit"' in text and not script.as_posix().endswith(NOTHING_TYPED):
            assert "at-field.js" in text or "attempt" in text, script
