"""Texts of the guided first game: what happens, and what the learner does."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _words(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "learn": _("Your first game"),
        "learn-what": _("Learn Hanabi in five minutes: a game with two partners that explains each move."),
        "learn-start": _("Learn it in a first game"),
        "learn-next": _("Next"),
        "learn-show": _("Show me"),
        "learn-leave": _("Play with a bot"),
        "learn-again": _("Once more"),
        "no-script-learn": _("The first game needs JavaScript. The rules explain it in words."),
        # The steps, in this order.
        "lesson-table": _(
            "You, Ada and Ben are one team. You see their cards, but not your own: those only they "
            "see. Together you build a firework of each color, card by card, from 1 to 5."
        ),
        "lesson-clue": _(
            "Ada holds the red 1, with which the red firework begins, but she does not know it. Give her a clue: "
            "select one of her cards, then 1. A clue names all cards with a number, or all of a color, in one hand."
        ),
        "lesson-clued": _(
            "Ada now knows which of her cards is a 1: the small field on a card shows what its holder knows. Each clue "
            "costs a clue token. Seven of eight are left."
        ),
        "lesson-played": _(
            "Ada has played her 1. She did not know its color, but now every 1 fits. Then she has drawn a card."
        ),
        "lesson-play": _(
            "Ben has told you which of your cards is a 1. You do not see its color. But why should he tell you of a "
            "card that does not fit? Select it, and play it."
        ),
        "lesson-drawn": _("It was the blue 1, and it fits. You have drawn a new card, which only the others see."),
        "lesson-five": _(
            "Ada has told Ben which card is a 5. It does not fit yet, but there is only one 5 of each color. Now he "
            "keeps it."
        ),
        "lesson-discarded": _(
            "Ben had nothing to play, so he has discarded his oldest card, the one at the left. A clue token comes "
            "back."
        ),
        "lesson-color": _(
            "Red needs its 2, and Ben holds it. If you say 2, you also point at his white 2, which does not fit. So "
            "tell him of red: select one of his cards, then red."
        ),
        "lesson-understood": _("Ben knows which of his cards is red. But first it is Ada’s turn."),
        "lesson-waits": _("Ada has discarded her oldest card. Now it is Ben’s turn."),
        "lesson-second": _("Ben has understood you: the red firework shows a 2. So the game goes on, clue by clue."),
        "lesson-discard": _(
            "Many turns later, two cards are left in the deck. No clue token is left, so nobody can give a clue. "
            "Discard your oldest card, the one at the left: nobody has told you anything about it."
        ),
        "lesson-token": _("The clue token that came back is for everybody. Ada can use it."),
        "lesson-four": _("Ada has told Ben which card is a 4. It is the last white 4, and she wants him to keep it."),
        "lesson-strike": _(
            "But Ben took it for a card that fits, and played it. White shows a 2, so the 4 is lost, and the fuse "
            "burns: one strike. The third one would end the game. A clue can be misunderstood."
        ),
        "lesson-last": _(
            "Ben has drawn the last card. Now each of you has one more turn. Earlier you were told that one of your "
            "cards is red and a 4, and red shows a 3. Play it."
        ),
        "lesson-round": _("The red 4 fits. Ada also knows what she can play."),
        "lesson-fourth": _("Ada has played the blue 4. The last turn is Ben’s, who knows of his red 5."),
        "lesson-end": _(
            "The red firework is complete, and the game is over. Each card of the fireworks is a point: 20 of 25."
        ),
        # What is no way on.
        "not-clue": _("That is not it. This turn, tell a partner: select one of the cards of {name}, then {clue}."),
        "not-play": _("That is not it. Select the card that you know something about, and play it."),
        "not-discard": _("That is not it. Discard the card at the left, of which you know nothing."),
    }


WORDS: Final = in_each_language(_words)
