"""An independent verifier of records, written from `docs/verification.md` alone.

It imports nothing from this project but the tests' own facts of variants and `record_clock`. Where it differs from
`engine.proof.verify`, the document and the service differ.
"""

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.engine.variant_facts import START, composition, variant_of
from tests.engine.variant_table import VariantTable
from tests.service.record_clock import SecondClock

P = 2**255 - 19
ORDER_8 = int("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16)
SUITS = ["red", "yellow", "green", "blue", "white", "multicolor"]
DEAL = (
    "origin",
    "secret_commitment",
    "entropies",
    "entropy_commitments",
    "reveals",
    "chain",
    "game",
    "holders",
    "bots",
    "pace",
)
"""The members of a deal that can be absent."""
FORMS = {
    "play": ["seat", "card", "declared_color"],
    "discard": ["seat", "card"],
    "reorder": ["seat", "cards"],
    "turn_cards": ["seat", "cards", "orientation"],
    "message": ["seat", "remark", "text"],
    "abort_vote": ["seat"],
    "abort_vote_withdrawn": ["seat"],
    "abort": ["reason"],
    "clock": ["seat", "change", "days"],
}
ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


class Untrue(Exception):
    """The record is wrong. The argument is a fault code of the document."""


def sha(*parts: bytes) -> bytes:
    """Return the SHA-256 hash of the joined bytes."""
    return hashlib.sha256(b"".join(parts)).digest()


def jcs(value: Any) -> bytes:
    """Return canonical JSON."""
    if value is None or value is True or value is False:
        return {None: b"null", True: b"true", False: b"false"}[value]
    if isinstance(value, int):
        return b"%d" % value
    if isinstance(value, str):
        letters = (ESCAPES.get(x, f"\\u{ord(x):04x}" if ord(x) < 32 else x) for x in value)
        return b'"' + "".join(letters).encode() + b'"'
    if isinstance(value, list):
        return b"[" + b",".join(map(jcs, value)) + b"]"
    assert isinstance(value, dict)
    return b"{" + b",".join(jcs(name) + b":" + jcs(value[name]) for name in sorted(value)) + b"}"


def require(condition: bool, code: str) -> None:
    """Raise Untrue with a code unless the condition is true."""
    if not condition:
        raise Untrue(code)


def code_of(front: tuple[int, int]) -> int:
    """Return the code of a card, given by the position of its suit and its rank."""
    suit, rank = front
    return 30 + suit if rank == START else 5 * suit + rank - 1


def codes_of(rules: Any) -> list[int]:
    """Return the codes of all cards of a game, sorted."""
    if rules.get("variant"):
        return sorted(map(code_of, composition(rules["variant"]).elements()))
    ranks = {"none": "", "ten": "1112233445", "five": "12345", "wild_ten": "1112233445", "wild_five": "12345"}
    return [5 * suit + int(rank) - 1 for suit in range(5) for rank in "1112233445"] + [
        25 + int(rank) - 1 for rank in ranks[rules["multicolor"]]
    ]


def words(purpose: bytes, seed: bytes) -> Iterator[int]:
    """Yield the 32-bit words that a seed expands to."""
    n = 0
    while True:
        block = sha(purpose, b"\0", seed, n.to_bytes(8, "big"))
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        n += 1


def below(sequence: Iterator[int], m: int) -> int:
    """Return an unbiased number below `m`."""
    for word in sequence:
        if word < 2**32 - 2**32 % m:
            return word % m
    raise AssertionError


def shuffled(rules: Any, seed: bytes) -> bytes:
    """Return the deck that a seed shuffles to."""
    deck, sequence = codes_of(rules), words(b"hanabi/1 deck", seed)
    for i in range(len(deck) - 1, 0, -1):
        j = below(sequence, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return bytes(deck)


def verify(raw: bytes) -> str:
    """Return the origin of a record's deck. Raise Untrue with the code of the first fault."""
    try:
        found = json.loads(raw)
    except ValueError:
        raise Untrue("malformed") from None
    record = {**found, **found["core"]} if found["record"] == 2 else found
    deal = record["events"][0]
    head = check_hash(sha(b"hanabi/3 chain\0" if found["record"] == 2 else b"hanabi/2 chain\0"), deal)
    latest = deal["at"]
    if found["record"] == 2:
        require(datetime.fromisoformat(record["created_at"]) <= datetime.fromisoformat(latest), "times")
    rules = deal["rules"]
    suits = SUITS
    if rules.get("variant"):
        suits = [suit.name.lower().replace(" ", "_") for suit in variant_of(rules["variant"]).suits]
    fronts = [(suits.index(card["suit"]), card["rank"]) for card in record["deck"]]
    deck = bytes(map(code_of, fronts))
    require(sorted(deck) == codes_of(rules), "composition")
    salt = bytes.fromhex(record["salt"])
    require(deal["commitment"] == sha(b"hanabi/1 commitment\0", salt, deck).hex(), "deck-commitment")
    origin = check_origin(record, deal, deck, salt)
    table = OfVariant(deal, fronts) if rules.get("variant") else Table(deal, [divmod(code, 5) for code in deck])
    for event in record["events"][1:]:
        head = check_hash(head, event, timed=found["record"] == 2)
        if found["record"] == 2:
            rested = datetime.fromisoformat(event["at"]) - datetime.fromisoformat(latest)
            require(rested >= timedelta(0), "times")
        latest = event["at"]
        table.happen(event)
    clock = SecondClock(deal, sandbox=record["sandbox"])
    latest = deal["at"]
    for event in record["events"][1:]:
        since = clock.paused_since or latest
        require(origin == "imported" or clock.allows(event), "clock")
        if found["record"] == 2 and event["type"] == "abort" and event["reason"] == "idle":
            rested = datetime.fromisoformat(event["at"]) - datetime.fromisoformat(since)
            require(rested >= timedelta(seconds=record["idle_limit_s"]), "idle-limit")
        latest = event["at"]
    require(table.points() == record["result"]["table_points"], "result")
    rest = {name: value for name, value in found.items() if name != "digest"}
    require(record["digest"] == sha(b"hanabi-record/%d digest\0" % found["record"], jcs(rest)).hex(), "digest")
    if found["record"] == 2 and found["signature"] is not None:
        digest = sha(b"hanabi-record/2 core\0", jcs(found["core"])).hex()
        document = {"type": "hanabi/record", "game": deal["game"], "digest": digest}
        require(is_signed(document, found["signature"]), "signature")
    require(deal.get("origin") != "given" or record["sandbox"], "given-deck")
    return origin


def is_signed(document: Any, signature: Any) -> bool:
    """Return True if a document has this signature."""
    for point in (signature["key"], signature["signature"][:64]):
        y = int.from_bytes(bytes.fromhex(point), "little") % 2**255
        if y >= P or y in (0, 1, P - 1, ORDER_8, P - ORDER_8):
            return False
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature["key"]))
    try:
        key.verify(bytes.fromhex(signature["signature"]), jcs(document))
    except InvalidSignature:
        return False
    return True


def check_receipts(raw: bytes, receipts: list[Any]) -> None:
    """Raise Untrue if a record contradicts a receipt."""
    core = json.loads(raw)["core"]
    events = core["events"]
    for receipt in receipts:
        document = {name: value for name, value in receipt.items() if name not in ("key", "signature")}
        require(is_signed(document, receipt), "signature")
        require(receipt["game"] == events[0]["game"], "receipt")
        require(all(receipt[name] == core[name] for name in ("sandbox", "idle_limit_s")), "receipt")
        if receipt["type"] == "hanabi/opening":
            require(receipt["at"] == core["created_at"], "receipt")
            require(receipt["secret_commitment"] == events[0].get("secret_commitment"), "receipt")
            seat = receipt["seat"]
            for name in ("entropies", "entropy_commitments") if receipt["secret_commitment"] else ():
                dealt = events[0].get(name) or [None] * events[0]["seats"]
                require(receipt["reveal_until"] is None or receipt[name] == dealt, "receipt")
                require(seat is None or receipt[name][seat] in (None, dealt[seat]), "receipt")
        else:
            event = events[receipt["version"]]
            require(receipt["head"] in (None, event["hash"]) and receipt["at"] == event["at"], "receipt")


def check_hash(previous: bytes, event: Any, *, timed: bool = False) -> bytes:
    """Check the hash of an event against the chain, and return it. In chain 3 it covers the time."""
    kind = event["type"]
    if kind == "deal":
        members = ["rules", "seats", "starting_seat", "commitment", "ruleset"]
        members += [name for name in DEAL if name in event]
        timed = "chain" in event
    elif kind == "clue":
        members = ["seat", "target", "color" if "color" in event else "rank"]
    elif kind == "clock" and "seconds" in event:
        members = ["seat", "change", "days", "seconds"]
    elif kind == "message" and event.get("cards"):
        members = ["seat", "remark", "text", "cards"]
    else:
        members = FORMS[kind]
    require(set(event) == {*members, "type", "at", "hash"}, "malformed")
    found = sha(previous, jcs({name: event[name] for name in ["type", *members, *(["at"] if timed else [])]}))
    require(found.hex() == event["hash"], "chain")
    return found


def check_origin(record: Any, deal: Any, deck: bytes, salt: bytes) -> str:
    """Check the origin of a deck, and return it."""
    origin, seed, rules = deal.get("origin"), salt, deal["rules"]
    if origin == "shuffled":
        require(record["secret"] is not None, "secret-commitment")
        secret = bytes.fromhex(record["secret"])
        require(deal["secret_commitment"] == sha(b"hanabi/2 secret\0", secret).hex(), "secret-commitment")
        seed = sha(b"hanabi/2 seed\0", secret, jcs(deal["entropies"]))
        if "reveals" in deal:
            check_reveals(deal)
            seed = sha(b"hanabi/3 seed\0", secret, jcs([deal["entropies"], deal["reveals"]]))
        require(shuffled(rules, seed) == deck, "shuffle")
    else:
        require(record["secret"] is None, "secret-commitment")
    start = deal["rules"]["starting_seat"]
    if start == "random":
        start = below(words(b"hanabi/1 starting seat", seed), deal["seats"])
    require(start == deal["starting_seat"], "starting-seat")
    if origin is None:
        if shuffled(rules, seed) == deck:
            return "unshared"
        require(record["sandbox"] or record["source"] is not None, "shuffle")
        return "given" if record["source"] is None else "imported"
    return str(origin)


def check_reveals(deal: Any) -> None:
    """Check what the seats revealed against their commitments."""
    commitments = [one for one in deal["entropy_commitments"] if one is not None]
    require(len(set(commitments)) == len(commitments), "entropy-commitment")
    for committed, revealed in zip(deal["entropy_commitments"], deal["reveals"], strict=True):
        if revealed is not None:
            found = sha(b"hanabi/1 entropy commitment\0", bytes.fromhex(revealed)).hex()
            require(found == committed, "entropy-commitment")


class OfVariant:
    """The table of a game with a variant."""

    def __init__(self, deal: Any, fronts: list[tuple[int, int]]) -> None:
        rules = deal["rules"]
        options = {
            "emptyClues": rules["empty_clues"],
            "deckPlays": rules["deck_plays"],
            "oneExtraCard": rules["hand_size"] == "one_more",
            "oneLessCard": rules["hand_size"] == "one_less",
            "allOrNothing": rules["ending"] == "grand_finale",
            "startingPlayer": deal["starting_seat"],
        }
        self.table = VariantTable(rules["variant"], deal["seats"], fronts, options)

    def points(self) -> int:
        """Return the points of the fireworks."""
        return self.table.points

    def happen(self, event: Any) -> None:
        """Apply an event. Raise Untrue if another seat is to move."""
        kind = event["type"]
        if kind in ("play", "discard", "clue"):
            require(event["seat"] == self.table.seat, "illegal-move")
        if kind in ("play", "discard"):
            self.table.command(int(kind == "discard"), event["card"])
        elif "color" in event:
            self.table.command(2, event["target"], self.table.variant.clue_colors.index(event["color"]))
        elif "rank" in event:
            self.table.command(3, event["target"], event["rank"])


class Table:
    """A simple table: hands, turns, clue tokens and fireworks."""

    def __init__(self, deal: Any, deck: list[tuple[int, int]]) -> None:
        self.rules, self.seats, self.deck = deal["rules"], deal["seats"], deck
        size = 5 if self.seats <= 3 else 4
        self.hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(self.seats)]
        self.drawn = size * self.seats
        self.tops = [0] * 6
        self.tokens, self.to_move = self.rules["clue_tokens"], deal["starting_seat"]

    def points(self) -> int:
        """Return the points of the fireworks."""
        return sum(self.tops)

    def happen(self, event: Any) -> None:
        """Apply an event. Raise Untrue if it is illegal."""
        kind, seat = event["type"], event.get("seat")
        if kind in ("play", "discard", "clue"):
            require(seat == self.to_move, "illegal-move")
            self.to_move = (self.to_move + 1) % self.seats
        if kind == "clue":
            require(self.tokens > 0 and event["target"] != seat, "illegal-move")
            self.tokens -= 1
        elif kind == "reorder":
            require(sorted(self.hands[seat]) == sorted(event["cards"]), "illegal-move")
        elif kind in ("play", "discard"):
            require(event["card"] in self.hands[seat], "illegal-move")
            self.hands[seat].remove(event["card"])
            if self.drawn < len(self.deck):
                self.hands[seat].append(self.drawn)
                self.drawn += 1
            suit, rank = self.deck[event["card"]]
            gained = 1 if kind == "discard" else self.play(suit, rank, event["declared_color"])
            require(kind == "play" or self.tokens < self.rules["clue_tokens"], "illegal-move")
            self.tokens = min(self.tokens + gained, self.rules["clue_tokens"])

    def play(self, suit: int, rank: int, declared: str | None) -> int:
        """Play a card, with its rank counted from 0. Return the clue tokens gained."""
        if self.tops[suit] != rank or declared not in (None, SUITS[suit]):
            return 0
        self.tops[suit] += 1
        return (rank == 4) + (declared is not None)
