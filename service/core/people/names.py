"""Rules for names of accounts, and the handles that keep look-alikes apart.

A name consists of words with single spaces between them. Each word is a username by RFC 8265 (PRECIS), and all letters
are of one script, as in the level "highly restrictive" of UTS 39. Phonetic letters are refused, since most of them look
like small capitals.

A handle is what remains of a name without case, punctuation, spaces, accents and the differences between confusable
characters (UTS 39). Two names that share a handle are too similar. A name with digits or signs that often stand for
letters, as in `R0s4l1nd`, also has the handles of the names that it then reads as.
"""

import re
import secrets
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Final

from precis_i18n import get_profile

from engine.bots import BOTS, FORMER_BOTS
from engine.wording import N_

MAX_NAME_LENGTH: Final = 40
DELETED_NAME: Final = "(deleted)"
"""The name of a deleted account in lists and replays."""

ARENA: Final = "hanabi arena"
IMPORTER: Final = "hanabi import"
"""The names of the service's own accounts."""

_USERNAME: Final = get_profile("UsernameCasePreserved")

_SCRIPTS_USED_TOGETHER: Final = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
_MAX_MARKS: Final = 3
"""The maximum number of combining marks on a letter."""

_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc", "'"))
_SARA_AMS: Final = (("\u0e33", "\u0e4d\u0e32"), ("\u0eb3", "\u0ecd\u0eb2"))
"""The vowel am of Thai and Lao, and its parts. PRECIS allows only the parts."""

_READ_AS_LETTERS: Final = (str.maketrans("01!34@5$", "oiieaass"), str.maketrans("01!34@5$", "olleaass"))
"""Digits and signs that often stand for letters; `1` and `!` stand for two."""

_RESERVED: Final = f"""
    {ARENA.replace(" ", "")} {IMPORTER.replace(" ", "")}
    anonymous bot everyone guest hanabi hanabiteam host me nobody none null player undefined unknown
"""
"""Names that are refused."""
_OFFICIAL: Final = f"""
    admin admins administrator administrators administratorin administrateur administratrice beheerder
    mod mods moderator moderators moderatorin modérateur modératrice админ администратор модератор 管理员 管理員
    official operator postmaster root security server service staff support sysadmin system webmaster
    arena deleted gelöscht removed slettet supprimé suspended verwijderd
    {" ".join({bot.partition("-")[0] for bot in (*BOTS, *FORMER_BOTS)})}
"""
"""Words that are refused in every name."""

_SUFFIX_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_SUFFIX_LENGTH: Final = 6


class NameRefused(ValueError):
    """No account may have this name. The message says what a name must be."""


def checked(name: str) -> str:
    """Return a name in its normal form. Raises NameRefused."""
    try:
        name = _normal(name)
    except UnicodeEncodeError:
        raise NameRefused(
            N_("must have only letters, digits and punctuation, and single spaces between words")
        ) from None
    from confusable_homoglyphs.categories import unique_aliases

    scripts = unique_aliases(name) - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= together for together in _SCRIPTS_USED_TOGETHER):
        raise NameRefused(N_("must have letters of one script"))
    if any(map(_is_phonetic, name + name.lower())):
        raise NameRefused(N_("must not have phonetic letters"))
    for is_mark, marks in groupby(unicodedata.normalize("NFD", name), _is_mark):
        found = list(marks)
        if is_mark and (len(found) > _MAX_MARKS or len(set(found)) < len(found)):
            raise NameRefused(N_("must not have so many combining marks on one letter"))
    if not all(handles(name)):
        raise NameRefused(N_("must have a letter or a digit"))
    require_unreserved(name)
    return name


def require_unreserved(name: str) -> None:
    """Raise NameRefused for a name that people could take for somebody else's, as that of a team or a contest."""
    name = unicodedata.normalize("NFKC", name)
    if any(map(_is_phonetic, name + name.lower())):
        raise NameRefused(N_("must not have phonetic letters"))
    if _is_reserved(name):
        raise NameRefused(N_("must not be a reserved word or look like an id"))


def handles(name: str) -> list[str]:
    """Return the handles of a name: as it is shown, in lower case, and with letters for digits and signs.

    They often differ: `I` looks like `l`, and `i` does not.
    """
    lower = name.casefold()
    texts = {name, lower, *[lower.translate(letters) for letters in _READ_AS_LETTERS]}
    return sorted({_stripped(_skeleton(_skeleton(text).casefold())) for text in texts})


def numbered(name: str) -> str:
    """Return a name with a random suffix, as "Player 7K3QX2"."""
    suffix = "".join(secrets.choice(_SUFFIX_ALPHABET) for _ in range(_SUFFIX_LENGTH))
    return f"{name[: MAX_NAME_LENGTH - _SUFFIX_LENGTH - 1]} {suffix}"


def _normal(name: str) -> str:
    """Return a name with the normal form of each word. Raises UnicodeEncodeError."""
    name = name.translate(_APOSTROPHES)
    for vowel, parts in _SARA_AMS:
        name = name.replace(vowel, parts)
    name = " ".join([_normal_word(word, name[0]) for word in name.split(" ")]) if name else _USERNAME.enforce(name)
    for vowel, parts in _SARA_AMS:
        name = name.replace(parts, vowel)
    return name


def _normal_word(word: str, first: str) -> str:
    """Return the normal form of a word of a name with this first letter. Raises UnicodeEncodeError."""
    # A word of Arabic digits cannot stand alone, but it can follow an Arabic word.
    if word and all(unicodedata.bidirectional(char) == "AN" for char in word):
        return _USERNAME.enforce(first + word)[1:]
    return _USERNAME.enforce(word)


def _prototypes() -> Iterator[tuple[str, str]]:
    """Yield each character that looks like another text, and that text.

    The data lists for each text all that look like it. A character that looks like another has that one alone in its
    list. The data has direction marks around letters that are written from right to left.
    """
    from confusable_homoglyphs.confusables import confusables_data  # 7 MB, which most processes never need

    for text, alike in confusables_data.items():
        char = text.strip("\u200e")
        if len(alike) == len(char) == 1:
            (other,) = [entry["c"] for entry in alike]
            is_pair = len(confusables_data[other]) == 1
            prototype = max(text, other, key=lambda one: (len(one), one)) if is_pair else other
            yield char, prototype.strip("\u200e")


@cache
def _replacing() -> dict[int, str]:
    """Return what replaces each character that looks like another text."""
    return str.maketrans(dict(_prototypes()))


def _skeleton(text: str) -> str:
    """Return the skeleton of a text. Texts with the same skeleton look alike (UTS 39)."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_replacing()))


def _stripped(skeleton: str) -> str:
    """Return only letters, digits, and the marks that are part of the letters of a script."""
    return "".join([char for char in skeleton if _counts(char)])


def _counts(char: str) -> bool:
    is_accent = "\u0300" <= char <= "\u036f" or "\u064b" <= char <= "\u065f"  # also those of Arabic
    return not is_accent and unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lo", "Nd", "Mn", "Mc")


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me")


def _is_phonetic(char: str) -> bool:
    """Return True for small capitals, and for phonetic letters that no language writes in upper case."""
    is_symbol = ("\u0250" <= char <= "\u02af" or "\u1d00" <= char <= "\u1dbf") and char.upper() == char
    return is_symbol or "SMALL CAPITAL" in unicodedata.name(char, "")


_ID: Final = re.compile(r"[abcgt]_[2-9a-fol]+")  # in a skeleton, 0 is o and 1 is l
_NO_LETTER: Final = re.compile(r"[\W\d_]+")


@cache
def _handles_of(names: str) -> frozenset[str]:
    return frozenset(handle for name in names.split() for handle in handles(name))


def _is_reserved(name: str) -> bool:
    found, own = handles(name), (*handles(ARENA), *handles(IMPORTER))
    if any(handle.startswith(own) for handle in found):
        return True
    if not _handles_of(_RESERVED + _OFFICIAL).isdisjoint(found) or _ID.fullmatch(
        _skeleton(name.replace(" ", "")).casefold()
    ):
        return True
    words = [word for word in _NO_LETTER.split(name) + name.split(" ") if word]
    return any(not _handles_of(_OFFICIAL).isdisjoint(handles(word)) for word in words)
