"""Schemas of the rules of a game, as all rooms write them."""

from service.core.common_values import Seat, TableTalk
from service.core.rules.edition_values import EditionId, MulticolorOfGame
from service.platform.wire.field_types import Flag, Named, OneOf, ResponseSchema, Text, Whole


class HandSizeOption(Named):
    """The number of cards in a hand (R1)."""

    of = Text(values={"normal": "The number of R1.", "one_more": "One card more.", "one_less": "One card less."})


class Ending(Named):
    """When the game ends after the last card of the deck was drawn."""

    of = Text(
        values={
            "last_round": "Each seat has one more turn (R17).",
            "grand_finale": "The game goes on until it is won or lost (R18).",
        }
    )


class EarlyEnd(Named):
    """Whether a game ends as soon as no more points can be made (R20)."""

    of = Text(values={"never": "It does not.", "no_points_left": "It does."})


class StrikeoutScore(Named):
    """The score of a lost game (R14)."""

    of = Text(values={"zero": "0 points.", "none": "No score."})


class HandReorder(Named):
    """When players may change the order of their cards (R26)."""

    of = Text(values={"any_time": "At any time.", "after_clue": "Once the hand was given a clue.", "off": "Never."})


class MemoryAid(Named):
    """Whether views show the marks that clues left on cards."""

    of = Text(values={"full": "They do.", "none": "They do not: players must remember clues, as at a real table."})


class RandomSeat(Named):
    """A seat that the service draws before the deal."""

    # It has a name because clients in Java that read "3" and 3 alike refuse a seat unless this is a class of its own.
    of = Text(values={"random": "Each seat is equally likely."})


class StartingSeat(Named):
    """The seat that moves first, or `random` (R4)."""

    of = OneOf(RandomSeat(), Seat())


class Rules(ResponseSchema):
    """All options of a game, resolved."""

    edition = EditionId()
    multicolor = MulticolorOfGame()
    variant = Text("The name of a variant; null for the cards of a booklet.", null=True)
    clue_tokens = Whole("The number of clue tokens (R4).", least=1, most=20)
    strike_tokens = Whole("The number of strikes that ends the game (R14).", least=1, most=3)
    ending = Ending()
    finale_loss = Text(
        "What loses a grand finale (R15); null unless `ending` is `grand_finale`.",
        values={
            "irreplaceable": "Strikes, and the loss of the last copy of a needed card.",
            "strikes_only": "Only strikes.",
            None: "The game has no grand finale.",
        },
        null=True,
    )
    color_declaration = Flag("Whether a color can be named with a play, for a clue token (R12).")
    empty_clues = Flag("Whether a clue may touch no card (R7).")
    strikeout_score = StrikeoutScore()
    early_end = EarlyEnd()
    hand_reorder = HandReorder()
    table_talk = TableTalk()
    memory_aid = MemoryAid()
    starting_seat = StartingSeat()
    hand_size = HandSizeOption()
    deck_plays = Flag("Whether the last card of the deck can be played from the deck.")


class OptionName(Named):
    """The name of an option."""

    of = Text(
        values={
            "multicolor": "The sixth suit.",
            "clue_tokens": "The number of clue tokens.",
            "strike_tokens": "The number of strikes that ends the game.",
            "ending": "The end after the last card of the deck.",
            "finale_loss": "What loses a grand finale.",
            "color_declaration": "Naming a color with a play.",
            "empty_clues": "Clues that touch no card.",
            "strikeout_score": "The score of a lost game.",
            "early_end": "The end when no more points can be made.",
            "hand_reorder": "Changing the order of cards.",
            "table_talk": "What players may say.",
            "memory_aid": "Marks of clues in views.",
            "starting_seat": "The seat that moves first.",
            "hand_size": "The number of cards in a hand.",
            "deck_plays": "Playing the last card from the deck.",
        }
    )
