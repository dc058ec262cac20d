"""The French texts. Ratings and clues are worded as in the French booklet (R25)."""

from typing import Final

from service.i18n.shape import ColorWords, ProblemText, RankWords, Rating, Texts
from service.i18n.variant_words.fr import COLORS, RULES, SUITS

__all__ = ["TEXTS"]


def _rank(rank: str) -> RankWords:
    return RankWords(rank, rank, rank)


# French has a no-break space, \u00a0, before a colon and inside quotation marks.
TEXTS: Final = Texts(
    ratings=(
        Rating("Horrible"),
        Rating("Médiocre"),
        Rating("Honorable"),
        Rating("Excellent"),
        Rating("Extraordinaire"),
        Rating("Légendaire"),
        Rating("Une performance divine"),
    ),
    colors=COLORS,
    suits=SUITS,
    variants=RULES,
    odd=ColorWords("impair", "impair", "impaire", "impaire", "impaires"),
    even=ColorWords("pair", "pair", "paire", "paire", "paires"),
    ranks=(_rank("1"), _rank("2"), _rank("3"), _rank("4"), _rank("5")),
    at_most="{rank} ou moins",
    at_least="{rank} ou plus",
    card="{rank} {color}",
    start_card="START {color}",
    numbers=("deux", "trois", "quatre", "cinq", "six"),
    places=("la 1re", "la 2e", "la 3e", "la 4e", "la 5e", "la 6e"),
    conjunction="et",
    here="ici",
    sounds={"color": "Meuh", "rank": "Groin groin", "any": "Coin coin"},
    announcements={
        "blind": "L’information {clue} ne touche aucune de tes cartes.",
        "color-none": "Tu n’as aucune carte {color}.",
        "color-one": "Tu as une carte {color}\u00a0: {places}.",
        "color-many": "Tu as {number} cartes {color}\u00a0: {places}.",
        "color-hand": "Tu as {number} cartes {color}\u00a0: toute ta main.",
        "rank-none": "Tu n’as aucune carte {rank}.",
        "rank-one": "Tu as une carte {rank}\u00a0: {places}.",
        "rank-many": "Tu as {number} cartes {rank}\u00a0: {places}.",
        "rank-hand": "Tu as {number} cartes {rank}\u00a0: toute ta main.",
        "range-none": "Tu n’as aucune carte de {rank}.",
        "range-one": "Tu as une carte de {rank}\u00a0: {places}.",
        "range-many": "Tu as {number} cartes de {rank}\u00a0: {places}.",
        "range-hand": "Tu as {number} cartes de {rank}\u00a0: toute ta main.",
        "hidden-none": "{sound}\u00a0: aucune carte.",
        "hidden-one": "{sound}\u00a0: {places}.",
        "hidden-many": "{sound}\u00a0: {places}.",
        "hidden-hand": "{sound}\u00a0: toute ta main.",
    },
    # The booklet prints no full stop.
    spoken={
        "blind": "L’information {clue} ne touche aucune de tes cartes.",
        "color-none": "Tu n’as aucune carte {color}",
        "color-one": "Tu as une carte {color} {here}",
        "color-many": "Tu as {number} cartes {color} {here}",
        "rank-none": "Tu n’as aucune carte {rank}",
        "rank-one": "Tu as une carte {rank} {here}",
        "rank-many": "Tu as {number} cartes {rank} {here}",
        "range-none": "Tu n’as aucune carte de {rank}",
        "range-one": "Tu as une carte de {rank} {here}",
        "range-many": "Tu as {number} cartes de {rank} {here}",
        "hidden-none": "{sound}",
        "hidden-one": "{sound} {here}",
        "hidden-many": "{sound} {here}",
    },
    events={
        "deal": "Les cartes sont distribuées, {name} commence.",
        "play": "{name} joue le {card}.",
        "play-named": "{name} annonce «\u00a0{color}\u00a0» et joue le {card}.",
        "misplay": "{name} joue le {card}, qui ne convient pas\u00a0: un jeton rouge.",
        "misplay-named": "{name} annonce «\u00a0{color}\u00a0» et joue le {card}\u00a0: "
        "la couleur est bonne, mais la carte ne convient pas. Un jeton rouge.",
        "misnamed": "{name} annonce «\u00a0{color}\u00a0» et joue le {card}\u00a0: mauvaise couleur, un jeton rouge.",
        "one-token": "Un jeton bleu revient.",
        "two-tokens": "Deux jetons bleus reviennent.",
        "second-token-lost": "Un jeton bleu revient, un second est perdu.",
        "bonus-lost": "Tous les jetons bleus sont là\u00a0: le bonus est perdu.",
        "discard": "{name} défausse le {card}.",
        "clue": "{name} à {target}\u00a0: «\u00a0{text}\u00a0»",
        "clue-untold": "{name} donne une information à {target}\u00a0: {clue}.",
        "reorder": "{name} réorganise sa main.",
        "turned-upright": "{name} redresse des cartes de sa main.",
        "turned-left": "{name} tourne des cartes de sa main vers la gauche.",
        "turned-right": "{name} tourne des cartes de sa main vers la droite.",
        "turned-upside_down": "{name} met des cartes de sa main à l’envers.",
        "said": "{name}\u00a0: «\u00a0{text}\u00a0»",
        "vote": "{name} vote pour l’abandon.",
        "vote-withdrawn": "{name} retire son vote pour l’abandon.",
        "aborted": "La partie est interrompue.",
        "nameless": "Place {seat}",
        "play-face-down": "{name} joue une carte face cachée.",
        "discard-face-down": "{name} défausse une carte\u00a0: elle est inversée et jouée face cachée.",
        "play-inverted": "{name} joue le {card}\u00a0: la carte est inversée, elle est défaussée.",
        "discard-inverted": "{name} défausse le {card}\u00a0: la carte est inversée, elle est jouée.",
        "discard-misplayed": "{name} défausse le {card}\u00a0: la carte est inversée, "
        "elle est jouée et ne convient pas. Un jeton rouge.",
        "half-token": "Un demi-jeton bleu revient.",
        "last-round": "C’était la dernière carte de la pioche\u00a0: le dernier tour commence.",
    },
    summary={
        "decimal": ",",
        "points": "Points sur la table\u00a0: {points} sur {max}.",
        "turns-none": "Aucun coup n’a été joué.",
        "turns-one": "Un coup a été joué.",
        "turns-many": "{count} coups ont été joués.",
        "lost-none": "Aucun coup n’a fait perdre de point.",
        "lost-one": "Un point a été perdu, au coup {turn}.",
        "lost-at-once": "{count} points ont été perdus, tous au coup {turn}.",
        "lost-many": "{count} points ont été perdus\u00a0; le coup {turn} a coûté le plus ({worst}).",
        "lost-one-latest": "Un point a été perdu, au coup {turn} au plus tard.",
        "lost-at-once-latest": "{count} points ont été perdus, au coup {turn} au plus tard.",
        "lost-many-latest": "{count} points ont été perdus, le dernier au coup {turn} au plus tard.",
        "deal-whole": "Après la donne, les {most} points pouvaient tous être atteints.",
        "deal-part": "La donne elle-même permettait au plus {most} points.",
        "running": "L’analyse exacte est encore en cours.",
        "loss-turn": "Coup {turn}\u00a0: {line}",
        "loss-one": "Un point a été perdu ici\u00a0: jusque-là, {before} pouvaient être atteints.",
        "loss-many": "{count} points ont été perdus ici\u00a0: jusque-là, {before} pouvaient être atteints.",
        "latest-one": "Un point a été perdu ici au plus tard.",
        "latest-many": "{count} points ont été perdus ici au plus tard.",
        "loss-end": "La partie s’est terminée ici, alors que {before} points pouvaient encore être atteints.",
        "until-then": "Jusque-là, {before} points pouvaient être atteints.",
        "kept": "{before} points seraient restés possibles ainsi\u00a0: {turns}.",
        "kept-among": "{before} points seraient restés possibles, par exemple ainsi\u00a0: {turns}.",
        "own-view": "Dans {losing} des {deals} donnes que la place ne pouvait pas distinguer, ce coup perd des points.",
        "own-view-sampled": "Dans {losing} des {deals} donnes tirées au hasard que la place ne pouvait pas distinguer, "
        "ce coup perd des points.",
        "reachable": "Points atteignables\u00a0: {points}.",
        "reachable-between": "Points atteignables\u00a0: de {lower} à {upper}.",
        "or": "ou",
        "by-clue": "une information",
        "by-play": "jouer le {card}",
        "by-discard": "défausser le {card}",
        "by-play-inverted": "jouer le {card}, ce qui le défausse",
        "by-discard-inverted": "défausser le {card}, ce qui le joue",
        "plays-none": "Aucune carte n’a été jouée.",
        "plays-one": "Une carte a été jouée.",
        "plays-many": "{count} cartes ont été jouées.",
        "gambles-none": "Aucune carte n’a été jouée sans certitude.",
        "gambles-one": "Une carte a été jouée sans certitude.",
        "gambles-many": "{count} cartes ont été jouées sans certitude.",
        "misplays-none": "Chaque carte jouée convenait.",
        "misplays-one": "Une carte jouée ne convenait pas.",
        "misplays-many": "{count} cartes jouées ne convenaient pas.",
        "clues-none": "Aucune information n’a été donnée.",
        "clues-one": "Une information a été donnée.",
        "clues-many": "{count} informations ont été données.",
        "stale-one": "Une information n’a touché aucune carte nouvelle.",
        "stale-many": "{count} informations n’ont touché aucune carte nouvelle.",
        "tokens-one": "Un jeton bleu a été perdu, car tous étaient là.",
        "tokens-many": "{count} jetons bleus ont été perdus, car tous étaient là.",
        "efficiency": "Efficacité\u00a0: {value}.",
    },
    reasons={
        "strikeout": "C’était le dernier jeton rouge.",
        "irreplaceable_card_lost": "Le dernier exemplaire d’une carte encore nécessaire est perdu.",
        "fireworks_complete": "Tous les feux d’artifice sont complets.",
        "last_round_over": "Le dernier tour est terminé.",
        "no_legal_action": "La personne dont c’est le tour n’a plus aucune action permise.",
        "no_points_left": "Plus aucun point ne peut être marqué.",
        "agreed": "Tout le monde a voté pour l’abandon.",
        "idle": "Personne n’a joué depuis trop longtemps.",
        "no_show": "Une place n’a pas joué son premier coup à temps, et une autre a mis fin à la partie.",
        "removed": "La personne qui a créé la partie a retiré une place avant le premier coup.",
        "terminated": "La partie a été arrêtée avant la fin.",
        "left": "La partie a été quittée avant la fin.",
        "timed_out": "Quelqu’un n’avait plus de temps.",
        "speedrun_failed": "La course contre la montre a échoué.",
    },
    outcomes={
        "won": "Partie gagnée",
        "lost": "Partie perdue",
        "finished": "Partie terminée",
        "aborted": "Partie interrompue",
    },
    remarks={
        "no-information": "Je n’ai toujours aucune information sur ma main.",
        "no-information-1": "Je n’ai toujours aucune information sur cette carte.",
        "no-information-many": "Je n’ai toujours aucune information sur ces cartes.",
        "remember-your-hand": "Te souviens-tu de ce que tu as en main\u00a0?",
    },
    refusals={
        ("own-hand", "R5"): "Tu ne peux pas te donner une information à toi-même\u00a0: choisis une autre place.",
        ("no-such-seat", "R5"): "La place à laquelle tu veux donner une information n’existe pas dans cette partie.",
        ("no-clue-token", "R5"): "Il ne reste aucun jeton bleu\u00a0: défausse ou joue une carte.",
        ("no-such-color", "R8"): "Dans cette partie, on ne peut pas donner d’information sur cette couleur.",
        ("no-such-rank", "R2"): "Dans cette partie, on ne peut pas donner d’information sur ce chiffre.",
        (
            "same-kind-of-clue",
            "R30",
        ): "Dans cette partie, les informations sur les couleurs et sur les chiffres alternent\u00a0: "
        "donne-en une de l’autre sorte.",
        ("empty-clue", "R7"): "Dans cette partie, une information doit concerner au moins une carte, "
        "et celle-ci n’en concerne aucune.",
        ("not-in-hand", "R9"): "Tu ne peux défausser qu’une carte de ta main.",
        ("clue-tokens-full", "R9"): "Tous les jetons bleus sont là, tu ne peux donc pas défausser\u00a0: "
        "donne une information ou joue une carte.",
        ("not-in-hand", "R10"): "Tu ne peux jouer qu’une carte de ta main.",
        ("no-declaration", "R12"): "Dans cette partie, on n’annonce pas de couleur\u00a0: joue la carte sans annonce.",
        ("no-such-color", "R12"): "La couleur annoncée n’existe pas dans cette partie.",
        ("already-voted", "R21"): "Tu as déjà voté pour l’abandon.",
        ("not-voted", "R21"): "Tu n’as pas voté pour l’abandon et n’as donc aucun vote à retirer.",
        ("no-reorder", "R26"): "Dans cette partie, on ne réorganise pas sa main.",
        ("not-clued", "R26"): "Tu peux réorganiser ta main dès qu’elle a reçu une information.",
        ("not-the-hand", "R26"): "Le nouvel ordre doit nommer chaque carte de ta main exactement une fois.",
        ("too-many-reorders", "R26"): "Tu as assez réorganisé ta main\u00a0: attends le prochain coup.",
        ("no-turned-cards", "R29"): "Dans cette partie, on ne tourne pas ses cartes.",
        ("not-clued", "R29"): "Tu peux tourner tes cartes dès que ta main a reçu une information.",
        ("not-in-hand", "R29"): "Tu ne peux tourner que des cartes de ta main, chacune nommée une fois.",
        ("too-many-reorders", "R29"): "Tu as assez réorganisé ta main\u00a0: attends le prochain coup.",
        (
            "no-cards-to-name",
            "R27",
        ): "Seule la remarque `no-information` désigne des cartes, et seulement pendant la partie.",
        ("not-in-hand", "R27"): "Tu ne peux désigner que des cartes de ta propre main, chacune une fois.",
        ("no-talk", "R27"): "Dans cette partie, on ne parle pas à table.",
        ("no-such-remark", "R27"): "Cette remarque n’existe pas\u00a0: choisis-en une dans la liste.",
        (
            "remarks-only",
            "R27",
        ): "Dans cette partie, seules les remarques de la liste sont permises, pas de texte libre.",
        (
            "another-seats-move",
            "R27",
        ): "Tu ne peux pas faire de remarque tant que c’est à quelqu’un d’autre de jouer\u00a0: attends ton tour.",
        ("too-many-remarks", "R27"): "Tu ne peux pas en dire davantage pour l’instant.",
        (
            "too-many-events",
            "R22",
        ): "Tu as envoyé assez de messages, de réorganisations et de votes dans cette partie. "
        "Tu peux encore jouer et voter l’abandon.",
    },
    losses={
        "reorders": "Mains réordonnées\u00a0: {count}. hanab.live ne connaît pas ce coup, et les "
        "cartes y restent donc dans l’ordre où elles ont été piochées.",
        "turned-cards": "Cartes tournées\u00a0: {count} fois. hanab.live ne connaît pas ce coup.",
        "talk": "Remarques et textes à la table\u00a0: {count}. Ce format n’a pas de place pour eux.",
        "abort-votes": "Votes d’abandon, donnés ou retirés\u00a0: {count}. hanab.live dit seulement "
        "qu’un vote a mis fin à la partie.",
        "declarations": "Couleurs annoncées en jouant\u00a0: {count}. hanab.live ne connaît pas "
        "cette règle et ne rend pas de jeton bleu.",
        "option": "L’option {option} avec la valeur {value} n’a pas d’équivalent sur hanab.live.",
        "tokens": "À partir de la version {version}, hanab.live compte un autre nombre de "
        "jetons\u00a0: il y en a huit.",
        "ended-by": "Sur hanab.live, c’est un joueur qui met fin à une partie abandonnée\u00a0; la "
        "place dont c’était le tour est donc nommée.",
        "ending": "La partie se termine autrement sur hanab.live. Ici\u00a0: {reason}",
        "notes": "Les notes des joueurs sont omises\u00a0: avec elles, la partie serait plus longue "
        "que ce que hanab.live peut lire.",
        "times": "Les heures des coups ne sont pas indiquées.",
        "bots": "Places de robots\u00a0: {count}. Ils sont nommés comme des joueurs.",
        "rating": "hanab.live n’apprécie pas les scores.",
        "proof": "La chaîne de hachage, l’engagement sur la pioche et ce qui l’ouvre ne sont pas "
        "indiqués\u00a0: rien ne peut donc être vérifié.",
        "source": "L’endroit où la partie a d’abord été jouée n’est pas indiqué.",
        "messages": "Messages après la fin de la partie\u00a0: {count}. Ils ne sont pas indiqués.",
        "shared-notes": "Notes des joueurs\u00a0: {count}. Elles ne sont pas indiquées.",
        "comments": "Commentaires de lecteurs\u00a0: {count}. Ils ne sont pas indiqués.",
        "not-whole": "La pioche et les options ne sont pas indiquées\u00a0: la partie ne peut donc "
        "pas être importée d’ici.",
        "link-names": "Les noms des joueurs ne sont pas dans le lien\u00a0; hanab.live les appelle Alice, "
        "Bob, Cathy, etc.",
        "link-option": "L’option {option} de hanab.live n’est pas dans le lien.",
        "link-seats": "La place {seat} a commencé. Dans le lien, ce joueur est le premier, et les autres "
        "suivent dans l’ordre.",
        "card-notes": "Notes sur des cartes\u00a0: {count}. Elles ne sont pas dans le lien.",
    },
    refused_there={
        "game-over": "Sur hanab.live, la partie est finie avant cet événement, parce qu’aucun point "
        "n’est plus possible ou que le dernier tour y est terminé.",
        "other-outcome": "Sur hanab.live, cette carte se trouverait ailleurs après le coup, car on "
        "n’y annonce pas de fausse couleur.",
        "no-clue-token": "Sur hanab.live, il ne resterait pas de jeton bleu pour cet indice.",
        "clue-tokens-full": "Sur hanab.live, les huit jetons bleus seraient là, et rien ne pourrait être défaussé.",
        "empty-clue": "Sur hanab.live, cet indice ne toucherait aucune carte.",
        "no-such-player": "hanab.live ne connaît pas de joueur à qui cet indice pourrait aller.",
        "no-such-clue": "hanab.live ne connaît pas un tel indice dans cette variante.",
        "not-in-hand": "Sur hanab.live, cette carte ne serait pas dans la main du joueur dont c’est le tour.",
        "link-option": "À part la variante, un lien ne contient aucune option. Sans elles, hanab.live ne "
        "montrerait la partie que jusqu’à cet événement ou la terminerait autrement.",
    },
    verification={
        "malformed": "Ceci n’est pas l’enregistrement d’une partie.",
        "chain": "L’événement de version {version} n’a pas l’empreinte qui y figure : l’un des deux a été modifié.",
        "composition": "La pioche ne contient pas exactement les cartes du jeu.",
        "deck-commitment": "La pioche n’est pas celle à laquelle le service s’était engagé lors de la distribution.",
        "secret-commitment": "Le secret n’est pas celui auquel le service s’était engagé avant la distribution.",
        "entropy-commitment": "Une place a révélé autre chose que ce à quoi elle s’était engagée, ou deux places "
        "avaient le même engagement.",
        "shuffle": "La pioche n’est pas celle que donnent le secret et les contributions des places.",
        "starting-seat": "Une autre place aurait dû commencer.",
        "illegal-move": "L’événement de version {version} est impossible selon les règles de la partie.",
        "after-the-end": "L’événement de version {version} vient après la fin de la partie.",
        "not-ended": "La partie ne se termine pas avec son dernier événement.",
        "result": "Le résultat n’est pas celui auquel la partie est arrivée.",
        "times": "L’événement de version {version} est antérieur au précédent.",
        "idle-limit": "L’événement de version {version} arrête la partie faute de coup, mais avant la fin du délai.",
        "signature": "La signature n’est pas celle de cette clé pour cette partie.",
        "stored-result": "Le résultat dans les listes n’est pas celui auquel la partie est arrivée.",
        "stored-rules": "Les règles dans les listes ne sont pas celles de la donne.",
        "stored-times": "Le début ou la fin dans les listes n’est pas l’heure du premier ou du dernier événement.",
        "stored-holders": "Les comptes des places ne sont pas ceux à qui les cartes ont été distribuées.",
        "stored-core": "La somme de contrôle enregistrée à la fin de la partie manque ou est celle d’une autre partie.",
        "stored-log": "Une entrée de la partie manque dans le journal des engagements, ou une autre s’y trouve.",
        "stored-key": "La partie n’est pas signée par une clé de ce service.",
        "signed": "Signé par la clé {key}.",
        "unsigned": "Sans signature : cela prouve que la partie est cohérente, pas qu’elle a été jouée.",
        "digest": "Quelque chose que seule la somme de contrôle couvre a été modifié : un nom, une "
        "heure ou un message, par exemple.",
        "from-shuffled": "La pioche a été mélangée à partir d’un secret auquel le service s’était engagé et "
        "des contributions des places.",
        "from-unshared": "Le service a mélangé la pioche seul et s’y est engagé lors de la distribution.",
        "from-given": "La pioche a été fournie par une personne qui joue : rien ne dit d’où elle vient.",
        "from-imported": "La partie a été jouée ailleurs : rien ne dit d’où vient sa pioche.",
    },
    protections={
        "contributed": "{contributed} places sur {seats} ont contribué en secret. Si au moins l’une d’elles a été "
        "honnête, cette pioche était fixée avant que quiconque puisse la connaître.",
        "withheld": "{contributed} places sur {seats} ont contribué en secret, et {withheld} n’ont pas révélé ce à "
        "quoi elles s’étaient engagées. Si au moins l’une de celles qui ont contribué a été honnête, personne n’a "
        "pu choisir parmi plus de {choices} pioches.",
        "open": "Aucune place n’a contribué en secret, et {open} sur {seats} ont donné un texte ouvertement. Le "
        "service, avec la dernière personne qui a rejoint la partie ou donné un texte, aurait pu choisir la "
        "pioche.",
        "none": "Aucune place n’a contribué. Le service aurait pu choisir la pioche avant de publier son engagement.",
    },
    problems={
        "malformed-json": ProblemText(
            "JSON mal formé",
            "Le corps de la requête n’est pas du JSON valide : {first}. Corrige-le et renvoie-le.",
        ),
        "unsupported-media-type": ProblemText(
            "Type de média non pris en charge",
            "Le type de média du corps ne peut pas être lu ici. Envoie du JSON, avec Content-Type: application/json.",
        ),
        "payload-too-large": ProblemText(
            "Corps trop volumineux",
            "Le corps de la requête est plus volumineux que ce qui est accepté ici. Envoies-en un plus petit.",
        ),
        "not-acceptable": ProblemText(
            "Format non disponible",
            "Aucun des formats nommés dans Accept et Accept-Encoding n’est disponible ici. "
            "Demandes-en un que la documentation nomme, ou */*.",
        ),
        "invalid-request": ProblemText(
            "Requête non valide",
            "La requête n’est pas valide : {first}. Corrige ce qui figure dans errors et renvoie-la.",
        ),
        "invalid-deck": ProblemText(
            "Pioche non valide",
            "La pioche ne contient pas exactement les cartes de cette partie. "
            "Envoie chaque carte autant de fois que les règles la prévoient (R2).",
        ),
        "missing-token": ProblemText(
            "Jeton d’accès manquant",
            "Cette requête exige un jeton d’accès. Envoie-le dans l’en-tête Authorization, après le mot Bearer.",
        ),
        "invalid-token": ProblemText(
            "Jeton d’accès non valide", "Le jeton d’accès est inconnu, expiré ou révoqué. Utilises-en un autre."
        ),
        "insufficient-scope": ProblemText(
            "Droit manquant", "Le jeton d’accès n’a pas le droit {scope}. Utilises-en un qui l’a."
        ),
        "account-suspended": ProblemText(
            "Compte suspendu",
            "La modération a suspendu ce compte. Tu peux encore le consulter (GET /v1/me), l’exporter et le supprimer.",
        ),
        "not-found": ProblemText(
            "Introuvable",
            "Cette ressource n’existe pas, ou tu n’y as pas accès. "
            "Vérifie l’adresse et les identifiants qu’elle contient.",
        ),
        "method-not-allowed": ProblemText(
            "Méthode non autorisée",
            "Cette adresse n’accepte pas cette méthode. L’en-tête Allow énumère celles qu’elle accepte.",
        ),
        "not-a-player": ProblemText(
            "Pas dans la partie",
            "Il faut avoir une place dans cette partie pour faire cela, et tu n’en as pas. "
            "Prends-en une tant que la partie est ouverte.",
        ),
        "not-the-creator": ProblemText(
            "Pas ta partie",
            "Seul le compte qui a créé ou importé cette partie peut faire cela. "
            "Demande-le à cette personne, ou utilise une de tes parties.",
        ),
        "foreign-page": ProblemText(
            "Page étrangère",
            "Seules les pages de ce service peuvent faire cela. Ouvre le service lui-même et réessaie là.",
        ),
        "muted": ProblemText(
            "Parole retirée",
            "La personne qui mène cette analyse t’a retiré la parole. Tu peux suivre, mais pas écrire.",
        ),
        "not-the-leader": ProblemText(
            "Tu ne mènes pas",
            "Quelqu’un d’autre mène cette analyse. Demande-lui de te la passer, ou attends une minute de silence de "
            "sa part.",
        ),
        "seat-refused": ProblemText(
            "Pas de place pour toi",
            "La personne qui a créé cette partie ne veut pas jouer avec toi. Choisis-en une autre, ou crée la tienne.",
        ),
        "wrong-game": ProblemText(
            "Mauvaise partie",
            "Le jeton d’accès est lié à une place d’une autre partie. Utilise-le là-bas, ou utilises-en un autre ici.",
        ),
        "request-in-progress": ProblemText(
            "Requête en cours",
            "Une requête avec la même valeur d’Idempotency-Key est encore en cours de traitement. "
            "Attends le nombre de secondes indiqué par Retry-After, puis renvoie-la.",
        ),
        "idempotency-key-reused": ProblemText(
            "Clé déjà utilisée",
            "Cette valeur d’Idempotency-Key a déjà servi pour une requête dont le corps était différent. "
            "Utilises-en une nouvelle pour chaque nouvelle requête.",
        ),
        "invalid-idempotency-key": ProblemText(
            "Clé non valide",
            "La valeur d’Idempotency-Key n’est pas utilisable. "
            "Envoie de 1 à 200 caractères ASCII visibles, sans espace, par exemple un UUID.",
        ),
        "revision-conflict": ProblemText(
            "Conflit de révision",
            "Ceci a été modifié depuis l’ETag que nomme If-Match. "
            "Relis-le, puis envoie ta modification avec le nouvel ETag.",
        ),
        "precondition-required": ProblemText(
            "Condition manquante",
            "Ceci ne peut être modifié qu’avec If-Match, pour qu’aucune autre modification ne soit perdue. "
            "Lis-le d’abord, puis envoie son ETag dans If-Match.",
        ),
        "game-not-open": ProblemText(
            "Partie non ouverte",
            "Ce n’est possible qu’avant le début de la partie. Choisis une partie ouverte ou crées-en une.",
        ),
        "seat-taken": ProblemText("Place prise", "Quelqu’un d’autre a pris cette place. Choisis-en une autre."),
        "bot-cannot-play": ProblemText(
            "Ce robot ne sait pas y jouer",
            "Ce robot ne sait pas jouer la variante de cette partie. Choisis un autre robot, par exemple random.",
        ),
        "already-seated": ProblemText(
            "Déjà à table", "Tu as déjà une place dans cette partie. Pour en changer, quitte d’abord la tienne."
        ),
        "name-taken": ProblemText(
            "Nom déjà pris",
            "Un autre compte porte ce nom ou un nom qui lui ressemble, ou y a renoncé il y a peu. Choisis un "
            "autre nom.",
        ),
        "limit-reached": ProblemText(
            "Limite atteinte",
            "Tu as atteint la limite {limit}, qui est de {maximum}. "
            "Supprime ou termine quelque chose, ou réessaie plus tard.",
        ),
        "game-not-running": ProblemText(
            "Partie non en cours",
            "La partie n’a pas encore commencé ou est déjà terminée. Cela n’est possible que pendant la partie.",
        ),
        "game-not-finished": ProblemText(
            "Partie non terminée", "Cela n’est montré qu’une fois la partie terminée. Réessaie à ce moment-là."
        ),
        "not-imported": ProblemText(
            "Pas importée",
            "Cette partie a été jouée ici et ne peut donc pas être supprimée. "
            "Seule une partie importée peut l’être, par le compte qui l’a importée.",
        ),
        "awaiting-reveals": ProblemText(
            "Révélations attendues",
            "Toutes les places sont prises, et certaines doivent révéler leur contribution. Révèle la tienne si "
            "ta place figure dans awaiting_reveals, et réessaie après la distribution, au plus tard à l’heure de "
            "reveal_until.",
        ),
        "commitment-taken": ProblemText(
            "Engagement déjà pris",
            "Une autre place de cette partie a le même engagement. Tire toi-même 32 octets au hasard et engage-toi "
            "sur eux.",
        ),
        "reveal-too-early": ProblemText(
            "Révélation trop tôt",
            "Une place est encore libre. Ne révèle ta contribution que lorsque reveal_until est indiqué, et "
            "garde-la secrète jusque-là.",
        ),
        "reveal-mismatch": ProblemText(
            "Révélation erronée",
            "Ta place s’est engagée sur d’autres octets, ou sur aucun. Envoie les 32 octets sur lesquels elle "
            "s’est engagée.",
        ),
        "version-conflict": ProblemText(
            "Conflit de version",
            "Le coup a été choisi pour une autre version de la partie, qui en est à la version {version}. "
            "Lis ce que tu as manqué, puis décide à nouveau.",
        ),
        "would-lock-you-out": ProblemText(
            "T’enfermerait dehors",
            "Le jeton de cette requête a été émis par la connexion ou le jeton que tu veux terminer, et se "
            "terminerait avec. Ajoute including=self pour terminer les deux.",
        ),
        "not-your-turn": ProblemText("Ce n’est pas ton tour", "C’est à quelqu’un d’autre de jouer. Attends ton tour."),
        "illegal-move": ProblemText(
            "Coup interdit", "Les règles de cette partie ne permettent pas cela. Choisis autre chose."
        ),
        "import-refused": ProblemText(
            "Importation refusée",
            "Cette partie ne peut pas être importée, car elle est incomplète ou contraire aux règles. "
            "Corrige-la et réessaie.",
        ),
        "export-refused": ProblemText(
            "Export refusé",
            "Cette partie ne peut pas être écrite dans le format demandé, car ses règles "
            "refuseraient un coup. Voyez dans refusal lequel, ou choisissez un autre format.",
        ),
        "too-many-requests": ProblemText(
            "Trop de requêtes",
            "Tu as envoyé trop de requêtes en peu de temps. "
            "Attends le nombre de secondes indiqué par Retry-After, puis continue.",
        ),
        "too-many-analyses": ProblemText(
            "Trop d’analyses",
            "Trop d’analyses que tu as demandées attendent d’être calculées. Attends que quelques-unes "
            "soient terminées.",
        ),
        "too-many-streams": ProblemText(
            "Trop de flux",
            "Autant de flux sont ouverts que ce service peut en servir. "
            "Réessaie après le nombre de secondes indiqué par Retry-After, "
            "ou demande les événements sans les attendre.",
        ),
        "analysis-queue-full": ProblemText(
            "File d’attente de l’analyse pleine",
            "Trop d’analyses attendent d’être calculées. Réessaie dans une demi-minute.",
        ),
        "service-unavailable": ProblemText(
            "Service indisponible", "Le service ne peut pas répondre pour le moment. Réessaie un peu plus tard."
        ),
        "internal-error": ProblemText(
            "Erreur interne",
            "Quelque chose s’est mal passé ici, et ce n’est pas de ta faute. "
            "Réessaie\u00a0; si cela persiste, signale le request_id.",
        ),
        "bad-request": ProblemText(
            "Requête incorrecte", "La requête est incompréhensible. Vérifie son adresse, ses en-têtes et son corps."
        ),
    },
    pages={
        "problems": "Problèmes",
        "intro": "Toute réponse de statut 400 ou plus est un document de problème. "
        "Son code dit ce qui s’est passé, et voici ce que les codes signifient.",
        "happened": "Ce qui s’est passé",
        "remedy": "Que faire",
        "example": "Exemple",
        "operations": "Où cela arrive",
        "status": "Statut",
        "code": "Code",
        "meaning": "Signification",
        "guides": "Guides",
        "nav-play": "Jouer",
        "nav-games": "Parties",
        "nav-puzzles": "Énigmes",
        "reference": "Référence",
        "contents": "Sommaire",
        "copy": "Copier",
        "copied": "Copié",
        "first-game": "Ta première partie",
        "rules": "Règles",
        "rules-intro": "Cinq livrets imprimés sont la source. Là où ils diffèrent, une partie a une option\u00a0; là "
        "où ils laissent une lacune, la règle ci-dessous vaut. Les réponses du service citent les règles par leur "
        "numéro.",
        "how": "Comment se déroule une partie",
        "ratings": "L’appréciation du score",
        "editions": "Éditions",
        "variants": "Variantes des livrets",
        "defaults": "Options et valeurs par défaut",
        "rulings": "Les règles une à une",
        "source": "Source",
        "own": "Propre au projet",
        "option": "Option",
        "options": "Options",
        "name": "Nom",
        "printed": "Imprimé comme",
        "house-rule": "règle maison",
        "language": "Langue",
        "pages": "Pages",
        "theme": "Clair ou sombre",
        "title-lost": "titre perdu",
        "own-name": "Nom donné par le projet\u00a0: aucun livret dans cette langue n’en imprime.",
        "more": "Pour en savoir plus",
    },
    pictures={
        "seat": "Place {seat}",
        "open": "La table au tour {turn}, toutes les mains ouvertes",
        "as-seen": "La table au tour {turn}, vue de {seat}",
        "to-move": "Au tour de {seat}.",
        "turns-left": "Tours restants",
        "score": "Score",
        "attainable": "Maximum",
        "reachable": "Encore possible",
        "clue-tokens": "Jetons bleus",
        "strikes": "Jetons rouges",
        "deck": "Pioche",
        "turn": "Tour",
        "fireworks": "Feux",
        "discards": "Défausse",
        "last-move": "Dernier coup",
        "told": "informations\u00a0: {what}",
        "not": "non\u00a0: {what}",
        "hidden": "carte cachée",
        "turned-left": "inclinée vers la gauche",
        "turned-right": "inclinée vers la droite",
        "turned-upside_down": "à l’envers",
        "new": "vient d’être piochée",
        "playable": "jouable maintenant",
        "critical": "critique\u00a0: dernier exemplaire",
        "trash": "inutile\u00a0: ne sert plus",
        "gives-clue": "{seat} donne cette information",
        "played": "jouée",
        "viewer": "C’est cette place qui regarde.",
        "table-points": "Points sur la table\u00a0: {points}.",
        "limit": "Ce feu d’artifice peut atteindre au plus {rank}.",
        "lost": "Ce feu d’artifice ne peut plus être complété.",
        "face-down": "Face cachée",
        "score-title": "Le score au fil des tours",
        "score-so": "Tour {turn}",
        "card-lost": "carte nécessaire perdue",
        "time-lost": "plus assez de tours",
        "strike": "jeton rouge",
        "game-lost": "partie perdue",
        "distribution": "Scores de {games} parties",
        "one-game": "Score d’une partie",
        "games": "Parties",
        "bar": "Score {score}\u00a0: {games}",
        "unscored": "sans score",
        "no-games": "Aucune partie",
    },
)
