"""Texts about meeting others: watching, playing again and being told."""

from collections.abc import Mapping
from gettext import NullTranslations

from service.i18n.translations import in_each_language

__all__ = ["MEETING"]


def _meeting(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "watching": _("Who may watch"),
        "watch-table": _("everybody, without the hands"),
        "watch-hands": _("everybody, with all hands {turns} turns later"),
        "watch-nobody": _("nobody"),
        "training": _("training"),
        "explain": _("Explain by conventions"),
        "watch-games": _("Games to watch"),
        "watch-none": _("No game that can be watched is running right now."),
        "watch": _("Watch"),
        "watchers": _("Watching: {count}"),
        "agree-hands": _(
            "I agree that others see all hands {turns} turns later. They do only if everybody at the table agrees. "
            "Whoever plays could watch with another account."
        ),
        "agree-hands-again": _(
            "May watchers see all hands in the next game too, {turns} turns later? They do only if everybody at the "
            "table agrees. Whoever plays could watch with another account."
        ),
        "watch-past": _("All hands, as they were {turns} turns ago"),
        "watch-soon": _("The game has begun. Here you see it with all hands, {turns} turns later."),
        "again-same": _("Same deck again"),
        "challenge": _("Invite players"),
        "challenge-hint": _("Their names, with commas between them. They are told, and need no link."),
        "challenge-send": _("Invite"),
        "challenged": _("Invited players"),
        "challenge-pending": _("has not answered yet"),
        "challenge-declined": _("has declined"),
        "challenge-expired": _("has not answered in time"),
        "no-such-player": _("There is no player {name}."),
        "invited-list": _("Invitations"),
        "invited-by": _("{name} invites you to a table."),
        "named-by": _("{name} wants you in a team: {title}"),
        "see-contest": _("See the contest"),
        "decline": _("Decline"),
        "push.your-turn": _("It is your turn"),
        "push.invited": _("Somebody invites you"),
        "push.contest-invited": _("Somebody wants you in a team"),
        "push.matched": _("A table was found for you"),
        "push.game-started": _("A game has started"),
        "push.game-ended": _("A game is over"),
        "push.message": _("A message at your table"),
        "told": _("Messages"),
        "told-hint": _(
            "This browser tells you, also when no page of Hanabi is open. On a phone, add the page to the home "
            "screen first."
        ),
        "told-impossible": _("This browser cannot get messages."),
        "told-quiet": _("Quiet hours"),
        "told-from": _("from"),
        "told-until": _("until"),
        "told-on": _("Tell me in this browser"),
        "told-change": _("Save"),
        "told-off": _("Stop"),
    }


MEETING = in_each_language(_meeting)
