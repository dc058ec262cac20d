"""Texts of the pages on which a person answers an app."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
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
            "write comments, variations, studies and reports, and review together, in your name, and import games"
        ),
        "scope.webhooks": _(
            "have news of your games sent to addresses of its choice, until you remove them under “Webhooks”"
        ),
        "scope.tokens": _("create and end tokens for other programs, which may do what it may do"),
    }


WORDS: Final = in_each_language(_words)
