"""Components of the contract: log."""

from typing import ClassVar

from service.http.wire.components.values import GameId, PublicKey, Time, Version
from service.http.wire.components.verification import Entropies, EntropyCommitments, Hash, Head, SecretCommitment
from service.http.wire.members import Items, Named, Object, OneOf, ResponseSchema, Text, Whole


class SignatureHex(Named):
    """An Ed25519 signature, 64 bytes."""

    of = Text(pattern="^[0-9a-f]{128}$")


class ReceiptLog(ResponseSchema):
    """The newest signed head of the log of commitments when a receipt's event was stored.

    Before the deal, when the game was created. Every later log must extend it: `hanabi verify FILE --receipt FILE --log
    PLACE`.
    """

    size = Whole("The number of entries.", least=0)
    root = Hash()


class GameReceipt(ResponseSchema):
    """A statement of the service about the game at one version, which its signature covers."""

    type = Text("The type of the statement: `hanabi/receipt`.", facts={"const": "hanabi/receipt"})
    game = GameId()
    version = Version("The version of the newest event.")
    head = Head()
    at = Time("The time of the newest event.")
    log = Object(ReceiptLog, "Null if there was no log.", null=True)
    key = PublicKey()
    signature = SignatureHex()


class OpeningReceipt(ResponseSchema):
    """A statement of the service about an open game, which its signature covers."""

    type = Text("The type of the statement: `hanabi/opening`.", facts={"const": "hanabi/opening"})
    game = GameId()
    secret_commitment = SecretCommitment()
    at = Time("When the game was created.")
    seat = Whole("The seat to which the receipt was given; null for a watcher.", least=0, most=5, null=True)
    entropies = Entropies()
    entropy_commitments = EntropyCommitments()
    reveal_until = Text(
        ("The time until which the seats can reveal. With it, the contributions of all seats are final; null before."),
        null=True,
        facts={"format": "date-time"},
    )
    log = Object(ReceiptLog, "Null if there was no log.", null=True)
    key = PublicKey()
    signature = SignatureHex()


class Receipt(Named):
    """What the service has signed about this game: that it has this newest event, or before the deal, this commitment.

    Save it. If the service later shows another game, the receipt proves it: `hanabi verify FILE --receipt FILE`.
    """

    of = OneOf(Object(GameReceipt), Object(OpeningReceipt))


class _LogHeadSignature(ResponseSchema):
    """The members of this value."""

    is_inline = True

    key = Text("The public key, 32 bytes.", pattern="^[0-9a-f]{64}$")
    signature = Text("Ed25519, 64 bytes.", pattern="^[0-9a-f]{128}$")
    facts: ClassVar = {"additionalProperties": False}


class LogHead(ResponseSchema):
    """The signed head of the log of commitments at one size."""

    size = Whole("The number of entries.", least=0)
    root = Hash()
    at = Text("When the head was signed.", facts={"format": "date-time"})
    signature = Object(_LogHeadSignature, "The signature of `size`, `root` and `at` with the type `hanabi/log-head`.")
    max_merge_delay_s = Whole(
        "The service promises that a head has each entry that is so many seconds older. Usually it takes a second."
    )
    facts: ClassVar = {"additionalProperties": False}


class LogEntryType(Named):
    """What happened to a game."""

    of = Text(
        values={
            "commitment": "A game was opened.",
            "deal": "It was dealt.",
            "end": "It ended with a result.",
            "abort": "It ended without one.",
            "withdrawal": "It was deleted before its deal.",
        }
    )


class LogEntryKind(Named):
    """What happened to a game or a key."""

    of = Text(
        values={
            "commitment": "A game was opened.",
            "deal": "It was dealt.",
            "end": "It ended with a result.",
            "abort": "It ended without one.",
            "withdrawal": "It was deleted before its deal.",
            "key": "The service has a new signing key.",
            "revocation": "It has revoked a signing key.",
        }
    )


class LogEntry(ResponseSchema):
    """An entry.

    Its canonical JSON is the leaf of the tree. `game` is a hash that binds the id of the game, `head` that of the
    last event, and `secret` opens the commitment of a game that did not end. An entry about a key has `key`, `at`,
    `signer` and `signature` instead, as in `/.well-known/hanabi-keys`.
    """

    type = LogEntryKind()
    secret_commitment = Hash(required=False)
    game = Hash(required=False)
    head = Hash(required=False)
    secret = Hash(required=False)
    key = PublicKey(required=False)
    at = Text("When the key was made or revoked.", facts={"format": "date-time"}, required=False)
    signer = PublicKey("The key that has signed this.", required=False)
    signature = SignatureHex(required=False)
    facts: ClassVar = {"additionalProperties": False}


class _LogEntryListItemsItem(ResponseSchema):
    """The members of this value."""

    is_inline = True

    index = Whole("The position of the entry in the log, from 0.", least=0)
    entry = Object(LogEntry)
    facts: ClassVar = {"additionalProperties": False}


class LogEntryList(ResponseSchema):
    """Entries of the log of commitments."""

    items = Items(Object(_LogEntryListItemsItem), "The entries in order.", most=256)
    facts: ClassVar = {"additionalProperties": False}


class MerklePath(Named):
    """Hashes in the order of RFC 9162."""

    of = Items(Hash(), most=64)


class LogProof(ResponseSchema):
    """The proof that an entry is in the log."""

    index = Whole("The index of the entry, counted from 0.", least=0)
    size = Whole("The size of the tree.", least=1)
    entry = Object(LogEntry)
    leaf_hash = Hash()
    proof = MerklePath()
    facts: ClassVar = {"additionalProperties": False}


class LogConsistency(ResponseSchema):
    """The proof that a later head only adds entries to an earlier one."""

    first = Whole("The size of the earlier log.", least=0)
    second = Whole("The size of the later log.", least=0)
    proof = MerklePath()
    facts: ClassVar = {"additionalProperties": False}


class KeySignature(ResponseSchema):
    """A signature, and the public key that verifies it."""

    key = PublicKey()
    signature = SignatureHex()


class KeyRevocation(ResponseSchema):
    """The statement that a key was lost, signed over the revoked `key` and `at` with the type `hanabi/revocation`."""

    at = Text("When the key was revoked.", facts={"format": "date-time"})
    key = PublicKey("The key that has signed this, which was in use.")
    signature = SignatureHex()


class Key(ResponseSchema):
    """A public key of the service."""

    key = PublicKey()
    algorithm = Text("The algorithm of the signatures: `Ed25519`.", facts={"const": "Ed25519"})
    from_ = Text("When the service made the key.", facts={"format": "date-time"}, data_key="from")
    until = Text(
        "When the service stopped using the key, to two minutes; null for the key in use.",
        null=True,
        facts={"format": "date-time"},
    )
    predecessor = Object(
        KeySignature,
        "The signature of the key before it over `key` and `at`, which is `from`, with the type `hanabi/key`. Null for "
        "the first key, and for one that followed a revoked key.",
        null=True,
    )
    revocation = Object(KeyRevocation, "Null for a key that is not revoked.", null=True)


class KeyList(ResponseSchema):
    """The keys with which the service has signed."""

    items = Items(Object(Key), "The keys, newest first.", least=1)
