"""Texts of the page of the reader's account and devices."""

from collections.abc import Mapping
from gettext import NullTranslations

from service.i18n.translations import in_each_language

__all__ = ["ACCOUNT"]


def _account(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "recovery-codes": _("Recovery codes"),
        "recovery-hint": _("With your name, each of ten codes signs you in once, if you have lost everything else."),
        "recovery-left": _("Codes that were not used: {count}, since {day}"),
        "recovery-make": _("Make recovery codes"),
        "recovery-renew": _("Make new codes"),
        "recovery-once": _(
            "Keep them outside this device, such as on paper. They are shown only now, and earlier codes are void."
        ),
        "recovery-use": _("With a recovery code"),
        "your-name": _("Your name"),
        "your-code": _("Your code"),
    }


ACCOUNT = in_each_language(_account)
