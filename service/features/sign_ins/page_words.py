"""Texts of passkeys, recovery codes and links to another device."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "recovery-codes": _("Recovery codes"),
        "recovery-hint": _(
            "With your name, each of the ten codes signs you in once, if you have lost everything else."
        ),
        "recovery-left": _("Codes that were not used: {count}, since {day}"),
        "recovery-make": _("Make recovery codes"),
        "recovery-renew": _("Make new codes"),
        "recovery-once": _(
            "Keep them off this device, for example on paper. They are shown only now, and earlier codes are void."
        ),
        "recovery-use": _("With a recovery code"),
        "link-title": _("Use on another device"),
        "link-hint": _("Sign in on a device that you have with you, by a code that is valid for ten minutes."),
        "link-make": _("Show a code"),
        "link-enter": _("On the other device, scan this, or open {address} and type the code:"),
        "link-never": _("Do not tell anybody this code. Nobody who helps you needs it."),
        "link-asks": _("{device} asks to be let in."),
        "link-near": _("It is on the same network as this device."),
        "link-far": _("It is on another network than this device. Allow it only if you hold it in your hand."),
        "link-allow": _("Let it in"),
        "link-deny": _("Cancel, and make the code void"),
        "link-allowed": _("It may sign in now."),
        "link-done": _("The other device is signed in."),
        "link-void": _("The code is void."),
        "link-use": _("With a code of another device"),
        "link-warning": _(
            "Type only a code that another device of yours shows. A code that somebody sends you leads to an account "
            "of theirs."
        ),
        "link-wait": _("Now allow this device on the other one."),
        "passkeys": _("Passkeys"),
        "passkeys-hint": _(
            "A passkey signs you in by the lock of your phone or computer, or by a security key, without a password."
        ),
        "passkey-add": _("Add a passkey"),
        "passkey-use": _("Sign in with a passkey"),
        "passkey-failed": _("There was no passkey. Try again, or use another device."),
        "passkey-impossible": _("This browser cannot use passkeys on this page."),
        "passkey-local": _(
            "Browsers do not allow passkeys on a page whose address is a number. Open this page by its name:"
        ),
    }


WORDS: Final = in_each_language(_words)
