"""How a game goes, the editions and their options, in English."""

from typing import Final

from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDE"]

GUIDE: Final = Guide(
    how=(
        "Hanabi is a game for a team of two to five. Together the players build one firework of each color, with the "
        "cards 1 to 5 in order. Each player sees the cards of all others, but not their own.",
        "Everybody gets a hand of cards (R1, R3); the other cards are the deck. The team begins with all its clue "
        "tokens and without strikes (R4). The players take turns, and a turn is exactly one of three actions.",
        "**Give a clue.** It costs a clue token (R5). Name a color or a number to another player; all cards of that "
        "hand with this color or number are pointed out (R6, R7, R8).",
        "**Discard a card.** It brings back one clue token, and a new card is drawn (R9).",
        "**Play a card.** If it is the next one of its firework, it is added; if not, it is discarded, and the team "
        "gets a strike (R10). A complete firework brings back a clue token (R11). Then a new card is drawn.",
        "The game ends with the last strike (R14), with all fireworks complete (R16), or one round after the last "
        "card of the deck was drawn (R17). The score is the sum of the highest cards of the fireworks (R23).",
        "Between turns, players can put their cards in order (R26) and turn them (R29) to remember clues. They talk "
        "as much as the game allows (R27).",
    ),
    editions={
        "de": "The German booklet of Abacusspiele. A strikeout scores 0 points (R14). Hands can be put in order at "
        "any time (R26), and a clue may touch no card (R7).",
        "en": "The English translation of the German booklet, with the same options.",
        "fr": "The French booklet. A strikeout is a loss without a score (R14), and a clue must touch a card (R7). A "
        "hand can be put in order once it was given a clue (R26). Its grand finale is lost by strikes only (R15).",
        "nl": "The Dutch booklet. A strikeout is a loss without a score (R14), and a hand can be put in order once it "
        "was given a clue (R26). A grand finale is also lost with the last copy of a needed card (R15).",
        "da": "The Danish booklet, with the same options as the Dutch one.",
        "hanab_live": "The rules of the site hanab.live, for imported games and for its variants (R30). A clue must "
        "touch a card (R7), a strikeout scores 0 points (R14), and a game ends as soon as no point can be made any "
        "more (R20).",
    },
    options={
        "multicolor": OptionWords(
            "Multicolored cards",
            {
                "none": "none",
                "five": "one of each rank",
                "ten": "ten cards",
                "wild_ten": "ten cards, touched by every color",
                "wild_five": "one of each rank, touched by every color",
            },
        ),
        "clue_tokens": OptionWords("Clue tokens", {}),
        "strike_tokens": OptionWords("Strikes until the end", {}),
        "ending": OptionWords(
            "End",
            {
                "last_round": "one more round after the deck",
                "grand_finale": "until won or lost",
            },
        ),
        "finale_loss": OptionWords(
            "Grand finale lost by",
            {
                "irreplaceable": "strikes or the last copy of a needed card",
                "strikes_only": "strikes only",
            },
        ),
        "color_declaration": OptionWords(
            "Naming the color of a played card",
            {
                False: "no",
                True: "allowed",
            },
        ),
        "empty_clues": OptionWords(
            "Clues that touch no card",
            {
                True: "allowed",
                False: "forbidden",
            },
        ),
        "strikeout_score": OptionWords(
            "Score after the last strike",
            {
                "zero": "0 points",
                "none": "no score",
            },
        ),
        "early_end": OptionWords(
            "Early end",
            {
                "never": "never",
                "no_points_left": "when no point can be made any more",
            },
        ),
        "hand_reorder": OptionWords(
            "Putting one’s hand in order",
            {
                "any_time": "at any time",
                "after_clue": "once the hand was given a clue",
                "off": "never",
            },
        ),
        "table_talk": OptionWords(
            "Talk at the table",
            {
                "off": "none",
                "remarks": "fixed remarks",
                "free": "free text",
            },
        ),
        "memory_aid": OptionWords(
            "Memory aid",
            {
                "full": "clues stay shown",
                "none": "clues are shown once",
            },
        ),
        "starting_seat": OptionWords(
            "Who begins",
            {
                "random": "drawn by lot",
            },
        ),
        "hand_size": OptionWords(
            "Size of hands",
            {
                "normal": "normal",
                "one_more": "one card more",
                "one_less": "one card fewer",
            },
        ),
        "deck_plays": OptionWords(
            "Playing the last card from the deck",
            {
                False: "no",
                True: "allowed",
            },
        ),
    },
    variants={
        "color-rush": "Color rush",
        "color-rush-hard": "Color rush, harder",
        "color-rush-2": "Color rush²",
        "color-rush-2-hard": "Color rush², harder",
        "grand-finale": "Grand finale",
        "choreography": "Timed choreography",
        "too-easy": "Too easy?",
        "too-hard": "Too hard?",
    },
)
