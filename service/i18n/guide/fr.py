"""How a game goes, the editions and their options, in French."""

from typing import Final

from service.i18n.guide.shape import Guide, OptionWords

__all__ = ["GUIDE"]

GUIDE: Final = Guide(
    how=(
        "Hanabi est un jeu pour une équipe de deux à cinq. Ensemble, les joueurs composent un feu d’artifice par "
        "couleur, avec les cartes 1 à 5 dans l’ordre. Chacun voit les cartes des autres, mais pas les siennes.",
        "Chaque couleur a dix cartes\u00a0: trois 1, deux 2, deux 3, deux 4 et un 5 (R2). Chacun reçoit cinq cartes, "
        "ou seulement quatre si l’on joue à quatre ou cinq (R1, R3)\u00a0; les autres forment la pioche. L’équipe "
        "commence avec huit jetons bleus et perd au troisième jeton rouge (R4, R14). On joue à tour de rôle, et un "
        "tour est exactement une action parmi trois.",
        "**Donner une information.** Cela coûte un jeton bleu (R5). Nomme une couleur ou un chiffre à "
        "quelqu’un\u00a0; toutes les cartes de sa main qui ont cette couleur ou ce chiffre sont montrées (R6, R7, R8).",
        "**Défausser une carte.** Cela rend un jeton bleu, et une nouvelle carte est piochée (R9).",
        "**Jouer une carte.** Si c’est la suivante de son feu d’artifice, elle y est posée\u00a0; sinon, elle est "
        "défaussée, avec un jeton rouge (R10). Un feu d’artifice complet rend un jeton bleu (R11). Puis une nouvelle "
        "carte est piochée.",
        "La partie finit avec le dernier jeton rouge (R14), quand tous les feux d’artifice sont complets (R16), ou un "
        "tour de table après la dernière carte piochée (R17). Le score est la somme des plus hautes cartes des feux "
        "d’artifice, 25 au plus (R23).",
        "Entre les coups, on peut réorganiser sa main (R26) et tourner ses cartes (R29) pour retenir les "
        "informations. On parle autant que la partie le permet (R27).",
    ),
    titles={
        "de": "Hanabi, Abacusspiele (allemand)",
        "en": "Hanabi, traduction anglaise du livret allemand",
        "fr": "Hanabi (français)",
        "nl": "Hanabi (néerlandais)",
        "da": "Hanabi (danois)",
        "hanab_live": "hanab.live",
    },
    editions={
        "de": "Le livret allemand d’Abacusspiele. Le dernier jeton rouge donne 0 point (R14). On peut réorganiser sa "
        "main à tout moment (R26), et une information peut ne concerner aucune carte (R7).",
        "en": "La traduction anglaise du livret allemand, avec les mêmes options.",
        "fr": "Le livret français. Avec le dernier jeton rouge, la partie est perdue sans score (R14), et une "
        "information doit concerner une carte (R7). On peut réorganiser sa main dès qu’elle a reçu une information "
        "(R26). Le bouquet final ne se perd que par les jetons rouges (R15).",
        "nl": "Le livret néerlandais. Avec le dernier jeton rouge, la partie est perdue sans score (R14), et on peut "
        "réorganiser sa main dès qu’elle a reçu une information (R26). Un bouquet final se perd aussi avec le dernier "
        "exemplaire d’une carte nécessaire (R15).",
        "da": "Le livret danois, avec les mêmes options que le néerlandais.",
        "hanab_live": "Les règles du site hanab.live, pour les parties importées et pour ses variantes (R30). Une "
        "information doit concerner une carte (R7), le dernier jeton rouge donne 0 point (R14), et la partie finit "
        "dès qu’aucun point n’est plus possible (R20).",
    },
    options={
        "multicolor": OptionWords(
            "Cartes multicolores",
            {
                "none": "aucune",
                "five": "une de chaque valeur",
                "ten": "dix cartes",
                "wild_ten": "dix cartes, désignées par toute couleur",
                "wild_five": "une de chaque valeur, désignée par toute couleur",
            },
        ),
        "clue_tokens": OptionWords("Jetons bleus", {}),
        "strike_tokens": OptionWords("Jetons rouges jusqu’à la fin", {}),
        "ending": OptionWords(
            "Fin",
            {
                "last_round": "un dernier tour après la pioche",
                "grand_finale": "jusqu’à la victoire ou la défaite",
            },
        ),
        "finale_loss": OptionWords(
            "Bouquet final perdu par",
            {
                "irreplaceable": "les jetons rouges ou le dernier exemplaire d’une carte nécessaire",
                "strikes_only": "les jetons rouges seulement",
            },
        ),
        "color_declaration": OptionWords(
            "Annoncer la couleur d’une carte jouée",
            {
                False: "non",
                True: "permis",
            },
        ),
        "empty_clues": OptionWords(
            "Informations qui ne concernent aucune carte",
            {
                True: "permises",
                False: "interdites",
            },
        ),
        "strikeout_score": OptionWords(
            "Score après le dernier jeton rouge",
            {
                "zero": "0 point",
                "none": "aucun score",
            },
        ),
        "early_end": OptionWords(
            "Fin anticipée",
            {
                "never": "jamais",
                "no_points_left": "quand aucun point n’est plus possible",
            },
        ),
        "hand_reorder": OptionWords(
            "Réorganiser sa main",
            {
                "any_time": "à tout moment",
                "after_clue": "dès que la main a reçu une information",
                "off": "jamais",
            },
        ),
        "table_talk": OptionWords(
            "Parler à table",
            {
                "off": "rien",
                "remarks": "remarques de la liste",
                "free": "texte libre",
            },
        ),
        "memory_aid": OptionWords(
            "Aide-mémoire",
            {
                "full": "les informations restent visibles",
                "none": "les informations sont visibles une fois",
            },
        ),
        "starting_seat": OptionWords(
            "Qui commence",
            {
                "random": "tiré au sort",
            },
        ),
        "hand_size": OptionWords(
            "Taille des mains",
            {
                "normal": "normale",
                "one_more": "une carte de plus",
                "one_less": "une carte de moins",
            },
        ),
        "deck_plays": OptionWords(
            "Jouer la dernière carte depuis la pioche",
            {
                False: "non",
                True: "permis",
            },
        ),
    },
    sources={
        "multicolor": "none: tous; five: fr Avalanche de couleurs, da Kaskade af farve, de Farbrausch (plus "
        "difficile); ten: de Farbrausch; wild_ten: de Farbrausch²; wild_five: règle maison",
        "clue_tokens": "8: tous; plus: de Zu schwer?; moins: règle maison",
        "strike_tokens": "3: tous; 1, 2: de Zu einfach?",
        "ending": "last_round: tous; grand_finale: fr Le bouquet final; nl et da",
        "finale_loss": "irreplaceable: nl, da; strikes_only: fr; avec grand_finale seulement",
        "color_declaration": "true: fr Chorégraphie minutée; da",
        "empty_clues": "true: de, en, nl, da; false: fr",
        "strikeout_score": "zero: de, en; none: nl, fr, da",
        "early_end": "never: tous; no_points_left: hanab.live",
        "hand_reorder": "any_time: de; after_clue: nl, da, fr; en n’en dit rien; off: règle maison",
        "table_talk": "nl, da, de le laissent au groupe; off: lecture stricte",
        "memory_aid": "none: les joueurs retiennent tout, comme à table; full: règle maison, aucun livret n’a d’aide",
        "starting_seat": "de, en: le plus âgé; nl, fr, da: celui dont les vêtements sont les plus colorés; random: "
        "règle maison",
        "hand_size": "normal: tous; autres: hanab.live",
        "deck_plays": "false: tous; true: hanab.live, la dernière carte de la pioche peut être jouée",
    },
    variants={
        "color-rush": "Ivresse de couleurs",
        "color-rush-hard": "Avalanche de couleurs",
        "color-rush-2": "Ivresse de couleurs²",
        "color-rush-2-hard": "Avalanche de couleurs²",
        "grand-finale": "Le bouquet final",
        "choreography": "Chorégraphie minutée",
        "too-easy": "Trop facile\u00a0?",
        "too-hard": "Trop difficile\u00a0?",
    },
    bots={
        "random": "Tire au sort parmi tous les coups permis. Un partenaire pour essayer, pas pour gagner.",
        "kagiya": "Joue bien d’après ce qu’il voit et ce qu’on lui dit, et ne risque jamais le dernier jeton rouge. "
        "Son nom est celui d’une maison d’artificiers de l’ancien Edo. Nomme une couleur pour faire jouer la plus "
        "récente des cartes désignées\u00a0; nomme un chiffre pour renseigner ou pour sauver une carte. Il ne joue "
        "aucune variante où les feux d’artifice n’ont pas d’ordre fixe, où des cartes jouées ou des informations sont "
        "cachées, où une carte jouée peut être défaussée, où les jetons comptent à moitié, où trois couleurs "
        "partagent leurs informations, ou dont les informations ne disent pas les valeurs.",
        "hat": "Joue presque parfaitement, mais seulement avec ses semblables\u00a0: chacune de ses informations "
        "donne un nombre que chaque autre place déduit des mains qu’elle voit, comme dans les énigmes de chapeaux. Ne "
        "l’assieds qu’à côté d’autres bots `hat`, pour mesurer. Il joue à trois, quatre ou cinq places et avec des "
        "couleurs ordinaires.",
        "hgroup": "Joue comme ceux qui suivent le guide du H-group, jusqu’au niveau que dit son nom\u00a0: il comprend "
        "et donne des informations pour jouer ou sauver, des prompts et des finesses, et il pardonne les erreurs. Un "
        "niveau est l’accord d’un groupe\u00a0; choisis celui que tu connais. Il joue à deux, trois, quatre ou cinq "
        "places et avec cinq couleurs\u00a0: ordinaires, arc-en-ciel, rose, blanc, noir et brun.",
    },
)
