"""What a verification says: faults, origins of decks, signatures and names, in English."""

from collections.abc import Mapping
from typing import Final, Literal

from engine.wording import N_

Provenance = Literal["shuffled", "unshared", "given", "replayed", "contest", "imported"]
"""The origin of the deck. `unshared` is an old game's deck, which the service shuffled without entropies."""

# What a command says of a record without a fault.
VERIFIED: Final = "verified"
NOT_OURS: Final = "consistent, not signed by this service"
REVOKED: Final = "consistent, signed with a revoked key"

FAULTS: Final[Mapping[str, str]] = {
    "malformed": N_("This is not the record of a game."),
    "chain": N_("The event with version {version} does not match its hash: one of the two was changed."),
    "composition": N_("The deck does not hold exactly the cards of the game."),
    "deck-commitment": N_("The deck is not the one that was committed to at the deal."),
    "secret-commitment": N_("The secret is not the one that was committed to before the deal."),
    "entropy-commitment": N_(
        "What a seat revealed is not what it had committed to, or two seats had the same commitment."
    ),
    "shuffle": N_("The deck is not the one that the secret and the seats' entropies give."),
    "starting-seat": N_("Another seat should have started."),
    "illegal-move": N_("The event with version {version} is not possible by the rules of the game."),
    "clock": N_("The event with version {version} is not possible by the clock of the game."),
    "after-the-end": N_("The event with version {version} comes after the end of the game."),
    "not-ended": N_("The game does not end with its last event."),
    "result": N_("The stated result is not the result of the game."),
    "digest": N_("Something was changed that the digest alone covers, such as a name, a time or a message."),
    "times": N_(
        "The event with version {version} has an earlier time than the one before it, or than the creation of the game."
    ),
    "idle-limit": N_("The event with version {version} ends the game as idle, but it came before the idle limit."),
    "signature": N_("The signature is not by this key, or not for this game."),
    "given-deck": N_("A player gave the deck, but the game is no sandbox game."),
}
"""The description of each fault code, in English."""

STORED_FAULTS: Final[Mapping[str, str]] = {
    "stored-result": N_("The result in the lists is not the result of the game."),
    "stored-rules": N_("The rules in the lists are not those of the deal."),
    "stored-times": N_("The start or the end in the lists is not the time of the first or the last event."),
    "stored-holders": N_("The accounts in the seats are not the ones that the cards were dealt to."),
    "stored-core": N_("The digest that was stored when the game ended is missing, or is that of another game."),
    "stored-log": N_("An entry of the game is missing in the log of commitments, or is another one there."),
    "stored-key": N_("The game is not signed with a key of this service."),
}
"""The description of each fault that only the service can find, which stores the game, in English."""

PROVENANCES: Final[Mapping[Provenance, str]] = {
    "shuffled": N_(
        "The deck was shuffled from a secret that the service had committed to and from what the seats gave."
    ),
    "unshared": N_("The deck was shuffled by the service alone, which committed to it at the deal."),
    "given": N_("The deck was given by a player: nothing says where it comes from."),
    "replayed": N_(
        "The deck is that of an earlier game: anybody who played or read that game could know every card, and nothing "
        "here says where the deck comes from."
    ),
    "contest": N_(
        "The deck is that of a contest, in which others play it too: the service chose it, and committed to it when "
        "the contest was announced."
    ),
    "imported": N_("The game was played elsewhere: nothing says where its deck comes from."),
}
"""The description of each provenance, in English."""

UNVOUCHED: Final[Mapping[Provenance, str]] = {
    "shuffled": N_(
        "The deck follows from a secret and from what the seats gave. Whoever wrote the record could have chosen both, "
        "unless a service that you trust has signed it."
    ),
    "unshared": N_("The deck was shuffled from the salt alone, to which the service committed at the deal."),
}
"""The description of a provenance where no known service vouches for the record, in English."""

NOT_CANONICAL: Final = (
    "not-canonical: The file has other blanks, line ends or spellings than the canonical form of its record."
)
"""The note on a file whose content verifies, but whose bytes are not those that the service writes."""
UNSIGNED: Final = N_("Unsigned: this proves that the game is consistent, not that it was played.")
SIGNED: Final = N_("Signed by the key {key}.")

NAMED: Final = N_("The names are those of the accounts that played here.")
UNNAMED: Final = N_("The names are what the writer of the record says: nothing here proves them.")
