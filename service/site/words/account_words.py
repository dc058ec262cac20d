"""Texts of the page of the account, and of that on which a person signs in."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _account(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
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
        "access-end-self": _("This also ends the sign-in of this browser."),
        "rename": _("Rename"),
        "rename-hint": _("The new name stands everywhere, in finished games too."),
        "new-here": _("New? Choose a name"),
        "new-here-hint": _("A name is all that an account needs. Add a passkey later, so that you keep it."),
        "blocks": _("Blocked players"),
        "blocks-hint": _(
            "A blocked player can take no seat at your tables, and you see no invitations from them. Nobody is told."
        ),
        "block": _("Block"),
        "unblock": _("Unblock"),
        "is-blocked": _("You have blocked this player."),
        "block-name": _("Name of the player"),
        "own-data": _("Your data"),
        "export-hint": _("A file with all that the service knows of you: your seats, messages, notes and games."),
        "export": _("Download your data"),
        "delete-account": _("Delete the account"),
        "delete-hint": _(
            "Your name disappears from all games, which remain. Your bots and all that has access end. This cannot be "
            "undone."
        ),
        "delete-name": _("Type your name to delete the account"),
        "delete-other": _("Your name is {name}."),
        "new-name": _("New name"),
        "name-yours": _("Is it yours? Sign in"),
        "your-name": _("Your name"),
        "your-code": _("Your code"),
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
