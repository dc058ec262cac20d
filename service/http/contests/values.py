"""What the API says of contests."""

from service.http.editions import Rules
from service.http.games.clocks import PaceInGame
from service.wire.members import Flag, Items, Named, Object, ResponseSchema, Text, Whole
from service.wire.programs import PROGRAM
from service.wire.values import (
    AccountId,
    BotId,
    ContestId,
    EntryId,
    GameId,
    Hash,
    NextCursor,
    Paragraphs,
    PublicKey,
    Seat,
    SignatureHex,
    Time,
)

__all__ = [
    "Contest",
    "ContestList",
    "ContestResults",
    "ContestTable",
    "ContestTableList",
    "Entry",
    "EntryList",
    "Standings",
    "WhoMayEnter",
]


class WhoMayEnter(Named):
    """Who may enter a contest."""

    of = Text(
        values={
            "all": "Everybody, also with bots of the service.",
            "people": "Teams of people alone.",
            "bots": "Accounts that programs play, also with bots of the service.",
            "invited": "The accounts that the contest lists.",
        }
    )


class ContestStatus(Named):
    """The status of a contest or of a round."""

    of = Text(
        values={
            "announced": "It has not opened yet.",
            "open": "Decks can be played.",
            "closed": "It is over.",
        }
    )


class Announcer(ResponseSchema):
    """Who has announced a contest."""

    id = AccountId("The account; null if it is deleted.", null=True)
    name = Text("The name of the account.")


class EntryRules(ResponseSchema):
    """Who may enter a contest, and until when."""

    who = WhoMayEnter()
    closes_at = Text("Until when; null if entry never closes.", null=True, facts={"format": "date-time"})
    open = Flag("Whether teams can enter now.")


class ContestSummary(ResponseSchema):
    """A contest in a list."""

    id = ContestId()
    title = Text("The name of the contest.")
    status = ContestStatus()
    by = Object(Announcer)
    created_at = Time()
    seats = Whole("The number of players of a team.", least=2, most=6)
    opens_at = Text("When the first round opens.", facts={"format": "date-time"})
    closes_at = Text("When the last round closes; null if one never closes.", null=True, facts={"format": "date-time"})
    entry = Object(EntryRules)
    rounds_total = Whole("The number of rounds.", least=1)
    decks_total = Whole("The number of decks.", least=1)
    entries = Whole("The number of teams that take part.", least=0)


class ContestList(ResponseSchema):
    """Contests, newest first."""

    items = Items(Object(ContestSummary), "The contests.", most=100)
    next = NextCursor()


class ContestDeck(ResponseSchema):
    """A deck of a round."""

    deck = Whole("Its number in the round.", least=0)
    log_id = GameId("The id of the deck in the log of commitments, as `game` of `GET /v1/log/proof`. It is no game.")
    commitment = Hash("The commitment to the deck, which the deals of all its games have.")
    secret_commitment = Hash("The commitment to its secret, which is in the log of commitments.")
    sealed = Flag("Whether only those who have ended the deck may know anything of it.")
    secret = Hash("The secret that the deck follows from; null while it is sealed.", null=True)
    salt = Hash("The salt of `commitment`; null while it is sealed.", null=True)


class ContestRound(ResponseSchema):
    """A round of a contest."""

    round = Whole("Its number.", least=0)
    status = ContestStatus()
    rules = Object(Rules)
    pace = Object(PaceInGame, "The clock of the games; null for none.", null=True)
    opens_at = Text("When its decks can be played.", facts={"format": "date-time"})
    closes_at = Text("Until when its games must have ended; null for ever.", null=True, facts={"format": "date-time"})
    decks = Items(Object(ContestDeck), "Its decks.", least=1, most=100)


class EntryMember(ResponseSchema):
    """A seat of a team."""

    seat = Seat()
    id = AccountId("The account; null for a bot of the service, and if it is deleted.", null=True)
    name = Text("The name of the account or the bot.")
    bot = BotId("The bot of the service; null for an account.", null=True)
    program = PROGRAM
    confirmed = Flag("Whether the account has confirmed that it takes part.")


class Entry(ResponseSchema):
    """A team that takes part in a contest."""

    id = EntryId()
    contest = ContestId()
    name = Text("The name of the team.")
    status = Text(
        "Whether it takes part.",
        values={
            "waiting": "A member has not confirmed yet.",
            "entered": "It takes part.",
            "withdrawn": "It was withdrawn.",
        },
    )
    members = Items(Object(EntryMember), "Its members, by seat.", least=2, most=6)
    created_at = Time()


class EntryList(ResponseSchema):
    """The teams of a contest, oldest first, also those that were withdrawn."""

    items = Items(Object(Entry), "The teams.")


class Contest(ContestSummary):
    """A contest with its rounds."""

    text = Paragraphs("What it is about; null for no text.", null=True)
    rounds = Items(Object(ContestRound), "The rounds.", least=1, most=100)
    my_entry = Object(
        Entry, "The team of the caller, also one that waits for the caller to confirm; null without one.", null=True
    )


class ContestTable(ResponseSchema):
    """What a team has done with a deck."""

    round = Whole("The number of the round.", least=0)
    deck = Whole("The number of the deck in the round.", least=0)
    entry = EntryId()
    status = Text(
        "Whether it is played.",
        values={
            "waiting": "Members of the team are still missing.",
            "running": "The game is being played.",
            "ended": "The game is over.",
        },
    )
    ready = Items(AccountId(), "While it waits: the members that are there.", most=6)
    game = GameId("The game; null before the deal, and for other teams while the deck is sealed.", null=True)
    outcome = Text("The outcome of the game; null until it has ended.", null=True)
    score = Whole("Its score, 0 for an aborted game; null until it has ended.", least=0, most=30, null=True)
    matchpoints = Whole(
        "Two points for each other game of the deck with a lower score, one for each with the same score; null until"
        " the game has ended, and if that was after its round.",
        least=0,
        null=True,
    )


class ContestTableList(ResponseSchema):
    """Tables of a contest, by round and deck, those with the most matchpoints first."""

    items = Items(Object(ContestTable), "The tables.")


class Standing(ResponseSchema):
    """The place of a team."""

    place = Whole("The place; equal teams share one. Null for a team that was withdrawn.", least=1, null=True)
    entry = Object(Entry)
    played = Whole("The number of decks that it has ended in time.", least=0)
    matchpoints = Whole("Its matchpoints.", least=0)
    sum = Whole("The sum of its scores.", least=0)
    full = Whole("The number of its games with the full score.", least=0)


class ResultsMember(ResponseSchema):
    """A seat of a team in the results."""

    seat = Seat()
    name = Text("The name of the account or the bot when the results were read.")
    bot = BotId("The bot of the service; null for an account.", null=True)


class ResultsEntry(ResponseSchema):
    """A team in the results."""

    entry = EntryId()
    name = Text("The name of the team.")
    withdrawn = Flag("Whether it was withdrawn.")
    members = Items(Object(ResultsMember), "Its members, by seat.", least=2, most=6)


class ResultsDeck(ResponseSchema):
    """A deck in the results."""

    commitment = Hash()
    secret_commitment = Hash()
    secret = Hash("The secret that the deck follows from.")
    salt = Hash("The salt of `commitment`.")


class ResultsRound(ResponseSchema):
    """A round in the results."""

    rules = Object(Rules)
    pace = Object(PaceInGame, "The clock of the games; null for none.", null=True)
    opens_at = Text("When its decks could be played.", facts={"format": "date-time"})
    closes_at = Text("Until when its games must have ended; null for ever.", null=True, facts={"format": "date-time"})
    decks = Items(Object(ResultsDeck), "Its decks, by number.", least=1, most=100)


class ResultsTable(ResponseSchema):
    """A game that ended in time."""

    round = Whole("The number of the round.", least=0)
    deck = Whole("The number of the deck in the round.", least=0)
    entry = EntryId()
    game = GameId()
    head = Hash("The hash of its last event.")
    outcome = Text("Its outcome.")
    score = Whole("Its score, 0 for one without.", least=0, most=30)
    finished_at = Text("When it ended.", facts={"format": "date-time"})
    matchpoints = Whole("Its matchpoints.", least=0)


class ResultsStanding(ResponseSchema):
    """The place of a team in the results."""

    place = Whole("The place; null for a team that was withdrawn.", least=1, null=True)
    entry = EntryId()
    played = Whole("The number of decks that it has ended in time.", least=0)
    matchpoints = Whole("Its matchpoints.", least=0)
    sum = Whole("The sum of its scores.", least=0)
    full = Whole("The number of its games with the full score.", least=0)


class ResultsSignature(ResponseSchema):
    """The signature of the service."""

    key = PublicKey()
    signature = SignatureHex()


class ContestResults(ResponseSchema):
    """The results of a contest. The signature covers all other members but `type`; `hanabi verify` checks it."""

    type = Text("What it is.", facts={"const": "hanabi/contest-results"})
    contest = ContestId()
    title = Text("The name of the contest.")
    seats = Whole("The number of players of a team.", least=2, most=6)
    rounds = Items(Object(ResultsRound), "The rounds, by number.", least=1, most=100)
    entries = Items(Object(ResultsEntry), "The teams.")
    tables = Items(Object(ResultsTable), "The games.")
    standings = Items(Object(ResultsStanding), "The standings, the best first.")
    signature = Object(ResultsSignature)


class Standings(ResponseSchema):
    """The standings on the decks that are not sealed for the caller."""

    contest = ContestId()
    round = Whole("The round; null for the whole contest.", null=True, least=0)
    decks = Whole("The number of these decks.", least=0)
    final = Flag("Whether no deck is sealed any more.")
    items = Items(Object(Standing), "The teams, the best first; none while all decks are sealed for the caller.")
