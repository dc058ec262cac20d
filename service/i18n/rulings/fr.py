"""The rulings in French."""

from typing import Final

from service.i18n.rulings.shape import Ruling, ruling

__all__ = ["RULINGS"]

RULINGS: Final[tuple[Ruling, ...]] = (
    ruling(  # R1
        "Places et mains",
        "Une partie a 2 à 5 places, numérotées à partir de 0 dans l’ordre du jeu. Une main pleine a 5 cartes à 2 ou 3 "
        "places, et 4 cartes à 4 ou 5 places.",
        "L’édition `hanab_live` permet aussi 6 places avec 3 cartes chacune. Avec `hand_size` `one_more` ou "
        "`one_less`, chaque main a une carte de plus ou de moins.",
        source="Tous les livrets. Six places et autres tailles de main\u00a0: hanab.live.",
    ),
    ruling(  # R2
        "Les cartes",
        "Chacune des couleurs rouge, jaune, vert, bleu et blanc a dix cartes\u00a0: 1 1 1 2 2 3 3 4 4 5.",
        "L’option `multicolor` ajoute une sixième couleur\u00a0: `ten` et `wild_ten` les mêmes dix cartes, `five` et "
        "`wild_five` une carte de chaque valeur, `none` rien. Les valeurs vont de 1 à 5\u00a0; une information sur un "
        "autre chiffre est refusée. Une pioche donnée doit contenir exactement ces cartes.",
        source="Tous les livrets. Cinq cartes\u00a0: français Avalanche de couleurs, danois Kaskade af farve, "
        "allemand Farbrausch (schwerer). Dix\u00a0: allemand Farbrausch et Farbrausch².",
        own="`multicolor` `wild_five` est une règle maison.",
    ),
    ruling(  # R3
        "La distribution",
        "Le numéro d’une carte est sa position dans la pioche, 0 pour la première distribuée. La place 0 reçoit toute "
        "sa main du dessus, puis la place 1, et ainsi de suite. Une carte piochée va au bout le plus récent de la "
        "main.",
        source="Aucun livret ne dit dans quel ordre on distribue.",
        own="L’ordre de la distribution.",
    ),
    ruling(  # R4
        "Le début et les tours",
        "Au début, tous les jetons bleus sont là (`clue_tokens`, normalement 8), et il n’y a pas de jeton rouge. Il "
        "n’y a jamais plus de jetons bleus qu’au début.",
        "La place de départ joue d’abord, puis les places dans l’ordre croissant\u00a0; la place 0 suit la dernière. "
        "Le coup d’une autre place est refusé (`not-your-turn`). `starting_seat` est une place, ou `random`\u00a0: "
        "tirée de la graine du mélange. Un tour est exactement une action\u00a0: donner une information, défausser ou "
        "jouer. On ne passe pas.",
        source="8 jetons\u00a0: tous les livrets\u00a0; davantage\u00a0: allemand Zu schwer?. Dans le livret "
        "allemand, le plus âgé commence\u00a0; dans le français, le néerlandais et le danois, celui dont les "
        "vêtements sont les plus colorés.",
        own="Le tirage au sort de la place de départ, et `clue_tokens` au-dessous de 8.",
    ),
    ruling(  # R5
        "Donner une information",
        "Une information nomme une couleur ou un chiffre à une autre place, et coûte un jeton bleu. Elle est refusée "
        "sans jeton bleu, à sa propre place, et à une place qui n’existe pas dans la partie.",
        source="Tous les livrets.",
    ),
    ruling(  # R6
        "Ce qu’une information désigne",
        "Une information désigne toutes les cartes de l’autre main qui ont à ce moment la couleur ou le "
        "chiffre\u00a0; le service les détermine. Le journal ne contient que la place et la couleur ou le chiffre. "
        "Les vues y ajoutent les numéros des cartes désignées et leurs positions dans la main.",
        "Avec `memory_aid` `full`, chaque vue continue de montrer ce que les informations ont dit d’une carte. Avec "
        "`none`, seul l’événement de l’information le montre.",
        source="Tous les livrets\u00a0: l’information est complète. Aucun n’a d’aide-mémoire.",
        own="`memory_aid` `full`, qui est malgré tout la valeur par défaut.",
    ),
    ruling(  # R7
        "Informations qui ne concernent aucune carte",
        "Si `empty_clues` est permis, on peut aussi donner une information qui ne concerne aucune carte\u00a0: "
        "«\u00a0Tu n’as pas de carte bleue.\u00a0» On peut même la donner à une place sans cartes. Sinon, elle est "
        "refusée.",
        source="Livrets allemand, anglais, néerlandais et danois\u00a0: permis. Français\u00a0: les informations "
        "concernent une ou plusieurs cartes.",
    ),
    ruling(  # R8
        "Couleurs des informations",
        "Les informations nomment l’une des cinq couleurs. Avec `multicolor` `five` ou `ten`, elles peuvent aussi "
        "nommer le multicolore, qui est alors une couleur comme les autres.",
        "Avec `wild_ten` ou `wild_five`, il n’y a pas d’information sur le multicolore, et toute couleur désigne "
        "aussi toutes les cartes multicolores. Pour les chiffres, elles sont comme les autres. Une autre couleur est "
        "refusée.",
        source="Français Avalanche de couleurs, danois Kaskade af farve et allemand Farbrausch\u00a0: une couleur à "
        "part entière. Allemand Farbrausch²\u00a0: désignées par toute couleur.",
    ),
    ruling(  # R9
        "Défausser",
        "Une place défausse une carte de sa main, face visible. Cela rend un jeton bleu\u00a0; si tous sont là, c’est "
        "refusé. Puis la place pioche une carte, s’il en reste.",
        source="Tous les livrets.",
    ),
    ruling(  # R10
        "Jouer",
        "Une place joue une carte de sa main. Si sa valeur suit la plus haute de son feu d’artifice, ou si c’est un 1 "
        "pour un feu d’artifice sans carte, elle y est posée et vaut un point de plus. Sinon, elle va à la défausse "
        "et coûte un jeton rouge. Cela ne rend pas de jeton bleu. Puis la place pioche une carte, s’il en reste.",
        source="Tous les livrets.",
    ),
    ruling(  # R11
        "Un feu d’artifice complet",
        "Le 5 complète un feu d’artifice et rend un jeton bleu. Si tous sont là, le bonus est perdu\u00a0; "
        "l’événement le dit.",
        source="Tous les livrets.",
    ),
    ruling(  # R12
        "Annoncer une couleur",
        "Avec `color_declaration`, on peut annoncer une couleur en jouant, y compris le multicolore si la partie a "
        "ces cartes, même quand toute couleur les désigne. Une couleur que la partie n’a pas est refusée, et sans "
        "cette option toute annonce.",
        "Si c’est la couleur de la carte et que la carte convient, elle est posée et rend un jeton bleu, et un 5 en "
        "rend deux en tout, au plus jusqu’au nombre du début. Si c’est la couleur de la carte mais qu’elle ne "
        "convient pas, c’est une erreur ordinaire. Si c’est une autre couleur, la carte est défaussée et coûte "
        "exactement un jeton rouge, même si elle convenait.",
        source="Français Chorégraphie minutée\u00a0; une variante danoise, qui rend deux jetons pour un 5.",
        own="La bonne couleur d’une carte qui ne convient pas ne rend pas de jeton. À la lettre, le livret français "
        "permettrait de le rendre.",
    ),
    ruling(  # R13
        "Ce qui est public",
        "La défausse est publique et ordonnée. Le plus haut score encore possible et les feux d’artifice qui ne "
        "peuvent plus être complets sont publics aussi. Un feu d’artifice atteint la valeur r si, de chaque valeur "
        "au-dessus de sa plus haute carte jusqu’à r, un exemplaire n’est pas dans la défausse. Le score possible est "
        "la somme de ce que les feux d’artifice atteignent.",
        source="Tous les livrets permettent de consulter la défausse.",
        own="La publication du score possible.",
    ),
    ruling(  # R14
        "Le dernier jeton rouge",
        "Avec le dernier jeton rouge (`strike_tokens`, normalement 3), la partie est aussitôt perdue, pour la raison "
        "`strikeout`. Avec `strikeout_score` `zero`, le score est 0, et avec `none`, il n’y a pas de score. Cela vaut "
        "pour toute partie perdue. Les points sur la table restent dans `table_points`.",
        "Les fins d’une partie sont vérifiées après chaque tour, avant de piocher, dans cet ordre\u00a0: R14, R15, "
        "R16, R17, R19, R20. Après une information, seuls R17, R19 et R20 sont possibles.",
        source="Tous les livrets. 0 point\u00a0: allemand, anglais. Perdu sans score\u00a0: néerlandais, français, "
        "danois. Moins de jetons rouges\u00a0: allemand Zu einfach?.",
    ),
    ruling(  # R15
        "Le dernier exemplaire d’une carte nécessaire",
        "Avec `ending` `grand_finale` et `finale_loss` `irreplaceable`, la partie est perdue dès que le score "
        "possible (R13) est au-dessous du maximum, parce que le dernier exemplaire d’une carte nécessaire a été "
        "défaussé ou mal joué. La raison est `irreplaceable_card_lost`. Avec `strikes_only`, elle continue.",
        source="Livrets néerlandais et danois\u00a0: une variante dont le titre est perdu. Français Le bouquet "
        "final\u00a0: perdu par les jetons rouges seulement.",
        own="Que cela vaille dès le premier tour, et pas seulement quand la pioche est vide.",
    ),
    ruling(  # R16
        "Tous les feux d’artifice complets",
        "Quand tous les feux d’artifice sont complets, la partie est aussitôt gagnée, avec le score maximal\u00a0: "
        "25, ou 30 avec six couleurs. Cela vaut aussi quand la pioche est vide. La raison est `fireworks_complete`.",
        source="Tous les livrets.",
    ),
    ruling(  # R17
        "Le dernier tour",
        "Avec `ending` `last_round`, chaque place a encore un tour après la dernière carte piochée, et celle qui l’a "
        "piochée joue en dernier. On ne pioche pas dans ce tour de table. Puis la partie est finie, pour la raison "
        "`last_round_over`. Le score est le nombre de points sur la table. L’événement qui pioche la dernière carte "
        "dit que le dernier tour commence.",
        source="Tous les livrets.",
    ),
    ruling(  # R18
        "Bouquet final",
        "Avec `ending` `grand_finale`, il n’y a pas de dernier tour. La partie continue sans pioche, avec de moins en "
        "moins de cartes en main, jusqu’à la victoire ou la défaite.",
        source="Français Le bouquet final\u00a0; une variante néerlandaise et une danoise, dont les titres sont "
        "perdus.",
    ),
    ruling(  # R19
        "Aucune action permise",
        "Si la place qui doit jouer n’a pas de carte et ne peut pas donner d’information, la partie est perdue, pour "
        "la raison `no_legal_action`. Elle ne peut pas en donner s’il n’y a pas de jeton bleu, ou si R7 ou R30 refuse "
        "toute information.",
        source="Aucune.",
        own="Toute la règle.",
    ),
    ruling(  # R20
        "Fin anticipée",
        "Avec `early_end` `no_points_left`, la partie est finie quand les points sur la table égalent le score "
        "possible (R13). Au dernier tour, elle l’est aussi quand aucune place qui doit encore jouer n’a une carte qui "
        "convient à ce moment. Le score est le nombre de points sur la table, la raison `no_points_left`. Avec "
        "`never`, elle continue.",
        source="hanab.live. Aucun livret n’arrête une partie avant terme.",
        own="Toute la règle\u00a0; les imports de hanab.live en ont besoin.",
    ),
    ruling(  # R21
        "Parties interrompues",
        "Une partie est interrompue, sans score, quand toutes les places ont voté pour (`agreed`)\u00a0; on peut "
        "retirer son vote, mais ni voter deux fois, ni retirer un vote qu’on n’a pas donné. Si une place n’a pas joué "
        "son premier tour à temps, le vote de n’importe quelle autre met fin à la partie (`no_show`). Une partie "
        "où rien ne se passe pendant plus que son délai est interrompue aussi (`idle`). Dans les parties plus "
        "anciennes, qui avait créé la partie pouvait retirer une place avant le premier tour (`removed`).",
        "Les parties importées peuvent aussi avoir été arrêtées (`terminated`, `left`, `timed_out`, "
        "`speedrun_failed`). Les parties interrompues ne comptent pas dans les moyennes des statistiques.",
        source="Aucune.",
        own="Toute la règle.",
    ),
    ruling(  # R22
        "Après la fin",
        "Après la fin d’une partie, on ne pioche pas et aucun événement ne suit. Une commande est alors refusée "
        "(`game-not-running`)\u00a0; les messages d’après la fin ne font pas partie du jeu.",
        "Les événements d’une place qui ne sont pas des tours sont limités\u00a0: 790 pour toutes les places "
        "ensemble, divisés par le nombre de places et arrondis vers le bas. Les tours et les votes pour "
        "l’interruption ne sont pas limités.",
        source="Tous les livrets mettent aussitôt fin à la partie. Ils n’ont pas de limite.",
        own="La limite.",
    ),
    ruling(  # R23
        "Score et échelle",
        "Le score d’une partie gagnée ou finie est la somme des plus hautes valeurs des feux d’artifice. Les échelons "
        "de l’évaluation sont 0-5, 6-10, 11-15, 16-20, 21-24 et 25. Avec six couleurs, ce sont 0-5, 6-10, 11-15, "
        "16-20, 21-24, 25-29 et 30.",
        source="Tous les livrets. Dans le français, 5 n’est dans aucun échelon\u00a0; ici, il est dans le plus bas. "
        "30\u00a0: français et danois.",
        own="L’échelon de 5 dans les parties françaises.",
    ),
    ruling(  # R24
        "Parties sans évaluation",
        "Une partie interrompue, une partie perdue sans score et une partie avec une variante de R30 n’ont pas "
        "d’évaluation. Un bouquet final avec `finale_loss` `irreplaceable` n’en a pas non plus, parce que les livrets "
        "néerlandais et danois n’y utilisent pas l’échelle.",
        "Une partie perdue avec 0 point est évaluée 0-5. Un bouquet final avec `strikes_only` est évalué par son "
        "score, une victoire par le plus haut échelon.",
        source="Livrets allemand et anglais\u00a0: 0 point, puis l’échelle. Néerlandais et danois\u00a0: pas "
        "d’échelle. Le bouquet final français la garde.",
    ),
    ruling(  # R25
        "Les mots",
        "Les phrases des évaluations et des informations existent en allemand, anglais, français, néerlandais et "
        "danois, avec les mots des livrets là où ils sont lisibles. Une phrase qu’aucun livret n’imprime est marquée "
        "(`own_translation`).",
        source="Tous les livrets.",
        own="Chaque phrase ainsi marquée.",
    ),
    ruling(  # R26
        "Réorganiser sa main",
        "Une place peut mettre sa main dans un autre ordre, qui doit nommer chacune de ses cartes exactement une "
        "fois. C’est gratuit et public, ce n’est pas un tour, et c’est dans le journal. Avec `hand_reorder` "
        "`any_time`, c’est toujours permis, avec `after_clue` dès que la main a reçu une information, même si elle ne "
        "concernait aucune carte, et avec `off` jamais.",
        "Une place peut faire cela et R29 trois fois en tout entre deux tours de la partie.",
        source="Allemand\u00a0: les joueurs peuvent réorganiser leurs cartes. Néerlandais, français, danois\u00a0: "
        "après des informations. Le texte anglais n’en parle pas.",
        own="`hand_reorder` `off`, et la limite.",
    ),
    ruling(  # R27
        "Parler à table",
        "Avec `table_talk` `off`, personne n’envoie de message pendant la partie. Avec `remarks`, la place qui doit "
        "jouer peut envoyer des remarques d’une liste, et personne ne commente le coup d’un autre. Les remarques sont "
        "`no-information`, «\u00a0Je n’ai toujours aucune information sur ma main.\u00a0» ou, avec les numéros de "
        "cartes de sa main, «\u00a0… sur ces cartes.\u00a0», et "
        "`remember-your-hand`, «\u00a0Te souviens-tu de ce que tu as en main\u00a0?\u00a0». Avec `free`, chaque place "
        "peut aussi écrire à tout moment des textes de 500 caractères au plus.",
        "Un message est une remarque ou un texte, il est dans le journal et n’est pas un tour. Une place peut en "
        "envoyer cinq entre deux tours de la partie. Seule `no-information` désigne des cartes, chacune une fois, "
        "pendant la partie. Après la fin, chaque place peut écrire jusqu’à "
        "200 messages.",
        source="Néerlandais, danois et allemand le laissent au groupe, et les livrets néerlandais et danois impriment "
        "ces remarques. À la lettre, c’est partout `off`.",
        own="Les limites.",
    ),
    ruling(  # R28
        "Ce que les autres savent",
        "Ce qu’une autre place peut conclure des cartes qu’elle voit est secret, car cela dépend de tes propres "
        "cartes cachées. Tant qu’une partie est en cours, les vues ne montrent des autres places que ce que tous "
        "savent\u00a0: ce qui suit des informations et des cartes visibles.",
        source="Tous les livrets\u00a0: personne ne regarde ses propres cartes.",
    ),
    ruling(  # R29
        "Tourner des cartes",
        "Une place peut tourner des cartes de sa main\u00a0: `upright` (droite), `left` (vers la gauche), `right` "
        "(vers la droite) ou `upside_down` (à l’envers). C’est gratuit et public, ce n’est pas un tour, et c’est dans "
        "le journal. C’est permis quand R26 permet de réorganiser (`hand_reorder`), et compte avec\u00a0: trois fois "
        "en tout entre deux tours de la partie. Un événement tourne une ou plusieurs cartes de la main de la même "
        "façon\u00a0; chacune est nommée une fois. Une carte piochée est droite. Une carte garde son orientation "
        "quand on réorganise la main.",
        "Avec `off`, on ne tourne pas de cartes.",
        source="Allemand\u00a0: les joueurs peuvent changer l’orientation de leurs cartes. Néerlandais\u00a0: "
        "incliner des cartes. Danois\u00a0: les mettre plus haut ou plus bas.",
        own="La limite.",
    ),
    ruling(  # R30
        "Variantes de hanab.live",
        "Avec `variant`, on joue avec les couleurs, les cartes et les informations d’une variante de hanab.live au "
        "lieu de celles de R2 et R8. [Variants](/docs/variants) les définit complètement (en anglais). Dans "
        "Alternating Clues, une information de la même sorte (couleur ou chiffre) que la précédente est refusée. Avec "
        "`deck_plays`, la dernière carte peut être jouée depuis la pioche, par son numéro.",
        source="hanab.live.",
    ),
)
