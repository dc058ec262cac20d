"""Texts of the page of the reader's account and devices."""

from collections.abc import Mapping
from gettext import NullTranslations

from service.i18n.translations import in_each_language

__all__ = ["ACCOUNT"]


def _account(catalog: NullTranslations) -> Mapping[str, str]:
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
        "merge": _("Merge two accounts"),
        "merge-hint": _(
            "Do you have another account, for example on another device? The games, notes and lines of both become "
            "those of the older one, which keeps its name. Make a code here, and type it where you are signed in to "
            "the other account."
        ),
        "merge-make": _("Make a code"),
        "merge-enter": _("Where you are signed in to the other account, open {address} and type this code:"),
        "merge-never": _(
            "Do not tell anybody this code, and do not type one that somebody sends you: the owner of the other "
            "account would have yours too."
        ),
        "merge-code": _("Code of the other account"),
        "merge-use": _("Continue"),
        "merge-with": _("The other account is {name}, signed in on {device}."),
        "merge-near": _("It is on the same network as this device."),
        "merge-far": _("It is on another network than this device. Continue only if you hold both in your hands."),
        "merge-keeps": _("The account {name} remains. The other one and its name will be gone. This cannot be undone."),
        "merge-agree": _("Merge them"),
        "merge-deny": _("Cancel"),
        "merge-wait": _("Now select the same on the other device."),
        "merge-void": _("The accounts were not merged."),
        "merge-done": _("The accounts are one: {name}."),
        "bots": _("Your bots"),
        "bots-hint": _("A bot is an account for a program of yours. Everybody sees that it is a bot, and yours."),
        "bots-rule": _("A program may not play with your own account."),
        "bot-name": _("Name of the bot"),
        "bot-create": _("Create a bot"),
        "bot-token": _("Copy the token of {name} into its program. It is not shown again."),
        "bot-token-new": _("New token"),
        "bot-delete": _("Delete"),
        "bot-token-of": _("token of the bot"),
        "access": _("What has access"),
        "access-passkey": _("passkey"),
        "access-sign-in": _("browser"),
        "access-app": _("app"),
        "access-token": _("token of a program"),
        "access-webhook": _("webhook"),
        "access-push": _("push messages to a browser"),
        "issued-by": _("issued by {name}"),
        "rename": _("Rename"),
        "new-name": _("New name"),
        "name-yours": _("Is it yours? Sign in"),
        "your-name": _("Your name"),
        "your-code": _("Your code"),
    }


ACCOUNT = in_each_language(_account)
