"""How a game goes, the editions and their options, in English."""

from typing import Final

from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDE"]

GUIDE: Final = Guide(
    how=(
        "Hanabi is a game for a team of two to five. Together the players build one firework of each color, with the "
        "cards 1 to 5 in order. Each player sees the cards of all others, but not their own.",
        "Each color has ten cards: three 1s, two each of 2, 3 and 4, and one 5 (R2). Everybody gets five cards, with "
        "four or five players four (R1, R3); the other cards are the deck. The team begins with eight clue tokens, "
        "and loses with its third strike (R4, R14). The players take turns, and a turn is exactly one of three "
        "actions.",
        "**Give a clue.** It costs a clue token (R5). Name a color or a number to another player; all cards of that "
        "hand with this color or number are pointed out (R6, R7, R8).",
        "**Discard a card.** It brings back one clue token, and a new card is drawn (R9).",
        "**Play a card.** If it is the next one of its firework, it is added; if not, it is discarded, and the team "
        "gets a strike (R10). A complete firework brings back a clue token (R11). Then a new card is drawn.",
        "The game ends with the last strike (R14), with all fireworks complete (R16), or one round after the last "
        "card of the deck was drawn (R17). The score is the sum of the highest cards of the fireworks, 25 at most "
        "(R23).",
        "Between turns, players can put their cards in order (R26) and turn them (R29) to remember clues. They talk "
        "as much as the game allows (R27).",
    ),
    titles={
        "de": "Hanabi, Abacusspiele (German)",
        "en": "Hanabi, English translation of the German rules",
        "fr": "Hanabi (French)",
        "nl": "Hanabi (Dutch)",
        "da": "Hanabi (Danish)",
        "hanab_live": "hanab.live",
    },
    editions={
        "de": "The German booklet of Abacusspiele. A strikeout scores 0 points (R14). Hands can be put in order at "
        "any time (R26), and clues that touch no card are allowed (R7).",
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
    sources={
        "multicolor": "none: all; five: fr Avalanche de couleurs, da Kaskade af farve, de Farbrausch (harder); ten: de "
        "Farbrausch; wild_ten: de Farbrausch²; wild_five: house rule",
        "clue_tokens": "8: all; more: de Zu schwer?; fewer: house rule",
        "strike_tokens": "3: all; 1, 2: de Zu einfach?",
        "ending": "last_round: all; grand_finale: fr Le bouquet final; nl and da",
        "finale_loss": "irreplaceable: nl, da; strikes_only: fr; with grand_finale alone",
        "color_declaration": "true: fr Chorégraphie minutée; da",
        "empty_clues": "true: de, en, nl, da; false: fr",
        "strikeout_score": "zero: de, en; none: nl, fr, da",
        "early_end": "never: all; no_points_left: hanab.live",
        "hand_reorder": "any_time: de; after_clue: nl, da, fr; en is silent; off: house rule",
        "table_talk": "nl, da, de leave it to the group; off: strict reading",
        "memory_aid": "none: the players remember, as at a table; full: house rule, no booklet has an aid",
        "starting_seat": "de, en: the oldest; nl, fr, da: the most colorful clothes; random: house rule",
        "hand_size": "normal: all; others: hanab.live",
        "deck_plays": "false: all; true: hanab.live, the last card of the deck can be played",
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
    bots={
        "random": "Draws lots among all legal turns. A partner for trying things out, not for winning.",
        "kagiya": "Plays well by what it sees and is told, and never risks the last strike. Named after the fireworks "
        "house of old Edo. Clue a color to have the newest card that is touched played; clue a rank to tell or to "
        "save. It plays no variant in which stacks have no fixed order, plays or clues are hidden, a play can "
        "discard, tokens come in halves, three suits share their colors, or clues do not tell the ranks.",
        "hat": "Plays nearly perfectly, but with copies of itself alone: each of its clues says a number that every "
        "other seat decodes from the hands that it sees, as in hat puzzles. Seat it only beside other `hat` bots, for "
        "measuring. It plays with three to five seats and ordinary suits.",
        "hgroup": "Plays as people do who follow the H-group's guide, up to the level in its name: it reads and gives "
        "play clues, saves, prompts and finesses, and forgives mistakes. A level is one group's agreement; choose the "
        "one that you know. It plays with two to five seats and with five suits: plain ones, rainbow, pink, white, black "
        "and brown.",
    },
)
