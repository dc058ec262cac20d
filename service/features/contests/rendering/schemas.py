"""What the API says of contests, their teams and their tables: schemas and JSON."""

from operator import attrgetter

from service.core.common_values import (
    AccountId,
    BotId,
    ContestId,
    EntryId,
    GameId,
    Hash,
    NextCursor,
    Paragraphs,
    Seat,
    Time,
)
from service.core.people.program_schema import PROGRAM
from service.core.rules.rendering import Rules
from service.core.tables.rendering.clocks import PaceInGame
from service.features.contests import dealt_tables as tables
from service.features.contests import teams
from service.features.contests.contests import ContestView, DeckView, ListedContest, RoundView
from service.platform.exact_json import Json
from service.platform.wire.field_types import DateTime, Flag, Items, Named, Object, ResponseSchema, Text, Whole
from service.platform.wire.rendering import Rendered, itself


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


class Announcer(Rendered[ListedContest]):
    """Who has announced a contest."""

    id = AccountId("The account; null if it is deleted.", attribute="created_by", null=True)
    name = Text("The name of the account.", attribute="creator_name")


class EntryRules(Rendered[ListedContest]):
    """Who may enter a contest, and until when."""

    who = WhoMayEnter()
    closes_at = DateTime("Until when; null if entry never closes.", attribute="entry_until", null=True)
    open = Flag("Whether teams can enter now.", attribute="is_entry_open")


class ContestSummary(Rendered[ListedContest]):
    """A contest in a list."""

    id = ContestId(attribute="contest_id")
    title = Text("The name of the contest.")
    status = ContestStatus()
    by = Object(Announcer, computed=itself)
    created_at = Time()
    seats = Whole("The number of players of a team.", least=2, most=6)
    opens_at = DateTime("When the first round opens.")
    closes_at = DateTime("When the last round closes; null if one never closes.", null=True)
    entry = Object(EntryRules, computed=itself)
    rounds_total = Whole("The number of rounds.", computed=attrgetter("rounds"), least=1)
    decks_total = Whole("The number of decks.", computed=attrgetter("decks"), least=1)
    entries = Whole("The number of teams that take part.", least=0)


class ContestList(ResponseSchema):
    """Contests, newest first."""

    items = Items(Object(ContestSummary), "The contests.", most=100)
    next = NextCursor()


class ContestDeck(Rendered[DeckView]):
    """A deck of a round."""

    round = Whole("The number of its round.", least=0)
    deck = Whole("Its number in the round.", least=0)
    log_id = GameId("The id of the deck in the log of commitments, as `game` of `GET /v1/log/proof`. It is no game.")
    commitment = Hash("The commitment to the deck, which the deals of all its games have.")
    secret_commitment = Hash("The commitment to its secret, which is in the log of commitments.")
    sealed = Flag("Whether only those who have ended the deck may know anything of it.", attribute="is_sealed")
    secret = Hash("The secret that the deck follows from; null while it is sealed.", null=True)
    salt = Hash("The salt of `commitment`; null while it is sealed.", null=True)


class ContestDeckList(ResponseSchema):
    """The decks of a round."""

    items = Items(Object(ContestDeck), "The decks in order.", least=1, most=100)


class ContestRound(Rendered[RoundView]):
    """A round of a contest."""

    round = Whole("Its number.", least=0)
    status = ContestStatus()
    rules = Object(Rules)
    pace = Object(PaceInGame, "The clock of the games; null for none.", null=True)
    pauses = Flag("Whether the seats may pause a game together.")
    opens_at = DateTime("When its decks can be played.")
    closes_at = DateTime("Until when its games must have ended; null for ever.", null=True)
    decks_total = Whole(
        "The number of its decks, which are numbered from 0 on.", computed=attrgetter("decks"), least=1, most=100
    )


class EntryMember(Rendered[teams.Member]):
    """A seat of a team."""

    seat = Seat()
    id = AccountId(
        "The account; null for a bot of the service, and if it is deleted.", attribute="account_id", null=True
    )
    name = Text("The name of the account or the bot.")
    bot = BotId("The bot of the service; null for an account.", null=True)
    program = PROGRAM
    confirmed = Flag("Whether the account has confirmed that it takes part.")


class Entry(Rendered[teams.Entry]):
    """A team that takes part in a contest."""

    id = EntryId(attribute="entry_id")
    contest = ContestId(attribute="contest_id")
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


class ContestTable(Rendered[tables.Table]):
    """What a team has done with a deck."""

    round = Whole("The number of the round.", least=0)
    deck = Whole("The number of the deck in the round.", least=0)
    entry = EntryId(attribute="entry_id")
    status = Text(
        "Whether it is played.",
        values={
            "waiting": "Members of the team are still missing.",
            "running": "The game is being played.",
            "ended": "The game is over.",
        },
    )
    ready = Items(AccountId(), "While it waits: the members that are there.", most=6)
    game = GameId(
        "The game; null before the deal, and for other teams while the deck is sealed.", attribute="game_id", null=True
    )
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


def contest_json(found: ContestView, mine: teams.Entry | None) -> Json:
    """Return a contest with the entry of the caller."""
    return {
        **ContestSummary.render(found.summary),
        "text": found.about,
        "rounds": [ContestRound.render(each) for each in found.rounds],
        "my_entry": None if mine is None else Entry.render(mine),
    }
