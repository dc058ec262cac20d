"""Texts of the page of the account, and of those on which a person signs in or answers an app."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language

__all__ = ["ACCOUNT"]


def _account(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
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
        "access-recovery-codes": _("recovery codes"),
        "access-end": _("End everything but this browser"),
        "access-end-sure": _(
            "This also ends your passkeys, recovery codes, apps and programs. Make a new passkey or new recovery codes "
            "afterwards."
        ),
        "rename": _("Rename"),
        "new-name": _("New name"),
        "name-yours": _("Is it yours? Sign in"),
        "your-name": _("Your name"),
        "your-code": _("Your code"),
        # Passkeys.
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
        # An app of somebody else asks to act for the reader.
        "app-asks": _("An app wants to act for you"),
        "app-at": _("It is at"),
        "app-local": _("It is a program on this computer. If you have not just started one, refuse."),
        # Translators: before a name in quotation marks, which nobody has checked.
        "app-named": _("It calls itself"),
        "app-wants": _("If you allow it, it may:"),
        "app-cannot": _("It can neither change your name, nor see how you sign in, nor delete your account."),
        # Translators: before the name of a host.
        "app-goes-to": _("After your answer, the browser goes to"),
        "app-ends": _("You can end this at any time under “Your account and devices”."),
        "app-sign-in": _("Sign in first, or go on as a guest."),
        "app-as-guest": _("Go on as a guest"),
        "app-allow": _("Allow"),
        "app-refuse": _("Refuse"),
        "app-invalid": _("The app that sent you here made an invalid request. Tell its authors:"),
        "app-client": _("allowed to: {scopes}"),
        "device-title": _("Connect a device"),
        "device-warning": _(
            "Type only a code that you see on your own device, in an app that you have just started. "
            "Whoever sends you a code wants to act in your name."
        ),
        "device-code": _("The code on the device"),
        "device-look": _("Continue"),
        "device-unknown": _("No device waits with this code. It may have expired."),
        "device-app": _("The app on the device:"),
        "device-here-same": _("It asks from your network ({place})."),
        "device-here-other": _("It asks from another network ({place}). If it is not next to you, refuse."),
        "device-allowed": _("Done. The device goes on by itself."),
        "device-refused": _("Refused. The device gets nothing."),
        "scope.profile:read": _("see your name, your games, and whatever you can see here, except your notes"),
        "scope.games:play": _("take seats and play in your name, talk at the table, and block players"),
        "scope.games:create": _("create games, invite others to them, and remove players before the start"),
        "scope.notes:read": _("read your private notes"),
        "scope.notes": _("read, write and delete your private notes"),
        "scope.reviews:write": _(
            "write comments, variations and reports, and review together, in your name, and import games"
        ),
        "scope.webhooks": _(
            "have news of your games sent to addresses of its choice, until you remove them under “Webhooks”"
        ),
        "scope.tokens": _("create and end tokens for other programs, which may do what it may do"),
        "end-one": pgettext("of a sign-in or a token", "End"),
        "remove-one": _("Remove"),
        "created-on": _("since {day}"),
        "used-on": _("last used {day}"),
        "this-browser": _("this browser"),
        "limited-sign-in": _("This sign-in was made with a token that may not manage the account."),
        "with-token": _("With a token"),
        "token": _("Your token"),
        "token-hint": _("It is sent to this service alone, never as a part of an address."),
        "token-use": _("Use it"),
        "signed-in": _("You are signed in."),
        "token-needed": _("This needs an account: enter a token, or choose a name."),
        "private-hint": _("Private game? Enter the token of a player."),
        "token-none": _("No token yet? Then choose a name"),
        "token-new": _("New account"),
    }


ACCOUNT: Final = in_each_language(_account)
