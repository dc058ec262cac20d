"""Texts of the home page, and of the pages that list and compare games."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _home(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        # The home page.
        "home-title": _("Hanabi, to play and to review"),
        "former-player": _("a former player"),
        "player-about": _("The games, scores and figures of {name} on this Hanabi server."),
        "home-glance": _("Your partners see your cards. You do not."),
        "home-what": _(
            "Hanabi is a card game that you play together: give each other clues, work out what you hold, and build "
            "five fireworks. Play with friends or bots, and review each game turn by turn."
        ),
        "live": _("Being played now"),
        "live-own": _("Your game"),
        "live-play": _("Continue playing"),
        "home-reference": _("API reference"),
        "home-contract": _("OpenAPI document"),
        "home-problems": _("Error codes"),
        "bring": _("Review a game"),
        "bring-what": _(
            "Paste or drop a game here: an export of hanab.live, a link or several, a record, or a game in notation."
        ),
        "bring-it": _("Review"),
        "bring-bookmark": _("Review in Hanabi"),
        "bring-bookmark-how": _(
            "For games on hanab.live, drag this link to your bookmarks, and click it there on the page of a replay:"
        ),
        "bring-bookmark-none": _("Use this bookmark on hanab.live, on the page of a replay."),
        "bring-stored": _(
            "hanab.live has this game, and this page cannot fetch it from there. Open its export, copy all of "
            "it, and paste or drop it above:"
        ),
        "bring-history": _(
            "This service does not fetch the games of a player. Open one on hanab.live, and paste its link or export."
        ),
        "find": _("Find games"),
        "copy": _("Copy"),
        "share-link": _("Link"),
        "share-turn": _("This turn"),
        "share-quiet": _("Without the result"),
        "share-nameless": _("Preview without names"),
        "share-frame": _("For a web page (iframe)"),
        "share-pictures": _("Pictures"),
        "share-files": _("Files"),
        "share-send": _("Send…"),
        "share-selected": _("Selected, to be copied."),
        "link-picture-svg": _("This turn as SVG"),
        "link-picture-png": _("This turn as PNG"),
        "link-animation": _("The whole game as GIF"),
        "link-record": _("Record"),
        "your-name-free": _("Your name (optional)"),
        "home-quick": _("Play with a bot"),
        "home-friends": _("Play with friends"),
        "home-picture": _("A table: the cards of Ada and Ben are open, your own are not"),
        "bring-file": _("Choose a file"),
        "no-clue-tokens": _("No clue token is left."),
        "bring-unknown": _("This is neither an export, a record, notation nor a link."),
        "bring-open": _("Open the replay"),
        "bring-several": _("Imported games: {count}."),
        "bring-first-links": _("These were the first {count} links. Send the others again."),
        "bring-many": _("Imported games: {count}. Send it again for older ones."),
        "bring-no-game": _("This file is too large for a game."),
        "score-of": _("{score} of {most} points"),
        "bring-example": _("See an example"),
        "brought": _("You imported"),
        "solved": _("solved"),
        "recent": _("Recent games"),
        "none-yet": _("No games yet. Play the first one, or bring one in to review it."),
        "for-programs": _("For programmers"),
        "for-programs-what": _("Programs play over a plain HTTP interface, and each seat sees only what it may see."),
        "filter-name": _("Name of a player"),
        "found-imported": _("There are imported games that match."),
        "player": _("Player"),
        "player-since": _("Here since {date}"),
        "my-tables": _("Your games in progress"),
        "scores-over-time": _("Scores over time"),
        "scores": _("Scores"),
        "scores-hint": _("The newest games with a score: {count}. The line is the average of ten."),
        "games": pgettext("list of games", "Games"),
        "no-games": _("No finished games yet."),
        "claims-apart": _("Imported games are listed separately, since anybody can state any name in them."),
        "claims": _("Imported games that state the name {name}"),
        "no-script-player": _("This page needs JavaScript."),
        "puzzle-solve": _("Solve it"),
        "invited-title": _("Join a game of Hanabi"),
        "invited-what": _("A seat at this table may be free. Choose a name and play."),
        "filters-more": _("More filters"),
        "filter-edition": _("Edition"),
        "filter-suits": _("Suits"),
        "filter-variant": _("Variant of hanab.live"),
        "filter-seats": _("Seats"),
        "filter-score-from": _("Score from"),
        "filter-score-to": _("Score to"),
        "filter-outcome": _("Outcome"),
        "filter-after": _("Finished after"),
        "filter-before": _("Finished before"),
        "filter-origin": _("Origin"),
        "filter-tag": _("Tag"),
        "filter-sort": _("Order"),
        "any": _("any"),
        "sort-newest": _("newest first"),
        "sort-oldest": _("oldest first"),
        "sort-best": _("highest score first"),
        "sort-worst": _("lowest score first"),
        "suits-none": _("five suits"),
        "suits-five": _("multicolor, five cards"),
        "suits-ten": _("multicolor, ten cards"),
        "suits-wild_ten": _("multicolor as every color, ten cards"),
        "suits-wild_five": _("multicolor as every color, five cards"),
        "search": _("Search"),
        "more-replays": pgettext("more replays", "More"),
        "found": _("Replays shown: {count}"),
        "none-found": _("No replays found. Try fewer filters."),
        "no-score": _("no score"),
        "bot": _("bot"),
        "bot-of": _("bot of {name}"),
        "by-program": _("played by a program"),
        "imported": _("imported"),
        "incomplete": _("incomplete"),
        "played-here": _("played here"),
        "claimed": _("played {date} (not verified)"),
        "players": pgettext("who plays", "Players"),
        "deck-replayed": _("This table plays the deck of an earlier game."),
        "deck-known": _("You have seen this deck. Sit down all the same? Everybody sees it."),
        "knew-deck": _("knew the deck"),
    }


HOME: Final = in_each_language(_home)
