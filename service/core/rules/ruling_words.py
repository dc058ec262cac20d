"""The rulings R1 to R31."""

from gettext import NullTranslations
from typing import Final, NamedTuple

from service.platform.languages.translations import in_each_language


class Ruling(NamedTuple):
    """A ruling in words. Texts are Markdown, and cite other rulings by number."""

    title: str
    text: tuple[str, ...]
    """Paragraphs."""
    source: str
    """The printed rules that have it."""
    own: str | None
    """What no printed rules have; None if they have all of it."""


def _ruling(title: str, *text: str, source: str, own: str | None = None) -> Ruling:
    return Ruling(title, text, source, own)


def _rulings(catalog: NullTranslations) -> tuple[Ruling, ...]:
    """Return the rulings. R1 is the first."""
    _, pgettext = catalog.gettext, catalog.pgettext
    return (
        _ruling(  # R1
            _("Seats and hands"),
            _(
                "A game has 2 to 5 seats, numbered from 0 in turn order. A full hand has 5 cards with 2 or 3 seats, "
                "and 4 cards with 4 or 5 seats."
            ),
            _(
                "The edition `hanab_live` also allows 6 seats with 3 cards each. With `hand_size` `one_more` or "
                "`one_less`, every hand has one card more or one fewer."
            ),
            source=_("All booklets. Six seats and other sizes of hands: hanab.live."),
        ),
        _ruling(  # R2
            _("The cards"),
            _("Each of the suits red, yellow, green, blue and white has ten cards: 1 1 1 2 2 3 3 4 4 5."),
            _(
                "The option `multicolor` adds a sixth suit: `ten` and `wild_ten` the same ten cards, `five` and "
                "`wild_five` one card of each rank, `none` nothing. Ranks are 1 to 5; a clue of another number is "
                "refused. A deck that is given must contain exactly these cards."
            ),
            source=_(
                "All booklets. Five cards: French Avalanche de couleurs, Danish Kaskade af farve, German Farbrausch "
                "(harder). Ten: German Farbrausch and Farbrausch²."
            ),
            own=_("`multicolor` `wild_five` is a house rule."),
        ),
        _ruling(  # R3
            _("The deal"),
            _(
                "A card’s id is its position in the deck, 0 for the card that is dealt first. Seat 0 gets its whole "
                "hand from the top of the deck, then seat 1, and so on. A drawn card goes to the newest end of the "
                "hand."
            ),
            source=_("No booklet says in which order hands are dealt."),
            own=_("The order of dealing."),
        ),
        _ruling(  # R4
            _("The start and the turns"),
            _(
                "The game begins with all clue tokens (`clue_tokens`, normally 8) and without strikes. There are "
                "never more clue tokens than at the beginning."
            ),
            _(
                "The starting seat moves first, then the seats in ascending order; seat 0 follows the last one. A "
                "move of another seat is refused (`not-your-turn`). `starting_seat` is a seat, or `random`, which "
                "means drawn from the seed of the shuffle. A turn is exactly one action: a clue, a discard or a play. "
                "Nobody can pass."
            ),
            source=_(
                "8 tokens: all booklets; more: German Zu schwer?. In the German booklet the oldest player begins, in "
                "the French, Dutch and Danish ones the player with the most colorful clothes."
            ),
            own=_("Drawing the starting seat by lot, and `clue_tokens` below 8."),
        ),
        _ruling(  # R5
            _("Giving a clue"),
            _(
                "A clue names one color or one rank to one other seat, and costs one clue token. It is refused "
                "without a clue token, to one’s own seat, and to a seat that the game does not have."
            ),
            source=_("All booklets."),
        ),
        _ruling(  # R6
            _("What a clue touches"),
            _(
                "A clue marks all cards of the other hand that have its color or rank at that moment; the service "
                "works out which. The log contains only the target and the color or rank. Views add the ids of the "
                "touched cards and their positions."
            ),
            _(
                "With `memory_aid` `full`, every view keeps showing what clues have said about a card. With `none`, "
                "only the event of the clue shows it."
            ),
            source=_("All booklets: information is complete. No booklet has a memory aid."),
            own=_("`memory_aid` `full`, which is the default all the same."),
        ),
        _ruling(  # R7
            _("Clues that touch no card"),
            _(
                "If `empty_clues` is allowed, a clue that touches no card is allowed too: “You have no blue cards.” "
                "It can even be given to a seat without cards. Otherwise, it is refused."
            ),
            source=_(
                "German, English, Dutch and Danish booklets: allowed. French: information is about one or more cards."
            ),
        ),
        _ruling(  # R8
            _("Colors of clues"),
            _(
                "Clues name one of the five colors. With `multicolor` `five` or `ten` they can also name multicolor, "
                "which is a color like the others."
            ),
            _(
                "With `wild_ten` or `wild_five` there is no multicolor clue, and every color clue also touches all "
                "multicolored cards. Rank clues treat multicolored cards like others. Another color is refused."
            ),
            source=_(
                "French Avalanche de couleurs, Danish Kaskade af farve and German Farbrausch: a color of its own. "
                "German Farbrausch²: touched by every color."
            ),
        ),
        _ruling(  # R9
            _("Discarding"),
            _(
                "A seat discards one card of its hand, face up. That brings back one clue token; with all clue tokens "
                "there, a discard is refused. Then the seat draws a card, if the deck has one."
            ),
            source=_("All booklets."),
        ),
        _ruling(  # R10
            _("Playing"),
            _(
                "A seat plays one card of its hand. If its rank is one more than the top rank of its suit’s firework, "
                "or 1 for a firework without cards, the card is added and the team has a point more. Otherwise it "
                "goes to the discard pile and costs a strike. A misplay brings back no clue token. Then the seat "
                "draws a card, if the deck has one."
            ),
            source=_("All booklets."),
        ),
        _ruling(  # R11
            _("A complete firework"),
            _(
                "The 5 completes a firework and brings back one clue token. If all of them are there, the bonus is "
                "lost; the event says so."
            ),
            source=_("All booklets."),
        ),
        _ruling(  # R12
            _("Naming a color"),
            _(
                "With `color_declaration`, a play can name a color, also multicolor if the game has that suit. A wild "
                "suit’s name is multicolor too. A suit that the game does not have is refused, and so is any named "
                "color without this option."
            ),
            _(
                "If the named color is the card’s suit and the card fits, it is added and brings back one clue token, "
                "and a 5 brings back two in all, up to the number at the start. If it is the card’s suit but the card "
                "does not fit, this is an ordinary misplay. If it is another suit, the card is discarded and costs "
                "exactly one strike, even if it had fitted."
            ),
            source=_("French Chorégraphie minutée; a Danish variant, which has the two tokens for a 5."),
            own=_(
                "A right color for a card that does not fit brings no token. By the letter of the French booklet it "
                "could."
            ),
        ),
        _ruling(  # R13
            _("What is public"),
            _(
                "The discard pile is public and in order. So are the highest score that is still attainable, and the "
                "fireworks that can no longer be completed. A firework reaches rank r if, for each rank above its top "
                "card up to r, a copy is not in the discard pile. The attainable score is the sum of what the "
                "fireworks reach."
            ),
            source=_("All booklets allow players to look through the discard pile."),
            own=_("Publishing the attainable score."),
        ),
        _ruling(  # R14
            _("The last strike"),
            _(
                "When the team gets its last strike (`strike_tokens`, normally 3), the game ends at once as lost, "
                "with the reason `strikeout`. With `strikeout_score` `zero` the score is 0, and with `none` there is "
                "no score. This holds for every lost game. The points on the table are kept as `table_points`."
            ),
            _(
                "The ends of a game are checked after each turn, before a card is drawn, in this order: R14, R15, "
                "R16, R17, R19, R20. After a clue only R17, R19 and R20 can apply."
            ),
            source=_(
                "All booklets. Score 0: German, English. Lost without a score: Dutch, French, Danish. Fewer strikes: "
                "German Zu einfach?."
            ),
        ),
        _ruling(  # R15
            _("The last copy of a needed card"),
            _(
                "With `ending` `grand_finale` and `finale_loss` `irreplaceable`, the game is lost as soon as the "
                "attainable score (R13) is below the maximum, because the last copy of a needed card was discarded or "
                "misplayed. The reason is `irreplaceable_card_lost`. With `strikes_only` it goes on."
            ),
            source=_(
                "Dutch and Danish booklets: a variant whose title is lost. French Bouquet final: lost by strikes only."
            ),
            own=_("That it holds from the first turn on, not only once the deck is empty."),
        ),
        _ruling(  # R16
            _("All fireworks complete"),
            _(
                "When all fireworks are complete, the game is won at once, with the maximum score: 25, or 30 with six "
                "suits. That also holds after the deck has run out. The reason is `fireworks_complete`."
            ),
            source=_("All booklets."),
        ),
        _ruling(  # R17
            _("The last round"),
            _(
                "With `ending` `last_round`, every seat has one more turn after the last card of the deck was drawn, "
                "and the seat that drew it has the last turn. Nobody draws in this round. Then the game ends as "
                "finished, with the reason `last_round_over`. The score is the number of points on the table. The "
                "event that draws the last card says that the last round begins."
            ),
            source=_("All booklets."),
        ),
        _ruling(  # R18
            pgettext("ruling", "Grand finale"),
            _(
                "With `ending` `grand_finale`, there is no last round. The game goes on without the deck, with fewer "
                "and fewer cards in the hands, until it is won or lost."
            ),
            source=_("French Le bouquet final; a Dutch and a Danish variant, whose titles are lost."),
        ),
        _ruling(  # R19
            _("No legal action"),
            _(
                "If the seat to move has no cards and can give no clue, the game is lost, with the reason "
                "`no_legal_action`. It can give no clue if there is no clue token, or if every clue is refused by R7 "
                "or R30."
            ),
            source=_("None."),
            own=_("The whole ruling."),
        ),
        _ruling(  # R20
            _("Early end"),
            _(
                "With `early_end` `no_points_left`, the game ends as finished when the points on the table equal the "
                "attainable score (R13). In the last round, it also ends when no seat that still has a turn holds a "
                "card that fits now. The score is the number of points on the table, and the reason `no_points_left`. "
                "With `never`, it goes on."
            ),
            source=_("hanab.live. No booklet ends a game early."),
            own=_("The whole ruling; imports from hanab.live need it."),
        ),
        _ruling(  # R21
            _("Aborted games"),
            _(
                "A game is aborted, without a score, when all seats have voted for it (`agreed`); a vote can be "
                "withdrawn, and a seat can neither vote twice nor withdraw a vote that it has not given. Once a seat "
                "has not made its first move in time, the vote of any other seat ends the game (`no_show`). A game "
                "without an event for longer than its limit is aborted too (`idle`). In older games, the creator "
                "could remove a seat before the first turn (`removed`)."
            ),
            _(
                "Imported games can also have been ended early (`terminated`, `left`, `timed_out`, `speedrun_failed`). "
                "Aborted games are not in the averages of statistics. "
                "A bot votes as soon as all people have."
            ),
            source=_("None."),
            own=_("The whole ruling."),
        ),
        _ruling(  # R22
            _("After the end"),
            _(
                "Nothing is drawn after the end of a game, and no event follows it. A command is then refused "
                "(`game-not-running`); messages after the end are not part of the game."
            ),
            _(
                "The events of a seat that are not turns are limited: 790 for all seats together, divided by the "
                "number of seats and rounded down. Turns and votes to abort are not limited."
            ),
            source=_("All booklets end the game at once. They have no limit."),
            own=_("The limit."),
        ),
        _ruling(  # R23
            _("Score and scale"),
            _(
                "The score of a game that was won or finished is the sum of the top ranks of the fireworks. The bands "
                "of the rating are 0-5, 6-10, 11-15, 16-20, 21-24 and 25. With six suits they are 0-5, 6-10, 11-15, "
                "16-20, 21-24, 25-29 and 30."
            ),
            source=_(
                "All booklets. In the French one, 5 is in no band; here it belongs to the lowest. 30: French and "
                "Danish."
            ),
            own=_("The band of 5 in French games, and the bands 25-29 and 30 in German, English and Dutch ones."),
        ),
        _ruling(  # R24
            _("Games without a rating"),
            _(
                "An aborted game has no rating, nor has a lost game without a score, nor a game of a variant of R30. "
                "A grand finale with `finale_loss` `irreplaceable` has none either, because the Dutch and Danish "
                "booklets do not use the scale there."
            ),
            _(
                "A game lost with a score of 0 is rated 0-5. A grand finale with `strikes_only` is rated by its "
                "score, when it is won by the highest band."
            ),
            source=_(
                "German and English booklets: 0 points, and then the scale. Dutch and Danish: no scale. The French "
                "Bouquet final keeps it."
            ),
        ),
        _ruling(  # R25
            _("Words"),
            _(
                "The sentences of ratings and clues exist in German, English, French, Dutch and Danish, worded as in "
                "the booklets where these can be read. A sentence that no booklet prints is marked "
                "(`own_translation`)."
            ),
            source=_("All booklets."),
            own=_("Each sentence that is marked so."),
        ),
        _ruling(  # R26
            pgettext("ruling", "Putting one’s hand in order"),
            _(
                "A seat can put its hand in another order, which must name each of its cards exactly once. This is "
                "free and public, is not a turn, and is in the log. With `hand_reorder` `any_time` it can always do "
                "so, with `after_clue` once its hand was given a clue, also one that touched no card, and with `off` "
                "never."
            ),
            _("A seat can do this and R29 three times in all between two turns of the game."),
            source=_(
                "German: players may put their cards in order. Dutch, French, Danish: after information. The English "
                "text does not mention it."
            ),
            own=_("`hand_reorder` `off`, and the limit."),
        ),
        _ruling(  # R27
            _("Talk at the table"),
            _(
                "With `table_talk` `off`, no messages can be sent during the game. With `remarks`, the seat to move "
                "can send remarks of a fixed list, and nobody comments on another seat’s move. The remarks are "
                "`no-information`, “I still have no information about my hand.” or, with the ids of cards of the own "
                "hand, “… about these cards.”, and `remember-your-hand`, “Do you remember what you hold?”. With "
                "`free`, every seat can also write texts of up to 500 characters at any time."
            ),
            _(
                "A message is either a remark or a text, is in the log, and is not a turn. A seat can send five "
                "between two turns of the game. Only `no-information` names cards, each once, during the game. After "
                "the end everybody with a seat may write, up to 200 messages each."
            ),
            source=_(
                "Dutch, Danish and German leave it to the group, and the Dutch and Danish print these remarks. The "
                "strict reading of all is `off`."
            ),
            own=_("The limits."),
        ),
        _ruling(  # R28
            _("What others know"),
            _(
                "What another seat can conclude from the cards that it sees is a secret, because it depends on your "
                "own hidden cards. While a game runs, views show about other seats only common knowledge: what "
                "follows from clues and from public cards."
            ),
            source=_("All booklets: nobody looks at their own cards."),
        ),
        _ruling(  # R29
            _("Turning cards"),
            _(
                "A seat can turn cards of its hand: `upright`, `left`, `right` or `upside_down`. This is free and "
                "public, is not a turn, and is in the log. It is allowed whenever R26 allows a new order "
                "(`hand_reorder`), and counts with it: three times in all between two turns of the game. One event "
                "turns one or several cards of the hand the same way; each is named once. A drawn card is upright. A "
                "card keeps its orientation when the hand is put in order."
            ),
            _("With `off`, no cards are turned."),
            source=_(
                "German: players may change the orientation of their cards. Dutch: cards can be tilted. Danish: cards "
                "can be put higher or lower."
            ),
            own=_("The limit."),
        ),
        _ruling(  # R30
            _("Variants of hanab.live"),
            _(
                "With `variant`, a game is played with the suits, cards and clues of a variant of hanab.live, instead "
                "of those of R2 and R8. [Variants](/docs/variants) defines them completely. In Alternating Clues, a "
                "clue of the kind (color or rank) of the clue before it is refused. With `deck_plays`, the last card "
                "of the deck can be played from there, by its id."
            ),
            source=_("hanab.live."),
        ),
        _ruling(  # R31
            _("Clocks"),
            _(
                "A game can have a clock: a time for each turn, or a bank of time for each seat, which grows by an "
                "increment with each of its turns. The time of a seat runs while it is to move, and a turn counts if "
                "it arrives before the deadline. After that, as the table has chosen, the game ends as aborted "
                "(`timed_out`), or a bot plays the seat from then on, or nothing happens and a late turn counts. A "
                "bot has no deadline."
            ),
            _(
                "When all seats that people play want a pause, the clocks stand still, and no turn is possible until "
                "all of them want to go on. A pause that lasts longer than its limit ends the game (`idle`, R21). A "
                "round of a contest can rule out pauses. With days of vacation, a seat can stop its own clock for as "
                "many days."
            ),
            _(
                "In a sandbox game, the seats can advance the clock, so that programs that play can be tested without "
                "waiting."
            ),
            source=_("hanab.live: a game ends without points when a player runs out of time."),
            own=_("The turn time, the bot, pauses, vacations, and sandbox games."),
        ),
    )


RULINGS: Final = in_each_language(_rulings)


def ruling(language: str, rule: str) -> Ruling:
    """Return the text of a ruling, such as R5."""
    return RULINGS[language][int(rule[1:]) - 1]
