"""Names of accounts: unique, without look-alikes, reserved after they were given up, and made up for guests."""

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from secrets import token_hex

import psycopg
import pytest
from flask import Flask

from service.core.people import guest_names, names
from service.core.people.names import NameRefused
from tests.rows import in_one_test
from tests.service.client import Answer, Api, Player
from tests.service.factories import rename, unique

ORDINARY = [
    "Ada",
    "x",
    "Béla Bartók",
    "Søren",
    "Nguyễn Thị Hương",
    "Anne-Marie",
    "O'Brien",
    "J.R.R. Tolkien",
    "bot-7",
    "user_name",
    "Player 7K3QX2",
    "x" * 40,
    "Иван",
    "Έλενα",
    "אבי 7",
    "أحمد",
    "नरेन्द्र",
    "தமிழ்",
    "ศรี",
    "გიორგი",
    "Հայկ",
    "李雷",
    "花子",
    "さくら",
    "김철수",
    "Tanaka 花子",
    "Al",
    "ALI",
    "Hosta",
    "Anna2",
    "Hanabi Fan",
    "น้ำฝน",
    "ຄຳ",
    "أحمد ٧",
    "Ɗanjuma",
    "Əli",
    "Ka\u02bbiulani",
    "<b>&amp;'; drop table account",
]

APOSTROPHES = {
    "O\u2019Neill": "O'Neill",
    "Ka\u2018iulani": "Ka'iulani",
    "Дар\u2019я": "Дар'я",
    "В\u02bcячеслав": "В'ячеслав",
}

REFUSED = {
    "Ada\u200b": "letters, digits",  # zero width space
    "A\u200dda": "letters, digits",  # zero width joiner
    "Ada\u2060": "letters, digits",  # word joiner
    "A\u00adda": "letters, digits",  # soft hyphen
    "\u3164": "letters, digits",  # Hangul filler
    "A\u034fda": "letters, digits",  # combining grapheme joiner
    "Ada\ufe0f": "letters, digits",  # variation selector
    "Ada\U000e0041": "letters, digits",  # tag character
    "\u2800\u2800": "letters, digits",  # blank Braille pattern
    "\u202eadA": "letters, digits",  # right-to-left override
    "Ada\u200f": "letters, digits",  # right-to-left mark
    "Ada\u00a0Lovelace": "letters, digits",  # no-break space
    "Ada\u2003Lovelace": "letters, digits",  # em space
    "Ada  Lovelace": "letters, digits",
    "𝐀𝐝𝐚": "letters, digits",  # mathematical letters
    "Ⓐda": "letters, digits",
    "ﬁona": "letters, digits",  # ligature
    "Ada 🎆": "letters, digits",
    "Ada★": "letters, digits",
    "Ada\ue000": "letters, digits",  # private use
    "Ad\u0430": "one script",  # Cyrillic
    "\u0391da": "one script",  # Greek
    "\u13aada": "one script",  # Cherokee
    "\u0531da": "one script",  # Armenian
    "Ada أحمد": "letters",
    "Иван 李雷": "one script",
    "A" + "\u0301\u0302\u0303\u0304" + "da": "combining marks",
    "Z\u0321\u0321algo": "combining marks",
    "ʀᴏꜱᴀʟɪɴᴅ": "phonetic",
    "ʀosalind": "phonetic",
    "\u01a6osalind": "phonetic",  # its upper case
    "ᴙosalind": "phonetic",
    "٧": "letters, digits",
    "Ada ٧": "letters, digits",
    "": "letters, digits",
    "...": "a letter or a digit",
    "(deleted)": "reserved",
    "deleted": "reserved",
    "kagiya": "reserved",
    "HGroup-5": "reserved",
    "admin": "reserved",
    "ADMIN": "reserved",
    "The Moderator": "reserved",
    "System": "reserved",
    "hanabi": "reserved",
    "Hanabi Support": "reserved",
    "null": "reserved",
    "me": "reserved",
    "М\u0435": "reserved",  # Cyrillic letters that look like `Me`
    "adm1n": "reserved",
    "The 4dmin": "reserved",
    "Moderatorin": "reserved",
    "админ": "reserved",
    "管理员": "reserved",
    "(gelöscht)": "reserved",
    "(supprimé)": "reserved",
    "(removed)": "reserved",
    "(suspended)": "reserved",
    "(deleted) 2": "reserved",
    "postmaster": "reserved",
    "Arena 2": "reserved",
    "Hanabi arena season 1": "reserved",
    "a_ 234": "id",
    "a_019901a4c3e17b5000009e37d2f86a00": "id",
    "A_019901a4": "id",
    "g_019901a4c3e17b5000009e37d2f86a00": "id",
    "\u0430_019": "id",  # Cyrillic
}

ALIKE = [
    ("Ada", "ada"),
    ("Ada", "A.d.a"),
    ("Ada Lovelace", "AdaLovelace"),
    ("Ada", "ａｄａ"),  # wide letters, which PRECIS replaces
    ("Ada", "Áda"),
    ("Soren", "Søren"),
    ("Dorde", "Đorđe"),
    ("Ian", "lan"),
    ("Ian", "1an"),
    ("Bob", "B0b"),
    ("Tom", "Torn"),
    ("Hopa", "Нора"),  # Cyrillic
    ("vou", "νου"),  # Greek
    ("ADA", "ᎪᎠᎪ"),  # Cherokee
    ("Rosalind", "Rosalinɗ"),
    ("Rosalind", "Rosal!nd"),
    ("Rosalind", "Ro$alind"),
    ("Andrew", "\uff21ndrew"),
    ("Straße", "STRASSE"),
]

DIFFERENT = [
    ("Ada", "Eva"),
    ("Ali", "All"),
    ("Иван", "Ivan"),
    ("कि", "कु"),
    ("李雷", "李電"),
    ("bot-7", "bot-8"),
    ("Anna", "Anna2"),
]


@in_one_test("name", ORDINARY)
def test_an_ordinary_name_is_accepted(name: str) -> None:
    """Names in any one script are accepted unchanged."""
    assert names.checked(name) == name and all(names.handles(name))


@in_one_test(("name", "normal"), APOSTROPHES.items())
def test_an_apostrophe_of_any_form_is_accepted(name: str, normal: str) -> None:
    """It becomes the one of ASCII."""
    assert names.checked(name) == normal


@in_one_test(("name", "why"), REFUSED.items())
def test_an_odd_name_is_refused(name: str, why: str) -> None:
    """The message says what a name must be."""
    with pytest.raises(NameRefused, match=why):
        names.checked(name)


@in_one_test(("one", "other"), ALIKE)
def test_names_that_look_alike_share_a_handle(one: str, other: str) -> None:
    """No two accounts can have both names."""
    assert not set(names.handles(names.checked(one))).isdisjoint(names.handles(names.checked(other)))


@in_one_test(("one", "other"), DIFFERENT)
def test_names_that_do_not_look_alike_share_no_handle(one: str, other: str) -> None:
    """Two accounts can have these names."""
    assert set(names.handles(one)).isdisjoint(names.handles(other))


def create(api: Api, name: str) -> Answer:
    """Create an account with a name."""
    return api.post("/v1/accounts", {"name": name})


def player(api: Api, name: str) -> Player:
    """Create an account, and return it with its client."""
    account = create(api, name).ok()
    return Player(account["id"], account["name"], account["token"], api.known_by(account["token"]))


@in_one_test(
    "change", [str, str.upper, lambda name: f" {name} ", lambda name: f"{name}!", lambda name: name.replace(" ", "-")]
)
def test_a_taken_name_is_refused(api: Api, change: Callable[[str], str]) -> None:
    """A second account cannot get the name of the first one, neither when it is created nor by a rename."""
    first, other = player(api, unique("Ada")), player(api, unique("Bob"))
    assert create(api, change(first.name)).code == "name-taken"
    assert rename(other, change(first.name)).code == "name-taken"
    assert other.api.get("/v1/me").ok()["name"] == other.name


def test_a_refused_name_has_a_pointer_and_a_reason(api: Api) -> None:
    """The response is 422 and changes nothing."""
    answer = create(api, "Ad\u0430")
    assert (answer.status, answer.code) == (422, "invalid-request")
    assert answer.body["errors"] == [{"pointer": "#/name", "detail": "must have letters of one script"}]


def test_an_account_without_a_name_gets_a_free_one(api: Api) -> None:
    """Scripts need no name."""
    first, other = (api.post("/v1/accounts", {}).ok()["name"] for _ in range(2))
    assert first and other and first != other


def test_a_name_can_be_changed_to_a_similar_one(api: Api) -> None:
    """An account's own names do not block it, not even those that it gave up."""
    one = player(api, unique("Ada"))
    for name in (one.name.upper(), unique("Eve"), one.name):
        assert rename(one, name).ok()["name"] == name


@pytest.mark.parametrize("how", ["rename", "deletion"])
def test_a_name_that_was_given_up_is_reserved(api: Api, database_url: str, how: str) -> None:
    """Nobody else gets it for 30 days."""
    one = player(api, unique("Ada"))
    if how == "rename":
        rename(one, unique("Eve")).ok()
    else:
        one.api.delete("/v1/me").ok()
    assert create(api, one.name).code == "name-taken"
    with psycopg.connect(database_url) as db:
        db.execute("update handle set released_at = now() - interval '31 days' where released_at is not null")
    assert create(api, one.name).status == 201


def test_an_account_reserves_few_names(api: Api) -> None:
    """Renaming again and again does not block ever more names."""
    one = player(api, unique("Ada"))
    for _ in range(21):
        rename(one, f"x{secrets.token_hex(8)}").ok()
    assert create(api, one.name).status == 201


def test_one_of_two_simultaneous_accounts_gets_the_name(api: Api) -> None:
    """The database decides, so that no moment is too short for a duplicate."""
    for _ in range(5):
        name = unique("Ada")
        with ThreadPoolExecutor(4) as threads:
            answers = list(threads.map(partial(create, api), [name, name.upper(), name.lower(), name]))
        assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]


# Every list, with all its first and all its second words.
PAIRS = [
    (language, form.format(one, other).replace("_", " "))
    for language, (form, first, second) in guest_names._WORDS.items()
    for one, other in (
        *((one, second.split()[0]) for one in first.split()),
        *((first.split()[0], other) for other in second.split()),
    )
]


@in_one_test(("language", "name"), PAIRS)
def test_every_word_makes_a_name_that_is_allowed(language: str, name: str) -> None:
    """None is reserved, and none is changed by the rules of names."""
    assert names.checked(name) == name, language


@in_one_test("language", ["en", "de", "nl", "da", "fr", "xx"])
def test_a_guest_gets_a_name_in_the_language(language: str) -> None:
    """English is for languages without words. A name is short enough for a suffix."""
    for _ in range(20):
        name = guest_names.guest_name(language)
        assert names.checked(name) == name
        assert len(name) <= 33


def test_a_taken_name_gets_a_suffix(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that every guest gets one at once."""
    monkeypatch.setattr("service.core.people.accounts.guest_name", lambda language: f"Only Otter {language}")
    first, second = (Api(app).post("/v1/accounts", {}, headers={"Accept-Language": "da"}).ok() for _ in range(2))
    assert first["name"] == "Only Otter da"
    assert second["name"].startswith("Only Otter da ")


def test_a_guest_has_no_part_of_a_name_that_was_taken(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a name that looks like another one, the guest may have got a form that is free."""
    end = token_hex(4)
    api.post("/v1/accounts", {"name": f"lo {end}"}).ok()
    offered = iter([f"Io {end}", f"Otter {end}"])
    monkeypatch.setattr("service.core.people.accounts.guest_name", lambda _: next(offered))
    assert api.post("/v1/accounts", {}).ok()["name"] == f"Otter {end}"
    assert api.get(f"/v1/accounts/io {end}").status == 404
