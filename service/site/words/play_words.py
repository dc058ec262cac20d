"""Texts of the pages to play on: tables, watching, playing again and invitations."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _play(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        # Playing.
        "play": _("Play"),
        "new-table": _("New table"),
        "your-name": _("Your name"),
        "partners": _("Partners"),
        "private-game": _("Private: only by invitation"),
        "start-game": _("Start"),
        "open-tables": _("Open tables"),
        "open-tables-none": _("Nobody is waiting at a table right now. Start one, and others can join."),
        "to-table": _("To the table"),
        "my-games": _("Your games"),
        "my-finished": _("Your finished games"),
        "game-open": _("waiting for players"),
        "game-running": _("running"),
        "waiting": _("Waiting for players"),
        "join-hint": _("You are invited to this table."),
        "invite-hint": _("Send the others the link to this table. The game starts when every seat is taken."),
        "dealing": _("Everyone is here. The cards are being shuffled."),
        "join": _("Join"),
        "seat-free": _("free seat"),
        "add-bot": _("Add a bot"),
        "leave": _("Leave the table"),
        "sound": _("Sound"),
        "interrupted": _("The connection is interrupted. Trying again …"),
        "your-turn": _("Your turn"),
        "turn-of-other": _("{name} is to move."),
        "game-over": _("The game is over."),
        "time-over": _("Your time is over."),
        "to-replay": _("Review the game"),
        "talk": _("Chat"),
        "message": _("Message"),
        "this-table": _("This table"),
        "rules-how": _("How the game goes"),
        "arrange-hint": _(
            "Drag your own cards, or press Shift with ← or →, to arrange them for yourself. Nobody else sees it."
        ),
        "give-up": _("Vote to give up"),
        "give-up-not": _("Take back the vote to give up"),
        "give-up-sure": _("The game ends without a result once everyone has voted to give up. Vote?"),
        "turn-card": _("Turn the card, to remember a clue. Everybody sees it."),
        "card-note": _("Your note on this card"),
        "note-short": _(
            "Short notes are drawn on the card: r1 or “r2, b2” (what it may be), f (called to be played blind), cm "
            "(the chop has moved past it), kt (never needed again), ptd (may be discarded). Before more words, write "
            "them in brackets: [f]."
        ),
        "deal-broken": _(
            "The deal is not the one that was fixed before your seat gave its random bytes. The service "
            "may have chosen the deck."
        ),
        "choose-card": _("Choose one of your cards to play or discard it, or a card of a partner to give a clue."),
        "choose-no-discard": _("Choose one of your cards to play it, or a card of a partner to give a clue."),
        "choose-own": _("Choose one of your cards to play or discard it. There is no clue token left."),
        "play-again": _("Play again"),
        "next-game": _("Join the next game"),
        "plays-again": _("{name} plays again"),
        "sending": _("Sending …"),
        "take-move-back": _("Take back"),
        "taken-back": _("The move is taken back. If the service had it already, the table shows it in a moment."),
        "confirm-moves": _("Confirm moves"),
        "not-yet": _("Not yet"),
        "clue-keys": _("Keys for moves"),
        "key-cards": _("from card to card, and from move to move"),
        "key-choose": _("choose the card, or make the move"),
        "key-back": _("back to the card"),
        "key-arrange": _("move one of your cards; nobody else sees it"),
        "key-rank": _("go to the clue with this number, and to the next partner if pressed again"),
        "key-color": _("go to the clue with this color: {color}"),
        "key-play": _("go to playing or discarding the chosen card"),
        "idle-warning": _("The game ends on {at} unless somebody moves."),
        "invite-link": _("The link to this table"),
        "with-bots": _("With bots"),
        "with-bots-what": _("They sit down at once, and the game starts."),
        "with-friends": _("With friends"),
        "with-friends-what": _("You get a link for them. A name is all they need."),
        "player-number": _("player {number}"),
        "watch-bots": _("Watch the best"),
        "watch-bots-what": _("Strong bots play a game, and you follow every turn."),
        "game-clock": _("Clock"),
        "pace-none": _("No clock"),
        "pace-turn": _("{time} per turn"),
        "pace-bank": _("{time}, and {more} more with each turn"),
        "pace-end": _("When time runs out"),
        "pace-on-end": _("the game ends"),
        "pace-on-bot": _("a bot takes over"),
        "pace-on-wait": _("the others wait"),
        "time-of": _("Time of {name}:"),
        "game-pause": _("Pause"),
        "paused": _("Paused"),
        "pause-limit": _("pause: at most {time}"),
        "longest-pause": _("Longest pause"),
        "vacation-day": _("Take a day of vacation ({days} left)"),
        "how-many": pgettext("number of players", "Players"),
        "bots-speak": _("The bots' conventions"),
        "hgroup-level": _("H-group, level"),
        "rules-of-table": _("Rules"),
        "no-script-play": _("Playing here needs JavaScript."),
        "no-script-account": _("This page needs JavaScript."),
        # Watching, playing again and invitations.
        "watching": _("Who may watch"),
        "watch-table": _("everybody, without the hands"),
        "watch-hands": _("everybody, with all hands {turns} turns later"),
        "watch-held": _("everybody, with all hands {turns} turns later, also the cards that are still held"),
        "watch-nobody": _("nobody"),
        "idle-at": _("ends on {at} if nothing happens"),
        "watch-games": _("Games to watch"),
        "games-none": _("No game that can be watched is running right now."),
        "watch": _("Watch"),
        "watchers": _("Watching: {count}"),
        "agree-hands": _(
            "I agree that others see the hands {turns} turns later, without the cards that are still held. They do "
            "only if everybody at the table agrees."
        ),
        "agree-hands-again": _(
            "May watchers see the hands in the next game too, {turns} turns later and without the cards that are still "
            "held? They do only if everybody at the table agrees."
        ),
        "agree-held": _(
            "I agree that others see the hands {turns} turns later, also the cards that are still held. They do "
            "only if everybody at the table agrees. The game counts in no statistics."
        ),
        "agree-held-again": _(
            "May watchers see the hands in the next game too, {turns} turns later and with the cards that are still "
            "held? They do only if everybody at the table agrees."
        ),
        "watch-past-held": _("The hands as they were {turns} turns ago, also the cards that are still held."),
        "watch-past": _("The hands as they were {turns} turns ago. Cards that are still held stay hidden."),
        "watch-open": _("All hands are open, since bots have all seats."),
        "watch-backs": _("You see what everybody knows: what clues said."),
        "watch-sign-in": _("You see no hands. Players who are signed in see them {turns} turns later."),
        "course": _("The points so far: {score} of {most}"),
        "go-along": _("The same players go on."),
        "next-table": _("Go along"),
        "e-not-watchable": _("Nobody may watch this game. When it has ended, everybody can review it here."),
        "e-no-table": _("There is no such table, or its game is private: only its players can see and review it."),
        "watch-soon": _("The game has begun. Here you see it with all hands, {turns} turns later."),
        "again-same": _("Same deck again"),
        "challenge": _("Invite players"),
        "players-hint": _("Player names, separated by commas. The players are notified and need no link."),
        "challenge-send": _("Invite"),
        "challenged": _("Invited players"),
        "challenge-pending": _("has not answered yet"),
        "challenge-declined": _("has declined"),
        "challenge-expired": _("has not answered in time"),
        "no-such-player": _("There is no player {name}."),
        "invited-list": _("Invitations"),
        "invited-by": _("{name} invites you to a table."),
        "decline": _("Decline"),
    }


PLAY: Final = in_each_language(_play)
