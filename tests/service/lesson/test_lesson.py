"""Tests of the guided first game: the engine plays its script, and its page has a text for each step."""

import json
import re

from flask import Flask

from engine.commands import Discard, GiveColorClue, GiveRankClue, Play
from service.features.lesson import script
from service.platform.languages import choice
from service.platform.website import page_words
from tests.rows import in_one_test
from tests.service.pages.test_pages import BROWSER, Page


def test_the_first_game_teaches_each_kind_of_turn_the_fuse_and_the_end() -> None:
    """The learner's hand is hidden until the end, and the rules allow what the learner is asked for."""
    steps = script.steps("en")
    assert {type(step.turn) for step in steps} == {type(None), GiveRankClue, GiveColorClue, Play, Discard}
    for step in steps[:-1]:
        assert step.view.viewer == script.LEARNER
        assert step.turn is None or step.turn in step.view.legal_actions
    end = steps[-1].view
    assert end.strikes == 1 and end.result is not None
    assert (end.result.reason, end.result.score) == ("last_round_over", 20)


@in_one_test("language", choice.LANGUAGES)
def test_the_page_of_the_first_game_has_its_steps_and_their_texts(app: Flask, language: str) -> None:
    answer = app.test_client().get("/learn", headers={"Accept": BROWSER, "Accept-Language": language})
    (data,) = [attributes["data-steps"] for _, attributes in Page(answer.text).tags if "data-steps" in attributes]
    steps, words = json.loads(data or ""), page_words.page_words(language)
    assert len({words[f"lesson-{step['name']}"] for step in steps}) == len(steps) == 20
    assert all(f"not-{step['turn']['type']}" in words for step in steps if step["turn"])


@in_one_test("language", choice.LANGUAGES)
def test_you_is_a_heading_in_the_picture_of_the_first_game(app: Flask, language: str) -> None:
    """No sentence has it as a name, as in "as You saw it"."""
    drawn = app.test_client().get(f"/learn/{language}.dark.svg").text
    you = page_words.page_words(language)["you"]
    assert f">{you}<" in drawn and not re.search(rf"\w {you}\b|\b{you} \w", drawn)
