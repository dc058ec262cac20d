"""Titles and details of the problems of the core."""

from collections.abc import Mapping
from gettext import NullTranslations

from service.platform.wire.problem_kinds import ProblemText


def texts(catalog: NullTranslations) -> Mapping[str, ProblemText]:
    """Return the titles and details, in the language of a catalog."""
    _ = catalog.gettext
    faulty = _("This page has an error. Reload it.")  # only a program can cause such a problem
    return {
        "malformed-json": ProblemText(
            _("Malformed JSON"), _("The body is not valid JSON: {first}. Correct it and send it again."), faulty
        ),
        "unsupported-media-type": ProblemText(
            _("Unsupported media type"),
            _(
                "The body has an unsupported media type, or it is compressed. "
                "Send it uncompressed, in a media type that the header Accept-Post lists."
            ),
            faulty,
        ),
        "payload-too-large": ProblemText(
            _("Body too large"),
            _("The body of the request is larger than is accepted here. Send a smaller one."),
            _("That is too much at once. Send less."),
        ),
        "not-acceptable": ProblemText(
            _("Not acceptable"),
            _(
                "None of the formats in Accept and Accept-Encoding is available. "
                "Request one from the documentation, or */*."
            ),
            faulty,
        ),
        "invalid-request": ProblemText(
            _("Invalid request"),
            _("The request is invalid: {first}. Correct the faults that errors lists, then send it again."),
            _("This is not possible: {first}."),
        ),
        "invalid-deck": ProblemText(
            _("Invalid deck"),
            _(
                "The deck does not contain exactly the cards of this game. "
                "Send as many copies of each card as the rules require (R2)."
            ),
        ),
        "missing-token": ProblemText(
            _("Token missing"),
            _("This request requires an access token. Send one in the header Authorization, after the word Bearer."),
            _("Sign in to do this."),
        ),
        "invalid-token": ProblemText(
            _("Invalid token"),
            _("The access token is unknown, has expired or was revoked. Use another one."),
            _("The sign-in has ended, or the token is wrong. Sign in again."),
        ),
        "invalid-token.no-bearer": ProblemText(
            _("Invalid token"),
            _("The header Authorization does not begin with the word Bearer. Send an access token after this word."),
        ),
        "insufficient-scope": ProblemText(
            _("Insufficient scope"),
            _("The access token does not have the scope {scope}. Use one that has it."),
            _("This sign-in does not allow it. Sign in to your own account."),
        ),
        "insufficient-scope.seat": ProblemText(
            _("Insufficient scope"),
            _("The access token acts for one seat alone. Use a token of the account that has the scope {scope}."),
            _("This sign-in does not allow it. Sign in to your own account."),
        ),
        "account-suspended": ProblemText(
            _("Account suspended"),
            _(
                "A moderator has suspended this account. You can still see (GET /v1/me), export and delete your "
                "account."
            ),
            _("A moderator has suspended this account. You can still see, export and delete it."),
        ),
        "not-found": ProblemText(
            _("Not found"),
            _("There is no such resource, or you may not see it. Check the address and the ids in it."),
            _("There is nothing here, or you may not see it. Check the address."),
        ),
        "unknown-path": ProblemText(
            _("Unknown path"),
            _("The service has no such path. Compare the address with the reference (/docs), letter by letter."),
            _("There is no such page. Check the address."),
        ),
        "method-not-allowed": ProblemText(
            _("Method not allowed"),
            _("This address does not support this method. The header Allow lists the methods that it supports."),
            faulty,
        ),
        "not-a-player": ProblemText(
            _("Not a player"),
            _(
                "Only players with a seat in this game may do this, and you have none. Take a seat while the game is "
                "open."
            ),
        ),
        "not-the-creator": ProblemText(
            _("Not the creator"),
            _(
                "Only the account that created or imported this game may do this. "
                "Ask that person, or use a game of your own."
            ),
        ),
        "foreign-page": ProblemText(
            _("Request from another site"),
            _("Only pages of this service may do this. Open the service itself, and try again there."),
        ),
        "code-refused": ProblemText(
            _("Code refused"),
            _(
                "The code is mistyped, was used, is too old, or is that of another account. Check what you typed, or "
                "try another way."
            ),
        ),
        "seat-refused": ProblemText(
            _("Seat refused"),
            _("The creator of this game does not want to play with you. Choose another game, or create one."),
        ),
        "not-watchable": ProblemText(
            _("Not for watchers"),
            _("The creator of this game does not allow watchers. You can see it when it is over."),
        ),
        "wrong-game": ProblemText(
            _("Wrong game"),
            _("The access token is bound to a seat in another game. Use it there, or use another token here."),
            _("You are signed in for another game. Sign in to your own account."),
        ),
        "request-in-progress": ProblemText(
            _("Request in progress"),
            _(
                "A request with the same Idempotency-Key is still being processed. "
                "Wait for the number of seconds in Retry-After, then send it again."
            ),
            _("This is still under way. Wait a moment."),
        ),
        "idempotency-key-reused": ProblemText(
            _("Idempotency key reused"),
            _(
                "This Idempotency-Key has already been used for a request with another body. "
                "Use a new key for each new request."
            ),
            faulty,
        ),
        "invalid-idempotency-key": ProblemText(
            _("Invalid idempotency key"),
            _(
                "The value of Idempotency-Key is invalid. "
                "Send 1 to 200 visible ASCII characters without blanks, such as a UUID."
            ),
            faulty,
        ),
        "revision-conflict": ProblemText(
            _("Revision conflict"),
            _(
                "The resource was changed or created since you read it, so If-Match or If-None-Match fails. "
                "Read it again, then send your change with its current ETag."
            ),
            _("This was changed elsewhere in the meantime. Reload the page and try again."),
        ),
        "precondition-required": ProblemText(
            _("Precondition required"),
            _(
                "This change requires the header If-Match, which prevents lost updates. "
                "Read the resource first, then send its ETag in If-Match."
            ),
            faulty,
        ),
        "game-not-open": ProblemText(
            _("Game not open"),
            _("This is possible only before the game starts. Choose an open game, or create one."),
        ),
        "seat-taken": ProblemText(_("Seat taken"), _("Another player has this seat. Choose another one.")),
        "bot-cannot-play": ProblemText(
            _("Bot cannot play this"),
            _("This bot cannot play the variant of this game. Choose another bot, for example random."),
        ),
        "bot-cannot-sign-in": ProblemText(
            _("Bots do not sign in"),
            _("This account is a bot. Use its token in its program, and sign in to your own account."),
            _("This is the token of a bot, which is for its program. Sign in to your own account."),
        ),
        "issued-token": ProblemText(
            _("Only the owner can do this"),
            _(
                "The token of this request was issued by another one, and what you ask for would outlive it. Do it in "
                "a browser in which you have signed in yourself."
            ),
            _("Only the owner of the account can do this. Sign in yourself in this browser."),
        ),
        "already-seated": ProblemText(
            _("Already seated"), _("You already have a seat in this game. To change seats, leave yours first.")
        ),
        "name-taken": ProblemText(
            _("Name taken"),
            _(
                "Another account has this name or one that looks like it, or gave it up a short time ago. Choose "
                "another name, or sign in if the account is yours."
            ),
        ),
        "limit-reached": ProblemText(
            _("Limit reached"),
            _(
                "You have reached the limit {limit}, which is {maximum}. Delete or finish something, or try again "
                "later."
            ),
            _("You have reached a limit, which is {maximum}. Delete or finish something, or try again later."),
        ),
        "game-not-running": ProblemText(
            _("Game not running"),
            _("The game has not started yet or has already ended. This is possible only while it is running."),
        ),
        "game-not-finished": ProblemText(
            _("Game not finished"), _("This is available only after the end of the game. Try again then.")
        ),
        "deck-sealed": ProblemText(
            _("Deck sealed"),
            _("Other teams still have to play this deck in a contest. Play it again when its round is over."),
        ),
        "deck-known": ProblemText(
            _("Deck known"),
            _(
                "This table plays the deck of an earlier game, and your account has played, read or imported a game "
                "with it. To sit down anyway, send knew_deck, which everybody sees."
            ),
            _("You have played or seen a game with this deck. You may sit down anyway, and everybody will see it."),
        ),
        "not-imported": ProblemText(
            _("Not imported"),
            _(
                "This game was played here, so it cannot be deleted. "
                "Only an imported game can, by the account that imported it."
            ),
        ),
        "awaiting-reveals": ProblemText(
            _("Waiting for reveals"),
            _(
                "All seats are taken, and the game waits for the reveals of some. Reveal your entropy if your seat "
                "is in awaiting_reveals, and try again after the deal, at the time in reveal_until at the latest."
            ),
            _("All seats are taken, and the cards will be dealt at once. Try again in a moment."),
        ),
        "commitment-taken": ProblemText(
            _("Commitment taken"),
            _(
                "Another seat of this game has the same commitment. Draw 32 random bytes of your own, and commit to "
                "them."
            ),
            faulty,
        ),
        "reveal-too-early": ProblemText(
            _("Too early to reveal"),
            _("A seat is still free. Reveal your entropy when reveal_until is set, and keep it secret until then."),
            faulty,
        ),
        "reveal-mismatch": ProblemText(
            _("Wrong reveal"),
            _("Your seat has committed to other bytes, or to none. Send the 32 bytes that it has committed to."),
            faulty,
        ),
        "version-conflict": ProblemText(
            _("Version conflict"),
            _(
                "The move was chosen for another version of the game, which now has version {version}. "
                "Read the events that you missed, then decide again."
            ),
            _("The game has moved on. Look at the table, then decide again."),
        ),
        "last-way-in": ProblemText(
            _("Last way to sign in"),
            _(
                "After this, nobody could sign in to this account. Add a passkey or recovery codes first, or do it "
                "in a browser in which you have signed in yourself."
            ),
        ),
        "would-lock-you-out": ProblemText(
            _("Would lock you out"),
            _(
                "The token of this request was issued by the sign-in or token that you want to end, and would end "
                "with it. Add including=self to end both."
            ),
            _("Your own sign-in would end too. Sign in again to do this."),
        ),
        "same-table": ProblemText(
            _("At the same table"),
            _(
                "Both accounts have a seat in the same game, so they cannot become one. If it has not started, leave "
                "it with one of them."
            ),
        ),
        "same-table.contest": ProblemText(
            _("In the same contest"),
            _(
                "Both accounts take part in the same contest, so they cannot become one. Withdraw one of them, if it "
                "has not begun."
            ),
        ),
        "same-table.hands": ProblemText(
            _("Hands were watched"),
            _(
                "One of these accounts plays a game in which the other has watched cards that are still held. Merge "
                "them when the game is over."
            ),
        ),
        "not-your-turn": ProblemText(_("Not your turn"), _("Another seat is to move. Wait until it is your turn.")),
        "illegal-move": ProblemText(_("Illegal move"), _("The rules of this game forbid this. Choose another action.")),
        "import-refused": ProblemText(
            _("Import refused"),
            _(
                "This game cannot be imported, because it is incomplete or does not follow the rules. "
                "Correct it and try again."
            ),
        ),
        "export-refused": ProblemText(
            _("Export refused"),
            _(
                "This game cannot be exported in this format, because the rules of the format forbid one of its moves. "
                "Read report.refusal for the move, or choose another format."
            ),
            _("This game cannot be exported in this format, whose rules forbid one of its moves. Choose another one."),
        ),
        "too-many-requests": ProblemText(
            _("Too many requests"),
            _(
                "You have sent too many requests in a short time. "
                "Wait for the number of seconds in Retry-After, then continue."
            ),
            _("That was too much in a short time. Wait a moment, then continue."),
        ),
        "too-many-streams": ProblemText(
            _("Too many streams"),
            _(
                "Too many streams are open. "
                "Try again after the number of seconds in Retry-After, or request the events without waiting for them."
            ),
            _("Too many people are watching at the moment. Try again in a minute."),
        ),
    }
