"""The verified records of the test vectors: games of all kinds, from a few events to a whole game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.codec import event_of, row_of_document
from engine.events import AbortVoteCast, GameDealt, LaterEvent, Log, Origin
from engine.fold import fold
from engine.pace import DAY_S, Pace
from engine.proof.deal import commitment
from engine.proof.record import Record
from engine.rules import resolve
from tests.engine.corpus import FILES, read_file
from tests.engine.random_games import IDLE, PERFECT, STEADY, WASTEFUL, Setting, Style, game
from tests.engine.records import SALT, dealt, played, record_of, redealt, seating

_LETTERS: Final = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "w": "white", "m": "multicolor"}


def event(line: str) -> dict[str, Any]:
    """Return the public form of an event, without a time, from a line such as `clue 0 1 red`."""
    kind, *rest = line.split(" ")
    seat = {} if kind == "abort" else {"seat": None if rest[0] == "-" else int(rest[0])}
    match kind, rest:
        case "play", [_, card, *declared]:
            return {"type": kind, **seat, "card": int(card), "declared_color": declared[0] if declared else None}
        case "discard", [_, card]:
            return {"type": kind, **seat, "card": int(card)}
        case "clue", [_, target, value]:
            said = {"rank": int(value)} if value.isdigit() else {"color": value}
            return {"type": kind, **seat, "target": int(target), **said}
        case "reorder", [_, *cards]:
            return {"type": kind, **seat, "cards": [*map(int, cards)]}
        case "turn_cards", [_, orientation, *cards]:
            return {"type": kind, **seat, "cards": [*map(int, cards)], "orientation": orientation}
        case "remark", [_, remark, *cards]:
            named = {"cards": [*map(int, cards)]} if cards else {}
            return {"type": "message", **seat, "remark": remark, "text": None, **named}
        case "text", [_, *words]:
            return {"type": "message", **seat, "remark": None, "text": " ".join(words)}
        case "clock", [_, change, *days]:
            if change == "advance":
                return {"type": kind, **seat, "change": change, "days": None, "seconds": int(days[0])}
            return {"type": kind, **seat, "change": change, "days": int(days[0]) if days else None}
        case "abort", [reason]:
            return {"type": kind, "reason": reason}
        case _:
            return {"type": kind, **seat}


def setting(seats: int = 2, edition: str = "de", **options: Any) -> Setting:
    """Return the setting of an edition with some options."""
    return Setting(resolve(edition, options, seats), seats)


def scripted(of: Setting, top: str, script: str, origin: Origin = "given", pace: Pace | None = None) -> Record:
    """Return a game with a given deck, or with that of an earlier game. A line has an event.

    The deck has the cards `top`, and then the others by their codes.
    """
    palette = of.rules.palette
    first = [5 * list(_LETTERS).index(card[0]) + int(card[1]) - 1 for card in top.split()]
    rest = list(palette.deck)
    for code in first:
        rest.remove(code)
    deck, start = bytes(first + rest), of.rules.starting_seat
    assert start != "random"
    committed = commitment(deck, SALT)
    deal = GameDealt(of.rules, of.seats, start, committed, origin=origin, seating=seating(of.seats), pace=pace)
    lines = script.strip("\n").split("\n")  # a text can contain U+2028
    later = [event_of(*row_of_document(event(line))) for line in lines]
    return record_of(Log(deal, deck, later), sandbox=origin == "given")


def timed(pace: Pace, script: str) -> Record:
    """Return a game of three with a clock. A bot has seat 2."""
    return scripted(
        setting(3, table_talk="free", starting_seat=0), "r1 b4 b5 g4 g5 y1 y4 b3 g3 w4 r2", script, pace=pace
    )


def begun(of: Setting, seed: int, turns: int, style: Style = STEADY, **changes: Any) -> Record:
    """Return a shuffled game that the seats abort after some turns."""
    log, secret = dealt(of, seed)
    log = game(of, seed, style, turns=turns, begun=log)
    voted = fold(log).abort_votes
    votes: list[LaterEvent] = [AbortVoteCast(seat) for seat in range(of.seats) if seat not in voted]
    return record_of(log._replace(later=[*log.later, *votes]), secret=secret, **changes)


def variant(name: str, seats: int, seed: int, style: Style = STEADY, turns: int = 24, **options: Any) -> Record:
    """Return a game of a variant of hanab.live. The seats abort it after some turns, if it has not ended."""
    of = setting(seats, "hanab_live", variant=name, starting_seat=0, **options)
    return begun(of, seed, turns, style) if turns < 100 else played(of, seed, style)


def committed(withheld: int) -> Record:
    """Return a game of three in which two seats have committed."""
    parts = {seat: bytes([seat]) * 32 for seat in (1, 2)}
    log, secret = dealt(setting(3, "hanab_live"), 9, parts=parts, withheld=withheld)
    votes: list[LaterEvent] = [AbortVoteCast(seat) for seat in range(3)]
    return record_of(log._replace(later=votes), secret=secret)


def imported(stem: str) -> Record:
    """Return the record of a game of the corpus as one that was played elsewhere."""
    log = read_file(next(path for path in FILES if path.stem == stem)).log
    return record_of(redealt(log, "imported"), source={"site": "notation"})


_TALK: Final = """
clue 0 1 red
reorder 1 9 8 7 6 5
turn_cards 1 left 8 9
remark 2 no-information 10 11
text 0 Hä? "\\" \u2028 🎆
discard 1 6
play 2 10
clue 0 2 3
play 1 5
discard 2 11
abort_vote 0
abort_vote_withdrawn 0
abort_vote 1
abort_vote 2
abort_vote 0
"""
_TALKATIVE: Final = setting(3, "fr", table_talk="free", multicolor="ten", starting_seat=0)
_TALK_DECK: Final = "y1 y2 y3 b4 b5 r1 y4 r3 g1 w1 g2 w2 m3 b3 w4"
_DANCE: Final = """
play 1 5 red
play 0 0 multicolor
clue 1 0 green
remark 0 remember-your-hand
discard 0 1
play 1 6 green
play 0 2 blue
play 1 7 red
"""
_DANCE_DECK: Final = "m1 y2 g1 b4 b5 r1 g3 r3 r2 w1 g2"

_TOKENS: Final = """
clue 0 1 red
reorder 0 4 3 2 1 0
reorder 0 0 1 2 3 4
clue 1 0 red
reorder 0 4 3 2 1 0
reorder 0 0 1 2 3 4
play 0 0 red
play 1 5 red
abort_vote 0
abort_vote 1
"""
_ORDER: Final = "clue 0 1 red\nreorder 1 9 8 7 6 5\nabort no_show"

_BANK: Final = Pace(bank_s=60, increment_s=10)
_VACATIONS: Final = Pace(turn_s=2 * DAY_S, vacation_days=5, on_timeout="bot", bot="kagiya")
_PAUSED: Final = """
clock 0 pause
clock 0 resume
clock 1 pause
clock 0 pause
text 2 Tea?
clock 1 resume
clock 0 resume
clue 0 1 1
clue 1 2 2
clue 2 0 1
abort timed_out
"""
_RESTED: Final = "clock 0 pause\nclock 1 pause\nclock 0 resume\nclock 0 pause\nabort idle"
_TAKEN: Final = """
clue 0 1 1
clock 0 pause
clock 1 bot
clock 0 resume
clue 1 2 2
clue 2 0 1
abort_vote 0
abort_vote 1
abort_vote 2
"""
_VACATION: Final = """
clock 1 vacation 3
clock 0 vacation 1
clock - restart
clock 0 vacation 4
clue 0 1 1
clock 1 bot
clue 1 0 1
clue 2 1 1
abort_vote 0
abort_vote 1
abort_vote 2
"""
_ADVANCED: Final = """
clock 0 vacation 3
clock 1 vacation 1
clock 0 advance 90000
clue 0 1 1
clock 0 advance 1
clue 1 2 2
clock 0 advance 5
clue 2 1 1
clock 0 pause
clock 1 pause
clock 1 advance 86400
clock 1 resume
clock 0 resume
clock 1 advance 9000000
clock 0 bot
clue 0 1 2
abort_vote 0
abort_vote 1
abort_vote 2
"""
_VOTES: Final = "\nabort_vote 0\nabort_vote 1\nabort_vote 2"

RECORDS: Final[Mapping[str, Callable[[], Record]]] = {
    "talk": lambda: scripted(_TALKATIVE, _TALK_DECK, _TALK),
    "dance": lambda: scripted(
        setting(2, "fr", table_talk="remarks", multicolor="ten", color_declaration=True, starting_seat=1),
        _DANCE_DECK,
        _DANCE,
    ),
    "lost": lambda: scripted(
        setting(2, "en", strike_tokens=2, starting_seat=0, memory_aid="none"),
        "r2 y2 g2 b2 w2 r1",
        "play 0 0\nplay 1 5\nplay 0 1",
    ),
    "precious": lambda: scripted(
        setting(2, "nl", ending="grand_finale", starting_seat=0), "r1 r5", "clue 0 1 1\nclue 1 0 5\ndiscard 0 1"
    ),
    "tokens": lambda: scripted(
        setting(2, "fr", color_declaration=True, hand_reorder="any_time", starting_seat=0),
        "r1 b4 b5 g4 g5 r2 y4 y5 w4 w5",
        _TOKENS,
    ),
    "order": lambda: scripted(setting(2, "nl", starting_seat=0), "y1", _ORDER),
    "short": lambda: begun(setting(3, "da", table_talk="remarks", starting_seat="random"), 5, 3),
    "committed": lambda: committed(0),
    "withheld": lambda: committed(1),
    "all-withheld": lambda: committed(2),
    "idle": lambda: scripted(setting(2, starting_seat=0), "r1", "clue 0 1 1\nabort idle"),
    "no-show": lambda: scripted(setting(4, starting_seat=2), "r1", "clue 2 0 1\nabort no_show"),
    "removed": lambda: scripted(setting(2, starting_seat=1), "r1", "abort removed"),
    "imported": lambda: imported("da-terminated"),
    "replayed": lambda: scripted(setting(2, starting_seat=1), "r1 r2", "clue 1 0 1\nabort idle", "replayed"),
    "contest": lambda: scripted(setting(2, starting_seat=1), "r1 r2", "clue 1 0 1\nabort idle", "contest"),
    "timed-out": lambda: timed(_BANK, "clue 0 1 1\nclue 1 2 2\nclue 2 0 1\nabort timed_out"),
    "paused": lambda: timed(_BANK, _PAUSED),
    "vacation": lambda: timed(_VACATIONS, _VACATION),
    "advanced": lambda: timed(_VACATIONS, _ADVANCED),
    "late": lambda: timed(Pace(bank_s=5, on_timeout="wait"), "clue 0 1 1\nclue 1 2 2" + _VOTES),
    "rested": lambda: timed(_BANK, _RESTED),
    "taken": lambda: timed(Pace(turn_s=60, on_timeout="bot", bot="kagiya"), _TAKEN),
    "five-suits": lambda: played(setting(2, "en"), 3, WASTEFUL),
    "won": lambda: played(setting(3, "de", multicolor="ten"), 11, PERFECT),
    "last-round": lambda: played(setting(5, "fr", multicolor="five", starting_seat=4), 2, WASTEFUL),
    "wild-ten": lambda: played(setting(4, "da", multicolor="wild_ten", clue_tokens=20), 3, STEADY),
    "wild-five": lambda: begun(setting(4, "nl", multicolor="wild_five", table_talk="remarks"), 6, 30, WASTEFUL),
    "finale-won": lambda: played(setting(2, "fr", ending="grand_finale"), 4, PERFECT),
    "finale": lambda: played(setting(3, "fr", ending="grand_finale", clue_tokens=2), 4, WASTEFUL),
    "early-end": lambda: played(setting(2, early_end="no_points_left"), 9, WASTEFUL),
    "few-tokens": lambda: played(setting(5, clue_tokens=1, hand_reorder="off", empty_clues=False), 1, IDLE),
    "rainbow": lambda: variant("Rainbow & Pink (5 Suits)", 3, 1, turns=100),
    "null": lambda: variant("Omni & Null (5 Suits)", 2, 1),
    "prism": lambda: variant("Deceptive-Ones & Prism (6 Suits)", 3, 1),
    "special": lambda: variant("Muddy-Rainbow-Ones & Brown (6 Suits)", 3, 1),
    "alternating": lambda: variant("Alternating Clues (5 Suits)", 2, 1, empty_clues=True),
    "up-or-down": lambda: variant("Up or Down & Black (6 Suits)", 2, 3, WASTEFUL, 100, deck_plays=True),
    "sudoku": lambda: variant("Sudoku (5 Suits)", 3, 2, PERFECT, 100),
    "hole": lambda: variant("Throw It in a Hole & Rainbow (5 Suits)", 3, 1, hand_size="one_less"),
    "cow": lambda: variant("Cow & Pig (5 Suits)", 2, 1),
    "starved": lambda: variant("Clue Starved & Orange (5 Suits)", 6, 1, hand_size="one_more"),
    "synesthesia": lambda: variant("Synesthesia (5 Suits)", 2, 1),
    "odds": lambda: variant("Odds and Evens & Light Pink (6 Suits)", 2, 1),
    "critical": lambda: variant("Critical Fours & Gray Pink (6 Suits)", 3, 1),
    "inverted": lambda: variant("Scarce Ones & Orange (6 Suits)", 3, 3, PERFECT, 100, deck_plays=True),
}
"""By name."""

SECONDS: Final[Mapping[str, Sequence[int]]] = {
    "timed-out": (20, 30, 30, 80),
    "paused": (5, 10, 20, 30, 999, 3000, 4000, 4030, 4031, 4031, 4041),
    "vacation": (
        0,
        DAY_S,
        DAY_S + 60,
        2 * DAY_S,
        5 * DAY_S // 2,
        5 * DAY_S,
        5 * DAY_S,
        5 * DAY_S + 9,
        *3 * [6 * DAY_S],
    ),
    "advanced": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 15, 16, 17, 18),
    "late": (50, 51, 52, 53, 54),
    "rested": (5, 10, 6 * DAY_S, 6 * DAY_S + 1, 10 + 7 * DAY_S),
    "taken": (1, 2, 61, 1000, 1000, 1000, 1001, 1001, 1001),
}
"""When the events of games with a clock came, in seconds after the deal. Those of other games are a second apart."""
