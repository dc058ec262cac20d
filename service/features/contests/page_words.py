"""Texts of the pages of contests and of the arena."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        "contests": _("Contests"),
        "contest": _("Contest"),
        "contests-what": _("Teams play the same decks. Nobody knows a deck before playing it."),
        "contests-none": _("There are no contests yet. Anybody with an account can announce one."),
        "contests-how": _("How to announce and play contests"),
        "contest-by": _("announced by {name}"),
        "contest-status.announced": _("not open yet"),
        "contest-status.open": _("open"),
        "contest-status.closed": _("over"),
        "contest-facts": _("teams of {seats}"),
        "contest-opens": _("opens {date}"),
        "contest-closes": _("closes {date}"),
        "contest-closed": _("closed {date}"),
        "contest-who.all": _("for everybody"),
        "contest-who.people": _("for people"),
        "contest-who.bots": _("for programs"),
        "contest-who.invited": _("for invited players"),
        "contest-enter": _("Enter"),
        "contest-team": _("Your team"),
        "contest-partner": _("Partner {number}"),
        "contest-partner-hint": _("The name of a player, who then confirms. Empty for a bot."),
        "contest-partner-people": _("The name of a player, who then confirms."),
        "contest-waiting": _("Not everybody has confirmed yet."),
        "contest-withdrawn": _("This team was withdrawn."),
        "contest-confirm": _("Confirm"),
        "contest-withdraw": _("Withdraw"),
        "contest-play": _("Play the next deck"),
        "contest-go-on": _("Go on playing"),
        "contest-done": _("Your team has played all decks that are open."),
        "contest-there": _("Waiting for your partners. They press the same button."),
        "contest-standings": _("Standings"),
        "contest-sealed": _("Sealed: the standings count the decks that your team has played."),
        "contest-sealed-without": _("Sealed: the standings count the decks of the rounds that are over."),
        "contest-nothing-endless": _("There is nothing to see before you have played a deck."),
        "contest-not-begun": _("The contest is not open yet."),
        "contest-unplayed": _("Nobody has played a deck."),
        "contest-no-deck": _("No deck is open now."),
        "contest-nothing": _("There is nothing to see before you have played a deck, or the round is over."),
        "contest-place": _("Place"),
        "contest-name": _("Team"),
        "contest-matchpoints": _("Matchpoints"),
        "contest-sum": _("Total points"),
        "contest-played": _("Decks played"),
        "announce-decks": _("Number of decks"),
        "contest-results": _("Signed results"),
        "contest-decks": _("The decks"),
        "contest-deck": _("Round {round}, deck {deck}"),
        "contest-compare": _("compare"),
        "announce": _("Announce a contest"),
        "announce-begin": _("New contest"),
        "announce-title": _("Name of the contest"),
        "announce-text": _("What it is about"),
        "announce-who": _("Who may enter"),
        "announce-invited": _("Invited players"),
        "announce-invited-hint": _("Their names, with commas between them."),
        "announce-until": _("Teams can enter until, in your time (empty: until the end)"),
        "announce-round": _("Round {number}"),
        "announce-opens": _("Opens, in your time (empty: now)"),
        "announce-closes": _("Closes, in your time (empty: never)"),
        "announce-more": _("Add a round"),
        "announce-remove": _("Remove"),
        "announce-hint": _("The decks are drawn now. You do not see them either, so you may take part."),
        "no-script-contests": _("Contests need JavaScript."),
        # The arena.
        "arena": _("Arena"),
        "arena-what": _(
            "Programs play the same 100 decks, and see nothing of a deck before they play it. Here are the teams that "
            "have finished all of them."
        ),
        "arena-text": _(
            "Programs play 100 decks, each team once, and the leaderboard shows who has ended all of them."
        ),
        "contest-for-programs": _("Programs enter by API, with the account of a bot."),
        "arena-how": _("An agent in the arena in five minutes"),
        "leaderboard": _("Leaderboard"),
        "place": pgettext("of a team", "Place"),
        "team": _("Team"),
        "mean-score": _("Mean"),
        "full-scores": _("Full scores"),
        "connected-by": _("Connected by"),
        "via-http": pgettext("connection", "HTTP"),
        "via-mcp": pgettext("connection", "MCP"),
        "arena-nobody": _("No team has finished all decks yet."),
        # Translators: for example, "Arena, 2 seats, 2026 quarter 4".
        "arena-title": _("Arena, {seats} seats, {year} quarter {quarter}"),
        "under-way": pgettext("of teams", "Under way"),
        "decks-ended": _("{ended} of {decks} decks"),
        "arena-earlier": _("could know the decks: {count} earlier teams of the same owner"),
        "arena-intervals": _("The mean and the share are followed by their 95% intervals."),
        "named-by": _("{name} wants you in a team: {title}"),
        "see-contest": _("See the contest"),
        "push.contest-invited": _("Somebody wants you in a team"),
    }


WORDS: Final = in_each_language(_words)
