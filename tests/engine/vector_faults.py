"""The changed records of the test vectors, each with the code of its fault, or None if it still verifies."""

from dataclasses import asdict
from typing import Any, Final

from engine.pace import Pace
from engine.proof.deal import entropy_commitment, secret_commitment
from tests.engine.vector_changes import (
    OTHER_GAME,
    OTHER_HASH,
    Row,
    all_of,
    clocked,
    deal,
    drop,
    ends_before,
    events,
    last,
    malleated,
    put,
    result,
    rules,
    same_kind,
    stacked,
    swapped,
    told,
    turn,
    without_token,
)
from tests.engine.vector_malformed import MALFORMED

__all__ = ["ROWS"]


PART: Final = [bytes([seat]) * 32 for seat in range(3)]
LATER: Final = "2026-11-21T18:30:59.999Z"
EARLIER: Final = "2026-11-21T18:29:59.999Z"

OF_ANYTHING: Final = {"key": "01" + 62 * "0", "signature": "01" + 126 * "0"}
"""Without a check of the key, this is a signature of every document."""


def _pace(**members: Any) -> dict[str, Any]:
    return asdict(Pace(**members))


ALTERED: Final = [
    Row("talk", "another seat gave the clue", "chain", 1, put("/core/events/1/seat", 1)),
    Row("talk", "another time of an event", "chain", 3, put("/core/events/3/at", LATER)),
    Row("talk", "another text", "chain", 5, put("/core/events/5/text", "Ha!")),
    Row("talk", "another card discarded", "chain", 6, put("/core/events/6/card", 7)),
    Row("talk", "another hash of an event", "chain", 4, put("/core/events/4/hash", OTHER_HASH)),
    Row("talk", "another hash of the last event", "chain", 15, put("/core/events/15/hash", OTHER_HASH)),
    Row("talk", "an event removed", "chain", 2, drop("/core/events/2")),
    Row("talk", "two events exchanged", "chain", 6, swapped("/core/events", 6, 7)),
    Row("talk", "other named cards", "chain", 4, put("/core/events/4/cards", [10])),
    Row("talk", "another commitment", "chain", 0, deal(commitment=OTHER_HASH)),
    Row("talk", "another number of clue tokens", "chain", 0, rules(clue_tokens=7)),
    Row(
        "talk",
        "the holders exchanged with the bots",
        "chain",
        0,
        deal(holders=[None, OTHER_HASH, OTHER_HASH], bots=["kagiya", None, None]),
    ),
    Row("talk", "another bot", "chain", 0, deal(bots=[None, None, "random"])),
    Row("talk", "another id of the game", "chain", 0, all_of(deal(game=OTHER_GAME), put("/id", OTHER_GAME))),
    Row("short", "another entropy", "chain", 0, deal(entropies=["x", None, None])),
    Row("committed", "a reveal removed", "chain", 0, deal(reveals=[None, PART[1].hex(), None])),
    Row("imported", "another seat", "chain", 3, put("/events/3/seat", 2)),
    Row("talk", "the last card is another one", "composition", 0, put("/core/deck/59", {"suit": "red", "rank": 1})),
    Row("talk", "the last card removed", "composition", 0, drop("/core/deck/59")),
    Row("talk", "a card too many", "composition", 0, lambda d: d["core"]["deck"].append({"suit": "red", "rank": 5})),
    Row("talk", "no deck", "composition", 0, put("/core/deck", [])),
    Row(
        "sudoku",
        "a card instead of another one",
        "composition",
        0,
        lambda d: d["core"]["deck"].__setitem__(0, d["core"]["deck"][-1]),
    ),
    Row("talk", "two cards exchanged", "deck-commitment", 0, swapped("/core/deck", 0, 1)),
    Row(
        "hole",
        "two cards exchanged",
        "deck-commitment",
        0,
        lambda d: d["core"]["deck"].append(d["core"]["deck"].pop(0)),
    ),
    Row("talk", "another salt", "deck-commitment", 0, put("/core/salt", OTHER_HASH)),
    Row("short", "another secret", "secret-commitment", 0, put("/core/secret", OTHER_HASH)),
    Row("short", "no secret", "secret-commitment", 0, put("/core/secret", None)),
    Row("talk", "a secret beside a given deck", "secret-commitment", 0, put("/core/secret", OTHER_HASH)),
    Row("talk", "a score of an aborted game", "result", None, result(score=25, outcome="won")),
    Row("talk", "names exchanged", "digest", None, swapped("/names", 0, 1)),
    Row("talk", "another name", "digest", None, put("/names/0", "Eve")),
    Row("talk", "private", "digest", None, put("/private", True)),
    Row("talk", "another message after the end", "digest", None, put("/messages/0/text", "No.")),
    Row("talk", "a message after the end removed", "digest", None, drop("/messages/1")),
    Row("talk", "another digest", "digest", None, put("/digest", OTHER_HASH)),
    Row("talk", "another creation", "digest", None, put("/core/created_at", EARLIER)),
    Row("talk", "not a sandbox game", "digest", None, put("/core/sandbox", False)),
    Row("talk", "another source and id", "digest", None, all_of(put("/source", {}), put("/id", OTHER_GAME))),
    Row("imported", "another name", "digest", None, put("/seats/0/name", "Eve")),
    Row("imported", "another start", "digest", None, put("/started_at", None)),
    Row("imported", "another time of an event", "digest", None, put("/events/4/at", None)),
]

STILL_GOOD: Final = [
    Row("talk", "other names", None, None, put("/names", ["Eve", "Eve", "\u2028 <b>"]), "digest"),
    Row(
        "talk",
        "private, and without messages",
        None,
        None,
        all_of(put("/private", True), put("/messages", [])),
        "digest",
    ),
    Row(
        "talk",
        "imported from another service",
        None,
        None,
        all_of(put("/source", {"site": "hanabi"}), put("/id", OTHER_GAME)),
        "digest",
    ),
    Row("short", "unsigned", None, None, put("/signature", None), "digest"),
    Row("short", "another limit, signed again", None, None, put("/core/idle_limit_s", 0), "signature"),
    Row("short", "other holders, signed again", None, None, deal(holders=[OTHER_HASH, OTHER_HASH, None]), "all"),
    Row("talk", "other cards named, signed again", None, None, turn(4, "remark 2 no-information"), "all"),
    Row("talk", "a text of 500 characters, signed again", None, None, turn(5, "text 0 " + 500 * "ä"), "all"),
    Row("order", "a second new order, signed again", None, None, events(3, "reorder 1 5 6 7 8 9"), "all"),
    Row("dance", "a blank", None, replace=(('"private":false', '"private": false'),)),
    Row("dance", "a line end", None, replace=(('"source":null}', '"source":null}\n'),)),
    Row("dance", "an escape", None, replace=(('"Béla"', '"B\\u00e9la"'),)),
    Row(
        "dance",
        "members in another order",
        None,
        replace=(('"private":false,"record":2', '"record":2,"private":false'),),
    ),
    Row("imported", "a blank", None, replace=(('"private":false', '"private": false'),)),
]

ILLEGAL: Final = [
    Row(record, about, "illegal-move", version, change, "all")
    for record, about, version, change in [
        ("talk", "a seat that is not to move", 1, turn(1, "clue 1 0 red")),
        ("talk", "a clue to oneself", 1, turn(1, "clue 0 0 red")),
        ("talk", "a clue to no seat", 1, turn(1, "clue 0 3 red")),
        ("talk", "a color that touches no card", 1, turn(1, "clue 0 1 multicolor")),
        ("talk", "a rank that touches no card", 1, turn(1, "clue 0 1 2")),
        ("talk", "a discard with all clue tokens", 1, turn(1, "discard 0 0")),
        ("talk", "another seat's card", 1, turn(1, "play 0 5")),
        ("talk", "a card of the deck", 1, turn(1, "play 0 15")),
        ("talk", "a declared color without the option", 1, turn(1, "play 0 0 yellow")),
        ("talk", "a new order before a clue", 1, turn(1, "reorder 0 4 3 2 1 0")),
        ("talk", "a new order of four cards", 2, turn(2, "reorder 1 9 8 7 6")),
        ("talk", "a new order with a card twice", 2, turn(2, "reorder 1 9 8 7 6 6")),
        ("talk", "a card turned twice in one event", 3, turn(3, "turn_cards 1 left 8 8")),
        ("talk", "a turned card of another seat", 3, turn(3, "turn_cards 1 left 10")),
        ("talk", "a turned card before a clue", 3, turn(3, "turn_cards 0 left 0")),
        ("talk", "a fourth new order", 5, events(4, "reorder 1 5 6 7 8 9", "reorder 1 9 8 7 6 5")),
        ("talk", "a remark about another seat's card", 4, turn(4, "remark 2 no-information 5")),
        ("talk", "cards of a remark that names none", 4, turn(4, "remark 2 remember-your-hand 10")),
        ("talk", "an unknown remark", 4, turn(4, "remark 2 hello")),
        ("talk", "a sixth message", 10, events(6, *[f"text 0 {n}" for n in range(5)])),
        ("talk", "a discard with all clue tokens later", 8, turn(8, "discard 0 0")),
        ("talk", "a second vote", 12, turn(12, "abort_vote 0")),
        ("talk", "a withdrawal without a vote", 11, turn(11, "abort_vote_withdrawn 0")),
        ("talk", "nobody came, after the first round", 8, turn(8, "abort no_show")),
        ("talk", "a seat removed after the first turn", 2, turn(2, "abort removed")),
        ("talk", "an agreement without votes", 11, turn(11, "abort agreed")),
        ("talk", "an end that only imports have", 11, turn(11, "abort terminated")),
        ("dance", "a remark on another seat's turn", 4, turn(4, "remark 1 remember-your-hand")),
        ("dance", "a text where only remarks are allowed", 4, turn(4, "text 0 Hi")),
        ("dance", "a declared color that the game does not have", 1, turn(1, "play 1 5 pink")),
        ("lost", "a remark where nobody talks", 1, turn(1, "remark 0 no-information")),
        ("lost", "a multicolor clue without such cards", 1, turn(1, "clue 0 1 multicolor")),
        ("alternating", "two clues of one kind", 6, same_kind),
        ("tokens", "a discard after two tokens came back", 9, events(9, "discard 0 1")),
        ("tokens", "a fourth new order between two turns", 5, events(4, "reorder 0 4 3 2 1 0", "reorder 0 0 1 2 3 4")),
        ("few-tokens", "a clue without a token", 2, without_token),
        ("few-tokens", "a new order where none is allowed", 1, events(1, "reorder 0 3 2 1 0")),
        ("synesthesia", "a rank where no ranks are told", 5, told("rank", 1)),
        ("odds", "a rank that is no clue", 6, told("rank", 3)),
        ("wild-ten", "a multicolor clue to wild cards", 5, told("color", "multicolor")),
    ]
]

FORGED: Final = [
    Row("talk", "an earlier time", "times", 5, put("/core/events/5/at", EARLIER), "all"),
    Row("talk", "an event after the end", "after-the-end", 16, last("abort_vote 0"), "all"),
    Row("lost", "a turn after the end", "after-the-end", 4, last("clue 1 0 2"), "all"),
    Row("idle", "a second abort", "after-the-end", 3, last("abort no_show"), "all"),
    Row("idle", "idle too early", "idle-limit", 2, put("/core/events/2/at", "2026-11-28T18:29:00.999Z"), "all"),
    Row("idle", "idle before a longer limit", "idle-limit", 2, put("/core/idle_limit_s", 604802), "all"),
    Row("talk", "the last vote removed", "not-ended", 14, ends_before(15), "all"),
    Row("lost", "the last strike removed", "not-ended", 2, ends_before(3), "all"),
    Row("idle", "only the deal", "not-ended", 0, ends_before(1), "all"),
    Row("short", "a deck of one's own", "shuffle", 0, stacked, "all"),
    Row("short", "other entropies", "shuffle", 0, deal(entropies=["ground", None, None]), "all"),
    Row(
        "short",
        "a secret of one's own",
        "shuffle",
        0,
        all_of(put("/core/secret", OTHER_HASH), deal(secret_commitment=secret_commitment(bytes.fromhex(OTHER_HASH)))),
        "all",
    ),
    Row("committed", "a reveal withheld", "shuffle", 0, deal(reveals=[None, PART[1].hex(), None]), "all"),
    Row("committed", "another reveal", "entropy-commitment", 0, deal(reveals=[None, PART[1].hex(), OTHER_HASH]), "all"),
    Row(
        "committed",
        "the reveals exchanged",
        "entropy-commitment",
        0,
        deal(reveals=[None, PART[2].hex(), PART[1].hex()]),
        "all",
    ),
    Row(
        "committed",
        "a copied commitment",
        "entropy-commitment",
        0,
        deal(entropy_commitments=[None, *2 * [entropy_commitment(PART[1])]], reveals=[None, PART[1].hex(), None]),
        "all",
    ),
    Row(
        "committed",
        "as if no seat had committed",
        "shuffle",
        0,
        all_of(drop("/core/events/0/entropy_commitments"), drop("/core/events/0/reveals")),
        "all",
    ),
    Row(
        "short",
        "another starting seat",
        "starting-seat",
        0,
        lambda d: deal(starting_seat=(d["core"]["events"][0]["starting_seat"] + 1) % 3)(d),
        "all",
    ),
    Row("talk", "not the starting seat of the option", "starting-seat", 0, deal(starting_seat=1), "all"),
    Row("lost", "a lost game with its points", "result", None, result(score=1), "signature"),
    Row("lost", "a lost game without a rating", "result", None, result(band=None), "signature"),
    Row("dance", "a score where a loss has none", "result", None, result(score=0, band="0-5"), "signature"),
    Row("precious", "another reason", "result", None, result(reason="strikeout"), "signature"),
    Row("finale-won", "a grand finale without a rating", "result", None, result(band=None), "signature"),
    Row("finale", "a lost finale as finished", "result", None, result(outcome="finished", score=22), "signature"),
    Row("won", "a perfect game as 29 points", "result", None, result(score=29), "signature"),
    Row("last-round", "a point more", "result", None, result(score=28, table_points=28), "signature"),
    Row("early-end", "another reason", "result", None, result(reason="last_round_over"), "signature"),
    Row("rainbow", "a rating of a variant", "result", None, result(band="21-24"), "signature"),
    Row("up-or-down", "fewer points", "result", None, result(score=1), "signature"),
    Row("idle", "an agreement", "result", None, result(reason="agreed"), "signature"),
    Row("talk", "another creation", "signature", None, put("/core/created_at", EARLIER), "digest"),
    Row("talk", "not a sandbox game", "signature", None, put("/core/sandbox", False), "digest"),
    Row("talk", "another limit", "signature", None, put("/core/idle_limit_s", 5), "digest"),
    Row("talk", "another key", "signature", None, put("/signature/key", OTHER_HASH), "digest"),
    Row("talk", "another signature", "signature", None, put("/signature/signature", 128 * "0"), "digest"),
    Row("talk", "S plus the order of the group", "signature", None, malleated, "digest"),
    Row("talk", "a key of small order", "signature", None, put("/signature", OF_ANYTHING), "digest"),
    Row("talk", "created after the deal", "times", 0, put("/core/created_at", LATER), "all"),
    Row("talk", "a given deck outside a sandbox", "given-deck", 0, put("/core/sandbox", False), "all"),
]

DAY: Final = 24 * 3600

CLOCKS: Final = [
    Row(record, about, code, version, change, "all")
    for record, about, code, version, change in [
        ("timed-out", "an earlier turn", "clock", 4, clocked(1, "clue 0 1 1", 19.999)),
        ("timed-out", "a longer turn of the other seat", None, None, clocked(2, "clue 1 2 2", 29)),
        ("paused", "a late turn", "clock", 8, clocked(8, "clue 0 1 1", 4030.001)),
        ("timed-out", "a late text", "clock", 4, clocked(4, "text 1 Wait!", 80.001)),
        ("timed-out", "the end before the deadline", "clock", 4, clocked(4, "abort timed_out", 79.999)),
        ("timed-out", "the end after the deadline", "clock", 4, clocked(4, "abort timed_out", 80.001)),
        ("timed-out", "the end on a bot's turn", "clock", 3, all_of(clocked(3, "abort timed_out", 80), ends_before(4))),
        ("timed-out", "another bank", "clock", 4, deal(pace=_pace(bank_s=61, increment_s=10))),
        ("timed-out", "another increment", "clock", 4, deal(pace=_pace(bank_s=60, increment_s=9))),
        ("timed-out", "a table that waits", "clock", 4, deal(pace=_pace(bank_s=60, on_timeout="wait"))),
        ("timed-out", "no clock", "clock", 4, drop("/core/events/0/pace")),
        ("paused", "no clock", "clock", 1, drop("/core/events/0/pace")),
        ("paused", "a turn in a pause", "clock", 5, all_of(clocked(5, "clue 0 1 1", 31), ends_before(6))),
        ("paused", "a turn before all go on", "clock", 7, all_of(clocked(7, "clue 0 1 1", 3001), ends_before(8))),
        ("paused", "a pause that one seat wanted", "clock", 4, drop("/core/events/4")),
        ("paused", "a second wish for a pause", "clock", 4, clocked(4, "clock 1 pause", 30)),
        ("paused", "a withdrawal of no wish", "clock", 2, clocked(2, "clock 1 resume", 10)),
        ("paused", "a pause that a bot wants", "clock", 1, clocked(1, "clock 2 pause", 5)),
        ("paused", "a pause with days", "clock", 1, clocked(1, "clock 0 pause 2", 5)),
        ("paused", "a pause that nobody wants", "clock", 1, clocked(1, "clock - pause", 5)),
        ("paused", "a bot instead of the end", "clock", 11, clocked(11, "clock 1 bot", 4041)),
        ("vacation", "too many days", "clock", 4, clocked(4, "clock 0 vacation 5", 2 * DAY)),
        ("vacation", "a vacation without days", "clock", 1, clocked(1, "clock 1 vacation", 0)),
        ("vacation", "the bot takes over too early", "clock", 6, clocked(6, "clock 1 bot", 4.5 * DAY)),
        ("vacation", "the bot takes over another seat", "clock", 6, clocked(6, "clock 0 bot", 5 * DAY)),
        (
            "vacation",
            "a late turn in its place",
            "clock",
            6,
            all_of(clocked(6, "clue 1 0 1", 5 * DAY + 0.001), ends_before(7)),
        ),
        ("vacation", "a seat begins its turn again", "clock", 3, clocked(3, "clock 0 restart", DAY + 60)),
        ("vacation", "a pause after the bot took over", "clock", 9, clocked(9, "clock 1 pause", 6 * DAY, 0)),
        ("late", "the turn begins again where nobody is late", "clock", 1, clocked(1, "clock - restart", 1, 0)),
        ("late", "a table that does not wait", "clock", 1, deal(pace=_pace(bank_s=5))),
    ]
]

ROWS: Final = [*STILL_GOOD, *ALTERED, *MALFORMED, *ILLEGAL, *FORGED, *CLOCKS]
