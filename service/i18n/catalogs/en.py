"""The English texts. Ratings and clues are worded as in the English translation of the German booklet (R25)."""

from typing import Final

from engine.proof.deal_trust import PROTECTIONS
from engine.proof.verify import FAULTS, PROVENANCES, SIGNED, STORED_FAULTS, UNSIGNED
from service.i18n.shape import ColorWords, ProblemText, RankWords, Rating, Texts
from service.i18n.variant_words.en import COLORS, RULES, SUITS

__all__ = ["TEXTS"]


TEXTS: Final = Texts(
    ratings=(
        Rating("Oh dear! The crowd booed."),
        Rating("Poor! Hardly applaused."),
        Rating("OK! The viewers have seen better."),
        Rating("Good! The audience is pleased."),
        Rating("Very good! The audience is enthusiastic!"),
        Rating("Legendary! The audience will never forget this show!"),
        Rating("Divine!", own_translation=True),
    ),
    colors=COLORS,
    suits=SUITS,
    variants=RULES,
    odd=ColorWords("odd", "odd", "odd", "odd", "odd"),
    even=ColorWords("even", "even", "even", "even", "even"),
    ranks=(
        RankWords("Ones", "1", "Ones"),
        RankWords("Twos", "2", "Twos"),
        RankWords("Threes", "3", "Threes"),
        RankWords("Fours", "4", "Fours"),
        RankWords("Fives", "5", "Fives"),
    ),
    at_most="{rank} or lower",
    at_least="{rank} or higher",
    card="{color} {rank}",
    start_card="{color} START",
    numbers=("two", "three", "four", "five", "six"),
    places=("the 1st", "the 2nd", "the 3rd", "the 4th", "the 5th", "the 6th"),
    conjunction="and",
    here="here",
    sounds={"color": "Moo", "rank": "Oink", "any": "Quack"},
    announcements={
        "blind": "The clue {clue} touches none of your cards.",
        "color-none": "You have no {color} cards.",
        "color-one": "You have one {color} card: {places}.",
        "color-many": "You have {number} {color} cards: {places}.",
        "color-hand": "You have {number} {color} cards: your whole hand.",
        "rank-none": "You have no {rank}.",
        "rank-one": "You have a {rank}: {places} card.",
        "rank-many": "You have {number} {rank}: {places}.",
        "rank-hand": "You have {number} {rank}: your whole hand.",
        "range-none": "You have no card that is {rank}.",
        "range-one": "You have one card that is {rank}: {places}.",
        "range-many": "You have {number} cards that are {rank}: {places}.",
        "range-hand": "You have {number} cards that are {rank}: your whole hand.",
        "hidden-none": "{sound}: no card.",
        "hidden-one": "{sound}: {places}.",
        "hidden-many": "{sound}: {places}.",
        "hidden-hand": "{sound}: your whole hand.",
    },
    spoken={
        "blind": "The clue {clue} touches none of your cards.",
        "color-none": "You have no {color} cards.",
        "color-one": "You have one {color} card, {here}.",
        "color-many": "You have {number} {color} cards, {here}.",
        "rank-none": "You have no {rank}.",
        "rank-one": "You have a {rank}, {here}.",
        "rank-many": "You have {number} {rank}, {here}.",
        "range-none": "You have no card that is {rank}.",
        "range-one": "You have one card that is {rank}, {here}.",
        "range-many": "You have {number} cards that are {rank}, {here}.",
        "hidden-none": "{sound}.",
        "hidden-one": "{sound}, {here}.",
        "hidden-many": "{sound}, {here}.",
    },
    events={
        "deal": "The cards are dealt, and {name} goes first.",
        "play": "{name} plays the {card}.",
        "play-named": "{name} names {color} and plays the {card}.",
        "misplay": "{name} plays the {card}, which does not fit: a strike.",
        "misplay-named": "{name} names {color} and plays the {card}: the right color, but it does not fit. A strike.",
        "misnamed": "{name} names {color} and plays the {card}: the wrong color, a strike.",
        "one-token": "A clue token comes back.",
        "two-tokens": "Two clue tokens come back.",
        "second-token-lost": "A clue token comes back, a second one is lost.",
        "bonus-lost": "The clue tokens are full: the bonus is lost.",
        "discard": "{name} discards the {card}.",
        "clue": "{name} to {target}: “{text}”",
        "clue-untold": "{name} gives {target} a clue: {clue}.",
        "reorder": "{name} rearranges their hand.",
        "turned-upright": "{name} turns cards of their hand upright.",
        "turned-left": "{name} turns cards of their hand to the left.",
        "turned-right": "{name} turns cards of their hand to the right.",
        "turned-upside_down": "{name} turns cards of their hand upside down.",
        "said": "{name}: “{text}”",
        "vote": "{name} votes to give up.",
        "vote-withdrawn": "{name} takes back the vote to give up.",
        "aborted": "The game is aborted.",
        "nameless": "Seat {seat}",
        "play-face-down": "{name} plays a card face down.",
        "discard-face-down": "{name} discards a card: inverted, so it is played face down.",
        "play-inverted": "{name} plays the {card}: inverted, so it is discarded.",
        "discard-inverted": "{name} discards the {card}: inverted, so it is played.",
        "discard-misplayed": "{name} discards the {card}: inverted, so it is played, and does not fit. A strike.",
        "half-token": "Half a clue token comes back.",
        "last-round": "That was the last card of the deck: the last round begins.",
    },
    summary={
        "decimal": ".",
        "points": "Points on the table: {points} of {max}.",
        "turns-none": "No turn was taken.",
        "turns-one": "One turn was taken.",
        "turns-many": "{count} turns were taken.",
        "lost-none": "No turn cost a point.",
        "lost-one": "One point was lost, on turn {turn}.",
        "lost-at-once": "{count} points were lost, all on turn {turn}.",
        "lost-many": "{count} points were lost; turn {turn} cost the most ({worst}).",
        "lost-one-latest": "One point was lost, by turn {turn} at the latest.",
        "lost-at-once-latest": "{count} points were lost, by turn {turn} at the latest.",
        "lost-many-latest": "{count} points were lost, the last of them by turn {turn} at the latest.",
        "deal-whole": "From the deal, all {most} points could be reached.",
        "deal-part": "The deal itself allowed at most {most} points.",
        "running": "The exact analysis is still running.",
        "loss-turn": "Turn {turn}: {line}",
        "loss-one": "One point was lost here: until then, {before} could be reached.",
        "loss-many": "{count} points were lost here: until then, {before} could be reached.",
        "latest-one": "By then at the latest, one point was lost.",
        "latest-many": "By then at the latest, {count} points were lost.",
        "loss-end": "The game ended here, when {before} points could still be reached.",
        "until-then": "Until then, {before} points could be reached.",
        "kept": "{before} points would have stayed possible with: {turns}.",
        "kept-among": "{before} points would have stayed possible with, for example: {turns}.",
        "own-view": "In {losing} of {deals} deals that the seat could not tell apart, this turn loses points.",
        "own-view-sampled": "In {losing} of {deals} sampled deals that the seat could not tell apart, this turn loses "
        "points.",
        "reachable": "Reachable points: {points}.",
        "reachable-between": "Reachable points: {lower} to {upper}.",
        "or": "or",
        "by-clue": "a clue",
        "by-play": "playing the {card}",
        "by-discard": "discarding the {card}",
        "by-play-inverted": "playing the {card}, which discards it",
        "by-discard-inverted": "discarding the {card}, which plays it",
        "plays-none": "No card was played.",
        "plays-one": "One card was played.",
        "plays-many": "{count} cards were played.",
        "gambles-none": "No play was a gamble.",
        "gambles-one": "One play was a gamble.",
        "gambles-many": "{count} plays were gambles.",
        "misplays-none": "Every play landed.",
        "misplays-one": "One play was a misplay.",
        "misplays-many": "{count} plays were misplays.",
        "clues-none": "No clue was given.",
        "clues-one": "One clue was given.",
        "clues-many": "{count} clues were given.",
        "stale-one": "One clue touched no new card.",
        "stale-many": "{count} clues touched no new card.",
        "tokens-one": "One clue token was lost because the tokens were full.",
        "tokens-many": "{count} clue tokens were lost because the tokens were full.",
        "efficiency": "Efficiency: {value}.",
    },
    reasons={
        "strikeout": "That was the last strike.",
        "irreplaceable_card_lost": "The last copy of a card that was still needed is gone.",
        "fireworks_complete": "All fireworks are complete.",
        "last_round_over": "The last round is over.",
        "no_legal_action": "The seat to move has no legal action left.",
        "no_points_left": "No more points can be made.",
        "agreed": "All players have agreed to give up.",
        "idle": "Nobody has moved for too long.",
        "no_show": "A seat did not make its first move in time, and another seat ended the game.",
        "removed": "The creator removed a seat before the first move.",
        "terminated": "The game was ended early.",
        "left": "The players left the game before its end.",
        "timed_out": "A player ran out of time.",
        "speedrun_failed": "The speedrun has failed.",
    },
    outcomes={"won": "Won", "lost": "Lost", "finished": "Finished", "aborted": "Aborted"},
    remarks={
        "no-information": "I still have no information about my hand.",
        "no-information-1": "I still have no information about this card.",
        "no-information-many": "I still have no information about these cards.",
        "remember-your-hand": "Do you remember what you hold?",
    },
    refusals={
        ("own-hand", "R5"): "You cannot give yourself a clue: choose another seat.",
        ("no-such-seat", "R5"): "This game has no such seat to give a clue to.",
        ("no-clue-token", "R5"): "No clue token is left: discard or play a card.",
        ("no-such-color", "R8"): "This game has no clue of that color.",
        ("no-such-rank", "R2"): "This game has no clue of that number.",
        (
            "same-kind-of-clue",
            "R30",
        ): "Color clues and number clues alternate in this game: give a clue of the other kind.",
        ("empty-clue", "R7"): "In this game a clue must touch at least one card, and this one touches none.",
        ("not-in-hand", "R9"): "You can only discard a card of your own hand.",
        ("clue-tokens-full", "R9"): "The clue tokens are full, so you cannot discard: give a clue or play a card.",
        ("not-in-hand", "R10"): "You can only play a card of your own hand.",
        ("no-declaration", "R12"): "In this game no color is named with a play: play the card without one.",
        ("no-such-color", "R12"): "This game has no suit of the color that you named.",
        ("already-voted", "R21"): "You have already voted to give up.",
        ("not-voted", "R21"): "You have not voted to give up, so there is no vote to take back.",
        ("no-reorder", "R26"): "In this game hands may not be reordered.",
        ("not-clued", "R26"): "You can reorder your hand once it was given a clue.",
        ("not-the-hand", "R26"): "The new order must name each card of your hand exactly once.",
        ("too-many-reorders", "R26"): "You have rearranged your hand too often: wait for the next turn.",
        ("no-turned-cards", "R29"): "In this game cards may not be turned.",
        ("not-clued", "R29"): "You can turn your cards once your hand was given a clue.",
        ("not-in-hand", "R29"): "You can only turn cards of your own hand, each named once.",
        ("too-many-reorders", "R29"): "You have rearranged your hand too often: wait for the next turn.",
        (
            "no-cards-to-name",
            "R27",
        ): "Only the remark `no-information` names cards, and only during the game.",
        ("not-in-hand", "R27"): "You can only name cards of your own hand, each of them once.",
        ("no-talk", "R27"): "This game allows no messages at the table.",
        ("no-such-remark", "R27"): "There is no such remark: choose one of the fixed list.",
        ("remarks-only", "R27"): "This game allows only the fixed remarks, no text of your own.",
        ("another-seats-move", "R27"): "You may not send remarks while another seat is to move: wait for your turn.",
        ("too-many-remarks", "R27"): "You have reached the limit for messages.",
        (
            "too-many-events",
            "R22",
        ): "You have sent enough messages, hand orders and votes in this game. "
        "You can still take your turns and vote to give up.",
    },
    losses={
        "reorders": "Hands that were reordered: {count}. hanab.live has no such move, so cards lie "
        "there in the order in which they were drawn.",
        "turned-cards": "Cards that were turned: {count} times. hanab.live has no such move.",
        "talk": "Remarks and texts at the table: {count}. This format cannot express them.",
        "abort-votes": "Votes to give up, cast or taken back: {count}. hanab.live records only that a "
        "vote has ended a game.",
        "declarations": "Colors that were named with a play: {count}. hanab.live does not know that "
        "rule, and gives no token for it.",
        "option": "The option {option} with the value {value} has no counterpart in hanab.live.",
        "tokens": "From version {version} on hanab.live counts a different number of clue tokens: it has eight.",
        "ended-by": "In hanab.live a player ends an aborted game, so the seat that was to move is named.",
        "ending": "The game ends in another way in hanab.live. Here it was: {reason}",
        "notes": "The players’ notes are left out: with them the game would be longer than hanab.live reads.",
        "times": "The times of the moves are not exported.",
        "bots": "Seats of bots: {count}. They are exported as players with their names.",
        "rating": "hanab.live has no rating of a score.",
        "proof": "The hash chain, the commitment to the deck and what opens it are not exported, so "
        "nothing can be verified.",
        "source": "Where the game was first played is not exported.",
        "messages": "Messages after the end of the game: {count}. They are not exported.",
        "shared-notes": "Notes of the players: {count}. They are not exported.",
        "comments": "Comments of readers: {count}. They are not exported.",
        "not-whole": "The deck and the options are not exported, so the game cannot be imported from this.",
        "link-names": "The players’ names are not in the link; hanab.live calls the players Alice, Bob, "
        "Cathy and so on.",
        "link-option": "The option {option} of hanab.live is not in the link.",
        "link-seats": "Seat {seat} began. In the link this player is the first one, and the others follow in turn.",
        "card-notes": "Notes on cards: {count}. They are not in the link.",
    },
    refused_there={
        "game-over": "In hanab.live the game is over before this event, because no point can be made "
        "any more or its last round has ended.",
        "other-outcome": "In hanab.live this card would lie elsewhere after the move, because that "
        "site knows no wrongly named color.",
        "no-clue-token": "In hanab.live no clue token would be left for this clue.",
        "clue-tokens-full": "In hanab.live all eight clue tokens would be there, so nothing could be discarded.",
        "empty-clue": "In hanab.live this clue would touch no card.",
        "no-such-player": "hanab.live knows no player to whom this clue could go.",
        "no-such-clue": "hanab.live knows no such clue in this variant.",
        "not-in-hand": "In hanab.live this card would not be in the hand of the player to move.",
        "link-option": "A link has no options except the variant. Without them hanab.live would show this game "
        "only up to this event, or let it end in another way.",
    },
    verification={
        **FAULTS,
        **STORED_FAULTS,
        **{f"from-{name}": text for name, text in PROVENANCES.items()},
        "signed": SIGNED,
        "unsigned": UNSIGNED,
    },
    protections=PROTECTIONS,
    problems={
        "malformed-json": ProblemText(
            "Malformed JSON", "The body is not valid JSON: {first}. Correct it and send it again."
        ),
        "unsupported-media-type": ProblemText(
            "Unsupported media type",
            "The body has an unsupported media type, or it is compressed. "
            "Send it uncompressed, in a media type that the header Accept-Post lists.",
        ),
        "payload-too-large": ProblemText(
            "Body too large", "The body of the request is larger than is accepted here. Send a smaller one."
        ),
        "not-acceptable": ProblemText(
            "Not acceptable",
            "None of the formats in Accept and Accept-Encoding is available. "
            "Request one from the documentation, or */*.",
        ),
        "invalid-request": ProblemText(
            "Invalid request",
            "The request is invalid: {first}. Correct the faults that errors lists, then send it again.",
        ),
        "invalid-deck": ProblemText(
            "Invalid deck",
            "The deck does not contain exactly the cards of this game. "
            "Send as many copies of each card as the rules require (R2).",
        ),
        "missing-token": ProblemText(
            "Token missing",
            "This request requires an access token. Send one in the header Authorization, after the word Bearer.",
        ),
        "invalid-token": ProblemText(
            "Invalid token", "The access token is unknown, has expired or was revoked. Use another one."
        ),
        "insufficient-scope": ProblemText(
            "Insufficient scope", "The access token does not have the scope {scope}. Use one that has it."
        ),
        "account-suspended": ProblemText(
            "Account suspended",
            "A moderator has suspended this account. You can still see (GET /v1/me), export and delete your account.",
        ),
        "not-found": ProblemText(
            "Not found", "There is no such resource, or you may not see it. Check the address and the ids in it."
        ),
        "method-not-allowed": ProblemText(
            "Method not allowed",
            "This address does not support this method. The header Allow lists the methods that it supports.",
        ),
        "not-a-player": ProblemText(
            "Not a player",
            "Only players with a seat in this game may do this, and you have none. Take a seat while the game is open.",
        ),
        "not-the-creator": ProblemText(
            "Not the creator",
            "Only the account that created or imported this game may do this. "
            "Ask that person, or use a game of your own.",
        ),
        "muted": ProblemText(
            "Muted",
            "The leader of this review has muted you. You can follow it, but not write.",
        ),
        "not-the-leader": ProblemText(
            "Not the leader",
            "Another reader leads this review. Ask that person to hand it over, or wait until they have been silent "
            "for a minute.",
        ),
        "seat-refused": ProblemText(
            "No seat for you",
            "The creator of this game does not want to play with you. Choose another game, or create one.",
        ),
        "wrong-game": ProblemText(
            "Wrong game",
            "The access token is bound to a seat in another game. Use it there, or use another token here.",
        ),
        "request-in-progress": ProblemText(
            "Request in progress",
            "A request with the same Idempotency-Key is still being processed. "
            "Wait for the number of seconds in Retry-After, then send it again.",
        ),
        "idempotency-key-reused": ProblemText(
            "Idempotency key reused",
            "This Idempotency-Key has already been used for a request with another body. "
            "Use a new key for each new request.",
        ),
        "invalid-idempotency-key": ProblemText(
            "Invalid idempotency key",
            "The value of Idempotency-Key is invalid. "
            "Send 1 to 200 visible ASCII characters without blanks, such as a UUID.",
        ),
        "revision-conflict": ProblemText(
            "Revision conflict",
            "The resource was changed or created since you read it, so If-Match or If-None-Match fails. "
            "Read it again, then send your change with its current ETag.",
        ),
        "precondition-required": ProblemText(
            "Precondition required",
            "This change requires the header If-Match, which prevents lost updates. "
            "Read the resource first, then send its ETag in If-Match.",
        ),
        "game-not-open": ProblemText(
            "Game not open",
            "This is possible only before the game starts. Choose an open game, or create one.",
        ),
        "seat-taken": ProblemText("Seat taken", "Another player has this seat. Choose another one."),
        "bot-cannot-play": ProblemText(
            "Bot cannot play this",
            "This bot cannot play the variant of this game. Choose another bot, for example random.",
        ),
        "already-seated": ProblemText(
            "Already seated", "You already have a seat in this game. To change seats, leave yours first."
        ),
        "name-taken": ProblemText(
            "Name taken",
            "Another account has this name or one that looks like it, or gave it up a short time ago. Choose "
            "another name.",
        ),
        "limit-reached": ProblemText(
            "Limit reached",
            "You have reached the limit {limit}, which is {maximum}. Delete or finish something, or try again later.",
        ),
        "game-not-running": ProblemText(
            "Game not running",
            "The game has not started yet or has already ended. This is possible only while it is running.",
        ),
        "game-not-finished": ProblemText(
            "Game not finished", "This is available only after the end of the game. Try again then."
        ),
        "not-imported": ProblemText(
            "Not imported",
            "This game was played here, so it cannot be deleted. "
            "Only an imported game can, by the account that imported it.",
        ),
        "awaiting-reveals": ProblemText(
            "Waiting for reveals",
            "All seats are taken, and the game waits for the reveals of some. Reveal your entropy if your seat "
            "is in awaiting_reveals, and try again after the deal, at the time in reveal_until at the latest.",
        ),
        "commitment-taken": ProblemText(
            "Commitment taken",
            "Another seat of this game has the same commitment. Draw 32 random bytes of your own, and commit to them.",
        ),
        "reveal-too-early": ProblemText(
            "Too early to reveal",
            "A seat is still free. Reveal your entropy when reveal_until is set, and keep it secret until then.",
        ),
        "reveal-mismatch": ProblemText(
            "Wrong reveal",
            "Your seat has committed to other bytes, or to none. Send the 32 bytes that it has committed to.",
        ),
        "version-conflict": ProblemText(
            "Version conflict",
            "The move was chosen for another version of the game, which now has version {version}. "
            "Read the events that you missed, then decide again.",
        ),
        "not-your-turn": ProblemText("Not your turn", "Another seat is to move. Wait until it is your turn."),
        "illegal-move": ProblemText("Illegal move", "The rules of this game forbid this. Choose another action."),
        "import-refused": ProblemText(
            "Import refused",
            "This game cannot be imported, because it is incomplete or does not follow the rules. "
            "Correct it and try again.",
        ),
        "export-refused": ProblemText(
            "Export refused",
            "This game cannot be exported in this format, because the rules of the format forbid one of its moves. "
            "Read report.refusal for the move, or choose another format.",
        ),
        "too-many-requests": ProblemText(
            "Too many requests",
            "You have sent too many requests in a short time. "
            "Wait for the number of seconds in Retry-After, then continue.",
        ),
        "too-many-analyses": ProblemText(
            "Too many analyses",
            "Too many analyses that you have asked for are waiting to be computed. Wait until some are done.",
        ),
        "too-many-streams": ProblemText(
            "Too many streams",
            "Too many streams are open. "
            "Try again after the number of seconds in Retry-After, or request the events without waiting for them.",
        ),
        "analysis-queue-full": ProblemText(
            "The queue of the analysis is full",
            "Too many analyses are waiting to be computed. Try again in half a minute.",
        ),
        "service-unavailable": ProblemText(
            "Service unavailable", "The service cannot answer at the moment. Try again later."
        ),
        "internal-error": ProblemText(
            "Internal error",
            "An unexpected error occurred in the service. Try again; if the error persists, report the request_id.",
        ),
        "bad-request": ProblemText(
            "Bad request", "The request cannot be understood. Check its address, its headers and its body."
        ),
    },
    pages={
        "problems": "Problems",
        "intro": "Every answer with a status of 400 or above is a problem document. "
        "Its code says what went wrong, and this is what the codes mean.",
        "happened": "What happened",
        "remedy": "What to do",
        "example": "Example",
        "operations": "Where it happens",
        "status": "Status",
        "code": "Code",
        "meaning": "Meaning",
        "guides": "Guides",
        "nav-play": "Play",
        "nav-games": "Games",
        "nav-puzzles": "Puzzles",
        "reference": "Reference",
        "contents": "Contents",
        "copy": "Copy",
        "copied": "Copied",
        "first-game": "Your first game",
        "rules": "Rules",
        "rules-intro": "Five printed booklets are the source. Where they differ, a game has an option; where they "
        "leave a hole, the ruling below holds. Answers of the service cite rulings by number.",
        "how": "How a game goes",
        "ratings": "The rating of a score",
        "editions": "Editions",
        "variants": "Variants of the booklets",
        "defaults": "Options and their defaults",
        "rulings": "Rulings",
        "source": "Source",
        "own": "The project’s own",
        "option": "Option",
        "options": "Options",
        "name": "Name",
        "printed": "Printed as",
        "house-rule": "house rule",
        "language": "Language",
        "pages": "Pages",
        "theme": "Light or dark",
        "title-lost": "title lost",
        "own-name": "The project’s own name: no booklet in this language prints one.",
        "more": "Read more",
    },
    pictures={
        "seat": "Seat {seat}",
        "open": "The table at turn {turn}, all hands open",
        "as-seen": "The table at turn {turn}, as {seat} saw it",
        "to-move": "{seat} is to move.",
        "turns-left": "Turns left",
        "score": "Score",
        "attainable": "Attainable",
        "reachable": "Still reachable",
        "clue-tokens": "Clue tokens",
        "strikes": "Strikes",
        "deck": "Deck",
        "turn": "Turn",
        "fireworks": "Fireworks",
        "discards": "Discard pile",
        "last-move": "Last move",
        "told": "told: {what}",
        "not": "not: {what}",
        "hidden": "hidden card",
        "turned-left": "tilted to the left",
        "turned-right": "tilted to the right",
        "turned-upside_down": "upside down",
        "new": "just drawn",
        "playable": "playable now",
        "critical": "critical: the last copy",
        "trash": "trash: never needed again",
        "gives-clue": "{seat} gives this clue",
        "played": "played",
        "viewer": "This seat looks on.",
        "table-points": "Points on the table: {points}.",
        "limit": "This firework can reach {rank} at most.",
        "lost": "This firework can no longer be completed.",
        "face-down": "Face down",
        "score-title": "Score over the turns",
        "score-so": "Turn {turn}",
        "card-lost": "needed card lost",
        "time-lost": "too few turns left",
        "strike": "strike",
        "game-lost": "game lost",
        "distribution": "Scores of {games} games",
        "one-game": "Scores of 1 game",
        "games": "Games",
        "bar": "Score {score}: {games}",
        "unscored": "without a score",
        "no-games": "No games",
    },
)
