"""Values that have names in the contract, and that several resources have."""

from typing import Final

from service.platform import timestamps
from service.platform.wire.field_types import Flag, Id, Items, Named, Text, Whole


class Hash(Named):
    """A SHA-256 in hexadecimal digits."""

    of = Text(pattern="^[0-9a-f]{64}$", to_json=bytes.hex)


class Head(Named):
    """The `hash` of the last event, which depends on all events before it; null while it would tell what a clue said
    (Cow & Pig, Duck).
    """

    of = Text(null=True)


class SecretCommitment(Named):
    """The service's commitment to its secret for the shuffle, published before the seats give entropy; null if the
    deck was given or imported.
    """

    of = Text(null=True)


class Entropy(Named):
    """A seat's entropy for the shuffle, which prevents the service from choosing the deck alone: 1 to 64 printable
    ASCII characters, best drawn at random. Everyone sees it.
    """

    of = Text(pattern="^[ -~]{1,64}$")


class Entropies(Named):
    """The entropy by seat; null for none."""

    of = Items(Entropy(null=True), least=2, most=6)


class EntropyCommitment(Named):
    r"""A seat's commitment to 32 random bytes, which it reveals before the deal: SHA-256("hanabi/1 entropy
    commitment\0" || bytes). Everyone sees it.
    """

    of = Text(pattern="^[0-9a-f]{64}$")


class EntropyCommitments(Named):
    """The commitment by seat; null for none."""

    of = Items(EntropyCommitment(null=True), least=2, most=6)


class SignatureHex(Named):
    """An Ed25519 signature, 64 bytes."""

    of = Text(pattern="^[0-9a-f]{128}$")


SCOPES: Final[dict[str, str]] = {
    "profile:read": "Read what the account may see, except its notes.",
    "games:play": "Take seats, act and talk in games, answer invitations, and block players.",
    "games:create": "Create games and invite. With `games:play`, also seat bots and remove players.",
    "notes:read": "Read the notes on games.",
    "notes": "Read and write notes on games.",
    "reviews:write": "Write comments, lines, studies, reviews together and reports, and import games.",
    "webhooks": "Manage the webhooks.",
    "tokens": "Manage the tokens.",
    "account": "Change and read the account: its name, tokens, webhooks, sign-ins and data.",
    "read": "Includes `profile:read` and `notes:read`.",
    "play": "Includes `games:play`, `games:create`, `notes` and `reviews:write`.",
    "moderate": "Moderate; only the operator gives it.",
    "bot": "Play as a bot; includes `profile:read`, `games:play`, `games:create`, `notes` and `webhooks`.",
}


class Scope(Named):
    """A scope of a token. Only the operator gives `moderate`."""

    of = Text(values=SCOPES)


class Paragraphs(Named):
    """A text of one or more lines, separated by line feeds, without other control characters."""

    of = Text(pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]*$", least=1, most=2000)


class AccountId(Named):
    """An account."""

    of = Id("a")


class GameId(Named):
    """A game, and its replay."""

    of = Id("g", facts={"examples": ["g_019901a4c3e17b5000009e37d2f86a00"]})


class ContestName(Named):
    """A contest: its id, or the name of an arena."""

    of = Text(pattern="^(x_[0-9a-f]{32}|arena-[2-5])$", facts={"examples": ["arena-2"]})


class ContestId(Named):
    """A contest."""

    of = Id("x", facts={"examples": ["x_019908b2c3e17b500000c0a1d2f86a00"]})


class EntryId(Named):
    """A team that takes part in a contest."""

    of = Id("e", facts={"examples": ["e_019908b2c3e17b500001c0a1d2f86a00"]})


class Seat(Named):
    """A seat, in the order of turns."""

    of = Whole(least=0, most=5)


class Version(Named):
    """The number of an event; -1 before the deal."""

    of = Whole(least=-1)


class CardId(Named):
    """A card, by its position in the dealt deck."""

    of = Whole(least=0, most=59)


class Status(Named):
    """The status of a game."""

    of = Text(
        values={
            "open": "Players can take seats.",
            "running": "The cards are dealt, and the game is being played.",
            "ended": "The game is over, and its replay is available.",
        }
    )


class WatchingRule(Named):
    """What watchers of the running game may see."""

    of = Text(
        values={
            "nobody": "Only players can see the game until it ends.",
            "table": "Watchers see the table without hands.",
            "hands": (
                "If all people at the table have agreed, accounts see the hands, and `status`, `version` and `at`, as "
                "they were some turns ago. Cards that are still in a hand have no suit and no rank. Others see the "
                "table without hands."
            ),
            "held": (
                "As `hands`, with the cards that are still in a hand. Only if the operator allows it. The game is in no"
                " statistics."
            ),
        }
    )


class Suit(Named):
    """A suit of the game.

    The booklets have `red`, `yellow`, `green`, `blue`, `white` and `multicolor`; a variant has those that `GET
    /v1/variants` returns, and new ones can be added.
    """

    of = Text(pattern="^[a-z0-9_]+$")


class Rank(Named):
    """The rank of a card; 7 is START, which only Up or Down has."""

    of = Whole(
        values={1: "One.", 2: "Two.", 3: "Three.", 4: "Four.", 5: "Five.", 7: "START, which only Up or Down has."}
    )


class ClueRank(Named):
    """The rank of a clue. In Odds and Evens, 1 means odd and 2 even ranks."""

    of = Whole(least=1, most=5)


class ClueColor(Named):
    """The color of a clue or of a declaration."""

    of = Text(
        values={
            "red": "Red.",
            "yellow": "Yellow.",
            "green": "Green.",
            "blue": "Blue.",
            "white": "White.",
            "multicolor": "The sixth suit of a booklet.",
            "purple": "Purple.",
            "teal": "Teal.",
            "black": "Black.",
            "pink": "Pink.",
            "brown": "Brown.",
            "orange": "Orange.",
        }
    )


class Tokens(Named):
    """The available clue tokens."""

    of = Whole(least=0, most=20)


class Strikes(Named):
    """Strikes so far; null while played cards stay face down (Throw It in a Hole)."""

    of = Whole(least=0, most=3, null=True)


class Points(Named):
    """Points: the sum of the top cards of all fireworks."""

    of = Whole(least=0, most=30)


class PointsOrNull(Named):
    """Points; null while played cards stay face down (Throw It in a Hole)."""

    of = Whole(least=0, most=30, null=True)


class Score(Named):
    """The points on the table while the game runs, null while played cards stay face down (Throw It in a Hole).

    Then the score of the result: 0 or null after a loss (`strikeout_score`), null for an aborted game.
    """

    of = Whole(least=0, most=30, null=True)


class DeckSize(Named):
    """The number of cards in the deck."""

    of = Whole(least=0, most=60)


class ToMove(Named):
    """The seat to move; null unless the game is running."""

    of = Whole(least=0, most=5, null=True)


class TurnsLeft(Named):
    """The remaining turns in the last round (R17); null before it."""

    of = Whole(least=0, most=6, null=True)


class IdleAt(Named):
    """When the game ends as aborted if nothing happens until then (R21), by the clock of the service.

    That is `idle_limit_s` after the last event, and not before the `deadline`. In a pause on which the table has
    agreed, it is `pause_limit_s` after the pause began, whatever happens in it. If the service is down meanwhile, the
    end may come later. Null unless the game is running.
    """

    of = Text(null=True, to_json=timestamps.rfc3339)


class Deadline(Named):
    """When the time of the seat to move is over, by the clock of the service (R31).

    Null if no time runs.
    """

    of = Text(null=True, to_json=timestamps.rfc3339)


class Time(Named):
    """When it happened, in UTC; null if the source of an imported game has no times.

    The times of the events of an imported record are what the record claims.
    """

    of = Text(null=True, to_json=timestamps.rfc3339)


class RuleNumber(Named):
    """A ruling, R1 to R31 (`GET /v1/rules`)."""

    of = Text(pattern="^R([1-9]|[12][0-9]|3[01])$")


class RuleAddress(Named):
    """The address of the ruling."""

    of = Text(pattern="^/v1/rules/R([1-9]|[12][0-9]|3[01])$")


class Language(Named):
    """A sentence in the language of `Content-Language`, for people."""

    of = Text()


class NextCursor(Named):
    """The `cursor` of the next page; null on the last page."""

    of = Text(most=200, null=True)


class Ranks(Named):
    """Ranks of cards of one suit."""

    of = Items(Rank(), most=6, facts={"uniqueItems": True})


class LineId(Named):
    """A saved line."""

    of = Id("b", facts={"examples": ["b_019906a4c3e17b50000138e2d2f86a00"]})


class BotId(Named):
    """A built-in bot."""

    of = Text(
        values={
            "random": "Plays a random legal action.",
            "kagiya": "Gives and reads clues by simple conventions of its own.",
            **{
                f"hgroup-{level}": f"Gives and reads clues by the H-group's conventions up to level {level}."
                for level in range(1, 6)
            },
        }
    )


class BandName(Named):
    """The id of a rating: its lowest and highest score, or its only one."""

    of = Text(
        values={
            "0-5": "0 to 5 points.",
            "6-10": "6 to 10 points.",
            "11-15": "11 to 15 points.",
            "16-20": "16 to 20 points.",
            "21-24": "21 to 24 points.",
            "25": "25 points, the most with five suits.",
            "25-29": "25 to 29 points, with six suits.",
            "30": "30 points, the most with six suits.",
        }
    )


class PublicKey(Named):
    """A public key of `/.well-known/hanabi-keys`, 32 bytes."""

    of = Text(pattern="^[0-9a-f]{64}$")


class TableTalk(Named):
    """What players may say at the table (R27)."""

    of = Text(values={"off": "Nothing.", "remarks": "Remarks of the fixed list.", "free": "Anything."})


class HalfToken(Named):
    """Whether there is half a clue token more (Clue Starved)."""

    of = Flag()


class Orientation(Named):
    """How a card stands in its holder's hand (R29)."""

    of = Text(
        values={
            "upright": "It stands upright.",
            "left": "It is turned to the left.",
            "right": "It is turned to the right.",
            "upside_down": "It stands upside down.",
        }
    )
