"""A table of the languages, for tests of texts."""

from typing import Final

from service.platform.languages import choice
from tests.rows import in_one_test

EACH_LANGUAGE: Final = in_one_test("language", choice.LANGUAGES)
