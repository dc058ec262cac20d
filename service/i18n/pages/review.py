"""Texts of the home page, the review page, the puzzles, and the pages to play on."""

from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from typing import Final

from babel import Locale

from engine.cards import RANKS, START
from service.i18n.game.cards import COLORS, SUITS, card_name, color_name
from service.i18n.game.results import OUTCOMES, REASONS
from service.i18n.pages.account import ACCOUNT
from service.i18n.pages.documentation import page
from service.i18n.pages.guide import guide
from service.i18n.pages.pictures import PICTURES
from service.i18n.translations import Counted, in_each_language

__all__ = ["REVIEW", "review_words"]

_OF_PICTURES: Final = ("attainable", "critical", "deck", "face-down", "limit", "lost", "playable", "played", "trash")
"""The texts that the board of the pages shares with the pictures of positions."""

_NAVIGATION: Final = (
    *("nav-play", "nav-games", "nav-puzzles", "rules", "guides", "reference"),
    *("signed-in-as", "guest-hint", "sign-in"),
)
"""The texts of all pages that scripts use too."""


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        "replay": _("Replay"),
        "skip": _("Skip to the table"),
        "close": _("Close"),
        "loading": _("Loading…"),
        # Without JavaScript.
        "no-script": _("Stepping through the game needs JavaScript. Here it is in words."),
        "no-script-nothing": _(
            "Without JavaScript there is nothing to see here: the game may be private, still running, or unknown."
        ),
        "no-script-home": _("Searching needs JavaScript. Here are the newest replays."),
        # A link to a replay, and the page in frames of other sites.
        "share-about": _("A game of Hanabi: {what}"),
        "embed-nothing": _("This game cannot be shown here: it may be private, still being played, or unknown."),
        # Navigation in the game.
        "turn-of": _("Turn {turn} of {turns}"),
        "turn-now": _("Turn {turn}"),
        "turn": _("Turn"),
        "steps": _("Going through the game"),
        "first": _("To the start"),
        "previous": _("Back"),
        "next": _("Forward"),
        "last": _("To the end"),
        "look-from": _("View as"),
        "open-hands": _("Open hands"),
        "seat": _("Seat {seat}"),
        "step-by-step": _("Step by step"),
        "step-by-step-hint": _("Hides the result, the length of the game and whatever is yet to come."),
        # The table.
        "table": _("Table"),
        "fireworks": pgettext("on the board", "Fireworks"),
        "firework": _("{suit}: {rank}"),
        "firework-empty": _("{suit}: nothing yet"),
        "firework-lost": _("{suit}: {rank}, cannot be completed"),
        "discards": _("Discard pile"),
        "clue-tokens": pgettext("on the board", "Clue tokens"),
        "strikes": _("Strikes"),
        "deck": pgettext("on the board", "Deck"),
        "deck-view": _("Deck, in the order of drawing"),
        "score": _("Score"),
        "turns-left": _("Turns left"),
        "count-of": _("{count} of {all}"),
        "hand-empty": _("No cards left"),
        "to-move": _("to move"),
        "card-of": _("{card}: card {place} of {name}"),
        "hidden-card": _("Hidden card"),
        "touched": _("just touched"),
        "drawn": _("just drawn"),
        "turned-left": _("tilted to the left"),
        "turned-right": _("tilted to the right"),
        "turned-upside_down": _("upside down"),
        # Knowledge of cards.
        "knowledge": _("Card knowledge"),
        "knowledge-hint": _("Point at a card, tap it or go to it with Tab."),
        "legend-told": _("what the clues leave open, colored where a clue named it"),
        "legend-touched": _("touched by the clue or moved just now"),
        "legend-drawn": _("just drawn"),
        "legend-lost": _("can no longer be completed"),
        "clued": _("Clues: {clues}"),
        "not-clued": _("No clue so far"),
        "could-be": _("By the clues: {suits}; {ranks}"),
        "everyone-knows": _("Common knowledge"),
        "holder-knows": _("{name} can know"),
        "copies": _("The numbers count the copies that are not yet in sight."),
        "impossible": _("impossible"),
        "sure": _("Certainly {card}"),
        "chance-plays": _("Playable now: {percent}"),
        # Events and analysis.
        "events": _("Moves"),
        "analysis": _("Analysis"),
        "curve": _("Score and what could still be reached, turn by turn"),
        "curve-at": _("Turn {turn}: score {score}, {reachable} still reachable."),
        "curve-at-most": _("Turn {turn}: score {score}, at most {reachable} still reachable."),
        "reachable": _("Still reachable"),
        "losses": _("Where points were lost"),
        "losses-running": _(
            "The exact analysis is still running; "
            "until it is done, only the latest turn that can have lost a point is known."
        ),
        "no-losses": _("No turn lost a point."),
        "other-losses": _("Other turns that lost points: {count}"),
        "losses-together": _("{count} turns close together lost {points}. The worst of them:"),
        "show-on-board": _("Show on the table:"),
        "saving-clue": _("Any clue, such as {move}"),
        "more-ways": _("Other ways: {count}"),
        "own-view": _(
            "From what {name} could know, {deals} deals were possible. In {losing} of them this turn loses points."
        ),
        "own-view-sample": _(
            "From what {name} could know, this turn loses points in {losing} of {deals} deals drawn at random."
        ),
        "line-shown": _("What if? {move}. With every card known, {score} points can be reached like this."),
        "hindsight": _("Luck and mistakes"),
        "hindsight-hint": _(
            "Points lost if all hands are open but nobody knows the deck, averaged over shuffled decks: "
            "{samples}. A minus is a gain; ± is the standard error."
        ),
        "hindsight-few": _(
            "Only one shuffled deck could be solved in time. That is too few to tell luck from mistakes."
        ),
        "part": _("By"),
        "points-lost": _("Points lost"),
        "part-deal": _("the deal"),
        "part-draws": _("the cards drawn"),
        "part-end": _("the end of the game"),
        "undecided": _("not decided"),
        "hindsight-inexact": _(
            "Bounds only: {inexact} of {searched} positions. ± includes them, and a "
            "figure that is too vague is not decided."
        ),
        "computing": _("This is still being computed …"),
        "bot-advice": _("What the bot would have done"),
        "bot-same": _("The bot kagiya would have done the same."),
        "bot-done": _("done"),
        "bot-worth": _("Worth"),
        "bot-hint": _(
            "The points that the bot kagiya expects, with what this seat could see. Only the differences count."
        ),
        "reach-ask": _("What can still be reached here?"),
        "gamble": _("gamble, {percent}"),
        "safe": _("safe"),
        "misplay": _("misplay"),
        "critical": _("now critical: {cards}"),
        "dead": _("now useless: {cards}"),
        "nothing-new": _("no new information"),
        "token-lost": _("clue token lost"),
        "conventions-which": _("Conventions of the H-group"),
        "conventions-best": _("Best fit: level {level}"),
        "conventions-best-short": _("Best fit"),
        "conventions-level": _("Level {level}"),
        "conventions-share": _("Level {level}: {explained} of {clues} clues explained"),
        "conventions-marks": _("Show on the table"),
        "conventions-next": _("What is asked now"),
        "conventions-faults": _("Where they were broken"),
        "conventions-no-faults": _("Nobody has broken them so far."),
        "conventions-points": _(
            "Lost points: {points}. By breaking the conventions: {broken}. Although all kept them: {kept}."
        ),
        "conventions-none": _("A saved line is not read by conventions."),
        "conventions-source": _(
            "These are the conventions of one group of players, the H-group, levels 1 to 5, as of {edition}. "
            "They are an agreement, and no rules of the game."
        ),
        "conventions-guide": _("Their guide"),
        "convention-chop": _("Chop: discarded next"),
        "convention-chop_moved": _("Kept: the chop has moved past it"),
        "convention-finessed": _("Called to be played blind"),
        "convention-playable": _("Can be played now"),
        "convention-could-be": _("By conventions: {cards}"),
        "pace": _("Pace"),
        "efficiency": _("Efficiency"),
        "think-time": _("Thinking time"),
        "seconds": _("{seconds} s"),
        "cause-card_lost": _("a needed card is lost"),
        "cause-time_lost": _("no time left for it"),
        "cause-strike": _("strike"),
        "cause-game_lost": _("the game is lost"),
        # Branches.
        "move": _("Move"),
        "move-play": _("Play {card}"),
        "move-play-named": _("Play {card}, naming {color}"),
        "move-discard": _("Discard {card}"),
        "move-clue": _("Tell {name}: {clue}"),
        "same-deck": _("as it was"),
        "other-deck": _("another that {name} could not tell from it"),
        "deal-again": _("Deal again"),
        "deck-choice": _("Deck"),
        "branch-shown": _("This is a branch: it leaves the game after turn {turn}."),
        "back-to-game": _("Back to the game"),
        "copy-link": _("Copy the link"),
        "copied": _("Copied."),
        "branches": _("Saved lines"),
        "moves-after": _("after turn {turn}, moves: {count}"),
        # Panes, tabs, keys and lines.
        "tabs": _("Panel"),
        "tab-moves": _("Moves"),
        "tab-card": _("Card"),
        "tab-notes": _("Notes"),
        "tab-analysis": _("Analysis"),
        "tab-conventions": _("Conventions"),
        "tab-share": _("Share"),
        "tab-more": pgettext("tab", "More"),
        "autoplay": _("Play automatically"),
        "pause": _("Pause"),
        "speed": _("Seconds per turn"),
        "newest-left": _("Newest card on the left"),
        "go-to": _("Go to turn"),
        "go": _("Go"),
        "keys": _("Keyboard shortcuts"),
        "key-step": _("one turn back or forward"),
        "key-round": _("one round back or forward"),
        "key-ends": _("to the start or the end"),
        "key-loss": _("next or previous turn of the game that lost points"),
        "key-undo": _("undo or redo a step in “What if?”"),
        "key-escape": _("close the card, or leave the line"),
        "key-eyes": _("view as a seat; 0 for all hands"),
        "row-deal": _("Deal"),
        "row-plays": _("plays"),
        "row-misplays": _("misplays"),
        "row-discards": _("discards"),
        "you": _("You"),
        "row-you-plays": _("You play"),
        "row-you-misplays": _("You misplay"),
        "row-you-discards": _("You discard"),
        "touches-none": _("touches no card"),
        "life": _("Life of the card"),
        "life-dealt": _("Dealt to {name}."),
        "life-drawn": _("Drawn by {name}."),
        "line": _("Tried line"),
        "what-if": _("What if?"),
        "what-if-after": _("What if? From turn {turn} on."),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "save-line": _("Save line"),
        "line-title": _("Title"),
        "no-branches": _("No saved lines yet. To try another move, select a card on the table."),
        "no-analysis": _("There is no analysis of this game."),
        # Notes and comments.
        "notes": _("Notes and comments"),
        "no-notes": _("No notes and no comments yet."),
        "no-notes-here": _("No notes and no comments on this turn."),
        "other-notes": _("Other notes and comments: {count}"),
        "note-of": _("Note by {name}"),
        "note-card": _("on {card}"),
        "comment-of": _("Comment by {name}"),
        "comment": _("Your comment"),
        "send": _("Send"),
        "sent": _("Comment posted."),
        "passkeys": _("Passkeys"),
        "passkeys-hint": _(
            "A passkey signs you in by the lock of your phone or computer, or by a security key, without a password."
        ),
        "passkey-add": _("Add a passkey"),
        "passkey-use": _("Sign in with a passkey"),
        "passkey-failed": _("There was no passkey. Try again, or use another device."),
        "passkey-impossible": _("This browser cannot use passkeys on this page."),
        "passkey-local": _("Browsers allow no passkeys at the address of a number. Open this page by its name:"),
        "sign-ins-end": _("End all others"),
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
        "app-invalid": _("The app that sent you here asks in a wrong way. Tell its authors:"),
        # Translators: before the name of a host.
        "app-back": _("Back to"),
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
        "scope.reviews:write": _("write comments, variations and reports in your name, and import games"),
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
        "card-place": _("card {place}"),
        "take-back": _("Delete"),
        "whole-game": _("the whole game"),
        "comment-on": _("On"),
        # Rules and origin.
        "facts": _("Rules and origin"),
        "origin-live": _("From hanab.live"),
        "origin-game": _("game {id}"),
        "origin-notation": _("From a game in text notation."),
        "origin-record": _("From a record, in which it is game {id}."),
        "clock": _("Timed: {base} seconds at the start, and {turn} more with each turn."),
        "timed": _("Timed."),
        "speedrun": _("Speedrun: the game ended as soon as the highest score was out of reach."),
        "card-cycle": _("Card cycle: after a clue, the giver’s oldest card without a clue became the newest."),
        "characters": _("Detrimental characters: {characters}."),
        "characters-unknown": _("With detrimental characters."),
        "character-of": _("{name}: {character}"),
        "one-more": _("Each hand has one card more than usual."),
        "one-less": _("Each hand has one card less than usual."),
        "deck-plays": _("The last card of the deck may be played from there."),
        "empty-clues": _("Clues that touch no card are allowed."),
        "all-or-nothing": _("All or nothing: the game is lost as soon as the highest score is out of reach."),
        "note-stack": _("on the stack {suit}"),
        "face-down": _("Cards played face down: {count}"),
        "clue-unheard": _("Touched by a clue whose color or number is not heard"),
        "could-be-cards": _("By the clues: {cards}"),
        # Links and downloads.
        "more": _("Share and export"),
        "link-json": _("The replay as JSON"),
        "link-hanab-live": _("hanab.live"),
        "link-hanab-live-link": _("Link to hanab.live"),
        "link-notation": _("Notation"),
        "link-csv": _("Events as CSV"),
        "link-verification": _("Verification"),
        "link-score": _("Score chart as PNG"),
        # Verification in the browser.
        "verify": _("Verify here"),
        "verify-running": _("Your browser is computing…"),
        "verify-insecure": _("Browsers compute hashes only for pages with HTTPS, or from this computer."),
        "verify-passed": _("All checks that this browser can make are passed."),
        "verify-consistent": _("Consistent, but not signed by this service."),
        "verify-failed": _("A check has failed."),
        "verify-chain": _("The hash of each event follows from the event and all events before it."),
        "verify-deck": _("The deck has exactly the cards of the game."),
        "verify-commitments": _("Deck and secret are those of the commitments in the deal."),
        "verify-shuffled": _("Deck and starting seat follow from the secret and from what the seats gave."),
        "verify-shuffle": _("Deck and starting seat follow from the shuffle."),
        "verify-unshared": _("The seats gave nothing: whoever dealt shuffled the deck alone."),
        "verify-given": _("A player gave the deck: nothing says where it comes from."),
        "verify-imported": pgettext(
            "check in the browser", "The game was played elsewhere: nothing says where its deck comes from."
        ),
        "verify-digest": _("Names, times and messages are those with which the record was written."),
        "verify-file": _("The file is as it was written: nothing in it was damaged."),
        "verify-names": _("Not proved: names and messages. They are what the writer of the file says."),
        "verify-holder": _(
            "Whoever had a seat can prove it to you: “hanabi verify --holder” takes the id of the account and its salt."
        ),
        "verify-copy": _("The game here"),
        "verify-copy-same": _("This game was played here: the service has the same deck and events."),
        "verify-copy-other": _("A game with this id was played here, with another deck or other events."),
        "verify-whoever": _("The author of the file could have chosen the deck."),
        "verify-signature": _("The signature is one of this game by its key."),
        "verify-malformed": _("The file is the record of a game."),
        "verify-signed": _("The service has signed the game, with its key {key}."),
        "verify-foreign": _("The game is signed with the key {key}, which is none of this service."),
        "verify-revoked": _("The game is signed with the key {key}, which the service has revoked."),
        "verify-unsigned": pgettext(
            "check in the browser", "Unsigned: this proves that the game is consistent, not that it was played."
        ),
        "verify-no-ed25519": _("This browser cannot check the signature (Ed25519)."),
        "verify-shown": _("This page shows the events and cards of the record."),
        "verify-heads": _(
            "Heads of this game that this browser saw while it was played: {count}. All are in the record."
        ),
        "verify-no-heads": _("This browser saw no head of this game while it was played."),
        "verify-other-history": _(
            "While the game was played, this browser saw what is not in the record: the service has "
            "shown two histories."
        ),
        "verify-save": _("Save the receipt"),
        "verify-fault": _("Fault: {code}."),
        "verify-fault-at": _("Fault: {code}, event {version}."),
        "verify-rules": _("Not checked here: that the rules allow each move, and that the result follows."),
        "verify-host": _(
            "This page comes from the service that it checks. To rely on nothing from it, use a program of your own."
        ),
        "verify-document": _("How to verify a game"),
        # Errors.
        "e-title": _("Something went wrong"),
        "e-not-found": _("There is no such replay, or it belongs to a private game."),
        "e-no-player": _("Nobody here has the name {name}."),
        "e-running": _("Still being played. The replay will be here when the game has ended."),
        "e-network": _("The service does not answer. Check your connection and try again."),
        "e-again": _("Try again"),
        # The home page.
        "home-title": _("Hanabi, to play and to review"),
        "home-what": _(
            "Play with bots or with friends, and review finished games turn by turn: what each player could know, "
            "and what else could have been done."
        ),
        "home-reference": _("API reference"),
        "home-contract": _("OpenAPI document"),
        "home-problems": _("Error codes"),
        "bring": _("Review a game"),
        "bring-what": _(
            "Paste or drop a game here: an export or a link of hanab.live, a record, or a game in notation."
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
        "find": _("Find games"),
        "together": _("Review together"),
        "follow": _("Follow"),
        "lead": _("Lead"),
        "hand-over": _("Hand over…"),
        "hand-over-to": _("to {name}"),
        "hand-over-anybody": _("to anybody"),
        "leave-together": _("Leave"),
        "close-together": _("End for all"),
        "delete-message": _("Delete"),
        "mute": _("Mute"),
        "muted": _("Muted…"),
        "unmute": _("let {name} write"),
        "leads-you": _("You lead this review."),
        "leads": _("{name} leads this review."),
        "leads-nobody": _("Nobody leads this review."),
        "copy": _("Copy"),
        "share-link": _("Link"),
        "share-turn": _("This turn"),
        "share-quiet": _("Without the result"),
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
        "home-picture": _("The table in the middle of a game"),
        "bring-file": _("Choose a file"),
        "no-clue-tokens": _("No clue token is left."),
        "bring-unknown": _("This is neither an export, a record, notation nor a link."),
        "bring-no-game": _("This file is too large for a game."),
        "points-of": _("{score} of {most} points"),
        "bring-example": _("See an example"),
        "brought": _("You imported"),
        "puzzles-later": _("Puzzles are found in finished games. There are none yet."),
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
        "stats-median": _("Median"),
        "stats-best": _("Best score"),
        "stats-aborted": _("Aborted games, which do not count: {count}"),
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
        "imported": _("imported"),
        "played-here": _("played here"),
        "claimed": _("played {date} (not verified)"),
        "players": pgettext("who plays", "Players"),
        "statistics": _("Statistics"),
        "stats-games": pgettext("statistics", "Games"),
        "stats-average": _("Average score"),
        "stats-perfect": _("Perfect games"),
        "stats-strikeouts": _("Strikeouts"),
        # Puzzles.
        "puzzles": _("Puzzles"),
        "puzzle": _("Puzzle"),
        "puzzles-what": _(
            "Each of these positions is from a finished game. All cards are known, also those of the deck, "
            "and exactly one choice keeps all points that can still be reached."
        ),
        "daily-puzzle": _("Puzzle of the day"),
        "puzzles-all": _("All puzzles"),
        "puzzles-none": _("There are no such puzzles yet."),
        "no-script-puzzle": _("Solving a puzzle needs JavaScript."),
        "filter-theme": _("Solution"),
        "theme-play": _("to play a card"),
        "theme-discard": _("to discard a card"),
        "theme-clue": _("to give a clue"),
        "theme-tempo": _("a question of time"),
        "filter-difficulty": _("Difficulty"),
        "difficulty-easy": _("easy"),
        "difficulty-medium": _("medium"),
        "difficulty-hard": _("hard"),
        "puzzle-keep": _("Keep {score} points"),
        "puzzle-task": _("{name} is to move. Which choice keeps {score} points?"),
        "puzzle-hint": _("Choose a card of {name} to play or discard it, or a card of somebody else to give a clue."),
        "puzzle-solved": _("Right"),
        "puzzle-missed": _("Not this one"),
        "puzzle-right": _("It keeps {score} points. The line shows how to reach them."),
        "puzzle-wrong": _("After it at most {score} of {keep} points can be reached. The line reaches them."),
        "puzzle-wrong-unknown": _("After it {keep} points cannot be reached any more."),
        "puzzle-equal": _("Just as good: {count}"),
        "puzzle-again": pgettext("puzzle", "Try again"),
        "puzzle-solution": _("Show the solution"),
        "puzzle-game": _("Go to the game"),
        "puzzle-next": _("Next puzzle"),
        "puzzle-deck": _("Deck, the next card first"),
        "puzzle-line": _("Steps of the line"),
        "puzzle-step": _("{step} of {steps}"),
        "e-no-puzzle": _("There is no such puzzle, or not any more."),
        # Playing.
        "play": _("Play"),
        "new-table": _("New table"),
        "your-name": _("Your name"),
        "partners": _("Partners"),
        "private-game": _("Private: only by invitation"),
        "start-game": _("Start"),
        "open-tables": _("Open tables"),
        "open-tables-none": _("Nobody waits at a table right now. Start one, and others can join."),
        "to-table": _("To the table"),
        "my-games": _("Your games"),
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
        "to-replay": _("Review the game"),
        "talk": _("Chat"),
        "message": _("Message"),
        "this-table": _("This table"),
        "rules-how": _("How the game goes"),
        "arrange-hint": _(
            "Drag your own cards, or press Shift with ← or →, to arrange them for yourself. Nobody else sees it."
        ),
        "give-up": _("Vote to give up"),
        "give-up-sure": _("The game ends without a result once everyone has voted to give up. Vote?"),
        "card-note": _("Your note on this card"),
        "deal-broken": _(
            "The deal is not the one that was fixed before your seat gave its random bytes. The service "
            "may have chosen the deck."
        ),
        "choose-card": _("Choose one of your cards to play or discard it, or a card of a partner to give a clue."),
        "choose-own": _("Choose one of your cards to play or discard it. There is no clue token left."),
        "play-again": _("Play again"),
        "next-game": _("Join the next game"),
        "table-keys": _("Keys: the arrows go from card to card, Enter chooses, Esc goes back."),
        "invite-link": _("The link to this table"),
        "with-bots": _("With bots"),
        "with-bots-what": _("They sit down at once, and the game starts."),
        "with-friends": _("With friends"),
        "with-friends-what": _("You get a link for them. A name is all they need."),
        "how-many": pgettext("number of players", "Players"),
        "bots-speak": _("The bots' conventions"),
        "hgroup-level": _("H-group, level"),
        "rules-of-table": _("Rules"),
        "ask-lead": _("Ask to lead"),
        "may-i-lead": _("May I lead?"),
        "lead-asked": _("Asked."),
        "hand-to": _("Hand over to {name}"),
        "no-script-play": _("Playing here needs JavaScript."),
        "no-script-account": _("This page needs JavaScript."),
    }


def _counted(catalog: NullTranslations) -> Mapping[str, Counted]:
    ngettext = catalog.ngettext
    return {
        "points": lambda count: ngettext("{score} point", "{score} points", count),
        "touches": lambda count: ngettext("touches one card", "touches {count} cards", count),
    }


REVIEW: Final = in_each_language(_words)
_COUNTED: Final = in_each_language(_counted)


@cache
def review_words(language: str) -> Mapping[str, str]:
    """Return all texts of these pages.

    These include names of cards, colors, outcomes, reasons and editions, by keys such as `card.red.1`, `color.red`,
    `outcome.won`, `reason.strikeout`, `picture.playable` and `edition.de`; and each plural form by its name in CLDR,
    as `Intl.PluralRules` chooses it: `points-one`, `points-other`.
    """
    form = Locale.parse(language).plural_form
    suits = (*COLORS[language], *SUITS[language])
    return {
        **{key: page(language, key) for key in _NAVIGATION},
        **REVIEW[language],
        **ACCOUNT[language],
        **{f"{key}-{form(n)}": text(n) for key, text in _COUNTED[language].items() for n in range(100, -1, -1)},
        **{f"color.{suit}": color_name(language, suit) for suit in suits},
        **{f"card.{suit}.{rank}": card_name(language, suit, rank) for suit in suits for rank in (*RANKS, START)},
        **{f"outcome.{outcome}": text for outcome, text in OUTCOMES[language].items()},
        **{f"reason.{reason}": text for reason, text in REASONS[language].items()},
        **{f"picture.{key}": PICTURES[language][key] for key in _OF_PICTURES},
        **{f"edition.{name}": title for name, title in guide(language).titles.items()},
    }
