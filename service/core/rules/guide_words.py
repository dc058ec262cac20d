"""How a game goes, the editions, and the names of options, variants and bots."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Any, Final, NamedTuple

from engine.rules import PrintedVariant
from service.platform.languages.translations import in_each_language


class OptionWords(NamedTuple):
    """The name of an option and of its values. Values that are numbers have no names."""

    title: str
    values: Mapping[str | bool, str]


class Guide(NamedTuple):
    """How a game goes, and what the editions have. Texts are Markdown, and cite rulings by number."""

    how: tuple[str, ...]
    """Paragraphs."""
    titles: Mapping[str, str]
    """The titles of the editions."""
    editions: Mapping[str, str]
    """What is special about each edition."""
    options: Mapping[str, OptionWords]
    """By name of the option."""
    sources: Mapping[str, str]
    """Which booklets have the values of each option. Abbreviations are those of editions."""
    variants: Mapping[str, str]
    """The names of the booklets' variants, by id (`engine.rules.PRINTED_VARIANTS`)."""
    bots: Mapping[str, str]
    """How each bot plays, by its id."""


def _guide(catalog: NullTranslations) -> Guide:
    _, pgettext = catalog.gettext, catalog.pgettext
    return Guide(
        how=(
            _(
                "Hanabi is a game for a team of two to five. Together the players build one firework of each color, "
                "with the cards 1 to 5 in order. Each player sees the cards of all others, but not their own."
            ),
            _(
                "Each color has ten cards: three 1s, two each of 2, 3 and 4, and one 5 (R2). Everybody gets five "
                "cards, with four or five players four (R1, R3); the other cards are the deck. The team begins with "
                "eight clue tokens, and loses with its third strike (R4, R14). The players take turns, and a turn is "
                "exactly one of three actions."
            ),
            _(
                "**Give a clue.** It costs a clue token (R5). Name a color or a number to another player; all cards "
                "of that hand with this color or number are pointed out (R6, R7, R8)."
            ),
            _("**Discard a card.** It brings back one clue token, and a new card is drawn (R9)."),
            _(
                "**Play a card.** If it is the next one of its firework, it is added; if not, it is discarded, and "
                "the team gets a strike (R10). A complete firework brings back a clue token (R11). Then a new card is "
                "drawn."
            ),
            _(
                "The game ends with the last strike (R14), with all fireworks complete (R16), or one round after the "
                "last card of the deck was drawn (R17). The score is the sum of the highest cards of the fireworks, "
                "25 at most (R23)."
            ),
            _(
                "Between turns, players can put their cards in order (R26) and turn them (R29) to remember clues. "
                "They talk as much as the game allows (R27)."
            ),
        ),
        titles={
            "de": _("Hanabi, Abacusspiele (German)"),
            "en": _("Hanabi, English translation of the German rules"),
            "fr": _("Hanabi (French)"),
            "nl": _("Hanabi (Dutch)"),
            "da": _("Hanabi (Danish)"),
            "hanab_live": _("hanab.live"),
        },
        editions={
            "de": _(
                "The German booklet of Abacusspiele. A strikeout scores 0 points (R14). Hands can be put in order at "
                "any time (R26), and clues that touch no card are allowed (R7)."
            ),
            "en": _("The English translation of the German booklet, with the same options."),
            "fr": _(
                "The French booklet. A strikeout is a loss without a score (R14), and a clue must touch a card (R7). "
                "A hand can be put in order once it was given a clue (R26). Its grand finale is lost by strikes only "
                "(R15)."
            ),
            "nl": _(
                "The Dutch booklet. A strikeout is a loss without a score (R14), and a hand can be put in order once "
                "it was given a clue (R26). A grand finale is also lost with the last copy of a needed card (R15)."
            ),
            "da": _("The Danish booklet, with the same options as the Dutch one."),
            "hanab_live": _(
                "The rules of the site hanab.live, for imported games and for its variants (R30). A clue must touch a "
                "card (R7), a strikeout scores 0 points (R14), and a game ends as soon as no point can be made any "
                "more (R20)."
            ),
        },
        options={
            "multicolor": OptionWords(
                _("Multicolored cards"),
                {
                    "none": pgettext("multicolored cards", "none"),
                    "five": _("one of each rank"),
                    "ten": _("ten cards"),
                    "wild_ten": _("ten cards, touched by every color"),
                    "wild_five": _("one of each rank, touched by every color"),
                },
            ),
            "clue_tokens": OptionWords(_("Clue tokens"), {}),
            "strike_tokens": OptionWords(_("Strikes until the end"), {}),
            "ending": OptionWords(
                _("End"),
                {
                    "last_round": _("one more round after the deck"),
                    "grand_finale": _("until won or lost"),
                },
            ),
            "finale_loss": OptionWords(
                _("Grand finale lost by"),
                {
                    "irreplaceable": _("strikes or the last copy of a needed card"),
                    "strikes_only": _("strikes only"),
                },
            ),
            "color_declaration": OptionWords(
                _("Naming the color of a played card"),
                {
                    False: _("no"),
                    True: _("allowed"),
                },
            ),
            "empty_clues": OptionWords(
                _("Clues that touch no card"),
                {
                    True: pgettext("clues that touch no card", "allowed"),
                    False: _("forbidden"),
                },
            ),
            "strikeout_score": OptionWords(
                _("Score after the last strike"),
                {
                    "zero": _("0 points"),
                    "none": pgettext("option", "no score"),
                },
            ),
            "early_end": OptionWords(
                _("Early end"),
                {
                    "never": _("never"),
                    "no_points_left": _("when no point can be made any more"),
                },
            ),
            "hand_reorder": OptionWords(
                pgettext("option", "Putting one’s hand in order"),
                {
                    "any_time": _("at any time"),
                    "after_clue": _("once the hand was given a clue"),
                    "off": _("never"),
                },
            ),
            "table_talk": OptionWords(
                _("Talk at the table"),
                {
                    "off": pgettext("talk", "none"),
                    "remarks": _("fixed remarks"),
                    "free": _("free text"),
                },
            ),
            "memory_aid": OptionWords(
                _("Memory aid"),
                {
                    "full": _("clues stay shown"),
                    "none": _("clues are shown once"),
                },
            ),
            "starting_seat": OptionWords(
                _("Who begins"),
                {
                    "random": _("drawn by lot"),
                },
            ),
            "hand_size": OptionWords(
                _("Size of hands"),
                {
                    "normal": _("normal"),
                    "one_more": _("one card more"),
                    "one_less": _("one card fewer"),
                },
            ),
            "deck_plays": OptionWords(
                _("Playing the last card from the deck"),
                {
                    False: _("no"),
                    True: _("allowed"),
                },
            ),
        },
        sources={
            "multicolor": _(
                "none: all; five: fr Avalanche de couleurs, da Kaskade af farve, de Farbrausch (harder); ten: de "
                "Farbrausch; wild_ten: de Farbrausch²; wild_five: house rule"
            ),
            "clue_tokens": _("8: all; more: de Zu schwer?; fewer: house rule"),
            "strike_tokens": _("3: all; 1, 2: de Zu einfach?"),
            "ending": _("last_round: all; grand_finale: fr Le bouquet final; nl and da"),
            "finale_loss": _("irreplaceable: nl, da; strikes_only: fr; with grand_finale alone"),
            "color_declaration": _("true: fr Chorégraphie minutée; da"),
            "empty_clues": _("true: de, en, nl, da; false: fr"),
            "strikeout_score": _("zero: de, en; none: nl, fr, da"),
            "early_end": _("never: all; no_points_left: hanab.live"),
            "hand_reorder": _("any_time: de; after_clue: nl, da, fr; en is silent; off: house rule"),
            "table_talk": _("nl, da, de leave it to the group; off: strict reading"),
            "memory_aid": _("none: the players remember, as at a table; full: house rule, no booklet has an aid"),
            "starting_seat": _("de, en: the oldest; nl, fr, da: the most colorful clothes; random: house rule"),
            "hand_size": _("normal: all; others: hanab.live"),
            "deck_plays": _("false: all; true: hanab.live, the last card of the deck can be played"),
        },
        variants={
            "color-rush": _("Color rush"),
            "color-rush-hard": _("Color rush, harder"),
            "color-rush-2": _("Color rush²"),
            "color-rush-2-hard": _("Color rush², harder"),
            "grand-finale": pgettext("variant", "Grand finale"),
            "choreography": _("Timed choreography"),
            "too-easy": _("Too easy?"),
            "too-hard": _("Too hard?"),
        },
        bots={
            "random": _("Draws lots among all legal turns. A partner for trying things out, not for winning."),
            "kagiya": _(
                "Plays well by what it sees and is told, and never risks the last strike. Named after the fireworks "
                "house of old Edo. Clue a color to have the newest card that is touched played; clue a rank to tell "
                "or to save. It plays no variant in which stacks have no fixed order, plays or clues are hidden, a "
                "play can discard, tokens come in halves, three suits share their colors, or clues do not tell the "
                "ranks."
            ),
            "hgroup": _(
                "Plays as people do who follow the H-group's guide, up to the level in its name: it reads and gives "
                "play clues, saves, prompts and finesses, and forgives mistakes. A level is one group's agreement; "
                "choose the one that you know. It plays with two to five seats and with five suits: plain ones, "
                "rainbow, pink, white, black and brown."
            ),
        },
    )


GUIDES: Final = in_each_language(_guide)


class VariantName(NamedTuple):
    """The name of a booklet's variant."""

    name: str
    own_translation: bool
    """True if no booklet in this language prints the name."""


def guide(language: str) -> Guide:
    """Return the texts about a whole game."""
    return GUIDES[language]


def value_name(language: str, option: str, value: Any) -> str:
    """Return the name of an option's value. A number is its own name."""
    return GUIDES[language].options[option].values.get(value, str(value)) if type(value) is not int else str(value)


def variant_name(language: str, variant: PrintedVariant) -> VariantName:
    """Return the name of a booklet's variant."""
    name = GUIDES[language].variants[variant.id]
    return VariantName(name, own_translation=name != variant.names.get(language))
