"""Components of the contract: verification."""

from typing import ClassVar

from service.http.wire.components.values import GameId, PublicKey
from service.http.wire.members import Flag, Items, Named, Object, ResponseSchema, Text, Whole


class Hash(Named):
    """A SHA-256 in hexadecimal digits."""

    of = Text(pattern="^[0-9a-f]{64}$")


class Head(Named):
    """The `hash` of the last event, which depends on all events before it; null while it would tell what a clue said
    (Cow & Pig, Duck).
    """

    of = Text(null=True)


class EventHash(Named):
    """The hash of the event in the chain; null while it would tell what a clue said (Cow & Pig, Duck)."""

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


class Reveals(Named):
    """The revealed 32 bytes by seat; null for a seat without a commitment, and for one that withheld them."""

    of = Items(Hash(null=True), least=2, most=6)


class Protection(ResponseSchema):
    """What the seats contributed to the deal, and what this proves.

    Null before the deal, and in games from before seats contributed.
    """

    kind = Text(
        "How far the players' contributions protect the deck from being chosen.",
        values={
            "contributed": (
                "At least one seat contributed in secret, and none withheld its part: if one of those that "
                "contributed played fair, the deck was fixed before anybody could know it."
            ),
            "withheld": "Others withheld their part, so they could choose among up to `choices` decks.",
            "open": (
                "Seats only gave texts: the service, together with the player who joined or gave a text "
                "last, could have chosen the deck."
            ),
            "none": "The service could have chosen the deck before it published its commitment.",
            "given": "A player gave the deck.",
            "imported": "The game was played elsewhere.",
        },
    )
    seats_contributed = Whole("The number of seats that gave a commitment and revealed their entropy.", least=0, most=6)
    seats_open = Whole("The number of seats that gave a text openly.", least=0, most=6)
    seats_withheld = Whole(
        "The number of seats that gave a commitment and did not reveal their entropy in time.", least=0, most=6
    )
    choices = Whole(
        (
            "The largest number of decks among which anybody could choose, if a seat that contributed "
            "played fair; null if no seat contributed."
        ),
        least=1,
        null=True,
    )
    text = Text("The same in words, in the caller's language.")
    facts: ClassVar = {"type": ["object", "null"]}


class VerifiedSignature(ResponseSchema):
    """The verdict about the signature of the record."""

    key = PublicKey(
        "The key that has signed the record; null for an unsigned record, or if there is a fault.", null=True
    )
    own = Flag("Whether it is a key of this service.")
    text = Text("The same in words, in the caller's language.")


class Provenance(ResponseSchema):
    """Where the deck came from."""

    protection = Object(Protection)
    origin = Text(
        "Where the deck came from.",
        values={
            "shuffled": "From the service's secret and the seats' entropy.",
            "unshared": "By the service alone, in games from before seats gave entropy.",
            "given": "A player gave the deck.",
            "imported": "The game was played elsewhere.",
        },
    )
    text = Text("The origin of the deck in words, in the caller's language.")


class VerificationFault(ResponseSchema):
    """Why the verification failed."""

    code = Text(
        "The fault; never translated.",
        values={
            "malformed": "This is not the record of a game.",
            "chain": "An event does not have the hash that stands there.",
            "composition": "The deck does not contain exactly the cards of the game.",
            "deck-commitment": "The deck is not the one of the commitment.",
            "secret-commitment": "The secret is not the one of the commitment.",
            "entropy-commitment": ("A reveal does not fit its commitment, or two seats had the same commitment."),
            "shuffle": "The deck does not follow from the secret and the seats' entropy.",
            "starting-seat": "Another seat should have started.",
            "illegal-move": "The rules do not allow an event.",
            "after-the-end": "An event comes after the end of the game.",
            "not-ended": "The game does not end with its last event.",
            "result": "The result is not the one of the events.",
            "digest": ("Something that only the digest covers was changed, such as a name, a time or a message."),
            "times": "An event is earlier than the one before it.",
            "idle-limit": "The game was ended as idle before the idle limit.",
            "signature": "The signature is not one of this game by that key.",
            "stored-result": "The result in lists is not the one of the game.",
            "stored-rules": "The rules in lists are not those of the deal.",
            "stored-times": "The start or the end in lists is not the time of the first or last event.",
            "stored-holders": "The accounts of the seats are not those to which the cards were dealt.",
            "stored-core": "The digest that was stored at the end is missing, or is of another game.",
            "stored-log": "An entry of the game in the log of commitments is missing or different.",
            "stored-key": "The game is not signed with a key of this service.",
        },
    )
    version = Whole("The event with the fault, if it is in an event.", least=0, null=True)
    text = Text("The fault in words, in the caller's language.")


class VerifiedNames(ResponseSchema):
    """Whether the players' names are proved. No signature covers them."""

    proved = Flag("Whether the rows of this service have them: the game was played here, or an own copy has them too.")
    text = Text("The same in words, in the caller's language.")


class OwnCopy(ResponseSchema):
    """The game itself, which was played here, beside an imported record of it."""

    id = GameId()
    same = Flag("Whether the record is of this game, by the digest of the core.")
    same_names = Flag("Whether the names by seat are those of the game here.")


class Verification(ResponseSchema):
    """The result of a verification."""

    id = GameId()
    verified = Flag("Whether the game passed.")
    passed = Items(
        Text(
            values={
                "chain": "The hashes of the events.",
                "deck": "The cards of the deck, and the commitment to it.",
                "commitments": "The commitments to the service's secret and to the seats' entropy.",
                "shuffle": "The deck and the starting seat follow from the seed.",
                "moves": "Every event is legal.",
                "result": "The result is the one of the events.",
                "digest": "The digest of the record.",
            }
        ),
        "The checks that were passed; all of them if there is no fault.",
    )
    deck = Object(Provenance, "The origin of the deck; null if a fault was found before it was known.", null=True)
    fault = Object(VerificationFault, "The first fault; null if there is none.", null=True)
    head = Head()
    digest = Hash("The digest of the record of this game.")
    core_digest = Hash(
        ("The digest of the core of the record, which never changes; null for a game whose record has no core."),
        null=True,
    )
    names = Object(VerifiedNames)
    own_copy = Object(
        OwnCopy,
        "The game that an imported record names, if it was played here and the caller may read it; else null.",
        null=True,
    )
    signature = Object(VerifiedSignature)
