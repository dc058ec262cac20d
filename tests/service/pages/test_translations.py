"""Tests of the translations: no message is missing or unused in any language."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from service.core.replays.words import lost_point_words as lost_points
from service.core.replays.words import summary_words as summary
from service.core.rules import variant_words as variants
from service.core.tables.words import event_words as events
from service.features.documentation import document_words
from service.features.documentation import document_words as documentation
from service.features.pictures import picture_words as pictures
from service.platform.languages import choice
from service.platform.languages.translations import LOCALE
from tests.rows import in_one_test

ROOT = Path(__file__).resolve().parents[3]
TRANSLATED = [language for language in choice.LANGUAGES if language != choice.DEFAULT_LANGUAGE]

each_translation = in_one_test("language", TRANSLATED)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The messages in the code, extracted as `make texts` does."""
    file = tmp_path_factory.mktemp("texts") / "messages.pot"
    options = ["-q", "extract", "-F", "babel.cfg", "-o", str(file), "engine", "service"]
    subprocess.run([sys.executable, "-m", "babel.messages.frontend", *options], cwd=ROOT, check=True, timeout=120)
    with file.open("rb") as content:
        return read_po(content)


@cache
def translations(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "messages.po").open("rb") as content:
        return read_po(content, abort_invalid=True)


def messages(catalog: Catalog) -> dict[tuple[str | None, str], Message]:
    return {(message.context, text_of(message.id)[0]): message for message in catalog if message.id}


def text_of(texts: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts or ())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_language_has_a_catalog() -> None:
    assert {path.name for path in LOCALE.iterdir()} == set(TRANSLATED)


@each_translation
def test_no_message_is_missing_or_unused(language: str, template: Catalog) -> None:
    """If this fails, run `make texts` and translate what it adds."""
    catalog = translations(language)
    found, wanted = messages(catalog), messages(template)
    assert found.keys() == wanted.keys()
    assert not catalog.obsolete
    assert not [
        key
        for key, message in found.items()
        if message.fuzzy or not (text_of(message.string) and all(text_of(message.string)))
    ]
    assert not [key for key, message in found.items() if text_of(message.id) != text_of(wanted[key].id)]


@each_translation
def test_translations_have_the_placeholders_of_their_messages(language: str) -> None:
    """The singular may leave out the count."""
    catalog = translations(language)
    for key, message in messages(catalog).items():
        ids, strings = text_of(message.id), text_of(message.string)
        assert len(strings) == (1 if len(ids) == 1 else catalog.num_plurals), key
        for text in strings:
            assert text == text.strip(), key
            allowed = [placeholders(english) for english in ids]
            assert placeholders(text) in allowed, key
        assert AS_PRINTED.search(ids[0]) or len({bool(ENDED.search(text)) for text in (*ids, *strings)}) == 1, key


AS_PRINTED = re.compile(r"^You have|^\{sound\}|[Cc]rowd|applaused|viewers|audience|^Divine")
"""Texts of the booklets, which some print without a full stop: clues and ratings."""
ENDED = re.compile(r"[.…][”“»\")\s]*$|[!?]$")


MIXED = {
    "de": r"\bDecks?\b|Sandbox|\bMarker|[Rr]oboter|\bFeuerwerke?n?s?\b",
    "nl": r"„|\b[Pp]artij(en)?\b|[Vv]uurwerk(en|rijen)?\b|\b[Hh]ints?\b|\bdecks\b|\b[Uu]w?\b(?!\+)|[Ii]nlog",
    "da": r"\b[Hh]ints?\b|\b[Bb]unke(n|r|rne)?\b|[Kk]ass[eé]r|egivenhed|[Ii]ndstilling|“",
    "fr": r"\b([Vv]ous|[Vv]otre|[Vv]os)\b|[Ii]ndice|[Rr]obot|'|[^\s] [:;?!»](\s|$)|« ",
}
"""Words and marks beside those of decision 0154."""

OF_REPLAYS = {
    "de": ("replay", "analys"),
    "fr": ("parties? enregistrée", "analys"),
    "nl": ("opname", "analys"),
    "da": ("optagelse", "gennemg"),
}
"""The words for a replay, and for reviewing it."""


@each_translation
def test_each_thing_has_one_word(language: str) -> None:
    """Use the word of the table in docs/decisions/0154-the-words-of-each-language.md."""
    texts = [text for message in messages(translations(language)).values() for text in text_of(message.string)]
    assert not [text for text in texts if re.search(MIXED[language], re.sub(r"\{\w+\}", "", text))]
    for english, word in zip(("replay", "review"), OF_REPLAYS[language], strict=True):
        named = re.compile(rf"\b{english}(s|ed|ing)?\b(?!-)", re.IGNORECASE)
        for (_, about), message in messages(translations(language)).items():
            assert not named.search(about) or re.search(word, text_of(message.string)[0], re.IGNORECASE), about


TABLES: Mapping[str, Mapping[str, str]] = {
    "events": events.EVENTS["en"],
    "losses": lost_points.TEXTS["en"],
    "summary": summary.TEXTS["en"],
    "variants": variants.RULES["en"],
    "pictures": pictures.PICTURES["en"],
    "pages": {key: document_words.page("en", key) for key in documentation.PAGES},
}


@in_one_test("name", TABLES)
def test_every_key_is_used(name: str) -> None:
    """A key that the code composes counts, if its parts are there."""
    spelled, composed = used_texts()
    unused = {key for key in TABLES[name] if key not in spelled and not any(one.fullmatch(key) for one in composed)}
    assert not unused


@cache
def used_texts() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the texts in the code that are no keys of dictionaries, and patterns of those with placeholders."""
    spelled: set[str] = set()
    composed: set[str] = set()
    for path in (*(ROOT / "engine").rglob("*.py"), *(ROOT / "service").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        keys = {id(key) for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                composed.add("".join(pattern_of(part) for part in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys:
                spelled.update((node.value, node.value.replace("_", "-")))
    for path in pages_and_scripts():
        spelled.update(re.findall(r"""["'`]([\w-]+)["'`]""", path.read_text(encoding="utf-8")))
    return spelled, [re.compile(text) for text in composed if re.search(r"[a-z]", text.replace("[a-z_-]+", ""))]


def pages_and_scripts() -> Iterator[Path]:
    for ending in ("*.html", "*.js"):
        yield from (ROOT / "service" / "web").rglob(ending)


def pattern_of(part: ast.expr) -> str:
    return re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else "[a-z_-]+"
