"""The problems of contests: their codes and their texts."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.wire.problem_kinds import Code, Problems, ProblemText

_CODES: Final = {
    "not-an-entrant": Code(
        403,
        "the caller takes part in no team that all its members have confirmed",
    ),
    "not-eligible": Code(
        403,
        "the contest is not for one of the accounts, or not for bots",
    ),
    "already-entered": Code(
        409,
        "the caller or a partner takes part already, or has played a deck for a team that was withdrawn",
    ),
    "team-has-begun": Code(
        409,
        "the caller has announced the contest, and the team of others has begun a deck",
    ),
    "contest-not-closed": Code(409, "a deck of the contest is still sealed"),
    "entry-closed": Code(409, "the time for entries is over"),
    "round-not-open": Code(
        409,
        "the round has not opened or has closed, or all teams have ended the deck",
    ),
}


def _texts(catalog: NullTranslations) -> Mapping[str, ProblemText]:
    _ = catalog.gettext
    return {
        "not-an-entrant": ProblemText(
            _("Not in this contest"),
            _("You are not in a complete team of this contest. Enter it, or wait until your partners confirm."),
        ),
        "not-eligible": ProblemText(
            _("Not for this team"),
            _("This contest is not for all of these players. Read who may enter, and choose other partners."),
        ),
        "already-entered": ProblemText(
            _("Already entered"),
            _(
                "One of you is already in this contest, or has played one of its decks. Withdraw the other entry, or "
                "choose other partners."
            ),
        ),
        "team-has-begun": ProblemText(
            _("Team has begun"),
            _("This team has started a deck. Only its members can withdraw it."),
        ),
        "contest-not-closed": ProblemText(
            _("Contest not over"),
            _("The results are available when all decks of this contest are open. Check when its rounds close."),
        ),
        "entry-closed": ProblemText(
            _("Entry closed"),
            _("It is too late to enter this contest. Look for one that is still open."),
        ),
        "round-not-open": ProblemText(
            _("Round not open"),
            _("This deck cannot be played now. Read when its round opens and closes."),
        ),
        "limit-reached.contest": ProblemText(
            _("Limit reached"),
            _(
                "The contest has reached the limit {limit}, which is {maximum}. All its teams share this limit: "
                "who has announced the contest can remove teams that have not begun."
            ),
        ),
    }


PROBLEMS: Final = Problems(_CODES, _texts)
